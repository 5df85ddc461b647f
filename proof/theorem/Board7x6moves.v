(* The first moves of 7x6: only the one in the centre wins, with stone 41.  After a and
   g the second player wins with stone 40 or earlier, after b and f with stone 42; after
   c and e nobody wins. *)
From Coq Require Import ZArith List Uint63 Lia.
From Fourscore Require Import Spec Score Openings Boards Sanity Goal Sound.
From Fourscore Require Bytes_7x6_a_second_40 Bytes_7x6_b_second Bytes_7x6_c_first
  Bytes_7x6_c_second Bytes_7x6_d_first Bytes_7x6_d_second_41.
Import ListNotations.
Local Open Scope Z_scope.

Local Notation reaches := (player_reaches 7 6).
Local Notation flip := (player_reaches_flip 7 6).
Local Notation leads_to := (leads_to 7 6 First empty).

Lemma second_wins_after_a : reaches [0] Second (Win 40).
Proof.
  apply (check_sound 7 6 [0] Second (Win 40) Bytes_7x6_a_second_40.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Lemma second_wins_after_b : reaches [1] Second (Win 42).
Proof.
  apply (check_sound 7 6 [1] Second (Win 42) Bytes_7x6_b_second.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Lemma second_draws_after_c : reaches [2] Second Draw.
Proof.
  apply (check_sound 7 6 [2] Second Draw Bytes_7x6_c_second.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Lemma first_draws_after_c : reaches [2] First Draw.
Proof.
  apply (check_sound 7 6 [2] First Draw Bytes_7x6_c_first.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

(* The first player has no stone 42. *)
Lemma first_wins_after_d : reaches [3] First (Win 41).
Proof.
  apply (player_reaches_sooner _ _ _ _ 42 41); [| reflexivity ..].
  apply (check_sound 7 6 [3] First (Win 42) Bytes_7x6_d_first.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Lemma second_delays_after_d : reaches [3] Second (Delay 41).
Proof.
  apply (check_sound 7 6 [3] Second (Delay 41) Bytes_7x6_d_second_41.bytes).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem score_c : first_move_scores 7 6 2 0.
Proof. exact (score_of_draw _ _ [2] second_draws_after_c first_draws_after_c). Qed.

Theorem score_e : first_move_scores 7 6 4 0.
Proof.
  exact (score_of_draw _ _ [4] (flip [2] _ _ second_draws_after_c)
                               (flip [2] _ _ first_draws_after_c)).
Qed.

Theorem score_d : first_move_scores 7 6 3 1.
Proof. exact (score_of_loss _ _ [3] _ second_delays_after_d first_wins_after_d). Qed.

(* -- the other moves ------------------------------------------------------ *)
Local Notation second_wins_by k c := (exists b, leads_to [c] b /\ wins_by 7 6 k Second 1 b).
Local Notation second_does_not_lose c := (exists b, leads_to [c] b /\ does_not_lose 7 6 Second b).

Lemma wins_after c k : reaches [c] Second (Win k) -> second_wins_by (to_Z k) c.
Proof. intros (b & L & R); exists b; split; [exact L | exact (reaches_win _ _ _ _ _ _ R)]. Qed.

Lemma draws_after c : reaches [c] Second Draw -> second_does_not_lose c.
Proof. intros (b & L & R); exists b; split; [exact L | exact (reaches_draw _ _ _ _ _ R)]. Qed.

Theorem second_wins_by_40_after_a : second_wins_by 40 0.
Proof. exact (wins_after 0 _ second_wins_after_a). Qed.

Theorem second_wins_by_40_after_g : second_wins_by 40 6.
Proof. exact (wins_after 6 _ (flip [0] _ _ second_wins_after_a)). Qed.

Theorem second_wins_by_42_after_b : second_wins_by 42 1.
Proof. exact (wins_after 1 _ second_wins_after_b). Qed.

Theorem second_wins_by_42_after_f : second_wins_by 42 5.
Proof. exact (wins_after 5 _ (flip [1] _ _ second_wins_after_b)). Qed.

Theorem second_does_not_lose_after_c : second_does_not_lose 2.
Proof. exact (draws_after 2 second_draws_after_c). Qed.

Theorem second_does_not_lose_after_e : second_does_not_lose 4.
Proof. exact (draws_after 4 (flip [2] _ _ second_draws_after_c)). Qed.

(* -- only the centre wins ------------------------------------------------- *)
Lemma not_lost k c : second_wins_by k c -> second_does_not_lose c.
Proof.
  intros (b & L & W); exists b; split; [exact L |].
  eapply wins_does_not_lose, wins_by_wins, W.
Qed.

Lemma second_holds c : 0 <= c < 7 -> c <> 3 -> second_does_not_lose c.
Proof.
  intros C N; assert (c = 0 \/ c = 1 \/ c = 2 \/ c = 4 \/ c = 5 \/ c = 6)
    as [-> | [-> | [-> | [-> | [-> | ->]]]]] by lia.
  - exact (not_lost _ _ second_wins_by_40_after_a).
  - exact (not_lost _ _ second_wins_by_42_after_b).
  - exact second_does_not_lose_after_c.
  - exact second_does_not_lose_after_e.
  - exact (not_lost _ _ second_wins_by_42_after_f).
  - exact (not_lost _ _ second_wins_by_40_after_g).
Qed.

Lemma leads_to_move c b : drops 7 6 First empty b -> b c 0 = Some First -> leads_to [c] b.
Proof.
  intros D E; apply one_move with b; [exact D | exists 0; rewrite E; discriminate | |].
  - eapply no_four_with_one_stone, D.
  - apply no_move.
Qed.

Theorem only_the_centre_wins b : drops 7 6 First empty b ->
  ((exists d, drops 7 6 Second b d) /\
   (forall d, drops 7 6 Second b d -> ~ four Second d /\ wins 7 6 First d) <->
   b 3 0 = Some First).
Proof.
  intros D; split.
  - intros [[e X] V]; assert (M := D).
    apply moves_on_the_empty_board in M as (c & C & S); [| lia].
    assert (E : b c 0 = Some First)
      by (rewrite S; unfold only_stone; rewrite Z.eqb_refl; reflexivity).
    destruct (Z.eq_dec c 3) as [-> | N]; [exact E | exfalso].
    destruct (second_holds c C N) as (b' & L & H).
    assert (B := opening_leads_to_one _ _ _ _ _ L (leads_to_move c b D E)).
    apply (does_not_lose_against 7 6 Second b' H); split.
    + exists e; apply drops_same with b e; auto.
    + intros d M; apply V; apply drops_same with b' d; auto.
  - intros E; destruct first_wins_after_d as (b' & L & [[] | [e X]] & A).
    assert (B := opening_leads_to_one _ _ _ _ _ L (leads_to_move 3 b D E)).
    split; [exists e; apply drops_same with b' e; auto |].
    intros d M; destruct (A d) as [N R]; [apply drops_same with b d; auto |].
    split; [exact N | eapply wins_by_wins, reaches_win, R].
Qed.
