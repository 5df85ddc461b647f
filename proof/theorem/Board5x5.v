(* 5x5: neither player wins. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound.
From Fourscore Require Bytes_5x5_first Bytes_5x5_second.
Local Open Scope Z_scope.

Theorem first_player_does_not_lose_5x5 : first_player_does_not_lose 5 5.
Proof.
  apply (first_draws 5 5 Bytes_5x5_first.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem second_player_does_not_lose_5x5 : second_player_does_not_lose 5 5.
Proof.
  apply (second_draws 5 5 Bytes_5x5_second.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem neither_wins_5x5 : ~ first_player_wins 5 5 /\ ~ second_player_wins 5 5.
Proof.
  split.
  - exact (second_stops_first _ _ second_player_does_not_lose_5x5).
  - exact (first_stops_second _ _ first_player_does_not_lose_5x5).
Qed.

Theorem score_5x5 : empty_board_scores 5 5 0.
Proof.
  exact (drawn _ _ first_player_does_not_lose_5x5 second_player_does_not_lose_5x5).
Qed.
