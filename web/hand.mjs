// Stones that are dropped: what a column means that a person chooses.

import {celebrate, sound} from './effects.mjs';
import {canPlay} from './game.mjs';
import {startGame} from './playing.mjs';
import {get} from './screen.mjs';
import {SAY} from './sentences.mjs';
import {place} from './setup.mjs';

const MILLISECONDS_EACH = 900; // of a wrong move and its answer

/** @type {(app: App, column: number) => void} */
export function playByHand(app, column) {
    const {session, puzzle, lesson} = app;
    if (session.level > 0) {
        // While it thinks, the page says so.
        if (!session.awaitsOpponent && !session.isOver)
            app.tell(SAY.notYours);
        return;
    }
    if (session.mode === 'setup' && column <= session.board.width)
        return place(app, column);
    if (!canPlay(session.position, column)) {
        if (!session.isOver)
            app.tell(column <= session.board.width ? SAY.full(column) : SAY.noColumn(column));
    } else if (session.mode === 'home') {
        startGame(app, [0, 0]);
        drop(app, column);
    } else if (puzzle.task(session) !== '' || lesson.isOpen(session)) {
        answer(app, column);
    } else {
        // On the board that is seen.
        if (session.preview !== '')
            session.go(session.find(session.preview));
        drop(app, column);
    }
}

/** @type {(app: App, column: number) => void} */
function answer(app, column) {
    const {session, puzzle, lesson} = app, isLesson = lesson.isOpen(session), moves = session.shown + column;
    const {right, words} = (isLesson ? lesson : puzzle).try(column);
    if (right && !isLesson)
        return drop(app, column, words);
    app.why.hide();
    session.wrong = right ? '' : moves;
    app.keep(false);
    app.tell(words);
    if (!right) {
        refute(app, moves);
    } else {
        sound('drop');
        app.preview(moves); // the answer is no move of the game
        app.think();
    }
}

/** 'about' is said of the move.
 * @type {(app: App, column: number, about?: string) => void} */
export function drop(app, column, about = '') {
    const {session} = app;
    if (!session.play(column))
        return;
    const isEnd = session.mode === 'play' && session.isOver;
    sound(isEnd ? 'end' : 'drop');
    if (isEnd && session.position.winner !== 0 && session.position.winner === session.person)
        celebrate(get('board'));
    if (isEnd)
        app.ended(about);
    else
        app.changed(about);
}

/** The last of the moves is wrong: it and the best answer are shown on the board for a moment.
 * @type {(app: App, moves: string) => Promise<void>} */
async function refute(app, moves) {
    const {session, solver} = app, {shown, board} = session;
    const wait = () => new Promise((resolve) => setTimeout(resolve, MILLISECONDS_EACH));
    app.preview(moves);
    const [line] = await Promise.all([solver.ask('line', {board, moves}).catch(() => []), wait()]);
    for (const next of line.length > 0 ? [moves + line[0], ''] : ['']) {
        if (session.shown !== shown || !session.preview.startsWith(moves))
            return;
        app.preview(next);
        await wait();
    }
}
