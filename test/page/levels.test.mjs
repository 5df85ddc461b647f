// The opponents of the page are those of the library, whose tests measure them.
import assert from 'node:assert/strict';
import test from 'node:test';
import {built, folder} from './folder.mjs';

const {askServer, chooseMove, PERFECT} = await import(`${folder}/levels.mjs`);
const {emptyPosition, play, readBoard, replay} = await import(`${folder}/game.mjs`);
const {load} = await import(`${built}/fourscore.mjs`);
const library = await load();
const signal = new AbortController().signal;
const usual = readBoard('7x6');

const choose = (moves, level, seed, board = usual) =>
    chooseMove(library, {board, moves, level, seed}, signal);

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
