(* Static proofs as programs.  'find_proof' looks for the sets of cells by which P can
   follow up; nothing is proven about it.  'holds' tests whether such sets are a
   static proof in the sense of Followup.v; Holds.v proves that. *)
From Coq Require Import ZArith List Bool Uint63.
From Fourscore Require Import Spec Goal Cells Choices.
Local Open Scope uint63_scope.

#[projections(primitive)]
Record sets := Sets {
  lower : int; upper : int;   (* the cells in play, in pairs *)
  entries : int;
  reach : int; guarded : int }.

Section Shape.
Variable shape : shape.

(* The cells of x and all cells above them. *)
Fixpoint above n x :=
  match n with
  | O => x
  | S n => above n (x lor ((x << 1) land full shape))
  end.
Definition from_lowest x := above (rows shape) x.

(* -- the search ----------------------------------------------------------- *)
(* The entry that takes an odd number of cells out of play. *)
Definition first_odd odd := odd land (0 - odd).

(* P has moved; 'odd': the number of empty cells is odd. *)
Definition find_proof mine theirs (odd : bool) : option sets :=
  let empty := (mine lor theirs) lxor full shape in
  let blocked := from_lowest (empty land (threats shape mine (mine lor theirs) >> 1)) in
  let lowest := blocked land ((blocked << 1) lxor (full shape lor (full shape << 1))) in
  let even := lowest land odd_rows shape in
  let first := if odd then first_odd (lowest lxor even) else 0 in
  if (if odd then first =? 0 else false) then None else
  let flipped := if odd then in_column shape (tail0 first / step shape) (full shape) else 0 in
  let entries := even lor first in
  let in_play := empty land (from_lowest entries lxor full shape) in
  let lower := in_play land (odd_rows shape lxor flipped) in
  let got := lower lor (in_play land playable shape (mine lor theirs)) in
  Some (Sets lower (in_play lxor lower) entries (theirs lor got lor entries)
             (mine lor (in_play lxor got))).

(* -- the test ------------------------------------------------------------- *)
Definition is_subset x y := x land y =? x.

(* Each line of four of x lies above one of y. *)
Definition lies_above x y s := is_subset (lines x s) (from_lowest (lines y s)).

(* Whether the number of cells is even; n pairs at most. *)
Fixpoint is_even n x :=
  match n with
  | O => x =? 0
  | S n =>
    if x =? 0 then true else
    let i := tail0 x in
    let y := x lxor (1 << i) in
    let j := tail0 y in
    if bit x i then if bit y j then is_even n (y lxor (1 << j)) else false else false
  end.

(* A stone above each of the cells completes a four of x. *)
Fixpoint all_win n x cells :=
  match n with
  | O => cells =? 0
  | S n =>
    if cells =? 0 then true else
    let i := tail0 cells in
    if bit (full shape) (i + 1)
    then if has_four shape (x lor (1 << (i + 1))) then all_win n x (cells lxor (1 << i))
         else false
    else false
  end.

(* If all these cells are filled, the last stone is not later than 'last'; 'n' is the
   number of stones on the board. *)
Fixpoint ends_by k last n cells :=
  match k with
  | O => false
  | S k => if cells =? 0 then n <=? last
           else ends_by k last (n + 1) (cells lxor (1 << tail0 cells))
  end.

(* P's four comes in time: after the cells in play, or M's entry, and the one above. *)
Definition ends_in_time k g n (s : sets) :=
  let '(Sets lower upper entries _ _) := s in
  match g with
  | Win last => ends_by k last (if entries =? 0 then n else n + 2) (lower lor upper)
  | Draw | Delay _ => true
  end.

(* M is to move on a board with n stones. *)
Definition holds g n mine theirs (s : sets) : bool :=
  let '(Sets lower upper entries reach guarded) := s in
  let stones := mine lor theirs in
  let moves := playable shape stones in
  is_subset (stones land full shape) ((stones << 1) lor bottom shape)
  && is_subset (lower << 1) upper
  && is_subset ((upper << 1) land full shape) (lower lor entries)
  && is_subset (upper lor guarded) (full shape)
  && (upper land (lower lor entries) =? 0) && (lower land entries =? 0)
  && is_subset (theirs lor lower lor entries) reach
  && (reach land guarded =? 0)
  && (entries land stones =? 0)
  && is_subset moves (lower lor (upper land reach) lor entries)
  && is_even 16 (moves land upper)
  && negb (has_four shape mine)
  && all_win 16 mine entries
  && (lines reach 1 =? 0)
  && lies_above reach guarded (falling shape)
  && lies_above reach guarded (step shape)
  && lies_above reach guarded (rising shape)
  && (may_fillb g || negb (entries land full shape =? 0) || has_four shape guarded)
  && ends_in_time 63 g n s.

(* -- the leaf ------------------------------------------------------------- *)
(* Whether a proof that was found is one; it needs no list of fours to be late. *)
Definition is_found g n (s : sets) : bool :=
  let '(Sets _ _ entries reach guarded) := s in
  if negb (lines reach 1 =? 0) then false else
  if lies_above reach guarded (falling shape) then
  if lies_above reach guarded (step shape) then
  if lies_above reach guarded (rising shape) then
    if may_fillb g then true else
    if if entries =? 0
       then lines guarded (falling shape) lor lines guarded (step shape)
            lor lines guarded (rising shape) =? 0
       else false
    then false else ends_in_time 63 g n s
  else false else false else false.

(* The first of the moves 'safe' of P after which a static proof is found. *)
Fixpoint proving_move k g n (odd : bool) mine theirs safe : option (int * sets) :=
  match k with
  | O => None
  | S k =>
    if safe =? 0 then None else
    let i := tail0 safe in
    match find_proof (mine lor (1 << i)) theirs odd with
    | Some s => if is_found g n s then Some (i, s)
                else proving_move k g n odd mine theirs (safe lxor (1 << i))
    | None => proving_move k g n odd mine theirs (safe lxor (1 << i))
    end
  end.
End Shape.
