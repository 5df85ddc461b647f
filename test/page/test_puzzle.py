"""The puzzle of the day, and puzzles that were missed."""

import datetime
import json
import os
import re
import subprocess
import unittest

from selenium.webdriver.common.keys import Keys

from browser import Page, PROGRAM, SMALL, WEB

DAY = '#puzzle/2026-11-22'
# What the program says of the positions of a theme.
KINDS = {'z': ('zugzwang', 'followup', 'late fours'), 'o': ('followup', 'dead lines'),
         'd': ('double threat', 'no defence')}


def read_lines():
    with open(os.path.join(WEB, 'puzzles.txt'), encoding='utf-8') as file:
        return [one.split() for line in file if not line.startswith('#') for one in line.split(';')]


def read_puzzles():
    """The moves and scores of all puzzles, in the order of days."""
    return [(moves, list(map(int, scores))) for moves, _, *scores in read_lines()]


def answer(number, is_right=True):
    """A column that solves a puzzle, or that does not."""
    _, scores = read_puzzles()[number - 1]
    return str(1 + next(i for i, s in enumerate(scores) if (s == max(scores)) == is_right and s > -1000))


def read_themes():
    return [theme for _, theme, *_ in read_lines()]


def puzzle_of(day):
    puzzles = read_puzzles()
    days = (day - datetime.date(1970, 1, 1)).days
    return puzzles[days % len(puzzles)]


def cell(moves, column):
    """Where the next stone comes to rest."""
    return 'abcdefg'[column - 1] + str(1 + sum(int(move) == column for move in moves))


def sign(score):
    return (score > 0) - (score < 0)


class Puzzles(unittest.TestCase):
    def test_every_puzzle_has_one_right_move_and_exact_scores(self):
        puzzles = read_puzzles()
        self.assertGreaterEqual(len(puzzles), 365)
        for moves, scores in puzzles:
            best = max(scores)
            self.assertGreaterEqual(best, 0)
            self.assertEqual(sum(sign(s) == sign(best) for s in scores), 1, moves)
        self.assertEqual(len({moves for moves, _ in puzzles}), len(puzzles))
        for at, (moves, scores) in enumerate(puzzles):
            if at % 3 < 2 and max(scores) > 0:  # easy and medium
                last = 44 - 2 * max(scores)
                move = last - (last - len(moves)) % 2
                self.assertLessEqual((move - len(moves) + 1) // 2, 7, moves)
        lines = [' '.join([moves, *map(str, scores)]) for moves, scores in puzzles[::6]]
        subprocess.run([PROGRAM, 'solve', '--all-moves', '--check'],
                       input='\n'.join(lines), text=True, check=True,
                       capture_output=True)


class Puzzle(Page):
    def setUp(self):
        super().setUp()
        self.stones, scores = puzzle_of(datetime.date(2026, 11, 22))
        self.right = scores.index(max(scores)) + 1
        self.wrong = next(i + 1 for i, s in enumerate(scores)
                          if s not in (max(scores), -1000))

    def wait_task(self):
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')

    def test_wrong_and_right_moves(self):
        self.resize(*SMALL)
        self.open()
        self.click('puzzle')
        self.wait_task()
        self.assertLessEqual(self.js('return document.documentElement.scrollWidth'),
                             SMALL[0])
        self.open(DAY)
        self.wait_task()
        self.assertEqual(self.count('.stone'), len(self.stones))
        self.assertEqual(set(self.chips()), {''})
        for name in ('review', 'why'):
            self.assertFalse(self.get(name).is_displayed())
        self.assertFalse(self.get('undo').is_enabled())
        self.play(str(self.wrong))
        self.assertIn(f'{cell(self.stones, self.wrong)} is wrong', self.text('verdict'))
        for more in (1, 2, 0):  # the wrong move, the answer, and the puzzle again
            self.wait(lambda: self.count('.stone') == len(self.stones) + more, 'the refutation')
        self.press(str(self.right))
        self.assertRegex(self.text('verdict'), f'^{cell(self.stones, self.right)} is right'
                         r'.*\. Solved with 2 tries\. It comes again after three others\.$')
        self.assertEqual(self.address(), DAY)
        self.wait(lambda: set(self.chips()) != {''}, 'scores')
        self.play(str(self.wrong))
        self.wait_address(f'#{self.stones}{self.right}{self.wrong}')
        self.press('u', 'u')  # as far as to the start of the puzzle
        self.wait_address(DAY)
        self.assertFalse(self.get('undo').is_enabled())

    def test_other_moves_tell_nothing(self):
        """one step back, another move: the scores stay hidden until the puzzle is solved"""
        self.open(DAY)
        self.wait_task()
        self.click('back')
        other = next(column for column in '4352617' if column != self.stones[-1])
        self.play(other)
        self.wait(lambda: f'({other})' in self.address(), 'another move')
        self.two_frames()
        self.assertEqual(set(self.chips()), {''})
        self.assertFalse(self.get('why').is_displayed())
        self.press('u', Keys.END)
        self.wait_task()

    def test_the_next_ones_their_difficulty_and_a_streak(self):
        """a streak is of puzzles that are solved at the first try without a hint"""
        def wait_streak(count):
            self.wait_text('streak', f'Solved in a row at the first try: {count}.' if count else '')

        self.open('#puzzle/1')
        for number, tries, streak in ((1, 'r', 1), (2, 'r', 2), (3, 'r', 3), (4, 'hr', 0), (5, 'r', 1), (6, 'wr', 0),
                                      (7, 'r', 1)):
            self.wait(lambda: self.address() == f'#puzzle/{number}', 'the puzzle')
            self.wait_puzzle(number)
            self.assertFalse(self.get('play-out').is_enabled())
            for one in tries:
                if one == 'h':
                    self.click('hint')
                    self.wait(lambda: self.count('.hint') == 1, 'the hint')
                else:
                    self.play(answer(number, one == 'r'))
            self.assertRegex(self.text('verdict'), ' is right: ')
            wait_streak(streak)
            self.click('next')
        self.wait_puzzle(4)  # the one that had a hint
        self.driver.refresh()
        wait_streak(1)
        self.all('[name=grade]')[2].click()
        self.click('next')
        self.wait(lambda: self.text('verdict').startswith('Puzzle 8 (medium)'), 'another one')
        wait_streak(1)  # that one was not tried
        self.open_puzzle(7)  # it counts once
        self.play(answer(7))
        wait_streak(1)

    def test_tries_are_not_forgotten_when_the_page_is_left(self):
        self.open_puzzle(2)
        for leave in (self.driver.refresh, lambda: (self.click('menu'), self.driver.back())):
            self.play(answer(2, False))
            self.wait(lambda: ' is wrong: ' in self.text('verdict'), 'the answer')
            leave()
            self.wait_puzzle(2)
        self.play(answer(2))
        self.assertRegex(self.text('verdict'), r'Solved with 3 tries\. It comes again after three others\.$')

    def test_it_can_be_played_out(self):
        self.open(DAY)
        self.wait_task()
        self.play(str(self.right))
        self.click('play-out')
        self.wait(lambda: len(self.moves()) == len(self.stones) + 2, 'the answer')
        self.assertTrue(self.text('turn').startswith('Your turn'))
        self.click('next')
        self.wait(lambda: re.match(r'Puzzle \d', self.text('verdict')), 'the next one')

    def test_a_reload_at_a_later_move_studies_the_game(self):
        self.open(DAY)
        self.wait_task()
        self.play(str(self.right))
        self.js('document.querySelector(".column[aria-disabled=false]").click()')
        self.driver.refresh()
        self.wait(lambda: len(self.moves()) == len(self.stones) + 2, 'the game')
        self.assertEqual(self.js('return document.body.dataset.mode'), 'study')


class Missed(Page):
    def test_a_puzzle_that_was_missed_comes_again(self):
        """after three others, or in two clicks from the first screen"""
        self.open_puzzle(4)
        self.assertFalse(self.get('missed').is_displayed())
        self.play(answer(4, False))
        self.wait_text('missed', '1 missed: try again')
        self.play(answer(4))
        self.assertRegex(self.text('verdict'), r'with 2 tries\. It comes again after three others\.$')
        self.driver.refresh()
        for number in (5, 6, 7, 4):
            self.click('next')
            self.wait_puzzle(number)
        self.play(answer(4, False))
        self.open()
        self.click('puzzle')
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')
        self.click('missed')
        self.wait_puzzle(4)
        self.play(answer(4))
        self.assertRegex(self.text('verdict'), r'at the first try\.$')
        self.assertFalse(self.get('missed').is_displayed())

    def test_a_theme(self):
        self.open_puzzle(1)
        self.all('#puzzles summary')[0].click()
        number = 1
        for theme, kinds in KINDS.items():
            self.all('#themes label')['dzo'.index(theme) + 1].click()
            for step in range(2):
                if step or read_themes()[number - 1] != theme:
                    number = 1 + next(i for i in range(number, 366) if read_themes()[i] == theme)
                if step:
                    self.click('next')
                self.wait_puzzle(number)
                moves = read_puzzles()[number - 1][0]
                found = subprocess.run([PROGRAM, 'explain', '--json', moves], check=True, capture_output=True,
                                       text=True)
                reason = json.loads(found.stdout)['reasons'][0]
                self.assertIn(reason['kind'], kinds)
                self.assertEqual(reason['wins'], theme != 'o')
