// Why a position is won, drawn or lost: sentences, and a small board after each line of
// play with the cells that carry the argument.

import {svg} from './drawing.mjs';
import {replay} from './game.mjs';
import {LineView} from './line.mjs';
import {reveal} from './reveal.mjs';
import {columnName, playerName, SAY} from './sentences.mjs';

/** The moves that end a sentence are shown one by one instead. */
const MOVES_TOLD = /: [xo] [a-i]\d.*$/;

const SMALL_CELL = 40;

/** Of a board before the end of a line. */
const NO_MARKS = /** @type {any} */ ({cells: {four: [], win: [], must: [], gets: []}});

// The signs of marked empty cells, the more telling one first.
const SIGNS = /** @type {const} */ ([
    {mark: 'win', sign: '*', other: false},
    {mark: 'must', sign: '!', other: true},
    {mark: 'gets', sign: '+', other: false},
]);

/** The library calls the players x and o.
 * @type {(sentence: string) => string} */
const inColours = (sentence) => sentence.replace(
    /\b[xo]\b/g, (player) => playerName(player === 'x' ? 1 : 2));

/**
 * The sign of each marked empty cell, by its name.
 * @param {Reason} reason
 */
function signsOf({cells}) {
    /** @type {Map<string, typeof SIGNS[number]>} */
    const signs = new Map();
    for (const sign of SIGNS)
        for (const name of cells[sign.mark])
            if (!signs.has(name))
                signs.set(name, sign);
    return signs;
}

/** @type {(reason: Reason) => string[]} */
function legend(reason) {
    const used = new Set(signsOf(reason).values());
    return SIGNS.filter((sign) => used.has(sign)).map(({mark, sign, other}) =>
        `${sign} ${playerName(other === (reason.player === 1) ? 2 : 1)} ${SAY.signs[mark]}`);
}

/** @type {(x: number, y: number, name: string, words: string) => SVGElement} */
function label(x, y, name, words) {
    const text = svg('text', {x, y, class: name});
    text.textContent = words;
    return text;
}

/** @type {(position: Position, reason: Reason) => SVGElement} */
function drawBoard({board: {width, height}, cells}, reason) {
    const drawing = svg('svg', {
        viewBox: `-${SMALL_CELL / 2} 0 ${(width + 0.5) * SMALL_CELL} ` +
            `${(height + 0.6) * SMALL_CELL}`,
        class: 'small-board', 'aria-hidden': 'true',
    });
    const signs = signsOf(reason), fours = new Set(reason.cells.four);
    cells.forEach((player, i) => {
        const column = i % width, row = Math.floor(i / width);
        const name = columnName(column + 1) + (row + 1), sign = signs.get(name);
        const cx = (column + 0.5) * SMALL_CELL, cy = (height - row - 0.5) * SMALL_CELL;
        drawing.append(svg('circle', {class: 'small-hole', cx, cy, r: SMALL_CELL * 0.46}));
        if (player !== 0)
            drawing.append(svg('use', {
                href: player === 1 ? '#red-stone' : '#yellow-stone',
                x: cx - SMALL_CELL / 2, y: cy - SMALL_CELL / 2,
                width: SMALL_CELL, height: SMALL_CELL,
            }));
        if (fours.has(name))
            drawing.append(svg('circle', {class: 'small-four', cx, cy, r: SMALL_CELL * 0.43}));
        if (sign)
            drawing.append(label(cx, cy, `small-sign ${sign.mark}`, sign.sign));
    });
    for (let column = 0; column < width; column++)
        drawing.append(label((column + 0.5) * SMALL_CELL, (height + 0.3) * SMALL_CELL, 'small-name',
                             columnName(column + 1)));
    for (let row = 0; row < height; row++)
        drawing.append(label(-SMALL_CELL / 4, (height - row - 0.5) * SMALL_CELL, 'small-name',
                             String(row + 1)));
    return drawing;
}

/** @param {string} words */
function paragraph(words) {
    const element = document.createElement('p');
    element.textContent = words;
    return element;
}

export class ExplanationView {
    #root;
    #body;

    /**
     * @param {HTMLElement} root
     * @param {HTMLElement} body where the sentences are
     */
    constructor(root, body) {
        this.#root = root;
        this.#body = body;
    }

    get isShown() {
        return !this.#root.hidden;
    }

    hide() {
        this.#root.hidden = true;
        this.#body.replaceChildren();
    }

    /** @param {string} words */
    say(words) {
        this.#body.replaceChildren(paragraph(words));
        this.#open();
    }

    /** @type {(board: Board, moves: string, explanation: Explanation) => void} */
    show(board, moves, {sentences, reasons}) {
        this.#body.replaceChildren(
            ...sentences.map((sentence) => paragraph(inColours(sentence))),
            ...reasons.flatMap((reason) => this.#reason(board, moves, reason)));
        this.#open();
    }

    #open() {
        this.#root.hidden = false;
        reveal(this.#root);
    }

    /** @type {(board: Board, moves: string, reason: Reason) => HTMLElement[]} */
    #reason(board, moves, reason) {
        const end = moves + reason.line.join('');
        const figure = document.createElement('figure');
        const caption = document.createElement('figcaption');
        const picture = document.createElement('div'), line = document.createElement('span');
        let pinned = end;
        const draw = (/** @type {string} */ shown) => {
            const position = replay(board, shown);
            if (position)
                picture.replaceChildren(drawBoard(position, shown === end ? reason : NO_MARKS));
        };
        new LineView(line, (shown) => draw(shown || pinned), (shown) => draw(pinned = shown))
            .draw(moves, reason.line);
        caption.textContent = [
            ...reason.line.length > 0 ? [SAY.afterMoves] : [], ...legend(reason),
        ].join(' \u00a0 ');
        draw(end);
        figure.append(picture, ...reason.sentences.some((one) => MOVES_TOLD.test(one)) ? [] : [line], caption);
        return [...reason.sentences.map((sentence) => {
            const words = paragraph(inColours(sentence.replace(MOVES_TOLD, ':')));
            if (MOVES_TOLD.test(sentence))
                words.append(' ', line);
            return words;
        }), figure];
    }
}
