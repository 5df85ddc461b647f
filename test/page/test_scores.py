"""Scores, the review of a game, and why a position is won, drawn or lost: as the program has them."""

import json
import re
import subprocess

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE, PROGRAM, Page, ProgramServer, SIDE


def scores(moves, board='7x6'):
    """The scores of the program, as the page prints them."""
    line = subprocess.run([PROGRAM, 'solve', '--all-moves', '--board', board],
                          input=f'{moves}\n', capture_output=True, text=True,
                          check=True).stdout.split()[-int(board[0]):]
    return [score.replace('-', '−') if score.startswith('-') or score == '0'
            else f'+{score}' for score in line]


def said(command, moves, board='7x6'):
    """What the program makes of a game."""
    return json.loads(subprocess.run([PROGRAM, command, '--json', '--board', board, '--', moves],
                                     capture_output=True, text=True, check=True).stdout)


class Scores(Page):
    def test_all_moves_have_their_scores(self):
        for board, moves in (('7x6', ''), ('7x6', '44444252'), ('5x6', '1'),
                             ('8x7', '6358542543262225665821445316118641')):
            with self.subTest(board=board, moves=moves):
                self.open(f'#{board}/{moves}')
                self.wait_chips(*scores(moves, board))

    def test_scores_in_words_and_hidden(self):
        self.open('#4453')
        self.wait_text('verdict', 'Yellow wins with 18 more yellow moves')
        self.set_switch('scores', False)
        self.assertEqual(self.chips(), 7 * [''])
        self.driver.refresh()
        self.wait(self.columns, 'the board')
        self.assertFalse(self.get('scores').is_selected())

    def test_progress_is_shown_and_the_page_stays_smooth(self):
        # A search that takes much longer than this test.
        self.open('#9x7/55')
        progress = r'Searching, (\d+\.\d) million positions so far$'
        first = self.wait(lambda: re.match(progress, self.text('verdict')), 'progress')
        self.wait(lambda: (later := re.match(progress, self.text('verdict'))) and
                  float(later[1]) > float(first[1]), 'more progress')
        self.assertEqual(set(self.chips()), {''})
        frames = self.driver.execute_async_script(
            'const done = arguments[0]; let frames = 0;'
            'const started = performance.now(); const next = () => {'
            '  frames++; performance.now() - started > 1000'
            '    ? done(frames) : requestAnimationFrame(next); };'
            'requestAnimationFrame(next);')
        self.assertGreater(frames, 5)  # 60 on an idle machine
        self.play('5')
        self.assertEqual(self.count('.stone'), 3)
        # The newest question cancels the older.
        self.js('location.hash = "#32164625"')
        self.wait_chips(*scores('32164625'))


class Served(Page):
    Server = ProgramServer

    def asked(self):
        """The questions that the server was asked."""
        return self.js('return performance.getEntriesByType("resource").filter('
                       'entry => entry.name.includes("/v1/solve")).length')

    def test_the_server_answers_what_takes_long(self):
        self.open('#4453')
        self.wait(lambda: self.text('where').startswith('The server computes'), 'where it is computed')
        self.wait_chips(*scores('4453'))
        self.assertEqual(self.asked(), 0)
        self.js('location.hash = "#9x7/55"')
        self.wait(lambda: re.search(r'\d million positions so far', self.text('verdict')), 'progress')
        self.assertGreater(self.asked(), 0)


class ServerThatEnds(Page):
    def serve(self):
        return ProgramServer()

    def test_the_page_goes_on_without_a_word(self):
        self.open('#9x7/55')
        self.wait(lambda: self.js('return performance.getEntriesByType("resource").some('
                                  'entry => entry.name.includes("/v1/solve"))'), 'a question')
        self.js('AbortSignal.timeout = () => AbortSignal.abort()')  # who has asked has waited long enough
        self.click('hint')
        self.server.close()
        self.wait(lambda: self.text('where').startswith('Everything'), 'where it is computed')
        self.wait(lambda: self.text('verdict').endswith('the best one was not found in time.'), 'the hint')
        self.play('4')
        self.press('u')
        self.wait(lambda: 'positions so far' in self.text('verdict'), 'progress')
        self.js('location.hash = "#32164625"')
        self.wait_chips(*scores('32164625'))
        self.console()  # the browser tells that the server is gone


# Red gives its win away with move 3; move 5 makes the loss quicker, move 6 the win
# longer, move 7 is good.
GAME = '4453443'


class Analysis(Page):
    def wait_graph(self):
        self.wait(lambda: self.count('#graph .bar') == len(GAME) + 1, 'the graph')

    def test_a_game_is_reviewed(self):
        self.open('#study')
        self.submit('1. d1 d2 2. e1 c1 3. d3 d4 4. c2')
        self.wait_address(f'#{GAME}')
        self.wait_graph()
        found = said('review', GAME)
        marks = {'best': '', 'slower_win': '?!', 'sooner_loss': '?!', 'draw_lost': '?',
                 'win_drawn': '??', 'win_lost': '??'}
        self.assertEqual([move[2:] for move in self.moves()],
                         [marks[move['verdict']] for move in found['moves']])
        self.assertEqual(re.findall(r'accuracy (\d+)%', self.text('summary')),
                         [str(found[side]['accuracy']) for side in ('first', 'second')])
        scores = [move['before'] for move in found['moves']] + [found['score']]
        scores = [score * (-1) ** ply for ply, score in enumerate(scores)]
        self.assertEqual(self.all('#graph svg')[0].get_attribute('aria-label'),
                         'Score for Red before each move: ' + ', '.join(map(str, scores)))
        # Bars up are Red's, a mistake is marked on the side of who gains by it.
        self.assertEqual(self.sides('.bar'), [[['bar draw'], ['bar red'], ['bar yellow']][(s > 0) - (s < 0)] +
                                              [s > 0, s < 0] for s in scores])
        self.assertEqual(self.sides('.mistake'), [['mistake', ply % 2 == 1, ply % 2 == 0] for ply, move in
                                                  enumerate(found['moves']) if marks[move['verdict']]])
        labels = self.js('return [...document.querySelectorAll(".move")].map(one => one.ariaLabel)')
        self.assertEqual(labels[2::4], ['Move 3: e1??, Red could win; after this Red cannot', 'Move 7: c2, Red'])

    def sides(self, selector):
        """The classes of what is drawn in the graph, and whether it is clearly above and below the middle."""
        return self.js('const {top, bottom} = document.querySelector("#graph .zero").getBoundingClientRect();'
                       'return [...document.querySelectorAll(arguments[0])].map(one => {'
                       '  const box = one.getBoundingClientRect();'
                       '  return [one.getAttribute("class"), box.top < top - 4, box.bottom > bottom + 4]; })', selector)

    def test_the_line_and_the_graph_can_be_clicked(self):
        self.open(f'#{GAME}')
        self.wait_graph()
        self.all('.move')[2].click()
        self.assertEqual(self.address(), f'#{GAME}@3')
        self.assertEqual(self.count('.stone'), 3)
        self.assertRegex(self.text('note'), '^Move 3, e1: Red could win; after this '
                         r'Red cannot\. Better: d3\. Best for Yellow here: ')
        self.assertEqual(len(self.moves()), len(GAME))
        self.js('document.querySelectorAll(".move")[1].focus()')
        self.press(Keys.TAB, Keys.SPACE)
        self.assertEqual(self.address(), f'#{GAME}@3')
        graph = self.get('graph')
        self.js('document.querySelector("#review details").open = true')
        self.js('arguments[0].scrollIntoView({block: "center"})', graph)
        width = graph.rect['width']
        offset = width * 2.5 / 22 - width / 2
        ActionChains(self.driver).move_to_element_with_offset(
            graph, int(offset), 0).click().perform()
        self.assertEqual(self.address(), f'#{GAME}@2')


def shown(sentence):
    """Moves are shown as their cells, and the players have names."""
    sentence = re.sub(r': [xo] [a-i]\d.*$', lambda found:
                      f": {' '.join(re.findall(r'[xo] (..)', found[0]))}.", sentence)
    return re.sub(r'\b[xo]\b', lambda found: 'Red' if found[0] == 'x' else 'Yellow',
                  sentence)


def legend(reason):
    """What the signs in the picture of a reason mean."""
    mine, other = ('Red', 'Yellow') if reason['player'] == 'x' else ('Yellow', 'Red')
    cells = {cell: sign for sign in ('gets', 'must', 'win') for cell in reason['cells'][sign]}
    return ['After these moves.'] * bool(reason['line']) + [words for sign, words in (
        ('win', f'* {mine} wins here'), ('must', f'! {other} must play here'), ('gets', f'+ {mine} gets this cell'))
        if sign in cells.values()]


class Explain(Page):
    def sentence(self):
        """Moves that can be clicked are told as their cells."""
        return self.text('reasons').replace(' .', '.')

    def signs(self):
        return {kind: self.count(f'#board .sign.{kind}') for kind in ('win', 'must', 'gets')}

    def ask(self):
        self.click('why')
        self.wait(lambda: self.get('walk').is_displayed(), 'the answer')

    def test_a_sentence_at_a_time_with_its_marks_on_the_board(self):
        # Of the last one the second reason has some moves of the first.
        for board, moves in (('7x6', '352344'), ('7x6', ''), ('5x4', '33'), ('7x6', '63775')):
            with self.subTest(moves=moves):
                self.open(f'#{board}/{moves}')
                self.ask()
                found = said('explain', moves, board)
                steps, details = [(words, None) for words in found['sentences']], {}
                for reason in found['reasons']:
                    for i, words in enumerate(reason['sentences']):
                        if i == reason['detail']:
                            details[len(steps) - 1] = shown(words)
                        else:
                            steps.append((words, reason))
                self.assertEqual(len(details), moves != '352344')
                for at, (words, reason) in enumerate(steps):
                    self.assertEqual(self.sentence(), shown(words))
                    self.assertEqual(self.get('why-more').is_displayed(), at in details)
                    if at in details:
                        self.assertFalse(self.get('detail').is_displayed())
                        self.all('#why-more summary')[0].click()
                        self.assertEqual(self.get('detail').text, details[at])
                    self.assertEqual(self.text('walked'), f'{at + 1} of {len(steps)}')
                    # A cell has one sign, the more telling one.
                    signs = dict.fromkeys(('win', 'must', 'gets'), 0)
                    marks = reason['cells'] if reason else {}
                    cells = {cell: kind for kind in ('gets', 'must', 'win') for cell in marks.get(kind, [])}
                    for kind in cells.values():
                        signs[kind] += 1
                    self.assertEqual(self.signs(), signs)
                    self.assertEqual(self.count('#board .won'), len(reason['cells']['four']) if reason else 0)
                    self.assertEqual(self.count('.stone'), len(moves) + len(reason['line'] if reason else ''))
                    self.assertEqual(self.text('signs').replace('\u00a0', ' ').split('   ') if reason else [],
                                     legend(reason) if reason else [])
                    self.assertEqual(self.text('why-next'), 'Done' if at + 1 == len(steps) else 'Next')
                    self.click('why-next')
                self.assertFalse(self.get('explanation').is_displayed())
                self.assertEqual((self.count('.stone'), self.count('.sign')), (len(moves), 0))

    def test_keys_and_buttons_go_through_it(self):
        self.open('#4453')
        self.press('w')
        self.wait(lambda: self.get('walk').is_displayed(), 'the answer')
        self.assertEqual(self.get('reasons').get_attribute('aria-live'), 'polite')
        first = self.text('reasons')
        self.assertFalse(self.get('why-back').is_displayed())
        self.press(Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
        self.assertEqual(self.text('walked'), '2 of 6')
        self.get('why-back').send_keys(Keys.ENTER)
        self.assertEqual((self.text('reasons'), self.focus()), (first, 'why-next'))
        self.assertEqual(self.address(), '#4453')
        self.press('4')  # a move ends it
        self.assertFalse(self.get('explanation').is_displayed())
        self.wait_address('#44534')

    def test_the_board_is_in_view_with_each_sentence(self):
        self.open('#65157677365444755544772613116332')
        for size in (DESKTOP, PHONE, SIDE, (320, 568)):
            with self.subTest(size=size):
                self.resize(*size)
                self.ask()
                for _ in range(4):
                    self.get('why-next').click()
                    self.two_frames()
                    board, panel = self.js('return ["board", "explanation"].map(id => {'
                                           '  const {top, bottom} = document.getElementById(id).getBoundingClientRect();'
                                           '  return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / (bottom - top); })')
                    self.assertGreater(panel, 0.98)
                    self.assertGreater(board, 0.7)
                self.press(Keys.ESCAPE)

    def test_it_ends_soon(self):
        """on boards that are too large to be solved"""
        self.open('#9x7/12')
        self.js('const now = Date.now; Date.now = () => now() + 3600 * 1000')  # that is due later
        self.click('why')
        self.wait(lambda: 'positions so far' in self.text('reasons'), 'progress')
        self.driver.refresh()
        self.click('why')
        self.wait(lambda: 'who wins is not known' in self.text('reasons'), 'an end')
        # Time that a question has waited counts: one that is late has no slice of a search.
        found = self.driver.execute_async_script(
            'const [done] = arguments, worker = new Worker("worker.js", {type: "module"});'
            'const question = {board: {width: 9, height: 7}, moves: "12", isPlayed: false, due: 1};'
            'worker.onmessage = ({data: {id, answer}}) => id === 1 && answer && done(answer);'
            'worker.postMessage({bytes: null});'
            'worker.postMessage({id: 1, kind: "explain", question})')
        self.assertEqual((found['finished'], found['nodes'] < 2 ** 16), (False, True))

    def test_the_board_follows_the_line(self):
        self.open('#4453')
        self.ask()
        self.click('why-next')
        stones = lambda: self.count('#board .stone')
        end = stones()
        self.assertEqual(end, 4 + self.count('#reasons .step'))
        ActionChains(self.driver).move_to_element(self.all('#reasons .step')[1]).perform()
        self.assertEqual(stones(), 6)
        ActionChains(self.driver).move_to_element(self.get('why-title')).perform()
        self.assertEqual(stones(), end)
        self.js('document.querySelector("#reasons .step").focus()')
        self.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual((stones(), self.address()), (7, '#4453'))
        self.all('#reasons .step')[0].click()
        ActionChains(self.driver).move_to_element(self.get('why-title')).perform()
        self.js('document.activeElement.blur()')
        self.assertEqual(stones(), 5)  # it stays where it was clicked
