// The page: what people do changes the session, which is drawn, kept in the address,
// and thought about.

import {readAddress, USUAL_BOARD, writeAddress} from './address.mjs';
import {describePoint, mistakes, summarize} from './analysis.mjs';
import {BoardView} from './board.mjs';
import {canPlay, MAX_HEIGHT, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH, boardName,
    readBoard} from './game.mjs';
import {drawGraph} from './graph.mjs';
import {LEVELS, PERFECT} from './levels.mjs';
import {drawMoves} from './moves.mjs';
import {describeRefusal, findWrongRow, readPasted} from './notation.mjs';
import {isComplete, isExact} from './questions.mjs';
import {Session} from './session.mjs';
import {keep, kept} from './settings.mjs';
import {Refused, Solver} from './solver.mjs';
import {describeBounds, playerName} from './words.mjs';

/**
 * @typedef {import('./questions.mjs').Found} Found
 * @typedef {import('./game.mjs').Board} Board
 */

const REPLY_MILLISECONDS = 500; // an opponent that answers at once is hard to follow

/** @param {string} id @returns {any} */
const get = (id) => document.getElementById(id);

const usualBoard = /** @type {Board} */ (readBoard(USUAL_BOARD));
const session = new Session(usualBoard);
const solver = new Solver();
const view = new BoardView(get('board'), playByHand);

/** What is known about positions, by board and moves.  @type {Map<string, Found>} */
const known = new Map();
let hint = {moves: '', column: 0, isWanted: false};
/** A remark about the opponent or a text; '' if there is none. */
let remark = '';
/** @type {AbortController | null} */
let thinking = null;

// --------------------------------------------------------------------- knowing

/** @param {string} moves */
const key = (moves) => `${boardName(session.board)}/${moves}`;

const shownMoves = () => session.moves.slice(0, session.cursor);
const showsScores = () => get('scores').checked;

/** @param {string} moves @param {Found} found */
function learn(moves, found) {
    const old = known.get(key(moves));
    if (!isComplete(old))
        known.set(key(moves), {...found, moves: found.moves ?? old?.moves ?? null,
                               best: found.best ?? old?.best ?? null});
}

const foundByPly = () => Array.from({length: session.moves.length + 1},
    (_, ply) => known.get(key(session.moves.slice(0, ply))));

// -------------------------------------------------------------------- thinking

// The newest question cancels the older.
async function think() {
    thinking?.abort();
    thinking = new AbortController();
    const {signal} = thinking;
    try {
        if (session.awaitsOpponent)
            return await awaitReply(signal);
        if (showsScores() || hint.isWanted)
            await findColumns(signal);
        if (showsScores())
            await findReview(signal);
    } catch (error) {
        if (!signal.aborted)
            announce(`The solver failed: ${/** @type {Error} */ (error).message}`);
    }
}

/** @param {AbortSignal} signal */
async function awaitReply(signal) {
    const {board, moves, opponent: level, seed} = session;
    const pause = new Promise((resolve) => setTimeout(resolve, REPLY_MILLISECONDS));
    const {column, proven} = await solver.ask('reply', {board, moves, level, seed}, {signal});
    await pause;
    if (signal.aborted)
        return;
    remark = proven ? '' : 'This board is too large for a perfect move in a minute, so ' +
        'the opponent played like an expert.';
    session.play(column);
    changed();
}

/** @param {AbortSignal} signal */
async function findColumns(signal) {
    const {board} = session, moves = shownMoves();
    const old = known.get(key(moves));
    if (!isComplete(old)) {
        const update = (/** @type {Found} */ found) => {
            learn(moves, found);
            draw();
        };
        update(await solver.ask('columns', {board, moves}, {signal, update}));
    }
    const found = known.get(key(moves));
    if (hint.isWanted && found?.best?.length) {
        hint = {moves, column: found.best[0], isWanted: false};
        draw();
        announce(`Hint: column ${hint.column}.`);
    } else if (hint.isWanted) {
        hint.isWanted = false;
        announce('No hint: the best move was not found in time.');
    } else {
        announce(verdict());
    }
}

/** @param {AbortSignal} signal */
async function findReview(signal) {
    const {board, moves} = session;
    const plies = foundByPly().flatMap((found, ply) => found?.best || found?.stopped ? [] : [ply]);
    if (plies.length === 0)
        return;
    await solver.ask('review', {board, moves, plies}, {signal, update: ({moves, found}) => {
        learn(moves, found);
        draw();
    }});
}

// ---------------------------------------------------------------------- people

/** @param {number} column */
function playByHand(column) {
    if (session.awaitsOpponent)
        return;
    if (!canPlay(session.position, column)) {
        if (!session.position.over)
            announce(column <= session.board.width ? `Column ${column} is full.`
                : `There is no column ${column}.`);
        return;
    }
    remark = '';
    session.play(column);
    changed();
}

/** @param {number} ply */
function go(ply) {
    session.go(ply);
    changed();
}

const actions = {
    new() {
        remark = '';
        session.start();
        changed();
    },
    undo() {
        remark = '';
        session.undo();
        changed();
    },
    hint() {
        if (session.position.over || session.awaitsOpponent)
            return;
        hint = {moves: '', column: 0, isWanted: true};
        announce('Looking for the best move.');
        think();
    },
    mirror() {
        session.mirror();
        changed();
    },
    swap() {
        setSide(session.side === 1 ? 2 : 1);
        changed();
    },
    first: () => go(0),
    back: () => go(session.cursor - 1),
    forward: () => go(session.cursor + 1),
    last: () => go(session.moves.length),
};

/** @param {number} side */
function setSide(side) {
    session.side = side === 2 ? 2 : 1;
    get('side').value = String(session.side);
    keep('side', String(session.side));
}

/** @param {number} level */
function setOpponent(level) {
    session.opponent = level >= 1 && level <= PERFECT ? level : 0;
    get('opponent').value = String(session.opponent);
    keep('opponent', String(session.opponent));
}

/** Open a game in any notation.  @param {string} text */
async function openText(text) {
    /** @type {Board} */
    let board = session.board;
    /** @type {ReturnType<typeof readPasted> | null} */
    let pasted = null;
    try {
        pasted = readPasted(text);
        board = pasted.board ?? board;
        const wrong = findWrongRow(board, pasted);
        if (wrong)
            return wrong;
        const moves = await solver.ask('read', {text: pasted.text, board: boardName(board)});
        if (moves === null)
            return 'No game leads to this position: its stones cannot be dropped in turn.';
        remark = '';
        session.open(board, moves);
        changed();
        return '';
    } catch (error) {
        const {message} = /** @type {Error} */ (error);
        return error instanceof Refused && pasted
            ? describeRefusal(pasted, board, {at: error.at, message}) : message;
    }
}

async function openAddress() {
    const {board, name, moves, cursor} = readAddress(location.hash, location.search);
    if (board === null) {
        remark = `The board '${name}' does not exist here: expected 4x4 to 9x7.`;
    } else if (!session.open(board, moves, cursor)) {
        session.open(board, '');
        changed();
        remark = `The game in the address was not opened. ${await openText(moves)}`;
    } else if (moves !== '') {
        setOpponent(0); // a game that is shared is looked at first
    }
    changed();
}

// --------------------------------------------------------------------- drawing

function changed() {
    hint = {moves: '', column: 0, isWanted: false};
    const address = writeAddress(session);
    if (location.hash.slice(1) !== address || location.search !== '')
        history.replaceState(null, '', `${location.pathname}${address ? `#${address}` : ''}`);
    draw();
    announce([lastMoveInWords(), turnInWords()].join(' '));
    think();
}

function draw() {
    const {position, board, moves, cursor} = session;
    const shown = showsScores() ? known.get(key(shownMoves())) : undefined;
    const found = showsScores() ? foundByPly() : [];
    const judged = showsScores() ? mistakes(found) : [];

    view.draw({
        position, last: session.lastColumn, locked: session.awaitsOpponent,
        hint: hint.moves === shownMoves() ? hint.column : 0,
        moves: session.awaitsOpponent ? null : shown?.moves ?? null, best: shown?.best ?? null,
    });
    drawMoves(get('moves'), {moves, cursor, mistakes: judged}, go);
    get('turn').textContent = turnInWords();
    get('turn').parentElement.dataset.player = String(position.winner || position.mover);
    document.querySelector('.turn use')?.setAttribute('href',
        (position.winner || position.mover) === 1 ? '#red-stone' : '#yellow-stone');
    get('verdict').textContent = remark || verdict() || '\u00a0';

    get('review').hidden = !showsScores() || moves === '';
    if (showsScores() && moves !== '') {
        const highest = Math.floor((board.width * board.height + 2 - 7) / 2);
        drawGraph(get('graph'), {found, cursor, highest,
                                 marks: judged.map((one) => one?.mark ?? null)}, go);
        get('note').textContent = describePoint(board, moves, cursor, found);
        get('summary').textContent = summarize(found);
    }
    get('size').value = boardName(board);
    get('side').disabled = get('swap').disabled = session.opponent === 0;
    get('undo').disabled = session.undoPoint === null;
    get('hint').disabled = position.over;
    get('mirror').disabled = moves === '';
    get('first').disabled = get('back').disabled = cursor === 0;
    get('last').disabled = get('forward').disabled = session.atEnd;
}

function lastMoveInWords() {
    const {position, lastColumn} = session;
    return lastColumn === 0 ? 'New game.'
        : `${playerName(position.mover === 1 ? 2 : 1)} in column ${lastColumn}.`;
}

function turnInWords() {
    const {position} = session;
    if (position.winner)
        return `${playerName(position.winner)} has won with move ${position.ply}`;
    if (position.over)
        return 'The game is a draw';
    const who = playerName(position.mover);
    return session.awaitsOpponent ? `${who} is thinking …` : `${who} to move`;
}

// The score in words.
function verdict() {
    const {position, board} = session;
    const found = known.get(key(shownMoves()));
    if (!showsScores() || position.over || session.awaitsOpponent)
        return '';
    if (!found)
        return 'Searching …';
    const words = describeBounds(board, position.ply, found.score);
    if (isExact(found.score))
        return words;
    const rest = found.stopped ? 'The exact score was not found in time' : 'searching …';
    return words ? `${words}; ${rest}` : rest[0].toUpperCase() + rest.slice(1);
}

/** @param {string} text for screen readers */
function announce(text) {
    if (text !== '')
        get('live').textContent = text;
}

// --------------------------------------------------------------------- keyboard

/** @param {KeyboardEvent} event */
function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey ||
        target.closest('select, textarea, input:not([type=checkbox])'))
        return;
    const onBoard = get('board').contains(target);
    if (onBoard || (get('keys').checked && target === document.body)) {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
            view.select(view.selected + (event.key === 'ArrowLeft' ? -1 : 1));
            event.preventDefault();
        } else if (event.key === 'Enter' && !onBoard) {
            playByHand(view.selected);
        }
    }
    if (!onBoard && !get('keys').checked)
        return;
    const action = {u: 'undo', h: 'hint', n: 'new'}[event.key];
    if (/^[1-9]$/.test(event.key))
        playByHand(Number(event.key));
    else if (action && !get(action).disabled)
        actions[action]();
}

// ---------------------------------------------------------------------- the start

function fillChoices() {
    LEVELS.forEach(({name}, i) => get('opponent').append(new Option(`${i + 1}: ${name}`, String(i + 1))));
    for (let width = MIN_WIDTH; width <= MAX_WIDTH; width++)
        for (let height = MIN_HEIGHT; height <= MAX_HEIGHT; height++)
            get('size').append(new Option(`${width} × ${height}`, boardName({width, height})));
}

function listen() {
    for (const [id, action] of Object.entries(actions))
        get(id).addEventListener('click', action);
    get('opponent').addEventListener('change', () => {
        setOpponent(Number(get('opponent').value));
        changed();
    });
    get('side').addEventListener('change', () => {
        setSide(Number(get('side').value));
        changed();
    });
    get('size').addEventListener('change', () => {
        remark = '';
        session.start(readBoard(get('size').value) ?? usualBoard);
        changed();
    });
    get('scores').addEventListener('change', () => {
        keep('scores', get('scores').checked ? 'on' : 'off');
        draw();
        think();
    });
    get('keys').addEventListener('change', () => keep('keys', get('keys').checked ? 'on' : 'off'));
    get('open').addEventListener('submit', async (/** @type {Event} */ event) => {
        event.preventDefault();
        const problem = await openText(get('text').value);
        get('problem').textContent = problem;
        get('text').setAttribute('aria-invalid', String(problem !== ''));
    });
    get('share').addEventListener('click', async () => {
        await navigator.clipboard.writeText(location.href);
        announce('The link is copied.');
    });
    addEventListener('keydown', onKey);
    addEventListener('hashchange', openAddress);
}

fillChoices();
listen();
get('scores').checked = kept('scores') !== 'off';
get('keys').checked = kept('keys') !== 'off';
setSide(Number(kept('side')));
setOpponent(Number(kept('opponent')));
openAddress();

solver.ready.then(({version, vectors}) => {
    get('solver').textContent = `Fourscore ${version}${vectors ? '' : ', without vectors'}. ` +
        'Everything is computed on this device.';
    const module = vectors ? 'fourscore.wasm' : 'fourscore-scalar.wasm';
    navigator.serviceWorker?.register(`sw.js?module=${module}`).catch(() => {
        // The browser keeps nothing, so the page needs a network when it is loaded.
    });
}, (error) => {
    get('solver').textContent = `The solver could not be loaded (${error.message}). ` +
        'The board works; for scores, load the page again.';
});
