# A limit or a signal ends a search: bounds on stdout in place of the score, and one
# line on stderr.

bats_require_minimum_version 1.5.0
load wait.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
}

teardown() {
    exec 7>&-
    [ -z "${pid-}" ] || kill -9 "$pid" 2>/dev/null || true
}

fourscore() {
    "$FOURSCORE" "$@"
}

# Run a command whose input stays open, and send it the signal $1 when it shows the
# progress of the position $2, or soon if $2 is empty.
interrupt() {
    local signal=$1 shown=$2
    shift 2
    rm -f in out err # nothing waits for what an earlier one wrote
    mkfifo in
    # background commands of a script ignore SIGINT by default
    env --default-signal=INT "$FOURSCORE" "$@" --progress <in >out 2>err 3>&- &
    pid=$!
    exec 7>in
    cat input >&7
    if [ -n "$shown" ]; then
        wait_until grep -q "^$shown: .* nodes" err
    else
        wait_until grep -q fourscore "/proc/$pid/comm" # not env any more
        sleep 0.3
    fi
    kill -"$signal" "$pid"
    wait_until has_ended "$pid"
    status=0
    wait "$pid" || status=$?
    pid=''
    exec 7>&-
    echo "status $status"
    cat out err
    summary=$(tail -n 1 err)
}

bounds='-?[0-9]+\.\.[0-9]+'

@test "stopped: the same line for a limit and for a signal" {
    printf '%s\n' 12 '' - >input
    # shellcheck disable=SC2086
    run --separate-stderr fourscore solve $endless --node-limit 20000 --threads 1 input
    [ "$status" -eq 4 ]
    [[ ${output} =~ ^12\ $bounds$'\n '$bounds$'\n- '$bounds$ ]]
    [ "$stderr" = 'fourscore solve: 3 positions not finished' ]

    # only the first line has been started
    # shellcheck disable=SC2086
    interrupt INT 12 solve $endless --threads 1
    [ "$status" -eq 130 ]
    [[ $(cat out) =~ ^12\ $bounds$ ]]
    [ "$summary" = 'fourscore solve: 1 position not finished' ]
    # shellcheck disable=SC2086
    interrupt TERM '\(12\|the empty board\)' solve $endless --threads 2
    [ "$status" -eq 143 ]
    [[ $(head -n 1 out) =~ ^12\ $bounds$ ]]
    [[ $summary =~ ^fourscore\ solve:\ $(wc -l <out)\ positions?\ not\ finished$ ]]
}

@test "stopped: JSON, the same for a limit and for a signal" {
    echo '-' >input
    object='\{"position":"-","lower":-[0-9]+,"upper":[0-9]+,"finished":false\}'
    # shellcheck disable=SC2086
    run --separate-stderr fourscore solve $endless --json --node-limit 20000 input
    [ "$status" -eq 4 ]
    [[ $output =~ ^$object$ ]]
    [ "$stderr" = 'fourscore solve: 1 position not finished' ]
    # shellcheck disable=SC2086
    interrupt INT - solve $endless --json --threads 1
    [ "$status" -eq 130 ]
    [[ $(cat out) =~ ^$object$ ]]
    [ "$summary" = 'fourscore solve: 1 position not finished' ]
}

@test "stopped: unfinished columns have bounds, others a score" {
    echo 121212 >input
    # shellcheck disable=SC2086
    run --separate-stderr fourscore solve $endless -a --pv --node-limit 20000 \
        --threads 1 input
    [ "$status" -eq 4 ]
    [[ $output =~ ^121212\ 52\ $bounds(\ -52){8}\ 1$ ]]
    [ "$stderr" = 'fourscore solve: 1 position not finished' ]
    # shellcheck disable=SC2086
    run --separate-stderr fourscore solve $endless --best --pv --node-limit 20000 \
        --threads 1 <<<-
    [[ $output =~ ^-\ $bounds\ \?\ \?$ ]]
    # shellcheck disable=SC2086
    run --separate-stderr fourscore solve $endless -a --json --node-limit 20000 \
        --threads 1 input
    [[ $output =~ '"move_scores":[52,{"lower":'-?[0-9]+',"upper":'[0-9]+'},-52,' ]]
    [[ $output == *'"finished":false}' ]]
}

@test "stopped: with --check unfinished lines are counted, not printed" {
    printf '%s\n' '121212 52' '- 0' '2 3' '5 x' >input
    # shellcheck disable=SC2086
    run --separate-stderr fourscore solve $endless --check --node-limit 1000 \
        --threads 1 input
    [ "$status" -eq 4 ]
    [ -z "$output" ]
    [[ $stderr == *'input: 1 checked, 0 wrong, 2 unfinished, 1 invalid' ]]
    # shellcheck disable=SC2086
    interrupt INT - solve $endless --check --threads 1
    [ "$status" -eq 130 ]
    [ ! -s out ]
    [ "$summary" = 'stdin: 1 checked, 0 wrong, 1 unfinished, 0 invalid' ]
}

@test "stopped: no message if no search was started" {
    : >input
    # shellcheck disable=SC2086
    interrupt INT '' solve $endless
    [ "$status" -eq 130 ]
    [ ! -s out ]
    [ ! -s err ]
}
