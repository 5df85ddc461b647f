"""What people want, in as few clicks as it may take.  More of that is in test_controls.py (to play on),
test_record.py (a puzzle that was missed) and test_share.py."""

from browser import Page


class Tasks(Page):
    def test_play_the_first_level(self):
        self.open()
        self.get('level-1').click()
        self.wait(lambda: self.text('turn') == 'Your turn, Red', 'the game')

    def test_play_as_yellow(self):
        self.open()
        self.all('[name=side]')[1].click()
        self.get('level-1').click()
        self.wait(lambda: self.text('turn') == 'Your turn, Yellow', 'the game')

    def test_play_a_level_on_the_largest_board(self):
        self.open()
        self.get('level-2').click()
        self.choose('size', '9x7')
        self.play('5')
        self.wait(lambda: len(self.moves()) == 2 and len(self.columns()) == 9, 'an answer')

    def test_open_a_pasted_game(self):
        self.open()
        self.all('#home [popovertarget=open-menu]')[0].click()
        self.get('text').send_keys('d1 d2 e1 c1')
        self.all('#open [type=submit]')[0].click()
        self.wait(lambda: self.address() == '#4453', 'the game')
        self.assertFalse(self.get('open-menu').is_displayed())

    def test_an_easy_puzzle(self):
        self.open()
        self.get('puzzle').click()
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')
        self.all('[name=grade]')[1].click()
        self.wait(lambda: '(easy)' in self.text('verdict'), 'the puzzle')

    def test_what_decided_a_lost_game_and_why(self):
        self.lose()
        self.get('decided').click()
        self.wait(lambda: 'Here the game was decided. Move ' in self.text('verdict'), 'the move')
        self.assertIn(': you could ', self.text('verdict'))
        self.get('why').click()
        self.wait(lambda: 'is a mistake' in self.js('return document.getElementById("reasons").textContent') or
                  self.get('walk').is_displayed(), 'the reason')

    def test_how_to_play(self):
        self.open()
        self.all('#rules summary')[0].click()
        self.wait(lambda: self.count('#rules figure') == 3, 'the pictures')
        self.assertEqual([self.count('#rules .four'), self.count('#rules use')], [1, 4 + 11 + 42])
