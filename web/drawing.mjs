// The parts of a drawing of the board, in SVG: the frame with its holes, stones, and the
// names of columns and rows.  A cell has CELL units, row 1 is at the bottom.

import {columnName} from './sentences.mjs';

const CELL = 100;
const STONES = ['', 'red-stone', 'yellow-stone'];

/** @type {(name: string, mark: SVGElement) => SVGElement} The mark makes sides differ in shape. */
function stone(name, mark) {
    return svg('symbol', {id: `${name}-stone`, viewBox: '-50 -50 100 100', overflow: 'visible'},
               svg('circle', {class: `${name}-body`, r: 42}), svg('circle', {class: `${name}-rim`, r: 36}), mark);
}

/** The drawings that useStone() repeats. */
export const stones = () => [
    stone('red', svg('path', {class: 'red-mark', d: 'M0-19V19M-19 0H19', transform: 'rotate(45)'})),
    stone('yellow', svg('circle', {class: 'yellow-mark', r: 16})),
];

/** @type {(name: string, attributes?: Record<string, string | number>, ...parts: (Node | string)[]) => SVGElement} */
export function svg(name, attributes = {}, ...parts) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    set(element, attributes);
    element.append(...parts);
    return element;
}

/** @type {(element: SVGElement, attributes: object) => void} */
export function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, String(value));
}

/** @type {<Name extends keyof HTMLElementTagNameMap>(name: Name,
 *     properties?: Partial<HTMLElementTagNameMap[Name]> & {role?: string}, ...parts: (Node | string)[]) =>
 *     HTMLElementTagNameMap[Name]} */
export function html(name, properties = {}, ...parts) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...parts);
    return element;
}

/** @type {(board: Board, cell: number) => {cx: number, cy: number}} */
export const centre = ({width, height}, cell) => ({
    cx: (cell % width + 0.5) * CELL,
    cy: (height - Math.floor(cell / width) - 0.5) * CELL,
});

/** @type {(player: number, board: Board, cell: number, name?: string) => SVGElement} */
export function useStone(player, board, cell, name = 'body') {
    const {cx, cy} = centre(board, cell);
    return svg('use', {href: `#${STONES[player]}`, class: name, x: cx - 50, y: cy - 50,
                       width: CELL, height: CELL});
}

/** A rounded frame with a hole for each cell.
 * @type {(board: Board) => string} */
function framePath({width, height}) {
    const w = width * CELL, h = height * CELL, r = 43;
    let path = `M10-20H${w - 10}a30 30 0 0 1 30 30V${h + 30}a30 30 0 0 1-30 30H10` +
        `a30 30 0 0 1-30-30V10a30 30 0 0 1 30-30z`;
    for (let x = 0; x < width; x++)
        for (let y = 0; y < height; y++)
            path += `M${(x + 0.5) * CELL - r} ${(y + 0.5) * CELL}` +
                `a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;
    return path;
}

/** The edge of a hole, or what marks a stone in it.
 * @type {(board: Board, cell: number, name: 'rim' | 'last' | 'hint' | 'won', r?: number) => SVGElement} */
export const ring = (board, cell, name, r = 40) => svg('circle', {class: name, r, ...centre(board, cell)});

/** An empty board.  Its stones belong into 'layer', what is over them into 'marks'.
 * @param {Board} board */
export function drawFrame(board) {
    const layer = svg('g'), marks = svg('g');
    const drawing = svg(
        'svg', {viewBox: `-20 -20 ${board.width * CELL + 40} ${board.height * CELL + 80}`,
                'aria-hidden': 'true', class: 'drawing'},
        svg('rect', {class: 'holes', x: 0, y: 0, width: board.width * CELL, height: board.height * CELL}),
        layer, svg('path', {class: 'frame', d: framePath(board)}),
        ...Array.from({length: board.width * board.height}, (_, cell) => ring(board, cell, 'rim', 43)),
        ...names(board), marks);
    return {drawing, layer, marks};
}

/** Through the stones of a line of four.
 * @type {(board: Board, four: number[]) => SVGElement} */
export function line(board, four) {
    const [from, to] = [centre(board, four[0]), centre(board, four[3])];
    return svg('line', {class: 'four', x1: from.cx, y1: from.cy, x2: to.cx, y2: to.cy});
}

/** A board with its stones, and the lines of four.
 * @param {Position} position */
export function drawPosition({board, cells, fours}) {
    const {drawing, layer, marks} = drawFrame(board);
    layer.append(...Array.from(cells).flatMap((player, cell) => player === 0 ? [] : [useStone(player, board, cell)]));
    marks.append(...fours.map((four) => line(board, four)));
    return {drawing, marks};
}

/** The names of columns and rows.
 * @type {(board: Board) => SVGElement[]} */
const names = ({width, height}) => [
    ...Array.from({length: width}, (_, i) =>
        svg('text', {class: 'name', x: (i + 0.5) * CELL, y: height * CELL + 38}, columnName(i + 1))),
    ...Array.from({length: height}, (_, row) =>
        svg('text', {class: 'row', x: -7, y: (height - row - 0.5) * CELL + 7}, String(row + 1))),
];
