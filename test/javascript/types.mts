// Compiled only: arguments, with no library but that of ECMAScript.
import {load, FourscoreError} from 'fourscore';
import type {Answer, Bounds, Fourscore} from 'fourscore';

const print = (...values: unknown[]): void => void values;
const fourscore: Fourscore = await load({tableBytes: 1e8, book: false, vectors: true});
print(fourscore.position('44', {board: '7x6'}), fourscore.game('d1 d2', {board: '7x6'}));
const answer: Answer = await fourscore.score('44', {
    board: '7x6', weak: true, fresh: true, seconds: 1, nodes: 1000, slice: Infinity,
    signal: {throwIfAborted() {}},
    progress: ({lower, upper, nodes}) => print(lower + upper + nodes),
});
const first: Bounds | null | undefined = (await fourscore.allMoves('44')).moves[0];
print(answer, first?.score, await fourscore.move('44', {level: 5, seed: 1, seconds: 1}));
print(fourscore.follower(new Uint8Array(3)).reply('44'));
// @ts-expect-error
await load({bogus: 1});
// @ts-expect-error
await fourscore.score('44', {node: 1});
// @ts-expect-error
await fourscore.pv('44', {weak: true});
try {
    fourscore.position('x');
} catch (error) {
    if (error instanceof FourscoreError)
        print(error.at, error.reason);
}
