# Boards of all sizes, positions in all notations, and fourscore show.

load fixture.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

# -------------------------------------------------------------------- boards

@test "columns above 9 are a, b and c, also as capitals" {
    run fourscore solve --board 12x1 --all-moves --best <<<'1a2b3c'
    [ "$output" = '1a2b3c -1000 -1000 -1000 3 -3 -3 -3 -3 0 -1000 -1000 -1000 4' ]
    prints 0 'AABbcc 51 9' fourscore solve --board 12x9 --pv <<<'AABbcc'
    for board in '12x9 D 9, a to c' '10x11 b 9 or a' '11x2 c 9, a or b'; do
        read -r size column allowed <<<"$board"
        run --separate-stderr -1 fourscore solve --board "$size" <<<"$column"
        [[ $stderr == "stdin:1:1: '$column' is not a column, expected 1 to $allowed on a board of $size"* ]]
    done
}

# In long tests all positions.
@test "positions of 8 plies on 5x5: fast confirms the scores of tutorial-12" {
    cd "$BATS_TEST_TMPDIR"
    step=60
    [ -z "${FOURSCORE_LONG-}" ] || step=1
    "$BATS_TEST_DIRNAME/../support/positions" 5x5 8 | awk "NR % $step == 0" >list
    fourscore solve --board 5x5 --engine tutorial-12 list >set
    for goal in --check '--check --weak'; do
        run fourscore solve --board 5x5 $goal set
        [ "$output" = "set: $((24747 / step)) checked, 0 wrong, 0 unfinished, 0 invalid" ]
    done
}

# ----------------------------------------------------------------- notations

@test "show converts between the notations" {
    for format in moves diagram connectx; do
        fourscore show --format $format 44536 >"$BATS_TEST_TMPDIR/$format"
        text=$(cat "$BATS_TEST_TMPDIR/$format")
        for other in diagram connectx key; do
            wanted=$(fourscore show --format $other 44536)
            [ "$(fourscore show --format $other "$text")" = "$wanted" ]
            sed 's/$/\r/' "$BATS_TEST_TMPDIR/$format" >"$BATS_TEST_TMPDIR/crlf"
            for input in $format crlf; do
                [ "$(fourscore show --format $other - <"$BATS_TEST_TMPDIR/$input")" = "$wanted" ]
            done
        done
    done
    [ "$(fourscore show --format connectx --board 2x2 1)" = '[0, 0, 1, 0]' ]
    [ "$(fourscore show --format moves --board 2x2 '[0, 0, 1, 0]')" = 1 ]
    [ "$(fourscore show --format key --first-column 0 33425)" = "$(fourscore show --format key 44536)" ]
    # Both halves of a key: (stones of the side to move + all stones), 10 bits a column.
    [ "$(fourscore show --board 12x9 --format key AAbbccaabbcc)" = 25986862063479488438287913692692480 ]
}

@test "what no moves lead to is solved, and reported" {
    position=......./......./......./......./xx.xx../oo.oo..
    run --separate-stderr -0 fourscore solve <<<$'6146\n'"$position"
    [ "$output" = $'6146 18\n'"$position 3" ]
    [ "$stderr" = 'stdin:2: no order of moves leads to this position' ]
    run --separate-stderr fourscore solve --json <<<"$position"
    [[ $output == *'"reachable":false'* ]]
    run --separate-stderr fourscore solve --json <<<4453
    [[ $output != *reachable* ]]
    message='fourscore show: no order of moves leads to this position on a board of 4x4'
    for format in '' '--format diagram' '--format key'; do
        run --separate-stderr -0 fourscore show --board 4x4 $format '..../..../xx../oo..'
        [ "$stderr" = "$message" ]
    done
    [ "$output" -gt 0 ]
    prints 1 "$message" fourscore show --board 4x4 --format moves '..../..../xx../oo..'
}

@test "show refuses invalid positions with their place, also within lines" {
    run -1 fourscore show --board 4x4 '[0, 0, 3]'
    [[ $output == 'POSITION:1:2: 0 is not a column, expected the 16 cells of a board of 4x4'* ]]
    run -1 fourscore show --board 4x4 - <<<$'....\n\n....\n.x..\n....'
    [[ $output == 'stdin:4:2: the stone in column 2, row 2 has nothing below it'* ]]
}

# ----------------------------------------------------------------- the board

@test "show: the board, the scores below the columns, the side to move, who has won" {
    run --separate-stderr -0 fourscore show 32164625
    [ "${lines[5]}" = "   x   o   x   x   o   o   ." ]
    [ "${lines[6]}" = "   1   2   3   4   5   6   7" ]
    [ "${lines[7]}" = "  -4  -3  11   4   0  -2  -5" ]
    [ "${lines[8]}" = "x to move, score 11: x wins on move 21" ]
    run -0 fourscore show 65214673556155731566316327373221417
    [ "${lines[7]}" = "   -  -2   -  -1   -   -  -2" ]
    [ "${lines[8]}" = "o to move, score -1: x wins on move 41" ]
    [[ $(fourscore show 23163416124767223154467471272416755633) == *$'\n\nx to move, score 0: a draw' ]]
    [[ $(fourscore show 1212121) == *$'\n\nx has won with move 7' ]]
    [[ $(fourscore show 111111222222333333544444455555666666777777) == \
        *$'\n\nthe board is full: a draw' ]]
    prints 1 'POSITION:1:7: the game is over: *' fourscore show 12121212
}

@test "show: a score that is not known is a question mark, or bounds" {
    run --separate-stderr -4 fourscore show --no-book --node-limit 3000 ''
    [ "${lines[7]}" = '   ?   ?   ?   ?   ?   ?   ?' ]
    [[ ${lines[8]} =~ ^'x to move, score -'[0-9]+..[0-9]+', not finished'$ ]]
    [ "$stderr" = 'fourscore show: 1 position not finished' ]
    run -4 timeout 300 "$FOURSCORE" show --board 10x11 --time-limit 0.01 ''
}
