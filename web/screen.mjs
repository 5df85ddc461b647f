// The session as people see and hear it.

import {describePoint, mistakes, summarize} from './analysis.mjs';
import {BoardView} from './board.mjs';
import {boardName} from './game.mjs';
import {GraphView} from './graph.mjs';
import {MovesView} from './moves.mjs';
import {PROOF} from './levels.mjs';
import {isExact} from './questions.mjs';
import {cellNames, describeBounds, playerName} from './words.mjs';

/**
 * 'proofSize' is that of the proof's file, or 0 if it is not known yet.
 * 'hint' is a column, or 0.  'message' is shown in place of the score in words.
 * 'firstPoint' is where undo() ends.  'isPuzzle': there is a puzzle to be solved.
 * @typedef {{session: Session, knowledge: Knowledge,
 *     showsScores: boolean, hint: number, message: string, proofSize: number,
 *     firstPoint: number, isPuzzle: boolean}} Shown
 */

/**
 * @param {string} id
 * @returns {any}
 */
export const get = (id) => document.getElementById(id);

export class Screen {
    board;
    #moves;
    #graph;

    /**
     * @param {(column: number) => void} onPlay
     * @param {(ply: number) => void} onGo
     */
    constructor(onPlay, onGo) {
        this.board = new BoardView(get('board'), onPlay);
        this.#moves = new MovesView(get('moves'), onGo);
        this.#graph = new GraphView(get('graph'), onGo);
    }

    /** @param {Shown} shown */
    draw({session, knowledge, showsScores, hint, message, proofSize, firstPoint, isPuzzle}) {
        const here = showsScores ? knowledge.at(session.board, session.shown) : undefined;
        const line = showsScores ? knowledge.line(session.board, session.moves) : [];

        this.board.draw({
            position: session.position, last: session.lastColumn, hint,
            locked: session.awaitsOpponent, best: here?.best ?? null,
            moves: session.awaitsOpponent ? null : here?.moves ?? null,
        });
        drawStatus(session, message || (showsScores ? verdict(session, here) : ''));
        this.#moves.draw({moves: session.moves, cursor: session.cursor,
                          mistakes: mistakes(line, session.given)});
        this.#drawReview(session, line);
        drawControls(session, firstPoint);
        get('why').hidden = isPuzzle;
        get('about').textContent = session.opponent === PROOF ? aboutProof(proofSize) : '';
    }

    /**
     * @param {Session} session
     * @param {(Found | undefined)[]} line
     */
    #drawReview({board, moves, cursor, given}, line) {
        get('review').hidden = line.length < 2;
        if (line.length < 2)
            return;
        const highest = Math.floor((board.width * board.height + 2 - 7) / 2);
        const marks = mistakes(line, given).map((mistake) => mistake?.mark ?? null);
        this.#graph.draw({found: line, cursor, highest, marks});
        get('note').textContent = describePoint(board, moves, cursor, line, given);
        get('summary').textContent = summarize(board, moves, line, given);
    }
}

/**
 * @param {Session} session
 * @param {string} words
 */
function drawStatus(session, words) {
    const {winner, mover} = session.position;
    get('turn').textContent = turnInWords(session);
    get('turn-stone').setAttribute('href', (winner || mover) === 1 ? '#red-stone' : '#yellow-stone');
    get('verdict').textContent = words;
}

/**
 * @param {Session} session
 * @param {number} firstPoint
 */
function drawControls(session, firstPoint) {
    get('size').value = boardName(session.board);
    get('start').classList.toggle('gone', session.moves !== '' || session.opponent !== 0);
    get('side').disabled = get('swap').disabled =
        session.opponent === 0 || session.opponent === PROOF;
    get('undo').disabled = session.undoPoint === null || session.undoPoint < firstPoint;
    get('hint').disabled = session.position.over || session.awaitsOpponent;
    get('why').disabled = session.awaitsOpponent;
    get('flip').disabled = session.moves === '';
    get('first').disabled = get('back').disabled = session.cursor === 0;
    get('last').disabled = get('forward').disabled = session.atEnd;
}

// ----------------------------------------------------------------------- words

/** @param {number} size in bytes, or 0 */
const aboutProof = (size) => 'Plays first, on 7 \u00d7 6, and never searches: every move comes from ' +
    `a file${size ? ` of ${size.toLocaleString('en')} bytes` : ''} that proves the first ` +
    'player\u2019s win. It is a theorem, too: the proof assistant Coq accepts that whoever moves ' +
    'first can force four in a row, with stone 41 at the latest.';

/** @param {Session} session */
export function lastMoveInWords({position, shown}) {
    return shown === '' ? 'New game.'
        : `${playerName(position.mover === 1 ? 2 : 1)} plays ${cellNames(shown).pop()}.`;
}

/** @param {Session} session */
export function turnInWords({position, awaitsOpponent}) {
    if (position.winner)
        return `${playerName(position.winner)} has won with move ${position.ply}`;
    if (position.over)
        return 'The game is a draw';
    return `${playerName(position.mover)} ${awaitsOpponent ? 'is thinking \u2026' : 'to move'}`;
}

/**
 * The score in words.
 * @param {Session} session
 * @param {Found | undefined} found
 */
export function verdict({position, board, awaitsOpponent}, found) {
    if (position.over || awaitsOpponent)
        return '';
    if (!found)
        return 'Searching \u2026';
    const words = describeBounds(board, position.ply, found.score);
    if (isExact(found.score))
        return words;
    const rest = found.stopped ? 'the exact score was not found in time' : 'searching \u2026';
    return words ? `${words}; ${rest}` : rest[0].toUpperCase() + rest.slice(1);
}
