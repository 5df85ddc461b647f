#!/usr/bin/env node
// npx fourscore POSITION...: scores as 'fourscore solve' prints them.

import {createInterface} from 'node:readline';
import {parseArgs} from 'node:util';
import {FourscoreError, load} from './fourscore.mjs';

const USAGE = `Usage: fourscore [-a | --best | --pv] [-w] [--board WxH] [POSITION...]

Print each position and its exact score. A position is the columns played, from 1;
- is the empty board. Without one, each line of the standard input is a position.

A score is for the side to move. +k: it wins with k - 1 of its stones left; 0: a draw;
-k: the opponent wins with k - 1 stones left.

  -a, --all-moves   the score of the move in each column; -1000: the column is full
  --best            the score and the best moves
  --pv              the score and a line of best play
  -w, --weak        only who wins: 1, 0 or -1
  --board WxH       the board, 7x6 by default
  --first-column N  the number of the leftmost column, also in answers, 1 or 0 (1)
  --version, --help
`;

/** @param {string} message */
function refuse(message) {
    process.stderr.write(`fourscore: ${message}; 'fourscore --help' has the options\n`);
    process.exit(2);
}

function readArguments() {
    /** @type {Record<string, {type: 'string' | 'boolean', short?: string}>} */
    const options = {'all-moves': {type: 'boolean', short: 'a'}, best: {type: 'boolean'}, pv: {type: 'boolean'},
        weak: {type: 'boolean', short: 'w'}, board: {type: 'string'}, 'first-column': {type: 'string'},
        version: {type: 'boolean'}, help: {type: 'boolean'}};
    try {
        const {values, positionals} = parseArgs({options, allowPositionals: true});
        if ([values['all-moves'], values.best, values.pv].filter(Boolean).length > 1)
            refuse('only one of --all-moves, --best and --pv is possible');
        if (values.pv && values.weak)
            refuse('--pv goes with exact scores, not with --weak');
        if (!['0', '1', undefined].includes(values['first-column']))
            refuse(`--first-column: expected 0 or 1, got '${values['first-column']}'`);
        return {values, positions: positionals};
    } catch (error) {
        return refuse(error.message.split('.')[0]);
    }
}

const {values, positions} = readArguments(), {board, weak} = values;
const read = {...board && {board}, ...values['first-column'] === '0' && {firstColumn: 0}};
const options = {...read, ...weak && {weak}};
/** @param {number} column from 1 */
const nameOf = (column) => (column - ('firstColumn' in read ? 1 : 0)).toString(36);

// A reader that has enough is no error.
process.stdout.on('error', ({code, message}) => {
    if (code === 'EPIPE')
        process.exit(0);
    process.stderr.write(`fourscore: cannot write the output: ${message}\n`);
    process.exit(3);
});

/** @param {string} position */
async function answer(position) {
    if (fourscore.position(position, read).winner !== null)
        throw new FourscoreError('position: the game is over');
    if (values['all-moves'])
        return (await fourscore.allMoves(position, options)).moves.map((move) => move?.score ?? -1000);
    const name = values.best ? 'best' : values.pv ? 'pv' : 'score';
    const {score, [name]: columns} = await fourscore[name](position, options);
    return [score, Array.isArray(columns) ? columns.map(nameOf).join('') : ''];
}

/**
 * @param {string} position
 * @param {string} place
 */
async function print(position, place) {
    try {
        const found = (await answer(position)).filter((part) => part !== '');
        process.stdout.write(`${[position, ...found].join(' ')}\n`);
    } catch (error) {
        if (!(error instanceof FourscoreError || error instanceof RangeError))
            throw error;
        process.stdout.write('\n');
        const reason = error.message.replace('firstColumn: 0', '--first-column 0');
        process.stderr.write(`${place}${reason}\n`);
        process.exitCode = 1;
    }
}

if (values.help || (!values.version && positions.length === 0 && process.stdin.isTTY)) {
    process.stdout.write(USAGE);
    process.exit(0);
}
const fourscore = await load();
if (values.version)
    process.stdout.write('fourscore @version@\n');
else if (positions.length > 0)
    for (const position of positions)
        await print(position, `${position}: `);
else {
    let line = 0;
    for await (const text of createInterface({input: process.stdin})) {
        line++;
        if (!text.startsWith('#'))
            await print(text.trim().split(/\s/)[0] || text, `stdin:${line}: `);
    }
}
