// What the menu "Share" does, and its pictures: the position as SVG or PNG, and the game as a GIF
// that plays it.

import {drawPosition, html, ring, set, stones} from './drawing.mjs';
import {lastCell, replay} from './game.mjs';
import {writeGame} from './notation.mjs';
import {get} from './screen.mjs';
import {SAY} from './sentences.mjs';

const SCALE = 0.6, FRAME = '#3552bd';
const DELAY = 80, END_DELAY = 300; // hundredths of a second

// By class, because a picture has no style sheet.
const LOOKS = Object.entries({
    holes: {fill: '#131c4a'}, frame: {fill: FRAME, 'fill-rule': 'evenodd'},
    rim: {fill: 'none', stroke: '#2b43a0', 'stroke-width': 4},
    name: {fill: '#e6ebff', 'font-size': 27, 'font-weight': 600}, row: {fill: '#e6ebff', 'font-size': 20},
    'red-body': {fill: '#f0535c'}, 'red-rim': {fill: 'none', stroke: '#b52a38', 'stroke-width': 3},
    'red-mark': {fill: 'none', stroke: '#6d0b18', 'stroke-width': 9, 'stroke-linecap': 'round'},
    'yellow-body': {fill: '#ffd34d'}, 'yellow-rim': {fill: 'none', stroke: '#c18d00', 'stroke-width': 3},
    'yellow-mark': {fill: 'none', stroke: '#6b4b00', 'stroke-width': 8},
    last: {fill: 'none', stroke: '#fff', 'stroke-width': 5, 'stroke-dasharray': '12 9'},
    four: {stroke: '#fff', 'stroke-width': 14, 'stroke-linecap': 'round'},
});

/** A position as SVG.
 * @param {Position} position */
function positionPicture(position) {
    const last = lastCell(position), {drawing, marks} = drawPosition(position);
    if (position.fours.length === 0 && last >= 0)
        marks.append(ring(position.board, last, 'last'));
    drawing.append(...stones());
    const [, , width, height] = (drawing.getAttribute('viewBox') ?? '').split(' ').map(Number);
    set(drawing, {width: width * SCALE, height: height * SCALE, 'font-family': 'sans-serif', 'text-anchor': 'middle'});
    for (const [name, look] of LOOKS)
        for (const element of /** @type {NodeListOf<SVGElement>} */ (drawing.querySelectorAll(`.${name}`)))
            set(element, look);
    return new XMLSerializer().serializeToString(drawing);
}

/** The pixels of an SVG.
 * @type {(picture: string, background: string) => Promise<CanvasRenderingContext2D>} */
async function paint(picture, background) {
    const image = new Image(), url = URL.createObjectURL(new Blob([picture], {type: 'image/svg+xml'}));
    image.src = url;
    await image.decode();
    URL.revokeObjectURL(url);
    const {width, height} = image, canvas = html('canvas', {width, height});
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
    context.drawImage(image, 0, 0);
    return context;
}

/** The PNG of an SVG.
 * @type {(picture: string) => Promise<Blob>} */
async function inPixels(picture) {
    const {canvas} = await paint(picture, 'transparent');
    return new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(blob)));
}

/** The game, move by move, as a GIF, which has no rounded corners.
 * @type {(board: Board, moves: string) => Promise<Blob>} */
async function gameAnimation(board, moves) {
    const {encode} = await import(new URL('gif.js', import.meta.url).href);
    const frames = await Promise.all(Array.from({length: moves.length + 1}, async (_, ply) => {
        const position = /** @type {Position} */ (replay(board, moves.slice(0, ply)));
        const context = await paint(positionPicture(position), FRAME), {width, height} = context.canvas;
        return context.getImageData(0, 0, width, height);
    }));
    return encode(frames, frames.map((_, ply) => ply === moves.length ? END_DELAY : DELAY));
}

/** What is done, by the id of a button; it returns what is said then.
 * @type {Record<string, (session: Session) => Promise<string>>} */
const ACTIONS = {
    async send() {
        await navigator.share({title: document.title, url: location.href});
        return '';
    },
    link: () => copy(location.href, SAY.linkCopied),
    copy: ({root}) => copy(writeGame(root), SAY.movesCopied),
    embed: () => copy(SAY.frame(new URL(`embed.html${location.hash.replace(/^#study$/, '')}`, location.href).href),
                      SAY.frameCopied),
    svg: async ({position}) => give(new Blob([positionPicture(position)], {type: 'image/svg+xml'}), 'position.svg'),
    png: async ({position}) => give(await inPixels(positionPicture(position)), 'position.png'),
    async gif({board, moves}) {
        get('shared').textContent = SAY.animating;
        return give(await gameAnimation(board, moves), 'game.gif');
    },
};

/** Hand a picture to the person: to what a phone sends it with, or as a file.
 * @type {(blob: Blob, name: string) => Promise<string>} */
async function give(blob, name) {
    const files = [new File([blob], name, {type: blob.type})];
    if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({files})) {
        await navigator.share({files});
    } else {
        const link = html('a', {href: URL.createObjectURL(blob), download: name});
        link.click();
        URL.revokeObjectURL(link.href);
    }
    return SAY.given(name);
}

/** 'words' are said when it is done.
 * @type {(text: string, words: string) => Promise<string>} */
async function copy(text, words) {
    try {
        await navigator.clipboard.writeText(text);
        return words;
    } catch {
        return SAY.notCopied(text);
    }
}

/** A button with this id was pressed.
 * @type {(app: App, id: string) => Promise<void>} */
export async function share({session}, id) {
    try {
        get('shared').textContent = await ACTIONS[id]?.(session) ?? '';
    } catch (/** @type {any} */ error) {
        // Whoever has changed their mind knows that.
        get('shared').textContent = error.name === 'AbortError' ? '' : SAY.notShared(error.message);
    }
}
