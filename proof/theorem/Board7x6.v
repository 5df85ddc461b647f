(* 7x6: the first player wins. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound.
From Fourscore Require Bytes_7x6_plain.
Local Open Scope Z_scope.

Theorem first_player_wins_by_41 : first_player_wins_by 7 6 41.
Proof.
  apply (first_wins_by 7 6 Bytes_7x6_plain.bytes 41).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem first_player_wins_7x6 : first_player_wins 7 6.
Proof. exact (first_wins_by_wins _ _ _ first_player_wins_by_41). Qed.

Check first_player_wins_by_41.
Check first_player_wins_7x6.
Print Assumptions first_player_wins_7x6.
