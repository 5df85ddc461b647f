"""The package of npm in pages made by bundlers with their default settings: packed,
installed in an empty folder, bundled, served, and loaded in Chromium."""

import concurrent.futures
import os
import re
import subprocess
import tempfile
import threading
import unittest

from browser import NODE_MODULES, SECONDS, FolderServer, browser

PACKAGE = os.path.abspath(os.environ['FOURSCORE_PACKAGE'])

HTML = '''<!doctype html><link rel="icon" href="data:,">
<script %s></script>
'''
CLASSIC, MODULE = 'defer src="./main.js"', 'type="module" src="./main.js"'

# The page shows the score of a position.
SHOW = 'const answer = (text) => { document.title = text; };\n'
ASK = '''load().then((fourscore) => fourscore.score('32164625')).then(
    ({score}) => answer(score), (error) => answer(String(error)));
'''
MAIN = "import {load} from 'fourscore';\n" + SHOW + ASK
WORKER = {
    'main.js': SHOW + '''
const worker = new Worker(new URL('./worker.js', import.meta.url), {type: 'module'});
worker.onmessage = ({data}) => answer(data);
worker.onerror = ({message}) => answer(message);
''',
    'worker.js': "import {load} from 'fourscore';\nconst answer = postMessage;\n" + ASK,
}
# The script finds the module in a file.
FILES = {'main.js': MAIN.replace("'fourscore'", "'fourscore/fourscore.mjs'")}
SCALAR = {'main.js': FILES['main.js'].replace('load()', 'load({vectors: false})')}
PATH = {'main.js': MAIN.replace("'fourscore'",
                                "'../node_modules/fourscore/embedded.mjs'")}

ESBUILD = 'esbuild main.js --bundle --outfile=out/main.js'
WEBPACK = 'webpack ./main.js -o out --mode production'  # as it says that one should
VITE = 'vite build --outDir out'
ROLLUP = 'rollup main.js -o out/main.js'

# Name: the command, the script of the page, sources.
PAGES = {
    'esbuild': (ESBUILD, CLASSIC, {}),
    'esbuild-module': (f'{ESBUILD} --format=esm', MODULE, {}),
    'rollup': (f'{ROLLUP} -p node-resolve', MODULE, {}),
    'rollup-path': (ROLLUP, MODULE, PATH),  # without a plugin it knows no packages
    'vite': (VITE, MODULE, {}),
    'vite-worker': (VITE, MODULE, WORKER),
    'vite-files': (VITE, MODULE, FILES),
    'webpack': (WEBPACK, CLASSIC, {}),
    'webpack-worker': (WEBPACK, CLASSIC, WORKER),
    'webpack-files': (WEBPACK, CLASSIC, FILES),
    'webpack-scalar': (WEBPACK, CLASSIC, SCALAR),
}


def run(command, folder):
    """What a program prints; an error with it if the program fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise AssertionError(f'{command}: {done.stdout}{done.stderr}')
    return done.stdout + done.stderr


def tool(name):
    return f'{NODE_MODULES}/.bin/{name}'


def write(folder, sources):
    os.mkdir(folder)
    for name, text in sources.items():
        with open(f'{folder}/{name}', 'w', encoding='ascii') as file:
            file.write(text)


def build(folder, name):
    command, script, sources = PAGES[name]
    program, *options = command.split()
    folder = f'{folder}/{name}'
    write(folder, {'index.html': HTML % script, 'main.js': MAIN, **sources})
    printed = run([tool(program), *options], folder)
    if program != 'vite':
        os.rename(f'{folder}/index.html', f'{folder}/out/index.html')
    return printed


def node_version():
    return tuple(map(int, re.findall(r'\d+', run(['node', '--version'], '.'))))


needs_vite = unittest.skipIf(node_version() < (20, 19), 'vite needs Node 20.19')


class Bundlers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        root = tempfile.TemporaryDirectory()
        cls.addClassCleanup(root.cleanup)
        cls.folder = root.name
        archive = run(['npm', 'pack', '--silent', PACKAGE], cls.folder).split()[-1]
        run(['npm', 'install', '--silent', '--offline', f'./{archive}'], cls.folder)
        pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
        cls.addClassCleanup(pool.shutdown)
        cls.builds = {name: pool.submit(build, cls.folder, name) for name in PAGES}

    def load(self, url):
        """Load a page, which must show the score, in silence."""
        driver = browser()
        driver.get('about:blank')
        driver.get_log('browser')
        driver.get(url)
        title = driver.execute_async_script(
            'const done = arguments[0]; const look = () => document.title === ""'
            '? setTimeout(look, 10) : done(document.title); look();')
        self.assertEqual(title, '11')
        self.assertEqual([entry for entry in driver.get_log('browser')
                          if entry['level'] in ('WARNING', 'SEVERE')], [])

    def files(self, name):
        """The files that a page loads: for each its ending and its size."""
        printed = self.builds[name].result()
        self.assertNotRegex(printed, '(?i)warning|error')
        server = FolderServer(f'{self.folder}/{name}/out')
        self.addCleanup(server.close)
        self.load(server.url)
        found = browser().execute_script(
            'return performance.getEntriesByType("resource").map('
            '({name, decodedBodySize}) => [name, decodedBodySize])')
        return sorted((os.path.splitext(url)[1], size) for url, size in found
                      if not url.startswith('data:'))

    def check(self, bundler):
        modules = {'-files': 'fourscore.wasm', '-scalar': 'fourscore-scalar.wasm'}
        names = [name for name in PAGES if name.startswith(bundler)]
        self.assertGreater(len(names), 1)
        for name in names:
            with self.subTest(name=name):
                script, *others = self.files(name)
                kind = name.removeprefix(bundler)
                self.assertEqual(script[0], '.js')
                self.assertLess(script[1], 20e3 if kind in modules else 180e3)
                if kind in modules:
                    size = os.path.getsize(f'{PACKAGE}/{modules[kind]}')
                    self.assertEqual(others, [('.wasm', size)])
                elif kind != '-worker':
                    self.assertEqual(others, [])
                else:
                    self.assertNotIn('.wasm', dict(others))

    def test_esbuild(self):
        self.check('esbuild')

    def test_rollup(self):
        self.check('rollup')

    @needs_vite
    def test_vite(self):
        self.check('vite')

    def test_webpack(self):
        self.check('webpack')

    @needs_vite
    def test_the_server_of_vite(self):
        write(f'{self.folder}/serve', {'index.html': HTML % MODULE,
                                       'main.js': MAIN})
        with subprocess.Popen([tool('vite'), '--host', '127.0.0.1', '--clearScreen',
                               'false'], cwd=f'{self.folder}/serve', text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as vite:
            timer = threading.Timer(SECONDS, vite.kill)
            timer.start()
            try:
                printed = ''
                for line in vite.stdout:
                    printed += re.sub(r'\x1b\[\d*m', '', line)
                    if url := re.search(r'http://127\.0\.0\.1:\d+/', printed):
                        self.load(url.group())
                        return
                self.fail(printed)
            finally:
                timer.cancel()
                vite.terminate()

    def test_a_bundle_for_node(self):
        main = ("import {load} from 'fourscore/embedded.mjs';\nload()"
                ".then((library) => library.score('32164625'))"
                ".then(({score}) => console.log(score));\n")
        write(f'{self.folder}/node', {'main.js': main})
        run([tool('esbuild'), 'main.js', '--bundle', '--platform=node',
             '--outfile=out.cjs'], f'{self.folder}/node')
        self.assertEqual(run(['node', 'out.cjs'], f'{self.folder}/node'), '11\n')

    def test_types_as_bundlers_resolve_them(self):
        parts = ('', '/embedded.mjs', '/fourscore.mjs')
        sources = {f'{i}.ts': f'import {{load}} from "fourscore{part}";\n'
                   'export const score: number | null =\n'
                   '    (await (await load()).score("")).score;\n'
                   for i, part in enumerate(parts)}
        write(f'{self.folder}/types', sources)
        run([tool('tsc'), '--noEmit', '--strict', '--lib', 'es2022', '--target',
             'es2022', '--module', 'es2022', '--moduleResolution', 'bundler',
             *sources], f'{self.folder}/types')


if __name__ == '__main__':
    unittest.main()
