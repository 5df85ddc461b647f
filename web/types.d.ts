// The types that modules name.
type App = import('./app.mjs').App;
type Fourscore = import('fourscore').Fourscore;
type Reason = import('fourscore').Reason;
type Session = import('./session.mjs').Session;
type Server = import('./server.mjs').Server;

// Cells are numbered from the lower left corner, row by row.  0 is an empty cell, 1 a red
// stone, 2 a yellow one.
type Board = {width: number, height: number};
type Player = 1 | 2;
type Position = {board: Board, moves: string, cells: Uint8Array, heights: number[], ply: number, mover: Player,
    winner: 0 | Player, fours: number[][], over: boolean};

// 'moves' are the columns from the start.  The first of 'children' continues the main line.
type Move = {moves: string, parent: Move | null, children: Move[], comment: string};

// What people do, and what the browser keeps with the address of a game.
type Mode = 'home' | 'play' | 'study' | 'puzzle' | 'setup';
type Kept = {mode: Mode, players: number[], start: string, help?: Session['help'], late?: 0 | Player,
    isCounted?: boolean, left?: number[] | null, minutes?: number, attempt?: App['puzzle']['attempt']};

// What an engine says of a position: the library in a Worker, or a server.
type Bounds = {lower: number, upper: number};
type Answer = Bounds & {finished: boolean, nodes: number, best?: number[]};
type Options = {board: string, nodes?: number, seconds?: number, slice?: number, signal: AbortSignal,
    progress?: (answer: Answer) => void};
type Ask = (moves: string, options: Options) => Promise<Answer>;
type Engine = {score: Ask, best: Ask};

// What is known about a position.  'moves' has the bounds after a move into each column,
// for the side that makes it; null for a full column or if they were not asked for.
// 'best' is null while it is not known.  'nodes' were searched for that.  'line' are the
// best moves that follow, of both sides.
type Found = {score: Bounds, moves: (Bounds | null)[] | null, best: number[] | null, stopped: boolean,
    nodes?: number, line?: string};
// What is known about the positions of a game, by ply.
type Line = (Found | undefined)[];

// How the Worker answers one kind of question.
type Kind = (fourscore: any, question: any, signal: AbortSignal, update: (update: any) => void) => any;

// An opponent's move.  'level' is from 1.  'proven' is false for a perfect opponent that has
// not found the best moves in time.
type Question = {board: Board, moves: string, level: number, seed: number};
type Reply = {column: number, proven: boolean};

// A mistake: its sign in the list of moves, and what it cost, by how much of the score.
type Mistake = {mark: '??' | '?' | '?!', kind: 'win' | 'draw' | 'slower' | 'sooner', by: number};
// A sentence of an explanation, the moves to the board that it is about, and what is marked there.
// 'listed' are the last of these moves, if the sentence tells them; 'detail' is for experts.
type Step = {moves: string, words: string, detail: string, reason: Reason | null,
    listed: {before: string, moves: string, after: string} | null};
// As a question: 'moves' lead to its position, the 'right' columns answer it.
type Lecture = {moves: string, kind: Mistake['kind'], played: string, right: number[]};

// 'name' is a day or a number, 'grade' and 'theme' count from 0.  'scores' are those of the moves into
// each column, for the side to move; -1000 for a full column.
type Puzzle = {name: string, number: number, grade: number, theme: number, moves: string, scores: number[]};

// 'board' is the one of a link; null in other texts.  'moves' may have side lines and
// comments; the game is shown after 'cursor' of them.
type Pasted = {text: string, board: Board | null, moves: string, cursor: number};
type PastedPuzzle = {day: string};

// 'hint' is a column, or 0; 'ghost' is the stone that is in hand, or 0.  'moves' has
// the bounds to show, or is null.
// 'inWords': with the number of moves to the end.  'reason' has marks for the board.
type View = {position: Position, hint: number, ghost: number, locked: boolean, inWords: boolean,
    reason: Reason | null,
    moves: (Bounds | null)[] | null, best: number[] | null};
