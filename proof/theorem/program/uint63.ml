(* Coq's integers of 63 bits: those of OCaml, without a sign. *)
type t = int

let of_int x = x
let add = ( + ) and sub = ( - ) and mul = ( * )
let l_and = ( land ) and l_or = ( lor ) and l_xor = ( lxor )
let l_sl x n = if 0 <= n && n < 63 then x lsl n else 0
let l_sr x n = if 0 <= n && n < 63 then x lsr n else 0
let equal (x : int) y = x = y
let lt x y : bool = x + min_int < y + min_int
let le x y = not (lt y x)
let wide x = Int64.(logand (of_int x) max_int)
let div x y = if y = 0 then 0 else Int64.(to_int (div (wide x) (wide y)))
let rec tail0 x = if x = 0 then 63 else if x land 1 = 1 then 0 else 1 + tail0 (x lsr 1)
let rec head0 x = if x = 0 then 63 else if x < 0 then 0 else 1 + head0 (x lsl 1)
