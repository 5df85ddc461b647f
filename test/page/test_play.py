"""The board: playing with mouse, finger and keyboard."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys

from browser import Page


class Play(Page):
    def test_clicks_drop_stones(self):
        for motion, animation in (('no-preference', 'drop'), ('reduce', 'none')):
            self.prefer(prefers_reduced_motion=motion)
            self.open()
            self.assertEqual(self.text('turn'), 'Red to move')
            self.assertEqual(self.get('live').get_attribute('aria-live'), 'polite')
            for column in (4, 4, 3):
                self.columns()[column - 1].click()  # by the driver, as a mouse does
            self.assertEqual(self.address(), '#443')
            self.assertEqual(self.text('turn'), 'Yellow to move')
            self.assertEqual(self.count('.stone [href="#red-stone"]'), 2)
            self.assertEqual(self.count('.stone [href="#yellow-stone"]'), 1)
            self.assertEqual(len(self.moves()), 3)
            self.assertEqual(self.js('return getComputedStyle(document.querySelector('
                                     '".stone")).animationName'), animation)

    def test_marks(self):
        """the last stone, the winning four, and where a stone would come to rest"""
        def centres(selector):
            return self.js('return [...document.querySelectorAll(arguments[0])].map(one => {'
                           '  const {x, y, width, height} = one.getBoundingClientRect();'
                           '  return [x + width / 2, y + height / 2].map(Math.round).join(); })', selector)

        def ghost():
            return [self.js('return document.querySelector(".ghost")?.getAttribute("href")'), *centres('.ghost')]

        self.open('#443')
        holes = centres('.rim')
        self.assertEqual(centres('.last'), [holes[2]])
        self.assertEqual(self.js('return document.querySelector(".last").parentElement.className.baseVal'), 'stone')
        ActionChains(self.driver).move_to_element(self.columns()[4]).perform()
        colour, place = ghost()
        self.press('5')
        self.assertEqual((colour, [place]), ('#yellow-stone', centres('.stone use')[-1:]))
        self.assertEqual((ghost()[0], centres('.last')), ('#red-stone', [holes[4]]))
        self.press('5', '5', '5', '5', '5')  # it is full
        self.assertEqual(ghost(), [None])
        self.press(Keys.ARROW_LEFT)
        self.assertEqual(ghost()[0], '#red-stone')
        ActionChains(self.driver).move_to_element(self.get('turn')).perform()
        self.assertEqual(ghost(), [None])
        self.open('#4152637')
        self.assertEqual(self.js('return document.getElementById("turn-stone").getAttribute("href")'), '#red-stone')
        # One mark: from the first stone of the four to the last one.
        self.assertEqual([self.count('.four'), self.count('.last'), self.count('.won')], [1, 0, 0])
        ends = self.js('const four = document.querySelector(".four"), {a, d, e, f} = four.getScreenCTM();'
                       'return [[four.x1, four.y1], [four.x2, four.y2]].map(([x, y]) => [a * x.baseVal.value + e,'
                       '  d * y.baseVal.value + f].map(Math.round).join())')
        for end, hole in zip(ends, (holes[3], holes[6])):
            for one, other in zip(end.split(','), hole.split(',')):
                self.assertAlmostEqual(int(one), int(other), delta=2)

    def test_taps_drop_stones(self):
        self.open()
        self.js('addEventListener("pointerdown", () => {'
                '  window.ghosts = document.querySelectorAll(".ghost").length; })')
        for column in (3, 3):
            finger = ActionBuilder(self.driver, mouse=PointerInput(POINTER_TOUCH, 'finger'))
            finger.pointer_action.move_to(self.columns()[column - 1], 0, 20).pointer_down().pointer_up()
            finger.perform()
            self.assertEqual(self.js('return ghosts'), 0)  # which is for the mouse
        self.wait_address('#33')

    def test_all_controls_work_with_the_keyboard_alone(self):
        self.open('#44')
        self.wait(lambda: self.get('review').is_displayed() and not self.get('learn').is_displayed(),
                  'the review, which finds no mistake')
        seen = []
        for _ in range(60):
            self.press(Keys.TAB)
            name = self.js('const e = document.activeElement; return e.id ||'
                           'e.className || e.tagName')
            if name in seen and name not in ('column', 'move red') or name == 'BODY':
                break
            seen.append(name)
            outline = self.js('return getComputedStyle('
                              'document.activeElement).outlineStyle')
            self.assertNotEqual(outline, 'none', name)
        for name in ('column', 'menu', 'new', 'undo', 'hint', 'size', 'scores', 'on',
                     'sharing', 'opening', 'move red', 'move yellow', 'first', 'back', 'comment'):
            self.assertIn(name, seen)

    def test_the_focus_is_not_lost_with_the_button_that_had_it(self):
        self.open()
        for name in ('level-1', 'menu', 'study'):
            self.js('document.getElementById(arguments[0]).focus()', name)
            self.press(Keys.ENTER)
            self.wait(lambda: not self.get(name).is_displayed(), 'the next screen')
            self.assertRegex(self.focus(), '^level-1$' if name == 'menu' else '^Column ')
        self.columns()[6].click()
        self.submit('d1')
        self.wait_address('#4')
        self.assertRegex(self.focus(), '^Column g. Empty')  # with a score, if that was found

    def test_how_to_play(self):
        self.open()
        self.all('#rules summary')[0].click()
        self.wait(lambda: self.count('#rules figure') == 3, 'the pictures')
        self.assertEqual([self.count('#rules .four'), self.count('#rules use')], [1, 4 + 11 + 42])
