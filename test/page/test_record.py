"""What the browser keeps of the games against levels, and of puzzles that were missed."""

import json
import subprocess

from browser import Page, PROGRAM
from test_puzzle import answer, read_puzzles, read_themes

# What the program says of the positions of a theme.
KINDS = {'z': ('zugzwang', 'followup', 'late fours'), 'o': ('followup', 'dead lines'),
         'd': ('double threat', 'no defence')}


class Record(Page):
    def rows(self):
        self.click('menu')
        self.all('#record summary')[0].click()
        return [one.text for one in self.all('#record tr')], [one.text for one in self.all('#record li')]

    def test_games_are_counted_once_and_survive_a_reload(self):
        self.open()
        self.assertFalse(self.get('record').is_displayed())
        self.lose()
        self.driver.refresh()
        self.wait(self.is_over, 'the game')
        self.click('undo')
        self.play_away()
        self.click('menu')
        self.click('two')  # which is no game against a level
        self.play('1212121')
        tally, games = self.rows()
        self.assertEqual(tally, ['Level Won Drawn Lost', 'Perfect 0 0 1'])
        self.assertEqual(len(games), 1)
        self.assertRegex(games[0], r'^\d+ \w+ \d{4}, Perfect: you lost$')
        self.all('#record a')[0].click()
        self.wait(lambda: len(self.moves()) > 6, 'the game')
        self.assertEqual(self.js('return document.body.dataset.mode'), 'study')

    def test_the_last_twenty_games(self):
        self.open()
        self.js('localStorage["fourscore.games"] = Array(20).fill("2026-01-02 1 0 4152637").join("\\n");'
                'localStorage["fourscore.tally"] = "19,0,1"')
        self.lose()
        tally, games = self.rows()
        self.assertEqual(tally[1:], ['Beginner 19 0 1', 'Perfect 0 0 1'])
        self.assertEqual((len(games), games[-1]), (20, '2 January 2026, Beginner: you won'))

    def test_a_store_that_is_wrong_full_or_forbidden(self):
        self.open()
        wrong = '''for (const [name, text] of Object.entries({
            games: "2026-01-02 9 0 44\\n\\u0000{", tally: "-1,x 1e99,,",
            missed: "0:0 999:0 :", tried: "x", streak: "?"})) localStorage[`fourscore.${name}`] = text;'''
        full = 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };'
        forbidden = 'Object.defineProperty(window, "localStorage", {get() { throw new DOMException("no"); }});'
        for script in (wrong, wrong + full, forbidden):
            with self.subTest(script=script):
                self.driver.get('about:blank')
                added = self.cdp('Page.addScriptToEvaluateOnNewDocument',
                                 source=f'if (origin !== "null") {{ {script} }}')
                self.lose()
                tally, games = self.rows()
                self.assertEqual((tally[1:], len(games)), (['Perfect 0 0 1'], 1))
                self.click('puzzle')
                self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')
                self.click('next')
                self.wait(lambda: 'Puzzle of' not in self.text('verdict'), 'the next one')
                self.assertFalse(self.get('missed').is_displayed())
                self.cdp('Page.removeScriptToEvaluateOnNewDocument', **added)


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
