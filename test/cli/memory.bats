# Memory: how much is used, and what happens if there is not enough.

load build.bash
load fixture.bash

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    has_sanitizers || make_preload
}

setup() {
    cd "$BATS_FILE_TMPDIR"
}

# Skip the test if the program does not start within so many KiB: sanitizers reserve more.
need_limit() {
    (ulimit -v "$1" && fourscore --version) >/dev/null 2>&1 || skip 'a build with sanitizers'
}

# within KIB ARGUMENT...: run the program with so much memory.
within() {
    (ulimit -v "$1" && shift && exec timeout 600 "$FOURSCORE" "$@")
}

@test "memory does not grow with the length of the input" {
    [ -r /proc/self/status ] || skip
    few=20000
    [ -z "$FOURSCORE_SHORT" ] || few=5000
    fourscore gen --set end-easy -n 200 | cut -d ' ' -f 1 >easy
    for threads in 1 2; do
        rm -f lines
        "$FOURSCORE" solve --no-book --threads $threads < <(yes "$(cat easy)") >lines 3>&- &
        pid=$!
        # of the data: pages of the table become resident at any time
        size=()
        for lines in $few $((3 * few)); do
            wait_until has_lines lines $lines
            size+=("$(awk '/^VmData/ { print $2 }' "/proc/$pid/status")")
        done
        kill -TERM "$pid"
        wait "$pid" || true
        pid=
        echo "$(wc -l <lines) lines, ${size[*]} KiB"
        [ "${size[1]}" -lt $((size[0] + 2048)) ]
    done
}

table() {
    sed -n 's/.*table of \([0-9.]* [KMG]iB\).*/\1/p'
}

@test "--table auto takes at most a quarter of the memory" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    [ "$(fourscore solve --no-book -v --threads 1 2>&1 </dev/null | table)" = "32.00 MiB" ]
    [ "$(fourscore solve --no-book -v --threads 8 2>&1 </dev/null | table)" = "64.00 MiB" ]
    need_limit 100000
    size=$(within 100000 solve --no-book -v --threads 1 2>&1 </dev/null | table)
    echo "$size"
    [ "${size%.*}" -le 24 ]
}

@test "control groups are respected" {
    group=/sys/fs/cgroup/memory/fourscore-$$
    [ -z "$FOURSCORE_SHORT" ] || skip
    ! is_posix || skip 'POSIX has no control groups'
    mkdir "$group" 2>/dev/null || skip
    echo 67108864 >"$group/memory.limit_in_bytes"
    status=0 failed=0
    sh -c 'echo $$ >"$1/cgroup.procs" && exec "$2" solve --no-book -v --threads 1 \
        </dev/null' sh "$group" "$FOURSCORE" 2>err || status=$?
    cat err
    sh -c 'echo $$ >"$1/cgroup.procs" && exec "$2" solve --no-book --table 80M \
        </dev/null' sh "$group" "$FOURSCORE" 2>err2 || failed=$?
    rmdir "$group"
    [ "$status" -eq 0 ]
    grep -q 'table of 16.00 MiB\|table of 15.99 MiB' err
    [ "$failed" -eq 3 ]
    grep -q 'out of memory' err2
}

@test "too little for a table, a book or the smallest safe table: status 3, no advice" {
    for size in 1T 16777215T; do
        run --separate-stderr -3 fourscore solve --table $size </dev/null
        [[ $stderr == *"out of memory"* ]]
    done
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    need_limit 20000
    for limit in '20000 --threads 1' '30000 --threads 64' '100000 --threads 64' '100000 --table 200M'; do
        run -3 within ${limit%% *} solve --no-book ${limit#* } </dev/null
        [ "${#lines[@]}" -eq 1 ]
        [[ $output != *'use --table'* && $output != *--help* ]]
    done
    [ "$output" = 'fourscore solve: --table: out of memory: no room for a table of 200.00 MiB' ]
    for action in list 'build -o new' 'add --journal journal'; do
        run -3 within 100000 book $action --depth 16
        [[ $output =~ ^"fourscore book ${action%% *}"': out of memory: a book of 16 plies takes at least '[0-9.]+' MiB'$ ]]
        [ ! -e new ]
    done
}

# The least memory that suffices for one thread suffices without --threads, but for
# some hundred KiB, which attempts to start more threads leave in use.
@test "by default there are as many threads as there is room for" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    need_limit 100000
    for command in solve 'explain 444444322'; do
        limit=20000
        until within "$limit" $command --threads 1 >expected <<<44444; do
            [ "$limit" -lt 100000 ]
            limit=$((limit + 2000))
        done
        echo "$command: $limit"
        within $((limit + 1000)) $command <<<44444 | cmp expected -
    done
}

# ------------------------------------------------------------ failing functions

# bats test_tags=unix
@test "no memory to find a prime, or to open a file of any kind: status 3" {
    ! has_sanitizers || skip 'the sanitizer has its own malloc()'
    for command in size 'size --table' 'solve --no-book' \
        'solve --no-book --engine tutorial-12' 'solve --no-book --table 64M'; do
        LD_PRELOAD=./preload.so FAIL=prime run --separate-stderr -3 "$FOURSCORE" $command <<<''
        [[ $stderr == *'out of memory'* && $stderr != *--help* ]]
    done
    touch given
    for command in 'solve given' 'solve --check given' 'solve --book given' \
        'review given' 'check given' 'follow given' 'bench given' 'magic given' \
        'book info given' 'book lookup given' \
        'book list --board 4x4 --depth 2 --journal given' \
        'book build --board 4x4 --depth 2 -o new --from-text given' \
        'prove --improve given -o new'; do
        LD_PRELOAD=./preload.so FAIL=open run --separate-stderr "$FOURSCORE" $command <<<''
        echo "$command: $status $stderr"
        [ "$status" -eq 3 ]
        [[ $stderr == *'given: '*[' ']memory* ]]
    done
}

# Run with each realloc() failing in turn, until none is left to fail.  After a failure
# the output has only complete lines, and at least one is missing.
starve() {
    local number=1 complete
    complete=$("$FOURSCORE" "$@" 2>/dev/null) || true
    while
        status=0
        output=$(LD_PRELOAD=./preload.so FAIL=realloc FAIL_AT=$number "$FOURSCORE" "$@" 2>stderr) ||
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

# bats test_tags=unix
@test "JSON is complete, or, out of memory, not printed: status 3" {
    ! has_sanitizers || skip 'the sanitizer has its own malloc()'
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
    FAIL=realloc FAIL_AT=2 LD_PRELOAD=./preload.so run --separate-stderr -3 "$FOURSCORE" bench --json \
        --threads 1 set
    [ "$output|$stderr" = '|fourscore bench: out of memory' ]
}
