(* The goal of a certificate: one notion for all claims, so that the checker has
   to be proven sound only once.  It implies each statement of Spec.v, Score.v and
   Openings.v. *)
From Coq Require Import ZArith List Uint63 Lia.
From Fourscore Require Import Spec Score Openings Boards.
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

Definition is p q :=
  match p, q with First, First | Second, Second => true | _, _ => false end.

Lemma is_cases p q : if is p q then q = p else q = other p.
Proof. destruct p, q; reflexivity. Qed.

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

(* The same if the other side is to move. *)
Definition awaits g p n b :=
  (may_fill g \/ exists d, drops (other p) b d) /\
  forall d, drops (other p) b d -> ~ four (other p) d /\ reaches g p (n + 1) d.

Lemma awaits_same g p n b b' : same b b' -> awaits g p n b -> awaits g p n b'.
Proof.
  intros S [X A]; split.
  - destruct X as [M | [d D]]; [auto | right; exists d].
    apply drops_same with b d; auto.
  - intros d D; apply A; apply drops_same with b' d; auto.
Qed.

Lemma awaits_flip g p n b : awaits g p n b -> awaits g p n (flip b).
Proof.
  intros [X A]; split.
  - destruct X as [M | [d D]]; [auto | right; exists (flip d); apply drops_flip, D].
  - intros d D; apply drops_unflip in D; destruct (A _ D) as [N R]; split.
    + intros F; apply N, four_flip, F.
    + apply reaches_same with (flip (flip d)); [apply flip_flip | apply reaches_flip, R].
Qed.

(* P reaches the goal if q is to move. *)
Definition goes g p q n b := if is p q then reaches g p n b else awaits g p n b.

(* P reaches the goal after opening moves from the empty board. *)
Definition player_reaches cs p g :=
  exists b, leads_to width height First empty cs b /\
            goes g p (turn First cs) (Z.of_nat (length cs)) b.

(* The same for the mirror image of the moves. *)
Lemma turn_map p f cs : turn p (map f cs) = turn p cs.
Proof. revert p; induction cs as [| c cs IH]; intros p; [reflexivity | apply IH]. Qed.

(* Coq's library calls it map_length or length_map. *)
Lemma length_of_map (f : Z -> Z) cs : length (map f cs) = length cs.
Proof. induction cs as [| c cs IH]; [reflexivity | simpl; f_equal; exact IH]. Qed.

Lemma player_reaches_flip cs p g :
  player_reaches cs p g -> player_reaches (map (fun c => width - 1 - c) cs) p g.
Proof.
  intros (b & L & R); exists (flip b); split; [exact (leads_to_flip _ _ _ _ _ _ L) |].
  rewrite length_of_map, turn_map.
  destruct p, (turn First cs); exact (reaches_flip _ _ _ _ R) || exact (awaits_flip _ _ _ _ R).
Qed.

(* -- who plays with which stones ------------------------------------------ *)
(* The next stone of p has number n + 1, then every second one. *)
Lemma reaches_sooner p k k' n b : reaches (Win k) p n b ->
  to_Z k = to_Z k' + 1 -> Z.Even (to_Z k - n) -> reaches (Win k') p n b.
Proof.
  intros R K; induction R as [n b d D F T | n b [] | n b [] | n b d D [[] | X] N A IH];
    intros [m E].
  - apply by_four with d; [exact D | exact F | cbn [in_time] in *; lia].
  - apply by_move with d; auto.
    intros e D'; apply IH; [exact D' |]; exists (m - 1); lia.
Qed.

Lemma player_reaches_sooner cs p k k' : player_reaches cs p (Win k) ->
  to_Z k = to_Z k' + 1 ->
  Z.even (to_Z k - (Z.of_nat (length cs) + if is p (turn First cs) then 0 else 1)) = true ->
  player_reaches cs p (Win k').
Proof.
  intros (b & L & R) K E; apply Z.even_spec in E; exists b; split; [exact L |].
  unfold goes in *; destruct (is p _).
  - rewrite Z.add_0_r in E; eapply reaches_sooner; eassumption.
  - destruct R as [[[] | X] A]; split; [right; exact X |]; intros d D.
    destruct (A d D) as [N R]; split; [exact N | eapply reaches_sooner; eassumption].
Qed.

(* -- scores --------------------------------------------------------------- *)
Section Scores.
Variable cs : list Z.
Local Notation p := (turn First cs).
Local Notation n := (Z.of_nat (length cs)).

(* Both players reach a goal on one board. *)
Lemma reaches_both g g' : player_reaches cs p g -> player_reaches cs (other p) g' ->
  exists b, leads_to width height First empty cs b /\
            reaches g p n b /\ awaits g' (other p) n b.
Proof.
  intros (b & L & R) (b' & L' & A); exists b; split; [exact L |].
  assert (S := opening_leads_to_one _ _ _ _ _ L' L).
  destruct p; (split; [exact R | exact (awaits_same _ _ _ _ _ S A)]).
Qed.

Lemma score_of_win k :
  player_reaches cs p (Win k) -> player_reaches cs (other p) (Delay k) ->
  score_after width height cs (value width height (to_Z k)).
Proof.
  intros W D; destruct (reaches_both _ _ W D) as (b & L & R & _ & A).
  exists b; split; [exact L | apply wins_with; [apply reaches_win, R |]].
  rewrite other_other in A; intros d M; destruct (A d M) as [N V].
  split; [exact N | apply reaches_delay, V].
Qed.

Lemma score_of_loss k :
  player_reaches cs p (Delay k) -> player_reaches cs (other p) (Win k) ->
  score_after width height cs (- value width height (to_Z k)).
Proof.
  intros D W; destruct (reaches_both _ _ D W) as (b & L & R & [[] | X] & A).
  rewrite other_other in X, A.
  exists b; split; [exact L | apply loses_with; [exact X | | apply reaches_delay, R]].
  intros d M; destruct (A d M) as [N V]; split; [exact N | apply reaches_win, V].
Qed.

Lemma score_of_draw : player_reaches cs p Draw -> player_reaches cs (other p) Draw ->
  score_after width height cs 0.
Proof.
  intros D E; destruct (reaches_both _ _ D E) as (b & L & R & _ & A).
  exists b; split; [exact L | apply draws; [exact (reaches_draw _ _ _ R) |]].
  rewrite other_other in A; intros d M; destruct (A d M) as [N V].
  split; [exact N | exact (reaches_draw _ _ _ V)].
Qed.
End Scores.
End Game.
