"""Studying a game: side lines, comments, the best line, and its mistakes."""

import os
import re
import subprocess
import tempfile

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import PHONE, Page, PROGRAM, SIDE
from test_puzzle import answer

# Red gives its win away with move 3.
GAME = '4453443'


class Study(Page):
    def lines(self):
        """The text of the list of moves, by list."""
        return self.js('return [...document.querySelectorAll("#moves, #moves ol")].map('
                       'list => [...list.children].flatMap(item => '
                       '[...item.children].filter(e => e.tagName !== "OL").map('
                       'e => e.textContent)).join(" "))')

    def test_exploring_keeps_the_game(self):
        self.open('#4453')
        self.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, 'c')
        self.wait_address('#445(3)3@4')
        self.press('6')
        self.assertEqual([line.replace('?', '').replace('!', '') for line in self.lines()],
                         ['d1 d2 e1 c1', 'c1 f1'])
        self.press(Keys.ARROW_LEFT, Keys.ARROW_UP)
        self.wait_address('#445(36)3@3')
        self.press(Keys.ARROW_DOWN, Keys.END, Keys.HOME, Keys.END)
        self.wait_address('#445(36)3')  # the end of the main line
        self.all('.move')[3].click()
        self.get('comment').send_keys('why (not) {this}?', Keys.TAB)
        self.wait(lambda: 'why (not) this?' in self.text('moves'), 'the comment')
        self.driver.refresh()
        self.wait(lambda: 'why (not) this?' in self.text('moves'), 'the comment')
        self.click('promote')
        self.assertEqual(self.lines()[0].split(' ', 3)[:2], ['d1', 'd2'])
        self.assertIn('e1', self.lines()[1])
        self.click('undo')  # deletes the line
        self.wait_address('#4453@2')
        self.js('history.back()')
        self.wait(lambda: 'why (not) this?' in self.text('moves'), 'the comment')

    def test_the_text_of_a_game_comes_back(self):
        for address, game in (('44(53)(6)5(1{edge}2)3', '4453'), ('44{centre}5', '445'),
                              ('4(5)', '4'), ('12121', '12121')):
            self.open(f'#{address}')
            before = self.address()
            self.allow_clipboard()
            self.click('copy')
            self.wait_text('shared', 'The moves are copied.')
            text = self.driver.execute_async_script(
                'const done = arguments[0]; navigator.clipboard.readText().then(done,'
                ' error => done(String(error)))')
            self.js('location.hash = "#study"')
            self.wait(lambda: self.count('.stone') == 0, 'an empty board')
            self.submit(text)
            self.wait_address(before)
            moves = subprocess.run([PROGRAM, 'review', '--short', text], check=True,
                                   capture_output=True, text=True).stdout.split()[0]
            self.assertEqual(moves, game)

    def test_the_best_line(self):
        self.open('#4453')
        self.wait(lambda: self.count('.step') > 5, 'the best line')
        best = subprocess.run([PROGRAM, 'solve', '--pv'], input='4453\n', check=True,
                              capture_output=True, text=True).stdout.split()
        self.assertEqual(self.count('.step'), len(best[-1]))
        third = self.all('.step')[2]
        ActionChains(self.driver).move_to_element(third).perform()
        self.wait(lambda: self.count('.stone') == 7, 'the board after three moves')
        self.assertEqual(set(self.chips()), {''})
        self.assertEqual(self.address(), '#4453')
        ActionChains(self.driver).move_to_element(self.get('turn')).perform()
        self.wait(lambda: self.count('.stone') == 4, 'the board of the game')
        self.all('.step')[2].click()
        self.wait(lambda: len(self.moves()) == 7, 'the line')

    def test_a_move_of_the_best_line_shows_its_board_and_no_further_one(self):
        self.open('#4453')
        for known, press in enumerate(2 * [lambda step: step.click()] + 2 * [lambda step: step.send_keys(Keys.ENTER)]):
            self.wait(lambda: self.text('best-line').startswith('c2 '), 'the line')
            press(self.all('.step')[0])
            self.wait(lambda: not re.match('c2|$', self.text('best-line')), 'the next line')
            self.two_frames()
            self.assertEqual(self.count('.stone'), 5)
            self.assertTrue(self.js('return document.activeElement.matches(arguments[0])',
                                    '.step' if known else '.column'))
            self.js('document.activeElement.blur()')
            self.press(Keys.ARROW_LEFT)

    def test_mistakes_are_put_as_questions(self):
        self.open(f'#{GAME}')
        self.wait(lambda: 'accuracy' in self.text('summary'), 'the review')
        self.click('learn')
        self.wait(lambda: self.text('verdict').startswith('Red played e1 here. What keeps '
                                                          'the win?'), 'the question')
        self.assertEqual(set(self.chips()), {''})
        self.press('1')
        self.wait_text('verdict', 'a1 is not it. Try another column.')
        self.click('why')  # as often as people like, and it does not tell the answer
        self.wait(lambda: self.get('walk').is_displayed(), 'the refutation')
        self.assertNotIn('mistake', self.text('reasons'))
        self.press(Keys.ARROW_RIGHT)
        self.assertGreater(self.count('#reasons .step'), 2)
        self.assertNotIn('mistake', self.text('reasons'))
        self.click('close')
        self.press('4')
        self.wait(lambda: self.text('verdict').startswith('d3 is right.'), 'the answer')
        self.assertEqual(self.count('.stone'), 3)
        self.click('learn')
        self.wait(lambda: 'holds out longer' in self.text('verdict'), 'the next one')
        self.assertEqual(self.address(), '#4453443@4')  # answers are no moves of the game

    def test_people_are_asked_about_their_own_mistakes(self):
        self.open(f'#{GAME}')
        self.js('history.replaceState({mode: "study", players: [1, 0], start: ""}, "")')
        self.driver.refresh()
        self.wait(lambda: 'accuracy' in self.text('summary'), 'the review')
        self.click('learn')
        self.wait(lambda: re.match(r'Yellow played .* here\. .* This is the last one\.$', self.text('verdict')),
                  'the question')

    def test_mistakes_of_a_puzzle_are_put_as_questions(self):
        self.open_puzzle(1)
        self.play(answer(1))
        for selector in ('.chip:not([title=""])', '.chip[data-best]'):  # any answer, and then one that is not best
            self.wait(lambda: self.count(selector), 'scores')
            self.js('[...document.querySelectorAll(".column[aria-disabled=false]")].sort((a, b) =>'
                    ' a.firstChild.hasAttribute("data-best") - b.firstChild.hasAttribute("data-best"))[0].click()')
        self.wait(lambda: self.count('.move[data-mistake]') == 1, 'the mistake')
        self.click('learn')
        self.wait(lambda: ' here. What ' in self.text('verdict'), 'the question')
        self.assertEqual(self.js('return document.body.dataset.mode'), 'study')

    def test_a_question_is_seen(self):
        for size in (PHONE, SIDE):
            self.resize(*size)
            self.open('#445312345671234')
            self.wait(lambda: self.get('learn').is_displayed(), 'the review')
            self.click('learn')
            self.wait(lambda: ' here. What ' in self.text('verdict'), 'the question')
            self.assertGreaterEqual(self.js('return document.getElementById("verdict").getBoundingClientRect().top'), 0)

    def test_a_move_is_chosen_while_a_comment_is_written(self):
        self.open('#4453')
        self.get('comment').send_keys('why')
        self.all('.move')[1].click()
        self.wait_address('#4453%7Bwhy%7D@2')
        self.js('location.hash = "#%7Bbegin%7D44"')
        self.wait(lambda: self.text('moves') == 'begind1d2', 'the comment on the start')

    def test_a_comment_stays_with_its_move(self):
        self.open('#4453')
        self.click('undo')
        self.wait_address('#445')
        self.get('comment').send_keys('mine')
        self.js('history.back()')
        self.wait_address('#4453')
        self.assertEqual(self.get('comment').get_property('value'), '')
        self.js('history.forward()')
        self.wait_address('#445%7Bmine%7D')

    def test_back_leaves_a_game_in_another_notation(self):
        self.open('#44')
        self.js('location.hash = "#d1d2e1"')
        self.wait_address('#445')
        self.js('history.back()')
        self.wait_address('#44')

    def test_pictures(self):
        with tempfile.TemporaryDirectory() as folder:
            self.save_to(folder)
            self.open('#4453')
            for name, file, begin in (('svg', 'position.svg', b'<svg '), ('png', 'position.png', b'\x89PNG'),
                                      ('gif', 'game.gif', b'GIF89a')):
                self.click(name)
                path = os.path.join(folder, file)
                self.wait(lambda: os.path.exists(path) and os.path.getsize(path), file)
                with open(path, 'rb') as saved:
                    content = saved.read()
                self.assertTrue(content.startswith(begin), content[:20])
                self.wait_text('shared', f'The picture is ready: {file}.')
                if name == 'svg':
                    self.assertEqual([content.count(one) for one in (b'<use ', b'class="last"', b'</text>')], [4, 1, 13])
                    self.assertIn(b'fill="#131c4a"', content)
