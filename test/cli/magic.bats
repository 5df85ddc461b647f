# fourscore magic: multipliers that map numbers to distinct slots.

bats_require_minimum_version 1.5.0
load wait.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
}

fourscore() {
    "$FOURSCORE" "$@"
}

# given FORMAT ARGUMENT...: run the command on the output of printf FORMAT.
given() {
    local input=$1
    shift
    # shellcheck disable=SC2059
    printf "$input" | "$FOURSCORE" magic "$@"
}

# value NAME: the value of a line of the output.
value() {
    echo "$output" | awk -v name="$1" '$1 == name { print $2 }'
}

# numbers COUNT SEED: distinct random numbers below 2^31.
numbers() {
    awk -v seed="$2" -v count="$1" 'BEGIN {
        srand(seed)
        while (done < count) {
            number = int(rand() * 2147483648)
            if (!(number in seen)) {
                seen[number]
                print number
                done++
            }
        }
    }'
}

# slots MULTIPLIER BITS FILE: the number of distinct slots, computed in Python.
slots() {
    python3 -c '
import sys
multiplier, bits = int(sys.argv[1], 0), int(sys.argv[2])
print(len({(int(line, 0) * multiplier % 2**64) >> (64 - bits)
           for line in open(sys.argv[3])}))' "$@"
}

# Whether a process has computed for a tenth of a second, much longer than it takes
# to read the numbers, or has ended.
searches() {
    read -ra about <"/proc/$1/stat"
    [ "${about[2]}" = Z ] || [ "${about[13]}" -ge 10 ]
}

# Searches are ended by a limit of trials, or else by a long timeout.
@test "magic: 500 numbers into 8192 slots, in about the expected trials" {
    for seed in 1 2 3; do
        numbers 500 $seed >500.txt
        run --separate-stderr fourscore magic --bits 13 --trials 100000000 \
            --seed $seed 500.txt
        echo "$output $stderr"
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [ "$(value keys)" -eq 500 ]
        [ "$(value slots)" -eq 8192 ]
        [ "$(value seed)" -eq $seed ]
        [ "$(slots "$(value multiplier)" 13 500.txt)" -eq 500 ]
    done
}

@test "magic: without --bits, the smallest table" {
    numbers 500 4 >500.txt
    run --separate-stderr fourscore magic 500.txt
    [ "$status" -eq 0 ]
    [ "$(value bits)" -eq 13 ]
    numbers 30 5 >30.txt
    run --separate-stderr fourscore magic 30.txt
    bits=$(value bits)
    [ "$bits" -le 6 ]
    [ "$(slots "$(value multiplier)" "$bits" 30.txt)" -eq 30 ]
    # numbers with a pattern may need fewer or more bits
    seq 16 | awk '{ print $1 * $1 }' >squares.txt
    run --separate-stderr fourscore magic squares.txt
    [ "$status" -eq 0 ]
    [ "$(slots "$(value multiplier)" "$(value bits)" squares.txt)" -eq 16 ]
}

@test "magic: the seed determines the multiplier" {
    numbers 60 6 >60.txt
    fourscore magic --bits 8 60.txt >first
    sort -R 60.txt | fourscore magic --bits 8 --quiet - | diff first -
    fourscore magic --bits 8 --seed 1 60.txt | diff first -
    fourscore magic --bits 8 --seed 2 60.txt >other
    run ! diff first other
}

@test "magic: formats of numbers" {
    run --separate-stderr given \
        '# one\r\n0x10\r\n\r\n  17\t\n0XfF\n0\n18446744073709551615' -
    [ "$status" -eq 0 ]
    [ "$(value keys)" -eq 5 ]
    for few in '' '\n' '0\n'; do
        run --separate-stderr given "$few" -
        [ "$status" -eq 0 ]
        [ "$(value bits)" -eq 1 ]
    done
}

@test "magic: all bad numbers are reported; status 1" {
    run --separate-stderr given \
        '16\nx\n0xg\n0x\n -3\n1 2\n18446744073709551616\n 0x10\n1\\000\n\n4' -
    [ "$status" -eq 1 ]
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
    printf '7\n8\n7\n' >twice.txt
    run --separate-stderr fourscore magic --bits 20 twice.txt
    [ "$status" -eq 1 ]
    [ "$stderr" = 'twice.txt:3:1: the same number as in line 1' ]
    head -c 5000 /dev/zero | tr '\0' 1 >long.txt
    run --separate-stderr fourscore magic long.txt
    [ "$stderr" = 'long.txt:1:1: this is more than 64 bits hold' ]
    for file in missing.txt .; do
        run --separate-stderr fourscore magic $file
        [ "$status" -eq 1 ]
        [[ $stderr == *"$file: "* ]]
    done
}

@test "magic: impossible searches, and those of too many trials, are refused at once; status 1" {
    seq 500 >500.txt
    run --separate-stderr timeout 600 "$FOURSCORE" magic --bits 8 500.txt
    [ "$status" -eq 1 ]
    [[ $stderr == *"impossible: 500 numbers do not fit into 2^8 slots"* ]]
    [[ $stderr == *"--bits 13 is expected to take about 5.7e+06" ]]
    run --separate-stderr timeout 600 "$FOURSCORE" magic --bits 12 500.txt
    [ "$status" -eq 1 ]
    [[ $stderr == *"too many trials: "*"about 6.3e+13 trials"*"--bits 13 "* ]]
    seq 300000 >300000.txt
    run --separate-stderr timeout 600 "$FOURSCORE" magic 300000.txt
    [ "$status" -eq 1 ]
    [[ $stderr == *"too many numbers: 300000"* ]]
    run --separate-stderr timeout 600 "$FOURSCORE" magic --bits 20 300000.txt
    [ "$status" -eq 1 ]
    [[ $stderr == *"more than 1e300 trials"*"no --bits up to 24 is enough"* ]]
}

@test "magic: the limit of trials; status 4" {
    numbers 500 7 >500.txt
    run --separate-stderr timeout 600 "$FOURSCORE" magic --bits 11 \
        --trials 1000000 500.txt
    [ "$status" -eq 4 ]
    [ -z "$output" ]
    [[ $stderr == *"found no multiplier in 1001472 trials (expected: about "* ]]
    run --separate-stderr given '5\n6\n' - --trials 1 --bits 24
    [ "$status" -eq 0 ]
}

@test "magic: JSON" {
    run --separate-stderr given '1\n2\n' - --json --bits 24 --seed 3
    [ "$status" -eq 0 ]
    echo "$output" | python3 -c '
import json, sys
magic = json.load(sys.stdin)
assert magic["keys"] == 2 and magic["bits"] == 24
assert magic["slots"] == 1 << 24 and magic["seed"] == 3
assert magic["trials"] >= 1 and 1 <= magic["expected"] < 1.1
assert int(magic["multiplier"], 0) % 2 == 1'
}

@test "magic: progress goes to stderr, and a signal ends the search" {
    numbers 500 8 >500.txt
    for signal in TERM:143 INT:130; do
        # background commands of a script ignore SIGINT by default
        env --default-signal=INT "$FOURSCORE" magic --bits 10 \
            --trials 9000000000000 --progress 500.txt >output 2>error 3>&- &
        wait_until grep -q trials error
        kill -"${signal%:*}" $!
        status=0
        wait $! || status=$?
        [ "$status" -eq "${signal#*:}" ]
        grep -Eq '^[0-9.e+]+ trials, [0-9.e+]+/s, about .* expected' error
        [ ! -s output ]
        rm error
    done
}

@test "magic: without --progress, a signal ends the search silently" {
    numbers 500 8 >500.txt
    env --default-signal=INT "$FOURSCORE" magic --bits 10 \
        --trials 9000000000000 500.txt >output 2>error 3>&- &
    wait_until searches $!
    kill -INT $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [ ! -s output ]
    [ ! -s error ]
}

