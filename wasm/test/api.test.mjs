// Limits, progress, cancellation, and bad input.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {FourscoreError, load} from '../../build/wasm/fourscore.mjs';
import {explain, readSet, reply, version} from './native.mjs';

const LONG = '44444';

test('the version is that of the program', async () => {
    const fourscore = await load();
    assert.ok(version().includes(` ${fourscore.version}`));
    const {version: packaged} = JSON.parse(readFileSync(
        new URL('../../build/wasm/package.json', import.meta.url), 'utf8'));
    assert.equal(packaged, fourscore.version);
});

test('positions are described', async () => {
    const fourscore = await load();
    const position = fourscore.position('1122334');
    assert.equal(position.ply, 7);
    assert.equal(position.winner, 1);
    assert.deepEqual(position.columns, []);
    for (const text of [position.moves, position.diagram,
                        position.diagram.replace(/\n *1 2 .*/, '')])
        assert.equal(fourscore.position(text).diagram, position.diagram);
    const wide = fourscore.position('ca', {board: '12x9'});
    assert.equal(wide.columns.length, 12);
    assert.equal(wide.moves, 'ca');
});

test('levels play as in the program', async () => {
    const fourscore = await load();
    for (let level = 1; level <= 5; level++)
        for (const board of ['7x6', '5x4'])
            for (const seed of [0, 1, 2 ** 40 + 5]) {
                const options = {level, seed, board};
                const {column, proven} = await fourscore.move('43', options);
                assert.equal(column, reply('43', options), JSON.stringify(options));
                assert.equal(proven, level === 5);
            }
    const hurried = await fourscore.move('', {board: '8x8', level: 5, nodes: 1});
    assert.deepEqual(hurried, {...await fourscore.move('', {board: '8x8', level: 4})});
    await assert.rejects(fourscore.move('1212121'), FourscoreError);
    for (const level of [0, 6, 1.5, '3', null])
        await assert.rejects(fourscore.move('', {level}), /^RangeError: level: /);
    for (const seed of [-1, 0.5, 2 ** 53, '1', 1n])
        await assert.rejects(fourscore.move('', {seed}), /^RangeError: seed: /);
});

test('finished games have a score and no moves', async () => {
    const fourscore = await load();
    const answer = await fourscore.allMoves('1122334');
    assert.equal(answer.score, -18);
    assert.deepEqual(answer.best, []);
    assert.deepEqual(answer.moves, Array(7).fill(null));
    assert.deepEqual((await fourscore.pv('1122334')).pv, []);
});

test('explanations are those of the program', async () => {
    const fourscore = await load();
    const positions = [...readSet('middle-easy', 20), ...readSet('end-easy', 20),
                       '', '1', '352344', '1212121'];
    for (const [board, games] of [['7x6', positions], ['5x4', ['', '3', '332']]]) {
        const expected = explain(games, ['--board', board]);
        for (const [i, game] of games.entries()) {
            const {score, winner, move, reasons, sentences, finished} =
                await fourscore.explain(game, {board});
            assert.equal(finished, true);
            assert.deepEqual({score, winner, move, reasons, sentences}, expected[i], game);
        }
    }
    const {diagram} = fourscore.position('352344');
    assert.equal((await fourscore.explain(diagram)).move, null);
});

test('an explanation has limits, and no weak scores', async () => {
    const fourscore = await load({book: false});
    for (const game of ['', '55']) {
        const found = await fourscore.explain(game, {board: '9x9', nodes: 5000});
        assert.equal(found.finished, false);
        assert.equal(found.winner, null);
        assert.deepEqual(found.reasons, []);
    }
    await assert.rejects(fourscore.explain('4', {weak: true}), RangeError);
    await assert.rejects(fourscore.explain('48'), FourscoreError);
});

test('a node limit is exact, and gives bounds', async () => {
    const fourscore = await load({book: false});
    for (const slice of [300, Infinity]) {
        const answer = await fourscore.score(LONG, {fresh: true, nodes: 5000, slice});
        assert.equal(answer.finished, false);
        assert.equal(answer.nodes, 5000);
        assert.equal(answer.score, null);
        assert.ok(answer.lower < answer.upper);
    }
});

test('a time limit ends a search', async () => {
    const fourscore = await load({book: false});
    const answer = await fourscore.score('', {board: '9x12', seconds: 0.05});
    assert.equal(answer.finished, false);
    assert.ok(answer.seconds >= 0.05);
});

test('progress reports bounds and nodes', async () => {
    const fourscore = await load({book: false});
    const reports = [];
    const answer = await fourscore.score('4453532', {
        fresh: true, slice: 10000, progress: (report) => reports.push(report),
    });
    reports.push(answer);
    assert.ok(reports.length > 10);
    for (const [i, report] of reports.entries()) {
        assert.ok(report.lower <= answer.score && answer.score <= report.upper);
        if (i === 0)
            continue;
        assert.ok(report.nodes > reports[i - 1].nodes);
        assert.ok(report.lower >= reports[i - 1].lower);
        assert.ok(report.upper <= reports[i - 1].upper);
    }
});

test('a search is cancelled between slices', async () => {
    const fourscore = await load({book: false});
    const controller = new AbortController();
    let slices = 0;
    const search = fourscore.score('', {
        board: '9x12', slice: 1000, signal: controller.signal,
        progress: () => ++slices === 3 && controller.abort(new Error('enough')),
    });
    await assert.rejects(search, /^Error: enough$/);
    assert.equal(slices, 3);
    await assert.rejects(fourscore.score('', {signal: controller.signal}), /enough/);
    assert.equal((await fourscore.score('44535321')).finished, true);
});

test('an error in a progress callback rejects, and the next search runs', async () => {
    const fourscore = await load({book: false});
    const progress = () => { throw new Error('mine'); };
    await assert.rejects(fourscore.score(LONG, {fresh: true, slice: 1000, progress}), /mine/);
    assert.equal((await fourscore.score('44535321')).finished, true);
});

test('searches and positions in between do not disturb each other', async () => {
    const fourscore = await load({book: false});
    const alone = await load({book: false});
    const questions = [['score', '44535321'], ['pv', '4453532', {slice: 1000}],
                       ['best', '23143', {board: '5x5', slice: 1000}], ['allMoves', '445353217']];
    const answers = questions.map(([name, text, options]) => fourscore[name](text, {
        ...options, progress: () => fourscore.position('1', {board: '12x9'}),
    }));
    for (const [i, [name, text, options]] of questions.entries()) {
        const {nodes: _1, seconds: _2, ...found} = await answers[i];
        const {nodes: _3, seconds: _4, ...expected} = await alone[name](text, options);
        assert.deepEqual(found, expected);
    }
});

test('errors name place and reason', async () => {
    const fourscore = await load();
    const bad = [
        ['48', 1, /column, expected 1 to 7/], ['4444444', 6, /full/], ['\u00e9', 0, /column/],
        ['44x', 2, /column/], ['[1, 2', 5, /./], ['4\u00004', 1, /0x00/],
    ];
    for (const [text, at, reason] of bad) {
        assert.throws(() => fourscore.position(text), (error) =>
            error instanceof FourscoreError && error.at === at &&
            reason.test(error.reason) && error.message.includes(`character ${at + 1}:`));
        await assert.rejects(fourscore.score(text), FourscoreError);
    }
    assert.throws(() => fourscore.position('4'.repeat(1e6)), FourscoreError);
    assert.throws(() => fourscore.position('', {board: '13x12'}), FourscoreError);
});

test('arguments of a wrong type or range are refused by name', async () => {
    const fourscore = await load();
    const bad = {
        board: ['', '7', '7x', 'x6', '7x6x5', 7, null, '-7x6'],
        nodes: [0, -1, NaN, '5', 2 ** 63], slice: [0, NaN, '1'],
        seconds: [0, -1, NaN, '1'], signal: [5, {}], progress: [5, {}],
    };
    for (const [name, values] of Object.entries(bad))
        for (const value of values)
            await assert.rejects(fourscore.score('', {[name]: value}), (error) =>
                (error instanceof RangeError || error instanceof TypeError) &&
                error.message.startsWith(`${name}: `));
    for (const text of [undefined, null, 4453, {}, []])
        await assert.rejects(fourscore.score(text), TypeError);
    await assert.rejects(fourscore.pv('', {weak: true}), /^RangeError: weak: /);
});

test('tables that are too large or too small are refused', async () => {
    for (const tableBytes of [100, 2 ** 32 - 1, 2 ** 40, 2 ** 62]) {
        const fourscore = await load({tableBytes});
        await assert.rejects(fourscore.score('44'), FourscoreError);
        assert.equal(fourscore.position('44').ply, 2);
    }
    for (const tableBytes of [-1, NaN, 0.5, '32M'])
        await assert.rejects(load({tableBytes}), RangeError);
});

test('the module can be given as bytes, module or URL', async () => {
    const url = new URL('../../build/wasm/fourscore-scalar.wasm', import.meta.url);
    const bytes = readFileSync(url);
    for (const wasm of [url, url.href, bytes, new WebAssembly.Module(bytes)])
        assert.equal((await (await load({wasm})).score('')).score, 1);
    await assert.rejects(load({wasm: bytes.subarray(0, 100)}), WebAssembly.CompileError);
});
