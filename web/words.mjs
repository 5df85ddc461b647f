// Scores in words.

/** @param {1 | 2} player */
export const playerName = (player) => player === 1 ? 'Red' : 'Yellow';

/** The letter of a column, from 1: cells are a1, d3. */
export const columnName = (/** @type {number} */ column) =>
    String.fromCharCode(96 + column);

/**
 * Where the stones of a game have come to rest.
 * @param {string} moves
 */
export function cellNames(moves) {
    /** @type {Record<string, number>} */
    const heights = {};
    return Array.from(moves, (column) => {
        heights[column] = (heights[column] ?? 0) + 1;
        return columnName(Number(column)) + heights[column];
    });
}

/**
 * Where the next stone of a game comes to rest.
 * @param {string} moves
 * @param {number} column
 */
export const nextCell = (moves, column) => cellNames(moves + column)[moves.length];

/**
 * @param {number} ply
 * @returns {1 | 2} the player to move
 */
export const moverAt = (ply) => ply % 2 === 0 ? 1 : 2;

/**
 * 1st, 2nd, 3rd, 4th, 11th ...
 * @param {number} n
 */
export function ordinal(n) {
    const teen = n % 100 >= 11 && n % 100 <= 13;
    const ending = teen ? 'th' : ['th', 'st', 'nd', 'rd'][n % 10] ?? 'th';
    return `${n}${ending}`;
}

/**
 * How a score is printed: with its sign.
 * @param {number} score
 */
export const signed = (score) =>
    score > 0 ? `+${score}` : score < 0 ? `\u2212${-score}` : '0';

/**
 * Who wins, with which of its stones, and with which move of the game.
 * @param {Board} board
 * @param {number} ply the stones on the board
 * @param {number} score for the side to move; not 0
 * @returns {{winner: 1 | 2, stone: number, move: number}}
 */
export function ending({width, height}, ply, score) {
    const winner = score > 0 ? moverAt(ply) : moverAt(ply + 1);
    // Two moves have the score (cells + 2 - move) / 2, rounded down; one of them
    // is the winner's.
    const late = width * height + 2 - 2 * Math.abs(score);
    const move = moverAt(late - 1) === winner ? late : late - 1;
    return {winner, stone: Math.ceil(move / 2), move};
}

/**
 * "Red wins with its 12th stone, move 23".
 * @param {Board} board
 * @param {number} ply
 * @param {number} score
 */
export function describeScore(board, ply, score) {
    if (score === 0)
        return 'The game is a draw';
    const {winner, stone, move} = ending(board, ply, score);
    return `${playerName(winner)} wins with its ${ordinal(stone)} stone, move ${move}`;
}

/**
 * What bounds say about the end of the game; '' if that is nothing.
 * @param {Board} board
 * @param {number} ply
 * @param {Bounds} bounds
 */
export function describeBounds(board, ply, {lower, upper}) {
    const mover = playerName(moverAt(ply)), other = playerName(moverAt(ply + 1));
    if (lower === upper)
        return describeScore(board, ply, lower);
    if (lower > 0)
        return `${mover} wins, by move ${ending(board, ply, lower).move}`;
    if (upper < 0)
        return `${other} wins, by move ${ending(board, ply, upper).move}`;
    if (lower === 0)
        return `${mover} wins or draws`;
    if (upper === 0)
        return `${other} wins or draws`;
    return '';
}
