(* Connect Four, and what the theorems say.  This file, Score.v for those about
   stones, and Bridge.v and Lists.v for can_force, are all that a reader has to
   believe besides Coq.  Nothing here knows of certificates, bits or programs. *)
From Coq Require Import ZArith.
Local Open Scope Z_scope.

Inductive player := First | Second.
Definition other p := match p with First => Second | Second => First end.

(* A board says which stone lies in column c, row r; (0, 0) is bottom left. *)
Definition board := Z -> Z -> option player.
Definition empty : board := fun _ _ => None.

(* p has four stones in a line, from (c, r) in steps of (dc, dr). *)
Definition four (p : player) (b : board) : Prop :=
  exists c r dc dr,
    ((dc, dr) = (1, 0) \/ (dc, dr) = (0, 1) \/
     (dc, dr) = (1, 1) \/ (dc, dr) = (1, -1)) /\
    forall k, 0 <= k < 4 -> b (c + k * dc) (r + k * dr) = Some p.

Section Game.
Variables width height : Z.

(* p drops a stone into column c; it comes to lie in row r: an empty cell of
   the board, at the bottom or on another stone.  All else stays. *)
Definition drops (p : player) (b b' : board) : Prop :=
  exists c r,
    0 <= c < width /\ 0 <= r < height /\
    b c r = None /\ (r = 0 \/ b c (r - 1) <> None) /\
    b' c r = Some p /\
    forall x y, (x, y) <> (c, r) -> b' x y = b x y.

(* p, to move, can force a four: at once, or with a move after which the other
   side can move, completes no four by any move, and each of its moves leads to
   a board on which p can force a four.  Every move adds a stone, so this ends;
   a full board is no win, because it has no moves. *)
Inductive wins (p : player) : board -> Prop :=
| four_now b b' :
    drops p b b' -> four p b' -> wins p b
| four_later b b' :
    drops p b b' ->
    (exists b'', drops (other p) b' b'') ->
    (forall b'', drops (other p) b' b'' -> ~ four (other p) b'') ->
    (forall b'', drops (other p) b' b'' -> wins p b'') ->
    wins p b.

(* p, to move, can prevent every four of the other side: the board is full, or
   p completes a four, or p has a move after which the other side completes no
   four by any move, and each of its moves leads to a board on which p can
   prevent every four. *)
Inductive does_not_lose (p : player) : board -> Prop :=
| full_board b :
    (forall b', ~ drops p b b') -> does_not_lose p b
| own_four b b' :
    drops p b b' -> four p b' -> does_not_lose p b
| no_four b b' :
    drops p b b' ->
    (forall b'', drops (other p) b' b'' -> ~ four (other p) b'') ->
    (forall b'', drops (other p) b' b'' -> does_not_lose p b'') ->
    does_not_lose p b.

Definition first_player_wins : Prop := wins First empty.

Definition second_player_wins : Prop :=
  (exists b, drops First empty b) /\
  forall b, drops First empty b -> ~ four First b /\ wins Second b.

Definition first_player_does_not_lose : Prop := does_not_lose First empty.

Definition second_player_does_not_lose : Prop :=
  forall b, drops First empty b -> ~ four First b /\ does_not_lose Second b.
End Game.
