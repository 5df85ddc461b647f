// The opponents of the page are those of the library, whose tests measure them.
import assert from 'node:assert/strict';
import test from 'node:test';
import {built, folder} from './folder.mjs';

const {askServer, chooseMove, LEVELS, PERFECT} = await import(`${folder}/levels.mjs`);
const {follow} = await import(`${folder}/follow.mjs`);
const {emptyPosition, play, readBoard, replay} = await import(`${folder}/game.mjs`);
const {load} = await import(`${built}/fourscore.mjs`);
const library = await load();
const signal = new AbortController().signal;
const usual = readBoard('7x6');

const choose = (moves, level, seed, board = usual) =>
    chooseMove(library, {board, moves, level, seed}, signal);

test('every level has a name', () => {
    assert.equal(LEVELS.length, 5);
    assert.equal(new Set(LEVELS).size, LEVELS.length);
});

test('level 3 and above see a straight three', async () => {
    for (let level = 3; level <= PERFECT; level++)
        for (let seed = 0; seed < 5; seed++) {
            assert.equal((await choose('414141', level, seed)).column, 4);
            assert.equal((await choose('41424', level, seed)).column, 4, 'must block');
        }
});

test('the same seed gives the same game', async () => {
    for (let level = 1; level <= PERFECT; level++)
        assert.deepEqual(await choose('4453', level, 7), await choose('4453', level, 7));
});

test('the perfect level plays a best move, not always the same one', async () => {
    const played = new Set();
    const server = {best: async () => ({best: [3, 6, 7]})};
    const asked = new Set();
    for (let seed = 0; seed < 30; seed++) {
        const {column, proven} = await choose('4453', PERFECT, seed);
        assert.ok(proven);
        played.add(column);
        const question = {board: usual, moves: '4453', level: PERFECT, seed};
        asked.add((await askServer(server, question, signal)).column);
    }
    assert.deepEqual([...played].sort(), [3, 6, 7]);
    assert.deepEqual([...asked].sort(), [3, 6, 7]);
});

test('a server that finds no best move in time', async () => {
    const question = {board: usual, moves: '', level: PERFECT, seed: 0};
    for (const answer of [{}, {best: []}])
        assert.equal(await askServer({best: async () => answer}, question, signal), null);
});

test('levels play on every board, to the end', async () => {
    for (const name of ['4x4', '9x7', '4x7', '9x4']) {
        const board = readBoard(name);
        let position = emptyPosition(board);
        while (!position.over) {
            const {column} = await choose(position.moves, position.ply % 4 + 1, 1, board);
            position = play(position, column);
        }
        assert.notEqual(replay(board, position.moves), null);
    }
});

test('the proof moves in mirrored games, too', async (t) => {
    t.mock.method(globalThis, 'fetch', async () => new Response(new Uint8Array(5)));
    const reply = (moves) => {
        if (moves !== '43' && moves !== '')
            throw new Error('no reply');
        return {column: 4 - moves.length};
    };
    const stub = {follower: ({byteLength}) => ({reply, byteLength})};
    assert.deepEqual(await follow(stub, {moves: ''}), {column: 4, size: 5});
    assert.deepEqual(await follow(stub, {moves: '43'}), {column: 2, size: 5});
    assert.deepEqual(await follow(stub, {moves: '45'}), {column: 6, size: 5});
    await assert.rejects(follow(stub, {moves: '46'}), /no reply/);
});
