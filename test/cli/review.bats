# fourscore review: games are judged as their scores say.

load fixture.bash

wait_seconds=200 # a game takes a second

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

fourscore() {
    timeout $wait_seconds "$FOURSCORE" "$@"
}

# games WIDTH HEIGHT COUNT SEED: random games to their end.
games() {
    python3 test/support/random_games.py "$@"
}

witness() {
    python3 test/cli/review_witness.py "$@"
}

# late ARGUMENT...: review with a time that is over, a longer one if the machine has
# begun no game by then.
late() {
    for seconds in 0.01 0.1 1 10 100; do
        run --separate-stderr -4 fourscore review --no-book --total-time-limit $seconds "$@"
        [ -z "$output" ] || break
        [ "$stderr" = "$nothing_begun" ]
    done
}
nothing_begun='fourscore review: --total-time-limit: 0 games not finished, the rest not begun'

@test "JSON, text and lines agree with a witness, which knows the scores of all moves" {
    sets=('5 5 6 1' '4 4 20 2' '3 7 4 4' '10 2 4 6')
    [ -z "${FOURSCORE_LONG-}" ] ||
        sets=('5 5 40 1' '4 4 80 2' '6 4 40 3' '3 7 20 4' '8 3 12 5' '10 2 12 6')
    for set in "${sets[@]}"; do
        echo "$set"
        read -r width height _ <<<"$set"
        read -r judged _ <<<"$(witness "${width}x$height" $(games $set))"
        [ "$judged" -gt 50 ]
    done
    [ "$(witness 7x6 '' 4 4444432 111222333)" = '17 0' ]
}

@test "a limit leaves moves unjudged, and judges none wrongly" {
    game=$(games 6 5 1 9) judged=0 others=0
    for nodes in 1 100 1000; do
        read -r some rest <<<"$(witness --node-limit $nodes 6x5 "$game")"
        judged=$((judged + some)) others=$((others + rest))
    done
    [ "$judged" -gt 9 ]
    [ "$others" -gt 9 ]
    run --separate-stderr -4 fourscore review --no-book --node-limit 1 4 44
    [ "$stderr" = 'fourscore review: 2 games not finished' ]
    [ "${lines[3]}" = 'o: no choice; no mistake' ]
    [ "${lines[6]}" = '   1  x 4  -20..+20  -20..+19  ?     not judged' ]
    # each position has its time
    run --separate-stderr -4 fourscore review --short --board 10x11 --time-limit 0.01 1234
    [ "$stderr" = 'fourscore review: 1 game not finished' ]
    # the first positions are in the book, one of x is not
    run --separate-stderr -4 fourscore review --book builtin --node-limit 1 444444321
    [ "$stderr" = 'fourscore review: 1 game not finished' ]
    [[ ${lines[2]} == 'x: '*'; no mistake known; 1 of 5 moves not fully known' ]]
    [[ ${lines[3]} != *'not fully known' ]]
}

@test "a total time limit, before a game is begun, and later" {
    cd "$BATS_TEST_TMPDIR"
    start review --total-time-limit 0.01
    ended
    [ "$status" -eq 4 ]
    [ "$(cat out err)" = "$nothing_begun" ]
    # a signal says nothing about time
    start review --short --total-time-limit 600
    echo 44 >&7
    wait_until has_lines out 1
    ended_by INT
    [ ! -s err ]
    late --short 44 45
    [[ $output == *'It is not known who wins'* ]]
    [[ $stderr =~ ^'fourscore review: '(--total-time-limit: )?[12]' game' ]]
    # bounds of positions that were not reached are those of the board
    late --json --board 9x9 444455
    [ "$stderr" = 'fourscore review: 1 game not finished' ]
    python3 - "$output" <<'END'
import json, sys
found = json.loads(sys.argv[1])
bounds = [found["score"]] + [move[when] for move in found["moves"] for when in ("before", "after")]
bounds = [score for score in bounds if isinstance(score, dict)]
widest = (min(b["lower"] for b in bounds), max(b["upper"] for b in bounds))
if widest != (-41, 41) or found["finished"]:
    raise SystemExit(f"{found}")
END
    # once something is known of the last position, one side of the one before is: the lower one
    # if that is a position of x, and the upper one of o
    while read -r game bound; do
        for seconds in 0.1 1 10 100; do
            run fourscore review --no-book --total-time-limit $seconds --board 9x9 --threads 1 "$game"
            ! grep -q "  $bound  " <<<"$output" || break
        done
        grep -q "  $bound  " <<<"$output"
    done <<'END'
444 -[0-9]*\.\.
4444 \.\.+[0-9]*
END
    # more positions than the pool has room for, none of which is answered
    yes 123456789987654 | head -n 18 >games
    late --json --board 9x9 --threads 1 games
    [ "$(grep -c '"finished":false}$' <<<"$output")" -eq "${#lines[@]}" ]
}

@test "a signal ends a review once what is known is told" {
    cd "$BATS_TEST_TMPDIR"
    start review --short --no-book --board 9x9 --threads 1 --progress
    echo 121212 >&7 # x wins with the next move
    wait_until grep -q '^12121: .* nodes' err
    ended_by INT
    [[ $(cat out) == '121212 x ? o ? With best play from here x wins on move 7; where '* ]]
    [ "$(grep -v '^12121: ' err)" = 'fourscore review: 1 game not finished' ]
}

@test "a game with tags has several lines, up to an empty one or the next tags" {
    printf '%s\n' '[Event "a"]' '[Result "1-0"]' '' '1. d1 d2 2. e1' '# no line' 'e2 3. c1 c2 4. f1 1-0' '' 44 \
        '[Event "b"]' 445 '[Event "c"] 4453 [Site "]"]' 4 ' [Event "d"] ' ' ' '44 0-1' '1 2' '' '[Event "e"]' 4444444 \
        '[Event "f"]' '' "$(printf '%-4096s' 44)" '[Event "g"]' >"$BATS_TEST_TMPDIR/games"
    printf '%s\n' '[Event "h"] [Site "]"]' '' '{before the moves}' '' 45 >"$BATS_TEST_TMPDIR/more"
    prints 0 '45 *' fourscore review --short "$BATS_TEST_TMPDIR/more"
    for file in "$BATS_TEST_TMPDIR/games" -; do
        run -1 --separate-stderr fourscore review --short "$file" <"$BATS_TEST_TMPDIR/games"
        [ "$(cut -d ' ' -f 1 <<<"$output")" = $'4455336\n44\n445\n4453\n4' ]
        [ "$(sed 's/.*games:\|stdin://' <<<"$stderr")" = "\
13: move 3: a move after the result of the game
18: move 7: column 4 is full
20: this is too long; at most 4096 bytes are read
23: move 1: no moves; the empty board is written as -" ]
    done
}

@test "tags without moves are a game that is wrong, and lists of JSON are no tags" {
    printf '%s\n' '[Event "a"]' '[Result "0-1"]' '' '[Event "b"]' '' '' 44 '' '[null, 1]' 445 \
        '[np.int64(4), np.int64(5)]' 44 >"$BATS_TEST_TMPDIR/games"
    run -1 --separate-stderr fourscore review --short "$BATS_TEST_TMPDIR/games"
    [ "$(cut -d ' ' -f 1 <<<"$output")" = $'44\n445\n45\n44' ]
    [ "$(sed 's/.*games:\(.*move .*: .\{8\}\).*/\1/' <<<"$stderr")" = $'1: move 1: no moves\n9: move 1: null is ' ]
}

@test "the number of threads does not change what is printed" {
    games 5 5 12 6 >"$BATS_TEST_TMPDIR/games"
    for form in '' --json --short; do
        fourscore review --board 5x5 --threads 1 $form "$BATS_TEST_TMPDIR/games" >"$BATS_TEST_TMPDIR/one"
        fourscore review --board 5x5 --threads 3 $form "$BATS_TEST_TMPDIR/games" |
            diff "$BATS_TEST_TMPDIR/one" -
    done
    [ "$(wc -l <"$BATS_TEST_TMPDIR/one")" -eq 12 ]
    # more games than are in the pool at once, each another
    printf '%s\n' {1..7}{1..7}{1..7} >"$BATS_TEST_TMPDIR/games"
    run -4 --separate-stderr fourscore review --short --no-book --node-limit 3000 "$BATS_TEST_TMPDIR/games"
    cut -d ' ' -f 1 <<<"$output" | diff "$BATS_TEST_TMPDIR/games" -
}

@test "games of files, stdin and arguments; those that are wrong are told with their place" {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' '# games' '1. d1 d2 2. e1' '4444444' '' '{open' '1212121 3' 'd1 d2 e2' '-' $' \t' >games.txt
    echo 4453 >more.txt
    run -1 --separate-stderr fourscore review --short games.txt 445 - more.txt missing.txt 44x <more.txt
    [ "$(cut -d ' ' -f 1 <<<"$output")" = $'445\n-\n445\n4453\n4453' ]
    diff - <<<"$stderr" <(cat <<'END'
games.txt:3: move 7: column 4 is full
games.txt:5: move 1: '{' without a '}' behind it
games.txt:6: move 7: the game is over: the first player wins with move 7
games.txt:7: move 3: the stone comes to rest in row 1, not in row 2
'missing.txt' is neither a file nor a game: move 1: 'm' is not a column, expected 1 to 7
'44x': move 3: 'x' is not a column, expected 1 to 7
END
    )
    for length in 40 41; do
        run -1 fourscore review "x$(printf "%0$((length - 1))d" 0)"
        [[ $output == "'x"*"0$([ $length -eq 40 ] || echo ...)' is neither a file nor a game: "* ]]
    done
    run -1 --separate-stderr fourscore review --json games.txt
    [ "${#lines[@]}" -eq 6 ]
    [ "${lines[1]}" = '{"game":"4444444","file":"games.txt","line":3,"move":7,"error":"column 4 is full"}' ]
    run -1 fourscore review --short more.txt "$BATS_TEST_TMPDIR" # a folder, after a good one
    [ "$(fourscore review 44 more.txt | grep -n '^more.txt:1: 4453$')" = "$(($(fourscore review 44 | wc -l) + 2)):more.txt:1: 4453" ]
}
