"""The board: playing with mouse, finger and keyboard, and what is seen and heard."""

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, LARGE, PHONE, Page, ProgramServer, SIDE, SMALL


class Play(Page):
    def test_clicks_drop_stones(self):
        self.open()
        self.assertEqual(self.text('turn'), 'Red to move')
        self.play('443')
        self.assertEqual(self.address(), '#443')
        self.assertEqual(self.text('turn'), 'Yellow to move')
        self.assertEqual(self.count('.stone'), 3)
        self.assertEqual(self.count('.stone [href="#red-stone"]'), 2)
        self.assertEqual(self.count('.stone [href="#yellow-stone"]'), 1)
        self.assertEqual(len(self.moves()), 3)

    def test_taps_drop_stones(self):
        self.cdp('Emulation.setTouchEmulationEnabled', enabled=True)
        self.open()
        for column in (3, 3):
            box = self.columns()[column - 1].rect
            point = {'x': box['x'] + box['width'] / 2,
                     'y': box['y'] + box['height'] * 0.7}
            self.cdp('Input.dispatchTouchEvent', type='touchStart',
                     touchPoints=[point])
            self.cdp('Input.dispatchTouchEvent', type='touchEnd', touchPoints=[])
        self.wait_address('#33')

    def test_digits_play_and_u_takes_back(self):
        self.open()
        self.press('4', '4', '5')
        self.assertEqual(self.address(), '#445')
        self.press('u')
        self.assertEqual(self.address(), '#44')
        self.press('u', 'u', 'u')
        self.assertEqual(self.address(), '')
        self.assertEqual(self.count('.stone'), 0)

    def test_digits_play_after_a_choice_with_the_mouse(self):
        self.open()
        self.js('const select = document.getElementById("size"); select.focus(); select.value = "6x5";'
                'select.dispatchEvent(new Event("pointerdown"));'
                'select.dispatchEvent(new Event("change"))')
        self.press('4', '4')
        self.assertEqual(self.address(), '#6x5/44')
        # With the keyboard the focus stays.
        self.js('document.getElementById("size").focus()')
        self.press(Keys.ARROW_DOWN)
        self.assertEqual(self.js('return document.activeElement.id'), 'size')

    def test_the_start_says_how_to_play_against_the_computer(self):
        self.open()
        self.assertTrue(self.get('start').is_displayed())
        self.click('choose')
        self.assertEqual(self.js('return document.activeElement.id'), 'opponent')
        self.choose('opponent', '1')
        self.assertFalse(self.get('start').is_displayed())
        self.choose('opponent', '0')
        self.assertTrue(self.get('start').is_displayed())
        self.press('4')
        self.assertFalse(self.get('start').is_displayed())

    def test_arrows_choose_and_enter_plays(self):
        self.open()
        self.press(Keys.ARROW_LEFT)
        self.assertRegex(self.focus(), '^Column c')
        self.press(Keys.ENTER)
        self.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ENTER)
        self.press(Keys.ARROW_LEFT, Keys.ENTER)
        self.assertEqual(self.address(), '#317')

    def test_all_controls_work_with_the_keyboard_alone(self):
        self.open('#44')
        seen = []
        for _ in range(60):
            self.press(Keys.TAB)
            name = self.js('const e = document.activeElement; return e.id ||'
                           'e.className || e.tagName')
            if name in seen and name != 'move red' or name == 'BODY':
                break
            seen.append(name)
            outline = self.js('return getComputedStyle('
                              'document.activeElement).outlineStyle')
            self.assertNotEqual(outline, 'none', name)
        for name in ('column', 'new', 'undo', 'hint', 'flip', 'opponent', 'size',
                     'scores', 'move red', 'move yellow', 'first', 'back', 'text'):
            self.assertIn(name, seen)

    def test_the_last_move_and_the_winning_four_are_marked(self):
        self.open('#121212')
        self.assertEqual(self.count('.last'), 1)
        self.assertEqual(self.count('.won'), 0)
        self.play('1')
        self.assertEqual(self.count('.won'), 4)
        self.assertEqual(self.count('.four'), 1)
        self.assertEqual(self.text('turn'), 'Red has won with move 7')
        self.play('3')
        self.assertEqual(self.address(), '#1212121')

    def test_screen_readers_hear_moves_and_the_result(self):
        self.open()
        self.assertEqual(self.get('live').get_attribute('aria-live'), 'polite')
        self.set_switch('scores', False)
        self.play('4')
        self.assertEqual(self.text('live'), 'Red plays d1. Yellow to move')
        self.open('#121212')
        self.play('1')
        self.assertEqual(self.text('live'),
                         'Red plays a4. Red has won with move 7')

    def test_the_address_carries_the_game(self):
        self.open('#4453')
        self.assertEqual(self.count('.stone'), 4)
        self.js('location.hash = "#8x7/81"')
        self.wait(lambda: len(self.columns()) == 8, 'the board 8x7')
        self.assertEqual(self.count('.stone'), 2)
        self.open('#445344@2')
        self.assertEqual(self.count('.stone'), 2)
        self.assertEqual(len(self.moves()), 6)

    def test_the_address_of_the_tutorial(self):
        self.open('?pos=4453')
        self.assertEqual(self.count('.stone'), 4)
        self.assertEqual(self.address(), '#4453')
        self.assertEqual(self.js('return location.search'), '')


class PlayOnPhone(Play):
    size = PHONE


class PlayServed(Play):
    Server = ProgramServer


class Board(Page):
    def test_single_keys_can_be_switched_off(self):
        self.open()
        self.js('document.querySelector("details").open = true')
        self.set_switch('keys', False)
        self.press('4')
        self.assertEqual(self.address(), '')
        self.js('document.activeElement.blur()')
        self.press('4')
        self.assertEqual(self.address(), '')
        self.columns()[0].click()
        self.press('4')  # on the board they always work
        self.assertEqual(self.address(), '#14')

    def test_typing_in_the_text_does_not_play(self):
        self.open()
        self.get('text').send_keys('445u')
        self.assertEqual(self.address(), '')

    def test_a_full_column_is_refused(self):
        self.open('#444444')
        self.assertEqual(self.columns()[3].get_attribute('aria-disabled'), 'true')
        self.play('4')
        self.assertEqual(self.address(), '#444444')
        self.assertEqual(self.text('verdict'), 'Column d is full.')
        self.press('9')
        self.assertEqual(self.text('verdict'), 'There is no column i.')

    def test_a_full_board_is_a_draw(self):
        # Of the 4x4 board, played without a four.
        self.open('#4x4/2222333311144414')
        self.assertEqual(self.text('turn'), 'The game is a draw')
        self.assertEqual(self.count('.stone'), 16)
        self.assertTrue(self.get('hint').get_property('disabled'))

    def test_screen_readers_hear_the_columns(self):
        self.open('#443')
        label = self.columns()[3].get_attribute('aria-label')
        self.assertRegex(label, r'^Column d\. From below: red, yellow')
        self.assertRegex(self.columns()[0].get_attribute('aria-label'),
                         r'^Column a\. Empty')

    def test_stones_fall(self):
        self.open()
        self.play('4')
        self.assertEqual(self.js('return getComputedStyle(document.querySelector('
                                 '".stone")).animationName'), 'drop')

    def test_stones_do_not_fall_for_people_who_want_no_motion(self):
        self.prefer(prefers_reduced_motion='reduce')
        self.open()
        self.play('4')
        self.assertEqual(self.js('return getComputedStyle(document.querySelector('
                                 '".stone")).animationName'), 'none')

    def test_new_game_and_flip(self):
        self.open('#1223')
        self.click('flip')
        self.assertEqual(self.address(), '#7665')
        self.click('new')
        self.assertEqual(self.address(), '')
        self.assertEqual(self.count('.stone'), 0)

    def test_other_boards(self):
        self.open()
        for name in ('4x4', '9x7', '4x7', '9x4'):
            width, height = name.split('x')
            self.choose('size', name)
            self.assertEqual(len(self.columns()), int(width))
            self.assertEqual(self.count('.rim'), int(width) * int(height))
            self.play(width)
            self.assertEqual(self.address(), f'#{name}/{width}')

    def test_a_bad_address_is_explained(self):
        self.open('#4448')
        self.wait_text('verdict', "The address has no game: Character 4: '8' is not a "
                       'column, expected 1 to 7 or a to g.')
        self.open('#10x10/11')
        self.assertIn("board '10x10' does not exist here, expected 4x4 to 9x7",
                      self.text('verdict'))

    def test_the_link_can_be_copied(self):
        self.open('#4453')
        self.cdp('Browser.grantPermissions', origin=self.js('return location.origin'),
                 permissions=['clipboardReadWrite', 'clipboardSanitizedWrite'])
        self.click('share')
        self.wait_text('copied', 'The link is copied.')
        self.assertEqual(self.driver.execute_async_script(
            'const done = arguments[0]; navigator.clipboard.readText().then(done,'
            ' error => done(String(error)))'), f'{self.server.url}#4453')


class BoardOnPhone(Board):
    size = PHONE


class Layout(Page):
    def fits(self):
        return self.js(
            'const board = document.getElementById("board").getBoundingClientRect();'
            'return document.documentElement.scrollWidth <= innerWidth &&'
            'board.left >= 0 && board.right <= innerWidth &&'
            '[...document.querySelectorAll(".column, .actions button")].every(e => {'
            '  const {width, height} = e.getBoundingClientRect();'
            '  return width >= 24 && height >= 24; })')

    def test_the_page_fits_all_windows(self):
        for address in ('#4453', '#9x7/123456789', '#4x4/12', '#4x7/12'):
            self.open(address)
            for size in (SMALL, PHONE, SIDE, DESKTOP, LARGE):
                with self.subTest(size=size, address=address):
                    self.resize(*size)
                    self.assertTrue(self.fits())

    def test_the_board_and_its_buttons_are_in_view(self):
        for address in ('#4453', '#9x7/12', '#4x7/12'):
            self.open(address)
            for size in (PHONE, SIDE, DESKTOP, LARGE):
                with self.subTest(size=size, address=address):
                    self.resize(*size)
                    bottom = self.js('return document.querySelector(".actions")'
                                     '.getBoundingClientRect().bottom')
                    self.assertLessEqual(bottom, size[1])

    def test_the_board_grows_with_the_window(self):
        widths = []
        self.open('#4453')
        for size in (SMALL, DESKTOP, LARGE):
            self.resize(*size)
            widths.append(self.get('board').rect['width'])
        self.assertLess(widths[0] * 1.5, widths[1])
        self.assertLess(widths[1] * 2, widths[2])
