// Questions to the Worker.

/** The bytes of the library; null if they are not to be had.  The Worker would ask for
 * them one round trip later, a preload would hold up the code that draws the board.
 * @type {() => Promise<ArrayBuffer | null>} */
async function fetchLibrary() {
    try {
        const response = await fetch(new URL('fourscore.wasm', import.meta.url));
        return response.ok ? await response.arrayBuffer() : null;
    } catch {
        return null;
    }
}

export class Solver {
    /** @type {Worker | undefined} */
    #worker;
    /** Why it has no answers; null if it has.
     * @type {Error | null} */
    broken = null;
    #last = 0;
    /** @type {Map<number, {resolve: Function, reject: Function, update?: Function}>} */
    #open = new Map();
    /** Resolves when the library is loaded, which is the answer 0; rejects if it cannot be.
     * @type {Promise<{version: string, vectors: boolean}>} */
    ready = new Promise((resolve, reject) => this.#open.set(0, {resolve, reject}));

    constructor() {
        try {
            const worker = this.#worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
            worker.addEventListener('message', ({data}) => this.#receive(data));
            worker.addEventListener('error', (event) => this.#fail(event.message || 'the Worker could not be loaded'));
            fetchLibrary().then((bytes) => worker.postMessage({bytes}, bytes ? [bytes] : []));
        } catch (/** @type {any} */ error) {
            this.#fail(error.message);
        }
    }

    /** Ask a question of worker.mjs.  Rejects with the signal's reason if it is
     * aborted, and with an error that has a place, 'at', for a text that is no position.
     * @type {(kind: string, question: object, options?: {signal?: AbortSignal,
     *     update?: (update: any) => void}) => Promise<any>} */
    ask(kind, question, options = {}) {
        const {signal, update} = options, id = ++this.#last;
        return new Promise((resolve, reject) => {
            signal?.throwIfAborted();
            if (this.broken)
                throw this.broken;
            signal?.addEventListener('abort', () => {
                this.#open.delete(id);
                this.#worker?.postMessage({cancel: id});
                reject(signal.reason);
            }, {once: true});
            this.#open.set(id, {resolve, reject, update});
            this.#worker?.postMessage({id, kind, question});
        });
    }

    /** @param {any} data a message of worker.mjs */
    #receive(data) {
        if (data.failed)
            return this.#fail(data.failed);
        const question = this.#open.get(data.id);
        if ('update' in data)
            return question?.update?.(data.update);
        this.#open.delete(data.id);
        if ('error' in data)
            question?.reject(Object.assign(new Error(data.error), {at: data.at}));
        else
            question?.resolve(data.answer);
    }

    /** @param {string} reason */
    #fail(reason) {
        this.broken = new Error(reason);
        for (const {reject} of this.#open.values())
            reject(this.broken);
        this.#open.clear();
    }
}
