# What programs write is read where positions are: lines of data with their scores, JSON,
# boards; and a line that may be a position and a score is never another game.

load fixture.bash

@test "solve and solve --check read what gen writes" {
    fourscore gen --all-moves -n 40 --seed 3 -o data.csv
    fourscore gen --all-moves -n 40 --seed 3 --json -o data.json
    for data in data.csv data.json; do
        for option in '' --all-moves --weak; do
            # shellcheck disable=SC2086
            run -0 --separate-stderr fourscore solve --check $option "$data"
            # shellcheck disable=SC2154
            [ "$stderr" = "$data: 40 checked, 0 wrong, 0 unfinished, 0 invalid" ]
        done
        fourscore solve --all-moves "$data" | grep -oE '( -?[0-9]+){7}$' >"$data.scores"
        [ "$(wc -l <"$data.scores")" -eq 40 ]
    done
    cmp data.csv.scores data.json.scores
    # a wrong score is found
    sed '2s/^\([0-9]*,[0-9]*\),[-0-9]*/\1,20/' data.csv >wrong.csv
    run -5 fourscore solve --check wrong.csv
    [[ $output == *'wrong.csv:2: '*': expected 20, found '* ]]
    # with blanks and line ends of other programs, the same
    sed 's/,/, /g; s/$/ \r/' data.csv >blanks.csv
    run -0 --separate-stderr fourscore solve --check --all-moves blanks.csv
    [ "$stderr" = 'blanks.csv: 40 checked, 0 wrong, 0 unfinished, 0 invalid' ]
    run -0 fourscore move --level 1 <blanks.csv # which has a heading, too
    # scores of others are not read, and no game
    run -1 --separate-stderr fourscore solve --check <<<$'position,score\n4453,-2'
    [ "$(cut -d : -f 1-4 <<<"$stderr" | head -n 2)" = "stdin:1:1: 'p' is not a column, expected 1 to 7
stdin:2:6: '-' is not a column, expected 1 to 7" ]
    # what may be a game has no score, nor has a line with another number of moves
    run -1 --separate-stderr fourscore solve --check <<<4,1,4,4,5,5,6,2,2,7
    [[ $stderr == "stdin:1:20: expected a score behind the position"* ]]
    run -1 --separate-stderr fourscore solve --check <<<44,1,1,2,3,4,5,6,7,1
    [ "${stderr_lines[0]}" = "stdin:1:4: expected all moves in one word, or each in its own" ]
    # a line with a score is no game at any door
    for door in show explain 'review --short'; do
        # shellcheck disable=SC2086
        run -1 fourscore $door '44455554221 2'
        [[ $output == *'expected all moves in one word, or each in its own' ]]
    done
    printf '%s\n' a1,a2,a3,class "$(printf 'b,%.0s' {1..42})win" >uci.csv # with its heading
    run -0 fourscore solve --quiet uci.csv
    [ "$output" = "$(sed 1d uci.csv) 1" ]
    run -0 fourscore solve --quiet <<<a1,a2,b1 # a game
    [[ $output == 'a1,a2,b1 '* ]]
    sed '1s/"score":[-0-9]*/"score":20/' data.json >wrong.json
    run -5 fourscore solve --check wrong.json
    sed '1s/"move_scores":\[[^,]*/"move_scores":[20/' data.json >wrong.json
    run -5 fourscore solve --check --all-moves wrong.json
    run -1 fourscore solve --check --first-column 0 <<<4,1,4,4,5,5,6,2,2,0
    [[ $output == 'stdin:1:20: expected a score behind the position'* ]]
}

@test "solve reads its own JSON, and review does" {
    run -0 fourscore solve <<<'{"position":"4453","score":7}'
    [ "$output" = '{"position":"4453","score":7} -2' ]
    fourscore solve --json <<<4453 >answer.json
    run -0 fourscore solve --check answer.json
    run -0 fourscore review --short - <answer.json
    [[ $output == '4453 x '* ]]
    fourscore review --json 4453 >review.json
    run -0 fourscore review --short review.json
    [[ $output == '4453 x '* ]]
    fourscore explain --json 4453 >explanation.json
    run -0 fourscore show --format moves - <explanation.json
    [ "$output" = 4354 ]
}

@test "a position and what may be its scores are refused without --check" {
    for line in '4453 2' '4453 -2' '4 2' '44 1 2 3 4 5 6 7' 'd1 d2 2' 'd1 d2 1 2 3 4 5 6 7'; do
        run -1 --separate-stderr fourscore solve <<<"$line"
        [ -z "$output" ]
        # shellcheck disable=SC2154
        [[ $stderr == "stdin:1:"*": expected the end of the line; to compare a score"* ]]
    done
    run -1 --separate-stderr fourscore solve <<<'d1 d2 2'
    [ "$stderr" = 'stdin:1:7: expected the end of the line; to compare a score: --check' ]
    run -1 --separate-stderr fourscore solve <<<'1212121 2' # an error of the position comes first
    [ "$stderr" = 'stdin:1:7: the game is over: the first player wins with move 7' ]
    for line in '4 4 5 3' 'd1 d2' '1. 4 4' '4, 4'; do
        run -0 fourscore solve <<<"$line"
        [[ $output == "$line "* ]]
    done
    run -0 fourscore solve --check <<<'4 4 5 3 -2'
    run -1 fourscore solve --check <<<'44 1 2'
}

@test "what show, explain, puzzle and review print is read again" {
    for moves in 4453 44444432 1122334 121212 352344; do
        fourscore show --format moves "$moves" >expected
        fourscore show "$moves" | fourscore show --format moves - | cmp - expected
        fourscore explain "$moves" | fourscore show --format moves - | cmp - expected
        fourscore review "$moves" | fourscore show --format moves - | cmp - expected
    done
}

@test "doors that want a game refuse a board in words" {
    board=......./......./......./......./...o.../...x...
    for command in 'review --short' play; do
        # shellcheck disable=SC2086
        run -1 fourscore $command "$board" </dev/null
        [[ $output == *'a board does not say in which order its stones were played'* ]]
    done
    run -0 fourscore solve <<<"$board"
    [ "$output" = "$board 1" ]
    run -0 fourscore explain --json "$board"
    [[ $output != *'"move":'* ]]
}
