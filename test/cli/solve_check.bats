# solve --check: comparing scores with those in a file.

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

# check FORMAT OPTION...: run solve --check on the output of printf FORMAT.
check() {
    local input=$1
    shift
    # shellcheck disable=SC2059
    printf -- "$input" | "$FOURSCORE" solve --check "$@"
}

@test "wrong, unfinished and invalid lines have different statuses" {
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
    # an error has precedence over all of them
    run check "6146 17\n" --table 1000T
    [ "$status" -eq 3 ]
}

@test "the counts of each file and the total are on stderr" {
    run --separate-stderr fourscore solve --check good.txt
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ "$stderr" = 'good.txt: 4 checked, 0 wrong, 0 unfinished, 0 invalid' ]
    run --separate-stderr check '6146 18\n'
    [ "$stderr" = 'stdin: 1 checked, 0 wrong, 0 unfinished, 0 invalid' ]

    printf '6146 17\n\n6146\n32164625 12\n' >bad.txt
    : >empty.txt
    run --separate-stderr check '# nothing\n' good.txt bad.txt missing.txt \
        empty.txt - bad.txt
    [ "$status" -eq 5 ]
    [ "$output" = 'bad.txt:1: 6146: expected 17, found 18
bad.txt:4: 32164625: expected 12, found 11
bad.txt:1: 6146: expected 17, found 18
bad.txt:4: 32164625: expected 12, found 11' ]
    [[ $stderr == *'missing.txt: No such file or directory'* ]]
    [ "$(grep checked <<<"$stderr")" = 'good.txt: 4 checked, 0 wrong, 0 unfinished, 0 invalid
bad.txt: 2 checked, 2 wrong, 0 unfinished, 2 invalid
empty.txt: 0 checked, 0 wrong, 0 unfinished, 0 invalid
stdin: 0 checked, 0 wrong, 0 unfinished, 0 invalid
bad.txt: 2 checked, 2 wrong, 0 unfinished, 2 invalid
total: 8 checked, 4 wrong, 0 unfinished, 4 invalid' ]
}

@test "each line is counted once: right, wrong, unfinished or invalid" {
    limit='--no-book --node-limit 10 --threads 1'
    # the bounds of the empty board exclude 21, but neither 1 nor 2
    run --separate-stderr check '6146 18\n6146 17\n- 1\n 2\n- 21\n6146\n' $limit
    [ "$status" -eq 5 ]
    [ "${lines[0]}" = 'stdin:2: 6146: expected 17, found 18' ]
    [[ ${lines[1]} =~ ^stdin:5:\ -:\ expected\ 21,\ found\ -[0-9]+\.\.[0-9]+$ ]]
    [ "${#lines[@]}" -eq 2 ]
    [ "$(tail -n 1 <<<"$stderr")" = \
        'stdin: 3 checked, 2 wrong, 2 unfinished, 1 invalid' ]
}

@test "--weak compares with weak scores or with the signs of scores" {
    run --separate-stderr fourscore solve --check --weak good.txt
    [ "$status" -eq 0 ]
    [ "$stderr" = 'good.txt: 4 checked, 0 wrong, 0 unfinished, 0 invalid' ]
    run --separate-stderr check '32164625 1\n32164625 -11\n' --weak
    [ "$status" -eq 5 ]
    [ "$output" = 'stdin:2: 32164625: expected -1, found 1' ]
}

@test "--json prints wrong and invalid lines only" {
    run --separate-stderr check '6146 17\n6146 18\n6146\n-\t3\n' --json --no-book \
        --node-limit 10 --threads 1
    [ "$status" -eq 5 ]
    [ "$output" = '{"position":"6146","score":18,"last_stone":7,"file":"stdin","line":1,"expected":17}
{"position":"6146","file":"stdin","line":3,"column":5,"error":"expected a score behind the position"}' ]
    [[ $stderr == *'stdin:3:5: expected a score'*'stdin: 2 checked, 1 wrong, 1 unfinished, 1 invalid' ]]
    run --separate-stderr check '32164625 -11\n- 21\n' --json --weak
    [ "${lines[0]}" = '{"position":"32164625","weak_score":1,"file":"stdin","line":1,"expected":-1}' ]
    run --separate-stderr check '- 21\n' --json --no-book --node-limit 10
    [[ $output == '{"position":"-","lower":-'*'"finished":false,"file":"stdin","line":1,"expected":21}' ]]
}

@test "JSON has the letters of wide boards, and the time in microseconds" {
    run fourscore solve --json --pv --board 12x1 <<<123456789a
    [ "$output" = '{"position":"123456789a","score":0,"last_stone":12,"pv":"bc"}' ]
    # A search that does not end takes its whole limit.
    run --separate-stderr fourscore solve --json -v --board 10x11 --time-limit 0.1 <<<-
    [[ $output =~ '"microseconds":'([0-9]+) ]]
    [ "${BASH_REMATCH[1]}" -ge 100000 ]
}

@test "--all-moves --check accepts the output of --all-moves" {
    full=111111222222333333544444455555666666777777
    { cut -d ' ' -f 1 good.txt; echo $full; } >positions
    for options in '' --weak; do
        # shellcheck disable=SC2086
        fourscore solve --all-moves $options positions >moves
        # shellcheck disable=SC2086
        run --separate-stderr fourscore solve --all-moves --check $options moves
        [ "$status" -eq 0 ]
        [ -z "$output" ]
        [ "$stderr" = 'moves: 5 checked, 0 wrong, 0 unfinished, 0 invalid' ]
    done
    # all positions of a small board, in all notations
    "$BATS_TEST_DIRNAME/../support/positions" 4x4 4 >positions
    printf '%s\n' '' - '..../..../.o../.xx.' ' . . . . / . . . . / . o . . / . x x .' \
        '[0,0,0,0, 0,0,0,0, 0,2,0,0, 0,1,1,0]' >>positions
    fourscore solve --board 4x4 --all-moves positions >moves
    run --separate-stderr fourscore solve --board 4x4 --all-moves --check moves
    [ "$status" -eq 0 ]
    [ "$stderr" = "moves: $(wc -l <positions) checked, 0 wrong, 0 unfinished, 0 invalid" ]
    [ "$(wc -l <positions)" -gt 50 ]
}

@test "--all-moves --check finds a wrong score and a wrong full column" {
    right='32164625 -4 -3 11 4 0 -2 -5'
    full=71732115512261266656242774376715554
    moves="$full -1000 -1000 -3 -3 -1000 -1000 -1000"
    run --separate-stderr check "$right\n$moves\n" --all-moves
    [ "$status" -eq 0 ]
    run --separate-stderr check "${right%-5} -4\n$full -1000 2 -3 -3 -1000 -1000 -1000
$full -1000 -1000 -1000 -3 -1000 -1000 -1000\n" --all-moves
    [ "$status" -eq 5 ]
    [ "$output" = "\
stdin:1: 32164625: expected -4 -3 11 4 0 -2 -4, found -4 -3 11 4 0 -2 -5
stdin:2: $full: expected -1000 2 -3 -3 -1000 -1000 -1000, found -1000 -1000 -3 -3 -1000 -1000 -1000
stdin:3: $full: expected -1000 -1000 -1000 -3 -1000 -1000 -1000, found -1000 -1000 -3 -3 -1000 -1000 -1000" ]
    [ "$stderr" = 'stdin: 3 checked, 3 wrong, 0 unfinished, 0 invalid' ]
    run --separate-stderr check "$full -1000 2 -3 -3 -1000 -1000 -1000\n" \
        --all-moves --json
    [[ $output == *'"move_scores":[null,null,-3,-3,null,null,null],'*'"expected":[null,2,-3,-3,null,null,null]}' ]]
    run --separate-stderr check "${right%-5} -4\n" --all-moves --weak
    [ "$status" -eq 0 ]
    run --separate-stderr check "${right%-5} 4\n" --all-moves --weak
    [ "$output" = 'stdin:1: 32164625: expected -1 -1 1 1 0 -1 1, found -1 -1 1 1 0 -1 -1' ]
    # one unfinished column
    run --separate-stderr check '- -2 -1 0 1 0 -1 -2\n' --all-moves --no-book \
        --node-limit 100 --threads 1
    [ "$status" -eq 4 ]
    [ "$stderr" = 'stdin: 0 checked, 0 wrong, 1 unfinished, 0 invalid' ]
}

@test "--all-moves --check: bad lines" {
    run --separate-stderr check \
        '6146 1 2 3\n6146 1 2 3 4 5 6 7 8\n6146 1 2 3 -999 5 6 7\n6149 1 2 3 4 5 6 7\n6146 -3..4 2 3 4 5 6 7\n6146\n' \
        --all-moves
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    [ "$stderr" = "\
stdin:1:11: expected 7 scores behind the position, found 3
stdin:2:20: expected the end of the line
stdin:3:12: this is not a score
stdin:4:4: '9' is not a column, expected 1 to 7
stdin:5:6: this is not a score
stdin:6:5: expected 7 scores behind the position, found 0
stdin: 0 checked, 0 wrong, 0 unfinished, 6 invalid" ]
    # -1000 is not a score of a position
    run --separate-stderr check '6146 -1000\n'
    [ "$status" -eq 1 ]
}

@test "only the first few lines with unexpected scores are reported" {
    for _ in 1 2 3 4 5 6 7 8 9 10; do cat good.txt; done >many.txt
    echo 6149 >>many.txt
    run --separate-stderr fourscore solve many.txt
    [ "$status" -eq 1 ]
    # but each has a line in the output
    [ "$({ fourscore solve many.txt 2>/dev/null || true; } | wc -l)" -eq 41 ]
    [ "$stderr" = "\
many.txt:1:40: expected the end of the line; to compare a score: --check
many.txt:2:37: expected the end of the line; to compare a score: --check
many.txt:3:17: expected the end of the line; to compare a score: --check
many.txt:41:4: '9' is not a column, expected 1 to 7
fourscore solve: 37 more lines like these; to compare a score: --check" ]
    # the advice works
    run --separate-stderr fourscore solve --check good.txt
    [ "$status" -eq 0 ]
    run --separate-stderr fourscore solve --all-moves --check many.txt
    [ "$status" -eq 1 ]
    [[ $stderr == *'many.txt:1:41: expected 7 scores behind the position, found 1; to compare a score: --check'* ]]
    [[ $stderr == *'37 more lines like these; to compare a score: --check'* ]]

    cut -d ' ' -f 1 good.txt | fourscore solve --all-moves >moves.txt
    for options in '' --check; do
        # shellcheck disable=SC2086
        run --separate-stderr fourscore solve $options moves.txt
        [ "$status" -eq 1 ]
        [[ $stderr == *'fourscore solve: 1 more line like these; to compare a score per column: --all-moves --check'* ]]
    done
    # in JSON every line has its error
    run --separate-stderr fourscore solve --json many.txt
    [ "$(grep -c '"error"' <<<"$output")" -eq 41 ]
}
