// The library in a Worker, and what the page asks it.  A question is a message
// {id, kind, question}; its answers are {id, update}, then {id, answer} or {id, error}, of a
// text that is refused with its place.  {cancel: id} ends one.  {bytes} is the library, or null;
// its answer has the id 0, or is {failed}.

import {load} from 'fourscore';
import {BOARDS, boardName, USUAL_BOARD} from './game.mjs';
import {chooseMove} from './levels.mjs';
import {columns, review, secondsUntil, SLICE} from './questions.mjs';

/** @type {Map<number, AbortController>} */
const running = new Map();
/** @type {(bytes: ArrayBuffer | null) => void} */
let receive;
/** @type {Promise<ArrayBuffer | null>} */
const received = new Promise((resolve) => {
    receive = resolve;
});
// Without vectors the bytes are not valid, and load() finds a module that is.
const library = received.then((bytes) =>
    load(bytes && WebAssembly.validate(bytes) ? {wasm: bytes} : {}));

library.then(({version, vectors}) => postMessage({id: 0, answer: {version, vectors}}),
             (error) => postMessage({failed: String(error.message ?? error)}));

/** What a text says on one board: the moves of a game, or, of a board, which has no order,
 * some moves that lead to it, or null if there are none. */
function readOn(/** @type {any} */ fourscore, /** @type {string} */ text, /** @type {string} */ board) {
    const found = fourscore.position(text, {board});
    try {
        return fourscore.game(text, {board}); // all of it, if a link points into it
    } catch {
        return found;
    }
}

/** The board that a text looks like: as many rows as it has lines.
 * @param {string} text */
function drawnBoard(text) {
    const rows = text.trim().split(/\s*\n\s*/);
    return `${rows[0].length}x${rows.length}`;
}

/** Read a text on the board that is expected; a board that is drawn may have another size.
 * @type {Kind} */
function read(fourscore, {text, board: expected}) {
    const wanted = boardName(expected), refusals = new Map();
    for (const name of [wanted, USUAL_BOARD, ...BOARDS])
        try {
            const {moves, isGame} = readOn(fourscore, text, name);
            if (name === wanted || !isGame)
                return {name, moves, isGame};
        } catch (error) {
            refusals.set(name, error);
        }
    throw refusals.get(drawnBoard(text)) ?? refusals.get(wanted);
}

/** Why a position is won, drawn or lost; the last move is judged if it was played.
 * @type {Kind} */
function explain(fourscore, {board: size, moves, isPlayed, due}, signal, update) {
    const board = boardName(size);
    const text = isPlayed ? moves : fourscore.position(moves, {board}).diagram;
    return fourscore.explain(text, {
        board, seconds: secondsUntil(due), slice: SLICE, signal,
        progress: (/** @type {Answer} */ {nodes}) => update(nodes)});
}

const LINE_SECONDS = 10;

/** The best moves of both sides to the end of the game.
 * @type {Kind} */
async function findLine(fourscore, {board, moves}, signal) {
    const {finished, pv} = await fourscore.pv(moves, {board: boardName(board), seconds: LINE_SECONDS, signal});
    return finished ? pv.join('') : '';
}

/** @type {Record<string, Kind>} */
const kinds = {columns, review, reply: chooseMove, line: findLine, read, explain};

/** @param {{id: number, kind: string, question: object}} message */
async function answer({id, kind, question}) {
    const controller = new AbortController();
    running.set(id, controller);
    try {
        const fourscore = await library;
        const found = await kinds[kind](fourscore, question, controller.signal,
                                        (update) => postMessage({id, update}));
        postMessage({id, answer: found});
    } catch (/** @type {any} */ error) {
        postMessage({id, error: String(error?.problem ?? error?.message ?? error), at: error?.at});
    } finally {
        running.delete(id);
    }
}

addEventListener('message', ({data}) => {
    if ('bytes' in data)
        receive(data.bytes);
    else if ('cancel' in data)
        running.get(data.cancel)?.abort();
    else
        answer(data);
});
