// All sentences of the page, and how sides and columns are called: a translation is a
// translation of this file, and of the head and the first words of index.html.  The
// sentences of "Why?" come from the library.

/** @param {Player} player */
export const playerName = (player) => player === 1 ? 'Red' : 'Yellow';

/** The letter of a column, from 1: cells are a1, d3. */
export const columnName = (/** @type {number} */ column) => String.fromCharCode(96 + column);

/** "1 hint", "2 hints"
 * @type {(n: number, one: string, many?: string) => string} */
const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @param {string[]} words */
const all = (words, last = 'and') => words.length < 2 ? words.join('')
    : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;

/** The levels of the library, from 1, and what is said of each. */
export const LEVELS = [
    ['Beginner', 'for children and first games'],
    ['Casual', 'sees most threats'],
    ['Club player', 'looks five moves ahead'],
    ['Expert', 'looks ten moves ahead'],
    ['Perfect', 'never makes a mistake'],
];

/** What elements are called: their text, by data-say. */
export const TEXTS = {
    motto: 'Play Connect Four, and see why moves win',
    menu: 'Menu', new: 'New', undo: 'Undo', hint: 'Hint', close: 'Close',
    retry: 'Try again',
    noComputer: 'The computer cannot play now: a part of this page is missing. Two people can play.',
    rematch: 'Rematch', decided: 'Deciding move', why: 'Why?', whyBack: 'Back',
    home: 'What would you like to do?',
    computer: 'Play against the computer', others: 'Or',
    two: 'Two people', study: 'Study', puzzle: 'Puzzle of the day', watch: 'Watch a perfect game',
    rules: 'How to play', side: 'You are', on: 'Play on', sharing: 'Share', details: 'Details',
    red: 'Red, first', yellow: 'Yellow', you: 'a person', clock: 'Clock',
    noClock: 'no clock', size: 'Board', scores: 'Show scores', sound: 'Sound',
    here: 'Everything is computed on this device.',
    helped: 'The server computes what takes this device long.',
    numbers: 'Scores as numbers only', settings: 'Settings',
    game: 'Game', best: 'Best line', promote: 'Make main line', remove: 'Delete',
    learn: 'Mistakes', nextMistake: 'Next mistake',
    full: 'full', noMoves: 'No moves yet',
    legend: '?? a win is gone, ? a draw is gone, ?! a win takes longer or a loss comes sooner',
    open: 'Open a game', openLabel: 'Moves such as d1 d2, a board drawn with x (Red) and o (Yellow), or a link',
    openButton: 'Open', setUp: 'Set up a position', stone: 'Put in', redStone: 'Red', take: 'take away',
    clear: 'Clear', cancel: 'Cancel', done: 'Done', pause: 'Pause', resume: 'Go on', speed: 'Speed',
    send: 'Send', link: 'Copy link', embed: 'Copy code for a web page', moves: 'Copy moves',
    png: 'Picture', gif: 'Moving picture', svg: 'Picture as SVG', more: 'More',
    record: 'Your games',
    puzzles: 'Puzzles', grade: 'Difficulty', themes: 'Themes', theme: 'What it takes',
    next: 'Next puzzle', playOut: 'Play it out',
    keys: 'Keys and scores', single: 'Single keys work everywhere on the page',
    scoring: 'The number above a column is the score of the move, for the side that makes it. ' +
        '+3: it wins with two stones left. 0: a draw. −3: the other side wins with two stones ' +
        'left. A larger number is a better move. The best moves are filled. “in 4” is the number ' +
        'of moves that the winner still makes. ≥2 ≤5: not known yet, but from 2 to 5. ' +
        'Nothing: not known yet. On boards larger than 7 × 6 this can stay so for early moves.',
};

/** The names of elements without text: their label, by data-label. */
export const LABELS = {
    board: 'Board', actions: 'Game', steps: 'Go through the game', moves: 'Moves',
    share: 'Share', first: 'To the start', back: 'One move back', forward: 'One move forward', last: 'To the end',
    comment: 'Comment on this move',
};

/** What keys do. */
export const KEYS = [
    ['1 a', 'to', '9 i', 'drop a stone in a column'],
    ['←', '', '→', 'one move back or forward'],
    ['↑', '', '↓', 'the side line above or below'],
    ['Home', '', 'End', 'to the start or the end'],
    ['u', '', '', 'undo, or delete the move'], ['t', '', '', 'hint (a tip)'],
    ['w', '', '', 'why?'], ['n', '', '', 'new game'],
    ['?', '', '', 'these keys'],
];

export const SAY = {
    start: (/** @type {number} */ level) => `${level}: ${LEVELS[level - 1][0]}`,
    proof: 'The proof (2 KB)',
    minutes: (/** @type {number} */ n) => `${count(n, 'minute')} each`,
    loading: 'Loading the solver …',
    ready: (/** @type {string} */ version) => `Fourscore ${version}.`,
    notLoaded: (/** @type {string} */ why) => `The part that computes could not be loaded (${why}).`,
    newVersion: 'A new version of this page is ready: load it again.',
    failed: (/** @type {string} */ why) => `The solver failed: ${why}.`,

    // Moves and turns
    noStones: 'The board is empty.',
    plays: (/** @type {Player} */ player, /** @type {string} */ cell) => `${playerName(player)} plays ${cell}.`,
    toMove: (/** @type {Player} */ player) => `${playerName(player)} to move`,
    yourTurn: (/** @type {Player} */ player) => `Your turn, ${playerName(player)}`,
    thinking: (/** @type {Player} */ player) => `${playerName(player)} is thinking …`,
    hasWon: (/** @type {Player} */ player) => `${playerName(player)} has won`,
    drawn: 'The game is a draw', draws: 'A draw with best play',
    youWin: 'You win!', youLose: 'You lose', youDraw: 'A draw',
    timeUp: (/** @type {Player} */ player) => `${playerName(player)}’s time is up`,
    tally: ['Level', 'Won', 'Drawn', 'Lost'],
    level: (/** @type {number} */ level) => LEVELS[level - 1]?.[0] ?? 'The proof',
    game: (/** @type {string} */ day, /** @type {number} */ level, /** @type {number} */ outcome) =>
        `${SAY.date(day)}, ${SAY.level(level)}: ${['you won', 'a draw', 'you lost'][outcome]}`,
    full: (/** @type {number} */ column) => `Column ${columnName(column)} is full.`,
    noColumn: (/** @type {number} */ column) => `There is no column ${columnName(column)}.`,
    help: (/** @type {{hints: number, takeBacks: number, scores: boolean}} */ {hints, takeBacks, scores}) => {
        const used = [hints ? count(hints, 'hint') : '', takeBacks ? count(takeBacks, 'undo') : '',
                      scores ? 'a look at the scores' : ''].filter((one) => one !== '');
        return used.length === 0 ? 'Without help.' : `With ${all(used)}.`;
    },
    notDecided: 'No move changed the result: it was decided from the start.',
    notKnown: 'Not all positions could be scored in time, so it is not known where the game was decided.',
    decidedBy: (/** @type {string} */ words) => `Here the game was decided. ${words}`,
    reviewing: 'Looking at all moves of the game first …',
    deciding: 'Looking for the move that decided the game …',
    sidesChanged: 'The sides are changed.',
    replaced: 'The browser’s “back” returns to the game before.',
    excused: (/** @type {string} */ excuse) => `${excuse}, so this move is a perfect opponent’s.`,
    strayed: (/** @type {number} */ ply) => `The proof knows no game with this move ${ply}`,
    notOpened: (/** @type {string} */ why) => `The proof could not be opened (${why})`,
    expert: 'A perfect move was not found in time, so this one is an expert’s.',
    otherBoard: 'The proof is for 7 × 6, so the opponent is the perfect one.',
    aboutProof: (/** @type {number} */ size) => 'The proof plays first, on 7 × 6, and always wins: ' +
        `its moves come from a file${size ? ` of ${size.toLocaleString('en')} bytes` : ''}, without thinking.`,
    looking: (/** @type {number} */ nodes) => `Looking for the best move${SAY.soFar(nodes)}`,
    hint: (/** @type {string} */ cell, /** @type {string} */ words) => `Hint: ${cell}. ${words}`.trim(),
    expertHint: 'It is an expert’s move: the best one was not found in time.',
    whyLooking: (/** @type {number} */ nodes) => `Looking for the reason${SAY.soFar(nodes)}`,
    afterMoves: 'After these moves.', next: 'Next',
    step: (/** @type {number} */ at, /** @type {number} */ count) => `${at} of ${count}`,
    signs: {win: 'wins here', must: 'must play here', gets: 'gets this cell'},
    linkCopied: 'The link is copied.', movesCopied: 'The moves are copied.',
    frame: (/** @type {string} */ url) =>
        `<iframe src="${url}" title="Connect Four" width="480" height="560"></iframe>`,
    frameCopied: 'The code that shows this game in another page is copied.',
    animating: 'Drawing all moves …', given: (/** @type {string} */ name) => `The picture is ready: ${name}.`,
    notShared: (/** @type {string} */ why) => `That did not work: ${why}`,
    notCopied: (/** @type {string} */ text) => `The browser does not let the page copy this: ${text}`,

    // Scores
    wins: (/** @type {Player} */ player, /** @type {number} */ moves) =>
        `${playerName(player)} wins with ${count(moves, `more ${playerName(player).toLowerCase()} move`)}`,
    winsBy: (/** @type {Player} */ player, /** @type {number} */ ply) => `${playerName(player)} wins, by move ${ply}`,
    winsOrDraws: (/** @type {Player} */ player) => `${playerName(player)} wins or draws`,
    distance: (/** @type {number} */ moves) => `in ${moves}`,
    soFar: (/** @type {number} */ nodes) => nodes < 1e5 ? ' …'
        : `, ${(nodes / 1e6).toFixed(1)} million positions so far`,
    searching: (/** @type {number} */ nodes) => `searching${SAY.soFar(nodes)}`,
    notFound: 'the exact score was not found in time',
    known: (/** @type {string} */ words, /** @type {string} */ rest) =>
        words ? `${words}; ${rest}` : rest[0].toUpperCase() + rest.slice(1),
    graph: (/** @type {string} */ scores) => `Score for Red before each move: ${scores}`,
    columns: (/** @type {Board} */ {width, height}) => `Columns of the board, ${width} by ${height}`,
    column: (/** @type {number} */ column) => `Column ${columnName(column)}`,
    empty: 'Empty',
    stones: (/** @type {Player[]} */ players, /** @type {boolean} */ isFull) =>
        `From below: ${players.map((player) => playerName(player).toLowerCase()).join(', ')}` +
        (isFull ? ', full' : ''),
    score: (/** @type {string} */ text) => `Score ${text}`,
    outcomes: {win: 'wins', loss: 'loses', draw: 'draw', open: '', none: ''},
    bestMove: 'Best move',

    // Reviews
    you: 'you',
    did: (/** @type {Mistake} */ {kind, by}, /** @type {string} */ who) => `${who} could ` + {
        win: `win; after this ${who} cannot`, draw: `draw; after this ${who} cannot`,
        slower: `win ${count(by, 'move')} sooner`, sooner: `hold out ${count(by, 'move')} longer`}[kind],
    kinds: /** @type {Record<string, [string, string]>} */ ({
        win: ['lost win', 'lost wins'], draw: ['lost draw', 'lost draws'],
        slower: ['slow win', 'slow wins'], sooner: ['quick loss', 'quick losses']}),
    cells: (/** @type {string[]} */ cells) => all(cells, 'or'),
    mistake: (/** @type {number} */ ply, /** @type {string} */ cell, /** @type {string} */ words) =>
        `Move ${ply}, ${cell}: ${words}.`,
    better: (/** @type {string} */ cells) => ` Better: ${cells}.`,
    best: (/** @type {Player} */ player, /** @type {string} */ cells, /** @type {string} */ words) =>
        `Best for ${playerName(player)} here: ${cells}. ${words}.`,
    side: (/** @type {Player} */ player, /** @type {[string, number][]} */ kinds, /** @type {number | null} */ accuracy) =>
        `${playerName(player)}: ${kinds.map(([kind, n]) => count(n, ...SAY.kinds[kind])).join(', ') || 'no mistake'}` +
        `${accuracy === null ? '' : `; accuracy ${accuracy}%`}.`,
    unscored: (/** @type {number} */ some, /** @type {number} */ n) => ` ${some} of ${n} positions are not scored yet.`,
    move: (/** @type {number} */ ply, /** @type {string} */ cell, /** @type {string} */ words) =>
        `Move ${ply}: ${cell}, ${words}`,
    noMistakes: 'There is no mistake to learn from.',
    noneFound: 'No mistake was found, but not all positions could be scored in time.',
    lesson: (/** @type {Player} */ player, /** @type {string} */ cell, /** @type {string} */ kept, /** @type {string} */ left) =>
        `${playerName(player)} played ${cell} here. What ${kept}? ${left}`,
    keeps: {win: 'keeps the win', draw: 'keeps the draw', slower: 'wins sooner', sooner: 'holds out longer'},
    left: (/** @type {number} */ n) => n === 0 ? 'This is the last one.' : `${n} more after this one.`,
    lessonRight: (/** @type {string} */ cell) => `${cell} is right.`,
    lessonWrong: (/** @type {string} */ cell) => `${cell} is not it. Try another column.`,
    lessonDone: 'That was the last mistake of this game.',

    playOn: (/** @type {Player} */ player) => `You are ${playerName(player)}. Play on against`,
    rules: ['Drop stones in turn. Each falls to the lowest free place of its column.',
            'Four of your colour in a row win: across, upright or slanting.',
            'If the board is full and nobody has four, it is a draw.'],

    // Texts and addresses
    noBoard: (/** @type {string} */ name) => `The board '${name}' does not exist here: expected 4x4 to 9x7.`,
    noGame: (/** @type {string} */ why) => `The address has no game: ${why}`,
    noOrder: 'The order of these stones is not known, so their moves are not judged.',
    setup: 'Choose a colour, then tap the columns.',
    placed: (/** @type {number} */ stone, /** @type {string} */ cell) => stone === 0 ? `${cell} is empty.`
        : `${playerName(/** @type {Player} */ (stone))} at ${cell}.`,
    nothing: (/** @type {number} */ column) => `Column ${columnName(column)} is empty.`,
    wrongCount: (/** @type {number} */ red, /** @type {number} */ yellow) =>
        `Red has ${count(red, 'stone')} and Yellow ${yellow}. ` +
        'Red moves first, so Red has as many as Yellow, or one more.',
    bothWin: 'Both have four in a row, but the first four ends the game.',
    speeds: ['slow', 'normal', 'fast'],
    unreachable: 'No game leads to this position: its stones cannot be dropped in turn.',
    character: (/** @type {number} */ at, /** @type {string} */ words) => `Character ${at}: ${words}.`,

    // Puzzles
    noDay: (/** @type {string} */ name) => `there is no puzzle '${name}', expected a day such as 2026-11-22 or a number`,
    notFetched: (/** @type {number} */ status) => `the puzzles could not be loaded (${status})`,
    noPuzzle: (/** @type {string} */ why) => `No puzzle: ${why}.`,
    date: (/** @type {string} */ day) => new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
        day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC'}),
    task: (/** @type {string} */ name, /** @type {number} */ grade, /** @type {boolean} */ wins) =>
        `${/-/.test(name) ? `Puzzle of ${SAY.date(name)}` : `Puzzle ${name}`} (${SAY.grades[grade]}): ` +
        `Find the move that ${wins ? 'wins' : 'holds the draw'}.`,
    grades: ['easy', 'medium', 'hard'], anyKind: 'any',
    themes: ['a double threat', 'no good move left (zugzwang)', 'the only move that draws'],
    streak: (/** @type {number} */ n) => n === 0 ? '' : `Solved in a row at the first try: ${n}.`,
    missed: (/** @type {number} */ n) => `${n} missed: try again`,
    again: 'It comes again after three others.',
    wrong: (/** @type {string} */ cell, /** @type {string} */ result) =>
        `${cell} is wrong: ${result}. Try another column.`,
    right: (/** @type {string} */ cell, /** @type {string} */ result, /** @type {number} */ tries) =>
        `${cell} is right: ${result}. Solved ${tries === 1 ? 'at the first try' : `with ${tries} tries`}.`,
    isDraw: 'the game is a draw',

    // The board in other pages
    noMoves: (/** @type {string} */ moves, /** @type {string} */ board) =>
        `'${moves}' is no game on ${board}: expected columns from 1, such as 4453.`,
    whole: 'Open in Fourscore',
};
