"""What buttons, fields and keys do in each state of the page, and what screen readers are told.
In place of the Worker there is one that answers what the test wants."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import Page
from test_puzzle import answer

WORKER = '''
    const exact = (score) => ({lower: score, upper: score});
    window.found = (score, best) => ({answer: {
        score: exact(score), moves: Array(7).fill(exact(score)), best, stopped: false}});
    window.asked = [];
    window.cancelled = [];
    // By kind; without one, a question is open until the test answers it.
    window.answers = {columns: found(1, [4]), line: {answer: []}, review: {answer: null}};
    window.Worker = class extends EventTarget {
        constructor() {
            super();
            window.worker = this;
            setTimeout(() => this.say({id: 0, answer: {version: '1', vectors: true}}));
        }
        postMessage({id, kind, question, cancel, bytes}) {
            if (cancel)
                cancelled.push(cancel);
            else if (kind)
                asked.push({...question, id, kind});
            else
                this.bytes = bytes ? bytes.byteLength : 'none';
            if (answers[kind])
                setTimeout(() => this.say({id, ...answers[kind]}));
        }
        say(data) {
            this.dispatchEvent(new MessageEvent('message', {data}));
        }
    };'''

# Time that is over when the test says so.
CLOCK = 'AbortSignal.timeout = (time) => (window.late = Object.assign(new AbortController(), {time})).signal'

# What can be used, in order; with "-" what cannot be used now.
SHOWN = '''return [...document.querySelectorAll('#play [id], .panels [id]')].filter((one) =>
    one.matches('button, select, input, textarea') && one.checkVisibility()).map(
    ({id, disabled}) => (disabled ? '-' : '') + id).join(' ')'''


class Controls(Page):
    def setUp(self):
        super().setUp()
        self.inject(WORKER)

    def visit(self, address, state=None):
        """Go to an address, as with the browser's buttons or by hand."""
        self.js('history.pushState(arguments[1], "", "#" + arguments[0]);'
                'dispatchEvent(new PopStateEvent("popstate"))', address, state)
        self.two_frames()

    def answer(self, kind, answer):
        """Answer the last question, which is open, and those to come."""
        self.js(f'answers.{kind} = {answer};'
                f'const last = asked.findLast((one) => one.kind === "{kind}");'
                f'if (last) worker.say({{id: last.id, ...answers.{kind}}})')

    def kinds(self):
        """The kinds of the questions since the last call."""
        return self.js('return asked.splice(0).map(({kind}) => kind)')

    def listen(self):
        """Keep what screen readers are told in 'said'."""
        self.js('window.said = []; new MutationObserver((records) => said.push(...records.map('
                '({addedNodes: [node]}) => node.data))).observe(document.getElementById("live"), {childList: true})')

    def settle(self):
        """Wait until all is asked about a game that is studied."""
        self.wait(lambda: self.js('return asked.at(-1)?.kind') == 'review', 'all questions')

    def labels(self, selector):
        return self.js('return [...document.querySelectorAll(arguments[0])].map('
                       'one => one.ariaLabel)', selector)

    # ------------------------------------------------------------------ controls

    def test_what_can_be_used(self):
        settings = 'scores numbers sound'
        review, game = f'comment size opening {settings}', f'red yellow clock size {settings}'
        self.open()
        self.assertEqual(self.js(SHOWN), '')
        self.assertEqual(self.kinds(), [])  # nobody has asked for scores
        for address, state, controls in (
                ('study', None, f'why -first -back -forward -last menu new -undo hint on sharing {review}'),
                ('4', None, f'why first back -forward -last menu new undo hint learn on sharing {review}'),
                ('4@0', None, f'why -first -back forward last menu new -undo hint learn on sharing {review}'),
                ('44(5)@2', None, f'why first back -forward -last menu new undo hint learn on sharing {review}'),
                ('44(5)@3', None, f'why first back -forward -last menu new undo hint learn on sharing '
                 f'{review.replace("size", "promote size")}'),
                ('1212121', None, f'why first back -forward -last menu new undo -hint learn sharing {review}'),
                ('', {'mode': 'play', 'players': [0, 0]}, f'-first -back -forward -last menu new -undo hint look {game}'),
                ('44', {'mode': 'play', 'players': [0, 2]}, f'first back -forward -last menu new undo hint look {game}'),
                ('4', {'mode': 'play', 'players': [0, 2]}, f'first back -forward -last menu new undo -hint look {game}'),
                ('1212121', {'mode': 'play', 'players': [0, 2]},
                 f'why first back -forward -last rematch decided menu undo sharing {game}'),
                ('44', {'mode': 'play', 'players': [0, 0], 'late': 1},
                 f'why first back -forward -last rematch decided menu -undo sharing {game}')):
            with self.subTest(address=address, state=state):
                self.visit(address, state)
                self.assertEqual(self.js(SHOWN), controls)
                self.assertEqual(self.text('undo'), 'Delete' if state is None else 'Undo')
        self.visit('puzzle/1')
        self.wait_puzzle(1)
        self.assertEqual(self.js(SHOWN), 'first back -forward -last menu -undo hint next -play-out')

    def test_keys(self):
        self.open('#study')
        self.js('addEventListener("keydown", (event) => window.isUsed = event.defaultPrevented)')
        self.press('4')
        self.assertEqual(self.address(), '#4')
        for name in ('text', 'size', 'comment'):
            self.js('document.getElementById("open-menu").togglePopover(arguments[0] === "text");'
                    'document.getElementById(arguments[0]).focus()', name)
            self.press('b')
        self.js('document.activeElement.blur()')
        for key in (Keys.CONTROL, Keys.ALT, Keys.META):
            ActionChains(self.driver).key_down(key).send_keys('c').key_up(key).perform()
        self.press('0', 'x')
        self.assertEqual(self.address(), '#4%7Bb%7D')
        self.js('document.getElementById("scores").focus()')
        for key, address in (
                ('d', '#4%7Bb%7D4'), ('u', '#4%7Bb%7D'), (Keys.HOME, '#4%7Bb%7D@0'), ('4', '#4%7Bb%7D'),
                ('4', '#4%7Bb%7D4'), ('7', '#4%7Bb%7D47'), (Keys.ARROW_LEFT, '#4%7Bb%7D47@2'),
                ('1', '#4%7Bb%7D47(1)@4'), (Keys.ARROW_UP, '#4%7Bb%7D47(1)'), (Keys.ARROW_DOWN, '#4%7Bb%7D47(1)@4')):
            self.press(key)
            self.assertEqual(self.address(), address)
        # Keys that mean something do not scroll the page; there is no line below.
        for key, is_used in (Keys.ARROW_DOWN, False), (Keys.ARROW_LEFT, True), (Keys.ARROW_RIGHT, True):
            self.press(key)
            self.assertEqual(self.js('return isUsed'), is_used)
        self.press(Keys.ARROW_DOWN)
        self.click('promote')
        self.assertEqual(self.address(), '#4%7Bb%7D41(7)')
        self.press('h')
        self.assertEqual(self.text('verdict'), 'There is no column h.')
        self.press('n')
        self.assertEqual((self.address(), self.text('verdict')),
                         ('#study', 'The browser’s “back” returns to the game before.'))
        self.js('history.back()')
        self.wait_address('#4%7Bb%7D41(7)')
        self.visit('1212121', {'mode': 'play', 'players': [0, 0]})
        self.press('n')  # after the end
        self.assertEqual((self.count('.stone'), self.text('turn')), (0, 'Red to move'))
        self.visit('study')
        self.press('u', '?')
        self.assertTrue(self.get('keys').is_displayed())
        self.assertEqual(self.js('return document.activeElement.parentElement.id'), 'help')
        self.click('keys')
        self.driver.refresh()
        self.press('4')
        self.assertEqual(self.address(), '#study')
        self.columns()[1].send_keys('4')
        self.assertEqual(self.address(), '#4')

    def test_columns_that_cannot_be_played(self):
        self.open('#444444')
        self.press('4')
        self.assertEqual(self.text('verdict'), 'Column d is full.')
        self.visit('1212121')
        self.press('3')
        self.assertEqual((self.address(), self.text('turn'), self.text('verdict')),
                         ('#1212121', 'Red has won', ''))

    def test_lists_and_switches(self):
        """Every setting is there, and what is chosen is kept."""
        self.open()
        options = self.js('return Object.fromEntries([...document.querySelectorAll("select")].map('
                          'one => [one.id, [...one.options].map(({text}) => text)]))')
        levels = ['1: Beginner', '2: Casual', '3: Club player', '4: Expert', '5: Perfect']
        self.assertEqual(options, {
            'red': ['a person', *levels],
            'yellow': ['a person', *levels],
            'speed': ['slow', 'normal', 'fast'],
            'clock': ['no clock', '1 minute each', *(f'{n} minutes each' for n in (3, 5, 10, 30))],
            'size': [f'{width} × {height}' for width in range(4, 10) for height in range(4, 8)]})
        self.assertEqual([one.text for one in self.all('#levels b')], [one[3:] for one in levels])
        switches = 'return ["scores", "numbers", "sound", "keys"].map(id => document.getElementById(id).checked)'
        self.visit('study')
        self.assertEqual(self.js(switches), [True, False, False, True])
        self.js('for (const id of ["scores", "numbers", "sound", "keys"]) document.getElementById(id).click()')
        self.driver.refresh()
        self.assertEqual(self.js(switches), [False, True, True, False])
        # Chosen by mouse, a list gives the keys back to the board.
        for is_visible, focus in ((True, 'size'), (False, '')):
            self.js('const size = document.getElementById("size"); size.focus();'
                    'size.matches = (state) => state === ":focus-visible" && arguments[0];'
                    'size.dispatchEvent(new Event("change"))', is_visible)
            self.assertEqual(self.focus(), focus)

    # ------------------------------------------------------------------- what is said

    def test_what_is_told(self):
        """what screen readers say, and what they find"""
        self.open('#study')
        self.settle()
        self.listen()
        self.js('answers.columns = found(2, [3])')
        self.kinds()
        self.press('4')
        self.settle()
        self.assertEqual(self.js('return said.splice(0)'),
                         ['Red plays d1. Yellow to move.', 'Yellow wins with 20 more yellow moves'])
        self.click('menu')
        self.click('level-2')
        self.press('4')
        self.assertEqual(self.js('return said'), ['The board is empty. Red to move.', 'The board is empty. Your turn, Red.',
                                                  'Red plays d1. Yellow is thinking …'])
        self.assertEqual(self.kinds(), ['columns', 'line', 'review', 'reply'])
        self.assertEqual(self.labels('#board [role=group], #play [role=group] [role=group] button'),
                         ['Columns of the board, 7 by 6', 'To the start', 'One move back', 'One move forward',
                          'To the end'])

    def test_what_is_shown_is_told(self):
        """Each sentence of the status is heard, and no score takes its place."""
        def check(pattern):
            self.two_frames()
            heard = [words for words in self.js('return said.splice(0)') if words]
            shown = self.text('verdict')
            self.assertRegex(shown, pattern)
            self.assertTrue(heard and heard[-1].endswith(shown), (shown, heard))

        self.open('#study')
        self.settle()
        self.listen()
        self.js('answers.read = {answer: {name: "7x6", moves: "44", isGame: false}}')
        self.submit('.......')
        self.wait_address('#44')
        check('^The order of these stones is not known')
        self.visit('444444')
        self.settle()
        self.press('4')
        check('^Column d is full')
        self.visit('puzzle/1')
        self.wait_puzzle(1)
        check('^Puzzle 1 ')
        self.play(answer(1, False))
        check(' is wrong: ')
        self.play(answer(1))
        self.wait(lambda: ' is right: ' in self.text('verdict'), 'the answer')
        check(' is right: ')
        # A review in which Red gives a win away with move 3.
        self.js('const review = (score, best) => ({score: {lower: score, upper: score}, moves: null, best,'
                '  stopped: false}); answers.columns = null; answers.review = null')
        self.visit('4453', {'mode': 'play', 'players': [0, 1], 'late': 2})
        self.click('decided')
        check('^Looking for the move that decided the game')
        self.js('const last = () => asked.findLast(({kind}) => kind === "columns");'
                'worker.say({id: last().id, ...found(-2, [3])})')
        self.settle()
        self.js('''const {id} = asked.findLast(({kind}) => kind === "review");
            [[1, [4]], [-1, [4]], [1, [4]], [2, [3]]].forEach(([score, best], ply) => worker.say({id, update: {
                moves: "4453".slice(0, ply), found: {score: {lower: score, upper: score}, moves: null, best,
                                                     stopped: false}}}))''')
        self.wait(lambda: 'was decided. Move 3' in self.text('verdict'), 'the decision')
        check('^Yellow’s time is up. Here the game was decided. Move 3, e1: you could win; after this you cannot. '
              'Better: d3\\.$')
        self.js('answers.columns = found(1, [4])')
        self.click('learn')
        check('^Red played e1 here')
        self.press('1')
        check('^a1 is not it')
        self.press('4')
        check('^d3 is right. That was the last mistake')
        self.js('document.querySelectorAll(".move")[0].click()')
        self.click('undo')
        self.assertIn('The board is empty. Red to move.', self.js('return said'))

    def test_what_the_page_says_at_the_start_stays_until_a_person_moves(self):
        self.open()
        self.hurry()
        self.js('answers.reply = {answer: {column: 4, proven: true}}')
        self.visit('1212121', {'mode': 'play', 'players': [0, 1]})
        self.click('rematch')
        self.wait_address('#4')
        self.assertEqual(self.text('verdict'), 'The sides are changed.')
        self.press('4')
        self.wait_address('#444')
        self.assertEqual(self.text('verdict'), '')

    def test_scores_of_columns(self):
        """bounds, what they look like, and what screen readers say"""
        self.open('#study')
        self.js("""const none = {lower: -Infinity, upper: Infinity};
            const bounds = (lower, upper = lower) => ({lower, upper});
            window.say = (moves, best) => answers.columns = {answer: {score: none, moves, best, stopped: true}};
            say([bounds(3), bounds(0), bounds(-2), null, none, bounds(-Infinity, -5), bounds(2, Infinity)], [1]);""")
        chips = ('return [...document.querySelectorAll(".chip")].map(one => [one.textContent, one.dataset.outcome, '
                 'one.hasAttribute("data-best"), one.parentElement.hasAttribute("data-full"), '
                 'one.parentElement.ariaDisabled === "true"])')
        self.visit('444444')
        self.settle()
        self.two_frames()
        self.assertEqual(self.js(chips), [
            ['wins in 16', 'win', True, False, False], ['draw', 'draw', False, False, False],
            ['loses in 17', 'loss', False, False, False], ['', 'none', False, True, True],
            ['', 'none', False, False, False], ['loses', 'loss', False, False, False],
            ['wins', 'win', False, False, False]])
        self.assertEqual(self.chips()[:4], ['+3', '0', '−2', ''])
        self.assertEqual(self.labels('.column')[0], 'Column a. Empty. wins in 16. Red wins with 16 more red moves. '
                         'Best move')
        self.click('numbers')
        self.assertEqual(self.labels('.column'), [
            'Column a. Empty. Score +3. Red wins with 16 more red moves. Best move',
            'Column b. Empty. Score 0. A draw with best play',
            'Column c. Empty. Score −2. Yellow wins with 17 more yellow moves',
            'Column d. From below: red, yellow, red, yellow, red, yellow, full', 'Column e. Empty',
            'Column f. Empty. Score ≤−5. Yellow wins, by move 34', 'Column g. Empty. Score ≥2. Red wins, by move 39'])
        self.js('say([[1, 3], [-3, -1], [0, 2], [-1, 2], [-2, 0], [0, 0], [0, 0]].map('
                '([lower, upper]) => ({lower, upper})), null)')
        self.visit('4')
        self.settle()
        self.two_frames()
        self.assertEqual([chip[:3] for chip in self.js(chips)][:5], [
            ['≤3 ≥1', 'win', False], ['≤−1 ≥−3', 'loss', False], ['≤2 ≥0', 'open', False], ['', 'none', False],
            ['≤0 ≥−2', 'open', False]])
        self.assertEqual([self.labels('.column')[column] for column in (0, 3)],
                         ['Column a. Empty. Score ≤3 ≥1. Yellow wins, by move 42', 'Column d. From below: red'])

    # ------------------------------------------------------------------- hints and reasons

    def test_hints(self):
        self.open('#study')
        self.js('answers.columns = found(11, [3])')
        self.visit('32164625')
        self.settle()
        self.kinds()
        self.press('t')  # the scores are known
        self.assertEqual((self.text('live'), self.count('.hint'), self.kinds()),
                         ('Hint: c2. Red wins with 7 more red moves', 1, ['review']))
        self.press('3')
        self.assertEqual(self.count('.hint'), 0)
        self.click('scores')
        self.js('answers.columns = null')
        self.visit('3216462')
        self.kinds()
        self.js(CLOCK)
        self.click('hint')
        self.assertEqual((self.text('live'), self.text('verdict')), 2 * ('Looking for the best move …',))
        self.assertEqual(self.js('return asked.map(({kind, level}) => [kind, level])'), [['columns', None], ['reply', 4]])
        self.answer('reply', '{answer: {column: 2, proven: true}}')
        self.js('worker.say({id: asked[0].id, update: {score: {lower: -3, upper: 3}, moves: null, best: null,'
                '  nodes: 3e6, stopped: false}})')
        self.wait_text('verdict', 'Looking for the best move, 3.0 million positions so far')
        # Whoever has waited for nearly ten seconds waits no longer.
        self.assertEqual(self.js('return late.time'), 9000)
        self.js('late.abort()')
        self.wait_text('live', 'Hint: b3. It is an expert’s move: the best one was not found in time.')
        self.assertTrue(self.js('return cancelled.includes(asked[0].id)'))
        # For scores, which may take longer, the search goes on.
        self.kinds()
        self.click('scores')
        self.assertEqual(self.kinds()[:1], ['columns'])
        self.click('scores')
        self.js('answers.columns = found(1, [1])')
        self.visit('112')
        self.assertEqual(self.text('verdict'), '')
        self.click('hint')
        self.wait_text('verdict', 'Hint: a3.')

    def test_why(self):
        self.open('#352344')
        state = lambda: (self.text('reasons'), self.get('explanation').is_displayed(),
                         self.get('why').get_attribute('aria-expanded'), self.focus())
        self.js('Date.now = () => 5000')
        self.click('why')
        is_heard = lambda: self.get('reasons').get_attribute('aria-busy') != 'true'
        self.assertEqual(state(), ('Looking for the reason …', True, 'true', 'explanation'))
        self.assertTrue(is_heard())
        self.assertEqual(self.js('return asked.at(-1).due'), 14000)
        self.js('worker.say({id: asked.findLast(({kind}) => kind === "explain").id, update: 2e6})')
        self.assertEqual(self.text('reasons'), 'Looking for the reason, 2.0 million positions so far')
        self.assertFalse(is_heard())  # again and again
        self.answer('explain', "{answer: {sentences: ['x wins; o does not (ox).'], reasons: []}}")
        self.wait_text('reasons', 'Red wins; Yellow does not (ox).')
        self.assertTrue(is_heard())
        for close in (lambda: self.click('close'), lambda: self.click('why'), lambda: self.press(Keys.ESCAPE)):
            close()
            self.assertEqual(state(), ('', False, 'false', 'why'))
            self.click('why')
            self.wait_text('reasons', 'Red wins; Yellow does not (ox).')
        self.press('1')
        self.assertEqual((state()[:3], self.address()), (('', False, 'false'), '#3523441'))
        self.assertEqual(self.js('return document.activeElement.className'), 'column')
        # An answer that comes too late is not shown.
        self.js('answers.explain = null')
        self.visit('35')
        self.click('why')
        self.press('1')
        self.assertTrue(self.js('return cancelled.includes(asked.findLast(({kind}) => kind === "explain").id)'))
        self.answer('explain', "{answer: {sentences: ['late'], reasons: []}}")
        self.two_frames()
        self.assertEqual(state()[:2], ('', False))
        self.js('answers.explain = {error: "no memory"}')
        self.click('why')
        self.wait_text('reasons', 'The solver failed: no memory.')
        asked = 'return asked.filter(({kind}) => kind === "explain").map(({moves, isPlayed}) => [moves, isPlayed])'
        self.js('asked.length = 0; answers.read = {answer: {name: "7x6", moves: "44", isGame: false}}')
        self.submit('.......')
        self.wait_address('#44')
        self.click('why')
        self.press('1')
        self.click('why')
        self.assertEqual(self.js(asked), [['44', False], ['441', True]])

    # ------------------------------------------------------------------- texts and addresses

    def test_texts(self):
        """what is opened by its text, and what is said of a text that cannot be read"""
        self.open('#12')
        refused = "{error: \"'h' is not a column, expected 1 to 8\", at: 0}"
        read = '{{answer: {{name: "{}", moves: {}, isGame: {}}}}}'.format
        for text, answer, problem, address in (
                ('d1 d2 e1 c1', read('7x6', '"4453"', 'true'), '', '#4453'),
                ('#8x7/4453@2', read('8x7', '"4453"', 'true'), '', '#8x7/4453@2'),
                ('.......', read('8x7', '"44"', 'false'), '', '#8x7/44'),
                ('x', read('8x7', 'null', 'false'),
                 'No game leads to this position: its stones cannot be dropped in turn.', '#8x7/44'),
                ('hello', refused, "Character 1: 'h' is not a column, expected 1 to 8.", '#8x7/44'),
                ('4', "{error: 'no memory'}", 'no memory', '#8x7/44'),
                ('9x7/4453', read('9x7', '"4453"', 'true'), '', '#9x7/4453'),
                ('12x9/44', 'null', "The board '12x9' does not exist here: expected 4x4 to 9x7.", '#9x7/4453'),
                ('8x7/44', read('8x7', '"44"', 'true'), '', '#8x7/44'),
                ('#99x9/4', 'null', "The board '99x9' does not exist here: expected 4x4 to 9x7.", '#8x7/44'),
                ('#puzzle/2026-02-30', 'null', "No puzzle: there is no puzzle '2026-02-30', expected a day such as "
                 '2026-11-22 or a number.', '#8x7/44')):
            with self.subTest(text=text):
                self.js(f'answers.read = {answer}; document.activeElement.blur()')
                self.submit(text)
                self.wait(lambda: (self.text('problem'), self.address()) == (problem, address), 'the answer')
                self.assertEqual(self.get('text').get_attribute('aria-invalid'), 'true' if problem else 'false')
                self.assertRegex(self.focus(), '^text$' if problem else '^Column ')
                if text == '.......':
                    self.assertEqual(self.text('verdict'), 'The order of these stones is not known, so their moves '
                                     'are not judged.')
        # What comes late does not take the place of what was opened since.
        self.js('answers.read = null')
        self.submit('4')
        self.two_frames()
        self.visit('12')
        self.answer('read', read('7x6', '"4"', 'true'))
        self.two_frames()
        self.assertEqual(self.address(), '#12')
        self.js('const before = fetch; window.fetch = async (...all) => {'
                '  window.fetch = before; window.first = before(...all);'
                '  await new Promise((resolve) => { window.goOn = resolve; }); return first; }')
        self.visit('puzzle/1')
        self.visit('puzzle/2')
        self.wait_puzzle(2)
        self.js('goOn()')
        self.two_frames()
        self.assertEqual(self.address(), '#puzzle/2')

    def test_addresses(self):
        self.open('?pos=11&board=8x7')
        self.assertEqual((self.address(), self.js('return location.search')), ('#8x7/11', ''))
        self.js("""answers.read = {error: "'8' is not a column, expected 1 to 7", at: 3}""")
        for address, problem in (
                ('10x10/1', "The board '10x10' does not exist here: expected 4x4 to 9x7."),
                ('7x6/4448', "Character 4: '8' is not a column, expected 1 to 7.")):
            self.visit(address)
            self.wait_text('verdict', f'The address has no game: {problem}')
        # What counts is the text of the address, not what the page makes of it.
        self.visit('44(53(6)7)5@4')
        self.assertEqual((self.address(), self.count('.stone')), ('#44(53(6)7)5@4', 3))
        self.visit('4(5)44(1)(4)@3')
        self.assertEqual(self.js('return document.querySelector(".move[aria-current=step]").textContent'), 'd2')
        # A game that was left here is played on, another one is looked at.
        state = ('return [document.body.dataset.mode, document.getElementById("yellow").value, history.state.start]')
        self.visit('44', {'mode': 'play', 'players': [0, 2], 'start': '4'})
        self.assertEqual(self.js(state), ['play', '2', '4'])
        self.visit('4455')
        self.assertEqual(self.js(state), ['study', '0', ''])
        self.visit('')
        self.assertEqual(self.js(state)[0], 'home')

    def test_links_and_failures(self):
        self.open('#44(5)53')
        self.js('navigator.clipboard.writeText = async (text) => { window.copied = text; }')
        for name, words, text in (
                ('link', 'The link is copied.', f'{self.server.url}#44(5)53'),
                ('embed', 'The code that shows this game in another page is copied.',
                 f'<iframe src="{self.server.url}embed.html#44(5)53" title="Connect Four" width="480" height="560">'
                 '</iframe>')):
            self.click(name)
            self.wait_text('shared', words)
            self.assertEqual(self.js('return copied'), text)
        self.js('navigator.clipboard.writeText = async () => { throw new Error("no"); }')
        self.click('link')
        self.wait_text('shared', f'The browser does not let the page copy this: {self.server.url}#44(5)53')

    def test_a_worker_that_fails(self):
        self.inject('const before = fetch; window.fetch = (url, ...rest) =>'
                    '    /wasm/.test(url) ? Promise.reject(new TypeError("no network")) : before(url, ...rest);')
        self.open('#4')
        self.wait(lambda: self.js('return worker.bytes') == 'none', 'the end of the wait for the library')
        self.js('answers.columns = {error: "no memory"}')
        self.visit('7654')
        self.wait_text('verdict', 'The solver failed: no memory.')
        self.js('answers.columns = null')
        for event in ('say({failed: "no room"})', 'dispatchEvent(new Event("error"))'):
            self.visit('4', {'mode': 'play', 'players': [0, 2]})
            self.assertEqual((self.text('turn'), self.get('retry').is_displayed()), ('Yellow is thinking …', False))
            self.js(f'worker.{event}')
            self.wait(lambda: self.text('verdict').startswith('The computer cannot play'), 'the end of the wait')
            self.press('4')  # people move for it
            self.assertEqual((self.text('turn'), self.address()), ('Your turn, Red', '#44'))
            self.click('retry')
            self.js('answers.reply = {answer: {column: 1, proven: true}}')
            self.press('4')
            self.wait_address('#4441')
            self.js('answers.reply = null')

    def test_without_workers(self):
        self.inject('delete window.Worker')
        self.open()
        self.assertRegex(self.text('verdict'), '^The computer cannot play')
        self.click('level-1')
        self.play('1212121')
        self.assertEqual(self.text('turn'), 'You win!')
        self.visit('445')
        self.click('why')
        self.wait(lambda: self.text('reasons').startswith('The computer cannot play'), 'the answer')
        self.submit('d1 d2')
        self.wait(lambda: self.text('problem').startswith('The computer cannot play'), 'the answer')

    # ------------------------------------------------------------------- games

    def test_a_game_is_studied_and_played_on(self):
        """from any position, and back to the one before"""
        self.open()
        self.js('answers.reply = {answer: {column: 1, proven: true}}')
        self.visit('445', {'mode': 'play', 'players': [0, 0]})
        self.click('look')
        self.assertEqual(self.js('return document.body.dataset.mode'), 'study')
        self.click('back')
        self.all('#on')[0].click()
        self.assertEqual(self.text('on-title'), 'You are Red. Play on against')
        self.all('#on-4')[0].click()
        self.assertEqual((self.text('turn'), self.address()), ('Your turn, Red', '#44'))
        self.press('3')
        self.wait_address('#4431')
        self.assertEqual(self.js('return [...document.querySelectorAll("#red, #yellow")].map(({value}) => value)'),
                         ['0', '4'])
        self.js('history.back()')
        self.wait_address('#445@2')

    def test_a_difficulty_is_that_of_the_puzzle(self):
        self.open('#puzzle/1')
        self.wait(lambda: self.text('verdict').startswith('Puzzle 1 (easy)'), 'the task')
        self.assertEqual([one.text for one in self.all('#grades label')], ['any', 'easy', 'medium', 'hard'])
        self.all('[name=grade]')[3].click()
        self.wait(lambda: self.text('verdict').startswith('Puzzle 3 (hard)'), 'another one')
        self.all('[name=grade]')[0].click()
        self.two_frames()
        self.assertEqual(self.address(), '#puzzle/3')

    def test_where_there_is_nothing_to_learn(self):
        """moves that were given are not judged, and nobody is asked about mistakes that are none"""
        self.open_puzzle(1)
        self.play(answer(1))
        self.settle()
        self.assertFalse(self.get('review').is_displayed())
        self.js('answers.columns = null; answers.review = null')
        self.visit('44', {'mode': 'play', 'players': [0, 1], 'late': 2})
        self.click('decided')
        self.js('worker.say({id: asked.findLast(({kind}) => kind === "columns").id, ...found(1, [4])})')
        self.settle()
        self.assertTrue(self.get('learn').is_displayed())
        self.js('document.getElementById("learn").focus()')
        self.js('''const {id} = asked.findLast(({kind}) => kind === "review");
            [1, -1].forEach((score, ply) => worker.say({id, update: {moves: "44".slice(0, ply), found: {
                score: {lower: score, upper: score}, moves: null, best: [4], stopped: false}}}))''')
        self.wait(lambda: 'No move changed the result' in self.text('verdict'), 'the decision')
        self.assertEqual((self.get('learn').is_displayed(), self.count('.stone')), (False, 2))
        self.assertRegex(self.focus(), '^Column ')

    def test_a_game_against_a_level(self):
        self.open()
        self.js('answers.reply = {answer: {column: 2, proven: false}}; const wait = setTimeout;'
                'window.waited = []; window.setTimeout = (call, time) => {'
                '    if (time) waited.push(time); wait(call, time > 500 ? time : 20); }')
        self.click('level-3')
        self.assertEqual((self.text('turn'), self.get('yellow').get_property('value')), ('Your turn, Red', '3'))
        self.js('answers.reply = null')
        self.press('1', '1')  # it is not the person's turn
        self.assertEqual((self.address(), self.text('turn')), ('#1', 'Yellow is thinking …'))
        self.answer('reply', '{answer: {column: 2, proven: false}}')
        self.wait_address('#12')
        self.assertEqual(self.text('verdict'), 'A perfect move was not found in time, so this one is an expert’s.')
        self.assertEqual((self.kinds(), set(self.chips())), (['reply'], {''}))  # no scores
        self.click('scores')
        self.wait(lambda: self.chips() == 7 * ['+1'], 'scores')
        self.assertEqual(self.kinds(), ['columns'])
        self.assertIn(500, self.js('return waited'))
        self.click('new')
        self.assertEqual(self.text('verdict'), 'The browser’s “back” returns to the game before.')
        self.visit('121212', {'mode': 'play', 'players': [0, 2]})
        self.press('3')
        self.wait_text('turn', 'You lose')
        self.assertEqual((self.count('.four'), self.count('.shower')), (1, 0))
