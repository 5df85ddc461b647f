(* 7x5: the first player does not lose, so the second player does not win. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound.
From Fourscore Require Bytes_7x5_first_plain.
Local Open Scope Z_scope.

Theorem first_player_does_not_lose_7x5 : first_player_does_not_lose 7 5.
Proof.
  apply (first_draws 7 5 Bytes_7x5_first_plain.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem second_player_does_not_win_7x5 : ~ second_player_wins 7 5.
Proof. exact (first_stops_second _ _ first_player_does_not_lose_7x5). Qed.

Check first_player_does_not_lose_7x5.
Check second_player_does_not_win_7x5.

Print Assumptions second_player_does_not_win_7x5.
