(* If the checker says yes, whatever bytes it has read, the goal is reached.

   The induction: each call of 'visit' that does not fail leaves a table whose
   entries are all positions in which P reaches the goal, and P reaches it in the
   position of the call.  An entry is made after the replies in its position were
   visited, so nothing relies on itself. *)
From Coq Require Import ZArith List Bool Uint63 PArray Lia.
From Fourscore Require Import Spec Score Openings Boards Goal Bits Cells Choices Statics Holds Checker.
Local Open Scope Z_scope.

Section Sound.
Variables width height : Z.
Hypothesis width_positive : 1 <= width.
Hypothesis height_positive : 1 <= height.
Hypothesis size : width * (height + 1) <= 62.
Variable me : player.
Variable g : goal.

Local Notation shape := (shape_of width height).
Local Notation view := (view width height me).
Local Notation reaches := (reaches width height g me).

(* P reaches the goal in this position with n stones. *)
Definition proven (n mine theirs : int) := reaches (to_Z n) (view mine theirs).

Lemma proven_mirror n mine theirs :
  proven n (mirror shape mine) (mirror shape theirs) <-> proven n mine theirs.
Proof.
  unfold proven; split; intros R.
  - apply reaches_flip in R; eapply reaches_same, R.
    intros c r; unfold flip at 1; rewrite view_mirror by assumption.
    apply (flip_flip width (view mine theirs)).
  - apply reaches_flip in R; eapply reaches_same, R.
    apply same_sym, view_mirror; assumption.
Qed.

(* -- the table ------------------------------------------------------------ *)
Definition good (t : table) :=
  PArray.length (theirs_of t) = PArray.length (mine_of t) /\
  PArray.length (ply_of t) = PArray.length (mine_of t) /\
  forall h, (ply_of t).[h] = free \/
            proven (ply_of t).[h] (mine_of t).[h] (theirs_of t).[h].

Lemma good_empty : good empty_table.
Proof.
  split; [| split]; [reflexivity .. |].
  intros h; left; unfold empty_table; cbn [ply_of]; apply get_make.
Qed.

Lemma is_at_proven t h mine theirs n : good t -> (n <? free)%uint63 = true ->
  is_at t h mine theirs n = true -> proven n mine theirs.
Proof.
  intros (_ & _ & G) L; unfold is_at.
  destruct (_ =? n)%uint63 eqn:E1; [| discriminate].
  destruct (_ =? mine)%uint63 eqn:E2; [intros E3 | discriminate].
  apply eqb_correct in E1, E2, E3; destruct (G h) as [F | P]; [| congruence].
  rewrite <- E1, F in L; discriminate.
Qed.

Lemma set_same (t : array int) h x :
  (h <? PArray.length t)%uint63 = true -> t.[h <- x].[h] = x.
Proof. apply get_set_same. Qed.

Lemma set_beyond (t : array int) h x :
  (h <? PArray.length t)%uint63 = false -> t.[h <- x].[h] = t.[h].
Proof.
  intros L; rewrite (get_out_of_bounds _ t h L), get_out_of_bounds, default_set;
    [reflexivity |]; rewrite length_set; exact L.
Qed.

Lemma good_put t h mine theirs n policy mirrored :
  good t -> proven n mine theirs -> good (put t h mine theirs n policy mirrored).
Proof.
  destruct t as [ms ts ns ps qs]; unfold good, put; cbn [mine_of theirs_of ply_of].
  intros (L1 & L2 & G) P; split; [| split]; [rewrite !length_set; assumption .. |].
  intros j; destruct (h =? j)%uint63 eqn:E.
  - apply eqb_correct in E; subst j; destruct (h <? PArray.length ms)%uint63 eqn:I.
    + rewrite !set_same by (rewrite ?L1, ?L2; assumption); right; exact P.
    + rewrite !set_beyond by (rewrite ?L1, ?L2; assumption); apply G.
  - assert (h <> j) by (intros ->; rewrite eqb_refl in E; discriminate).
    rewrite !get_set_other by assumption; apply G.
Qed.

(* -- M's replies ---------------------------------------------------------- *)
(* What is to be shown of a call that returns the state st'. *)
Definition sound n mine theirs (st' : state) := good (met st') /\ proven n mine theirs.

Lemma replies_sound visit n fuel mine theirs :
  (forall theirs x st st', good (met st) -> visit theirs x st = Some st' ->
     sound n mine theirs st') ->
  forall moves st st', good (met st) ->
  replies shape visit fuel theirs moves st = Some st' ->
  good (met st') /\
  forall i, has moves (to_Z i) = true ->
    has_four shape (theirs lor (1 << i))%uint63 = false /\
    proven n mine (theirs lor (1 << i))%uint63.
Proof.
  intros V; induction fuel as [| fuel IH]; intros moves st st' I; cbn [replies];
    [discriminate |].
  destruct (moves =? 0)%uint63 eqn:Z0.
  { intros [= <-]; split; [assumption |].
    intros i T; rewrite zero_has in T by assumption; discriminate. }
  destruct (has_four _ _) eqn:F; [discriminate |].
  destruct (visit _ _ _) as [st1 |] eqn:E; [| discriminate].
  intros R; apply V in E; [| assumption]; destruct E as [I1 P1].
  apply IH in R; [| assumption]; destruct R as [I2 R]; split; [assumption |].
  intros i T; destruct (tail0 moves =? i)%uint63 eqn:Q.
  - apply eqb_correct in Q; subst i; auto.
  - apply R; rewrite has_lxor, T, has_single by (apply has_range in T; lia).
    destruct (Z.eqb_spec (to_Z i) (to_Z (tail0 moves))) as [C | C]; [| reflexivity].
    apply to_Z_inj in C; subst i; rewrite eqb_refl in Q; discriminate.
Qed.

(* What 'replies' has shown, in the words of the rules. *)
Lemma all_replies n mine theirs :
  (forall i, has (playable shape (mine lor theirs)%uint63) (to_Z i) = true ->
     has_four shape (theirs lor (1 << i))%uint63 = false /\
     proven n mine (theirs lor (1 << i))%uint63) ->
  forall b, drops width height (other me) (view mine theirs) b ->
  ~ four (other me) b /\ reaches (to_Z n) b.
Proof.
  intros A b D; apply theirs_are_playable in D as (i & T & S); try assumption.
  apply A in T as [F P]; split.
  - intros Q; eapply no_four_theirs in F; try eassumption.
    apply F; eapply four_same, Q; exact S.
  - eapply reaches_same, P; apply same_sym, S.
Qed.

Lemma some_reply mine theirs :
  (if (playable shape (mine lor theirs) =? 0)%uint63 then negb (may_fillb g) else false)
    = false ->
  may_fill g \/ exists b, drops width height (other me) (view mine theirs) b.
Proof.
  destruct (_ =? 0)%uint63 eqn:Z0; intros M.
  - left; apply may_fillb_iff, negb_false_iff, M.
  - right; apply nonzero_has in Z0 as (i & T); assert (R := has_range _ _ T).
    rewrite <- (to_Z_of_Z i) in T by lia.
    eexists; apply drops_theirs; eassumption.
Qed.

(* -- P's move ------------------------------------------------------------- *)
Lemma play_sound visit n mine theirs i st st' :
  (forall mine theirs x st st', good (met st) -> visit mine theirs x st = Some st' ->
     sound (n + 2)%uint63 mine theirs st') ->
  to_Z (n + 2)%uint63 = to_Z n + 2 ->
  good (met st) -> play shape g visit mine theirs i st = Some st' ->
  sound n mine theirs st'.
Proof.
  intros V N I; unfold play; rewrite has_bit.
  destruct (has _ _) eqn:P; [| discriminate].
  destruct (if (_ =? 0)%uint63 then _ else false) eqn:M; [discriminate |].
  apply some_reply in M; intros R.
  eapply replies_sound in R as [I' A]; [| intros *; apply V | exact I].
  split; [assumption |]; unfold proven.
  apply by_move with (view (mine lor (1 << i))%uint63 theirs).
  - apply drops_mine; assumption.
  - exact M.
  - intros b D; apply (all_replies _ _ _ A _ D).
  - rewrite <- N; intros b D; apply (all_replies _ _ _ A _ D).
Qed.

Lemma wins_now_sound n mine theirs i :
  wins_now shape mine theirs i = true -> in_time g (to_Z n + 1) ->
  proven n mine theirs.
Proof.
  unfold wins_now; rewrite has_bit.
  destruct (has _ _) eqn:P; [intros F T | discriminate].
  apply by_four with (view (mine lor (1 << i))%uint63 theirs); [| | assumption].
  - apply drops_mine; assumption.
  - apply four_mine; assumption.
Qed.

(* -- the walk ------------------------------------------------------------- *)
Variable statics : bool.
Variable bytes : array int.
Local Notation cell_count := (of_Z (width * height)).
Local Notation visit := (visit shape cell_count g statics bytes).

(* There are few stones, so their number does not overflow. *)
Lemma small_numbers n : (cell_count <? n)%uint63 = false ->
  (n <? free)%uint63 = true /\ to_Z (n + 1)%uint63 = to_Z n + 1 /\
  to_Z (n + 2)%uint63 = to_Z n + 2.
Proof.
  intros L; apply not_true_iff_false in L; rewrite ltb_spec, to_Z_of_Z in L by nia.
  assert (B := to_Z_bounded n); assert (to_Z n < 127) by nia.
  split; [apply ltb_spec; assumption |].
  rewrite !add_spec; change wB with (2 ^ 63).
  change (to_Z 1) with 1; change (to_Z 2) with 2; rewrite !Z.mod_small by lia; lia.
Qed.

Lemma has_proof_sound n mine theirs safe : (cell_count <? n)%uint63 = false ->
  has_proof shape cell_count g statics n mine theirs safe = true -> proven n mine theirs.
Proof.
  intros L; apply small_numbers in L as (L & N1 & N2).
  unfold has_proof; destruct statics; [| discriminate].
  destruct (proving_move _ _ _ _ _ _ _ _) as [[i s] |]; [| discriminate].
  rewrite has_bit; destruct (has _ _) eqn:P; [intros H | discriminate].
  apply holds_sound with (me := me) in H as [M R]; try assumption;
    [| apply ltb_spec in L; change (to_Z free) with 127 in L; lia].
  rewrite N1 in R; unfold proven.
  apply by_move with (view (mine lor (1 << i))%uint63 theirs).
  - apply drops_mine; assumption.
  - exact M.
  - intros b D; apply R, D.
  - intros b D; replace (to_Z n + 2) with (to_Z n + 1 + 1) by lia; apply R, D.
Qed.

(* The table holds the position itself or, if 'mirrored', its mirror image. *)
Lemma proven_turned (mirrored : bool) n mine theirs :
  proven n (if mirrored then mirror shape mine else mine)
           (if mirrored then mirror shape theirs else theirs) <->
  proven n mine theirs.
Proof. destruct mirrored; [apply proven_mirror | reflexivity]. Qed.

Lemma visit_sound fuel : forall policy n mine theirs x st st',
  good (met st) -> visit fuel policy n mine theirs x st = Some st' ->
  sound n mine theirs st'.
Proof.
  induction fuel as [| fuel IH]; intros policy n mine theirs x st st' I; [discriminate |].
  cbn [Checker.visit].
  destruct (cell_count <? n)%uint63 eqn:L; [discriminate |].
  assert (HS := fun m t safe => has_proof_sound n m t safe L).
  apply small_numbers in L as (L & N1 & N2).
  destruct (is_lateb _ _) eqn:T.
  { intros [= <-]; split; [assumption |].
    apply by_delay; rewrite <- N2; apply is_lateb_iff, T. }
  destruct (_ =? 0)%uint63 eqn:Z0.
  { destruct (may_fillb g) eqn:M; [intros [= <-]; split; [assumption |] | discriminate].
    apply by_full_board; [apply may_fillb_iff, M | apply full_means_no_move; assumption]. }
  destruct (negb _).
  { destruct (in_timeb _ _) eqn:S; [| discriminate].
    destruct (wins_now _ _ _ _) eqn:W; [intros [= <-]; split; [assumption |] | discriminate].
    eapply wins_now_sound; [exact W |]; rewrite <- N1; apply in_timeb_iff, S. }
  set (mirrored := (_ <? _)%uint63); clearbody mirrored.
  set (mine' := if mirrored then _ else mine); set (theirs' := if mirrored then _ else theirs).
  assert (K : proven n mine' theirs' <-> proven n mine theirs) by apply proven_turned.
  clearbody mine' theirs'; destruct (if is_at _ _ _ _ _ then _ else false) eqn:D.
  { intros [= <-]; split; [assumption |]; apply K.
    destruct (is_at _ _ _ _ _) eqn:A; [| discriminate].
    eapply is_at_proven; eassumption. }
  (* Whatever P plays, one of these two applies. *)
  assert (stay : forall p i m t, (proven n m t -> proven n mine theirs) ->
    play shape g (visit fuel p (n + 2)%uint63) m t i st = Some st' -> sound n mine theirs st').
  { intros p i m t Q R; eapply play_sound in R; try eassumption; [| intros *; apply IH].
    destruct R as [I' P]; split; auto. }
  assert (enter : forall p q i a m t, (proven n m t <-> proven n mine theirs) ->
    match play shape g (visit fuel p (n + 2)%uint63) m t i (State (met st) a) with
    | None => None
    | Some (State t a) =>
      Some (State (put t (place t mine' theirs') mine' theirs' n q mirrored) a)
    end = Some st' -> sound n mine theirs st').
  { intros p q i a m t Q; destruct (play _ _ _ _ _ _ _) as [[t1 a1] |] eqn:R; [| discriminate].
    eapply play_sound in R; try eassumption; [| intros *; apply IH].
    intros [= <-]; destruct R as [I' P]; apply Q in P.
    split; [apply good_put; [exact I' | apply K, P] | exact P]. }
  destruct policy as [p |]; destruct (negb _); try (apply stay; tauto);
    destruct (has_proof _ _ _ _ _ _ _ _) eqn:H; try apply HS in H.
  - destruct mirrored; intros [= <-]; split; try assumption.
    apply good_put; [exact I | apply K, H].
  - destruct (next_reply _ _ _ _ _ _) as [i a]; apply enter; reflexivity.
  - intros [= <-]; split; [exact I | apply K, H].
  - destruct (next_move _ _ _ _ _ _) as [[i q] a]; apply enter; exact K.
Qed.
End Sound.

(* -- the theorem ---------------------------------------------------------- *)
Section From_opening.
Variables width height : Z.
Hypothesis width_positive : 1 <= width.
Hypothesis height_positive : 1 <= height.
Hypothesis size : width * (height + 1) <= 62.
Variable me : player.
Variable g : goal.
Variable bytes : array int.
Variable statics : bool.
Local Notation shape := (shape_of width height).
Local Notation view := (view width height me).
Local Notation leads_to := (leads_to width height).

Lemma open_with_sound cs : forall q mine theirs mine' theirs',
  open_with width height me q cs mine theirs = Some (mine', theirs') ->
  leads_to q (view mine theirs) cs (view mine' theirs').
Proof.
  induction cs as [| c cs IH]; intros q mine theirs mine' theirs'; cbn [open_with].
  { intros [= <- <-]; apply no_move. }
  set (i := tail0 _); destruct (_ && _) eqn:E; [intros R | discriminate].
  rewrite !andb_true_iff, Z.leb_le, Z.ltb_lt, has_bit in E; destruct E as [[C P] F].
  assert (M := P); rewrite has_land, andb_true_iff in M; destruct M as [M _].
  apply playable_in_column with (me := me) in P as (r & O & Ei & N); try assumption.
  assert (A := is_cases me q); destruct (is me q); subst q;
    apply IH in R; apply negb_true_iff in F;
    (eapply one_move; [apply drops_mine + apply drops_theirs; eassumption | exists r | | exact R]).
  - rewrite N; unfold Cells.view; rewrite O, (added_cell width height) by assumption; discriminate.
  - apply no_four_mine; assumption.
  - rewrite N; unfold Cells.view; rewrite O, (added_cell width height) by assumption.
    destruct (has mine _); discriminate.
  - apply no_four_theirs; assumption.
Qed.

Lemma walk_sound n mine theirs ours st :
  walk shape (of_Z (width * height)) g statics bytes ours n mine theirs = Some st ->
  to_Z n <= width * height ->
  (if ours then reaches width height g me (to_Z n) (view mine theirs)
   else awaits width height g me (to_Z n) (view mine theirs)).
Proof.
  unfold walk; set (start := State _ _).
  assert (I : good width height me g (met start)) by apply good_empty.
  destruct ours; intros E L.
  - apply (visit_sound width height) with (me := me) in E; try assumption.
    destruct E as [_ P]; exact P.
  - destruct (if (_ =? 0)%uint63 then _ else false) eqn:M; [discriminate |].
    assert (A := replies_sound width height me g _ (n + 1)%uint63 _ mine theirs
                   (visit_sound width height width_positive height_positive size
                      me g statics bytes 64 None (n + 1)%uint63 mine) _ start st I E).
    destruct A as [_ A]; split.
    + apply (some_reply width height width_positive height_positive size me g) in M.
      exact M.
    + assert (N : to_Z (n + 1)%uint63 = to_Z n + 1).
      { assert (B := to_Z_bounded n); rewrite add_spec; change (to_Z 1) with 1.
        apply Z.mod_small; change wB with (2 ^ 63); nia. }
      rewrite <- N; intros d D.
      apply (all_replies width height width_positive height_positive size me g
               (n + 1)%uint63 mine theirs A _ D).
Qed.
End From_opening.

Theorem check_sound width height cs p g bytes :
  check width height cs p g bytes = true -> player_reaches width height cs p g.
Proof.
  unfold check, checked, size_fits; destruct (_ && _) eqn:S; [| discriminate].
  rewrite !andb_true_iff, !Z.leb_le in S; destruct S as [[[[[W H] S] N] _] _].
  destruct (open_with _ _ _ _ _ _ _) as [[mine theirs] |] eqn:O; [| discriminate].
  destruct (walk _ _ _ _ _ _ _ _ _) as [st |] eqn:E; [intros _ | discriminate].
  assert (Z : to_Z (of_Z (Z.of_nat (List.length cs))) = Z.of_nat (List.length cs))
    by (apply to_Z_of_Z; nia).
  apply walk_sound with (me := p) in E; [| assumption .. | lia]; rewrite Z in E.
  apply open_with_sound in O; try assumption.
  apply leads_from_same with (b' := empty) in O as (b & B & L); [| apply view_empty].
  exists b; split; [exact L |]; unfold goes.
  destruct (is p _); [eapply reaches_same | eapply awaits_same]; eassumption.
Qed.

(* The theorem for each kind of claim. *)
Section Claims.
Variables width height : Z.
Variable bytes : array int.

(* Without opening moves. *)
Lemma from_empty_board p g : check width height nil p g bytes = true ->
  goes width height g p First 0 empty.
Proof. intros C; apply check_sound in C as (b & L & R); inversion L; subst; exact R. Qed.

Corollary first_wins_by last : check width height nil First (Win last) bytes = true ->
  first_player_wins_by width height (to_Z last).
Proof. intros C; apply from_empty_board in C; exact (reaches_win _ _ _ _ _ _ C). Qed.

Corollary second_wins_by last : check width height nil Second (Win last) bytes = true ->
  second_player_wins_by width height (to_Z last).
Proof.
  intros C; apply from_empty_board in C as [[[] | E] A]; split; [exact E |].
  intros b D; destruct (A b D) as [N R]; split; [exact N | exact (reaches_win _ _ _ _ _ _ R)].
Qed.

Corollary first_draws : check width height nil First Draw bytes = true ->
  first_player_does_not_lose width height.
Proof. intros C; apply from_empty_board in C; exact (reaches_draw _ _ _ _ _ C). Qed.

Corollary second_draws : check width height nil Second Draw bytes = true ->
  second_player_does_not_lose width height.
Proof.
  intros C b D; apply from_empty_board in C as [_ A]; destruct (A b D) as [N R].
  split; [exact N | exact (reaches_draw _ _ _ _ _ R)].
Qed.

Corollary first_delays_until k : check width height nil First (Delay k) bytes = true ->
  first_player_delays_until width height (to_Z k).
Proof. intros C; apply from_empty_board in C; exact (reaches_delay _ _ _ _ _ _ C). Qed.

Corollary second_delays_until k : check width height nil Second (Delay k) bytes = true ->
  second_player_delays_until width height (to_Z k).
Proof.
  intros C b D; apply from_empty_board in C as [_ A]; destruct (A b D) as [N R].
  split; [exact N | exact (reaches_delay _ _ _ _ _ _ R)].
Qed.
End Claims.
