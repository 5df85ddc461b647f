(* What a doubter may ask of Spec.v and Score.v: that their words mean what they
   should.  The theorems about boards need two steps of it: a win by a given stone is
   a win, and who does not lose keeps the other from winning.  Scores.v goes on. *)
From Coq Require Import ZArith Bool Lia.
From Fourscore Require Import Spec Score Openings Boards.
Local Open Scope Z_scope.

Section Game.
Variables width height : Z.
Local Notation drops := (drops width height).
Local Notation grounded := (grounded width height).
Local Notation wins := (wins width height).
Local Notation does_not_lose := (does_not_lose width height).

(* -- boards that play reaches --------------------------------------------- *)
(* p is to move on board b, after moves of which none but the last one, if any,
   completed a four. *)
Inductive reached : player -> board -> Prop :=
| at_start : reached First empty
| after_move p b b' :
    reached p b -> (forall q, ~ four q b) -> drops p b b' -> reached (other p) b'.

Lemma reached_grounded p b : reached p b -> grounded b.
Proof.
  induction 1 as [| p b b' R G _ D]; [| eapply drops_grounded; eassumption].
  intros c r N; exfalso; apply N; reflexivity.
Qed.

(* A stone falls to the lowest free cell of its column. *)
Theorem falls_to_the_lowest_free_cell p b b' : reached p b -> drops p b b' ->
  exists c r, 0 <= c < width /\ b' c r = Some p /\
    (forall r', 0 <= r' < r -> b c r' <> None) /\
    (forall r', r <= r' -> b c r' = None) /\
    (forall x y, (x, y) <> (c, r) -> b' x y = b x y).
Proof.
  intros G (c & r & C & R & N & S & P & A); apply reached_grounded in G.
  exists c, r; split; [assumption | split; [assumption | split; [| split; [| assumption]]]].
  - intros r' R'; destruct S as [-> | S]; [lia |].
    destruct (Z.eq_dec r' (r - 1)) as [-> | M]; [assumption |].
    apply (G c (r - 1)); [assumption | lia].
  - intros r' R'; destruct (b c r') eqn:E; [exfalso | reflexivity].
    destruct (Z.eq_dec r r') as [<- | M]; [congruence |].
    destruct (G c r' ltac:(congruence)) as (_ & _ & B).
    apply (B r); [lia | assumption].
Qed.

(* At most one side has four. *)
Theorem one_side_has_four p b : reached p b -> ~ (four First b /\ four Second b).
Proof.
  destruct 1 as [| p b b' R N D]; intros [F S].
  - destruct F as (c & r & dc & dr & _ & A); discriminate (A 0 ltac:(lia)).
  - destruct p.
    + apply (N Second); eapply four_before, S; [| exact D]; discriminate.
    + apply (N First); eapply four_before, F; [| exact D]; discriminate.
Qed.

(* The empty board has one move for each column. *)
Definition only_stone p c r : board := fun x y =>
  if (x =? c) && (y =? r) then Some p else None.

Theorem moves_on_the_empty_board p b : 1 <= height ->
  (drops p empty b <-> exists c, 0 <= c < width /\ same b (only_stone p c 0)).
Proof.
  intros H; unfold only_stone; split.
  - intros (c & r & C & R & _ & S & P & A); exists c; split; [assumption |].
    destruct S as [-> | S]; [| exfalso; apply S; reflexivity].
    intros x y; destruct (Z.eqb_spec x c) as [-> | X], (Z.eqb_spec y 0) as [-> | Y];
      simpl; [assumption | apply A; congruence ..].
  - intros (c & C & S); exists c, 0; split; [assumption | split; [lia |]].
    split; [reflexivity | split; [auto |]].
    split; [rewrite S, !Z.eqb_refl; reflexivity |].
    intros x y N; rewrite S.
    destruct (Z.eqb_spec x c) as [-> | X], (Z.eqb_spec y 0) as [-> | Y];
      simpl; [congruence | reflexivity ..].
Qed.

Theorem columns_differ p c c' : same (only_stone p c 0) (only_stone p c' 0) -> c = c'.
Proof.
  unfold only_stone; intros S; specialize (S c 0); simpl in S.
  rewrite Z.eqb_refl in S; simpl in S.
  destruct (Z.eqb_spec c c'); [assumption | discriminate].
Qed.

(* One stone is no four, and there is none on a board that is too small. *)
Theorem no_four_with_one_stone p q b : drops p empty b -> ~ four q b.
Proof.
  intros (c & r & _ & _ & _ & _ & _ & A) (x & y & dx & dy & D & F).
  assert (E : forall k, 0 <= k < 4 -> (x + k * dx, y + k * dy) = (c, r)).
  { intros k K; destruct (same_cell c r (x + k * dx) (y + k * dy)) as [E | E]; [exact E |].
    specialize (F k K); rewrite A in F by exact E; discriminate. }
  assert (E0 := E 0 ltac:(lia)); assert (E1 := E 1 ltac:(lia)); clear E F A.
  apply pair_equal_spec in E0, E1.
  rewrite !pair_equal_spec in D; lia.
Qed.

Theorem no_four_on_a_small_board p q b :
  width < 4 -> height < 4 -> reached p b -> ~ four q b.
Proof.
  intros W H R (x & y & dx & dy & D & F); apply reached_grounded in R.
  assert (B : forall k, 0 <= k < 4 -> 0 <= x + k * dx < width /\ 0 <= y + k * dy < height).
  { intros k K; destruct (R (x + k * dx) (y + k * dy)) as (X & Y & _); [| lia].
    rewrite (F k K); discriminate. }
  assert (B0 := B 0 ltac:(lia)); assert (B3 := B 3 ltac:(lia)).
  rewrite !pair_equal_spec in D; lia.
Qed.

(* -- who wins ------------------------------------------------------------- *)
Lemma wins_does_not_lose p b : wins p b -> does_not_lose p b.
Proof.
  induction 1 as [b b' D F | b b' D X N A IH];
    [eapply own_four | eapply no_four]; eassumption.
Qed.

(* If p can force a four, the other side cannot prevent it. *)
Lemma wins_against p b : wins p b ->
  ~ forall b', drops p b b' -> ~ four p b' /\ does_not_lose (other p) b'.
Proof.
  induction 1 as [b b' D F | b b' D [e X] N A IH]; intros V.
  - destruct (V b' D); auto.
  - destruct (V b' D) as [_ V']; destruct V' as [b' E | b' b'' D' F | b' b'' D' N' A'].
    + apply (E e X).
    + apply (N b'' D' F).
    + apply (IH b'' D'); replace (other (other p)) with p in * by (destruct p; auto).
      auto.
Qed.

Lemma does_not_lose_against p b : does_not_lose p b ->
  ~ ((exists b', drops p b b') /\
     forall b', drops p b b' -> ~ four p b' /\ wins (other p) b').
Proof.
  induction 1 as [b E | b b' D F | b b' D N A IH]; intros [[e X] V].
  - apply (E e X).
  - destruct (V b' D); auto.
  - destruct (V b' D) as [_ V']; destruct V' as [b' b'' D' F | b' b'' D' X' N' A'].
    + apply (N b'' D' F).
    + apply (IH b'' D'); replace (other (other p)) with p in * by (destruct p; auto).
      auto.
Qed.

Theorem not_both_win :
  ~ (first_player_wins width height /\ second_player_wins width height).
Proof.
  intros [F [_ S]]; apply (wins_against _ _ F); intros b D.
  destruct (S b D) as [N V]; split; [exact N | apply wins_does_not_lose, V].
Qed.

Theorem second_stops_first :
  second_player_does_not_lose width height -> ~ first_player_wins width height.
Proof. intros S F; apply (wins_against _ _ F); exact S. Qed.

Theorem first_stops_second :
  first_player_does_not_lose width height -> ~ second_player_wins width height.
Proof. intros F S; apply (does_not_lose_against _ _ F); exact S. Qed.

(* -- when ----------------------------------------------------------------- *)
Lemma wins_by_wins k p n b : wins_by width height k p n b -> wins p b.
Proof.
  induction 1; [eapply four_now | eapply four_later]; eassumption.
Qed.

Theorem first_wins_by_wins k :
  first_player_wins_by width height k -> first_player_wins width height.
Proof. apply wins_by_wins. Qed.

Theorem second_wins_by_wins k :
  second_player_wins_by width height k -> second_player_wins width height.
Proof.
  intros [E A]; split; [exact E |]; intros b D; destruct (A b D) as [N V].
  split; [exact N | exact (wins_by_wins _ _ _ _ V)].
Qed.

Lemma wins_by_same k p n b b' :
  same b b' -> wins_by width height k p n b -> wins_by width height k p n b'.
Proof.
  intros S V; destruct V as [n b d D F L | n b d D X N A].
  - apply four_in_time with d; [apply drops_same with b d; auto | assumption ..].
  - apply in_time_later with d; auto. apply drops_same with b d; auto.
Qed.

Lemma delays_until_same k p n b b' :
  same b b' -> delays_until width height k p n b -> delays_until width height k p n b'.
Proof.
  intros S V; destruct V as [n b L | n b E | n b d D F | n b d D N A].
  - apply late_enough; assumption.
  - apply full_in_time; intros d D; apply (E d); apply drops_same with b' d; auto.
  - apply own_four_first with d; [apply drops_same with b d; auto | assumption].
  - apply no_four_yet with d; auto. apply drops_same with b d; auto.
Qed.

Lemma wins_by_later k k' p n b :
  k <= k' -> wins_by width height k p n b -> wins_by width height k' p n b.
Proof.
  intros L; induction 1 as [n b d D F T | n b d D X N A IH].
  - apply four_in_time with d; [assumption .. | lia].
  - apply in_time_later with d; assumption.
Qed.

Lemma next_stone_in_time k p n b : wins_by width height k p n b -> n + 1 <= k.
Proof. induction 1 as [| n b b' D [e X] N A IH]; [assumption |]; specialize (IH e X); lia. Qed.

(* A win by stone k leaves no delay beyond it. *)
Lemma wins_by_against k k' p n b : wins_by width height k p n b ->
  (forall b', drops p b b' ->
     ~ four p b' /\ delays_until width height k' (other p) (n + 1) b') -> k' <= k.
Proof.
  induction 1 as [n b b' D F L | n b b' D [e X] N A IH]; intros V.
  - destruct (V b' D); contradiction.
  - destruct (V b' D) as [_ V']; inversion V' as
      [n0 b0 L | n0 b0 E | n0 b0 b'' D' F | n0 b0 b'' D' N' A']; subst.
    + assert (B := next_stone_in_time _ _ _ _ (A e X)); lia.
    + exfalso; apply (E e X).
    + exfalso; apply (N b'' D' F).
    + apply (IH b'' D'); replace (other (other p)) with p in * by (destruct p; auto).
      intros b3 D3; split; [auto |].
      replace (n + 2 + 1) with (n + 1 + 2) by lia; auto.
Qed.

Lemma delays_against k k' p n b : delays_until width height k' p n b ->
  (exists b', drops p b b') ->
  (forall b', drops p b b' ->
     ~ four p b' /\ wins_by width height k (other p) (n + 1) b') -> k' <= k.
Proof.
  induction 1 as [n b L | n b E | n b b' D F | n b b' D N A IH]; intros [e X] V.
  - destruct (V e X) as [_ V']; apply next_stone_in_time in V'; lia.
  - exfalso; apply (E e X).
  - destruct (V b' D); contradiction.
  - destruct (V b' D) as [_ V']; inversion V' as
      [n0 b0 b'' D' F L | n0 b0 b'' D' X' N' A']; subst.
    + exfalso; apply (N b'' D' F).
    + apply (IH b'' D'); replace (other (other p)) with p in * by (destruct p; auto).
      * exact X'.
      * intros b3 D3; split; [auto |].
        replace (n + 2 + 1) with (n + 1 + 2) by lia; auto.
Qed.

Theorem first_wins_no_later k k' :
  first_player_wins_by width height k -> second_player_delays_until width height k' ->
  k' <= k.
Proof. intros F S; apply (wins_by_against _ _ _ _ _ F); exact S. Qed.

Theorem second_wins_no_later k k' :
  second_player_wins_by width height k -> first_player_delays_until width height k' ->
  k' <= k.
Proof. intros [E S] F; apply (delays_against _ _ _ _ _ F); assumption. Qed.

(* With stone k: stone k or any later one, but none before, can be asked for. *)
Theorem first_wins_exactly k k' :
  first_player_wins_by width height k -> second_player_delays_until width height k ->
  (first_player_wins_by width height k' <-> k <= k').
Proof.
  intros W D; split; intros A; [eapply first_wins_no_later; eassumption |].
  eapply wins_by_later; eassumption.
Qed.

Theorem second_wins_exactly k k' :
  second_player_wins_by width height k -> first_player_delays_until width height k ->
  (second_player_wins_by width height k' <-> k <= k').
Proof.
  intros W D; split; intros A; [eapply second_wins_no_later; eassumption |].
  destruct W as [E W]; split; [exact E |]; intros b M; destruct (W b M) as [N V].
  split; [exact N | eapply wins_by_later; eassumption].
Qed.

(* -- scores --------------------------------------------------------------- *)
Local Notation board_scores := (board_scores width height).
Local Notation score_after := (score_after width height).

Theorem one_board_score p n b s s' :
  board_scores p n b s -> board_scores p n b s' -> s = s'.
Proof.
  assert (W : forall k, wins_by width height k p n b ->
    (forall d, drops p b d -> ~ four p d /\ does_not_lose (other p) d) -> False)
    by (intros k V; apply wins_against, wins_by_wins with k n, V).
  assert (L : forall k, (exists d, drops p b d) -> (forall d, drops p b d ->
      ~ four p d /\ wins_by width height k (other p) (n + 1) d) -> does_not_lose p b -> False).
  { intros k X V D; apply (does_not_lose_against _ _ D); split; [exact X |].
    intros d M; destruct (V d M) as [N V']; split; [exact N | eapply wins_by_wins, V']. }
  assert (B : forall k, (forall d, drops p b d ->
      ~ four p d /\ wins_by width height k (other p) (n + 1) d) ->
      forall d, drops p b d -> ~ four p d /\ does_not_lose (other p) d).
  { intros k V d M; destruct (V d M) as [N V']; split; [exact N |].
    eapply wins_does_not_lose, wins_by_wins, V'. }
  destruct 1 as [k V D | k X V D | D D'], 1 as [k' V' E | k' X' V' E | E E'];
    try reflexivity; try (exfalso; eauto; fail).
  - assert (k = k') as ->; [| reflexivity].
    assert (k' <= k) by (eapply wins_by_against; eassumption).
    assert (k <= k') by (eapply wins_by_against; eassumption); lia.
  - assert (k = k') as ->; [| reflexivity].
    assert (k' <= k) by (eapply delays_against; eassumption).
    assert (k <= k') by (eapply delays_against; eassumption); lia.
Qed.

Lemma board_scores_same p n b b' s :
  same b b' -> board_scores p n b s -> board_scores p n b' s.
Proof.
  assert (A : forall d, same b b' -> drops p b d -> drops p b' d)
    by (intros d S; apply drops_same; auto).
  assert (B : forall d, same b b' -> drops p b' d -> drops p b d)
    by (intros d S; apply drops_same; auto).
  intros S; destruct 1 as [k V D | k [e X] V D | D E].
  - apply wins_with; [eapply wins_by_same; eassumption | auto].
  - apply loses_with; [eauto | auto | eapply delays_until_same; eassumption].
  - apply draws; [| auto]; destruct D as [b F | b d M F | b d M N D].
    + apply full_board; intros d M; apply (F d); auto.
    + apply own_four with d; auto.
    + apply no_four with d; auto.
Qed.

(* After opening moves there is one score. *)
Theorem one_score_after cs s s' : score_after cs s -> score_after cs s' -> s = s'.
Proof.
  intros (b & L & V) (b' & L' & V'); apply (one_board_score _ _ _ _ _ V).
  eapply board_scores_same, V'; eapply opening_leads_to_one; eassumption.
Qed.

(* After none it is that of the empty board, which is one, too. *)
Theorem score_after_no_move s : score_after nil s <-> empty_board_scores width height s.
Proof.
  split.
  - intros (b & L & V); inversion L; subst; destruct V as [k V D | k X V D | D E];
      [apply first_wins_with | apply second_wins_with | apply drawn]; try assumption.
    split; assumption.
  - intros V; exists empty; split; [apply no_move |].
    destruct V as [k V D | k [X V] D | D E];
      [apply wins_with | apply loses_with | apply draws]; assumption.
Qed.

Theorem one_score s s' :
  empty_board_scores width height s -> empty_board_scores width height s' -> s = s'.
Proof. rewrite <- !score_after_no_move; apply one_score_after. Qed.
End Game.
