# Files that are too long to be solved: a limit of time.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    load "$BATS_TEST_DIRNAME/wait.bash"
}

fourscore() {
    "$FOURSCORE" "$@"
}

bounds='-?[0-9]+\.\.[0-9]+'

# Solve with a time limit, a longer one if the machine has not begun the second
# position by then.
begin_two() {
    for seconds in 0.5 5 50 500; do
        # shellcheck disable=SC2086
        run --separate-stderr fourscore solve $endless --threads 1 \
            --total-time-limit $seconds "$@"
        [[ $stderr != *' 1 position not finished, the rest not begun' ]] || return 0
    done
}

# Solve the input $1 from a pipe that stays open, with more time until there are $2
# lines of output.
read_open() {
    local input=$1 lines=$2
    shift 2
    for seconds in 0.5 5 50 500; do
        rm -f in
        mkfifo in
        exec 7<>in
        # shellcheck disable=SC2059
        printf "$input" >&7
        status=0
        "$FOURSCORE" solve --total-time-limit $seconds "$@" <in >out 2>err || status=$?
        exec 7>&-
        ! has_lines out "$lines" || return 0
    done
}

@test "total time limit: what is finished, bounds of what was begun, status 4" {
    printf '%s\n' 121212 '' - 1 >input
    begin_two input
    [ "$status" -eq 4 ]
    [[ $output =~ ^121212\ 52$'\n '$bounds$ ]]
    [ "$stderr" = 'fourscore solve: --total-time-limit: 1 position not finished, the rest not begun' ]
    begin_two --json input
    [ "$status" -eq 4 ]
    [[ ${lines[1]} =~ ^\{\"position\":\"\",\"lower\":-?[0-9]+,\"upper\":[0-9]+,\"finished\":false\}$ ]]
    [ "${#lines[@]}" -eq 2 ]
    # the limit of a position comes first, and the rest is done
    # shellcheck disable=SC2086
    run --separate-stderr fourscore solve $endless --threads 1 --node-limit 1000 \
        --total-time-limit 600 input
    [ "$status" -eq 4 ]
    [ "${#lines[@]}" -eq 4 ]
    [ "$stderr" = 'fourscore solve: 3 positions not finished' ]
    run --separate-stderr fourscore solve --total-time-limit 600 <<<6146
    [ "$status" -eq 0 ]
    [ "$output" = '6146 18' ]
    [ -z "$stderr" ]
}

@test "total time limit: --check, and what is wrong counts more" {
    printf '%s\n' '121212 52' '- 0' '- 0' '- 0' >input
    begin_two --check input
    [ "$status" -eq 4 ]
    [ -z "$output" ]
    [ "$stderr" = 'input: 1 checked, 0 wrong, 1 unfinished, 0 invalid
fourscore solve: --total-time-limit: 1 position not finished, the rest not begun' ]
    sed -i '1s/52/51/' input
    begin_two --check input
    [ "$status" -eq 5 ]
}

@test "total time limit: while there is no input" {
    read_open '6146\n6146 17\n' 2
    [ "$status" -eq 4 ]
    printf '6146 18\n\n' | cmp - out
    [ "$(tail -n 1 err)" = 'fourscore solve: --total-time-limit: 0 positions not finished, the rest not begun' ]
    read_open '6146 17\n' 1 --check
    [ "$status" -eq 5 ]
    [ "$(head -n 1 err)" = 'stdin: 1 checked, 1 wrong, 0 unfinished, 0 invalid' ]
}

@test "total time limit: while nothing reads the output" {
    [ -z "${FOURSCORE_SHORT-}" ] || skip 'TSan itself waits for the reader'
    mkfifo full
    exec 8<>full
    status=0
    yes 6146 | "$FOURSCORE" solve --total-time-limit 0.5 >full 2>err || status=$?
    [ "$status" -eq 4 ]
    exec 8<&-
}

