"""The site that make site writes: the page, the documents, the demonstration of the board."""

import gzip
import html.parser
import os
import posixpath
import re
import shutil
import tempfile
import unittest
import urllib.parse

from selenium.webdriver.support.ui import Select

from browser import DESKTOP, PHONE, WEB, Page, StaticServer

SHADOW = 'document.querySelector("fourscore-board").shadowRoot'
SITE = os.environ['FOURSCORE_SITE']


class SiteServer(StaticServer):
    folder = SITE


class Links(html.parser.HTMLParser):
    """What a file leads to, and the places in it that others can lead to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places = [], set()
        with open(path, encoding='utf-8') as file:
            self.feed(file.read())

    def handle_starttag(self, _, attributes):
        found = dict(attributes)
        self.links += [found[name] for name in ('href', 'src') if found.get(name)]
        self.places |= {found.get('id'), found.get('name')}


def names_in(folder):
    return {os.path.relpath(os.path.join(place, name), folder)
            for place, _, names in os.walk(folder) for name in names}


class Files(unittest.TestCase):
    """What make web, make site and make install put on a web server, which may have no type
    for .mjs."""

    def test_these_files_are_there_and_compressed_files_are_the_same(self):
        texts = {'embed.html', 'embed.js', 'fourscore-board.js', 'fourscore-scalar.wasm', 'gif.js',
                 'fourscore.wasm', 'icon.svg', 'index.html', 'main.js', 'manifest.webmanifest', 'puzzles.txt',
                 'style.css', 'sw.js', 'v1/health', 'worker.js'}
        pictures = {'card.png', 'icon-192.png', 'icon-512.png', 'icon-maskable.png', 'icon-touch.png'}
        page = texts | {f'{name}.gz' for name in texts} | pictures
        self.assertEqual(names_in(WEB), page)
        documents = {name for name in names_in(SITE) if name.startswith('docs/')}
        self.assertEqual(names_in(SITE) - documents, page | {'demo.html', 'demo.js'})
        self.assertEqual({os.path.splitext(name)[1] for name in documents}, {'.html', '.css', '.tsv'})
        for folder in (WEB, SITE):
            for name in texts:
                with open(os.path.join(folder, name), 'rb') as file, \
                        gzip.open(os.path.join(folder, f'{name}.gz')) as compressed:
                    self.assertEqual(compressed.read(), file.read(), name)


def broken(folder):
    """The links of the HTML files in a folder that lead nowhere, or out of it."""
    files = names_in(folder)
    read = {name: Links(os.path.join(folder, name)) for name in files if name.endswith('.html')}
    wrong = []
    for name, page in sorted(read.items()):
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme in ('http', 'https', 'mailto'):
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), url.path)) if url.path else name
            known = path in files and not url.scheme and not url.path.startswith('/')
            # The fragment of the page itself is a game.
            if not known or (url.fragment and path.startswith('docs/') and
                             urllib.parse.unquote(url.fragment) not in read[path].places):
                wrong.append((name, link))
    return wrong, read


class Site(Page):
    Server = SiteServer

    def look(self, address):
        self.driver.get('about:blank')
        self.driver.get(self.server.url + address)
        self.two_frames()

    def test_every_link_leads_somewhere(self):
        wrong, read = broken(SITE)
        self.assertEqual(wrong, [])
        documents = [name for name in read if name.startswith('docs/')]
        reached, todo = set(), ['index.html']
        while todo:
            name = todo.pop()
            if name in read and name not in reached:
                reached.add(name)
                todo += [posixpath.normpath(posixpath.join(posixpath.dirname(name), link.split('#')[0]))
                         for link in read[name].links]
        self.assertEqual(sorted(set(documents) - reached), [])
        self.assertGreater(len(documents), 20)

    def test_nothing_is_left_of_markdown(self):
        for name, page in broken(SITE)[1].items():
            with self.subTest(name=name), open(f'{SITE}/{name}', encoding='utf-8') as file:
                text = file.read()
                self.assertNotRegex(text, r'@(root|title|body)@|\]\(|style="|<script>')
                self.assertNotRegex(re.sub(r'(?s)<pre.*?</pre>', '', text), r'\.md"|\n(#+|\|) ')
                self.assertRegex(text, r'<title>\S.*(?<!@)</title>')

    def test_documents_fit_the_window(self):
        for name in ('docs/index', 'docs/results', 'docs/search', 'docs/page', 'docs/man/fourscore.3',
                     'docs/man/fourscore-serve.1', 'demo'):
            self.look(f'{name}.html')
            self.assertTrue(self.all('main h1'), name)
            for size in (DESKTOP, PHONE):
                self.resize(*size)
                self.two_frames()
                self.assertEqual(self.js('const {scrollWidth, clientWidth} = document.documentElement;'
                                         'return scrollWidth - clientWidth'), 0, (name, size))

    def test_the_page_leads_to_the_documents_and_back(self):
        self.open()
        self.driver.find_element('link text', 'Documents').click()
        self.wait(lambda: self.driver.title == 'Documents – Fourscore', 'the documents')
        self.driver.find_element('link text', 'Results by board size').click()
        self.wait(lambda: self.driver.title.startswith('Results'), 'the results')
        self.driver.find_element('link text', 'Fourscore').click()
        self.wait(lambda: self.columns(), 'the board')
        self.play('44')
        self.wait_address('#44')

    def stones(self):
        return self.js(f'return {SHADOW}?.querySelectorAll(".stone").length')

    def test_the_board_is_demonstrated(self):
        self.look('demo.html')
        self.wait(lambda: self.stones() == 4, 'the board')
        self.wait(lambda: 'scores' in self.text('events'), 'the scores')
        self.click('play-4')
        self.wait(lambda: self.stones() == 5, 'the move')
        self.assertIn('position="44534"', self.text('code'))
        self.assertIn('"moves":"44534"', self.text('events'))
        self.wait(lambda: self.text('address') == '7x6/44534@5', 'its address')
        self.click('ply-back')
        self.wait(lambda: self.stones() == 4, 'one move less')
        self.set_switch('prevent', True)
        self.click('play-4')
        self.two_frames()
        self.assertEqual(self.stones(), 4)
        Select(self.get('on')).select_by_visible_text('8x7')
        self.wait(lambda: 'board="8x7"' in self.text('code'), 'the code')
        self.wait(lambda: self.js(f'return {SHADOW}.querySelectorAll(".column").length') == 8, '8 columns')

    def test_the_code_of_the_demonstration_works(self):
        self.look('demo.html')
        code = self.text('code')
        with open(f'{self.server.root.name}/some/pasted.html', 'w', encoding='utf-8') as file:
            file.write('<!DOCTYPE html><title>A page</title><body>' +
                       code.replace('src="', 'src="path/'))
        self.driver.get(self.server.url.replace('path/', 'pasted.html'))
        self.wait(lambda: self.stones() == 4, 'the board')
        self.console()  # there is no icon


class PlantedTest(unittest.TestCase):
    def test_wrong_links_are_seen(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SITE, folder, dirs_exist_ok=True)
            for link in ('design.md', '../CONTRIBUTING.md', '/docs/design.html', 'design.html#none'):
                with self.subTest(link=link):
                    with open(f'{folder}/docs/planted.html', 'w', encoding='utf-8') as file:
                        file.write(f'<a href="{link}">x</a>')
                    self.assertEqual(broken(folder)[0], [('docs/planted.html', link)])
