// Games: who plays, hints, take-backs, and what comes after the end.

import {decisiveMove, describeMistake} from './analysis.mjs';
import {patience} from './questions.mjs';
import {get} from './screen.mjs';
import {SAY} from './sentences.mjs';

/** The levels of Red and Yellow if one player is a person.
 * @type {(level: number, person: number) => number[]} */
export const against = (level, person) => person === 1 ? [0, level] : [level, 0];

/** Start a game of two levels, 0 for a person.
 * @type {(app: App, players: number[], about?: string) => void} */
export function startGame(app, players, about = '') {
    const {session, clock} = app;
    session.mode = 'play';
    session.players = players;
    clock.set(Number(get('clock').value));
    session.openMoves(session.board, '');
    app.changed(about, true);
}

/** Stop the opponents, or let them go on.
 * @param {App} app */
export function pause(app) {
    const {session} = app;
    session.isPaused = !session.isPaused;
    if (!session.isPaused)
        session.goPly(Infinity);
    app.changed();
}

/** Another game against the same opponent; people who have played it change sides.
 * @type {(app: App) => void} */
export function rematch(app) {
    const [red, yellow] = app.session.players;
    startGame(app, [yellow, red], SAY.sidesChanged);
}

/** A new game as this one is.  The one before is not lost.
 * @type {(app: App) => void} */
export function newGame(app) {
    const {session} = app, about = session.moves === '' ? '' : SAY.replaced;
    if (session.mode === 'play')
        return startGame(app, session.players, about);
    session.mode = 'study';
    session.openMoves(session.board, '');
    app.changed(about, true);
}

/** Take the last move back.  While people study, more may follow it: "back" returns to it.
 * @type {(app: App) => void} */
export function takeBack(app) {
    app.session.undo();
    app.changed('', app.session.mode === 'study');
}

/** @param {App} app */
export function giveHint(app) {
    app.session.hint = {moves: '', column: 0, wait: patience()};
    app.tell(SAY.looking(0));
    app.think();
}

/** The page plays a side, or a person does: level 0.
 * @type {(app: App, player: number, level: number) => void} */
export function setPlayer(app, player, level) {
    const {session} = app;
    const {person} = session, players = session.players.slice();
    players[player - 1] = level;
    // A person who gives a side to the page takes the other one.
    if (person === player && level > 0)
        players[2 - player] = 0;
    session.players = players;
    session.isPaused = false;
    app.changed();
}

/** @param {App} app */
export function study(app) {
    app.session.mode = 'study';
    app.session.late = 0;
    app.changed('', true);
}

/** Study the game that was played, at the move that decided it.
 * @type {(app: App) => void} */
export function findDecision(app) {
    const {session} = app, {moves, given, late, person} = session;
    study(app);
    whenReviewed(app, SAY.deciding, (line, ply) => {
        if (ply > 0)
            session.goPly(ply);
        app.changed((late ? `${SAY.timeUp(late)}. ` : '') + (ply < 0 ? SAY.notKnown : ply === 0 ? SAY.notDecided
            : SAY.decidedBy(describeMistake(moves, ply, line, given, person))));
    });
}

/** Call this with the scores of the game, and the number of the move that decided it, as
 * soon as all are known; not if people go elsewhere before.
 * @type {(app: App, words: string, call: (line: Line, ply: number) => void) => void} */
export function whenReviewed(app, words, call) {
    const {session, knowledge} = app, {root, at} = session;
    session.scores.study = true;
    app.tell(words);
    app.think();
    app.whenLearned(() => {
        if (session.root !== root || session.at !== at || session.mode !== 'study')
            return true;
        const line = knowledge.line(session.board, session.moves);
        const ply = decisiveMove(line, session.given);
        if (ply !== null)
            call(line, ply);
        return ply !== null;
    });
}

/** Play on from the point that is shown, as a game of its own against a level.
 * @type {(app: App, level: number, person?: Player) => void} */
export function playOn(app, level, person = app.session.position.mover) {
    const {session, clock} = app;
    session.mode = 'play';
    session.players = against(level, person);
    clock.set(0);
    session.openMoves(session.board, session.shown, session.shown);
    app.changed('', true);
}
