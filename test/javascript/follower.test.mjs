// Certificates: the moves that they prove, compared with the program.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {FourscoreError, load} from '../../build/wasm/fourscore.mjs';
import {follow} from './native.mjs';

const pathOf = (name) => fileURLToPath(new URL(`../../proof/certificates/${name}.cert`, import.meta.url));
const read = (name) => readFileSync(pathOf(name));
const fourscore = await load();

// Games in which the other player takes column (k * step) of those that it can.
function* games(follower, count) {
    for (let step = 0; step < count; step++) {
        let moves = '';
        for (let ply = 1;; ply++) {
            const {columns, winner} = fourscore.position(moves, {board: follower.board});
            if (columns.length === 0) {
                yield {moves, winner};
                break;
            }
            moves += ply % 2 === follower.player % 2 ? follower.reply(moves).column
                : columns[(ply * step + step) % columns.length];
        }
    }
}

test('a follower plays as the program does, and wins', () => {
    const reasons = new Set();
    for (const [name, player] of [['7x6', 1], ['6x4-second', 2]]) {
        const {buffer, byteOffset, length} = read(name);
        const follower = fourscore.follower(buffer.slice(byteOffset, byteOffset + length));
        assert.equal(follower.board, name.slice(0, 3));
        assert.equal(follower.moves, '');
        assert.equal(follower.player, player);
        assert.equal(follower.score, 1); // a win, no matter how late
        const lines = [], expected = [];
        for (const {moves, winner} of games(follower, 20)) {
            assert.equal(winner, player, moves);
            let last;
            for (let ply = player - 1; ply < moves.length; ply += 2) {
                lines.push(moves.slice(0, ply) || '-');
                expected.push(Number(moves[ply]));
                const {reason} = follower.reply(moves.slice(0, ply));
                assert.equal(reason === 'four', ply === moves.length - 1);
                assert.ok(last !== 'double threat' || reason === 'four');
                reasons.add(last = reason);
            }
        }
        assert.deepEqual(follow(pathOf(name), lines), expected);
    }
    for (const reason of ['choice', 'four', 'static proof'])
        assert.ok(reasons.has(reason), `${reason}: ${[...reasons]}`);
});

test('positions to which it did not lead', () => {
    const follower = fourscore.follower(read('6x4-second'));
    const refusal = (moves) => {
        try {
            return follower.reply(moves);
        } catch (error) {
            assert.ok(error instanceof FourscoreError, String(error));
            return error;
        }
    };
    assert.equal(follower.reply('3').reason, 'choice');
    assert.match(refusal('').reason, /the other player is to move/);
    assert.match(refusal('9').message, /^moves: move 1: /);
    assert.throws(() => follower.reply(3), /^TypeError: moves: /);
    const {column} = follower.reply('3');
    const other = column === 1 ? 2 : 1; // not what it plays
    assert.equal(refusal(`3${other}3`).at, 1);
    assert.match(refusal(`3${other}3`).message, /^moves: move 2: /);
    assert.equal(refusal(`3${column}9`).at, 2);
    for (const moves of ['3\0', '3'.repeat(2 ** 16), '3'.repeat(2 ** 16 + 1)])
        assert.throws(() => follower.reply(moves), FourscoreError);

    const next = fourscore.follower(read('6x4-second'));
    assert.throws(() => follower.reply('3'), /another certificate was opened/);
    assert.equal(next.reply('3').column, column);
    assert.throws(() => fourscore.follower(new Uint8Array(3)), FourscoreError);
    assert.throws(() => next.reply('3'), /another certificate was opened/);
});

test('bad certificates are refused', () => {
    for (const bytes of [null, '', 7, [], {}])
        assert.throws(() => fourscore.follower(bytes), /^TypeError: certificate: /);
    const damaged = Uint8Array.from(read('6x4-second'));
    damaged[damaged.length - 6] ^= 1;
    for (const bytes of [new Uint8Array(0), new Uint8Array(100), damaged])
        assert.throws(() => fourscore.follower(bytes), /certificate: /);
    assert.throws(() => fourscore.follower(new Uint8Array(2 ** 16)), (error) =>
        error instanceof FourscoreError && error.reason.length > 3);
    assert.throws(() => fourscore.follower(new Uint8Array(2 ** 16 + 1)),
                  {name: 'FourscoreError', message: 'certificate: longer than 65536 bytes'});
});
