// Opponents from beginner to perfect.
//
// The first four play as people do: they look a few moves ahead, think that lines
// with more of their stones are better, and overlook fours, diagonal ones most.
// What they overlook depends on the seed and the position alone, so a game can be
// repeated.  The fifth asks the solver.

import {boardName, legalColumns, lines, replay} from './game.mjs';

/**
 * @typedef {import('./game.mjs').Position} Position
 *
 * depth: moves that it looks ahead.  straight, diagonal: the share of lines that it
 * overlooks.  doubt: how much worse a move may look and still be played.
 * @typedef {{name: string, depth: number, straight: number, diagonal: number,
 *     doubt: number}} Level
 */

/** @type {Level[]} */
export const LEVELS = [
    {name: 'Beginner', depth: 2, straight: 0.2, diagonal: 0.65, doubt: 14},
    {name: 'Casual', depth: 3, straight: 0.03, diagonal: 0.3, doubt: 8},
    {name: 'Club player', depth: 5, straight: 0, diagonal: 0.08, doubt: 4},
    {name: 'Expert', depth: 10, straight: 0, diagonal: 0, doubt: 2},
    {name: 'Perfect', depth: Infinity, straight: 0, diagonal: 0, doubt: 0},
];

export const PERFECT = LEVELS.length;

const PERFECT_SECONDS = 60;

const WON = 10000;
const WORTH = [0, 1, 5, 14]; // of a line with so many stones of one side only

/**
 * A generator of numbers from 0 to 1 (mulberry32).
 * @param {string} seed
 */
export function makeRandom(seed) {
    let state = 0;
    for (const character of seed)
        state = Math.imul(state ^ character.charCodeAt(0), 0x9e3779b1) + 0x7f4a7c15 | 0;
    return () => {
        state = state + 0x6d2b79f5 | 0;
        let mixed = Math.imul(state ^ state >>> 15, 1 | state);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
    };
}

/**
 * The lines that a level sees, by their cells.
 * @param {Position} position
 * @param {Level} level
 * @param {() => number} random
 */
function visibleLines({board, cells}, level, random) {
    /** @type {number[][]} */
    const through = Array.from(cells, () => []);
    lines(board).forEach((line, index) => {
        const step = line[1] - line[0];
        const isStraight = step === 1 || step === board.width;
        if (random() >= (isStraight ? level.straight : level.diagonal))
            for (const cell of line)
                through[cell].push(index);
    });
    return through;
}

/** A board on which stones are played and taken back. */
class Scratch {
    /**
     * @param {Position} position
     * @param {number[][]} through
     */
    constructor(position, through) {
        const count = lines(position.board).length;
        this.width = position.board.width;
        this.height = position.board.height;
        this.through = through;
        this.order = legalColumns({...position, over: false,
                                   heights: Array(this.width).fill(0)});
        this.heights = Array(this.width).fill(0);
        this.stones = [new Uint8Array(count), new Uint8Array(count)]; // by line
        this.value = 0; // for the first player
        this.ply = 0;
        for (const column of position.moves)
            this.play(Number(column));
    }

    /**
     * Returns whether the stone completes a four that is seen.
     * @param {number} column
     */
    play(column) {
        return this.#place(column, this.heights[column - 1]++, this.ply++ % 2, 1);
    }

    /** @param {number} column */
    takeBack(column) {
        this.#place(column, --this.heights[column - 1], --this.ply % 2, -1);
    }

    /**
     * Add or remove the stones of a cell.
     * @param {number} column
     * @param {number} row
     * @param {number} side
     * @param {1 | -1} change
     */
    #place(column, row, side, change) {
        const own = this.stones[side], other = this.stones[1 - side];
        let isFour = false;
        for (const line of this.through[row * this.width + column - 1]) {
            this.value -= this.#worth(line);
            own[line] += change;
            this.value += this.#worth(line);
            isFour ||= own[line] === 4 && other[line] === 0;
        }
        return isFour;
    }

    /** @param {number} line */
    #worth(line) {
        const first = this.stones[0][line], second = this.stones[1][line];
        if (first > 0 && second > 0)
            return 0;
        return (WORTH[first] ?? 0) - (WORTH[second] ?? 0);
    }

    /**
     * What the side to move expects, looking 'depth' moves ahead.
     * @param {number} depth
     * @param {number} alpha
     * @param {number} beta
     * @returns {number}
     */
    search(depth, alpha, beta) {
        if (this.ply === this.width * this.height)
            return 0;
        if (depth === 0)
            return this.ply % 2 === 0 ? this.value : -this.value;
        let best = -Infinity;
        for (const column of this.order) {
            if (this.heights[column - 1] === this.height)
                continue;
            best = Math.max(best, this.try(column, depth, Math.max(alpha, best), beta));
            if (best >= beta)
                break;
        }
        return best;
    }

    /**
     * The same, for the side that plays the column first.
     * @param {number} column
     * @param {number} depth
     * @param {number} alpha
     * @param {number} beta
     * @returns {number}
     */
    try(column, depth, alpha, beta) {
        const won = this.play(column);
        const value = won ? WON - this.ply : -this.search(depth - 1, -beta, -alpha);
        this.takeBack(column);
        return value;
    }
}

/**
 * The column that one of the first four levels plays.
 * @param {Position} position
 * @param {Level} level
 * @param {() => number} random
 */
export function playLikePeople(position, level, random) {
    const scratch = new Scratch(position, visibleLines(position, level, random));
    const open = legalColumns(position);
    let best = -Infinity, chosen = open[0];
    for (const column of open) {
        const value = scratch.try(column, level.depth, best - level.doubt, WON);
        const isDecided = Math.abs(value) > WON / 2;
        const liking = value + (isDecided ? 0 : level.doubt * random());
        if (liking > best) {
            best = liking;
            chosen = column;
        }
    }
    return chosen;
}

/**
 * The move of an opponent.  A perfect one plays one of the best moves, any of
 * them; 'proven' is false if the board is too large to find them.
 * @param {import('./questions.mjs').Engine} engine
 * @param {{board: import('./game.mjs').Board, moves: string, level: number,
 *     seed: string}} question  level: from 1
 * @param {AbortSignal} signal
 * @returns {Promise<{column: number, proven: boolean}>}
 */
export async function chooseMove(engine, {board, moves, level, seed}, signal) {
    const position = replay(board, moves);
    if (position === null || position.over)
        throw new RangeError(`no move to choose: ${moves}`);
    const random = makeRandom(`${seed}/${moves}`);
    if (level < PERFECT)
        return {column: playLikePeople(position, LEVELS[level - 1], random), proven: true};

    const {best} = await engine.best(
        moves, {board: boardName(board), seconds: PERFECT_SECONDS, signal});
    if (best !== undefined && best.length > 0)
        return {column: best[Math.floor(random() * best.length)], proven: true};
    const expert = LEVELS[PERFECT - 2];
    return {column: playLikePeople(position, expert, random), proven: false};
}
