# Tests of minutes to hours: all scores of the shipped sets.

@test "all scores of the six sets are correct, strong and weak" {
    for set in "$BATS_TEST_DIRNAME"/../../testsets/*.txt; do
        echo "$set"
        "$FOURSCORE" solve --check "$set"
        "$FOURSCORE" solve --check --weak "$set"
    done
}

@test "the manual has the points of each level against the one below" {
    "$(dirname "$FOURSCORE")"/test/unit/test_opponents 200 | tac |
        awk '{ printf "%s %s%%\n", $1, $5 }' >"$BATS_TEST_TMPDIR/measured"
    sed -n 's/^\.It \([2-5]\) [a-z].* Ta \([0-9.]*%\)$/\1 \2/p' \
        "$BATS_TEST_DIRNAME"/../../docs/man/fourscore-play.1 | diff - "$BATS_TEST_TMPDIR/measured"
}
