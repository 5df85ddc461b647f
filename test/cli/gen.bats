# fourscore gen: test sets and data sets.  The scores of data sets are computed again in
# Python, and the lines of docs/python.md make arrays of NumPy.

load fixture.bash

# verify COUNT [OPTION]... FILE...: check data sets that were made with these options.
verify() {
    "${python:-python3}" "$BATS_TEST_DIRNAME/verify_data.py" --count "$@"
}

# has_sum FILE SUM: the same options give the same bytes on every machine.
has_sum() {
    cksum "$1"
    [ "$(cksum <"$1" | cut -d ' ' -f 1)" -eq "$2" ]
}

# ---------------------------------------------------------------- test sets

@test "each set of the protocol has what testsets/README.md says, also on small boards" {
    sets=(end-easy middle-easy middle-medium begin-easy begin-medium begin-hard)
    for set in "${sets[@]}"; do
        fourscore gen --board 5x5 --set "$set" -n 100 >"$set"
        run fourscore solve --board 5x5 --check "$set"
        [ "$output" = "$set: 100 checked, 0 wrong, 0 unfinished, 0 invalid" ]
    done
    python3 - "$BATS_TEST_DIRNAME/../support" "${sets[@]}" <<'END'
import sys
sys.path.insert(0, sys.argv[1])
from rules import Board, last_stone
thirds = [0, 25 // 3, 50 // 3, 25]
for name in sys.argv[2:]:
    stage, difficulty = name.split("-")
    stones, further, seen = set(), set(), set()
    for line in open(name):
        moves, score = line.split()
        board, ply, score = Board(5, 5, moves), len(moves), int(score)
        if board.wins(board.mover) or (key := min(str(board.columns), str(board.columns[::-1]))) in seen:
            raise SystemExit(f"{name}: {line}")
        seen.add(key)
        stones.add(ply)
        further.add(last_stone(board, score) - ply)
    least = {"begin": 0, "middle": 1, "end": 2}[stage]
    if min(stones) <= thirds[least] or max(stones) > min(thirds[least + 1], 24):
        raise SystemExit(f"{name}: {stones}")
    least = {"easy": 0, "medium": 1, "hard": 2}[difficulty]
    if min(further) < max(thirds[least], 1) or max(further) >= thirds[least + 1] + (least == 2):
        raise SystemExit(f"{name}: {further}")
END
    cksum <begin-hard
    [ "$(cksum <begin-hard)" = '958909370 920' ] # the same on every machine
}

@test "a seed determines the set; a shorter set is its beginning; seed 1 makes the shipped sets" {
    fourscore gen --set end-easy -n 20 --seed 7 >a
    fourscore gen --set end-easy -n 30 --seed 7 --engine tutorial-11 >b
    cmp a <(head -n 20 b)
    fourscore gen --set end-easy -n 30 --seed 8 | run ! cmp -s b -
    for set in end-easy middle-easy middle-medium begin-easy; do
        fourscore gen --set $set -n 10 | cmp - <(head -n 10 "$BATS_TEST_DIRNAME/../../testsets/$set.txt")
    done
}

# ---------------------------------------------------------------- data sets

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
    python3 -c 'import numpy' 2>/dev/null || python=/usr/bin/python3
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
    # 7x6 is the largest board for it.
    fourscore gen --all-moves -n 1 --sampling level --level 5 -o largest.csv
    verify 1 largest.csv
}

@test "--no-wins-at-once leaves out what the side to move wins with its next stone" {
    for sampling in uniform random level; do
        fourscore gen --all-moves -n 30 --sampling $sampling --no-wins-at-once -o $sampling.csv
        verify 30 --no-wins-at-once $sampling.csv
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
    fourscore gen --all-moves -n 30 --seed 2 | run ! cmp -s - <(head -n 31 whole)
}

@test "requests that cannot be met end with a message" {
    run --separate-stderr -1 fourscore gen --all-moves -n 100 --board 2x2 \
        --min-ply 0
    [[ $stderr =~ ^"fourscore gen: found "([0-9]+)" of 100 positions on a board of 2x2, and no more in " ]]
    found=${BASH_REMATCH[1]}
    [ "$found" -eq $((${#lines[@]} - 1)) ]
    run -1 fourscore gen --all-moves -n 100 --board 2x2 --min-ply 0 -o few.csv
    [ "$output" = "$stderr" ] # they are written all the same
    fourscore gen --all-moves -n "$found" --board 2x2 --min-ply 0 | cmp - few.csv
    run -1 --separate-stderr fourscore gen --set begin-hard --board 2x2
    [ "$stderr" = 'fourscore gen: found 1 of 1000 positions on a board of 2x2, and no more in 1000000 attempts' ]
    # attempts in a row, not in all
    [ "$(fourscore gen --set middle-easy --board 5x3 -n 537 | wc -l)" -eq 537 ]
    run -3 timeout 300 "$FOURSCORE" gen --all-moves -n 10000000 -o missing/data.csv # before the search
    [ "$output" = 'fourscore gen: missing/data.csv: No such file or directory' ]
    run -3 fourscore gen --all-moves -o .
}

@test "a file is replaced as a whole, and kept if the run is stopped" {
    echo old >data.csv
    start gen --all-moves -n 10000000 --progress -o data.csv
    wait_until grep -q 'positions: [1-9]' err
    ended_by TERM
    # it ends by itself and says so, unless the machine is too busy for that
    [[ $(tail -n 1 err) =~ ('stopped after '[1-9][0-9]*' of 10000000 positions'|' s left')$ ]]
    [ "$(cat data.csv)" = old ]
    [ "$(echo *)" = 'data.csv err in out pipe' ]
    fourscore gen --all-moves -n 10 -o data.csv
    verify 10 data.csv
}
