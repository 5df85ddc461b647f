// How to play: three pictures.

import {drawPosition} from './drawing.mjs';
import {readBoard, replay, USUAL_BOARD} from './game.mjs';
import {SAY} from './sentences.mjs';

const GAMES = ['4435', '12233434464', '334166623535657146541126772224357453771142'];

/** @param {HTMLElement} root  that gets the pictures */
export function drawRules(root) {
    const board = /** @type {Board} */ (readBoard(USUAL_BOARD));
    root.append(...SAY.rules.map((words, i) => {
        const figure = document.createElement('figure'), caption = document.createElement('figcaption');
        const {drawing} = drawPosition(/** @type {Position} */ (replay(board, GAMES[i])));
        caption.textContent = words;
        drawing.setAttribute('class', 'small-board');
        figure.append(drawing, caption);
        return figure;
    }));
}
