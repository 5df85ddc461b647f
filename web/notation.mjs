// What people paste, as far as the library does not know it: links of this page, side lines
// and comments.

import {readPuzzleAddress} from './puzzle.mjs';
import {SAY} from './sentences.mjs';
import {commentText, mapLine, namesGame, readAddress} from './tree.mjs';
import {cellNames, moverAt} from './words.mjs';

/** @type {(text: string) => Pasted | PastedPuzzle} */
export function readPasted(text) {
    // An address without its # may begin with a board, which the library does not know there.
    const [, name = '', game = text] = /^(\s*\d+x\d+\/)([^@]*)/.exec(text) ?? [];
    const address = `${name && '#'}${text.trim()}`;
    const [, search = '', hash = ''] = /^[^?#]*(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
    const day = readPuzzleAddress(hash);
    if (day !== null)
        return {day};
    if (/\s/.test(text.trim()) || !namesGame(hash, search))
        return {text, board: null, moves: text, cursor: Infinity};
    const {board, name: wanted, moves, cursor} = readAddress(hash, search);
    if (board === null)
        throw new RangeError(SAY.noBoard(wanted));
    return {text: ' '.repeat(name.length) + game, board, moves, cursor};
}

/** The text of a tree, for readTree(), from one that the library has read as a game.
 * @type {(text: string) => string} */
export const treeText = (text) => text
    .replace(/\[\w+\s+"[^"]*"\s*\]|\$\d+|(?:1-0|0-1|1\/2-1\/2|\*)(?=\s*$)/g, '')
    .replace(/[#;].*|(?<=^|[^\da-z])\d{1,3}\.+|[\s,|!?]|(\{[^}]*\})/gi, '$1')
    .replace(/\{[^}]*\}|([a-i])\d?/gi, (whole, letter) =>
        letter ? String(letter.toLowerCase().charCodeAt(0) - 96) : whole);

/** A move with its number, which Yellow's has where nothing else tells it, and its comment.
 * @type {(move: Move, isNext: boolean) => string} */
function writeMove(move, isNext) {
    const ply = move.moves.length, pair = Math.ceil(ply / 2), isTold = isNext && move.parent?.comment === '';
    const number = moverAt(ply - 1) === 1 ? `${pair}. ` : isTold ? '' : `${pair}... `;
    return `${number}${cellNames(move.moves).pop()} ${commentText(move)}`.trim();
}

/** The game as players write it, with side lines and comments.
 * @type {(root: Move) => string} */
export const writeGame = (root) =>
    [commentText(root), ...mapLine(root, writeMove, (line) => `(${line.join(' ')})`)].join(' ').trim();
