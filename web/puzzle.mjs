// Puzzles: positions in which one move is right.  That of a day is the same for everybody;
// the others have a number.  Addresses: #puzzle/2026-11-22, #puzzle/17.

import {boardName, readBoard, USUAL_BOARD} from './game.mjs';
import {SAY} from './sentences.mjs';
import {keep, kept} from './settings.mjs';
import {describeScore, moverAt, nextCell} from './words.mjs';

const GRADES = 3; // easy, medium, hard in turn
const THEMES = 'dzo'; // by SAY.themes
const AFTER = 3; // others come before a puzzle that was missed comes again
const REMEMBERED = 120; // puzzles that were tried, or missed
const NO_ATTEMPT = {tries: 0, isCounted: false};

const FILE = 'puzzles.txt';
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

/** The puzzles of the file.
 * @param {string} text */
export const readPuzzles = (text) => text.split(/[\n;]/).filter((line) => /^[1-9]/.test(line)).map((line, at) => {
    const [moves, theme, ...scores] = line.split(' ');
    return {name: String(at + 1), number: at + 1, grade: at % GRADES, theme: THEMES.indexOf(theme), moves,
            scores: scores.map(Number)};
});

/** The puzzle of a day, or with a number from 1.
 * @type {(puzzles: Puzzle[], name: string) => Puzzle} */
export function choosePuzzle(puzzles, name) {
    const isNumber = /^[1-9]\d{0,3}$/.test(name) && Number(name) <= puzzles.length;
    const count = isNumber ? Number(name) - 1 : dayNumber(name);
    if (count === null)
        throw new Error(SAY.noDay(name));
    return {...puzzles[(count % puzzles.length + puzzles.length) % puzzles.length], name};
}

/** Whether a puzzle has the grade and the theme; any if that is negative.
 * @type {(puzzle: Puzzle, wanted: {grade: number, theme: number}) => boolean} */
export const fits = (puzzle, {grade, theme}) =>
    (grade < 0 || puzzle.grade === grade) && (theme < 0 || puzzle.theme === theme);

export async function loadPuzzles() {
    const answer = await fetch(FILE);
    if (!answer.ok)
        throw new Error(SAY.notFetched(answer.status));
    return readPuzzles(await answer.text());
}

/** The puzzle that is being solved, if there is one. */
export class Puzzles {
    /** @type {Puzzle | null} */
    current = null;
    /** Of the game that begins with it.
     * @type {Move | null} */
    #root = null;
    #solved = false;
    /** The answers to it so far.  The browser keeps this with its address. */
    attempt = {...NO_ATTEMPT};

    /** How many were solved at the first try without a hint, one after the other. */
    get streak() {
        return Number(kept('streak') ?? 0);
    }

    /** @type {(puzzle: Puzzle, root: Move, attempt?: typeof NO_ATTEMPT) => void} */
    start(puzzle, root, attempt = NO_ATTEMPT) {
        this.current = puzzle;
        this.#root = root;
        this.#solved = false;
        this.attempt = {...attempt};
    }

    /** The puzzles that were missed, and how many others come before each. */
    get missed() {
        return Array.from((kept('missed') ?? '').matchAll(/(\d+):(\d+)/g),
                          ([, number, wait]) => ({number: Number(number), wait: Number(wait)}));
    }

    /** @param {{number: number, wait: number}[]} missed */
    #keepMissed(missed) {
        keep('missed', missed.slice(-REMEMBERED).map(({number, wait}) => `${number}:${wait}`).join(' '));
    }

    /** The first try of a puzzle counts; a hint is a wrong one.  Among the last ones tried, only
     * that of the first time counts for the streak.
     * @param {boolean} isRight */
    count(isRight) {
        const {number} = /** @type {Puzzle} */ (this.current), tried = kept('tried')?.split(' ') ?? [];
        if (this.attempt.isCounted)
            return;
        this.attempt.isCounted = true;
        const others = this.missed.filter((one) => one.number !== number);
        this.#keepMissed(isRight ? others : [...others, {number, wait: AFTER}]);
        if (tried.includes(String(number)))
            return;
        keep('tried', [...tried, number].slice(-REMEMBERED).join(' '));
        keep('streak', String(isRight ? this.streak + 1 : 0));
    }

    /** Another puzzle with a grade and a theme: one that was missed, if its turn has come or
     * 'isMissed' wants it; otherwise the next one of the file.
     * @type {(puzzles: Puzzle[], wanted: {grade: number, theme: number}, isMissed?: boolean) => Puzzle} */
    choose(puzzles, wanted, isMissed = false) {
        const missed = this.missed.filter((one) => puzzles[one.number - 1]), number = this.current?.number ?? 0;
        const others = missed.filter((one) => one.number !== number);
        const again = isMissed ? others[0]
            : others.find((one) => one.wait === 0 && fits(puzzles[one.number - 1], wanted));
        this.#keepMissed(missed.map((one) => ({...one, wait: one === again ? AFTER : Math.max(one.wait - 1, 0)})));
        const order = [...puzzles.slice(number), ...puzzles.slice(0, number)];
        return again ? puzzles[again.number - 1]
            : (isMissed && this.current) || (order.find((one) => fits(one, wanted)) ?? order[0]);
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

    /** Whether a game begins with the puzzle.
     * @type {(session: Session) => boolean} */
    begins({board, moves}) {
        return this.current !== null && boardName(board) === USUAL_BOARD && moves.startsWith(this.current.moves);
    }

    /** What follows # in the address; null if the game is not that of the puzzle.
     * @type {(session: Session) => string | null} */
    address(session) {
        const answer = session.moves.slice(this.current?.moves.length);
        const isPuzzle = this.begins(session) && (answer === '' || answer === String(this.solution));
        return isPuzzle ? `puzzle/${this.current?.name}` : null;
    }

    /** What there is to find; '' if there is nothing.
     * @type {(session: Session) => string} */
    task(session) {
        if (!this.current || !this.isOpen(session) || session.shown !== this.current.moves)
            return '';
        return SAY.task(this.current.name, this.current.grade, this.#best > 0);
    }

    /** Try a column that is not full.
     * @type {(column: number) => {right: boolean, words: string}} */
    try(column) {
        const {moves, scores} = /** @type {Puzzle} */ (this.current);
        const score = scores[column - 1], cell = nextCell(moves, column);
        const result = score === 0 ? SAY.isDraw : describeScore(BOARD, moves.length + 1, -score);
        this.attempt.tries++;
        this.count(column === this.solution);
        if (column !== this.solution)
            return {right: false, words: SAY.wrong(cell, result)};
        this.#solved = true;
        const isMissed = this.missed.some(({number}) => number === this.current?.number);
        return {right: true, words: SAY.right(cell, result, this.attempt.tries) + (isMissed ? ` ${SAY.again}` : '')};
    }
}
