// Stones that fall over the board when a person has won.  style.css moves them, unless
// people prefer that nothing moves.

const COUNT = 28, MILLISECONDS = 2400;

/** @param {HTMLElement} board */
export function celebrate(board) {
    const shower = document.createElement('div');
    shower.className = 'shower';
    shower.setAttribute('aria-hidden', 'true');
    for (let i = 0; i < COUNT; i++) {
        const stone = document.createElement('i');
        stone.style.setProperty('--left', String((i * 37) % 100));
        stone.style.setProperty('--wait', String((i * 53) % 90));
        shower.append(stone);
    }
    board.append(shower);
    setTimeout(() => shower.remove(), MILLISECONDS);
}
