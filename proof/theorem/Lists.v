(* A game that computes, and minimax for it: the lists of Bridge.v are lists of
   Coq, and a line of four is searched among all lines.  It shows that the
   hypotheses of Bridge.v can be satisfied, and that 'wins' of Spec.v agrees with
   plain minimax on every board. *)
From Coq Require Import ZArith List Bool Lia.
From Fourscore Require Import Spec Score Boards Bridge.
Import ListNotations.

Record game := Game { columns : list (list player); turn : player }.
Definition init := Game [] First.

Definition column g n := nth n (columns g) [].

(* Add a stone to column c; columns that are not in the list are empty. *)
Fixpoint add (c : nat) (p : player) (cs : list (list player)) :=
  match c, cs with
  | O, [] => [[p]]
  | O, l :: cs => (l ++ [p]) :: cs
  | S c, [] => [] :: add c p []
  | S c, l :: cs => l :: add c p cs
  end.
Definition play g c := Game (add c (turn g) (columns g)) (other (turn g)).

Lemma column_play g c n :
  column (play g c) n = if n =? c then column g c ++ [turn g] else column g n.
Proof.
  unfold column, play; simpl; generalize (columns g) as cs; revert n.
  induction c as [| c IH]; intros [| n] [| l cs]; simpl; try reflexivity.
  - destruct n; reflexivity.
  - rewrite IH; destruct (n =? c), c, n; reflexivity.
  - apply IH.
Qed.

Lemma turn_play g c : turn (play g c) = other (turn g).
Proof. reflexivity. Qed.

Section Size.
Variables width height : nat.
Local Notation view := (view width game column).

Definition is_stone p (x : option player) :=
  match x, p with
  | Some First, First | Some Second, Second => true
  | _, _ => false
  end.
Definition lines : list (Z * Z * (Z * Z)) :=
  list_prod (list_prod (map Z.of_nat (seq 0 width)) (map Z.of_nat (seq 0 height)))
            [(1, 0); (0, 1); (1, 1); (1, -1)]%Z.
Definition won g p :=
  existsb (fun '(c, r, (dc, dr)) =>
    forallb (fun k => is_stone p (view g (c + k * dc) (r + k * dr))%Z)
            [0; 1; 2; 3]%Z) lines.

Lemma is_stone_iff p x : is_stone p x = true <-> x = Some p.
Proof. destruct p, x as [[] |]; simpl; split; congruence. Qed.

Lemma stone_on_board g x y p : valid width height game column g ->
  view g x y = Some p -> In (x, y) (list_prod (map Z.of_nat (seq 0 width))
                                              (map Z.of_nat (seq 0 height))).
Proof.
  intros V; unfold Bridge.view; destruct (_ && _)%bool eqn:E; [intros N | discriminate].
  rewrite !andb_true_iff, !Z.leb_le, Z.ltb_lt in E.
  assert (L : Z.to_nat y < length (column g (Z.to_nat x)))
    by (apply nth_error_Some; congruence).
  specialize (V (Z.to_nat x) ltac:(lia)).
  apply in_prod_iff; split; apply in_map_iff;
    [exists (Z.to_nat x) | exists (Z.to_nat y)]; rewrite in_seq; lia.
Qed.

Lemma won_four g p : valid width height game column g ->
  won g p = true <-> four p (view g).
Proof.
  intros V; unfold won; rewrite existsb_exists; split.
  - intros ([[c r] [dc dr]] & I & A); exists c, r, dc, dr; split.
    + apply in_prod_iff in I as [_ I]; simpl in I; intuition.
    + rewrite forallb_forall in A; intros k K; apply is_stone_iff, A; simpl; lia.
  - intros (c & r & dc & dr & D & A); exists (c, r, (dc, dr)); split.
    + apply in_prod_iff; split; [| simpl; intuition].
      eapply stone_on_board; [exact V |].
      rewrite <- (A 0%Z ltac:(lia)); f_equal; lia.
    + apply forallb_forall; intros k K; apply is_stone_iff, A; simpl in K; lia.
Qed.

(* -- minimax -------------------------------------------------------------- *)
Definition same_player p q :=
  match p, q with First, First | Second, Second => true | _, _ => false end.

(* Like existsb and forallb, but they stop when the answer is known. *)
Fixpoint any (f : game -> bool) l :=
  match l with [] => false | g :: l => if f g then true else any f l end.
Fixpoint every (f : game -> bool) l :=
  match l with [] => true | g :: l => if f g then every f l else false end.

Local Notation outcome := (outcome width height game column won).
Local Notation next := (next width height game column play).
Local Notation can_force := (can_force width height game column turn play won).

(* Can p force a four in this position with so many moves of both sides? *)
Fixpoint minimax (p : player) (moves : nat) (g : game) : bool :=
  match outcome g, moves with
  | Won q, _ => same_player q p
  | Drawn, _ | Ongoing, O => false
  | Ongoing, S moves =>
    (if same_player (turn g) p then any else every) (minimax p moves) (next g)
  end.

Lemma same_player_iff p q : same_player p q = true <-> p = q.
Proof. destruct p, q; simpl; split; congruence. Qed.

Lemma any_iff f l : any f l = true <-> exists g, In g l /\ f g = true.
Proof.
  rewrite <- existsb_exists; induction l as [| g l IH]; [reflexivity |].
  simpl; destruct (f g); [reflexivity | exact IH].
Qed.

Lemma every_iff f l : every f l = true <-> forall g, In g l -> f g = true.
Proof.
  rewrite <- forallb_forall; induction l as [| g l IH]; [reflexivity |].
  simpl; destruct (f g); [exact IH | split; discriminate].
Qed.

Lemma minimax_iff p moves g : minimax p moves g = true <-> can_force p moves g.
Proof.
  revert g; induction moves as [| moves IH]; intros g; cbn [minimax Bridge.can_force];
    destruct (outcome g) as [q | |]; try (split; [discriminate | tauto || discriminate]).
  - rewrite same_player_iff; split; congruence.
  - apply same_player_iff.
  - assert (E : (match turn g, p with First, First | Second, Second => true | _, _ => false end)
              = same_player (turn g) p) by reflexivity.
    rewrite E; destruct (same_player _ _); [rewrite any_iff | rewrite every_iff];
      setoid_rewrite IH; reflexivity.
Qed.

(* The five hypotheses hold. *)
Lemma column_init n : column init n = [].
Proof. destruct n; reflexivity. Qed.

Local Notation w := (Z.of_nat width).
Local Notation h := (Z.of_nat height).

Ltac use theorem := apply theorem; auto using column_play, turn_play, won_four, column_init.

Theorem first_forces k : can_force First k init <-> first_player_wins_by w h (Z.of_nat k).
Proof. use first_can_force_iff. Qed.

Theorem second_forces k : can_force Second k init <-> second_player_wins_by w h (Z.of_nat k).
Proof. use second_can_force_iff. Qed.

Theorem second_prevents k :
  ~ can_force First k init <-> second_player_delays_until w h (Z.of_nat k + 1).
Proof. use second_delays_until_iff. Qed.

Theorem first_prevents k :
  ~ can_force Second k init <-> first_player_delays_until w h (Z.of_nat k + 1).
Proof. use first_delays_until_iff. Qed.

Theorem first_wins : can_force First (width * height) init <-> first_player_wins w h.
Proof. use first_wins_iff. Qed.

Theorem second_wins : can_force Second (width * height) init <-> second_player_wins w h.
Proof. use second_wins_iff. Qed.

Theorem second_holds :
  ~ can_force First (width * height) init <-> second_player_does_not_lose w h.
Proof. use second_does_not_lose_iff. Qed.

Theorem first_holds :
  ~ can_force Second (width * height) init <-> first_player_does_not_lose w h.
Proof. use first_does_not_lose_iff. Qed.

Theorem first_player_wins_iff_minimax :
  first_player_wins w h <-> minimax First (width * height) init = true.
Proof. rewrite minimax_iff; symmetry; exact first_wins. Qed.
End Size.

(* -- small boards --------------------------------------------------------- *)
(* Up to 4x3 and 3x4 minimax finds no win of the first player. *)
Definition small_boards : list (nat * nat) :=
  list_prod (seq 1 4) (seq 1 3) ++ list_prod (seq 1 3) [4].

Theorem first_player_wins_no_small_board width height :
  In (width, height) small_boards ->
  ~ first_player_wins (Z.of_nat width) (Z.of_nat height).
Proof.
  intros I; rewrite first_player_wins_iff_minimax; apply not_true_iff_false.
  assert (E : forallb (fun size => negb (minimax (fst size) (snd size) First
                                          (fst size * snd size) init)) small_boards = true)
    by (vm_compute; reflexivity).
  rewrite forallb_forall in E; apply negb_true_iff, (E (width, height)), I.
Qed.
