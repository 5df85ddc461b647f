# fourscore check and proof/check_certificate.py.

bats_require_minimum_version 1.5.0

load wait.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    export PYTHONDONTWRITEBYTECODE=1
    certificates=(proof/certificates/*.cert test/support/certificates/*.cert)
}

# The numbers of positions, policies and states, in lines "FILE: ...".
counts() {
    sed -E 's/^([^:]*):.* ([0-9]+ positions, [0-9]+ policies, [0-9]+ states).*/\1 \2/'
}

# same_counts FILE...: both checkers accept the certificates, with the same counts.
same_counts() {
    "$FOURSCORE" check "$@" | counts >"$BATS_TEST_TMPDIR/program"
    python3 proof/check_certificate.py "$@" | counts >"$BATS_TEST_TMPDIR/script"
    diff "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/script"
    [ "$(grep -c states "$BATS_TEST_TMPDIR/script")" -eq $# ]
}

# The script takes a second for 80,000 states, so large ones are left to the long tests.
@test "both checkers accept all certificates, with the same counts" {
    [ "${#certificates[@]}" -ge 16 ]
    large=() checked=()
    for certificate in "${certificates[@]}"; do
        case ${FOURSCORE_LONG:+long}$certificate in
        proof/certificates/6x6-second-plain.cert | proof/certificates/8x4-second.cert | \
            proof/certificates/7x5-*.cert | proof/certificates/7x6*.cert)
            large+=("$certificate")
            ;;
        *) checked+=("$certificate") ;;
        esac
    done
    [ ${#checked[@]} -ge 9 ]
    if nm "$FOURSCORE" | grep -q __asan_init; then # the script is the same
        "$FOURSCORE" check "${checked[@]}"
        return
    fi
    same_counts "${checked[@]}"
    [ ${#large[@]} -eq 0 ] || "$FOURSCORE" check "${large[@]}"
}

# with_claim SCORE FILE: write 'changed', a copy of the file that claims the score.
with_claim() {
    python3 - "$1" "$2" "$BATS_TEST_TMPDIR/changed" <<'PYTHON'
import sys, zlib
data = bytearray(open(sys.argv[2], "rb").read()[:-4])
data[6] = int(sys.argv[1]) & 255
open(sys.argv[3], "wb").write(data + zlib.crc32(data).to_bytes(4, "big"))
PYTHON
}

@test "a checker that knows only the rules accepts certificates that need no more" {
    run -0 python3 proof/check_plain_certificate.py \
        test/support/certificates/5x5-first-rules.cert
    [ "$output" = "player 1 scores at least 0 on 5x5: 14323 states" ]
    run -0 python3 proof/check_plain_certificate.py proof/certificates/6x4-second-plain.cert
    [ "$output" = "player 2 scores at least 1 on 6x4: 36826 states" ]
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

# python3 -O leaves assertions out, and so does the environment.
@test "both scripts refuse what is false, also when Python is to optimize" {
    with_claim 1 test/support/certificates/5x5-first-rules.cert
    false=$BATS_TEST_TMPDIR/changed cut=$BATS_TEST_TMPDIR/cut
    head -c -5 "$false" >"$cut"
    for script in proof/check_plain_certificate.py proof/check_certificate.py; do
        for python in python3 'python3 -O' 'env PYTHONOPTIMIZE=1 python3' \
            'env PYTHONOPTIMIZE=2 python3'; do
            # shellcheck disable=SC2086
            judged 5 "$false: not proven: the game is drawn*" $python $script "$false"
            # shellcheck disable=SC2086
            judged 1 "$cut: wrong checksum" $python $script "$cut"
        done
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

@test "opening moves that win are refused" {
    for name in 5x5-first 5x5-first-rules; do
        python3 - test/support/certificates/$name.cert "$BATS_TEST_TMPDIR/won" <<'PYTHON'
import sys, zlib
data = bytearray(open(sys.argv[1], "rb").read()[:-4])
data[7] = 7
data[8:8] = bytes([0x01, 0x01, 0x01, 0x00])  # columns 0 and 1 in turn; the seventh wins
open(sys.argv[2], "wb").write(data + zlib.crc32(data).to_bytes(4, "big"))
PYTHON
        judged 1 "fourscore check: $BATS_TEST_TMPDIR/won: impossible moves" \
            "$FOURSCORE" check "$BATS_TEST_TMPDIR/won"
        script=proof/check_certificate.py
        [[ $name != *-rules ]] || script=proof/check_plain_certificate.py
        judged 1 "*impossible moves" python3 $script "$BATS_TEST_TMPDIR/won"
    done
}

# test_certificate tries all bytes in the program.
@test "a file has no other bytes than those of its choices" {
    longer=$BATS_TEST_TMPDIR/longer
    for name in 5x5-first 5x5-first-rules; do
        python3 - test/support/certificates/$name.cert "$longer" <<'PYTHON'
import sys, zlib
data = open(sys.argv[1], "rb").read()[:-4]
for i, more in enumerate([b"\0", b"\1", b"\xff\1", b"\0\0\1", b"\x12\0\0\0\x9a"]):
    with open(f"{sys.argv[2]}-{i}", "wb") as file:
        file.write(data + more + zlib.crc32(data + more).to_bytes(4, "big"))
PYTHON
        for file in "$longer"-?; do
            refused="$file: not proven: the choices are not in the shortest code*"
            judged 5 "fourscore check: $refused" "$FOURSCORE" check "$file"
            [[ $name == *-rules ]] ||
                judged 5 "$refused" python3 proof/check_certificate.py "$file"
        done
    done
    for file in "$longer"-?; do # of 5x5-first-rules
        judged 5 "$file: not proven: *" python3 proof/check_plain_certificate.py "$file"
    done
}

@test "the first player wins on 7x6, in at most 4,096 bytes" {
    run -0 "$FOURSCORE" check proof/certificates/7x6.cert
    [[ $output == *": the first player wins on 7x6: "*"with static proofs"* ]]
    [ "$(stat -c %s proof/certificates/7x6.cert)" -le 4096 ]
}

@test "the first player wins on 7x6 by the rules alone, in at most 16,384 bytes" {
    plain=proof/certificates/7x6-plain.cert
    [ "$(stat -c %s $plain)" -le 16384 ]
    [ "$(od -An -tx1 -N 8 $plain)" = ' 34 53 43 01 76 00 01 00' ] # the claim
}

# The script takes a minute.
@test "both checkers accept the proof of 7x6 by the rules alone" {
    [ -n "${FOURSCORE_LONG-}" ] || skip 'only with FOURSCORE_LONG'
    plain=proof/certificates/7x6-plain.cert
    run -0 "$FOURSCORE" check $plain
    [[ $output == *": the first player wins on 7x6: "*"rules of the game only"* ]]
    run -0 python3 proof/check_plain_certificate.py $plain
    [[ $output == "player 1 scores at least 1 on 7x6: "* ]]
}

@test "both checkers agree on damaged certificates" {
    count=100
    [ -z "${FOURSCORE_LONG-}" ] || count=20000
    python3 test/cli/damaged_certificates.py "$FOURSCORE" "$count" \
        "${FOURSCORE_SEED:-1}" test/support/certificates/*.cert
}

@test "several files: each is checked, and the worst status counts" {
    good=proof/certificates/6x4-second.cert
    with_claim 1 test/support/certificates/5x5-first-rules.cert
    false=$BATS_TEST_TMPDIR/changed
    run -5 --separate-stderr "$FOURSCORE" check README.md "$false" "$good" README.md
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

# prove OPTION...: make the next certificate in 'made', and check it.
prove() {
    made+=("$BATS_TEST_TMPDIR/made-${#made[@]}.cert")
    "$FOURSCORE" prove --steps 300 -o "${made[-1]}" "$@" 2>&1
    claim=$("$FOURSCORE" check "${made[-1]}")
}

@test "certificates of both players, of wins, draws and scores" {
    prove --board 6x4
    [[ $claim == *": the second player wins on 6x4: "* ]]
    prove --board 4x4 --side second --theory none
    [[ $claim == *": the second player at least draws on 4x4: "*rules* ]]
    prove --board 4x4 --side first
    [[ $claim == *": the first player at least draws on 4x4: "* ]]
    prove --goal positions 444444
    [[ $claim == *": the first player wins on 7x6 after 444444: "* ]]
    prove --score 11 32164625
    [[ $claim == *": the first player reaches a score of at least 11 on 7x6 after 32164625: "* ]]
    prove --score 0 --board 5x5
    [[ $claim == *": the first player at least draws on 5x5: "* ]]
    prove --side second --score -11 32164625
    [[ $claim == *": the second player reaches a score of at least -11 on 7x6 after 32164625: "* ]]
    prove --side second --score -11 --theory none 32164625
    python3 proof/check_plain_certificate.py "${made[-1]}"
    prove --result draw 32164625
    [[ $claim == *": the first player at least draws on 7x6 after 32164625: "* ]]
    prove --board 8x8 866214477642285436828166836643411514185222383823477
    prove --board 1x1
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

@test "a certificate for another claim is not improved" {
    file=$BATS_TEST_TMPDIR/none
    certificate=test/support/certificates/7x6-444444.cert
    improve() { "$FOURSCORE" prove -o "$file" --improve "$certificate" "$@"; }
    run -1 improve --board 6x6
    [[ $output == *"$certificate: the certificate is for another board" ]]
    run -1 improve 44444
    [[ $output == *"another position" ]]
    run -1 improve --side second
    [[ $output == *"another player" ]]
    run -1 improve --result draw
    [[ $output == *"another result" ]]
    run -1 improve --score 3
    certificate=test/support/certificates/5x5-first-rules.cert
    run -1 improve --theory static
    [[ $output == *"another theory" ]]
    certificate=README.md
    run -1 improve
    [[ $output == *"README.md: not a certificate" ]]
    with_claim 1 test/support/certificates/5x5-first-rules.cert
    certificate=$BATS_TEST_TMPDIR/changed
    run -5 improve
    [[ $output == *"changed: not proven: the game is drawn" ]]
    [ ! -e "$file" ]
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

@test "random positions" {
    every=200
    [ -z "${FOURSCORE_LONG-}" ] || every=5
    while read -r moves _; do
        prove "$moves"
    done < <(sed -n "1~${every}p" testsets/middle-medium.txt)
    [ ${#made[@]} -eq $((1000 / every)) ]
    same_counts "${made[@]}"
}

@test "a claim that does not hold is refused" {
    file=$BATS_TEST_TMPDIR/none
    run -1 "$FOURSCORE" prove -o "$file" --score 12 32164625
    [[ $output == *"the first player does not reach that: it wins later" ]]
    run -1 "$FOURSCORE" prove -o "$file" --side second 32164625
    [[ $output == *"the second player does not reach that: it loses" ]]
    run -1 "$FOURSCORE" prove -o "$file" --side second --score -10 32164625
    [[ $output == *"the second player does not reach that: it loses earlier" ]]
    run -2 "$FOURSCORE" prove -o "$file" --score 3x 32164625
    run -2 "$FOURSCORE" prove -o "$file" --score -111 32164625
    [[ $output == *"--score: expected a number from -110 to 110, got '-111'"* ]]
    run -2 "$FOURSCORE" prove -o "$file" --score 111 32164625
    run -1 "$FOURSCORE" prove -o "$file" --result win --board 5x5
    [[ $output == *"the position is a draw" ]]
    run -1 "$FOURSCORE" prove -o "$file" 4x
    run -2 "$FOURSCORE" prove 4
    [ ! -e "$file" ]
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

@test "a changed token is refused, or gives another proof" {
    changed() { python3 test/cli/changed_tokens.py "$FOURSCORE" "$1" "${FOURSCORE_SEED:-1}" "${@:2}"; }
    changed 0 test/support/certificates/5x5-first.cert
    changed 20 proof/certificates/5x5-first.cert
}

@test "any changed token of larger certificates is refused, or gives another proof" {
    [ -n "${FOURSCORE_LONG-}" ] || skip 'only with FOURSCORE_LONG'
    changed() { python3 test/cli/changed_tokens.py "$FOURSCORE" "$1" "${FOURSCORE_SEED:-1}" "${@:2}"; }
    changed 0 proof/certificates/5x5-first.cert proof/certificates/6x4-second.cert
    changed 10 proof/certificates/7x6.cert
}

# 51 bytes.  Three columns are full of stones that block every line but the vertical
# ones of the other columns, so that no side wins soon.  test_certificate checks it with
# a lower limit.
@test "a small file with too many states is refused" {
    [ -n "${FOURSCORE_LONG-}" ] || skip 'only with FOURSCORE_LONG'
    bomb=test/support/certificates/7x12.bomb
    run -5 "$FOURSCORE" check $bomb
    [[ $output == "fourscore check: $bomb: not proven: too many states after 246"* ]]
    run -5 python3 proof/check_certificate.py $bomb
    [[ $output == *": not proven: too many states after 246"* ]]
}
