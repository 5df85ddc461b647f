// The rules, addresses, what is pasted, and the session.
import assert from 'node:assert/strict';
import test from 'node:test';
import {readAddress, USUAL_BOARD, writeAddress} from '../../../web/address.mjs';
import {boardName, canPlay, emptyPosition, landing, legalColumns, lines, mirror, play,
    readBoard, replay} from '../../../web/game.mjs';
import {describeRefusal, readPasted} from '../../../web/notation.mjs';
import {Session} from '../../../web/session.mjs';

const usual = readBoard('7x6');

test('boards from 4x4 to 9x7', () => {
    for (const name of ['4x4', '9x7', '4x7', '9x4'])
        assert.equal(boardName(readBoard(name)), name);
    assert.deepEqual(readBoard('8x5'), {width: 8, height: 5});
    for (const name of ['3x4', '4x3', '10x7', '9x8', '0x4', '7', 'x', '7x6x', '07x6', ' 7x6', ''])
        assert.equal(readBoard(name), null, name);
});

test('lines of four lie straight', () => {
    for (const [name, count] of [['4x4', 10], ['5x4', 17], ['7x6', 69], ['9x7', 126]]) {
        const board = readBoard(name), found = lines(board);
        assert.equal(found.length, count, name);
        assert.equal(lines(readBoard(name)), found);
        assert.equal(new Set(found.map(String)).size, count);
        for (const line of found) {
            const cells = line.map((cell) => [cell % board.width, Math.floor(cell / board.width)]);
            const steps = cells.slice(1).map(([x, y], i) => `${x - cells[i][0]},${y - cells[i][1]}`);
            assert.equal(new Set(steps).size, 1);
            assert.ok(['1,0', '0,1', '1,1', '1,-1'].includes(steps[0]));
            assert.ok(line.every((cell) => cell >= 0 && cell < board.width * board.height));
        }
    }
});

test('a game from its first stone to its last', () => {
    let position = emptyPosition(usual);
    assert.deepEqual([position.ply, position.mover, position.winner, position.over, position.moves],
        [0, 1, 0, false, '']);
    assert.deepEqual([...position.cells], Array(42).fill(0));
    assert.equal(landing(position, 3), 2);
    position = play(position, 3);
    assert.deepEqual([position.ply, position.mover, position.cells[2], position.moves, position.over],
        [1, 2, 1, '3', false]);
    assert.equal(landing(position, 3), 9);
    position = play(position, 3);
    assert.deepEqual([position.mover, position.cells[9], position.heights[2]], [1, 2, 2]);
    const won = replay(usual, '1212121');
    assert.deepEqual([won.winner, won.over, won.ply, won.mover], [1, true, 7, 2]);
    assert.deepEqual(won.fours, [[0, 7, 14, 21]]);
    assert.equal(replay(usual, '31212121').winner, 2);
    assert.equal(canPlay(won, 3), false);
    assert.deepEqual(legalColumns(won), []);
    const drawn = replay(readBoard('4x4'), '2222333311144414');
    assert.deepEqual([drawn.winner, drawn.over, drawn.ply], [0, true, 16]);
    assert.equal(replay(readBoard('4x4'), '222233331114441').over, false);
    assert.deepEqual(replay(usual, '4152637').fours, [[3, 4, 5, 6]]);
    assert.equal(replay(usual, '41526').winner, 0);
    assert.equal(replay(usual, '11223355667').winner, 0);
});

test('columns that can be played', () => {
    const full = replay(usual, '444444');
    assert.equal(canPlay(full, 4), false);
    assert.equal(canPlay(replay(usual, '44444'), 4), true);
    assert.equal(canPlay(full, 1), true);
    assert.equal(canPlay(full, 7), true);
    assert.equal(canPlay(full, 0), false);
    assert.equal(canPlay(full, 8), false);
    assert.deepEqual(legalColumns(emptyPosition(usual)), [4, 3, 5, 2, 6, 1, 7]);
    assert.deepEqual(legalColumns(full), [3, 5, 2, 6, 1, 7]);
    assert.deepEqual(legalColumns(emptyPosition(readBoard('4x4'))), [2, 3, 1, 4]);
    for (const moves of ['8', '0', '4444444', 'a', '12121211', '4 4', '44\n'])
        assert.equal(replay(usual, moves), null, moves);
    assert.equal(replay(usual, '').ply, 0);
    assert.equal(replay(readBoard('9x7'), '99').heights[8], 2);
    assert.equal(mirror(usual, '1147'), '7741');
    assert.equal(mirror(readBoard('9x7'), '19'), '91');
});

test('addresses', () => {
    const read = (hash, search = '') => {
        const {board, moves, cursor} = readAddress(hash, search);
        return [board && boardName(board), moves, cursor];
    };
    assert.equal(USUAL_BOARD, '7x6');
    assert.deepEqual(read('#4453'), ['7x6', '4453', 4]);
    assert.deepEqual(read('', '?pos=4453'), ['7x6', '4453', 4]);
    assert.deepEqual(read('#12', '?pos=4453'), ['7x6', '12', 2]);
    assert.deepEqual(read('', '?pos=11&board=8x7'), ['8x7', '11', 2]);
    assert.deepEqual(read('#8x7/11@1'), ['8x7', '11', 1]);
    assert.deepEqual(read('#8x7/'), ['8x7', '', 0]);
    assert.deepEqual(read('#11@0'), ['7x6', '11', 0]);
    assert.deepEqual(read('#11@2'), ['7x6', '11', 2]);
    assert.deepEqual(read('#11@9'), ['7x6', '11', 2]);
    assert.deepEqual(read('#'), ['7x6', '', 0]);
    assert.deepEqual(read('#9x9/1'), [null, '1', 1]);
    assert.equal(readAddress('#9x9/1', '').name, '9x9');
    assert.deepEqual(read('#4%204'), ['7x6', '4 4', 3]);
    assert.deepEqual(read('#%E0%A4%A'), ['7x6', '%E0%A4%A', 8]);
    assert.deepEqual(read('#1/2/3'), [null, '2/3', 3]);
    assert.deepEqual(read('#1@2@3'), ['7x6', '1@2@3', 5]);
    assert.equal(writeAddress({board: usual, moves: '4453', cursor: 4}), '4453');
    assert.equal(writeAddress({board: usual, moves: '4453', cursor: 3}), '4453@3');
    assert.equal(writeAddress({board: usual, moves: '', cursor: 0}), '');
    assert.equal(writeAddress({board: readBoard('9x7'), moves: '19', cursor: 0}), '9x7/19@0');
    for (const game of [{board: usual, moves: '4453', cursor: 4},
                        {board: readBoard('9x7'), moves: '19', cursor: 1},
                        {board: readBoard('4x4'), moves: '', cursor: 0}])
        assert.deepEqual(readAddress(`#${writeAddress(game)}`, ''),
                         {...game, name: boardName(game.board)});
});

test('games are for the library as they are', () => {
    for (const text of ['4453', ' 4 4 5 3\n', '1. d1 d2 2. e1 c1', '', '4?4', '4 # 5', '# 1\n4453',
                        'hello', 'd1?', '4;5', '4 #x/y'])
        assert.deepEqual(readPasted(text),
            {kind: 'moves', board: null, text, offset: 0, cursor: Infinity}, text);
});

test('links', () => {
    for (const text of ['https://example.org/play#4453', 'http://example.org/?pos=4453',
                        'HTTPS://example.org/?pos=4453', '?pos=4453', '#4453', '  #4453 \n',
                        'connect4.gamesolver.org/?pos=4453', 'connect4.gamesolver.org/en/?pos=4453',
                        'example.org/?board=7x6&pos=4453', 'localhost:8000/#7x6/4453']) {
        const pasted = readPasted(text);
        assert.deepEqual([pasted.kind, pasted.text, boardName(pasted.board)],
            ['moves', '4453', '7x6'], text);
        assert.ok(pasted.cursor >= 4);
        assert.equal(text.slice(pasted.offset).trim(), '4453');
    }
    for (const text of ['http://localhost:8080/v1/solve?position=4453', '/v1/review?game=4453',
                        'https://connect4.gamesolver.org/?pos=4453#top', '?pos=4453#',
                        'https://example.org/?pos=12#4453'])
        assert.equal(readPasted(text).text, '4453', text);
    for (const text of ['https://example.org/', 'https://example.org/4453', '4&pos=1',
                        'https://example.org/en/connect4?m=4453'])
        assert.throws(() => readPasted(text), {message: /^The link has no game: /}, text);
    for (const text of ['#', '?pos=', 'https://example.org/#'])
        assert.deepEqual([readPasted(text).kind, readPasted(text).text], ['moves', ''], text);
    assert.equal(readPasted('#8x7/4453@2').cursor, 2);
    assert.equal(boardName(readPasted('#8x7/88').board), '8x7');
    assert.equal(readPasted('#8x7/88').offset, 5);
    assert.equal(readPasted('?pos=4%205').text, '4 5');
    assert.equal(readPasted('?pos=4%205').offset, 0);
    assert.deepEqual(readPasted('https://example.org/x/#puzzle/2026-11-22'),
        {kind: 'puzzle', day: '2026-11-22'});
    assert.throws(() => readPasted('#20x20/1'),
        {message: "The board '20x20' does not exist here: expected 4x4 to 9x7."});
});

test('cells tell their board', () => {
    const board = (text) => {
        const pasted = readPasted(text);
        assert.deepEqual([pasted.kind, pasted.text, pasted.cursor, pasted.offset],
            ['cells', text, Infinity, 0]);
        return pasted.board && boardName(pasted.board);
    };
    assert.equal(board('....\n....\n....\nxo..'), '4x4');
    assert.equal(board(' X O . .\n. . . .\n. . . .\n. . . .\n1 2 3 4\n'), '4x4');
    assert.equal(board('O.../..../..../....'), '4x4');
    assert.equal(board('o.../..../..../....'), '4x4');
    assert.equal(board('......../......../......../......../.......x'), '8x5');
    assert.equal(board('/'), null);
    assert.equal(board('..\n..'), null);
    assert.equal(board(`[${Array(42).fill(0)}]`), '7x6');
    assert.equal(board(`[${Array(41).fill(0)}]`), null);
    assert.equal(board('[0,0]'), null);
    assert.equal(board('[]'), null);
});

test('errors say where, and name columns and players as the page does', () => {
    const said = (reason, at = 0, pasted = {text: '', offset: 0}, board = usual) =>
        describeRefusal(pasted, board, {at, reason});
    assert.equal(said("'h' is not a column, expected 1 to 7"),
        "Character 1: 'h' is not a column, expected 1 to 7 or a to g.");
    assert.equal(said("'9' is not a column, expected 1 to 8 on a board of 8x7", 3,
                      {text: '4449', offset: 5}, readBoard('8x7')),
        "Character 9: '9' is not a column, expected 1 to 8 or a to h on a board of 8x7.");
    assert.equal(said('byte 0xf0 is not a column', 1, {text: '4\u{1f600}5', offset: 0}),
        "Character 2: '\u{1f600}' is not a column.");
    assert.equal(said('column 4 is full'), 'Character 1: column d is full.');
    assert.equal(said('column D is full'), 'Character 1: column D is full.');
    assert.equal(said('the stone in column 3, row 2 has nothing below it'),
        'Character 1: the stone in c2 has nothing below it.');
    assert.equal(said('the game is over: the first player wins with move 7'),
        'Character 1: the game is over: Red wins with move 7.');
    assert.equal(said('1 stone of the first player and 2 of the second: the first must have more'),
        'Character 1: 1 stone of Red and 2 of Yellow: Red must have more.');
});

test('a session', () => {
    const session = new Session(usual);
    assert.deepEqual([session.moves, session.cursor, session.opponent, session.side, session.lastColumn,
        session.undoPoint, session.atEnd, session.awaitsOpponent, session.shown],
        ['', 0, 0, 1, 0, null, true, false, '']);
    assert.ok(Number.isInteger(session.seed) && session.seed >= 0);
    session.undo();
    assert.equal(session.moves, '');
    for (const column of [4, 4, 5])
        assert.equal(session.play(column), true);
    assert.equal(session.play(0), false);
    assert.deepEqual([session.moves, session.cursor, session.lastColumn, session.undoPoint],
        ['445', 3, 5, 2]);
    session.go(1);
    assert.deepEqual([session.moves, session.cursor, session.shown, session.lastColumn, session.atEnd],
        ['445', 1, '4', 4, false]);
    assert.equal(session.position.ply, 1);
    session.play(4);
    assert.deepEqual([session.moves, session.cursor], ['445', 2]);
    session.play(1);
    assert.deepEqual([session.moves, session.cursor, session.position.moves], ['441', 3, '441']);
    session.go(1);
    session.mirror();
    assert.deepEqual([session.moves, session.cursor], ['447', 1]);
    session.go(-1);
    assert.equal(session.cursor, 0);
    session.go(9);
    assert.equal(session.cursor, 3);
    session.undo();
    assert.equal(session.moves, '44');
    assert.equal(session.open(usual, '4444444'), false);
    assert.equal(session.open(usual, '4444444', 2), false);
    assert.equal(session.moves, '44');
    assert.equal(session.open(readBoard('8x7'), '81', 1), true);
    assert.deepEqual([session.moves, session.cursor, session.board.width], ['81', 1, 8]);
    const {seed} = session;
    session.start();
    assert.deepEqual([session.moves, session.board.width], ['', 8]);
    assert.notEqual(session.seed, seed);
    session.start(usual);
    assert.equal(session.board, usual);
});

test('a session against an opponent', () => {
    const session = new Session(usual);
    session.opponent = 3;
    assert.equal(session.awaitsOpponent, false);
    session.play(4);
    assert.equal(session.awaitsOpponent, true);
    assert.equal(session.undoPoint, 0);
    session.play(4);
    assert.equal(session.awaitsOpponent, false);
    assert.equal(session.undoPoint, 0);
    session.play(4);
    assert.equal(session.undoPoint, 2);
    session.go(1);
    assert.equal(session.awaitsOpponent, false); // not at the end
    session.go(3);
    session.side = 2;
    assert.equal(session.awaitsOpponent, false);
    assert.equal(session.undoPoint, 1);
    session.undo();
    assert.equal(session.moves, '4');
    assert.equal(session.undoPoint, null);
    session.start();
    assert.equal(session.awaitsOpponent, true);
    session.open(usual, '1212121');
    session.side = 1;
    assert.equal(session.awaitsOpponent, false); // over
});

test('moves that nobody has played', () => {
    const session = new Session(usual);
    assert.equal(session.given, 0);
    session.open(usual, '4455', 4, 4);
    assert.equal(session.given, 4);
    session.play(3);
    session.go(4);
    session.mirror();
    assert.equal(session.given, 4);
    session.go(2);
    session.play(3); // the move that is there
    assert.equal(session.given, 4);
    session.go(2);
    session.play(1);
    assert.equal(session.given, 2);
    session.undo();
    session.undo();
    assert.deepEqual([session.moves, session.given], ['4', 1]);
    session.open(usual, '44', 2, 9);
    assert.equal(session.given, 2);
    session.open(usual, '44');
    assert.equal(session.given, 0);
});
