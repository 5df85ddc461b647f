// The moves of a game with its side lines: a tree.  Its text is also in addresses:
// 44(5{why not}3)53.  A side line in parentheses follows the move that it replaces,
// a comment in braces the move that it is about.
//
// The game in the address of the page: #4453, #8x7/4453, #44(5)53 with a side line, and
// #4453@2 shown after the second move of the text.  ?pos=4453 is read, too, as links of the
// tutorial's site have it, and ?position= and ?game= as those of the server.

import {boardName, canPlay, emptyPosition, play, readBoard, replay, USUAL_BOARD} from './game.mjs';

/** @type {(parent: Move | null, moves?: string) => Move} */
const makeMove = (parent, moves = '') => ({moves, parent, children: [], comment: ''});

/** The tree without moves. */
export const makeTree = () => makeMove(null);

/** The move into a column after another move, which is added if it is new.
 * @type {(move: Move, column: number) => Move} */
export function addMove(move, column) {
    const moves = move.moves + column;
    const known = move.children.find((child) => child.moves === moves);
    if (known)
        return known;
    const child = makeMove(move, moves);
    move.children.push(child);
    return child;
}

/** The last of the moves into columns after another move, which are added if they are new.
 * @type {(move: Move, columns: string) => Move} */
export const addMoves = (move, columns) =>
    Array.from(columns, Number).reduce((at, column) => addMove(at, column), move);

/** The line through a move to its end: all its moves, without the root.
 * @type {(move: Move) => Move[]} */
export function lineThrough(move) {
    const line = [];
    for (let at = move; at.parent !== null; at = at.parent)
        line.unshift(at);
    for (let [next] = move.children; next; [next] = next.children)
        line.push(next);
    return line;
}

/** What 'make' makes of the moves that follow one, in the order of the text: of each move of the
 * line, and after it of the side lines that replace it, each of them joined.  'isNext': in the text
 * nothing is between a move and the one before it.
 * @type {<T>(parent: Move, make: (move: Move, isNext: boolean) => T, join: (line: T[]) => T,
 *     isNext?: boolean) => T[]} */
export function mapLine({children: [main, ...others]}, make, join, isNext = false) {
    if (!main)
        return [];
    const first = make(main, isNext);
    const besides = others.map((other) => join([make(other, false), ...mapLine(other, make, join, true)]));
    return [first, ...besides, ...mapLine(main, make, join, others.length === 0)];
}

/** All moves in the order of the text, the root first.
 * @type {(root: Move) => Move[]} */
export const allMoves = (root) => [root, ...mapLine(root, (move) => [move], (line) => line.flat()).flat()];

/** @param {Move} move */
export const commentText = ({comment}) => comment === '' ? '' : `{${comment}}`;

/** The columns with side lines and comments.
 * @type {(root: Move) => string} */
export const writeTree = (root) => commentText(root) + mapLine(
    root, (move) => move.moves.slice(-1) + commentText(move), (line) => `(${line.join('')})`).join('');

/** What writeTree() has written, its last move of the main line, and the one that is the
 * 'cursor'th of the text, or the last one; null if one of the moves is not possible.
 * @type {(board: Board, text: string, cursor?: number) => {root: Move, last: Move, at: Move} | null} */
export function readTree(board, text, cursor = Infinity) {
    const root = makeTree();
    let at = root, position = emptyPosition(board);
    const open = [], order = [root];
    const go = (/** @type {Move} */ move, /** @type {Position} */ there) => {
        at = move;
        position = there;
    };
    for (const [token] of text.matchAll(/\{[^}]*\}|[^]/g)) {
        const column = /[1-9]/.test(token) ? Number(token) : 0;
        if (token.length > 1) {
            at.comment = token.slice(1, -1);
        } else if (token === '(' && at.parent !== null) {
            open.push({move: at, there: position});
            go(at.parent, /** @type {Position} */ (replay(board, at.parent.moves)));
        } else if (token === ')' && open.length > 0) {
            const {move, there} = /** @type {typeof open[0]} */ (open.pop());
            go(move, there);
        } else if (canPlay(position, column)) {
            go(addMove(at, column), play(position, column));
            order.push(at);
        } else {
            return null;
        }
    }
    return open.length > 0 ? null : {root, last: at, at: order[cursor] ?? at};
}

/** Take a move, not the root, and all that follows it away.
 * @type {(move: Move) => void} */
export function removeMove(move) {
    const siblings = /** @type {Move} */ (move.parent).children;
    siblings.splice(siblings.indexOf(move), 1);
}

/** @type {(move: Move) => boolean} */
export const isSideLine = (move) =>
    move.parent !== null && (move.parent.children[0] !== move || isSideLine(move.parent));

/** Make the line of a move the main line.
 * @type {(move: Move) => void} */
export function promote(move) {
    for (let at = move; at.parent !== null; at = at.parent) {
        removeMove(at);
        at.parent.children.unshift(at);
    }
}

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
