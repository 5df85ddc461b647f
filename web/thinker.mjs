// Finds what the page is to show about the session.  The newest wish cancels the
// older one.

import {askServer, EXPERT, PERFECT} from './levels.mjs';
import {columns, isComplete, isExact, isLong, review} from './questions.mjs';
import {get} from './screen.mjs';
import {SAY} from './sentences.mjs';

const REPLY_MILLISECONDS = 500; // an opponent that answers at once is hard to follow

export class Thinker {
    /** Answers instead of the Worker what takes long, if it is not null.
     * @type {Engine | null} */
    server = null;
    #app;
    #controller = new AbortController();

    /** @param {App} app  whose session is thought about, and which is told what is found */
    constructor(app) {
        this.#app = app;
    }

    /** Let the opponent move if it is its turn.  Otherwise find the hint that is wanted, the
     * scores of the moves at the point that is shown, then those of the whole game.
     * @type {(wish: {moves: boolean, game: boolean}) => Promise<void>} */
    async think(wish) {
        this.#controller.abort();
        this.#controller = new AbortController();
        const {signal} = this.#controller;
        try {
            if (this.#app.session.awaitsOpponent)
                return await this.#reply(signal);
            if (this.#app.session.hint.wait)
                await this.#findHint(signal);
            if (wish.moves)
                this.#app.scored(await this.#findMoves(signal));
            if (wish.game) {
                await this.#findLine(signal);
                await this.#findGame(signal);
            }
        } catch (error) {
            if (!signal.aborted)
                this.#app.failed(/** @type {Error} */ (error));
        }
    }

    /** @param {AbortSignal} signal */
    async #reply(signal) {
        const {board, shown: moves, level, seed, isWatched} = this.#app.session;
        const pause = new Promise((resolve) =>
            setTimeout(resolve, isWatched ? Number(get('speed').value) : REPLY_MILLISECONDS));
        const reply = await this.#ask({board, moves, level, seed}, signal);
        await pause;
        signal.throwIfAborted();
        this.#app.replied(reply);
    }

    /** @param {string} moves */
    #helper(moves) {
        return isLong(this.#app.session.board, moves) ? this.server : null;
    }

    /** @type {(question: Question, signal: AbortSignal) => Promise<Reply>} */
    async #ask(question, signal) {
        const helper = this.#helper(question.moves);
        if (question.level < PERFECT || helper === null)
            return this.#app.solver.ask('reply', question, {signal});
        const reply = await askServer(helper, question, signal);
        return reply ?? {
            ...await this.#app.solver.ask('reply', {...question, level: EXPERT}, {signal}),
            proven: false,
        };
    }

    /** The best move; an expert's, which is found meanwhile, if the person has waited long enough.
     * @param {AbortSignal} signal */
    async #findHint(signal) {
        const {board, shown: moves, seed, hint} = this.#app.session, wait = /** @type {AbortSignal} */ (hint.wait);
        const [known] = this.#app.knowledge.at(board, moves)?.best ?? [];
        if (known)
            return this.#app.hinted(known, true);
        const [found, {column}] = await Promise.all([
            this.#findMoves(/** @type {any} */ (AbortSignal).any([signal, wait])).catch((error) => {
                if (!wait.aborted)
                    throw error;
                return null;
            }),
            this.#app.solver.ask('reply', {board, moves, seed, level: EXPERT}, {signal})]);
        const [best] = found?.best ?? [];
        this.#app.hinted(best ?? column, best !== undefined);
    }

    /** @type {(signal: AbortSignal) => Promise<Found>} */
    async #findMoves(signal) {
        const {board, shown: moves} = this.#app.session;
        const old = this.#app.knowledge.at(board, moves), helper = this.#helper(moves);
        if (old !== undefined && (old.stopped || isComplete(old)))
            return old;
        const update = (/** @type {Found} */ found) => {
            this.#app.knowledge.learn(board, moves, found);
            this.#app.learned();
        };
        const question = {board, moves};
        const found = await (helper ? columns(helper, question, signal, update)
            : this.#app.solver.ask('columns', question, {signal, update}));
        update(found);
        return found;
    }

    /** The best line, where it is found soon: the score is known.
     * @param {AbortSignal} signal */
    async #findLine(signal) {
        const {board, shown: moves, position} = this.#app.session;
        const old = this.#app.knowledge.at(board, moves);
        if (old === undefined || old.line !== undefined || position.over || !isExact(old.score))
            return;
        const line = await this.#app.solver.ask('line', {board, moves}, {signal});
        this.#app.knowledge.learn(board, moves, {...old, line});
        this.#app.learned();
    }

    /** @param {AbortSignal} signal */
    async #findGame(signal) {
        const {board, moves} = this.#app.session;
        const plies = this.#app.knowledge.line(board, moves).flatMap(
            (found, ply) => found?.best || found?.stopped ? [] : [ply]);
        const update = (/** @type {{moves: string, found: Found}} */ {moves, found}) => {
            this.#app.knowledge.learn(board, moves, found);
            this.#app.learned();
        };
        const isHelped = (/** @type {number} */ ply) => this.#helper(moves.slice(0, ply)) !== null;
        const alone = {board, moves, plies: plies.filter((ply) => !isHelped(ply))};
        await Promise.all([this.#app.solver.ask('review', alone, {signal, update}), this.server &&
            review(this.server, {board, moves, plies: plies.filter(isHelped)}, signal, update)]);
    }
}
