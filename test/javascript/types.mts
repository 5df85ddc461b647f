// Compiled only: the types of the package, which need no library but that of
// ECMAScript.
import {load, FourscoreError} from 'fourscore';
import type {Answer, Bounds, Follower, Fourscore, Game, Position} from 'fourscore';

const print = (...values: unknown[]): void => void values;
const fourscore: Fourscore = await load({tableBytes: 1e8, book: false, vectors: true});
const position: Position = fourscore.position('44', {board: '7x6'});
const columns: number[] = position.columns;
const game: Game = fourscore.game('d1 d2', {board: '7x6'});
const played: string = game.moves;
print(played);
const answer: Answer = await fourscore.score('44', {
    board: '7x6', weak: true, fresh: true, seconds: 1, nodes: 1000, slice: Infinity,
    signal: {throwIfAborted() {}},
    progress: ({lower, upper, nodes}) => print(lower + upper + nodes),
});
const score: number | null = answer.score;
const {moves, best} = await fourscore.allMoves('44');
const first: Bounds | null | undefined = moves[0];
const nearest: number | undefined = (await fourscore.best('44')).best[0];
const next: number | undefined = (await fourscore.pv('44')).pv[0];
const {column, proven} = await fourscore.move('44', {level: 5, seed: 1, seconds: 1});
print(column, proven, columns, score, best, first?.score, nearest, next, fourscore.version, fourscore.vectors);
const follower: Follower = fourscore.follower(new Uint8Array(3));
const {column: answered, reason} = follower.reply('44');
print(answered, reason, follower.board, follower.moves, follower.player, follower.score);
// @ts-expect-error
await load({bogus: 1});
// @ts-expect-error
await fourscore.score('44', {node: 1});
try {
    fourscore.position('x');
} catch (error) {
    if (error instanceof FourscoreError)
        print(error.at, error.reason);
}
