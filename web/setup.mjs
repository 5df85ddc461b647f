// Setting up a position: stones are put into columns in any order, and who is to move follows
// from their number.

import {emptyPosition, findFours, landing} from './game.mjs';
import {openText} from './opening.mjs';
import {columnName, SAY} from './sentences.mjs';

/** Start with the position that is shown.
 * @type {(app: App) => void} */
export function startSetup(app) {
    app.session.mode = 'setup';
    app.changed(SAY.setup, true);
}

/** @type {(position: Position, player: Player) => number} */
const count = ({cells}, player) => cells.filter((one) => one === player).length;

/** Why no game leads to a position, as far as that is seen at once; '' otherwise.
 * @param {Position} position */
function problemOf(position) {
    const [red, yellow] = [count(position, 1), count(position, 2)];
    const winners = new Set(findFours(position.board, position.cells).map(([cell]) => position.cells[cell]));
    return red !== yellow && red !== yellow + 1 ? SAY.wrongCount(red, yellow) : winners.size > 1 ? SAY.bothWin : '';
}

/** Put the stone that is chosen on a column, or take its upper one away.
 * @type {(app: App, column: number) => void} */
export function place(app, column) {
    const {session} = app, {position, stone} = session, {board, heights} = position, height = heights[column - 1];
    if (height === (stone > 0 ? board.height : 0))
        return app.tell(stone > 0 ? SAY.full(column) : SAY.nothing(column));
    const after = {...position, cells: position.cells.slice(), heights: heights.slice()};
    after.heights[column - 1] += stone > 0 ? 1 : -1;
    after.cells[landing(stone > 0 ? position : after, column)] = stone;
    show(app, after, SAY.placed(stone, columnName(column) + Math.max(height, after.heights[column - 1])));
}

/** @param {App} app */
export const clear = (app) => show(app, emptyPosition(app.session.board), SAY.noStones);

/** @type {(app: App, position: Position, words: string) => void} */
function show(app, position, words) {
    const [red, yellow] = [count(position, 1), count(position, 2)];
    app.session.position = {...position, moves: '', ply: red + yellow, mover: red > yellow ? 2 : 1,
                            winner: 0, fours: [], over: false};
    app.tell(problemOf(position), words);
}

/** Study the position, if a game can lead to it.
 * @type {(app: App) => Promise<void>} */
export async function finishSetup(app) {
    const {position} = app.session, {board: {width, height}, cells} = position;
    const rows = Array.from({length: height}, (_, row) =>
        Array.from(cells.slice(row * width, (row + 1) * width), (player) => '.xo'[player]).join('')).reverse();
    const problem = problemOf(position) || await openText(app, rows.join('\n'));
    if (problem)
        app.tell(problem);
}

/** @param {App} app */
export function leaveSetup(app) {
    const {session} = app;
    session.mode = 'study';
    session.go(session.at);
    app.changed();
}
