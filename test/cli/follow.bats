# fourscore follow: lines, and a person on a terminal.  test_follower.c plays whole games.

load fixture.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    small=proof/certificates/5x5-first.cert # the examples of the manual are those of 7x6
    late=test/support/certificates/7x6-444444.cert
}

# Type each argument as a line on a terminal on which the command in 'command' runs.
type_lines() {
    printf '%s\n' "$@" | python3 test/cli/terminal.py "$FOURSCORE" "${command[@]}"
}

@test "each position is answered by a line, also the last one and that of a game that is over" {
    run -0 fourscore follow $small <<<$'\n-\n33\n# a comment\n3322\r\n33  \n313232\n3132323'
    [ "$output" = $'- 3\n- 3\n33 3\n3322 4\n33 3\n313232 3\n3132323 -' ]
    # lines may go on from MOVES
    prints 0 $'33 3\n3332 2' fourscore follow $small 33 <<<$'\n32'
}

@test "a line that cannot be answered leaves an empty line, and is reported" {
    run -1 --separate-stderr fourscore follow $small <<<$'3\n39\n12\n333333\n33 3\n33'
    [ "$output" = $'\n\n\n\n\n33 3' ]
    [ "$stderr" = "stdin:1:2: the other player is to move
stdin:2:2: '9' is not a column, expected 1 to 5 on a board of 5x5
stdin:3:1: the certificate plays 3 here
stdin:4:6: column 3 is full on a board of 5x5
stdin:5:4: expected the end of the line" ]
    run -1 --separate-stderr fourscore follow $late <<<12
    [ "$stderr" = 'stdin:1:1: the certificate is not about these moves' ]
    run -1 --separate-stderr fourscore follow $small 33 <<<$'8\n128'
    [ "$(cut -d : -f 1-3 <<<"$stderr")" = $'stdin:1:1\nstdin:2:3' ]
    run -1 --separate-stderr fourscore follow $small 12 <<<$'\n34'
    [ "$stderr" = 'stdin:1:1: move 1 of MOVES: the certificate plays 3 here
stdin:2:1: move 1 of MOVES: the certificate plays 3 here' ]
    run -1 fourscore follow $small 338 </dev/null
    [ "$output" = "MOVES:1:3: '8' is not a column, expected 1 to 5 on a board of 5x5" ]
}

@test "--play plays against the moves of the other player" {
    run -1 --separate-stderr fourscore follow --play $small <<<$'\n1\n111\n1221\n9\n1'
    [ "$output" = $'3\n313\n3131313\n\n\n313' ]
    [ "$stderr" = "stdin:4:4: the game is over: the first player wins with move 7 on a board of 5x5
stdin:5:1: '9' is not a column, expected 1 to 5 on a board of 5x5" ]
    prints 0 - fourscore follow --play proof/certificates/6x4-second.cert <<<''
    run -0 fourscore follow --play $late <<<''
    [[ $output == 444444? ]]
    prints 0 31441233523252 fourscore follow --play proof/certificates/5x5-second.cert <<<3413535
    # also of lines that are typed
    run -0 python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' "$FOURSCORE" follow --play $small < <(printf '1\n\004')
    [[ $output == *313* && $output != *Proven* ]]
    prints 0 $'33322\n3332212' fourscore follow --play $small 3332 <<<$'\n1'
}

# agrees_with_counts PLAYER COUNT: whether each move of the player in $output is counted at the
# end by its reason, so many with a threat or a four.
agrees_with_counts() {
    [[ $output =~ "Moves of the certificate's player: "([0-9]+)" from the file, "([0-9]+)[^0-9]*([0-9]+)" by a double threat or a four, 0 " ]]
    local counts=("${BASH_REMATCH[@]:1}") reasons=('is in the certificate' 'follows a static' '(threatens|makes four)')
    for i in 0 1 2; do
        [ "$(grep -cE "^$1 plays .: this ${reasons[i]}" <<<"$output")" -eq "${counts[i]}" ]
    done
    [ "${counts[2]}" -eq "$2" ]
}

@test "a game with a person" {
    command=(follow $small)
    run -0 type_lines x 44 '' 3 3 3 3 1 1 1 1 1 2 2 2 2 2 4 4 4 4 4 5 5 5 5 5
    [[ $output == *'Proven: the first player at least draws on 5x5.'*'You are o, the certificate plays x.'* ]]
    [[ $output == *"That is not possible: 'x' is not a column, expected 1 to 5"* ]]
    [[ $output == *'Enter one column, as under the board.'* ]]
    [[ $output == *'That is not possible: column 3 is full'* ]]
    [[ $output == *'x has won with move '* || $output == *'The board is full: a draw.'* ]]
    agrees_with_counts x 2
    [[ $output == *'x plays '?': this threatens more'*'x plays '?': this makes four'* ]]
}

@test "a person may begin, go on from MOVES, and end the game" {
    command=(follow proof/certificates/6x4-second.cert)
    prints 0 '*You are x, the certificate plays o.*x, your column (q ends): *o plays *' type_lines 1 q
    run -0 type_lines {1..6} {1..6} {1..6} {1..6}
    agrees_with_counts o 1
    [[ $output == *'follows a static proof'* ]]
    run -0 type_lines 1 ^D
    run -130 type_lines 1 ^C
    command=(follow $small 3332)
    run -0 type_lines '  q'
    [[ $output == *$'.   .   x   .   .\n   .   .   o   .   .\n   .   o   x   .   .'* ]]
    command=(follow $small 12)
    prints 1 '*MOVES:1:1: the certificate plays 3 here*' type_lines q
}

@test "a loss that can only come late enough is not called a static proof" {
    command=(follow test/support/certificates/7x6-late-loss.cert)
    run -0 type_lines 3 6 4 4 3 3 2 1 2 2 2 1
    [[ $output == *'o plays 1: the other player can no longer win too early.'*'x has won with move 23.'* ]]
    [[ $output == *'5 from the file, 0'*$'2 when no\nfour could come too early any more.'* ]]
}

@test "a file that proves nothing is refused" {
    prints 1 'fourscore follow: README.md: not a certificate' fourscore follow README.md
    run -1 fourscore follow none
    with_bytes 'data[6] = 9' $small
    prints 5 '*: not proven: *' fourscore follow "$changed" <<<33
}
