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
    def wait_graph(self):
        self.wait(lambda: self.count('#graph .bar') == len(GAME) + 1, 'the graph')

    def test_a_game_is_reviewed(self):
        self.open('#study')
        self.get('text').send_keys('1. d1 d2 2. e1 c1 3. d3 d4 4. c2')
        self.js('document.querySelector("#open [type=submit]").click()')
        self.wait_address(f'#{GAME}')
        self.wait_graph()
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
        # Bars up are Red's, a mistake is marked on the side of who gains by it.
        self.assertEqual(self.sides('.bar'), [[['bar draw'], ['bar red'], ['bar yellow']][(s > 0) - (s < 0)] +
                                              [s > 0, s < 0] for s in scores])
        self.assertEqual(self.sides('.mistake'), [['mistake', ply % 2 == 1, ply % 2 == 0] for ply, move in
                                                  enumerate(found['moves']) if marks[move['verdict']]])
        labels = self.js('return [...document.querySelectorAll(".move")].map(one => one.ariaLabel)')
        self.assertEqual(labels[2::4], ['Move 3: e1??, Red, win thrown away, now lost', 'Move 7: c2, Red'])

    def sides(self, selector):
        """The classes of what is drawn in the graph, and whether it is clearly above and below the middle."""
        return self.js('const {top, bottom} = document.querySelector("#graph .zero").getBoundingClientRect();'
                       'return [...document.querySelectorAll(arguments[0])].map(one => {'
                       '  const box = one.getBoundingClientRect();'
                       '  return [one.getAttribute("class"), box.top < top - 4, box.bottom > bottom + 4]; })', selector)

    def test_the_line_and_the_graph_can_be_clicked(self):
        self.open(f'#{GAME}')
        self.wait_graph()
        self.all('.move')[2].click()
        self.assertEqual(self.address(), f'#{GAME}@3')
        self.assertEqual(self.count('.stone'), 3)
        self.assertRegex(self.text('note'), '^Move 3, Red e1: win thrown '
                         r'away, now lost\. Better: d3\. Best for Yellow here: ')
        self.assertEqual(len(self.moves()), len(GAME))
        self.js('document.querySelectorAll(".move")[1].focus()')
        self.press(Keys.TAB, Keys.SPACE)
        self.assertEqual(self.address(), f'#{GAME}@3')
        graph = self.get('graph')
        self.js('arguments[0].scrollIntoView({block: "center"})', graph)
        width = graph.rect['width']
        offset = width * 2.5 / 22 - width / 2
        ActionChains(self.driver).move_to_element_with_offset(
            graph, int(offset), 0).click().perform()
        self.assertEqual(self.address(), f'#{GAME}@2')
