// The native program, and the positions of the test sets.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

export const SETS = ['end-easy', 'middle-easy', 'middle-medium', 'begin-easy',
                     'begin-medium', 'begin-hard'];

export function readSet(name, count) {
    const text = readFileSync(new URL(`../../testsets/${name}.txt`, import.meta.url),
                              'utf8');
    return text.split('\n').filter((line) => /^\d/.test(line)).slice(0, count)
        .map((line) => line.split(' ')[0]);
}

// What the program prints, by line.  Status 1: a line of the input is wrong; 4: a limit
// was reached.
function run(options, lines = []) {
    const {status, stdout, stderr} = spawnSync(process.env.FOURSCORE, options, {
        input: lines.map((line) => `${line || '-'}\n`).join(''), encoding: 'utf8',
        maxBuffer: 2 ** 28});
    if (![0, 1, 4].includes(status))
        throw new Error(stderr);
    return stdout.trim().split('\n');
}

const asBounds = (found) => typeof found === 'number'
    ? {lower: found, upper: found} : {lower: found.lower, upper: found.upper};

// What the program answers, in the form of this package.
export function solve(positions, options = []) {
    return run(['solve', '--no-book', '--threads', '1', '--fresh', '-v', '--json', ...options],
               positions).map((line) => {
        const found = JSON.parse(line);
        return {
            ...asBounds(found.score ?? found.weak_score ?? found),
            nodes: found.nodes,
            moves: found.move_scores?.map(
                (move) => move === null || move === -1000 ? null : asBounds(move)),
            best: found.best,
            pv: found.pv && [...found.pv].map((move) => parseInt(move, 36)),
        };
    });
}

// What the program prints of positions and games, without what it tells of the input.
const readLines = (lines) => lines.map((line) => {
    const {position: _1, game: _2, file: _3, line: _4, ...found} = JSON.parse(line);
    return found;
});
export const explain = (positions, options = []) =>
    readLines(run(['explain', '--json', ...options, '-'], positions));
export const review = (games, options = []) =>
    readLines(run(['review', '--json', ...options, '-'], games));

// What the program says of wrong positions, a line for each.
export const refusals = (positions) => spawnSync(process.env.FOURSCORE, ['solve', '-'], {
    input: positions.map((text) => `${text}\n`).join(''), encoding: 'utf8'}).stderr.trim().split('\n');

// The positions of the built-in book, with their scores.
export const readBook = () => run(['book', 'export', 'builtin']).map((line) => {
    const [moves, score] = line.split(' ');
    return [moves.replace('-', ''), Number(score)];
});

export const version = () => run(['--version'])[0];

// The column that an opponent of the program replies to moves.
export function reply(moves, {level, seed, board}) {
    const printed = run(['play', '--you', moves.length % 2 === 0 ? 'second' : 'first',
                         '--level', level, '--seed', seed, '--board', board, moves]);
    return parseInt(/ plays (.)/.exec(printed.join())[1], 36);
}

// What 'fourscore follow' plays after each line of moves.
export const follow = (file, lines) =>
    run(['follow', file], lines).map((line) => parseInt(line.split(' ').at(-1), 36));
