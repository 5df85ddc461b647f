// The moves of a game as a line of buttons.

import {moverAt, playerName} from './words.mjs';

/** @typedef {import('./analysis.mjs').Mistake | null} Judgement */

export class MovesView {
    #list;
    #onChoose;
    /** @type {HTMLButtonElement[]} */
    #buttons = [];

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
        this.#buttons.forEach((button, i) =>
            drawMove(button, i, moves[i], i + 1 === cursor, mistakes[i] ?? null));
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
 * @param {string} column
 * @param {boolean} isCurrent
 * @param {Judgement} mistake
 */
function drawMove(button, i, column, isCurrent, mistake) {
    button.textContent = column + (mistake?.mark ?? '');
    button.setAttribute('aria-label', `Move ${i + 1}: ${button.textContent}, ` +
        playerName(moverAt(i)) + (mistake ? `, ${mistake.words}` : ''));
    button.title = mistake?.words ?? '';
    button.toggleAttribute('data-mistake', mistake !== null);
    if (isCurrent)
        button.setAttribute('aria-current', 'step');
    else
        button.removeAttribute('aria-current');
}
