# What takes minutes to hours: every score of the shipped sets.

@test "all six sets are right, strong and weak" {
    for set in "$BATS_TEST_DIRNAME"/../testsets/*.txt; do
        echo "$set"
        "$FOURSCORE" solve --check "$set"
        "$FOURSCORE" solve --check --weak "$set"
    done
}
