// The game in the address of the page: #4453, #8x7/4453, #44(5)53 with a side line, and
// #4453@2 shown after the second move of the text.  ?pos=4453 is read, too, as links of the
// tutorial's site have it, and ?position= and ?game= as those of the server.

import {boardName, readBoard, USUAL_BOARD} from './game.mjs';
import {allMoves, lineThrough, writeTree} from './tree.mjs';

/** @param {URLSearchParams} query */
const gameOf = (query) => query.get('pos') ?? query.get('position') ?? query.get('game');

/** Whether a link says which game is meant.
 * @type {(hash: string, search: string) => boolean} */
export const namesGame = (hash, search) => hash !== '' || gameOf(new URLSearchParams(search)) !== null;

/** What follows # in the address.
 * @type {(game: {board: Board, root: Move, at: Move}) => string} */
export function writeAddress({board, root, at}) {
    const name = boardName(board), text = writeTree(root);
    const end = lineThrough(root).at(-1) ?? root;
    return (name === USUAL_BOARD ? '' : `${name}/`) +
        text.replace(/(?<=\{)[^}]*/g, encodeURIComponent).replace(/[{}]/g, encodeURIComponent) +
        (at === end ? '' : `@${allMoves(root).indexOf(at)}`);
}

/** @param {string} text */
function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** The board is null if it is none of the page's; the moves, a text as of writeTree(), are
 * not checked.  'cursor' counts the moves of the text; it is Infinity for the end.
 * @type {(hash: string, search: string) => {board: Board | null, name: string, moves: string,
 *     cursor: number}} */
export function readAddress(hash, search) {
    const query = new URLSearchParams(search), asked = gameOf(query);
    let text = hash.replace(/^#/, '');
    // What follows # may be a place on a page of another site.
    if (asked !== null && !/^[\d%]/.test(text))
        text = asked;

    const found = /^(?:(\d+x\d+)\/)?([^@]*)(?:@(\d+))?$/s.exec(text);
    const name = found?.[1] ?? query.get('board') ?? USUAL_BOARD;
    const moves = decode(found?.[2] ?? text).trim();
    return {board: readBoard(name), name, moves, cursor: Number(found?.[3] ?? Infinity)};
}
