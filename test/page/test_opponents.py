"""Playing against the page, its help, and what the browser keeps of the games."""

from selenium.webdriver.common.keys import Keys

from browser import Page


class Opponents(Page):
    def wait_moves(self, count):
        self.wait(lambda: len(self.moves()) == count, f'{count} moves')

    def test_five_levels_answer(self):
        for level in '12345':
            with self.subTest(level=level):
                self.start(level)
                self.hurry()
                self.play('3')
                self.wait_moves(2)
                self.assertEqual(self.text('turn'), 'Your turn, Red')
        self.driver.refresh()
        self.wait_moves(2)
        self.assertEqual(self.get('yellow').get_property('value'), '5')
        self.click('new')
        self.choose('red', '5')  # the person takes the other side
        self.wait_address('#4')  # the only move that wins
        self.assertEqual(self.get('yellow').get_property('value'), '0')
        self.assertEqual(self.text('turn'), 'Your turn, Yellow')

    def test_as_yellow_on_the_largest_board(self):
        self.open()
        self.all('[name=side]')[1].click()
        self.get('level-2').click()
        self.wait_text('turn', 'Your turn, Yellow')
        self.choose('size', '9x7')
        self.wait(lambda: len(self.moves()) == 1 and len(self.columns()) == 9, 'the first move')
        self.assertEqual(self.text('turn'), 'Your turn, Yellow')

    def resume(self, moves, players):
        """A game that is being played, as after the page was loaded again."""
        self.open()
        self.js('history.replaceState({mode: "play", players: arguments[1], start: ""}, "",'
                '`#${arguments[0]}`)', moves, players)
        self.driver.refresh()
        self.wait_moves(len(moves))

    def test_the_end_speaks_to_the_person(self):
        for motion, animation in (('no-preference', 'shower'), ('reduce', 'none')):
            self.prefer(prefers_reduced_motion=motion)
            self.resume('112233', [0, 1])
            self.play('4')
            self.assertEqual(self.text('turn'), 'You win!')
            self.assertEqual(self.text('verdict'), 'Without help.')
            self.assertEqual(self.js('return getComputedStyle(document.querySelector('
                                     '".shower i")).animationName'), animation)
        self.wait(lambda: self.count('.shower') == 0, 'the end of it')
        self.click('decided')
        self.wait(lambda: self.text('verdict').startswith('Here the game was decided. Move '),
                  'the decision')
        self.assertRegex(self.address(), r'^#1122334@\d$')
        self.wait(lambda: all(self.chips()), 'scores')
        self.js('history.back()')
        self.wait(lambda: self.get('rematch').is_displayed(), 'the game')
        self.click('rematch')
        self.wait_moves(1)
        self.assertEqual([self.get(name).get_property('value') for name in ('red', 'yellow')],
                         ['1', '0'])
        self.js('history.back()')
        self.wait_moves(7)

    def test_help_is_counted(self):
        self.resume('112233', [0, 1])
        self.click('hint')
        self.wait(lambda: self.count('.hint') == 1, 'the hint')
        self.play('7')
        self.wait_moves(8)
        self.click('undo')
        self.wait_moves(6)
        self.play('4')
        self.assertEqual(self.text('verdict'), 'With 1 hint and 1 undo.')

    def test_a_column_of_the_computer_s_turn_says_so(self):
        self.resume('1122', [0, 1])
        self.click('back')
        self.play('4')
        self.assertEqual(self.text('verdict'), 'Here the computer moves.')
        self.assertEqual(self.address(), '#1122@3')

    def test_a_perfect_game_can_be_watched(self):
        self.open('#5x4/')
        self.click('menu')
        self.hurry()
        self.click('watch')
        self.wait(lambda: 'draw' in self.text('turn'), 'the end of the game')
        self.assertEqual(len(self.moves()), 20)

    def test_a_perfect_game_waits_and_goes_on(self):
        self.open()
        self.click('watch')
        self.choose('speed', '300')
        self.wait(lambda: len(self.moves()) >= 3, 'moves')
        self.click('pause')
        count = len(self.moves())
        self.choose('speed', '3000')
        self.assertRegex(self.text('turn'), '^(Red|Yellow) to move$')
        self.driver.execute_async_script('setTimeout(arguments[0], 1000)')
        self.assertEqual(len(self.moves()), count)
        self.click('back')
        self.assertEqual(self.text('pause'), 'Go on')
        self.click('pause')
        self.wait(lambda: len(self.moves()) == count + 1, 'the next move')
        self.click('pause')
        count = len(self.moves())
        self.choose('red' if count % 2 else 'yellow', '0')  # a person for the side that does not move
        self.wait(lambda: len(self.moves()) == count + 1, 'the answer to a person')
        self.click('menu')
        self.click('two')
        self.assertFalse(self.get('pause').is_displayed() or self.get('speed').is_displayed())

    def test_the_clock(self):
        self.open()
        self.click('two')
        self.choose('clock', '1')
        self.js('const now = performance.now.bind(performance);'
                'window.skip = () => { const before = performance.now();'
                '                      performance.now = () => now() + 61000 + before - now(); }')
        wait = lambda: self.driver.execute_async_script('setTimeout(arguments[0], 500)')
        self.js('skip()')
        wait()  # the time runs from the first move on, and not after the end
        self.assertEqual(self.text('time'), '1:00 · 1:00')
        self.play('1212121')
        self.js('skip()')
        wait()
        self.assertEqual(self.text('turn'), 'Red has won')
        self.click('rematch')
        self.play('4')
        self.js('skip()')
        self.wait_text('turn', 'Yellow’s time is up')
        self.assertEqual(self.text('time'), '1:00 · 0:00')
        self.play('4')
        self.assertEqual(len(self.moves()), 1)

    def test_a_game_lost_on_time_can_be_studied(self):
        self.open()
        self.click('two')
        self.choose('clock', '1')
        self.play('44')
        self.driver.refresh()
        self.wait(lambda: self.text('time').startswith('1:00'), 'the clock')
        self.assertEqual(self.get('clock').get_property('value'), '1')
        self.js('const now = performance.now.bind(performance); performance.now = () => now() + 61000')
        self.wait_text('turn', 'Red’s time is up')
        self.driver.refresh()
        self.wait_text('turn', 'Red’s time is up')
        self.click('decided')
        self.wait(lambda: self.text('verdict').startswith('Red’s time is up. No move changed'), 'the decision')
        self.play('5')
        self.wait(lambda: self.count('.stone') == 3, 'a move')

    def test_a_reload_keeps_the_clock_and_the_help(self):
        self.start(1)
        self.choose('clock', '5')
        self.click('hint')
        self.wait(lambda: self.count('.hint') == 1, 'the hint')
        self.play('4')
        self.wait_moves(2)
        self.js('const now = performance.now.bind(performance);'
                'performance.now = () => now() + 61000')
        self.press(Keys.ARROW_LEFT)  # the time runs on
        self.wait(lambda: self.text('time').startswith('3:5'), 'the time')
        self.driver.refresh()
        self.wait(lambda: self.text('time').startswith('3:5'), 'the time')
        self.assertEqual(self.js('return history.state.help.hints'), 1)

    def test_sound_is_off_unless_wanted(self):
        self.inject('''
            window.tones = 0;
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function(at) { tones++; start.call(this, at); };''')
        self.open()
        self.get('two').click()  # sound needs a hand
        self.play('4')
        self.assertEqual(self.js('return tones'), 0)
        self.set_switch('sound', True)
        self.play('4')
        self.assertEqual(self.js('return tones'), 1)
        self.play('55667')  # the end has three
        self.assertEqual(self.js('return tones'), 1 + 4 + 3)


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
