# When output is written, and what comes of it where that fails.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_TMPDIR"
    echo 6146 >moves
    echo '6146 18' >scores
}

fourscore() {
    "$FOURSCORE" "$@"
}

@test "output: a full disk is named, whatever came later" {
    printf 'FOURBOOK' >no.book
    for command in 'bench' 'bench --csv scores' 'bench --json scores' \
        'bench missing.txt' 'solve moves missing.txt' 'solve --json moves' \
        'solve --check scores' 'show 6146' 'show --format key 6146' 'size' \
        'gen --set end-easy -n 2' 'book info builtin' 'book export builtin' \
        'book lookup builtin moves missing.txt' \
        'book build --board 4x4 --depth 2 -o 4x4.book' \
        'book list --board 4x4 --depth 2' '--version' '--help'; do
        echo "fourscore $command"
        status=0
        # shellcheck disable=SC2086
        "$FOURSCORE" $command >/dev/full 2>error || status=$?
        cat error
        [ "$status" -eq 3 ]
        [[ $(tail -n 1 error) == *'cannot write the output: No space left on device' ]]
    done
    status=0
    "$FOURSCORE" solve moves >&- 2>error || status=$?
    [ "$status" -eq 3 ]
    [[ $(cat error) == *'cannot write the output: Bad file descriptor' ]]
}

@test "output: stdout and stderr are in the order in which things happened" {
    printf '6146\n44x\n6146\n' >bad
    [ "$("$FOURSCORE" solve bad 2>&1)" = $'6146 18\nbad:2:3: '"'x' is not a column, expected 1 to 7"$'\n\n6146 18' ]
    [ "$("$FOURSCORE" book lookup builtin bad 2>&1 | cut -d : -f 1,2)" = \
        $'6146 18\nbad:2\n\n6146 18' ]
}
