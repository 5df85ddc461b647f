# fourscore gen --all-moves: data sets.  The scores are computed again in Python,
# and the lines of docs/python.md make arrays of NumPy.

bats_require_minimum_version 1.5.0
load wait.bash

setup() {
    export PYTHONDONTWRITEBYTECODE=1
    PATH=$(dirname "$FOURSCORE"):$PATH
    cd "$BATS_TEST_TMPDIR"
    python=python3
    "$python" -c 'import numpy' 2>/dev/null || python=/usr/bin/python3
}

# verify COUNT [OPTION]... FILE...: check data sets that were made with these options.
verify() {
    "$python" "$BATS_TEST_DIRNAME/verify_data.py" --count "$@"
}

# has_sum FILE SUM: the same options give the same bytes on every machine.
has_sum() {
    cksum "$1"
    [ "$(cksum <"$1" | cut -d ' ' -f 1)" -eq "$2" ]
}

@test "a data set has the scores of all moves, in each format" {
    fourscore gen --all-moves -n 120 -o data.csv
    fourscore gen --all-moves -n 120 --json -o data.json
    verify 120 data.csv data.json
    has_sum data.csv 792099034
    fourscore gen --all-moves -n 60 --board 6x5 --min-ply 8 -o small.csv
    verify 60 --board 6x5 --min-ply 8 --max-ply 25 small.csv
    fourscore gen --all-moves -n 10 --json --board 10x5 --min-ply 40 -o wide.json
    verify 10 --board 10x5 --min-ply 40 --max-ply 42 wide.json
}

@test "the lines of docs/python.md make arrays of a data set" {
    fourscore gen --all-moves -n 120 --json >data.json
    sed -n '/^## Data sets/,/^## [^D]/ { /^```python/,/^```/ { /^```/!p; }; }' \
        "$BATS_TEST_DIRNAME/../../docs/python.md" >arrays.py
    [ "$(wc -l <arrays.py)" -ge 10 ]
    verify 120 --arrays arrays.py data.json
}

@test "positions are drawn in three ways" {
    for sampling in random level; do
        fourscore gen --all-moves -n 60 --sampling $sampling -o $sampling.csv
        verify 60 $sampling.csv
    done
    has_sum random.csv 2956234317
    has_sum level.csv 2966560204
    fourscore gen --all-moves -n 60 --sampling level --level 3 -o level-3.csv
    run ! cmp -s level.csv level-3.csv
    # The second player wins 6x4 with its last stone, at all times.
    fourscore gen --all-moves -n 30 --board 6x4 --sampling level --level 5 \
        --min-ply 4 --csv -o perfect.csv
    verify 30 --board 6x4 --min-ply 4 --max-ply 20 perfect.csv
    [ "$(tail -n +2 perfect.csv | cut -d, -f3 | tr -d - | sort -u)" = 1 ]
}

@test "--no-wins-at-once leaves out what the side to move wins with its next stone" {
    for sampling in uniform random level; do
        fourscore gen --all-moves -n 60 --sampling $sampling --no-wins-at-once \
            -o $sampling.csv
        verify 60 --no-wins-at-once $sampling.csv
    done
    # The others are those of a set that has all.
    run fourscore gen --all-moves -n 60
    tail -n +2 <<<"$output" |
        awk -F, '$3 == int((43 - $2) / 2) { won++ } END { exit won < 20 }'
}

@test "the seed alone selects the data; a larger set continues a smaller one" {
    fourscore gen --all-moves -n 80 --threads 1 -o one.csv
    fourscore gen --all-moves -n 80 --threads 3 -o three.csv
    cmp one.csv three.csv
    fourscore gen --all-moves -n 80 >whole
    cmp one.csv whole
    fourscore gen --all-moves -n 30 --threads 3 | cmp - <(head -n 31 whole)
    ! fourscore gen --all-moves -n 30 --seed 2 | cmp -s - <(head -n 31 whole)
}

@test "requests that cannot be met end with a message" {
    run --separate-stderr -1 fourscore gen --all-moves -n 100 --board 2x2 \
        --min-ply 0
    [[ $stderr == "fourscore gen: found "*" of 100 positions on a board of 2x2, and no more in "* ]]
    run -3 fourscore gen --all-moves -o missing/data.csv
    [[ $output == *"missing/data.csv: No such file or directory" ]]
    run -3 fourscore gen --all-moves -o .
    run -2 fourscore gen
    [ "${lines[0]}" = 'fourscore gen: --set NAME is required, or --all-moves for a data set' ]
    run -2 fourscore gen --set end-easy --json
    [ "${lines[0]}" = 'fourscore gen: --json goes with --all-moves' ]
    run -2 fourscore gen --all-moves --sampling level --level 5 --board 7x7
    [ "${lines[0]}" = 'fourscore gen: --level 5: boards of more than 42 cells take too long' ]
    run -2 fourscore gen --all-moves --min-ply 20 --max-ply 19
    [ "${lines[0]}" = 'fourscore gen: --min-ply: expected at most --max-ply, 19, got 20' ]
    run -2 fourscore gen --set end-easy --no-wins-at-once
    [ "${lines[0]}" = 'fourscore gen: --no-wins-at-once goes with --all-moves' ]
}

@test "a full disk and a closed pipe are not a lack of positions" {
    for kind in '--all-moves' '--set end-easy'; do
        # shellcheck disable=SC2086
        run -3 --separate-stderr bash -c \
            '"$FOURSCORE" gen "$@" -n 2000 >/dev/full' bash $kind
        [ "$stderr" = 'fourscore gen: cannot write the output: No space left on device' ]
        # shellcheck disable=SC2086
        run -141 --separate-stderr bash -c \
            '"$FOURSCORE" gen "$@" -n 2000 | head -n 1 >/dev/null; exit ${PIPESTATUS[0]}' bash $kind
        [ -z "$stderr" ]
    done
}

@test "a file is replaced as a whole, and kept if the run is stopped" {
    echo old >data.csv
    "$FOURSCORE" gen --all-moves -n 10000000 --progress -o data.csv \
        2>error 3>&- &
    wait_until grep -q 'positions: [1-9]' error
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 143 ]
    grep -q 'stopped after [1-9][0-9]* of 10000000 positions' error
    [ "$(cat data.csv)" = old ]
    [ "$(echo *)" = 'data.csv error' ]
    fourscore gen --all-moves -n 10 -o data.csv
    verify 10 data.csv
}
