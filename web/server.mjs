// The server that the page comes from, where that is 'fourscore serve': an engine
// for questions.mjs.  Any other web server sends the file v1/health of the page.

/** @returns {Promise<Server | null>} */
export async function findServer() {
    try {
        const response = await fetch(new URL('v1/health', import.meta.url), {cache: 'no-store'});
        const {status} = await response.json();
        return status === 'ok' ? new Server() : null;
    } catch {
        return null;
    }
}

export class Server {
    /** @type {Ask} */
    score(moves, options) {
        return this.#ask(moves, options, {});
    }

    /** @type {Ask} */
    best(moves, options) {
        return this.#ask(moves, options, {best: '1'});
    }

    /** @type {(moves: string, options: Options, find: Record<string, string>) => Promise<Answer>} */
    async #ask(moves, {board, nodes, seconds, signal}, find) {
        const url = new URL('v1/solve', import.meta.url);
        const query = {position: moves, board, ...find,
                       ...(nodes ? {nodes: String(nodes)} : {}),
                       ...(seconds ? {seconds: seconds.toFixed(3)} : {})};
        url.search = String(new URLSearchParams(query));
        const response = await fetch(url, {signal});
        const answer = await response.json();
        const {score, lower = score, upper = score, finished, best} = answer;
        if (finished === undefined)
            throw new Error(answer.error);
        // It does not tell its nodes: a search that has not finished has used up what it was given.
        return {lower, upper, finished, nodes: finished ? 0 : nodes ?? 0, best};
    }
}
