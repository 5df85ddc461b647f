// What is known about the positions that were asked for.

import {boardName} from './game.mjs';
import {isComplete} from './questions.mjs';

export class Knowledge {
    /** @type {Map<string, Found>} */
    #known = new Map();

    /** @type {(board: Board, moves: string) => Found | undefined} */
    at(board, moves) {
        return this.#known.get(key(board, moves));
    }

    /** By ply, one more than there are moves.
     * @type {(board: Board, moves: string) => Line} */
    line(board, moves) {
        return Array.from({length: moves.length + 1},
                          (_, ply) => this.at(board, moves.slice(0, ply)));
    }

    /** @type {(board: Board, moves: string, found: Found) => void} */
    learn(board, moves, found) {
        const old = this.at(board, moves);
        if (!isComplete(old) || found.line !== undefined)
            this.#known.set(key(board, moves), {
                ...old, ...found, moves: found.moves ?? old?.moves ?? null,
                best: found.best ?? old?.best ?? null,
            });
    }
}

/** @type {(board: Board, moves: string) => string} */
const key = (board, moves) => `${boardName(board)}/${moves}`;
