// The best line from the point that is shown: each move can be pointed at, to see its
// board, or clicked, to go there.

import {html} from './drawing.mjs';
import {cellNames} from './words.mjs';

export class LineView {
    #root;
    #onShow;
    #onGo;
    #text = '';
    #isFocusing = false;

    /**
     * @param {HTMLElement} root
     * @param {(moves: string) => void} onShow  moves to preview; '' for none
     * @param {(moves: string) => void} onGo
     */
    constructor(root, onShow, onGo) {
        this.#root = root;
        this.#onShow = onShow;
        this.#onGo = onGo;
        root.addEventListener('keydown', (event) => this.#onKey(event));
    }

    /** The moves that follow 'moves'.
     * @type {(moves: string, line: string) => void} */
    draw(moves, line) {
        const text = `${moves} ${line}`;
        if (text === this.#text)
            return;
        this.#text = text;
        const hadFocus = this.#root.contains(document.activeElement);
        const all = moves + line, cells = cellNames(all);
        this.#root.replaceChildren(...[...line].flatMap((_, i) => [
            this.#makeMove(all.slice(0, moves.length + i + 1), cells[moves.length + i], i === 0), ' ']));
        this.#isFocusing = true; // which is not pointing
        if (hadFocus)
            /** @type {HTMLElement | null} */ (this.#root.firstElementChild)?.focus();
        this.#isFocusing = false;
    }

    /** Arrows go along the line, and not through the game.
     * @param {KeyboardEvent} event */
    #onKey(event) {
        const steps = [...this.#root.children], at = steps.indexOf(/** @type {Element} */ (event.target));
        const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
        if (step === 0)
            return;
        event.preventDefault();
        event.stopPropagation();
        /** @type {HTMLElement | undefined} */ (steps[at + step])?.focus();
    }

    /** A long line is one stop of the Tab key.
     * @type {(moves: string, cell: string, isStop: boolean) => HTMLButtonElement} */
    #makeMove(moves, cell, isStop) {
        const button = html('button', {
            type: 'button', className: 'step', textContent: cell, tabIndex: isStop ? 0 : -1});
        button.addEventListener('click', () => this.#onGo(moves));
        for (const [event, shown] of [['pointermove', moves], ['focus', moves], ['pointerleave', ''], ['blur', '']])
            button.addEventListener(event, () => this.#isFocusing || this.#onShow(shown));
        return button;
    }
}
