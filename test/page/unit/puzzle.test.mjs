// The puzzle of the day.
import assert from 'node:assert/strict';
import test from 'node:test';
import {readBoard} from '../../../web/game.mjs';
import {choosePuzzle, dayNumber, dayOf, loadPuzzles, Puzzles, readPuzzleAddress, readPuzzles} from '../../../web/puzzle.mjs';
import {keep} from '../../../web/settings.mjs';
import {Session} from '../../../web/session.mjs';

const usual = readBoard('7x6');
const WIN = {name: '2026-11-22', number: 1, grade: 1, theme: 0, moves: '44', scores: [-2, -1000, 5, -3, 0, -1, -2]};

function open(puzzle) {
    const session = new Session(usual), solved = new Puzzles();
    session.openMoves(usual, puzzle.moves);
    solved.start(puzzle, session.root);
    return {session, puzzle: solved};
}

test('days', () => {
    assert.equal(dayOf(new Date(2026, 0, 2, 23, 59)), '2026-01-02');
    assert.equal(dayOf(new Date(2026, 10, 22)), '2026-11-22');
    assert.equal(dayNumber('1970-01-01'), 0);
    assert.equal(dayNumber('1970-01-03'), 2);
    assert.equal(dayNumber('1969-12-31'), -1);
    assert.equal(dayNumber('2024-02-29'), 19782);
    for (const day of ['2026-02-29', '2026-13-01', '2026-1-1', '2026-01-01 ', 'today', ''])
        assert.equal(dayNumber(day), null, day);
    assert.equal(readPuzzleAddress('#puzzle/2026-11-22'), '2026-11-22');
    assert.equal(readPuzzleAddress('#puzzle/'), '');
    assert.equal(readPuzzleAddress('#4453'), null);
    assert.equal(readPuzzleAddress('#8x7/puzzle/1'), null);
});

test('each day has its line', async (t) => {
    const text = '# 1 2\n4 d 1 2 3;5 o -1000 0 -3\n\n6 z 1 1 1\n', puzzles = readPuzzles(text);
    const chosen = (day) => choosePuzzle(puzzles, day).moves;
    assert.deepEqual(['1970-01-01', '1970-01-02', '1970-01-03', '1970-01-04', '1969-12-31',
                      '1969-12-29'].map(chosen), ['4', '5', '6', '4', '6', '4']);
    assert.deepEqual(choosePuzzle(puzzles, '1970-01-02'),
        {name: '1970-01-02', number: 2, grade: 1, theme: 2, moves: '5', scores: [-1000, 0, -3]});
    assert.throws(() => choosePuzzle(puzzles, 'x'),
        {message: "there is no puzzle 'x', expected a day such as 2026-11-22 or a number"});
    let answer = new Response(text);
    assert.deepEqual(['1', '3'].map(chosen), ['4', '6']);
    assert.throws(() => chosen('4'), /there is no puzzle '4'/);
    const fetched = t.mock.method(globalThis, 'fetch', async () => answer);
    assert.deepEqual(await loadPuzzles(), puzzles);
    assert.deepEqual(fetched.mock.calls[0].arguments, ['puzzles.txt']);
    answer = new Response('', {status: 404});
    await assert.rejects(loadPuzzles(),
        {message: 'the puzzles could not be loaded (404)'});
});

test('a puzzle from its task to its solution', () => {
    const {session, puzzle} = open(WIN);
    assert.equal(puzzle.task(session), 'Puzzle of 22 November 2026 (medium): Find the move that wins.');
    session.goPly(1);
    assert.deepEqual([puzzle.task(session), puzzle.isOpen(session)], ['', true]);
    session.play(1);
    assert.deepEqual([puzzle.task(session), puzzle.isOpen(session)], ['', true]);
    session.go(session.find('44'));
    assert.equal(puzzle.solution, 3);
    assert.equal(puzzle.address(session), 'puzzle/2026-11-22');
    assert.equal(puzzle.begins(session), true);
    assert.deepEqual(puzzle.try(5), {right: false,
        words: 'e1 is wrong: the game is a draw. Try another column.'});
    assert.deepEqual(puzzle.try(1), {right: false, words: 'a1 is wrong: ' +
        'Yellow wins with 19 more yellow moves. Try another column.'});
    assert.equal(puzzle.isOpen(session), true);
    assert.deepEqual(puzzle.try(3), {right: true, words: 'c1 is right: ' +
        'Red wins with 15 more red moves. Solved with 3 tries. It comes again after three others.'});
    assert.equal(puzzle.isOpen(session), false);
    assert.equal(puzzle.task(session), '');
    session.play(3);
    assert.equal(puzzle.address(session), 'puzzle/2026-11-22');
    session.play(1);
    assert.equal(puzzle.address(session), null);
    assert.equal(puzzle.begins(session), true);
    puzzle.start(WIN, session.root);
    assert.match(puzzle.try(3).words, /at the first try/);
});

test('where there is no puzzle', () => {
    const session = new Session(usual), empty = new Puzzles();
    assert.deepEqual([empty.isOpen(session), empty.task(session), empty.address(session),
                      empty.begins(session)], [false, '', null, false]);
    const {puzzle} = open(WIN);
    for (const [board, moves] of [['8x7', '44'], ['7x6', '45'], ['7x6', '4']]) {
        session.openMoves(readBoard(board), moves);
        assert.deepEqual([puzzle.isOpen(session), puzzle.task(session), puzzle.address(session),
                          puzzle.begins(session)], [false, '', null, false], `${board} ${moves}`);
    }
});

test('the next one', () => {
    keep('missed', '');
    const {puzzle} = open(WIN), kinds = ['dzd', 'ooz', 'dzo'];
    const puzzles = readPuzzles(kinds.map((line) => [...line].map((theme) => `4 ${theme} 1`).join(';')).join('\n'));
    const next = (number, grade = -1, theme = -1) => {
        puzzle.start({...WIN, number}, null);
        return puzzle.choose(puzzles, {grade, theme}).number;
    };
    assert.deepEqual([next(1), next(9), next(1, 0), next(1, 1), next(9, 2), next(1, -1, 0), next(3, -1, 0),
                      next(1, 2, 2), next(3, 0, 1)], [2, 1, 4, 2, 3, 3, 7, 9, 4]);
});

test('a draw', () => {
    const {session, puzzle} = open({...WIN, moves: '1', scores: [-2, 0, -3, -3, -3, -1, -1000]});
    assert.equal(puzzle.task(session), 'Puzzle of 22 November 2026 (medium): Find the move that holds the draw.');
    assert.equal(puzzle.solution, 2);
    assert.equal(puzzle.try(2).right, true);
});
