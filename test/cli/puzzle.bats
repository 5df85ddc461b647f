# fourscore puzzle: every claim of a puzzle is computed again, in Python, from the
# scores of all moves that 'solve' prints.

bats_require_minimum_version 1.5.0

setup() {
    export PYTHONDONTWRITEBYTECODE=1
    PATH=$(dirname "$FOURSCORE"):$PATH
}

# verify BOARD: read puzzles as JSON, and check them.
verify() {
    python3 "$BATS_TEST_DIRNAME/verify_puzzles.py" "$1" "${@:2}"
}

@test "puzzles have one good move, and their difficulty is as the manual defines it" {
    fourscore puzzle -n 12 --json | verify 7x6
    fourscore puzzle -n 5 --json --board 6x5 --seed 2 | verify 6x5
    fourscore puzzle -n 1 --json --board 8x8 --win-in 3 | verify 8x8
    fourscore puzzle -n 60 --json --board 4x4 | verify 4x4
}

@test "--win-in, --only-move and --difficulty select" {
    fourscore puzzle -n 5 --json --win-in 1 | verify 7x6 win_in=1
    fourscore puzzle -n 1 --json --win-in 4 --seed 4 | verify 7x6 win_in=4
    fourscore puzzle -n 3 --json --only-move | verify 7x6 only_move=True
    for grade in easy medium hard expert; do
        fourscore puzzle -n 1 --json --difficulty $grade |
            verify 7x6 grade=$grade
    done
}

@test "the seed alone selects the puzzles" {
    one=$(fourscore puzzle -n 5 --json --threads 1)
    [ "$one" = "$(fourscore puzzle -n 5 --json --threads 3)" ]
    [ "$one" = "$(fourscore puzzle -n 5 --json --table 16M --no-book)" ]
    [ "$one" != "$(fourscore puzzle -n 5 --json --seed 2)" ]
}

@test "text has the board, the task, and the solutions if wanted" {
    run --separate-stderr fourscore puzzle -n 2
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ ${lines[0]} == 'Puzzle 1: '*', difficulty '* ]]
    [ "$(grep -c '^ 1 2 3 4 5 6 7$' <<<"$output")" -eq 2 ]
    [ "$(grep -c '^[xo] is to move and .* which?$' <<<"$output")" -eq 2 ]
    [[ $output != *Solutions* ]]
    with=$(fourscore puzzle -n 2 --solutions)
    [[ $with == "$output"* ]]
    solution=$(fourscore puzzle -n 2 --json | head -n 1 |
        sed 's/.*"solution":\([0-9]\).*/\1/')
    grep -Eq "^1: $solution (wins|holds a draw); " <<<"$with"
}

@test "requests that cannot be met end with a message" {
    run -1 fourscore puzzle --win-in 17
    [ "$output" = 'fourscore puzzle: --win-in: a puzzle on a board of 7x6 has at most a win in 16, got 17' ]
    run --separate-stderr -1 fourscore puzzle -n 2 --board 3x3
    [ "$stderr" = 'fourscore puzzle: found 0 of 2 puzzles on a board of 3x3, and no more among 5000 positions' ]
    [ -z "$output" ]
    run --separate-stderr -4 fourscore puzzle -n 100000 --json \
        --total-time-limit 0.3
    [[ $stderr == 'fourscore puzzle: stopped after '*' of 100000 puzzles: --total-time-limit' ]]
    verify 7x6 <<<"$output"
}

@test "an unknown difficulty is refused" {
    run -2 fourscore puzzle --difficulty simple
    [[ $output == *"expected easy, medium, hard or expert, got 'simple'"* ]]
}
