# "$FOURSCORE" follow: lines, and a person on a terminal.  test_follower.c plays whole
# games.

bats_require_minimum_version 1.5.0

load certificates.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    win=proof/certificates/7x6.cert small=proof/certificates/5x5-first.cert
}

# Type each argument as a line on a terminal on which the command in 'command' runs.
type_lines() {
    printf '%s\n' "$@" | python3 test/cli/terminal.py "$FOURSCORE" "${command[@]}"
}

@test "each position is answered by a line, also the last one and that of a game that is over" {
    run -0 "$FOURSCORE" follow $win <<<$'\n-\n44\n# a comment\n4455\r\n44444525  \n414141\n4141414'
    [ "$output" = $'- 4\n- 4\n44 4\n4455 3\n44444525 1\n414141 4\n4141414 -' ]
}

@test "a line that cannot be answered leaves an empty line, and is reported" {
    run -1 --separate-stderr "$FOURSCORE" follow $win <<<$'4\n49\n12\n4444444\n44 4\n44'
    [ "$output" = $'\n\n\n\n\n44 4' ]
    [ "$stderr" = "stdin:1:2: the other player is to move
stdin:2:2: '9' is not a column, expected 1 to 7
stdin:3:1: the certificate plays 4 here
stdin:4:7: column 4 is full
stdin:5:4: expected the end of the line" ]
    run -1 --separate-stderr "$FOURSCORE" follow $win < <(printf '4%.0s' {1..5000})
    [ "$stderr" = 'stdin:1:4097: the line is too long' ]
    run -1 --separate-stderr "$FOURSCORE" follow test/support/certificates/7x6-444444.cert <<<12
    [ "$stderr" = 'stdin:1:1: the certificate is not about these moves' ]
}

@test "lines may go on from MOVES" {
    run -0 "$FOURSCORE" follow $win 44 <<<$'\n45'
    [ "$output" = $'44 4\n4445 5' ]
    run -1 --separate-stderr "$FOURSCORE" follow $win 44 <<<8
    [ "$stderr" = "stdin:1:1: '8' is not a column, expected 1 to 7" ]
    run -1 --separate-stderr "$FOURSCORE" follow $win 448 </dev/null
    [ "$stderr" = "MOVES:1:3: '8' is not a column, expected 1 to 7" ]
}

@test "--play plays against the moves of the other player" {
    run -0 "$FOURSCORE" follow --play $win <<<$'\n1\n111'
    [ "$output" = $'4\n415\n4151312' ]
    run -1 --separate-stderr "$FOURSCORE" follow --play $win <<<$'1111\n9\n1'
    [ "$output" = $'\n\n415' ]
    [ "$stderr" = "stdin:1:4: the game is over: the first player wins with move 7
stdin:2:1: '9' is not a column, expected 1 to 7" ]
    run -0 "$FOURSCORE" follow --play proof/certificates/6x4-second.cert <<<''
    [ "$output" = - ]
    run -0 "$FOURSCORE" follow --play test/support/certificates/7x6-444444.cert <<<''
    [[ $output == 444444? ]]
    run -0 "$FOURSCORE" follow --play $win 4445 <<<$'\n5'
    [ "$output" = $'44455\n4445554' ]
}

@test "what is played without MOVES is what was asked for move by move" {
    game='' others='' small=proof/certificates/5x5-second.cert
    for column in 3 4 1 5 3 5 4; do
        game+=$column
        others+=$column
        game+=$("$FOURSCORE" follow $small <<<"$game" | cut -d' ' -f2)
        [ "$("$FOURSCORE" follow --play $small <<<"$others")" = "$game" ]
    done
    [ ${#game} -eq 14 ]
}

@test "a game with a person" {
    command=(follow proof/certificates/5x5-first.cert)
    run -0 type_lines x 44 '' 3 3 3 3 1 1 1 1 1 2 2 2 2 2 4 4 4 4 4 5 5 5 5 5
    [[ $output == *'Proven: the first player at least draws on 5x5.'*'You are o, the certificate plays x.'* ]]
    [[ $output == *"x plays 3: this is in the certificate."* ]]
    [[ $output == *"That is not possible: 'x' is not a column, expected 1 to 5"* ]]
    [[ $output == *'Enter one column, as under the board.'* ]]
    [[ $output == *'That is not possible: column 3 is full'* ]]
    [[ $output == *"Nothing was searched.  Moves of the certificate's player: "* ]]
    [[ $output == *'x has won with move '* || $output == *'The board is full: a draw.'* ]]
}

@test "a person may begin, go on from MOVES, and end the game" {
    command=(follow proof/certificates/6x4-second.cert)
    run -0 type_lines 1 q
    [[ $output == *'You are x, the certificate plays o.'*'x, your column (q ends): '*'o plays '* ]]
    run -0 type_lines 1 ^D
    run -130 type_lines 1 ^C
    command=(follow $win 4445)
    run -0 type_lines q
    [[ $output == *$'.   .   .   o   x   .   .\n   .   .   .   x   o   .   .'* ]]
    command=(follow $win 12)
    run -1 type_lines q
    [[ $output == *'MOVES:1:1: the certificate plays 4 here'* ]]
}

@test "a loss that can only come late enough is not called a static proof" {
    command=(follow test/support/certificates/7x6-late-loss.cert)
    run -0 type_lines 3 6 4 4 3 3 2 1 2 2 2 1
    [[ $output == *'o plays 1: the other player can no longer win too early.'*'x has won with move 23.'* ]]
    [[ $output == *'5 from the file, 0'*$'2 when no\nfour could come too early any more.'* ]]
}

@test "files and usage" {
    run -1 "$FOURSCORE" follow README.md
    [ "$output" = 'fourscore follow: README.md: not a certificate' ]
    run -1 "$FOURSCORE" follow none
    run -2 "$FOURSCORE" follow
    [[ $output == *'no certificate given'* ]]
    run -2 "$FOURSCORE" follow -
    [[ $output == *'the certificate must be a file, because stdin has the moves'* ]]
    run -2 "$FOURSCORE" follow $small 4 4
    with_bytes 'data[6] = 9' $small
    run -5 "$FOURSCORE" follow "$changed" <<<33
    [[ $output == *': not proven: '* ]]
    status=0
    "$FOURSCORE" follow $small <<<33 >/dev/full || status=$?
    [ "$status" -eq 3 ]
}

@test "a reader that goes away ends it by SIGPIPE" {
    run -141 bash -c 'yes 33 | ("$FOURSCORE" follow proof/certificates/5x5-first.cert; exit $?) | head -n 1; exit "${PIPESTATUS[1]}"'
}
