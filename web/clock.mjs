// The clock of a game: so many minutes for each side.

import {replay} from './game.mjs';
import {get} from './screen.mjs';

const TICK = 200; // milliseconds

/** @param {number} milliseconds */
function inMinutes(milliseconds) {
    const seconds = Math.ceil(Math.max(milliseconds, 0) / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export class Clock {
    #app;
    /** Milliseconds of Red and Yellow; null without a clock.
     * @type {number[] | null} */
    #left = null;
    #timer = 0;
    #last = 0;
    /** @type {0 | Player} for whom the time runs */
    #mover = 0;

    /** @param {App} app */
    constructor(app) {
        this.#app = app;
    }

    /** So many minutes for each side; 0: no clock.  'left' are the milliseconds, if some are over.
     * @type {(minutes: number, left?: number[] | null) => void} */
    set(minutes, left = minutes > 0 ? [minutes * 60000, minutes * 60000] : null) {
        get('clock').value = String(minutes);
        this.#left = left;
        this.#mover = 0;
    }

    /** What both sides have left, in milliseconds; null without a clock. */
    get left() {
        this.#take();
        return this.#left;
    }

    /** The session has changed.  The time runs from the first move on. */
    update() {
        this.#take();
        clearInterval(this.#timer);
        const {board, moves, mode, late} = this.#app.session, end = replay(board, moves);
        const runs = this.#left && mode === 'play' && !late && moves !== '' && end && !end.over;
        this.#mover = runs ? end.mover : 0;
        if (this.#mover > 0)
            this.#timer = setInterval(() => this.#tick(), TICK);
        this.#draw();
    }

    /** Take the time that has passed since the last call from whom it runs for. */
    #take() {
        const now = performance.now();
        if (this.#left && this.#mover > 0)
            this.#left[this.#mover - 1] -= now - this.#last;
        this.#last = now;
    }

    #tick() {
        this.#take();
        this.#draw();
        if (this.#left && this.#left[this.#mover - 1] <= 0) {
            this.#app.session.late = this.#mover;
            this.#app.ended();
        }
    }

    #draw() {
        get('time').textContent = this.#left === null || this.#app.session.mode !== 'play' ? ''
            : this.#left.map(inMinutes).join(' · ');
    }
}
