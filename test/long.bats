# Tests of minutes to hours: all scores of the shipped sets.

@test "all scores of the six sets are correct, strong and weak" {
    for set in "$BATS_TEST_DIRNAME"/../testsets/*.txt; do
        echo "$set"
        "$FOURSCORE" solve --check "$set"
        "$FOURSCORE" solve --check --weak "$set"
    done
}
