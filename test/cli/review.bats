# fourscore review: games are judged as their scores say.

bats_require_minimum_version 1.5.0

setup() {
    export PYTHONDONTWRITEBYTECODE=1
    cd "$BATS_TEST_DIRNAME/../.."
    PATH=$(dirname "$FOURSCORE"):$PATH
}

# games WIDTH HEIGHT COUNT SEED: random games to their end.
games() {
    python3 test/support/random_games.py "$@"
}

# late ARGUMENT...: review with a time that is over, a longer one if the machine has
# begun no game by then.
late() {
    for seconds in 0.01 0.1 1 10 100; do
        run --separate-stderr fourscore review --no-book --total-time-limit $seconds "$@"
        [ "$status" -eq 4 ]
        [ -z "$output" ] || break
        [ "$stderr" = "$nothing_begun" ]
    done
}
nothing_begun='fourscore review: --total-time-limit: 0 games not finished, the rest not begun'

@test "review: verdicts, accuracy and decision agree with a witness" {
    # shellcheck disable=SC2046
    sets=('5 5 8 1' '4 4 20 2' '6 4 6 3' '3 7 6 4' '8 3 4 5' '10 2 4 6')
    [ -z "${FOURSCORE_LONG-}" ] ||
        sets=('5 5 40 1' '4 4 80 2' '6 4 40 3' '3 7 20 4' '8 3 12 5' '10 2 12 6')
    for set in "${sets[@]}"; do
        echo "$set"
        read -r width height _ <<<"$set"
        compared=$(python3 test/cli/review_witness.py "${width}x$height" \
            $(games $set))
        [ "$compared" -gt 50 ]
    done
    compared=$(python3 test/cli/review_witness.py 7x6 '' 4 4444432 \
        111222333)
    [ "$compared" -gt 15 ]
}

@test "review: the number of threads does not change what is printed" {
    games 5 5 12 6 >"$BATS_TEST_TMPDIR/games"
    for form in '' --json --short; do
        fourscore review --board 5x5 --threads 1 $form \
            "$BATS_TEST_TMPDIR/games" >"$BATS_TEST_TMPDIR/one"
        fourscore review --board 5x5 --threads 3 $form \
            "$BATS_TEST_TMPDIR/games" >"$BATS_TEST_TMPDIR/three"
        diff "$BATS_TEST_TMPDIR/one" "$BATS_TEST_TMPDIR/three"
    done
    [ "$(wc -l <"$BATS_TEST_TMPDIR/one")" -eq 12 ]
}

@test "review: an invalid game is reported with its place, the others are reviewed" {
    printf '%s\n' '# games' '1. d1 d2 2. e1' '4444444' '' '{open' '1212121 3' \
        '44 e2' '-' >"$BATS_TEST_TMPDIR/games.txt"
    cd "$BATS_TEST_TMPDIR"
    run -1 --separate-stderr fourscore review --short games.txt 445
    [ "${lines[0]%% *}" = 445 ]
    [ "${lines[1]%% *}" = - ]
    [ "${lines[2]%% *}" = 445 ]
    [ "${#lines[@]}" -eq 3 ]
    # shellcheck disable=SC2154
    diff - <<<"$stderr" <(cat <<'END'
games.txt:3: move 7: column 4 is full
games.txt:5: move 1: a comment begins with '{' and does not end with '}'
games.txt:6: move 7: the game is over: the first player wins with move 7
games.txt:7: move 3: the stone comes to rest in row 1, not in row 2
END
    )
    run -1 --separate-stderr fourscore review --json games.txt
    [ "${#lines[@]}" -eq 6 ]
    [ "${lines[1]}" = '{"game":"4444444","file":"games.txt","line":3,"move":7,"error":"column 4 is full"}' ]
    run -1 fourscore review missing.txt 44x
    [ "${lines[0]}" = "'missing.txt' is neither a file nor a game: move 1: 'm' is not a column, expected 1 to 7" ]
    [ "${lines[1]}" = "'44x': move 3: 'x' is not a column, expected 1 to 7" ]
}

@test "review: games as players write them" {
    for game in '4 4 5 3' '4,4,5,3' 'd d e c' 'D1d2e1c1' '1. d1 d2 2. e1 c1' \
        '1. 4 2. 4 3. 5 4. 3' '4! 4 5?? {comment} 3 # end' $'4453\r'; do
        echo "$game"
        [ "$(fourscore review --short "$game" | cut -d' ' -f1)" = 4453 ]
        [ "$(fourscore review --short <<<"$game" | cut -d' ' -f1)" = 4453 ]
        [ "$(fourscore show --format key "$game")" = "$(fourscore show --format key 4453)" ]
    done
}

@test "review: a limit leaves moves unjudged, and judges none wrongly" {
    game=$(games 6 5 1 9)
    for nodes in 1 30 100 300 1000; do
        run -4 --separate-stderr fourscore review --json --board 6x5 \
            --threads 1 --node-limit $nodes "$game"
        echo "$output" >>"$BATS_TEST_TMPDIR/limited"
        [[ $stderr == *'1 game not finished'* ]]
    done
    fourscore review --json --board 6x5 "$game" >"$BATS_TEST_TMPDIR/exact"
    python3 - "$BATS_TEST_TMPDIR" <<'END'
import json, sys
exact = json.load(open(sys.argv[1] + "/exact"))
unjudged, judged = 0, 0
def contains(bounds, score):
    if isinstance(bounds, int):
        return bounds == score
    return bounds["lower"] <= score <= bounds["upper"]
for line in open(sys.argv[1] + "/limited"):
    found = json.loads(line)
    assert found["finished"] is False
    assert found["winner"] in (None, exact["winner"])
    assert found["decided"] in (None, exact["decided"])
    assert found["changes"] <= exact["changes"]
    for a, b in zip(found["moves"], exact["moves"]):
        assert contains(a["before"], b["before"]), (a, b)
        assert contains(a["after"], b["after"]), (a, b)
        assert a["verdict"] in ("not_judged", b["verdict"]), (a, b)
        assert a["choice"] in (None, b["choice"]), (a, b)
        unjudged += a["verdict"] == "not_judged"
        judged += a["verdict"] != "not_judged"
    for side in ("first", "second"):
        assert found[side]["choices"] <= exact[side]["choices"]
assert unjudged > 9 and judged > 9, (unjudged, judged)
END
    late --short 44 45
    [[ $output == *'It is not known who wins'* ]]
    run -4 fourscore review --no-book --node-limit 1 4
    [ "${lines[2]}" = 'x: accuracy not known; no mistake known; 1 of 1 move not fully known' ]
    [ "${lines[3]}" = 'o: no choice; no mistake' ]
}

@test "review: a game is answered before the next one is read" {
    mkfifo "$BATS_TEST_TMPDIR/to" "$BATS_TEST_TMPDIR/from"
    fourscore review --short --quiet <"$BATS_TEST_TMPDIR/to" \
        >"$BATS_TEST_TMPDIR/from" 3>&- &
    exec 4>"$BATS_TEST_TMPDIR/to" 5<"$BATS_TEST_TMPDIR/from"
    for game in 4444 4443 445; do
        echo $game >&4
        read -r -t 60 answer <&5
        [ "${answer%% *}" = $game ]
    done
    exec 4>&-
    wait
}

@test "review: a total time limit that is over before a game is begun" {
    mkfifo "$BATS_TEST_TMPDIR/in"
    exec 7<>"$BATS_TEST_TMPDIR/in"
    run -4 --separate-stderr fourscore review --total-time-limit 0.01 \
        <"$BATS_TEST_TMPDIR/in"
    [ -z "$output" ]
    [ "$stderr" = "$nothing_begun" ]
    exec 7>&-
    late --short 44
}

@test "review: bounds of positions that were not reached are those of the board" {
    late --json --board 9x9 444455
    python3 - "$output" <<'END'
import json, sys
found = json.loads(sys.argv[1])
bounds = [found["score"]] + [move[when] for move in found["moves"] for when in ("before", "after")]
bounds = [score for score in bounds if isinstance(score, dict)]
widest = (min(b["lower"] for b in bounds), max(b["upper"] for b in bounds))
if widest != (-41, 41):
    raise SystemExit(f"{widest}")
END
}

@test "review: a game that is too long is refused" {
    yes 4 | head -n 5000 | tr -d '\n' >"$BATS_TEST_TMPDIR/long.txt"
    run -1 --separate-stderr fourscore review --short "$BATS_TEST_TMPDIR/long.txt"
    [[ $stderr == *'long.txt:1'*': the line is too long' ]]
    run -1 --separate-stderr fourscore review --short "$(cat "$BATS_TEST_TMPDIR/long.txt")"
    [[ $stderr == *': the game is too long' ]]
}

@test "review: a folder, and a file without games" {
    run -1 fourscore review .
    run -0 fourscore review /dev/null
    [ -z "$output" ]
}
