// Pictures to keep: the position as SVG or PNG, and the game as an SVG that plays it.

const PIXELS = 60, SECONDS_A_MOVE = 0.8;
const PICTURE_COLOURS = ['#131c4a', '#f0535c', '#ffd34d'];

/** @type {(board: Board, cell: number, player: number, inside?: string) => string} */
function circle({width, height}, cell, player, inside = '') {
    const x = (cell % width + 0.5) * PIXELS, y = (height - Math.floor(cell / width) - 0.5) * PIXELS;
    return `<circle cx="${x}" cy="${y}" r="${PIXELS * 0.43}" fill="${PICTURE_COLOURS[player]}">${inside}</circle>`;
}

/** @type {(board: Board, stones: string) => string} */
function frame(board, stones) {
    const {width, height} = {width: board.width * PIXELS, height: board.height * PIXELS};
    const holes = Array.from({length: board.width * board.height}, (_, cell) => circle(board, cell, 0));
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
        `viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" rx="20" fill="#3552bd"/>` +
        `${holes.join('')}${stones}</svg>`;
}

/** @param {Position} position */
export const positionPicture = ({board, cells}) => frame(board, Array.from(cells, (player, cell) =>
    player === 0 ? '' : circle(board, cell, player)).join(''));

/** The stones appear one after the other, again and again.
 * @type {(board: Board, moves: string) => string} */
export function gamePicture(board, moves) {
    const heights = Array(board.width).fill(0);
    const total = (moves.length + 3) * SECONDS_A_MOVE;
    return frame(board, Array.from(moves, (column, i) => {
        const cell = heights[Number(column) - 1]++ * board.width + Number(column) - 1;
        const at = ((i + 1) * SECONDS_A_MOVE / total).toFixed(4);
        return circle(board, cell, i % 2 + 1, `<animate attributeName="opacity" dur="${total.toFixed(1)}s" ` +
            `values="0;1;1" keyTimes="0;${at};1" calcMode="discrete" repeatCount="indefinite"/>`);
    }).join(''));
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
