// Why a position is won, drawn or lost: sentences, and a small board after each line of
// play with the cells that carry the argument.

import {centre, drawFrame, line, ring, svg, useStone} from './drawing.mjs';
import {replay} from './game.mjs';
import {LineView} from './line.mjs';
import {columnName, playerName, SAY} from './sentences.mjs';

/** Of a board before the end of a line. */
export const NO_MARKS = /** @type {any} */ ({cells: {four: [], win: [], must: [], gets: []}});

// The signs of marked empty cells, the more telling one first.
const SIGNS = /** @type {const} */ ([
    {mark: 'win', sign: '*', other: false},
    {mark: 'must', sign: '!', other: true},
    {mark: 'gets', sign: '+', other: false},
]);

/** The sign of an empty cell, if it has one.
 * @type {(reason: Reason, name: string) => typeof SIGNS[number] | undefined} */
const signOf = ({cells}, name) => SIGNS.find(({mark}) => cells[mark].includes(name));

/** @type {(reason: Reason) => string[]} */
function legend(reason) {
    const names = SIGNS.flatMap(({mark}) => reason.cells[mark]);
    return SIGNS.filter((sign) => names.some((name) => signOf(reason, name) === sign))
        .map(({mark, sign, other}) =>
            `${sign} ${playerName(other === (reason.player === 'x') ? 2 : 1)} ${SAY.signs[mark]}`);
}

/** @type {(position: Position, reason: Reason) => SVGElement} */
export function drawBoard({board, cells, fours}, reason) {
    const {drawing, layer, marks} = drawFrame(board);
    drawing.setAttribute('class', 'small-board');
    marks.append(...fours.map((four) => line(board, four)));
    cells.forEach((player, cell) => {
        const name = columnName(cell % board.width + 1) + (Math.floor(cell / board.width) + 1);
        const sign = signOf(reason, name), {cx, cy} = centre(board, cell);
        if (player !== 0)
            layer.append(useStone(player, board, cell));
        if (reason.cells.four.includes(name) && fours.length === 0)
            marks.append(ring(board, cell));
        if (sign) {
            const text = svg('text', {class: `sign ${sign.mark}`, x: cx, y: cy});
            text.textContent = sign.sign;
            marks.append(text);
        }
    });
    return drawing;
}

/** A sentence of the library, which calls the players x and o.
 * @type {(...parts: (string | HTMLElement)[]) => HTMLElement} */
export function paragraph(...parts) {
    const element = document.createElement('p');
    element.append(...parts.map((part) => typeof part !== 'string' ? part
        : part.replace(/\b[xo]\b/g, (player) => playerName(player === 'x' ? 1 : 2))));
    return element;
}

/** The board after the line of a reason, and its sentences, in which the moves can be
 * pointed at and clicked.
 * @type {(board: Board, moves: string, reason: Reason) => HTMLElement[]} */
export function describeReason(board, moves, reason) {
    const {listed} = reason, end = moves + reason.line;
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    const picture = document.createElement('div'), steps = document.createElement('span');
    let pinned = end;
    const draw = (/** @type {string} */ shown) => {
        const position = replay(board, shown);
        if (position)
            picture.replaceChildren(drawBoard(position, shown === end ? reason : NO_MARKS));
    };
    if (listed)
        new LineView(steps, (shown) => draw(shown || pinned), (shown) => draw(pinned = shown))
            .draw(end.slice(0, -listed.moves.length), listed.moves);
    caption.textContent = [...reason.line ? [SAY.afterMoves] : [], ...legend(reason)]
        .join(' \u00a0 ');
    draw(end);
    figure.append(picture, caption);
    const words = reason.sentences.map((sentence, i) => listed && i === listed.sentence
        ? paragraph(listed.before, steps, listed.after) : paragraph(sentence));
    const heading = reason.wins ? [] : words.splice(0, 1);
    return [...heading, figure, ...words];
}
