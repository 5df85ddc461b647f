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
    export FAIL=realloc
}

# Run with each realloc() failing in turn, until none is left to fail.  After a failure
# the output has only complete lines, and at least one is missing.
starve() {
    local number=1 complete
    complete=$("$FOURSCORE" "$@" 2>/dev/null) || true
    while
        status=0
        output=$(LD_PRELOAD=./preload.so FAIL_AT=$number "$FOURSCORE" "$@" 2>stderr) ||
            status=$?
        [ "$status" -eq 3 ]
    do
        number=$((number + 1))
        [[ $(<stderr) == *'out of memory'* ]]
        [ "$output" != "$complete" ]
        [ -z "$output" ] || [ -z "$(grep -vFx "$complete" <<<"$output")" ]
    done
    [ "$number" -gt 1 ]
    [ "$output" = "$complete" ]
}

@test "json: out of memory: status 3, and no incomplete line" {
    printf '6146\n6\3779\n65214673556155731566316327373221417\n' >in
    starve solve --json --threads 1 in
    printf '6146 17\n65214673556155731566316327373221417 0\n' >wrong
    starve solve --json --threads 1 --check wrong
    starve review --json --threads 1 --node-limit 1 6146 6177
    starve explain --json --threads 1 --board 2x2 1
    starve puzzle --json --threads 1 -n 2 --seed 2 --board 5x5
    starve gen --json --threads 1 --board 3x4 --all-moves -n 1
    starve size --json
    starve size --json --table
    printf '1\n2\n5\n' >numbers
    starve magic --json numbers
    echo '6146 18' >set
    FAIL_AT=1 LD_PRELOAD=./preload.so run --separate-stderr -3 "$FOURSCORE" bench --json \
        --threads 1 set
    [ "$output|$stderr" = '|fourscore bench: out of memory' ]
}

# Whether the server listens, or has ended.
has_started() {
    grep -q '^listening' served || has_ended "$1"
}

# Ask a server in which realloc() number FAIL_AT fails; print what it answers.
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
    for number in {1..4}; do
        answer=$(FAIL_AT=$number ask_starving_server)
        echo "$number $answer"
        case $answer in
        200*"$complete") answers+=o ;;
        503*'{"error":"out of memory"}') answers+=x ;;
        *) false ;;
        esac
    done
    [[ $answers == *x*o* ]]
}
