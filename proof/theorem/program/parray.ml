(* Coq's persistent arrays, after H. Baker: the newest version is an array of OCaml and
   what stands beyond it; an older version says what differs from another. *)
type 'a t = 'a version ref
and 'a version = Newest of 'a array * 'a | Differs of int * 'a * 'a t

let make n x = ref (Newest (Array.make n x, x))

let rec newest t =
  match !t with
  | Newest (a, beyond) -> (a, beyond)
  | Differs (i, x, u) ->
      let a, beyond = newest u in
      u := Differs (i, a.(i), t);
      a.(i) <- x;
      t := Newest (a, beyond);
      (a, beyond)

let length t = Array.length (fst (newest t))
let has a i = 0 <= i && i < Array.length a
let get t i = let a, beyond = newest t in if has a i then a.(i) else beyond

let set t i x =
  let a, _ = newest t in
  let u = ref !t in
  if has a i then (t := Differs (i, a.(i), u); a.(i) <- x);
  u
