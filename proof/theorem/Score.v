(* When a win comes.  Stones have numbers from 1, in the order in which they are
   played, both sides counted; so on a board with n stones stone n + 1 is next. *)
From Coq Require Import ZArith.
From Fourscore Require Import Spec.
Local Open Scope Z_scope.

Section Game.
Variables width height : Z.
Local Notation drops := (drops width height).

(* p, to move on a board with n stones, can force a four that stone number
   'last' or an earlier one completes. *)
Inductive wins_by (last : Z) (p : player) : Z -> board -> Prop :=
| four_in_time n b b' :
    drops p b b' -> four p b' -> n + 1 <= last -> wins_by last p n b
| in_time_later n b b' :
    drops p b b' ->
    (exists b'', drops (other p) b' b'') ->
    (forall b'', drops (other p) b' b'' -> ~ four (other p) b'') ->
    (forall b'', drops (other p) b' b'' -> wins_by last p (n + 2) b'') ->
    wins_by last p n b.

(* p, to move on a board with n stones, can prevent every four of the other side
   that a stone before number 'until' would complete.  The next stone of the
   other side has number n + 2. *)
Inductive delays_until (until : Z) (p : player) : Z -> board -> Prop :=
| late_enough n b :
    until <= n + 2 -> delays_until until p n b
| full_in_time n b :
    (forall b', ~ drops p b b') -> delays_until until p n b
| own_four_first n b b' :
    drops p b b' -> four p b' -> delays_until until p n b
| no_four_yet n b b' :
    drops p b b' ->
    (forall b'', drops (other p) b' b'' -> ~ four (other p) b'') ->
    (forall b'', drops (other p) b' b'' -> delays_until until p (n + 2) b'') ->
    delays_until until p n b.

Definition first_player_wins_by last : Prop := wins_by last First 0 empty.

Definition second_player_wins_by last : Prop :=
  (exists b, drops First empty b) /\
  forall b, drops First empty b -> ~ four First b /\ wins_by last Second 1 b.

Definition first_player_delays_until k : Prop := delays_until k First 0 empty.

Definition second_player_delays_until k : Prop :=
  forall b, drops First empty b -> ~ four First b /\ delays_until k Second 1 b.

(* The score of the empty board: a win with stone k counts one more than the cells
   that are empty after stone k - 1, halved and rounded down: 1 for a win with the
   last stone or the one before it.  It is positive if the first player wins. *)
Definition value k := (width * height + 2 - k) / 2.

Inductive empty_board_scores : Z -> Prop :=
| first_wins_with k :
    first_player_wins_by k -> second_player_delays_until k ->
    empty_board_scores (value k)
| second_wins_with k :
    second_player_wins_by k -> first_player_delays_until k ->
    empty_board_scores (- value k)
| drawn :
    first_player_does_not_lose width height ->
    second_player_does_not_lose width height ->
    empty_board_scores 0.
End Game.
