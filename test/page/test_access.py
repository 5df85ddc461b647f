"""axe-core finds no violation, in any state, at two sizes, dark and light."""

import os

from selenium.webdriver.common.keys import Keys

from browser import NODE_MODULES, PHONE, Page

with open(os.path.join(NODE_MODULES, 'axe-core', 'axe.min.js'), encoding='utf-8') as file:
    AXE = file.read()

RUN = '''const done = arguments[0];
axe.run({resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
                   "best-practice"]})
    .then(found => done(found.violations.map(violation => [violation.id,
        violation.nodes.map(node => node.html.slice(0, 120) + " " +
            node.failureSummary)])), error => done(String(error)));'''


class Access(Page):
    def check(self, until=lambda: True):
        self.wait(until, 'what is checked')
        self.js('document.querySelectorAll("details").forEach((one) => { one.open = true; })')
        self.js(AXE)
        for size, scheme in ((PHONE, 'dark'), (self.size, 'light')):
            with self.subTest(size=size):
                self.resize(*size)
                self.prefer(prefers_color_scheme=scheme)
                self.two_frames()
                self.assertEqual(self.driver.execute_async_script(RUN), [])

    def test_with_scores_and_mistakes(self):
        self.open('#4453443')
        self.check(lambda: self.count('#graph .bar') == 8 and all(self.chips()))

    def test_while_bounds_are_known(self):
        self.open('#9x7/55')
        self.check(lambda: 'positions so far' in self.text('verdict'))

    def test_the_first_screen(self):
        self.open()
        self.js('localStorage["fourscore.games"] = "2026-01-02 1 0 4152637";'
                'localStorage["fourscore.tally"] = "1,0,0"')
        self.open()
        self.check(lambda: self.get('record').is_displayed())

    def test_menus(self):
        self.open('#44')
        for menu in ('open-menu', 'share-menu', 'on-menu'):  # each closes the one before
            self.js('document.getElementById(arguments[0]).togglePopover(true)', menu)
            self.check(lambda: self.get(menu).is_displayed())

    def test_while_a_game_is_played_and_after_it(self):
        self.start('1')
        self.check()
        self.click('menu')
        self.click('two')
        self.play('1212121')
        self.check()

    def test_with_side_lines(self):
        self.open('#44(53{why not}3)(6)5(1)3@3')
        self.check(lambda: self.count('#graph .bar') == 5)

    def test_with_an_explanation(self):
        self.open('#65157677365444755544772613116332')
        self.click('why')
        self.wait(lambda: self.get('walk').is_displayed(), 'the explanation')
        self.press(Keys.ARROW_RIGHT)
        self.check(lambda: self.count('.sign') > 2)

    def test_with_an_error_and_a_hint(self):
        self.open('#study')
        self.submit('48')
        self.wait(lambda: self.text('problem'), 'the error')
        self.press(Keys.ESCAPE)
        self.click('hint')
        self.check(lambda: self.count('.hint') == 1)

    def test_while_a_position_is_set_up(self):
        self.open('#44')
        self.click('set-up')
        self.check(lambda: self.get('setup').is_displayed())

    def test_with_a_puzzle(self):
        self.open('#puzzle/2026-11-22')
        self.check(lambda: self.text('verdict').startswith('Puzzle'))


class Contrast(Page):
    """Of the stones, which axe does not see: at least 3 to 1 (WCAG 1.4.11)."""

    def luminance(self, variable):
        colour = self.js('const probe = document.createElement("i");'
                         'probe.style.color = `var(${arguments[0]})`;'
                         'document.body.append(probe);'
                         'const found = getComputedStyle(probe).color;'
                         'probe.remove(); return found', variable)
        parts = [int(part) / 255 for part in colour[4:-1].split(',')]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                  for part in parts]
        return sum(weight * part for weight, part in
                   zip((0.2126, 0.7152, 0.0722), linear))

    def test_stones_and_their_shapes(self):
        for scheme in ('light', 'dark'):
            self.prefer(prefers_color_scheme=scheme)
            self.open()
            for one, other in (('--red', '--hole'), ('--yellow', '--hole'),
                               ('--red-mark', '--red'), ('--yellow-mark', '--yellow'),
                               ('--frame-name', '--frame')):
                low, high = sorted((self.luminance(one), self.luminance(other)))
                least = 4.5 if one == '--frame-name' else 3
                self.assertGreaterEqual((high + 0.05) / (low + 0.05), least,
                                        f'{one} on {other}, {scheme}')

    def test_sides_differ_in_shape(self):
        self.open('#12')
        shapes = self.js('return ["red-stone", "yellow-stone"].map(name => '
                         'document.querySelector(`#${name} [class$=mark]`).tagName)')
        self.assertNotEqual(*shapes)
