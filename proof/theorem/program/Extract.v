(* The checker as a program of OCaml.  Arrays are mapped here because ExtrOCamlPArray of
   Coq 8.16 writes types that OCaml refuses. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOCamlInt63 PArray.
From Fourscore Require Import Checker.
Extract Constant PArray.array "'a" => "'a Parray.t".
Extract Constant PArray.make => "Parray.make".
Extract Constant PArray.get => "Parray.get".
Extract Constant PArray.set => "Parray.set".
Extract Constant PArray.length => "Parray.length".
Extraction "checker.ml" Checker.checked.
