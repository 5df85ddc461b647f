(* 6x4: the second player wins, with stone 24, the last one, and not earlier; also
   after the two moves in the middle. *)
From Coq Require Import ZArith List Uint63.
From Fourscore Require Import Spec Score Openings Goal Sanity Sound.
From Fourscore Require Bytes_6x4_second_plain Bytes_6x4_first_24_plain
  Bytes_6x4_c_second Bytes_6x4_c_first_24.
Import ListNotations.
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

Lemma second_wins_after_c : player_reaches 6 4 [2] Second (Win 24).
Proof.
  apply (check_sound 6 4 [2] Second (Win 24) Bytes_6x4_c_second.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Lemma first_delays_after_c : player_reaches 6 4 [2] First (Delay 24).
Proof.
  apply (check_sound 6 4 [2] First (Delay 24) Bytes_6x4_c_first_24.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem score_c_6x4 : first_move_scores 6 4 2 (-1).
Proof. exact (score_of_win _ _ [2] _ second_wins_after_c first_delays_after_c). Qed.

Theorem score_d_6x4 : first_move_scores 6 4 3 (-1).
Proof.
  exact (score_of_win _ _ [3] _ (player_reaches_flip _ _ [2] _ _ second_wins_after_c)
                                (player_reaches_flip _ _ [2] _ _ first_delays_after_c)).
Qed.
