// The moves of a game as a line of buttons.

import {cellNames, moverAt, playerName} from './words.mjs';

/** @typedef {Mistake | null} Judgement */

const MARGIN = 6; // pixels around the current move

export class MovesView {
    #list;
    #onChoose;
    /** @type {HTMLButtonElement[]} */
    #buttons = [];
    #shown = '';

    /**
     * @param {HTMLElement} list
     * @param {(ply: number) => void} onChoose
     */
    constructor(list, onChoose) {
        this.#list = list;
        this.#onChoose = onChoose;
    }

    /** @param {{moves: string, cursor: number, mistakes: Judgement[]}} game */
    draw({moves, cursor, mistakes}) {
        while (this.#buttons.length < moves.length)
            this.#add();
        while (this.#buttons.length > moves.length)
            this.#buttons.pop()?.parentElement?.remove();
        const cells = cellNames(moves);
        this.#buttons.forEach((button, i) =>
            drawMove(button, i, cells[i], i + 1 === cursor, mistakes[i] ?? null));
        const shown = `${this.#list.textContent}@${cursor}`;
        if (shown !== this.#shown)
            this.#follow(this.#buttons[Math.max(cursor - 1, 0)]);
        this.#shown = shown;
    }

    /**
     * Scroll the list, and nothing else, to the current move.
     * @param {HTMLButtonElement | undefined} button
     */
    #follow(button) {
        if (!button)
            return;
        const view = this.#list.getBoundingClientRect();
        const {top, bottom} = /** @type {HTMLElement} */ (button.parentElement).getBoundingClientRect();
        this.#list.scrollTop += Math.max(bottom + MARGIN - view.bottom, 0) +
            Math.min(top - MARGIN - view.top, 0);
    }

    #add() {
        const ply = this.#buttons.length + 1;
        const button = document.createElement('button');
        button.type = 'button';
        button.className = `move ${playerName(moverAt(ply - 1)).toLowerCase()}`;
        button.addEventListener('click', () => this.#onChoose(ply));
        const item = document.createElement('li');
        item.append(button);
        this.#list.append(item);
        this.#buttons.push(button);
    }
}

/**
 * @param {HTMLButtonElement} button
 * @param {number} i
 * @param {string} cell
 * @param {boolean} isCurrent
 * @param {Judgement} mistake
 */
function drawMove(button, i, cell, isCurrent, mistake) {
    button.textContent = cell + (mistake?.mark ?? '');
    button.setAttribute('aria-label', `Move ${i + 1}: ${button.textContent}, ` +
        playerName(moverAt(i)) + (mistake ? `, ${mistake.words}` : ''));
    button.title = mistake?.words ?? '';
    button.toggleAttribute('data-mistake', mistake !== null);
    if (isCurrent)
        button.setAttribute('aria-current', 'step');
    else
        button.removeAttribute('aria-current');
}
