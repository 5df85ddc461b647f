(* FILE: print what a certificate proves, in the words of Goal.v, and its choices. *)
open Checker

let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))

let z n = if n = 0 then Z0 else Zpos (positive n)

let () =
  let file = open_in_bin Sys.argv.(1) in
  let size = in_channel_length file in
  let bytes = ref (Parray.make size 0) in
  for i = 0 to size - 1 do bytes := Parray.set !bytes i (input_byte file) done;
  let byte = Parray.get !bytes in
  let width = byte 4 lsr 4 and height = byte 4 land 15 in
  let column i = (byte (8 + (i / 2)) lsr if i land 1 = 0 then 4 else 0) land 15 in
  let opening = List.init (byte 7) column in
  let player, name = if byte 5 land 1 = 0 then (First, "First") else (Second, "Second") in
  let score = if byte 6 > 127 then byte 6 - 256 else byte 6 in
  let stone = (width * height) + 2 - (2 * abs score) in
  let goal, words =
    if score > 0 then (Win stone, Printf.sprintf "(Win %d)" stone)
    else if score = 0 then (Draw, "Draw")
    else (Delay (stone - 1), Printf.sprintf "(Delay %d)" (stone - 1)) in
  match checked (z width) (z height) (List.map z opening) player goal !bytes with
  | None -> failwith "refused"
  | Some a ->
      Printf.printf "player_reaches %d %d [%s] %s %s: %d positions, %d policies\n" width height
        (String.concat "; " (List.map string_of_int opening)) name words a.moves a.policies
