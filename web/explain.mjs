// Why a position is won, drawn or lost: the steps of an explanation, and the cells that carry
// the argument.

import {centre, ring, svg} from './drawing.mjs';
import {columnName, playerName, SAY} from './sentences.mjs';

// The signs of marked empty cells, the more telling one first.
const SIGNS = /** @type {const} */ ([
    {mark: 'win', sign: '*', other: false},
    {mark: 'must', sign: '!', other: true},
    {mark: 'gets', sign: '+', other: false},
]);

/** The sign of an empty cell, if it has one.
 * @type {(reason: Reason, name: string) => typeof SIGNS[number] | undefined} */
const signOf = ({cells}, name) => SIGNS.find(({mark}) => cells[mark].includes(name));

/** What the board of a step shows, in words.
 * @param {Step} step */
export function legend({reason}) {
    if (!reason)
        return '';
    const names = SIGNS.flatMap(({mark}) => reason.cells[mark]);
    const signs = SIGNS.filter((sign) => names.some((name) => signOf(reason, name) === sign));
    const words = signs.map(({mark, sign, other}) =>
        `${sign} ${playerName(other === (reason.player === 'x') ? 2 : 1)} ${SAY.signs[mark]}`);
    return [...reason.line ? [SAY.afterMoves] : [], ...words]
        .map((part) => part.replaceAll(' ', '\u00a0')).join(' \u00a0 ');
}

/** @type {(position: Position, reason: Reason) => SVGElement[]} */
export const drawReason = ({board, cells, fours}, reason) => Array.from(cells).flatMap((_, cell) => {
    const name = columnName(cell % board.width + 1) + (Math.floor(cell / board.width) + 1);
    const sign = signOf(reason, name), {cx, cy} = centre(board, cell);
    const marks = reason.cells.four.includes(name) && fours.length === 0 ? [ring(board, cell, 'won', 42)] : [];
    return sign ? [...marks, svg('text', {class: `sign ${sign.mark}`, x: cx, y: cy}, sign.sign)] : marks;
});

/** A sentence of the library, which calls the players x and o.
 * @param {string} words */
const named = (words) => words.replace(/\b[xo]\b/g, (player) => playerName(player === 'x' ? 1 : 2));

/** One sentence each: first about the position, then about each reason, on the board after its line.
 * @type {(moves: string, found: {sentences: string[], reasons: Reason[]}) => Step[]} */
export const readSteps = (moves, {sentences, reasons}) => [
    ...sentences.map((words) => ({moves, words: named(words), detail: '', reason: null, listed: null})),
    ...reasons.flatMap((reason) => reason.sentences.flatMap((words, i, {[i + 1]: next}) => {
        if (i === reason.detail)
            return [];
        const listed = reason.listed?.sentence === i ? reason.listed : null;
        return [{moves: moves + reason.line, words: named(words), detail: i + 1 === reason.detail ? named(next) : '',
                 reason, listed: listed && {
                     before: named(listed.before), moves: listed.moves, after: named(listed.after)}}];
    })),
];
