// Puzzles: positions in which one move is right.  That of a day is the same for everybody;
// the others have a number.  Addresses: #puzzle/2026-11-22, #puzzle/17.

import {boardName, readBoard, USUAL_BOARD} from './game.mjs';
import {SAY} from './sentences.mjs';
import {keep, kept} from './settings.mjs';
import {describeScore, distance, moverAt, nextCell} from './words.mjs';

export const GRADES = 3; // easy, medium, hard in turn

const FILE = 'puzzles.txt', PUZZLES = 366;
const DAY_MS = 24 * 60 * 60 * 1000;
const BOARD = /** @type {Board} */ (readBoard(USUAL_BOARD));

/** A day in local time, as in addresses: 2026-11-22.
 * @type {(date: Date) => string} */
export function dayOf(date) {
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The number of a day; null if there is no such day.
 * @type {(day: string) => number | null} */
export function dayNumber(day) {
    const time = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : NaN;
    const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
    return exists ? time / DAY_MS : null;
}

/** The day or the number in the address of a puzzle; null if it is another address.
 * @type {(hash: string) => string | null} */
export const readPuzzleAddress = (hash) => /^#puzzle\/(.*)$/.exec(hash)?.[1] ?? null;

/** The puzzle of a day, or with a number from 1, from the lines of the file.
 * @type {(text: string, name: string) => Puzzle} */
export function choosePuzzle(text, name) {
    const lines = text.split(/[\n;]/).filter((line) => /^[1-9]/.test(line));
    const isNumber = /^[1-9]\d{0,3}$/.test(name) && Number(name) <= lines.length;
    const count = isNumber ? Number(name) - 1 : dayNumber(name);
    if (count === null)
        throw new Error(SAY.noDay(name));
    const at = (count % lines.length + lines.length) % lines.length;
    const [moves, ...scores] = lines[at].split(' ');
    return {name, number: at + 1, grade: at % GRADES, moves, scores: scores.map(Number)};
}

/** The number of another puzzle of a grade; of any if that is negative.
 * @type {(puzzle: Puzzle, grade: number) => number} */
export function nextNumber({number}, grade) {
    let next = number % PUZZLES + 1;
    while (grade >= 0 && (next - 1) % GRADES !== grade)
        next = next % PUZZLES + 1;
    return next;
}

/** @param {string} name */
export async function loadPuzzle(name) {
    const answer = await fetch(FILE);
    if (!answer.ok)
        throw new Error(SAY.notFetched(answer.status));
    return choosePuzzle(await answer.text(), name);
}

/** @param {number} score */
const resultInWords = (score, ply = 0) =>
    score === 0 ? SAY.isDraw : describeScore(BOARD, ply, score);

/** The puzzle that is being solved, if there is one. */
export class Puzzles {
    /** @type {Puzzle | null} */
    current = null;
    /** Of the game that begins with it.
     * @type {Move | null} */
    #root = null;
    #tries = 0;
    #solved = false;
    /** How many were solved at the first try without a hint, one after the other. */
    get streak() {
        return Number(kept('streak') ?? 0);
    }

    /** @type {(puzzle: Puzzle, root: Move) => void} */
    start(puzzle, root) {
        this.current = puzzle;
        this.#root = root;
        this.#tries = 0;
        this.#solved = false;
    }

    /** The first try of a puzzle counts, among the last ones tried; a hint is a wrong one.
     * @param {boolean} isRight */
    count(isRight) {
        const number = String(this.current?.number), tried = kept('tried')?.split(' ') ?? [];
        if (tried.includes(number))
            return;
        keep('tried', [...tried, number].slice(-PUZZLES / 3).join(' '));
        keep('streak', String(isRight ? this.streak + 1 : 0));
    }

    get #best() {
        return Math.max(...this.current?.scores ?? []);
    }

    /** @type {Player} who is to move in it */
    get player() {
        return moverAt(this.current?.moves.length ?? 0);
    }

    /** The right column. */
    get solution() {
        return (this.current?.scores.indexOf(this.#best) ?? -1) + 1;
    }

    /** Whether a puzzle is shown that is not solved; people may step and try other moves.
     * @type {(session: Session) => boolean} */
    isOpen({root}) {
        return root === this.#root && !this.#solved;
    }

    /** Where undo() ends: at the start of the puzzle, or of another game.
     * @type {(session: Session) => number} */
    firstPoint({board, moves}) {
        return this.current !== null && boardName(board) === USUAL_BOARD &&
            moves.startsWith(this.current.moves) ? this.current.moves.length : 0;
    }

    /** What follows # in the address; null if the game is not that of the puzzle.
     * @type {(session: Session) => string | null} */
    address({board, moves}) {
        const isPuzzle = this.current !== null && boardName(board) === USUAL_BOARD &&
            (moves === this.current.moves || moves === this.current.moves + this.solution);
        return isPuzzle ? `puzzle/${this.current?.name}` : null;
    }

    /** What there is to find; '' if there is nothing.
     * @type {(session: Session) => string} */
    task(session) {
        if (!this.current || !this.isOpen(session) || session.shown !== this.current.moves)
            return '';
        const {name, grade, moves} = this.current;
        return SAY.task(name, grade, moverAt(moves.length),
                        this.#best === 0 ? 0 : distance(BOARD, moves.length, this.#best));
    }

    /** Try a column that is not full.
     * @type {(column: number) => {right: boolean, words: string}} */
    try(column) {
        const {moves, scores} = /** @type {Puzzle} */ (this.current);
        const result = resultInWords(scores[column - 1], moves.length);
        const cell = nextCell(moves, column);
        this.#tries++;
        this.count(column === this.solution);
        if (column !== this.solution)
            return {right: false, words: SAY.wrong(cell, result)};
        this.#solved = true;
        return {right: true, words: SAY.right(cell, result, this.#tries)};
    }
}
