# When output is written, and what happens if that fails.

bats_require_minimum_version 1.5.0
load wait.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
    echo 6146 >moves
    echo '6146 18' >scores
    echo '6146 17' >wrong
    seq 5 >numbers
}

fourscore() {
    "$FOURSCORE" "$@"
}

@test "output: a full disk is reported, also after later errors" {
    printf 'FOURBOOK' >no.book
    for command in 'bench -n 1' 'bench --csv scores' 'bench --json scores' \
        'bench missing.txt' 'solve moves missing.txt' 'solve --json moves' \
        'solve --check wrong' 'show 6146' 'show --format key 6146' \
        'show 65214673556155731566316327373221417' 'size' \
        'gen --set end-easy -n 2' 'book info builtin' 'book export builtin' \
        'book lookup builtin moves missing.txt' \
        'book build --board 4x4 --depth 2 -o 4x4.book' \
        'book list --board 4x4 --depth 2' 'magic numbers' '--version' \
        '--help'; do
        echo "fourscore $command"
        status=0
        # shellcheck disable=SC2086
        "$FOURSCORE" $command >/dev/full 2>error || status=$?
        cat error
        [ "$status" -eq 3 ]
        [[ $(tail -n 1 error) == *'cannot write the output: No space left on device' ]]
    done
    status=0
    "$FOURSCORE" solve moves >&- 2>error || status=$?
    [ "$status" -eq 3 ]
    [[ $(cat error) == *'cannot write the output: Bad file descriptor' ]]
}

@test "output: stdout and stderr are written in the order of the lines" {
    printf '6146\n44x\n6146\n' >bad
    [ "$("$FOURSCORE" solve bad 2>&1)" = $'6146 18\nbad:2:3: '"'x' is not a column, expected 1 to 7"$'\n\n6146 18' ]
    [ "$("$FOURSCORE" book lookup builtin bad 2>&1 | cut -d : -f 1,2)" = \
        $'6146 18\nbad:2\n\n6146 18' ]
}

# unread ENV_OPTION ARGUMENT...: run the program, by env(1) with an option, with stdout
# a pipe without a reader.
unread() {
    local how=$1
    shift
    rm -f pipe
    mkfifo pipe
    exec 8<>pipe 9>pipe 8<&-
    status=0
    env "$how" "$FOURSCORE" "$@" >&9 2>error || status=$?
    exec 9>&-
    cat error
}

@test "output: SIGPIPE ends every command if the pipe has no reader" {
    for command in 'solve moves' 'solve --json moves' 'bench scores' \
        'bench --csv scores' 'show 6146' 'size' 'size --table' \
        'gen --set end-easy -n 100000' 'book export builtin' \
        'book info builtin' 'book lookup builtin moves' \
        'book list --board 4x4 --depth 2' 'magic numbers' '--help'; do
        echo "fourscore $command"
        # shellcheck disable=SC2086
        unread --default-signal=PIPE $command
        [ "$status" -eq 141 ]
        [ ! -s error ]
        # shellcheck disable=SC2086
        unread --ignore-signal=PIPE $command
        [ "$status" -eq 3 ]
        [[ $(cat error) == *': cannot write the output: Broken pipe' ]]
    done
}

@test "output: the program ends when its reader closes the pipe" {
    (
        status=0
        yes 6146 2>/dev/null |
            env --default-signal=PIPE "$FOURSCORE" solve 2>error || status=$?
        echo "$status" >status
    ) | head -n 1 >first
    wait_until [ -s status ]
    [ "$(cat status)" -eq 141 ]
    [ "$(cat first)" = '6146 18' ]
    [ ! -s error ]
}

@test "output: a book is written although the pipe of stdout has no reader" {
    unread --default-signal=PIPE book build --board 4x4 --depth 2 -o 4x4.book
    [ "$status" -eq 141 ]
    [ ! -s error ]
    fourscore book verify 4x4.book
}

# ------------------------------------------------------- while the program runs

teardown() {
    exec 7>&-
    [ -z "${pid-}" ] || kill -9 "$pid" 2>/dev/null || true
}

# Start the program as $pid: its input is descriptor 7, its output the file 'out'.
start() {
    rm -f in out
    mkfifo in
    "$FOURSCORE" "$@" <in >out 2>err 3>&- &
    pid=$!
    exec 7>in
}

# start_by ENV_OPTION ARGUMENT...: same, by env(1) with an option, through a pipe.
start_by() {
    local how=$1
    shift
    rm -f in out pipe
    mkfifo in pipe
    cat <pipe >out 3>&- &
    env "$how" "$FOURSCORE" "$@" <in >pipe 2>err 3>&- &
    pid=$!
    exec 7>in
}

# Wait until the program has ended, and set $status.
ended() {
    wait_until has_ended "$pid"
    status=0
    wait "$pid" || status=$?
    pid=''
    tail -n 5 out err
}

@test "output: finished lines are written before a long search" {
    # shellcheck disable=SC2086
    start solve $endless --threads 1
    printf '121212\n3344\n\n' >&7
    wait_until has_lines out 2
    kill -9 "$pid"
    ended
    [ "$(cat out)" = $'121212 52\n3344 52' ]
}

@test "output: finished lines are written before waiting for input" {
    for command in 'solve' 'solve --json' 'book lookup builtin'; do
        echo "$command"
        # shellcheck disable=SC2086
        start $command
        echo 6146 >&7
        wait_until has_lines out 1
        echo 6146 >&7
        wait_until has_lines out 2
        exec 7>&-
        ended
        [ "$status" -eq 0 ]
    done
}

# A stopped process has finished its last write(); a killed one may have written a part
# of it, up to the end of a page.
@test "output: only complete lines are written to a file" {
    start solve
    yes 32164625 >&7 2>/dev/null 3>&- &
    wait_until has_lines out 50000
    kill -STOP "$pid"
    wait_until is_stopped "$pid"
    [ "$(sort -u out)" = '32164625 11' ]
    [ "$(tail -c 1 out | wc -l)" -eq 1 ]
}

@test "signals: each has its status, and finished lines are written" {
    for signal in HUP:129 INT:130 TERM:143; do
        for threads in 1 2; do
            echo "$signal, $threads threads"
            # background commands of a script ignore SIGINT by default
            # shellcheck disable=SC2086
            start_by --default-signal="${signal%:*}" solve $endless --threads $threads
            printf '121212\n3344\n\n' >&7
            wait_until has_lines out 2
            kill -"${signal%:*}" "$pid"
            ended
            [ "$status" -eq "${signal#*:}" ]
            wait_until grep -qE '^ -?[0-9]+\.\.[0-9]+$' out # bounds
            [ "$(tail -n 1 err)" = 'fourscore solve: 1 position not finished' ]
            [ "$(head -n 2 out)" = $'121212 52\n3344 52' ]
        done
    done
}

@test "signals: those ignored at the start stay ignored" {
    for signal in HUP INT TERM; do
        echo "$signal"
        start_by --ignore-signal=$signal solve
        echo 6146 >&7
        wait_until has_lines out 1
        kill -$signal "$pid"
        echo 6146 >&7
        wait_until has_lines out 2
        exec 7>&-
        ended
        [ "$status" -eq 0 ]
        [ "$(cat out)" = $'6146 18\n6146 18' ]
    done
}
