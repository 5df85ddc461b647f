// Scores in words, against games that are played to their end.
import assert from 'node:assert/strict';
import test from 'node:test';
import {built, folder} from './folder.mjs';

const {ending} = await import(`${folder}/words.mjs`);
const {emptyPosition, legalColumns, play, readBoard} = await import(`${folder}/game.mjs`);
const {load} = await import(`${built}/fourscore.mjs`);
const library = await load();

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
