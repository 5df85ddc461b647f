(* The statements, as Coq sees them. *)
From Coq Require Import ZArith.
From Fourscore Require Import Spec Score Openings.
From Fourscore Require Bridge Lists.
Local Open Scope Z_scope.

Print player.
Print other.
Print board.
Print empty.
Print four.
Print drops.
Print wins.
Print does_not_lose.
Print first_player_wins.
Print second_player_wins.
Print first_player_does_not_lose.
Print second_player_does_not_lose.
Print wins_by.
Print delays_until.
Print first_player_wins_by.
Print second_player_wins_by.
Print first_player_delays_until.
Print second_player_delays_until.
Print value.
Print empty_board_scores.
Print leads_to.
Print turn.
Print board_scores.
Print score_after.
Print first_move_scores.

Print Bridge.can_force.
Print Bridge.outcome.
Print Bridge.next.
Print Bridge.total.
Print Lists.game.
Print Lists.init.
Print Lists.column.
Print Lists.play.
Print Lists.add.
Print Lists.won.
Print Lists.is_stone.
Print Lists.lines.
Print Bridge.view.
