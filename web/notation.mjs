// What people paste: a link, a diagram, a list of cells, or moves, which the library
// reads; and its errors in words.

import {namesGame, readAddress} from './address.mjs';
import {readBoard} from './game.mjs';
import {readPuzzleAddress} from './puzzle.mjs';
import {columnName, playerName, SAY} from './sentences.mjs';
import {commentText, walk} from './tree.mjs';
import {cellNames, moverAt} from './words.mjs';

// An address of this page or of the tutorial's site, whole or in part.
const LINK = /^\s*(?:https?:\/\/\S+|[#?]\S*|[\w.:-]+\/\S*[#?]\S*|\S*[?&](?:pos|position|game)=\S*)\s*$/i;

/** @type {(text: string) => Pasted | PastedPuzzle} */
export function readPasted(text) {
    if (LINK.test(text))
        return readLink(text);
    const whole = {text, offset: 0, cursor: Infinity};
    if (/^\s*[[.xXoO/]/.test(text))
        return {kind: 'cells', board: boardOfCells(text), ...whole};
    return {kind: 'moves', board: null, ...whole};
}

/** @type {(text: string) => Pasted | PastedPuzzle} */
function readLink(text) {
    const found = /^[^?#]*(\?[^#]*)?(#.*)?$/s.exec(text.trim());
    const [search, hash] = [found?.[1] ?? '', found?.[2] ?? ''];
    const day = readPuzzleAddress(hash);
    if (day !== null)
        return {kind: 'puzzle', day};
    if (!namesGame(hash, search))
        throw new RangeError(SAY.noLinkGame);
    const {board, name, moves, cursor} = readAddress(hash, search);
    if (board === null)
        throw new RangeError(SAY.noBoard(name));
    return {kind: 'moves', board, text: moves, cursor,
            offset: Math.max(text.lastIndexOf(moves), 0)};
}

/** The board of a diagram, by its rows; of a list, by the number of its cells.
 * @type {(text: string) => Board | null} */
function boardOfCells(text) {
    if (/^\s*\[/.test(text))
        return (text.match(/\d+/g) ?? []).length === 42 ? readBoard('7x6') : null;
    const rows = text.split(/[\n/]/).map((row) => row.replace(/[^.xXoO]/g, ''))
        .filter((row) => row !== '');
    return readBoard(`${rows[0]?.length}x${rows.length}`);
}

/** @type {(pasted: Pasted, board: Board, refused: {at: number, reason: string}) => string} */
export function describeRefusal({text, offset}, board, {at, reason}) {
    const last = columnName(board.width);
    const words = reason.replace(/the (first|second)( player)?\b/g, (_, player) =>
        playerName(player === 'first' ? 1 : 2))
        .replace(/^byte 0x[0-9a-f]{2}/, `'${[...text.slice(at)][0]}'`)
        .replace(/column ([1-9]), row /, (_, column) =>
            columnName(Number(column)))
        .replace(/column ([1-9])/, (_, column) => `column ${columnName(Number(column))}`)
        .replace(/expected 1 to \d/, (columns) => `${columns} or a to ${last}`);
    return SAY.character(offset + at + 1, words);
}

/** The text of a tree, for readTree(), from one that the library has read as a game.
 * @type {(text: string) => string} */
export const treeText = (text) => text
    .replace(/\[\w+\s+"[^"]*"\s*\]|\$\d+|(?:1-0|0-1|1\/2-1\/2|\*)(?=\s*$)/g, '')
    .replace(/[#;].*|(?<=^|[^\da-z])\d{1,3}\.+|[\s,|!?]|(\{[^}]*\})/gi, '$1')
    .replace(/\{[^}]*\}|([a-i])\d?/gi, (whole, letter) =>
        letter ? String(letter.toLowerCase().charCodeAt(0) - 96) : whole);

/** The game as players write it, with side lines and comments.
 * @type {(root: Move) => string} */
export function writeGame(root) {
    const words = [commentText(root)];
    let isNumbered = true, opening = '';
    const move = (/** @type {Move} */ at) => {
        const ply = at.moves.length, isRed = moverAt(ply - 1) === 1, pair = Math.ceil(ply / 2);
        const number = isRed ? `${pair}. ` : isNumbered ? `${pair}... ` : '';
        words.push(`${opening}${number}${cellNames(at.moves).pop()}`);
        if (at.comment !== '')
            words.push(commentText(at));
        isNumbered = at.comment !== '';
        opening = '';
    };
    walk(root, {
        move,
        open() {
            opening = '(';
            isNumbered = true;
        },
        close() {
            words[words.length - 1] += ')';
            isNumbered = true;
        },
    });
    return words.filter((word) => word !== '').join(' ');
}
