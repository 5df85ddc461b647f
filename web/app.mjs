// The page as a whole: what changes the session is drawn, kept in the address, and
// thought about.

import {Clock} from './clock.mjs';
import {boardName, readBoard, USUAL_BOARD} from './game.mjs';
import {drop} from './hand.mjs';
import {keepGame} from './home.mjs';
import {Lesson} from './lesson.mjs';
import {Puzzles} from './puzzle.mjs';
import {Knowledge} from './questions.mjs';
import {get, Screen, turnInWords, verdict} from './screen.mjs';
import {SAY} from './sentences.mjs';
import {Session} from './session.mjs';
import {Solver} from './solver.mjs';
import {Thinker} from './thinker.mjs';
import {writeAddress} from './tree.mjs';
import {Why} from './why.mjs';
import {lastMove, nextCell} from './words.mjs';

export class App {
    session = new Session(/** @type {Board} */ (readBoard(USUAL_BOARD)));
    knowledge = new Knowledge();
    solver = new Solver();
    puzzle = new Puzzles();
    lesson = new Lesson();
    thinker = new Thinker(this);
    screen = new Screen(this);
    why = new Why(this);
    clock = new Clock(this);
    #isDrawing = false;
    /** Grows with each choice, so that what was asked for before it is dropped. */
    choice = 0;
    /** @type {(() => boolean) | null} */
    #awaited = null;

    // ---------------------------------------------------------------- thinking

    /** There is something to be found. */
    get isPuzzling() {
        return this.puzzle.isOpen(this.session) || this.lesson.isOpen(this.session);
    }

    get showsScores() {
        return this.session.showsScores && !this.isPuzzling;
    }

    think() {
        this.thinker.think({moves: this.showsScores, game: this.showsScores && this.session.mode !== 'play'});
    }

    /** More is known.  Bounds come faster than anybody can see. */
    learned() {
        if (this.#isDrawing)
            return;
        this.#isDrawing = true;
        requestAnimationFrame(() => {
            this.#isDrawing = false;
            this.draw();
            if (this.#awaited?.())
                this.#awaited = null;
        });
    }

    /** Call this whenever more is known, until it returns true or is replaced.
     * @type {(call: () => boolean) => void} */
    whenLearned(call) {
        this.#awaited = call;
        this.learned();
    }

    /** @param {Found} found  all that will be known of the moves */
    scored(found) {
        if (this.session.message === '')
            this.#speak(verdict(this.session, found));
    }

    /** @type {(column: number, isBest: boolean) => void} */
    hinted(column, isBest) {
        const {session, puzzle, knowledge} = this, {board, shown} = session;
        session.hint = {moves: shown, column, wait: null};
        session.help.hints++;
        if (puzzle.isOpen(session))
            puzzle.count(false);
        this.keep(false);
        this.tell(SAY.hint(nextCell(shown, column), !isBest ? SAY.expertHint
            : this.showsScores ? verdict(session, knowledge.at(board, shown)) : ''));
    }

    /** @param {Reply} reply */
    replied({column, proven}) {
        // What was said when the game began is there until the person moves.
        const before = this.session.person > 0 ? this.session.message : '';
        drop(this, column, proven ? before : SAY.expert);
    }

    /** @param {Error} error */
    failed(error) {
        if (this.thinker.server !== null)
            return this.useServer(null);
        this.session.hint.wait = null;
        if (this.solver.broken && this.session.hasOpponents)
            this.loaded();
        else
            this.tell(this.problem(error));
    }

    /** What went wrong, in words.
     * @param {Error} error */
    problem(error) {
        return this.solver.broken ? SAY.noComputer : SAY.failed(error.message);
    }

    /** The library is loaded, or cannot be: then people move both sides. */
    loaded() {
        const isThere = this.solver.broken === null;
        if (this.session.hasOpponents === isThere)
            return;
        this.session.hasOpponents = isThere;
        this.tell(isThere ? '' : SAY.noComputer);
        this.think();
    }

    /** @param {Server | null} server  that helps */
    useServer(server) {
        this.thinker.server = server;
        get('where').textContent = server ? SAY.helped : SAY.here;
        this.think();
    }

    // ------------------------------------------------------------------- moves

    /** A game has ended: 'about' is said of it.
     * @param {string} about */
    ended(about = '') {
        const {session} = this;
        if (!session.isCounted)
            keepGame(session);
        session.isCounted = true;
        this.changed(about || (session.person > 0 ? SAY.help(session.help) : ''));
    }

    /** @param {Move} move */
    go(move) {
        this.session.go(move);
        this.changed();
    }

    /** @param {string} moves */
    preview(moves) {
        if (moves === this.session.preview)
            return;
        this.session.preview = moves;
        this.draw();
    }

    /** @param {number} ply */
    goPly(ply) {
        this.session.goPly(ply);
        this.changed();
    }

    /** Go to the side line above or below.
     * @type {(step: number) => boolean} */
    goBeside(step) {
        const {at} = this.session, siblings = at.parent?.children ?? [];
        const beside = siblings[siblings.indexOf(at) + step];
        if (beside)
            this.go(beside);
        return beside !== undefined;
    }

    // ----------------------------------------------------------------- changes

    /** Draw the session, tell 'about' or what there is to find, keep the session and think about it.  If it is new,
     * "back" returns to what was before.
     * @type {(about?: string, isNew?: boolean) => void} */
    changed(about = '', isNew = false) {
        const {session, puzzle} = this;
        this.choice++;
        session.preview = session.wrong = '';
        session.hint = {moves: '', column: 0, wait: null};
        this.why.hide();
        this.clock.update();
        this.keep(isNew);
        const lacksOpponent = session.isPlaying && !session.hasOpponents && session.players.some((level) => level > 0);
        this.tell(about || puzzle.task(session) || this.lesson.task(session) || (lacksOpponent ? SAY.noComputer : ''),
                  `${lastMove(session.shown)} ${turnInWords(session)}`.replace(/[\w’]$/, '$&.'));
        this.think();
    }

    /** @param {boolean} isNew */
    keep(isNew) {
        const {mode, players, start, help, late, isCounted} = this.session;
        const attempt = this.puzzle.isOpen(this.session) ? this.puzzle.attempt : undefined;
        const written = writeAddress(this.session);
        const address = mode === 'home' ? '' : this.puzzle.address(this.session) ??
            (written === '' && mode === 'study' ? 'study' : written);
        /** @type {Kept} */
        const kept = {mode, players, start, help, late, isCounted, attempt, left: this.clock.left,
                      minutes: Number(get('clock').value)};
        const url = `${location.pathname}${address ? `#${address}` : ''}`;
        if (isNew)
            history.pushState(kept, '', url);
        else
            history.replaceState(kept, '', url);
    }

    /** Draw the session.  The focus leaves a button that is gone: one that was pressed, or one that an answer hides. */
    draw() {
        const before = document.activeElement;
        this.screen.draw();
        const {body, activeElement: focus} = /** @type {any} */ (document);
        if (focus === body ? before !== body : focus.matches(':disabled') || !focus.checkVisibility())
            (this.session.mode === 'home' ? get('level-1') : this.screen.board).focus();
    }

    /** Show a sentence in place of the score in words; '' for none.  This alone sets the
     * message of the session, so that what is shown is what screen readers hear, after the
     * 'event' if there is one.
     * @type {(message: string, event?: string) => void} */
    tell(message, event = '') {
        this.session.message = message;
        this.draw();
        this.#speak(`${event} ${message}`.trim());
    }

    /** @param {string} words  for screen readers; '' for none */
    #speak(words) {
        if (words !== '')
            get('live').textContent = words;
    }
}
