// Scores, bounds and node counts are those of the native program.
import assert from 'node:assert/strict';
import test from 'node:test';
import {load} from '../../build/wasm/fourscore.mjs';
import {readBook, readSet, SETS, solve} from './native.mjs';

const strip = ({lower, upper}) => ({lower, upper});
const WHOLE = {fresh: true, slice: Infinity};

async function compare(positions, programOptions, answer) {
    const expected = solve(positions, programOptions);
    assert.equal(expected.length, positions.length);
    for (const [i, position] of positions.entries()) {
        const found = await answer(position);
        const {lower, upper, nodes} = found;
        const moves = found.moves?.map((move) => move && strip(move));
        const {best, pv} = found;
        assert.deepEqual({position, lower, upper, nodes, moves, best, pv},
                         {position, ...expected[i]});
    }
}

for (const vectors of [true, false]) {
    const name = vectors ? 'vectors' : 'scalar';
    const count = vectors ? 167 : 40;
    const nodes = vectors ? 300000 : 50000;

    for (const set of SETS)
        test(`${count} positions of ${set}, ${name}`, async () => {
            const fourscore = await load({vectors, book: false});
            await compare(readSet(set, count), ['--node-limit', String(nodes)],
                          (position) => fourscore.score(position, {...WHOLE, nodes}));
        });

    for (const board of ['1x1', '4x4', '8x7', '8x8', '9x7', '12x9', '9x12'])
        test(`positions on ${board}, ${name}`, async () => {
            const fourscore = await load({vectors});
            const positions = ['-', ...(board === '1x1' ? ['1'] : ['1', '12', '1231', '23143'])];
            await compare(positions, ['--board', board, '--node-limit', '20000'],
                          (position) => fourscore.score(position.replace('-', ''),
                                                        {...WHOLE, board, nodes: 20000}));
        });
}

const middle = readSet('middle-medium', 20);

test('weak scores', async () => {
    const fourscore = await load({book: false});
    await compare(middle, ['--weak'],
                  (position) => fourscore.score(position, {...WHOLE, weak: true}));
});

test('all moves and the best of them', async () => {
    const fourscore = await load({book: false});
    await compare(middle, ['--all-moves', '--best'],
                  (position) => fourscore.allMoves(position, WHOLE));
    await compare(middle, ['--all-moves', '--best', '--weak'],
                  (position) => fourscore.allMoves(position, {...WHOLE, weak: true}));
});

test('the best moves', async () => {
    const fourscore = await load({book: false});
    await compare(middle, ['--best'], (position) => fourscore.best(position, WHOLE));
});

test('the principal variation', async () => {
    const fourscore = await load({book: false});
    await compare(middle, ['--pv'], (position) => fourscore.pv(position, WHOLE));
});

test('a search in slices has the same result as a whole one', async () => {
    const fourscore = await load({book: false});
    for (const question of ['score', 'best', 'allMoves', 'pv'])
        for (const position of middle.slice(0, 5)) {
            const whole = await fourscore[question](position, WHOLE);
            const slices = await fourscore[question](position, {fresh: true, slice: 500});
            const {nodes: _1, seconds: _2, ...expected} = whole;
            const {nodes: _3, seconds: _4, ...found} = slices;
            assert.deepEqual(found, expected);
        }
});

test('the book is that of the program', async () => {
    const fourscore = await load();
    const book = readBook();
    assert.equal(book.length, 129498);
    for (const [i, [moves, expected]] of book.entries()) {
        const text = i % 2 === 0 ? moves : moves.replace(/./g, (column) => 8 - column);
        const {score, nodes} = await fourscore.score(text);
        assert.deepEqual({text, score, nodes}, {text, score: expected, nodes: 0});
    }
    assert.ok((await fourscore.score('444444222')).nodes > 0);
    // no moves lead to it
    const diagram = `${'......./'.repeat(4)}xx.xx../oo.oo..`;
    assert.ok((await fourscore.score(diagram, {nodes: 100})).nodes > 0);
});
