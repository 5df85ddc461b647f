# Tests of minutes to hours: all certificates of the repository, and with FOURSCORE_LONG all
# scores of the shipped sets.  check.bats has small certificates, of which the scripts check
# 80,000 states a second.

load fixture.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    export PYTHONDONTWRITEBYTECODE=1
}

need_long() {
    [ -n "${FOURSCORE_LONG-}" ] || skip 'only with FOURSCORE_LONG'
}

@test "both checkers accept all certificates, with the same counts" {
    largest=(proof/certificates/7x5-second.cert
        proof/certificates/7x6-plain.cert proof/certificates/7x6-second-41.cert)
    certificates=()
    for certificate in proof/certificates/*.cert test/support/certificates/*.cert; do
        [[ " ${largest[*]} " == *" $certificate "* ]] || certificates+=("$certificate")
    done
    [ "${#certificates[@]}" -ge 14 ]
    same_counts "${certificates[@]}"
    if [ -n "${FOURSCORE_LONG-}" ]; then
        same_counts "${largest[@]}"
    else
        "$FOURSCORE" check "${largest[@]}"
    fi
}

@test "certificates of random positions" {
    every=200
    [ -z "${FOURSCORE_LONG-}" ] || every=5
    made=()
    while read -r moves _; do
        made+=("$BATS_TEST_TMPDIR/$moves.cert")
        "$FOURSCORE" prove --quiet --steps 300 -o "${made[-1]}" "$moves"
    done < <(sed -n "1~${every}p" testsets/middle-medium.txt)
    [ ${#made[@]} -eq $((1000 / every)) ]
    same_counts "${made[@]}"
}

# The script takes a minute.
@test "both checkers accept the proof of 7x6 by the rules alone" {
    need_long
    run -0 python3 proof/check_plain_certificate.py proof/certificates/7x6-plain.cert
    [[ $output == "player 1 scores at least 1 on 7x6: "* ]]
}

@test "any changed token of larger certificates is refused, or gives another proof" {
    need_long
    changed() {
        python3 test/cli/certificates.py tokens "$1" \
            "${FOURSCORE_SEED:-1}" "${@:2}"
    }
    changed 0 proof/certificates/5x5-first.cert proof/certificates/6x4-second.cert
    changed 10 proof/certificates/7x6.cert
}

# 51 bytes.  Three columns are full of stones that block every line but the vertical
# ones of the other columns, so that no side wins soon.  test_certificate checks it with
# a lower limit.
@test "a small file with too many states is refused" {
    need_long
    bomb=test/support/certificates/7x12.bomb
    run -5 "$FOURSCORE" check $bomb
    [[ $output == "fourscore check: $bomb: not proven: too many states after 246"* ]]
    run -5 python3 proof/check_certificate.py $bomb
    [[ $output == *": not proven: too many states after 246"* ]]
}

@test "all scores of the six sets are correct, strong and weak" {
    need_long
    for set in testsets/*.txt; do
        echo "$set"
        "$FOURSCORE" solve --check "$set"
        "$FOURSCORE" solve --check --weak "$set"
    done
}

@test "the manual has the points of each level against the one below" {
    need_long
    "$(dirname "$FOURSCORE")"/test/unit/test_opponents 200 | tac |
        awk '{ printf "%s %s%%\n", $1, $5 }' >"$BATS_TEST_TMPDIR/measured"
    sed -n 's/^\.It \([2-5]\) [a-z].* Ta \([0-9.]*%\)$/\1 \2/p' \
        docs/man/fourscore-play.1 | diff - "$BATS_TEST_TMPDIR/measured"
}
