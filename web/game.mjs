// The rules, as far as a page needs them to draw a game and to play without
// waiting for the solver.  A test compares them with the library.

export const USUAL_BOARD = '7x6';

/** The names of the boards that the page has, from 4x4 to 9x7. */
export const BOARDS = [4, 5, 6, 7, 8, 9].flatMap((width) =>
    [4, 5, 6, 7].map((height) => `${width}x${height}`));

/** @param {Board} board */
export const boardName = ({width, height}) => `${width}x${height}`;

/** The board of a name such as 7x6; null if the page has no such board.
 * @type {(name: string) => Board | null} */
export function readBoard(name) {
    const [width, height] = name.split('x').map(Number);
    return BOARDS.includes(name) ? {width, height} : null;
}

/** The cells of each line of four stones of one player.
 * @type {(board: Board, cells: Uint8Array) => number[][]} */
export function findFours({width, height}, cells) {
    const found = [];
    for (const [right, up] of [[1, 0], [0, 1], [1, 1], [1, -1]])
        for (let column = 0; column + 3 * right < width; column++)
            for (let row = up < 0 ? 3 : 0; row + 3 * up < height; row++) {
                const line = [0, 1, 2, 3].map((i) => (row + i * up) * width + column + i * right);
                if (line.every((cell) => cells[cell] !== 0 && cells[cell] === cells[line[0]]))
                    found.push(line);
            }
    return found;
}

/** @type {(board: Board) => Position} */
export function emptyPosition(board) {
    return {
        board, moves: '', cells: new Uint8Array(board.width * board.height),
        heights: Array(board.width).fill(0), ply: 0, mover: 1, winner: 0,
        fours: [], over: false,
    };
}

/** @type {(position: Position, column: number) => boolean}  columns are from 1 */
export function canPlay(position, column) {
    return !position.over && column >= 1 && column <= position.board.width &&
        position.heights[column - 1] < position.board.height;
}

/** The cell in which a stone comes to rest.
 * @type {(position: Position, column: number) => number} */
export const landing = (position, column) =>
    position.heights[column - 1] * position.board.width + column - 1;

/** The cell of the last stone; -1 before the first move.
 * @param {Position} position */
export function lastCell({board, moves, heights}) {
    const column = Number(moves.slice(-1));
    return column === 0 ? -1 : (heights[column - 1] - 1) * board.width + column - 1;
}

/** Requires canPlay().
 * @type {(position: Position, column: number) => Position} */
export function play(position, column) {
    const {board, mover} = position;
    const cell = landing(position, column);
    const cells = position.cells.slice();
    cells[cell] = mover;
    const heights = position.heights.slice();
    heights[column - 1]++;
    const ply = position.ply + 1;
    const fours = findFours(board, cells);
    return {
        board, moves: position.moves + column, cells, heights, ply,
        mover: mover === 1 ? 2 : 1, winner: fours.length > 0 ? mover : 0, fours,
        over: fours.length > 0 || ply === cells.length,
    };
}

/** The position after the moves; null if one of them is not possible.
 * @type {(board: Board, moves: string) => Position | null} */
export function replay(board, moves) {
    let position = emptyPosition(board);
    for (const character of moves) {
        const column = /[1-9]/.test(character) ? Number(character) : 0;
        if (!canPlay(position, column))
            return null;
        position = play(position, column);
    }
    return position;
}

/** The columns that can be played, centre first.
 * @type {(position: Position) => number[]} */
export function legalColumns(position) {
    const centre = (position.board.width + 1) / 2;
    return Array.from(position.heights, (_, i) => i + 1)
        .filter((column) => canPlay(position, column))
        .sort((a, b) => Math.abs(a - centre) - Math.abs(b - centre) || a - b);
}
