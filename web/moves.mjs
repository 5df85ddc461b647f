// The moves of a game as a line of buttons.

import {moverAt, playerName} from './words.mjs';

/**
 * @param {HTMLElement} list
 * @param {{moves: string, cursor: number,
 *     mistakes: (import('./analysis.mjs').Mistake | null)[]}} game
 * @param {(ply: number) => void} onChoose
 */
export function drawMoves(list, {moves, cursor, mistakes}, onChoose) {
    const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
    const items = Array.from(moves, (column, i) => {
        const player = playerName(moverAt(i)), mistake = mistakes[i] ?? null;
        const button = document.createElement('button');
        button.type = 'button';
        button.className = `move ${player.toLowerCase()}`;
        button.textContent = column + (mistake?.mark ?? '');
        button.setAttribute('aria-label',
            `Move ${i + 1}: ${column}, ${player}${mistake ? `, ${mistake.words}` : ''}`);
        if (mistake) {
            button.dataset.mistake = mistake.kind;
            button.title = mistake.words;
        }
        if (i + 1 === cursor)
            button.setAttribute('aria-current', 'step');
        button.addEventListener('click', () => onChoose(i + 1));
        const item = document.createElement('li');
        item.append(button);
        return item;
    });
    if (items.length === 0) {
        const item = document.createElement('li');
        item.className = 'empty';
        item.textContent = 'No moves yet';
        items.push(item);
    }
    list.replaceChildren(...items);
    if (focused >= 0)
        list.children[Math.min(focused, list.children.length - 1)].querySelector('button')?.focus();
}
