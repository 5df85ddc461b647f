# fourscore explain: what is read, printed and refused.  test_sentences.py checks what
# the sentences say.

bats_require_minimum_version 1.5.0
load wait.bash

setup() {
    export PYTHONDONTWRITEBYTECODE=1
    PATH=$(dirname "$FOURSCORE"):$PATH
}

# The value of a member of the JSON object on stdin: member PATH, as in Python.
member() {
    python3 -c 'import json, sys
print(json.dumps(eval("o" + sys.argv[1], {"o": json.load(sys.stdin)})))' "$1"
}

@test "the last move is judged, or the one of --move" {
    run -0 fourscore explain 352344
    [[ $output == *"o d2 is a mistake: it loses. a1 holds the draw."* ]]
    [[ $output == *"x wins at once at a1 (a1 b1 c1 d1)."* ]]
    same=$(fourscore explain --json --move 4 35234 | member '["sentences"]')
    [ "$same" = "$(fourscore explain --json 352344 | member '["sentences"]')" ]
    run -0 fourscore explain --move 1 35234
    [[ $output == *"o a1 is the only move that does not lose."* ]]
    for game in '3 5 2 3 4 4' '1. c1 e1 2. b1 c2 3. d1 d2' 'c,e,b,c,d,d # lost'; do
        run -0 fourscore explain "$game"
        [[ $output == *"o d2 is a mistake: it loses. a1 holds the draw."* ]]
    done
    # No move is known to be the last one.
    diagram=$(fourscore show --format diagram 352344)
    run -0 fourscore explain "${diagram%$'\n'*}"
    [[ $output != *mistake* ]]
}

@test "positions can be lines, diagrams and lists; boards of other sizes" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' 352344 - '' '# no line' | fourscore explain --json - >lines
    [ "$(wc -l <lines)" -eq 3 ]
    [ "$(sed -n 2p lines | member '["position"]')" = '"-"' ]
    [ "$(sed -n 3p lines | member '["winner"]')" = '"x"' ]
    line=$(fourscore show --format diagram 352344 | sed '$d; s/ //g' | paste -sd/)
    [ "$(fourscore explain --json "$line" | member '["last_stone"]')" = 7 ]
    list=$(fourscore show --format connectx 352344)
    [ "$(fourscore explain --json "$list" | member '["reasons"][0]["kind"]')" = '"win"' ]
    run -0 fourscore explain --board 4x4 ''
    [[ $output == *"with best play it is a draw."* ]]
    run -0 fourscore explain --board 3x3 ''
    [[ $output == *"The board is too small for a line of four."* ]]
    # Of two equal lines that of the first player comes first.
    [ "$(fourscore explain --json --board 3x3 '' | member '["reasons"][0]["player"]')" = '"x"' ]
    # Each player of a draw has a board.
    run -0 fourscore explain --board 3x3 ''
    [[ $output == *"Why o does not win:"*" 1  . . ."*"Why x does not win:"*" 1  . . ."* ]]
    run -0 fourscore explain --board 3x4 112233
    [[ $output == *"can no longer make four: every line has a stone of"* ]]
    run -0 fourscore explain --board 7x6 752436771776622631125614515126755442344333
    [[ $output == *"The board is full, and o has no four in a row."* ]]
}

@test "lines have at most 79 characters, and are filled" {
    python3 "$BATS_TEST_DIRNAME/../support/random_games.py" 7 6 80 3 | cut -c-24 |
        fourscore explain - 2>/dev/null >"$BATS_TEST_TMPDIR/printed" || true
    run -0 awk 'length > n { n = length } END { print NR, n }' "$BATS_TEST_TMPDIR/printed"
    [ "${output% *}" -gt 500 ]
    [ "${output#* }" -eq 79 ]
}

@test "finished games" {
    run -0 fourscore explain 1212121
    [[ $output == *"x has won with move 7."* ]]
    [[ $output == *"x has four in a row: a1 a2 a3 a4."* ]]
    [[ $output == *X* ]]
    run -0 fourscore explain 752436771776622631125614515126755442344333
    [[ $output == *"The game has ended in a draw."* ]]
    run -1 --separate-stderr fourscore explain --move 2 1212121
    [ "$stderr" = "POSITION:1:1: the game is over" ]
}

@test "errors name the line and the column, and the others go on" {
    run -1 --separate-stderr bash -c \
        "printf '%s\n' 352344 44x 1111111 '' | fourscore explain --json -"
    [ "${#lines[@]}" -eq 4 ]
    [[ $stderr == *"stdin:2:3: "*$'\n'"stdin:3:7: "* ]]
    [ "$(echo "${lines[1]}" | member '["position"]')" = '"44x"' ]
    echo "${lines[2]}" | member '["error"]'
    run -1 fourscore explain 8
    run -1 --separate-stderr fourscore explain --move 1 111111
    [[ $stderr == "POSITION:1:1: "* ]]
    run -0 fourscore explain --move 7 4
}

@test "a limit ends the search; what is seen without it is told" {
    run -4 --separate-stderr fourscore explain --no-book --node-limit 1 4
    [[ $output == *"o is to move; who wins is not known: the search did not finish."* ]]
    [ "$stderr" = "fourscore explain: 1 position not finished" ]
    run -4 --separate-stderr bash -c \
        "printf '%s\n' 4 44 ......./......./x....../xo...../xo...../xo..... | fourscore explain --no-book --node-limit 1 -"
    [ "$stderr" = "fourscore explain: 2 positions not finished" ]
    run -4 --separate-stderr fourscore explain --json --board 9x9 --time-limit 0.01 1
    [ "$(echo "$output" | member '["finished"]')" = false ]
    echo "$output" | member '["lower"]'
    # x threatens two cells.
    run fourscore explain --board 9x9 --node-limit 1 44556
    [[ ${output//$'\n'/ } == *"x threatens to win at c1 (c1 d1 e1 f1) and g1 (d1 e1 f1 g1); o can block only one."* ]]
}

@test "SIGTERM ends a search; what is known is printed" {
    cd "$BATS_TEST_TMPDIR"
    # The search of the second line does not end; nothing is read after it.
    "$FOURSCORE" explain --json --board 9x9 - <<<$'0\n-\n-' > >(cat >out) 2>err 3>&- &
    wait_until has_lines out 1
    wait_until has_worked $! 30
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 143 ]
    wait_until has_lines out 2
    [ "$(wc -l <out)" -eq 2 ]
    [ "$(sed -n 2p out | member '["finished"]')" = false ]
    [[ $(sed -n 2p out) == *'x is to move; who wins is not known: the search did not finish.'* ]]
    [ "$(tail -n 1 err)" = 'fourscore explain: 1 position not finished' ]
}
