(* Every empty board has a score, and its sign says who wins. *)
From Coq Require Import ZArith Lia.
From Fourscore Require Import Spec Score Sanity Bridge Lists.
Local Open Scope Z_scope.

Section Game.
Variables width height : nat.
Local Notation w := (Z.of_nat width).
Local Notation h := (Z.of_nat height).
Local Notation cells := (width * height)%nat.
Local Notation can_force p k :=
  (can_force width height game column turn play (won width height) p k init).

(* A win comes with a stone of the board. *)
Lemma first_wins_in_time k :
  first_player_wins_by w h k -> second_player_delays_until w h k -> k <= w * h.
Proof.
  intros F S; apply first_wins_by_wins, first_wins, first_forces in F.
  assert (L := first_wins_no_later _ _ _ _ F S); lia.
Qed.

Lemma second_wins_in_time k :
  second_player_wins_by w h k -> first_player_delays_until w h k -> k <= w * h.
Proof.
  intros S F; apply second_wins_by_wins, second_wins, second_forces in S.
  assert (L := second_wins_no_later _ _ _ _ S F); lia.
Qed.

Lemma value_positive k : k <= w * h -> 0 < value w h k.
Proof. intros L; unfold value; apply Z.div_str_pos; lia. Qed.

Theorem score_sign s : empty_board_scores w h s ->
  (0 < s <-> first_player_wins w h) /\
  (s < 0 <-> second_player_wins w h) /\
  (s = 0 <-> first_player_does_not_lose w h /\ second_player_does_not_lose w h).
Proof.
  assert (A := not_both_win w h); assert (B := second_stops_first w h).
  assert (C := first_stops_second w h).
  destruct 1 as [k W D | k W D | D D'].
  - assert (P := value_positive k (first_wins_in_time k W D)).
    apply first_wins_by_wins in W; split; [| split]; split; intros; tauto || lia.
  - assert (P := value_positive k (second_wins_in_time k W D)).
    apply second_wins_by_wins in W; split; [| split]; split; intros; tauto || lia.
  - split; [| split]; split; intros; tauto || lia.
Qed.

(* The first number with a property, if 0 has it not. *)
Lemma first_with (P : nat -> Prop) n : (forall k, {P k} + {~ P k}) -> ~ P 0%nat -> P n ->
  exists k, ~ P k /\ P (S k).
Proof.
  intros dec Z; induction n as [| n IH]; intros Q; [contradiction |].
  destruct (dec n); eauto.
Qed.

Theorem every_board_has_a_score : exists s, empty_board_scores w h s.
Proof.
  assert (N : forall p, ~ can_force p 0%nat).
  { intros [] F; [apply first_forces, next_stone_in_time in F; lia |].
    apply second_forces in F as [[b D] A]; destruct (A b D) as [_ W].
    apply next_stone_in_time in W; lia. }
  assert (dec := fun p k => can_force_dec width height game column turn play
                              (won width height) p k init).
  destruct (dec First cells) as [F | F].
  { destruct (first_with (fun k => can_force First k) cells (dec First) (N First) F) as (k & D & W).
    apply second_prevents in D; apply first_forces in W.
    rewrite Nat2Z.inj_succ in W; exact (ex_intro _ _ (first_wins_with _ _ _ W D)). }
  destruct (dec Second cells) as [S | S].
  { destruct (first_with (fun k => can_force Second k) cells (dec Second) (N Second) S) as (k & D & W).
    apply first_prevents in D; apply second_forces in W.
    rewrite Nat2Z.inj_succ in W; exact (ex_intro _ _ (second_wins_with _ _ _ W D)). }
  exists 0; apply drawn; [apply first_holds, S | apply second_holds, F].
Qed.
End Game.
