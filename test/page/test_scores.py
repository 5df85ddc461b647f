"""Scores in the columns and in words, found by the page or by the server."""

import subprocess

from browser import PHONE, PROGRAM, Page, ProgramServer


def scores(moves, board='7x6'):
    """The scores of the program, as the page prints them."""
    line = subprocess.run([PROGRAM, 'solve', '--all-moves', '--board', board],
                          input=f'{moves}\n', capture_output=True, text=True,
                          check=True).stdout.split()[-int(board[0]):]
    return [score.replace('-', '−') if score.startswith('-') or score == '0'
            else f'+{score}' for score in line]


class Scores(Page):
    def test_all_moves_have_their_scores(self):
        for moves in ('32164625', '', '4453', '1234567', '44444252'):
            with self.subTest(moves=moves):
                self.open(f'#{moves}')
                self.wait_chips(*scores(moves))

    def test_scores_of_other_boards(self):
        for board, moves in (('6x5', '34'), ('5x6', '1'), ('8x7', '6358542543262225665821445316118641')):
            with self.subTest(board=board):
                self.open(f'#{board}/{moves}')
                self.wait_chips(*scores(moves, board))

    def test_the_score_in_words(self):
        for moves, words in (
                ('32164625', 'Red wins with its 11th stone, move 21'),
                ('4453', 'Yellow wins with its 20th stone, move 40'),
                ('', 'Red wins with its 21st stone, move 41'),
                ('12345671', 'The game is a draw')):
            with self.subTest(moves=moves):
                self.open(f'#{moves}')
                self.wait_text('verdict', words)

    def test_best_moves_are_marked_and_heard(self):
        self.open('#32164625')
        self.wait_chips('−4', '−3', '+11', '+4', '0', '−2', '−5')
        best = self.js('return [...document.querySelectorAll(".chip")].map('
                       'chip => chip.hasAttribute("data-best"))')
        self.assertEqual(best, [False, False, True] + 4 * [False])
        labels = [column.get_attribute('aria-label') for column in self.columns()]
        self.assertEqual(labels[2], 'Column c. From below: red. Score +11. Red wins '
                         'with its 11th stone, move 21. Best move')
        self.assertEqual(labels[4], 'Column e. From below: yellow. Score 0. '
                         'The game is a draw')

    def test_full_columns_have_no_score(self):
        self.open('#444444')
        self.wait(lambda: sum(chip != '' for chip in self.chips()) == 6, 'scores')
        self.assertEqual(self.chips()[3], '')

    def test_scores_can_be_hidden(self):
        self.open('#4453')
        self.wait_chips(*scores('4453'))
        self.set_switch('scores', False)
        self.assertEqual(self.chips(), 7 * [''])
        self.assertEqual(self.text('verdict'), '')
        self.assertFalse(self.get('review').is_displayed())
        self.assertNotRegex(self.columns()[0].get_attribute('aria-label'), 'Score')
        self.driver.refresh()
        self.wait(self.columns, 'the board')
        self.assertFalse(self.get('scores').is_selected())
        self.set_switch('scores', True)
        self.wait_chips(*scores('4453'))

    def test_bounds_come_first_and_the_page_stays_smooth(self):
        # A search that takes much longer than this test.
        self.open('#9x7/55')
        self.wait(lambda: all('≤' in chip and '≥' in chip for chip in self.chips()),
                  'bounds')
        self.assertIn('searching', self.text('verdict').lower())
        frames = self.driver.execute_async_script(
            'const done = arguments[0]; let frames = 0;'
            'const started = performance.now(); const next = () => {'
            '  frames++; performance.now() - started > 1000'
            '    ? done(frames) : requestAnimationFrame(next); };'
            'requestAnimationFrame(next);')
        self.assertGreater(frames, 5)  # 60 on an idle machine
        self.play('5')
        self.assertEqual(self.count('.stone'), 3)

    def test_the_newest_question_cancels_the_older(self):
        self.open('#9x7/55')
        self.wait(lambda: any('≤' in chip for chip in self.chips()), 'bounds')
        self.js('location.hash = "#32164625"')
        self.wait_chips(*scores('32164625'))


class ScoresOnPhone(Scores):
    size = PHONE


class ScoresServed(Scores):
    Server = ProgramServer


class Served(Page):
    Server = ProgramServer

    def asked(self):
        """The questions that the server was asked."""
        return self.js('return performance.getEntriesByType("resource").filter('
                       'entry => entry.name.includes("/v1/solve")).length')

    def test_the_server_answers_if_that_is_chosen(self):
        self.open('#4453')
        self.wait(lambda: self.get('server').is_displayed(), 'the switch')
        self.wait_chips(*scores('4453'))
        self.assertEqual(self.asked(), 0)
        self.click('server')
        for moves in ('32164625', '44444252'):
            self.js(f'location.hash = "#{moves}"')
            self.wait_chips(*scores(moves))
        self.assertGreater(self.asked(), 0)
        self.choose('opponent', '5')
        self.js('location.hash = "#"')
        self.play('4')
        self.wait_address('#44')  # the only best move
        self.driver.refresh()
        self.wait(lambda: self.get('server').is_selected(), 'the switch')

    def test_the_page_computes_if_the_server_fails(self):
        self.open('#4453')
        self.wait(lambda: self.get('server').is_displayed(), 'the switch')
        self.js('window.realFetch = fetch; window.fetch = () => '
                'Promise.reject(new TypeError("planted"))')
        self.click('server')
        self.js('location.hash = "#32164625"')
        self.wait_chips(*scores('32164625'))
        self.assertFalse(self.get('server').is_selected())


class Static(Page):
    def test_there_is_no_switch_without_a_server(self):
        self.open('#4453')
        self.wait_chips(*scores('4453'))
        self.assertFalse(self.get('server').is_displayed())
