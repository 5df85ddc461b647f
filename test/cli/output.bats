# When output is written, and what happens if that fails.

load fixture.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
    echo 6146 >moves
    echo '6146 18' >scores
    echo '6146 17' >wrong
    seq 5 >numbers
    certificate=$BATS_TEST_DIRNAME/../../proof/certificates/6x4-second.cert
}

# Commands, whose output is short.
short='solve moves
solve --json moves
bench scores
bench --csv scores
show 6146
size
size --table
book info builtin
book export builtin
book lookup builtin moves
book list --board 4x4 --depth 2
magic numbers
review 4453
explain 352344
puzzle
--help'

@test "a full disk is reported, also after later errors" {
    {
        echo "$short"
        echo "bench --json scores
bench scores missing.txt
solve moves missing.txt
solve --check wrong
show --format key 6146
show 65214673556155731566316327373221417
gen --set end-easy -n 2000
gen --all-moves -n 2000
puzzle --board 4x4 -n 400
book lookup builtin moves missing.txt
book build --board 4x4 --depth 2 -o 4x4.book
follow $certificate
check $certificate
--version"
    } | while read -r command; do
        echo "fourscore $command"
        status=0
        "$FOURSCORE" $command >/dev/full 2>error <moves || status=$?
        cat error
        [ "$status" -eq 3 ]
        [[ $(tail -n 1 error) == *'cannot write the output: No space left on device' ]]
        [[ $command != gen* ]] || [ "$(wc -l <error)" -eq 1 ] # it is not a lack of positions
    done
    status=0
    "$FOURSCORE" solve moves >&- 2>error || status=$?
    [ "$status" -eq 3 ]
    [[ $(cat error) == *'cannot write the output: Bad file descriptor' ]]
}

@test "stdout and stderr are written in the order of the lines" {
    printf '6146\n44x\n6146\n' >bad
    [ "$(fourscore solve bad 2>&1)" = $'6146 18\nbad:2:3: '"'x' is not a column, expected 1 to 7"$'\n\n6146 18' ]
    for command in 'book lookup builtin' 'review --short'; do
        [ "$(fourscore $command bad 2>&1 | sed -n 2p | cut -d : -f 1,2)" = bad:2 ]
    done
}

# unread ENV_OPTION ARGUMENT...: run the program, by env(1) with an option, with stdout
# a pipe without a reader.
unread() {
    local how=$1
    shift
    rm -f pipe
    mkfifo pipe
    exec 8<>pipe 9>pipe 8<&-
    status=0
    env "$how" "$FOURSCORE" "$@" >&9 2>error </dev/null || status=$?
    exec 9>&-
    cat error
}

@test "SIGPIPE ends every command if the pipe has no reader" {
    while read -r command; do
        echo "fourscore $command"
        unread --default-signal=PIPE $command
        [ "$status" -eq 141 ]
        [ ! -s error ]
        unread --ignore-signal=PIPE $command
        [ "$status" -eq 3 ]
        [[ $(cat error) == *': cannot write the output: Broken pipe' ]]
    done <<<"$short"
    # a book is written
    unread --default-signal=PIPE book build --board 4x4 --depth 2 -o 4x4.book
    [ "$status" -eq 141 ]
    fourscore book verify 4x4.book
}

@test "a command ends when its reader closes the pipe, whatever it would print" {
    while read -r command; do
        echo "$command"
        rm -f status
        (
            status=0
            yes '' 2>/dev/null |
                env --default-signal=PIPE "$FOURSCORE" $command 2>error || status=$?
            echo "$status" >status
        ) | head -n 1 >first
        wait_until [ -s status ]
        [ "$(cat status)" -eq 141 ]
        [ -s first ]
        [ ! -s error ]
    done <<END
solve
book lookup builtin
explain -
follow --play $certificate
gen --set end-easy -n 1000000
gen --all-moves -n 1000000
puzzle --board 4x4 -n 2000
book list --board 7x6 --depth 8
END
}

# ------------------------------------------------------- while the program runs

# threads.bats: and before a long search.
@test "finished lines are written before waiting for input" {
    for command in solve 'solve --json' 'book lookup builtin' 'review --short --quiet' 'explain --json -' \
        "follow $BATS_TEST_DIRNAME/../../proof/certificates/5x5-first.cert" 'play' 'move --level 2'; do
        echo "$command"
        start $command
        for lines in 1 2; do
            echo 33 >&7
            wait_until has_lines out $lines
        done
        exec 7>&-
        ended
        [ "$status" -eq 0 ]
    done
}

# A stopped process has finished its last write(); a killed one may have written a part
# of it, up to the end of a page.
@test "only complete lines are written to a file, the first ones before waiting for input" {
    mkfifo in
    "$FOURSCORE" solve <in >out 3>&- &
    pid=$!
    exec 7>in
    echo 32164625 >&7
    wait_until has_lines out 1
    yes 32164625 >&7 2>/dev/null 3>&- &
    wait_until has_lines out 50000
    kill -STOP "$pid"
    wait_until is_stopped "$pid"
    [ "$(sort -u out)" = '32164625 11' ]
    [ "$(tail -c 1 out | wc -l)" -eq 1 ]
}
