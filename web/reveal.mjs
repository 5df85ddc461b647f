// What opens is seen.

/**
 * Scroll an element into view: its start, and as much of it as fits.
 * @param {HTMLElement} element
 */
export function reveal(element) {
    const {height} = element.getBoundingClientRect();
    element.scrollIntoView({block: height < innerHeight ? 'nearest' : 'start'});
}
