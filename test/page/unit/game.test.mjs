// The rules, addresses, what is pasted, and the session.
import assert from 'node:assert/strict';
import test from 'node:test';
import {allMoves, isSideLine, lineThrough, mapLine, promote, readAddress, readTree, removeMove, writeAddress,
    writeTree} from '../../../web/tree.mjs';
import {boardName, canPlay, emptyPosition, landing, lastCell, legalColumns, play, readBoard,
    replay} from '../../../web/game.mjs';
import {readPasted, writeGame} from '../../../web/notation.mjs';
import {Session} from '../../../web/session.mjs';

const usual = readBoard('7x6');

test('boards from 4x4 to 9x7', () => {
    for (const name of ['4x4', '9x7', '4x7', '9x4'])
        assert.equal(boardName(readBoard(name)), name);
    assert.deepEqual(readBoard('8x5'), {width: 8, height: 5});
    for (const name of ['3x4', '4x3', '10x7', '9x8', '0x4', '7', 'x', '7x6x', '07x6', ' 7x6', ''])
        assert.equal(readBoard(name), null, name);
});

// rules.test.mjs compares games with the library.
test('games, their ends and the columns that can be played', () => {
    const empty = emptyPosition(usual);
    assert.deepEqual(replay(usual, ''), empty);
    assert.deepEqual([empty.ply, empty.mover, empty.winner, empty.over, empty.moves], [0, 1, 0, false, '']);
    assert.deepEqual([...empty.cells], Array(42).fill(0));
    const second = play(play(empty, 3), 3);
    assert.deepEqual([second.ply, second.mover, second.moves, second.heights[2], landing(second, 3)],
        [2, 1, '33', 2, 16]);
    assert.deepEqual([second.cells[2], second.cells[9], empty.cells[2]], [1, 2, 0]);
    const any = [4, 3, 5, 2, 6, 1, 7];
    for (const [board, moves, winner, over, fours, legal] of [
        ['7x6', '1212121', 1, true, [[0, 7, 14, 21]], []], ['7x6', '31212121', 2, true, [[0, 7, 14, 21]], []],
        ['7x6', '4152637', 1, true, [[3, 4, 5, 6]], []], ['7x6', '41526', 0, false, [], any],
        ['7x6', '11223355667', 0, false, [], any], ['7x6', '444444', 0, false, [], [3, 5, 2, 6, 1, 7]],
        ['4x4', '', 0, false, [], [2, 3, 1, 4]], ['4x4', '222233331114441', 0, false, [], [4]],
        ['4x4', '2222333311144414', 0, true, [], []]]) {
        const position = replay(readBoard(board), moves);
        assert.deepEqual([position.winner, position.over, position.fours, legalColumns(position)],
            [winner, over, fours, legal], moves);
        for (let column = 0; column <= 10; column++)
            assert.equal(canPlay(position, column), legal.includes(column));
    }
    for (const moves of ['8', '0', '4444444', 'a', '12121211', '4 4', '44\n'])
        assert.equal(replay(usual, moves), null, moves);
});

test('addresses', () => {
    for (const [hash, search, name, moves, cursor] of [
        ['#4453', '', '7x6', '4453', Infinity], ['', '?pos=4453', '7x6', '4453', Infinity],
        ['#12', '?pos=4453', '7x6', '12', Infinity], ['', '?pos=11&board=8x7', '8x7', '11', Infinity],
        ['#8x7/11@1', '', '8x7', '11', 1], ['#8x7/', '', '8x7', '', Infinity], ['#11@0', '', '7x6', '11', 0],
        ['#11@9', '', '7x6', '11', 9], ['#', '', '7x6', '', Infinity], ['#4%204', '', '7x6', '4 4', Infinity],
        ['#%E0%A4%A', '', '7x6', '%E0%A4%A', Infinity], ['#1@2@3', '', '7x6', '1@2@3', Infinity],
        ['#9x9/1', '', '9x9', '1', Infinity], ['#1/2/3', '', '7x6', '1/2/3', Infinity]])
        assert.deepEqual(readAddress(hash, search), {board: readBoard(name), name, moves, cursor}, hash);
    const written = (board, text, cursor = Infinity) => {
        const {root, last, at} = readTree(board, text, cursor);
        assert.equal(at, allMoves(root)[cursor] ?? last);
        return writeAddress({board, root, at});
    };
    assert.equal(written(usual, '4453'), '4453');
    assert.equal(written(usual, '4453', 3), '4453@3');
    assert.equal(written(usual, ''), '');
    assert.equal(written(readBoard('9x7'), '19', 0), '9x7/19@0');
    assert.equal(written(usual, '44(5{a/b@2 (%)}3)53', 4), '44(5%7Ba%2Fb%402%20(%25)%7D3)53@4');
    for (const [name, text, cursor] of [['7x6', '4453', 4], ['9x7', '19', 1], ['4x4', '', 0],
                                        ['7x6', '44(5{a/b@2 (%)}3(1)4)5(6)3', 5]]) {
        const found = readAddress(`#${written(readBoard(name), text, cursor)}`, '');
        assert.deepEqual([found.name, found.moves, Math.min(found.cursor, text.length)], [name, text, cursor]);
    }
});

test('a tree and its text', () => {
    for (const text of ['', '4453', '{start}4', '44(5)53', '44(5{good}3(2)(1)7)(6)53(4)']) {
        const {root, last} = readTree(usual, text);
        assert.equal(writeTree(root), text);
        assert.equal(last.moves, text.replace(/\{.*?\}/g, '').replace(/\(((\((.*?)\))|[^()])*\)/g, ''));
    }
    for (const text of ['(4)', '4(', '4)', '4()', '8', '4(4', '4444444', '4{', '4}', '4 4'])
        assert.equal(text === '4()' || readTree(usual, text), text === '4()' || null, text);
    for (const [text, game] of [
        ['44(53)(6)5(1{edge}2)3', '1. d1 d2 (1... e1 2. c1) (1... f1) 2. e1 (2. a1 {edge} 2... b1) 2... c1'],
        ['{start}4(5)4{centre}5', '{start} 1. d1 (1. e1) 1... d2 {centre} 2. e1']])
        assert.equal(writeGame(readTree(usual, text).root), game);
    const {root} = readTree(usual, '44(5(6)1)3');
    assert.deepEqual(allMoves(root).map(({moves}) => moves), ['', '4', '44', '45', '451', '46', '443']);
    /** @type {string[]} */
    const made = [];
    mapLine(root, ({moves}) => made.push(moves), () => 0);
    assert.deepEqual(['', ...made], allMoves(root).map(({moves}) => moves));
    const side = allMoves(root)[4];
    assert.deepEqual(lineThrough(side.parent).map(({moves}) => moves), ['4', '45', '451']);
    assert.deepEqual([isSideLine(side), isSideLine(allMoves(root)[6])], [true, false]);
    promote(side);
    assert.equal(writeTree(root), '45(43)(6)1');
    removeMove(side.parent);
    assert.equal(writeTree(root), '44(6)3');
});

test('what is pasted: texts for the library as they are, and links, which tell their board', () => {
    for (const text of ['4453', ' 4 4 5 3\n', '', '4?4', '4 # 5', '# 1\n4453', 'hello', '4 #x/y', '....\n....\n....\nxo..',
                        '[0,0]', '{"position": "4453"}', 'https://example.org/', '4&pos=1'])
        assert.deepEqual(readPasted(text), {text, board: null, moves: text, cursor: Infinity}, text);
    for (const text of ['https://example.org/play#4453', 'HTTPS://example.org/?pos=4453', '?pos=4453', '  #4453 \n',
                        'connect4.gamesolver.org/en/?pos=4453', 'example.org/?board=7x6&pos=4453',
                        'localhost:8000/#7x6/4453', '/v1/review?game=4453', '?pos=4453#top', '?pos=4453#',
                        'https://example.org/?pos=12#4453'])
        assert.deepEqual(readPasted(text), {text, board: usual, moves: '4453', cursor: Infinity}, text);
    for (const [text, board, moves, cursor] of [
        ['#', '7x6', '', Infinity], ['?pos=', '7x6', '', Infinity], ['#8x7/4453@2', '8x7', '4453', 2],
        ['?pos=4%205', '7x6', '4 5', Infinity]])
        assert.deepEqual(readPasted(text), {text, board: readBoard(board), moves, cursor}, text);
    assert.throws(() => readPasted('#20x20/1'),
        {message: "The board '20x20' does not exist here: expected 4x4 to 9x7."});
    assert.deepEqual(readPasted('https://example.org/x/#puzzle/2026-11-22'), {day: '2026-11-22'});
});

test('a session', () => {
    const session = new Session(usual);
    assert.deepEqual([session.mode, session.moves, session.cursor, session.players, lastCell(session.position),
        session.undoPoint, session.atEnd, session.awaitsOpponent, session.shown],
        ['home', '', 0, [0, 0], -1, null, true, false, '']);
    assert.ok(Number.isInteger(session.seed) && session.seed >= 0);
    session.undo();
    assert.equal(session.moves, '');
    for (const column of [4, 4, 5])
        assert.equal(session.play(column), true);
    assert.equal(session.play(0), false);
    assert.deepEqual([session.moves, session.cursor, lastCell(session.position), session.undoPoint],
        ['445', 3, 4, 2]);
    session.goPly(1);
    assert.deepEqual([session.moves, session.cursor, session.shown, lastCell(session.position), session.atEnd],
        ['445', 1, '4', 3, false]);
    assert.equal(session.position.ply, 1);
    session.play(4);
    assert.deepEqual([session.moves, session.cursor], ['445', 2]);
    session.play(1); // beside the other move
    assert.deepEqual([session.moves, session.cursor, session.position.moves, writeTree(session.root)],
        ['441', 3, '441', '445(1)']);
    session.goPly(-1);
    assert.equal(session.cursor, 0);
    session.goPly(9); // on the main line
    assert.equal(session.shown, '445');
    session.undo();
    assert.deepEqual([session.shown, writeTree(session.root)], ['44', '441']);
    session.openMoves(readBoard('8x7'), '81');
    assert.deepEqual([session.moves, session.cursor, session.board.width], ['81', 2, 8]);
    const {seed} = session;
    session.openMoves(usual, '');
    assert.deepEqual([session.moves, session.board], ['', usual]);
    assert.notEqual(session.seed, seed);
});

test('a session against an opponent', () => {
    const session = new Session(usual);
    session.players = [0, 3];
    session.play(4);
    assert.equal(session.awaitsOpponent, false); // nobody plays
    session.mode = 'play';
    assert.deepEqual([session.person, session.awaitsOpponent, session.undoPoint], [1, true, 0]);
    session.play(4);
    assert.deepEqual([session.awaitsOpponent, session.undoPoint], [false, 0]);
    session.play(4);
    assert.equal(session.undoPoint, 2);
    session.goPly(1);
    assert.equal(session.awaitsOpponent, false); // not at the end
    session.goPly(3);
    session.players = [3, 0];
    assert.deepEqual([session.person, session.awaitsOpponent, session.undoPoint], [2, false, 1]);
    session.undo();
    assert.deepEqual([session.moves, session.undoPoint, session.help.takeBacks], ['4', null, 1]);
    session.openMoves(usual, '');
    assert.deepEqual([session.awaitsOpponent, session.help.takeBacks], [true, 0]);
    session.players = [0, 0];
    session.openMoves(usual, '4455');
    session.goPly(1);
    session.play(4); // goes on
    assert.deepEqual([session.moves, session.help.takeBacks], ['4455', 0]);
    session.goPly(1);
    session.play(3); // in place of the others
    assert.deepEqual([writeTree(session.root), session.help.takeBacks], ['43', 1]);
    session.late = 1;
    assert.deepEqual([session.isOver, session.isPlaying, session.play(1)], [true, false, false]);
    session.players = [3, 0];
    session.openMoves(usual, '1212121');
    assert.deepEqual([session.late, session.awaitsOpponent], [0, false]); // over
    session.players = [5, 5];
    assert.equal(session.person, 0);
});

test('what nobody has played is not taken back', () => {
    const session = new Session(usual);
    session.openMoves(usual, '4453', '445');
    for (const [mode, players] of [['puzzle', [0, 0]], ['play', [0, 0]], ['play', [1, 0]]]) {
        Object.assign(session, {mode, players});
        session.goPly(4);
        assert.equal(session.undoPoint, 3, mode);
        session.goPly(3);
        assert.equal(session.undoPoint, null, mode);
    }
    session.mode = 'study';
    assert.equal(session.undoPoint, 2);
});

test('scores are shown if they were asked for', () => {
    const session = new Session(usual);
    assert.equal(session.showsScores, false);
    session.mode = 'study';
    assert.equal(session.showsScores, true);
    session.mode = 'play';
    assert.equal(session.showsScores, false);
    session.showScores(true);
    session.showScores(false);
    assert.deepEqual([session.showsScores, session.help.scores], [false, true]);
    session.showScores(true);
    session.openMoves(usual, '');
    assert.deepEqual([session.showsScores, session.help.scores, session.scores.study], [false, false, true]);
});

test('moves that nobody has played', () => {
    const session = new Session(usual);
    session.mode = 'study';
    assert.equal(session.given, 0);
    session.openMoves(usual, '4455', '4455');
    assert.equal(session.given, 4);
    session.play(3);
    session.goPly(4);
    session.goPly(2);
    session.play(5); // the move that is there
    assert.equal(session.given, 4);
    session.goPly(2);
    session.play(1);
    assert.equal(session.given, 2);
    session.undo();
    session.undo();
    assert.deepEqual([session.moves, session.given], ['4', 1]);
    session.openMoves(usual, '44');
    assert.equal(session.given, 0);
});
