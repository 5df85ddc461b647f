(* Sets of cells against the rules: which cells can be played, four in a row,
   mirror images.  The checker computes with 'playable', 'has_four' and 'mirror';
   here they are proven to be the rules of Spec.v. *)
From Coq Require Import ZArith List Bool Uint63 Lia.
From Fourscore Require Import Spec Boards Bits.
Local Open Scope Z_scope.

(* Column c has height + 1 bits from bit c * (height + 1); the last one is a
   guard, always 0, so that no line of four goes from one column's top to the
   next column's bottom. *)
Section Numbers.
Variables width height : Z.

Definition on c r := (0 <=? c) && (c <? width) && (0 <=? r) && (r <? height).
Definition cell c r := c * (height + 1) + r.
Definition cells : list Z :=
  flat_map (fun c => map (cell c) (upto height)) (upto width).

Lemma on_iff c r : on c r = true <-> 0 <= c < width /\ 0 <= r < height.
Proof. unfold on; rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt; tauto. Qed.

Lemma in_cells i : In i cells <-> exists c r, on c r = true /\ i = cell c r.
Proof.
  unfold cells; rewrite in_flat_map; split.
  - intros (c & C & R); apply in_map_iff in R as (r & <- & R); apply in_upto in C, R.
    exists c, r; rewrite on_iff; auto.
  - intros (c & r & O & ->); apply on_iff in O; exists c; rewrite in_upto; split; [tauto |].
    apply in_map; rewrite in_upto; tauto.
Qed.
End Numbers.

(* What the checker knows about a board's size.  (Primitive projections are only
   faster.) *)
#[projections(primitive)]
Record shape := Shape {
  full : int;      (* all cells *)
  bottom : int;    (* the cells of the lowest row *)
  odd_rows : int;  (* the cells at an odd distance from the top *)
  column : int;    (* the left column with its guard *)
  step : int;      (* from a cell to the one on its right *)
  falling : int;   (* ... to the one on its right and below *)
  rising : int;    (* ... to the one on its right and above *)
  columns : nat;
  rows : nat }.

Definition shape_of (width height : Z) : shape := {|
  full := set_of (cells width height);
  bottom := set_of (cells width height) land
            set_of (map (fun c => cell height c 0) (upto width));
  odd_rows := set_of (filter (fun i => Z.even (height - i mod (height + 1)))
                             (cells width height));
  column := set_of (upto (height + 1));
  step := of_Z (height + 1);
  falling := of_Z height;
  rising := of_Z (height + 2);
  columns := Z.to_nat width;
  rows := Z.to_nat height |}.

Section Rules.
Local Open Scope uint63_scope.
Variable shape : shape.

Definition playable s :=
  ((s << 1) lor bottom shape) land full shape land (s lxor full shape).

(* The first cells of the lines of four with steps of s. *)
Definition lines x s := let y := x land (x >> s) in y land (y >> (s + s)).

Definition has_four x :=
  let x := x land full shape in
  negb (lines x 1 lor lines x (falling shape) lor lines x (step shape)
        lor lines x (rising shape) =? 0).

(* Take the columns from x, one by one, and put them at the front of y. *)
Fixpoint reverse n x y :=
  match n with
  | O => y
  | S n => reverse n (x >> step shape) ((y << step shape) lor (x land column shape))
  end.
Definition mirror x := reverse (columns shape) x 0.
End Rules.

Section Sound.
Variables width height : Z.
Hypothesis width_positive : 1 <= width.
Hypothesis height_positive : 1 <= height.
Hypothesis size : width * (height + 1) <= 62.

Local Notation on := (on width height).
Local Notation cell := (cell height).
Local Notation shape := (shape_of width height).
Local Notation drops := (drops width height).

Lemma height_small : height <= 61.
Proof. nia. Qed.

Lemma to_Z_step : to_Z (step shape) = height + 1.
Proof. assert (S := height_small); apply to_Z_of_Z; lia. Qed.
Lemma to_Z_falling : to_Z (falling shape) = height.
Proof. assert (S := height_small); apply to_Z_of_Z; lia. Qed.
Lemma to_Z_rising : to_Z (rising shape) = height + 2.
Proof. assert (S := height_small); apply to_Z_of_Z; lia. Qed.

Lemma cell_range c r : on c r = true -> 0 <= cell c r < 63.
Proof. intros O; apply on_iff in O; unfold Cells.cell; nia. Qed.

Lemma cell_unique c r c' r' : 0 <= r <= height -> 0 <= r' <= height ->
  cell c r = cell c' r' -> c = c' /\ r = r'.
Proof.
  intros R R' E; apply (Z.div_mod_unique (height + 1)); [lia .. |].
  unfold Cells.cell in E; lia.
Qed.

Lemma cell_injective c r c' r' : on c r = true -> on c' r' = true ->
  cell c r = cell c' r' -> c = c' /\ r = r'.
Proof. rewrite !on_iff; intros; apply cell_unique; lia. Qed.

Lemma cells_range j : In j (cells width height) -> 0 <= j < 63.
Proof. intros I; apply in_cells in I as (c & r & O & ->); apply cell_range, O. Qed.

Lemma has_full i : has (full shape) i = true <-> exists c r, on c r = true /\ i = cell c r.
Proof. cbn [full shape_of]; rewrite has_set_of by exact cells_range; apply in_cells. Qed.

Lemma full_cell c r : on c r = true -> has (full shape) (cell c r) = true.
Proof. intros O; apply has_full; exists c, r; auto. Qed.

Lemma has_bottom c r : on c r = true -> has (bottom shape) (cell c r) = (r =? 0).
Proof.
  intros O; apply eq_iff_eq_true; cbn [bottom shape_of].
  rewrite has_land, full_cell, andb_true_l, Z.eqb_eq by assumption.
  apply on_iff in O as O'.
  rewrite has_set_of; [rewrite in_map_iff; setoid_rewrite in_upto; split |].
  - intros (d & E & D); apply cell_unique in E; lia.
  - intros ->; exists c; split; [reflexivity | lia].
  - intros j J; apply in_map_iff in J as (d & <- & D); apply in_upto in D.
    apply cell_range, on_iff; lia.
Qed.

(* -- boards --------------------------------------------------------------- *)
Section Side.
Variable me : player.

(* The board on which my stones are m and those of the other side are o. *)
Definition view (m o : int) : board := fun c r =>
  if on c r then
    if has m (cell c r) then Some me
    else if has o (cell c r) then Some (other me) else None
  else None.

Lemma view_empty : same (view 0 0) empty.
Proof. intros c r; unfold view; rewrite has_none; destruct (on c r); reflexivity. Qed.

Lemma view_free m o c r : on c r = true ->
  (view m o c r = None <-> has (m lor o)%uint63 (cell c r) = false).
Proof.
  intros O; unfold view; rewrite O, has_lor.
  destruct (has m (cell c r)), (has o (cell c r)); simpl; split; congruence.
Qed.

(* -- moves ---------------------------------------------------------------- *)
Lemma playable_on_board s i : has (playable shape s) i = true ->
  exists c r, on c r = true /\ i = cell c r.
Proof.
  unfold playable; rewrite !has_land, !andb_true_iff; intros [[_ F] _].
  apply has_full, F.
Qed.

Lemma has_playable s c r : on c r = true ->
  has (playable shape s) (cell c r) =
  negb (has s (cell c r)) && ((r =? 0) || has s (cell c r - 1)).
Proof.
  intros O; unfold playable; assert (B := cell_range c r O).
  rewrite !has_land, has_lor, has_lxor, has_lsl, has_bottom, full_cell by (tauto || lia).
  change (to_Z 1) with 1.
  destruct (has s (cell c r)), (has s (cell c r - 1)), (r =? 0); reflexivity.
Qed.

(* A playable cell is an empty one, at the bottom or on a stone. *)
Lemma playable_iff m o c r : on c r = true ->
  (has (playable shape (m lor o)%uint63) (cell c r) = true <->
   view m o c r = None /\ (r = 0 \/ view m o c (r - 1) <> None)).
Proof.
  intros O; rewrite has_playable, view_free, andb_true_iff, orb_true_iff,
    negb_true_iff, Z.eqb_eq by assumption.
  destruct (Z.eq_dec r 0) as [-> | N]; [tauto |].
  assert (O' : on c (r - 1) = true) by (apply on_iff; apply on_iff in O; lia).
  assert (A := view_free m o c (r - 1) O').
  replace (cell c (r - 1)) with (cell c r - 1) in A by (unfold Cells.cell; lia).
  destruct (has (m lor o)%uint63 (cell c r - 1)); intuition congruence.
Qed.

Lemma added_cell x i c r : on c r = true -> to_Z i = cell c r ->
  has (x lor (1 << i))%uint63 (cell c r) = true.
Proof.
  intros O E; rewrite has_lor, has_single, E, Z.eqb_refl, orb_true_r
    by (apply cell_range, O); reflexivity.
Qed.

Lemma other_cells x i c r c' r' : on c r = true -> on c' r' = true ->
  to_Z i = cell c r -> (c', r') <> (c, r) ->
  has (x lor (1 << i))%uint63 (cell c' r') = has x (cell c' r').
Proof.
  intros O O' E N; rewrite has_lor, has_single, E by (apply cell_range, O').
  destruct (Z.eqb_spec (cell c' r') (cell c r)) as [F | F];
    [| apply orb_false_r].
  apply cell_injective in F as [-> ->]; congruence.
Qed.

Lemma drops_mine m o i : has (playable shape (m lor o)%uint63) (to_Z i) = true ->
  drops me (view m o) (view (m lor (1 << i))%uint63 o).
Proof.
  intros P; destruct (playable_on_board _ _ P) as (c & r & O & E).
  rewrite E in P; apply playable_iff in P; [| assumption].
  assert (O' := O); apply on_iff in O'.
  exists c, r; repeat (split; [tauto |]); split.
  - unfold view; rewrite O, added_cell by assumption; reflexivity.
  - intros x y N; unfold view; destruct (on x y) eqn:O2; [| reflexivity].
    rewrite (other_cells m i c r) by assumption; reflexivity.
Qed.

Lemma drops_theirs m o i : has (playable shape (m lor o)%uint63) (to_Z i) = true ->
  drops (other me) (view m o) (view m (o lor (1 << i))%uint63).
Proof.
  intros P; destruct (playable_on_board _ _ P) as (c & r & O & E).
  rewrite E in P; apply playable_iff in P; [| assumption].
  assert (O' := O); apply on_iff in O'.
  exists c, r; repeat (split; [tauto |]); split.
  - destruct P as [P _]; apply view_free in P; [| assumption].
    rewrite has_lor in P; apply orb_false_iff in P as [P _].
    unfold view; rewrite O, P, added_cell by assumption; reflexivity.
  - intros x y N; unfold view; destruct (on x y) eqn:O2; [| reflexivity].
    rewrite (other_cells o i c r) by assumption; reflexivity.
Qed.

Lemma has_column i : has (column shape) i = true <-> 0 <= i <= height.
Proof.
  assert (S := height_small); cbn [column shape_of].
  rewrite has_set_of by (intros j J; apply in_upto in J; lia).
  rewrite in_upto; lia.
Qed.

(* The cells of column c, with its guard, and the playable one of them. *)
Definition column_at c := (column shape << of_Z (c * (height + 1)))%uint63.

Lemma playable_in_column m o c i : 0 <= c < width ->
  has (playable shape (m lor o) land column_at c)%uint63 (to_Z i) = true ->
  exists r, on c r = true /\ to_Z i = cell c r /\ view m o c r = None.
Proof.
  intros C; rewrite has_land, andb_true_iff; intros [P K].
  destruct (playable_on_board _ _ P) as (x & r & O & E); exists r.
  assert (B := cell_range x r O); unfold column_at in K.
  rewrite E, has_lsl, to_Z_of_Z in K by nia; apply has_column in K.
  assert (O' := O); apply on_iff in O'.
  assert (x = c) as -> by
    (apply (cell_unique x r c (cell x r - c * (height + 1))); unfold Cells.cell in *; lia).
  rewrite E in P; apply playable_iff in P; tauto.
Qed.

(* Every move of the other side is one of the playable cells. *)
Lemma theirs_are_playable m o b : drops (other me) (view m o) b ->
  exists i, has (playable shape (m lor o)%uint63) (to_Z i) = true /\
            same b (view m (o lor (1 << i))%uint63).
Proof.
  intros (c & r & C & R & N & G & P & A).
  assert (O : on c r = true) by (apply on_iff; tauto).
  assert (E : to_Z (of_Z (cell c r)) = cell c r)
    by (assert (B := cell_range c r O); apply to_Z_of_Z; lia).
  exists (of_Z (cell c r)); split.
  { rewrite E; apply playable_iff; auto. }
  apply view_free in N; [| assumption].
  rewrite has_lor in N; apply orb_false_iff in N as [N _].
  intros x y; destruct (Z.eq_dec x c) as [-> | X]; [destruct (Z.eq_dec y r) as [-> | Y] |].
  - rewrite P; unfold view; rewrite O, N, added_cell by assumption; reflexivity.
  - rewrite A by congruence; unfold view; destruct (on c y) eqn:O2; [| reflexivity].
    rewrite (other_cells o _ c r) by (assumption || congruence); reflexivity.
  - rewrite A by congruence; unfold view; destruct (on x y) eqn:O2; [| reflexivity].
    rewrite (other_cells o _ c r) by (assumption || congruence); reflexivity.
Qed.

(* If no cell is playable, nobody can move. *)
Lemma full_means_no_move p m o :
  (playable shape (m lor o)%uint63 =? 0)%uint63 = true ->
  forall b, ~ drops p (view m o) b.
Proof.
  intros Z0 b (c & r & C & R & N & G & _).
  assert (O : on c r = true) by (apply on_iff; tauto).
  assert (P : has (playable shape (m lor o)%uint63) (cell c r) = true)
    by (apply playable_iff; auto).
  rewrite zero_has in P by assumption; discriminate.
Qed.

(* -- four in a row -------------------------------------------------------- *)
Lemma has_lines x s i : 0 <= i -> to_Z s < 100 ->
  (has (lines x s) i = true <-> forall k, 0 <= k < 4 -> has x (i + k * to_Z s) = true).
Proof.
  intros I L; assert (B := to_Z_bounded s).
  assert (D : to_Z (s + s)%uint63 = 2 * to_Z s).
  { rewrite add_spec, Z.mod_small by (change wB with (2 ^ 63); lia); lia. }
  unfold lines; rewrite !has_land, !has_lsr, has_land, has_lsr, D by lia.
  rewrite !andb_true_iff; split.
  - intros [[A1 A2] [A3 A4]] k K.
    assert (k = 0 \/ k = 1 \/ k = 2 \/ k = 3) as [-> | [-> | [-> | ->]]] by lia;
      [rewrite <- A1 | rewrite <- A2 | rewrite <- A3 | rewrite <- A4]; f_equal; lia.
  - intros A; repeat split;
      [rewrite <- (A 0) by lia | rewrite <- (A 1) by lia
      | rewrite <- (A 2) by lia | rewrite <- (A 3) by lia]; f_equal; lia.
Qed.

(* The direction (dc, dr) is a distance of dc * (height + 1) + dr bits; thanks to
   the guards one step never leaves the board and comes back. *)
Lemma step_on_board c r c' r' dc dr : on c r = true -> on c' r' = true ->
  -1 <= dr <= 1 -> cell c r + (dc * (height + 1) + dr) = cell c' r' ->
  c' = c + dc /\ r' = r + dr.
Proof.
  intros O O' D E; apply on_iff in O; apply on_iff in O'.
  destruct (Z.eq_dec (r + dr) (-1)) as [L | L].
  - destruct (cell_unique (c + dc - 1) height c' r'); unfold Cells.cell in *; lia.
  - destruct (cell_unique (c + dc) (r + dr) c' r'); unfold Cells.cell in *; lia.
Qed.

Lemma has_four_direction x : let y := (x land full shape)%uint63 in
  has_four shape x = true <->
  exists i dc dr, 0 <= i < 63 /\ direction dc dr /\
    forall k, 0 <= k < 4 -> has y (i + k * (dc * (height + 1) + dr)) = true.
Proof.
  intros y; unfold has_four; fold y; clearbody y.
  assert (S := height_small); assert (E1 : to_Z 1 = 1) by reflexivity.
  assert (E2 := to_Z_falling); assert (E3 := to_Z_step); assert (E4 := to_Z_rising).
  rewrite negb_true_iff; split.
  - intros N; apply nonzero_has in N as (i & T); assert (I := has_range _ _ T).
    rewrite !has_lor, !orb_true_iff in T; exists i.
    destruct T as [[[T | T] | T] | T]; rewrite has_lines in T by lia;
      [exists 0, 1 | exists 1, (-1) | exists 1, 0 | exists 1, 1];
      (split; [assumption |]); (split; [unfold direction; tauto |]);
      intros k K; rewrite <- (T k K); f_equal; lia.
  - intros (i & dc & dr & I & D & A).
    destruct (_ =? 0)%uint63 eqn:Z0; [exfalso | reflexivity].
    apply (zero_has _ i) in Z0; rewrite !has_lor, !orb_false_iff in Z0.
    destruct Z0 as [[[Z1 Z2] Z3] Z4].
    assert (G : forall s, to_Z s < 100 -> has (lines y s) i = false ->
                to_Z s <> dc * (height + 1) + dr).
    { intros s L F E; assert (T : has (lines y s) i = true); [| congruence].
      apply has_lines; [lia | lia |].
      intros k K; rewrite <- (A k K), <- E; reflexivity. }
    apply G in Z1, Z2, Z3, Z4; try lia.
    destruct D as [D | [D | [D | D]]]; injection D as -> ->; lia.
Qed.

(* Four cells of the board at the distances of a direction are a line of it. *)
Lemma line_on_board i dc dr : direction dc dr ->
  (forall k, 0 <= k < 4 -> has (full shape) (i + k * (dc * (height + 1) + dr)) = true) ->
  exists c r, forall k, 0 <= k < 4 ->
    on (c + k * dc) (r + k * dr) = true /\
    i + k * (dc * (height + 1) + dr) = cell (c + k * dc) (r + k * dr).
Proof.
  intros D A.
  assert (F : forall k, 0 <= k < 4 -> exists c r, on c r = true /\
              i + k * (dc * (height + 1) + dr) = cell c r)
    by (intros k K; apply has_full, A, K).
  assert (DR : -1 <= dr <= 1)
    by (destruct D as [D | [D | [D | D]]]; injection D as -> ->; lia).
  destruct (F 0 ltac:(lia)) as (c & r & O0 & E0).
  destruct (F 1 ltac:(lia)) as (c1 & r1 & O1 & E1).
  destruct (F 2 ltac:(lia)) as (c2 & r2 & O2 & E2).
  destruct (F 3 ltac:(lia)) as (c3 & r3 & O3 & E3).
  destruct (step_on_board c r c1 r1 dc dr); try assumption; [lia |].
  destruct (step_on_board c1 r1 c2 r2 dc dr); try assumption; [lia |].
  destruct (step_on_board c2 r2 c3 r3 dc dr); try assumption; [lia |].
  exists c, r; intros k K.
  assert (k = 0 \/ k = 1 \/ k = 2 \/ k = 3) as [-> | [-> | [-> | ->]]] by lia.
  - replace (c + 0 * dc) with c by lia; replace (r + 0 * dr) with r by lia; auto.
  - replace (c + 1 * dc) with c1 by lia; replace (r + 1 * dr) with r1 by lia; auto.
  - replace (c + 2 * dc) with c2 by lia; replace (r + 2 * dr) with r2 by lia; auto.
  - replace (c + 3 * dc) with c3 by lia; replace (r + 3 * dr) with r3 by lia; auto.
Qed.

Lemma has_four_iff x : has_four shape x = true <->
  exists c r dc dr, direction dc dr /\
    forall k, 0 <= k < 4 ->
      on (c + k * dc) (r + k * dr) = true /\
      has x (cell (c + k * dc) (r + k * dr)) = true.
Proof.
  rewrite has_four_direction; split.
  - intros (i & dc & dr & I & D & A); destruct (line_on_board i dc dr D) as (c & r & L).
    { intros k K; specialize (A k K); rewrite has_land, andb_true_iff in A; tauto. }
    exists c, r, dc, dr; split; [assumption |]; intros k K.
    destruct (L k K) as [O E]; specialize (A k K).
    rewrite E, has_land, andb_true_iff in A; tauto.
  - intros (c & r & dc & dr & D & A); exists (cell c r), dc, dr; split; [| split].
    + destruct (A 0 ltac:(lia)) as [O _].
      replace (c + 0 * dc) with c in O by lia; replace (r + 0 * dr) with r in O by lia.
      apply cell_range, O.
    + assumption.
    + intros k K; destruct (A k K) as [O T].
      replace (cell c r + k * (dc * (height + 1) + dr))
        with (cell (c + k * dc) (r + k * dr)) by (unfold Cells.cell; lia).
      rewrite has_land, T, full_cell by assumption; reflexivity.
Qed.

Lemma four_mine m o : has_four shape m = true -> four me (view m o).
Proof.
  rewrite has_four_iff; intros (c & r & dc & dr & D & A).
  exists c, r, dc, dr; split; [exact D |].
  intros k K; destruct (A k K) as [O T]; unfold view; rewrite O, T; reflexivity.
Qed.

Lemma no_four_mine m o : has_four shape m = false -> ~ four me (view m o).
Proof.
  intros F (c & r & dc & dr & D & A).
  assert (has_four shape m = true); [| congruence].
  apply has_four_iff; exists c, r, dc, dr; split; [exact D |].
  intros k K; assert (E := A k K); unfold view in E.
  destruct (on _ _); [| discriminate].
  destruct (has m _); [auto | exfalso].
  destruct (has o _); [apply (other_neq me); congruence | discriminate].
Qed.

Lemma no_four_theirs m o : has_four shape o = false -> ~ four (other me) (view m o).
Proof.
  intros F (c & r & dc & dr & D & A).
  assert (has_four shape o = true); [| congruence].
  apply has_four_iff; exists c, r, dc, dr; split; [exact D |].
  intros k K; assert (E := A k K); unfold view in E.
  destruct (on _ _); [| discriminate].
  destruct (has m _); [exfalso; apply (other_neq me); congruence |].
  destruct (has o _); [auto | discriminate].
Qed.

(* -- mirror images -------------------------------------------------------- *)
Lemma has_reverse n x y c r :
  0 <= c -> 0 <= r <= height -> cell c r < 63 ->
  has (reverse shape n x y) (cell c r) =
  if c <? Z.of_nat n then has x (cell (Z.of_nat n - 1 - c) r)
  else has y (cell (c - Z.of_nat n) r).
Proof.
  intros C R L; revert x y; induction n as [| n IH]; intros x y.
  - destruct (Z.ltb_spec c (Z.of_nat 0)); [lia |].
    cbn [reverse]; f_equal; unfold Cells.cell; lia.
  - cbn [reverse]; rewrite IH.
    destruct (Z.ltb_spec c (Z.of_nat n)), (Z.ltb_spec c (Z.of_nat (S n))); try lia.
    + rewrite has_lsr, to_Z_step by (unfold Cells.cell; nia).
      f_equal; unfold Cells.cell; lia.
    + assert (c = Z.of_nat n) as -> by lia.
      rewrite has_lor, has_lsl, to_Z_step, has_land by (unfold Cells.cell in *; nia).
      rewrite has_negative by (unfold Cells.cell; nia).
      replace (cell (Z.of_nat n - Z.of_nat n) r) with r by (unfold Cells.cell; lia).
      rewrite (proj2 (has_column r)), orb_false_l, andb_true_r by lia.
      f_equal; unfold Cells.cell; lia.
    + rewrite has_lor, has_lsl, to_Z_step, has_land by (unfold Cells.cell in *; nia).
      assert (F : has (column shape) (cell (c - Z.of_nat n) r) = false).
      { apply not_true_iff_false; rewrite has_column; unfold Cells.cell; nia. }
      rewrite F, andb_false_r, orb_false_r; f_equal; unfold Cells.cell; lia.
Qed.

Lemma has_mirror x c r : on c r = true ->
  has (mirror shape x) (cell c r) = has x (cell (width - 1 - c) r).
Proof.
  intros O; assert (B := cell_range c r O); apply on_iff in O.
  unfold mirror; rewrite has_reverse by lia; cbn [columns shape_of].
  rewrite Z2Nat.id by lia.
  destruct (Z.ltb_spec c width); [reflexivity | lia].
Qed.

Lemma view_mirror m o :
  same (view (mirror shape m) (mirror shape o)) (flip width (view m o)).
Proof.
  intros c r; unfold flip, view.
  replace (on (width - 1 - c) r) with (on c r)
    by (apply eq_iff_eq_true; rewrite !on_iff; lia).
  destruct (on c r) eqn:O; [| reflexivity].
  rewrite !has_mirror by assumption; reflexivity.
Qed.
End Side.
End Sound.
