/**
 * Exact scores for Connect Four.
 *
 * A score is for the side to move.  +k: it wins with k - 1 stones left; 0: a
 * draw; -k: the opponent wins with k - 1 stones left.  A weak score is the sign
 * of the score.
 *
 * A position is a string: the columns played, `'4453'`, or a game, a board, JSON or
 * a link, in any form that docs/notations.md shows; `''` is the empty board.  A list,
 * such as `[4, 4, 5, 3]`, or the rows of a board, and an object with one of them are
 * read as their JSON.
 */

/** A position or a game. */
export type PositionLike = string | object;

export interface LoadOptions {
    /** A WebAssembly.Module, its bytes as an ArrayBuffer or a view of one, or its
     * URL as a URL or a string; in a page also one relative to the page.  Default: the
     * module with vectors that 'fourscore' contains, which is embedded.mjs; for
     * fourscore.mjs the file beside it. */
    wasm?: object | string;
    /** At most so much memory for the transposition table.  0, the default: 32 MiB. */
    tableBytes?: number;
    /** Look up positions of up to 8 plies on 7x6 in the built-in book.  Default:
     * true. */
    book?: boolean;
    /** Load the module with vectors (SIMD128), which is faster.  Default: whether
     * the browser supports them.  embedded.mjs does not contain the other one. */
    vectors?: boolean;
}

/**
 * Compile the module and start it.  Each call makes an instance of its own, with
 * a table of its own.
 *
 * Rejects with a FourscoreError if the module cannot be read or is missing, with a
 * WebAssembly.CompileError or LinkError if the bytes are not the module, with a
 * RangeError for any other bad value of an option, and with a TypeError for an option
 * that does not exist.
 */
export function load(options?: LoadOptions): Promise<Fourscore>;

/** An AbortSignal. */
export interface Signal {
    throwIfAborted(): void;
}

export interface BoardOptions {
    /** `WIDTHxHEIGHT`; width * (height + 1) is at most 127.  Default: `'7x6'`. */
    board?: string;
    /** The number of the leftmost column in texts: 1, the default, or 0.  Columns in
     * answers are counted from 1. */
    firstColumn?: 0 | 1;
}

export interface SearchOptions extends BoardOptions {
    /** Empty the table first.  Default: false. */
    fresh?: boolean;
    /** Stop after this many seconds, or nodes, with the bounds known so far. */
    seconds?: number;
    nodes?: number;
    /** Let the event loop run after each slice of this many nodes.  Infinity:
     * search without interruption.  Default: 2^19, less than a tenth of a second on a
     * fast machine.  Slices grow slowly as a search goes on. */
    slice?: number;
    /** Reject with the signal's reason: a search at the end of its slice, one that waits
     * for others at the end of theirs. */
    signal?: Signal;
    /** Called after each slice but the last. */
    progress?: (progress: Answer) => void;
}

export interface QueryOptions extends SearchOptions {
    /** Find weak scores, which takes less time.  Default: false. */
    weak?: boolean;
}

/** lower <= score <= upper; the score is null while they differ. */
export interface Bounds {
    lower: number;
    upper: number;
    score: number | null;
}

export interface Answer extends Bounds {
    /** false: a limit ended the search; the rest is what is known. */
    finished: boolean;
    /** Positions explored; 0 if the book or a rule decided. */
    nodes: number;
    seconds: number;
}

export interface BestAnswer extends Answer {
    /** The columns of all moves that have the score, centre first; empty if the
     * game is over or a limit ended the search. */
    best: number[];
}

export interface AllMovesAnswer extends BestAnswer {
    /** The score after a move into column 1, 2 ..., for the side that makes it;
     * null for a full column. */
    moves: (Bounds | null)[];
}

export interface PvAnswer extends Answer {
    /** The columns from the position to the end of the game, both sides playing
     * best; of equal moves the one nearest to the centre. */
    pv: number[];
}

/** Why a player wins or does not lose: a line of play, and what decides the position
 * after it.  `x` is the first player, `o` the second; a cell is a column, from a, and a
 * row, from 1 at the bottom: `d2`. */
export interface Reason {
    kind: 'four' | 'full board' | 'win' | 'double threat' | 'no defence' |
        'followup' | 'late fours' | 'zugzwang' | 'dead lines';
    player: 'x' | 'o';
    /** false: the player does not lose. */
    wins: boolean;
    /** The moves of the line: `4453`. */
    line: string;
    /** Each other move of the other player in the line loses at once. */
    forced: boolean;
    /** Marks on the board after the line. */
    cells: {
        /** Stones in a line of four that decides. */
        four: string[];
        /** The player wins here. */
        win: string[];
        /** The other player must play here. */
        must: string[];
        /** The player gets these by answering in the same column. */
        gets: string[];
    };
    sentences: string[];
    /** The sentence that lists moves, in parts: its index, the text before them, the last
     * moves of the line, and the text after; null if none does. */
    listed: {sentence: number; before: string; moves: string; after: string} | null;
    /** The index of the sentence that is for experts, a detail of the one before it; null if
     * there is none. */
    detail: number | null;
}

/** What `fourscore explain --json` prints of a position, and the figures of the search. */
export interface Explanation extends Answer {
    to_move: 'x' | 'o';
    /** The number of the last stone with best play; missing while the score is unknown. */
    last_stone?: number;
    /** null: a draw; missing while it is unknown. */
    winner?: 'x' | 'o' | null;
    /** The last move of a game; missing for a diagram or a list of cells, and if a limit
     * ended the search. */
    move?: {
        column: number;
        /** The result for the player who moved: 1, 0 or -1. */
        before: number;
        after: number;
        mistake: boolean;
        /** Each other move is a mistake. */
        only: boolean;
        /** If it is a mistake: the columns that keep the result. */
        better: number[];
    };
    /** One of the winner, or one of each player in a draw. */
    reasons: Reason[];
    /** About the position and the move. */
    sentences: string[];
}

/** A score, or its bounds while it is unknown. */
export type ScoreOrBounds = number | {lower: number; upper: number};

/** What a move did to the result, for the side that made it: nothing; a win is later or a
 * loss sooner; a draw is now a loss; a win is now a draw or a loss. */
export type Verdict = 'not_judged' | 'best' | 'slower_win' | 'sooner_loss' | 'draw_lost' |
    'win_drawn' | 'win_lost';

export interface JudgedMove {
    column: number;
    /** The score of the position and that of the move, both for the side that moves. */
    before: ScoreOrBounds;
    after: ScoreOrBounds;
    /** The columns of all best moves; empty if they are unknown. */
    best: number[];
    verdict: Verdict;
    /** The stones by which a win is later or a loss sooner. */
    lost: number;
    /** Whether the moves there had different scores; null if that is unknown. */
    choice: boolean | null;
}

/** With the number of moves with each verdict. */
export interface SideReview extends Record<Verdict, number> {
    /** Percent, as fourscore-review(1) defines it; null without a choice. */
    accuracy: number | null;
    moves: number;
    /** Of these: with a choice, and judged. */
    choices: number;
    /** Not judged, or it is unknown whether there was a choice. */
    unknown: number;
}

/** What `fourscore review --json` prints of a game, and the figures of the search.  null
 * is what is unknown because of a limit. */
export interface Review {
    finished: boolean;
    nodes: number;
    seconds: number;
    summary: string;
    /** The game is over. */
    over: boolean;
    /** Of the last position, for the side to move there. */
    score: ScoreOrBounds;
    /** With best play from there: 0 is a draw. */
    winner: 0 | 1 | 2 | null;
    /** The number of the last stone, with best play from there. */
    last_stone: number | null;
    /** The number, from 1, of the last move that changed the result; 0: no move did. */
    decided: number | null;
    /** The moves that are known to have changed the result. */
    changes: number;
    first: SideReview;
    second: SideReview;
    moves: JudgedMove[];
}

export interface MoveOptions extends QueryOptions {
    /** 1 (beginner), 2 (casual), 3 (club player), 4 (expert) or 5 (perfect).
     * Default: 3. */
    level?: number;
    /** An integer from 0.  Level, seed and position determine the move, unless a
     * limit ends the search.  Default: 0. */
    seed?: number;
}

export interface Move {
    column: number;
    /** Whether it is one of the best moves: of level 5, if it has found one within
     * its limits; if not, it plays as level 4.  Lower levels prove nothing. */
    proven: boolean;
}

/** Plays the player for whom a certificate is, without a search. */
export interface Follower {
    readonly board: string;
    /** The moves to the position that the certificate is about. */
    readonly moves: string;
    /** For whom it is. */
    readonly player: 1 | 2;
    /** The player reaches at least this score. */
    readonly score: number;
    /** What the player plays after moves from the empty board.  Throws a
     * FourscoreError, with `at` and `reason`, if the moves are wrong, if the other
     * player is to move, or if the certificate has no reply because the player
     * has made another move before: `at` is that move. */
    reply(moves: string): Reply;
}

export interface Reply {
    column: number;
    /** It is in the certificate; it completes a four; it makes a double threat; it
     * begins or follows a static proof; or any move reaches the score. */
    reason: 'choice' | 'four' | 'double threat' | 'static proof' | 'late';
}

export interface Position {
    board: string;
    /** The number of stones. */
    ply: number;
    /** The player with four in a row: 1 or 2. */
    winner: 1 | 2 | null;
    /** The columns that can be played. */
    columns: number[];
    /** Whether the text has an order of moves: a game, and not a board. */
    isGame: boolean;
    /** The moves of the game; of a board, moves that lead to it, or null if there are
     * none. */
    moves: string | null;
    diagram: string;
}

export interface Game extends Position {
    /** The moves of the game, in the order in which they were played. */
    moves: string;
}

/**
 * Methods reject, or position() and game() throw, with
 * - a FourscoreError for a string that is no position or no game, with `at` and
 *   `reason`; for a board that does not exist, too little memory or too small a table;
 * - a RangeError for a bad value of an option, and a TypeError for an option that does not
 *   exist and any other bad argument, which the message names;
 * - the signal's reason if a search was aborted.
 *
 * Searches of one instance run one after the other.  The table serves one board;
 * a search on another board makes a new one.
 */
export interface Fourscore {
    readonly version: string;
    /** Whether the module was loaded with vectors. */
    readonly vectors: boolean;

    /** Check a position and describe it. */
    position(position: PositionLike, options?: BoardOptions): Position;
    /** Read a game as players write it, such as `'1. d1 d2 2. c1'`, and describe
     * its last position; fourscore-review(1) has the notation. */
    game(game: PositionLike, options?: BoardOptions): Game;
    score(position: PositionLike, options?: QueryOptions): Promise<Answer>;
    /** All moves with their scores. */
    allMoves(position: PositionLike, options?: QueryOptions): Promise<AllMovesAnswer>;
    /** The best moves; takes fewer nodes than allMoves(). */
    best(position: PositionLike, options?: QueryOptions): Promise<BestAnswer>;
    /** The principal variation. */
    pv(position: PositionLike, options?: SearchOptions): Promise<PvAnswer>;
    /** Why a position is won, drawn or lost, in words.  Of a game the last
     * move is judged, by a second search; limits are for both. */
    explain(position: PositionLike, options?: SearchOptions): Promise<Explanation>;
    /** Judge the moves of a game, which is read as by game().  Each of its positions is
     * searched, the last one first; limits are for each of them. */
    review(game: PositionLike, options?: SearchOptions): Promise<Review>;
    /** The move of an opponent.  Only level 5 searches; with `weak` it plays any
     * move that keeps the result.  Rejects if the game is over. */
    move(position: PositionLike, options?: MoveOptions): Promise<Move>;
    /** Check a certificate, a file of `fourscore prove`, and follow it.  Each call
     * ends the follower of the one before.  Takes about a second and 68 MiB for
     * the win on 7x6.  Throws a FourscoreError if the bytes prove nothing. */
    follower(certificate: ArrayBuffer | ArrayBufferView): Follower;
}

export class FourscoreError extends Error {
    /** The index of the first bad character, from 0, of a string that is no
     * position or game; the number of cells if the board as a whole is wrong. */
    readonly at?: number;
    readonly reason?: string;
    /** The reason of a string that is no position or game, without advice on options. */
    readonly problem?: string;
}
