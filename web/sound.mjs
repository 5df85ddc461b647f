// What is heard, if that is wanted: a stone that drops, and the end of a game.

import {get} from './screen.mjs';

/** Tones: hertz, and when they begin, in seconds. */
const TONES = {
    drop: [[220, 0]],
    end: [[392, 0], [523, 0.15], [659, 0.3]],
};
const TONE_SECONDS = 0.25, VOLUME = 0.2;

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
