// The best line from the point that is shown: each move can be pointed at, to see its
// board, or clicked, to go there.

import {cellNames} from './words.mjs';

export class LineView {
    #root;
    #onShow;
    #onGo;
    #text = '';

    /**
     * @param {HTMLElement} root
     * @param {(moves: string) => void} onShow  moves to preview; '' for none
     * @param {(moves: string) => void} onGo
     */
    constructor(root, onShow, onGo) {
        this.#root = root;
        this.#onShow = onShow;
        this.#onGo = onGo;
    }

    /** The columns that follow 'moves'.
     * @type {(moves: string, line: number[]) => void} */
    draw(moves, line) {
        const text = `${moves} ${line}`;
        if (text === this.#text)
            return;
        this.#text = text;
        const all = moves + line.join(''), cells = cellNames(all);
        this.#root.replaceChildren(...line.flatMap((_, i) => [
            this.#makeMove(all.slice(0, moves.length + i + 1), cells[moves.length + i], i === 0), ' ']));
    }

    /** A long line is one stop of the Tab key.
     * @type {(moves: string, cell: string, isStop: boolean) => HTMLButtonElement} */
    #makeMove(moves, cell, isStop) {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = 'step';
        button.textContent = cell;
        button.tabIndex = isStop ? 0 : -1;
        button.addEventListener('click', () => this.#onGo(moves));
        for (const [event, shown] of [['pointerenter', moves], ['focus', moves], ['pointerleave', ''], ['blur', '']])
            button.addEventListener(event, () => this.#onShow(shown));
        return button;
    }
}
