(* 7x6: the first player wins, with stone 41 and not earlier; the same in the words of
   a game that computes. *)
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

Local Notation first_can_force moves :=
  (can_force 7 6 game column turn play (won 7 6) First moves init).

Theorem first_can_force_42 : first_can_force 42.
Proof. apply (first_wins 7 6), first_player_wins_7x6. Qed.

Theorem first_can_force_41 : first_can_force 41.
Proof. apply (first_forces 7 6), first_player_wins_by_41. Qed.

Theorem first_cannot_force_40 : ~ first_can_force 40.
Proof. apply (second_prevents 7 6), second_player_delays_until_41. Qed.
