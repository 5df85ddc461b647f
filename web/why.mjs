// "Why?": the question, and what is shown until there is an answer.

import {describeReason, paragraph} from './explain.mjs';
import {reveal} from './reveal.mjs';
import {get} from './screen.mjs';
import {SAY} from './sentences.mjs';

/** @param {HTMLElement[]} elements */
function show(...elements) {
    get('reasons').replaceChildren(...elements);
    get('explanation').hidden = false;
    reveal(get('explanation'));
}

export class Why {
    #app;
    #asked = new AbortController();

    /** @param {App} app */
    constructor(app) {
        this.#app = app;
    }

    get isShown() {
        return !get('explanation').hidden;
    }

    /** Whoever has read it goes on at the board. */
    hide() {
        const wasRead = get('explanation').contains(document.activeElement);
        this.#asked.abort();
        get('explanation').hidden = true;
        get('reasons').replaceChildren();
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
        const {session, solver, thinker} = this.#app, {board} = session;
        const moves = session.wrong || session.shown;
        this.#asked = new AbortController();
        const {signal} = this.#asked;
        const update = (/** @type {number} */ nodes) =>
            get('reasons').replaceChildren(paragraph(SAY.whyLooking(nodes)));
        show(paragraph(SAY.whyLooking(0)));
        get('explanation').focus({preventScroll: true});
        get('why').setAttribute('aria-expanded', 'true');
        thinker.think({moves: false, game: false}); // the Worker has one search at a time
        try {
            const isPlayed = session.cursor > session.given && session.wrong === ''; // which tells no answer
            const {sentences, reasons} = await solver.ask('explain', {board, moves, isPlayed}, {signal, update});
            show(...sentences.map((/** @type {string} */ sentence) => paragraph(sentence)),
                 ...reasons.flatMap((/** @type {Reason} */ reason) => describeReason(board, moves, reason)));
        } catch (error) {
            if (!signal.aborted)
                show(paragraph(this.#app.problem(/** @type {Error} */ (error))));
        }
        if (!signal.aborted)
            this.#app.think();
    }
}
