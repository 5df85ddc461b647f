"""Why a position is won, drawn or lost, below the board."""

import json
import re
import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PROGRAM, Page


def explained(moves, board='7x6'):
    """The explanation of the program."""
    return json.loads(subprocess.run(
        [PROGRAM, 'explain', '--json', '--board', board, '--', moves],
        capture_output=True, text=True, check=True).stdout)


def shown(sentence):
    """The moves are shown one by one, and the players have names."""
    sentence = re.sub(r': [xo] [a-i]\d.*$', ':', sentence)
    return re.sub(r'\b[xo]\b', lambda found: 'Red' if found[0] == 'x' else 'Yellow',
                  sentence)


def legend(reason):
    """What the signs in the picture of a reason mean."""
    mine, other = ('Red', 'Yellow') if reason['player'] == 'x' else ('Yellow', 'Red')
    cells = {cell: sign for sign in ('gets', 'must', 'win') for cell in reason['cells'][sign]}
    return ['After these moves.'] * bool(reason['line']) + [words for sign, words in (
        ('win', f'* {mine} wins here'), ('must', f'! {other} must play here'), ('gets', f'+ {mine} gets this cell'))
        if sign in cells.values()]


class Explain(Page):
    def legends(self):
        return self.js('return [...document.querySelectorAll("figcaption")].map('
                       'one => one.textContent.split(" \u00a0 ").filter(Boolean))')

    def sentences(self):
        return self.js('return [...document.querySelectorAll("#reasons > p")].map('
                       'one => one.firstChild.textContent)')

    def test_sentences_and_marks(self):
        for board, moves in (('7x6', '352344'), ('7x6', ''), ('5x4', '33')):
            with self.subTest(moves=moves):
                self.open(f'#{board}/{moves}')
                self.click('why')
                self.wait(lambda: self.count('#explanation figure') > 0, 'the reason')
                found = explained(moves, board)
                lists = [found['sentences'],
                         *(reason['sentences'] for reason in found['reasons'])]
                self.assertEqual(self.sentences(),
                                 [shown(one) for some in lists for one in some])
                self.assertEqual(self.count('.small-board'), len(found['reasons']))
                # A cell has one sign, the more telling one.
                signs = dict.fromkeys(('win', 'must', 'gets'), 0)
                for reason in found['reasons']:
                    cells = {cell: kind for kind in ('gets', 'must', 'win') for cell in reason['cells'][kind]}
                    for kind in cells.values():
                        signs[kind] += 1
                self.assertEqual({kind: self.count(f'.sign.{kind}') for kind in signs}, signs)
                self.assertEqual(self.count('.small-board .won'),
                                 sum(len(reason['cells']['four']) for reason in found['reasons']))
                self.assertEqual(self.legends(), [legend(reason) for reason in found['reasons']])
                size = self.js('const box = document.getElementById("explanation")'
                               '.getBoundingClientRect();'
                               'return [box.left >= 0, box.right <= innerWidth]')
                self.assertEqual(size, [True, True])
        self.assertEqual(self.get('reasons').get_attribute('aria-live'), 'polite')

    def test_the_board_follows_the_line(self):
        self.open('#4453')
        self.click('why')
        self.wait(lambda: self.count('#reasons .step') > 2, 'the line')
        stones = lambda: self.count('#reasons .small-board use')
        end = stones()
        self.assertEqual(end, 4 + self.count('#reasons .step'))
        ActionChains(self.driver).move_to_element(self.all('#reasons .step')[1]).perform()
        self.assertEqual(stones(), 6)
        ActionChains(self.driver).move_to_element(self.get('why-title')).perform()
        self.assertEqual(stones(), end)
        self.js('document.querySelector("#reasons .step").focus()')
        self.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual((stones(), self.address()), (7, '#4453'))
