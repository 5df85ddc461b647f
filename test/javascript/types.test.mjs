// fourscore.d.ts: answers have the types that it declares, and arguments are accepted.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {inspect} from 'node:util';
import {load} from '../../build/wasm/fourscore.mjs';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

// The errors of a file in a folder that has the package.
function compile(name, text, library, resolution) {
    const folder = mkdtempSync(join(tmpdir(), 'fourscore-'));
    try {
        mkdirSync(join(folder, 'node_modules'));
        symlinkSync(pathOf('../../build/wasm'), join(folder, 'node_modules/fourscore'));
        writeFileSync(join(folder, name), text);
        return spawnSync('tsc', ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022',
                                 '--lib', library, '--module', resolution, '--moduleResolution', resolution, name],
                         {cwd: folder, encoding: 'utf8'}).stdout;
    } finally {
        rmSync(folder, {recursive: true});
    }
}

// The error of a call.
async function refusal(call) {
    try {
        await call();
    } catch (error) {
        return error;
    }
    return assert.fail('no error');
}

// Every member of every answer, as the source of literals: TypeScript refuses those with
// a member too many, too few, or of another type.
async function declareAnswers() {
    const fourscore = await load();
    const certificate = readFileSync(pathOf('../../proof/certificates/6x4-second.cert'));
    const answers = {
        version: [fourscore.version], vectors: [fourscore.vectors],
        position: ['', '1122334', '......./......./......./......./x....../o......'].map((text) => fourscore.position(text)),
        game: [fourscore.game('d1 d2'), fourscore.game('1122334')],
        follower: [fourscore.follower(certificate)],
    };
    const progress = [];
    // These have all kinds of reasons.
    const positions = ['', '2224323413131', '33412', '334121321', '33412132132124', '2314314114342322',
                       '4113222214134', '33343'];
    for (const name of ['score', 'allMoves', 'best', 'pv', 'explain', 'review', 'move']) {
        const limits = {board: '12x9', nodes: 1000, slice: 100, progress: (part) => progress.push(part)};
        answers[name] = [await fourscore[name]('4', limits)];
        for (const text of name === 'move' ? [''] : positions)
            answers[name].push(await fourscore[name](text, {board: '4x4'}));
    }
    const {message: _, ...error} = await refusal(() => fourscore.position('48'));
    const namesOf = (found) => Object.fromEntries(found.map((name) => [name, true]));
    const optionsOf = async (call) => namesOf((await refusal(() => call({bogus: 1}))).message
        .replace(/.* is not one of /, '').split(', '));
    const declared = {
        'Answers': answers,
        'Parameters<NonNullable<QueryOptions["progress"]>>[0][]': progress,
        'Reply[]': [answers.follower[0].reply('3')],
        'Required<Pick<FourscoreError, Exclude<keyof FourscoreError, "message" | "stack" | "cause">>>': error,
        'Required<Explanation>': answers.explain.find(({winner, move}) => winner !== undefined && move),
        'Record<keyof Fourscore, true>': namesOf(Object.getOwnPropertyNames(Object.getPrototypeOf(fourscore))
            .filter((name) => name !== 'constructor')),
        'Record<Reason["kind"], true>': namesOf(answers.explain.flatMap(({reasons}) => reasons.map(({kind}) => kind))),
        'Record<keyof LoadOptions, true>': await optionsOf(load),
        'Record<keyof BoardOptions, true>': await optionsOf((options) => fourscore.position('', options)),
        'Record<keyof SearchOptions, true>': await optionsOf((options) => fourscore.pv('', options)),
        'Record<keyof QueryOptions, true>': await optionsOf((options) => fourscore.score('', options)),
        'Record<keyof MoveOptions, true>': await optionsOf((options) => fourscore.move('', options)),
    };
    const show = (value) => inspect(value, {depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity})
        .replace(/\[Function[^\]]*\]/g, 'null as never');
    return [
        "import type {BoardOptions, Explanation, Fourscore, FourscoreError, LoadOptions, MoveOptions, QueryOptions,",
        "             Reason, Reply, SearchOptions} from 'fourscore';",
        'type Answers = {[Name in keyof Fourscore]: (Fourscore[Name] extends (...given: any[]) => infer Answer',
        '    ? Awaited<Answer> : Fourscore[Name])[]};',
        ...Object.entries(declared).map(([type, value], i) => `export const declared${i}: ${type} = ${show(value)};`),
    ].join('\n');
}

test('answers have the types that are declared', async () => {
    assert.equal(compile('answers.mts', await declareAnswers(), 'es2022', 'node16'), '');
});

test('arguments are accepted, with and without the DOM', () => {
    for (const [name, library, resolution] of [['types.mts', 'es2022', 'node16'],
                                               ['types-dom.mts', 'es2022,dom', 'nodenext']])
        assert.equal(compile(name, readFileSync(pathOf(name)), library, resolution), '');
});
