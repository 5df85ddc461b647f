// fourscore.mjs with the module in itself, so that neither Node nor a bundler needs another
// file.
import MODULE from 'fourscore-bytes'; // compressed, as base64
import {FourscoreError, loadWith} from './fourscore.mjs';

export {FourscoreError};

function findModule(vectors) {
    if (!vectors)
        throw new FourscoreError('wasm: a bundle has the module with vectors only; ' +
            'expected the URL of fourscore-scalar.wasm');
    const bytes = Uint8Array.from(atob(MODULE), (byte) => byte.charCodeAt(0));
    const stream = new Blob([bytes]).stream();
    return new Response(stream.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

export const load = (options) => loadWith(findModule, options);
