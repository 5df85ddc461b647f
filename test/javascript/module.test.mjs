// The functions of the module at the ends of their ranges, and its memory.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {openModule} from './native.mjs';

// Of lib/fourscore.h.
const OK = 0, NO_BOARD = 1, UNSAFE_TABLE = 4, NO_MEMORY = 5, BAD_POSITION = 8, OTHER_BOARD = 11,
    TOO_SMALL = 13, BAD_ARGUMENT = 14, BAD_CERTIFICATE = 19;
const STRONG = 0, WEAK = 1, ALL_MOVES = 1, BEST = 2, PV = 4, MAX_CELLS = 110, NO_MOVE = -1000;

const certificate = readFileSync(new URL('../../proof/certificates/6x4-second.cert', import.meta.url));

function open() {
    const api = openModule();
    const buffer = () => new Uint8Array(api.memory.buffer, api.text(), api.text_size());
    const write = (text) => buffer().set(new TextEncoder().encode(text));
    const read = (text, width = 7, height = 6) => {
        write(text);
        return api.read_position(width, height, text.length);
    };
    // The answer to a question about a text, without a book.
    const ask = (text, {width = 7, height = 6, goal = STRONG, find = 0, fresh = 0} = {}) => {
        assert.equal(read(text, width, height), OK);
        assert.equal(api.open_solver(width, height, 2 ** 24, 0), OK);
        assert.equal(api.ask(goal, find, fresh, 0, 0), OK);
        return {lower: api.lower(), upper: api.upper(), nodes: api.nodes()};
    };
    const openCertificate = (bytes = certificate) => {
        buffer().set(bytes);
        return api.open_follower(bytes.length);
    };
    const follow = (moves) => {
        write(moves);
        return api.follow(moves.length);
    };
    return {api, buffer, read, ask, openCertificate, follow};
}

test('the buffer is full, and no more', () => {
    const {api, buffer, follow, openCertificate} = open();
    assert.equal(api.text_size(), 2 ** 16);
    buffer().fill(0x20).set([0x34, 0x34]);
    assert.equal(api.read_position(7, 6, 2 ** 16), OK);
    assert.equal(api.ply(), 2);
    assert.equal(api.read_position(7, 6, 2 ** 16 + 1), TOO_SMALL);
    assert.equal(api.open_follower(2 ** 16), BAD_CERTIFICATE);
    assert.equal(api.open_follower(2 ** 16 + 1), TOO_SMALL);
    assert.equal(openCertificate(), OK);
    assert.equal(follow('1'.repeat(2 ** 16 - 1)), BAD_POSITION);
    assert.equal(api.follow(2 ** 16), TOO_SMALL);
});

test('solvers have a board and a table that exist', () => {
    const {api, read} = open();
    assert.equal(read('44'), OK);
    assert.equal(api.ask(STRONG, 0, 0, 0, 0), BAD_ARGUMENT);
    for (const bytes of [-1, NaN, Infinity, 2 ** 63])
        assert.equal(api.open_solver(7, 6, bytes, 0), BAD_ARGUMENT);
    assert.equal(api.open_solver(7, 6, 2 ** 62, 0), NO_MEMORY);
    assert.equal(api.open_solver(7, 6, 1, 0), UNSAFE_TABLE);
    assert.equal(api.ask(STRONG, 0, 0, 0, 0), BAD_ARGUMENT);
    assert.equal(api.open_solver(13, 6, 0, 0), NO_BOARD);
    assert.equal(api.open_solver(7, 6, 0, 0), OK);
    for (const nodes of [-1, NaN, 2 ** 63])
        assert.equal(api.ask(STRONG, 0, 0, 0, nodes), BAD_ARGUMENT);
    for (const [width, height] of [[7, 5], [6, 6]]) {
        assert.equal(read('44', width, height), OK);
        assert.equal(api.ask(STRONG, 0, 0, 0, 1), OTHER_BOARD);
        assert.equal(api.open_solver(width, height, 0, 0), OK);
        assert.equal(api.ask(STRONG, 0, 0, 0, 1), OK);
        assert.equal(api.open_solver(7, 6, 0, 0), OK);
    }
});

test('lists end, on both sides, with 0', () => {
    const {api, ask} = open();
    ask('', {width: 12, height: 1, goal: WEAK, find: ALL_MOVES | BEST});
    const list = (name) => Array.from({length: 14}, (_, i) => api[name](i - 1));
    assert.deepEqual(list('best_move'), [0, 7, 6, 8, 5, 9, 4, 10, 3, 11, 2, 12, 1, 0]);
    for (let column = 1; column <= 12; column++)
        assert.deepEqual([api.move_lower(column), api.move_upper(column)], [0, 0]);
    for (const column of [-1, 0, 13, 2 ** 31 - 1])
        assert.deepEqual([api.move_lower(column), api.move_upper(column)], [NO_MOVE, NO_MOVE]);
    assert.equal(api.no_move(), NO_MOVE);

    ask('13462236626551314', {find: BEST | PV});
    assert.ok(api.best_move(0) > 0);
    assert.equal(api.pv_move(-1), 0);
    assert.ok(api.pv_move(0) > 0);
    assert.equal(api.pv_move(MAX_CELLS), 0);
});

test('an explanation has its moves and marks, and no others', () => {
    const {api, ask} = open();
    const explain = (moves) => {
        ask(moves, {find: PV});
        api.keep_answer();
        ask(moves.slice(0, -1), {find: BEST, goal: WEAK});
        assert.equal(api.explain(Number(moves.at(-1))), OK);
    };
    explain('13462236626551314'); // six moves were better
    const better = Array.from({length: 8}, (_, i) => api.better_move(i - 1));
    assert.deepEqual([better[0], better[7]], [0, 0]);
    assert.deepEqual(better.slice(1, 7).sort(), [1, 2, 3, 5, 6, 7]);

    explain('5515341664634177635476633227417374252'); // no other move was as good
    assert.equal(api.move_only(), 1);
    assert.equal(api.better_move(-1), 0);
    assert.equal(api.better_move(0), 0);

    explain('13415676166724564133225715352'); // a four with a6
    assert.equal(api.reason_wins(0), 1);
    assert.equal(api.reason_move(0, -1), 0);
    assert.ok(api.reason_move(0, 0) > 0);
    assert.equal(api.reason_move(0, MAX_CELLS), 0);
    assert.equal(api.reason_marks(0, 0), 1);
    assert.deepEqual([api.reason_marks(0, -1), api.reason_marks(0, MAX_CELLS)], [0, 0]);

    explain('22617317124532376521243677735'); // a draw
    assert.equal(api.reason_count(), 2);
    const players = [0, 1].map((index) => api.reason_player(index));
    assert.deepEqual(players.sort(), [1, 2]);
});

test('a follower is there once its certificate is proven', () => {
    const {api, follow, openCertificate} = open();
    assert.equal(follow('3'), BAD_ARGUMENT);
    assert.equal(openCertificate(), OK);
    assert.equal(follow('3'), OK);
    assert.ok(api.reply_column() > 0 && api.reply_reason() > 0);
    assert.equal(follow('3\0'), BAD_ARGUMENT);
    assert.equal(follow('39'), BAD_POSITION);
    assert.equal(api.error_at(), 1);
    assert.deepEqual([api.reply_column(), api.reply_reason()], [0, 0]);
    assert.equal(openCertificate(certificate.subarray(1)), BAD_CERTIFICATE);
    assert.deepEqual([api.certificate_width(), api.certificate_player()], [0, 0]);
    assert.equal(follow('3'), BAD_ARGUMENT);
});

test('what is closed is given back, and the next table is empty', () => {
    const {api, ask} = open();
    const solve = () => [[5, 4], [4, 5], [6, 4]].map(
        ([width, height]) => ask('', {width, height, goal: WEAK}));
    const first = solve();
    assert.ok(first.every(({nodes}) => nodes > 500), JSON.stringify(first));
    const sizes = [];
    for (let i = 0; i < 9; i++) {
        assert.deepEqual(solve(), first);
        sizes.push(api.memory.buffer.byteLength);
    }
    assert.equal(sizes[8], sizes[2], sizes.join());
});

test('the follower before is given back', () => {
    const {api, openCertificate} = open();
    const sizes = [];
    for (let i = 0; i < 100; i++) {
        assert.equal(openCertificate(), OK);
        sizes.push(api.memory.buffer.byteLength);
    }
    assert.equal(sizes[99], sizes[9], String(sizes));
});

test('the constants of fourscore.mjs are those of lib/fourscore.h', () => {
    const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const header = read('lib/fourscore.h').replace(/\/\*[^]*?\*\//g, '');
    const known = new Map([...header.matchAll(/#define FOURSCORE_(\w+) \(?(-?\d+)/g)]
        .map(([, name, value]) => [name, Number(value)]));
    for (const [, members] of header.matchAll(/enum fourscore_\w+ \{([^}]*)\}/g))
        members.trim().split(/,\s*/).filter(Boolean).reduce((next, member) => {
            const [name, value = next] = member.trim().split(/\s*=\s*/);
            known.set(name.replace('FOURSCORE_', ''), Number(value));
            return Number(value) + 1;
        }, 0);
    const lines = read('bindings/javascript/fourscore.mjs').match(/^const [A-Z_]+ = \d.*;$/gm);
    const constants = [...lines.slice(0, 4).join().matchAll(/([A-Z_]+) = (\d+)/g)];
    assert.equal(constants.length, 11);
    for (const [, name, value] of constants)
        assert.equal(known.get(name), Number(value), name);
});
