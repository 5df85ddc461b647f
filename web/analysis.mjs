// What the scores of a game say about its moves.

import {isExact} from './questions.mjs';
import {playerName, SAY} from './sentences.mjs';
import {cellNames, describeScore, moverAt, nextCell} from './words.mjs';

/** @type {(found: Found | undefined) => number | null} */
export const exactScore = (found) =>
    found !== undefined && isExact(found.score) ? found.score.lower : null;

/** Compare the scores before and after a move, both for the side that makes it.
 * @type {(before: number, after: number) => Mistake | null} */
export function judge(before, after) {
    if (after >= before)
        return null;
    const by = before - after;
    if (before > 0 && after <= 0)
        return {mark: '??', kind: 'win', by};
    return before === 0 ? {mark: '?', kind: 'draw', by} : {mark: '?!', kind: before > 0 ? 'slower' : 'sooner', by};
}

/** The mistakes of a game, by move from 0; null where there is none, and where
 * the scores are not known.  'found' is by ply; nobody has played the 'given' first moves.
 * @type {(found: Line, given?: number) => (Mistake | null)[]} */
export function mistakes(found, given = 0) {
    return found.slice(1).map((after, i) => {
        if (i < given)
            return null;
        const [from, to] = [exactScore(found[i]), exactScore(after)];
        return from === null || to === null ? null : judge(from, 0 - to);
    });
}

/** How much a move counts for the accuracy: 1 for a best move.
 * @type {(before: number, after: number) => number} */
function worth(before, after) {
    if (after >= before)
        return 1;
    return Math.sign(after) === Math.sign(before)
        ? Math.max(0.5, 1 - (before - after) / 20) : 0;
}

/** The accuracy of both players in percent, as fourscore-review(1) defines it: the
 * mean over the moves with a choice.  null without one.
 * @type {(board: Board, moves: string, found: Line, given?: number) => (number | null)[]} */
export function accuracies(board, moves, found, given = 0) {
    const heights = Array(board.width).fill(0);
    /** @type {[number[], number[]]} */
    const worths = [[], []];
    for (let i = 0; i < moves.length; i++) {
        const open = heights.filter((height) => height < board.height).length;
        const before = exactScore(found[i]), next = exactScore(found[i + 1]);
        const best = found[i]?.best?.length ?? 0;
        heights[Number(moves[i]) - 1]++;
        if (i < given || before === null || next === null)
            continue;
        const after = 0 - next;
        if (after < before || (best > 0 && best < open))
            worths[i % 2].push(worth(before, after));
    }
    // In twentieths, so that the sum is exact.
    return worths.map((list) => list.length === 0 ? null : Math.floor(
        100 * list.reduce((sum, one) => sum + Math.round(20 * one), 0) / (20 * list.length)));
}

/** The cells of columns after 'moves': "d1", "c2, d1 or e1".
 * @type {(moves: string, columns: number[]) => string} */
export const listCells = (moves, columns) => SAY.cells(
    columns.slice().sort((a, b) => a - b).map((column) => nextCell(moves, column)));

/** The number of the last move that changed the result, 0 if there is none; null while
 * that is not known, and -1 if it cannot be found.
 * @type {(found: Line, given?: number) => number | null} */
export function decisiveMove(found, given = 0) {
    if (found.some((one) => exactScore(one) === null && !one?.stopped))
        return null;
    const changes = mistakes(found, given).map((mistake) => /^(win|draw)$/.test(mistake?.kind ?? ''));
    const ply = changes.lastIndexOf(true) + 1;
    return found.slice(ply).every((one) => exactScore(one) !== null) ? ply : -1;
}

/** What is to be said of the mistake that led to a point of a game; '' if there is none.
 * 'you' are a player who reads it.
 * @type {(moves: string, ply: number, found: Line, given?: number, you?: 0 | Player) => string} */
export function describeMistake(moves, ply, found, given = 0, you = 0) {
    const mistake = ply > 0 ? mistakes(found, given)[ply - 1] : null, best = found[ply - 1]?.best ?? [];
    if (!mistake)
        return '';
    const player = moverAt(ply - 1), who = player === you ? SAY.you : playerName(player);
    return SAY.mistake(ply, cellNames(moves)[ply - 1], SAY.did(mistake, who)) +
        (best.length > 0 ? SAY.better(listCells(moves.slice(0, ply - 1), best)) : '');
}

/** The same, and the best moves there.
 * @type {(board: Board, moves: string, ply: number, found: Line, given?: number, you?: 0 | Player) => string} */
export function describePoint(board, moves, ply, found, given = 0, you = 0) {
    const mistake = describeMistake(moves, ply, found, given, you);
    const {best = null} = found[ply] ?? {}, score = exactScore(found[ply]);
    if (!best || best.length === 0 || score === null)
        return mistake;
    const words = SAY.best(moverAt(ply), listCells(moves.slice(0, ply), best), describeScore(board, ply, score));
    return `${mistake} ${words}`.trim();
}

/** "Red: 1 win thrown away.  Yellow: no mistake." '' while nothing is known.  With
 * the accuracy, once all positions are scored.
 * @type {(board: Board, moves: string, found: Line, given?: number) => string} */
export function summarize(board, moves, found, given = 0) {
    const judged = mistakes(found, given);
    const unknown = found.filter((one) => exactScore(one) === null).length;
    if (found.length - unknown < 2 || given === moves.length)
        return '';
    const sides = /** @type {const} */ ([1, 2]).map((player) => {
        const kinds = Object.keys(SAY.kinds).map((kind) => /** @type {[string, number]} */ ([
            kind, judged.filter((one, i) => one?.kind === kind && moverAt(i) === player).length]));
        return SAY.side(player, kinds.filter(([, count]) => count > 0),
                        unknown > 0 ? null : accuracies(board, moves, found, given)[player - 1]);
    });
    return sides.join(' ') + (unknown === 0 ? '' : SAY.unscored(unknown, found.length));
}
