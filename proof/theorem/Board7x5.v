(* 7x5: neither player wins. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound.
From Fourscore Require Bytes_7x5_first Bytes_7x5_second.
Local Open Scope Z_scope.

Theorem first_player_does_not_lose_7x5 : first_player_does_not_lose 7 5.
Proof.
  apply (first_draws 7 5 Bytes_7x5_first.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem second_player_does_not_lose_7x5 : second_player_does_not_lose 7 5.
Proof.
  apply (second_draws 7 5 Bytes_7x5_second.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem neither_wins_7x5 : ~ first_player_wins 7 5 /\ ~ second_player_wins 7 5.
Proof.
  split.
  - exact (second_stops_first _ _ second_player_does_not_lose_7x5).
  - exact (first_stops_second _ _ first_player_does_not_lose_7x5).
Qed.

Theorem score_7x5 : empty_board_scores 7 5 0.
Proof.
  exact (drawn _ _ first_player_does_not_lose_7x5 second_player_does_not_lose_7x5).
Qed.
