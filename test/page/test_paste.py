"""What people paste: the examples of docs/notations.md and more of its forms, read by the library."""

import os
import re
import subprocess
import tempfile

from browser import Page, PROGRAM

DOCUMENT = os.path.join(os.path.dirname(__file__), '../../docs/notations.md')
# In place of the program: 'show' prints the text that it is given.
SHELL = 'build/fourscore() { [ "$1" = show ] || { "$PROGRAM" "$@"; return; }; shift $(($# - 1)); ' \
    '[ "$1" = - ] && cat || printf %s "$1"; }\n'


def examples():
    """Texts, with the moves that the program prints for them; or with how it refuses them."""
    with open(DOCUMENT, encoding='utf-8') as file:
        blocks = re.findall(r'^```console\n(.*?)^```', file.read(), re.M | re.S)
    with tempfile.TemporaryDirectory() as folder:
        for block in blocks:
            shell = ''
            for command, printed in re.findall(r'^\$ (.*\n(?: .*\n)*)((?:[^$].*\n)*)', block, re.M):
                if 'show' not in command:
                    shell += command
                elif '--first-column' not in command:
                    yield subprocess.run(['bash', '-c', SHELL + shell + command], cwd=folder, check=True,
                                         capture_output=True, text=True,
                                         env={**os.environ, 'PROGRAM': PROGRAM}).stdout, printed.strip()


class Paste(Page):
    def setUp(self):
        super().setUp()
        self.open('#1')
        self.set_switch('scores', False)  # they take longer

    def columns_shown(self):
        """The stones of each column, from below."""
        return self.js('''return [...document.querySelectorAll('.column')].map(({ariaLabel}) =>
            (ariaLabel.match(/red|yellow/g) ?? []).map((word) => word === 'red' ? 'x' : 'o').join(''))''')

    def paste(self, text, before='#1'):
        """Open a text at another position; returns what is wrong with it."""
        self.js('document.getElementById("problem").textContent = ""; location.hash = arguments[0]', before)
        self.wait(lambda: (self.columns_shown()[0], self.count('.stone')) == ('x', 1), 'another board')
        self.submit(text)
        self.wait(lambda: self.text('problem') or self.address() != before, 'an answer')
        return self.text('problem')

    def check(self, text, moves, width=7, before='#1'):
        columns = [''] * width
        for ply, column in enumerate(moves):
            columns[int(column) - 1] += 'xo'[ply % 2]
        self.assertEqual((self.paste(text, before), self.columns_shown()), ('', columns))

    def test_the_examples_of_the_document(self):
        read = refused = 0
        for text, printed in examples():
            with self.subTest(text=text):
                if re.fullmatch('[1-9]+', printed):
                    read += 1
                    self.check(text, printed, 4 if text.startswith(('{"board"', '[[0.')) else 7)
                elif '8x7' not in text:
                    refused += 1
                    self.assertNotEqual(self.paste(text), '', printed)
        self.assertGreater(read, 18)
        self.assertGreater(refused, 1)

    def test_boards_whatever_size_is_shown(self):
        for text, moves, width in (
                ('.......\n' * 4 + '...o...\n..xx...', '443', 7), ('_' * 31 + 'O_____XX___', '443', 7),
                ('....\n....\n....\nxo..', '12', 4), ('["....", "....", "....", "....", "xo.."]', '12', 4),
                ('/#9x7/99', '99', 9), ('9x7/99', '99', 9), (' 4x4/1(2)23@1\n', '1', 4), ('0' * 54 + '120000000', '12', 9)):
            with self.subTest(text=text):
                self.check(text, moves, width, before='#8x7/1')

    def test_links_and_data(self):
        for text in ('/#44(5)3@2', 'example.org/#443', '?pos=12#443', 'connect4.gamesolver.org/?pos=443'):
            with self.subTest(text=text):
                self.check(text, '44' if '@' in text else '443', before='#8x7/1')
        self.check('{"position": "443", "score": 1}', '443')
        self.check('443,3,0,0,0,0,0,0,0,0', '443')

    def test_refusals(self):
        for text, problem in (
                ('/#7x6/33330', "Character 11: '0' is not a column, expected 1 to 7."),
                ('9x7/440', "Character 7: '0' is not a column, expected 1 to 9 on a board of 9x7."),
                ('.x..\n....\n....\nxo..', 'Character 2: the stone in column 2, row 4 has nothing below it on a board of 4x4.'),
                ('https://example.org/', 'Character 21: a link without a position; expected ?pos=MOVES or #MOVES.')):
            with self.subTest(text=text):
                self.assertEqual(self.paste(text), problem)
