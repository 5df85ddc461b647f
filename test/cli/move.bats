# move: a column for each position, as soon as it is asked.

load fixture.bash

command=move

@test "move: level 5 plays a best move of each position, in any form" {
    run -0 given '4444\n1. d1 d2 2. d3 d4\n{"moves": [4, 4, 4, 4]}\n' --seed 1
    [ "${#lines[@]}" -eq 3 ]
    [ "${lines[0]}" = 4 ] # the only best one
    [ "${lines[1]}" = 4 ]
    [ "${lines[2]}" = 4 ]
    # whichever of several best ones it is
    for seed in 1 2 3 4 5 6; do
        printf '4453\n' | fourscore move --seed "$seed"
    done | sort -u >played
    # without a seed others than with it, each time
    for _ in 1 2 3 4 5 6; do
        given '44\n4\n35\n\n' --level 1 | paste -sd ' '
    done | sort -u >others
    [ "$(wc -l <others)" -gt 1 ]
    fourscore solve --best <<<4453 | cut -d ' ' -f 3 | grep -o . | sort >best
    diff <(comm -23 played best) /dev/null
    [ "$(wc -l <played)" -gt 1 ]
}

@test "move: levels, seeds and columns from 0 are those of play" {
    run -0 given '4453\n4453\n' --level 1 --seed 5
    [ "${lines[0]}" = "${lines[1]}" ]
    for seed in 1 2 3 4 5 6 7 8; do
        one=$(given '445\n' --level 1 --seed "$seed")
        [ "$(given '334\n' --level 1 --seed "$seed" --first-column 0)" -eq $((one - 1)) ]
    done
    # a club player wins where it can, on any board
    prints 0 1 given '121212\n' --level 3
    prints 0 a given 'a1a1a1\n' --level 5 --board 12x9 --time-limit 9
    # where the time ends the search, level 5 plays as level 4
    printf '%s\n' - 1 12 55 5455 98 4a6 >early
    set -- $endless --seed 7
    fourscore move "$@" --level 4 <early >expert
    timeout 300 "$FOURSCORE" move "$@" --time-limit 0.1 <early | diff - expert
    fourscore move "$@" --level 3 <early | run ! cmp -s - expert
    run -2 given '' --level 6
}

@test "move: invalid lines and finished games have an empty line, and the others an answer" {
    run -1 --separate-stderr given '44\n448\n1212121\n# a comment\n{}\n44\n' --seed 1
    [ "$output" = $'4\n\n\n\n4' ]
    [ "$stderr" = "\
stdin:2:3: '8' is not a column, expected 1 to 7
stdin:3:7: the game is over: the first player wins with move 7
stdin:5:1: an object without a string or a list, not of objects, as its position, pos, moves, history, board, grid, cells or game" ]
}
