// Games that people paste: what to give to the library, and its errors in words.

import {readAddress} from './address.mjs';
import {boardName, readBoard, replay} from './game.mjs';

/**
 * @typedef {import('./game.mjs').Board} Board
 *
 * 'board' is the one of the text, or null if the text does not tell.  'moves' has
 * one character for each column; sources[i] is where character i comes from.
 * 'rows' has the row that a move names, such as d2, or 0.
 * @typedef {{board: Board | null, kind: 'moves' | 'cells', text: string,
 *     sources: {at: number, token: string, row: number}[]}} Pasted
 */

/**
 * @param {string} text
 * @returns {Pasted}
 */
export function readPasted(text) {
    const link = readLink(text);
    if (link)
        return link;
    if (/^\s*[[.xXoO/]/.test(text))
        return {board: boardOfCells(text), kind: 'cells', text, sources: []};
    return readMoves(text);
}

/**
 * @param {string} text
 * @returns {Pasted | null}
 */
function readLink(text) {
    if (!/^\s*(https?:\/\/|[#?])/.test(text))
        return null;
    const found = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text.trim());
    const {board, name, moves} = readAddress(found?.[3] ?? '', found?.[2] ?? '');
    if (board === null)
        throw new RangeError(`The board '${name}' does not exist here: expected 4x4 to 9x7.`);
    return {...readMoves(moves), board};
}

/**
 * The board of a diagram, by its rows; of a list, by the number of its cells.
 * @param {string} text
 */
function boardOfCells(text) {
    if (/^\s*\[/.test(text))
        return (text.match(/\d+/g) ?? []).length === 42 ? readBoard('7x6') : null;
    const rows = text.split(/[\n/]/).map((row) => row.replace(/[^.xXoO]/g, ''))
        .filter((row) => row !== '');
    return readBoard(`${rows[0].length}x${rows.length}`);
}

// A number of a move, which has a dot; blanks and comments; signs; a move: a column,
// as a digit or a letter, which its row may follow.  fourscore-review(1) says the same.
const TOKEN = new RegExp([
    /(\d+)\.+/,
    /([\s,|]+|\{[^}]*\}|#[^\n]*|;(?![\d \t\r,|;]*(?:\n|$))[^\n]*|;)/,
    /([!?]+)/,
    /([a-iA-I])([1-9])?/,
    /./,
].map(({source}) => source).join('|'), 'gsu');

/**
 * @param {string} text
 * @returns {Pasted}
 */
function readMoves(text) {
    let moves = '';
    const sources = [];
    for (const match of text.matchAll(TOKEN)) {
        const [token, number, blank, sign, letter, row] = match;
        const isNumber = number !== undefined &&
            [moves.length + 1, Math.floor(moves.length / 2) + 1].includes(Number(number));
        const isSign = sign !== undefined && moves !== '';
        if (isNumber || blank !== undefined || isSign)
            continue;
        moves += letter === undefined ? token
            : String(letter.toLowerCase().charCodeAt(0) - 96);
        const source = {at: match.index ?? 0, token, row: Number(row ?? 0)};
        for (let i = 0; i < (letter === undefined ? token.length : 1); i++)
            sources.push(source);
    }
    return {board: null, kind: 'moves', text: moves, sources};
}

/**
 * A move that names another row than the one in which its stone comes to rest.
 * @param {Board} board
 * @param {Pasted} pasted
 * @returns {string | null}
 */
export function findWrongRow(board, {text, sources}) {
    for (const [i, {token, row}] of sources.entries()) {
        const before = row > 0 ? replay(board, text.slice(0, i)) : null;
        const real = (before?.heights[Number(text[i]) - 1] ?? 0) + 1;
        if (before !== null && real !== row)
            return `Move ${i + 1} (${token}): the stone comes to rest in row ${real}, ` +
                `not in row ${row}.`;
    }
    return null;
}

/**
 * @param {Pasted} pasted
 * @param {Board} board
 * @param {{at: number, message: string}} refused
 */
export function describeRefusal({kind, sources}, board, {at, message}) {
    const reason = message.replace(/the first player/g, 'Red')
        .replace(/the second player/g, 'Yellow');
    if (kind === 'cells')
        return `Character ${at + 1}: ${reason} (board ${boardName(board)}).`;
    const source = sources[at];
    if (source === undefined)
        return `After move ${sources.length}: ${reason}.`;
    return `Move ${at + 1} (${source.token.trim() || 'blank'}, character ${source.at + 1}): ${reason}.`;
}
