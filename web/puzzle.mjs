// The puzzle of the day: a position in which one move is right.  It is the same for
// everybody, and its address can be shared: #puzzle/2026-11-22.

import {USUAL_BOARD} from './address.mjs';
import {boardName, mirror, readBoard} from './game.mjs';
import {SAY} from './sentences.mjs';
import {describeScore, distance, moverAt, nextCell} from './words.mjs';

/**
 * 'scores' are those of the moves into each column, for the side to move; -1000 for
 * a full column.
 * @typedef {{day: string, moves: string, scores: number[]}} Puzzle
 */

const FILE = 'puzzles.txt';
const DAY_MS = 24 * 60 * 60 * 1000;
const BOARD = /** @type {Board} */ (readBoard(USUAL_BOARD));

/**
 * A day as in addresses: 2026-11-22.
 * @param {Date} date in local time
 */
export function dayOf(date) {
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The number of a day; null if there is no such day.
 * @param {string} day
 */
export function dayNumber(day) {
    const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
    const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
    return exists ? time / DAY_MS : null;
}

/**
 * The day in the address of a puzzle; null if it is another address.
 * @param {string} hash
 */
export const readPuzzleAddress = (hash) => /^#puzzle\/(.*)$/.exec(hash)?.[1] ?? null;

/**
 * The puzzle of a day from the lines of the file.
 * @param {string} text
 * @param {string} day
 * @returns {Puzzle}
 */
export function choosePuzzle(text, day) {
    const number = dayNumber(day);
    if (number === null)
        throw new Error(SAY.noDay(day));
    const lines = text.split('\n').filter((line) => /^[1-9]/.test(line));
    const at = (number % lines.length + lines.length) % lines.length;
    const [moves, ...scores] = lines[at].split(' ');
    return {day, moves, scores: scores.map(Number)};
}

/** @param {string} day */
export async function loadPuzzle(day) {
    const answer = await fetch(FILE);
    if (!answer.ok)
        throw new Error(SAY.notFetched(answer.status));
    return choosePuzzle(await answer.text(), day);
}

/** @param {number} score */
const resultInWords = (score, ply = 0) =>
    score === 0 ? SAY.isDraw : describeScore(BOARD, ply, score);

/** The puzzle that is being solved, if there is one. */
export class PuzzleOfTheDay {
    /** @type {Puzzle | null} */
    #puzzle = null;
    #tries = 0;
    #solved = false;

    /** @param {Puzzle} puzzle */
    start(puzzle) {
        this.#puzzle = puzzle;
        this.#tries = 0;
        this.#solved = false;
    }

    /** Show it in a mirror. */
    mirror() {
        if (this.#puzzle) {
            const {day, moves, scores} = this.#puzzle;
            this.#puzzle = {day, moves: mirror(BOARD, moves), scores: scores.slice().reverse()};
        }
    }

    get #best() {
        return Math.max(...this.#puzzle?.scores ?? []);
    }

    /** The right column. */
    get solution() {
        return (this.#puzzle?.scores.indexOf(this.#best) ?? -1) + 1;
    }

    /**
     * Whether the game is that of a puzzle that is not solved.
     * @param {Session} session
     */
    isOpen({board, moves}) {
        return !this.#solved && boardName(board) === USUAL_BOARD &&
            moves === this.#puzzle?.moves;
    }

    /**
     * Where undo() ends: at the start of the puzzle, or of another game.
     * @param {Session} session
     */
    firstPoint({board, moves}) {
        return this.#puzzle !== null && boardName(board) === USUAL_BOARD &&
            moves.startsWith(this.#puzzle.moves) ? this.#puzzle.moves.length : 0;
    }

    /**
     * What follows # in the address; null if the game is not that of the puzzle.
     * @param {Session} session
     */
    address({board, moves}) {
        const isPuzzle = this.#puzzle !== null && boardName(board) === USUAL_BOARD &&
            (moves === this.#puzzle.moves || moves === this.#puzzle.moves + this.solution);
        return isPuzzle ? `puzzle/${this.#puzzle?.day}` : null;
    }

    /**
     * What there is to find; '' if there is nothing.
     * @param {Session} session
     */
    task(session) {
        if (!this.#puzzle || !this.isOpen(session) || !session.atEnd)
            return '';
        const {day, moves} = this.#puzzle;
        return SAY.task(day, moverAt(moves.length),
                        this.#best === 0 ? 0 : distance(BOARD, moves.length, this.#best));
    }

    /**
     * Try a column that is not full.
     * @param {number} column
     * @returns {{right: boolean, words: string}}
     */
    try(column) {
        const {moves, scores} = /** @type {Puzzle} */ (this.#puzzle);
        const result = resultInWords(scores[column - 1], moves.length);
        const cell = nextCell(moves, column);
        this.#tries++;
        if (column !== this.solution)
            return {right: false, words: SAY.wrong(cell, result)};
        this.#solved = true;
        return {right: true, words: SAY.right(cell, result, this.#tries)};
    }
}
