// What is drawn, in a document without a layout.
import assert from 'node:assert/strict';
import test from 'node:test';
import {BoardView} from '../../../web/board.mjs';
import {centre, framePath, names, rims, useStone} from '../../../web/drawing.mjs';
import {describeReason, paragraph} from '../../../web/explain.mjs';
import {readBoard, replay} from '../../../web/game.mjs';
import {GraphView} from '../../../web/graph.mjs';
import {Knowledge} from '../../../web/knowledge.mjs';
import {PROOF} from '../../../web/levels.mjs';
import {MovesView} from '../../../web/moves.mjs';
import {reveal} from '../../../web/reveal.mjs';
import {lastMoveInWords, Screen, turnInWords, verdict} from '../../../web/screen.mjs';
import {SAY} from '../../../web/sentences.mjs';
import {Session} from '../../../web/session.mjs';
import {addMove, lineThrough, addMoves, makeTree, readTree} from '../../../web/tree.mjs';
import {Element, makeDocument} from './dom.mjs';

const usual = readBoard('7x6'), small = readBoard('4x4');
const exact = (score) => ({lower: score, upper: score});
const found = (fields) => ({score: exact(0), moves: null, best: null, stopped: false, ...fields});
const attributes = (element, ...wanted) => wanted.map((name) => element.getAttribute(name));
const numbers = (element, ...wanted) => attributes(element, ...wanted).map(Number);

test('parts of a drawing', () => {
    makeDocument();
    assert.deepEqual(centre(usual, 0), {cx: 50, cy: 550});
    assert.deepEqual(centre(usual, 9), {cx: 250, cy: 450});
    assert.deepEqual(centre(usual, 41), {cx: 650, cy: 50});
    const stone = useStone(2, usual, 8);
    assert.deepEqual(attributes(stone, 'href', 'class', 'x', 'y', 'width', 'height'),
        ['#yellow-stone', 'body', '100', '400', '100', '100']);
    assert.equal(useStone(1, usual, 0).getAttribute('href'), '#red-stone');
    const path = framePath(small);
    assert.ok(path.startsWith('M10-20H390a30 30 0 0 1 30 30V430a30 30 0 0 1-30 30H10'));
    assert.equal(path.match(/M/g).length, 17);
    assert.ok(path.includes('M7 50a43 43 0 1 0 86 0a43 43 0 1 0-86 0z'));
    assert.ok(path.includes('M307 350a'));
    assert.deepEqual(rims(small).map((rim) => numbers(rim, 'cx', 'cy'))[5], [150, 250]);
    assert.equal(rims(small).length, 16);
    const labels = names(readBoard('5x4'));
    assert.deepEqual(labels.map(({textContent}) => textContent),
        ['a', 'b', 'c', 'd', 'e', '1', '2', '3', '4']);
    assert.deepEqual(numbers(labels[1], 'x', 'y'), [150, 438]);
    assert.deepEqual(numbers(labels[5], 'x', 'y'), [-7, 357]);
    assert.deepEqual(numbers(labels[8], 'x', 'y'), [-7, 57]);
});

test('what opens is scrolled to its start', () => {
    makeDocument();
    const element = new Element('p');
    for (const [height, block] of [[799, 'nearest'], [800, 'start'], [801, 'start']]) {
        element.box = {height};
        reveal(element);
        assert.deepEqual(element.scrolled.pop(), {block});
    }
});

function makeBoard() {
    const {board: root} = makeDocument('board');
    const played = [];
    const view = new BoardView(root, (column) => played.push(column));
    const draw = (moves, more = {}, board = usual) => view.draw({
        position: replay(board, moves), last: Number(moves.at(-1) ?? 0), hint: 0, locked: false,
        moves: null, best: null, ...more});
    return {root, view, played, draw, buttons: () => root.all('.column')};
}

test('the board', () => {
    const {root, draw, buttons, view} = makeBoard();
    draw('443');
    assert.deepEqual([root.style['--width'], root.style['--height']], ['7', '6']);
    assert.equal(root.all('svg')[0].getAttribute('viewBox'), '-20 -20 740 680');
    assert.deepEqual(numbers(root.all('.holes')[0], 'x', 'y', 'width', 'height'), [0, 0, 700, 600]);
    assert.deepEqual(root.all('.stone').map((stone) => [stone.style['--drop'],
        ...attributes(stone.all('use')[0], 'href', 'x', 'y')]), [
        ['6', '#red-stone', '200', '500'], ['6', '#red-stone', '300', '500'],
        ['5', '#yellow-stone', '300', '400']]);
    assert.deepEqual(numbers(root.all('.last')[0], 'cx', 'cy'), [250, 550]);
    const kept = root.all('.stone')[0];
    draw('4434');
    assert.equal(root.all('.stone').length, 4);
    assert.equal(root.all('.stone')[0], kept);
    draw('44');
    assert.equal(root.all('.stone').length, 2);
    assert.deepEqual(numbers(root.all('.last')[0], 'cx', 'cy'), [350, 450]);
    draw('');
    assert.deepEqual([root.all('.stone').length, root.all('.last').length], [0, 0]);
    view.focus();
    assert.equal(document.activeElement, buttons()[3]);
    draw('', {}, small);
    assert.equal(buttons().length, 4);
    view.focus();
    assert.equal(document.activeElement, buttons()[1]);
    assert.equal(root.all('.columns')[0].getAttribute('aria-label'), 'Columns of the board, 4 by 4');
});

test('the winning four and the hint', () => {
    const {root, draw} = makeBoard();
    draw('1212121');
    assert.equal(root.all('.won').length, 4);
    assert.deepEqual(numbers(root.all('.four')[0], 'x1', 'y1', 'x2', 'y2'), [50, 550, 50, 250]);
    assert.deepEqual(numbers(root.all('.last')[0], 'cx', 'cy'), [50, 250]);
    draw('4', {hint: 4});
    assert.deepEqual(numbers(root.all('.hint')[0], 'cx', 'cy'), [350, 450]);
    assert.deepEqual(attributes(root.all('.ghost')[0], 'href', 'x', 'y'), ['#yellow-stone', '300', '400']);
    assert.equal(root.all('.won').length, 0);
    draw('444444', {hint: 4});
    assert.equal(root.all('.hint').length, 0);
    draw('4', {hint: 1});
    assert.equal(root.all('.hint').length, 1);
    draw('4');
    assert.equal(root.all('.hint').length, 0);
});

test('columns are played, and show where a stone comes to rest', () => {
    const {root, view, played, draw, buttons} = makeBoard();
    draw('');
    buttons()[2].click();
    view.focus();
    assert.deepEqual([played, document.activeElement], [[3], buttons()[2]]);
    const point = (name, column, pointerType = 'mouse') =>
        buttons()[column - 1].dispatchEvent(Object.assign(new Event(name), {pointerType}));
    const ghosts = () => root.all('.ghost').map((one) => attributes(one, 'href', 'x', 'y').join(' '));
    point('pointerenter', 2);
    assert.deepEqual(ghosts(), ['#red-stone 100 500']);
    draw('2');
    assert.deepEqual(ghosts(), ['#yellow-stone 100 400']);
    draw('2', {locked: true});
    assert.deepEqual(ghosts(), []);
    draw('222222');
    assert.deepEqual(ghosts(), []);
    draw('2');
    point('pointerleave', 2);
    assert.deepEqual(ghosts(), []);
    point('pointerenter', 2, 'touch');
    assert.deepEqual(ghosts(), []);
});

test('scores of columns', () => {
    const {draw, buttons} = makeBoard();
    const bounds = (lower, upper) => ({lower, upper});
    const moves = [exact(3), exact(0), exact(-2), null, bounds(-Infinity, Infinity),
                   bounds(-Infinity, -5), bounds(2, Infinity)];
    draw('444444', {moves, best: [1]});
    const chips = () => buttons().map((button) => button.firstElementChild);
    assert.deepEqual(chips().map((chip) => chip.children.map(({textContent}) => textContent)),
        [['+3'], ['0'], ['−2'], [], [], ['≤−5'], ['≥2']]);
    assert.deepEqual(chips().map(({dataset}) => dataset.outcome),
        ['win', 'draw', 'loss', 'none', 'none', 'loss', 'win']);
    assert.deepEqual(chips().map((chip) => chip.hasAttribute('data-best')),
        [true, ...Array(6).fill(false)]);
    assert.deepEqual(buttons().map((button) => button.hasAttribute('data-full')),
        [false, false, false, true, false, false, false]);
    assert.deepEqual(buttons().map((button) => button.getAttribute('aria-disabled')),
        ['false', 'false', 'false', 'true', 'false', 'false', 'false']);
    assert.equal(buttons()[0].getAttribute('aria-label'),
        'Column a. Empty. Score +3. Red wins in 16 moves (move 37). Best move');
    assert.equal(buttons()[3].getAttribute('aria-label'),
        'Column d. From below: red, yellow, red, yellow, red, yellow, full');
    assert.equal(buttons()[4].getAttribute('aria-label'), 'Column e. Empty');
    draw('444444', {moves, inWords: true});
    assert.deepEqual(chips().map((chip) => chip.children.map(({textContent}) => textContent)),
        [['+3', 'in 16'], ['0'], ['−2', 'in 17'], [], [], ['≤−5'], ['≥2']]);
    draw('4', {moves: [bounds(1, 3), bounds(-3, -1), bounds(0, 2), bounds(-1, 2), ...moves.slice(4)],
               best: null, locked: true});
    assert.deepEqual(chips().slice(0, 4).map(({dataset}) => dataset.outcome),
        ['win', 'loss', 'open', 'none']);
    assert.deepEqual(chips()[0].children.map(({textContent}) => textContent), ['≤3', '≥1']);
    assert.equal(chips()[0].hasAttribute('data-best'), false);
    assert.ok(buttons().every((button) => button.getAttribute('aria-disabled') === 'true'));
    assert.equal(buttons()[0].getAttribute('aria-label'),
        'Column a. Empty. Score ≤3 ≥1. Yellow wins, by move 42');
    assert.equal(buttons()[3].getAttribute('aria-label'), 'Column d. From below: red');
});

test('the list of moves', () => {
    const {moves: list} = makeDocument('moves');
    const chosen = [];
    const view = new MovesView(list, ({moves}) => chosen.push(moves));
    const draw = (text, ply, mistakes = []) => {
        const {root} = readTree(usual, text), line = lineThrough(root), at = [root, ...line][ply];
        view.draw({root, at, line, mistakes});
        return {root, at, line};
    };
    const mistakes = [null, {mark: '??', words: 'win thrown away'}];
    const game = draw('445', 2, mistakes);
    const buttons = () => list.all('button');
    assert.deepEqual(buttons().map(({textContent}) => textContent), ['d1', 'd2??', 'e1']);
    assert.deepEqual(buttons().map(({className}) => className), ['move red', 'move yellow', 'move red']);
    assert.deepEqual(buttons().map((one) => one.getAttribute('aria-current')), [null, 'step', null]);
    assert.deepEqual(buttons().map((one) => one.getAttribute('aria-label')),
        ['Move 1: d1, Red', 'Move 2: d2??, Yellow, win thrown away', 'Move 3: e1, Red']);
    assert.deepEqual(buttons().map((one) => one.hasAttribute('data-mistake')), [false, true, false]);
    assert.deepEqual(buttons().map(({title}) => title), ['', 'win thrown away', '']);
    buttons()[2].click();
    assert.deepEqual(chosen, ['445']);
    // What is there stays, with the focus.
    const [first] = buttons();
    first.focus();
    addMove(game.line[1], 7);
    view.draw({...game, mistakes: []});
    assert.deepEqual([buttons()[0], document.activeElement, buttons().length], [first, first, 4]);
    draw('4', 0);
    assert.deepEqual(buttons().map(({textContent}) => textContent), ['d1']);
    assert.equal(buttons()[0].getAttribute('aria-current'), null);
    draw('44(5{why not}(6)1)3', 1);
    assert.equal(list.textContent, 'd1d2e1why nota1f1c1');
    assert.deepEqual(list.all('ol').map(({textContent}) => textContent), ['e1why nota1', 'f1']);
});

test('the list scrolls to the current move, and no farther', () => {
    const {moves: list} = makeDocument('moves');
    const view = new MovesView(list, () => {});
    const root = makeTree();
    addMoves(root, '1234567');
    const line = lineThrough(root);
    const draw = (cursor) => view.draw({root, at: [root, ...line][cursor], line, mistakes: []});
    list.scrollTop = 0;
    view.draw({root: makeTree(), at: makeTree(), line: [], mistakes: []});
    draw(1);
    list.box = {top: 100, bottom: 200};
    const place = (top, bottom) => list.all('li').forEach((item) => item.box = {top, bottom});
    const scrolled = (top, bottom, cursor) => {
        list.scrollTop = 50;
        place(top, bottom);
        draw(cursor);
        return list.scrollTop - 50;
    };
    assert.equal(scrolled(106, 136, 2), 0);
    assert.equal(scrolled(164, 194, 3), 0);
    assert.equal(scrolled(165, 195, 4), 1);
    assert.equal(scrolled(105, 135, 5), -1);
    assert.equal(scrolled(230, 260, 6), 66);
    assert.equal(scrolled(230, 260, 6), 0); // nothing has changed
    assert.equal(scrolled(0, 30, 0), -106);
});

test('the graph', () => {
    const {graph: root} = makeDocument('graph');
    const chosen = [];
    const view = new GraphView(root, (ply) => chosen.push(ply));
    const line = [exact(16), exact(-4), exact(-9), exact(0), {lower: 0, upper: 1}, undefined].map(
        (score) => score && found({score}));
    view.draw({found: line, marks: [null, '??', null, null, null], cursor: 2, highest: 16});
    const svg = root.all('svg')[0];
    assert.equal(svg.getAttribute('viewBox'), '0 0 264 100');
    assert.equal(svg.getAttribute('aria-label'), 'Score for Red before each move: 16, 4, -9, 0, ?, ?');
    assert.deepEqual(numbers(root.all('.cursor')[0], 'x', 'width'), [24, 12]);
    assert.deepEqual(root.all('.bar').map((bar) => [bar.className, ...numbers(bar, 'x', 'y', 'height')]), [
        ['bar red', 2, 6, 44], ['bar red', 14, 28, 22], ['bar yellow', 26, 50, 33], ['bar draw', 38, 48, 4]]);
    assert.deepEqual(root.all('.unknown').map((one) => numbers(one, 'x', 'y')), [[52, 48], [64, 48]]);
    assert.deepEqual(root.all('.mistake').map((one) => numbers(one, 'x', 'y', 'height')), [[26, .5, 5]]);
    view.draw({found: line.slice(0, 2), marks: ['?'], cursor: 1, highest: 16});
    assert.deepEqual(numbers(root.all('.mistake')[0], 'x', 'y'), [14, 94.5]);
    view.draw({found: Array(43).fill(line[0]), marks: [], cursor: 0, highest: 16});
    assert.equal(root.all('svg')[0].getAttribute('viewBox'), '0 0 516 100');
    root.box = {left: 10, width: 430};
    for (const clientX of [10, 19, 20, 439, 0, 500])
        root.dispatchEvent(Object.assign(new Event('click'), {clientX}));
    assert.deepEqual(chosen, [0, 0, 1, 42, 0, 42]);
});

test('an explanation', () => {
    const {body} = makeDocument('body');
    assert.equal(paragraph('x wins; o does not (ox).').textContent, 'Red wins; Yellow does not (ox).');
    body.append(...[{
        player: 2, line: [4, 1], sentences: ['o gets a2.'],
        cells: {four: ['d1'], win: ['a2', 'b1'], must: ['a2', 'c1'], gets: ['c1']},
    }, {
        player: 1, line: [5], sentences: ['For example: x e1, o e2.'],
        cells: {four: [], win: [], must: ['g1'], gets: ['g2']},
    }].flatMap((reason) => describeReason(usual, '44', reason)));
    assert.deepEqual(body.children.filter(({tagName}) => tagName === 'P').map(({textContent}) => textContent),
        ['Yellow gets a2.', 'For example: e1 ']);
    assert.deepEqual(body.all('figcaption').map(({textContent}) => textContent), [
        'After these moves. \u00a0 * Yellow wins here \u00a0 ! Red must play here',
        'After these moves. \u00a0 ! Yellow must play here \u00a0 + Red gets this cell']);
    const [first, second] = body.all('svg');
    assert.equal(first.getAttribute('viewBox'), '-20 -20 740 680');
    assert.equal(first.all('.rim').length, 42);
    assert.deepEqual(first.all('use').map((use) => attributes(use, 'href', 'x', 'y')), [
        ['#yellow-stone', '0', '500'], ['#red-stone', '300', '500'], ['#yellow-stone', '300', '400'],
        ['#red-stone', '300', '300']]);
    assert.deepEqual(first.all('.sign').map((sign) =>
        [sign.textContent, sign.className, ...numbers(sign, 'x', 'y')]), [
        ['*', 'sign win', 150, 550], ['!', 'sign must', 250, 550],
        ['*', 'sign win', 50, 450]]);
    assert.deepEqual(first.all('.won').map((ring) => numbers(ring, 'cx', 'cy')), [[350, 550]]);
    assert.equal(second.all('use').length, 3);
    // The board moves along with the line, and stays where it was clicked.
    const [line] = body.all('figure'), steps = line.all('button');
    const stones = () => [line.all('use').length, line.all('.sign').length];
    assert.deepEqual(steps.map(({textContent}) => textContent), ['d3', 'a1']);
    for (const [event, step, expected] of [['pointermove', 0, [3, 0]], ['pointerleave', 0, [4, 3]],
                                           ['click', 0, [3, 0]], ['focus', 1, [4, 3]], ['blur', 1, [3, 0]]]) {
        steps[step].dispatchEvent(new Event(event));
        assert.deepEqual(stones(), expected, event);
    }
});

test('turns, moves and scores in words', () => {
    const session = new Session(usual);
    assert.deepEqual([lastMoveInWords(session), turnInWords(session)], ['New game.', 'Red to move']);
    session.play(4);
    assert.deepEqual([lastMoveInWords(session), turnInWords(session)],
        ['Red plays d1.', 'Yellow to move']);
    session.mode = 'play';
    session.players = [0, 1];
    assert.equal(turnInWords(session), 'Yellow is thinking …');
    assert.equal(verdict(session, found()), '');
    session.play(1);
    assert.equal(turnInWords(session), 'Your turn, Red');
    const ends = (players, moves, late = 0) => {
        session.players = players;
        session.openMoves(moves.length > 7 ? small : usual, moves);
        session.late = late;
        return turnInWords(session);
    };
    assert.deepEqual([ends([0, 1], '1212121'), ends([1, 0], '1212121'), ends([0, 0], '1212121'),
                      ends([0, 1], '2222333311144414'), ends([0, 1], '44', 1), ends([0, 1], '4', 2),
                      ends([0, 0], '44', 1), ends([5, 5], '2222333311144414')],
        ['You win!', 'You lose', 'Red has won with move 7', 'A draw', 'You lose', 'You win!',
         'Red’s time is up', 'The game is a draw']);
    session.mode = 'study';
    session.openMoves(usual, '4');
    const said = (score, stopped = false) => verdict(session, found({score, stopped}));
    assert.equal(verdict(session, undefined), 'Searching …');
    assert.equal(said(exact(0)), 'A draw with best play');
    assert.equal(said({lower: 0, upper: 2}), 'Yellow wins or draws; searching …');
    assert.equal(said({lower: -Infinity, upper: Infinity}), 'Searching …');
    assert.equal(said({lower: -1, upper: 3}), 'Searching …');
    assert.equal(verdict(session, found({score: {lower: -1, upper: 3}, nodes: 1234567})),
        'Searching, 1.2 million positions so far');
    assert.equal(said({lower: -1, upper: 1}, true), 'The exact score was not found in time');
    assert.equal(said({lower: 1, upper: 2}, true),
        'Yellow wins, by move 42; the exact score was not found in time');
    session.openMoves(usual, '1212121');
    assert.equal(turnInWords(session), 'Red has won with move 7');
    assert.equal(said(exact(-18)), '');
    session.openMoves(small, '2222333311144414');
    assert.equal(turnInWords(session), 'The game is a draw');
});

test('help that was used', () => {
    const said = (hints, takeBacks, scores = false) => SAY.help({hints, takeBacks, scores});
    assert.deepEqual([said(0, 0), said(1, 0), said(2, 1), said(1, 1, true)],
        ['Without hints or take-backs.', 'With 1 hint.', 'With 2 hints and 1 take-back.',
         'With 1 hint, 1 take-back and a look at the scores.']);
});

test('the screen', () => {
    const names = ['board', 'moves', 'graph', 'why', 'about', 'review', 'note', 'summary', 'turn', 'turn-stone',
                   'verdict', 'size', 'red', 'yellow', 'scores', 'new', 'rematch', 'decided', 'comment', 'promote',
                   'undo', 'hint', 'first', 'back', 'last', 'forward', 'best', 'best-line', 'learn', 'streak',
                   'play-out', 'numbers', 'puzzles'];
    const page = makeDocument(...names);
    page.numbers.checked = true;
    document.body = new Element('body');
    const session = new Session(usual), knowledge = new Knowledge();
    const previews = [], gone = [];
    const app = {session, knowledge, preview: (moves) => previews.push(moves), go: (move) => gone.push(move)};
    session.find = (moves) => moves;
    const screen = new Screen(app);
    const draw = ({hasLesson = false, proofSize = 0, firstPoint = 0, ...more} = {}) => {
        Object.assign(app, {showsScores: true, isPuzzling: false, thinker: {proof: {size: proofSize}},
                            lesson: {next: () => hasLesson ? '4' : null},
                            puzzle: {streak: 0, firstPoint: () => firstPoint}, ...more});
        screen.draw();
    };
    const disabled = () => names.filter((name) => page[name].disabled).join(' ');
    const hidden = () => names.filter((name) => page[name].hidden).join(' ');
    const chips = () => page.board.all('.chip').map(({textContent}) => textContent).join(' ');

    session.mode = 'study';
    draw();
    assert.equal(document.body.dataset.mode, 'study');
    assert.equal(disabled(), 'undo first back last forward');
    assert.equal(hidden(), 'review rematch decided promote');
    assert.deepEqual([page.turn.textContent, page.verdict.textContent, page.size.value,
                      page['turn-stone'].getAttribute('href'), page.undo.textContent, page.scores.checked],
        ['Red to move', 'Searching …', '7x6', '#red-stone', 'Delete', true]);
    session.play(4);
    knowledge.learn(usual, '', found({score: exact(1), best: [4]}));
    knowledge.learn(usual, '4', found({score: exact(2), best: [3], moves: Array(7).fill(exact(2))}));
    draw();
    assert.equal(disabled(), 'last forward');
    assert.deepEqual([page.turn.textContent, page.verdict.textContent, page['turn-stone'].getAttribute('href')],
        ['Yellow to move', 'Yellow wins in 20 moves (move 40)', '#yellow-stone']);
    assert.deepEqual([page.review.hidden, page.note.textContent, page.summary.textContent],
        [false, 'Move 1, Red d1: win thrown away, now lost. Better: d1. Best for Yellow here: c1. ' +
         'Yellow wins in 20 moves (move 40).',
         'Red: 1 win thrown away; accuracy 0%. Yellow: no mistake.']);
    assert.equal(page.moves.textContent, 'd1??');
    assert.equal(page.graph.all('.mistake').length, 1);
    assert.equal(page.graph.all('.bar')[0].getAttribute('height'), String(44 * Math.sqrt(1 / 18)));
    assert.equal(chips(), Array(7).fill('+2').join(' '));
    assert.deepEqual([page.best.classList.contains('gone'), page.learn.textContent], [true, 'Learn from the mistakes']);
    knowledge.learn(usual, '4', {...knowledge.at(usual, '4'), line: [4, 4, 1]});
    draw({hasLesson: true});
    const steps = page['best-line'].all('button');
    assert.deepEqual([steps.map(({textContent}) => textContent).join(' '), page.best.classList.contains('gone'),
                      page.learn.textContent], ['d2 d3 a1', false, 'Next mistake']);
    for (const name of ['pointermove', 'pointerleave', 'focus', 'blur', 'click'])
        steps[1].dispatchEvent(new Event(name));
    assert.deepEqual([previews, gone], [['444', '', '444', ''], ['444']]);
    session.preview = '444';
    draw();
    assert.deepEqual([page.board.all('.stone').length, chips().trim()], [3, '']);
    session.preview = '';
    session.start = '4';
    session.message = 'A message';
    draw({isPuzzling: true});
    assert.deepEqual([page.verdict.textContent, page.moves.textContent, page.summary.textContent,
                      page.note.textContent.slice(0, 4), page.why.hidden, page.graph.all('.mistake').length],
        ['A message', 'd1', '', 'Best', true, 0]);
    session.message = '';
    draw({showsScores: false, firstPoint: 1});
    assert.deepEqual([chips().trim(), page.verdict.textContent, page.review.hidden, page.undo.disabled],
        ['', '', true, true]);
    session.goPly(0);
    draw();
    assert.equal(disabled(), 'undo first back');
    // A side line, with a comment.
    session.play(5);
    session.at.comment = 'why not';
    draw();
    assert.deepEqual([page.promote.hidden, page.comment.value, page.moves.textContent],
        [false, 'why not', 'd1e1why not']);
    page.comment.focus();
    page.comment.value = '{'; // it is being written
    draw();
    assert.equal(page.comment.value, '{');
    session.goPly(0);
    draw();
    assert.deepEqual([page.promote.hidden, page.comment.value], [true, '']);
    // A game that is played, and its end.
    session.mode = 'play';
    session.players = [PROOF, 0];
    session.openMoves(usual, '4');
    draw({proofSize: 2002});
    assert.deepEqual([page.red.value, page.yellow.value, page.undo.textContent, page.scores.checked],
        ['6', '0', 'Take back', false]);
    assert.match(page.about.textContent, /a file of 2,002 bytes that proves/);
    draw();
    assert.match(page.about.textContent, /a file that proves/);
    session.players = [0, 2];
    draw();
    assert.deepEqual([page.hint.disabled, page.about.textContent, chips().trim()], [true, '', '']);
    session.openMoves(usual, '1212121');
    draw();
    assert.equal(hidden(), 'new promote hint puzzles');
    assert.deepEqual([page.hint.disabled, page['turn-stone'].getAttribute('href')], [true, '#red-stone']);
});
