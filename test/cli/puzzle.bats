# fourscore puzzle: every claim of a puzzle is computed again, in Python, from the
# scores of all moves that 'solve' prints.

load fixture.bash

verify() {
    python3 "$BATS_TEST_DIRNAME/verify_puzzles.py" "$@"
}

@test "puzzles have one good move, and their difficulty is as the manual defines it" {
    verify --count 8
    verify --count 4 --board 6x5 --seed 2
    verify --count 1 --board 8x8 --win-in 3
    verify --count 40 --board 4x4
}

@test "--win-in, --only-move and --difficulty select" {
    verify --count 3 --win-in 1 --board 6x5
    verify --count 1 --win-in 4 --seed 4
    verify --count 2 --only-move --board 6x5
    for grade in easy medium hard expert; do
        verify --count 1 --difficulty $grade --board 6x5
    done
}

@test "the seed alone selects the puzzles" {
    one=$(fourscore puzzle -n 5 --json --threads 1)
    [ "$one" = "$(fourscore puzzle -n 5 --json --threads 3 --table 16M --no-book)" ]
    [ "$one" != "$(fourscore puzzle -n 5 --json --seed 2)" ]
}

@test "more puzzles are the same ones and others; equally difficult ones are in the order of their search" {
    : >found
    for count in {1..12}; do
        fourscore puzzle -n "$count" --json --board 4x4 >puzzles
        [ "$(wc -l <puzzles)" -eq "$count" ]
        grep -vFxf found puzzles >new
        [ "$(wc -l <new)" -eq 1 ]
        cat new >>found
    done
    sed 's/.*"difficulty":\([0-9]*\).*/\1 &/' found | sort -s -n -k 1,1 | cut -d ' ' -f 2- | diff - puzzles
}

@test "requests that cannot be met end with a message" {
    run --separate-stderr -1 fourscore puzzle -n 2 --board 3x3
    [ "$stderr" = 'fourscore puzzle: found 0 of 2 puzzles on a board of 3x3, and no more among 5000 positions' ]
    [ -z "$output" ]
    run -1 fourscore puzzle --board 4x4 --win-in 110
    [[ $output =~ 'at most a win in '([0-9]+)', got 110'$ ]]
    run fourscore puzzle --board 4x4 --win-in "${BASH_REMATCH[1]}"
    [[ $output != *'at most'* ]]
    # more than 5000 positions in all
    [ "$(fourscore puzzle -n 100 --json --board 5x4 --difficulty easy --only-move | wc -l)" -eq 100 ]
    run --separate-stderr -4 fourscore puzzle -n 100000 --json --total-time-limit 0.3
    [[ $stderr =~ ^'fourscore puzzle: stopped after '([0-9]+)' of 100000 puzzles: --total-time-limit'$ ]]
    [ "${BASH_REMATCH[1]}" -eq "${#lines[@]}" ]
    start puzzle -n 100000 --json --progress
    wait_until grep -q '^puzzles: [1-9][0-9]* of 100000' err
    ended_by INT
    [[ $(tail -n 1 err) =~ ^'fourscore puzzle: stopped after '[0-9]+' of 100000 puzzles'$ ]]
}
