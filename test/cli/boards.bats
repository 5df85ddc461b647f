# Boards of other sizes than 7x6, and positions in other notations.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

fourscore() {
    "$FOURSCORE" "$@"
}

has_board() {
    echo | fourscore solve --board "$1" --node-limit 1 >/dev/null 2>&1 ||
        [ $? -eq 4 ]
}

@test "--board selects the board in solve, show, gen, bench and size" {
    [ "$(echo | fourscore solve --board 4x4)" = ' 0' ]
    [ "$(echo | fourscore solve --board 6x4)" = ' -1' ]
    run fourscore show --board 4x4 1122
    [ "$status" -eq 0 ]
    [ "${lines[4]}" = '   1   2   3   4' ]
    fourscore gen --board 5x5 --set middle-easy -n 20 >"$BATS_TEST_TMPDIR/set"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/set")" -eq 20 ]
    run fourscore solve --board 5x5 --check "$BATS_TEST_TMPDIR/set"
    [[ $output == *'/set: 20 checked, 0 wrong, 0 unfinished, 0 invalid' ]]
    run fourscore bench --board 5x5 --engine fast --engine tutorial-12 --csv \
        "$BATS_TEST_TMPDIR/set"
    [ "$status" -eq 0 ]
    fourscore size --board 9x7 | grep -q '^stored bits  *64$'
}

@test "columns above 9 are a, b and c" {
    has_board 12x9 || skip "not in this build"
    run fourscore solve --board 12x1 --all-moves --best <<<'1a2b3c'
    [ "$output" = '1a2b3c -1000 -1000 -1000 3 -3 -3 -3 -3 0 -1000 -1000 -1000 4' ]
    run fourscore solve --board 12x9 --pv <<<'aabbcc'
    [ "$output" = 'aabbcc 51 9' ]
    run fourscore solve --board 12x9 <<<'d'
    [[ $output == *"'d' is not a column, expected 1 to 9, a to c on a board of 12x9"* ]]
    run fourscore solve --board 10x11 <<<'b'
    [[ $output == *"'b' is not a column, expected 1 to 9 or a on a board of 10x11"* ]]
    run fourscore solve --board 11x2 <<<'c'
    [[ $output == *"'c' is not a column, expected 1 to 9, a or b on a board of 11x2"* ]]
}

@test "columns a, b and c may be capitals" {
    has_board 12x9 || skip "not in this build"
    run fourscore solve --board 12X9 --pv <<<'AABbcc'
    [ "$output" = "AABbcc 51 9" ]
    [ "$(fourscore show --board 12x9 --format key AABbCC)" = \
        "$(fourscore show --board 12x9 --format key aabbcc)" ]
    run fourscore solve --board 12x9 <<<'D'
    [[ $output == *"'D' is not a column"* ]]
}

@test "- is the empty board" {
    run --separate-stderr fourscore solve --board 4x4 <<<$'-\n\n - \n--\n-1\n'
    [ "$status" -eq 1 ]
    [ "$output" = $'- 0\n 0\n\n\n\n 0' ]
    [ "$(cut -d : -f 1-3 <<<"$stderr")" = $'stdin:3:1\nstdin:4:1\nstdin:5:1' ]
    run --separate-stderr fourscore solve --board 4x4 --check <<<$'- 0\n- \t1'
    [ "${lines[0]}" = 'stdin:2: -: expected 1, found 0' ]
    run fourscore solve --board 4x4 --json <<<'-'
    [[ $output == '{"position":"-","score":0,'* ]]
    [ "$(fourscore show --board 4x4 --format key - <<<-)" = 0 ]
    run fourscore show --board 4x4 - <<<'-1'
    [ "$status" -eq 1 ]
    run fourscore bench --board 4x4 --csv --strong - <<<'- 0'
    [ "$status" -eq 0 ]
}

@test "messages name the board unless it is the default" {
    run fourscore solve --board 5x5 <<<'56'
    [[ ${lines[0]} == *"'6' is not a column, expected 1 to 5 on a board of 5x5" ]]
    run fourscore solve --board 5x5 <<<'111111'
    [[ ${lines[0]} == *'column 1 is full on a board of 5x5' ]]
    run fourscore solve --board 8x8 --table 530000 --threads 1 <<<'1'
    [ "$status" -eq 2 ]
    [[ $output == *'board of 8x8, engine fast, 1 thread is '*' bytes: use --table '* ]]
    run fourscore bench --board 5x5
    [ "$status" -eq 2 ]
    [[ $output == *'there are no sets on a board of 5x5; name a FILE'* ]]
    run fourscore show --board 4x4 --format moves '..../..../xx../oo..'
    [[ $output == *'on a board of 4x4'* ]]
}

# Short tests use one position of twenty.
@test "all positions of 8 plies on 5x5: fast confirms the scores of tutorial-12" {
    step=${FOURSCORE_SHORT:+20}
    test/support/positions 5x5 8 | awk -v "step=${step:-1}" 'NR % step == 0' \
        >"$BATS_TEST_TMPDIR/list"
    fourscore solve --board 5x5 --engine tutorial-12 "$BATS_TEST_TMPDIR/list" \
        >"$BATS_TEST_TMPDIR/set"
    for goal in --check '--check --weak'; do
        run fourscore solve --board 5x5 $goal "$BATS_TEST_TMPDIR/set"
        [[ $output == *"/set: $((24747 / ${step:-1})) checked, 0 wrong, 0 unfinished, 0 invalid" ]]
    done
}

# ----------------------------------------------------------------- notations

@test "show converts between the notations" {
    for format in moves diagram connectx; do
        fourscore show --format $format 44536 >"$BATS_TEST_TMPDIR/$format"
        text=$(cat "$BATS_TEST_TMPDIR/$format")
        for other in diagram connectx key; do
            [ "$(fourscore show --format $other "$text")" = \
                "$(fourscore show --format $other 44536)" ]
            [ "$(fourscore show --format $other - \
                <"$BATS_TEST_TMPDIR/$format")" = \
                "$(fourscore show --format $other 44536)" ]
        done
    done
    [ "$(fourscore show --format key '')" = 0 ]
    [ "$(fourscore show --format connectx --board 2x2 1)" = '[0, 0, 1, 0]' ]
    [ "$(fourscore show --format moves --board 2x2 '[0, 0, 1, 0]')" = 1 ]
}

@test "solve reads lists and diagrams" {
    run fourscore solve --board 4x4 <<'END'
[0,0,0,0, 0,0,0,0, 0,2,0,0, 0,1,1,0]
..../..../.o../.xx.
232
END
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '[0,0,0,0, 0,0,0,0, 0,2,0,0, 0,1,1,0] 0' ]
    [ "${lines[1]}" = '..../..../.o../.xx. 0' ]
    [ "${lines[2]}" = '232 0' ]
    run fourscore solve --board 4x4 <<'END'
..../..../ooo./xxxx
[0, 1
END
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = 'stdin:1:1: the game is over: the first player has won on a board of 4x4' ]
    [[ ${lines[1]} == "stdin:2:6: expected ',' or ']'"* ]]
    # blanks and column names in diagrams are optional
    drawn=' . . . . / . . . . / . o . . / . x x . / 1 2 3 4'
    run fourscore solve --board 4x4 <<<"$drawn  "
    [ "$output" = "$drawn 0" ]
    run fourscore solve --board 4x4 --check <<<"$drawn -1"
    [ "${lines[0]}" = "stdin:1: $drawn: expected -1, found 0" ]
}

@test "solve reports unreachable positions" {
    position=......./......./......./......./xx...../oo.....
    run --separate-stderr fourscore solve <<<"$position"
    [ "$status" -eq 0 ]
    [ "$output" = "$position 2" ]
    [ "$stderr" = 'stdin:1: no order of moves leads to this position' ]
    run --separate-stderr fourscore solve --json <<<"$position"
    [[ $output == *'"reachable":false'* ]]
    run --separate-stderr fourscore solve --json <<<4453
    [[ $output != *reachable* ]]
    run fourscore show --format diagram --threads 2 4453
    [ "$status" -eq 2 ]
    [[ $output == *'--threads: --format does not search'* ]]
    echo '1234 0' >"$BATS_TEST_TMPDIR/set"
    run fourscore bench --board 4x4 -n 1 --strong "$BATS_TEST_TMPDIR/set"
    [[ $output == *'  board 4x4' ]]
}

@test "invalid positions are refused with place and reason" {
    refuse() {
        run fourscore show --board 4x4 "$1"
        echo "$1: $output"
        [ "$status" -eq 1 ]
        [[ $output == "POSITION:${2:-1:}"*": "*"$3"* ]]
    }
    refuse '..../..../..../x.x' 1:19 'row 4 from the top has 3 cells'
    refuse '..../..../x...' 1:15 'expected 4'
    refuse '..../..../x.../....' 1:11 'has nothing below it'
    refuse '..../..../..../xx..' '' 'the first must have'
    refuse '..../..../..../xq..' 1:17 "'q' is not a cell"
    refuse '[0, 0]' 1:6 'expected 16'
    refuse '[0, 0, 3]' 1:8 '3 is not a mark'
    refuse 'xxxx/oooo/xxxx/oooo' '' 'have four in a row'
    refuse '..../..../xxxx/oooo' '' 'have four in a row'
    refuse '1x' 1:2 "'x' is not a column"
}

@test "show reports unreachable positions" {
    run fourscore show --board 4x4 --format key '..../..../xx../oo..'
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == *'no order of moves leads to this position on a board of 4x4' ]]
    [ "${lines[1]}" -gt 0 ]
    run fourscore show --board 4x4 --format moves '..../..../xx../oo..'
    [ "$status" -eq 1 ]
    [[ $output == *'no order of moves leads to this position on a board of 4x4' ]]
}

# bats test_tags=unix
@test "show refuses unknown formats and positions of other boards" {
    run fourscore show --format nothing 4
    [ "$status" -eq 2 ]
    [[ ${lines[0]} == *"--format: expected moves, diagram, connectx or key"* ]]
    run fourscore show --board 5x5 '......./......./......./......./......./x......'
    [ "$status" -eq 1 ]
    [[ $output == *'has 7 cells, expected 5'* ]]
    run fourscore show --board 4x4 7
    [ "$status" -eq 1 ]
    run fourscore show - </
    [ "$status" -eq 3 ] || [ "$status" -eq 1 ]
    head -c 100000 /dev/zero | (run fourscore show -; [ "$status" -eq 1 ])
}
