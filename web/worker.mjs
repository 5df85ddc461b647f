// The library in a Worker, and what the page asks it.  A question is a message
// {id, kind, question}; its answers are {id, update}, then {id, answer}, {id, error}
// or {id, refused}.  {cancel: id} ends one.

import {load} from './fourscore.mjs';
import {chooseMove} from './levels.mjs';
import {columns, review} from './questions.mjs';

/** @type {Map<number, AbortController>} */
const running = new Map();
const library = load();

library.then(({version, vectors}) => postMessage({ready: {version, vectors}}),
             (error) => postMessage({failed: String(error.message ?? error)}));

const kinds = {
    columns, review, reply: chooseMove,

    // Returns the moves that lead to a position in any notation.
    read(fourscore, {text, board}) {
        return fourscore.position(text, {board}).moves;
    },
};

async function answer({id, kind, question}) {
    const controller = new AbortController();
    running.set(id, controller);
    try {
        const fourscore = await library;
        const found = await kinds[kind](fourscore, question, controller.signal,
                                        (update) => postMessage({id, update}));
        postMessage({id, answer: found});
    } catch (error) {
        if (error?.at !== undefined)
            postMessage({id, refused: {at: error.at, reason: error.reason}});
        else
            postMessage({id, error: String(error?.message ?? error)});
    } finally {
        running.delete(id);
    }
}

addEventListener('message', ({data}) => {
    if ('cancel' in data)
        running.get(data.cancel)?.abort();
    else
        answer(data);
});
