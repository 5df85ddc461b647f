// Settings that the browser keeps.  Where it keeps none, they last for one visit.

import {get} from './screen.mjs';

/** @type {Map<string, string>} */
const visit = new Map();

/** @type {(name: string) => string | null} */
export function kept(name) {
    try {
        return visit.get(name) ?? localStorage.getItem(`fourscore.${name}`);
    } catch {
        return null;
    }
}

/** @type {(name: string, value: string) => void} */
export function keep(name, value) {
    try {
        localStorage.setItem(`fourscore.${name}`, value);
        visit.delete(name);
    } catch {
        visit.set(name, value);
    }
}

/** @param {string} id  of a switch */
export const keepSwitch = (id) => keep(id, get(id).checked ? 'on' : 'off');
