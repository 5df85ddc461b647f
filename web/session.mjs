// The game that is being played: its moves, the point that is shown, and who plays.

import {canPlay, emptyPosition, mirror, play, replay} from './game.mjs';

export class Session {
    /** @type {Board} */
    board;
    moves = '';
    /** How many of the moves have been made at the point that is shown. */
    cursor = 0;
    /** So many of the moves only lead to a position: nobody has played them. */
    given = 0;
    /** @type {Position} the position that is shown */
    position;
    /** The level of the opponent, from 1; 0 if one person moves for both. */
    opponent = 0;
    /** @type {1 | 2} whom the person plays */
    side = 1;
    seed = newSeed();

    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.position = emptyPosition(board);
    }

    /** The moves up to the point that is shown. */
    get shown() {
        return this.moves.slice(0, this.cursor);
    }

    get atEnd() {
        return this.cursor === this.moves.length;
    }

    /** Whether the opponent is to move. */
    get awaitsOpponent() {
        return this.opponent > 0 && this.atEnd && !this.position.over &&
            this.position.mover !== this.side;
    }

    /** The column of the last move before the point that is shown, or 0. */
    get lastColumn() {
        return Number(this.moves[this.cursor - 1] ?? 0);
    }

    /**
     * Returns false, and changes nothing, if the game is not possible.
     * @param {Board} board
     * @param {string} moves
     * @param {number} cursor
     * @param {number} given
     */
    open(board, moves, cursor = moves.length, given = 0) {
        const position = replay(board, moves.slice(0, cursor));
        if (position === null || replay(board, moves) === null)
            return false;
        Object.assign(this, {board, moves, cursor, position,
                             given: Math.min(given, moves.length)});
        return true;
    }

    /** @param {Board} board */
    start(board = this.board) {
        this.seed = newSeed();
        this.open(board, '');
    }

    /**
     * Play at the point that is shown.  Other moves after it are given up.
     * @param {number} column
     * @returns {boolean} whether that was possible
     */
    play(column) {
        if (!canPlay(this.position, column))
            return false;
        if (this.moves[this.cursor] !== String(column)) {
            this.moves = this.moves.slice(0, this.cursor) + column;
            this.given = Math.min(this.given, this.cursor);
        }
        this.cursor++;
        this.position = play(this.position, column);
        return true;
    }

    /** @param {number} ply */
    go(ply) {
        this.open(this.board, this.moves, Math.min(Math.max(ply, 0), this.moves.length),
                  this.given);
    }

    /** The point to which undo() goes back; null if there is none. */
    get undoPoint() {
        for (let ply = this.cursor - 1; ply >= 0; ply--)
            if (this.opponent === 0 || ply % 2 === this.side - 1)
                return ply;
        return null;
    }

    /** Take back the last move; against an opponent, the person's last one. */
    undo() {
        if (this.undoPoint !== null)
            this.open(this.board, this.moves.slice(0, this.undoPoint), undefined, this.given);
    }

    mirror() {
        this.open(this.board, mirror(this.board, this.moves), this.cursor, this.given);
    }
}

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
