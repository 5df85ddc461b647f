"""What opens is seen, nothing moves while the page is loaded, and what people see
who have colours of their own, or no JavaScript."""

import base64
import re

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, LARGE, PHONE, Page, SIDE, SMALL

GAME = '#65157677365444755544772613116332'
DRAW = '#334166623535657146541126772224357453771142'


class Opening(Page):
    """Whatever opens is in view, as much of it as fits, and has the focus."""

    def check_seen(self, name, focus):
        found = self.js(
            'const element = document.getElementById(arguments[0]);'
            'const {top, bottom, height} = element.getBoundingClientRect();'
            'return {height, top, seen: Math.min(bottom, innerHeight) - Math.max(top, 0),'
            ' room: innerHeight, focus: document.getElementById(arguments[1])'
            '.contains(document.activeElement)}', name, focus)
        self.assertGreater(found['height'], 0)
        self.assertGreater(found['top'], -1, found)
        self.assertGreater(found['seen'], min(found['height'], found['room']) - 10, found)
        self.assertTrue(found['focus'], self.focus())

    def submit(self, text):
        self.js('document.getElementById("open-menu").togglePopover(true)')
        self.get('text').clear()
        self.get('text').send_keys(text)
        self.all('#open [type=submit]')[0].click()

    def test_the_explanation(self):
        self.open(GAME)
        for begin, end in ((lambda: self.click('why'), lambda: self.click('close')),
                           (lambda: self.press(Keys.ENTER),
                            lambda: self.press(Keys.ESCAPE))):
            begin()
            self.wait(lambda: self.get('walk').is_displayed(), 'the explanation')
            self.check_seen('explanation', 'explanation')
            end()
            self.assertFalse(self.get('explanation').is_displayed())
            self.check_seen('why', 'why')

    def test_keys_and_scores(self):
        self.open('#4')
        summary = self.all('#help summary')[0]
        self.js('arguments[0].scrollIntoView({block: "end"})', summary)
        summary.click()
        self.wait(lambda: self.js('return document.getElementById("help").open'), 'the text')
        self.two_frames()
        self.check_seen('help', 'help')

    def test_what_opens(self):
        self.open('#12')
        self.submit('hello')
        self.wait(lambda: self.text('problem'), 'the error')
        self.check_seen('problem', 'open')
        self.submit('d1 d2')
        self.wait_address('#44')
        self.check_seen('play', 'board')
        self.click('link')
        self.wait(lambda: self.text('shared'), 'the answer')
        self.check_seen('shared', 'share-menu')
        self.press(Keys.ESCAPE)
        self.resize(self.size[0], 200)  # the start of what does not fit
        self.submit('d1 d2 e1')
        self.wait_address('#445')
        self.check_seen('play', 'board')
        self.resize(*self.size)
        self.click('menu')
        self.click('puzzle')
        self.wait(lambda: self.text('verdict').startswith('Puzzle of '), 'the task')
        self.check_seen('play', 'board')

    def test_whose_turn_it_is_after_a_choice_below(self):
        self.resize(self.size[0], 430)
        for name in ('study', 'two', 'watch'):
            with self.subTest(name=name):
                self.open()
                self.get(name).click()
                self.two_frames()
                top = self.js('return document.getElementById("turn").getBoundingClientRect().top')
                self.assertTrue(0 < top < 200, top)


class OpeningOnPhone(Opening):
    size = PHONE


class OpeningOnSide(Opening):
    size = SIDE


class Layout(Page):
    def fits(self):
        return self.js(
            'const board = document.getElementById("board").getBoundingClientRect();'
            'return document.documentElement.scrollWidth <= innerWidth &&'
            'board.left >= 0 && board.right <= innerWidth &&'
            '[...document.querySelectorAll(".column, .actions button")].every(e => {'
            '  if (!e.checkVisibility()) return true;'
            '  const {width, height} = e.getBoundingClientRect();'
            '  return width >= 24 && height >= 24; })')

    def test_the_board_and_its_buttons_are_in_view(self):
        for address in ('#4453', '#9x7/123456789', '#4x4/12', '#4x7/12'):
            self.open(address)
            widths = {}
            for size in (SMALL, PHONE, SIDE, (1100, 760), DESKTOP, LARGE):
                with self.subTest(size=size, address=address):
                    self.resize(*size)
                    self.assertTrue(self.fits())
                    widths[size] = self.get('board').rect['width']
                    bottom = self.js('return document.querySelector(".actions")'
                                     '.getBoundingClientRect().bottom')
                    if size != SMALL and not address.startswith('#4x4'):
                        self.assertLess(bottom, size[1] + 0.5)
            if address == '#4453':
                self.assertLess(widths[PHONE], widths[DESKTOP])
                self.assertLess(widths[DESKTOP] * 2, widths[LARGE])


class Band(Page):
    def test_there_is_no_empty_band_above_the_board(self):
        self.start(1)
        for size in (SMALL, PHONE, DESKTOP):
            with self.subTest(size=size):
                self.resize(*size)
                top, bottom, board = self.js(
                    'const {top, bottom} = document.getElementById("turn").getBoundingClientRect();'
                    'return [top - document.querySelector("header").getBoundingClientRect().bottom, bottom,'
                    ' document.querySelector("#board .drawing").getBoundingClientRect().top]')
                self.assertLess(max(top, board - bottom), 35)


class Steady(Page):
    def test_the_board_stays_where_it_is_when_words_are_said(self):
        def top():
            return self.js('return document.getElementById("board").getBoundingClientRect().top + scrollY')

        for size in ((320, 568), PHONE, SIDE, DESKTOP):
            with self.subTest(size=size):
                self.resize(*size)
                self.open_puzzle(2)
                before = top()
                self.play('1')
                self.assertIn(' is wrong: ', self.text('verdict'))
                self.assertTrue(self.get('why').is_displayed())
                self.assertEqual(top(), before)
                self.open()
                self.click('two')
                self.play('121212')
                before = top()
                self.play('1')
                self.assertEqual(self.text('turn'), 'Red has won')
                self.assertEqual(top(), before)


class End(Page):
    """What people do after a game is in view on every device."""

    def test_the_end_is_in_large_type(self):
        """with the stone of the winner, if there is one"""
        large = 'return parseFloat(getComputedStyle(document.getElementById("turn")).fontSize)'
        self.open('#4453')
        for size in (PHONE, DESKTOP):
            self.resize(*size)
            self.open('#4453')
            before = self.js(large)
            for address, is_won in (('#1212121', True), (DRAW, False)):
                self.open(address)
                self.assertGreater(self.js(large), 1.15 * before)
                self.assertEqual(self.all('.disc-icon')[0].is_displayed(), is_won)

    def test_the_buttons_of_the_end(self):
        self.open()
        self.click('two')
        self.play('1212121')
        for size in (SIDE, (667, 375), PHONE, DESKTOP):
            with self.subTest(size=size):
                self.resize(*size)
                self.js('scrollTo(0, 0)')
                seen = self.js(
                    'return [...document.querySelectorAll(".actions button")].filter(button => {'
                    '  const {left, right, top, bottom} = button.getBoundingClientRect();'
                    '  return right > left && left >= 0 && right <= innerWidth && top >= 0 &&'
                    '    bottom <= innerHeight; }).map(button => button.id)')
                self.assertEqual(seen, ['first', 'back', 'forward', 'last', 'rematch', 'decided',
                                        'menu', 'undo', 'sharing'])


class Moves(Page):
    def test_the_list_follows_the_current_move(self):
        self.open(DRAW)
        hidden = ('const list = document.getElementById("moves").getBoundingClientRect();'
                  'const move = (document.querySelector(".move[aria-current]") ??'
                  ' document.querySelector(".move")).getBoundingClientRect();'
                  'return [list.top - move.top, move.bottom - list.bottom]')
        self.assertTrue(self.js('const list = document.getElementById("moves");'
                                'return list.scrollHeight > list.clientHeight + 10'))
        self.assertEqual(self.all('.move')[41].get_attribute('aria-current'), 'step')
        self.assertLessEqual(max(self.js(hidden)), 0)
        for name in ('first', 'forward', 'last', *20 * ['back']):
            self.js('document.getElementById(arguments[0]).click()', name)
            self.assertLessEqual(max(self.js(hidden)), 0, name)
        # People may look elsewhere.
        self.wait(lambda: 'accuracy' in self.text('summary'), 'all scores')
        self.js('document.getElementById("moves").scrollTop = 0')
        self.set_switch('numbers', True)
        self.assertEqual(self.js('return document.getElementById("moves").scrollTop'), 0)

        self.assertFalse(self.all('.legend')[0].is_displayed())
        self.js('document.querySelector("#review summary").click()')
        self.assertTrue(self.all('.legend')[0].is_displayed())


class Shift(Page):
    """Nothing that is seen moves while the page is loaded.  The moves in the list do
    when a mistake is found, and how many are found meanwhile depends on the machine."""

    limit = 0.05
    addresses = ('', '#4453', GAME, '#puzzle/2026-11-22')

    def test_layout_shift(self):
        self.inject('''
            window.shift = 0;
            window.shifted = [];
            new PerformanceObserver(list => {
                for (const {value, hadRecentInput, sources} of list.getEntries()) {
                    if (hadRecentInput || sources.every(({node}) => node?.nodeName === 'LI'))
                        continue;
                    window.shift += value;
                    window.shifted.push([value, ...sources.map(({node}) =>
                        node?.id || node?.className || node?.nodeName)]);
                }
            }).observe({type: 'layout-shift', buffered: true});''')
        for address in self.addresses:
            with self.subTest(address=address):
                self.open(address)
                if address.startswith('#puzzle'):
                    self.wait(lambda: self.text('verdict').startswith('Puzzle'), 'the task')
                elif address:
                    self.wait(lambda: any(self.chips()) or 'positions so far' in self.text('verdict'),
                          'scores, or progress')
                self.wait(lambda: 'Fourscore' in self.text('solver'), 'the solver')
                self.two_frames()
                self.assertLess(self.js('return shift'), self.limit,
                                self.js('return shifted'))


class ShiftOnPhone(Shift):
    size = PHONE
    limit = 0.05
    addresses = (*Shift.addresses, '#9x7/55', '#4x4/12')


class ShiftOnSide(ShiftOnPhone):
    size = SIDE


class Forced(Page):
    """With colours of the system."""

    def colours(self, selector):
        return self.js('return [...document.querySelectorAll(arguments[0])].map(one => {'
                       '  const {backgroundColor, color, borderTopColor} ='
                       '    getComputedStyle(one);'
                       '  return [backgroundColor, color, borderTopColor].join(); })',
                       selector)

    def test_best_move_current_move_and_full_columns(self):
        for scheme in ('light', 'dark'):
            with self.subTest(scheme=scheme):
                self.prefer(forced_colors='active', prefers_color_scheme=scheme)
                self.open('#4444442')
                self.wait(lambda: self.count('.chip[data-best]') == 1, 'the best move')
                for one, others in (('.chip[data-best]', '.chip:not([data-best])'),
                                    ('.move[aria-current]', '.move:not([aria-current])')):
                    [marked] = self.colours(one)
                    plain = self.colours(others)
                    self.assertEqual(len(plain), 6, others)
                    self.assertNotIn(marked, plain)
                    background, text = marked.split('),')[:2]
                    self.assertNotEqual(background, text)

    def test_full_columns_say_so(self):
        self.open('#4444442')
        words = self.js('return [...document.querySelectorAll(".chip")].map(chip => '
                        'getComputedStyle(chip, "::before").content !== "none" && chip.dataset.full)')
        self.assertEqual(words, 3 * [False] + ['full'] + 3 * [False])


class Printed(Page):
    def test_one_sheet_without_buttons(self):
        self.open(GAME)
        self.wait(lambda: 'accuracy' in self.text('summary'), 'all scores')
        self.check()
        self.assertTrue(self.get('board').is_displayed() and self.get('note').is_displayed())

    def test_a_reason_and_its_board(self):
        self.open('#63775')
        self.wait(lambda: all(self.chips()), 'scores')
        self.click('why')
        self.wait(lambda: self.get('walk').is_displayed(), 'the reason')
        while not self.count('#reasons .step'):
            self.click('why-next')
        self.check()
        self.assertTrue(self.get('reasons').is_displayed())
        borders = self.js('return [...document.querySelectorAll(".chip")].filter(chip => chip.textContent === "")'
                          '.map(chip => getComputedStyle(chip).borderTopColor)')
        self.assertEqual(set(borders), {'rgba(0, 0, 0, 0)'})  # no empty frames over a board without scores

    def check(self):
        self.cdp('Emulation.setEmulatedMedia', media='print')
        self.addCleanup(self.cdp, 'Emulation.setEmulatedMedia', media='')
        self.assertEqual(self.js('return [...document.querySelectorAll("button, select, input, textarea, summary")]'
                                 '.filter(one => one.checkVisibility() && !one.matches(".column, .move, .step"))'
                                 '.map(one => one.id)'), [])
        colours = self.js('return [...document.querySelectorAll(".red-body, .yellow-body, .frame, .chip, .move, .step")]'
                          '.map(one => { const {fill, color} = getComputedStyle(one); return one.localName === "circle" ||'
                          ' one.localName === "path" ? fill : color; })')
        self.assertEqual(set(colours), {'rgb(0, 0, 0)', 'rgb(255, 255, 255)'})
        sheet = base64.b64decode(self.cdp('Page.printToPDF')['data'])
        self.assertEqual(len(re.findall(rb'/Type /Page\b', sheet)), 1)


class LargeText(Page):
    size = PHONE

    def test_nothing_is_wider_than_the_window_with_letters_twice_as_large(self):
        for address in ('', '#44(5)53', '#puzzle/2026-11-22'):
            with self.subTest(address=address):
                self.open(address)
                self.js('document.documentElement.style.fontSize = "200%";'
                        'document.getElementById("help").open = true')
                self.assertEqual(self.js('const {scrollWidth, clientWidth} = document.documentElement;'
                                         'return scrollWidth - clientWidth'), 0)


class WithoutJavaScript(Page):
    def test_no_control_is_dead(self):
        self.cdp('Emulation.setScriptExecutionDisabled', value=True)
        self.addCleanup(self.cdp, 'Emulation.setScriptExecutionDisabled', value=False)
        self.driver.get(self.server.url)
        self.wait(lambda: self.get('dead').is_displayed(), 'its words')
        self.assertEqual(self.js(
            'return [...document.querySelectorAll("button, select, input, textarea,'
            ' summary")].filter(one => one.checkVisibility()).length'), 0)

    def test_with_it_nothing_is_hidden(self):
        self.open()
        self.assertFalse(self.get('dead').is_displayed())
        self.assertTrue(self.get('level-1').is_displayed())
