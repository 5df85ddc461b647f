(* What P plays, as the certificate says: fourscore-certificate(5) in Coq.
   Nothing is proven about this file, and nothing needs to be: it proposes moves,
   and the checker follows every reply to them.  A mistake here can only make the
   checker refuse a certificate.  63 stands for "no cell", 15 for "no column". *)
From Coq Require Import List Bool Uint63 PArray.
From Fourscore Require Import Cells.
Local Open Scope uint63_scope.
Local Open Scope array_scope.

Definition bit_of (b : bool) := if b then 1 else 0.
Definition is_single x := x land (x - 1) =? 0.

Fixpoint count n x :=
  match n with
  | O => 0
  | S n => if x =? 0 then 0 else 1 + count n (x land (x - 1))
  end.

(* -- threats and safe moves ----------------------------------------------- *)
Section Shape.
Variable shape : shape.

Definition line_threats x s :=
  let up := x << s in let down := x >> s in
  let up2 := up land (x << (s + s)) in let down2 := down land (x >> (s + s)) in
  (up2 land ((x << (s + s + s)) lor down)) lor (down2 land ((x >> (s + s + s)) lor up)).

(* The empty cells, playable or not, that complete a four of x. *)
Definition threats x stones :=
  (((x << 1) land (x << 2) land (x << 3)) lor line_threats x (falling shape)
   lor line_threats x (step shape) lor line_threats x (rising shape))
  land full shape land (stones lxor full shape).

(* danger: the threats of the other side *)
Definition safe_moves danger moves :=
  let forced := moves land danger in
  let candidates :=
    if forced =? 0 then moves else if is_single forced then forced else 0 in
  candidates land ((danger >> 1) lxor full shape).

(* The first of the moves 'safe' of P that leaves M without an answer: M can move,
   but has no four and no safe move. *)
Fixpoint double_threat n mine stones danger safe : int :=
  match n with
  | O => 63
  | S n =>
    if safe =? 0 then 63 else
    let i := tail0 safe in
    let stones' := stones lor (1 << i) in
    let moves := playable shape stones' in
    if (if moves =? 0 then false else
        if moves land danger =? 0
        then safe_moves (threats (mine lor (1 << i)) stones') moves =? 0 else false)
    then i
    else double_threat n mine stones danger (safe lxor (1 << i))
  end.

(* -- the arithmetic code -------------------------------------------------- *)
Record decoder := Decoder { low : int; high : int; code : int; next : int }.

Record choices := Choices {
  coded : decoder;
  chance : array int;     (* of yes in each context, in 65536ths *)
  answers : array int;    (* how many there were in each context *)
  latest : array int;     (* the latest column of each kind and cell of M *)
  last : int;             (* the column that was chosen last *)
  last_policy : int;      (* 1 if the last move began a policy *)
  lists : array int;      (* the replies of the policy, six bits for each *)
  policies : int;         (* how many policies have begun *)
  moves : int }.          (* how many moves were chosen outside policies *)

Variable bytes : array int.
Definition end_of_choices := length bytes - 4.
Definition byte i := if i <? end_of_choices then bytes.[i] else 0.

Fixpoint shift n (d : decoder) : decoder :=
  match n with
  | O => d
  | S n =>
    let '(Decoder low high code next) := d in
    if low >> 24 =? high >> 24 then
      shift n (Decoder ((low << 8) land 0xffffffff)
                       (((high << 8) land 0xffffffff) lor 255)
                       (((code << 8) land 0xffffffff) lor byte next) (next + 1))
    else d
  end.

Definition answer context (a : choices) : bool * choices :=
  let '(Choices (Decoder low high code next) ps ns latest last policy lists count moves) := a in
  let p := ps.[context] in
  let n := ns.[context] in
  let middle := low + (high - low) / 65536 * p in
  let yes := code <=? middle in
  let p := if yes then p + 2 * (65536 - p) / (2 * n + 3) else p - 2 * p / (2 * n + 3) in
  let p := if p <? 64 then 64 else if 65472 <? p then 65472 else p in
  let d := shift 5 (if yes then Decoder low middle code next
                    else Decoder (middle + 1) high code next) in
  (yes, Choices d (ps.[context <- p]) (ns.[context <- if n <? 255 then n + 1 else n])
                latest last policy lists count moves).

(* -- choices among cells -------------------------------------------------- *)
Definition in_column c cells :=
  if c =? 15 then 0 else cells land (column shape << (c * step shape)).

Fixpoint ask n cells kind own before again (a : choices) : int * choices :=
  match n with
  | O => (63, a)
  | S n =>
    let b := in_column before cells in
    let o := in_column own cells in
    let i := tail0 (if b =? 0 then if o =? 0 then cells else o else b) in
    let c := i / step shape in
    if is_single cells then (i, a) else
    let '(yes, a) :=
      answer (kind * 256 + count 12 cells * 16 + bit_of (c =? own) * 8 + again * 4
              + bit_of (c =? before) * 2 + bit_of (c =? last a)) a in
    if yes then (i, a) else ask n (cells lxor (1 << i)) kind own before again a
  end.

(* One of the cells, after M has played x; kind: 0 for a move, 1 for a reply. *)
Definition choose cells kind x again (a : choices) : int * choices :=
  if cells =? 0 then (63, a) else
  if is_single cells then (tail0 cells, a) else
  let key := kind * 64 + x in
  let own := if x =? 63 then 15 else x / step shape in
  let '(i, a) := ask 12 cells kind own (latest a).[key] again a in
  let '(Choices d ps ns latest _ policy lists count moves) := a in
  let c := i / step shape in
  (i, Choices d ps ns (latest.[key <- c]) c policy lists count moves).

(* The first cell of a list of replies that is a safe move. *)
Fixpoint first_safe n replies safe : int :=
  match n with
  | O => 63
  | S n => if replies =? 0 then 63 else
           let i := (replies land 63) - 1 in
           if bit safe i then i else first_safe n (replies >> 6) safe
  end.

(* -- P's moves ------------------------------------------------------------ *)
(* The move of P outside policies, and the number of the policy that it begins. *)
Definition next_move n x safe (a : choices) : int * option int * choices :=
  let '(i, a) := choose safe 0 x 0 a in
  let '(yes, a) := answer (512 + n * 2 + last_policy a) a in
  let '(Choices d ps ns latest last _ lists count moves) := a in
  if yes
  then (i, Some (count + 1), Choices d ps ns latest last 1 (make 64 0) (count + 1) (moves + 1))
  else (i, None, Choices d ps ns latest last 0 lists count (moves + 1)).

(* The move of P in a policy. *)
Definition next_reply x danger safe (a : choices) : int * choices :=
  let block := danger land safe in
  if negb (block =? 0) then (tail0 block, a) else
  let replies := (lists a).[x] in
  let i := first_safe 10 replies safe in
  if negb (i =? 63) then (i, a) else
  let '(i, a) := choose safe 1 x (bit_of (negb (replies =? 0))) a in
  let '(Choices d ps ns latest last policy lists count moves) := a in
  let size := if replies =? 0 then 0 else (62 - head0 replies) / 6 + 1 in
  (i, Choices d ps ns latest last policy
              (lists.[x <- replies lor ((i + 1) << (6 * size))]) count moves).

(* The choices begin after the opening moves, two in each byte. *)
Definition choices_at := 8 + ((bytes.[7] + 1) >> 1).

Definition first_choice : choices :=
  let i := choices_at in
  Choices (Decoder 0 0xffffffff
             ((byte i << 24) lor (byte (i + 1) << 16) lor (byte (i + 2) << 8)
              lor byte (i + 3)) (i + 4))
          (make 1024 32768) (make 1024 0) (make 128 15) 15 0 (make 64 0) 0 0.

(* The smallest multiple of 2^n from 'low' on. *)
Definition rounded low n := ((low + (1 << n) - 1) >> n) << n.

(* No bytes are left over, and the code is the shortest one. *)
Definition all_read (a : choices) : bool :=
  let '(Decoder low high code next) := coded a in
  let fits n := rounded low n <=? high in
  let shortest := rounded low (if fits 32 then 32 else if fits 24 then 24 else
                               if fits 16 then 16 else if fits 8 then 8 else 0) in
  (end_of_choices <=? next)
  && ((end_of_choices <=? choices_at) || negb (byte (end_of_choices - 1) =? 0))
  && (code =? shortest).
End Shape.
