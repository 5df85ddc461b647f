(* The checker: follow every reply of M to what P plays.  It is a program; it
   reads the bytes of a certificate and says yes or no.  Sound.v proves that
   after a yes the goal is reached.

   A position is P's stones, 'mine', and M's, 'theirs'. *)
From Coq Require Import ZArith List Bool Uint63 PArray.
From Fourscore Require Import Spec Openings Goal Cells Choices Statics.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

(* -- positions that were met ---------------------------------------------- *)
(* A table with open addressing.  An entry is made after all replies in its
   position were followed: so each entry that is not free is a position in which
   P reaches the goal.  That is all that the proof knows about the table; where an
   entry goes does not matter. *)
Record table := Table {
  mine_of : array int;
  theirs_of : array int;
  ply_of : array int;             (* the number of stones; 127: a free entry *)
  policy_of : array int;          (* the policy that met the position last *)
  mirrored_policy_of : array int  (* the one that met its mirror image *) }.

Definition log_size := 22.
Definition table_size := 1 << log_size.
Definition free := 127.

Definition empty_table :=
  Table (make table_size 0) (make table_size 0) (make table_size free)
        (make table_size 0) (make table_size 0).

Definition hash mine theirs :=
  (mine * 0x1E3779B97F4A7C15 + theirs * 0x2545F4914F6CDD1D) >> (63 - log_size).

(* Where the position is, or can be put; after n entries anywhere. *)
Fixpoint find n (t : table) mine theirs h : int :=
  match n with
  | O => h
  | S n =>
    if (if (mine_of t).[h] =? mine then (theirs_of t).[h] =? theirs else false) then h
    else if (ply_of t).[h] =? free then h
    else find n t mine theirs ((h + 1) land (table_size - 1))
  end.
Definition place t mine theirs := find 2000 t mine theirs (hash mine theirs).

Definition is_at (t : table) h mine theirs n :=
  if (ply_of t).[h] =? n
  then if (mine_of t).[h] =? mine then (theirs_of t).[h] =? theirs else false
  else false.

(* A policy follows a position again that only others have met, because its
   replies are to be read. *)
Definition is_done (t : table) h (policy : option int) (mirrored : bool) :=
  match policy with
  | None => true
  | Some p => (if mirrored then mirrored_policy_of t else policy_of t).[h] =? p
  end.

Definition put (t : table) h mine theirs n (policy : option int) (mirrored : bool) :=
  let '(Table ms ts ns ps qs) := t in
  let p := match policy with None => 0 | Some p => p end in
  Table (ms.[h <- mine]) (ts.[h <- theirs]) (ns.[h <- n])
        (if mirrored then ps else ps.[h <- p]) (if mirrored then qs.[h <- p] else qs).

(* -- the walk ------------------------------------------------------------- *)
Record state := State { met : table; ahead : choices }.

(* Visit the position after each of M's moves, and fail if M completes a four. *)
Fixpoint replies shape (visit : int -> int -> state -> option state)
                 n theirs moves (st : state) : option state :=
  match n with
  | O => None
  | S n =>
    if moves =? 0 then Some st else
    let i := tail0 moves in
    let theirs' := theirs lor (1 << i) in
    if has_four shape theirs' then None else
    match visit theirs' i st with
    | None => None
    | Some st => replies shape visit n theirs (moves lxor (1 << i)) st
    end
  end.

(* P plays the cell i, which must be playable; then M replies. *)
Definition play shape (g : goal) (visit : int -> int -> int -> state -> option state)
                mine theirs i (st : state) : option state :=
  if bit (playable shape (mine lor theirs)) i then
    let mine := mine lor (1 << i) in
    let moves := playable shape (mine lor theirs) in
    if (if moves =? 0 then negb (may_fillb g) else false) then None
    else replies shape (visit mine) 64 theirs moves st
  else None.

(* P completes a four with the cell i. *)
Definition wins_now shape mine theirs i :=
  if bit (playable shape (mine lor theirs)) i
  then has_four shape (mine lor (1 << i)) else false.

Section Walk.
Variable shape : shape.
Variable cell_count : int.
Variable g : goal.
Variable statics : bool.
Variable bytes : array int.

(* P has a move, one of 'safe', after which a static proof holds. *)
Definition has_proof n mine theirs safe : bool :=
  if statics then
    match proving_move shape 12 g (n + 1) ((cell_count - n) land 1 =? 0) mine theirs safe with
    | None => false
    | Some (i, s) =>
      if bit (playable shape (mine lor theirs)) i
      then holds shape g (n + 1) (mine lor (1 << i)) theirs s else false
    end
  else false.

(* P is to move in a position with n stones, after M has played the cell x. *)
Fixpoint visit fuel (policy : option int) n mine theirs x (st : state)
  : option state :=
  match fuel with
  | O => None
  | S fuel =>
    if cell_count <? n then None else
    if is_lateb g (n + 2) then Some st else
    let stones := mine lor theirs in
    let moves := playable shape stones in
    if moves =? 0 then if may_fillb g then Some st else None else
    let fours := threats shape mine stones land moves in
    if negb (fours =? 0) then
      if in_timeb g (n + 1)
      then if wins_now shape mine theirs (tail0 fours) then Some st else None
      else None
    else
    (* the table has the position or its mirror image, by the smaller key *)
    let mine' := mirror shape mine in
    let theirs' := mirror shape theirs in
    let mirrored := mine' + (mine' lor theirs') <? mine + stones in
    let mine' := if mirrored then mine' else mine in
    let theirs' := if mirrored then theirs' else theirs in
    let h := place (met st) mine' theirs' in
    if (if is_at (met st) h mine' theirs' n then is_done (met st) h policy mirrored
        else false) then Some st else
    match policy with
    | None =>
      let stones := mine' lor theirs' in
      let moves := playable shape stones in
      let danger := threats shape theirs' stones in
      let safe := safe_moves shape danger moves in
      let i := if in_timeb g (n + 3)
               then double_threat shape 12 mine' stones danger safe else 63 in
      if negb (i =? 63) then play shape g (visit fuel None (n + 2)) mine' theirs' i st else
      if has_proof n mine' theirs' safe then Some st else
      let x := if (if mirrored then negb (x =? 63) else false)
               then tail0 (mirror shape (1 << x)) else x in
      let '(i, policy, ahead) := next_move shape bytes n x safe (ahead st) in
      match play shape g (visit fuel policy (n + 2)) mine' theirs' i
                 (State (met st) ahead) with
      | None => None
      | Some (State t a) =>
        Some (State (put t (place t mine' theirs') mine' theirs' n None mirrored) a)
      end
    | Some _ =>
      let danger := threats shape theirs stones in
      let safe := safe_moves shape danger moves in
      let i := if in_timeb g (n + 3)
               then double_threat shape 12 mine stones danger safe else 63 in
      if negb (i =? 63) then play shape g (visit fuel None (n + 2)) mine theirs i st else
      if has_proof n mine theirs safe then
        (* the mirror image may have no proof, because 'find_proof' goes from left *)
        if mirrored
        then Some (State (put (met st) h mine' theirs' n policy mirrored) (ahead st))
        else Some st
      else
      let '(i, ahead) := next_reply shape bytes x danger safe (ahead st) in
      match play shape g (visit fuel policy (n + 2)) mine theirs i
                 (State (met st) ahead) with
      | None => None
      | Some (State t a) =>
        Some (State (put t (place t mine' theirs') mine' theirs' n policy mirrored) a)
      end
    end
  end.

(* The start of the walk, in a position with n stones. *)
Definition walk (ours : bool) n mine theirs : option state :=
  let start := State empty_table (first_choice bytes) in
  if ours then visit 64 None n mine theirs 63 start
  else
    let moves := playable shape (mine lor theirs) in
    if (if moves =? 0 then negb (may_fillb g) else false) then None
    else replies shape (visit 64 None (n + 1) mine) 64 theirs moves start.
End Walk.

(* The position after moves into these columns, none of which completes a four; q
   is to move before them, and P is 'me'. *)
Fixpoint open_with (width height : Z) (me q : player) (cs : list Z) mine theirs
  : option (int * int) :=
  let shape := shape_of width height in
  match cs with
  | nil => Some (mine, theirs)
  | c :: cs =>
    let cells := playable shape (mine lor theirs) land column_at width height c in
    let i := tail0 cells in
    let ours := is me q in
    let mine := if ours then mine lor (1 << i) else mine in
    let theirs := if ours then theirs else theirs lor (1 << i) in
    if ((0 <=? c) && (c <? width))%Z && bit cells i
       && negb (has_four shape (if ours then mine else theirs))
    then open_with width height me (other q) cs mine theirs else None
  end.

(* -- the file ------------------------------------------------------------- *)
Definition crc_step c := if c land 1 =? 0 then c >> 1 else (c >> 1) lxor 0xedb88320.
Definition crc_byte c b := Nat.iter 8 crc_step (c lxor b).
Fixpoint crc (bytes : array int) n i c :=
  match n with
  | O => c lxor 0xffffffff
  | S n => crc bytes n (i + 1) (crc_byte c bytes.[i])
  end.

Definition checksum_is_right (bytes : array int) : bool :=
  let n := length bytes - 4 in
  crc bytes (Z.to_nat (to_Z n)) 0 0xffffffff =?
  (bytes.[n] << 24) lor (bytes.[n + 1] << 16) lor (bytes.[n + 2] << 8) lor bytes.[n + 3].

(* The score that the header must state for the goal, as a signed byte. *)
Definition score_byte (cell_count : int) g :=
  match g with
  | Win last => (cell_count + 2 - last) / 2
  | Draw => 0
  | Delay until => (256 - (cell_count + 2 - until) / 2) land 255
  end.

(* The header has these opening moves from number i on, four bits for each. *)
Fixpoint opening_fits (bytes : array int) i (cs : list Z) : bool :=
  let byte := bytes.[8 + (i >> 1)] in
  match cs with
  | nil => (i land 1 =? 0) || (byte land 15 =? 0)
  | c :: cs =>
    ((if i land 1 =? 0 then byte >> 4 else byte land 15) =? of_Z c)
    && opening_fits bytes (i + 1) cs
  end.

(* A certificate of version 1, for this board, opening, player and score. *)
Definition header_fits (width height : Z) (cs : list Z) (p : player) g (bytes : array int)
  : bool :=
  let n := of_Z (Z.of_nat (List.length cs)) in
  (12 + ((n + 1) >> 1) <=? length bytes)
  && (bytes.[0] =? 52) && (bytes.[1] =? 83) && (bytes.[2] =? 67) && (bytes.[3] =? 1)
  && (bytes.[4] =? of_Z (16 * width + height))
  && (bytes.[5] land 253 =? match p with First => 0 | Second => 1 end)
  && (bytes.[6] =? score_byte (of_Z (width * height)) g)
  && (bytes.[7] =? n) && opening_fits bytes 0 cs.

(* Static proofs are allowed. *)
Definition has_statics (bytes : array int) : bool := negb (bytes.[5] land 2 =? 0).

(* The sizes are those that are proven. *)
Definition size_fits (width height : Z) (cs : list Z) : bool :=
  ((1 <=? width) && (1 <=? height) && (width * (height + 1) <=? 62)
   && (Z.of_nat (List.length cs) <=? width * height))%Z.

(* The choices that were read if P reaches the goal after these opening moves. *)
Definition checked (width height : Z) (cs : list Z) (p : player) (g : goal)
    (bytes : array int) : option choices :=
  if size_fits width height cs && header_fits width height cs p g bytes
     && checksum_is_right bytes
  then
    match open_with width height p First cs 0 0 with
    | Some (mine, theirs) =>
      match walk (shape_of width height) (of_Z (width * height)) g (has_statics bytes)
                 bytes (is p (turn First cs)) (of_Z (Z.of_nat (List.length cs)))
                 mine theirs with
      | Some st => if all_read bytes (ahead st) then Some (ahead st) else None
      | None => None
      end
    | None => None
    end
  else None.

Definition check (width height : Z) (cs : list Z) (p : player) (g : goal)
    (bytes : array int) : bool :=
  match checked width height cs p g bytes with Some _ => true | None => false end.
