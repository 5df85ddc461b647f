(* 8x4: the second player wins. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound.
From Fourscore Require Bytes_8x4_second.
Local Open Scope Z_scope.

Theorem second_player_wins_by_32 : second_player_wins_by 8 4 32.
Proof.
  apply (second_wins_by 8 4 Bytes_8x4_second.bytes 32).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem second_player_wins_8x4 : second_player_wins 8 4.
Proof. exact (second_wins_by_wins _ _ _ second_player_wins_by_32). Qed.
