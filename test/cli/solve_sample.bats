# Files that are too long to be solved: a sample of their lines, a limit of time.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    load "$BATS_TEST_DIRNAME/wait.bash"
    "$BATS_TEST_DIRNAME/../support/positions" 4x4 5 >positions
}

fourscore() {
    "$FOURSCORE" "$@"
}

# The numbers of the lines in the file 'scores' that the output has.
chosen() {
    grep -nFx -f <(echo "$output") scores | cut -d : -f 1
}

@test "sample: so many lines, in their order, none twice" {
    fourscore solve --board 4x4 positions >scores
    [ "$(sort scores | uniq -d | wc -l)" -eq 0 ]
    run --separate-stderr fourscore solve --board 4x4 --sample 20 positions
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -eq 20 ]
    [ "$(chosen | wc -l)" -eq 20 ]
    [ "$(grep -Fx -f <(echo "$output") scores)" = "$output" ] # in their order
    # all of a file that has no more
    count=$(wc -l <positions)
    for wanted in "$count" $((count + 1)) 18446744073709551615; do
        fourscore solve --board 4x4 --sample $wanted positions | cmp - scores
    done
    fourscore solve --board 4x4 --sample $((count - 1)) positions | wc -l |
        grep -qx $((count - 1))
    : >empty
    [ -z "$(fourscore solve --sample 3 empty)" ]
}

@test "sample: the seed and the number of lines decide, and nothing else" {
    sample() {
        fourscore solve --board 4x4 --sample 20 "$@"
    }
    sample positions >first
    sample --seed 1 positions | cmp - first
    sample --threads 1 positions | cmp - first
    sample - <positions | cmp - first
    cat positions | sample | cmp - first
    sample --seed 2 positions >second
    run cmp -s first second
    [ "$status" -eq 1 ]
    # comments are no lines; of two files it is one sample
    sed 's/^/# a comment\n/; s/$/\r/' positions | sample | cmp - first
    head -n 30 positions >one
    tail -n +31 positions >two
    sample one two | cmp - first
    # --check chooses the same lines
    fourscore solve --board 4x4 positions | sed 's/ .*/ 99/; s/ 99$/ 9/' >wrong
    run --separate-stderr fourscore solve --board 4x4 --sample 20 --check wrong
    [ "$status" -eq 5 ]
    [ "$(sed 's/.*: \(.*\): expected.*/\1/' <<<"$output")" = \
        "$(cut -d ' ' -f 1 first)" ]
    [ "$(cut -d : -f 2 <<<"$output")" = "$(grep -nFx \
        -f <(cut -d ' ' -f 1 first) positions | cut -d : -f 1)" ]
}

@test "sample: every line has the same chance" {
    head -n 10 positions >ten
    fourscore solve --board 4x4 ten >scores
    for seed in $(seq 60); do
        output=$(fourscore solve --board 4x4 --threads 1 --sample 5 --seed $seed ten)
        chosen
    done | sort -n | uniq -c >counts
    cat counts
    # 30 are expected; the standard deviation is 4
    [ "$(wc -l <counts)" -eq 10 ]
    [ "$(awk '$1 < 16 || $1 > 44' counts)" = '' ]
    [ "$(awk '{ sum += $1 } END { print sum }' counts)" -eq 300 ]
}

@test "sample: more lines than the memory holds: status 3" {
    # a sanitizer itself reserves more
    (ulimit -v 200000 && "$FOURSCORE" --version) >/dev/null 2>&1 || skip
    status=0
    (ulimit -v 200000 && exec "$FOURSCORE" solve --table 16M --threads 1 \
        --sample 18446744073709551615) < <(yes 6146) >out 2>err || status=$?
    cat err
    [ "$status" -eq 3 ]
    [ ! -s out ]
    [[ $(cat err) == 'fourscore solve: --sample: out of memory after '*' lines' ]]
}

@test "sample: --check counts what was chosen, invalid lines are lines" {
    fourscore solve --board 4x4 positions >scores
    head -n 50 scores >one
    { tail -n +51 scores; echo 9 1; } >two
    run --separate-stderr fourscore solve --board 4x4 --check --sample 40 one two
    [ "$status" -eq 0 ]
    [[ $stderr == $'one: '*$'\ntwo: '*$'\ntotal: 40 checked, 0 wrong, 0 unfinished, 0 invalid' ]]
    run --separate-stderr fourscore solve --board 4x4 --check --sample 1000000 one two
    [ "$status" -eq 1 ]
    [[ $stderr == *"total: $(wc -l <positions) checked, 0 wrong, 0 unfinished, 1 invalid" ]]
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

