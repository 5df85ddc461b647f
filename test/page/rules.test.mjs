// The rules of the page against those of the library, on random games.
import assert from 'node:assert/strict';
import test from 'node:test';
import {built, folder} from './folder.mjs';
import {makeRandom} from './random.mjs';

const {boardName, emptyPosition, legalColumns, play, readBoard} = await import(`${folder}/game.mjs`);
const {load} = await import(`${built}/fourscore.mjs`);
const library = await load();

const BOARDS = ['4x4', '4x7', '5x5', '6x6', '7x6', '8x7', '9x4', '9x7'];

test('random games go as in the library', () => {
    const seed = process.env.SEED ?? String(Math.floor(Math.random() * 2 ** 32));
    console.log(`# SEED=${seed}`);
    const random = makeRandom(seed);
    let wins = 0, draws = 0;
    for (let i = 0; i < 200; i++) {
        const board = readBoard(BOARDS[i % BOARDS.length]);
        let position = emptyPosition(board);
        while (!position.over) {
            const open = legalColumns(position);
            position = play(position, open[Math.floor(random() * open.length)]);
            const same = library.position(position.moves, {board: boardName(board)});
            assert.equal(position.ply, same.ply);
            assert.equal(position.winner || null, same.winner, position.moves);
            assert.deepEqual(legalColumns(position).sort(), same.columns);
            assert.deepEqual(drawing(position), same.diagram.replace(/[^.xo]/g, ''));
        }
        wins += position.winner !== 0;
        draws += position.winner === 0;
        for (const four of position.fours)
            assert.ok(four.every((cell) => position.cells[cell] === position.winner));
        assert.equal(position.fours.length > 0, position.winner !== 0);
    }
    assert.ok(wins > 50 && draws > 1, `${wins} wins, ${draws} draws`);
});

function drawing({board: {width, height}, cells}) {
    let text = '';
    for (let row = height - 1; row >= 0; row--)
        for (let column = 0; column < width; column++)
            text += '.xo'[cells[row * width + column]];
    return text;
}
