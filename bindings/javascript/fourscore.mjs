// Exact scores for Connect Four: the library of Fourscore as WebAssembly, for
// Node and browsers.  fourscore.d.ts is the manual.

// enum fourscore_goal, the sum 'find' of a query, and enum fourscore_notation.
const STRONG = 0, WEAK = 1;
const ALL_MOVES = 1, BEST = 2, PV = 4;
const MOVES = 1, DIAGRAM = 3;
const OK = 0, BAD_POSITION = 8, BAD_CERTIFICATE = 19, NOT_PROVEN = 20;
const PERFECT = 5;
// Both bounds of a move into a full column.
const NO_MOVE = -1000;
// enum fourscore_reply_reason.
const REPLIES = ['', 'choice', 'four', 'double threat', 'static proof', 'late'];

// Nodes of a slice: less than a tenth of a second.  Each slice has at least
// 1/SHARE of the nodes so far, so that a search ends even if each slice has to
// repeat much of the one before.
const SLICE_NODES = 2 ** 19;
const SHARE = 32;

const isCount = (value) => typeof value === 'number' && value >= 1 && value < 2 ** 63;
const isBetween = (value, min, max) => Number.isInteger(value) && value >= min && value <= max;

// What each option has to be, and what it is otherwise.
const isFlag = (value) => typeof value === 'boolean';
const LIMIT = [(value) => value === Infinity || isCount(value), 'a number of at least 1'];
const OPTIONS = {
    wasm: [isModule, 'a module, its bytes or its URL'],
    tableBytes: [(value) => value === 0 || isCount(value), 'a number of at least 1', 0],
    book: [isFlag, 'true or false', true],
    vectors: [isFlag, 'true or false'],
    board: [(value) => readSize(value) !== null, 'WIDTHxHEIGHT, such as 7x6', '7x6'],
    firstColumn: [(value) => value === 0 || value === 1, '1 or 0', 1],
    weak: [isFlag, 'true or false', false],
    fresh: [isFlag, 'true or false', false],
    seconds: [(value) => typeof value === 'number' && value > 0, 'a number above 0', Infinity],
    nodes: [...LIMIT, Infinity],
    slice: [...LIMIT, SLICE_NODES],
    signal: [(value) => typeof value?.throwIfAborted === 'function', 'an AbortSignal'],
    progress: [(value) => typeof value === 'function', 'a function'],
    level: [(value) => isBetween(value, 1, PERFECT), `an integer from 1 to ${PERFECT}`, 3],
    seed: [(value) => isBetween(value, 0, Number.MAX_SAFE_INTEGER), 'an integer from 0 to 2^53 - 1', 0],
};
const LOAD_OPTIONS = ['wasm', 'tableBytes', 'book', 'vectors'];
const BOARD_OPTIONS = ['board', 'firstColumn'];
const SEARCH_OPTIONS = [...BOARD_OPTIONS, 'fresh', 'seconds', 'nodes', 'slice', 'signal', 'progress'];
const QUERY_OPTIONS = [...SEARCH_OPTIONS, 'weak'];
const MOVE_OPTIONS = [...QUERY_OPTIONS, 'level', 'seed'];

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

// null if it is no URL.
function makeUrl(wasm) {
    try {
        return new URL(wasm, globalThis.document?.baseURI ?? globalThis.location?.href);
    } catch {
        return null;
    }
}

const isBytes = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

function isModule(value) {
    return value instanceof WebAssembly.Module || isBytes(value) ||
        (typeof (value?.href ?? value) === 'string' && makeUrl(value) !== null);
}

async function compile(wasm) {
    if (wasm instanceof WebAssembly.Module)
        return wasm;
    if (isBytes(wasm))
        return WebAssembly.compile(wasm);
    const url = makeUrl(wasm);
    let bytes;
    try {
        bytes = await readBytes(url);
    } catch (error) {
        const advice = url.protocol === 'file:' ? "; 'fourscore' needs no file" : '';
        throw new FourscoreError(`wasm: cannot read ${url}: ${error.message}${advice}`);
    }
    return WebAssembly.compile(bytes);
}

// What the module needs of a system: a clock.
const makeSystem = (memory) => ({
    clock_time_get(_clock, _precision, at) {
        const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
        new DataView(memory().buffer).setBigUint64(at, nanoseconds, true);
        return 0;
    },
});

// The modules are beside this file.  Bundlers find them by these literals.
const findFile = (vectors) => vectors ? new URL('./fourscore.wasm', import.meta.url)
    : new URL('./fourscore-scalar.wasm', import.meta.url);

export const load = (options) => loadWith(findFile, options);

// load() with a function that finds the module, with vectors or without: its URL or its
// bytes.
export async function loadWith(findModule, options) {
    const {tableBytes, book, vectors = hasVectors(), wasm = await findModule(vectors)} =
        readOptions(options, LOAD_OPTIONS);
    const module = await compile(wasm);
    let api;
    const instance = await WebAssembly.instantiate(module, {
        wasi_snapshot_preview1: makeSystem(() => api.memory),
    });
    api = instance.exports;
    api._initialize();
    return new Fourscore(api, {tableBytes, book, vectors});
}

// The options of these names, checked.
function readOptions(options = {}, names) {
    if (options === null || typeof options !== 'object')
        throw new TypeError(`options: expected an object, got ${show(options)}`);
    for (const name of Object.keys(options))
        if (!names.includes(name))
            throw new TypeError(
                `options: ${show(name)} is not one of ${names.join(', ')}`);
    const read = {};
    for (const name of names) {
        const [isGood, expected, otherwise] = OPTIONS[name], {[name]: value = otherwise} = options;
        if (value !== undefined && !isGood(value))
            throw new RangeError(`${name}: expected ${expected}, got ${show(value)}`);
        read[name] = value;
    }
    return read;
}

function readCertificate(bytes) {
    if (!isBytes(bytes))
        throw new TypeError(`certificate: expected its bytes, got ${show(bytes)}`);
    return new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength);
}

// null if it is no name of a board.
function readSize(board) {
    const found = typeof board === 'string' && /^(\d{1,3})x(\d{1,3})$/.exec(board);
    return found ? {width: Number(found[1]), height: Number(found[2])} : null;
}

// A position or a game as it is now, a list or an object as JSON.
function keepText(name, value) {
    const asList = (_name, inner) => ArrayBuffer.isView(inner) ? [...inner] : inner;
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value, asList) : value;
    if (typeof text !== 'string')
        throw new TypeError(`${name}: expected a string, a list or an object, got ${show(text)}`);
    return text;
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
        return this.#config.vectors;
    }

    position(text, options) {
        return this.#describe(text, options, 'position');
    }

    game(text, options) {
        return this.#describe(text, options, 'game');
    }

    score(text, options) {
        return this.#question(text, options, 0, () => {});
    }

    allMoves(text, options) {
        return this.#question(text, options, ALL_MOVES | BEST, (width) => ({
            moves: this.#moveScores(width), best: this.#list('best'),
        }));
    }

    best(text, options) {
        return this.#question(text, options, BEST, () => ({best: this.#list('best')}));
    }

    pv(text, options) {
        return this.#question(text, options, PV, () => ({pv: this.#list('pv')}), SEARCH_OPTIONS);
    }

    // Search the position, and the one before the last of its moves.
    async explain(given, options) {
        const text = keepText('position', given);
        const {read, moves} = this.#readMoves(text, options, 'position');
        const api = this.#api, move = moves === '' ? 0 : parseInt(moves.at(-1), 16);
        return this.#queue(read, async () => {
            const answer = await this.#search(text, read, PV, () => {
                api.keep_answer();
                return move === 0 ? this.#json(api.explain(0)) : null;
            });
            if (move === 0)
                return answer;
            const left = {
                seconds: Math.max(read.seconds - answer.seconds, 1e-6),
                nodes: Math.max(read.nodes - answer.nodes, 1),
            };
            const before = await this.#search(
                moves.slice(0, -1), {...read, ...left, firstColumn: 1, weak: true}, BEST,
                () => this.#json(api.explain(move)));
            return {
                ...before, ...answer, finished: answer.finished && before.finished,
                nodes: answer.nodes + before.nodes,
                seconds: answer.seconds + before.seconds,
            };
        });
    }

    // Search the positions of a game, the last one first: then the table tells much about
    // those before.
    async review(text, options) {
        const {read, moves} = this.#readMoves(text, options, 'game');
        const api = this.#api, sum = {finished: true, nodes: 0, seconds: 0};
        return this.#queue(read, async () => {
            for (let ply = moves.length; ply >= 0; ply--) {
                const {finished, nodes, seconds} = await this.#search(
                    moves.slice(0, ply), {...read, firstColumn: 1, fresh: ply === moves.length && read.fresh},
                    BEST, () => api.keep_point(ply));
                sum.finished &&= finished;
                sum.nodes += nodes;
                sum.seconds += seconds;
            }
            const {width, height} = this.#read(moves, {...read, firstColumn: 1}, 'game');
            return {...this.#json(api.review(width, height)), ...sum};
        });
    }

    async move(given, options) {
        const read = readOptions(options, MOVE_OPTIONS), {level, seed} = read;
        const text = keepText('position', given);
        const choose = (chosen) => {
            this.#read(text, read); // another question may have come between
            return this.#api.choose_move(chosen, seed % 2 ** 32, Math.floor(seed / 2 ** 32));
        };
        if (choose(1) === 0)
            throw new FourscoreError('position: the game is over');
        if (level < PERFECT)
            return {column: choose(level), proven: false};
        return this.#queue(read, async () => {
            const {column} = await this.#search(text, read, BEST, () => ({column: choose(PERFECT)}));
            return column === 0 ? {column: choose(PERFECT - 1), proven: false} : {column, proven: true};
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
    async #question(given, options, find, details, names = QUERY_OPTIONS) {
        const read = readOptions(options, names), text = keepText('position', given);
        const {width} = this.#read(text, read); // so that errors are early
        return this.#queue(
            read, () => this.#search(text, read, find, () => details(width)));
    }

    // Begin when the questions before have ended.
    #queue({signal}, begin) {
        const search = this.#last.then(begin);
        this.#last = search.catch(() => {});
        return new Promise((resolve, reject) => {
            const stop = () => reject(signal.reason);
            if (signal?.aborted)
                stop();
            signal?.addEventListener('abort', stop);
            search.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
        });
    }

    async #search(text, options, find, details) {
        const {signal, progress} = options, api = this.#api;
        const started = performance.now();
        const passed = () => (performance.now() - started) / 1000;
        let nodes = 0, lower = -Infinity, upper = Infinity;

        for (let fresh = options.fresh;; fresh = false) {
            signal?.throwIfAborted();
            const slice = Math.max(options.slice, Math.floor(nodes / SHARE));
            this.#ask(text, {...options, fresh}, find, Math.max(options.seconds - passed(), 1e-6),
                      Math.min(options.nodes - nodes, slice));
            const finished = api.finished() !== 0;
            nodes += api.nodes();
            lower = Math.max(lower, api.lower());
            upper = Math.min(upper, api.upper());
            const seconds = passed();
            const answer = {finished, ...makeBounds(lower, upper), nodes, seconds};
            if (finished || nodes >= options.nodes || seconds >= options.seconds)
                return {...details(), ...answer};
            progress?.(answer);
            await rest();
        }
    }

    #ask(text, options, find, seconds, nodes) {
        const {width, height} = this.#read(text, options), {tableBytes, book} = this.#config;
        this.#check(this.#api.open_solver(width, height, tableBytes, book));
        const goal = options.weak ? WEAK : STRONG, limit = (value) => value === Infinity ? 0 : value;
        this.#check(this.#api.ask(goal, find, options.fresh, limit(seconds), limit(nodes)));
    }

    // ---------------------------------------------------- what the module tells

    #list(name) {
        return this.#integers(this.#api[name](), this.#api[`${name}_count`]());
    }

    #moveScores(width) {
        const bounds = this.#integers(this.#api.move_scores(), 2 * width);
        return Array.from({length: width}, (_, i) => bounds[2 * i] === NO_MOVE
            ? null : makeBounds(bounds[2 * i], bounds[2 * i + 1]));
    }

    #integers(at, count) {
        return [...new Int32Array(this.#api.memory.buffer, at, count)];
    }

    #json(at) {
        if (at === 0)
            throw new FourscoreError('not enough memory');
        return JSON.parse(this.#string(at));
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
    #read(text, {board, firstColumn}, name = 'position') {
        const {width, height} = readSize(board), api = this.#api;
        const length = this.#write(name, text);
        const status = api.read(width, height, firstColumn, name === 'game', length);
        if (status === BAD_POSITION)
            throw this.#refusal(name, 'character');
        this.#check(status, `board ${board}: `);
        return {width, height};
    }

    // The options of a question about a game, and its moves; '' if it is no game.
    #readMoves(text, options, name) {
        const read = readOptions(options, SEARCH_OPTIONS);
        this.#read(text, read, name); // so that errors are early
        return {read, moves: this.#string(this.#api.played_moves())};
    }

    #describe(text, options, name) {
        const api = this.#api, read = readOptions(options, BOARD_OPTIONS);
        const {width} = this.#read(text, read, name), isGame = api.was_game() !== 0;
        const columns = Array.from({length: width}, (_, i) => i + 1).filter((column) => api.can_play(column));
        const moves = isGame ? this.#string(api.played_moves()) : this.#written(MOVES);
        return {board: read.board, ply: api.ply(), winner: api.winner() || null, columns, isGame, moves,
                diagram: this.#written(DIAGRAM)};
    }

    get #buffer() {
        const api = this.#api;
        return new Uint8Array(api.memory.buffer, api.text(), api.text_size());
    }

    // Write a position or game to the buffer; returns its length there.
    #write(name, value) {
        const text = keepText(name, value);
        const bytes = this.#buffer;
        const {read, written} = new TextEncoder().encodeInto(text, bytes);
        if (read < text.length)
            throw new FourscoreError(
                `${name}: longer than ${bytes.length} bytes`,
                {at: read, reason: 'too long', problem: 'too long'});
        return written;
    }

    #written(notation) {
        const api = this.#api;
        return api.write_position(notation) === OK ? this.#string(api.text()) : null;
    }

    // The error for the text in the buffer, which the module has refused.
    #refusal(name, unit) {
        const bytes = this.#buffer.subarray(0, this.#api.error_at());
        const at = new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes).length;
        const [problem, advice] = this.#string(this.#api.error_reason()).split('; FOURSCORE_FROM_0');
        const reason = advice ? `${problem}; firstColumn: 0${advice}` : problem;
        return new FourscoreError(
            `${name}: ${unit} ${at + 1}: ${reason}`, {at, reason, problem});
    }

    #check(status, place = '') {
        if (status !== OK)
            throw new FourscoreError(place + this.#string(this.#api.status_text(status)));
    }

    #string(at) {
        const bytes = new Uint8Array(this.#api.memory.buffer, at);
        return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    }
}
