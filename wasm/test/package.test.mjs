// The size of the modules, and the package as npm installs it.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';

const built = fileURLToPath(new URL('../../build/wasm', import.meta.url));

for (const name of ['fourscore.wasm', 'fourscore-scalar.wasm'])
    test(`${name} has at most 250 KB, 110 KB compressed`, () => {
        const bytes = readFileSync(join(built, name));
        assert.ok(bytes.length <= 250e3, String(bytes.length));
        const compressed = gzipSync(bytes, {level: 9}).length;
        assert.ok(compressed <= 110e3, String(compressed));
    });

test('the package installs and runs in an empty folder', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fourscore-'));
    const run = (command, ...options) => execFileSync(command, options, {
        cwd: folder, encoding: 'utf8',
        env: {...process.env, npm_config_cache: join(folder, '.npm'), npm_config_offline: 'true'},
    });
    try {
        const archive = run('npm', 'pack', '--silent', built).trim();
        const files = run('tar', '-tf', archive).trim().split('\n').sort();
        assert.deepEqual(files, ['LICENSE', 'README.md', 'fourscore-scalar.wasm', 'fourscore.d.ts',
                                 'fourscore.mjs', 'fourscore.wasm', 'package.json']
            .map((name) => `package/${name}`).sort());
        run('npm', 'install', '--silent', `./${archive}`);
        const program = `import('fourscore').then(({load}) => load())
            .then((fourscore) => fourscore.score('4453'))
            .then(({score}) => console.log(score))`;
        assert.equal(run('node', '-e', program), '-2\n');

        writeFileSync(join(folder, 'types.mts'), readFileSync(new URL('types.mts', import.meta.url)));
        run('tsc', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext',
            '--moduleResolution', 'nodenext', '--lib', 'es2022,dom', 'types.mts');
    } finally {
        rmSync(folder, {recursive: true});
    }
});
