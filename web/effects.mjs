// What is heard, if that is wanted, and seen: a stone that drops, and the end of a game.

import {html} from './drawing.mjs';
import {get} from './screen.mjs';

/** Tones: hertz, and when they begin, in seconds. */
const TONES = {
    drop: [[220, 0]],
    end: [[392, 0], [523, 0.15], [659, 0.3]],
};
const TONE_SECONDS = 0.25, VOLUME = 0.2;
const STONES = 28, SHOWER_MILLISECONDS = 2400;

/** @type {AudioContext | null} */
let context = null;

/** @param {keyof typeof TONES} name */
export function sound(name) {
    if (!get('sound').checked)
        return;
    context ??= new AudioContext();
    for (const [hertz, after] of TONES[name]) {
        const tone = context.createOscillator(), gain = context.createGain();
        const start = context.currentTime + after;
        tone.type = 'triangle';
        tone.frequency.value = hertz;
        gain.gain.setValueAtTime(VOLUME, start);
        gain.gain.exponentialRampToValueAtTime(0.001, start + TONE_SECONDS);
        tone.connect(gain).connect(context.destination);
        tone.start(start);
        tone.stop(start + TONE_SECONDS);
    }
}

/** Stones that fall over the board when a person has won.  style.css moves them, unless people
 * prefer that nothing moves.
 * @param {HTMLElement} board */
export function celebrate(board) {
    const shower = html('div', {className: 'shower', ariaHidden: 'true'});
    for (let i = 0; i < STONES; i++) {
        const stone = html('i');
        stone.style.setProperty('--left', String((i * 37) % 100));
        stone.style.setProperty('--wait', String((i * 53) % 90));
        shower.append(stone);
    }
    board.append(shower);
    setTimeout(() => shower.remove(), SHOWER_MILLISECONDS);
}
