// The size of the modules, and the package as npm installs it.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, realpathSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const built = fileURLToPath(new URL('../../build/wasm', import.meta.url));

for (const name of ['fourscore.wasm', 'fourscore-scalar.wasm'])
    test(`${name} has at most 197 KB, 109 KB compressed`, () => {
        const bytes = readFileSync(join(built, name));
        assert.ok(bytes.length <= 197e3, String(bytes.length));
        const compressed = gzipSync(bytes, {level: 9}).length;
        assert.ok(compressed <= 109e3, String(compressed));
    });

test('embedded.mjs has at most 164 KB, 116.5 KB compressed', () => {
    const bytes = readFileSync(join(built, 'embedded.mjs'));
    assert.ok(bytes.length <= 164e3, String(bytes.length));
    const compressed = gzipSync(bytes, {level: 9}).length;
    assert.ok(compressed <= 116.5e3, String(compressed));
});

// In a folder in which the packed package is installed.
test('the package', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'fourscore-'));
    t.after(() => rmSync(folder, {recursive: true}));
    const run = (command, ...options) => execFileSync(command, options, {
        cwd: folder, encoding: 'utf8',
        env: {...process.env, npm_config_cache: join(folder, '.npm'), npm_config_offline: 'true'},
    });
    const archive = run('npm', 'pack', '--silent', built).trim();
    run('npm', 'install', '--silent', `./${archive}`);
    await t.test('has these files', () => {
        const files = run('tar', '-tf', archive).trim().split('\n').sort();
        assert.deepEqual(files, ['LICENSE', 'README.md', 'cli.mjs', 'embedded.mjs', 'fourscore-scalar.wasm',
                                 'fourscore.d.ts', 'fourscore.mjs', 'fourscore.wasm', 'package.json']
            .map((name) => `package/${name}`).sort());
    });

    await t.test('is found by Node, by bundlers and by its parts', () => {
        const {resolve} = createRequire(join(folder, 'main.js'));
        const inside = (name) => join(realpathSync(folder), 'node_modules/fourscore', name);
        assert.equal(resolve('fourscore'), inside('fourscore.mjs'));
        for (const name of ['fourscore.mjs', 'embedded.mjs', 'fourscore.wasm',
                            'fourscore-scalar.wasm', 'package.json'])
            assert.equal(resolve(`fourscore/${name}`), inside(name));
        const {exports} = JSON.parse(readFileSync(inside('package.json'), 'utf8'));
        assert.deepEqual(Object.keys(exports['.']), ['types', 'node', 'browser', 'default']);
        assert.equal(exports['.'].browser, './embedded.mjs');
        assert.equal(exports['.'].default, './embedded.mjs');
    });

    await t.test('runs in Node', () => {
        for (const name of ['fourscore', 'fourscore/embedded.mjs']) {
            const program = `import('${name}').then(({load}) => load())
                .then((fourscore) => fourscore.score('4453'))
                .then(({score}) => console.log(score))`;
            assert.equal(run('node', '-e', program), '-2\n', name);
        }
    });
});
