// Pictures to keep: the position as SVG or PNG, and the game as an SVG that plays it.

import {drawFrame, lastRing, line, stones, svg, useStone} from './drawing.mjs';
import {emptyPosition, landing, play} from './game.mjs';

const SCALE = 0.6, SECONDS_A_MOVE = 0.8;

// By class, because a picture has no style sheet.
const LOOKS = Object.entries({
    holes: {fill: '#131c4a'}, frame: {fill: '#3552bd', 'fill-rule': 'evenodd'},
    rim: {fill: 'none', stroke: '#2b43a0', 'stroke-width': 4},
    name: {fill: '#e6ebff', 'font-size': 27, 'font-weight': 600}, row: {fill: '#e6ebff', 'font-size': 20},
    'red-body': {fill: '#f0535c'}, 'red-rim': {fill: 'none', stroke: '#b52a38', 'stroke-width': 3},
    'red-mark': {fill: 'none', stroke: '#6d0b18', 'stroke-width': 9, 'stroke-linecap': 'round'},
    'yellow-body': {fill: '#ffd34d'}, 'yellow-rim': {fill: 'none', stroke: '#c18d00', 'stroke-width': 3},
    'yellow-mark': {fill: 'none', stroke: '#6b4b00', 'stroke-width': 8},
    last: {fill: 'none', stroke: '#fff', 'stroke-width': 5, 'stroke-dasharray': '12 9'},
    four: {stroke: '#fff', 'stroke-width': 14, 'stroke-linecap': 'round'},
});

/** @type {(element: SVGElement, attributes: object) => void} */
function set(element, attributes) {
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
}

/** @type {(board: Board, layers: {layer: SVGElement[], marks?: SVGElement[]}) => string} */
function write(board, {layer: below, marks: above = []}) {
    const {drawing, layer, marks} = drawFrame(board);
    layer.append(...below);
    marks.append(...above);
    drawing.append(...stones());
    const [, , width, height] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
    set(drawing, {width: width * SCALE, height: height * SCALE, 'font-family': 'sans-serif', 'text-anchor': 'middle'});
    for (const [name, look] of LOOKS)
        for (const element of /** @type {NodeListOf<SVGElement>} */ (drawing.querySelectorAll(`.${name}`)))
            set(element, look);
    return new XMLSerializer().serializeToString(drawing);
}

/** @type {(position: Position, last: number) => string} */
export function positionPicture(position, last) {
    const {board, cells, fours} = position;
    const layer = Array.from(cells).flatMap((player, cell) => player === 0 ? [] : [useStone(player, board, cell)]);
    const marks = fours.map((four) => line(board, four));
    const cell = last > 0 ? landing(position, last) - board.width : 0;
    return write(board, {layer, marks: last > 0 && fours.length === 0 ? [lastRing(board, cell)] : marks});
}

/** The stones appear one after the other, again and again.
 * @type {(board: Board, moves: string) => string} */
export function gamePicture(board, moves) {
    const total = (moves.length + 3) * SECONDS_A_MOVE;
    let position = emptyPosition(board);
    return write(board, {layer: Array.from(moves, (name, i) => {
        const column = Number(name), stone = useStone(position.mover, board, landing(position, column));
        position = play(position, column);
        const at = ((i + 1) * SECONDS_A_MOVE / total).toFixed(4);
        stone.append(svg('animate', {attributeName: 'opacity', dur: `${total.toFixed(1)}s`, values: '0;1;1',
                                     keyTimes: `0;${at};1`, calcMode: 'discrete', repeatCount: 'indefinite'}));
        return stone;
    })});
}

/** The PNG of an SVG.
 * @type {(picture: string) => Promise<Blob>} */
async function inPixels(picture) {
    const image = new Image(), url = URL.createObjectURL(new Blob([picture], {type: 'image/svg+xml'}));
    image.src = url;
    await image.decode();
    URL.revokeObjectURL(url);
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(blob)));
}

/** Hand an SVG to the person, as a file.
 * @type {(picture: string, name: string) => Promise<void>} */
export async function save(picture, name) {
    const blob = name.endsWith('.png') ? await inPixels(picture) : new Blob([picture], {type: 'image/svg+xml'});
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}
