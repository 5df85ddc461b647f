(* 7x6: the first player wins, with stone 41 and not earlier; and can force a four
   within the 42 stones of the board, in the words of a game that computes. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound Bridge Lists.
From Fourscore Require Bytes_7x6_plain Bytes_7x6_second_41.
Local Open Scope Z_scope.

Theorem first_player_wins_by_41 : first_player_wins_by 7 6 41.
Proof.
  apply (first_wins_by 7 6 Bytes_7x6_plain.bytes 41).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem first_player_wins_7x6 : first_player_wins 7 6.
Proof. exact (first_wins_by_wins _ _ _ first_player_wins_by_41). Qed.

Theorem second_player_delays_until_41 : second_player_delays_until 7 6 41.
Proof.
  apply (second_delays_until 7 6 Bytes_7x6_second_41.bytes 41).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem score_7x6 : empty_board_scores 7 6 1.
Proof.
  exact (first_wins_with _ _ _ first_player_wins_by_41 second_player_delays_until_41).
Qed.

Theorem first_can_force_42 :
  can_force 7 6 game column turn play (won 7 6) First 42 init.
Proof.
  apply (first_can_force_iff 7 6); auto using column_play, won_four.
  - intros [| n]; reflexivity.
  - exact first_player_wins_7x6.
Qed.
