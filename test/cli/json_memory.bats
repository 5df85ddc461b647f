# JSON is complete, or, if out of memory, not printed, and the status is 3.

bats_require_minimum_version 1.5.0
load preload.bash
load wait.bash

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    has_sanitizers || make_preload
}

setup() {
    cd "$BATS_FILE_TMPDIR"
    ! has_sanitizers || skip 'the sanitizer has its own malloc()'
    export FAIL=malloc
}

# Run with each allocation failing in turn, until ten in a row have no effect.  After
# a failure the output has only complete lines, and at least one is missing.  Without
# one it is complete, but for numbers: 'bench' measures times.
starve() {
    local number=0 failures=0 spare=0 complete
    complete=$("$FOURSCORE" "$@" 2>/dev/null) || true
    while [ "$spare" -lt 10 ]; do
        number=$((number + 1))
        status=0
        output=$(LD_PRELOAD=./preload.so FAIL_AT=$number "$FOURSCORE" "$@" 2>stderr) ||
            status=$?
        if [ "$status" -eq 3 ]; then
            failures=$((failures + 1)) spare=0
            [[ $(<stderr) == *'out of memory'* ]]
            [ "$output" != "$complete" ]
            [ -z "$output" ] || [ -z "$(grep -vFx "$complete" <<<"$output")" ]
        else
            spare=$((spare + 1))
            [ "${output//[0-9.e-]/}" = "${complete//[0-9.e-]/}" ]
        fi
    done
    echo "$*: $failures failures"
    [ "$failures" -ge 10 ]
}

@test "json: solve out of memory: status 3, and no incomplete line" {
    printf '6146\n6\3779\n65214673556155731566316327373221417\n' >in
    starve solve --json --threads 1 in
    starve solve --json --threads 1 -a --best --pv in
    printf '6146 17\n65214673556155731566316327373221417 0\n' >wrong
    starve solve --json --threads 1 --check wrong
    starve solve --json --threads 1 --check -w wrong
    echo >empty
    starve solve --json --threads 1 --node-limit 1 --no-book -a empty
}

@test "json: size, magic and bench out of memory: status 3, and no output" {
    starve size --json
    starve size --json --entries 65537
    printf '1\n2\n5\n' >numbers
    starve magic --json numbers
    echo '6146 18' >set
    starve bench --json --threads 1 set
}

@test "json: explain and gen out of memory: status 3, and no incomplete line" {
    starve explain --json --threads 1 --board 2x2 1
    starve gen --json --threads 1 --board 3x4 --all-moves -n 1
}

# Whether the server listens, or has ended.
has_started() {
    grep -q '^listening' served || has_ended "$1"
}

# Ask a server in which allocation number FAIL_AT fails; print what it answers.
ask_starving_server() {
    local port='' server
    : >served
    LD_PRELOAD=./preload.so "$FOURSCORE" serve --listen 127.0.0.1:0 --threads 1 >served &
    server=$!
    wait_until has_started "$server"
    grep -q '^listening' served
    port=$(sed -n '1s/.*:\([0-9]*\).*/\1/p' served)
    exec 4<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET /v1/solve?position=44&best=1 HTTP/1.0\r\n\r\n' >&4
    sed -n '1s/.* \([0-9]*\) .*/\1/p; $p' <&4
    exec 4<&-
    kill "$server"
    wait "$server" || true
}

@test "json: the server out of memory: a whole answer, or 503" {
    local number answers='' complete
    complete='"score":1,"last_stone":41,"best":[4],"finished":true}'
    for number in {1..24}; do
        answer=$(FAIL_AT=$number ask_starving_server)
        echo "$number $answer"
        case $answer in
        200*"$complete") answers+=o ;;
        503*'{"error":"out of memory"}') answers+=x ;;
        *) false ;;
        esac
    done
    [[ $answers == *x*x*x*x*x*o*o*o* ]]
}
