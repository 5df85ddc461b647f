// Scores in words.

import {columnName, SAY} from './sentences.mjs';

/** Where the stones of a game have come to rest.
 * @type {(moves: string) => string[]} */
export function cellNames(moves) {
    /** @type {Record<string, number>} */
    const heights = {};
    return Array.from(moves, (column) => {
        heights[column] = (heights[column] ?? 0) + 1;
        return columnName(Number(column)) + heights[column];
    });
}

/** Where the next stone of a game comes to rest.
 * @type {(moves: string, column: number) => string} */
export const nextCell = (moves, column) => cellNames(moves + column)[moves.length];

/** The player to move.
 * @type {(ply: number) => Player} */
export const moverAt = (ply) => ply % 2 === 0 ? 1 : 2;

/** The last of these moves: "Red plays d1."
 * @param {string} moves */
export const lastMove = (moves) => moves === '' ? SAY.noStones
    : SAY.plays(moverAt(moves.length - 1), /** @type {string} */ (cellNames(moves).pop()));

/** How a score is printed: with its sign.
 * @type {(score: number) => string} */
export const signed = (score) =>
    score > 0 ? `+${score}` : score < 0 ? `\u2212${-score}` : '0';

/** Who wins, and with which move of the game.  The score is for the side to move, and not 0.
 * @type {(board: Board, ply: number, score: number) => {winner: 1 | 2, move: number}} */
export function ending({width, height}, ply, score) {
    const winner = score > 0 ? moverAt(ply) : moverAt(ply + 1);
    // Two moves have the score (cells + 2 - move) / 2, rounded down; one of them
    // is the winner's.
    const late = width * height + 2 - 2 * Math.abs(score);
    const move = moverAt(late - 1) === winner ? late : late - 1;
    return {winner, move};
}

/** How many moves the winner still makes, if the score is not 0.
 * @type {(board: Board, ply: number, score: number) => number} */
export const distance = (board, ply, score) => Math.ceil((ending(board, ply, score).move - ply) / 2);

/** "Red wins with 4 more red moves".
 * @type {(board: Board, ply: number, score: number) => string} */
export function describeScore(board, ply, score) {
    if (score === 0)
        return SAY.draws;
    return SAY.wins(ending(board, ply, score).winner, distance(board, ply, score));
}

/** What bounds say about the end of the game; '' if that is nothing.
 * @type {(board: Board, ply: number, bounds: Bounds) => string} */
export function describeBounds(board, ply, {lower, upper}) {
    if (lower === upper)
        return describeScore(board, ply, lower);
    if (lower > 0)
        return SAY.winsBy(moverAt(ply), ending(board, ply, lower).move);
    if (upper < 0)
        return SAY.winsBy(moverAt(ply + 1), ending(board, ply, upper).move);
    return lower === 0 ? SAY.winsOrDraws(moverAt(ply)) : upper === 0 ? SAY.winsOrDraws(moverAt(ply + 1)) : '';
}
