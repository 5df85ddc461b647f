// The state of the page: what is done, the game with its side lines, the point that is
// shown, and who plays.  Views draw it.

import {canPlay, emptyPosition, play, replay} from './game.mjs';
import {addMove, addMoves, lineThrough, makeTree, removeMove} from './tree.mjs';

/** What a person has asked for in a game. */
const NO_HELP = {hints: 0, takeBacks: 0, scores: false};

export class Session {
    /** @type {Mode} */
    mode = 'home';
    /** @type {Board} */
    board;
    root = makeTree();
    /** The move after which the game is shown; the root before the first one. */
    at = this.root;
    /** Moves that only lead to a position: nobody has played them. */
    start = '';
    /** @type {Position} the position that is shown */
    position;
    /** The levels of Red and Yellow, from 1; 0 is a person. */
    players = [0, 0];
    help = {...NO_HELP};
    /** Whether scores are shown: in the game that is played, and otherwise. */
    scores = {play: false, study: true};
    /** @type {0 | Player} whose time is up */
    late = 0;
    /** Whether the end of the game was counted, which happens once. */
    isCounted = false;
    seed = newSeed();
    /** Whether the page can move: if not, people do. */
    hasOpponents = true;
    /** The best column of the position after 'moves'; 0 if there is none.  While it is wanted, 'wait' ends when
     * the person has waited long enough.
     * @type {{moves: string, column: number, wait: AbortSignal | null}} */
    hint = {moves: '', column: 0, wait: null};
    /** What is put into a column while a position is set up: a stone, or 0 to take one away. */
    stone = 1;
    /** Whether the page waits with its moves. */
    isPaused = false;
    /** Moves whose board is shown in place of that of the game; '' for none. */
    preview = '';
    /** The moves up to a wrong answer, which "Why?" is about; '' for none. */
    wrong = '';
    /** The answer to "Why?" that is read, at one of its steps; 'words' while there are none.
     * @type {{words: string, steps: Step[], at: number} | null} */
    why = null;
    /** In place of the score in words, if it is not ''. */
    message = '';

    /** @param {Board} board */
    constructor(board) {
        this.board = board;
        this.position = emptyPosition(board);
    }

    /** The moves up to the point that is shown. */
    get shown() {
        return this.at.moves;
    }

    get cursor() {
        return this.at.moves.length;
    }

    /** The line through the point that is shown, without the start. */
    get line() {
        return lineThrough(this.at);
    }

    /** The moves of that line. */
    get moves() {
        return this.line.at(-1)?.moves ?? '';
    }

    get atEnd() {
        return this.at.children.length === 0;
    }

    /** @type {0 | Player} who has won, on the board or on time */
    get winner() {
        return this.late === 0 ? this.position.winner : this.late === 1 ? 2 : 1;
    }

    get isOver() {
        return this.position.over || this.late !== 0;
    }

    /** The level of the side to move; 0 if a person moves it. */
    get level() {
        return this.mode === 'play' && this.hasOpponents ? this.players[this.position.mover - 1] : 0;
    }

    /** Whether the page is to move. */
    get awaitsOpponent() {
        return this.level > 0 && this.atEnd && !this.isOver && !this.isPaused;
    }

    /** @type {0 | Player} the only player who is a person; 0 if there are two or none */
    get person() {
        const people = this.players.filter((level) => level === 0).length;
        return people !== 1 ? 0 : this.players[0] === 0 ? 1 : 2;
    }

    /** Whether the page plays both sides. */
    get isWatched() {
        return this.mode === 'play' && !this.players.includes(0);
    }

    get showsScores() {
        return this.mode !== 'home' && this.mode !== 'setup' && this.scores[this.mode === 'play' ? 'play' : 'study'];
    }

    /** @param {boolean} on */
    showScores(on) {
        this.scores[this.mode === 'play' ? 'play' : 'study'] = on;
        this.help.scores ||= on;
    }

    /** Whether a game is being played. */
    get isPlaying() {
        return this.mode === 'play' && !this.isOver;
    }

    /** How many moves of the line that is shown nobody has played. */
    get given() {
        const {moves, start} = this;
        const others = Array.from(start).findIndex((column, i) => column !== moves[i]);
        return others < 0 ? start.length : others;
    }

    /** Open a game at one of its moves, with what was kept of it.
     * @type {(board: Board, root: Move, at: Move, kept?: Partial<Kept>) => void} */
    open(board, root, at, {start = '', help = {...NO_HELP}, isCounted = false,
                           late = /** @type {0 | Player} */ (0)} = {}) {
        Object.assign(this, {board, root, start, help, late, isCounted, isPaused: false, seed: newSeed()});
        this.scores.play = false;
        this.go(at);
    }

    /** Open a game without side lines, at its end.
     * @type {(board: Board, moves: string, start?: string) => void} */
    openMoves(board, moves, start = '') {
        const root = makeTree();
        this.open(board, root, addMoves(root, moves), {start});
    }

    /** @param {Move} move */
    go(move) {
        this.at = move;
        this.position = replay(this.board, move.moves) ?? emptyPosition(this.board);
    }

    /** The move with these moves up to it, which are added if they are new.
     * @type {(moves: string) => Move} */
    find(moves) {
        return addMoves(this.root, moves);
    }

    /** Go to a point of the line that is shown.
     * @type {(ply: number) => void} */
    goPly(ply) {
        const moves = [this.root, ...this.line];
        this.go(moves[Math.min(Math.max(ply, 0), moves.length - 1)]);
    }

    /** Play at the point that is shown.  Another move that follows it stays beside this
     * one; while a game is played, it is given up.  Returns whether that was possible.
     * @type {(column: number) => boolean} */
    play(column) {
        if (!canPlay(this.position, column) || this.late)
            return false;
        const [next] = this.at.children;
        if (this.mode === 'play' && next && next.moves !== this.at.moves + column) {
            this.at.children = [];
            this.help.takeBacks++;
        }
        this.at = addMove(this.at, column);
        this.position = play(this.position, column);
        return true;
    }

    /** The point to which undo() goes back; null if there is none.  Moves that nobody has played
     * are not taken back, but in a study they can be deleted. */
    get undoPoint() {
        const first = this.mode === 'study' ? 0 : this.given;
        for (let ply = this.late ? -1 : this.cursor - 1; ply >= first; ply--)
            if (this.mode !== 'play' || this.person === 0 || ply % 2 === this.person - 1)
                return ply;
        return null;
    }

    /** Take back the last move; against an opponent, the person's last one. */
    undo() {
        if (this.undoPoint === null)
            return;
        const gone = lineThrough(this.at)[this.undoPoint];
        removeMove(gone);
        this.help.takeBacks++;
        this.go(/** @type {Move} */ (gone.parent));
    }
}

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
