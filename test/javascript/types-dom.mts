// Compiled only: what browsers and Node have, as arguments of the package.
import {load} from 'fourscore';
import {load as loadEmbedded} from 'fourscore/embedded.mjs';
import {load as loadFiles} from 'fourscore/fourscore.mjs';

const bytes = new ArrayBuffer(8);
for (const wasm of [bytes, new Uint8Array(bytes), new WebAssembly.Module(bytes),
                    new URL('https://example.org/fourscore.wasm'), '/fourscore.wasm'])
    for (const one of [load, loadEmbedded, loadFiles])
        await (await one({wasm})).score('44', {signal: new AbortController().signal});
