// The page: what people do changes the session, which is drawn, kept in the address,
// and thought about.

import {readAddress, USUAL_BOARD, writeAddress} from './address.mjs';
import {ExplanationView} from './explain.mjs';
import {canPlay, MAX_HEIGHT, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH, boardName,
    readBoard} from './game.mjs';
import {Knowledge} from './knowledge.mjs';
import {LEVELS, PERFECT, PROOF, PROOF_BOARD} from './levels.mjs';
import {describeRefusal, readPasted} from './notation.mjs';
import {dayOf, loadPuzzle, PuzzleOfTheDay, readPuzzleAddress} from './puzzle.mjs';
import {reveal} from './reveal.mjs';
import {get, lastMoveInWords, Screen, turnInWords, verdict} from './screen.mjs';
import {findServer} from './server.mjs';
import {Session} from './session.mjs';
import {keep, kept} from './settings.mjs';
import {Refused, Solver} from './solver.mjs';
import {Thinker} from './thinker.mjs';
import {columnName, nextCell} from './words.mjs';

const usualBoard = /** @type {Board} */ (readBoard(USUAL_BOARD));
const session = new Session(usualBoard);
const knowledge = new Knowledge();
const solver = new Solver();
const thinker = new Thinker(session, knowledge, solver, {learned, scored, replied, failed});
const screen = new Screen(playByHand, go);
const puzzle = new PuzzleOfTheDay();
const explanation = new ExplanationView(get('explanation'), get('reasons'));

/** Of the position after 'moves'; column 0 is none. */
let hint = {moves: '', column: 0, isWanted: false};
/** About the opponent or a text; '' if there is none. */
let message = '';

/** @param {string} id */
const keepSwitch = (id) => keep(id, get(id).checked ? 'on' : 'off');

// -------------------------------------------------------------------- thinking

const showsScores = () => get('scores').checked && !puzzle.isOpen(session);

function think() {
    thinker.think({moves: showsScores() || hint.isWanted, game: showsScores()});
}

// ------------------------------------------------------------------ explanations

let explaining = new AbortController();

function hideExplanation() {
    explaining.abort();
    explanation.hide();
    get('why').setAttribute('aria-expanded', 'false');
}

function closeExplanation() {
    hideExplanation();
    get('why').focus();
    think();
}

/** Why the position that is shown is won, drawn or lost. */
async function explain() {
    if (explanation.isShown)
        return closeExplanation();
    const {board, shown: moves} = session;
    explaining = new AbortController();
    const {signal} = explaining;
    explanation.say('Looking for the reason \u2026');
    get('explanation').focus({preventScroll: true});
    get('why').setAttribute('aria-expanded', 'true');
    thinker.think({moves: false, game: false}); // the Worker has one search at a time
    try {
        const isPlayed = session.cursor > session.given;
        const found = await solver.ask('explain', {board, moves, isPlayed}, {signal});
        explanation.show(board, moves, found);
    } catch (error) {
        if (!signal.aborted)
            explanation.say(`The solver failed: ${/** @type {Error} */ (error).message}.`);
    }
    if (!signal.aborted)
        think();
}

let isDrawing = false;

// Bounds come faster than anybody can see.
function learned() {
    if (isDrawing)
        return;
    isDrawing = true;
    requestAnimationFrame(() => {
        isDrawing = false;
        draw();
    });
}

/** @param {Found} found */
function scored(found) {
    if (!hint.isWanted)
        return showsScores() && announce(verdict(session, found));
    const column = found.best?.[0] ?? 0;
    hint = {moves: session.shown, column, isWanted: false};
    const words = showsScores() ? verdict(session, found) : '';
    tell(column > 0 ? `Hint: ${nextCell(session.shown, column)}. ${words}`.trim()
        : 'No hint: the best move was not found in time.');
}

/** @param {import('./thinker.mjs').Reply} reply */
function replied({column, proven, excuse}) {
    session.play(column);
    changed(excuse ? `${excuse}, so this move is a perfect opponent\u2019s.` : proven ? ''
        : 'A perfect move was not found in time, so this one is an expert\u2019s.');
}

/** @param {Error} error */
function failed(error) {
    if (thinker.server) {
        useServer(null);
        tell('The server does not answer, so this device computes.');
        return think();
    }
    tell(`The solver failed: ${error.message}.`);
}

/** @param {Server | null} server */
function useServer(server) {
    thinker.server = server;
    get('server').checked = server !== null;
    keepSwitch('server');
}

// ---------------------------------------------------------------------- people

/** @param {number} column */
function playByHand(column) {
    if (session.awaitsOpponent)
        return;
    if (!canPlay(session.position, column)) {
        if (!session.position.over)
            tell(column <= session.board.width ? `Column ${columnName(column)} is full.`
                : `There is no column ${columnName(column)}.`);
        return;
    }
    if (puzzle.task(session) !== '')
        return tryPuzzle(column);
    session.play(column);
    changed();
}

/** @param {number} column */
function tryPuzzle(column) {
    const {right, words} = puzzle.try(column);
    if (right) {
        session.play(column);
        changed(words);
    }
    tell(words);
}

/** @param {number} ply */
function go(ply) {
    session.go(ply);
    changed();
}

/** @type {Record<string, () => void>} */
const actions = {
    new() {
        session.start();
        changed();
    },
    undo() {
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
    flip() {
        session.mirror();
        puzzle.mirror();
        changed();
    },
    swap() {
        setSide(session.side === 1 ? 2 : 1);
        keep('side', get('side').value);
        changed();
    },
    first: () => go(0),
    back: () => go(session.cursor - 1),
    forward: () => go(session.cursor + 1),
    last: () => go(session.moves.length),
    async puzzle() {
        const problem = await openPuzzle(dayOf(new Date()));
        if (problem)
            tell(problem);
        showBoard();
    },
};

/** @param {number} side */
function setSide(side) {
    session.side = side === 2 ? 2 : 1;
    get('side').value = String(session.side);
}

/** @param {number} level */
function setOpponent(level) {
    session.opponent = level >= 1 && level <= PROOF ? level : 0;
    get('opponent').value = String(session.opponent);
    if (session.opponent === PROOF)
        setSide(2);
    else
        thinker.proof.close();
}

/** Whether the opponent plays on this board. */
const fits = () => session.opponent !== PROOF ||
    boardName(session.board) === boardName(PROOF_BOARD);

/**
 * Open a game in any notation.
 * @param {string} text
 * @returns {Promise<string>} what is wrong with it; '' if nothing is
 */
async function openText(text) {
    try {
        const pasted = readPasted(text);
        return await (pasted.kind === 'puzzle' ? openPuzzle(pasted.day) : openPasted(pasted));
    } catch (error) {
        return /** @type {Error} */ (error).message;
    }
}

/** @param {Pasted} pasted */
async function openPasted(pasted) {
    const {kind, text, cursor} = pasted, board = pasted.board ?? session.board;
    await solver.ready;
    try {
        const moves = await solver.ask('read', {kind, text, board: boardName(board)});
        if (moves === null)
            return 'No game leads to this position: its stones cannot be dropped in turn.';
        setOpponent(0);
        const given = kind === 'cells' ? moves.length : 0;
        session.open(board, moves, Math.min(cursor, moves.length), given);
        changed(given > 0
            ? 'The order of these stones is not known, so their moves are not judged.' : '');
        return '';
    } catch (error) {
        if (error instanceof Refused)
            return describeRefusal(pasted, board, error);
        throw error;
    }
}

/**
 * @param {string} day
 * @returns {Promise<string>} why there is none; '' if there is one
 */
async function openPuzzle(day) {
    try {
        const found = await loadPuzzle(day);
        puzzle.start(found);
        setOpponent(0);
        session.open(usualBoard, found.moves, undefined, found.moves.length);
        changed();
        announce(puzzle.task(session));
        return '';
    } catch (error) {
        return `No puzzle: ${/** @type {Error} */ (error).message}.`;
    }
}

/** After a choice elsewhere on the page, go on at the board. */
function showBoard() {
    screen.board.select(screen.board.selected);
    reveal(get('play'));
}

async function openAddress() {
    const day = readPuzzleAddress(location.hash);
    if (day !== null) {
        draw();
        const problem = await openPuzzle(day);
        if (problem) {
            changed();
            tell(problem);
        }
        return;
    }
    const {board, name, moves, cursor} = readAddress(location.hash, location.search);
    const [address, opponent, given = 0] = (kept('game') ?? '').split(' ');
    const isKept = location.hash === address;
    if (moves !== '') // a game from elsewhere is looked at first
        setOpponent(isKept ? Number(opponent) : 0);
    if (board !== null && session.open(board, moves, cursor, isKept ? Number(given) : 0))
        return changed();
    session.start(board ?? session.board);
    changed();
    const problem = board === null
        ? `the board '${name}' does not exist here, expected 4x4 to 9x7.`
        : await openText(moves);
    if (problem)
        tell(`The address has no game: ${problem}`);
}

// --------------------------------------------------------------------- drawing

/** @param {string} about what the opponent did; '' if there is nothing to tell */
function changed(about = '') {
    if (!fits()) {
        setOpponent(PERFECT);
        about = 'The proof is for 7 \u00d7 6, so the opponent is the perfect one.';
    }
    message = about || puzzle.task(session);
    const wasRead = get('explanation').contains(document.activeElement);
    hideExplanation();
    if (wasRead)
        screen.board.select(screen.board.selected);
    hint = {moves: '', column: 0, isWanted: false};
    const address = puzzle.address(session) ?? writeAddress(session);
    if (location.hash.slice(1) !== address || location.search !== '')
        history.replaceState(null, '', `${location.pathname}${address ? `#${address}` : ''}`);
    keep('game', `${location.hash} ${session.opponent} ${session.given}`);
    draw();
    announce(`${lastMoveInWords(session)} ${turnInWords(session)}`);
    think();
}

function draw() {
    const isHinted = hint.moves === session.shown;
    screen.draw({session, knowledge, showsScores: showsScores(), message,
                 proofSize: thinker.proof.size, firstPoint: puzzle.firstPoint(session),
                 isPuzzle: puzzle.isOpen(session),
                 hint: isHinted ? hint.column : 0});
}

/** @param {string} text of an error, or of what the opponent did */
function tell(text) {
    message = text;
    draw();
    announce(text);
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
    if (event.key === 'Escape' && explanation.isShown)
        return closeExplanation();
    if (event.ctrlKey || event.altKey || event.metaKey ||
        target.closest('select, textarea, input:not([type=checkbox])'))
        return;
    const onBoard = get('board').contains(target);
    if (onBoard || (get('keys').checked && target === document.body)) {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
            screen.board.select(screen.board.selected + (event.key === 'ArrowLeft' ? -1 : 1));
            event.preventDefault();
        } else if (event.key === 'Enter' && !onBoard) {
            playByHand(screen.board.selected);
        }
    }
    if (!onBoard && !get('keys').checked)
        return;
    const action = new Map([['u', 'undo'], ['h', 'hint'], ['n', 'new']]).get(event.key);
    if (/^[1-9]$/.test(event.key))
        playByHand(Number(event.key));
    else if (action && !get(action).disabled)
        actions[action]();
}

// ---------------------------------------------------------------------- the start

function fillChoices() {
    LEVELS.forEach((name, i) => get('opponent').append(new Option(`${i + 1}: ${name}`, String(i + 1))));
    get('opponent').append(new Option('The proof (2 KB)', String(PROOF)));
    for (let width = MIN_WIDTH; width <= MAX_WIDTH; width++)
        for (let height = MIN_HEIGHT; height <= MAX_HEIGHT; height++)
            get('size').append(new Option(`${width} × ${height}`, boardName({width, height})));
}

/**
 * After a choice with the mouse or a finger, keys are for the board again.
 * @param {HTMLElement} select
 */
function letGo(select) {
    let byPointer = false;
    select.addEventListener('pointerdown', () => {
        byPointer = true;
    });
    select.addEventListener('keydown', () => {
        byPointer = false;
    });
    select.addEventListener('change', () => byPointer && select.blur());
}

function listen() {
    for (const [id, action] of Object.entries(actions))
        get(id).addEventListener('click', action);
    get('why').addEventListener('click', explain);
    get('close').addEventListener('click', closeExplanation);
    get('help').addEventListener('toggle', () => get('help').open && reveal(get('help')));
    get('choose').addEventListener('click', () => get('opponent').focus());
    for (const select of document.querySelectorAll('select'))
        letGo(select);
    get('opponent').addEventListener('change', () => {
        setOpponent(Number(get('opponent').value));
        if (!fits())
            session.start(PROOF_BOARD);
        keep('opponent', get('opponent').value);
        changed();
    });
    get('side').addEventListener('change', () => {
        setSide(Number(get('side').value));
        keep('side', get('side').value);
        changed();
    });
    get('size').addEventListener('change', () => {
        session.start(readBoard(get('size').value) ?? usualBoard);
        changed();
    });
    get('scores').addEventListener('change', () => {
        keepSwitch('scores');
        draw();
        think();
    });
    get('keys').addEventListener('change', () => keepSwitch('keys'));
    get('open').addEventListener('submit', async (/** @type {Event} */ event) => {
        event.preventDefault();
        const problem = await openText(get('text').value);
        get('problem').textContent = problem;
        get('text').setAttribute('aria-invalid', String(problem !== ''));
        if (!problem)
            return showBoard();
        get('text').focus();
        reveal(get('problem'));
    });
    get('share').addEventListener('click', async () => {
        try {
            await navigator.clipboard.writeText(location.href);
            get('copied').textContent = 'The link is copied.';
        } catch {
            get('copied').textContent =
                `The browser does not let the page copy its link: ${location.href}`;
        }
        reveal(get('copied'));
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

// The browser shows the version that it keeps, and then looks for a new one.
if (navigator.serviceWorker?.controller)
    navigator.serviceWorker.addEventListener('controllerchange', () => {
        get('solver').textContent = 'A new version of this page is ready: load it again.';
    });

findServer().then((server) => {
    if (server === null)
        return;
    get('server-switch').hidden = false;
    get('server').addEventListener('change', () => {
        useServer(get('server').checked ? server : null);
        think();
    });
    if (kept('server') === 'on') {
        useServer(server);
        think();
    }
});
