# fourscore solve --table-file: searches go on where they were, whatever ended them.

load fixture.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
    search='--no-book --threads 1 --table 9M --table-file table'
}

# solve OPTION...: the score of a position that takes 829,000 nodes.
solve() {
    echo 2745522 | "$FOURSCORE" solve $search "$@"
}

nodes_of() {
    set -- $1 # the words of the line
    echo "${3?no nodes}"
}

# The same, where no file may have more than $1 KiB.
solve_within() (
    ulimit -f "$1"
    solve
)

# The number of files beside 'table': none is left behind.
others() {
    find . -name 'table?*' | wc -l
}

@test "what a limit left is loaded again, also into tables of other sizes, and scores are the same" {
    fresh=$(echo 2745522 | fourscore solve --no-book --threads 1 --table 9M -v)
    run --separate-stderr -4 solve --node-limit 400000
    [ "$(head -c 39 table)" = 'fourscore table 1, 7x6, fast, keys of 3' ]
    cp table half
    rest=$(solve -v)
    [ "$(cut -d' ' -f1,2 <<<"$rest")" = "$(cut -d' ' -f1,2 <<<"$fresh")" ]
    # What was searched before is not searched again, but for little.
    (($(nodes_of "$rest") < $(nodes_of "$fresh") - 300000))
    for size in 12M 64M; do
        cp half table
        other=$(solve --table $size -v)
        [ "$(cut -d' ' -f1,3 <<<"$other")" = "$(cut -d' ' -f1,3 <<<"$rest")" ]
    done
    cp half table
    [ "$(solve --threads 2 --table 10M)" = '2745522 0' ]
    # The file has the whole search now.
    (($(nodes_of "$(solve -v)") < 100000))
    [ "$(others)" -eq 0 ]
}

@test "a damaged file, one of another board, or none at all is refused and left as it is" {
    solve --node-limit 2000 || true
    cp table whole
    size=$(stat -c %s whole)
    printf 'x' | dd of=table bs=1 seek=$((size / 2)) conv=notrunc status=none
    prints 1 'fourscore solve: table: it is damaged' solve
    head -c $((size - 1)) whole >table
    prints 1 'fourscore solve: table: it ends too early' solve
    (cat whole && echo) >table
    prints 1 'fourscore solve: table: it has more than a table' solve
    for text in '' 'fourscore table 1' 4453; do
        printf '%s' "$text" >table
        prints 1 'fourscore solve: table: not a saved table' solve
        [ "$(cat table)" = "$text" ]
    done
    cp whole table
    prints 1 "fourscore solve: table: a table of '1, 7x6, *', expected '1, 8x7, *" solve --board 8x7 --table 64M
    sed '1s/7x6,/7x6;/' whole >table
    prints 1 "*a table of '1, 7x6', expected '1, 7x6, *" solve
    sed '1s/buckets: [0-9]*/buckets: 0x99/' whole >table
    prints 1 'fourscore solve: table: not a saved table' solve
    run -2 solve --fresh
    run -2 solve --engine dfpn
    [ "${lines[0]}" = 'fourscore solve: --table-file goes with the engine fast' ]
    rm table
    mkdir table
    prints 3 'fourscore solve: table: not a regular file' solve
}

@test "a signal, with a search, or while nobody writes or reads, saves the table" {
    for kind in search input output; do
        rm -f table full
        case $kind in
        search)
            start solve $search --board 8x8 --table 64M --save-every 1 # minute
            echo - >&7
            wait_until has_worked "$pid" 120
            ;;
        input)
            start solve $search
            echo 2745522 >&7
            wait_until has_lines out 1
            ;;
        output)
            [ -z "${FOURSCORE_SHORT-}" ] || continue # TSan itself waits for the reader
            mkfifo full
            yes 2745522 2>/dev/null 3>&- | "$FOURSCORE" solve $search >full 2>err 3>&- &
            pid=$!
            exec 8<full
            wait_until is_full
            ;;
        esac
        [ ! -e table ]
        kill -TERM "$pid"
        wait_until has_ended "$pid"
        status=0
        wait "$pid" || status=$?
        pid=
        exec 7>&- 8<&-
        [ "$status" -eq 143 ]
        [ "$(head -c 15 table)" = 'fourscore table' ]
        [ "$(others)" -eq 0 ]
    done
}

# Whether 'table' is another file than $was.
is_saved() {
    [ "$(stat -c %i table 2>/dev/null)" != "$was" ]
}

@test "what was saved last is there after SIGKILL" {
    for _ in 1 2 3; do
        was=$(stat -c %i table 2>/dev/null || true)
        start solve $search --board 8x8 --table 64M --save-every 0.002
        echo - >&7
        wait_until is_saved
        sleep 0.0$((RANDOM % 100))
        kill -KILL "$pid"
        ended
    done
    rm -f table?*
    run --separate-stderr -4 fourscore solve --board 8x8 $search --table 64M --time-limit 0.1 <<<-
    [[ $output == '- '*..* ]]
}

@test "a full disk is told, does not end the search, and leaves the old file" {
    solve --node-limit 2000 || true
    cp table old
    run --separate-stderr -3 solve_within 1000
    [[ $output == '2745522 '* ]]
    [ "${stderr_lines[-1]}" = 'fourscore solve: table: the table was not saved: File too large' ]
    cmp table old
    [ "$(others)" -eq 0 ]
}
