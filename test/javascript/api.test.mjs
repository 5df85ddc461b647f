// Limits, progress, cancellation, and bad input.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import test from 'node:test';
import {load as loadEmbedded} from '../../build/wasm/embedded.mjs';
import {FourscoreError, load} from '../../build/wasm/fourscore.mjs';
import {explain, readSet, refusals, reply, review, version} from './native.mjs';

const LONG = '44444';
const fourscore = await load(), bookless = await load({book: false});

// A call refuses each value of each option, by its name.
async function refuses(values, call) {
    for (const [name, wrong] of Object.entries(values))
        for (const value of wrong)
            await assert.rejects(call({[name]: value}), (error) =>
                error instanceof RangeError && error.message.startsWith(`${name}: expected `), `${name}: ${value}`);
}

test('the version is that of the program', async () => {
    assert.ok(version().includes(` ${fourscore.version}`));
    const {version: packaged} = JSON.parse(readFileSync(
        new URL('../../build/wasm/package.json', import.meta.url), 'utf8'));
    assert.equal(packaged, fourscore.version);
});

test('positions are described', async () => {
    const position = fourscore.position('1122334');
    assert.equal(position.ply, 7);
    assert.equal(position.winner, 1);
    assert.deepEqual(position.columns, []);
    assert.ok(position.diagram.endsWith(' o o o . . . .\n x x x x . . .\n 1 2 3 4 5 6 7\n'));
    for (const text of [position.moves, position.diagram,
                        position.diagram.replace(/\n *1 2 .*/, '')])
        assert.equal(fourscore.position(text).diagram, position.diagram);
    assert.deepEqual(fourscore.position('444444').columns, [1, 2, 3, 5, 6, 7]);
    assert.equal(fourscore.position('444444').winner, null);
    assert.equal(fourscore.position('71122334').winner, 2);
    const {moves, ply} = fourscore.position(`${'......./'.repeat(4)}x....../o......`);
    assert.deepEqual([moves, ply], [null, 2]);
    assert.equal(fourscore.position(`44${' '.repeat(2 ** 16 - 2)}`).ply, 2);
    const wide = fourscore.position('ca', {board: '12x9'});
    assert.equal(wide.columns.length, 12);
    assert.equal(wide.moves, 'ca');
});

test('a game stays the game that was written', async () => {
    const games = ['4453', 'd1 D2 e', '1. 4 4 2. 5 {4} 3', '1212121', '', 'hello', 'd1 d3', '4\u00e94'];
    for (const [i, found] of review(games).entries()) {
        if (!('error' in found)) {
            const {moves, ...position} = fourscore.game(games[i]);
            assert.deepEqual([...moves].map(Number), found.moves.map(({column}) => column));
            assert.equal(position.ply, moves.length);
            assert.equal(position.diagram, fourscore.position(moves).diagram);
            continue;
        }
        assert.throws(() => fourscore.game(games[i]), (error) =>
            error instanceof FourscoreError && error.reason === found.error &&
            error.message === `game: character ${error.at + 1}: ${found.error}`, games[i]);
    }
    // Another order leads to the same position.
    assert.notEqual(fourscore.position(fourscore.position('4453').diagram).moves, '4453');
    const at = (text, board) => {
        try {
            fourscore.game(text, {board});
        } catch (error) {
            return error.at;
        }
    };
    assert.deepEqual([at('4 {\u00e9\u{1f600}} 9'), at('d1 d3'), at('9', '8x7'), at('9', '9x7')],
                     [8, 4 - 1, 0, undefined]);
    assert.equal(fourscore.game('i1 i', {board: '9x7'}).moves, '99');
    assert.throws(() => fourscore.game(4453), /^TypeError: game: /);
    assert.throws(() => fourscore.game('4'.repeat(70000)), /game: longer than 65536 bytes/);
    assert.throws(() => fourscore.game('4', {board: '99x9'}), FourscoreError);
});

test('columns are counted from 0 where the option says so', async () => {
    const from0 = {firstColumn: 0};
    assert.equal(fourscore.position('33331', from0).moves, '44442');
    assert.equal(fourscore.game('33331', from0).moves, '44442');
    for (const name of ['score', 'allMoves', 'best', 'pv', 'explain', 'review', 'move']) {
        const [found, expected] = [await fourscore[name]('33331', from0), await fourscore[name]('44442')];
        for (const answer of [found, expected])
            answer.nodes = answer.seconds = 0;
        assert.deepEqual(found, expected, name);
    }
    assert.throws(() => fourscore.position('33330'), {
        reason: "'0' is not a column, expected 1 to 7; firstColumn: 0 counts from 0",
        problem: "'0' is not a column, expected 1 to 7"});
});

test('levels play as in the program', async () => {
    for (let level = 1; level <= 5; level++)
        for (const [board, seed] of [['7x6', 1], ['5x4', 2 ** 40 + 5]]) {
            const options = {level, seed, board};
            const {column, proven} = await fourscore.move('43', options);
            assert.equal(column, reply('43', options), JSON.stringify(options));
            assert.equal(proven, level === 5);
        }
    for (const seed of [2 ** 31 + 1, 2 ** 31 + 2, 2 ** 31 + 3, 2 ** 32 + 1, 2 ** 32 + 2]) {
        const options = {level: 1, seed, board: '7x6'};
        assert.equal((await fourscore.move('43', options)).column, reply('43', options));
    }
    // Without time the perfect level plays as the one below it, and not as a lower one.
    const others = new Set(), board = '8x8';
    for (const position of ['', '4', '44', '54', '4554']) {
        const hurried = await fourscore.move(position, {board, level: 5, nodes: 1});
        assert.deepEqual(hurried, await fourscore.move(position, {board, level: 4}));
        for (let level = 1; level < 4; level++)
            if ((await fourscore.move(position, {board, level})).column !== hurried.column)
                others.add(level);
    }
    assert.equal(others.size, 3);
    await assert.rejects(fourscore.move('1212121'), FourscoreError);
    await refuses({level: [0, 6, 1.5, '3', null], seed: [-1, 0.5, 2 ** 53, '1', 1n]},
                  (options) => fourscore.move('', options));
});

test('finished games have a score and no moves', async () => {
    const answer = await fourscore.allMoves('1122334');
    assert.equal(answer.score, -18);
    assert.deepEqual(answer.best, []);
    assert.deepEqual(answer.moves, Array(7).fill(null));
    assert.deepEqual((await fourscore.pv('1122334')).pv, []);
});

test('explanations are those of the program', async () => {
    // the last ones have marks in corners, two reasons, and six better moves
    const positions = ['', '1', '352344', '1212121', '13415676166724564133225715352',
                       '22617317124532376521243677735', '13462236626551314'];
    for (const [board, games] of [['7x6', positions], ['5x4', ['', '3', '332']]]) {
        const expected = explain(games, ['--board', board]);
        for (const [i, game] of games.entries()) {
            const {nodes: _1, seconds: _2, lower, upper, ...found} =
                await fourscore.explain(game, {board});
            assert.deepEqual([lower, upper], [found.score, found.score]);
            assert.deepEqual(found, expected[i], game);
        }
    }
    assert.deepEqual((await fourscore.explain('1. c1 e1 2. b1 c2 3. d1 d2 # x')).move,
                     (await fourscore.explain('352344')).move);
    const {diagram} = fourscore.position('352344');
    assert.equal((await fourscore.explain(diagram)).move, undefined);
    // up to nine columns, a letter is the column that it names on the board
    for (const [text, board, column] of [['ia', '9x1', 1], ['CB', '12x1', 11], ['9a', '10x1', 10]])
        assert.equal((await fourscore.explain(text, {board})).move.column, column, text);
});

test('reviews are those of the program', async () => {
    for (const [board, games, nodes] of [['7x6', ['1. d1 d2 2. c1', '352344', '1212121', '', ...readSet('end-easy', 5)]],
                                         ['5x4', ['332', '12345']], ['12x9', ['ca', 'b1b2'], 20]]) {
        const limit = nodes ? ['--node-limit', String(nodes)] : [];
        const expected = review(games, ['--board', board, '--threads', '1', ...limit]);
        for (const [i, game] of games.entries()) {
            const {nodes: _1, seconds: _2, ...found} = await fourscore.review(game, {board, nodes, fresh: true});
            assert.deepEqual(found, expected[i], game);
        }
    }
    const options = {fresh: true, slice: Infinity}, moves = '13462236626551314';
    let nodes = 0;
    for (let ply = moves.length; ply >= 0; ply--)
        nodes += (await fourscore.best(moves.slice(0, ply), {slice: Infinity, fresh: ply === moves.length})).nodes;
    const {nodes: found, seconds} = await fourscore.review(moves, options);
    assert.equal(found, nodes);
    assert.ok(seconds > 0);
    // the book knows only the first positions
    assert.equal((await fourscore.review('44444322225', {fresh: true, nodes: 1})).finished, false);
    await assert.rejects(fourscore.review('d1 d3'), /^FourscoreError: game: character 4: /);
});

test('an explanation has limits', async () => {
    for (const game of ['', '55']) {
        const found = await bookless.explain(game, {board: '9x9', nodes: 5000});
        assert.equal(found.finished, false);
        assert.equal(found.winner, undefined);
        assert.deepEqual(found.reasons, []);
    }
    // a search of the position, then one of that before the last move
    const moves = '13462236626551314';
    const {nodes: first} = await bookless.pv(moves, {fresh: true});
    const {nodes: second} = await bookless.best(
        moves.slice(0, -1), {weak: true, fresh: true});
    assert.ok(first > 10 && second > 100, `${first}, ${second}`);
    const whole = await bookless.explain(moves, {fresh: true, slice: Infinity});
    assert.equal(whole.nodes, first + second);
    for (const left of [1, 50]) {
        const found = await bookless.explain(moves, {fresh: true, nodes: first + left});
        assert.equal(found.finished, false);
        assert.equal(found.nodes, first + left);
        assert.equal(found.score, whole.score);
        assert.equal(found.move, undefined);
    }
    await assert.rejects(bookless.explain('48'), FourscoreError);
});

test('a node limit is exact, and gives bounds', async () => {
    for (const slice of [300, Infinity]) {
        const answer = await bookless.score(LONG, {fresh: true, nodes: 5000, slice});
        assert.equal(answer.finished, false);
        assert.equal(answer.nodes, 5000);
        assert.equal(answer.score, null);
        assert.ok(answer.lower < answer.upper);
    }
});

test('a time limit ends a search', async () => {
    const whole = await bookless.score('', {
        board: '9x12', seconds: 0.05, slice: Infinity, nodes: 2e7,
        progress: () => assert.fail('another slice'),
    });
    assert.equal(whole.finished, false);
    assert.ok(whole.seconds >= 0.05 && whole.nodes > 0 && whole.nodes < 2e7, String(whole.nodes));
});

test('the limit of time of an explanation is for both searches', async () => {
    const {now} = performance;
    let milliseconds = 0;
    performance.now = () => milliseconds;
    const progress = () => {
        milliseconds += 600;
    };
    try {
        const found = await bookless.explain('13462236626551314', {
            fresh: true, seconds: 1.9, slice: 100, progress,
        });
        assert.equal(found.finished, false);
        assert.equal(found.score, 8);
        // The first search ends in its second slice; 1.3 s are left.
        assert.equal(milliseconds, 600 + 3 * 600);
        assert.equal(Math.round(found.seconds * 1000), milliseconds);
    } finally {
        performance.now = now;
    }
});

test('the event loop runs between slices', async () => {
    const ran = [];
    let timer = false;
    setTimeout(() => {
        timer = true;
    }, 0);
    await bookless.score('', {
        board: '9x12', slice: 100, nodes: 1000, progress: () => ran.push(timer),
    });
    assert.equal(ran.length, 9);
    assert.deepEqual([ran[0], ran[8]], [false, true]);
});

test('progress reports bounds and nodes', async () => {
    // in the latter a slice finds less than the one before
    for (const [position, slice] of [['4453532', 10000], ['2775471722144473271231', 50]]) {
        const reports = [];
        const answer = await bookless.score(position, {
            fresh: true, slice, progress: (report) => reports.push(report),
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
    }
});

test('slices have 2^19 nodes, or a 32nd of those before', async () => {
    const slices = async (options) => {
        const ends = [0];
        const {nodes} = await bookless.score('', {
            board: '9x12', ...options, progress: (report) => ends.push(report.nodes),
        });
        return [...ends.slice(1), nodes].map((end, i) => end - ends[i]);
    };
    assert.deepEqual(await slices({nodes: 2 ** 19 + 100}), [2 ** 19, 100]);
    const small = await slices({nodes: 300000, slice: 2000});
    let nodes = 0;
    for (const slice of small.slice(0, -1)) {
        assert.equal(slice, Math.max(2000, Math.floor(nodes / 32)));
        nodes += slice;
    }
    assert.ok(small.length > 60 && nodes > 2 * 64000, String(small));
});

test('a table is kept for the next question, unless it is to be fresh', async () => {
    const fourscore = await load({book: false});
    const nodes = async (text, options) => (await fourscore.score(text, options)).nodes;
    const first = await nodes('4453532');
    assert.ok(await nodes('4453532') < first / 10);
    assert.equal(await nodes('4453532', {fresh: true}), first);
    for (const board of ['7x5', '6x6', '7x6']) { // one size is that of the board before
        const alone = await load({book: false});
        const options = {board, nodes: 20000};
        assert.equal(await nodes('4414', options), (await alone.score('4414', options)).nodes);
    }
    const sliced = await nodes('4453532', {fresh: true, slice: 20000}); // fresh once
    assert.ok(sliced >= first && sliced < 2 * first, `${sliced}, ${first}`);
});

test('memory is given back', async () => {
    const {instantiate} = WebAssembly;
    let memory;
    WebAssembly.instantiate = async (...given) => {
        const instance = await instantiate(...given);
        ({memory} = instance.exports);
        return instance;
    };
    const fourscore = await load().finally(() => { WebAssembly.instantiate = instantiate; });
    const certificate = readFileSync(new URL('../../proof/certificates/6x4-second.cert', import.meta.url));
    const uses = [
        async () => { // tables
            for (const board of ['5x4', '4x5', '6x4'])
                await fourscore.score('', {board, weak: true});
        },
        () => fourscore.follower(certificate),
        () => fourscore.review('1212121'),
    ];
    for (const use of uses) {
        const sizes = [];
        for (let i = 0; i < 100; i++) {
            await use();
            sizes.push(memory.buffer.byteLength);
        }
        assert.equal(sizes[99], sizes[9], sizes.join());
    }
});

test('a search is cancelled between slices', async () => {
    const controller = new AbortController();
    let slices = 0;
    const search = bookless.score('', {
        board: '9x12', slice: 1000, signal: controller.signal,
        progress: () => ++slices === 3 && controller.abort(new Error('enough')),
    });
    await assert.rejects(search, /^Error: enough$/);
    assert.equal(slices, 3);
    await assert.rejects(bookless.score('', {signal: controller.signal}), /enough/);
    assert.equal((await bookless.score('44535321')).finished, true);
});

test('a search that waits for others is cancelled before they end', async () => {
    const running = new AbortController(), waiting = new AbortController();
    const first = bookless.score('', {board: '9x12', slice: 1000, signal: running.signal});
    const second = bookless.best('44', {signal: waiting.signal});
    const third = bookless.score('44535321');
    waiting.abort(new Error('waiting'));
    await assert.rejects(second, /^Error: waiting$/);
    await assert.rejects(bookless.review('44', {signal: waiting.signal}), /^Error: waiting$/);
    running.abort(new Error('running'));
    await assert.rejects(first, /^Error: running$/);
    assert.equal((await third).finished, true);
});

test('a position is the one of the call, also if its list changes later', async () => {
    const moves = [], searches = [];
    for (const column of [3, 2, 1, 6, 4, 6, 2, 5]) {
        searches.push(bookless.score(moves), bookless.best(moves), bookless.allMoves(moves));
        moves.push(column);
    }
    const scores = (await Promise.all(searches)).map(({score}) => score);
    assert.deepEqual(scores, [1, 0, 2, 3, -2, 3, -1, 3].flatMap((score) => [score, score, score]));
    const explained = bookless.explain(moves), reviewed = bookless.review(moves), moved = bookless.move(moves);
    const same = ['explain', 'review', 'move'].map((name) => bookless[name]('32164625'));
    moves.push(1);
    const [explanation, review, move] = await Promise.all([explained, reviewed, moved]);
    assert.deepEqual(explanation.sentences, (await same[0]).sentences);
    assert.equal(review.game, (await same[1]).game);
    assert.equal(move.column, (await same[2]).column);
});

test('an error in a progress callback rejects, and the next search runs', async () => {
    const progress = () => { throw new Error('mine'); };
    await assert.rejects(bookless.score(LONG, {fresh: true, slice: 1000, progress}), /mine/);
    assert.equal((await bookless.score('44535321')).finished, true);
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

test('a position between a search and its move does not disturb it', async () => {
    const options = {board: '8x8', level: 5, nodes: 1};
    const expected = await bookless.move('4', options);
    let over = false;
    const moved = bookless.move('4', options).finally(() => { over = true; });
    for (let i = 0; i < 1000 && !over; i++) {
        bookless.position('1212121'); // over
        await null;
    }
    assert.deepEqual(await moved, expected);
});

test('lists and objects are read as their JSON', async () => {
    const rows = Array.from({length: 6}, () => Array(7).fill(0));
    [rows[5][3], rows[4][3], rows[5][4]] = [1, 2, 1];
    for (const value of [[4, 4, 5], ['d1', 'd2', 'e1'], Int8Array.of(4, 4, 5), {position: '445'}, rows, rows.flat(),
                         {board: rows.flat(), mark: 2}, rows.map((row) => row.map((cell) => [null, 'red', 'yellow'][cell])),
                         {board: rows.map((row) => Int8Array.from(row))}])
        assert.equal(fourscore.position(value).diagram, fourscore.position('445').diagram);
    assert.equal((await fourscore.score([4, 4, 5])).score, (await fourscore.score('445')).score);
    assert.equal(fourscore.game([4, 4, 5]).moves, '445');
    assert.throws(() => fourscore.position([[0]]), /row 1 has 1 cell; expected 7/);
    assert.throws(() => fourscore.position(new DataView(new ArrayBuffer(2))), TypeError);
    for (const value of [undefined, null, 4, () => 4])
        assert.throws(() => fourscore.position(value), {name: 'TypeError', message: /a string, a list or an object, got/});
});

test('errors name place and reason', async () => {
    const bad = [
        ['48', 1, /column, expected 1 to 7/], ['[1, 2', 5, /end of the text in JSON, expected ',' or '\]'/], ['4\u00004', 1, /0x00/],
        ['\ufeff48', 2, /column, expected 1 to 7/],
    ];
    for (const [text, at, reason] of bad) {
        assert.throws(() => fourscore.position(text), (error) =>
            error instanceof FourscoreError && error.at === at &&
            reason.test(error.reason) && error.message.includes(`character ${at + 1}:`));
        await assert.rejects(fourscore.score(text), FourscoreError);
    }
    for (const text of ['4'.repeat(2 ** 16 + 1), `${'4'.repeat(2 ** 16 - 1)}\u00e9`])
        assert.throws(() => fourscore.position(text), {
            name: 'FourscoreError', message: 'position: longer than 65536 bytes',
            at: text.length - 1, reason: 'too long', problem: 'too long',
        });
    assert.throws(() => fourscore.position('', {board: '13x12'}), FourscoreError);
});

// The module has a printf() of its own.  Each door has its name of the option.
test('reasons are those of the program', () => {
    const rows = '......./'.repeat(5);
    const texts = ['48', '4\u00e9', '4\u0001', '4444444', '1212121212', '[1, 9]', '[0, 3x', '[0, 1]',
                   `${rows}......`, `${rows}xxxx.../x`, `${rows}xx.....`, `${rows}oooo...`, `${rows}x..o..y`];
    for (const [i, refusal] of refusals(texts).entries()) {
        const said = refusal.replace('--first-column 0', 'firstColumn: 0');
        assert.throws(() => fourscore.position(texts[i]), ({reason, problem}) =>
            said.endsWith(`: ${reason}`) && reason.startsWith(problem), said);
    }
});

const MOST = 2 ** 63 - 1024; // the largest number below 2^63

test('arguments of a wrong type or range are refused by name', async () => {
    await refuses({
        board: ['', '7', '7x', 'x6', '7x6x5', 7, null, '-7x6', '7x1000'],
        nodes: [0, 0.99, -1, NaN, '5', 2 ** 63, -Infinity, null],
        slice: [0, 0.99, NaN, '1', 2 ** 63, null], seconds: [0, -1, NaN, '1', -Infinity, null],
        signal: [5, {}, null], progress: [5, {}, null],
        weak: [0, 'true', null], fresh: [1, '', null],
    }, (options) => fourscore.score('', options));
    const good = {
        board: ['7x6', '12x1'], nodes: [1, MOST, Infinity], slice: [1, MOST, Infinity],
        seconds: [Number.MIN_VALUE, 1e300, Infinity], weak: [true, false], fresh: [true, false],
    };
    for (const [name, values] of Object.entries(good))
        for (const value of [...values, undefined])
            await fourscore.score('', {nodes: 1, [name]: value});
    for (const [seed, level] of [[0, 1], [Number.MAX_SAFE_INTEGER, 5]])
        assert.ok((await fourscore.move('44', {seed, level})).column > 0);
    for (const text of [undefined, null, 4453])
        await assert.rejects(fourscore.score(text), TypeError);
});

test('options that do not exist are refused by name', async () => {
    const known = /^TypeError: options: 'bogus' is not one of /;
    for (const name of ['score', 'best', 'allMoves', 'pv', 'explain', 'review', 'move'])
        await assert.rejects(fourscore[name]('44', {nodes: 1, bogus: undefined}), known, name);
    assert.throws(() => fourscore.position('44', {bogus: 1}), known);
    await assert.rejects(load({bogus: 1}), {
        name: 'TypeError',
        message: "options: 'bogus' is not one of wasm, tableBytes, book, vectors",
    });
    await assert.rejects(fourscore.score('44', {level: 1}), /'level' is not one of board, firstColumn, /);
    for (const name of ['pv', 'explain', 'review']) // exact scores only
        await assert.rejects(fourscore[name]('44', {weak: false}), /^TypeError: options: 'weak' is not one of /);
    for (const options of [null, 5, 'board'])
        await assert.rejects(fourscore.score('44', options), /^TypeError: options: expected an object/);
});

test('messages show what they refuse', async () => {
    const shown = [
        ['a'.repeat(40), `'${'a'.repeat(40)}'`], ['a'.repeat(41), `'${'a'.repeat(40)}...'`],
        [() => 1, 'a function'], [null, 'null'], [{}, 'an object'], [7, '7'], [undefined, 'undefined'],
    ];
    for (const [value, text] of shown)
        assert.throws(() => fourscore.follower(value),
                      {message: `certificate: expected its bytes, got ${text}`});
});

test('options of load() of a wrong type are refused by name', async () => {
    await refuses({
        wasm: [null, 5, {}, [], true, 'http://['], book: [null, 0, 'false'], vectors: [null, 1, ''],
        tableBytes: [-1, NaN, 0.5, '32M', null, 2 ** 63, Infinity],
    }, load);
    for (const tableBytes of [1, MOST, 0, undefined])
        assert.equal((await load({tableBytes})).position('44').ply, 2);
});

test('tables that are too large or too small are refused', async () => {
    for (const tableBytes of [100, 2 ** 32 - 1, 2 ** 40, 2 ** 62]) {
        const fourscore = await load({tableBytes});
        await assert.rejects(fourscore.score('44'), FourscoreError);
        assert.equal(fourscore.position('44').ply, 2);
    }
});

test('the module can be given as bytes, module or URL', async () => {
    const url = new URL('../../build/wasm/fourscore-scalar.wasm', import.meta.url);
    const bytes = readFileSync(url);
    for (const wasm of [url, url.href, bytes, new WebAssembly.Module(bytes)])
        assert.equal((await (await load({wasm})).score('')).score, 1);
    await assert.rejects(load({wasm: bytes.subarray(0, 100)}), WebAssembly.CompileError);
});

// The bytes that a call compiles.
async function compiled(begin) {
    const {compile} = WebAssembly;
    let found;
    WebAssembly.compile = (bytes) => {
        found = Buffer.from(bytes);
        return compile(bytes);
    };
    try {
        await begin();
    } finally {
        WebAssembly.compile = compile;
    }
    return found;
}

test('each module is loaded where it is wanted', async () => {
    const read = (name) => readFileSync(new URL(`../../build/wasm/${name}.wasm`, import.meta.url));
    const [vectors, scalar] = [read('fourscore'), read('fourscore-scalar')];
    assert.ok(!vectors.equals(scalar));
    for (const from of [load, loadEmbedded]) {
        assert.ok(vectors.equals(await compiled(() => from())));
        assert.ok(vectors.equals(await compiled(() => from({vectors: true}))));
    }
    assert.ok(scalar.equals(await compiled(() => load({vectors: false}))));
    await assert.rejects(loadEmbedded({vectors: false}),
                         /^FourscoreError: wasm: .*expected the URL of fourscore-scalar.wasm$/);
    assert.equal((await load()).vectors, true);
    assert.equal((await load({vectors: false})).vectors, false);

    const {validate} = WebAssembly;
    WebAssembly.validate = () => false; // as where there are no vectors
    try {
        assert.ok(scalar.equals(await compiled(() => load())));
    } finally {
        WebAssembly.validate = validate;
    }
});

test('the module is fetched over HTTP', async (t) => {
    const bytes = readFileSync(new URL('../../build/wasm/fourscore.wasm', import.meta.url));
    const server = createServer(({url}, response) => {
        response.statusCode = url === '/fourscore.wasm' ? 200 : 404;
        response.end(url === '/fourscore.wasm' ? bytes : 'not here');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const at = `http://127.0.0.1:${server.address().port}`;
    for (const from of [load, loadEmbedded]) {
        assert.ok(bytes.equals(await compiled(() => from({wasm: `${at}/fourscore.wasm`}))));
        await assert.rejects(from({wasm: new URL(`${at}/missing.wasm`)}), {
            name: 'FourscoreError', message: `wasm: cannot read ${at}/missing.wasm: 404 Not Found`,
        });
    }
    await assert.rejects(load({wasm: new URL('./missing.wasm', import.meta.url).href}),
                         /^FourscoreError: wasm: cannot read file:.*javascript\/missing.wasm: ENOENT/);
    await assert.rejects(load({wasm: './fourscore.wasm'}), /^RangeError: wasm: /); // there is no page
    globalThis.location = {href: `${at}/pages/`};
    t.after(() => delete globalThis.location);
    assert.ok(bytes.equals(await compiled(() => load({wasm: '../fourscore.wasm'}))));
});
