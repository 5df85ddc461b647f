# fourscore solve: scores, in text and JSON, and --check, which compares scores with those
# in a file.

load fixture.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' \
        '23163416124767223154467471272416755633 0' \
        '65214673556155731566316327373221417 -1' \
        '274552224131661 0' \
        '32164625 11' >good.txt
}

command=solve

# check FORMAT OPTION...: same, and compare.
check() {
    given "$1" --check "${@:2}"
}

full=111111222222333333544444455555666666777777
hard='--no-book --node-limit 10 --threads 1' # unfinished, but for what needs no search

# ------------------------------------------------------------------- answers

@test "--weak, --all-moves, --best, --pv, --verbose" {
    run given '6146\n65214673556155731566316327373221417\n' -w
    [ "$output" = $'6146 1\n65214673556155731566316327373221417 -1' ]
    run given "65214673556155731566316327373221417\n$full\n" -a --best --pv
    # fields: position, 7 move scores, best columns, moves
    [ "$(echo "${lines[0]}" | wc -w)" -eq 10 ]
    [ "${lines[1]}" = "$full -1000 -1000 -1000 -1000 -1000 -1000 -1000 - -" ]
    run --separate-stderr given '6146\n' -v
    [[ $output =~ ^6146\ 18\ [0-9]+\ [0-9]+$ ]]
    [[ $stderr == "board 7x6, engine "* ]]
}

@test "with --first-column 0 the columns of answers count from 0" {
    read -r _ score best pv <<<"$(fourscore solve --best --pv <<<44442)"
    from_0=$(tr 1-7 0-6 <<<"$best $pv")
    prints 0 "33331 $score $from_0" fourscore solve --best --pv --first-column 0 <<<33331
    fourscore solve --best --pv --json --first-column 0 <<<33331 >found
    fourscore explain --json --first-column 0 2330122 >>found
    fourscore explain --json 3441233 >>found
    fourscore review --json --first-column 0 2330 >>found
    python3 - "$from_0" found <<'END'
import json, sys
solved, explained, expected, review = map(json.loads, open(sys.argv[2]))
found = "".join(map(str, solved["best"])), solved["pv"]
move = expected["move"]
shown = [explained["move"][name] for name in ("column", "better")]
wanted = [move["column"] - 1, [column - 1 for column in move["better"]]]
lines = [[reason["line"] for reason in each["reasons"]] for each in (explained, expected)]
shifted = [line.translate(str.maketrans("1234567", "0123456")) for line in lines[1]]
columns = "".join(str(each["column"]) for each in review["moves"])
if " ".join(found) != sys.argv[1] or shown != wanted or lines[0] != shifted or not shifted \
        or explained["sentences"] != expected["sentences"] or columns != review["game"] \
        or columns != "2330" or review["moves"][0]["best"] != [3]:
    raise SystemExit(f"{found} {shown} {wanted} {lines} {review}")
END
    # what is printed is read again as the same game
    fourscore review --short --first-column 0 03 0312 >games
    prints 0 "$(cat games)" fourscore review --short --first-column 0 games
    run -0 fourscore review --first-column 0 03
    [ "${lines[0]}" = 03 ]
    [[ $output == *$'\n   2  o 3 '* ]]
    # boards for people have the same numbers
    run -0 fourscore show --first-column 0 33
    [ "${lines[6]}" = '   0   1   2   3   4   5   6' ]
    run -0 fourscore explain --first-column 0 3333
    [[ $output == *$'\n     0 1 2 3 4 5 6\n'* ]]
}

@test "--json is one valid object per line, also for errors" {
    late=65214673556155731566316327373221417
    run --separate-stderr -1 given "$late\n6149\n\377x\n" --json -a --best --pv -v
    [ "${#lines[@]}" -eq 3 ]
    [[ ${lines[0]} == *"\"position\":\"$late\",\"score\":-1,"* ]]
    [[ ${lines[0]} == *'"move_scores":['*'"best":['*'"pv":"'*'"nodes":'* ]]
    [[ ${lines[1]} == *'"line":2,"column":4,"error":'* ]]
    [[ ${lines[2]} == *'"line":3,"column":1,"error":"byte 0xff'* ]]
    python3 -c 'import json, sys
for line in sys.stdin: json.loads(line)' <<<"$output"
    run given '123456789a\n' --json --pv --board 12x1
    [ "$output" = '{"position":"123456789a","score":0,"last_stone":12,"pv":"bc"}' ]
    # A search that does not end takes its whole limit.
    run --separate-stderr given '-\n' --json -v --board 10x11 --time-limit 0.1
    [[ $output =~ '"microseconds":'([0-9]+) ]]
    [ "${BASH_REMATCH[1]}" -ge 100000 ]
    [ "${BASH_REMATCH[1]}" -lt 100000000 ]
}

@test "--fresh: what was solved before does not change the nodes" {
    three='274552224131661\n274552224131661\n274552224131661\n'
    nodes=$(given $three -v --fresh --threads 1 2>/dev/null | cut -d ' ' -f 3 | uniq)
    [ "$nodes" -gt 0 ]
    [ "$(given $three -v --threads 1 2>/dev/null | sed -n '2s/.* .* \(.*\) .*/\1/p')" -lt "$nodes" ]
}

@test "engines have the same scores, with the smallest table, which the message names" {
    for engine in tutorial-11:650215 tutorial-12:650215 dfpn:589824 fast:8847040; do
        set -- --engine "${engine%:*}" --threads 1 --table
        run --separate-stderr -0 check "$(cat good.txt)\n" "$@" "${engine#*:}"
        run --separate-stderr -2 given '' "$@" $((${engine#*:} - 1))
        [[ $stderr == *"too few: the minimum for "*" is ${engine#*:} bytes: use "* ]]
    done
    for arguments in '4x4 dfpn 3' '8x8 fast 7' '7x6 fast 2' '10x11 tutorial-12 1'; do
        echo "$arguments"
        read -r board engine threads <<<"$arguments"
        set -- --board "$board" --engine "$engine" --threads "$threads" --table
        run -2 given '' "$@" 1
        [[ ${lines[0]} =~ board\ of\ $board,\ .*\ is\ ([0-9]+)\ bytes:\ use\ --table\ ([0-9.]+[KMG]?)$ ]]
        for size in "${BASH_REMATCH[@]:1:2}"; do
            given '' "$@" "$size"
        done
        run -2 given '' "$@" $((BASH_REMATCH[1] - 1))
    done
}

# ---------------------------------------------------------- comparing scores

@test "--check: wrong, unfinished and invalid lines have different statuses" {
    run -0 check '6146 18\n' $hard
    run -1 check '6146\n' $hard
    run -4 check ' 1\n' $hard
    run -5 check '6146 17\n' $hard
    run -4 check '6146\n 1\n' $hard
    run -5 check '6146 17\n 1\n6146\n' $hard
    run -3 check '6146 17\n' --table 1000T
}

@test "--check: each line is counted once, and the counts of files are added up" {
    # the bounds of the empty board exclude 21, but neither 1 nor 2
    run --separate-stderr -5 check '6146 18\n6146 17\n- 1\n 2\n- 21\n6146\n6146 42\n6146 43' $hard
    [ "${lines[0]}" = 'stdin:2: 6146: expected 17, found 18' ]
    [[ ${lines[1]} =~ ^stdin:5:\ -:\ expected\ 21,\ found\ -[0-9]+\.\.[0-9]+$ ]]
    [ "${lines[2]}" = 'stdin:7: 6146: expected 42, found 18' ]
    [ "${#lines[@]}" -eq 3 ]
    [ "${stderr_lines[-1]}" = 'stdin: 4 checked, 3 wrong, 2 unfinished, 2 invalid' ]
    run -5 fourscore solve --board 4x4 --check <<<'. . . . / . . . . / . o . . / . x x . / 1 2 3 4 -1'
    [[ ${lines[0]} == *'1 2 3 4: expected -1, found 0' ]]

    printf '6146 17\n\n6146\n32164625 12\n' >bad.txt
    : >empty.txt
    run --separate-stderr -5 check '# nothing\n' good.txt bad.txt missing.txt empty.txt - bad.txt
    [ "$output" = 'bad.txt:1: 6146: expected 17, found 18
bad.txt:4: 32164625: expected 12, found 11
bad.txt:1: 6146: expected 17, found 18
bad.txt:4: 32164625: expected 12, found 11' ]
    [ "$(grep checked <<<"$stderr")" = 'good.txt: 4 checked, 0 wrong, 0 unfinished, 0 invalid
bad.txt: 2 checked, 2 wrong, 0 unfinished, 2 invalid
empty.txt: 0 checked, 0 wrong, 0 unfinished, 0 invalid
stdin: 0 checked, 0 wrong, 0 unfinished, 0 invalid
bad.txt: 2 checked, 2 wrong, 0 unfinished, 2 invalid
total: 8 checked, 4 wrong, 0 unfinished, 4 invalid' ]
    run --separate-stderr -0 fourscore solve --check good.txt good.txt
    [ "${stderr_lines[-1]}" = 'total: 8 checked, 0 wrong, 0 unfinished, 0 invalid' ]
}

@test "--check --weak compares with weak scores or with the signs of scores" {
    run --separate-stderr -0 fourscore solve --check --weak good.txt
    run --separate-stderr -5 check '32164625 1\n32164625 -11\n' --weak
    [ "$output" = 'stdin:2: 32164625: expected -1, found 1' ]
    weak='{"position":"32164625","weak_score":1}'
    run --separate-stderr -0 check "$weak\n" --weak
    run --separate-stderr -1 check "$weak\n"
    [[ $stderr == 'stdin:1:1: expected a score in the object'* ]]
}

@test "--check --json prints wrong and invalid lines only" {
    run --separate-stderr -5 check '6146 17\n6146 18\n6146\n-\t3\n' --json $hard
    [ "$output" = '{"position":"6146","score":18,"last_stone":7,"file":"stdin","line":1,"expected":17}
{"position":"6146","file":"stdin","line":3,"column":5,"error":"expected a score behind the position"}' ]
    [[ $stderr == *'stdin:3:5: expected a score'*'stdin: 2 checked, 1 wrong, 1 unfinished, 1 invalid' ]]
    run --separate-stderr check '32164625 -11\n' --json --weak
    [ "$output" = '{"position":"32164625","weak_score":1,"file":"stdin","line":1,"expected":-1}' ]
    run --separate-stderr check '- 21\n' --json $hard
    [[ $output == '{"position":"-","lower":-'*'"finished":false,"file":"stdin","line":1,"expected":21}' ]]
}

@test "--all-moves --check accepts the output of --all-moves" {
    { cut -d ' ' -f 1 good.txt; echo $full; } >positions
    for options in '' --weak; do
        fourscore solve --all-moves $options positions >moves
        run --separate-stderr -0 fourscore solve --all-moves --check $options moves
        [ "$stderr" = 'moves: 5 checked, 0 wrong, 0 unfinished, 0 invalid' ]
    done
    # all positions of a small board, in all notations
    "$BATS_TEST_DIRNAME/../support/positions" 4x4 4 >positions
    printf '%s\n' '' - '..../..../.o../.xx.' ' . . . . / . . . . / . o . . / . x x .' \
        '[0,0,0,0, 0,0,0,0, 0,2,0,0, 0,1,1,0]' >>positions
    fourscore solve --board 4x4 --all-moves positions >moves
    run --separate-stderr -0 fourscore solve --board 4x4 --all-moves --check moves
    [ "$stderr" = "moves: $(wc -l <positions) checked, 0 wrong, 0 unfinished, 0 invalid" ]
    [ "$(wc -l <positions)" -gt 50 ]
}

@test "--all-moves --check finds a wrong score and a wrong full column" {
    right='32164625 -4 -3 11 4 0 -2 -5'
    late=71732115512261266656242774376715554
    run -0 check "$right\n$late -1000 -1000 -3 -3 -1000 -1000 -1000\n" --all-moves
    run --separate-stderr -5 check "${right%-5} -4\n$late -1000 2 -3 -3 -1000 -1000 -1000
$late -1000 -1000 -1000 -3 -1000 -1000 -1000\n" --all-moves
    [ "$output" = "\
stdin:1: 32164625: expected -4 -3 11 4 0 -2 -4, found -4 -3 11 4 0 -2 -5
stdin:2: $late: expected -1000 2 -3 -3 -1000 -1000 -1000, found -1000 -1000 -3 -3 -1000 -1000 -1000
stdin:3: $late: expected -1000 -1000 -1000 -3 -1000 -1000 -1000, found -1000 -1000 -3 -3 -1000 -1000 -1000" ]
    [ "$stderr" = 'stdin: 3 checked, 3 wrong, 0 unfinished, 0 invalid' ]
    run --separate-stderr check "$late -1000 2 -3 -3 -1000 -1000 -1000\n" --all-moves --json
    [[ $output == *'"move_scores":[null,null,-3,-3,null,null,null],'*'"expected":[null,2,-3,-3,null,null,null]}' ]]
    run -0 check "${right%-5} -4\n" --all-moves --weak
    run --separate-stderr check "${right%-5} 4\n" --all-moves --weak
    [ "$output" = 'stdin:1: 32164625: expected -1 -1 1 1 0 -1 1, found -1 -1 1 1 0 -1 -1' ]
    # one unfinished column
    run --separate-stderr -4 check '- -2 -1 0 1 0 -1 -2\n' --all-moves --no-book --node-limit 100 --threads 1
    [ "$stderr" = 'stdin: 0 checked, 0 wrong, 1 unfinished, 0 invalid' ]
}

@test "--check: what is wrong behind a position" {
    run --separate-stderr -1 check \
        '6146 1 2 3\n6146 1 2 3 4 5 6 7 8\n6146 1 2 3 -999 5 6 7\n6149 1 2 3 4 5 6 7\n6146 -3..4 2 3 4 5 6 7\n6146\n' \
        --all-moves
    [ -z "$output" ]
    [ "$stderr" = "\
stdin:1:11: expected 7 scores behind the position, found 3
stdin:2:6: expected the end of the line
stdin:3:12: this is not a score
stdin:4:4: '9' is not a column, expected 1 to 7
stdin:5:6: this is not a score
stdin:6:5: expected 7 scores behind the position, found 0
stdin: 0 checked, 0 wrong, 0 unfinished, 6 invalid" ]
    run -1 check '6146 -1000\n' # which is not a score of a position
}

@test "only the first few lines with unexpected scores are reported" {
    for _ in 1 2 3 4 5 6 7 8 9 10; do cat good.txt; done >many.txt
    echo 6149 >>many.txt
    run --separate-stderr -1 fourscore solve many.txt
    [ "$stderr" = "\
many.txt:1:40: expected the end of the line; to compare a score: --check
many.txt:2:37: expected the end of the line; to compare a score: --check
many.txt:3:17: expected the end of the line; to compare a score: --check
many.txt:41:4: '9' is not a column, expected 1 to 7
fourscore solve: 37 more lines like these; to compare a score: --check" ]
    # but each has a line in the output
    [ "$({ fourscore solve many.txt 2>/dev/null || true; } | wc -l)" -eq 41 ]
    run --separate-stderr -1 fourscore solve --all-moves --check many.txt
    [[ $stderr == *'many.txt:1:41: expected 7 scores behind the position, found 1; to compare a score: --check'* ]]
    [[ $stderr == *'37 more lines like these; to compare a score: --check'* ]]
    cut -d ' ' -f 1 good.txt | fourscore solve --all-moves >moves.txt
    for options in '' --check; do
        run --separate-stderr -1 fourscore solve $options moves.txt
        [[ $stderr == *'fourscore solve: 1 more line like these; to compare a score per column: --all-moves --check'* ]]
    done
    head -n 3 moves.txt >three.txt
    run -1 fourscore solve three.txt
    [[ $output != *more* ]]
    # in JSON every line has its error
    run --separate-stderr -1 fourscore solve --json many.txt
    [ "$(grep -c '"error"' <<<"$output")" -eq 41 ]
}
