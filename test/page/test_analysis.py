"""The line of a game, the graph of its scores, mistakes, and opening a game."""

import json
import re
import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PROGRAM, Page

# Red gives its win away with move 3; move 5 makes the loss quicker, move 6 the win
# longer, move 7 is good.
GAME = '4453443'


def review(text):
    """What the program makes of a game."""
    done = subprocess.run([PROGRAM, 'review', '--json', text], capture_output=True,
                          text=True, check=True)
    return json.loads(done.stdout)


class Analysis(Page):
    def paste(self, text):
        # As one event: line ends typed in a text area are line ends.
        self.js('arguments[0].value = arguments[1]', self.get('text'), text)
        self.js('document.querySelector("#open [type=submit]").click()')

    def wait_graph(self, count):
        self.wait(lambda: self.count('#graph .bar') == count, 'the graph')

    def test_a_game_is_reviewed(self):
        self.open(f'#{GAME}')
        self.wait_graph(len(GAME) + 1)
        found = review(GAME)
        marks = {'best': '', 'slower_win': '?!', 'sooner_loss': '?!', 'draw_lost': '?',
                 'win_drawn': '??', 'win_lost': '??'}
        self.assertEqual([move[2:] for move in self.moves()],
                         [marks[move['verdict']] for move in found['moves']])
        self.assertEqual(re.findall(r'accuracy (\d+)%', self.text('summary')),
                         [str(found[side]['accuracy']) for side in ('first', 'second')])
        scores = [move['before'] for move in found['moves']] + [found['score']]
        scores = [score * (-1) ** ply for ply, score in enumerate(scores)]
        self.assertEqual(self.all('#graph svg')[0].get_attribute('aria-label'),
                         'Score for Red before each move: ' + ', '.join(map(str, scores)))

    def test_the_line_and_the_graph_can_be_clicked(self):
        self.open(f'#{GAME}')
        self.wait_graph(len(GAME) + 1)
        self.all('.move')[2].click()
        self.assertEqual(self.address(), f'#{GAME}@3')
        self.assertEqual(self.count('.stone'), 3)
        self.assertRegex(self.text('note'), '^Move 3, Red e1: win thrown '
                         r'away, now lost\. Better: d3\. Best for Yellow here: ')
        self.assertEqual(len(self.moves()), len(GAME))
        self.js('document.querySelectorAll(".move")[1].focus()')
        self.press(Keys.ENTER)
        self.assertEqual(self.address(), f'#{GAME}@2')
        self.press(Keys.TAB, Keys.SPACE)
        self.assertEqual(self.address(), f'#{GAME}@3')
        graph = self.get('graph')
        self.js('arguments[0].scrollIntoView({block: "center"})', graph)
        width = graph.rect['width']
        offset = width * 2.5 / 22 - width / 2
        ActionChains(self.driver).move_to_element_with_offset(
            graph, int(offset), 0).click().perform()
        self.assertEqual(self.address(), f'#{GAME}@2')

    def test_a_game_stays_that_game(self):
        self.open('#7')
        for text, moves in (
                ('4444432521333', ''), ('1. d1 d2 2. e1 c1', ''),
                ('4 {the centre} 4 5 3 # good', ''), ('1212121', ''),
                ('https://connect4.gamesolver.org/?pos=44444325', '44444325'),
                (f'{self.server.url}#44444325', '44444325')):
            with self.subTest(text=text):
                self.click('new')
                self.paste(text)
                self.wait_address('#' + review(moves or text)['game'])
                self.assertEqual(self.text('problem'), '')
                self.assertEqual(self.text('verdict').find('order'), -1)
        self.paste(f'{self.server.url}#8x7/4453@2')
        self.wait_address('#8x7/4453@2')
        self.paste(f'{self.server.url}#puzzle/2026-11-22')
        self.wait_address('#puzzle/2026-11-22')

    def test_cells_have_no_order(self):
        self.open()
        diagram = '.......\n' * 4 + '...o...\n..oxx..'
        cells = [0] * 28 + [0, 0, 0, 2, 0, 0, 0] + [0, 0, 2, 1, 1, 0, 0]
        for text in (diagram, str(cells)):
            self.click('new')
            self.paste(text)
            self.wait(lambda: self.count('.stone') == 4, 'the game')
            self.assertIn('order of these stones is not known', self.text('verdict'))
            self.assertEqual(self.count('.stone [href="#red-stone"]'), 2)
        # Nobody is blamed for a move that nobody has played.
        self.paste('.......\n' * 4 + '.x.....\noxxxo.o')
        self.wait(lambda: self.count('.stone') == 7, 'the game')
        for _ in range(2):
            self.wait_graph(8)
            self.assertEqual(self.count('.move[data-mistake]'), 0)
            self.assertEqual(self.text('summary'), '')
            self.driver.refresh()
            self.wait(self.columns, 'the board')
        self.click('why')
        self.wait(lambda: self.count('#reasons figure') > 0, 'the explanation')
        self.assertNotIn('mistake', self.text('reasons'))
        self.play('1')
        self.wait(lambda: self.count('.move[data-mistake]') == 1, 'the mistake')

    def test_errors_say_where_and_what_would_be_right(self):
        self.open('#12')
        for text, problem in (
                ('44448', "Character 5: '8' is not a column, expected 1 to 7 or a to g."),
                ('4 \u00e9', "Character 3: '\u00e9' is not a column, expected 1 to 7"),
                ('https://example.org/#448', "Character 24: '8' is not a column"),
                ('d1 d3', 'Character 4: the stone comes to rest in row 2, not in row 3.'),
                ('....\n.x..', 'expected'), ('[1, 2]', 'expected 42'),
                ('#puzzle/2026-13-22', "No puzzle: there is no day '2026-13-22'")):
            with self.subTest(text=text):
                self.paste(text)
                self.wait(lambda: problem in self.text('problem'), problem)
                self.assertEqual(self.get('text').get_attribute('aria-invalid'), 'true')
                self.assertEqual(self.address(), '#12')
