// The session as people see and hear it.

import {decisiveMove, describePoint, mistakes, summarize} from './analysis.mjs';
import {BoardView} from './board.mjs';
import {boardName, replay} from './game.mjs';
import {drawGraph} from './graph.mjs';
import {playByHand} from './hand.mjs';
import {drawRecord} from './home.mjs';
import {LineView, MovesView} from './moves.mjs';
import {isExact} from './questions.mjs';
import {SAY} from './sentences.mjs';
import {isSideLine} from './tree.mjs';
import {describeBounds, moverAt} from './words.mjs';

/** @type {(id: string) => any} */
export const get = (id) => document.getElementById(id);

/** What is chosen of the radio buttons with a name.
 * @type {(name: string) => number} */
export const chosen = (name) => Number(/** @type {any} */ (document.querySelector(`[name=${name}]:checked`)).value);

/** Scroll an element into view: its start, and as much of it as fits.
 * @type {(element: HTMLElement) => void} */
export function reveal(element) {
    const {height} = element.getBoundingClientRect();
    element.scrollIntoView({block: height < innerHeight ? 'nearest' : 'start'});
}

export class Screen {
    board;
    #app;
    #moves;
    #line;

    /** @param {App} app */
    constructor(app) {
        this.#app = app;
        this.board = new BoardView(get('board'), (column) => playByHand(app, column));
        this.#moves = new MovesView(get('moves'), (move) => app.go(move));
        this.#line = new LineView(get('best-line'), (moves) => app.preview(moves),
                                  (moves) => app.go(app.session.find(moves)));
    }

    draw() {
        const {session, knowledge, showsScores} = this.#app;
        const here = showsScores ? knowledge.at(session.board, session.shown) : undefined;
        const line = showsScores ? knowledge.line(session.board, session.moves) : [];

        // What people do now begins at the top of the page.
        if (document.body.dataset.mode !== session.mode)
            scrollTo(0, 0);
        document.body.dataset.mode = session.mode;
        if (session.mode === 'home')
            drawRecord(get('record'));
        const preview = session.preview === '' ? null : replay(session.board, session.preview);
        const step = session.why?.steps[session.why.at];
        this.board.draw({
            position: preview ?? session.position, inWords: !get('numbers').checked,
            hint: !preview && session.hint.moves === session.shown ? session.hint.column : 0,
            ghost: session.mode === 'setup' ? session.stone : session.position.mover,
            locked: session.awaitsOpponent || session.isOver || preview !== null,
            best: here?.best ?? null, reason: step?.moves === session.preview ? step.reason : null,
            moves: session.awaitsOpponent || preview ? null : here?.moves ?? null,
        });
        get('best').hidden = this.#app.isPuzzling;
        get('best').classList.toggle('gone', !here?.line);
        this.#line.draw(session.shown, here?.line ?? '');
        drawStatus(session, session.hint.wait ? SAY.looking(knowledge.at(session.board, session.shown)?.nodes ?? 0)
            : session.message || (showsScores ? verdict(session, here) : ''));
        const judged = mistakes(line, session.given);
        this.#moves.draw({root: session.root, at: session.at, line: session.line, mistakes: judged});
        this.#drawReview(session, line, judged);
        drawControls(this.#app);
        this.#app.why.draw();
    }

    /** @type {(session: Session, line: Line, judged: ReturnType<typeof mistakes>) => void} */
    #drawReview({board, moves, cursor, given, person}, line, judged) {
        const hasNoMistake = this.#app.lesson.next(this.#app.session) === null && decisiveMove(line, given) !== null &&
            !judged.some((one, i) => one && (person === 0 || moverAt(i) === person));
        // Of moves that were given, nothing is said.
        const isThere = line.length > (given > 0 ? given + 2 : 1);
        get('review').hidden = !isThere;
        get('learn').hidden = !isThere || hasNoMistake;
        if (!isThere)
            return;
        drawGraph(get('graph'), board, line, judged, cursor, (ply) => this.#app.goPly(ply));
        get('note').textContent = describePoint(board, moves, cursor, line, given, person);
        get('summary').textContent = summarize(board, moves, line, given);
    }
}

/** @type {(session: Session, words: string) => void} */
function drawStatus(session, words) {
    const {winner, isOver} = session, colour = winner || session.position.mover;
    get('turn').textContent = turnInWords(session);
    get('turn-stone').setAttribute('href', colour === 1 ? '#red-stone' : '#yellow-stone');
    get('turn-stone').parentElement.toggleAttribute('hidden', isOver && winner === 0);
    get('verdict').textContent = words;
}

/** @param {App} app */
function drawControls({session, puzzle, lesson, solver, isPuzzling, showsScores}) {
    const {mode, cursor, atEnd, isOver, isWatched, undoPoint} = session;
    const hidesReason = isPuzzling || session.isPlaying || mode === 'home' || mode === 'setup';
    const isEnd = mode === 'play' && isOver && atEnd;
    const isPuzzle = mode === 'puzzle' || (mode === 'play' && puzzle.begins(session));
    const isLesson = lesson.next(session) !== null, missed = puzzle.missed.length;
    for (const [id, properties] of Object.entries({
        why: {hidden: hidesReason && session.wrong === ''},
        retry: {hidden: solver.broken === null},
        first: {disabled: cursor === 0},
        back: {disabled: cursor === 0},
        forward: {disabled: atEnd},
        last: {disabled: atEnd},
        rematch: {hidden: !isEnd || isPuzzle},
        decided: {hidden: !isEnd},
        new: {hidden: isEnd},
        undo: {hidden: isWatched, disabled: undoPoint === null,
               textContent: mode === 'study' ? SAY.remove : SAY.undo},
        hint: {hidden: isEnd || isWatched, disabled: isOver || session.level > 0},
        pause: {textContent: session.isPaused ? SAY.resume : SAY.pause},
        next: {hidden: !isPuzzle},
        learn: {textContent: isLesson ? SAY.nextMistake : SAY.learn},
        look: {hidden: isEnd},
        on: {hidden: isOver || isLesson},
        sharing: {hidden: !isEnd && mode !== 'study'},
        puzzles: {hidden: !isPuzzle},
        'play-out': {disabled: hidesReason || isOver},
        missed: {hidden: missed === 0, textContent: SAY.missed(missed)},
        streak: {textContent: SAY.streak(puzzle.streak)},
        promote: {hidden: !isSideLine(session.at)},
        red: {value: String(session.players[0])},
        yellow: {value: String(session.players[1])},
        size: {value: boardName(session.board)},
        scores: {checked: session.showsScores},
    }))
        Object.assign(get(id), properties);
    for (const one of document.querySelectorAll('.watched'))
        /** @type {HTMLElement} */ (one).hidden = !isWatched || isEnd;
    get('turn').toggleAttribute('data-end', isOver);
    document.body.toggleAttribute('data-chips', showsScores);
    const comment = get('comment');
    if (comment.move !== session.at || document.activeElement !== comment)
        Object.assign(comment, {move: session.at, value: session.at.comment});
}

// ----------------------------------------------------------------------- words

/** The end of a game, for the person who has played it if there is one.
 * @type {(session: Session) => string} */
function endInWords({winner, person, mode, late}) {
    if (mode !== 'play' || person === 0)
        return late ? SAY.timeUp(late) : winner ? SAY.hasWon(winner) : SAY.drawn;
    return winner === 0 ? SAY.youDraw : winner === person ? SAY.youWin : SAY.youLose;
}

/** @param {Session} session */
export function turnInWords(session) {
    const {position, awaitsOpponent, isOver, person, isPlaying} = session;
    if (isOver)
        return endInWords(session);
    return awaitsOpponent ? SAY.thinking(position.mover)
        : isPlaying && person === position.mover ? SAY.yourTurn(person) : SAY.toMove(position.mover);
}

/** The score in words.
 * @type {(session: Session, found: Found | undefined) => string} */
export function verdict({position, board, isOver, awaitsOpponent}, found) {
    if (isOver || awaitsOpponent)
        return '';
    if (!found)
        return SAY.known('', SAY.searching(0));
    const words = describeBounds(board, position.ply, found.score);
    return isExact(found.score) ? words
        : SAY.known(words, found.stopped ? SAY.notFound : SAY.searching(found.nodes ?? 0));
}
