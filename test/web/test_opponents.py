"""Playing against the page, and its help."""

from browser import PHONE, Page


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

    def test_either_colour(self):
        self.open()
        self.choose('opponent', '5')
        self.choose('side', '2')
        self.wait_address('#4')  # the only move that wins
        self.assertEqual(self.text('turn'), 'Yellow to move')

    def test_nobody_moves_while_the_opponent_thinks(self):
        self.open()
        self.choose('opponent', '3')
        self.js('const columns = document.querySelectorAll(".column");'
                'columns[3].click(); columns[3].click(); columns[3].click()')
        self.assertEqual(self.address(), '#4')
        self.wait_moves(2)

    def test_the_perfect_level_wins_as_red(self):
        self.open()
        self.choose('opponent', '5')
        self.choose('side', '2')
        count = 1
        while 'won' not in self.text('turn'):
            self.wait_moves(count)
            column = self.js('return [...document.querySelectorAll(".column")]'
                             '.findIndex(c => c.ariaDisabled === "false")')
            if column < 0:
                break
            self.play(str(column + 1))
            count += 2
            self.wait(lambda: len(self.moves()) == count or
                      'won' in self.text('turn'), 'the reply')
        self.assertRegex(self.text('turn'), '^Red has won')

    def test_undo_goes_back_to_the_own_move(self):
        self.open()
        self.choose('opponent', '4')
        self.play('3')
        self.wait_moves(2)
        self.play('3')
        self.wait_moves(4)
        self.click('undo')
        self.assertEqual(len(self.moves()), 2)
        self.press('u')
        self.assertEqual(self.address(), '')
        self.assertTrue(self.get('undo').get_property('disabled'))

    def test_swap_sides(self):
        self.open()
        self.choose('opponent', '5')
        self.click('swap')
        self.wait_address('#4')
        self.assertEqual(self.get('side').get_property('value'), '2')

    def test_hint(self):
        self.open('#32164625')
        self.set_switch('scores', False)
        self.press('h')
        self.wait_text('live', 'Hint: column 3.')
        self.assertEqual(self.count('.hint'), 1)
        self.assertEqual(self.chips(), 7 * [''])
        self.play('3')
        self.assertEqual(self.count('.hint'), 0)
        self.click('hint')
        self.wait(lambda: self.count('.hint') == 1, 'the hint')

    def test_the_opponent_is_remembered(self):
        self.open()
        self.choose('opponent', '2')
        self.play('4')
        self.wait_moves(2)
        self.driver.refresh()
        self.wait_moves(2)
        self.assertEqual(self.get('opponent').get_property('value'), '2')

    def test_a_shared_game_is_not_played_on(self):
        self.open()
        self.choose('opponent', '2')
        self.open('#444')
        self.assertEqual(self.get('opponent').get_property('value'), '0')
        self.assertEqual(self.text('turn'), 'Yellow to move')
        self.driver.refresh()
        self.wait(self.columns, 'the board')
        self.assertEqual(self.get('opponent').get_property('value'), '0')


class OpponentsOnPhone(Opponents):
    size = PHONE
