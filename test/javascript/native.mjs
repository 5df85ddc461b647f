// The native program, the module without fourscore.mjs, and the positions of the test
// sets.
import {execFileSync, spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

export const SETS = ['end-easy', 'middle-easy', 'middle-medium', 'begin-easy',
                     'begin-medium', 'begin-hard'];

export function readSet(name, count) {
    const text = readFileSync(new URL(`../../testsets/${name}.txt`, import.meta.url),
                              'utf8');
    return text.split('\n').filter((line) => /^\d/.test(line)).slice(0, count)
        .map((line) => line.split(' ')[0]);
}

// One line per position.  Status 4: a limit was reached.
function run(positions, options) {
    const {status, stdout, stderr} = spawnSync(
        process.env.FOURSCORE,
        ['solve', '--no-book', '--threads', '1', '--fresh', '-v', '--json', ...options],
        {input: positions.join('\n') + '\n', encoding: 'utf8', maxBuffer: 2 ** 28});
    if (status !== 0 && status !== 4)
        throw new Error(stderr);
    return stdout.trim().split('\n');
}

const asBounds = (found) => typeof found === 'number'
    ? {lower: found, upper: found} : {lower: found.lower, upper: found.upper};

// What the program answers, in the form of this package.
export function solve(positions, options = []) {
    return run(positions, options).map((line) => {
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
    const text = execFileSync(
        process.env.FOURSCORE, ['explain', '--json', ...options, '-'],
        {input: positions.map((moves) => `${moves || '-'}\n`).join(''), encoding: 'utf8'});
    const player = (name) => name === null ? 0 : name === 'x' ? 1 : 2;
    return text.trim().split('\n').map((line) => {
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

// What the program says of games; status 1: one of them is wrong.
export function review(games) {
    const {stdout} = spawnSync(
        process.env.FOURSCORE, ['review', '--json', '-'],
        {input: games.map((game) => `${game || '-'}\n`).join(''), encoding: 'utf8'});
    return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

// The positions of the built-in book, with their scores.
export function readBook() {
    const text = execFileSync(process.env.FOURSCORE, ['book', 'export', 'builtin'],
                              {encoding: 'utf8', maxBuffer: 2 ** 28});
    return text.trim().split('\n').map((line) => {
        const [moves, score] = line.split(' ');
        return [moves.replace('-', ''), Number(score)];
    });
}

export const version = () =>
    execFileSync(process.env.FOURSCORE, ['--version'], {encoding: 'utf8'});

// The column that an opponent of the program replies to moves.
export function reply(moves, {level, seed, board}) {
    const printed = execFileSync(
        process.env.FOURSCORE,
        ['play', '--plain', '--you', moves.length % 2 === 0 ? 'second' : 'first',
         '--level', level, '--seed', seed, '--board', board, moves],
        {input: '', encoding: 'utf8'});
    return parseInt(/ plays (.)/.exec(printed)[1], 36);
}

// What 'fourscore follow' plays after each line of moves.
export function follow(file, lines) {
    const text = execFileSync(process.env.FOURSCORE, ['follow', file],
                              {input: lines.map((line) => `${line}\n`).join(''), encoding: 'utf8'});
    return text.trim().split('\n').map((line) => parseInt(line.split(' ').at(-1), 36));
}

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
