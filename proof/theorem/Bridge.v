(* The theorems for games that compute.  A position of such a game is a list of
   stones for each column, from the bottom up; a move adds a stone to a list; and
   "p can force a four with so many moves" is a function.  bloomberg/game-trees
   states its goal for 7x6 in this form: red_can_force_win 42 c4_init.

   A development with a game of its own has to supply the variables and prove the
   hypotheses of this section; Lists.v does that for a simple one. *)
From Coq Require Import ZArith List Bool Lia.
From Fourscore Require Import Spec Score Boards Sanity.
Import ListNotations.

Inductive result := Won (p : player) | Drawn | Ongoing.

(* Coq's library calls it seq_length or length_seq. *)
Lemma length_of_seq a n : length (seq a n) = n.
Proof. revert a; induction n as [| n IH]; intros a; simpl; auto. Qed.

Section Game.
Variables width height : nat.
Variable game : Type.
Variable column : game -> nat -> list player.
Variable turn : game -> player.
Variable play : game -> nat -> game.
Variable won : game -> player -> bool.

Hypothesis column_play : forall g c n, c < width ->
  column (play g c) n = if n =? c then column g c ++ [turn g] else column g n.
Hypothesis turn_play : forall g c, turn (play g c) = other (turn g).

(* Column x, row y of Spec.v. *)
Definition view (g : game) : board := fun x y =>
  if ((0 <=? x) && (x <? Z.of_nat width) && (0 <=? y))%Z
  then nth_error (column g (Z.to_nat x)) (Z.to_nat y) else None.
Definition valid g := forall n, n < width -> length (column g n) <= height.

Hypothesis won_four : forall g p, valid g -> (won g p = true <-> four p (view g)).

Definition total g := list_sum (map (fun c => length (column g c)) (seq 0 width)).
Definition outcome g :=
  if won g First then Won First else if won g Second then Won Second
  else if total g =? width * height then Drawn else Ongoing.
Definition next g :=
  map (play g) (filter (fun c => length (column g c) <? height) (seq 0 width)).

Fixpoint can_force (p : player) (moves : nat) (g : game) : Prop :=
  match moves with
  | O => outcome g = Won p
  | S moves =>
    match outcome g with
    | Won q => q = p
    | Drawn => False
    | Ongoing =>
      if match turn g, p with First, First | Second, Second => true | _, _ => false end
      then exists g', In g' (next g) /\ can_force p moves g'
      else forall g', In g' (next g) -> can_force p moves g'
    end
  end.

Local Notation drops := (drops (Z.of_nat width) (Z.of_nat height)).
Local Notation wins := (wins (Z.of_nat width) (Z.of_nat height)).
Local Notation wins_by := (wins_by (Z.of_nat width) (Z.of_nat height)).
Local Notation delays_until := (delays_until (Z.of_nat width) (Z.of_nat height)).

(* -- columns and boards --------------------------------------------------- *)
Lemma view_nat g c r : c < width ->
  view g (Z.of_nat c) (Z.of_nat r) = nth_error (column g c) r.
Proof.
  intros C; unfold view; rewrite !Nat2Z.id.
  replace ((0 <=? Z.of_nat c) && (Z.of_nat c <? Z.of_nat width) && (0 <=? Z.of_nat r))%Z
    with true; [reflexivity | symmetry].
  rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt; lia.
Qed.

Lemma view_elsewhere g c x y : c < width ->
  (x, y) <> (Z.of_nat c, Z.of_nat (length (column g c))) ->
  view (play g c) x y = view g x y.
Proof.
  intros C N; unfold view; destruct (_ && _)%bool eqn:E; [| reflexivity].
  rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt in E.
  rewrite column_play by assumption.
  destruct (Nat.eqb_spec (Z.to_nat x) c) as [X | X]; [| reflexivity].
  rewrite X; set (l := column g c) in *; set (j := Z.to_nat y).
  assert (j <> length l) by (intros J; apply N; unfold j in J; f_equal; lia).
  destruct (Nat.lt_ge_cases j (length l)).
  - apply nth_error_app1; assumption.
  - transitivity (@None player); [| symmetry]; apply nth_error_None;
      rewrite ?last_length; lia.
Qed.

Lemma view_drops g c : c < width -> length (column g c) < height ->
  drops (turn g) (view g) (view (play g c)).
Proof.
  intros C L; exists (Z.of_nat c), (Z.of_nat (length (column g c))).
  split; [lia |]. split; [lia |]. split; [| split; [| split]].
  - rewrite view_nat by assumption; apply nth_error_None; lia.
  - destruct (length (column g c)) as [| n] eqn:E; [left; reflexivity | right].
    replace (Z.of_nat (S n) - 1)%Z with (Z.of_nat n) by lia.
    rewrite view_nat by assumption; apply nth_error_Some; lia.
  - rewrite view_nat, column_play, Nat.eqb_refl by assumption.
    rewrite nth_error_app2, Nat.sub_diag by lia; reflexivity.
  - intros x y N; apply view_elsewhere; assumption.
Qed.

Lemma drops_view g b : drops (turn g) (view g) b ->
  exists c, c < width /\ length (column g c) < height /\ same b (view (play g c)).
Proof.
  intros (x & y & X & Y & N & U & P & A).
  assert (EX : x = Z.of_nat (Z.to_nat x)) by lia.
  assert (EY : y = Z.of_nat (Z.to_nat y)) by lia.
  set (c := Z.to_nat x) in *; set (r := Z.to_nat y) in *; clearbody c r; subst x y.
  assert (C : c < width) by lia.
  assert (L : length (column g c) = r).
  { rewrite view_nat in N by assumption; apply nth_error_None in N.
    destruct U as [U | U]; [lia |].
    destruct r as [| r]; [lia |].
    replace (Z.of_nat (S r) - 1)%Z with (Z.of_nat r) in U by lia.
    rewrite view_nat in U by assumption; apply nth_error_Some in U; lia. }
  exists c; split; [assumption |]; split; [lia |].
  intros x y.
  destruct (Z.eq_dec x (Z.of_nat c)) as [-> | NX];
    [destruct (Z.eq_dec y (Z.of_nat r)) as [-> | NY] |].
  - rewrite P, view_nat, column_play, Nat.eqb_refl by lia.
    rewrite nth_error_app2, L, Nat.sub_diag by lia; reflexivity.
  - rewrite A, view_elsewhere by (rewrite ?L; congruence || lia); reflexivity.
  - rewrite A, view_elsewhere by (rewrite ?L; congruence || lia); reflexivity.
Qed.

(* -- counting stones ------------------------------------------------------ *)
Lemma sum_one_more (f f' : nat -> nat) c l : NoDup l ->
  (forall n, f' n = if n =? c then S (f n) else f n) ->
  list_sum (map f' l) = list_sum (map f l) + if in_dec Nat.eq_dec c l then 1 else 0.
Proof.
  intros D E; induction D as [| n l N D IH]; [reflexivity |].
  simpl map; simpl list_sum; rewrite IH, E; clear IH.
  destruct (Nat.eqb_spec n c) as [-> | M].
  - destruct (in_dec _ c l) as [I | _]; [contradiction |].
    destruct (in_dec _ c (c :: l)) as [_ | I]; [lia | exfalso; apply I; left; reflexivity].
  - destruct (in_dec _ c l) as [I | I], (in_dec _ c (n :: l)) as [J | J]; try lia.
    + exfalso; apply J; right; assumption.
    + exfalso; destruct J; [contradiction | auto].
Qed.

Lemma total_play g c : c < width -> total (play g c) = S (total g).
Proof.
  intros C; unfold total.
  rewrite (sum_one_more (fun n => length (column g n)) _ c).
  - destruct (in_dec _ _ _) as [_ | I]; [lia | exfalso; apply I, in_seq; lia].
  - apply seq_NoDup.
  - intros n; rewrite column_play by assumption.
    destruct (Nat.eqb_spec n c) as [-> | _]; [rewrite last_length; lia | reflexivity].
Qed.

Lemma sum_bound (f : nat -> nat) l : (forall n, In n l -> f n <= height) ->
  list_sum (map f l) <= length l * height /\
  ((exists n, In n l /\ f n < height) <-> list_sum (map f l) < length l * height).
Proof.
  induction l as [| n l IH]; intros B; [split; [simpl; lia |] |].
  - split; [intros (n & [] & _) | simpl; lia].
  - assert (Bn := B n (or_introl eq_refl)).
    destruct (IH (fun m I => B m (or_intror I))) as [L E]; simpl; split; [lia |]; split.
    + intros (m & [-> | I] & M); [lia |].
      assert (list_sum (map f l) < length l * height) by (apply E; exists m; auto); lia.
    + intros S; destruct (Nat.eq_dec (f n) height) as [F | F].
      * destruct (proj2 E) as (m & I & M); [lia |]; exists m; auto.
      * exists n; split; [auto | lia].
Qed.

Lemma room_iff g : valid g ->
  (exists c, c < width /\ length (column g c) < height) <-> total g < width * height.
Proof.
  intros V; destruct (sum_bound (fun c => length (column g c)) (seq 0 width)) as [_ E].
  - intros n I; apply in_seq in I; apply V; lia.
  - unfold total; rewrite length_of_seq in E; rewrite <- E; split.
    + intros (c & C & L); exists c; rewrite in_seq; split; [lia | assumption].
    + intros (c & C & L); exists c; apply in_seq in C; split; [lia | assumption].
Qed.

(* -- moves ---------------------------------------------------------------- *)
Lemma in_next g g' : In g' (next g) <->
  exists c, c < width /\ length (column g c) < height /\ g' = play g c.
Proof.
  unfold next; rewrite in_map_iff; setoid_rewrite filter_In.
  setoid_rewrite in_seq; setoid_rewrite Nat.ltb_lt; split.
  - intros (c & <- & C & L); exists c; split; [lia | auto].
  - intros (c & C & L & ->); exists c; split; [reflexivity | split; [lia | auto]].
Qed.

Lemma valid_play g c : c < width -> length (column g c) < height ->
  valid g -> valid (play g c).
Proof.
  intros C L A n N; rewrite column_play by assumption.
  destruct (n =? c); [rewrite last_length; lia | auto].
Qed.

Lemma not_won g p : valid g -> (won g p = false <-> ~ four p (view g)).
Proof. intros V; rewrite <- won_four, not_true_iff_false by assumption; reflexivity. Qed.

Lemma won_outcome g p : won g (other p) = false -> won g p = true -> outcome g = Won p.
Proof. unfold outcome; destruct p; simpl; intros -> ->; reflexivity. Qed.

(* A move of p changes nothing about the fours of the other side. *)
Lemma other_not_won g c q : c < width -> length (column g c) < height -> valid g ->
  turn g <> q -> won g q = false -> won (play g c) q = false.
Proof.
  intros C L V T N; apply not_won; [apply valid_play; assumption |].
  apply not_won in N; [| assumption]; intros F; apply N.
  eapply four_before, F; [exact T | apply view_drops; assumption].
Qed.

(* -- the two notions agree ------------------------------------------------ *)
Lemma force_own p moves g : turn g = p -> outcome g = Ongoing ->
  (can_force p (S moves) g <-> exists g', In g' (next g) /\ can_force p moves g').
Proof. intros <- O; cbn [can_force]; rewrite O; destruct (turn g); reflexivity. Qed.

Lemma force_theirs p moves g : turn g = other p -> outcome g = Ongoing ->
  (can_force p (S moves) g <-> forall g', In g' (next g) -> can_force p moves g').
Proof. intros T O; cbn [can_force]; rewrite O, T; destruct p; reflexivity. Qed.

(* It is p's turn on a board without fours. *)
Definition fresh p g := turn g = p /\ valid g /\ forall q, won g q = false.

Lemma fresh_after p g c : fresh p g -> c < width -> length (column g c) < height ->
  won (play g c) p = false -> fresh (other p) (play g c).
Proof.
  intros (T & V & N) C L W; split; [rewrite turn_play, T; reflexivity |].
  split; [apply valid_play; assumption |].
  assert (O : won (play g c) (other p) = false)
    by (apply other_not_won; auto; rewrite T; intros E; apply (other_neq p); auto).
  intros q; destruct p, q; assumption.
Qed.

(* Each move is a move of Spec.v, and the other way round. *)
Lemma fresh_drops p g c : fresh p g -> c < width -> length (column g c) < height ->
  drops p (view g) (view (play g c)).
Proof. intros (<- & _) C L; apply view_drops; assumption. Qed.

Lemma drops_fresh p g b : fresh p g -> drops p (view g) b ->
  exists c, c < width /\ length (column g c) < height /\ same b (view (play g c)).
Proof. intros (<- & _) D; apply drops_view, D. Qed.

Lemma fresh_outcome p g : fresh p g ->
  outcome g = if total g =? width * height then Drawn else Ongoing.
Proof. intros (_ & _ & W); unfold outcome; rewrite !W; reflexivity. Qed.

Lemma fresh_full p g : fresh p g -> outcome g <> Ongoing ->
  forall c, c < width -> length (column g c) < height -> False.
Proof.
  intros F O c C L; assert (V := F); destruct V as (_ & V & _).
  assert (R : total g < width * height) by (apply room_iff; [| exists c]; auto).
  rewrite (fresh_outcome _ _ F) in O; destruct (Nat.eqb_spec (total g) (width * height));
    [lia | congruence].
Qed.

Lemma total_bound g : valid g -> total g <= width * height.
Proof.
  intros V; unfold total.
  destruct (sum_bound (fun c => length (column g c)) (seq 0 width)) as [B _];
    [intros k I; apply in_seq in I; apply V; lia |].
  rewrite length_of_seq in B; exact B.
Qed.

Lemma fresh_room p g : fresh p g -> outcome g = Ongoing ->
  exists c, c < width /\ length (column g c) < height.
Proof.
  intros F O; assert (V := F); destruct V as (_ & V & _); apply room_iff; [exact V |].
  assert (B := total_bound g V); rewrite (fresh_outcome _ _ F) in O.
  destruct (Nat.eqb_spec (total g) (width * height)); [discriminate | lia].
Qed.

Lemma fresh_four p g c q : fresh p g -> c < width -> length (column g c) < height ->
  (four q (view (play g c)) <-> won (play g c) q = true).
Proof.
  intros (_ & V & _) C L; symmetry; apply won_four, valid_play; assumption.
Qed.

(* After a four nobody forces anything else. *)
Lemma after_four p q moves g c : fresh q g -> c < width -> length (column g c) < height ->
  won (play g c) q = true -> (can_force p moves (play g c) <-> p = q).
Proof.
  intros F C L W; assert (O : outcome (play g c) = Won q).
  { apply won_outcome; [| exact W]; destruct F as (T & V & N).
    apply other_not_won; auto; rewrite T; intros E; apply (other_neq q); auto. }
  destruct moves; cbn [can_force]; rewrite O; split; congruence.
Qed.

(* q is to move on a board with n stones, and whatever q plays, p wins in time. *)
Definition wins_by_reply last p n b :=
  (exists b', drops (other p) b b') /\
  forall b', drops (other p) b b' -> ~ four (other p) b' /\ wins_by last p (n + 1)%Z b'.

Local Notation stones g := (Z.of_nat (total g)).

Theorem can_force_iff moves : forall p g,
  (fresh p g ->
     (can_force p moves g <-> wins_by (stones g + Z.of_nat moves) p (stones g) (view g))) /\
  (fresh (other p) g ->
     (can_force p moves g <-> wins_by_reply (stones g + Z.of_nat moves) p (stones g) (view g))).
Proof.
  induction moves as [| moves IH]; intros p g.
  { split; intros F; cbn [can_force]; rewrite (fresh_outcome _ _ F).
    all: split; [destruct (_ =? _); discriminate | intros W; exfalso].
    - apply next_stone_in_time in W; lia.
    - destruct W as [[b D] A]; destruct (A b D) as [_ W]; apply next_stone_in_time in W; lia. }
  assert (N : forall c, c < width -> (stones g + Z.of_nat (S moves))%Z
                          = (stones (play g c) + Z.of_nat moves)%Z /\
                        (stones g + 1)%Z = stones (play g c))
    by (intros c C; rewrite (total_play g c C); lia).
  split; intros F.
  all: destruct (outcome g) as [q | |] eqn:O;
    [exfalso; rewrite (fresh_outcome _ _ F) in O; destruct (_ =? _); discriminate | |].
  1, 3: assert (X : forall c, c < width -> length (column g c) < height -> False)
          by (apply (fresh_full _ _ F); congruence);
        cbn [can_force]; rewrite O; split; [contradiction | intros W; exfalso].
  - inversion W as [n b b' D | n b b' D]; subst;
      apply (drops_fresh _ _ _ F) in D as (c & C & L & _); eauto.
  - destruct W as [[b D] _]; apply (drops_fresh _ _ _ F) in D as (c & C & L & _); eauto.
  - rewrite force_own by (apply F || assumption); split.
    + intros (g' & I & Q); apply in_next in I as (c & C & L & ->).
      assert (D := fresh_drops _ _ _ F C L).
      destruct (won (play g c) p) eqn:W.
      * apply four_in_time with (view (play g c)); [exact D | | lia].
        apply (fresh_four _ _ _ _ F C L), W.
      * apply (proj2 (IH p (play g c))) in Q;
          [| apply fresh_after; assumption].
        destruct (N c C) as [E E1]; rewrite <- E, <- E1 in Q; destruct Q as [X A].
        apply in_time_later with (view (play g c)); [exact D | exact X | apply A |].
        intros b M; replace (stones g + 2)%Z with (stones g + 1 + 1)%Z by lia; apply A, M.
    + intros W; inversion W as [n b b' D Q T | n b b' D X NF A]; subst.
      all: apply (drops_fresh _ _ _ F) in D as (c & C & L & S).
      all: exists (play g c); split; [apply in_next; exists c; auto |].
      * apply (after_four p p _ _ _ F C L); [| reflexivity].
        apply (fresh_four _ _ _ _ F C L); eapply four_same, Q; exact S.
      * destruct (won (play g c) p) eqn:Q; [apply (after_four p p _ _ _ F C L); auto |].
        apply (proj2 (IH p (play g c))); [apply fresh_after; assumption |].
        destruct (N c C) as [E E1]; rewrite <- E, <- E1; split.
        -- destruct X as [e X]; exists e; eapply drops_same, X; auto.
        -- intros b M.
           assert (M' : drops (other p) b' b) by (eapply drops_same, M; auto using same_sym).
           split; [apply NF, M' |].
           replace (stones g + 1 + 1)%Z with (stones g + 2)%Z by lia; apply A, M'.
  - rewrite force_theirs by (apply F || assumption); split.
    + intros Q; split.
      { destruct (fresh_room _ _ F O) as (c & C & L); eexists; eapply fresh_drops; eassumption. }
      intros b D; apply (drops_fresh _ _ _ F) in D as (c & C & L & S).
      assert (Qc : can_force p moves (play g c)) by (apply Q, in_next; exists c; auto).
      destruct (won (play g c) (other p)) eqn:W.
      { apply (after_four _ _ _ _ _ F C L W) in Qc; exfalso; apply (other_neq p); auto. }
      split.
      * intros V; eapply four_same in V; [| exact S].
        apply (fresh_four _ _ _ _ F C L) in V; congruence.
      * apply (fresh_after _ _ _ F C L) in W; rewrite other_other in W.
        apply (proj1 (IH p (play g c)) W) in Qc; destruct (N c C) as [-> ->].
        eapply wins_by_same, Qc; apply same_sym, S.
    + intros [_ A] g' I; apply in_next in I as (c & C & L & ->).
      destruct (A _ (fresh_drops _ _ _ F C L)) as [NF W].
      apply (proj1 (IH p (play g c))); [| destruct (N c C) as [<- <-]; exact W].
      rewrite <- (other_other p); apply fresh_after; try assumption.
      apply not_true_iff_false; intros Q; apply NF, (fresh_four _ _ _ _ F C L), Q.
Qed.

(* A win comes at the latest with the last stone of the board. *)
Lemma wins_in_time p b : wins p b -> forall g, same b (view g) -> fresh p g ->
  wins_by (Z.of_nat (width * height)) p (stones g) (view g).
Proof.
  induction 1 as [b b' D Q | b b' D X N A IH]; intros g U F.
  all: assert (D' : drops p (view g) b') by (eapply drops_same, D; auto).
  all: assert (M := D'); apply (drops_fresh _ _ _ F) in M as (c & C & L & S).
  all: assert (R : total g < width * height)
         by (apply room_iff; [apply F | exists c; auto]).
  - apply four_in_time with b'; [exact D' | exact Q | lia].
  - destruct (won (play g c) p) eqn:W.
    { apply four_in_time with (view (play g c)); [apply fresh_drops; assumption | | lia].
      apply (fresh_four _ _ _ _ F C L), W. }
    assert (F' := fresh_after _ _ _ F C L W).
    apply in_time_later with b'; [exact D' | exact X | exact N |].
    intros b2 M; assert (M' : drops (other p) (view (play g c)) b2)
      by (eapply drops_same, M; auto).
    apply (drops_fresh _ _ _ F') in M' as (d & C' & L' & S').
    eapply wins_by_same; [apply same_sym, S' |].
    replace (stones g + 2)%Z with (stones (play (play g c) d))
      by (rewrite !total_play by assumption; lia).
    apply (IH _ M); [exact S' |].
    rewrite <- (other_other p); apply fresh_after; try assumption.
    apply not_true_iff_false; intros Q; apply (fresh_four _ _ _ _ F' C' L') in Q.
    apply (N _ M); eapply four_same, Q; apply same_sym, S'.
Qed.

(* -- what nobody can force ------------------------------------------------ *)
Lemma can_force_dec p moves g : {can_force p moves g} + {~ can_force p moves g}.
Proof.
  assert (P : forall q q' : player, {q = q'} + {q <> q'}) by decide equality.
  revert g; induction moves as [| moves IH]; intros g; cbn [can_force];
    destruct (outcome g) as [q | |]; auto; try (right; discriminate).
  - destruct (P q p) as [-> | N]; [left; reflexivity | right; congruence].
  - destruct (match turn g, p with First, First | Second, Second => true | _, _ => false end).
    + destruct (Exists_dec _ (next g) IH) as [E | N];
        [left; apply Exists_exists, E | right; intros E; apply N, Exists_exists, E].
    + destruct (Forall_dec _ IH (next g)) as [E | N];
        [left; apply Forall_forall, E | right; intros E; apply N, Forall_forall, E].
Qed.

(* What p cannot force, the other side can prevent. *)
Lemma cannot_force moves : forall p g,
  (fresh p g -> ~ can_force p (S moves) g ->
     forall b, drops p (view g) b -> ~ four p b /\
       delays_until (stones g + Z.of_nat (S moves) + 1) (other p) (stones g + 1) b) /\
  (fresh (other p) g -> ~ can_force p moves g ->
     delays_until (stones g + Z.of_nat moves + 1) (other p) (stones g) (view g)).
Proof.
  induction moves as [moves IH] using lt_wf_ind.
  assert (theirs : forall p g, fresh (other p) g -> ~ can_force p moves g ->
    delays_until (stones g + Z.of_nat moves + 1) (other p) (stones g) (view g)).
  { intros p g F N; destruct moves as [| [| moves]]; [apply late_enough; lia .. |].
    destruct (outcome g) as [q | |] eqn:O.
    - exfalso; rewrite (fresh_outcome _ _ F) in O; destruct (_ =? _); discriminate.
    - apply full_in_time; intros b D; apply (drops_fresh _ _ _ F) in D as (c & C & L & _).
      apply (fresh_full _ _ F) with c; congruence.
    - rewrite force_theirs in N by (apply F || assumption).
      destruct (Exists_dec (fun g' => ~ can_force p (S moves) g') (next g)) as [E | E].
      { intros g'; destruct (can_force_dec p (S moves) g'); [right | left]; tauto. }
      2: { exfalso; apply N; intros g' I; destruct (can_force_dec p (S moves) g');
             [assumption | exfalso; apply E, Exists_exists; eauto]. }
      apply Exists_exists in E as (g' & I & Q).
      apply in_next in I as (c & C & L & ->); assert (D := fresh_drops _ _ _ F C L).
      destruct (won (play g c) (other p)) eqn:W.
      { apply own_four_first with (view (play g c)); [exact D |].
        apply (fresh_four _ _ _ _ F C L), W. }
      apply (fresh_after _ _ _ F C L) in W.
      assert (A : forall b, drops (other (other p)) (view (play g c)) b ->
        ~ four (other (other p)) b /\
        delays_until (stones g + Z.of_nat (S (S moves)) + 1) (other p) (stones g + 2) b).
      { intros b M; rewrite other_other in *.
        apply (proj1 (IH moves ltac:(lia) p (play g c)) W Q) in M as [NF M].
        rewrite (total_play g c C) in M; split; [exact NF |].
        replace (stones g + 2)%Z with (Z.of_nat (S (total g)) + 1)%Z by lia.
        replace (stones g + Z.of_nat (S (S moves)) + 1)%Z
          with (Z.of_nat (S (total g)) + Z.of_nat (S moves) + 1)%Z by lia; exact M. }
      apply no_four_yet with (view (play g c)); [exact D | |]; intros b M; apply A, M. }
  intros p g; split; [| apply theirs].
  intros F N b D; apply (drops_fresh _ _ _ F) in D as (c & C & L & S).
  assert (O : outcome g = Ongoing).
  { destruct (outcome g) eqn:O; [| | reflexivity]; exfalso;
      apply (fresh_full _ _ F) with c; congruence. }
  rewrite force_own in N by (apply F || assumption).
  assert (Q : ~ can_force p moves (play g c))
    by (intros Q; apply N; exists (play g c); split; [apply in_next; exists c; auto | exact Q]).
  destruct (won (play g c) p) eqn:W.
  { exfalso; apply Q, (after_four p p _ _ _ F C L); auto. }
  split.
  - intros V; eapply four_same in V; [| exact S].
    apply (fresh_four _ _ _ _ F C L) in V; congruence.
  - apply (fresh_after _ _ _ F C L) in W; apply (theirs _ _ W) in Q.
    rewrite (total_play g c C) in Q; eapply delays_until_same; [apply same_sym, S |].
    replace (stones g + 1)%Z with (Z.of_nat (Datatypes.S (total g))) by lia.
    replace (stones g + Z.of_nat (Datatypes.S moves) + 1)%Z
      with (Z.of_nat (Datatypes.S (total g)) + Z.of_nat moves + 1)%Z by lia; exact Q.
Qed.

(* A delay beyond the board is none. *)
Lemma delays_for_ever k p n b : delays_until k p n b -> forall g,
  (Z.of_nat (width * height) + 2 < k)%Z -> n = stones g -> same b (view g) -> fresh p g ->
  does_not_lose (Z.of_nat width) (Z.of_nat height) p b.
Proof.
  induction 1 as [n b L | n b E | n b b' D Q | n b b' D N A IH]; intros g K M U F.
  - assert (B := total_bound g (proj1 (proj2 F))); lia.
  - apply full_board; exact E.
  - apply own_four with b'; assumption.
  - assert (D' : drops p (view g) b') by (eapply drops_same, D; auto).
    apply (drops_fresh _ _ _ F) in D' as (c & C & L & S).
    destruct (won (play g c) p) eqn:W.
    { apply own_four with b'; [exact D |].
      apply (fresh_four _ _ _ _ F C L) in W; eapply four_same, W; apply same_sym, S. }
    assert (F' := fresh_after _ _ _ F C L W).
    apply no_four with b'; [exact D | exact N |]; intros b2 M2.
    assert (M' : drops (other p) (view (play g c)) b2) by (eapply drops_same, M2; auto).
    apply (drops_fresh _ _ _ F') in M' as (d & C' & L' & S').
    apply (IH _ M2) with (play (play g c) d); [exact K | | exact S' |].
    + rewrite !total_play by assumption; lia.
    + rewrite <- (other_other p); apply fresh_after; try assumption.
      apply not_true_iff_false; intros Q; apply (fresh_four _ _ _ _ F' C' L') in Q.
      apply (N _ M2); eapply four_same, Q; apply same_sym, S'.
Qed.

(* -- from the empty board ------------------------------------------------- *)
Variable init : game.
Hypothesis turn_init : turn init = First.
Hypothesis column_init : forall n, column init n = [].

Local Notation first_player_wins_by := (first_player_wins_by (Z.of_nat width) (Z.of_nat height)).
Local Notation second_player_wins_by := (second_player_wins_by (Z.of_nat width) (Z.of_nat height)).
Local Notation first_player_delays_until :=
  (first_player_delays_until (Z.of_nat width) (Z.of_nat height)).
Local Notation second_player_delays_until :=
  (second_player_delays_until (Z.of_nat width) (Z.of_nat height)).

Lemma view_init : same empty (view init).
Proof.
  intros x y; unfold view; destruct (_ && _)%bool; [| reflexivity].
  rewrite column_init; destruct (Z.to_nat y); reflexivity.
Qed.

Lemma fresh_init : fresh First init.
Proof.
  assert (V : valid init) by (intros n _; rewrite column_init; simpl; lia).
  split; [exact turn_init | split; [exact V |]].
  intros q; apply not_won; [exact V |]; intros F.
  eapply four_same in F; [| apply same_sym, view_init].
  destruct F as (c & r & dc & dr & _ & A); discriminate (A 0%Z ltac:(lia)).
Qed.

Lemma total_init : total init = 0.
Proof.
  unfold total; induction (seq 0 width) as [| c l IH]; [reflexivity |].
  simpl; rewrite column_init; exact IH.
Qed.

Lemma drops_init p b : drops p empty b <-> drops p (view init) b.
Proof. split; apply drops_same; auto using view_init, same_sym. Qed.

(* With k moves of both sides: by stone k. *)
Theorem first_can_force_iff k : can_force First k init <-> first_player_wins_by (Z.of_nat k).
Proof.
  rewrite (proj1 (can_force_iff k First init) fresh_init), total_init.
  split; apply wins_by_same; auto using view_init, same_sym.
Qed.

Theorem second_can_force_iff k : can_force Second k init <-> second_player_wins_by (Z.of_nat k).
Proof.
  rewrite (proj2 (can_force_iff k Second init) fresh_init), total_init.
  unfold wins_by_reply, Score.second_player_wins_by; setoid_rewrite drops_init; reflexivity.
Qed.

(* Who cannot force a four by stone k is kept from it until stone k + 1. *)
Theorem second_delays_until_iff k :
  ~ can_force First k init <-> second_player_delays_until (Z.of_nat k + 1).
Proof.
  split.
  - intros N b D; destruct k as [| k].
    { split; [eapply no_four_with_one_stone, D | apply late_enough; lia]. }
    apply drops_init, (proj1 (cannot_force k First init) fresh_init N) in D.
    rewrite total_init in D; exact D.
  - intros S F; apply first_can_force_iff in F.
    assert (L := first_wins_no_later _ _ _ _ F S); lia.
Qed.

Theorem first_delays_until_iff k :
  ~ can_force Second k init <-> first_player_delays_until (Z.of_nat k + 1).
Proof.
  split.
  - intros N; apply (proj2 (cannot_force k Second init) fresh_init) in N.
    rewrite total_init in N; eapply delays_until_same, N; apply same_sym, view_init.
  - intros S F; apply second_can_force_iff in F.
    assert (L := second_wins_no_later _ _ _ _ F S); lia.
Qed.

(* On the whole board. *)
Local Notation cells := (width * height).

Theorem first_wins_iff :
  can_force First cells init <-> first_player_wins (Z.of_nat width) (Z.of_nat height).
Proof.
  rewrite first_can_force_iff; split; [apply first_wins_by_wins |]; intros W.
  assert (V := wins_in_time First empty W init view_init fresh_init).
  rewrite total_init in V; eapply wins_by_same, V; apply same_sym, view_init.
Qed.

Theorem second_wins_iff :
  can_force Second cells init <-> second_player_wins (Z.of_nat width) (Z.of_nat height).
Proof.
  rewrite second_can_force_iff; split; [apply second_wins_by_wins |]; intros [E A].
  split; [exact E |]; intros b D; destruct (A b D) as [N W]; split; [exact N |].
  apply drops_init, (drops_fresh _ _ _ fresh_init) in D as (c & C & L & S).
  destruct (won (play init c) First) eqn:F.
  { exfalso; apply N; apply (fresh_four _ _ _ _ fresh_init C L) in F.
    eapply four_same, F; apply same_sym, S. }
  apply (fresh_after _ _ _ fresh_init C L) in F.
  assert (V := wins_in_time Second b W (play init c) S F).
  rewrite total_play, total_init in V by assumption.
  eapply wins_by_same, V; apply same_sym, S.
Qed.

(* More moves than there are cells do not help. *)
Lemma first_needs_no_more k : can_force First k init -> can_force First cells init.
Proof.
  intros F; apply first_wins_iff; apply first_can_force_iff in F; eapply first_wins_by_wins, F.
Qed.

Lemma second_needs_no_more k : can_force Second k init -> can_force Second cells init.
Proof.
  intros F; apply second_wins_iff; apply second_can_force_iff in F; eapply second_wins_by_wins, F.
Qed.

Theorem second_does_not_lose_iff : ~ can_force First cells init <->
  second_player_does_not_lose (Z.of_nat width) (Z.of_nat height).
Proof.
  split.
  - intros N b D; assert (N' : ~ can_force First (cells + 2) init)
      by (intros F; apply N; eapply first_needs_no_more, F).
    apply second_delays_until_iff in N'; destruct (N' b D) as [NF V]; split; [exact NF |].
    apply drops_init, (drops_fresh _ _ _ fresh_init) in D as (c & C & L & S).
    apply (delays_for_ever _ _ _ _ V (play init c)); [lia | | exact S |].
    + rewrite total_play, total_init by assumption; reflexivity.
    + apply (fresh_after First); auto using fresh_init; apply not_true_iff_false; intros F.
      apply (fresh_four _ _ _ _ fresh_init C L) in F.
      apply NF; eapply four_same, F; apply same_sym, S.
  - intros S F; apply first_wins_iff in F; exact (second_stops_first _ _ S F).
Qed.

Theorem first_does_not_lose_iff : ~ can_force Second cells init <->
  first_player_does_not_lose (Z.of_nat width) (Z.of_nat height).
Proof.
  split.
  - intros N; assert (N' : ~ can_force Second (cells + 2) init)
      by (intros F; apply N; eapply second_needs_no_more, F).
    apply first_delays_until_iff in N'.
    apply (delays_for_ever _ _ _ _ N' init); [lia | | exact view_init | exact fresh_init].
    rewrite total_init; reflexivity.
  - intros S F; apply second_wins_iff in F; exact (first_stops_second _ _ S F).
Qed.
End Game.
