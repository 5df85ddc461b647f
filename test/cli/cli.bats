# The command line: valid, invalid and missing input.

bats_require_minimum_version 1.5.0
load preload.bash

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

# given FORMAT ARGUMENT...: run the program on the output of printf FORMAT.
given() {
    local input=$1
    shift
    # shellcheck disable=SC2059
    printf "$input" | "$FOURSCORE" "$@"
}

# ---------------------------------------------------------------- everywhere

@test "--version goes to stdout" {
    run --separate-stderr fourscore --version
    [ "$status" -eq 0 ]
    [[ ${lines[0]} =~ ^fourscore\ [0-9]+\.[0-9]+ ]]
    [ -z "$stderr" ]
}

@test "a table larger than the machine: status 3" {
    for size in 1T 1000T 16777215T; do
        run --separate-stderr fourscore solve --table $size </dev/null
        [ "$status" -eq 3 ]
        [[ $stderr == *"out of memory"* ]]
    done
}

@test "FOURSCORE_ISA selects the instruction set" {
    run --separate-stderr fourscore --version -v
    [ "$status" -eq 0 ]
    [[ $output == *"instruction sets: "*baseline* ]]
    best=$(sed -n 's/^instruction sets: \([a-z0-9]*\).*/\1/p' <<<"$output")
    [[ $output == *"instruction set used: $best"* ]] # of the default board
    FOURSCORE_ISA=baseline run --separate-stderr fourscore solve -v good.txt \
        </dev/null
    [[ $stderr == *"engine fast, baseline, "*" thread"*", table of "* ]]
    FOURSCORE_ISA=nonsense run --separate-stderr fourscore solve </dev/null
    [ "$status" -eq 2 ]
    [[ $stderr == *"FOURSCORE_ISA: this machine has no 'nonsense'"*baseline* ]]
}

# --------------------------------------------------------------------- solve

@test "solve: a score per line; CRLF, comments, trailing blanks, no newline at the end" {
    run --separate-stderr given \
        '6146\n32164625\n# late\n6146\r\n6146 \t\n6146' solve
    [ "$status" -eq 0 ]
    [ "$output" = $'6146 18\n32164625 11\n6146 18\n6146 18\n6146 18' ]
    [ -z "$stderr" ]
    run given '' solve
    [ "$status$output" = 0 ]
}

@test "a byte order mark before the first line of a file is skipped" {
    mark='\357\273\277'
    run --separate-stderr given "${mark}6146\n6146\n" solve
    [ "$status" -eq 0 ]
    [ "$output" = $'6146 18\n6146 18' ]
    # shellcheck disable=SC2059
    printf "${mark}# late\r\n6146 18\r\n" >marked.txt
    run --separate-stderr given "$mark" solve --check marked.txt marked.txt -
    [ "$status" -eq 0 ]
    [[ $output$stderr == *'total: 2 checked, 0 wrong'* ]]
    run --separate-stderr fourscore bench --csv marked.txt
    [ "$status" -eq 0 ]
    run --separate-stderr given "$mark" solve
    [ "$status$output" = 0 ]
    run --separate-stderr given "$mark\n" solve --check # the empty board
    [[ $stderr == stdin:1:1:* ]]
    # columns in messages do not count the mark
    run --separate-stderr given "${mark}61x\n${mark}6146\n" solve
    [ "$status" -eq 1 ]
    [[ $stderr == 'stdin:1:3:'*'stdin:2:1: byte 0xef '* ]]
    run given "${mark}6146\n" show --format moves -
    [ "$output" = 6146 ]
    run given "${mark}6146\n" book lookup builtin
    [ "$output" = '6146 18' ]
    run given "${mark}1\n2\n" magic -
    [ "$status" -eq 0 ]
    run given '\357\273' solve
    [ "$status" -eq 1 ]
}

# bats test_tags=unix
@test "a folder as input: status 1" {
    for command in 'solve' 'solve .' 'bench .' 'show -' 'book lookup builtin'; do
        echo "$command"
        # shellcheck disable=SC2086
        run fourscore $command <.
        [ "$status" -eq 1 ]
        [[ $output == *'Is a directory'* ]]
    done
}

@test "solve: an empty line is the empty board" {
    # a missing score is reported, so the position is accepted
    run --separate-stderr given '\n' solve --check
    [ "$status" -eq 1 ]
    [ "${stderr%%$'\n'*}" = "stdin:1:1: expected a score behind the position" ]
}

@test "solve: --weak, --all-moves, --best, --pv" {
    run given '6146\n65214673556155731566316327373221417\n' solve -w
    [ "$output" = $'6146 1\n65214673556155731566316327373221417 -1' ]
    full=111111222222333333544444455555666666777777
    run given "65214673556155731566316327373221417\n$full\n" \
        solve -a --best --pv
    # fields: position, 7 move scores, best columns, moves
    [ "$(echo "${lines[0]}" | wc -w)" -eq 10 ]
    [ "${lines[1]}" = "$full -1000 -1000 -1000 -1000 -1000 -1000 -1000 - -" ]
    run --separate-stderr given '6146\n' solve -v
    [[ $output =~ ^6146\ 18\ [0-9]+\ [0-9]+$ ]]
    [[ $stderr == "board 7x6, engine "* ]]
}

@test "solve: --fresh makes node counts independent of earlier positions" {
    run --separate-stderr given \
        '274552224131661\n274552224131661\n274552224131661\n' solve -v --fresh \
        --threads 1
    nodes=$(echo "$output" | cut -d ' ' -f 3 | sort -u)
    [ "$(echo "$nodes" | wc -l)" -eq 1 ]
    [ "$nodes" -gt 0 ]
    run --separate-stderr given '274552224131661\n274552224131661\n' solve -v \
        --threads 1
    second=$(echo "${lines[1]}" | cut -d ' ' -f 3)
    [ "$second" -lt "$nodes" ]
}

@test "solve: --json is one valid object per line" {
    late=65214673556155731566316327373221417
    run --separate-stderr given "$late\n6149\n\377x\n" \
        solve --json -a --best --pv -v
    [ "$status" -eq 1 ]
    [ "${#lines[@]}" -eq 3 ]
    [[ ${lines[0]} == *"\"position\":\"$late\",\"score\":-1,"* ]]
    [[ ${lines[0]} == *'"move_scores":['*'"best":['*'"pv":"'*'"nodes":'* ]]
    [[ ${lines[1]} == *'"line":2,"column":4,"error":'* ]]
    [[ ${lines[2]} == *'"line":3,"column":1,"error":"byte 0xff'* ]]
    if command -v python3 >/dev/null; then
        echo "$output" | python3 -c '
import json, sys
for line in sys.stdin:
    json.loads(line)'
    fi
}

@test "solve: bad lines are reported and give empty lines; the others are solved" {
    run --separate-stderr given \
        '6146\n4458\n4444444\n12121212\n4x4\n6146 7\n\0006146\n6146\n' solve
    [ "$status" -eq 1 ]
    [ "$output" = $'6146 18\n\n\n\n\n\n\n6146 18' ]
    [ "$stderr" = "\
stdin:2:4: '8' is not a column, expected 1 to 7
stdin:3:7: column 4 is full
stdin:4:7: the game is over: the first player wins with move 7
stdin:5:2: 'x' is not a column, expected 1 to 7
stdin:6:6: expected the end of the line; to compare a score: --check
stdin:7:1: byte 0x00 is not a column, expected 1 to 7" ]
}

@test "solve: 43 moves, a line of 10 MB, invalid UTF-8" {
    full=111111222222333333544444455555666666777777
    run --separate-stderr given "$full\n${full}1\n" solve
    [ "$status" -eq 1 ]
    [ "${lines[0]}" = "$full 0" ]
    [[ $stderr == stdin:2:43:* ]]

    { head -c 10000000 /dev/zero | tr '\0' 4; printf '\n6146\n'; } >long.txt
    run --separate-stderr fourscore solve long.txt
    [ "$status" -eq 1 ]
    [ "$stderr" = "long.txt:1:7: column 4 is full" ]
    [ "$output" = $'\n6146 18' ]

    { printf 6146; head -c 10000000 /dev/zero | tr '\0' ' '; } >long.txt
    run --separate-stderr fourscore solve long.txt
    [ "$status" -eq 1 ]
    [ "$stderr" = 'long.txt:1:4097: the line is too long' ]

    run --separate-stderr given '\303\050\n61\302\n' solve
    [ "$status" -eq 1 ]
    [[ $stderr == *"stdin:1:1: byte 0xc3"* && $stderr == *"stdin:2:3: byte 0xc2"* ]]
}

@test "solve: random bytes do not crash" {
    for seed in 1 2 3 4 5 6 7 8; do
        head -c 20000 "$BATS_TEST_DIRNAME"/../../book/7x6.book | tail -c $((seed * 2000)) >bytes
        for options in '' --json --check; do
            status=0
            # shellcheck disable=SC2086
            "$FOURSCORE" solve $options bytes >out 2>error || status=$?
            [ "$status" -eq 1 ]
        done
    done
}

@test "solve: several files, one missing, one a folder" {
    printf '6146\n' >a.txt
    mkdir folder
    run --separate-stderr fourscore solve a.txt missing.txt folder a.txt
    [ "$status" -eq 1 ]
    [ "$output" = $'6146 18\n6146 18' ]
    [[ $stderr == *"missing.txt: No such file or directory"* ]]
    [[ $stderr == *"folder: Is a directory"* ]]
    run --separate-stderr given '6146\n' solve a.txt -
    [ "$output" = $'6146 18\n6146 18' ]
}

# Check the advice for a position given as a file, and print the output of the
# command that it names.
advised() {
    run --separate-stderr fourscore solve "$@" </dev/null
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    [[ $stderr == "fourscore solve: no file '${*: -1}'; for the position itself: "* ]]
    run --separate-stderr eval "${stderr#*itself: }"
    [ "$status" -eq 0 ]
    echo "$output"
}

@test "solve: a position given in place of a file" {
    [ "$(advised 4453)" = '4453 -2' ]
    [ "$(advised '')" = '- 1' ]
    [ "$(advised --board 8x8 121212)" = '121212 29' ]
    [ "$(advised --weak --board 4x4 1122)" = '1122 0' ]
    # not a position, another error, or a file
    for path in 4458 4444444 missing.txt; do
        run fourscore solve $path
        [ "$output" = "fourscore solve: $path: No such file or directory" ]
    done
    mkdir 4453
    run fourscore solve 4453
    [ "$output" = 'fourscore solve: 4453: Is a directory' ]
    cp good.txt 4454
    fourscore solve --check 4454
}

@test "solve: a pipe gets each line at once" {
    mkfifo in out
    "$FOURSCORE" solve <in >out &
    exec 7>in 8<out # bats uses 3 and 4
    echo 6146 >&7
    read -r -t 600 answer <&8
    [ "$answer" = '6146 18' ]
    echo 32164625 >&7
    read -r -t 600 answer <&8
    [ "$answer" = '32164625 11' ]
    exec 7>&- 8<&-
    wait
}

@test "solve: all engines, the smallest safe table, the same scores" {
    for engine in tutorial-11:650215 tutorial-12:650215 dfpn:589824 fast:8847040; do
        least=${engine#*:}
        engine=${engine%:*}
        run --separate-stderr fourscore solve --engine $engine --table $least \
            --threads 1 --check good.txt
        [ "$stderr" = "good.txt: 4 checked, 0 wrong, 0 unfinished, 0 invalid" ]
        run --separate-stderr fourscore solve --engine $engine --threads 1 \
            --table $((least - 1)) good.txt
        [ "$status" -eq 2 ]
        [[ $stderr == *"too few: the minimum for "*" is $least bytes"* ]]
    done
}

@test "an unsafe table: the size in the message works and is the smallest" {
    for board in 7x6 4x4 8x8 10x11; do
        for engine in 'fast 1' 'fast 2' 'fast 7' 'dfpn 3' 'tutorial-11 1' 'tutorial-12 1'; do
            threads=${engine#* }
            engine=${engine% *}
            set -- --board $board --engine "$engine" --threads "$threads"
            echo "$*"
            run fourscore solve "$@" --table 1 </dev/null
            echo "$output"
            [ "$status" -eq 2 ]
            [[ ${lines[0]} =~ \ is\ ([0-9]+)\ bytes:\ use\ --table\ ([0-9.]+[KMG]?)$ ]]
            for size in "${BASH_REMATCH[@]:1:2}"; do
                fourscore solve "$@" --table "$size" </dev/null
            done
            run fourscore solve "$@" --table $((BASH_REMATCH[1] - 1)) </dev/null
            [ "$status" -eq 2 ]
        done
    done
    # the same for other commands
    for command in 'gen --set end-easy -n 1' 'bench --strong good.txt'; do
        # shellcheck disable=SC2086
        fourscore $command --threads 1 --table 8847040 >/dev/null
        # shellcheck disable=SC2086
        run fourscore $command --threads 1 --table 8847039
        [ "$status" -eq 2 ]
    done
    # with several engines and numbers of threads: enough for all
    for mode in '' --throughput; do
        set -- $mode --strong --threads 1,3,2 --engine tutorial-12 --engine fast
        run fourscore bench "$@" --table 64K good.txt
        [ "$status" -eq 2 ]
        [[ ${lines[0]} =~ \ use\ (--table)\ ([0-9.]+M)$ ]]
        fourscore bench "$@" "${BASH_REMATCH[@]:1:2}" good.txt
    done
}

@test "sizes can have decimals and are rounded down to bytes" {
    fourscore solve --threads 1 --table 8.5M </dev/null
    for size in 0.3K:307 0.000976562499999999999999999999999999999999M:1023 \
        1.9999999999K:2047 0.0009765625M:1024 1.25m:1310720 0.001g:1073741; do
        echo "$size"
        run fourscore solve --table "${size%:*}" </dev/null
        [ "$status" -eq 2 ]
        [[ $output == *": ${size#*:} bytes are too few: "* ]]
    done
    run fourscore solve --table 1 </dev/null
    [[ $output == *": 1 byte is too few: "* ]]
    [ "$(fourscore size --memory 0.5G)" = "$(fourscore size --memory 512M)" ]
    for size in 8.5 8.M .5M 1.1.1M 0.0M 0.0009K 8,5M 8.5MB 8e3 ' 8M' '8 M' \
        16777216T; do
        echo "$size"
        run fourscore solve --table "$size" </dev/null
        [ "$status" -eq 2 ]
        [[ $output == *"--table: expected a size such as 64M, 8.5M or 1G, got '$size'"* ]]
    done
}

@test "a time limit is a decimal number of seconds above 0" {
    for seconds in 60 0.5 .5 5. 1e3 1e-1 2.5E+1; do
        run fourscore solve --time-limit "$seconds" <<<6146
        [ "$output" = '6146 18' ]
    done
    for seconds in 0 0.0 -1 +1 0x10 0X1p4 inf infinity INF nan NaN 'nan(1)' \
        ' 1' '1 ' 1s 1e999 1e-999 1,5 . e5 ''; do
        echo "'$seconds'"
        run fourscore solve --time-limit "$seconds" <<<6146
        [ "$status" -eq 2 ]
        [[ $output == *"--time-limit: expected a number of seconds above 0, such as 0.5 or 60, got '$seconds'"* ]]
    done
}

# --------------------------------------------------------------------- bench

@test "bench: CSV has the mean number of positions" {
    run --separate-stderr fourscore bench --strong --csv --engine tutorial-11 \
        --engine tutorial-12 good.txt
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 3 ]
    [[ ${lines[1]} =~ ^good,strong,tutorial-11,1,protocol,4,[0-9.e+]+,[0-9.]+,[0-9.]+,0,1,none,7x6$ ]]
    [[ ${lines[2]} =~ ^good,strong,tutorial-12,1,protocol,4,[0-9.e+]+,[0-9.]+,[0-9.]+,0,[0-9.]+,none,7x6$ ]]
}

@test "bench: wrong scores are reported; status 5" {
    echo '32164625 12' >wrong.txt
    run --separate-stderr fourscore bench wrong.txt
    [ "$status" -eq 5 ]
    [ "$stderr" = "wrong.txt:1: fast, strong: expected 12, found 11" ]
    run --separate-stderr fourscore bench -n 2 wrong.txt missing.txt good.txt
    [ "$status" -eq 5 ]
    [[ $stderr == *"missing.txt: No such file"* ]]
    [ "$(echo "$output" | grep -c ^good)" -eq 2 ]
}

@test "bench: an empty file, a folder, a bad line" {
    : >empty.txt
    mkdir folder
    printf '32164625 11\n6146\n' >bad.txt
    run --separate-stderr fourscore bench empty.txt folder bad.txt
    [ "$status" -eq 1 ]
    [[ $stderr == *"empty.txt: no positions"* ]]
    [[ $stderr == *"folder: Is a directory"* ]]
    [[ $stderr == *"bad.txt:2:5: expected a score behind the position"* ]]
    [[ $output == *"bad "*"strong"* ]]
}

@test "bench: JSON and text" {
    run --separate-stderr fourscore bench --json good.txt
    [ "$status" -eq 0 ]
    [[ $output == *'"goal": "weak"'*'"mean_nb_pos": '* ]]
    run --separate-stderr fourscore bench good.txt
    [[ ${lines[0]} == "set "*"mean pos"*"wrong"*"ratio"* ]]
    [ "${#lines[@]}" -eq 3 ]
}

@test "bench: the signature is reproducible" {
    run --separate-stderr fourscore bench --signature
    [[ $output =~ ^Bench:\ [0-9]+$ ]]
    first=$output
    run --separate-stderr fourscore bench --signature
    [ "$output" = "$first" ]
    # every instruction set explores the same nodes
    isas=$("$FOURSCORE" --version -v | sed -n 's/^instruction sets: //p')
    [ -n "$isas" ]
    for isa in $isas; do
        echo "$isa"
        FOURSCORE_ISA=$isa run --separate-stderr fourscore bench --signature
        [ "$output" = "$first" ]
    done
    # the sum of both goals
    strong=$(fourscore bench --signature --strong)
    weak=$(fourscore bench --signature --weak)
    [ "Bench: $((${strong#*: } + ${weak#*: }))" = "$first" ]
    [ "$(fourscore bench --signature --strong --weak)" = "$first" ]
}

# ---------------------------------------------------------------------- size

@test "size: the tutorial's table" {
    run --separate-stderr fourscore size --key-bits 49 --entries 8388608
    [ "$status" -eq 0 ]
    [[ $output == *"8388617, prime"* && $output == *"41943085"* ]]
    [[ $output == *"verdict          safe"* ]]
}

@test "size: an unsafe size shows two keys that it confuses" {
    run --separate-stderr fourscore size --entries 65537
    [ "$status" -eq 5 ]
    [[ $output == *"unsafe: keys 0 and 281479271677952 would be confused"* ]]
    run --separate-stderr fourscore size --entries 65537 --json
    [ "$status" -eq 5 ]
    [[ $output == *'"safe":false,"confused":[0,281479271677952]'* ]]
}

# bats test_tags=unix
@test "size: no memory to find a prime: status 3" {
    make_preload
    for command in size 'size --table' 'solve --no-book' \
        'solve --no-book --engine tutorial-12' 'solve --no-book --table 64M'; do
        # shellcheck disable=SC2086
        LD_PRELOAD=./preload.so FAIL=prime run --separate-stderr "$FOURSCORE" $command <<<''
        [ "$status" -eq 3 ]
        [[ $stderr == *'out of memory'* ]]
        [[ $stderr != *--help* ]]
    done
}

# bats test_tags=unix
@test "no memory to open a file: status 3, for every kind of file" {
    make_preload
    touch given
    for command in 'solve given' 'solve --check given' 'solve --book given' \
        'review given' 'check given' 'follow given' 'bench given' 'magic given' \
        'book info given' 'book lookup given' \
        'book list --board 4x4 --depth 2 --journal given' \
        'book build --board 4x4 --depth 2 -o new --from-text given' \
        'prove --improve given -o new'; do
        # shellcheck disable=SC2086
        LD_PRELOAD=./preload.so FAIL=open run --separate-stderr "$FOURSCORE" $command <<<''
        echo "$command: $status $stderr"
        [ "$status" -eq 3 ]
        [[ $stderr == *'given: '*[' ']memory* ]]
    done
}

@test "files: each is closed before the next one is opened" {
    echo 4453 >one
    # shellcheck disable=SC2046
    run --separate-stderr bash -c 'ulimit -n 24 && exec "$FOURSCORE" solve --threads 1 "$@"' \
        solve $(yes one | head -n 60)
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 60 ]
}

@test "size: boards, counts and the table of sizes" {
    run fourscore size --board 8x8 --stored-bits 64
    [ "$status" -eq 0 ]
    run fourscore size --layout bucket --memory 64M
    [ "$status" -eq 0 ]
    [[ $output == *"buckets          1048573, prime"* ]]
    [[ $output == *"entries          12582876"* ]]
    run fourscore size --layout bucket --entries 1000000
    [ "$status" -eq 5 ]
    run fourscore size --layout bucket --stored-bits 16
    [ "$status" -eq 2 ]
    run fourscore size --layout nonsense
    [ "$status" -eq 2 ]
    run fourscore size --board 12x9 --stored-bits 32
    [ "$status" -eq 2 ] # no 64-bit prime is enough
    run fourscore size --keys 170141183460469231731687303715884105728 \
        --stored-bits 64 --entries 18446744073709551557
    [ "$status" -eq 0 ]
    run fourscore size --table
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 14 ]
    run fourscore size --table --json
    [ "$status" -eq 0 ]
    [ "$(echo "$output" | grep -o '"safe":true' | wc -l)" -eq 13 ]
    run fourscore size --table --key-bits 60 --stored-bits 32
    [ "$status" -eq 5 ]
}

# ----------------------------------------------------------------- gen, show

@test "gen: a seed determines the set; a shorter set is its beginning" {
    fourscore gen --set end-easy -n 20 --seed 7 >a
    fourscore gen --set end-easy -n 30 --seed 7 --engine tutorial-11 >b
    fourscore gen --set end-easy -n 30 --seed 8 >c
    cmp a <(head -n 20 b)
    run cmp -s b c
    [ "$status" -eq 1 ]
    run fourscore solve --check b
    [ "$output" = "b: 30 checked, 0 wrong, 0 unfinished, 0 invalid" ]
    run fourscore gen --set middle-easy -n 20
    [ "$(echo "$output" | awk '{ n = length($1) } n >= 15 && n <= 28' | wc -l)" \
        -eq 20 ]
}

@test "gen: seed 1 generates the shipped sets" {
    for set in end-easy middle-easy middle-medium begin-easy; do
        fourscore gen --set $set -n 10 >set
        cmp set <(head -n 10 "$BATS_TEST_DIRNAME/../../testsets/$set.txt")
    done
}

@test "show: the board, the scores below the columns, the side to move" {
    run --separate-stderr fourscore show 32164625
    [ "$status" -eq 0 ]
    [ "${lines[5]}" = "   x   o   x   x   o   o   ." ]
    [ "${lines[6]}" = "   1   2   3   4   5   6   7" ]
    [ "${lines[7]}" = "  -4  -3  11   4   0  -2  -5" ]
    [[ ${lines[8]} == "x to move, score 11: x wins on move 21" ]]
    run --separate-stderr fourscore show 1212121
    [ "$status" -eq 0 ]
    [[ $output == *"x has won with move 7" ]]
    run --separate-stderr fourscore show 12121212
    [ "$status" -eq 1 ]
    [[ $stderr == *"POSITION:1:7: the game is over"* ]]
    run --separate-stderr fourscore show 111111222222333333544444455555666666777777
    [[ $output == *"a draw" ]]
}

@test "messages: singular for 1" {
    {
        fourscore book build --board 4x4 --depth 0 -o 0.book
        fourscore book build --board 4x4 --depth 1 -o 1.book
        for action in info verify; do
            fourscore book $action 0.book
            fourscore book $action 1.book
        done
        fourscore book diff 1.book 0.book || true
        given '12\n' book lookup 1.book || true
        printf '1 0\n2 9\n' >text
        fourscore book build --board 4x4 --depth 1 --from-text text -o 2.book || true
        printf '# board 4x4\n' >text
        fourscore book build --board 4x4 --depth 0 --from-text text -o 2.book || true
        fourscore book build --board 1x1 --depth 1 -o 2.book || true
        fourscore solve -v --threads 1 --table 1 </dev/null || true
        fourscore solve -v --threads 1 </dev/null
        seq 40 60 | awk '{ print $1 * $1 * 7919 }' |
            fourscore magic --bits 5 --trials 1 - || true
    } >all 2>&1
    cat all
    [ -z "$(grep -E '(^|[^0-9.])1 (plies|positions|bytes|nodes|stones|threads|trials)' all)" ]
    for one in ply position byte stone thread trial; do
        grep -E "(^|[^0-9.])1 $one([^a-z]|\$)" all
    done
}
