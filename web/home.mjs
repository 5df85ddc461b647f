// What opens on the first screen: the rules in three pictures, and the games against the levels
// that have ended, as the browser keeps them: how many were won, drawn and lost, and the last ones.

import {drawPosition, html} from './drawing.mjs';
import {readBoard, replay, USUAL_BOARD} from './game.mjs';
import {PERFECT} from './levels.mjs';
import {dayOf} from './puzzle.mjs';
import {SAY} from './sentences.mjs';
import {keep, kept} from './settings.mjs';
import {lineThrough, writeAddress} from './tree.mjs';

const GAMES = 20, OUTCOMES = 3; // won, drawn, lost
/** Of the rules. */
const EXAMPLES = ['4435', '12233434464', '334166623535657146541126772224357453771142'];

/** By level from 1, and outcome. */
const readTally = () => (kept('tally') ?? '').split(' ').slice(0, PERFECT).map((counts) =>
    Array.from({length: OUTCOMES}, (_, i) => Number(/^(\d+),(\d+),(\d+)$/.exec(counts)?.[i + 1] ?? 0)));

/** The last one first. */
const readGames = () => Array.from((kept('games') ?? '').matchAll(/^(\d{4}-\d\d-\d\d) ([1-5]) ([0-2]) (\S+)$/gm),
    ([text, day, level, outcome, address]) => ({text, day, level: Number(level), outcome: Number(outcome), address}));

/** Keep a game that has ended, if it was one person against a level.  Of moves that were given,
 * no tally is kept.
 * @type {(session: Session) => void} */
export function keepGame(session) {
    const {board, root, players, person, winner, start} = session, level = Math.max(...players);
    if (person === 0)
        return;
    const outcome = winner === 0 ? 1 : winner === person ? 0 : 2, tally = readTally();
    if (start === '') {
        (tally[level - 1] ??= Array(OUTCOMES).fill(0))[outcome]++;
        keep('tally', Array.from(tally, (counts) => String(counts ?? '')).join(' '));
    }
    const address = writeAddress({board, root, at: lineThrough(root).at(-1) ?? root});
    const game = `${dayOf(new Date())} ${level} ${outcome} ${address}`;
    keep('games', [game, ...readGames().map(({text}) => text)].slice(0, GAMES).join('\n'));
}

/** @type {(name: 'th' | 'td', words: (string | number)[]) => HTMLElement} */
const row = (name, words) => html('tr', {}, ...words.map((word, i) => i === 0 || name === 'th'
    ? html('th', {scope: name === 'th' ? 'col' : 'row'}, String(word)) : html(name, {}, String(word))));

/** @param {HTMLElement} root  which is hidden as long as there is nothing */
export function drawRecord(root) {
    const games = readGames();
    root.hidden = games.length === 0;
    const table = html('table', {}, row('th', SAY.tally), ...readTally().flatMap((counts, i) =>
        counts.some((n) => n > 0) ? [row('td', [SAY.level(i + 1), ...counts])] : []));
    const list = html('ol', {}, ...games.map(({day, level, outcome, address}) =>
        html('li', {}, html('a', {href: `#${address}`}, SAY.game(day, level, outcome)))));
    root.replaceChildren(.../** @type {any} */ (root).querySelectorAll('summary'), table, list);
}

/** @param {HTMLElement} root  that gets the pictures */
export function drawRules(root) {
    const board = /** @type {Board} */ (readBoard(USUAL_BOARD));
    root.append(...SAY.rules.map((words, i) => {
        const {drawing} = drawPosition(/** @type {Position} */ (replay(board, EXAMPLES[i])));
        return html('figure', {}, drawing, html('figcaption', {}, words));
    }));
}
