// What people do, in a document without a layout, with a Worker that says what the test
// wants: main.mjs, and all that it joins.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {Element, makeDocument} from './dom.mjs';

const web = new URL('../../../web/', import.meta.url);
const exact = (score) => ({lower: score, upper: score});
const settle = async (turns = 4) => {
    for (let i = 0; i < turns; i++)
        await new Promise((resolve) => setImmediate(resolve));
};

// ------------------------------------------------------------------ the browser

const html = readFileSync(new URL('index.html', web), 'utf8');
const tags = [...html.matchAll(/<(\w+)([^>]*)\bid="([\w-]+)"([^>]*)/g)];
const page = makeDocument(...tags.map(([, , , id]) => id));
for (const [, tag, before, id, after] of tags) {
    page[id].tagName = tag.toUpperCase();
    page[id].hidden = /\bhidden\b/.test(before + after);
    page[id].type = /type="(\w+)"/.exec(before + after)?.[1];
    page[id].checked = page[id].value = undefined;
    page[id].dataset.say = /data-say="(\w+)"/.exec(after)?.[1];
}
const keyList = new Element('dl');
page.help.querySelector = () => keyList;
page.explanation.append(page.close, page.reasons);
document.body = document.activeElement = new Element('body');
document.body.append(page.play, page.board);
document.querySelectorAll = (selector) => Object.values(page).filter(({tagName, dataset}) =>
    selector === 'select' ? tagName === 'SELECT' : selector === '[data-say]' && dataset.say);

const listeners = {};
const workers = [];
const store = new Map();
/** What the Worker answers, by kind: an answer, or a message such as {refused}. */
let kinds = {};
const asked = [];
let health = {status: 'static'};
let puzzles = '44 -2 -1 3 -4 0 -1 -2\n';
let copied = null;

class FakeWorker extends EventTarget {
    constructor() {
        super();
        workers.push(this);
    }
    async postMessage({id, kind, question}) {
        if (kind === undefined)
            return;
        asked.push({kind, ...question});
        const found = kinds[kind];
        const answer = typeof found === 'function' ? await found(question) : found;
        if (answer !== undefined)
            this.say({id, ...answer});
    }
    say(data) {
        this.dispatchEvent(new MessageEvent('message', {data}));
    }
    terminate() {}
}
Object.assign(globalThis, {
    Worker: FakeWorker,
    Option: class extends Element {
        constructor(text, value) {
            super('option');
            Object.assign(this, {text, value});
        }
    },
    location: {hash: '', search: '', pathname: '/x/', href: 'http://x/#44'},
    history: {
        state: null, pushed: 0,
        replaceState: (state, _, url) => {
            history.state = state;
            location.hash = /#.*/.exec(url)?.[0] ?? '';
            location.search = '';
        },
        pushState: (...entry) => {
            history.pushed++;
            history.replaceState(...entry);
        },
    },
    localStorage: {getItem: (key) => store.get(key) ?? null, setItem: (key, value) => store.set(key, value)},
    addEventListener: (name, listener) => listeners[name] = listener,
    requestAnimationFrame: (draw) => setImmediate(draw),
    fetch: async (url) => /v1\/health/.test(url) ? Response.json(health)
        : /puzzles/.test(url) ? new Response(puzzles) : new Response(new Uint8Array(1)),
});
Object.defineProperty(globalThis, 'navigator', {configurable: true, value: {
    clipboard: {writeText: async (text) => {
        if (copied === 'refuse')
            throw new Error('no');
        copied = text;
    }}}});

const found = (score, best) => ({answer: {score: exact(score), moves: Array(7).fill(exact(score)),
                                          best, stopped: false}});
kinds = {columns: found(1, [4]), line: {answer: []}, review: {answer: undefined}};
await import(new URL('main.mjs', web));
await settle();
const [worker] = workers;
worker.say({ready: {version: '1.0', vectors: true}});
await settle();

function press(key, target = document.body, more = {}) {
    let isUsed = false;
    listeners.keydown({key, target, preventDefault: () => isUsed = true, ...more});
    return isUsed;
}
const click = async (id) => {
    page[id].click();
    await settle();
};
const change = async (id, value) => {
    page[id][page[id].type === 'checkbox' ? 'checked' : 'value'] = value;
    page[id].dispatchEvent(new Event('change'));
    await settle();
};
const visit = async (hash, search = '', state = null) => {
    Object.assign(location, {hash, search});
    history.state = state;
    await listeners.popstate();
    await settle();
};
const submit = async (text) => {
    page.text.value = text;
    let isDefault = true;
    page.open.dispatchEvent(Object.assign(new Event('submit'), {preventDefault: () => isDefault = false}));
    await settle();
    assert.equal(isDefault, false);
    return page.problem.textContent;
};
const columns = () => page.board.all('.column');

// ---------------------------------------------------------------------- the tests

test('the start', async () => {
    assert.equal(document.body.dataset.mode, 'home');
    assert.deepEqual([page.menu.textContent, page.why.textContent], ['Menu', 'Why?']);
    assert.deepEqual(page.levels.all('b').map(({textContent}) => textContent),
        ['Beginner', 'Casual', 'Club player', 'Expert', 'Perfect']);
    assert.deepEqual(page.red.children.map(({text, value}) => `${value} ${text}`), [
        '0 a person', '1 1: Beginner', '2 2: Casual', '3 3: Club player', '4 4: Expert', '5 5: Perfect',
        '6 The proof (2 KB)']);
    assert.equal(page.yellow.children.length, 6); // the proof plays first
    const boards = page.size.children.map(({value}) => value);
    assert.deepEqual([boards.length, boards[0], boards.at(-1), page.size.children[0].text],
        [24, '4x4', '9x7', '4 × 4']);
    assert.deepEqual([page.numbers.checked, page.sound.checked, page.keys.checked], [false, false, true]);
    assert.equal(page.solver.textContent, 'Fourscore 1.0.');
    assert.equal(page['server-switch'].hidden, true);
    assert.deepEqual(asked, []); // nobody has asked for scores
    await click('study');
    assert.deepEqual([document.body.dataset.mode, location.hash, history.pushed], ['study', '#study', 1]);
    assert.equal(page.verdict.textContent, 'Red wins in 21 moves (move 41)');
    assert.deepEqual(asked.splice(0).map(({kind}) => kind), ['columns', 'line', 'review']);
});

test('keys and columns play', async () => {
    press('4');
    assert.equal(location.hash, '#4');
    assert.equal(page.live.textContent, 'Red plays d1. Yellow to move');
    columns()[3].click();
    assert.equal(location.hash, '#44');
    for (const [key, target, more] of [['5', page.text], ['5', page.size], ['5', document.body, {ctrlKey: true}],
                                       ['5', document.body, {altKey: true}], ['5', document.body, {metaKey: true}],
                                       ['0', document.body], ['x', document.body]])
        press(key, target, more);
    assert.equal(location.hash, '#44');
    press('e', page.scores);
    assert.equal(location.hash, '#445');
    for (const [key, hash] of [['ArrowLeft', '#445@2'], ['Home', '#445@0'], ['End', '#445'], ['u', '#44'],
                               ['7', '#447'], ['ArrowLeft', '#447@2'], ['1', '#447(1)@4'], ['ArrowUp', '#447(1)'],
                               ['ArrowDown', '#447(1)@4'], ['ArrowDown', '#447(1)@4']]) {
        press(key);
        assert.equal(location.hash, hash, key);
    }
    await click('promote');
    assert.equal(location.hash, '#441(7)');
    page.comment.value = 'edge {why}';
    page.comment.dispatchEvent(new Event('input'));
    assert.equal(location.hash, '#441%7Bedge%20why%7D(7)');
    press('h');
    assert.equal(page.verdict.textContent, 'There is no column h.');
    const {pushed} = history;
    press('n');
    assert.deepEqual([location.hash, history.pushed], ['#study', pushed + 1]);
    assert.equal(page.verdict.textContent, 'The browser’s “back” returns to the game before.');
    press('u'); // nothing to delete
    assert.equal(location.hash, '#study');
    await change('keys', false);
    assert.equal(store.get('fourscore.keys'), 'off');
    press('4');
    assert.equal(location.hash, '#study');
    assert.equal(press('4', columns()[3]), false);
    assert.equal(location.hash, '#4');
    assert.equal(press('ArrowLeft', columns()[3]), true); // instead of scrolling
    await change('keys', true);
    press('?');
    assert.equal(page.help.open, true);
});

test('a move that is not possible', async () => {
    await visit('#444444');
    press('4');
    assert.equal(page.verdict.textContent, 'Column d is full.');
    await visit('#1212121');
    press('3');
    assert.equal(location.hash, '#1212121');
    assert.equal(page.turn.textContent, 'Red has won with move 7');
});

test('the hint', async () => {
    kinds.columns = found(11, [3]);
    await visit('#32164625');
    asked.length = 0;
    press('t'); // the scores are known
    assert.equal(page.live.textContent, 'Hint: c2. Red wins in 7 moves (move 21)');
    assert.deepEqual(asked.filter(({kind}) => kind === 'columns'), []);
    assert.equal(page.board.all('.hint').length, 1);
    press('3');
    assert.equal(page.board.all('.hint').length, 0);
    await change('scores', false);
    assert.equal(store.get('fourscore.scores'), 'off');
    kinds.columns = () => new Promise(() => {});
    await visit('#3216462');
    await click('hint');
    assert.equal(page.live.textContent, 'Looking for the best move.');
    kinds.columns = {answer: {score: {lower: -3, upper: 3}, moves: null, best: null, stopped: true}};
    await visit('#11');
    await click('hint');
    assert.equal(page.live.textContent, 'No hint: the best move was not found in time.');
    kinds.columns = found(1, [1]);
    await visit('#112');
    assert.equal(page.verdict.textContent, '');
    await click('hint');
    assert.equal(page.live.textContent, 'Hint: a3.');
    await change('scores', true);
    assert.equal(store.get('fourscore.scores'), 'on');
});

test('why', async () => {
    await visit('#352344');
    let answer;
    kinds.explain = () => new Promise((resolve) => answer = resolve);
    asked.length = 0;
    await click('why');
    assert.deepEqual(asked.pop(), {kind: 'explain', board: {width: 7, height: 6}, moves: '352344', isPlayed: true});
    assert.deepEqual([page.reasons.textContent, page.explanation.hidden, document.activeElement,
                      page.why.getAttribute('aria-expanded')],
        ['Looking for the reason …', false, page.explanation, 'true']);
    answer({answer: {sentences: ['x wins.'], reasons: []}});
    await settle();
    assert.equal(page.reasons.textContent, 'Red wins.');
    for (const close of [() => click('close'), () => click('why'), () => press('Escape')]) {
        await close();
        assert.deepEqual([page.explanation.hidden, document.activeElement,
                          page.why.getAttribute('aria-expanded')], [true, page.why, 'false']);
        kinds.explain = {answer: {sentences: ['o wins.'], reasons: []}};
        await click('why');
        assert.equal(page.reasons.textContent, 'Yellow wins.');
    }
    document.activeElement = page.reasons;
    press('1', page.reasons);
    assert.deepEqual([page.explanation.hidden, document.activeElement.className, location.hash],
        [true, 'column', '#3523441']);
    press('Escape'); // there is nothing to close
    assert.equal(document.activeElement.className, 'column');
    // An answer that comes too late is not shown.
    await visit('#35');
    kinds.explain = () => new Promise((resolve) => answer = resolve);
    await click('why');
    press('1');
    answer({answer: {sentences: ['late'], reasons: []}});
    await settle();
    assert.deepEqual([page.explanation.hidden, page.reasons.textContent], [true, '']);
    kinds.explain = {error: 'no memory'};
    await click('why');
    assert.equal(page.reasons.textContent, 'The solver failed: no memory.');
    await click('first');
    assert.equal(page.explanation.hidden, true);
    await click('why');
    assert.equal(asked.findLast(({kind}) => kind === 'explain').isPlayed, false);
    await click('close');
});

test('opening a game', async () => {
    await visit('#12');
    kinds.read = {answer: '4453'};
    document.activeElement = page.text;
    assert.equal(await submit('d1 d2 e1 c1'), '');
    assert.deepEqual(asked.findLast(({text}) => text),
        {kind: 'moves', text: 'd1 d2 e1 c1', board: '7x6'});
    assert.deepEqual([location.hash, document.activeElement.className, page.text.getAttribute('aria-invalid')],
        ['#4453', 'column', 'false']);
    assert.ok(page.play.scrolled.length > 0);
    await submit('#8x7/4453@2');
    assert.equal(location.hash, '#8x7/4453@2');
    kinds.read = {answer: '44'};
    await submit('.......');
    assert.equal(page.verdict.textContent, 'The order of these stones is not known, so their moves are not judged.');
    assert.equal(history.state.start, '44');
    await click('why');
    assert.equal(asked.findLast(({kind}) => kind === 'explain').isPlayed, false);
    await click('close');
    kinds.read = {answer: null};
    assert.equal(await submit('x'), 'No game leads to this position: its stones cannot be dropped in turn.');
    kinds.read = {refused: {at: 0, reason: "'h' is not a column, expected 1 to 8"}};
    document.activeElement = document.body;
    assert.equal(await submit('hello'), "Character 1: 'h' is not a column, expected 1 to 8 or a to h.");
    assert.deepEqual([location.hash, document.activeElement, page.text.getAttribute('aria-invalid')],
        ['#8x7/44', page.text, 'true']);
    assert.ok(page.problem.scrolled.length > 0);
    kinds.read = {error: 'no memory'};
    assert.equal(await submit('4'), 'no memory');
    assert.equal(await submit('#99x9/4'), "The board '99x9' does not exist here: expected 4x4 to 9x7.");
    kinds.read = {answer: ''};
    await submit('........'); // an empty board has an order
    assert.notEqual(page.verdict.textContent.slice(0, 9), 'The order');
});

test('addresses', async () => {
    await visit('#8x7/81@1');
    assert.equal(page.size.value, '8x7');
    assert.equal(location.hash, '#8x7/81@1');
    await visit('', '?pos=4453');
    assert.deepEqual([location.hash, location.search], ['#4453', '']);
    await visit('#10x10/1');
    assert.equal(page.verdict.textContent, "The address has no game: The board '10x10' does not exist " +
        'here: expected 4x4 to 9x7.');
    kinds.read = {refused: {at: 3, reason: "'8' is not a column, expected 1 to 7"}};
    await visit('#4448');
    assert.equal(page.verdict.textContent, "The address has no game: Character 4: '8' is not a column, " +
        'expected 1 to 7 or a to g.');
    // A game that was left here is played on, another one is looked at.
    await visit('#44', '', {mode: 'play', players: [0, 2], start: '4'});
    assert.deepEqual([document.body.dataset.mode, page.yellow.value, history.state.start], ['play', '2', '4']);
    await visit('#4455');
    assert.deepEqual([document.body.dataset.mode, page.yellow.value, history.state.start], ['study', '0', '']);
    await visit('#44(53)(6)5@4');
    assert.deepEqual([location.hash, page.moves.all('button').length, page.board.all('.stone').length],
        ['#44(53)(6)5@4', 6, 3]);
    await visit('');
    assert.equal(document.body.dataset.mode, 'home');
});

test('the puzzle of the day', async () => {
    await visit('#12');
    await click('puzzle');
    assert.match(page.verdict.textContent, /^Puzzle of .*: Red wins in \d+ moves\. Only one first move wins: which\?$/);
    assert.equal(page.live.textContent, page.verdict.textContent);
    assert.match(location.hash, /^#puzzle\/\d{4}-\d\d-\d\d$/);
    assert.deepEqual([page.why.hidden, document.activeElement.className], [true, 'column']);
    const {hash} = location;
    press('5');
    assert.match(page.verdict.textContent, /^e1 is wrong: /);
    press('3');
    assert.match(page.verdict.textContent, /^c1 is right: .* with 2 tries\.$/);
    assert.deepEqual([location.hash, page.board.all('.stone').length], [hash, 3]);
    assert.equal(history.state.start, '44');
    assert.equal(page.why.hidden, false);
    await visit('#puzzle/2026-02-30');
    assert.equal(page.verdict.textContent, "No puzzle: there is no puzzle '2026-02-30', expected a day such as 2026-11-22 or a number.");
    assert.match(await submit('#puzzle/2026-02-30'), /^No puzzle: there is no puzzle/);
    assert.equal(await submit('http://x/#puzzle/2026-11-22'), '');
    assert.equal(location.hash, '#puzzle/2026-11-22');
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 520));

test('a game against a level, and its end', async () => {
    await visit('');
    await change('clock', '5');
    page['level-2'] ??= page.levels.all('button')[1];
    kinds.reply = {answer: {column: 2, proven: true}};
    asked.length = 0;
    await click('level-2');
    assert.deepEqual([document.body.dataset.mode, page.turn.textContent, page.time.textContent, page.why.hidden],
        ['play', 'Your turn, Red', '5:00 · 5:00', true]);
    press('1');
    press('1'); // not the person's turn
    assert.deepEqual([location.hash, page.turn.textContent], ['#1', 'Yellow is thinking …']);
    press('t');
    assert.equal(page.hint.disabled, true);
    await pause();
    assert.equal(location.hash, '#12');
    assert.deepEqual(asked.map(({kind}) => kind), ['reply']); // no scores
    kinds.columns = found(1, [1]);
    await click('hint');
    assert.equal(page.verdict.textContent, 'Hint: a2.');
    await visit('#121212', '', history.state);
    await click('hint');
    press('3');
    await pause();
    await click('undo');
    assert.equal(location.hash, '#121212');
    press('1');
    assert.deepEqual([page.turn.textContent, page.verdict.textContent, page.rematch.hidden, page.new.hidden],
        ['You win!', 'With 2 hints and 1 take-back.', false, true]);
    assert.equal(page.board.all('.shower').length, 1);
    kinds.review = undefined;
    await click('decided');
    assert.deepEqual([document.body.dataset.mode, page.verdict.textContent],
        ['study', 'Looking for the move that decided the game …']);
    kinds.reply = {answer: {column: 4, proven: false}};
    await visit('#121212', '', {mode: 'play', players: [0, 2], start: ''});
    press('3');
    await pause();
    assert.equal(page.verdict.textContent, 'A perfect move was not found in time, so this one is an expert’s.');
    await click('new');
    assert.equal(page.verdict.textContent, 'The browser’s “back” returns to the game before.');
    await change('yellow', '0');
    await change('red', '6');
    assert.match(page.about.textContent, /^The proof plays first, on 7 × 6/);
    await change('size', '6x5');
    assert.deepEqual([page.red.value, page.verdict.textContent],
        ['5', 'The proof is for 7 × 6, so the opponent is the perfect one.']);
    await change('clock', '0');
});

test('the link', async () => {
    await click('share');
    assert.deepEqual([copied, page.copied.textContent], [location.href, 'The link is copied.']);
    assert.ok(page.copied.scrolled.length > 0);
    copied = 'refuse';
    await click('share');
    assert.equal(page.copied.textContent, `The browser does not let the page copy this: ${location.href}`);
});

test('choices with the mouse give the keys back to the board', () => {
    for (const [byKeyboard, expected] of [[false, document.body], [true, page.size]]) {
        page.size.focus();
        page.size.matches = (selector) => selector === ':focus-visible' && byKeyboard;
        page.size.dispatchEvent(new Event('change'));
        assert.equal(document.activeElement, expected);
    }
});

test('help that opens is seen', () => {
    for (const [open, count] of [[true, 1], [false, 1]]) {
        page.help.open = open;
        page.help.dispatchEvent(new Event('toggle'));
        assert.equal(page.help.scrolled.length, count);
    }
});

test('a Worker that fails', async () => {
    kinds.columns = {error: 'no memory'};
    await visit('#7654');
    assert.equal(page.verdict.textContent, 'The solver failed: no memory.');
});
