# fourscore magic: multipliers that map numbers to distinct slots.

load fixture.bash

command=magic

# value NAME: the value of a line of the output.
value() {
    echo "$output" | awk -v name="$1" '$1 == name { print $2 }'
}

# numbers COUNT SEED: random numbers below 2^31, all different.
numbers() {
    awk -v count="$1" -v number="$2" 'BEGIN { while (count--) print number = number * 16807 % 2147483647 }'
}

# separates FILE OPTION...: search, and check in Python that the multiplier does what it should,
# and that JSON has what the text has.
separates() {
    run --separate-stderr -0 fourscore magic "${@:2}" "$1"
    echo "$output"
    [ -z "$stderr" ]
    fourscore magic "${@:2}" --json "$1" | python3 -c '
import json, sys
found, numbers = json.load(sys.stdin), [int(line, 0) for line in open(sys.argv[1])]
multiplier, bits = int(found["multiplier"], 0), found["bits"]
slots = {number * multiplier % 2 ** 64 >> 64 - bits for number in numbers}
if multiplier % 2 != 1 or not len(slots) == len(numbers) == found["keys"] or found["slots"] != 2 ** bits:
    raise SystemExit(f"{found}")
expected = "more than 1e300" if found["expected"] is None else "about {:.2g}".format(found["expected"])
text = "\n".join([
    "keys             {keys}", "bits             {bits}", "slots            {slots}",
    "seed             {seed}", "trials           {trials}, " + expected + " expected",
    "multiplier       {multiplier}"]).format(**found)
if text != sys.argv[2]:
    raise SystemExit(f"{found}")' "$1" "$output"
}

# Searches are ended by a limit of trials, or else by a long timeout.
@test "a multiplier separates the numbers, also those with a pattern, in the smallest table" {
    numbers 430 1 >430.txt # of which 12 bits would take too long
    separates 430.txt --bits 13 --trials 100000000 --seed 3
    [ "$(value seed)" -eq 3 ]
    separates 430.txt
    [ "$(value bits)" -eq 13 ]
    numbers 30 5 >30.txt
    separates 30.txt
    [ "$(value bits)" -le 6 ]
    one=$(fourscore magic 30.txt | grep mult)
    two=$(fourscore magic --seed 2 30.txt | grep mult)
    [ "$one" != "$two" ]
    # these may need fewer or more bits
    seq 16 | awk '{ print $1 * $1 }' >squares.txt
    separates squares.txt
    printf '5\n6\n' >two.txt
    separates two.txt --trials 1
    [ "$(value bits)" -eq 7 ]
    for few in '' '\n' '0\n'; do
        run -0 given "$few" -
        [ "$(value bits)" -eq 1 ]
    done
}

@test "numbers are decimal or hexadecimal, with blanks around them" {
    run --separate-stderr -0 given \
        '# one\r\n0x10\r\n\r\n  17\t\n0XfF\n0\n18446744073709551615' -
    [ "$(value keys)" -eq 5 ]
    run --separate-stderr -1 given '0xFf\n255\n' -
    [ "$stderr" = 'stdin:2:1: the same number as in line 1' ]
}

@test "all bad numbers are reported; status 1" {
    run --separate-stderr -1 given \
        '16\nx\n0xg\n0x\n -3\n1 2\n18446744073709551616\n 0x10\n1\\000\n\n4' -
    [ -z "$output" ]
    diff - <(echo "$stderr") <<'END'
stdin:2:1: expected a number, decimal or 0x...
stdin:3:3: expected a hexadecimal digit
stdin:4:3: expected a hexadecimal digit
stdin:5:2: expected a number, decimal or 0x...
stdin:6:3: expected the end of the line
stdin:7:1: this is more than 64 bits hold
stdin:8:2: the same number as in line 1
stdin:9:2: expected the end of the line
END
    head -c 5000 /dev/zero | tr '\0' 1 >long.txt
    run --separate-stderr -1 fourscore magic long.txt
    [ "$stderr" = 'long.txt:1:1: this is more than 64 bits hold' ]
}

@test "impossible searches, and those of too many trials, are refused at once; status 1" {
    seq 500 >500.txt
    seq 300000 >300000.txt
    while IFS='|' read -r arguments reason; do
        echo "$arguments"
        run --separate-stderr -1 timeout 600 "$FOURSCORE" magic $arguments
        [[ $stderr == "fourscore magic: "$reason ]]
    done <<'END'
--bits 8 500.txt|impossible: 500 numbers do not fit into 2^8 slots, --bits 13 is expected to take about 5.7e+06
--bits 12 500.txt|too many trials: 500 random numbers in 2^12 slots take about 6.3e+13 trials, --bits 13 is expected *
300000.txt|too many numbers: 300000, for at most 2^24 slots and 10000000000 trials
--bits 20 300000.txt|too many trials: * more than 1e300 trials, and no --bits up to 24 is enough; *
END
}

@test "the limit of trials: status 4" {
    numbers 500 7 >500.txt
    run --separate-stderr timeout 600 "$FOURSCORE" magic --bits 11 --trials 1000000 500.txt
    [ "$status" -eq 4 ]
    [ -z "$output" ]
    [[ $stderr == *"found no multiplier in 1001472 trials (expected: about "*"); try more --trials, another --seed, or --bits above 11" ]]
}

@test "progress goes to stderr, and a signal ends the search, silently without --progress" {
    numbers 500 8 >500.txt
    start magic --bits 10 --trials 9000000000000 --progress 500.txt
    wait_until grep -q trials err
    kill -TERM "$pid"
    ended
    [ "$status" -eq 143 ] && [ ! -s out ]
    grep -Eq '^[0-9.e+]+ trials, [0-9.e+]+/s, about .* expected' err
    start magic --bits 10 --trials 9000000000000 500.txt
    wait_until has_worked "$pid" 10 # much longer than it takes to read the numbers
    kill -INT "$pid"
    ended
    [ "$status" -eq 130 ] && [ ! -s out ] && [ ! -s err ]
}
