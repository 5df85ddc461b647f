"""Scores in the columns and in words, found by the page or by the server."""

import re
import subprocess

from browser import PROGRAM, Page, ProgramServer


def scores(moves, board='7x6'):
    """The scores of the program, as the page prints them."""
    line = subprocess.run([PROGRAM, 'solve', '--all-moves', '--board', board],
                          input=f'{moves}\n', capture_output=True, text=True,
                          check=True).stdout.split()[-int(board[0]):]
    return [score.replace('-', '−') if score.startswith('-') or score == '0'
            else f'+{score}' for score in line]


class Scores(Page):
    def test_all_moves_have_their_scores(self):
        for board, moves in (('7x6', ''), ('7x6', '44444252'), ('5x6', '1'),
                             ('8x7', '6358542543262225665821445316118641')):
            with self.subTest(board=board, moves=moves):
                self.open(f'#{board}/{moves}')
                self.wait_chips(*scores(moves, board))

    def test_scores_in_words_and_hidden(self):
        self.open('#4453')
        self.wait_text('verdict', 'Yellow wins in 18 moves (move 40)')
        self.assertFalse(self.get('server').is_displayed())  # there is none
        self.set_switch('scores', False)
        self.assertEqual(self.chips(), 7 * [''])
        self.driver.refresh()
        self.wait(self.columns, 'the board')
        self.assertFalse(self.get('scores').is_selected())

    def test_progress_is_shown_and_the_page_stays_smooth(self):
        # A search that takes much longer than this test.
        self.open('#9x7/55')
        progress = r'Searching, (\d+\.\d) million positions so far$'
        first = self.wait(lambda: re.match(progress, self.text('verdict')), 'progress')
        self.wait(lambda: (later := re.match(progress, self.text('verdict'))) and
                  float(later[1]) > float(first[1]), 'more progress')
        self.assertEqual(set(self.chips()), {''})
        frames = self.driver.execute_async_script(
            'const done = arguments[0]; let frames = 0;'
            'const started = performance.now(); const next = () => {'
            '  frames++; performance.now() - started > 1000'
            '    ? done(frames) : requestAnimationFrame(next); };'
            'requestAnimationFrame(next);')
        self.assertGreater(frames, 5)  # 60 on an idle machine
        self.play('5')
        self.assertEqual(self.count('.stone'), 3)
        # The newest question cancels the older.
        self.js('location.hash = "#32164625"')
        self.wait_chips(*scores('32164625'))


class Served(Page):
    Server = ProgramServer

    def asked(self):
        """The questions that the server was asked."""
        return self.js('return performance.getEntriesByType("resource").filter('
                       'entry => entry.name.includes("/v1/solve")).length')

    def wait_helped(self, helped):
        self.wait(lambda: self.text('where').startswith(
            'The server computes' if helped else 'Everything'), 'where it is computed')

    def test_the_server_answers_what_takes_long_unless_it_is_switched_off(self):
        self.open('#4453')
        self.wait_helped(True)
        self.wait_chips(*scores('4453'))
        self.assertEqual(self.asked(), 0)
        self.js('location.hash = "#9x7/55"')
        self.wait(lambda: re.search(r'\d million positions so far', self.text('verdict')), 'progress')
        self.click('server')
        self.wait_helped(False)
        self.driver.refresh()
        self.wait(lambda: self.get('server').is_displayed(), 'the switch')
        self.assertFalse(self.get('server').is_selected())
        self.wait(lambda: 'positions so far' in self.text('verdict'), 'progress')
        self.assertEqual(self.asked(), 0)
        self.click('server')
        self.wait(lambda: self.asked() > 0, 'a question to the server')


class ServerThatEnds(Page):
    def serve(self):
        return ProgramServer()

    def test_the_page_goes_on_without_a_word(self):
        self.open('#9x7/55')
        self.wait(lambda: self.js('return performance.getEntriesByType("resource").some('
                                  'entry => entry.name.includes("/v1/solve"))'), 'a question')
        self.server.close()
        self.wait(lambda: self.text('where').startswith('Everything'), 'where it is computed')
        self.assertFalse(self.get('server').is_selected())
        self.wait(lambda: 'positions so far' in self.text('verdict'), 'progress')
        self.js('location.hash = "#32164625"')
        self.wait_chips(*scores('32164625'))
        self.console()  # the browser tells that the server is gone
