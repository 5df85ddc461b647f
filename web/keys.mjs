// The keyboard, everywhere on the page.

import {playByHand} from './hand.mjs';
import {get} from './screen.mjs';
import {readColumn} from './sentences.mjs';

/** @type {Record<string, string>} keys that do what a button does, the first that is there */
const BUTTONS = {
    ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last',
    u: 'undo', t: 'hint', w: 'why', n: 'new rematch next',
};

/** @type {(app: App, event: KeyboardEvent) => void} */
export function onKey(app, event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'Escape' && app.why.isShown)
        return app.why.close();
    if (event.ctrlKey || event.altKey || event.metaKey || (event.repeat && event.key.length === 1) ||
        target.closest('select, textarea, input:not([type=checkbox])'))
        return;
    if (!get('board').contains(target) && !get('keys').checked)
        return;
    if (app.why.isShown && /^Arrow(Left|Right)$/.test(event.key))
        app.why.go(event.key === 'ArrowLeft' ? -1 : 1);
    else if (!press(app, event.key))
        return;
    event.preventDefault();
}

/** Or hide them. */
function showKeys() {
    const help = get('help');
    help.open = !help.open;
    if (help.open)
        help.firstElementChild.focus();
}

/** Do what a key means, if it means anything.
 * @type {(app: App, key: string) => boolean} */
function press(app, key) {
    const column = readColumn(key);
    const button = (BUTTONS[key] ?? '').split(' ').map(get).find((one) => one?.checkVisibility() && !one.disabled);
    if (column > 0)
        playByHand(app, column);
    else if ((key === 'ArrowUp' || key === 'ArrowDown') && app.session.mode !== 'setup')
        return app.goBeside(key === 'ArrowUp' ? -1 : 1);
    else if (key === '?')
        showKeys();
    else if (button)
        button.click();
    else
        return false;
    return column === 0;
}
