/**
 * A generator of numbers from 0 to 1 (mulberry32, by Tommy Ettinger).
 * @param {string} seed
 */
export function makeRandom(seed) {
    let state = 0;
    for (const character of seed)
        state = Math.imul(state ^ character.charCodeAt(0), 0x9e3779b1) + 0x7f4a7c15 | 0;
    return () => {
        state = state + 0x6d2b79f5 | 0;
        let mixed = Math.imul(state ^ state >>> 15, 1 | state);
        mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
        return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
    };
}
