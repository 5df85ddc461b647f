// embed.html: the game of its address in a frame, to step through and to play on.

import {readAddress} from './address.mjs';
import {FourscoreBoard} from './fourscore-board.mjs';
import {LABELS, SAY} from './sentences.mjs';
import {allMoves, lineThrough, readTree} from './tree.mjs';

const framed = /** @type {FourscoreBoard} */ (document.querySelector('fourscore-board'));
const whole = /** @type {HTMLAnchorElement} */ (document.getElementById('whole'));
const options = new URLSearchParams(location.search);

/** Where the steps go. */
const STEPS = {first: () => 0, back: () => framed.ply - 1, forward: () => framed.ply + 1, last: () => Infinity};

function openGame() {
    const {board, name, moves, cursor} = readAddress(location.hash, location.search);
    const tree = board && readTree(board, moves);
    const at = tree && (allMoves(tree.root)[cursor] ?? tree.last);
    framed.setAttribute('board', name);
    framed.position = at ? lineThrough(at).at(-1)?.moves ?? '' : moves;
    framed.ply = at ? at.moves.length : Infinity;
}

for (const [id, step] of Object.entries(STEPS)) {
    const button = /** @type {HTMLElement} */ (document.getElementById(id));
    button.ariaLabel = LABELS[/** @type {keyof typeof STEPS} */ (id)];
    button.addEventListener('click', () => framed.ply = step());
}
whole.textContent = SAY.whole;
addEventListener('hashchange', openGame);
framed.addEventListener('change', () => whole.href = `./#${framed.address}`);
framed.setAttribute('theme', options.get('theme') ?? '');
framed.toggleAttribute('scores', options.get('scores') !== 'off');
openGame();
whole.href = `./#${framed.address}`;
