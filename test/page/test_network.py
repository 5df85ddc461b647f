"""What the page loads, and that it needs no network afterwards; the package of npm in a page that
esbuild makes, and in a program for Node."""

import gzip
import os
import re
import shutil
import subprocess
import tempfile
import unittest

from browser import SECONDS, FolderServer, Handler, Page, ProgramServer, StaticServer, WEB, browser

LIMIT = 165_000  # bytes, compressed
PACKAGE = os.path.abspath(os.environ['FOURSCORE_PACKAGE'])

ASK = "load().then((fourscore) => fourscore.score('32164625'))"
PAGE = f'''import {{load}} from 'fourscore';
const answer = (text) => {{ document.title = text; }};
{ASK}.then(({{score}}) => answer(score), (error) => answer(String(error)));
'''
PROGRAM = f'''import {{load}} from 'fourscore/embedded.mjs';
{ASK}.then(({{score}}) => console.log(score));
'''


class Offline(Page):
    """Each test has a server of its own, because it ends it."""

    def serve(self):
        return self.Server()

    def open_kept(self):
        """Open the page and wait until the browser keeps it."""
        self.open('#4453')
        self.wait(lambda: len(self.chips()) == 7 and all(self.chips()), 'scores')
        self.js('window.controlled = false; navigator.serviceWorker.ready.then('
                '() => { window.controlled = true })')
        self.wait(lambda: self.js('return window.controlled'), 'the service worker')
        self.wait(lambda: self.js('return navigator.serviceWorker.controller'
                                  '?.state === "activated"'), 'its control')

    def check_that_it_works(self):
        self.js('location.hash = "#32164625"')
        self.wait_chips('−4', '−3', '+11', '+4', '0', '−2', '−5')
        self.click('menu')
        self.click('level-5')
        self.play('4')
        self.wait_address('#44')

    def test_it_needs_no_network_once_it_was_loaded(self):
        self.open_kept()
        self.server.close()
        self.check_that_it_works()
        for address in ('#4453', '?pos=4453', 'index.html#4453'):
            with self.subTest(address=address):
                self.open(address)
                self.wait(lambda: all(self.chips()), 'scores')
        self.click('gif')
        self.wait(lambda: self.text('shared').startswith('The picture is ready'), 'the moving picture')
        self.driver.get(f'{self.server.url}docs/index.html')
        self.assertIn('needs a network', self.js('return document.body.textContent'))
        self.console()  # Chromium reports what was not there
        self.open()
        self.click('two')
        self.choose('red', '5')
        self.wait(lambda: self.moves() == ['d1'], 'a move')


class OfflineServed(Offline):
    Server = ProgramServer


class Changed(Page):
    """Each test has a copy of the page, which it changes."""

    def serve(self):
        server = StaticServer()
        self.addCleanup(server.close)
        self.path = f'{server.root.name}/some/path'
        os.unlink(self.path)
        shutil.copytree(WEB, self.path)
        return server

    def change(self, name, old, new):
        with open(f'{self.path}/{name}', encoding='utf-8') as file:
            text = file.read()
        self.assertIn(old, text)
        with open(f'{self.path}/{name}', 'w', encoding='utf-8') as file:
            file.write(text.replace(old, new, 1))

    def test_a_new_version_is_announced_and_then_shown(self):
        self.open('#4453')
        self.wait(lambda: self.js('return navigator.serviceWorker.controller'
                                  '?.state === "activated"'), 'its control')
        self.change('sw.js', "CACHE = 'fourscore-", "CACHE = 'fourscore-2")
        self.change('index.html', '<h1>Fourscore', '<h1>Fivescore')
        self.open('#4453')
        self.wait(lambda: 'new version' in self.text('solver'), 'the announcement')
        self.open('#4453')
        self.assertEqual(len(self.js('return caches.keys()')), 1)
        self.assertIn('Fivescore', self.js('return document.body.textContent'))
        self.wait(lambda: 'Fourscore' in self.text('solver'), 'the solver')

    def test_a_page_that_does_not_start_says_so(self):
        file = f'file://{self.path}/index.html'
        self.change('main.js', '', 'import "./missing.js";\n')
        for address in (self.server.url, file):
            with self.subTest(address=address):
                self.driver.get(address)
                self.assertFalse(self.get('dead').is_displayed())
                self.wait(lambda: self.get('dead').is_displayed(), 'its words')
        self.console()  # also says what is missing

    def test_browsers_without_vectors_load_the_other_module(self):
        # In those no module with vectors is valid.
        self.change('worker.js', '', 'WebAssembly.validate = () => false;\n')
        self.open('#4453')
        self.wait_chips('−5', '−5', '−2', '−3', '−4', '−2', '−2')
        self.wait(lambda: self.js('return caches.keys().then(async ([name]) => name && (await (await caches.open(name)).keys())'
                                  '.map(({url}) => url).filter(url => url.endsWith(".wasm")))') ==
                  [f'{self.server.url}fourscore-scalar.wasm'], 'the module that is kept')


class Loading(Page):
    def resources(self):
        return self.js('return [location.href, ...performance.getEntriesByType('
                       '"resource").map(entry => entry.name)]')

    def test_nothing_comes_from_elsewhere(self):
        self.open('#4453')
        self.wait(lambda: all(self.chips()), 'scores')
        origin = self.js('return location.origin')
        for url in self.resources():
            self.assertTrue(url.startswith(f'{origin}/'), url)
        for folder, _, names in os.walk(WEB):
            for name in names:
                if name.endswith(('.html', '.css', '.js')):
                    with open(os.path.join(folder, name), encoding='utf-8') as file:
                        urls = re.findall(r'(?:src|href|url|import)\W{1,3}'
                                          r'(?:https?:)?//[^\s\'"]+', file.read())
                    self.assertEqual(urls, [], name)

    def test_the_page_is_small(self):
        self.open('#4453')
        self.wait(lambda: all(self.chips()), 'scores')
        base = self.js('return new URL(".", location.href).href')
        loaded = {url.split('#')[0].split('?')[0][len(base):] or 'index.html'
                  for url in self.resources()}
        # And what the service worker keeps, whether the browser lists it or not.
        with open(os.path.join(WEB, 'sw.js'), encoding='utf-8') as file:
            kept = set(re.search("const FILES = '(.*?)'", file.read()).group(1).split())
        self.assertIn('main.js', loaded & kept)
        total = 0
        for name in loaded | kept | {'sw.js', 'fourscore.wasm'}:
            with open(os.path.join(WEB, name), 'rb') as file:
                total += len(gzip.compress(file.read(), 9))
        self.assertLess(total, LIMIT)

    def test_the_page_loads_few_files_and_none_twice(self):
        self.open()
        self.wait(lambda: 'Fourscore' in self.text('solver'), 'the solver')
        files = [url.split('/')[-1] for url in self.resources()]
        for name in ('main.js', 'style.css', 'fourscore.wasm', 'worker.js'):
            self.assertEqual(files.count(name), 1, files)
        self.assertEqual(
            {name for name in files if name.endswith(('.js', '.wasm'))},
            {'main.js', 'worker.js', 'fourscore.wasm'})

    def test_the_policy_forbids_what_is_not_needed(self):
        self.open()
        policy = self.js('return document.querySelector('
                         '"meta[http-equiv=Content-Security-Policy]").content')
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn('unsafe-inline', policy)
        self.assertNotIn("'unsafe-eval'", policy)

    def test_the_board_works_without_the_solver(self):
        for missing in ('worker.js', 'fourscore.wasm'):
            with self.subTest(missing=missing):
                Handler.missing = missing
                self.addCleanup(setattr, Handler, 'missing', '/')
                self.setUp()
                self.cdp('Network.clearBrowserCache')
                self.open()
                self.wait(lambda: 'could not be loaded' in self.text('solver'),
                          'the error')
                self.click('level-1')
                self.assertRegex(self.text('verdict') + self.text('live'), '^The computer cannot play .* Two people can')
                self.play('1212')
                self.assertEqual(self.text('turn'), 'Your turn, Red')
                Handler.missing = '/'
                self.click('retry')
                self.wait(lambda: 'Fourscore' in self.text('solver'), 'the solver')
                self.assertFalse(self.get('retry').is_displayed())
                self.play('3')
                self.wait(lambda: len(self.moves()) == 6, 'an answer')
                self.driver.get_log('browser')  # Chromium reports what is missing


class Bundle(unittest.TestCase):
    def setUp(self):
        root = tempfile.TemporaryDirectory()
        self.addCleanup(root.cleanup)
        self.folder = root.name
        os.mkdir(f'{self.folder}/node_modules')
        os.symlink(PACKAGE, f'{self.folder}/node_modules/fourscore')
        os.mkdir(f'{self.folder}/out')

    def run_silently(self, *command):
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=SECONDS, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout

    def bundle(self, source, *options):
        """As its manual says that one should."""
        with open(f'{self.folder}/main.js', 'w', encoding='ascii') as file:
            file.write(source)
        self.run_silently('esbuild', 'main.js', '--bundle', '--log-level=warning', *options)

    def test_a_page_is_one_script(self):
        for options, script in ((), 'defer'), (('--format=esm', '--minify'), 'type="module"'):
            with self.subTest(options=options):
                self.bundle(PAGE, '--outfile=out/main.js', *options)
                with open(f'{self.folder}/out/index.html', 'w', encoding='ascii') as file:
                    file.write(f'<!doctype html><link rel="icon" href="data:,"><script {script} src="main.js"></script>')
                server = FolderServer(f'{self.folder}/out')
                self.addCleanup(server.close)
                driver = browser()
                driver.get('about:blank')
                driver.get_log('browser')
                driver.get(server.url)
                title, loaded = driver.execute_async_script(
                    'const done = arguments[0]; const look = () => document.title === "" ? setTimeout(look, 10)'
                    ' : done([document.title, performance.getEntriesByType("resource").map(({name}) => name)]); look();')
                self.assertEqual(title, '11')
                self.assertEqual([url for url in loaded if not url.startswith('data:')], [f'{server.url}main.js'])
                self.assertEqual(driver.get_log('browser'), [])
                self.assertLess(os.path.getsize(f'{self.folder}/out/main.js'), 170e3)

    def test_a_program_for_node(self):
        self.bundle(PROGRAM, '--platform=node', '--outfile=out/main.cjs')
        self.assertEqual(self.run_silently('node', 'out/main.cjs'), '11\n')
