// A wrong move in a puzzle, and the best answer to it: shown on the board for a moment.

const MILLISECONDS_EACH = 900;

/** The last of the moves is wrong.
 * @type {(app: App, moves: string) => Promise<void>} */
export async function refute(app, moves) {
    const {session, solver} = app, {shown, board} = session;
    const wait = () => new Promise((resolve) => setTimeout(resolve, MILLISECONDS_EACH));
    app.preview(moves);
    const [line] = await Promise.all([solver.ask('line', {board, moves}).catch(() => []), wait()]);
    for (const next of line.length > 0 ? [moves + line[0], ''] : ['']) {
        if (session.shown !== shown || !session.preview.startsWith(moves))
            return;
        app.preview(next);
        await wait();
    }
}
