// "Why?": the question, and its answer, a sentence at a time, each with its board.

import {html} from './drawing.mjs';
import {legend, readSteps} from './explain.mjs';
import {LineView} from './moves.mjs';
import {dueTime} from './questions.mjs';
import {get, reveal} from './screen.mjs';
import {SAY} from './sentences.mjs';

export class Why {
    #app;
    #asked = new AbortController();
    /** @type {Session['why']} what is drawn */
    #drawn = null;

    /** @param {App} app */
    constructor(app) {
        this.#app = app;
    }

    get isShown() {
        return this.#app.session.why !== null;
    }

    /** 'nodes' were searched so far, which is seen, and not told again and again.
     * @type {(why: Session['why'], nodes?: number) => void} */
    #show(why, nodes = 0) {
        const {session} = this.#app;
        get('reasons').ariaBusy = String(nodes > 0);
        session.why = why;
        session.preview = why?.steps[why.at]?.moves ?? '';
        this.#app.draw();
        if (why)
            reveal(get('explanation'));
    }

    /** Whoever has read it goes on at the board. */
    hide() {
        const wasRead = get('explanation').contains(document.activeElement);
        this.#asked.abort();
        if (this.isShown)
            this.#show(null);
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
        const moves = session.wrong || session.shown, due = dueTime();
        this.#asked = new AbortController();
        const {signal} = this.#asked;
        const update = (/** @type {number} */ nodes) =>
            this.#show({words: SAY.whyLooking(nodes), steps: [], at: 0}, nodes);
        update(0);
        get('explanation').focus({preventScroll: true});
        thinker.think({moves: false, game: false}); // the Worker has one search at a time
        try {
            const isPlayed = session.cursor > session.given && session.wrong === ''; // which tells no answer
            const found = await solver.ask('explain', {board, moves, isPlayed, due}, {signal, update});
            this.#show({words: '', steps: readSteps(moves, found), at: 0});
        } catch (error) {
            if (!signal.aborted)
                this.#show({words: this.#app.problem(/** @type {Error} */ (error)), steps: [], at: 0});
        }
        if (!signal.aborted)
            this.#app.think();
    }

    /** One step back, or on; after the last one it is closed.
     * @param {number} step */
    go(step) {
        const {why} = this.#app.session, at = (why?.at ?? 0) + step;
        if (why && at === why.steps.length)
            this.close();
        else if (why && at >= 0)
            this.#show({...why, at});
    }

    draw() {
        const {why} = this.#app.session, step = why?.steps[why.at];
        if (why === this.#drawn)
            return;
        this.#drawn = why;
        get('explanation').hidden = why === null;
        document.body.toggleAttribute('data-why', why !== null);
        get('why').setAttribute('aria-expanded', String(why !== null));
        get('reasons').replaceChildren(...step?.listed ? this.#makeLine(step) : [step?.words ?? why?.words ?? '']);
        Object.assign(get('why-more'), {hidden: !step?.detail, open: false});
        get('detail').textContent = step?.detail ?? '';
        get('signs').textContent = step ? legend(step) : '';
        get('walk').hidden = !step;
        if (!why || !step)
            return;
        const isLast = why.at + 1 === why.steps.length;
        get('walked').textContent = SAY.step(why.at + 1, why.steps.length);
        get('why-next').textContent = isLast ? SAY.done : SAY.next;
        get('why-back').classList.toggle('gone', why.at === 0);
        if (document.activeElement === get('why-back') && why.at === 0)
            get('why-next').focus();
    }

    /** A sentence whose moves can be pointed at and clicked.
     * @type {(step: Step) => (HTMLElement | string)[]} */
    #makeLine({moves: end, listed}) {
        const steps = html('span'), {before, moves, after} = /** @type {any} */ (listed);
        let pinned = end;
        const show = (/** @type {string} */ shown) => this.isShown && this.#app.preview(shown || pinned);
        new LineView(steps, show, (shown) => show(pinned = shown)).draw(end.slice(0, -moves.length), moves);
        return [before, steps, after];
    }
}
