(* 6x4: the second player wins, with stone 24, the last one, and not earlier. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound.
From Fourscore Require Bytes_6x4_second_plain Bytes_6x4_first_24_plain.
Local Open Scope Z_scope.

Theorem second_player_wins_by_24 : second_player_wins_by 6 4 24.
Proof.
  apply (second_wins_by 6 4 Bytes_6x4_second_plain.bytes 24).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem first_player_delays_until_24 : first_player_delays_until 6 4 24.
Proof.
  apply (first_delays_until 6 4 Bytes_6x4_first_24_plain.bytes 24).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem second_player_wins_6x4 : second_player_wins 6 4.
Proof. exact (second_wins_by_wins _ _ _ second_player_wins_by_24). Qed.

Theorem score_6x4 : empty_board_scores 6 4 (-1).
Proof.
  exact (second_wins_with _ _ _ second_player_wins_by_24 first_player_delays_until_24).
Qed.
