"""The board in other pages: embed.html and <fourscore-board>; and the page as an app."""

import unittest

from selenium.webdriver.common.keys import Keys

from browser import IS_FIREFOX, PHONE, Page
from test_scores import scores

BOARD = 'const board = document.querySelector("fourscore-board");'
# The text of the score in each column.
CHIPS = BOARD + '''return [...board.shadowRoot.querySelectorAll(".chip")].map(
    (chip) => chip.title)'''


class Embedded(Page):
    def frame(self, address):
        self.driver.get('about:blank')
        self.driver.get(f'{self.server.url}embed.html{address}')
        self.wait(lambda: self.stones() is not None, 'the board')

    def stones(self):
        return self.js(BOARD + 'return board.shadowRoot?.querySelectorAll(".stone").length')

    def status(self):
        return self.js(BOARD + 'return board.shadowRoot.querySelector("[role=status]").textContent')

    def wait_stones(self, count):
        self.wait(lambda: self.stones() == count, f'{count} stones')

    def test_a_game_in_a_frame(self):
        self.frame('#32164625')
        self.wait_stones(8)
        self.wait(lambda: self.js(CHIPS) == scores('32164625'), 'the scores')
        self.assertEqual(self.status(), 'Yellow plays e1. Red to move. Red wins with 7 more red moves.')
        self.click('back')
        self.wait_stones(7)
        self.wait(lambda: self.js(CHIPS) == scores('3216462'), 'the scores before')
        self.assertTrue(self.get('whole').get_attribute('href').endswith('/some/path/#32164625@7'))
        self.click('first')
        self.wait_stones(0)
        self.click('last')
        self.wait_stones(8)
        self.js('location.hash = "#1212"')
        self.wait_stones(4)
        self.resize(*PHONE)
        self.assertTrue(self.js('return document.documentElement.scrollWidth <= innerWidth'))

    def test_the_board_fills_its_frame(self):
        for size, options, width in (((480, 560), '', 420), ((300, 330), '', 200), ((700, 500), '', 340),
                                     ((700, 300), '', 160), ((700, 300), '?scores=off', 190)):
            if IS_FIREFOX and size[0] < 480:
                continue  # its windows are wider
            with self.subTest(size=size, options=options):
                self.resize(*size)
                self.frame(f'{options}#32164625')
                self.wait(lambda: all(self.js(CHIPS)) != bool(options), 'the scores')
                drawn = self.js(BOARD + 'return board.shadowRoot.querySelector(".drawing").getBoundingClientRect().width')
                self.assertGreaterEqual(drawn, width)
                self.assertEqual(self.js('''const {scrollWidth, scrollHeight} = document.documentElement;
                    return [scrollWidth - innerWidth, scrollHeight - innerHeight]'''), [0, 0])
                self.assertEqual(self.js(BOARD + '''return [...board.shadowRoot.querySelectorAll(".chip")].filter(
                    ({scrollWidth, clientWidth}) => scrollWidth > clientWidth).length'''), 0)

    @unittest.skipIf(IS_FIREFOX, 'its driver does not look into such a frame')
    def test_a_frame_without_scripts_says_why(self):
        with open(f'{self.server.root.name}/frame.html', 'w', encoding='utf-8') as file:
            file.write('<link rel="icon" href="data:,">'
                       '<iframe sandbox="allow-scripts" src="some/path/embed.html#44"></iframe>')
        self.driver.get(self.server.url.replace('some/path/', 'frame.html'))
        self.driver.switch_to.frame(0)
        self.addCleanup(self.driver.switch_to.default_content)
        board = self.all('fourscore-board')[0]
        self.wait(lambda: 'allow-scripts allow-same-origin' in board.text, 'the reason')
        self.assertFalse(self.get('first').is_displayed())
        self.console()  # Chromium says the same

    def test_keys(self):
        self.frame('#44')
        self.js(BOARD + 'board.shadowRoot.querySelector(".column").focus()')
        for key, stones in (('a', 3), ('7', 4), (Keys.ARROW_LEFT, 3), (Keys.HOME, 0), (Keys.ARROW_RIGHT, 1),
                            (Keys.END, 4), ('x', 4)):
            self.press(key)
            self.wait_stones(stones)

    def test_side_lines_and_options(self):
        self.frame('?scores=off&theme=dark#44(35)53@2')
        self.wait_stones(2)
        self.assertRegex(self.get('whole').get_attribute('href'), r'#44\(35\)53@2$')
        self.assertEqual(self.js(CHIPS), 7 * [''])
        back = ('return ["body", "fourscore-board"].map(name => '
                '  getComputedStyle(document.querySelector(name)).backgroundColor)')
        self.assertEqual(self.js(back), 2 * ['rgb(16, 19, 29)'])
        self.frame('?theme=light#44')
        self.assertEqual(self.js(back), 2 * ['rgb(244, 245, 250)'])

    def test_a_wrong_game_is_explained(self):
        for address in ('#4x', '#99x99/4', '#4444444'):
            with self.subTest(address=address):
                self.frame(address)
                self.wait(lambda: len(self.status()) > 20, 'an explanation')
                self.assertEqual(self.stones(), 0)

    def test_events(self):
        self.frame('#44')
        self.wait_stones(2)
        self.js(BOARD + '''window.told = [];
            for (const type of ["move", "change", "scores"])
                board.addEventListener(type, (event) => {
                    told.push([type, event.detail.position ?? event.detail.moves ?? event.detail.address]);
                    if (event.detail.column === 7) event.preventDefault();
                });
            board.play(7); board.play(8); board.play(4);''')
        self.wait(lambda: 'scores' in [kind for kind, _ in self.js('return told')], 'the scores')
        self.assertEqual(self.js('return told'), [
            ['move', '447'], ['move', '444'], ['change', '7x6/444@3'], ['scores', '444']])
        self.js(BOARD + 'board.setAttribute("locked", ""); board.shadowRoot.querySelector(".column").click()')
        self.two_frames()
        self.assertEqual(self.stones(), 3)
        self.js(BOARD + 'board.position = "4453"; board.ply = 2')
        self.wait_stones(2)

    def test_the_page_can_be_installed(self):
        self.open()
        self.assertEqual(self.cdp('Page.getAppManifest')['errors'], [])
        self.wait(lambda: self.cdp('Page.getInstallabilityErrors')['installabilityErrors'] == [],
                  'no reason against it')
