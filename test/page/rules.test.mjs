// The rules of the page against those of the library, on random games.
import assert from 'node:assert/strict';
import test from 'node:test';
import {pathToFileURL} from 'node:url';
import {boardName, emptyPosition, legalColumns, play, readBoard} from '../../web/game.mjs';

const {load} = await import(`${pathToFileURL(process.env.FOURSCORE_PACKAGE)}/fourscore.mjs`);
const library = await load();

const BOARDS = ['4x4', '4x7', '5x5', '6x6', '7x6', '8x7', '9x4', '9x7'];

test('random games go as in the library', () => {
    let state = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
    console.log(`# SEED=${state}`);
    const random = (count) => {
        state = Math.imul(state, 1664525) + 1013904223 >>> 0;
        return (state >>> 16) % count;
    };
    let wins = 0, draws = 0;
    for (let i = 0; i < 200; i++) {
        const board = readBoard(BOARDS[i % BOARDS.length]);
        let position = emptyPosition(board);
        while (!position.over) {
            const open = legalColumns(position);
            position = play(position, open[random(open.length)]);
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
