// run.mjs PROGRAM [ARGUMENT...]: run a WebAssembly program that needs no files,
// with the arguments, environment and standard output of this process.
//
// Not by node:wasi: with it, Node 20.20 crashes at the end of some programs.
import {readFileSync, writeSync} from 'node:fs';

const EBADF = 8;
const args = process.argv.slice(2);
const environment = Object.entries(process.env).map((pair) => pair.join('='));
let memory;
const view = () => new DataView(memory.buffer);
const encode = (text) => new TextEncoder().encode(`${text}\0`);

function sizes(texts) {
    return (count, size) => {
        view().setUint32(count, texts.length, true);
        view().setUint32(size, texts.reduce((sum, text) => sum + encode(text).length, 0), true);
        return 0;
    };
}

function list(texts) {
    return (pointers, at) => {
        for (const [i, text] of texts.entries()) {
            const bytes = encode(text);
            view().setUint32(pointers + 4 * i, at, true);
            new Uint8Array(memory.buffer).set(bytes, at);
            at += bytes.length;
        }
        return 0;
    };
}

class Exit extends Error {}

const system = {
    args_sizes_get: sizes(args),
    args_get: list(args),
    environ_sizes_get: sizes(environment),
    environ_get: list(environment),
    clock_time_get(_clock, _precision, at) {
        view().setBigUint64(at, process.hrtime.bigint(), true);
        return 0;
    },
    fd_write(file, vectors, count, at) {
        let size = 0;
        for (let i = 0; i < count; i++) {
            const start = view().getUint32(vectors + 8 * i, true);
            const length = view().getUint32(vectors + 8 * i + 4, true);
            for (let done = 0; done < length;)
                done += writeSync(file, new Uint8Array(memory.buffer, start + done, length - done));
            size += length;
        }
        view().setUint32(at, size, true);
        return 0;
    },
    proc_exit(status) {
        process.exitCode = status;
        throw new Exit();
    },
};

const module = new WebAssembly.Module(readFileSync(args[0]));
const imports = Object.fromEntries(WebAssembly.Module.imports(module)
    .map(({name}) => [name, system[name] ?? (() => EBADF)]));
const {exports} = new WebAssembly.Instance(module, {wasi_snapshot_preview1: imports});
({memory} = exports);
try {
    exports._start();
} catch (error) {
    if (!(error instanceof Exit))
        throw error;
}
