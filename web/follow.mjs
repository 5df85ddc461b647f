// The moves of the proof in 7x6.cert, for the Worker.

/** @type {ReturnType<typeof open> | null} */
let opened = null;

/** @param {Fourscore} fourscore */
async function open(fourscore) {
    const response = await fetch(new URL('7x6.cert', import.meta.url));
    if (!response.ok)
        throw new Error(`${response.status} ${response.statusText}`);
    const bytes = await response.arrayBuffer();
    return {follower: fourscore.follower(bytes), size: bytes.byteLength};
}

/** What the proof plays, and the size of its file.  Throws a FourscoreError if it has no move.
 * @type {(fourscore: Fourscore, question: {moves: string}) => Promise<{column: number, size: number}>} */
export async function follow(fourscore, {moves}) {
    opened ??= open(fourscore);
    const {follower, size} = await opened;
    return {column: follower.reply(moves).column, size};
}
