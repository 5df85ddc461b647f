(* Follow-up: why a static proof holds.  P can answer each stone of M so that M only
   gets cells of a fixed set, its reach; the rules for the answers are local.  Boards
   here are those of Spec.v, and sets of cells are predicates.

   Cells in play come in pairs, a lower cell and an upper one on it.  If M takes a
   lower cell, P takes the upper one.  A column whose next cell is an upper one is
   odd; there is an even number of them.  If M plays in an odd column, P plays in
   another one, and both are odd no more.  An entry is a cell below a threat of P:
   if M plays it, P completes a four above it. *)
From Coq Require Import ZArith List Bool Lia.
From Fourscore Require Import Spec Boards Goal.
Import ListNotations.
Local Open Scope Z_scope.

(* -- lists of different columns ------------------------------------------- *)
Lemma length_remove_in {A} (dec : forall x y : A, {x = y} + {x <> y}) x l :
  NoDup l -> In x l -> length l = S (length (remove dec x l)).
Proof.
  induction l as [| y l IH]; intros N I; [destruct I |].
  inversion N as [| ? ? F N']; subst; cbn [remove].
  destruct (dec x y) as [<- | D].
  - rewrite notin_remove by assumption; reflexivity.
  - destruct I as [<- | I]; [congruence |]; cbn [length]; rewrite <- IH; auto.
Qed.

Lemma nodup_remove {A} (dec : forall x y : A, {x = y} + {x <> y}) x l :
  NoDup l -> NoDup (remove dec x l).
Proof.
  induction 1 as [| y l F N IH]; cbn [remove]; [constructor |].
  destruct (dec x y); [assumption | constructor; [| assumption]].
  intros I; apply F; apply in_remove in I; tauto.
Qed.

(* In a set of even size no element is alone. *)
Lemma another (l : list Z) c : NoDup l -> Nat.even (length l) = true -> In c l ->
  exists d l', d <> c /\ In d l /\ NoDup l' /\ Nat.even (length l') = true /\
    forall x, In x l' <-> In x l /\ x <> c /\ x <> d.
Proof.
  intros N E I; assert (L := length_remove_in Z.eq_dec c l N I).
  assert (N' := nodup_remove Z.eq_dec c l N).
  destruct (remove Z.eq_dec c l) as [| d m] eqn:R; [rewrite L in E; discriminate |].
  assert (D : In d l /\ d <> c) by (apply (in_remove Z.eq_dec); rewrite R; left; auto).
  inversion N' as [| ? ? F N'']; subst; exists d, m.
  split; [tauto | split; [tauto | split; [assumption |]]].
  split; [rewrite L in E; exact E |].
  intros x; split.
  - intros X; assert (In x (remove Z.eq_dec c l)) as X' by (rewrite R; right; exact X).
    apply in_remove in X'; split; [tauto | split; [tauto | congruence]].
  - intros (X & XC & XD).
    assert (In x (remove Z.eq_dec c l)) as X' by (apply in_in_remove; assumption).
    rewrite R in X'; destruct X' as [-> |]; [contradiction | assumption].
Qed.

Section Followup.
Variables width height : Z.
Local Notation drops := (drops width height).
Local Notation grounded := (grounded width height).

(* -- moves ---------------------------------------------------------------- *)
Definition on_board c r := 0 <= c < width /\ 0 <= r < height.

Definition can_play (b : board) c r :=
  on_board c r /\ b c r = None /\ (r = 0 \/ b c (r - 1) <> None).

Definition with_stone (b : board) c r p : board := fun x y =>
  if (x =? c) && (y =? r) then Some p else b x y.

Lemma stone_there b c r p : with_stone b c r p c r = Some p.
Proof. unfold with_stone; rewrite !Z.eqb_refl; reflexivity. Qed.

Lemma stone_elsewhere b c r p x y : (x, y) <> (c, r) -> with_stone b c r p x y = b x y.
Proof.
  unfold with_stone; intros N.
  destruct (Z.eqb_spec x c) as [-> |], (Z.eqb_spec y r) as [-> |]; simpl; congruence.
Qed.

Lemma drops_with_stone p b c r : can_play b c r -> drops p b (with_stone b c r p).
Proof.
  intros ([C R] & N & G); exists c, r; repeat (split; [assumption |]).
  split; [apply stone_there | intros; apply stone_elsewhere; assumption].
Qed.

Lemma drops_inv p b b' : drops p b b' ->
  exists c r, can_play b c r /\ same b' (with_stone b c r p).
Proof.
  intros (c & r & C & R & N & G & P & A); exists c, r.
  split; [split; [split |]; auto |].
  intros x y; destruct (same_cell c r x y) as [[= -> ->] | E];
    [rewrite stone_there | rewrite stone_elsewhere]; auto.
Qed.

Lemma one_move_per_column b c r r' :
  grounded b -> can_play b c r -> can_play b c r' -> r = r'.
Proof.
  assert (H : forall r r', grounded b -> can_play b c r -> can_play b c r' -> ~ r < r').
  { intros s s' G ([_ S] & N & _) ([_ S'] & _ & [-> | T]) L; [lia |].
    destruct (Z.eq_dec s (s' - 1)) as [-> | D]; [contradiction |].
    destruct (G c (s' - 1) T) as (_ & _ & B); apply (B s); [lia | exact N]. }
  intros G P P'; assert (A := H _ _ G P P'); assert (B := H _ _ G P' P); lia.
Qed.

(* After a move the same cells are playable, but for the one above it. *)
Lemma can_play_next b c r p x y : grounded b -> can_play b c r ->
  can_play (with_stone b c r p) x y ->
  (x <> c /\ can_play b x y) \/ (x = c /\ y = r + 1).
Proof.
  intros G P (O & N & U).
  assert (E : (x, y) <> (c, r)) by (intros [= -> ->]; rewrite stone_there in N; discriminate).
  rewrite stone_elsewhere in N by assumption.
  destruct (Z.eq_dec x c) as [-> | X].
  - right; split; [reflexivity |]; destruct (same_cell c r c (y - 1)) as [F | F].
    { injection F; lia. }
    rewrite stone_elsewhere in U by assumption.
    exfalso; apply E; f_equal; eapply one_move_per_column; [exact G | | exact P].
    split; [| split]; assumption.
  - left; split; [assumption |]; rewrite stone_elsewhere in U by congruence.
    split; [| split]; assumption.
Qed.

Lemma can_play_elsewhere b c r p x y : x <> c -> can_play b x y ->
  can_play (with_stone b c r p) x y.
Proof.
  intros X (O & N & U); split; [assumption |].
  rewrite !stone_elsewhere by congruence; auto.
Qed.

Lemma can_play_above b c r p : grounded b -> can_play b c r -> on_board c (r + 1) ->
  can_play (with_stone b c r p) c (r + 1).
Proof.
  intros G (O & N & _) O'; split; [assumption |].
  replace (r + 1 - 1) with r by lia; rewrite stone_there.
  rewrite stone_elsewhere by (intros E; injection E; lia); split; [| right; discriminate].
  destruct (b c (r + 1)) eqn:E; [exfalso | reflexivity].
  destruct (G c (r + 1) ltac:(congruence)) as (_ & _ & B).
  apply (B r); [unfold on_board in *; lia | exact N].
Qed.

(* If a cell is empty, its column has a move. *)
Lemma some_move p b c r : on_board c r -> b c r = None -> exists b', drops p b b'.
Proof.
  intros [C R]; assert (P := proj1 R); revert R; pattern r; revert r P.
  apply Zlt_0_ind; intros r IH _ R N; destruct (Z.eq_dec r 0) as [-> | R0].
  - eexists; apply drops_with_stone with (r := 0); split; [split |]; eauto.
  - destruct (b c (r - 1)) eqn:E; [| apply (IH (r - 1)); [lia | lia | exact E]].
    eexists; apply drops_with_stone with (r := r); split; [split; eassumption |].
    split; [assumption | right; congruence].
Qed.

(* -- a four is there or not ----------------------------------------------- *)
Definition line (s : Z -> Z -> Prop) c r dc dr :=
  direction dc dr /\ forall k, 0 <= k < 4 -> s (c + k * dc) (r + k * dr).

Lemma four_dec p b : grounded b -> {four p b} + {~ four p b}.
Proof.
  intros G; set (numbers n := map Z.of_nat (seq 0 (Z.to_nat n))).
  assert (numbers_iff : forall n i, In i (numbers n) <-> 0 <= i < n).
  { intros n i; unfold numbers; rewrite in_map_iff; split.
    - intros (k & <- & K); apply in_seq in K; lia.
    - intros; exists (Z.to_nat i); rewrite in_seq; lia. }
  set (stones := fun x : (Z * Z) * (Z * Z) => let '((c, r), (dc, dr)) := x in
         Forall (fun k => b (c + k * dc) (r + k * dr) = Some p) [0; 1; 2; 3]).
  set (places := list_prod (list_prod (numbers width) (numbers height))
                           [(1, 0); (0, 1); (1, 1); (1, -1)]).
  assert (D : {Exists stones places} + {~ Exists stones places}).
  { apply Exists_dec; intros [[c r] [dc dr]]; apply Forall_dec; intros k.
    repeat decide equality. }
  assert (iff : Exists stones places <-> four p b).
  { rewrite Exists_exists; split.
    - intros ([[c r] [dc dr]] & I & S); exists c, r, dc, dr.
      apply in_prod_iff in I as [_ I]; split.
      + destruct I as [E | [E | [E | [E | []]]]]; rewrite <- E; tauto.
      + intros k K; unfold stones in S; rewrite Forall_forall in S; apply S.
        assert (k = 0 \/ k = 1 \/ k = 2 \/ k = 3) as [-> | [-> | [-> | ->]]] by lia;
          simpl; tauto.
    - intros (c & r & dc & dr & E & A); exists ((c, r), (dc, dr)); split.
      + destruct (G c r) as (C & R & _).
        { specialize (A 0 ltac:(lia)); replace (c + 0 * dc) with c in A by lia.
          replace (r + 0 * dr) with r in A by lia; congruence. }
        unfold places; rewrite !in_prod_iff, !numbers_iff; split; [tauto |].
        destruct E as [E | [E | [E | E]]]; rewrite E; simpl; tauto.
      + apply Forall_forall; intros k K; apply A.
        destruct K as [<- | [<- | [<- | [<- | []]]]]; lia. }
  destruct D as [D | D]; [left | right]; rewrite <- iff; assumption.
Qed.

(* -- what a static proof has ---------------------------------------------- *)
Variable p : player.
Variable g : goal.
Local Notation reaches := (reaches width height g p).

Variables lower upper entry reach guarded mine : Z -> Z -> Prop.
Variable last : Z.

Record static_proof : Prop := {
  upper_on_lower : forall c r, lower c r -> upper c (r + 1);
  on_upper : forall c r, upper c r -> on_board c (r + 1) -> lower c (r + 1) \/ entry c (r + 1);
  upper_alone : forall c r, upper c r -> on_board c r /\ ~ lower c r /\ ~ entry c r;
  lower_in_reach : forall c r, lower c r -> reach c r /\ ~ entry c r;
  entry_in_reach : forall c r, entry c r -> reach c r;
  (* P gets the guarded cells, M does not. *)
  guarded_beyond_reach : forall c r, guarded c r -> on_board c r /\ ~ reach c r;
  (* A four of M would lie above a four of P. *)
  fours_are_late : forall c r dc dr, line reach c r dc dr ->
    exists d, 0 <= d /\ line guarded c (r - d) dc dr;
  (* Above an entry P completes a four. *)
  entry_is_a_loss : forall c r, entry c r -> on_board c (r + 1) /\
    forall b : board, (forall x y, mine x y -> b x y = Some p) ->
      b c (r + 1) = Some p -> four p b;
  (* A full board will do, or M comes to an entry, or P gets a four. *)
  ends_well : may_fill g \/ (exists c r, on_board c r /\ entry c r) \/
              (exists c r dc dr, line guarded c r dc dr);
  all_in_time : forall n, n <= last -> in_time g n }.

(* -- what P keeps up, with M to move -------------------------------------- *)
Record kept (b : board) : Prop := {
  stones_on_ground : grounded b;
  theirs_in_reach : forall c r, b c r = Some (other p) -> reach c r;
  mine_there : forall c r, mine c r -> b c r = Some p;
  entries_empty : forall c r, entry c r -> b c r = None;
  moves_known : forall c r, can_play b c r ->
    lower c r \/ (upper c r /\ reach c r) \/ entry c r;
  odd_columns_even : exists l, NoDup l /\ Nat.even (length l) = true /\
    forall c, In c l <-> exists r, can_play b c r /\ upper c r;
  no_four_before : ~ four p b }.

Hypothesis proof : static_proof.

Lemma guarded_is_mine b : (forall c r, b c r = Some (other p) -> reach c r) ->
  forall c r, guarded c r -> b c r <> None -> b c r = Some p.
Proof.
  intros T c r G N; destruct (b c r) as [s |] eqn:E; [| congruence].
  destruct (guarded_beyond_reach proof c r G) as [_ B].
  assert (Q : s <> other p) by (intros ->; apply B, T, E).
  destruct s, p; simpl in Q; congruence.
Qed.

(* M never has four before P. *)
Lemma no_four_of_theirs b : grounded b ->
  (forall c r, b c r = Some (other p) -> reach c r) -> ~ four p b -> ~ four (other p) b.
Proof.
  intros G T N (c & r & dc & dr & D & A); apply N.
  destruct (fours_are_late proof c r dc dr) as (d & L & _ & F).
  { split; [exact D |]; intros k K; apply T, A, K. }
  exists c, (r - d), dc, dr; split; [exact D |]; intros k K.
  specialize (A k K); specialize (F k K); apply guarded_is_mine; [exact T | exact F |].
  replace (r - d + k * dr) with (r + k * dr - d) in * by lia.
  destruct (Z.eq_dec d 0) as [-> | D0].
  - rewrite Z.sub_0_r, A; discriminate.
  - destruct (G (c + k * dc) (r + k * dr)) as (_ & _ & B); [congruence |].
    destruct (guarded_beyond_reach proof _ _ F) as [[_ R] _]; apply B; lia.
Qed.

(* If M can move no more, the board is full, and that will do. *)
Lemma some_move_or_end b : kept b -> may_fill g \/ exists b', drops (other p) b b'.
Proof.
  intros K; destruct (ends_well proof) as [M | [(c & r & O & E) | (c & r & dc & dr & D & F)]];
    [auto | right | right].
  - apply some_move with c r; [exact O | apply (entries_empty b K), E].
  - assert (H : forall k, 0 <= k < 4 -> b (c + k * dc) (r + k * dr) = None ->
                exists b', drops (other p) b b').
    { intros k L N; apply some_move with (2 := N), (guarded_beyond_reach proof), F, L. }
    assert (I : forall k, 0 <= k < 4 -> b (c + k * dc) (r + k * dr) <> None ->
                b (c + k * dc) (r + k * dr) = Some p).
    { intros k L N; apply guarded_is_mine; [apply (theirs_in_reach b K) | auto | exact N]. }
    destruct (b (c + 0 * dc) (r + 0 * dr)) eqn:E0; [| apply (H 0); [lia | exact E0]].
    destruct (b (c + 1 * dc) (r + 1 * dr)) eqn:E1; [| apply (H 1); [lia | exact E1]].
    destruct (b (c + 2 * dc) (r + 2 * dr)) eqn:E2; [| apply (H 2); [lia | exact E2]].
    destruct (b (c + 3 * dc) (r + 3 * dr)) eqn:E3; [| apply (H 3); [lia | exact E3]].
    exfalso; apply (no_four_before b K); exists c, r, dc, dr; split; [exact D |].
    intros k L; apply I; [exact L |].
    assert (k = 0 \/ k = 1 \/ k = 2 \/ k = 3) as [-> | [-> | [-> | ->]]] by lia; congruence.
Qed.

(* M has played (c, r), and P answers at (x, y).  What is kept, but for the next
   moves and the odd columns. *)
Lemma answered b c r x y : kept b -> can_play b c r -> reach c r ->
  let b' := with_stone b c r (other p) in can_play b' x y -> ~ entry c r -> ~ entry x y ->
  ~ four p (with_stone b' x y p) ->
  (forall u v, can_play (with_stone b' x y p) u v ->
     lower u v \/ (upper u v /\ reach u v) \/ entry u v) ->
  (exists l, NoDup l /\ Nat.even (length l) = true /\
     forall u, In u l <-> exists v, can_play (with_stone b' x y p) u v /\ upper u v) ->
  kept (with_stone b' x y p).
Proof.
  intros K P R b' P' E E' N M O.
  assert (G : grounded b') by (eapply drops_grounded, drops_with_stone, P; apply K).
  split; [eapply drops_grounded, drops_with_stone, P'; exact G | | | | exact M | exact O | exact N].
  - intros u v; destruct (same_cell x y u v) as [[= -> ->] | F].
    + rewrite stone_there; intros [= S]; destruct (other_neq p); congruence.
    + rewrite stone_elsewhere by assumption; unfold b'.
      destruct (same_cell c r u v) as [[= -> ->] | F']; [intros _; exact R |].
      rewrite stone_elsewhere by assumption; apply K.
  - intros u v S; apply (mine_there b K) in S as S'.
    destruct (same_cell x y u v) as [[= -> ->] | F]; [apply stone_there |].
    rewrite stone_elsewhere by assumption; unfold b'.
    destruct (same_cell c r u v) as [[= -> ->] | F'].
    + destruct P as (_ & P & _); congruence.
    + rewrite stone_elsewhere by assumption; exact S'.
  - intros u v S; rewrite stone_elsewhere by (intros [= -> ->]; contradiction).
    unfold b'; rewrite stone_elsewhere by (intros [= -> ->]; contradiction).
    apply (entries_empty b K), S.
Qed.

(* -- P reaches the goal --------------------------------------------------- *)
Lemma move_in_reach b c r : kept b -> can_play b c r -> reach c r.
Proof.
  intros K P; destruct (moves_known b K c r P) as [L | [[_ R] | E]];
    [apply (lower_in_reach proof), L | exact R | apply (entry_in_reach proof), E].
Qed.

Lemma no_four_of_move b c r : kept b -> can_play b c r ->
  ~ four (other p) (with_stone b c r (other p)).
Proof.
  intros K P; apply no_four_of_theirs.
  - eapply drops_grounded, drops_with_stone, P; apply K.
  - intros x y; destruct (same_cell c r x y) as [[= -> ->] | E].
    + intros _; eapply move_in_reach; eassumption.
    + rewrite stone_elsewhere by assumption; apply K.
  - intros F; apply (no_four_before b K).
    eapply four_before, F; [| apply drops_with_stone, P].
    intros E; apply (other_neq p); congruence.
Qed.

(* After M's move and P's answer: which moves are new. *)
Lemma moves_after b c r x y u v : grounded b -> can_play b c r ->
  let b' := with_stone b c r (other p) in can_play b' x y ->
  can_play (with_stone b' x y p) u v ->
  (u <> c /\ u <> x /\ can_play b u v) \/
  (u = c /\ u <> x /\ v = r + 1) \/ (u = x /\ v = y + 1).
Proof.
  intros G P b' P' Q; assert (G' : grounded b')
    by (eapply drops_grounded, drops_with_stone, P; exact G).
  apply can_play_next in Q as [[X Q] | Q]; [| auto | assumption | assumption].
  apply can_play_next in Q as [[C Q] | [-> ->]]; auto.
Qed.

(* A cell in play. *)
Definition in_play c r := lower c r \/ upper c r.

(* P completes a four if M has played an entry.  Otherwise both play cells in play,
   and the answer keeps what P keeps up, unless it completes a four. *)
Lemma answer b c r : kept b -> can_play b c r ->
  let b' := with_stone b c r (other p) in
  exists x y, can_play b' x y /\
    (entry c r /\ four p (with_stone b' x y p) \/
     in_play c r /\ in_play x y /\
     (four p (with_stone b' x y p) \/ kept (with_stone b' x y p))).
Proof.
  intros K P b'; assert (R := move_in_reach b c r K P).
  assert (G := stones_on_ground b K).
  destruct (odd_columns_even b K) as (l & N & E & O).
  assert (G' : grounded b') by (eapply drops_grounded, drops_with_stone, P; exact G).
  assert (D : forall x y, in_play c r -> in_play x y -> can_play b' x y ->
    (~ four p (with_stone b' x y p) -> kept (with_stone b' x y p)) ->
    exists x y, can_play b' x y /\
      (entry c r /\ four p (with_stone b' x y p) \/
       in_play c r /\ in_play x y /\
       (four p (with_stone b' x y p) \/ kept (with_stone b' x y p)))).
  { intros x y I1 I2 P' Q; exists x, y; split; [exact P' | right].
    split; [exact I1 | split; [exact I2 |]].
    destruct (four_dec p (with_stone b' x y p)); auto.
    eapply drops_grounded, drops_with_stone, P'; exact G'. }
  destruct (moves_known b K c r P) as [L | [[U _] | I]].
  - (* a lower cell: P takes the upper one *)
    assert (U := upper_on_lower proof c r L).
    destruct (lower_in_reach proof c r L) as [_ NL].
    destruct (upper_alone proof _ _ U) as (B & _ & NU).
    assert (P' := can_play_above b c r (other p) G P B).
    apply D with c (r + 1); [left; exact L | right; exact U | exact P' |]; intros F.
    apply answered; try assumption; [intros u v Q | exists l].
    + destruct (moves_after b c r c (r + 1) u v G P P' Q) as [(_ & _ & A) | [(-> & [] & _) | [-> ->]]];
        [apply (moves_known b K), A | reflexivity |].
      destruct (on_upper proof _ _ U (proj1 Q)); auto.
    + split; [assumption | split; [assumption |]]; intros u; rewrite O; split; intros (v & Q & V).
      * exists v; split; [| assumption]; destruct (Z.eq_dec u c) as [-> | C].
        { assert (v = r) as -> by (eapply (one_move_per_column b c); eassumption).
          destruct (upper_alone proof _ _ V) as (_ & A & _); contradiction. }
        apply can_play_elsewhere, can_play_elsewhere; assumption.
      * destruct (moves_after b c r c (r + 1) u v G P P' Q) as [(_ & _ & A) | [(-> & [] & _) | [-> ->]]];
          [exists v; auto | reflexivity |].
        destruct (upper_alone proof _ _ V) as (B' & A & A').
        destruct (on_upper proof _ _ U B'); contradiction.
  - (* an upper cell: P plays in another odd column *)
    destruct (another l c N E) as (d & l' & C & DL & N' & E' & O'); [apply O; exists r; auto |].
    apply O in DL as (y & Y & V).
    destruct (upper_alone proof _ _ U) as (_ & _ & NU).
    destruct (upper_alone proof _ _ V) as (_ & _ & NV).
    assert (P' := can_play_elsewhere b c r (other p) d y C Y).
    apply D with d y; [right; exact U | right; exact V | exact P' |]; intros F.
    apply answered; try assumption; [intros u v Q | exists l'].
    + destruct (moves_after b c r d y u v G P P' Q) as [(_ & _ & A) | [(-> & _ & ->) | [-> ->]]];
        [apply (moves_known b K), A | |].
      * destruct (on_upper proof _ _ U (proj1 Q)); auto.
      * destruct (on_upper proof _ _ V (proj1 Q)); auto.
    + split; [assumption | split; [assumption |]]; intros u; rewrite O', O; split.
      * intros ((v & Q & W) & UC & UD); exists v; split; [| assumption].
        apply can_play_elsewhere, can_play_elsewhere; assumption.
      * intros (v & Q & W); destruct (upper_alone proof _ _ W) as (B' & A & A').
        destruct (moves_after b c r d y u v G P P' Q) as [(UC & UD & M) | [(-> & _ & ->) | [-> ->]]].
        { split; [exists v |]; auto. }
        { destruct (on_upper proof _ _ U B'); contradiction. }
        { destruct (on_upper proof _ _ V B'); contradiction. }
  - (* an entry: P completes a four above it *)
    destruct (entry_is_a_loss proof c r I) as (B & F).
    exists c, (r + 1); split; [apply can_play_above; assumption |].
    left; split; [exact I | apply F].
    + intros x y M; apply (mine_there b K) in M as S.
      rewrite stone_elsewhere; [unfold b'; rewrite stone_elsewhere; [exact S |] |].
      * intros [= -> ->]; destruct P as (_ & A & _); congruence.
      * intros [= -> ->]; destruct (G c (r + 1) ltac:(congruence)) as (_ & _ & A).
        apply (A r); [destruct P as ([_ ?] & _ & _); lia | apply P].
    + apply stone_there.
Qed.

(* The empty cells in play are among those of l. *)
Definition covers (l : list (Z * Z)) (b : board) :=
  forall x y, in_play x y -> b x y = None -> In (x, y) l.

Definition same_place : forall x y : Z * Z, {x = y} + {x <> y}.
Proof. decide equality; apply Z.eq_dec. Defined.

Lemma covers_next l b c r s : covers l b -> covers (remove same_place (c, r) l) (with_stone b c r s).
Proof.
  intros C x y O N; assert (E : (x, y) <> (c, r)) by (intros [= -> ->]; rewrite stone_there in N; discriminate).
  rewrite stone_elsewhere in N by assumption; apply in_in_remove; auto.
Qed.

(* P's four comes while cells in play are left, or with the second stone after them:
   M's is an entry. *)
Theorem followed k : forall l n b, (length l < k)%nat -> covers l b ->
  n + Z.of_nat (length l) <= last ->
  (forall c r, entry c r -> n + Z.of_nat (length l) + 2 <= last) -> kept b ->
  forall b', drops (other p) b b' -> ~ four (other p) b' /\ reaches (n + 1) b'.
Proof.
  induction k as [| k IH]; intros l n b LK C T TE K b0 D0; [lia |].
  apply drops_inv in D0 as (c & r & P & S); apply same_sym in S.
  assert (F := no_four_of_move b c r K P).
  split; [intros F'; apply F; eapply four_same, F'; auto | eapply reaches_same; [exact S |]].
  destruct (answer b c r K P) as (x & y & P' & [[E A] | (I & I' & A)]).
  { eapply by_four; [apply drops_with_stone, P' | exact A |].
    apply (all_in_time proof); specialize (TE c r E); lia. }
  apply (fun I => C c r I (proj1 (proj2 P))) in I.
  assert (L1 := remove_length_lt same_place l (c, r) I).
  apply (covers_next _ _ c r (other p)) in C.
  apply (fun I => C x y I (proj1 (proj2 P'))) in I'.
  set (b' := with_stone b c r (other p)) in *.
  assert (L2 := remove_length_lt same_place _ (x, y) I').
  destruct A as [A | K'].
  - eapply by_four; [apply drops_with_stone, P' | exact A |].
    apply (all_in_time proof); lia.
  - assert (B : forall b3, drops (other p) (with_stone b' x y p) b3 ->
                ~ four (other p) b3 /\ reaches (n + 2 + 1) b3).
    { apply IH with (remove same_place (x, y) (remove same_place (c, r) l));
        [lia | apply covers_next, C | lia | | exact K'].
      intros u v E; specialize (TE u v E); lia. }
    apply by_move with (with_stone b' x y p).
    + apply drops_with_stone, P'.
    + apply some_move_or_end, K'.
    + intros b3 D3; apply B, D3.
    + intros b3 D3; replace (n + 1 + 2) with (n + 2 + 1) by lia; apply B, D3.
Qed.
End Followup.
