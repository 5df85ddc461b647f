// Where fourscore.mjs finds the module: in a file beside itself.

// The URL of the module.  Bundlers find the files by these literals.
export function findModule(vectors) {
    return vectors ? new URL('./fourscore.wasm', import.meta.url)
        : new URL('./fourscore-scalar.wasm', import.meta.url);
}

// What a relative URL is relative to.
export function findBase() {
    return findModule(true);
}
