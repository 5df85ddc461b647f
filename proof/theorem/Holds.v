(* If 'holds' says yes, there is a static proof in the sense of Followup.v, and P
   reaches the goal. *)
From Coq Require Import ZArith List Bool Uint63 Lia.
From Fourscore Require Import Spec Boards Goal Bits Cells Statics Followup.
Local Open Scope Z_scope.

(* Coq's library calls it map_length or length_map. *)
Lemma length_of_map {A B} (f : A -> B) l : length (map f l) = length l.
Proof. induction l as [| x l IH]; simpl; congruence. Qed.

(* -- subsets -------------------------------------------------------------- *)
Lemma subset_has x y i : is_subset x y = true -> has x i = true -> has y i = true.
Proof.
  intros E T; apply eqb_correct in E; rewrite <- E, has_land, andb_true_iff in T; tauto.
Qed.

Lemma apart x y i : (x land y =? 0)%uint63 = true -> has x i = true -> has y i = false.
Proof.
  intros E T; apply (zero_has _ i) in E; rewrite has_land, T in E; exact E.
Qed.

(* Without one of its bits, or with another one, a set has all its other bits. *)
Lemma has_other x i j : has x j = true -> j <> to_Z i -> has (x lxor (1 << i))%uint63 j = true.
Proof.
  intros T N; rewrite has_lxor, T, has_single by (apply has_range in T; lia).
  destruct (Z.eqb_spec j (to_Z i)); [contradiction | reflexivity].
Qed.

Lemma has_without x i j : has x (to_Z i) = true ->
  (has (x lxor (1 << i))%uint63 j = true <-> has x j = true /\ j <> to_Z i).
Proof.
  intros T; destruct (Z_lt_le_dec j 63) as [J | J].
  - rewrite has_lxor, has_single by assumption.
    destruct (Z.eqb_spec j (to_Z i)) as [-> | N]; [rewrite T | rewrite xorb_false_r];
      simpl; split; try tauto; discriminate.
  - rewrite !has_beyond by assumption; split; [discriminate | tauto].
Qed.

Lemma nodup_map {A B} (f : A -> B) l : NoDup l ->
  (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [| x l N D IH]; intros I; cbn [map]; constructor.
  - intros M; apply in_map_iff in M as (y & E & Y); apply N.
    replace x with y; [assumption |]; apply I; simpl; auto.
  - apply IH; intros; apply I; simpl; auto.
Qed.

Lemma even_list n : forall x, is_even n x = true ->
  exists l, NoDup l /\ Nat.even (length l) = true /\ forall j, In j l <-> has x j = true.
Proof.
  assert (E : forall x, (x =? 0)%uint63 = true ->
    exists l, NoDup l /\ Nat.even (length l) = true /\ forall j, In j l <-> has x j = true).
  { intros x Z0; exists nil; split; [constructor | split; [reflexivity |]].
    intros j; rewrite (zero_has x j Z0); simpl; split; [tauto | discriminate]. }
  induction n as [| n IH]; intros x; cbn [is_even]; [apply E |].
  destruct (x =? 0)%uint63 eqn:Z0; [intros _; apply E, Z0 |].
  set (i := tail0 x); set (y := (x lxor (1 << i))%uint63); set (j := tail0 y).
  rewrite !has_bit; destruct (has x (to_Z i)) eqn:X; [| discriminate].
  destruct (has y (to_Z j)) eqn:Y; [intros V | discriminate].
  apply IH in V as (l & N & V & A).
  assert (W : forall k, has y k = true <-> has x k = true /\ k <> to_Z i)
    by (intros; apply has_without, X).
  assert (V' : forall k, In k l <-> has y k = true /\ k <> to_Z j)
    by (intros; rewrite A; apply has_without, Y).
  apply W in Y as [Y D].
  exists (to_Z i :: to_Z j :: l)%list; split; [| split; [exact V |]].
  - constructor; [intros [I | I] | constructor; [intros I | exact N]].
    + congruence.
    + apply V' in I as [I _]; apply W in I; tauto.
    + apply V' in I; tauto.
  - intros k; cbn [In]; rewrite V', W; split.
    + intros [<- | [<- | I]]; tauto.
    + intros T; destruct (Z.eq_dec k (to_Z i)), (Z.eq_dec k (to_Z j)); auto.
Qed.

Lemma ends_by_list last k : forall n x, ends_by k last n x = true ->
  to_Z n + Z.of_nat k < 2 ^ 63 ->
  exists l, (forall j, has x j = true -> In j l) /\ to_Z n + Z.of_nat (length l) <= to_Z last.
Proof.
  induction k as [| k IH]; intros n x; cbn [ends_by]; [discriminate |].
  destruct (x =? 0)%uint63 eqn:Z0.
  - intros L _; apply leb_spec in L; exists nil; split; [| simpl; lia].
    intros j T; rewrite zero_has in T by assumption; discriminate.
  - intros V B; assert (P := to_Z_bounded n).
    assert (S : to_Z (n + 1)%uint63 = to_Z n + 1)
      by (rewrite add_spec, Z.mod_small; change (to_Z 1) with 1; change wB with (2 ^ 63); lia).
    apply IH in V as (l & A & L); [| lia].
    exists (to_Z (tail0 x) :: l)%list; split; [| cbn [length]; lia].
    intros j T; destruct (Z.eq_dec j (to_Z (tail0 x))) as [-> | N]; [left; reflexivity |].
    right; apply A, has_other; assumption.
Qed.

(* A list of the cells in play, so that P's stones come in time. *)
Lemma in_time_list k g n s : ends_in_time k g n s = true ->
  to_Z n + 2 + Z.of_nat k < 2 ^ 63 ->
  exists l last, (forall j, has (lower s lor upper s)%uint63 j = true -> In j l) /\
    (forall m, m <= last -> in_time g m) /\ to_Z n + Z.of_nat (length l) <= last /\
    ((entries s =? 0)%uint63 = false -> to_Z n + Z.of_nat (length l) + 2 <= last).
Proof.
  assert (all : forall i, has (lower s lor upper s)%uint63 i = true -> In i (upto 63))
    by (intros i B; apply in_upto, (has_range _ _ B)).
  destruct s as [lo up e r gd]; unfold ends_in_time; cbn [lower upper entries] in *.
  destruct g as [last | | until]; intros T F;
    [| exists (upto 63), (to_Z n + Z.of_nat (length (upto 63)) + 2);
       split; [exact all | split; [exact (fun _ _ => I) | lia]] ..].
  assert (P := to_Z_bounded n); destruct (e =? 0)%uint63.
  - destruct (ends_by_list last k n _ T ltac:(lia)) as (l & A & L).
    exists l, (to_Z last); split; [exact A | split; [exact (fun m M => M) |]].
    split; [exact L | discriminate].
  - assert (S : to_Z (n + 2)%uint63 = to_Z n + 2)
      by (rewrite add_spec, Z.mod_small; change (to_Z 2) with 2; change wB with (2 ^ 63); lia).
    destruct (ends_by_list last k (n + 2)%uint63 _ T ltac:(lia)) as (l & A & L).
    exists l, (to_Z last); split; [exact A | split; [exact (fun m M => M) | lia]].
Qed.

Section Sound.
Variables width height : Z.
Hypothesis width_positive : 1 <= width.
Hypothesis height_positive : 1 <= height.
Hypothesis size : width * (height + 1) <= 62.
Variable me : player.
Variable g : goal.

Local Notation shape := (shape_of width height).
Local Notation on := (on width height).
Local Notation cell := (cell height).
Local Notation view := (view width height me).
Local Notation on_board := (on_board width height).

(* The cell (c, r) is one of x. *)
Definition within x c r := on c r = true /\ has x (cell c r) = true.

Lemma cell_small c r : on c r = true -> 0 <= cell c r < 62.
Proof. intros O; apply on_iff in O; unfold Cells.cell; nia. Qed.

Lemma cell_above c r : cell c (r + 1) = cell c r + 1.
Proof. unfold Cells.cell; lia. Qed.

(* The bit above a cell is a cell of the same column, or no cell. *)
Lemma full_above c r : on c r = true -> has (full shape) (cell c r + 1) = true ->
  on c (r + 1) = true.
Proof.
  intros O F; apply has_full in F as (c' & r' & O' & E); try assumption.
  rewrite <- cell_above in E; apply on_iff in O; apply on_iff in O' as P.
  apply cell_unique in E as [-> ->]; [exact O' | lia | lia].
Qed.

Lemma has_up x c r : on c r = true -> has (x << 1)%uint63 (cell c r + 1) = has x (cell c r).
Proof.
  intros O; assert (S := cell_small c r O); rewrite has_lsl by lia.
  change (to_Z 1) with 1; f_equal; lia.
Qed.

(* -- lines ---------------------------------------------------------------- *)
Lemma has_above n : forall x i, 0 <= i < 63 -> has (above shape n x) i = true ->
  exists d, 0 <= d /\ has x (i - d) = true /\
    forall e, 0 <= e < d -> has (full shape) (i - e) = true.
Proof.
  induction n as [| n IH]; intros x i I T; cbn [above] in T.
  - exists 0; split; [lia | split; [rewrite Z.sub_0_r; exact T | intros; lia]].
  - apply IH in T as (d & D & T & A); [| exact I].
    rewrite has_lor, orb_true_iff, has_land, andb_true_iff in T.
    destruct T as [T | [T F]]; [exists d; auto |].
    rewrite has_lsl in T by lia; change (to_Z 1) with 1 in T.
    exists (d + 1); split; [lia | split; [replace (i - (d + 1)) with (i - d - 1) by lia; exact T |]].
    intros e E; destruct (Z.eq_dec e d) as [-> | N]; [exact F | apply A; lia].
Qed.

(* From a cell down to another one, through cells only: it is the same column. *)
Lemma below_in_column c r d : on c r = true -> 0 <= d ->
  (forall e, 0 <= e < d -> has (full shape) (cell c r - e) = true) ->
  has (full shape) (cell c r - d) = true -> on c (r - d) = true.
Proof.
  intros O D A F; apply on_iff in O as P.
  assert (L : d <= r).
  { destruct (Z_le_gt_dec d r) as [| G]; [assumption | exfalso].
    assert (T : has (full shape) (cell c r - (r + 1)) = true).
    { destruct (Z.eq_dec d (r + 1)) as [<- |]; [exact F | apply A; lia]. }
    apply has_full in T as (c' & r' & O' & E); try assumption; apply on_iff in O'.
    assert (E' : cell (c - 1) height = cell c' r') by (rewrite <- E; unfold Cells.cell; lia).
    apply cell_unique in E'; lia. }
  apply on_iff; lia.
Qed.

(* Each line of x lies above a line of y. *)
Lemma line_above x y s c r dr : (forall i, has y i = true -> has (full shape) i = true) ->
  direction 1 dr -> to_Z s = height + 1 + dr -> lies_above shape x y s = true ->
  line (within x) c r 1 dr -> exists d, 0 <= d /\ line (within y) c (r - d) 1 dr.
Proof.
  intros F D S A [_ L]; assert (H : height <= 61) by nia.
  assert (DR : -1 <= dr <= 1)
    by (destruct D as [D | [D | [D | D]]]; injection D as D; lia).
  destruct (L 0 ltac:(lia)) as [O _]; rewrite !Z.mul_0_l, !Z.add_0_r in O.
  assert (B := cell_small c r O).
  assert (T : has (lines x s) (cell c r) = true).
  { apply has_lines; [lia | lia |]; intros k K; destruct (L k K) as [_ T].
    rewrite <- T; f_equal; unfold Cells.cell; lia. }
  apply (subset_has _ _ _ A), has_above in T as (d & D0 & T & C); [| lia].
  exists d; split; [exact D0 | split; [exact D |]].
  assert (I := has_range _ _ T); rewrite has_lines in T by lia.
  destruct (line_on_board width height width_positive height_positive size (cell c r - d) 1 dr D) as (c' & r' & M).
  { intros k K; apply F; rewrite <- (T k K); f_equal; lia. }
  destruct (M 0 ltac:(lia)) as [O' E]; rewrite !Z.mul_0_l, !Z.add_0_r in *.
  assert (F' : has (full shape) (cell c r - d) = true) by (rewrite E; apply full_cell; assumption).
  apply (below_in_column c r d O D0 C) in F' as Q.
  assert (E' : cell c (r - d) = cell c' r') by (rewrite <- E; unfold Cells.cell; lia).
  apply cell_injective with (width := width) in E' as [<- <-]; try assumption.
  intros k K; destruct (M k K) as [Ok Ek]; split; [exact Ok |].
  rewrite <- Ek, <- (T k K); f_equal; lia.
Qed.

Lemma all_win_has n x : forall cells, all_win shape n x cells = true ->
  forall z, has cells z = true -> has (full shape) (z + 1) = true /\
    exists i, to_Z i = z + 1 /\ has_four shape (x lor (1 << i))%uint63 = true.
Proof.
  induction n as [| n IH]; intros cells; cbn [all_win].
  { intros E z T; rewrite zero_has in T by assumption; discriminate. }
  destruct (cells =? 0)%uint63 eqn:Z0.
  { intros _ z T; rewrite zero_has in T by assumption; discriminate. }
  set (i := tail0 cells); rewrite has_bit.
  destruct (has (full shape) _) eqn:F; [| discriminate].
  destruct (has_four _ _) eqn:W; [intros A z T | discriminate].
  destruct (Z.eq_dec z (to_Z i)) as [-> | N]; [| apply (IH _ A), has_other; assumption].
  assert (I := has_range _ _ T).
  assert (S : to_Z (i + 1)%uint63 = to_Z i + 1)
    by (rewrite add_spec, Z.mod_small; change (to_Z 1) with 1; change wB with (2 ^ 63); lia).
  rewrite S in F; split; [exact F | exists (i + 1)%uint63; auto].
Qed.

Lemma no_four_mine m o : has_four shape m = false -> ~ four me (view m o).
Proof.
  intros F (c & r & dc & dr & D & A).
  assert (has_four shape m = true); [| congruence].
  apply has_four_iff; try assumption.
  exists c, r, dc, dr; split; [exact D |]; intros k K; assert (E := A k K).
  unfold Cells.view in E; destruct (on _ _); [| discriminate].
  destruct (has m _); [auto | exfalso].
  destruct (has o _); [apply (other_neq me); congruence | discriminate].
Qed.

(* -- the sets that were found --------------------------------------------- *)
Variables mine theirs n : int.
Variable s : sets.
Hypothesis few : to_Z n < 128.
Hypothesis test : holds shape g n mine theirs s = true.

Local Notation stones := (mine lor theirs)%uint63.

Lemma tests :
  is_subset (stones land full shape) ((stones << 1) lor bottom shape) = true /\
  is_subset (lower s << 1) (upper s) = true /\
  is_subset ((upper s << 1) land full shape) (lower s lor entries s) = true /\
  is_subset (upper s lor guarded s) (full shape) = true /\
  (upper s land (lower s lor entries s) =? 0)%uint63 = true /\
  (lower s land entries s =? 0)%uint63 = true /\
  is_subset (theirs lor lower s lor entries s) (reach s) = true /\
  (reach s land guarded s =? 0)%uint63 = true /\
  (entries s land stones =? 0)%uint63 = true /\
  is_subset (playable shape stones) (lower s lor (upper s land reach s) lor entries s) = true /\
  is_even 16 (playable shape stones land upper s) = true /\
  has_four shape mine = false /\
  all_win shape 16 mine (entries s) = true /\
  (lines (reach s) 1 =? 0)%uint63 = true /\
  lies_above shape (reach s) (guarded s) (falling shape) = true /\
  lies_above shape (reach s) (guarded s) (step shape) = true /\
  lies_above shape (reach s) (guarded s) (rising shape) = true /\
  (may_fillb g = true \/ (entries s land full shape =? 0)%uint63 = false \/
   has_four shape (guarded s) = true) /\
  ends_in_time 63 g n s = true.
Proof.
  assert (T := test); unfold holds in T; destruct s as [l u e r gd].
  rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff in T; cbn [lower upper entries reach guarded].
  repeat match type of T with _ /\ _ => destruct T as [T ?] end.
  repeat (split; [assumption |]); split; [tauto | assumption].
Qed.

Lemma static_proof_found last : (forall m, m <= last -> in_time g m) ->
  static_proof width height me g (within (lower s)) (within (upper s)) (within (entries s))
    (within (reach s)) (within (guarded s)) (within mine) last.
Proof.
  intros LT; destruct tests as (_ & T1 & T2 & T3 & T4 & T5 & T6 & T7 & _ & _ & _ & _ &
    T8 & T9 & T10 & T11 & T12 & T13 & _).
  assert (U : forall i, has (upper s) i = true -> has (full shape) i = true)
    by (intros i H; apply (subset_has _ _ _ T3); rewrite has_lor, H; reflexivity).
  assert (V : forall i, has (guarded s) i = true -> has (full shape) i = true)
    by (intros i H; apply (subset_has _ _ _ T3); rewrite has_lor, H, orb_true_r; reflexivity).
  assert (R : forall i, has (lower s) i = true \/ has (entries s) i = true ->
              has (reach s) i = true).
  { intros i H; apply (subset_has _ _ _ T6); rewrite !has_lor.
    destruct H as [-> | ->]; rewrite ?orb_true_r; reflexivity. }
  split.
  - intros c r [O H]; assert (H' : has (upper s) (cell c r + 1) = true)
      by (apply (subset_has _ _ _ T1); rewrite has_up; assumption).
    split; [apply full_above, U, H'; exact O | rewrite cell_above; exact H'].
  - intros c r [O H] O'; apply on_iff in O'.
    assert (W : has (lower s lor entries s)%uint63 (cell c r + 1) = true).
    { apply (subset_has _ _ _ T2); rewrite has_land, has_up, H by assumption.
      rewrite <- cell_above, full_cell by assumption; reflexivity. }
    rewrite <- cell_above, has_lor, orb_true_iff in W.
    destruct W as [W | W]; [left | right]; exact (conj O' W).
  - intros c r [O H]; apply (apart _ _ _ T4) in H; rewrite has_lor, orb_false_iff in H.
    destruct H as [HL HE]; apply on_iff in O; split; [exact O |].
    split; intros [_ H']; rewrite H' in *; discriminate.
  - intros c r [O H]; assert (H' := apart _ _ _ T5 H).
    split; [exact (conj O (R _ (or_introl H))) | intros [_ E]; rewrite E in H'; discriminate].
  - intros c r [O H]; exact (conj O (R _ (or_intror H))).
  - intros c r [O H]; split; [apply on_iff, O | intros [_ H']].
    apply (apart _ _ _ T7) in H'; rewrite H' in H; discriminate.
  - intros c r dc dr L; assert (D := proj1 L).
    assert (dc = 0 /\ dr = 1 \/ dc = 1) as [[-> ->] | ->]
      by (destruct D as [D | [D | [D | D]]]; injection D as -> ->; auto).
    + exfalso; destruct L as [_ L]; assert (TL : has (lines (reach s) 1) (cell c r) = true).
      { destruct (L 0 ltac:(lia)) as [O _]; rewrite !Z.mul_0_r, !Z.add_0_r in O.
        assert (B := cell_small c r O); assert (E1 : to_Z 1 = 1) by reflexivity.
        apply has_lines; [lia | rewrite E1; lia |].
        intros k K; rewrite E1; destruct (L k K) as [_ H].
        replace (cell c r + k * 1) with (cell (c + k * 0) (r + k * 1))
          by (unfold Cells.cell; lia); exact H. }
      rewrite (zero_has _ _ T9) in TL; discriminate.
    + assert (dr = 0 \/ dr = 1 \/ dr = -1) as [-> | [-> | ->]]
        by (destruct D as [D | [D | [D | D]]]; injection D as D; auto; discriminate).
      * apply (line_above (reach s) (guarded s) (step shape)); [exact V | exact D | | exact T11 | exact L].
        rewrite to_Z_step by (exact height_positive || exact width_positive || exact size); lia.
      * apply (line_above (reach s) (guarded s) (rising shape)); [exact V | exact D | | exact T12 | exact L].
        rewrite to_Z_rising by (exact height_positive || exact width_positive || exact size); lia.
      * apply (line_above (reach s) (guarded s) (falling shape)); [exact V | exact D | | exact T10 | exact L].
        rewrite to_Z_falling by (exact height_positive || exact width_positive || exact size); lia.
  - intros c r [O H]; destruct (all_win_has _ _ _ T8 _ H) as (F & i & I & W).
    apply full_above in F as O'; [| exact O]; split; [apply on_iff, O' |].
    apply has_four_iff in W as (c' & r' & dc & dr & D & A); try assumption.
    intros b M N; exists c', r', dc, dr; split; [exact D |]; intros k K.
    destruct (A k K) as [Ok Hk]; rewrite has_lor, orb_true_iff in Hk.
    destruct Hk as [Hk | Hk]; [apply M; split; assumption |].
    rewrite has_single, I, Z.eqb_eq, <- cell_above in Hk
      by (assert (B := cell_small _ _ Ok); lia).
    apply cell_injective with (width := width) in Hk as [-> ->]; assumption.
  - destruct T13 as [M | [E | F]]; [left; apply may_fillb_iff, M | right; left | right; right].
    + apply nonzero_has in E as (i & H); rewrite has_land, andb_true_iff in H.
      destruct H as [H F]; apply (has_full width height) in F as (c & r & O & ->);
        [| exact width_positive | exact height_positive | exact size].
      exists c, r; split; [apply on_iff, O | exact (conj O H)].
    + apply has_four_iff in F as (c & r & dc & dr & D & A); try assumption.
      exists c, r, dc, dr; split; [exact D | exact A].
  - exact LT.
Qed.

Lemma stone_below c r : on c r = true -> 0 < r ->
  has stones (cell c r) = true -> has stones (cell c (r - 1)) = true.
Proof.
  intros O P H; destruct tests as (T & _).
  assert (G : has ((stones << 1) lor bottom shape)%uint63 (cell c r) = true).
  { apply (subset_has _ _ _ T); rewrite has_land, H, full_cell by assumption; reflexivity. }
  rewrite has_lor, has_bottom in G by assumption.
  destruct (Z.eqb_spec r 0); [lia |]; rewrite orb_false_r in G.
  assert (B := cell_small c r O); rewrite has_lsl in G by lia; change (to_Z 1) with 1 in G.
  rewrite <- G; f_equal; unfold Cells.cell; lia.
Qed.

Lemma on_ground : grounded width height (view mine theirs).
Proof.
  intros c r N; assert (O : on c r = true).
  { unfold Cells.view in N; destruct (on c r); [reflexivity | contradiction]. }
  assert (P := O); apply on_iff in P; split; [tauto | split; [tauto |]].
  assert (H : forall c r, on c r = true ->
              (view mine theirs c r <> None <-> has stones (cell c r) = true)).
  { intros x y Oxy; assert (A := view_free width height me mine theirs x y Oxy).
    destruct (has stones (cell x y)); intuition congruence. }
  apply H in N; [| exact O]; intros r' R.
  assert (D : forall d, 0 <= d -> d <= r -> has stones (cell c (r - d)) = true).
  { intros d D; pattern d; apply natlike_ind; [intros _ | | exact D].
    - rewrite Z.sub_0_r; exact N.
    - intros e E IH L; replace (r - Z.succ e) with (r - e - 1) by lia.
      apply stone_below; [apply on_iff; lia | lia | apply IH; lia]. }
  apply H; [apply on_iff; lia |]; replace r' with (r - (r - r')) by lia; apply D; lia.
Qed.

Lemma can_play_iff c r : can_play width height (view mine theirs) c r <->
  on c r = true /\ has (playable shape stones) (cell c r) = true.
Proof.
  unfold can_play, Followup.on_board; rewrite <- on_iff; split.
  - intros [O P]; split; [exact O | apply playable_iff with (me := me); assumption].
  - intros [O P]; split; [exact O | apply playable_iff with (me := me) in P; assumption].
Qed.

Lemma kept_found : kept width height me (within (lower s)) (within (upper s))
  (within (entries s)) (within (reach s)) (within mine) (view mine theirs).
Proof.
  destruct tests as (_ & _ & _ & _ & _ & _ & T1 & _ & T2 & T3 & T4 & T5 & _).
  split.
  - exact on_ground.
  - intros c r V; unfold Cells.view in V; destruct (on c r) eqn:O; [| discriminate].
    split; [exact O |]; destruct (has mine _).
    { exfalso; apply (other_neq me); congruence. }
    destruct (has theirs _) eqn:H; [| discriminate].
    apply (subset_has _ _ _ T1); rewrite !has_lor, H; reflexivity.
  - intros c r [O H]; unfold Cells.view; rewrite O, H; reflexivity.
  - intros c r [O H]; apply view_free; [exact O | exact (apart _ _ _ T2 H)].
  - intros c r P; apply can_play_iff in P as [O P].
    apply (subset_has _ _ _ T3) in P; rewrite !has_lor, has_land, !orb_true_iff, andb_true_iff in P.
    destruct P as [[P | [P Q]] | P]; [left | right; left | right; right].
    + exact (conj O P).
    + exact (conj (conj O P) (conj O Q)).
    + exact (conj O P).
  - apply even_list in T4 as (l & N & E & A).
    assert (C : forall i, In i l -> exists c r, on c r = true /\ i = cell c r /\
              i / (height + 1) = c /\ can_play width height (view mine theirs) c r /\
              within (upper s) c r).
    { intros i I; apply A in I; rewrite has_land, andb_true_iff in I; destruct I as [P U].
      destruct (playable_on_board _ _ width_positive height_positive size _ _ P) as (c & r & O & ->).
      exists c, r; split; [exact O | split; [reflexivity | split]].
      - apply on_iff in O; unfold Cells.cell; rewrite Z.div_add_l, Z.div_small; lia.
      - split; [apply can_play_iff; exact (conj O P) | exact (conj O U)]. }
    exists (map (fun i => i / (height + 1)) l).
    split; [apply nodup_map; [exact N |] | split; [rewrite length_of_map; exact E |]].
    + intros i j I J Q; apply C in I as (c & r & O & -> & K & P & _).
      apply C in J as (c' & r' & O' & -> & K' & P' & _).
      rewrite K, K' in Q; subst c'; f_equal.
      eapply one_move_per_column; [exact on_ground | exact P | exact P'].
    + intros c; rewrite in_map_iff; split.
      * intros (i & <- & I); apply C in I as (c' & r & O & -> & K & P & U).
        rewrite K; exists r; auto.
      * intros (r & P & U); exists (cell c r); split.
        { destruct U as [O _]; apply on_iff in O; unfold Cells.cell.
          rewrite Z.div_add_l, Z.div_small; lia. }
        apply A; rewrite has_land; apply can_play_iff in P as [_ ->].
        destruct U as [_ ->]; reflexivity.
  - apply no_four_mine, T5.
Qed.

(* A list of the cells in play, so that P's stones come in time. *)
Lemma cells_in_play : exists l last,
  covers (within (lower s)) (within (upper s)) l (view mine theirs) /\
  (forall m, m <= last -> in_time g m) /\ to_Z n + Z.of_nat (length l) <= last /\
  forall c r, within (entries s) c r -> to_Z n + Z.of_nat (length l) + 2 <= last.
Proof.
  destruct tests as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & _ & T).
  apply in_time_list in T as (l & last & A & T & L & E); [| change (Z.of_nat 63) with 63; lia].
  exists (map (fun i => (i / (height + 1), i mod (height + 1))) l), last.
  rewrite length_of_map; split; [| split; [exact T | split; [exact L |]]].
  - intros c r I _; assert (O : on c r = true /\ has (lower s lor upper s)%uint63 (cell c r) = true).
    { rewrite has_lor; destruct I as [[O ->] | [O ->]]; [| rewrite orb_true_r]; auto. }
    destruct O as [O H]; apply in_map_iff; exists (cell c r); split; [| apply A, H].
    apply on_iff in O; unfold Cells.cell; f_equal.
    + rewrite Z.div_add_l, Z.div_small; lia.
    + rewrite Z.add_comm, Z.mod_add, Z.mod_small; lia.
  - intros c r [_ H]; apply E; destruct (_ =? 0)%uint63 eqn:Z0; [| reflexivity].
    rewrite zero_has in H by exact Z0; discriminate.
Qed.

Theorem holds_sound :
  (may_fill g \/ exists b, drops width height (other me) (view mine theirs) b) /\
  forall b, drops width height (other me) (view mine theirs) b ->
    ~ four (other me) b /\ reaches width height g me (to_Z n + 1) b.
Proof.
  destruct cells_in_play as (l & last & C & T & L & E).
  assert (P := static_proof_found _ T); assert (K := kept_found); split.
  - eapply some_move_or_end; eassumption.
  - apply (followed _ _ _ _ _ _ _ _ _ _ _ P (S (length l)) l);
      [apply le_n | exact C | exact L | exact E | exact K].
Qed.
End Sound.
