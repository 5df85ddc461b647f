// The opponent that plays the proof in 7x6.cert.  While it plays it has a Worker of its own,
// because the check of the proof needs much memory.

import {Solver} from './solver.mjs';

export class Proof {
    /** The bytes of the file; 0 if it was not opened yet. */
    size = 0;
    /** @type {Solver | null} */
    #solver = null;

    /** The column that the proof plays, or the number of the first move of the game
     * that it would not have played.
     * @type {(moves: string, signal: AbortSignal) => Promise<{column: number} | {strayed: number}>} */
    async reply(moves, signal) {
        try {
            const solver = this.#solver ??= new Solver();
            await solver.ready;
            const {column, size} = await solver.ask('follow', {moves}, {signal});
            this.size = size;
            return {column};
        } catch (/** @type {any} */ error) {
            if (error.at !== undefined)
                return {strayed: error.at + 1};
            if (!signal.aborted)
                this.close();
            throw error;
        }
    }

    /** End the Worker, which frees the memory. */
    close() {
        this.#solver?.close();
        this.#solver = null;
    }
}

/** In the Worker.
 * @type {ReturnType<typeof open> | null} */
let opened = null;

/** @param {Fourscore} fourscore */
async function open(fourscore) {
    const response = await fetch(new URL('7x6.cert', import.meta.url));
    if (!response.ok)
        throw new Error(`${response.status} ${response.statusText}`);
    const bytes = await response.arrayBuffer();
    return {follower: fourscore.follower(bytes), size: bytes.byteLength};
}

/** What the proof plays, and the size of its file.  Throws a FourscoreError if it has no move.
 * @type {(fourscore: Fourscore, question: {moves: string}) => Promise<{column: number, size: number}>} */
export async function follow(fourscore, {moves}) {
    opened ??= open(fourscore);
    const {follower, size} = await opened;
    return {column: follower.reply(moves).column, size};
}
