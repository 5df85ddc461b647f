// Mistakes, the address, and what people paste.
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import test from 'node:test';
import {folder} from './folder.mjs';

const {accuracies, describePoint, judge, listColumns, mistakes, summarize} =
    await import(`${folder}/analysis.mjs`);
const {readAddress, writeAddress} = await import(`${folder}/address.mjs`);
const {describeRefusal, findWrongRow, readPasted} = await import(`${folder}/notation.mjs`);
const {boardName, readBoard} = await import(`${folder}/game.mjs`);

const usual = readBoard('7x6');
const scored = (score, best = []) =>
    ({score: {lower: score, upper: score}, moves: null, best, stopped: false});
const bounded = (lower, upper) => ({...scored(0), score: {lower, upper}, best: null});

test('each kind of mistake', () => {
    assert.equal(judge(3, 3), null);
    assert.equal(judge(-3, -3), null);
    assert.deepEqual([judge(3, -1).mark, judge(3, -1).words], ['??', 'win thrown away, now lost']);
    assert.equal(judge(3, 0).words, 'win thrown away, now a draw');
    assert.deepEqual([judge(0, -2).mark, judge(0, -2).words], ['?', 'draw thrown away']);
    assert.equal(judge(3, 2).words, 'win made longer by 1 stone');
    assert.equal(judge(-2, -5).words, 'loss made quicker by 3 stones');
});

test('unknown scores are not judged', () => {
    const line = [scored(1), bounded(-3, 3), scored(1), scored(-1), undefined];
    assert.deepEqual(mistakes(line), [null, null, null, null]);
    assert.match(summarize(usual, '4444', line), /2 of 5 positions are not scored yet/);
    assert.equal(summarize(usual, '4', [undefined, undefined]), '');
});

test('a point of a game in words', () => {
    const line = [scored(1, [4]), scored(2, [3])];
    assert.equal(describePoint(usual, '1', 1, line),
        'Move 1, Red in column 1: win thrown away, now lost. Better: column 4. ' +
        'Best for Yellow here: column 3. Yellow wins with its 20th stone, move 40.');
    assert.equal(summarize(usual, '1', line),
        'Red: 1 win thrown away; accuracy 0%. Yellow: no mistake.');
    assert.equal(listColumns([4, 3, 6]), 'columns 3, 4 or 6');
});

test('verdicts and accuracy are those of fourscore review', () => {
    const games = ['4444432521333', '1212121', '44444325', '', '112233', '7654321'];
    const lines = execFileSync(process.env.FOURSCORE, ['review', '--json'],
                               {input: games.map((game) => game || '-').join('\n'), encoding: 'utf8'});
    const words = new Map([
        ['best', /^$/], ['slower_win', /^win made longer by (\d+)/],
        ['sooner_loss', /^loss made quicker by (\d+)/], ['draw_lost', /^draw thrown away$/],
        ['win_drawn', /^win thrown away, now a draw$/], ['win_lost', /^win thrown away, now lost$/],
    ]);
    for (const line of lines.trim().split('\n')) {
        const {game, moves, score, first, second} = JSON.parse(line);
        const found = [...moves.map(({before, best}) => scored(before, best)), scored(score)];
        assert.deepEqual(accuracies(usual, game, found), [first.accuracy, second.accuracy], game);
        mistakes(found).forEach((mistake, i) => {
            const match = words.get(moves[i].verdict).exec(mistake?.words ?? '');
            assert.ok(match, `${game} ${i}`);
            assert.equal(Number(match[1] ?? 0), moves[i].lost);
        });
    }
});

test('addresses', () => {
    const read = (hash, search = '') => {
        const {board, moves, cursor} = readAddress(hash, search);
        return [board && boardName(board), moves, cursor];
    };
    assert.deepEqual(read('#4453'), ['7x6', '4453', 4]);
    assert.deepEqual(read('', '?pos=4453'), ['7x6', '4453', 4]);
    assert.deepEqual(read('', '?pos=11&board=8x7'), ['8x7', '11', 2]);
    assert.deepEqual(read('#8x7/11@1'), ['8x7', '11', 1]);
    assert.deepEqual(read('#11@9'), ['7x6', '11', 2]);
    assert.deepEqual(read('#'), ['7x6', '', 0]);
    assert.deepEqual(read('#9x9/1'), [null, '1', 1]);
    assert.deepEqual(read('#%E0%A4%A'), ['7x6', '%E0%A4%A', 8]);
    for (const game of [{board: usual, moves: '4453', cursor: 4},
                        {board: readBoard('9x7'), moves: '19', cursor: 1},
                        {board: readBoard('4x4'), moves: '', cursor: 0}])
        assert.deepEqual(readAddress(`#${writeAddress(game)}`, ''),
                         {...game, name: boardName(game.board)});
});

test('moves in any notation', () => {
    for (const text of ['4453', ' 4 4 5 3\n', '4,4,5,3', '1. 4 4 2. 5 3', '1.4 2.4 3.5 4.3',
                        'd1 d2 e1 c1', 'DDEC', 'https://example.org/play#4453',
                        'http://example.org/?pos=4453', '?pos=4453', '#4453',
                        '1.d1 d2 2.e1 c1', '4!4?? 5?! 3', '4 {the centre} 4 5 3 # good',
                        '4 # 5 is worse\n4 ; so is 3\n5\n3', '4; 4; 5\n3;', '1. d1 1... d2 2. 5 3'])
        assert.equal(readPasted(text).text, '4453', text);
    assert.equal(boardName(readPasted('#8x7/88').board), '8x7');
});

test('cells tell their board', () => {
    assert.equal(boardName(readPasted('....\n....\n....\nxo..').board), '4x4');
    assert.equal(boardName(readPasted('......../......../......../......../.......x').board), '8x5');
    assert.equal(readPasted('..\n..').board, null);
    assert.equal(boardName(readPasted(`[${Array(42).fill(0)}]`).board), '7x6');
    assert.equal(readPasted('[0,0]').board, null);
});

test('nothing is silently ignored', () => {
    for (const [text, moves] of [['4453 -2', '4453-2'], ['44x', '44x'], ['9. 4', '9.4'],
                                 ['4453.', '4453.'], ['d 4&', '44&'],
                                 ['4 {4', '4{4']])
        assert.equal(readPasted(text).text, moves, text);
    const pasted = readPasted('d1 d3');
    assert.equal(findWrongRow(usual, pasted),
        'Move 2 (d3): the stone comes to rest in row 2, not in row 3.');
    assert.equal(findWrongRow(usual, readPasted('d1 d2')), null);
});

test('errors name the move and the character', () => {
    const pasted = readPasted('1. 4 4 2. 8');
    assert.equal(describeRefusal(pasted, usual, {at: 2, message: "'8' is not a column, expected 1 to 7"}),
        "Move 3 (8, character 11): '8' is not a column, expected 1 to 7.");
    assert.equal(describeRefusal(readPasted('....'), usual, {at: 3, message: 'short'}),
        'Character 4: short (board 7x6).');
});
