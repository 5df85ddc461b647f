// The game in the address of the page: #4453, #8x7/4453, and #4453@2 after going
// back to the second move.  ?pos=4453 is read, too, as links of the tutorial's site have
// it, and ?position= and ?game= as those of the server.

import {boardName, readBoard} from './game.mjs';

/**
 * @typedef {{board: Board, moves: string, cursor: number}} Game
 */

export const USUAL_BOARD = '7x6';

/** @param {URLSearchParams} query */
const gameOf = (query) => query.get('pos') ?? query.get('position') ?? query.get('game');

/**
 * Whether a link says which game is meant.
 * @param {string} hash
 * @param {string} search
 */
export const namesGame = (hash, search) => hash !== '' || gameOf(new URLSearchParams(search)) !== null;

/**
 * @param {Game} game
 * @returns {string} what follows #
 */
export function writeAddress({board, moves, cursor}) {
    const name = boardName(board);
    return (name === USUAL_BOARD ? '' : `${name}/`) + moves +
        (cursor < moves.length ? `@${cursor}` : '');
}

/**
 * The board is null if it is none of the page's; the moves are not checked.
 * @param {string} hash
 * @param {string} search
 * @returns {{board: Board | null, name: string, moves: string, cursor: number}}
 */
export function readAddress(hash, search) {
    const query = new URLSearchParams(search);
    let text;
    try {
        text = decodeURIComponent(hash.replace(/^#/, ''));
    } catch {
        text = hash.replace(/^#/, '');
    }
    const asked = gameOf(query);
    // What follows # may be a place on a page of another site.
    if (asked !== null && (text === '' || !/^([^/@]*\/)?[1-9]*(@\d+)?$/.test(text)))
        text = asked;

    const found = /^(?:([^/@]*)\/)?([^@]*)(?:@(\d+))?$/s.exec(text);
    const name = found?.[1] ?? query.get('board') ?? USUAL_BOARD;
    const moves = (found?.[2] ?? text).trim();
    const cursor = Math.min(Number(found?.[3] ?? moves.length), moves.length);
    return {board: readBoard(name), name, moves, cursor};
}
