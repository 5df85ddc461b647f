// The opponents: stronger ones win, none of them plays at random.
import assert from 'node:assert/strict';
import test from 'node:test';
import {built, folder} from './folder.mjs';

const {chooseMove, LEVELS, makeRandom, PERFECT, playLikePeople} =
    await import(`${folder}/levels.mjs`);
const {emptyPosition, legalColumns, play, readBoard, replay} =
    await import(`${folder}/game.mjs`);
const {load} = await import(`${built}/fourscore.mjs`);
const library = await load();
const signal = new AbortController().signal;
const usual = readBoard('7x6');

// The points of 'one' in games against 'other', each as the first player in turn.
function points(one, other, games) {
    let sum = 0;
    for (let i = 0; i < games; i++) {
        const random = makeRandom(`game ${i}`);
        let position = emptyPosition(usual);
        while (!position.over)
            position = play(position, ((position.mover === 1) === (i % 2 === 0) ? one : other)(
                position, random));
        const own = i % 2 === 0 ? 1 : 2;
        sum += position.winner === own ? 1 : position.winner === 0 ? 0.5 : 0;
    }
    return sum / games;
}

const level = (number) => (position, random) =>
    playLikePeople(position, LEVELS[number - 1], random);
const atRandom = (position, random) => {
    const open = legalColumns(position);
    return open[Math.floor(random() * open.length)];
};

test('each level beats the one below', () => {
    assert.ok(points(level(1), atRandom, 60) > 0.8);
    assert.ok(points(level(2), level(1), 100) > 0.6);
    assert.ok(points(level(3), level(2), 60) > 0.7);
    assert.ok(points(level(4), level(3), 10) > 0.6);
});

test('level 3 and above see a straight three', () => {
    for (const number of [3, 4])
        for (let i = 0; i < 20; i++) {
            const random = makeRandom(String(i));
            assert.equal(level(number)(replay(usual, '414141'), random), 4);
            assert.equal(level(number)(replay(usual, '41424'), random), 4, 'must block');
        }
});

test('the beginner overlooks diagonals more often than straight lines', () => {
    // Red wins in column 4 at once: by a diagonal, and by a column.
    const misses = (moves) => {
        let count = 0;
        for (let i = 0; i < 200; i++)
            count += level(1)(replay(usual, moves), makeRandom(String(i))) !== 4;
        return count;
    };
    const straight = misses('414142');
    const diagonal = misses('1223733444');
    assert.ok(straight < diagonal / 2, `${straight} of 200, ${diagonal} of 200`);
    assert.ok(diagonal < 180);
});

test('the same seed gives the same game', async () => {
    for (let number = 1; number <= PERFECT; number++) {
        const ask = () => chooseMove(library, {board: usual, moves: '4453', level: number,
                                               seed: 'x'}, signal);
        assert.deepEqual(await ask(), await ask());
    }
});

test('the perfect level plays a best move, not always the same one', async () => {
    const played = new Set();
    for (let i = 0; i < 30; i++) {
        const {column, proven} = await chooseMove(
            library, {board: usual, moves: '4453', level: PERFECT, seed: String(i)}, signal);
        assert.ok(proven);
        played.add(column);
    }
    assert.deepEqual([...played].sort(), [3, 6, 7]);
});

test('levels play on every board, to the end', () => {
    for (const name of ['4x4', '9x7', '4x7', '9x4']) {
        let position = emptyPosition(readBoard(name));
        const random = makeRandom(name);
        while (!position.over)
            position = play(position, level(position.ply % 4 + 1)(position, random));
    }
});
