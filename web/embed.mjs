// embed.html: the game of its address in a frame, to step through and to play on.

import {FourscoreBoard} from './fourscore-board.mjs';
import {allMoves, lineThrough, readAddress, readTree, writeAddress} from './tree.mjs';

const framed = /** @type {FourscoreBoard} */ (document.querySelector('fourscore-board'));
const whole = /** @type {HTMLAnchorElement} */ (document.getElementById('whole'));
const options = new URLSearchParams(location.search);

/** Where the steps go. */
const STEPS = {first: () => 0, back: () => framed.ply - 1, forward: () => framed.ply + 1, last: () => Infinity};

/** The game of the address, unless that is wrong.
 * @type {{board: Board, root: Move} | null} */
let game = null;

function openGame() {
    const {board, name, moves, cursor} = readAddress(location.hash, location.search);
    const tree = board && readTree(board, moves, cursor);
    game = tree && {board, root: tree.root};
    framed.setAttribute('board', name);
    framed.position = tree ? lineThrough(tree.at).at(-1)?.moves ?? '' : moves;
    framed.ply = tree ? tree.at.moves.length : Infinity;
}

/** The link has the side lines and comments, too, unless another move was played. */
function link() {
    const shown = framed.position.slice(0, framed.ply);
    const at = game && allMoves(game.root).find(({moves}) => moves === shown);
    whole.href = game ? `./#${at ? writeAddress({...game, at}) : framed.address}` : `./${location.hash}`;
}

for (const [id, step] of Object.entries(STEPS))
    document.getElementById(id)?.addEventListener('click', () => framed.ply = step());
addEventListener('hashchange', openGame);
framed.addEventListener('change', link);
framed.setAttribute('theme', options.get('theme') ?? '');
framed.toggleAttribute('scores', options.get('scores') !== 'off');
openGame();
link();
