// The start: fills the lists of choices, and listens to people.

import {App} from './app.mjs';
import {html} from './drawing.mjs';
import {BOARDS, readBoard} from './game.mjs';
import {drawRules} from './home.mjs';
import {onKey} from './keys.mjs';
import {startLesson} from './lesson.mjs';
import {PERFECT} from './levels.mjs';
import {chooseKind, openAddress, openHome, openNextPuzzle, openPuzzle, openText, showBoard} from './opening.mjs';
import {against, findDecision, giveHint, newGame, pause, playOn, rematch, setPlayer, startGame, study,
    takeBack} from './playing.mjs';
import {chosen, get, reveal} from './screen.mjs';
import {LEVELS, SAY} from './sentences.mjs';
import {findServer} from './server.mjs';
import {keep, kept} from './settings.mjs';
import {clear, finishSetup, leaveSetup, startSetup} from './setup.mjs';
import {share} from './share.mjs';
import {Solver} from './solver.mjs';
import {promote} from './tree.mjs';

const MINUTES = [1, 3, 5, 10, 30];
const SWITCHES = {numbers: false, sound: false, keys: true};
const app = new App(), {session} = app;

/** @param {string} id  of a switch */
const keepSwitch = (id) => keep(id, get(id).checked ? 'on' : 'off');

function fill() {
    const levels = LEVELS.map((_, i) => new Option(SAY.start(i + 1), String(i + 1)));
    get('yellow').append(...levels);
    get('red').append(...levels.map((one) => one.cloneNode(true)));
    get('clock').append(...MINUTES.map((n) => new Option(SAY.minutes(n), String(n))));
    for (const [name, kinds] of /** @type {const} */ ([['grade', SAY.grades], ['theme', SAY.themes]]))
        get(`${name}s`).append(...[SAY.anyKind, ...kinds].map((kind, i) => html('label', {}, html('input', {
            type: 'radio', name, value: String(i - 1), defaultChecked: i === 0}), kind)));
    get('size').append(...BOARDS.map((name) => new Option(name.replace('x', ' × '), name)));
}

/** A button for each level, with an id that begins so.
 * @type {(list: HTMLElement, id: string, choose: (level: number) => void) => void} */
function offerLevels(list, id, choose) {
    list.append(...LEVELS.map(([name, about], i) => html('li', {}, html(
        'button', {id: `${id}-${i + 1}`, onclick: () => choose(i + 1)},
        html('b', {}, name), ' ', html('span', {}, about)))));
}

/** What buttons do, by id.
 * @type {Record<string, () => void>} */
const ACTIONS = {
    two: () => startGame(app, [0, 0]),
    study: () => study(app),
    look: () => study(app),
    watch: () => startGame(app, [PERFECT, PERFECT]),
    menu: () => openHome(app, true),
    new: () => newGame(app),
    undo: () => takeBack(app),
    hint: () => giveHint(app),
    pause: () => pause(app),
    'set-up'() {
        get('open-menu').togglePopover(false);
        startSetup(app);
    },
    clear: () => clear(app),
    cancel: () => leaveSetup(app),
    finish: () => finishSetup(app),
    rematch: () => rematch(app),
    decided: () => findDecision(app),
    next: () => openNextPuzzle(app),
    missed: () => openNextPuzzle(app, true),
    'play-out': () => playOn(app, PERFECT, app.puzzle.player),
    why: () => app.why.toggle(),
    retry() {
        app.solver = new Solver();
        load();
    },
    close: () => app.why.close(),
    'why-back': () => app.why.go(-1),
    'why-next': () => app.why.go(1),
    first: () => app.goPly(0),
    back: () => app.goPly(session.cursor - 1),
    forward: () => app.goPly(session.cursor + 1),
    last: () => app.goPly(Infinity),
    async puzzle() {
        const problem = await openPuzzle(app);
        if (problem)
            app.tell(problem);
        showBoard(app);
    },
    promote() {
        promote(session.at);
        app.changed();
    },
    learn: () => startLesson(app),
};

/** What a change of lists, switches and radio buttons means, by id.
 * @type {Record<string, () => void>} */
const CHOICES = {
    red: () => setPlayer(app, 1, Number(get('red').value)),
    yellow: () => setPlayer(app, 2, Number(get('yellow').value)),
    clock: () => newGame(app),
    size() {
        session.openMoves(readBoard(get('size').value) ?? session.board, '');
        app.clock.set(Number(get('clock').value));
        app.changed('', true);
    },
    scores() {
        session.showScores(get('scores').checked);
        if (session.mode !== 'play')
            keepSwitch('scores');
        app.draw();
        app.think();
    },
    numbers: () => app.draw(),
    stones() {
        session.stone = chosen('stone');
        app.draw();
    },
    grades: () => chooseKind(app),
    themes: () => chooseKind(app),
};

function listen() {
    for (const [id, action] of Object.entries(ACTIONS))
        get(id).addEventListener('click', action);
    for (const [id, choice] of Object.entries(CHOICES))
        get(id).addEventListener('change', choice);
    for (const id of Object.keys(SWITCHES))
        get(id).addEventListener('change', () => keepSwitch(id));
    // After a choice with the mouse or a finger, keys are for the board again.
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('select, [type=radio]')))
        one.addEventListener('change', () => one.matches(':focus-visible') || one.blur());
    get('rules').addEventListener('toggle', () => drawRules(get('rules')), {once: true});
    for (const details of document.querySelectorAll('details'))
        details.addEventListener('toggle', () => details.open && reveal(details));
    get('on-menu').addEventListener('beforetoggle', () =>
        get('on-title').textContent = SAY.playOn(session.position.mover));
    get('share-menu').addEventListener('beforetoggle', () => get('shared').textContent = '');
    get('share-menu').addEventListener('click', (/** @type {any} */ {target}) => share(app, target.id));
    get('send').hidden = !navigator.share;
    get('comment').addEventListener('input', () => {
        session.at.comment = get('comment').value.replace(/[{}]/g, '');
        app.draw();
        app.keep(false);
    });
    get('open').addEventListener('submit', (/** @type {Event} */ event) => {
        event.preventDefault();
        openForm();
    });
    addEventListener('keydown', (event) => onKey(app, event));
    addEventListener('pagehide', () => app.keep(false));
    addEventListener('popstate', () => openAddress(app));
}

async function openForm() {
    const problem = await openText(app, get('text').value);
    get('problem').textContent = problem;
    get('text').setAttribute('aria-invalid', String(problem !== ''));
    if (problem)
        return get('text').focus();
    get('open-menu').togglePopover(false);
    showBoard(app);
}

function load() {
    get('solver').textContent = SAY.loading;
    app.solver.ready.then(({version, vectors}) => {
        get('solver').textContent = SAY.ready(version);
        get('where').hidden = false;
        const module = vectors ? 'fourscore.wasm' : 'fourscore-scalar.wasm';
        navigator.serviceWorker?.register(`sw.js?module=${module}`).catch(() => {
            // The browser keeps nothing, so the page needs a network when it is loaded.
        });
    }, (error) => {
        get('solver').textContent = SAY.notLoaded(error.message);
    }).then(() => app.loaded());
}

fill();
offerLevels(get('levels'), 'level', (level) => startGame(app, against(level, chosen('side'))));
offerLevels(get('on-levels'), 'on', (level) => {
    get('on-menu').togglePopover(false);
    playOn(app, level);
});
listen();
for (const [id, isOn] of Object.entries(SWITCHES))
    get(id).checked = (kept(id) ?? (isOn ? 'on' : 'off')) === 'on';
session.scores.study = kept('scores') !== 'off';
openAddress(app);
load();
findServer().then((server) => server && app.useServer(server));
// The browser shows the version that it keeps, and then looks for a new one.
if (navigator.serviceWorker?.controller)
    navigator.serviceWorker.addEventListener('controllerchange', () => get('solver').textContent = SAY.newVersion);
