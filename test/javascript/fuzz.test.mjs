// Random arguments: no call may trap the module, hang, or end with anything but an
// answer or a documented error.
//
// FOURSCORE_SEED repeats a run; FOURSCORE_FUZZ_SECONDS makes each test longer.
import assert from 'node:assert/strict';
import test from 'node:test';
import {FourscoreError, load} from '../../build/wasm/fourscore.mjs';

const seed = Number(process.env.FOURSCORE_SEED ?? Math.floor(Math.random() * 2 ** 32));
const seconds = Number(process.env.FOURSCORE_FUZZ_SECONDS ?? 0);
console.log(`# FOURSCORE_SEED=${seed}`);

// mulberry32, by Tommy Ettinger.
function makeRandom(state) {
    return (count) => {
        state = state + 0x6d2b79f5 >>> 0;
        let word = Math.imul(state ^ state >>> 15, state | 1);
        word ^= word + Math.imul(word ^ word >>> 7, word | 61);
        return Math.floor(((word ^ word >>> 14) >>> 0) / 2 ** 32 * count);
    };
}

let random; // of the running test
test.beforeEach(() => {
    random = makeRandom(seed);
});
const pick = (values) => values[random(values.length)];
const chance = (one) => random(one) === 0;

// At least 'count' rounds, and at least FOURSCORE_FUZZ_SECONDS.
function* rounds(count) {
    const end = performance.now() + seconds * 1000;
    for (let i = 0; i < count || performance.now() < end; i++)
        yield i;
}

const ODD_VALUES = [
    undefined, null, true, false, 0, -0, 1, -1, 0.5, 7, NaN, Infinity, -Infinity, 2 ** 31,
    2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64, 1e300, 5e-324, 10n, '', '0', '7', '7x6', 'x', '\0',
    Symbol('odd'), {}, [], [7], () => 1, new Date(0), /x/, new Uint8Array(3), Object.create(null),
    {toString: () => '7x6'}, {valueOf() { throw new Error('odd'); }},
];
const BOARDS = ['7x6', '7x6', '7x6', '1x1', '4x4', '5x4', '8x7', '8x8', '9x7', '12x9', '9x12',
                '10x11', '0x0', '13x1', '1x13', '127x1', '999x999', '07x06', ' 7x6', '7X6', '-7x6'];
const ALPHABETS = ['1234567', '123456789abcABC', '.xo/\n ', '[0,12] ', '4', '-+eE0123456789',
                   '\u0000\u0001\u007f\u0080\u00ff\u20ac\ud800\udc00\uffff'];

function makeText() {
    if (chance(20))
        return pick(ODD_VALUES);
    if (chance(2))
        return Array.from({length: random(14)}, () => 1 + random(7)).join('');
    const letters = pick(ALPHABETS);
    const length = chance(50) ? random(100000) : random(45);
    let text = pick(['', '', '', '', '[', '.', '/', '-', '#']);
    for (let i = 0; i < length; i++)
        text += chance(100) ? String.fromCharCode(random(65536)) : letters[random(letters.length)];
    return text;
}

class Mine extends Error {}

// Options that end every search soon, some of them wrong.
function makeOptions() {
    if (chance(30))
        return pick(ODD_VALUES);
    const controller = new AbortController();
    const options = {nodes: 1 + random(3000)};
    const optional = {
        slice: () => 1 + random(500), seconds: () => Number.MIN_VALUE * 2 ** random(1060),
        board: () => pick(BOARDS), weak: () => chance(2), fresh: () => chance(2),
        level: () => 1 + random(5), signal: () => controller.signal,
        progress: () => () => { throw new Mine(); },
    };
    for (const [name, make] of Object.entries(optional))
        if (chance(4))
            options[name] = make();
    if (chance(8))
        pick([(run) => run(), queueMicrotask, setImmediate])(() => controller.abort(new Mine()));
    if (chance(4))
        options[pick([...Object.keys(optional), 'seed', 'odd'])] = pick(ODD_VALUES);
    return options;
}

const NAMED = /^(position|game|options|board|seconds|nodes|slice|signal|progress|weak|fresh|level|seed): ./;

function checkError(error) {
    assert.ok(error instanceof FourscoreError || error instanceof Mine ||
        ((error instanceof RangeError || error instanceof TypeError) && NAMED.test(error.message)),
              String(error?.stack ?? error));
    if (error instanceof FourscoreError && /^(position|game): character/.test(error.message))
        assert.ok(error.at >= 0 && error.reason.length > 3);
}

function checkAnswer(answer) {
    if (answer.column !== undefined) {
        assert.ok(answer.column >= 1 && answer.column <= 12);
        assert.equal(typeof answer.proven, 'boolean');
        return;
    }
    if (answer.summary !== undefined) {
        assert.equal(answer.moves.length, answer.first.moves + answer.second.moves);
        return;
    }
    assert.ok(answer.lower <= answer.upper && answer.nodes >= 0 && answer.seconds >= 0);
    assert.equal(answer.score, answer.lower === answer.upper ? answer.lower : null);
    assert.equal(typeof answer.finished, 'boolean');
    for (const column of [...answer.best ?? [], ...answer.pv ?? []])
        assert.ok(column >= 1 && column <= 12);
    for (const move of answer.moves ?? [])
        assert.ok(move === null || move.lower <= move.upper);
}

for (const vectors of [true, false])
    test(`random questions, ${vectors ? 'vectors' : 'scalar'}`, async () => {
        const fourscore = await load({vectors, tableBytes: 2 ** 24});
        const counts = {answered: 0, refused: 0};
        const attempt = async (call) => {
            try {
                await call();
                counts.answered++;
            } catch (error) {
                checkError(error);
                counts.refused++;
            }
        };
        for (const _ of rounds(400)) {
            // several at the same time
            const calls = Array.from({length: 1 + random(4)}, () => attempt(async () => {
                const name = pick(['score', 'best', 'allMoves', 'pv', 'explain', 'review', 'move']);
                checkAnswer(await fourscore[name](makeText(), makeOptions()));
            }));
            const options = pick([{board: pick(BOARDS)}, {board: pick(ODD_VALUES)}, undefined]);
            await attempt(() => {
                const {diagram, board, ply} = fourscore.position(makeText(), options);
                assert.equal(fourscore.position(diagram, {board}).ply, ply);
            });
            await attempt(() => {
                const {moves, ply} = fourscore.game(makeText(), options);
                assert.equal(moves.length, ply);
            });
            await Promise.all(calls);
        }
        assert.ok(counts.answered > 150 && counts.refused > 150, JSON.stringify(counts));
        assert.equal((await fourscore.score('32164625')).score, 11);
    });
