(* The theorems for games that compute.  A position of such a game is a list of
   stones for each column, from the bottom up; a move adds a stone to a list; and
   "p can force a four with so many moves" is a function.  bloomberg/game-trees
   states its goal for 7x6 in this form: red_can_force_win 42 c4_init.

   A development with a game of its own has to supply the variables and prove the
   hypotheses of this section; Lists.v does that for a simple one. *)
From Coq Require Import ZArith List Bool Lia.
From Fourscore Require Import Spec Boards.
Import ListNotations.

Inductive result := Won (p : player) | Drawn | Ongoing.

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
      rewrite ?app_length; simpl; lia.
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
    destruct (Nat.eqb_spec n c) as [-> | _]; [rewrite app_length; simpl; lia | reflexivity].
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
  - unfold total; rewrite seq_length in E; rewrite <- E; split.
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
  destruct (n =? c); [rewrite app_length; simpl; lia | auto].
Qed.

Lemma not_won g p : valid g -> (won g p = false <-> ~ four p (view g)).
Proof. intros V; rewrite <- won_four, not_true_iff_false by assumption; reflexivity. Qed.

Lemma outcome_ongoing g : valid g -> (forall p, won g p = false) ->
  total g < width * height -> outcome g = Ongoing.
Proof.
  intros V N T; unfold outcome; rewrite !N.
  destruct (Nat.eqb_spec (total g) (width * height)); [lia | reflexivity].
Qed.

Lemma outcome_won g p : outcome g = Won p -> won g p = true.
Proof.
  unfold outcome; destruct (won g First) eqn:F; [congruence |].
  destruct (won g Second) eqn:S; [congruence |].
  destruct (_ =? _); discriminate.
Qed.

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

Lemma force_won p moves g : outcome g = Won p -> can_force p moves g.
Proof. intros E; destruct moves; cbn [can_force]; rewrite E; reflexivity. Qed.

Lemma force_not_lost p moves g : can_force p moves g -> outcome g <> Won (other p).
Proof.
  destruct moves; cbn [can_force]; intros F E; rewrite E in F; [injection F as F |];
    destruct p; discriminate.
Qed.

(* It is p's turn on a board without fours. *)
Definition fresh p g := turn g = p /\ valid g /\ forall q, won g q = false.

Lemma fresh_after p g c d : fresh p g ->
  c < width -> length (column g c) < height ->
  d < width -> length (column (play g c) d) < height ->
  won (play g c) p = false -> won (play (play g c) d) (other p) = false ->
  fresh p (play (play g c) d).
Proof.
  intros (T & V & N) C L D M W W'.
  split; [rewrite !turn_play, T; destruct p; reflexivity |].
  assert (V1 : valid (play g c)) by (apply valid_play; assumption).
  split; [apply valid_play; assumption |].
  assert (E : won (play (play g c) d) p = false).
  { apply other_not_won; try assumption; rewrite turn_play, T; apply other_neq. }
  intros q; destruct p, q; assumption.
Qed.

Theorem wins_can_force p b : wins p b -> forall moves g,
  same b (view g) -> fresh p g -> total g + moves = width * height ->
  can_force p moves g.
Proof.
  induction 1 as [b b' D F | b b' D X N A IH]; intros moves g U (T & V & W) Q.
  all: assert (D' : drops (turn g) (view g) b')
         by (rewrite T; eapply drops_same, D; auto).
  all: apply drops_view in D' as (c & C & L & S').
  all: assert (R : total g < width * height) by (apply room_iff; [| exists c]; auto).
  all: destruct moves as [| moves]; [lia |].
  all: apply force_own; [assumption | apply outcome_ongoing; assumption |].
  all: exists (play g c); split; [apply in_next; exists c; auto |].
  all: assert (V' := valid_play g c C L V).
  all: assert (O : won (play g c) (other p) = false)
         by (apply other_not_won; auto; rewrite T; intros E; apply (other_neq p); auto).
  - apply force_won, won_outcome; [assumption |].
    apply won_four; [exact V' |]; eapply four_same, F; exact S'.
  - destruct (won (play g c) p) eqn:E; [apply force_won, won_outcome; assumption |].
    assert (T' : turn (play g c) = other p) by (rewrite turn_play, T; reflexivity).
    assert (TP := total_play g c C).
    assert (D' : forall e, drops (other p) b' e -> drops (turn (play g c)) (view (play g c)) e)
      by (rewrite T'; intros e D'; eapply drops_same, D'; auto).
    destruct X as [b2 X]; apply D', drops_view in X as (d & Cd & Ld & _).
    assert (R' : total (play g c) < width * height) by (apply room_iff; [| exists d]; auto).
    destruct moves as [| moves]; [lia |].
    apply force_theirs; [assumption | apply outcome_ongoing; auto |].
    { intros q; destruct p, q; assumption. }
    intros g2 I; apply in_next in I as (e & Ce & Le & ->).
    assert (M : drops (other p) b' (view (play (play g c) e)))
      by (rewrite <- T'; eapply drops_same; [apply same_sym, S' | auto | apply view_drops; auto]).
    apply (IH _ M); [auto | | rewrite total_play by assumption; lia].
    apply fresh_after; try assumption; [repeat split; assumption |].
    apply not_won; [apply valid_play; assumption | exact (N _ M)].
Qed.

Theorem can_force_wins p : forall moves g, fresh p g ->
  can_force p moves g -> wins p (view g).
Proof.
  intros moves; induction moves as [moves IH] using lt_wf_ind; intros g (T & V & W) F.
  destruct moves as [| moves].
  { apply outcome_won in F; rewrite W in F; discriminate. }
  assert (O : outcome g = Ongoing).
  { cbn [can_force] in F; destruct (outcome g) as [q | |] eqn:E; [| contradiction | reflexivity].
    apply outcome_won in E; rewrite W in E; discriminate. }
  apply force_own in F as (g' & I & F); try assumption.
  apply in_next in I as (c & C & L & ->); assert (V' := valid_play g c C L V).
  assert (D := view_drops g c C L); rewrite T in D.
  destruct (won (play g c) p) eqn:E.
  { apply four_now with (view (play g c)); [exact D | apply won_four; assumption]. }
  assert (O' : won (play g c) (other p) = false)
    by (apply other_not_won; auto; rewrite T; intros X; apply (other_neq p); auto).
  assert (T' : turn (play g c) = other p) by (rewrite turn_play, T; reflexivity).
  destruct moves as [| moves].
  { apply outcome_won in F; congruence. }
  assert (G : outcome (play g c) = Ongoing).
  { cbn [can_force] in F; destruct (outcome _) as [q | |] eqn:Q; [| contradiction | reflexivity].
    apply outcome_won in Q; destruct p, q; simpl in *; congruence. }
  assert (R := proj1 (force_theirs _ _ _ T' G) F).
  assert (K : forall e, e < width -> length (column (play g c) e) < height ->
              won (play (play g c) e) (other p) = false /\
              wins p (view (play (play g c) e))).
  { intros e Ce Le; assert (Fe : can_force p moves (play (play g c) e))
      by (apply R, in_next; exists e; auto).
    assert (Ee : won (play (play g c) e) p = false)
      by (apply other_not_won; auto; rewrite T'; apply other_neq).
    assert (Ne : won (play (play g c) e) (other p) = false).
    { apply not_true_iff_false; intros Q; apply force_not_lost in Fe; apply Fe.
      apply won_outcome; [destruct p; assumption | assumption]. }
    split; [exact Ne |]; apply IH with moves; [lia | | exact Fe].
    apply fresh_after; try assumption; repeat split; assumption. }
  apply four_later with (view (play g c)); [exact D | | |].
  - assert (S : total (play g c) < width * height).
    { unfold outcome in G; destruct (won (play g c) First), (won (play g c) Second); try discriminate.
      destruct (Nat.eqb_spec (total (play g c)) (width * height)); [discriminate |].
      destruct (sum_bound (fun n => length (column (play g c) n)) (seq 0 width)) as [B _];
        [intros k I; apply in_seq in I; apply V'; lia |].
      rewrite seq_length in B; unfold total in *; lia. }
    apply room_iff in S as (d & Cd & Ld); [| assumption].
    exists (view (play (play g c) d)); rewrite <- T'; apply view_drops; assumption.
  - intros b B; rewrite <- T' in B; apply drops_view in B as (e & Ce & Le & S).
    intros Q; destruct (K e Ce Le) as [Ne _]; apply not_won in Ne;
      [| apply valid_play; assumption].
    apply Ne; eapply four_same, Q; exact S.
  - intros b B; rewrite <- T' in B; apply drops_view in B as (e & Ce & Le & S).
    destruct (K e Ce Le) as [_ X]; apply wins_same with (view (play (play g c) e));
      [apply same_sym, S | exact X].
Qed.

(* -- from the empty board ------------------------------------------------- *)
Variable init : game.
Hypothesis turn_init : turn init = First.
Hypothesis column_init : forall n, column init n = [].

Lemma view_init : same (view init) empty.
Proof.
  intros x y; unfold view; destruct (_ && _)%bool; [| reflexivity].
  rewrite column_init; destruct (Z.to_nat y); reflexivity.
Qed.

Lemma fresh_init : fresh First init.
Proof.
  assert (V : valid init) by (intros n _; rewrite column_init; simpl; lia).
  split; [exact turn_init | split; [exact V |]].
  intros q; apply not_won; [exact V |]; intros F.
  eapply four_same in F; [| apply view_init].
  destruct F as (c & r & dc & dr & _ & A); discriminate (A 0%Z ltac:(lia)).
Qed.

Lemma total_init : total init = 0.
Proof.
  unfold total; induction (seq 0 width) as [| c l IH]; [reflexivity |].
  simpl; rewrite column_init; exact IH.
Qed.

Theorem first_can_force_iff :
  first_player_wins (Z.of_nat width) (Z.of_nat height) <->
  can_force First (width * height) init.
Proof.
  split.
  - intros W; apply (wins_can_force First empty W); [apply same_sym, view_init | exact fresh_init |].
    rewrite total_init; reflexivity.
  - intros F; eapply wins_same; [exact view_init |].
    exact (can_force_wins First _ _ fresh_init F).
Qed.
End Game.
