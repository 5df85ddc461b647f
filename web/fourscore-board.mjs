// <fourscore-board>, the board for any page.  Its attributes are its state; docs/page.md
// describes them, and its properties, method and events.

import {BoardView} from './board.mjs';
import {html} from './drawing.mjs';
import {canPlay, emptyPosition, readBoard, replay, USUAL_BOARD} from './game.mjs';
import {Knowledge} from './questions.mjs';
import {readColumn, SAY} from './sentences.mjs';
import {Solver} from './solver.mjs';
import {describeBounds, lastMove} from './words.mjs';

// All boards of a document share a Worker, which the first one that shows scores starts.
/** @type {Solver | undefined} */
let sharedSolver;
const sharedKnowledge = new Knowledge();

export class FourscoreBoard extends HTMLElement {
    static observedAttributes = ['board', 'position', 'ply', 'scores', 'locked'];

    #status = html('p', {className: 'result', role: 'status'});
    #place = html('div', {id: 'board', onkeydown: (event) => this.#press(event)});
    #view = new BoardView(this.#place, (column) => this.hasAttribute('locked') || this.play(column));
    #controller = new AbortController();
    #frame = 0;
    #address = '';
    #asked = '';

    constructor() {
        super();
        this.#status.part.add('status');
        const style = html('link', {rel: 'stylesheet', href: new URL('style.css', import.meta.url).href});
        this.attachShadow({mode: 'open'}).append(style, this.#status, this.#place);
    }

    connectedCallback() {
        this.#drawSoon();
    }
    disconnectedCallback() {
        this.#think(null);
    }
    attributeChangedCallback() {
        this.#drawSoon();
    }

    get position() {
        return this.getAttribute('position') ?? '';
    }
    set position(moves) {
        this.removeAttribute('ply');
        this.setAttribute('position', moves);
    }

    get ply() {
        const ply = Number(this.getAttribute('ply') ?? Infinity), {length} = this.position;
        return ply >= 0 && ply < length ? Math.trunc(ply) : length;
    }
    set ply(ply) {
        this.setAttribute('ply', String(Math.max(ply, 0)));
    }

    get #board() {
        return this.getAttribute('board') ?? USUAL_BOARD;
    }
    get address() {
        return `${this.#board}/${this.position}@${this.ply}`;
    }
    get state() {
        const board = readBoard(this.#board);
        return board && replay(board, this.position) && replay(board, this.position.slice(0, this.ply));
    }

    /** @param {number} column from 1 */
    play(column) {
        const {state, position} = this, moves = (state?.moves ?? '') + column;
        if (state === null || !canPlay(state, column) || !this.#tell('move', {column, moves}))
            return;
        if (position.startsWith(moves))
            this.ply = moves.length;
        else
            this.position = moves;
    }

    // Several attributes change at once, and bounds come faster than anybody can see.
    #drawSoon() {
        cancelAnimationFrame(this.#frame);
        this.#frame = requestAnimationFrame(() => this.isConnected && this.#draw());
    }

    #draw() {
        const {state, address} = this, board = readBoard(this.#board);
        const position = state ?? emptyPosition(board ?? {width: 7, height: 6}), hasScores = this.hasAttribute('scores');
        const found = hasScores ? sharedKnowledge.at(position.board, position.moves) : undefined;
        this.#view.draw({
            position, locked: state === null || this.hasAttribute('locked'), hint: 0, ghost: position.mover,
            inWords: true, reason: null, moves: found?.moves ?? null, best: found?.best ?? null});
        this.#say(state ? describe(state, found)
            : board ? SAY.noMoves(this.position, this.#board) : SAY.noBoard(this.#board));
        if (this.#address !== '' && this.#address !== address)
            this.#tell('change', {address, state});
        this.#address = address;
        this.#think(hasScores && !state?.over ? state : null);
    }

    /** @param {Position | null} position  whose scores are wanted */
    async #think(position) {
        const wish = position ? `${this.#board}/${position.moves}` : '';
        if (this.#asked === wish)
            return;
        this.#asked = wish;
        this.#controller.abort();
        if (position === null)
            return;
        const {signal} = this.#controller = new AbortController(), {board, moves} = position;
        const update = (/** @type {Found} */ found) => {
            sharedKnowledge.learn(board, moves, found);
            this.#drawSoon();
        };
        try {
            sharedSolver ??= new Solver();
            update(await sharedSolver.ask('columns', {board, moves}, {signal, update}));
            this.#tell('scores', {...sharedKnowledge.at(board, moves), position: moves});
        } catch (error) {
            if (!signal.aborted)
                this.#say(SAY.failed(/** @type {Error} */ (error).message));
        }
    }

    /** @param {string} words  which screen readers say when they change */
    #say(words) {
        if (this.#status.textContent !== words)
            this.#status.textContent = words;
    }

    #tell(type = '', detail = {}) {
        return this.dispatchEvent(new CustomEvent(type, {detail, bubbles: true, cancelable: type === 'move'}));
    }

    /** @param {KeyboardEvent} event */
    #press(event) {
        const {key, ctrlKey, altKey, metaKey} = event;
        const ply = {ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: Infinity}[key];
        const column = readColumn(key);
        if (ctrlKey || altKey || metaKey || (ply === undefined && column === 0))
            return;
        event.preventDefault();
        if (ply !== undefined)
            this.ply = ply;
        else if (!this.hasAttribute('locked'))
            this.play(column);
    }
}

/** @type {(state: Position, found: Found | undefined) => string} */
function describe({board, moves, ply, mover, winner, over}, found) {
    const turn = winner ? SAY.hasWon(winner) : over ? SAY.drawn : SAY.toMove(mover);
    const score = found && !over ? describeBounds(board, ply, found.score) : '';
    return `${lastMove(moves)} ${turn}.${score && ` ${score}.`}`;
}

customElements.define('fourscore-board', FourscoreBoard);
