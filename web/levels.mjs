// Opponents, from level 1 to the perfect one.  The library has what makes them; see
// lib/fourscore_game.h.

import {boardName} from './game.mjs';

export const EXPERT = 4, PERFECT = 5;

/** How long the perfect opponent may think.  The usual board is solved in time, most
 * positions of larger ones are not.
 * @type {(board: Board) => number} */
const perfectSeconds = ({width, height}) => width * height <= 42 ? 60 : 10;

/** The move of an opponent.
 * @type {(fourscore: Fourscore, question: Question, signal: AbortSignal) => Promise<Reply>} */
export async function chooseMove(fourscore, {board, moves, level, seed}, signal) {
    const {column, proven} = await fourscore.move(
        moves, {board: boardName(board), level, seed, seconds: perfectSeconds(board), signal});
    return {column, proven: proven || level < PERFECT};
}

/** The move of a perfect opponent, found by a server; null if it does not find it
 * in time.
 * @type {(server: Engine, question: Question, signal: AbortSignal) => Promise<Reply | null>} */
export async function askServer(server, {board, moves, seed}, signal) {
    const {best = []} = await server.best(
        moves, {board: boardName(board), seconds: perfectSeconds(board), signal});
    return best.length === 0 ? null
        : {column: best[(seed + moves.length) % best.length], proven: true};
}
