// What the page asks about positions, in terms of an engine that has score() and
// best(): the library in a Worker, or a server.

import {boardName, legalColumns, play, replay} from './game.mjs';

// Each round gives every move this many times the nodes of the round before, so
// that the bounds of all moves come first.
const FIRST_NODES = 2 ** 16, GROWTH = 4;
// On large boards a node takes long, and a new question waits for the end of a slice.
export const SLICE = 2 ** 16;

const PATIENCE = 9;        // of the ten seconds that a person who has asked waits: a search may end late
const SECONDS = 120;       // for the columns of one position
const REVIEW_SECONDS = 20; // for each position of a game
const NO_SCORE = {lower: -Infinity, upper: Infinity};

/** When an answer to what a person asks now is due, by Date.now(). */
export const dueTime = (seconds = PATIENCE) => Date.now() + 1000 * seconds;

/** What is left until then for a search, which needs some.
 * @param {number} due */
export const secondsUntil = (due) => Math.max((due - Date.now()) / 1000, 0.001);

// The type checker of Debian 12 knows neither AbortSignal.timeout() nor any().
/** Ends what a person asks for now, whatever the Worker does.
 * @type {() => AbortSignal} */
export const patience = () => /** @type {any} */ (AbortSignal).timeout(1000 * PATIENCE);

/** @type {(a: Bounds, b: Bounds) => Bounds} */
const meet = (a, b) =>
    ({lower: Math.max(a.lower, b.lower), upper: Math.min(a.upper, b.upper)});

/** Bounds for the other side.
 * @type {(bounds: Bounds) => Bounds} */
const negate = ({lower, upper}) => ({lower: 0 - upper, upper: 0 - lower});

/** @param {Bounds} bounds */
export const isExact = ({lower, upper}) => lower === upper;

/** Whether the scores of all moves are known.
 * @type {(found: Found | undefined) => boolean} */
export const isComplete = (found) => found?.moves != null &&
    found.moves.every((move) => move === null || isExact(move));

/** Whether a search takes long: many cells are free.  The library knows the first moves on
 * the usual board.
 * @type {(board: Board, moves: string) => boolean} */
export const isLong = ({width, height}, {length}) =>
    width * height - length > 29 && (width !== 7 || height !== 6 || length > 7);

/** The moves that have the score, centre first; null while that is not known.
 * @type {(score: Bounds, moves: (Bounds | null)[], open: number[]) => number[] | null} */
function findBest(score, moves, open) {
    const bounds = (/** @type {number} */ column) => /** @type {Bounds} */ (moves[column - 1]);
    const isKnown = isExact(score) && open.every(
        (column) => isExact(bounds(column)) || bounds(column).upper < score.lower);
    return isKnown ? open.filter((column) => bounds(column).lower === score.lower) : null;
}

/** The score follows from those of the moves, and limits each of them.
 * @type {(score: Bounds, moves: (Bounds | null)[]) => {score: Bounds, moves: (Bounds | null)[]}} */
function combine(score, moves) {
    const open = /** @type {Bounds[]} */ (moves.filter((move) => move !== null));
    const both = meet(score, {
        lower: Math.max(...open.map((move) => move.lower)),
        upper: Math.max(...open.map((move) => move.upper)),
    });
    return {
        score: both,
        moves: moves.map((move) => move && meet(move, {...NO_SCORE, upper: both.upper})),
    };
}

/** The scores of all moves, as far as they are found in time; 'update' gets the
 * bounds as they become narrower.
 * @type {(engine: Engine, game: {board: Board, moves: string}, signal: AbortSignal,
 *     update: (found: Found) => void) => Promise<Found>} */
export async function columns(engine, game, signal, update) {
    const position = /** @type {Position} */ (replay(game.board, game.moves));
    const board = boardName(game.board), due = dueTime(SECONDS);
    const open = legalColumns(position);

    /** @type {Bounds} */
    let score = NO_SCORE, nodesBefore = 0;
    /** @type {(Bounds | null)[]} */
    let moves = Array.from(position.heights,
                           (_, i) => open.includes(i + 1) ? NO_SCORE : null);
    const found = (nodes = nodesBefore, stopped = false) =>
        ({score, moves, best: findBest(score, moves, open), nodes, stopped});
    const learn = (/** @type {number} */ column, /** @type {Answer} */ answer) => {
        const known = /** @type {Bounds} */ (moves[column - 1]);
        moves = moves.slice();
        moves[column - 1] = meet(known, negate(answer));
        ({score, moves} = combine(score, moves));
        update(found(nodesBefore + answer.nodes));
    };

    const first = await engine.score(game.moves, {board, nodes: FIRST_NODES, seconds: secondsUntil(due), signal});
    score = meet(score, first);
    nodesBefore = first.nodes;
    if (position.over)
        return found();
    ({score, moves} = combine(score, moves));
    update(found());
    for (let nodes = FIRST_NODES;; nodes *= GROWTH) {
        for (const column of open) {
            if (isExact(/** @type {Bounds} */ (moves[column - 1])))
                continue;
            if (Date.now() >= due)
                return found(nodesBefore, true);
            const answer = await engine.score(
                play(position, column).moves,
                {board, nodes, seconds: secondsUntil(due), slice: SLICE, signal,
                 progress: (part) => learn(column, part)});
            learn(column, answer);
            nodesBefore += answer.nodes;
        }
        if (isComplete(found()))
            return found();
    }
}

/** The score and the best moves of positions of a game, the last one first.
 * @type {(engine: Engine, game: {board: Board, moves: string, plies: number[]},
 *     signal: AbortSignal, update: (found: {moves: string, found: Found}) => void) =>
 *     Promise<void>} */
export async function review(engine, {board, moves, plies}, signal, update) {
    for (const ply of plies.slice().sort((a, b) => b - a)) {
        const line = moves.slice(0, ply);
        const {lower, upper, finished, best} = await engine.best(
            line, {board: boardName(board), seconds: REVIEW_SECONDS, signal});
        update({moves: line, found: {
            score: {lower, upper}, moves: null,
            best: finished ? best ?? [] : null, stopped: !finished,
        }});
    }
}

/** What is known about the positions that were asked for. */
export class Knowledge {
    /** @type {Map<string, Found>} */
    #known = new Map();

    /** @type {(board: Board, moves: string) => Found | undefined} */
    at(board, moves) {
        return this.#known.get(key(board, moves));
    }

    /** By ply, one more than there are moves.
     * @type {(board: Board, moves: string) => Line} */
    line(board, moves) {
        return Array.from({length: moves.length + 1},
                          (_, ply) => this.at(board, moves.slice(0, ply)));
    }

    /** @type {(board: Board, moves: string, found: Found) => void} */
    learn(board, moves, found) {
        const old = this.at(board, moves);
        if (!isComplete(old) || found.line !== undefined)
            this.#known.set(key(board, moves), {
                ...old, ...found, moves: found.moves ?? old?.moves ?? null,
                best: found.best ?? old?.best ?? null,
            });
    }
}

/** @type {(board: Board, moves: string) => string} */
const key = (board, moves) => `${boardName(board)}/${moves}`;
