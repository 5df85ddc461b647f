# fourscore check and proof/check_certificate.py.  Tests with the tag 'script' run hardly any C.

load fixture.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    rules=test/support/certificates/5x5-first-rules.cert
    small=test/support/certificates/7x6-444444.cert
}

fourscore() {
    timeout 600 "$FOURSCORE" "$@"
}

# judged STATUS MESSAGE COMMAND...: the command prints only the message, to stderr.
judged() {
    echo "${@:3}"
    run "-$1" --separate-stderr "${@:3}"
    [ -z "$output" ]
    [[ $stderr == $2 ]]
}

# --------------------------------------------------------------------- check

@test "both checkers accept certificates, with the same counts" {
    same_counts proof/certificates/{5x5-first,6x4-second}.cert test/support/certificates/*.cert
}

@test "a result is in a file before the next certificate is read" {
    mkfifo "$BATS_TEST_TMPDIR/next"
    fourscore check $rules "$BATS_TEST_TMPDIR/next" >"$BATS_TEST_TMPDIR/out" 3>&- &
    exec 7>"$BATS_TEST_TMPDIR/next" # waits for the reader
    wait_until has_lines "$BATS_TEST_TMPDIR/out" 1
    exec 7>&-
    status=0
    wait $! || status=$?
    [ "$status" -eq 1 ]
}

# bats test_tags=script
@test "a checker that knows only the rules accepts certificates that need no more" {
    prints 0 "player 1 scores at least 0 on 5x5: 14323 states" python3 proof/check_plain_certificate.py $rules
    run -0 fourscore check proof/certificates/6x4-second-plain.cert
    [[ $output == *": the second player wins on 6x4: "*" 36826 states, rules of the game only; "* ]]
    judged 1 "*5x5-first.cert: static proofs are needed: use check_certificate.py" \
        python3 proof/check_plain_certificate.py test/support/certificates/5x5-first.cert
}

@test "the first player wins on 7x6, in at most 4,096 bytes" {
    prints 0 '*: the first player wins on 7x6: *with static proofs*' fourscore check proof/certificates/7x6.cert
    [ "$(stat -c %s proof/certificates/7x6.cert)" -le 4096 ]
}

# Python leaves assertions out.
# bats test_tags=script
@test "both scripts refuse what is false, also when Python is to optimize" {
    with_bytes 'data[6] = 1' $rules
    cut=$BATS_TEST_TMPDIR/cut
    head -c -5 "$changed" >"$cut"
    for script in proof/check_plain_certificate.py proof/check_certificate.py; do
        judged 5 "$changed: not proven: the game is drawn*" \
            env PYTHONOPTIMIZE=2 python3 $script "$changed"
        judged 1 "$cut: wrong checksum" python3 -O $script "$cut"
        judged 1 "*No such file or directory*" python3 $script "$BATS_TEST_TMPDIR/none"
        [[ $stderr != *Traceback* ]]
        judged 1 'README.md: not a certificate of version 1' python3 $script README.md
        judged 2 'usage: *' python3 $script
    done
    run ! grep -nE '^ *assert ' README.md docs/*.md testsets/*.md \
        $(find . -name '*.py' ! -path './build/*' ! -path '*/node_modules/*')
}

# All three checkers read it, because it needs no static proofs.
@test "opening moves that win are refused, and bytes behind the choices" {
    tiny=$BATS_TEST_TMPDIR/tiny.cert
    fourscore prove --quiet --board 4x4 --theory none --steps 50 -o "$tiny"
    # Columns 1 and 2 in turn; the seventh move wins.
    while IFS='|' read -r status change reason; do
        with_bytes "$change" "$tiny"
        for checker in 'fourscore check' 'python3 proof/check_certificate.py' \
            'python3 proof/check_plain_certificate.py'; do
            judged "$status" "*: $reason*" $checker "$changed"
        done
    done <<'END'
1|data[7:8] = bytes([7, 0x01, 0x01, 0x01, 0x00])|impossible moves
5|data += bytes(1)|not proven: the choices are not in the shortest code
5|data += bytes([18, 0, 0, 0, 154])|not proven: the choices are not in the shortest code
END
}

@test "both checkers agree on damaged certificates" {
    count=8
    [ -z "${FOURSCORE_LONG-}" ] || count=5000
    python3 test/cli/certificates.py bytes $count \
        "${FOURSCORE_SEED:-1}" test/support/certificates/*.cert
}

@test "a changed token is refused, or gives another proof" {
    python3 test/cli/certificates.py tokens 0 "${FOURSCORE_SEED:-1}" \
        test/support/certificates/5x5-first.cert
}

@test "what is wrong with a file is told; each is checked, and the worst status counts" {
    good=proof/certificates/6x4-second.cert
    with_bytes 'data[6] = 1' $rules
    run -5 --separate-stderr fourscore check README.md "$changed" "$good" README.md
    [ "${#lines[@]}" -eq 1 ]
    [ "$stderr" = "fourscore check: README.md: not a certificate
fourscore check: $changed: not proven: the game is drawn after 3131111222224333444455555
fourscore check: README.md: not a certificate" ]
    run -1 fourscore check README.md "$good"
    run -0 fourscore check "$good" "$good"
    [ "${#lines[@]}" -eq 2 ]
    judged 1 "*none: No such file or directory" "$FOURSCORE" check "$BATS_TEST_TMPDIR/none"
    large=$BATS_TEST_TMPDIR/large
    head -c 1048576 /dev/zero >"$large"
    judged 1 "*large: not a certificate" "$FOURSCORE" check "$large"
    head -c 1048577 /dev/zero >"$large"
    for command in check follow "prove -o $BATS_TEST_TMPDIR/made --improve"; do
        judged 1 "*large: larger than 1 MiB, the limit of certificates" "$FOURSCORE" $command "$large"
    done
    head -c 50 proof/certificates/7x6.cert >"$large"
    judged 1 'fourscore check: -: wrong checksum' "$FOURSCORE" check - <"$large"
}

# --------------------------------------------------------------------- prove

# proves CLAIM OPTION...: make the next certificate in 'made', which claims that.
proves() {
    made+=("$BATS_TEST_TMPDIR/made-${#made[@]}.cert")
    fourscore prove --quiet --steps 50 -o "${made[-1]}" "${@:2}"
    run -0 fourscore check "${made[-1]}"
    [[ $output == *": the $1: "* ]]
}

@test "certificates of both players, of wins, draws and scores" {
    proves 'second player wins on 6x4' --board 6x4
    proves 'second player at least draws on 4x4' --board 4x4 --side second --theory none
    [[ $output == *", rules of the game only; "* ]]
    proves 'first player at least draws on 4x4' --board 4x4 --side first --score 0
    proves 'first player reaches a score of at least 11 on 7x6 after 32164625' --score 11 32164625
    proves 'second player reaches a score of at least -11 on 7x6 after 32164625' \
        --side second --score -11 --theory none 32164625
    python3 proof/check_plain_certificate.py "${made[-1]}"
    moves=866214477642285436828166836643411514185222383823477
    proves "first player wins on 8x8 after $moves" --board 8x8 $moves
    proves "first player at least draws on 8x8 after $moves" --board 8x8 --result draw $moves
    proves 'first player at least draws on 1x1' --board 1x1
    same_counts "${made[@]}"
}

@test "the same seed and number of steps give the same certificate, on any threads" {
    made() {
        fourscore prove --quiet --board 6x4 --steps 300 --seed "$1" --threads "$2" -o "$BATS_TEST_TMPDIR/$1-$2"
        echo "$BATS_TEST_TMPDIR/$1-$2"
    }
    cmp "$(made 7 1)" "$(made 7 20)" # more than it can use
    run -1 cmp -s "$(made 8 1)" "$BATS_TEST_TMPDIR/7-1"
}

@test "a certificate is read, and made smaller" {
    large=$BATS_TEST_TMPDIR/large
    made=$BATS_TEST_TMPDIR/made
    fourscore prove --quiet --board 6x4 --time 0.001 -o "$large"
    run -0 --separate-stderr fourscore prove --improve "$large" --steps 300 -o "$made"
    [[ ${stderr_lines[0]} == *" $(stat -c %s "$large") bytes" ]]
    [ "$(stat -c %s "$made")" -lt "$(stat -c %s "$large")" ]
    fourscore check "$made"

    # What is read is written again as it was, policies and mirror images included.
    for certificate in proof/certificates/6x6-second.cert test/support/certificates/*.cert; do
        fourscore prove --quiet --improve "$certificate" --steps 1 --time 0.001 -o "$made"
        cmp "$certificate" "$made"
    done

    # Moves of a proof with static proofs are the beginning of one without.
    fourscore prove --quiet --improve test/support/certificates/5x5-first.cert --theory none --steps 1 -o "$made"
    python3 proof/check_plain_certificate.py "$made"
}

@test "what cannot be proven, or improved, is refused, and no certificate is made" {
    with_bytes 'data[6] = 1' $rules
    cp "$changed" "$BATS_TEST_TMPDIR/drawn"
    while IFS='|' read -r status arguments reason; do
        echo "$arguments"
        run "-$status" fourscore prove -o "$BATS_TEST_TMPDIR/none" $arguments
        [[ ${lines[0]} == "fourscore prove: "$reason ]]
        [ ! -e "$BATS_TEST_TMPDIR/none" ]
    done <<END
1|--score 12 32164625|the first player does not reach that: it wins later
1|--side second 32164625|the second player does not reach that: it loses
1|--side second --score -10 32164625|the second player does not reach that: it loses earlier
1|--result win --board 5x5|the first player does not reach that: the position is a draw
1|4x|POSITION:1:2: *
1|--improve $small --board 6x6|$small: the certificate is for another board
1|--improve $small 44444|$small: the certificate is for another position
1|--improve $small 444443|$small: the certificate is for another position
1|--improve $small --side second|$small: the certificate is for another player
1|--improve $small --result draw|$small: the certificate is for another result
1|--improve $small --score 3|$small: the certificate is for another result
1|--improve $rules --theory static|$rules: the certificate is for another theory
1|--improve README.md|README.md: not a certificate
5|--improve $BATS_TEST_TMPDIR/drawn|*drawn: not proven: the game is drawn after 3131111222224333444455555
END
}

@test "a line for each smaller certificate, but with --quiet, which prints errors" {
    file=$BATS_TEST_TMPDIR/made.cert
    run -0 fourscore prove --board 1x1 -o "$file"
    [[ $output =~ ^[0-9]+' s: 0 positions, 0 policies, 12 bytes'$ ]]
    # one of fewer positions may have more bytes
    run -0 fourscore prove --improve proof/certificates/5x5-first.cert --goal positions --steps 50 -o "$file"
    awk '{ positions[NR] = $3; bytes[NR] = $(NF - 1) }
        END { exit !(NR == 2 && positions[2] < positions[1] && bytes[2] > bytes[1]) }' <<<"$output"
    [[ ${lines[-1]} == *" $(stat -c %s "$file") bytes" ]]
    run -0 fourscore prove --quiet --board 6x4 --steps 1 -o "$file"
    [ -z "$output" ]
    run -3 fourscore prove --quiet --board 6x4 --steps 1 -o /nonexistent/file
    [[ $output == *"/nonexistent/file: No such file or directory" ]]
}

@test "a signal writes the smallest certificate so far" {
    cd "$BATS_TEST_TMPDIR"
    start prove -o stopped.cert --time 1000 444444
    wait_until grep -q bytes err
    ended_by TERM
    fourscore check stopped.cert
}
