"""Ten things that people want, and how many clicks each takes."""

from browser import Page
from test_puzzle import read_puzzles


class Tasks(Page):
    def count_clicks(self):
        """From now on, those outside the board; a list counts when something is chosen."""
        self.js('window.clicks = 0;'
                'const count = (is) => { window.clicks += is ? 1 : 0; };'
                'addEventListener("click", ({target}) => count(target.closest("button:not(.column), summary")));'
                'addEventListener("change", ({target}) => count(target.matches("select, [type=radio]")))')

    def check(self, clicks, done, what):
        self.wait(done, what)
        self.assertEqual(self.js('return window.clicks'), clicks)

    def at_home(self):
        self.open()
        self.count_clicks()

    def test_play_the_first_level(self):
        self.at_home()
        self.get('level-1').click()
        self.check(1, lambda: self.text('turn') == 'Your turn, Red', 'the game')

    def test_play_as_yellow(self):
        self.at_home()
        self.all('[name=side]')[1].click()
        self.get('level-1').click()
        self.check(2, lambda: self.text('turn') == 'Your turn, Yellow', 'the game')

    def test_play_a_level_on_the_largest_board(self):
        self.at_home()
        self.get('level-2').click()
        self.choose('size', '9x7')
        self.play('5')
        self.check(2, lambda: len(self.moves()) == 2 and len(self.columns()) == 9, 'an answer')

    def test_open_a_pasted_game(self):
        self.at_home()
        self.all('#home [popovertarget=open-menu]')[0].click()
        self.get('text').send_keys('d1 d2 e1 c1')
        self.all('#open [type=submit]')[0].click()
        self.check(2, lambda: self.address() == '#4453', 'the game')

    def test_an_easy_puzzle(self):
        self.at_home()
        self.get('puzzle').click()
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')
        self.all('[name=grade]')[1].click()
        self.check(2, lambda: '(easy)' in self.text('verdict'), 'the puzzle')

    def test_what_decided_a_lost_game_and_why(self):
        self.lose()
        self.count_clicks()
        self.get('decided').click()
        self.wait(lambda: 'Here the game was decided. Move ' in self.text('verdict'), 'the move')
        self.assertIn(': you could ', self.text('verdict'))
        self.get('why').click()
        self.check(2, lambda: 'is a mistake' in self.js('return document.getElementById("reasons").textContent') or
                   self.get('walk').is_displayed(), 'the reason')

    def test_share_a_finished_game(self):
        self.inject('window.sent = []; navigator.share = async (what) => { sent.push(what); };')
        self.open()
        self.get('two').click()
        self.play('1212121')
        self.count_clicks()
        self.get('sharing').click()
        self.get('send').click()
        self.check(2, lambda: self.js('return sent.length') == 1, 'the link')

    def test_play_on_from_a_position(self):
        self.open('#4453')
        self.count_clicks()
        self.get('on').click()
        self.get('on-1').click()
        self.check(2, lambda: self.text('turn') == 'Your turn, Red' and self.address() == '#4453', 'the game')

    def test_how_to_play(self):
        self.at_home()
        self.all('#rules summary')[0].click()
        self.check(1, lambda: self.count('#rules figure') == 3, 'the pictures')

    def test_a_puzzle_that_was_missed(self):
        self.open('#puzzle/2')
        self.wait(lambda: self.text('verdict').startswith('Puzzle 2 '), 'the task')
        scores = read_puzzles()[1][1]
        self.play(str(1 + next(i for i, score in enumerate(scores) if -1000 < score < max(scores))))
        self.at_home()
        self.get('puzzle').click()
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')
        self.get('missed').click()
        self.check(2, lambda: self.text('verdict').startswith('Puzzle 2 '), 'the puzzle')
