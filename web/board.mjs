// The board on the screen: a drawing, and over it one button for each column, which
// has the score of the move and tells screen readers what is in the column.

import {drawFrame, html, line, ring, stones, svg, useStone} from './drawing.mjs';
import {drawReason} from './explain.mjs';
import {boardName, canPlay, landing, lastCell, legalColumns} from './game.mjs';
import {isExact} from './questions.mjs';
import {SAY} from './sentences.mjs';
import {describeBounds, distance, signed} from './words.mjs';

/** "wins in 4"; '' while that is not known.
 * @type {(view: View, bounds: Bounds) => string[]} */
function chipWords({position: {board, ply}}, bounds) {
    const words = SAY.outcomes[outcome(bounds)], {lower} = bounds;
    const hasDistance = isExact(bounds) && lower !== 0;
    return [words, hasDistance ? SAY.distance(distance(board, ply, lower)) : ''].filter((one) => one !== '');
}

/** Bounds as short lines of text.
 * @param {Bounds} bounds */
function chipNumbers(bounds) {
    const {lower, upper} = bounds;
    if (isExact(bounds))
        return [signed(lower)];
    if (lower < 0 && upper > 0)
        return []; // it may still be anything
    const known = [];
    if (upper !== Infinity)
        known.push(`\u2264${signed(upper).replace('+', '')}`);
    if (lower !== -Infinity)
        known.push(`\u2265${signed(lower).replace('+', '')}`);
    return known;
}

/** @param {Bounds} bounds */
const outcome = ({lower, upper}) => lower > 0 ? 'win' : upper < 0 ? 'loss'
    : lower === 0 && upper === 0 ? 'draw' : 'open';

export class BoardView {
    #root;
    #onPlay;
    /** @type {ReturnType<typeof drawFrame> | null} */
    #frame = null;
    #name = '';
    /** @type {HTMLButtonElement[]} */
    #buttons = [];
    /** @type {(SVGElement | null)[]} */
    #stones = [];
    #cells = new Uint8Array();
    #used = 1;
    #pointed = 0;
    /** @type {SVGElement | null} around the last stone */
    #ring = null;
    /** @type {View | null} */
    #view = null;

    constructor(/** @type {HTMLElement} */ root, /** @type {(column: number) => void} */ onPlay) {
        this.#root = root;
        this.#onPlay = onPlay;
    }

    /** Give the column that was used last the focus. */
    focus() {
        this.#buttons[this.#used - 1].focus();
    }

    /** Show where a stone would come to rest; none if the column is 0.
     * @type {(column: number) => void} */
    #point(column) {
        this.#pointed = column;
        if (this.#view)
            this.#drawMarks(this.#view);
    }

    /** @param {View} view */
    draw(view) {
        this.#view = view;
        const {board} = view.position;
        if (boardName(board) !== this.#name)
            this.#build(board);
        this.#drawStones(view.position);
        this.#drawMarks(view);
        this.#buttons.forEach((button, i) => this.#drawButton(button, i + 1, view));
    }

    // ------------------------------------------------------------- the frame

    /** @param {Board} board */
    #build(board) {
        this.#name = boardName(board);
        this.#cells = new Uint8Array(board.width * board.height);
        this.#stones = Array(this.#cells.length).fill(null);
        this.#root.style.setProperty('--width', String(board.width));
        this.#root.style.setProperty('--height', String(board.height));

        this.#frame = drawFrame(board);
        this.#frame.drawing.append(...stones());
        this.#buttons = Array.from({length: board.width}, (_, i) => this.#makeButton(i + 1));
        this.#root.replaceChildren(this.#frame.drawing, html(
            'div', {className: 'columns', role: 'group', ariaLabel: SAY.columns(board)}, ...this.#buttons));
        this.#used = Math.ceil(board.width / 2);
    }

    /** @param {number} column */
    #makeButton(column) {
        const onclick = () => {
            this.#used = column;
            this.#onPlay(column);
        };
        return html('button', {
            type: 'button', className: 'column', onclick,
            onpointerenter: ({pointerType}) => this.#point(pointerType === 'mouse' ? column : 0),
            onpointerleave: () => this.#point(0),
        }, html('span', {className: 'chip'}));
    }

    // -------------------------------------------------------- what changes

    /** @param {Position} position */
    #drawStones({board, cells}) {
        cells.forEach((player, cell) => {
            if (player === this.#cells[cell])
                return;
            this.#stones[cell]?.remove();
            this.#stones[cell] = null;
            if (player === 0)
                return;
            const row = Math.floor(cell / board.width);
            const stone = svg('g', {class: 'stone'}, useStone(player, board, cell));
            stone.style.setProperty('--drop', String(board.height - row));
            this.#frame?.layer.append(stone);
            this.#stones[cell] = stone;
        });
        this.#cells = cells.slice();
    }

    /** @param {View} view */
    #drawMarks({position, hint, ghost, locked, reason}) {
        const {board, fours} = position, last = lastCell(position);
        const marks = [...fours.map((four) => line(board, four)), ...reason ? drawReason(position, reason) : []];
        // The ring falls with the stone.
        this.#ring?.remove();
        if (fours.length === 0 && last >= 0) {
            this.#ring = ring(board, last, 'last');
            this.#stones[last]?.append(this.#ring);
        }
        if (hint > 0 && canPlay(position, hint)) {
            const cell = landing(position, hint);
            marks.push(useStone(position.mover, board, cell, 'ghost'), ring(board, cell, 'hint'));
        }
        if (!locked && ghost > 0 && canPlay(position, this.#pointed) && this.#pointed !== hint)
            marks.push(useStone(ghost, board, landing(position, this.#pointed), 'ghost'));
        this.#frame?.marks.replaceChildren(...marks);
    }

    /** @type {(button: HTMLButtonElement, column: number, view: View) => void} */
    #drawButton(button, column, view) {
        const {position, locked, inWords, moves, best} = view;
        const isOpen = canPlay(position, column);
        const bounds = isOpen ? moves?.[column - 1] ?? null : null;
        const chip = /** @type {HTMLElement} */ (button.firstElementChild);
        const texts = bounds === null ? [] : chipNumbers(bounds);
        const shown = bounds === null ? [] : inWords ? chipWords(view, bounds) : texts;
        chip.title = texts.join(' ');
        chip.replaceChildren(...shown.flatMap((textContent, i) =>
            [...i > 0 ? [' '] : [], html('span', {textContent})]));
        chip.dataset.full = SAY.fullColumn;
        // Where all moves are equal, none stands out.
        const isBest = best !== null && best.includes(column);
        const areEqual = best?.length === legalColumns(position).length;
        chip.dataset.outcome = texts.length === 0 || !bounds ? 'none' : areEqual ? 'open' : outcome(bounds);
        chip.toggleAttribute('data-best', bounds !== null && isBest && !areEqual);
        button.setAttribute('aria-disabled', String(!isOpen || locked));
        button.toggleAttribute('data-full', position.heights[column - 1] === position.board.height);
        button.setAttribute('aria-label', [
            SAY.column(column), describeColumn(position, column),
            ...describeMove(position, bounds, isBest, inWords || texts.length === 0 ? shown.join(' ')
                : SAY.score(chip.title)),
        ].join('. '));
    }
}

// --------------------------------------------------------------------- words

/** @type {(position: Position, column: number) => string} */
function describeColumn({board, cells, heights}, column) {
    const stones = Array.from({length: heights[column - 1]}, (_, row) =>
        /** @type {Player} */ (cells[row * board.width + column - 1]));
    return stones.length === 0 ? SAY.empty : SAY.stones(stones, stones.length === board.height);
}

/** 'text' is what is shown of the move.
 * @type {(position: Position, bounds: Bounds | null, isBest: boolean, text: string) => string[]} */
function describeMove({board, ply}, bounds, isBest, text) {
    if (bounds === null)
        return [];
    // The score is for the side that moves, so it is told as of the position before.
    return [text, describeBounds(board, ply, bounds), isBest ? SAY.bestMove : ''].filter((one) => one !== '');
}
