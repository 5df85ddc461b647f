// Where embedded.mjs finds the module: in itself, so that a bundler needs no other
// file.
import MODULE from 'fourscore-bytes';

// The bytes of the module with vectors; undefined for the other one.
export function findModule(vectors) {
    if (!vectors)
        return undefined;
    const bytes = Uint8Array.from(atob(MODULE), (byte) => byte.charCodeAt(0));
    const stream = new Blob([bytes]).stream();
    return new Response(stream.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

// What a relative URL is relative to: the page, as in fetch().
export function findBase() {
    return globalThis.document?.baseURI ?? globalThis.location?.href;
}
