(* 6x6: the second player wins. *)
From Coq Require Import ZArith Uint63.
From Fourscore Require Import Spec Score Sanity Sound.
From Fourscore Require Bytes_6x6_second_plain.
Local Open Scope Z_scope.

Theorem second_player_wins_by_36 : second_player_wins_by 6 6 36.
Proof.
  apply (second_wins_by 6 6 Bytes_6x6_second_plain.bytes 36).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem second_player_wins_6x6 : second_player_wins 6 6.
Proof. exact (second_wins_by_wins _ _ _ second_player_wins_by_36). Qed.
