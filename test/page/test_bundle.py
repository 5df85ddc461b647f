"""The package of npm in a page that esbuild makes, and in a program for Node."""

import os
import subprocess
import tempfile
import unittest

from browser import SECONDS, FolderServer, browser

PACKAGE = os.path.abspath(os.environ['FOURSCORE_PACKAGE'])

ASK = "load().then((fourscore) => fourscore.score('32164625'))"
PAGE = f'''import {{load}} from 'fourscore';
const answer = (text) => {{ document.title = text; }};
{ASK}.then(({{score}}) => answer(score), (error) => answer(String(error)));
'''
PROGRAM = f'''import {{load}} from 'fourscore/embedded.mjs';
{ASK}.then(({{score}}) => console.log(score));
'''


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


if __name__ == '__main__':
    unittest.main()
