(* A set of cells is a primitive integer.  'has x i' says that bit i of x is set;
   this file says what the operations of the machine do to it. *)
From Coq Require Import ZArith List Bool Uint63 Lia.
Local Open Scope Z_scope.

Definition has (x : int) (i : Z) : bool := Z.testbit (to_Z x) i.

Lemma has_bit x i : bit x i = has x (to_Z i).
Proof. apply bitE. Qed.

Lemma has_land x y i : has (x land y)%uint63 i = has x i && has y i.
Proof. unfold has; rewrite land_spec'; apply Z.land_spec. Qed.

Lemma has_lor x y i : has (x lor y)%uint63 i = has x i || has y i.
Proof. unfold has; rewrite lor_spec'; apply Z.lor_spec. Qed.

Lemma has_lxor x y i : has (x lxor y)%uint63 i = xorb (has x i) (has y i).
Proof. unfold has; rewrite lxor_spec'; apply Z.lxor_spec. Qed.

Lemma has_none i : has 0 i = false.
Proof. apply Z.bits_0. Qed.

Lemma has_negative x i : i < 0 -> has x i = false.
Proof. intros; apply Z.testbit_neg_r; assumption. Qed.

Lemma has_beyond x i : 63 <= i -> has x i = false.
Proof.
  intros; unfold has.
  assert (B := to_Z_bounded x); change wB with (2 ^ 63) in B.
  rewrite <- (Z.mod_small (to_Z x) (2 ^ 63)) by lia.
  apply Z.mod_pow2_bits_high; lia.
Qed.

Lemma has_range x i : has x i = true -> 0 <= i < 63.
Proof.
  intros T.
  destruct (Z_lt_le_dec i 0); [rewrite has_negative in T by lia; discriminate |].
  destruct (Z_lt_le_dec i 63); [lia | rewrite has_beyond in T by lia; discriminate].
Qed.

Lemma has_lsr x n i : 0 <= i -> has (x >> n)%uint63 i = has x (i + to_Z n).
Proof.
  intros; unfold has; rewrite lsr_spec.
  assert (B := to_Z_bounded n).
  rewrite <- Z.shiftr_div_pow2 by lia. apply Z.shiftr_spec; lia.
Qed.

Lemma has_lsl x n i : i < 63 -> has (x << n)%uint63 i = has x (i - to_Z n).
Proof.
  intros; unfold has; rewrite lsl_spec.
  assert (B := to_Z_bounded n).
  change wB with (2 ^ 63).
  destruct (Z_lt_le_dec i 0).
  - rewrite !Z.testbit_neg_r by lia; reflexivity.
  - rewrite Z.mod_pow2_bits_low by lia.
    rewrite <- Z.shiftl_mul_pow2 by lia. apply Z.shiftl_spec; lia.
Qed.

Lemma has_single n i : i < 63 -> has (1 << n)%uint63 i = (i =? to_Z n).
Proof.
  intros; rewrite has_lsl by lia.
  destruct (Z.eqb_spec i (to_Z n)) as [-> | N].
  - rewrite Z.sub_diag; reflexivity.
  - unfold has; change (to_Z 1) with (2 ^ 0).
    destruct (Z_lt_le_dec (i - to_Z n) 0).
    + rewrite Z.testbit_neg_r by lia; reflexivity.
    + apply Z.pow2_bits_false; lia.
Qed.

Lemma nonzero_has x : (x =? 0)%uint63 = false -> exists i, has x i = true.
Proof.
  intros N; exists (Z.log2 (to_Z x)).
  assert (B := to_Z_bounded x).
  assert (to_Z x <> 0).
  { intros E; change 0 with (to_Z 0) in E; apply to_Z_inj in E.
    subst; discriminate. }
  apply Z.bit_log2; lia.
Qed.

Lemma zero_has x i : (x =? 0)%uint63 = true -> has x i = false.
Proof. intros E; apply eqb_correct in E; subst; apply has_none. Qed.

Lemma to_Z_of_Z z : 0 <= z < 2 ^ 63 -> to_Z (of_Z z) = z.
Proof.
  intros; rewrite of_Z_spec; apply Z.mod_small; change wB with (2 ^ 63); assumption.
Qed.

(* -- the set of the cells of a list --------------------------------------- *)
Definition set_of (l : list Z) : int :=
  fold_left (fun x i => x lor (1 << of_Z i))%uint63 l 0%uint63.

Lemma has_set_of l i :
  (forall j, In j l -> 0 <= j < 63) -> (has (set_of l) i = true <-> In i l).
Proof.
  intros B; unfold set_of.
  enough (G : forall x, has (fold_left (fun x i => x lor (1 << of_Z i))%uint63 l x) i = true
              <-> has x i = true \/ In i l) by (rewrite G, has_none; intuition congruence).
  induction l as [| j l IH]; intros x; cbn [fold_left In]; [tauto |].
  rewrite IH by (intros; apply B; right; assumption).
  rewrite has_lor, orb_true_iff, or_assoc; apply or_iff_compat_l, or_iff_compat_r.
  assert (J : 0 <= j < 63) by (apply B; left; reflexivity).
  assert (E : to_Z (of_Z j) = j) by (apply to_Z_of_Z; lia).
  destruct (Z_lt_le_dec i 63).
  - rewrite has_single, E, Z.eqb_eq by assumption; intuition.
  - rewrite has_beyond by assumption; split; [discriminate | lia].
Qed.

(* The numbers from 0 to n - 1. *)
Definition upto (n : Z) : list Z := map Z.of_nat (seq 0 (Z.to_nat n)).

Lemma in_upto n i : In i (upto n) <-> 0 <= i < n.
Proof.
  unfold upto; rewrite in_map_iff; split.
  - intros (k & <- & K); apply in_seq in K; lia.
  - intros; exists (Z.to_nat i); rewrite in_seq; lia.
Qed.
