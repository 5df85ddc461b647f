"""The line of a game, the graph of its scores, mistakes, and opening a game."""

import json
import re
import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PHONE, PROGRAM, Page

# Red gives its win away with move 3; move 5 makes the loss quicker, move 6 the win
# longer, move 7 is good.
GAME = '4453443'


def game_scores(moves):
    """The score of each position of a game, by the program."""
    lines = ''.join(f'{moves[:ply]}\n' for ply in range(len(moves) + 1))
    done = subprocess.run([PROGRAM, 'solve'], input=lines, capture_output=True,
                          text=True, check=True)
    return [int(line.split()[-1]) for line in done.stdout.splitlines()]


class Analysis(Page):
    def open_analysed(self, moves):
        self.open(f'#{moves}')
        self.wait(lambda: self.count('#graph .bar') == len(moves) + 1, 'the graph')

    def paste(self, text):
        # As one event: line ends typed in a text area are line ends.
        self.js('arguments[0].value = arguments[1]', self.get('text'), text)
        self.js('document.querySelector("#open [type=submit]").click()')

    def test_mistakes_are_marked(self):
        self.open_analysed(GAME)
        scores = game_scores(GAME)
        marks = [move[2:] for move in self.moves()]
        for i, (before, after) in enumerate(zip(scores, scores[1:])):
            after = -after
            expected = ('' if after >= before else '??' if before > 0 >= after else
                        '?' if before == 0 else '?!')
            self.assertEqual(marks[i], expected, f'move {i + 1}')
        self.assertIn('??', marks)
        self.assertIn('?!', marks)
        label = self.all('.move')[marks.index('??')].get_attribute('aria-label')
        self.assertRegex(label, 'win thrown away')

    def test_the_graph_has_the_scores(self):
        self.open_analysed(GAME)
        scores = [score * (-1) ** ply for ply, score in enumerate(game_scores(GAME))]
        drawing = self.all('#graph svg')[0]
        self.assertEqual(drawing.get_attribute('aria-label'),
                         'Score for Red before each move: ' +
                         ', '.join(map(str, scores)))
        sides = ['red' if score > 0 else 'yellow' if score < 0 else 'draw'
                 for score in scores]
        self.assertEqual(self.js('return [...document.querySelectorAll("#graph .bar")]'
                                 '.map(bar => bar.getAttribute("class"))'),
                         [f'bar {side}' for side in sides])

    def test_the_line_can_be_clicked(self):
        self.open_analysed(GAME)
        self.all('.move')[2].click()
        self.assertEqual(self.address(), f'#{GAME}@3')
        self.assertEqual(self.count('.stone'), 3)
        self.assertRegex(self.text('note'), '^Move 3, Red e1: win thrown '
                         r'away, now lost\. Better: d3\. Best for Yellow here: ')
        self.assertEqual(len(self.moves()), len(GAME))
        self.click('back')
        self.click('first')
        self.assertEqual(self.count('.stone'), 0)
        self.click('forward')
        self.click('last')
        self.assertEqual(self.address(), f'#{GAME}')

    def test_the_line_works_with_the_keyboard(self):
        self.open_analysed(GAME)
        self.js('document.querySelectorAll(".move")[1].focus()')
        self.press(Keys.ENTER)
        self.assertEqual(self.address(), f'#{GAME}@2')
        self.press(Keys.TAB, Keys.SPACE)
        self.assertEqual(self.address(), f'#{GAME}@3')

    def test_the_graph_can_be_clicked(self):
        self.open_analysed(GAME)
        graph = self.get('graph')
        self.js('arguments[0].scrollIntoView({block: "center"})', graph)
        width = graph.rect['width']
        offset = width * 2.5 / 22 - width / 2
        ActionChains(self.driver).move_to_element_with_offset(
            graph, int(offset), 0).click().perform()
        self.assertEqual(self.address(), f'#{GAME}@2')

    def test_another_move_replaces_the_rest(self):
        self.open(f'#{GAME}@2')
        self.play('5')  # the same move: the line stays
        self.assertEqual(self.address(), f'#{GAME}@3')
        self.play('1')
        self.assertEqual(self.address(), '#4451')

    def test_the_summary_counts_mistakes(self):
        self.open_analysed(GAME)
        self.assertRegex(self.text('summary'), r'^Red: 1 win thrown away.*; accuracy \d+%\. Yellow: ')

    def test_a_game_stays_that_game(self):
        site = 'connect4.gamesolver.org/?pos='
        games = [
            # The order of these moves is not the one that the position suggests.
            ('4453', '4453'), ('44444325', '44444325'), ('4444432521333', '4444432521333'),
            ('4 4 5 3', '4453'), (' 44\n53\n', '4453'), ('4,4|5;3', '4453'),
            ('d1 d2 e1 c1', '4453'), ('DDEC', '4453'), ('ddeC', '4453'),
            ('1. d1 d2 2. e1 c1', '4453'), ('1.4 2.4 3.5 4.3', '4453'),
            ('4! 4?? 5?! 3', '4453'), ('4 {the centre} 4 5 3 # good', '4453'),
            ('# A game\n4453', '4453'), ('4 4 ; a threat\n5 3', '4453'),
            ('1212121', '1212121'),  # a game that is over
        ]
        links = [
            (f'https://{site}44444325', '44444325'), (f'{site}4453', '4453'),
            ('http://connect4.gamesolver.org/en/?pos=4453', '4453'),
            ('?pos=4453', '4453'), ('#4453', '4453'), (' #7x6/4453\n', '4453'),
            (f'{self.server.url}#44444325', '44444325'),
            (f'{self.server.url}?pos=d1d2e1', '445'), ('example.org/#4453', '4453'),
            (f'{self.server.url}v1/solve?position=4453', '4453'),
            ('https://connect4.gamesolver.org/?pos=4453#top', '4453'),
        ]
        self.open('#7')
        for text, moves in games + links:
            with self.subTest(text=text):
                # What the program makes of the same text, if it is not a link.
                found = json.loads(subprocess.run(
                    [PROGRAM, 'review', '--json', moves if (text, moves) in links else text],
                    capture_output=True, text=True, check=True).stdout)
                self.click('new')
                self.paste(text)
                self.wait_address(f'#{found["game"]}')
                self.assertEqual(found['game'], moves)
                self.assertEqual(self.text('problem'), '')
                self.assertEqual(self.text('verdict').find('order'), -1)

    def test_the_review_is_of_the_game_that_was_pasted(self):
        self.open()
        self.paste('44444325')
        self.wait(lambda: 'accuracy' in self.text('summary'), 'the review')
        found = json.loads(subprocess.run(
            [PROGRAM, 'review', '--json', '44444325'], capture_output=True, text=True,
            check=True).stdout)
        self.assertEqual([move.endswith('?') or move.endswith('!') for move in self.moves()],
                         [move['verdict'] != 'best' for move in found['moves']])
        self.assertEqual(re.findall(r'accuracy (\d+)%', self.text('summary')),
                         [str(found[side]['accuracy']) for side in ('first', 'second')])

    def test_links_of_this_page(self):
        self.open()
        self.paste(f'{self.server.url}#8x7/4453@2')
        self.wait_address('#8x7/4453@2')
        self.assertEqual(self.count('.stone'), 2)
        self.paste(f'{self.server.url}#puzzle/2026-11-22')
        self.wait_address('#puzzle/2026-11-22')
        self.paste('#puzzle/2026-13-22')
        self.wait(lambda: "No puzzle: there is no day '2026-13-22'" in self.text('problem'),
                  'the error')
        self.assertEqual(self.address(), '#puzzle/2026-11-22')

    def test_cells_have_no_order(self):
        self.open()
        diagram = '.......\n' * 4 + '...o...\n..oxx..'
        cells = [0] * 28 + [0, 0, 0, 2, 0, 0, 0] + [0, 0, 2, 1, 1, 0, 0]
        for text, stones in ((diagram, 4), (diagram.replace('\n', '/'), 4),
                             (diagram.upper(), 4), (str(cells), 4)):
            with self.subTest(text=text):
                self.click('new')
                self.paste(text)
                self.wait(lambda: self.count('.stone') == stones, 'the game')
                self.assertEqual(self.text('problem'), '')
                self.assertIn('order of these stones is not known', self.text('verdict'))
                self.assertEqual(self.count('.stone [href="#red-stone"]'),
                                 (stones + 1) // 2)
        # Nobody is blamed for a move that nobody has played.
        self.paste('.......\n' * 4 + '.x.....\noxxxo.o')
        self.wait(lambda: self.count('.stone') == 7, 'the game')
        self.wait(lambda: self.count('#graph .bar') == 8, 'the graph')
        self.assertEqual(self.count('.move[data-mistake]'), 0)
        self.assertEqual(self.text('summary'), '')
        self.driver.refresh()
        self.wait(lambda: self.columns() and self.count('#graph .bar') == 8, 'the graph')
        self.assertEqual(self.count('.move[data-mistake]'), 0)
        self.click('why')
        self.wait(lambda: self.count('#reasons figure') > 0, 'the explanation')
        self.assertNotIn('mistake', self.text('reasons'))
        self.play('1')
        self.wait(lambda: self.count('.move[data-mistake]') == 1, 'the mistake')
        self.paste('....\n....\n....\nxo..')
        self.wait(lambda: len(self.columns()) == 4, 'the board 4x4')

    def test_errors_say_where_and_what_would_be_right(self):
        self.open('#12')
        for text, problem in (
                ('hello', "Character 1: 'h' is not a column, expected 1 to 7 or a to g."),
                ('44448', "Character 5: '8' is not a column, expected 1 to 7 or a to g."),
                ('4 4 4 4 4 4 4', 'Character 13: column d is full.'),
                ('12121212', 'Character 7: the game is over: Red wins with move 7.'),
                ('4453 -2', "Character 6: '-' is not a column, expected 1 to 7 or a to g."),
                ('4 \u00e9', "Character 3: '\u00e9' is not a column, expected 1 to 7 or a to g."),
                ('https://example.org/#448', "Character 24: '8' is not a column"),
                ('d1 d3', 'Character 4: the stone comes to rest in row 2, not in row 3.'),
                ('2. d1', 'Character 1: this is not the number of the next move, expected 1.'),
                ('4 {4', "Character 3: a comment begins with '{'"),
                ('....\n.x..', 'expected'), ('[1, 2]', 'expected 42'), ('/', 'expected'),
                ('#20x20/1', "The board '20x20' does not exist here: expected 4x4 "
                 'to 9x7.')):
            with self.subTest(text=text):
                self.paste(text)
                self.wait(lambda: problem in self.text('problem'), problem)
                self.assertEqual(self.get('text').get_attribute('aria-invalid'),
                                 'true')
                self.assertEqual(self.address(), '#12')


class AnalysisOnPhone(Analysis):
    size = PHONE
