// What opens is seen.

/** Scroll an element into view: its start, and as much of it as fits.
 * @type {(element: HTMLElement) => void} */
export function reveal(element) {
    const {height} = element.getBoundingClientRect();
    element.scrollIntoView({block: height < innerHeight ? 'nearest' : 'start'});
}
