// What is opened: a pasted text, a puzzle, or the address of the page.

import {readBoard, USUAL_BOARD} from './game.mjs';
import {readPasted, treeText} from './notation.mjs';
import {choosePuzzle, dayOf, fits, loadPuzzles, readPuzzleAddress} from './puzzle.mjs';
import {chosen, get, reveal} from './screen.mjs';
import {SAY} from './sentences.mjs';
import {namesGame, readAddress, readTree} from './tree.mjs';

/** Open a game in any notation.  Returns what is wrong with it; '' if nothing is.
 * @type {(app: App, text: string, isNew?: boolean) => Promise<string>} */
export async function openText(app, text, isNew = true) {
    try {
        const pasted = readPasted(text);
        return await ('day' in pasted ? openPuzzle(app, pasted.day) : openPasted(app, pasted, isNew));
    } catch (/** @type {any} */ error) {
        const {at, message} = error;
        return app.solver.broken ? SAY.noComputer : at === undefined ? message : SAY.character(at + 1, message);
    }
}

/** @type {(app: App, pasted: Pasted, isNew: boolean) => Promise<string>} */
async function openPasted(app, pasted, isNew) {
    const {session, solver} = app, {text, cursor} = pasted;
    const expected = pasted.board ?? session.board;
    const mine = ++app.choice;
    await solver.ready;
    const {name, moves, isGame} = await solver.ask('read', {text, board: expected});
    if (app.choice !== mine)
        return '';
    if (moves === null)
        return SAY.unreachable;
    const board = /** @type {Board} */ (readBoard(name)), start = isGame ? '' : moves;
    session.mode = 'study';
    session.players = [0, 0];
    session.openMoves(board, moves, start);
    const tree = isGame ? readTree(board, treeText(pasted.moves), cursor) : null;
    if (tree && tree.last.moves === moves)
        session.open(board, tree.root, tree.at);
    app.changed(start ? SAY.noOrder : '', isNew);
    return '';
}

/** Open the puzzle of a day, or with a number.  Returns why there is none; '' if there is one.
 * @type {(app: App, name?: string, attempt?: Kept['attempt']) => Promise<string>} */
export const openPuzzle = (app, name = dayOf(new Date()), attempt = undefined) =>
    openChosen(app, (puzzles) => choosePuzzle(puzzles, name), attempt);

/** @type {(app: App, choose: (puzzles: Puzzle[]) => Puzzle, attempt?: Kept['attempt']) => Promise<string>} */
async function openChosen(app, choose, attempt = undefined) {
    const {session, puzzle} = app;
    try {
        const mine = ++app.choice, puzzles = await loadPuzzles();
        if (app.choice !== mine)
            return '';
        const found = choose(puzzles);
        session.mode = 'puzzle';
        session.openMoves(/** @type {Board} */ (readBoard(USUAL_BOARD)), found.moves, found.moves);
        puzzle.start(found, session.root, attempt);
        app.changed('', location.hash !== `#puzzle/${found.name}`);
        return '';
    } catch (error) {
        return SAY.noPuzzle(/** @type {Error} */ (error).message);
    }
}

/** The puzzles that were chosen, by difficulty and theme. */
const wanted = () => ({grade: chosen('grade'), theme: chosen('theme')});

/** Another puzzle of those that were chosen, or one that was missed.
 * @type {(app: App, isMissed?: boolean) => Promise<void>} */
export async function openNextPuzzle(app, isMissed = false) {
    const problem = await openChosen(app, (puzzles) => app.puzzle.choose(puzzles, wanted(), isMissed));
    if (problem)
        app.tell(problem);
    app.screen.board.focus();
}

/** A difficulty or a theme was chosen: the puzzle that is shown has it, or another one takes its place.
 * @type {(app: App) => void} */
export function chooseKind(app) {
    if (!fits(/** @type {Puzzle} */ (app.puzzle.current), wanted()))
        openNextPuzzle(app);
}

/** The first screen.
 * @type {(app: App, isNew: boolean) => void} */
export function openHome(app, isNew) {
    const {session} = app;
    session.mode = 'home';
    session.openMoves(session.board, '');
    app.changed('', isNew);
}

/** After a choice elsewhere on the page, go on at the board.
 * @type {(app: App) => void} */
export function showBoard(app) {
    app.screen.board.focus();
    reveal(get('play'));
}

/** @param {App} app */
export async function openAddress(app) {
    const {session} = app, {hash} = location;
    const kept = /** @type {Kept | null} */ (history.state);
    const day = readPuzzleAddress(hash);
    if (day !== null) {
        const problem = await openPuzzle(app, day, kept?.attempt);
        return problem ? refuse(app, problem) : undefined;
    }
    if (kept?.mode === 'home' || (!kept && !namesGame(hash.replace(/^#$/, ''), location.search)))
        return openHome(app, false);

    const isEmpty = hash === '#study';
    const {board, name, moves, cursor} = readAddress(isEmpty ? '' : hash, location.search);
    session.mode = kept?.mode === 'play' ? 'play' : 'study';
    session.players = kept?.players ?? [0, 0];
    const tree = board && readTree(board, moves, cursor);
    if (board && tree) {
        session.open(board, tree.root, tree.at, kept ?? {});
        app.clock.set(kept?.minutes ?? 0, kept?.left ?? null);
        return session.mode === 'play' && session.isOver ? app.ended() : app.changed();
    }
    session.openMoves(board ?? session.board, '');
    const problem = board ? await openText(app, moves, false) : SAY.noBoard(name);
    if (problem)
        refuse(app, SAY.noGame(problem));
}

/** @type {(app: App, problem: string) => void} */
function refuse(app, problem) {
    app.session.mode = 'study';
    app.changed(problem);
}
