(* The goal of a certificate: one notion for all claims, so that the checker has
   to be proven sound only once.  It implies each statement of Spec.v and
   Score.v. *)
From Coq Require Import ZArith Uint63 Lia.
From Fourscore Require Import Spec Score Boards.
Local Open Scope Z_scope.

(* The numbers are those of primitive integers, because the checker compares
   them with the number of stones in every position. *)
Inductive goal :=
| Win (last : int)      (* a four with stone 'last' or earlier *)
| Draw                  (* no four of the other side *)
| Delay (until : int).  (* no four of the other side before stone 'until' *)

(* Our four with stone n will do. *)
Definition in_time g n :=
  match g with Win last => n <= to_Z last | Draw | Delay _ => True end.
(* A four of the other side with stone n does not matter. *)
Definition is_late g n :=
  match g with Delay until => to_Z until <= n | Win _ | Draw => False end.
(* A full board will do. *)
Definition may_fill g :=
  match g with Win _ => False | Draw | Delay _ => True end.

(* The same as programs: each name ends in b, as in Z.leb. *)
Definition in_timeb g n :=
  match g with Win last => (n <=? last)%uint63 | Draw | Delay _ => true end.
Definition is_lateb g n :=
  match g with Delay until => (until <=? n)%uint63 | Win _ | Draw => false end.
Definition may_fillb g :=
  match g with Win _ => false | Draw | Delay _ => true end.

Lemma in_timeb_iff g n : in_timeb g n = true <-> in_time g (to_Z n).
Proof. destruct g; simpl; try tauto; apply leb_spec. Qed.

Lemma is_lateb_iff g n : is_lateb g n = true <-> is_late g (to_Z n).
Proof. destruct g; simpl; try (split; [discriminate | tauto]); apply leb_spec. Qed.

Lemma may_fillb_iff g : may_fillb g = true <-> may_fill g.
Proof. destruct g; simpl; split; try discriminate; tauto. Qed.

Section Game.
Variables width height : Z.
Local Notation drops := (drops width height).

(* p, to move on a board with n stones, can reach the goal. *)
Inductive reaches (g : goal) (p : player) : Z -> board -> Prop :=
| by_four n b b' :
    drops p b b' -> four p b' -> in_time g (n + 1) -> reaches g p n b
| by_delay n b :
    is_late g (n + 2) -> reaches g p n b
| by_full_board n b :
    may_fill g -> (forall b', ~ drops p b b') -> reaches g p n b
| by_move n b b' :
    drops p b b' ->
    (may_fill g \/ exists b'', drops (other p) b' b'') ->
    (forall b'', drops (other p) b' b'' -> ~ four (other p) b'') ->
    (forall b'', drops (other p) b' b'' -> reaches g p (n + 2) b'') ->
    reaches g p n b.

Lemma reaches_same g p n b b' : same b b' -> reaches g p n b -> reaches g p n b'.
Proof.
  intros S V; revert b' S.
  destruct V as [n b d D F T | n b L | n b M N | n b d D X N A]; intros b' S.
  - apply by_four with d; auto. apply drops_same with b d; auto.
  - apply by_delay; assumption.
  - apply by_full_board; [assumption |].
    intros d D; apply (N d); apply drops_same with b' d; auto.
  - apply by_move with d; auto. apply drops_same with b d; auto.
Qed.

Local Notation flip := (flip width).

Lemma reaches_flip g p n b : reaches g p n b -> reaches g p n (flip b).
Proof.
  induction 1 as [n b d D F T | n b L | n b M N | n b d D X N A IH].
  - apply by_four with (flip d); auto using drops_flip, four_flip.
  - apply by_delay; assumption.
  - apply by_full_board; [assumption |].
    intros d D; exact (N _ (drops_unflip _ _ _ _ _ D)).
  - apply by_move with (flip d); [apply drops_flip; assumption | | |].
    + destruct X as [M | [e X]]; [auto |].
      right; exists (flip e); apply drops_flip; assumption.
    + intros e D' F; apply (N _ (drops_unflip _ _ _ _ _ D')), four_flip, F.
    + intros e D'; apply reaches_same with (flip (flip e)); [apply flip_flip |].
      apply IH, drops_unflip, D'.
Qed.

(* -- what it means -------------------------------------------------------- *)
Lemma reaches_win last p n b :
  reaches (Win last) p n b -> wins_by width height (to_Z last) p n b.
Proof.
  induction 1 as [n b d D F T | n b L | n b M N | n b d D [M | X] N A IH];
    try contradiction.
  - apply four_in_time with d; assumption.
  - apply in_time_later with d; assumption.
Qed.

Lemma reaches_draw p n b :
  reaches Draw p n b -> does_not_lose width height p b.
Proof.
  induction 1 as [n b d D F T | n b L | n b M N | n b d D X N A IH];
    try contradiction.
  - apply own_four with d; assumption.
  - apply full_board; assumption.
  - apply no_four with d; assumption.
Qed.

Lemma reaches_delay until p n b :
  reaches (Delay until) p n b -> delays_until width height (to_Z until) p n b.
Proof.
  induction 1 as [n b d D F T | n b L | n b M N | n b d D X N A IH].
  - apply own_four_first with d; assumption.
  - apply late_enough; assumption.
  - apply full_in_time; assumption.
  - apply no_four_yet with d; assumption.
Qed.

(* The same from the empty board. *)
Definition first_reaches g := reaches g First 0 empty.
Definition second_reaches g :=
  (may_fill g \/ exists b, drops First empty b) /\
  forall b, drops First empty b -> ~ four First b /\ reaches g Second 1 b.

Definition player_reaches p g :=
  match p with First => first_reaches g | Second => second_reaches g end.
End Game.
