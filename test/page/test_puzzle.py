"""The puzzle of the day."""

import datetime
import os
import subprocess

from browser import Page, PROGRAM, SMALL, WEB

DAY = '#puzzle/2026-11-22'


def read_puzzles():
    """The moves and scores of all puzzles, in the order of days."""
    with open(os.path.join(WEB, 'puzzles.txt'), encoding='utf-8') as file:
        lines = [line.split() for line in file if not line.startswith('#')]
    return [(moves, list(map(int, scores))) for moves, *scores in lines]


def puzzle_of(day):
    puzzles = read_puzzles()
    days = (day - datetime.date(1970, 1, 1)).days
    return puzzles[days % len(puzzles)]


def cell(moves, column):
    """Where the next stone comes to rest."""
    return 'abcdefg'[column - 1] + str(1 + sum(int(move) == column for move in moves))


def sign(score):
    return (score > 0) - (score < 0)


class Puzzle(Page):
    def open_puzzle(self, address=DAY):
        self.open(address)
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')

    def test_every_puzzle_has_one_right_move_and_exact_scores(self):
        puzzles = read_puzzles()
        self.assertGreaterEqual(len(puzzles), 365)
        for moves, scores in puzzles:
            best = max(scores)
            self.assertGreaterEqual(best, 0)
            self.assertEqual(sum(sign(s) == sign(best) for s in scores), 1, moves)
        self.assertEqual(len({moves for moves, _ in puzzles}), len(puzzles))
        lines = [' '.join([moves, *map(str, scores)]) for moves, scores in puzzles[::6]]
        subprocess.run([PROGRAM, 'solve', '--all-moves', '--check'],
                       input='\n'.join(lines), text=True, check=True,
                       capture_output=True)

    def test_wrong_and_right_moves(self):
        moves, scores = puzzle_of(datetime.date(2026, 11, 22))
        right = scores.index(max(scores)) + 1
        wrong = next(i + 1 for i, s in enumerate(scores) if s not in (max(scores), -1000))
        self.open_puzzle()
        self.assertRegex(self.text('verdict'), r'^Puzzle of 22 November 2026: (Red|Yellow) '
                         r'(wins in \d+ moves\. Only one first move wins: which\?|'
                         r'has only one move that holds the draw\. Which one\?)$')
        self.assertEqual(self.text('live'), self.text('verdict'))
        self.assertEqual(self.count('.stone'), len(moves))
        self.assertEqual(set(self.chips()), {''})
        self.assertFalse(self.get('review').is_displayed())

        self.play(str(wrong))
        self.assertRegex(self.text('verdict'), f'^{cell(moves, wrong)} is wrong: with best play '
                         r'.*\. Try another column\.$')
        self.assertEqual(self.text('live'), self.text('verdict'))
        self.assertEqual(self.count('.stone'), len(moves))
        self.press(str(right))
        self.assertRegex(self.text('verdict'), f'^{cell(moves, right)} is right: with best play '
                         r'.*\. Solved at the 2nd try\.$')
        self.assertEqual(self.count('.stone'), len(moves) + 1)
        self.assertEqual(self.address(), DAY)
        self.wait(lambda: set(self.chips()) != {''}, 'scores')
        self.play(str(wrong))
        self.wait_address(f'#{moves}{right}{wrong}')

    def test_the_address_is_that_of_the_day(self):
        self.open()
        self.click('puzzle')
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')
        today = self.js('return new Date().toLocaleDateString("sv")')
        self.assertEqual(self.address(), f'#puzzle/{today}')
        self.open_puzzle('#puzzle/2026-11-23')
        self.assertIn('23 November 2026', self.text('verdict'))
        self.assertEqual(self.count('.stone'),
                         len(puzzle_of(datetime.date(2026, 11, 23))[0]))

    def test_days_that_do_not_exist(self):
        for day in ('2026-02-30', 'today', '2026-1-1', ''):
            self.open(f'#puzzle/{day}')
            self.wait_text('verdict', f"No puzzle: there is no day '{day}', expected "
                           'a day such as 2026-11-22.')
            self.assertEqual(self.count('.stone'), 0)

    def test_leaving_and_mirroring(self):
        moves, scores = puzzle_of(datetime.date(2026, 11, 22))
        right = scores.index(max(scores)) + 1
        self.open_puzzle()
        self.click('flip')
        self.assertEqual(set(self.chips()), {''})
        self.play(str(8 - right))
        flipped = cell([8 - int(move) for move in moves], 8 - right)
        self.assertIn(f'{flipped} is right', self.text('verdict'))
        self.click('new')
        self.wait_address('')
        self.play('44')
        self.click('undo')
        self.wait_address('#4')

    def test_undo_goes_back_to_the_start_of_the_puzzle(self):
        moves, scores = puzzle_of(datetime.date(2026, 11, 22))
        right = scores.index(max(scores)) + 1
        self.open_puzzle()
        self.assertFalse(self.get('undo').is_enabled())
        self.assertFalse(self.get('why').is_displayed())
        self.press('u')
        self.assertEqual(self.count('.stone'), len(moves))
        self.assertTrue(self.text('verdict').startswith('Puzzle of '))
        self.play(str(right))
        self.wait(lambda: self.get('undo').is_enabled(), 'undo')
        self.assertTrue(self.get('why').is_displayed())
        self.play(next(str(i + 1) for i, s in enumerate(scores) if s != -1000 and i + 1 != right))
        self.press('u', 'u')
        self.wait_address(DAY)
        self.assertEqual(self.count('.stone'), len(moves))
        self.assertFalse(self.get('undo').is_enabled())

    def test_fits_a_small_screen(self):
        self.resize(*SMALL)
        self.open_puzzle()
        self.assertLessEqual(self.js('return document.documentElement.scrollWidth'),
                             SMALL[0])
