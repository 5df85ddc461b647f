// Settings that the browser keeps.  Where it keeps none, they last for one visit.

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
