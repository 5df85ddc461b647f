# fourscore explain: what is read, printed and refused.  test_sentences.py checks what
# the sentences say.

load fixture.bash

# The value of a member of the JSON object on stdin: member PATH, as in Python.
member() {
    python3 -c 'import json, sys
print(json.dumps(eval("o" + sys.argv[1], {"o": json.load(sys.stdin)})))' "$1"
}

@test "the last move is judged, or the one of --move" {
    prints 0 '*o d2 is a mistake: it loses. a1 holds the draw.*' fourscore explain 352344
    [[ $output == *"x wins at once at a1 (a1 b1 c1 d1)."* ]]
    same=$(fourscore explain --json --move 4 35234 | member '["sentences"]')
    [ "$same" = "$(fourscore explain --json 352344 | member '["sentences"]')" ]
    [ "$(fourscore explain --json --move 3 --first-column 0 24123 | member '["sentences"]')" = "$same" ]
    prints 0 '*o a1 is the only move that does not lose.*' fourscore explain --move 1 35234
    # No move is known to be the last one.
    diagram=$(fourscore show --format diagram 352344)
    run -0 fourscore explain "${diagram%$'\n'*}"
    [[ $output != *mistake* ]]
}

@test "positions can be lines; boards of other sizes" {
    printf '%s\n' 352344 - '' '# no line' | fourscore explain --json - >lines
    [ "$(wc -l <lines)" -eq 3 ]
    [ "$(sed -n 2p lines | member '["position"]')" = '"-"' ]
    [ "$(sed -n 3p lines | member '["winner"]')" = '"x"' ]
    [[ $(fourscore explain --board 4x4 '') == *"with best play it is a draw."* ]]
    # Each player of a draw has a reason and a board; of two equal lines that of the first comes first.
    prints 0 '*The board is too small for a line of four.*' fourscore explain --board 3x3 ''
    [[ $output == *"Why o does not win:"*" 1  . . ."*"Why x does not win:"*" 1  . . ."* ]]
}

@test "lines have at most 79 characters, and are filled" {
    python3 "$BATS_TEST_DIRNAME/../support/random_games.py" 7 6 80 3 | cut -c-24 |
        fourscore explain - 2>/dev/null >"$BATS_TEST_TMPDIR/printed" || true
    run -0 awk 'length > n { n = length } END { print NR, n }' "$BATS_TEST_TMPDIR/printed"
    [ "${output% *}" -gt 500 ]
    [ "${output#* }" -eq 79 ]
    # what belongs together stays on one line
    [ "$(grep -cE '\([a-g][1-6]( [a-g][1-6]){3}\)' printed)" -gt 20 ]
    run ! grep -E '\([a-g][1-6]( [a-g][1-6]){0,2}$' printed
}

@test "errors name the line and the column, and the others go on, a blank line between them" {
    printf '%s\n' 352344 44x 1111111 '' >lines
    run -1 --separate-stderr fourscore explain --json - <lines
    [ "${#lines[@]}" -eq 4 ]
    [[ $stderr == "stdin:2:3: "*$'\n'"stdin:3:7: "* ]]
    [ "$(member '["position"]' <<<"${lines[1]}")" = '"44x"' ]
    member '["error"]' <<<"${lines[2]}"
    for move in '' --move=1; do
        printf '44\n4453\n' | fourscore explain $move - >both
        diff both <(fourscore explain $move 44 && echo && fourscore explain $move 4453)
    done
    run -1 fourscore explain 8
    prints 1 "POSITION:1:1: --move: column 1 is full" fourscore explain --move 1 111111
    prints 1 "POSITION:1:1: the game is over" fourscore explain --move 2 1212121
    run -0 fourscore explain --move 7 4
    [ "$(fourscore explain '44 ')" = "$(fourscore explain 44)" ]
    drawn='[0,0,0,0, 0,0,0,0, 0,2,0,0, 0,1,1,0]'
    [ "$(fourscore explain --board 4x4 "$drawn  ")" = "$(fourscore explain --board 4x4 "$drawn")" ]
}

@test "a limit ends the search; what is seen without it is told" {
    run -4 --separate-stderr fourscore explain --no-book --node-limit 1 4
    [[ $output == *"o is to move; who wins is not known: the search did not finish."* ]]
    [ "$stderr" = "fourscore explain: 1 position not finished" ]
    run -4 --separate-stderr fourscore explain --no-book --node-limit 1 - \
        <<<$'4\n44\n......./......./x....../xo...../xo...../xo.....'
    [ "$stderr" = "fourscore explain: 2 positions not finished" ]
    run -4 --separate-stderr timeout 300 "$FOURSCORE" explain --json --board 9x9 --time-limit 0.01 - <<<$'1\n2'
    for line in "${lines[@]}"; do
        [ "$(member '["finished"]' <<<"$line")" = false ]
        member '["lower"]' <<<"$line"
    done
    [ "${#lines[@]}" -eq 2 ]
    # x threatens two cells.
    run fourscore explain --board 9x9 --node-limit 1 44556
    [[ ${output//$'\n'/ } == *"x threatens to win at c1 (c1 d1 e1 f1) and g1 (d1 e1 f1 g1); o can block only one."* ]]
}
