// Learning from the mistakes of a game: each is put as a question, with the data of its
// review.

import {exactScore, mistakes} from './analysis.mjs';
import {showBoard} from './opening.mjs';
import {study, whenReviewed} from './playing.mjs';
import {SAY} from './sentences.mjs';
import {cellNames, moverAt, nextCell} from './words.mjs';

/** The questions that are left; the first one is asked. */
export class Lesson {
    /** @type {Lecture[]} */
    #questions = [];
    /** Of the game that they are about.
     * @type {Move | null} */
    #root = null;

    /** Of the mistakes of one player, or of both if that is 0.
     * @type {(session: Session, line: Line, player: 0 | Player) => void} */
    start(session, line, player) {
        const {moves, given} = session, cells = cellNames(moves);
        this.#root = session.root;
        this.#questions = mistakes(line, given).flatMap((mistake, ply) => {
            const right = line[ply]?.best ?? [];
            return mistake && right.length > 0 && (player === 0 || moverAt(ply) === player)
                ? [{moves: moves.slice(0, ply), kind: mistake.kind, played: cells[ply], right}] : [];
        });
    }

    /** Whether the point that is shown is that of the question.
     * @type {(session: Session) => boolean} */
    isOpen({root, shown, mode}) {
        return mode === 'study' && root === this.#root && this.#questions[0]?.moves === shown;
    }

    /** The moves that lead to the question; null if there is none about this game.
     * @type {(session: Session) => string | null} */
    next({root}) {
        return root === this.#root ? this.#questions[0]?.moves ?? null : null;
    }

    /** The question in words; '' if it is not open.
     * @type {(session: Session) => string} */
    task(session) {
        if (!this.isOpen(session))
            return '';
        const {moves, played, kind} = this.#questions[0];
        return SAY.lesson(moverAt(moves.length), played, SAY.keeps[kind], SAY.left(this.#questions.length - 1));
    }

    /** Try a column that is not full.
     * @type {(column: number) => {right: boolean, words: string}} */
    try(column) {
        const [{moves, right}] = this.#questions, cell = nextCell(moves, column);
        if (!right.includes(column))
            return {right: false, words: SAY.lessonWrong(cell)};
        this.#questions.shift();
        return {right: true, words: `${SAY.lessonRight(cell)} ${this.#questions.length === 0 ? SAY.lessonDone : ''}`.trim()};
    }
}

/** Ask the first question, or the next one.
 * @type {(app: App) => void} */
export function startLesson(app) {
    const {session, lesson} = app;
    if (session.mode !== 'study')
        study(app);
    showBoard(app);
    if (lesson.next(session) !== null)
        return ask(app);
    whenReviewed(app, SAY.reviewing, (line) => {
        lesson.start(session, line, session.person);
        if (lesson.next(session) === null)
            app.tell(line.every((one) => exactScore(one) !== null) ? SAY.noMistakes : SAY.noneFound);
        else
            ask(app);
    });
}

/** @param {App} app */
function ask(app) {
    const {session, lesson} = app;
    session.go(session.find(lesson.next(session) ?? ''));
    app.changed();
}
