// Scores in words, against games that are played to their end.
import assert from 'node:assert/strict';
import test from 'node:test';
import {built, folder} from './folder.mjs';

const {describeBounds, describeScore, ending, ordinal, signed} =
    await import(`${folder}/words.mjs`);
const {emptyPosition, legalColumns, play, readBoard} = await import(`${folder}/game.mjs`);
const {load} = await import(`${built}/fourscore.mjs`);
const library = await load();

const usual = readBoard('7x6');

test('the examples of the documentation', () => {
    assert.equal(describeScore(usual, 8, 11), 'Red wins with its 11th stone, move 21');
    assert.equal(describeScore(usual, 0, 1), 'Red wins with its 21st stone, move 41');
    assert.equal(describeScore(usual, 4, -2), 'Yellow wins with its 20th stone, move 40');
    assert.equal(describeScore(usual, 4, 0), 'The game is a draw');
});

test('the game ends as the words say', async () => {
    for (const name of ['4x4', '5x4', '6x5', '7x6']) {
        const board = readBoard(name);
        for (const start of ['', '1', '12', '112', '2233', '12341', '43322']) {
            const {score} = await library.score(start, {board: name});
            let position = emptyPosition(board);
            for (const column of start)
                position = play(position, Number(column));
            while (!position.over) {
                const {best} = await library.best(position.moves, {board: name});
                assert.ok(legalColumns(position).includes(best[0]));
                position = play(position, best[0]);
            }
            if (score === 0) {
                assert.equal(position.winner, 0);
                continue;
            }
            const {winner, move, stone} = ending(board, start.length, score);
            assert.equal(winner, position.winner, `${name} ${start}`);
            assert.equal(move, position.ply, `${name} ${start}`);
            assert.equal(stone, Math.ceil(position.ply / 2));
        }
    }
});

test('bounds say what is certain', () => {
    assert.equal(describeBounds(usual, 0, {lower: 1, upper: 18}), 'Red wins, by move 41');
    assert.equal(describeBounds(usual, 1, {lower: 1, upper: 3}), 'Yellow wins, by move 42');
    assert.equal(describeBounds(usual, 1, {lower: -5, upper: -2}), 'Red wins, by move 39');
    assert.equal(describeBounds(usual, 0, {lower: 0, upper: 5}), 'Red wins or draws');
    assert.equal(describeBounds(usual, 0, {lower: -5, upper: 0}), 'Yellow wins or draws');
    assert.equal(describeBounds(usual, 0, {lower: -5, upper: 5}), '');
    assert.equal(describeBounds(usual, 0, {lower: 0, upper: 0}), 'The game is a draw');
});

test('ordinals and signs', () => {
    const numbers = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 23, 24];
    assert.deepEqual(numbers.map(ordinal),
        ['1st', '2nd', '3rd', '4th', '10th', '11th', '12th', '13th', '21st', '22nd',
         '23rd', '24th']);
    assert.deepEqual([3, 0, -3].map(signed), ['+3', '0', '−3']);
});
