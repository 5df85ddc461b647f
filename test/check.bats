# Comparing scores with those in a file.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' \
        '23163416124767223154467471272416755633 0' \
        '65214673556155731566316327373221417 -1' \
        '274552224131661 0' \
        '32164625 11' >good.txt
}

fourscore() {
    "$FOURSCORE" "$@"
}

# The bytes of $1, as printf has them, compared with options.
check() {
    local input=$1
    shift
    # shellcheck disable=SC2059
    printf "$input" | "$FOURSCORE" solve --check "$@"
}

@test "wrong, unfinished, invalid: a status each, and wrong before the others" {
    unfinished=' 1\n'
    hard='--no-book --node-limit 10 --threads 1'
    run check '6146 18\n' $hard
    [ "$status" -eq 0 ]
    run check '6146\n' $hard
    [ "$status" -eq 1 ]
    run check "$unfinished" $hard
    [ "$status" -eq 4 ]
    run check '6146 17\n' $hard
    [ "$status" -eq 5 ]
    run check "6146\n$unfinished" $hard
    [ "$status" -eq 4 ]
    run check "6146 17\n${unfinished}6146\n" $hard
    [ "$status" -eq 5 ]
    # a failure is worse than all
    run check "6146 17\n" --table 1000T
    [ "$status" -eq 3 ]
}
