# fourscore check and proof/check_certificate.py.

bats_require_minimum_version 1.5.0

load certificates.bash
load wait.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    export PYTHONDONTWRITEBYTECODE=1
    rules=test/support/certificates/5x5-first-rules.cert
}

@test "both checkers accept certificates, with the same counts" {
    same_counts proof/certificates/{5x5-first,6x4-second,6x6-second}.cert \
        test/support/certificates/*.cert
}

@test "a checker that knows only the rules accepts certificates that need no more" {
    run -0 python3 proof/check_plain_certificate.py $rules
    [ "$output" = "player 1 scores at least 0 on 5x5: 14323 states" ]
    run -0 python3 proof/check_plain_certificate.py proof/certificates/6x4-second-plain.cert
    [ "$output" = "player 2 scores at least 1 on 6x4: 36826 states" ]
    run -0 "$FOURSCORE" check proof/certificates/6x4-second-plain.cert
    [[ $output == *" 36826 states, rules of the game only; "* ]]
    run -1 python3 proof/check_plain_certificate.py \
        test/support/certificates/5x5-first.cert
    [[ $output == *"5x5-first.cert: static proofs are needed: use check_certificate.py" ]]
}

# judged STATUS MESSAGE COMMAND...: the command prints only the message, to stderr.
judged() {
    echo "${@:3}"
    run "-$1" --separate-stderr "${@:3}"
    [ -z "$output" ]
    # shellcheck disable=SC2053
    [[ $stderr == $2 ]]
}

# Python leaves assertions out.
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
}

@test "no script checks with an assertion, which Python may leave out" {
    python3 - <<'PYTHON'
import ast, pathlib
count = 0
for path in pathlib.Path(".").rglob("*.py"):
    if path.parts[0] in ("build", "node_modules"):
        continue
    count += 1
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Assert):
            raise SystemExit(f"{path}:{node.lineno}: assert")
raise SystemExit(0 if count > 25 else "few scripts were found")
PYTHON
    run ! grep -nE '^ *assert ' README.md docs/*.md testsets/*.md
}

# checkers_of FILE: the program and the scripts that check a certificate, as 'checkers'.
checkers_of() {
    checkers=("$FOURSCORE check" "python3 proof/check_certificate.py")
    [ "$1" != $rules ] || checkers+=("python3 proof/check_plain_certificate.py")
}

@test "opening moves that win are refused" {
    for file in test/support/certificates/5x5-first.cert $rules; do
        # Columns 1 and 2 in turn; the seventh move wins.
        with_bytes 'data[7:8] = bytes([7, 0x01, 0x01, 0x01, 0x00])' $file
        checkers_of $file
        for checker in "${checkers[@]}"; do
            # shellcheck disable=SC2086
            judged 1 "*: impossible moves" $checker "$changed"
        done
    done
}

# test_certificate tries all bytes in the program.
@test "a file has no other bytes than those of its choices" {
    for file in test/support/certificates/5x5-first.cert $rules; do
        for more in 0 '0, 0, 1' '18, 0, 0, 0, 154'; do
            with_bytes "data += bytes([$more])" $file
            checkers_of $file
            for checker in "${checkers[@]:1}"; do
                # shellcheck disable=SC2086
                judged 5 "*: not proven: the choices are not in the shortest code*" \
                    $checker "$changed"
            done
        done
    done
}

@test "the first player wins on 7x6, in at most 4,096 bytes" {
    run -0 "$FOURSCORE" check proof/certificates/7x6.cert
    [[ $output == *": the first player wins on 7x6: "*"with static proofs"* ]]
    [ "$(stat -c %s proof/certificates/7x6.cert)" -le 4096 ]
}

@test "both checkers agree on damaged certificates" {
    count=15
    [ -z "${FOURSCORE_LONG-}" ] || count=5000
    python3 test/cli/changed_certificates.py bytes "$FOURSCORE" $count \
        "${FOURSCORE_SEED:-1}" test/support/certificates/*.cert
}

@test "a changed token is refused, or gives another proof" {
    python3 test/cli/changed_certificates.py tokens "$FOURSCORE" 0 "${FOURSCORE_SEED:-1}" \
        test/support/certificates/5x5-first.cert
}

@test "several files: each is checked, and the worst status counts" {
    good=proof/certificates/6x4-second.cert
    with_bytes 'data[6] = 1' $rules
    run -5 --separate-stderr "$FOURSCORE" check README.md "$changed" "$good" README.md
    [ "${#lines[@]}" -eq 1 ]
    [ "${#stderr_lines[@]}" -eq 3 ]
    run -1 "$FOURSCORE" check README.md "$good"
    run -0 "$FOURSCORE" check "$good" "$good"
    [ "${#lines[@]}" -eq 2 ]
}

# What a file descriptor is, of which few may be open.
@test "files are closed after they are read" {
    files=()
    for ((i = 0; i < 40; i++)); do files+=(proof/certificates/5x5-first.cert); done
    run -0 bash -c 'ulimit -n 16; exec "$FOURSCORE" check "$@"' bash "${files[@]}"
    [ "${#lines[@]}" -eq 40 ]
}

@test "what is wrong with a file is told, with its status" {
    run -1 "$FOURSCORE" check README.md
    [ "$output" = "fourscore check: README.md: not a certificate" ]
    run -1 "$FOURSCORE" check "$BATS_TEST_TMPDIR"
    run -1 "$FOURSCORE" check "$BATS_TEST_TMPDIR/none"
    [[ $output == *"none: No such file or directory" ]]
    run -2 "$FOURSCORE" check
    head -c 1048576 /dev/zero >"$BATS_TEST_TMPDIR/large"
    run -1 "$FOURSCORE" check "$BATS_TEST_TMPDIR/large"
    [[ $output == *"large: not a certificate" ]]
    head -c 1048577 /dev/zero >"$BATS_TEST_TMPDIR/large"
    for check in "$FOURSCORE check" "$FOURSCORE follow" \
        "$FOURSCORE prove -o $BATS_TEST_TMPDIR/made --improve"; do
        # shellcheck disable=SC2086
        run -1 $check "$BATS_TEST_TMPDIR/large"
        [[ $output == *"large: larger than 1 MiB, the limit of certificates" ]]
    done
    head -c 50 proof/certificates/7x6.cert >"$BATS_TEST_TMPDIR/cut"
    run -1 "$FOURSCORE" check - <"$BATS_TEST_TMPDIR/cut"
    [ "$output" = "fourscore check: -: wrong checksum" ]
}

# proves CLAIM OPTION...: make the next certificate in 'made', which claims that.
proves() {
    made+=("$BATS_TEST_TMPDIR/made-${#made[@]}.cert")
    "$FOURSCORE" prove --quiet --steps 300 -o "${made[-1]}" "${@:2}"
    run -0 "$FOURSCORE" check "${made[-1]}"
    # shellcheck disable=SC2053
    [[ $output == *": the $1: "* ]]
}

@test "certificates of both players, of wins, draws and scores" {
    proves 'second player wins on 6x4' --board 6x4
    proves 'second player at least draws on 4x4' --board 4x4 --side second --theory none
    [[ $output == *", rules of the game only; "* ]]
    proves 'first player at least draws on 4x4' --board 4x4 --side first
    proves 'first player wins on 7x6 after 444444' --goal positions 444444
    proves 'first player reaches a score of at least 11 on 7x6 after 32164625' --score 11 32164625
    proves 'first player at least draws on 5x5' --score 0 --board 5x5
    proves 'second player reaches a score of at least -11 on 7x6 after 32164625' \
        --side second --score -11 --theory none 32164625
    python3 proof/check_plain_certificate.py "${made[-1]}"
    proves 'first player at least draws on 7x6 after 32164625' --result draw 32164625
    moves=866214477642285436828166836643411514185222383823477
    proves "first player wins on 8x8 after $moves" --board 8x8 $moves
    proves 'first player at least draws on 1x1' --board 1x1
    same_counts "${made[@]}"
}

@test "the same seed and number of steps give the same certificate, on any threads" {
    for name in one two other; do
        seed=7 threads=1
        [ "$name" != other ] || seed=8
        [ "$name" != two ] || threads=20 # more than it can use
        "$FOURSCORE" prove --board 6x4 --seed "$seed" --steps 300 --threads "$threads" \
            -o "$BATS_TEST_TMPDIR/$name" 2>/dev/null
    done
    cmp "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR/two"
    run ! cmp -s "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR/other"
}

@test "a certificate is read, and made smaller" {
    large=$BATS_TEST_TMPDIR/large
    made=$BATS_TEST_TMPDIR/made
    "$FOURSCORE" prove --board 6x4 --time 0.001 -o "$large" 2>/dev/null
    run -0 --separate-stderr "$FOURSCORE" prove --improve "$large" --steps 300 -o "$made"
    [[ ${stderr_lines[0]} == *" $(stat -c %s "$large") bytes" ]]
    [ "$(stat -c %s "$made")" -lt "$(stat -c %s "$large")" ]
    "$FOURSCORE" check "$made"

    # What is read is written again as it was, policies and mirror images included.
    for certificate in proof/certificates/6x6-second.cert test/support/certificates/*.cert; do
        "$FOURSCORE" prove --improve "$certificate" --steps 1 --time 0.001 -o "$made" 2>/dev/null
        cmp "$certificate" "$made"
    done

    # Moves of a proof with static proofs are the beginning of one without.
    "$FOURSCORE" prove --improve test/support/certificates/5x5-first.cert --theory none --steps 1 \
        -o "$made" 2>/dev/null
    python3 proof/check_plain_certificate.py "$made"
}

# refused STATUS MESSAGE OPTION...: no certificate is made.
refused() {
    run "-$1" "$FOURSCORE" prove -o "$BATS_TEST_TMPDIR/none" "${@:3}"
    # shellcheck disable=SC2053
    [[ ${lines[0]} == "fourscore prove: "$2 ]]
    [ ! -e "$BATS_TEST_TMPDIR/none" ]
}

@test "a certificate for another claim is not improved" {
    certificate=test/support/certificates/7x6-444444.cert
    other="$certificate: the certificate is for another"
    refused 1 "$other board" --improve $certificate --board 6x6
    refused 1 "$other position" --improve $certificate 44444
    refused 1 "$other player" --improve $certificate --side second
    refused 1 "$other result" --improve $certificate --result draw
    refused 1 "$other result" --improve $certificate --score 3
    refused 1 "*another theory" --improve $rules --theory static
    refused 1 "README.md: not a certificate" --improve README.md
    with_bytes 'data[6] = 1' $rules
    refused 5 "*changed: not proven: the game is drawn" --improve "$changed"
}

@test "what the manual says about leaves reaches the claim" {
    certificates=(proof/certificates/5x5-first.cert proof/certificates/6x4-second.cert
        test/support/certificates/7x6-444444.cert test/support/certificates/5x5-first-rules.cert)
    games=1
    if [ -n "${FOURSCORE_LONG-}" ]; then
        certificates+=(proof/certificates/7x6.cert proof/certificates/6x6-second.cert)
        games=20
    fi
    python3 test/cli/play_leaves.py $games "${FOURSCORE_SEED:-1}" "${certificates[@]}"
}

@test "a claim that does not hold is refused" {
    not="player does not reach that:"
    refused 1 "the first $not it wins later" --score 12 32164625
    refused 1 "the second $not it loses" --side second 32164625
    refused 1 "the second $not it loses earlier" --side second --score -10 32164625
    refused 1 "the first $not the position is a draw" --result win --board 5x5
    for score in 3x -111 111; do
        refused 2 "--score: expected a number from -110 to 110, got '$score'" \
            --score $score 32164625
    done
    refused 1 "POSITION:1:2: *" 4x
    run -2 "$FOURSCORE" prove 4
}

@test "a line for each smaller certificate, also for one without positions" {
    for goal in bytes positions; do
        run -0 "$FOURSCORE" prove --board 1x1 --goal $goal -o "$BATS_TEST_TMPDIR/least"
        [ "${#lines[@]}" -eq 1 ]
        [[ $output == *' s: 0 positions, 0 policies, 12 bytes' ]]
    done
}

@test "--quiet: the sizes of certificates are not printed, errors are" {
    file=$BATS_TEST_TMPDIR/quiet.cert
    run -0 "$FOURSCORE" prove --quiet --board 6x4 --steps 50 -o "$file"
    [ -z "$output" ]
    run -0 "$FOURSCORE" prove --board 6x4 --steps 50 -o "$file.loud"
    [[ ${lines[-1]} == *" $(stat -c %s "$file") bytes" ]]
    cmp "$file" "$file.loud"
    run -3 "$FOURSCORE" prove --quiet --board 6x4 --steps 1 -o /nonexistent/file
    [[ $output == *"/nonexistent/file: No such file or directory" ]]
}

@test "a signal writes the smallest certificate so far" {
    file=$BATS_TEST_TMPDIR/stopped.cert
    "$FOURSCORE" prove -o "$file" --time 1000 444444 2>"$BATS_TEST_TMPDIR/notes" 3>&- &
    wait_until grep -q bytes "$BATS_TEST_TMPDIR/notes"
    kill $!
    wait $! || status=$?
    [ "$status" -eq 143 ]
    "$FOURSCORE" check "$file"
}
