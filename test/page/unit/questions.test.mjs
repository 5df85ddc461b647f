// Questions, what is known, the server and who asks what: with engines whose answers
// are known.
import assert from 'node:assert/strict';
import test from 'node:test';
import {readBoard} from '../../../web/game.mjs';
import {columns, dueTime, isComplete, isExact, isLong, Knowledge, review, secondsUntil} from '../../../web/questions.mjs';
import {askServer, chooseMove, PERFECT} from '../../../web/levels.mjs';
import {findServer} from '../../../web/server.mjs';
import {Session} from '../../../web/session.mjs';
import {keep, kept} from '../../../web/settings.mjs';
import {Thinker} from '../../../web/thinker.mjs';

const usual = readBoard('7x6'), small = readBoard('4x4'), large = readBoard('9x7');
const {signal} = new AbortController();
const exact = (score) => ({lower: score, upper: score});
const none = {lower: -Infinity, upper: Infinity};
const found = (fields) => ({score: none, moves: null, best: null, stopped: false, ...fields});

// ------------------------------------------------------------------- questions

/** An engine with the bounds of positions by the nodes that it gets; it searches 10 each time. */
function makeEngine(bounds) {
    const asked = [];
    return {
        asked,
        async score(moves, options) {
            asked.push({moves, ...options});
            options.progress?.({...none, nodes: 4});
            const {lower, upper} = bounds(moves, options.nodes);
            return {lower, upper, finished: lower === upper, nodes: 10};
        },
    };
}

test('all moves get the same nodes, then four times as many', async () => {
    const scores = {1: -2, 2: 3, 3: 3, 4: 0};
    const engine = makeEngine((moves, nodes) => moves === '' ? {lower: -3, upper: 5}
        : nodes < 2 ** 20 ? none : exact(-scores[moves]));
    const updates = [];
    const answer = await columns(engine, {board: small, moves: ''}, signal,
                                 (one) => updates.push(one));
    assert.deepEqual(answer, {
        score: exact(3), moves: [exact(-2), exact(3), exact(3), exact(0)], best: [2, 3],
        nodes: 130, stopped: false});
    assert.deepEqual(engine.asked.map(({moves, nodes}) => [moves, nodes]), [
        ['', 2 ** 16], ...[16, 18, 20].flatMap((log) =>
            ['2', '3', '1', '4'].map((moves) => [moves, 2 ** log]))]);
    for (const {board, signal: passed, seconds} of engine.asked) {
        assert.equal(board, '4x4');
        assert.equal(passed, signal);
        assert.ok(seconds > 100 && seconds <= 120);
    }
    assert.deepEqual(updates.slice(0, 5).map(({nodes}) => nodes), [10, 14, 20, 24, 30]);
    // No more than the whole position has.
    assert.deepEqual(updates[0].moves, Array(4).fill({lower: -Infinity, upper: 5}));
    assert.deepEqual(updates[0].score, {lower: -3, upper: 5});
    assert.equal(updates[0].best, null);
    for (const {score} of updates)
        assert.ok(score.lower <= 3 && score.upper >= 3);
});

test('exact moves are not asked again, and full columns never', async () => {
    const moves = '44444412';
    const engine = makeEngine((line, nodes) => line === moves ? none
        : line === `${moves}1` ? exact(1) : nodes === 2 ** 16 ? none : exact(2));
    const answer = await columns(engine, {board: usual, moves}, signal, () => {});
    assert.equal(engine.asked.filter(({moves: line}) => line === `${moves}1`).length, 1);
    assert.equal(engine.asked.filter(({moves: line}) => line === `${moves}4`).length, 0);
    assert.equal(answer.moves[3], null);
    assert.deepEqual(answer.moves[0], exact(-1));
    assert.deepEqual(answer.best, [1]);
    assert.deepEqual(answer.score, exact(-1));
});

test('the best move is known before all scores are', async () => {
    // After the first round: 2 has the score, 1 may be as good, 3 and 4 are not.
    const first = {'': exact(2), 1: none, 2: exact(-2), 3: {lower: 0, upper: 9},
                   4: {lower: -1, upper: 9}};
    const later = {1: {lower: -1, upper: 9}, 3: exact(0), 4: exact(1)};
    const engine = makeEngine((moves, nodes) =>
        nodes === 2 ** 16 ? first[moves] : nodes === 2 ** 18 ? later[moves] : exact(5));
    const updates = [];
    await columns(engine, {board: small, moves: ''}, signal, (one) => updates.push(one));
    const known = updates.findIndex(({best}) => best !== null);
    assert.deepEqual(updates[known - 1], found({
        score: exact(2), moves: [{lower: -Infinity, upper: 2}, exact(2), exact(0),
                                 {lower: -9, upper: 1}], nodes: updates[known - 1].nodes}));
    assert.deepEqual(updates[known].best, [2]);
    assert.equal(isComplete(updates[known]), false);
    assert.equal(isComplete(updates.at(-1)), true);
});

test('the search for a position ends after two minutes', async (t) => {
    let now = 5_000_000;
    t.mock.method(Date, 'now', () => now);
    const engine = makeEngine(() => {
        now += 30_000;
        return none;
    });
    const answer = await columns(engine, {board: small, moves: ''}, signal, () => {});
    assert.deepEqual([answer.stopped, answer.best], [true, null]);
    assert.deepEqual(engine.asked.map((one) => one.seconds), [120, 90, 60, 30]);
    const due = dueTime();
    assert.equal(secondsUntil(due), 9);
    now += 15_000; // the Worker was busy
    assert.equal(secondsUntil(due), 0.001);
});

test('a game that is over has a score and no moves', async () => {
    const engine = makeEngine(() => exact(-18));
    assert.deepEqual(await columns(engine, {board: usual, moves: '1212121'}, signal, assert.fail),
        found({score: exact(-18), moves: Array(7).fill(null), best: [], nodes: 10}));
    assert.equal(engine.asked.length, 1);
});

test('a game is reviewed from its end', async () => {
    const asked = [], updates = [];
    const engine = {best: async (moves, options) => {
        asked.push({moves, ...options});
        return moves === '4' ? {...none, finished: false, best: []}
            : {...exact(1), finished: true, best: moves === '' ? undefined : [4]};
    }};
    const plies = [0, 1, 3];
    await review(engine, {board: usual, moves: '445', plies}, signal, (one) => updates.push(one));
    assert.deepEqual(asked, ['445', '4', ''].map((moves) =>
        ({moves, board: '7x6', seconds: 20, signal})));
    assert.deepEqual(updates, [
        {moves: '445', found: found({score: exact(1), best: [4]})},
        {moves: '4', found: found({stopped: true})},
        {moves: '', found: found({score: exact(1), best: []})}]);
    assert.deepEqual(plies, [0, 1, 3]);
});

test('what is known of a position', () => {
    assert.equal(isExact(exact(0)), true);
    assert.equal(isExact({lower: 0, upper: 1}), false);
    assert.equal(isComplete(undefined), false);
    assert.equal(isComplete(found()), false);
    assert.equal(isComplete(found({moves: [null, exact(1)]})), true);
    assert.equal(isComplete(found({moves: [exact(1), {lower: 0, upper: 1}]})), false);
    const knowledge = new Knowledge();
    assert.equal(knowledge.at(usual, '4'), undefined);
    assert.deepEqual(knowledge.line(usual, '44'), [undefined, undefined, undefined]);
    const moves = [{lower: 0, upper: 1}];
    knowledge.learn(usual, '4', found({moves, best: [1]}));
    assert.equal(knowledge.at(small, '4'), undefined);
    // What another question has found is kept.
    knowledge.learn(usual, '4', found({score: exact(1)}));
    assert.deepEqual(knowledge.at(usual, '4'), found({score: exact(1), moves, best: [1]}));
    const all = found({score: exact(2), moves: [exact(2)], best: [2]});
    knowledge.learn(usual, '4', all);
    knowledge.learn(usual, '4', found());
    assert.deepEqual(knowledge.at(usual, '4'), all);
    assert.deepEqual(knowledge.line(usual, '44'), [undefined, all, undefined]);
    knowledge.learn(usual, '44', found({best: [3]}));
    knowledge.learn(usual, '44', found({best: [5]}));
    assert.deepEqual(knowledge.at(usual, '44').best, [5]);
});

// --------------------------------------------------------------------- opponents

test('opponents and their limits', async () => {
    assert.equal(PERFECT, 5);
    const asked = [];
    const library = {move: async (moves, options) => {
        asked.push({moves, ...options});
        return {column: 3, proven: false};
    }};
    for (const [board, level, seconds, proven] of [['7x6', 5, 60, false], ['6x7', 5, 60, false],
                                                   ['9x5', 5, 10, false], ['8x6', 4, 10, true]]) {
        const question = {board: readBoard(board), moves: '44', level, seed: 7};
        assert.deepEqual(await chooseMove(library, question, signal), {column: 3, proven});
        assert.deepEqual(asked.pop(), {moves: '44', board, level, seed: 7, seconds, signal});
    }
    const server = {best: async (moves, options) => {
        asked.push({moves, ...options});
        return {best: [3, 6, 7]};
    }};
    const question = {board: usual, moves: '44', level: 5, seed: 2};
    assert.deepEqual(await askServer(server, question, signal), {column: 6, proven: true});
    assert.deepEqual(asked.pop(), {moves: '44', board: '7x6', seconds: 60, signal});
    assert.equal((await askServer(server, {...question, seed: 4}, signal)).column, 3);
    for (const answer of [{}, {best: []}])
        assert.equal(await askServer({best: async () => answer}, question, signal), null);
});

// ------------------------------------------------------------------------ server

test('the server is asked', async (t) => {
    const urls = [];
    const answers = [
        {status: 'ok'}, {lower: -2, upper: 3, finished: false},
        {score: 4, finished: true, best: [4]},
    ];
    t.mock.method(globalThis, 'fetch', async (url, options) => {
        urls.push([String(url).replace(/^.*\/v1/, ''), options]);
        return Response.json(answers.shift());
    });
    const server = await findServer();
    assert.deepEqual(await server.score('44', {board: '7x6', nodes: 100, seconds: 1.23456, signal}),
        {lower: -2, upper: 3, finished: false, nodes: 100, best: undefined});
    assert.deepEqual(await server.best('', {board: '8x7', signal}),
        {lower: 4, upper: 4, finished: true, nodes: 0, best: [4]});
    assert.deepEqual(urls, [
        ['/health', {cache: 'no-store'}],
        ['/solve?position=44&board=7x6&nodes=100&seconds=1.235', {signal}],
        ['/solve?position=&board=8x7&best=1', {signal}]]);
});

test('a server that is none, or that refuses', async (t) => {
    let answer = () => Response.json({status: 'static'});
    t.mock.method(globalThis, 'fetch', async () => answer());
    assert.equal(await findServer(), null);
    answer = () => new Response('<html>');
    assert.equal(await findServer(), null);
    answer = () => Promise.reject(new TypeError('no network'));
    assert.equal(await findServer(), null);
    answer = () => Response.json({status: 'ok'});
    const server = await findServer();
    answer = () => Response.json({error: 'too busy'}, {status: 503});
    await assert.rejects(server.score('4', {board: '7x6', signal}), {message: 'too busy'});
    answer = () => Response.json({status: 'no server'}); // what sw.js answers without a network
    await assert.rejects(server.score('4', {board: '7x6', signal}));
});

// ----------------------------------------------------------------------- Thinker

/** A thinker whose solver answers from a table of kinds. */
function makeThinker(kinds) {
    const session = new Session(usual), knowledge = new Knowledge();
    const events = [], asked = [];
    const solver = {ask: async (kind, question, options) => {
        asked.push({kind, ...question});
        options.signal.throwIfAborted();
        return kinds[kind](question, options);
    }};
    const listener = Object.fromEntries(['learned', 'scored', 'hinted', 'replied', 'failed'].map(
        (name) => [name, (...values) => events.push([name, ...values])]));
    const thinker = new Thinker({session, knowledge, solver, ...listener});
    return {thinker, session, knowledge, events, asked};
}

test('the thinker finds moves, then the game', async (t) => {
    const moves = found({score: exact(1), moves: [exact(1)], best: [1]});
    const one = found({score: exact(0), best: [4]});
    const {thinker, session, knowledge, events, asked} = makeThinker({
        columns: (_, {update}) => {
            update(found());
            return moves;
        },
        line: () => '33',
        review: (_, {update}) => update({moves: '4', found: one}),
    });
    session.openMoves(usual, '44');
    await thinker.think({moves: true, game: true});
    assert.deepEqual(asked, [{kind: 'columns', board: usual, moves: '44'},
                             {kind: 'line', board: usual, moves: '44'},
                             {kind: 'review', board: usual, moves: '44', plies: [0, 1]}]);
    assert.deepEqual(events.map(([name]) => name), ['learned', 'learned', 'scored', 'learned', 'learned']);
    assert.deepEqual(knowledge.at(usual, '44').line, '33');
    assert.equal(events[2][1], moves);
    assert.deepEqual(knowledge.at(usual, '4'), one);
    // What is known is not asked again.
    asked.length = events.length = 0;
    knowledge.learn(usual, '', found({stopped: true}));
    await thinker.think({moves: true, game: true});
    assert.deepEqual(asked, [{kind: 'review', board: usual, moves: '44', plies: []}]);
    assert.deepEqual(events.slice(0, 1), [['scored', {...moves, line: '33'}]]);
    asked.length = events.length = 0;
    session.goPly(0);
    await thinker.think({moves: true, game: false});
    assert.deepEqual([asked, events], [[], [['scored', found({stopped: true})]]]);
    await thinker.think({moves: false, game: false});
    assert.deepEqual([asked.length, events.length], [0, 1]);
});

test('a hint is the best move, or an expert’s after ten seconds or where the search ends without one', async () => {
    const never = (_, {signal: passed}) => new Promise((_resolve, reject) =>
        passed.addEventListener('abort', () => reject(passed.reason)));
    const hint = async (columnsOf, known) => {
        const {thinker, session, knowledge, events, asked} = makeThinker({columns: columnsOf, reply: () => ({column: 2})});
        const late = new AbortController();
        session.hint.wait = late.signal;
        knowledge.learn(usual, '', found({best: known}));
        const done = thinker.think({moves: false, game: false});
        await new Promise(setImmediate);
        const said = () => events.filter(([name]) => name !== 'learned'), early = said().length;
        late.abort();
        await done;
        return [early, said(), asked.map(({kind, level}) => level ?? kind)];
    };
    assert.deepEqual(await hint(never, null), [0, [['hinted', 2, false]], ['columns', 4]]);
    assert.deepEqual(await hint(() => found({best: [3, 4]}), null), [1, [['hinted', 3, true]], ['columns', 4]]);
    assert.deepEqual(await hint(() => found({stopped: true}), null), [1, [['hinted', 2, false]], ['columns', 4]]);
    assert.deepEqual(await hint(never, [5]), [1, [['hinted', 5, true]], []]);
    const broken = new Error('broken');
    assert.deepEqual((await hint(() => Promise.reject(broken), null))[1], [['failed', broken]]);
});

test('the server answers in place of the Worker', async (t) => {
    const {thinker, session, events, asked} = makeThinker({columns: () => found(), review: () => {}});
    const reviewed = [];
    thinker.server = {score: async () => exact(-18), best: async (moves) => {
        reviewed.push(moves.length);
        return {...exact(0), finished: true, best: [1]};
    }};
    session.openMoves(large, '1212121');
    await thinker.think({moves: true, game: true});
    assert.deepEqual(asked, [{kind: 'review', board: large, moves: '1212121', plies: []}]);
    assert.deepEqual(reviewed, [6, 5, 4, 3, 2, 1, 0]);
    assert.equal(events.filter(([name]) => name === 'scored').length, 1);
    assert.equal(events.filter(([name]) => name === 'learned').length, 8);
    // The Worker answers what it finds at once.
    asked.length = reviewed.length = 0;
    session.openMoves(usual, '12345671234567');
    await thinker.think({moves: true, game: true});
    assert.deepEqual(asked.map(({kind, plies}) => [kind, plies]),
                     [['columns', undefined], ['review', [0, 1, 2, 3, 4, 5, 6, 7, 13, 14]]]);
    assert.deepEqual(reviewed, [12, 11, 10, 9, 8]);
});

test('what takes long', () => {
    const long = (board, count) => isLong(board, '1'.repeat(count));
    assert.deepEqual([7, 8, 12, 13].map((count) => long(usual, count)), [false, true, true, false]);
    assert.deepEqual([0, 33, 34].map((count) => long(large, count)), [true, true, false]);
    assert.equal(long(small, 0), false);
    for (const [width, height] of [[6, 7], [8, 5], [9, 4]])
        assert.equal(isLong({width, height}, ''), true);
});

test('the newest wish cancels the older one, and failures are told', async (t) => {
    let release;
    const {thinker, events, session} = makeThinker({
        columns: ({moves}, {signal: passed}) => moves === '' ? new Promise((_, reject) =>
            passed.addEventListener('abort', () => reject(passed.reason)))
            : Promise.reject(new Error('broken')),
    });
    const first = thinker.think({moves: true, game: false});
    session.play(4);
    await thinker.think({moves: true, game: false});
    await first;
    assert.deepEqual(events.map(([name, error]) => [name, error.message]), [['failed', 'broken']]);
});

test('the opponent moves when it is its turn', async (t) => {
    t.mock.timers.enable({apis: ['setTimeout']});
    const {thinker, session, events, asked} = makeThinker({
        reply: ({level}) => ({column: level, proven: true})});
    session.mode = 'play';
    session.players = [0, 3];
    session.seed = 9;
    session.play(4);
    const think = async () => {
        const done = thinker.think({moves: true, game: true});
        for (let i = 0; i < 20; i++)
            await null;
        t.mock.timers.tick(499);
        for (let i = 0; i < 20; i++)
            await null;
        const early = events.length;
        t.mock.timers.tick(1);
        await done;
        assert.equal(early, events.length - 1);
        return [events.pop(), asked.splice(0)];
    };
    assert.deepEqual(await think(), [['replied', {column: 3, proven: true}],
        [{kind: 'reply', board: usual, moves: '4', level: 3, seed: 9}]]);
    // The server plays the perfect level only, and level 4 where it finds nothing.
    thinker.server = {best: async () => ({best: [5]})};
    assert.equal((await think())[0][1].column, 3);
    session.players = [0, PERFECT];
    assert.equal((await think())[1].length, 1); // it does not take long
    session.board = large;
    assert.deepEqual(await think(), [['replied', {column: 5, proven: true}], []]);
    thinker.server = {best: async () => ({best: []})};
    const [[, reply], [question]] = await think();
    assert.deepEqual([reply, question.level], [{column: 4, proven: false}, 4]);
});

// ---------------------------------------------------------------------- settings

test('settings', (t) => {
    const store = new Map();
    globalThis.localStorage = {getItem: (key) => store.get(key) ?? null,
                               setItem: (key, value) => store.set(key, value)};
    t.after(() => delete globalThis.localStorage);
    assert.equal(kept('side'), null);
    keep('side', '2');
    assert.equal(kept('side'), '2');
    assert.deepEqual([...store], [['fourscore.side', '2']]);
    globalThis.localStorage = {getItem() { throw new Error('no'); }, setItem() { throw new Error('no'); }};
    keep('side', '1'); // for this visit
    assert.equal(kept('side'), '1');
});
