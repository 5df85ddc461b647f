// What the menu "Share" does.

import {writeGame} from './notation.mjs';
import {gameAnimation, hand, inPixels, positionPicture} from './picture.mjs';
import {get} from './screen.mjs';
import {SAY} from './sentences.mjs';

/** What is done, by the id of a button; it returns what is said then.
 * @type {Record<string, (session: Session) => Promise<string>>} */
const ACTIONS = {
    async send() {
        await navigator.share({title: document.title, url: location.href});
        return '';
    },
    link: () => copy(location.href, SAY.linkCopied),
    copy: ({root}) => copy(writeGame(root), SAY.movesCopied),
    embed: () => copy(SAY.frame(new URL(`embed.html${location.hash.replace(/^#study$/, '')}`, location.href).href),
                      SAY.frameCopied),
    svg: async (session) => give(new Blob([picture(session)], {type: 'image/svg+xml'}), 'position.svg'),
    png: async (session) => give(await inPixels(picture(session)), 'position.png'),
    async gif({board, moves}) {
        get('shared').textContent = SAY.animating;
        return give(await gameAnimation(board, moves), 'game.gif');
    },
};

/** @param {Session} session */
const picture = ({position, lastColumn}) => positionPicture(position, lastColumn);

/** @type {(blob: Blob, name: string) => Promise<string>} */
async function give(blob, name) {
    await hand(blob, name);
    return SAY.given(name);
}

/** 'words' are said when it is done.
 * @type {(text: string, words: string) => Promise<string>} */
async function copy(text, words) {
    try {
        await navigator.clipboard.writeText(text);
        return words;
    } catch {
        return SAY.notCopied(text);
    }
}

/** A button with this id was pressed.
 * @type {(app: App, id: string) => Promise<void>} */
export async function share({session}, id) {
    try {
        get('shared').textContent = await ACTIONS[id]?.(session) ?? '';
    } catch (/** @type {any} */ error) {
        // Whoever has changed their mind knows that.
        get('shared').textContent = error.name === 'AbortError' ? '' : SAY.notShared(error.message);
    }
}
