// "Why?": the question, and what is shown until there is an answer.

import {ExplanationView} from './explain.mjs';
import {get} from './screen.mjs';
import {SAY} from './sentences.mjs';

export class Why {
    #app;
    #view = new ExplanationView(get('explanation'), get('reasons'));
    #asked = new AbortController();

    /** @param {App} app */
    constructor(app) {
        this.#app = app;
    }

    get isShown() {
        return this.#view.isShown;
    }

    /** Whoever has read it goes on at the board. */
    hide() {
        const wasRead = get('explanation').contains(document.activeElement);
        this.#asked.abort();
        this.#view.hide();
        get('why').setAttribute('aria-expanded', 'false');
        if (wasRead)
            this.#app.screen.board.focus();
    }

    close() {
        this.hide();
        get('why').focus();
        this.#app.think();
    }

    /** Why the position that is shown is won, drawn or lost. */
    async toggle() {
        if (this.isShown)
            return this.close();
        const {session, solver, thinker} = this.#app, {board, shown: moves} = session;
        this.#asked = new AbortController();
        const {signal} = this.#asked;
        this.#view.say(SAY.whyLooking);
        get('explanation').focus({preventScroll: true});
        get('why').setAttribute('aria-expanded', 'true');
        thinker.think({moves: false, game: false}); // the Worker has one search at a time
        try {
            const isPlayed = session.cursor > session.given;
            this.#view.show(board, moves, await solver.ask('explain', {board, moves, isPlayed}, {signal}));
        } catch (error) {
            if (!signal.aborted)
                this.#view.say(SAY.failed(/** @type {Error} */ (error).message));
        }
        if (!signal.aborted)
            this.#app.think();
    }
}
