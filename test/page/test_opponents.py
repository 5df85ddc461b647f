"""Playing against the page, and its help."""

import os
import random

from browser import WEB, Page


class Opponents(Page):
    def wait_moves(self, count):
        self.wait(lambda: len(self.moves()) == count, f'{count} moves')

    def test_five_levels_answer(self):
        self.open()
        for level in '12345':
            with self.subTest(level=level):
                self.click('new')
                self.choose('opponent', level)
                self.play('3')
                self.wait_moves(2)
                self.assertEqual(self.text('turn'), 'Red to move')
        self.driver.refresh()
        self.wait_moves(2)
        self.assertEqual(self.get('opponent').get_property('value'), '5')
        self.click('new')
        self.choose('side', '2')
        self.wait_address('#4')  # the only move that wins

    def test_the_proof_wins_without_a_search(self):
        # Counts the questions to the Workers, by kind.
        script = self.cdp('Page.addScriptToEvaluateOnNewDocument', source='''
            window.kinds = {};
            window.ended = 0;
            window.Worker = class extends Worker {
                postMessage(message, ...rest) {
                    if (message.kind)
                        kinds[message.kind] = (kinds[message.kind] ?? 0) + 1;
                    super.postMessage(message, ...rest);
                }
                terminate() { ended++; super.terminate(); }
            };''')
        self.addCleanup(self.cdp, 'Page.removeScriptToEvaluateOnNewDocument', **script)
        self.open('#8x7/')
        self.set_switch('scores', False)
        self.js('window.kinds = {}')  # without that for the scores
        self.choose('opponent', '6')
        self.wait_address('#4')
        self.assertEqual(self.get('size').get_property('value'), '7x6')
        self.assertEqual(self.get('side').get_property('value'), '2')
        size = os.path.getsize(os.path.join(WEB, '7x6.cert'))
        self.assertIn(f'{size:,} bytes', self.text('about'))
        self.assertIn('force four in a row, with stone 41', self.text('about'))
        chance = random.Random(1)
        count = 1
        while 'won' not in self.text('turn'):
            free = self.js('return [...document.querySelectorAll(".column")].flatMap('
                           '(c, i) => c.ariaDisabled === "false" ? [i + 1] : [])')
            self.play([chance.choice(free)])
            count += 2
            self.wait_moves(count)
        self.assertRegex(self.text('turn'), '^Red has won')
        self.assertEqual(self.js('return kinds'), {'follow': (count + 1) // 2})
        self.assertEqual(self.js('return ended'), 0)
        self.choose('opponent', '1')
        self.assertEqual(self.js('return ended'), 1)
        self.assertEqual(self.text('about'), '')
        self.open('#12')
        self.choose('opponent', '6')
        self.wait_moves(3)
        self.assertEqual(self.text('verdict'), 'The proof would have played another '
                         'move 1, so this move is a perfect opponent’s.')
