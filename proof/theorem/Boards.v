(* Boards that agree everywhere, and mirror images: the rules see no difference.
   (Boards are functions, and Coq does not say that functions which agree
   everywhere are equal; so 'same' stands where one would like to write '='.) *)
From Coq Require Import ZArith List Lia.
From Fourscore Require Import Spec Openings.
Local Open Scope Z_scope.

Definition same (b b' : board) := forall c r, b c r = b' c r.

Lemma same_refl b : same b b.
Proof. intros c r; reflexivity. Qed.

Lemma same_sym b b' : same b b' -> same b' b.
Proof. intros S c r; symmetry; apply S. Qed.

#[export] Hint Resolve same_refl same_sym : core.

Lemma four_same p b b' : same b b' -> four p b -> four p b'.
Proof.
  intros S (c & r & dc & dr & D & A); exists c, r, dc, dr; split; [assumption |].
  intros k K; rewrite <- S; auto.
Qed.

Definition direction dc dr : Prop :=
  (dc, dr) = (1, 0) \/ (dc, dr) = (0, 1) \/ (dc, dr) = (1, 1) \/ (dc, dr) = (1, -1).

Lemma same_cell (c r c' r' : Z) : (c', r') = (c, r) \/ (c', r') <> (c, r).
Proof. destruct (Z.eq_dec c' c), (Z.eq_dec r' r); [left | right ..]; congruence. Qed.

Lemma other_neq p : other p <> p.
Proof. destruct p; discriminate. Qed.

Lemma other_other p : other (other p) = p.
Proof. destruct p; reflexivity. Qed.

Section Game.
Variables width height : Z.
Local Notation drops := (drops width height).

Lemma drops_same p b b' d d' : same b b' -> same d d' -> drops p b d -> drops p b' d'.
Proof.
  intros S T (c & r & C & R & N & G & P & A); exists c, r.
  rewrite <- T, <- !S; repeat (split; [assumption |]).
  intros x y XY; rewrite <- T, <- S; auto.
Qed.

(* A stone of p completes no four of the other side. *)
Lemma four_before p q b b' : p <> q -> drops p b b' -> four q b' -> four q b.
Proof.
  intros N (c & r & _ & _ & _ & _ & P & A) (x & y & dx & dy & D & F).
  exists x, y, dx, dy; split; [assumption |].
  intros k K; rewrite <- (F k K); symmetry; apply A; intros E.
  injection E as E1 E2; specialize (F k K); rewrite E1, E2 in F; congruence.
Qed.

(* -- stones fall ---------------------------------------------------------- *)
(* Stones lie on the board, and on other stones. *)
Definition grounded (b : board) :=
  forall c r, b c r <> None ->
    0 <= c < width /\ 0 <= r < height /\ forall r', 0 <= r' < r -> b c r' <> None.

Lemma drops_grounded p b b' : grounded b -> drops p b b' -> grounded b'.
Proof.
  intros G (c & r & C & R & N & S & P & A) x y Q.
  destruct (same_cell c r x y) as [E | E].
  - injection E as -> ->; split; [assumption | split; [assumption |]].
    intros r' R'; rewrite A by (intros F; injection F; lia).
    destruct S as [-> | S]; [lia |].
    destruct (Z.eq_dec r' (r - 1)) as [-> | M]; [assumption |].
    apply (G c (r - 1)); [assumption | lia].
  - rewrite A in Q by assumption; destruct (G x y Q) as (X & Y & B).
    split; [assumption | split; [assumption |]].
    intros r' R'; destruct (same_cell c r x r') as [F | F].
    + injection F as -> ->; rewrite P; discriminate.
    + rewrite A by assumption; apply B; assumption.
Qed.

(* -- mirror images -------------------------------------------------------- *)
Definition flip (b : board) : board := fun c r => b (width - 1 - c) r.

Lemma flip_flip b : same (flip (flip b)) b.
Proof. intros c r; unfold flip; f_equal; lia. Qed.

(* A line that goes to the right becomes one that comes from the right, so it is
   read from its other end. *)
Lemma four_flip p b : four p b -> four p (flip b).
Proof.
  intros (c & r & dc & dr & D & A).
  assert (G : forall k, 0 <= k < 4 ->
                flip b (width - 1 - c - k * dc) (r + k * dr) = Some p).
  { intros k K; unfold flip; rewrite <- (A k K); f_equal; lia. }
  assert (dc = 0 \/ dc = 1) as [-> | ->]
    by (destruct D as [D | [D | [D | D]]]; injection D; intros; subst; auto).
  - exists (width - 1 - c), r, 0, dr; split; [assumption |].
    intros k K; rewrite <- (G k K); f_equal; lia.
  - exists (width - 1 - c - 3), (r + 3 * dr), 1, (- dr); split.
    + destruct D as [D | [D | [D | D]]]; injection D; intros; subst; auto; discriminate.
    + intros k K; rewrite <- (G (3 - k) ltac:(lia)); f_equal; lia.
Qed.

Lemma drops_flip p b b' : drops p b b' -> drops p (flip b) (flip b').
Proof.
  intros (c & r & C & R & N & G & P & A); exists (width - 1 - c), r.
  unfold flip; replace (width - 1 - (width - 1 - c)) with c by lia.
  repeat (split; [assumption || lia |]).
  intros x y XY; apply A; intros E; apply XY; apply pair_equal_spec in E.
  apply pair_equal_spec; lia.
Qed.

Lemma drops_unflip p b b' : drops p (flip b) b' -> drops p b (flip b').
Proof.
  intros D; apply drops_flip in D; eapply drops_same, D; auto using flip_flip.
Qed.

(* -- opening moves -------------------------------------------------------- *)
Local Notation leads_to := (leads_to width height).

Lemma leads_from_same p b b' cs d : same b b' -> leads_to p b cs d ->
  exists d', same d d' /\ leads_to p b' cs d'.
Proof.
  intros S L; destruct L as [p b | p b c e cs d D [r N] F L].
  - exists b'; split; [exact S | apply no_move].
  - exists d; split; [auto |]; apply one_move with e; [| exists r | exact F | exact L].
    + apply drops_same with b e; auto.
    + rewrite <- S; exact N.
Qed.

(* They lead to one board. *)
Lemma into_column p b b' c d d' : grounded b -> same b b' ->
  drops p b d -> (exists r, d c r <> b c r) ->
  drops p b' d' -> (exists r, d' c r <> b' c r) -> same d d'.
Proof.
  intros G S D X D' X'; apply (drops_same _ b' b d' d') in D'; [| auto ..].
  destruct X as [y X], X' as [y' X']; rewrite <- S in X'.
  destruct D as (c1 & r1 & C1 & R1 & N1 & U1 & P1 & A1).
  destruct D' as (c2 & r2 & C2 & R2 & N2 & U2 & P2 & A2).
  destruct (same_cell c1 r1 c y) as [E1 | E1]; [| apply A1 in E1; contradiction].
  destruct (same_cell c2 r2 c y') as [E2 | E2]; [| apply A2 in E2; contradiction].
  injection E1 as -> ->; injection E2 as <- ->.
  assert (below : forall r r', 0 <= r -> b c1 r = None -> r < r' ->
                    (r' = 0 \/ b c1 (r' - 1) <> None) -> False).
  { intros r r' R N L [-> | U]; [lia |].
    destruct (Z.eq_dec r (r' - 1)) as [-> | M]; [contradiction |].
    apply G in U as (_ & _ & U); apply (U r); [lia | exact N]. }
  assert (r1 = r2) as <-.
  { destruct (Z.lt_total r1 r2) as [L | [L | L]]; [exfalso | exact L | exfalso].
    - apply (below r1 r2); tauto || lia.
    - apply (below r2 r1); tauto || lia. }
  intros x z; destruct (same_cell c1 r1 x z) as [E | E]; [congruence |].
  rewrite A1, A2 by exact E; reflexivity.
Qed.

Lemma leads_to_one p b b' cs d d' : grounded b -> same b b' ->
  leads_to p b cs d -> leads_to p b' cs d' -> same d d'.
Proof.
  intros G S L; revert b' S; induction L as [p b | p b c e cs d D X F L IH];
    intros b' S L'; inversion L' as [| ? ? ? e' ? ? D' X' F' L2]; subst; [exact S |].
  apply (IH (drops_grounded _ _ _ G D) e'); [| exact L2].
  exact (into_column _ _ _ _ _ _ G S D X D' X').
Qed.

Lemma opening_leads_to_one cs b b' :
  leads_to First empty cs b -> leads_to First empty cs b' ->
  same b b'.
Proof.
  apply leads_to_one; [| auto]; intros c r N; exfalso; apply N; reflexivity.
Qed.

Lemma leads_to_flip p b cs b' : leads_to p b cs b' ->
  leads_to p (flip b) (map (fun c => width - 1 - c) cs) (flip b').
Proof.
  induction 1 as [p b | p b c d cs b' D [r N] F L IH]; [apply no_move |].
  apply one_move with (flip d).
  - apply drops_flip, D.
  - exists r; unfold flip; replace (width - 1 - (width - 1 - c)) with c by lia; exact N.
  - intros Q; apply four_flip in Q; apply F.
    eapply four_same, Q; apply flip_flip.
  - exact IH.
Qed.

End Game.
