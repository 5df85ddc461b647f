// Moves as lists: the game with its side lines in parentheses, of which there are none while a
// game is played; and a line whose moves show their board.

import {html} from './drawing.mjs';
import {playerName, SAY} from './sentences.mjs';
import {mapLine, writeTree} from './tree.mjs';
import {cellNames, moverAt} from './words.mjs';

const MARGIN = 6; // pixels around the current move

export class MovesView {
    #list;
    #onChoose;
    #shown = '';
    #text = '';
    /** @type {Move | null} */
    #root = null;
    /** @type {Map<Move, HTMLButtonElement>} */
    #buttons = new Map();

    constructor(/** @type {HTMLElement} */ list, /** @type {(move: Move) => void} */ onChoose) {
        this.#list = list;
        this.#onChoose = onChoose;
    }

    /** 'mistakes' are those of the line through 'at'.
     * @type {(game: {root: Move, at: Move, line: Move[], mistakes: (Mistake | null)[]}) => void} */
    draw({root, at, line, mistakes}) {
        const text = writeTree(root);
        if (root !== this.#root || text !== this.#text)
            this.#build(root);
        [this.#root, this.#text] = [root, text];
        for (const [move, button] of this.#buttons)
            drawMove(button, move, move === at, mistakes[line.indexOf(move)] ?? null);
        const shown = `${this.#list.textContent}@${at.moves}`;
        if (shown !== this.#shown)
            this.#follow(this.#buttons.get(at) ?? this.#buttons.values().next().value);
        this.#shown = shown;
    }

    /** @param {Move} root */
    #build(root) {
        const focus = /** @type {HTMLElement} */ (document.activeElement);
        const kept = this.#buttons;
        this.#buttons = new Map();
        const make = (/** @type {Move} */ move) => {
            const button = kept.get(move) ?? this.#makeButton(move);
            this.#buttons.set(move, button);
            return makeItem('', button, ...makeComment(move));
        };
        const items = mapLine(root, make, (line) => makeItem('side', html('ol', {}, ...line)));
        this.#list.replaceChildren(...makeComment(root).map((comment) => makeItem('', comment)), ...items);
        if (this.#list.contains(focus))
            focus.focus({preventScroll: true});
    }

    /** Scroll the list, and nothing else, to the current move.
     * @type {(button: HTMLButtonElement | undefined) => void} */
    #follow(button) {
        if (!button)
            return;
        const view = this.#list.getBoundingClientRect();
        const {top, bottom} = /** @type {HTMLElement} */ (button.parentElement).getBoundingClientRect();
        this.#list.scrollTop += Math.max(bottom + MARGIN - view.bottom, 0) +
            Math.min(top - MARGIN - view.top, 0);
    }

    /** @param {Move} move */
    #makeButton(move) {
        const className = `move ${['red', 'yellow'][moverAt(move.moves.length - 1) - 1]}`;
        return html('button', {type: 'button', className, onclick: () => this.#onChoose(move)});
    }
}

/** @type {(name: string, ...parts: HTMLElement[]) => HTMLLIElement} */
const makeItem = (name, ...parts) => html('li', {className: name}, ...parts);

/** @param {Move} move */
const makeComment = ({comment}) => comment ? [html('span', {className: 'comment', textContent: comment})] : [];

/** @type {(button: HTMLButtonElement, move: Move, isCurrent: boolean, mistake: Mistake | null) => void} */
function drawMove(button, {moves}, isCurrent, mistake) {
    const ply = moves.length, player = moverAt(ply - 1), cell = /** @type {string} */ (cellNames(moves).pop());
    button.textContent = cell + (mistake?.mark ?? '');
    button.title = mistake ? SAY.did(mistake, playerName(player)) : '';
    button.ariaLabel = SAY.move(ply, button.textContent, button.title || playerName(player));
    button.toggleAttribute('data-mistake', mistake !== null);
    button.ariaCurrent = isCurrent ? 'step' : null;
}

/** The best line from the point that is shown: each move can be pointed at, to see its board ('onShow'
 * gets its moves, or ''), or clicked, to go there. */
export class LineView {
    #root;
    #onShow;
    #onGo;
    #text = '';
    #isFocusing = false;

    constructor(/** @type {HTMLElement} */ root, /** @type {(moves: string) => void} */ onShow,
                /** @type {(moves: string) => void} */ onGo) {
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
            type: 'button', className: 'step', tabIndex: isStop ? 0 : -1, onclick: () => this.#onGo(moves)}, cell);
        for (const [event, shown] of [['pointermove', moves], ['focus', moves], ['pointerleave', ''], ['blur', '']])
            button.addEventListener(event, () => this.#isFocusing || this.#onShow(shown));
        return button;
    }
}
