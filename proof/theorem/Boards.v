(* Boards that agree everywhere, and mirror images: the rules see no difference.
   (Boards are functions, and Coq does not say that functions which agree
   everywhere are equal; so 'same' stands where one would like to write '='.) *)
From Coq Require Import ZArith Lia.
From Fourscore Require Import Spec.
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
End Game.
