// The score by ply: bars up are Red's, bars down are Yellow's.

import {exactScore} from './analysis.mjs';
import {svg} from './drawing.mjs';
import {SAY} from './sentences.mjs';

const HEIGHT = 100, MIDDLE = HEIGHT / 2, STEP = 12;
const SHORTEST = 22; // plies that it has room for
const FIRST_WIN = 7; // the first move that can win

/** Clicks choose a ply.  'judged' are the mistakes by move.
 * @type {(root: HTMLElement, board: Board, found: Line, judged: (Mistake | null)[], cursor: number,
 *     onChoose: (ply: number) => void) => void} */
export function drawGraph(root, board, found, judged, cursor, onChoose) {
    const plies = Math.max(found.length, SHORTEST), width = plies * STEP;
    const highest = Math.floor((board.width * board.height + 2 - FIRST_WIN) / 2);
    root.onclick = ({clientX}) => {
        const box = root.getBoundingClientRect();
        onChoose(Math.min(Math.max(Math.floor((clientX - box.left) / box.width * plies), 0), found.length - 1));
    };
    root.replaceChildren(svg(
        'svg', {viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img',
                'aria-label': SAY.graph(found.map((one, ply) => scoreForRed(one, ply) ?? '?').join(', '))},
        svg('rect', {class: 'cursor', x: cursor * STEP, y: 0, width: STEP, height: HEIGHT}),
        ...found.flatMap((one, ply) => drawPly(one, ply, Boolean(judged[ply - 1]), highest)),
        svg('line', {class: 'zero', x1: 0, x2: width, y1: MIDDLE, y2: MIDDLE})));
}

/** 'highest' is the largest score of the board.
 * @type {(found: Found | undefined, ply: number, isMistake: boolean, highest: number) => SVGElement[]} */
function drawPly(found, ply, isMistake, highest) {
    const red = scoreForRed(found, ply);
    if (red === null)
        return [svg('rect', {class: 'unknown', x: ply * STEP + 4, y: MIDDLE - 2, width: 4, height: 4})];
    // The square root, because most scores are small.
    const length = Math.sqrt(Math.abs(red) / highest) * (MIDDLE - 6);
    const side = red > 0 ? 'red' : red < 0 ? 'yellow' : 'draw';
    const bar = svg('rect', {
        class: `bar ${side}`, x: ply * STEP + 2, width: STEP - 4,
        y: red > 0 ? MIDDLE - length : red < 0 ? MIDDLE : MIDDLE - 2,
        height: red === 0 ? 4 : length,
    });
    if (!isMistake)
        return [bar];
    const at = ply % 2 === 1 ? HEIGHT - 3 : 3; // on the side of the other player
    return [bar, svg('rect', {class: 'mistake', x: ply * STEP + 2, width: STEP - 4, y: at - 2.5, height: 5})];
}

/** @type {(found: Found | undefined, ply: number) => number | null} */
function scoreForRed(found, ply) {
    const score = exactScore(found);
    return score === null || ply % 2 === 0 ? score : 0 - score;
}
