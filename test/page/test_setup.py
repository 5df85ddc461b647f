"""Setting up a position by clicking."""

from selenium.webdriver.common.action_chains import ActionChains

from browser import DESKTOP, PHONE, Page, SIDE


class Setup(Page):
    def begin(self):
        self.open()
        self.all('#home [popovertarget=open-menu]')[0].click()
        self.get('set-up').click()
        self.assertEqual(self.text('verdict'), 'Choose a colour, then tap the columns.')

    def put(self, stone, columns):
        self.press_all(self.all(f'#stones [value="{stone}"]'))
        self.play(columns)

    def test_a_position_is_studied(self):
        self.begin()
        self.put(1, '445')
        self.put(2, '3')
        self.assertRegex(self.text('verdict'), '^Red has 3 stones and Yellow 1. ')
        self.put(2, '44')
        self.assertEqual((self.text('turn'), self.text('verdict')), ('Red to move', ''))
        self.assertEqual(self.text('live'), 'Yellow at d4.')
        self.put(1, '2')
        self.assertEqual(self.text('turn'), 'Yellow to move')
        self.put(0, '2')
        self.assertEqual((self.text('turn'), self.text('live')), ('Red to move', 'b1 is empty.'))
        self.get('finish').click()
        self.wait(lambda: self.address().startswith('#') and all(self.chips()), 'scores')
        self.assertEqual(sorted(self.address()[1:]), list('344445'))
        self.assertEqual([self.count(f'.stone [href="#{colour}-stone"]') for colour in ('red', 'yellow')], [3, 3])
        self.assertTrue(self.text('verdict').startswith('The order of these stones is not known'))
        self.js('history.back()')
        self.wait(lambda: self.count('.stone') == 0, 'what was there before')

    def test_what_cannot_be(self):
        """is refused in words, and can be mended"""
        self.begin()
        self.put(1, '1234')
        self.put(2, '1234')
        self.assertRegex(self.text('verdict'), '^Both have four in a row')
        self.get('finish').click()
        self.assertRegex(self.text('verdict'), '^Both have four in a row')
        self.get('clear').click()
        self.assertEqual((self.count('.stone'), self.text('verdict')), (0, ''))
        self.put(2, '1')  # on which no red stone can have been before
        self.put(1, '1')
        self.get('finish').click()
        self.wait(lambda: self.text('verdict').startswith('No game leads to this position'), 'the answer')
        self.put(0, '111')
        self.assertEqual(self.text('verdict'), 'Column a is empty.')
        self.put(1, '1111111')
        self.assertEqual(self.text('verdict'), 'Column a is full.')
        self.get('cancel').click()
        self.assertEqual((self.count('.stone'), self.js('return document.body.dataset.mode')), (0, 'study'))

    def test_it_begins_with_the_position_that_is_shown(self):
        self.resize(*PHONE)
        self.open('#8x7/4453')
        self.get('opening').click()
        self.get('set-up').click()
        self.assertEqual(self.count('.stone'), 4)
        for size in (PHONE, SIDE, DESKTOP):
            self.resize(*size)
            self.js('scrollTo(0, 0)')
            bottom = self.js('return document.getElementById("setup").getBoundingClientRect().bottom')
            self.assertLessEqual(bottom, size[1])
        self.put(2, '8')
        ActionChains(self.driver).move_to_element(self.columns()[0]).perform()
        self.assertEqual(self.js('return document.querySelector(".ghost")?.getAttribute("href")'), '#yellow-stone')
        self.put(1, '7')
        self.get('finish').click()
        self.wait(lambda: len(self.address()) == len('#8x7/445387'), 'the position')
