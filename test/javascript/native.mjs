// The native program, the module without fourscore.mjs, and the positions of the test
// sets.
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

// The explanations of the program, in the form of this package.
export function explain(positions, options = []) {
    const player = (name) => name === null ? 0 : name === 'x' ? 1 : 2;
    return run(['explain', '--json', ...options, '-'], positions).map((line) => {
        const {score, winner, move, reasons, sentences} = JSON.parse(line);
        return {
            score, winner: player(winner), move: move ?? null, sentences,
            reasons: reasons.map((reason) => ({
                ...reason, player: player(reason.player),
                line: [...reason.line].map((column) => parseInt(column, 16)),
            })),
        };
    });
}

export const review = (games) => run(['review', '--json', '-'], games).map((line) => JSON.parse(line));

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

// The functions of the module, which gets no clock.
export function openModule() {
    const module = new WebAssembly.Module(
        readFileSync(new URL('../../build/wasm/fourscore.wasm', import.meta.url)));
    const system = {
        environ_sizes_get(...addresses) {
            for (const at of addresses)
                new DataView(exports.memory.buffer).setUint32(at, 0, true);
            return 0;
        },
        proc_exit() {
            throw new Error('proc_exit()');
        },
    };
    const wasi_snapshot_preview1 = Object.fromEntries(WebAssembly.Module.imports(module)
        .map(({name}) => [name, system[name] ?? (() => 0)]));
    const {exports} = new WebAssembly.Instance(module, {wasi_snapshot_preview1});
    exports._initialize();
    return exports;
}
