// Exact scores for Connect Four: the library of Fourscore as WebAssembly, for
// Node and browsers.  fourscore.d.ts is the manual.
import {findBase, findModule} from 'fourscore-module';

// enum fourscore_goal, the sum 'find' of a query, and enum fourscore_notation.
const STRONG = 0, WEAK = 1;
const ALL_MOVES = 1, BEST = 2, PV = 4;
const MOVES = 1, DIAGRAM = 3;
const OK = 0, BAD_POSITION = 8, BAD_CERTIFICATE = 19, NOT_PROVEN = 20;
// The marks of cells in an explanation.
const MARKS = {four: 1, win: 2, must: 4, gets: 8};
// enum fourscore_reply_reason.
const REPLIES = ['', 'choice', 'four', 'double threat', 'static proof', 'late'];

const LOAD_OPTIONS = ['wasm', 'tableBytes', 'book', 'vectors'];
const BOARD_OPTIONS = ['board'];
const QUERY_OPTIONS = [...BOARD_OPTIONS, 'weak', 'fresh', 'seconds', 'nodes', 'slice',
                       'signal', 'progress'];
const MOVE_OPTIONS = [...QUERY_OPTIONS, 'level', 'seed'];

// Nodes of a slice: less than a tenth of a second.  Each slice has at least
// 1/SHARE of the nodes so far, so that a search ends even if each slice has to
// repeat much of the one before.
const SLICE_NODES = 2 ** 19;
const SHARE = 32;

export class FourscoreError extends Error {
    constructor(message, details = {}) {
        super(message);
        this.name = 'FourscoreError';
        Object.assign(this, details);
    }
}

// A name that bundlers do not look for, because browsers do not have it.
const FILES = 'node:fs/promises';

// A module of one function that makes a vector and drops it.
const VECTOR_MODULE = Uint8Array.of(
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0,
    65, 0, 253, 15, 26, 11);

const hasVectors = () => WebAssembly.validate(VECTOR_MODULE);

// A value in a message.
function show(value) {
    if (typeof value === 'string')
        return `'${value.length > 40 ? `${value.slice(0, 40)}...` : value}'`;
    if (typeof value === 'function')
        return 'a function';
    return value !== null && typeof value === 'object' ? 'an object' : String(value);
}

async function readBytes(url) {
    if (url.protocol === 'file:') {
        const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ FILES);
        return readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok)
        throw new Error(`${response.status} ${response.statusText}`);
    return response.arrayBuffer();
}

function makeUrl(wasm) {
    try {
        if (typeof wasm === 'string' || wasm instanceof URL)
            return new URL(wasm, findBase());
    } catch {} // refused below
    throw new TypeError(
        `wasm: expected a module, its bytes or its URL, got ${show(wasm)}`);
}

async function compile(wasm) {
    if (wasm instanceof WebAssembly.Module)
        return wasm;
    if (ArrayBuffer.isView(wasm) || wasm instanceof ArrayBuffer)
        return WebAssembly.compile(wasm);
    const url = makeUrl(wasm);
    let bytes;
    try {
        bytes = await readBytes(url);
    } catch (error) {
        throw new FourscoreError(`wasm: cannot read ${url}: ${error.message}`);
    }
    return WebAssembly.compile(bytes);
}

// What the module needs of a system: a clock, and nothing else.
function makeSystem(memory) {
    const view = () => new DataView(memory().buffer);
    const fail = () => 8; // EBADF
    return {
        clock_time_get(_clock, _precision, at) {
            const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
            view().setBigUint64(at, nanoseconds, true);
            return 0;
        },
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return 0;
        },
        environ_get: () => 0,
        fd_close: fail,
        fd_seek: fail,
        fd_write: fail,
        proc_exit(status) {
            throw new FourscoreError(`the module ended with status ${status}`);
        },
    };
}

// Open the module; see fourscore.d.ts.
export async function load(options = {}) {
    checkOptions(options, LOAD_OPTIONS);
    const {tableBytes = 0, book = true, vectors = hasVectors()} = options;
    if (tableBytes !== 0)
        checkCount('tableBytes', tableBytes);
    checkBoolean('book', book);
    checkBoolean('vectors', vectors);
    const {wasm = await findModule(vectors)} = options;
    if (wasm === undefined)
        throw new FourscoreError('wasm: a bundle has the module with vectors only; ' +
            'expected the URL of fourscore-scalar.wasm');
    const module = await compile(wasm);
    let api;
    const instance = await WebAssembly.instantiate(module, {
        wasi_snapshot_preview1: makeSystem(() => api.memory),
    });
    api = instance.exports;
    api._initialize();
    return new Fourscore(api, {tableBytes, book, vectors});
}

function checkOptions(options, names) {
    if (options === null || typeof options !== 'object')
        throw new TypeError(`options: expected an object, got ${show(options)}`);
    for (const name of Object.keys(options))
        if (!names.includes(name))
            throw new TypeError(
                `options: ${show(name)} is not one of ${names.join(', ')}`);
}

function checkBoolean(name, value) {
    if (typeof value !== 'boolean')
        throw new TypeError(`${name}: expected true or false, got ${show(value)}`);
}

function checkCount(name, value) {
    if (typeof value !== 'number' || !(value >= 1) || value >= 2 ** 63)
        throw new RangeError(
            `${name}: expected a number of at least 1, got ${show(value)}`);
}

function checkRange(name, value, min, max) {
    if (!Number.isInteger(value) || value < min || value > max)
        throw new RangeError(
            `${name}: expected an integer from ${min} to ${max}, got ${show(value)}`);
}

function checkSeconds(value) {
    if (typeof value !== 'number' || !(value > 0))
        throw new RangeError(
            `seconds: expected a number above 0, got ${show(value)}`);
}

function checkString(name, value) {
    if (typeof value !== 'string')
        throw new TypeError(`${name}: expected a string, got ${show(value)}`);
}

function readCertificate(bytes) {
    if (bytes instanceof ArrayBuffer)
        return new Uint8Array(bytes);
    if (ArrayBuffer.isView(bytes))
        return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    throw new TypeError(`certificate: expected its bytes, got ${show(bytes)}`);
}

function readSize(board) {
    const found = typeof board === 'string' &&
        /^(\d{1,3})x(\d{1,3})$/.exec(board);
    if (!found)
        throw new RangeError(
            `board: expected WIDTHxHEIGHT, such as 7x6, got ${show(board)}`);
    return {width: Number(found[1]), height: Number(found[2])};
}

// The options of a question, checked.
function readOptions(options, names = QUERY_OPTIONS) {
    checkOptions(options, names);
    const {
        board = '7x6', weak = false, fresh = false, seconds = Infinity,
        nodes = Infinity, slice = SLICE_NODES, signal, progress,
    } = options;
    if (seconds !== Infinity)
        checkSeconds(seconds);
    if (nodes !== Infinity)
        checkCount('nodes', nodes);
    if (slice !== Infinity)
        checkCount('slice', slice);
    checkBoolean('weak', weak);
    checkBoolean('fresh', fresh);
    if (progress !== undefined && typeof progress !== 'function')
        throw new TypeError('progress: expected a function');
    if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
        throw new TypeError('signal: expected an AbortSignal');
    return {
        board, goal: weak ? WEAK : STRONG, fresh: fresh ? 1 : 0, seconds, nodes,
        slice, signal, progress,
    };
}

// Let the event loop run.
const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

const makeBounds = (lower, upper) =>
    ({lower, upper, score: lower === upper ? lower : null});

class Fourscore {
    #api;
    #config;
    #follower = null; // the one of the module
    #last = Promise.resolve(); // the last question

    constructor(api, config) {
        this.#api = api;
        this.#config = config;
    }

    get version() {
        return this.#string(this.#api.version());
    }

    get vectors() {
        return Boolean(this.#config.vectors);
    }

    position(text, options = {}) {
        checkOptions(options, BOARD_OPTIONS);
        const {board = '7x6'} = options;
        const {width} = this.#read(text, board);
        return {board, ...this.#describe(width), moves: this.#written(MOVES)};
    }

    game(text, options = {}) {
        checkOptions(options, BOARD_OPTIONS);
        const {board = '7x6'} = options;
        const {width} = this.#read(text, board, 'game');
        return {board, ...this.#describe(width),
                moves: this.#string(this.#api.played_moves())};
    }

    score(text, options) {
        return this.#question(text, options, 0, () => ({}));
    }

    allMoves(text, options) {
        return this.#question(text, options, ALL_MOVES | BEST, (width) => ({
            moves: this.#moveScores(width), best: this.#list('best_move'),
        }));
    }

    best(text, options) {
        return this.#question(text, options, BEST,
                              () => ({best: this.#list('best_move')}));
    }

    pv(text, options) {
        return this.#question(text, options, PV,
                              () => ({pv: this.#list('pv_move')}));
    }

    async explain(text, options = {}) {
        const read = readOptions(options);
        if (read.goal === WEAK)
            throw new RangeError('weak: an explanation has exact scores only');
        const size = this.#read(text, read.board); // so that errors are early
        const moves = this.#string(this.#api.played_moves());
        return this.#queue(() => this.#explain(text, moves, read, size));
    }

    async move(text, options = {}) {
        const read = readOptions(options, MOVE_OPTIONS);
        const {level = 3, seed = 0} = options;
        const perfect = this.#api.levels();
        checkRange('level', level, 1, perfect);
        checkRange('seed', seed, 0, Number.MAX_SAFE_INTEGER);
        const choose = (chosen) => this.#api.choose_move(
            chosen, seed % 2 ** 32, Math.floor(seed / 2 ** 32));
        const chooseBelow = (below) => {
            this.#read(text, read.board); // another question may have come between
            return {column: choose(below), proven: false};
        };

        this.#read(text, read.board);
        if (choose(1) === 0)
            throw new FourscoreError('position: the game is over');
        if (level < perfect)
            return chooseBelow(level);
        return this.#queue(async () => {
            const {column} = await this.#search(
                text, read, BEST, () => ({column: choose(perfect)}));
            return column === 0 ? chooseBelow(perfect - 1) : {column, proven: true};
        });
    }

    follower(bytes) {
        const given = readCertificate(bytes);
        const api = this.#api;
        if (given.length > api.text_size())
            throw new FourscoreError(
                `certificate: longer than ${api.text_size()} bytes`);
        this.#buffer.set(given);
        this.#follower = null;
        const status = api.open_follower(given.length);
        if (status === BAD_CERTIFICATE || status === NOT_PROVEN) {
            const reason = this.#string(api.error_reason());
            throw new FourscoreError(`certificate: ${reason}`, {reason});
        }
        this.#check(status);
        const follower = {
            board: `${api.certificate_width()}x${api.certificate_height()}`,
            moves: this.#string(api.certificate_moves()),
            player: api.certificate_player(), score: api.certificate_score(),
            reply: (moves) => this.#reply(follower, moves),
        };
        this.#follower = follower;
        return follower;
    }

    // ------------------------------------------------------------- questions

    // One question at a time: a solver has one table, for one board.
    async #question(text, options = {}, find, details) {
        const read = readOptions(options);
        if (find === PV && read.goal === WEAK)
            throw new RangeError('weak: a pv has exact scores only');
        const {width} = this.#read(text, read.board); // so that errors are early
        return this.#queue(
            () => this.#search(text, read, find, () => details(width)));
    }

    // Begin when the questions before have ended.
    #queue(begin) {
        const search = this.#last.then(begin);
        this.#last = search.catch(() => {});
        return search;
    }

    async #search(text, options, find, details) {
        const {signal, progress} = options;
        const started = performance.now();
        let nodes = 0, lower = -Infinity, upper = Infinity;

        for (let first = true;; first = false) {
            signal?.throwIfAborted();
            const left = {
                seconds: options.seconds - (performance.now() - started) / 1000,
                nodes: options.nodes - nodes,
            };
            const slice = Math.max(options.slice, Math.floor(nodes / SHARE));
            const limit = {
                seconds: Math.max(left.seconds, 1e-6),
                nodes: Math.min(left.nodes, slice),
            };
            this.#ask(text, options, find, first ? options.fresh : 0, limit);
            const api = this.#api;
            const finished = api.finished() !== 0;
            nodes += api.nodes();
            lower = Math.max(lower, api.lower());
            upper = Math.min(upper, api.upper());
            const seconds = (performance.now() - started) / 1000;
            const answer = {
                finished, ...makeBounds(lower, upper), nodes, seconds,
            };
            if (finished || nodes >= options.nodes || seconds >= options.seconds)
                return {...answer, ...details()};
            progress?.(answer);
            await rest();
        }
    }

    #ask(text, {board, goal}, find, fresh, {seconds, nodes}) {
        const api = this.#api;
        const {width, height} = this.#read(text, board);
        const {tableBytes, book} = this.#config;
        this.#check(api.open_solver(width, height, tableBytes, book ? 1 : 0));
        this.#check(api.ask(goal, find, fresh,
                            seconds === Infinity ? 0 : seconds,
                            nodes === Infinity ? 0 : nodes));
    }

    // ---------------------------------------------------------- explanations

    // Search the position, and the one before the last of its moves.
    async #explain(text, moves, options, size) {
        const api = this.#api;
        const move = moves === '' ? 0 : parseInt(moves.at(-1), 16);
        const finish = () => {
            this.#check(api.explain(move));
            return this.#explanation(size);
        };
        const answer = await this.#search(text, options, PV, () => {
            api.keep_answer();
            return move === 0 ? finish() : {};
        });
        if (move === 0)
            return answer;
        const left = {
            seconds: Math.max(options.seconds - answer.seconds, 1e-6),
            nodes: Math.max(options.nodes - answer.nodes, 1),
        };
        const before = await this.#search(
            moves.slice(0, -1), {...options, ...left, goal: WEAK}, BEST, finish);
        return {
            ...before, finished: answer.finished && before.finished,
            ...makeBounds(answer.lower, answer.upper),
            nodes: answer.nodes + before.nodes,
            seconds: answer.seconds + before.seconds,
        };
    }

    #explanation(size) {
        const api = this.#api;
        const winner = api.explained_winner();
        const [before, after] = [api.move_before(), api.move_after()];
        return {
            winner: winner < 0 ? null : winner,
            move: api.explained_move() === 0 ? null : {
                column: api.explained_move(), before, after,
                mistake: after < before, only: api.move_only() !== 0,
                better: this.#list('better_move'),
            },
            reasons: Array.from({length: api.reason_count()},
                                (_, i) => this.#reason(i, size)),
            sentences: this.#sentences(api.explanation_text()),
        };
    }

    #reason(index, {width, height}) {
        const api = this.#api;
        const marked = (mark) => Array.from({length: width * height}, (_, i) => {
            const [column, row] = [Math.floor(i / height), i % height];
            const cell = (height - 1 - row) * width + column;
            return api.reason_marks(index, cell) & mark
                ? 'abcdefghijkl'[column] + (row + 1) : null;
        }).filter((name) => name !== null);
        return {
            kind: this.#string(api.reason_kind(index)),
            player: api.reason_player(index),
            wins: api.reason_wins(index) !== 0,
            line: this.#list('reason_move', index),
            forced: api.reason_forced(index) !== 0,
            cells: Object.fromEntries(Object.entries(MARKS).map(
                ([name, mark]) => [name, marked(mark)])),
            sentences: this.#sentences(api.reason_text(index)),
        };
    }

    #sentences(at) {
        return this.#string(at).split('\n').slice(0, -1);
    }

    #moveScores(width) {
        const api = this.#api;
        const moves = [];
        for (let column = 1; column <= width; column++) {
            const lower = api.move_lower(column);
            moves.push(lower === api.no_move()
                ? null : makeBounds(lower, api.move_upper(column)));
        }
        return moves;
    }

    // The columns of a function such as best_move().
    #list(name, ...first) {
        const columns = [];
        for (let i = 0, column; (column = this.#api[name](...first, i)) !== 0; i++)
            columns.push(column);
        return columns;
    }

    // ---------------------------------------------------------- certificates

    #reply(follower, moves) {
        if (follower !== this.#follower)
            throw new FourscoreError(
                'follower: another certificate was opened after this one');
        const api = this.#api;
        const length = this.#write('moves', moves);
        const status = api.follow(length);
        if (status === BAD_POSITION || status === NOT_PROVEN)
            throw this.#refusal('moves', 'move');
        this.#check(status);
        return {column: api.reply_column(), reason: REPLIES[api.reply_reason()]};
    }

    // ------------------------------------------------------------- the module

    // Read a position or a game, whose last position the module then has; returns
    // the size of its board.
    #read(text, board, name = 'position') {
        checkString(name, text);
        const api = this.#api;
        const {width, height} = readSize(board);
        const length = this.#write(name, text);
        const status = api[`read_${name}`](width, height, length);
        if (status === BAD_POSITION)
            throw this.#refusal(name, 'character');
        if (status !== OK)
            throw new FourscoreError(`board ${board}: ${this.#status(status)}`);
        return {width, height};
    }

    get #buffer() {
        const api = this.#api;
        return new Uint8Array(api.memory.buffer, api.text(), api.text_size());
    }

    // Write a text to the buffer; returns its length there.
    #write(name, text) {
        checkString(name, text);
        const bytes = this.#buffer;
        const {read, written} = new TextEncoder().encodeInto(text, bytes);
        if (read < text.length)
            throw new FourscoreError(
                `${name}: longer than ${bytes.length} bytes`,
                {at: read, reason: 'too long'});
        return written;
    }

    // The module's position.
    #describe(width) {
        const api = this.#api;
        const columns = [];
        for (let column = 1; column <= width; column++)
            if (api.can_play(column))
                columns.push(column);
        return {ply: api.ply(), winner: api.winner() || null, columns,
                diagram: this.#written(DIAGRAM)};
    }

    #written(notation) {
        const api = this.#api;
        return api.write_position(notation) === OK ? this.#string(api.text()) : null;
    }

    // The error for the text in the buffer, which the module has refused.
    #refusal(name, unit) {
        const bytes = this.#buffer.subarray(0, this.#api.error_at());
        const at = new TextDecoder().decode(bytes).length;
        const reason = this.#string(this.#api.error_reason());
        return new FourscoreError(
            `${name}: ${unit} ${at + 1}: ${reason}`, {at, reason});
    }

    #status(status) {
        return this.#string(this.#api.status_text(status));
    }

    #check(status) {
        if (status !== OK)
            throw new FourscoreError(this.#status(status));
    }

    #string(at) {
        const bytes = new Uint8Array(this.#api.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }
}
