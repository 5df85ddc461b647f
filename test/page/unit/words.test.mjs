// Scores, moves and mistakes in words.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import test from 'node:test';
import {accuracies, decisiveMove, describePoint, exactScore, judge, listCells, mistakes,
    summarize} from '../../../web/analysis.mjs';
import {boardName, readBoard} from '../../../web/game.mjs';
import {turnInWords, verdict} from '../../../web/screen.mjs';
import {columnName, playerName, SAY} from '../../../web/sentences.mjs';
import {Session} from '../../../web/session.mjs';
import {cellNames, describeBounds, describeScore, distance, ending, lastMove, moverAt, nextCell,
    signed} from '../../../web/words.mjs';

const usual = readBoard('7x6'), small = readBoard('4x4');
const scored = (score, best = []) =>
    ({score: {lower: score, upper: score}, moves: null, best, stopped: false});
const bounded = (lower, upper) => ({...scored(0), score: {lower, upper}, best: null});

test('each kind of mistake', () => {
    for (const score of [3, 1, 0, -1, -3])
        assert.deepEqual([judge(score, score), judge(score, score + 1)], [null, null]);
    for (const [before, after, ...expected] of [
        [3, -1, '??', 'win', 'Red could win; after this Red cannot'], [1, -1, '??', 'win', 'Red could win; after this Red cannot'],
        [1, 0, '??', 'win', 'Red could win; after this Red cannot'], [0, -1, '?', 'draw', 'Red could draw; after this Red cannot'],
        [2, 1, '?!', 'slower', 'Red could win 1 move sooner'], [4, 2, '?!', 'slower', 'Red could win 2 moves sooner'],
        [-1, -2, '?!', 'sooner', 'Red could hold out 1 move longer'],
        [-2, -5, '?!', 'sooner', 'Red could hold out 3 moves longer']]) {
        const found = judge(before, after);
        assert.deepEqual([found.mark, found.kind, SAY.did(found, 'Red')], expected);
    }
});

test('unknown scores are not judged', () => {
    const line = [scored(1), bounded(-3, 3), scored(1), scored(-1), undefined];
    assert.deepEqual(mistakes(line, 0), [null, null, null, null]);
    assert.match(summarize(usual, '4444', line), /2 of 5 positions are not scored yet/);
    assert.equal(summarize(usual, '4', [undefined, undefined]), '');
});

test('a point of a game in words', () => {
    const line = [scored(1, [4]), scored(2, [3])];
    assert.equal(describePoint(usual, '1', 1, line),
        'Move 1, a1: Red could win; after this Red cannot. Better: d1. ' +
        'Best for Yellow here: c1. Yellow wins with 20 more yellow moves.');
    assert.equal(describePoint(usual, '1', 0, line),
        'Best for Red here: d1. Red wins with 21 more red moves.');
    assert.equal(describePoint(usual, '1', 1, [scored(1, []), scored(2, [])]),
        'Move 1, a1: Red could win; after this Red cannot.');
    assert.match(describePoint(usual, '1', 1, line, 0, 1), /^Move 1, a1: you could win; after this you cannot\. /);
    assert.match(describePoint(usual, '1', 1, line, 0, 2), /^Move 1, a1: Red could win/);
    assert.equal(describePoint(usual, '1', 1, [scored(1), undefined]), '');
    assert.equal(describePoint(usual, '1', 0, [bounded(-1, 1), undefined]), '');
    assert.equal(describePoint(usual, '11', 2, [scored(1, [4]), scored(-1, [1]), scored(3, [1, 2])]),
        'Move 2, a2: Yellow could hold out 2 moves longer. Better: a2. ' +
        'Best for Red here: a3 or b1. Red wins with 18 more red moves.');
    assert.equal(summarize(usual, '1', line),
        'Red: 1 lost win; accuracy 0%. Yellow: no mistake.');
    assert.equal(listCells('4', [4]), 'd2');
    assert.equal(listCells('44', [4, 3, 6]), 'c1, d3 or f1');
});

test('verdicts and accuracy are those of fourscore review', () => {
    const games = ['4444432521333', '1212121', '44444325', '', '112233', '7654321'];
    const lines = execFileSync(process.env.FOURSCORE, ['review', '--json'],
                               {input: games.map((game) => game || '-').join('\n'), encoding: 'utf8'});
    const kinds = {best: undefined, slower_win: 'slower', sooner_loss: 'sooner', draw_lost: 'draw', win_drawn: 'win',
                   win_lost: 'win'};
    for (const line of lines.trim().split('\n')) {
        const {game, moves, score, first, second} = JSON.parse(line);
        const found = [...moves.map(({before, best}) => scored(before, best)), scored(score)];
        assert.deepEqual(accuracies(usual, game, found), [first.accuracy, second.accuracy], game);
        mistakes(found, 0).forEach((mistake, i) => {
            assert.equal(mistake?.kind, kinds[moves[i].verdict], `${game} ${i}`);
            assert.equal(/slower|sooner/.test(mistake?.kind) ? mistake.by : 0, moves[i].lost);
        });
    }
});

test('accuracy', () => {
    const four = readBoard('4x4');
    // A move counts if there is a better or a worse one.
    assert.deepEqual(accuracies(four, '1', [scored(0, [1]), scored(0)]), [100, null]);
    assert.deepEqual(accuracies(four, '1', [scored(0, [1, 2, 3, 4]), scored(0)]), [null, null]);
    assert.deepEqual(accuracies(four, '1', [scored(0, []), scored(0)]), [null, null]);
    assert.deepEqual(accuracies(four, '1', [scored(0, [2]), scored(1)]), [0, null]);
    assert.deepEqual(accuracies(four, '1', [scored(5, [2]), scored(-4)]), [95, null]);
    assert.deepEqual(accuracies(four, '1', [scored(-3, [2]), scored(5)]), [90, null]);
    assert.deepEqual(accuracies(usual, '1', [scored(18, [2]), scored(-9)]), [55, null]);
    assert.deepEqual(accuracies(usual, '1', [scored(18, [2]), scored(-1)]), [50, null]);
    assert.deepEqual(accuracies(four, '1', [bounded(0, 1), scored(-1)]), [null, null]);
    assert.deepEqual(accuracies(four, '1', [scored(1), bounded(-1, 0)]), [null, null]);
    // Full columns are no choice.
    const full = [undefined, undefined, undefined, undefined, scored(0, [2, 3, 4]), scored(0)];
    assert.deepEqual(accuracies(four, '11112', full), [null, null]);
    assert.deepEqual(accuracies(four, '11122', full), [100, null]);
    assert.deepEqual(accuracies(four, '12', [scored(1, [1]), scored(1, [2]), scored(0)]), [0, 0]);
});

test('a summary counts each kind', () => {
    const line = [1, 0, 0, 1, -2, 3].map((score) => scored(score, [1]));
    assert.equal(summarize(usual, '12345', line),
        'Red: 1 lost win, 1 lost draw, 1 quick loss; accuracy 31%. ' +
        'Yellow: no mistake; accuracy 100%.');
    assert.equal(summarize(usual, '12', [scored(0), scored(0), undefined]),
        'Red: no mistake. Yellow: no mistake. 1 of 3 positions are not scored yet.');
    assert.equal(summarize(usual, '12', [scored(0), undefined, undefined]), '');
    assert.equal(summarize(usual, '1234', [2, -1, 1, 1, 1].map((score) => scored(score))),
        'Red: 1 lost win, 1 slow win; accuracy 47%. ' +
        'Yellow: 1 lost win; accuracy 0%.');
    assert.equal(exactScore(undefined), null);
    assert.equal(exactScore(bounded(0, 1)), null);
    assert.equal(exactScore(scored(-4)), -4);
});

test('moves that nobody has played are not judged', () => {
    const line = [1, 0, 1, 1, 1].map((score) => scored(score, [1]));
    assert.deepEqual(mistakes(line, 0).map((one) => one?.mark ?? ''), ['??', '?', '??', '??']);
    assert.deepEqual(mistakes(line, 2).map((one) => one?.mark ?? ''), ['', '', '??', '??']);
    assert.equal(describePoint(usual, '1234', 1, line, 1), 'Best for Yellow here: a2. A draw with best play.');
    assert.match(describePoint(usual, '1234', 1, line, 0), /^Move 1, a1: Red could win; after this Red cannot\./);
    assert.equal(summarize(usual, '1234', line, 3),
        'Red: no mistake. Yellow: 1 lost win; accuracy 0%.');
    assert.equal(summarize(usual, '1234', line, 4), '');
    assert.deepEqual(accuracies(usual, '1234', line, 2), [0, 0]);
    assert.deepEqual(accuracies(usual, '1234', line, 3), [null, 0]);
});

test('the move that decided a game is known, not known yet, or cannot be found', () => {
    const line = [1, -1, 1, 0].map((score) => scored(score, [1])), late = {...scored(0), stopped: true};
    late.score = {lower: -3, upper: 3};
    assert.equal(decisiveMove(line), 3);
    assert.equal(decisiveMove(line.slice(0, 3)), 0);
    assert.equal(decisiveMove([...line, undefined]), null);
    assert.equal(decisiveMove([late, ...line.slice(1)]), 3);
    assert.equal(decisiveMove([...line.slice(0, 3), late]), -1);
    assert.equal(decisiveMove([late, ...line.slice(1, 3)]), -1);
});

test('names', () => {
    assert.deepEqual([playerName(1), playerName(2)], ['Red', 'Yellow']);
    assert.deepEqual([0, 1, 2, 41].map(moverAt), [1, 2, 1, 2]);
    assert.equal([1, 2, 7, 9].map(columnName).join(''), 'abgi');
    assert.deepEqual(cellNames('44149'), ['d1', 'd2', 'a1', 'd3', 'i1']);
    assert.deepEqual(cellNames(''), []);
    assert.equal(nextCell('', 1), 'a1');
    assert.equal(nextCell('44', 4), 'd3');
    assert.deepEqual([3, 1, 0, -1, -3].map(signed), ['+3', '+1', '0', '\u22121', '\u22123']);
});

test('the end of a game', () => {
    // With one move left to the winner: the last stones of each board.
    for (const [name, ply, score, winner, move, left] of [
        ['7x6', 0, 1, 1, 41, 21], ['7x6', 1, 1, 2, 42, 21], ['7x6', 1, -1, 1, 41, 20],
        ['7x6', 0, -1, 2, 42, 21], ['7x6', 6, 18, 1, 7, 1], ['7x6', 5, -18, 1, 7, 1],
        ['5x5', 0, 1, 1, 25, 13], ['5x5', 1, 1, 2, 24, 12], ['7x6', 8, 11, 1, 21, 7]]) {
        assert.deepEqual(ending(readBoard(name), ply, score), {winner, move}, `${name} ${ply} ${score}`);
        assert.equal(distance(readBoard(name), ply, score), left, `${name} ${ply} ${score}`);
    }
    assert.equal(describeScore(usual, 8, 11), 'Red wins with 7 more red moves');
    assert.equal(describeScore(usual, 4, -2), 'Yellow wins with 18 more yellow moves');
    assert.equal(describeScore(usual, 4, 0), 'A draw with best play');
});

test('bounds say what is certain', () => {
    for (const [ply, lower, upper, expected] of [
        [0, 1, 18, 'Red wins, by move 41'], [1, 1, 3, 'Yellow wins, by move 42'], [1, -5, -2, 'Red wins, by move 39'],
        [0, -5, -1, 'Yellow wins, by move 42'], [0, 0, 5, 'Red wins or draws'], [1, 0, 5, 'Yellow wins or draws'],
        [0, -5, 0, 'Yellow wins or draws'], [1, -5, 0, 'Red wins or draws'], [0, -5, 5, ''], [0, -1, 1, ''],
        [0, 0, 0, 'A draw with best play'], [0, 2, 2, 'Red wins with 20 more red moves']])
        assert.equal(describeBounds(usual, ply, {lower, upper}), expected);
});

test('turns, moves and scores in words', () => {
    const session = new Session(usual);
    assert.deepEqual([lastMove(session.shown), turnInWords(session)], ['The board is empty.', 'Red to move']);
    session.play(4);
    assert.deepEqual([lastMove(session.shown), turnInWords(session)],
        ['Red plays d1.', 'Yellow to move']);
    session.mode = 'play';
    session.players = [0, 1];
    assert.equal(turnInWords(session), 'Yellow is thinking …');
    assert.equal(verdict(session, {score: {lower: 0, upper: 0}}), '');
    session.play(1);
    assert.equal(turnInWords(session), 'Your turn, Red');
    for (const [players, moves, expected, late = 0] of [
        [[0, 1], '1212121', 'You win!'], [[1, 0], '1212121', 'You lose'],
        [[0, 0], '1212121', 'Red has won'],
        [[0, 1], '2222333311144414', 'A draw'], [[5, 5], '2222333311144414', 'The game is a draw'],
        [[0, 1], '44', 'You lose', 1], [[0, 1], '4', 'You win!', 2], [[0, 0], '44', 'Red’s time is up', 1]]) {
        session.openMoves(moves.length > 7 ? small : usual, moves);
        Object.assign(session, {players, late});
        assert.equal(turnInWords(session), expected);
    }
    session.mode = 'study';
    session.openMoves(usual, '4');
    assert.equal(verdict(session, undefined), 'Searching …');
    for (const [lower, upper, expected, stopped = false, nodes = 0] of [
        [0, 0, 'A draw with best play'], [0, 2, 'Yellow wins or draws; searching …'], [-1, 3, 'Searching …'],
        [-Infinity, Infinity, 'Searching …'], [-1, 3, 'Searching, 1.2 million positions so far', false, 1234567],
        [-1, 1, 'The exact score was not found in time', true],
        [1, 2, 'Yellow wins, by move 42; the exact score was not found in time', true]])
        assert.equal(verdict(session, {score: {lower, upper}, stopped, nodes}), expected);
    session.openMoves(usual, '1212121');
    assert.equal(verdict(session, {score: {lower: -18, upper: -18}}), '');
});

test('help that was used', () => {
    const said = (hints, takeBacks, scores = false) => SAY.help({hints, takeBacks, scores});
    assert.deepEqual([said(0, 0), said(1, 0), said(2, 1), said(1, 1, true)],
        ['Without help.', 'With 1 hint.', 'With 2 hints and 1 undo.',
         'With 1 hint, 1 undo and a look at the scores.']);
});
