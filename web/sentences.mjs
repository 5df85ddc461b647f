// All sentences that change, and how sides and columns are called; index.html and embed.html have
// the others.  A translation is one of all three.  The sentences of "Why?" come from the library.

/** @param {Player} player */
export const playerName = (player) => player === 1 ? 'Red' : 'Yellow';

/** The letter of a column, from 1: cells are a1, d3. */
export const columnName = (/** @type {number} */ column) => String.fromCharCode(96 + column);

/** The column of a key: its number or its letter; 0 for another key.
 * @param {string} key */
export const readColumn = (key) => Math.max('123456789'.indexOf(key), 'abcdefghi'.indexOf(key)) + 1;

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

export const SAY = {
    start: (/** @type {number} */ level) => `${level}: ${LEVELS[level - 1][0]}`,
    undo: 'Undo', remove: 'Delete', pause: 'Pause', resume: 'Go on', learn: 'Mistakes', nextMistake: 'Next mistake',
    here: 'Everything is computed on this device.',
    helped: 'The server computes what takes this device long.',
    noComputer: 'The computer cannot play now: a part of this page is missing. Two people can play.',
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
    level: (/** @type {number} */ level) => LEVELS[level - 1][0],
    game: (/** @type {string} */ day, /** @type {number} */ level, /** @type {number} */ outcome) =>
        `${SAY.date(day)}, ${SAY.level(level)}: ${['you won', 'a draw', 'you lost'][outcome]}`,
    fullColumn: 'full',
    notYours: 'Here the computer moves.',
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
    expert: 'A perfect move was not found in time, so this one is an expert’s.',
    looking: (/** @type {number} */ nodes) => `Looking for the best move${SAY.soFar(nodes)}`,
    hint: (/** @type {string} */ cell, /** @type {string} */ words) => `Hint: ${cell}. ${words}`.trim(),
    expertHint: 'It is an expert’s move: the best one was not found in time.',
    whyLooking: (/** @type {number} */ nodes) => `Looking for the reason${SAY.soFar(nodes)}`,
    afterMoves: 'After these moves.', next: 'Next', done: 'Done',
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
    outcomes: {win: 'wins', loss: 'loses', draw: 'draw', open: ''},
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
};
