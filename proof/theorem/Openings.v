(* The score after opening moves.  Whoever wants to believe the theorems about
   first moves has to believe this file as well as Spec.v and Score.v. *)
From Coq Require Import ZArith List.
From Fourscore Require Import Spec Score.
Local Open Scope Z_scope.

Section Game.
Variables width height : Z.
Local Notation drops := (drops width height).

(* From board b, with p to move, the moves into these columns, from 0, lead to
   board b'.  None of them completes a four. *)
Inductive leads_to : player -> board -> list Z -> board -> Prop :=
| no_move p b : leads_to p b nil b
| one_move p b c d cs b' :
    drops p b d -> (exists r, d c r <> b c r) -> ~ four p d ->
    leads_to (other p) d cs b' -> leads_to p b (c :: cs) b'.

(* Who is to move after these moves, if p is to move before them. *)
Fixpoint turn p (cs : list Z) :=
  match cs with nil => p | _ :: cs => turn (other p) cs end.

(* The score of board b with n stones, seen from p, who is to move. *)
Inductive board_scores (p : player) (n : Z) (b : board) : Z -> Prop :=
| wins_with k :
    wins_by width height k p n b ->
    (forall d, drops p b d ->
       ~ four p d /\ delays_until width height k (other p) (n + 1) d) ->
    board_scores p n b (value width height k)
| loses_with k :
    (exists d, drops p b d) ->
    (forall d, drops p b d ->
       ~ four p d /\ wins_by width height k (other p) (n + 1) d) ->
    delays_until width height k p n b ->
    board_scores p n b (- value width height k)
| draws :
    does_not_lose width height p b ->
    (forall d, drops p b d -> ~ four p d /\ does_not_lose width height (other p) d) ->
    board_scores p n b 0.

(* After these moves from the empty board the score is s, seen from the player to
   move. *)
Definition score_after cs s : Prop :=
  exists b, leads_to First empty cs b /\
            board_scores (turn First cs) (Z.of_nat (length cs)) b s.

(* The first move into column c gives the first player the score s. *)
Definition first_move_scores c s : Prop := score_after (c :: nil) (- s).
End Game.
