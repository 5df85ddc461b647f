# Files and lines that commands read.

load fixture.bash

certificate=$BATS_TEST_DIRNAME/../../proof/certificates/5x5-first.cert

@test "a line ends with LF, CRLF or the file; comments and blanks behind a position do not count" {
    run --separate-stderr -0 given '6146\n32164625\n# late\n6146\r\n6146 \t\n6146' solve
    [ "$output" = $'6146 18\n32164625 11\n6146 18\n6146 18\n6146 18' ]
    [ -z "$stderr" ]
    run -0 given '' solve
    [ -z "$output" ]
    printf '# late\r\n6146 18\r\n6146\t18' >set
    run --separate-stderr -0 fourscore bench --strong --csv set
    [[ ${lines[1]} == set,strong,fast,*,protocol,2,* ]]
    run --separate-stderr -1 given ' # no comment\n' solve
    [ "$stderr" = 'stdin:1:1: only blanks, or a comment after #; the empty board is written as -' ]
    # show and review read them as one text, and as a line
    prints 0 "$(fourscore show --format key 4453)" given '# late\n\n4453\n' show --format key -
    prints 0 '4453 *' fourscore review --short $'# late\n4453'
    prints 0 $'- 3\n33 3' given '# 1\r\n- \r\n33\n' follow "$certificate"
    run -0 given '# 1\r\n44\t\r\n-\r\n' review --short
    [ "$(cut -d ' ' -f 1 <<<"$output")" = $'44\n-' ]
    run -0 given '# 1\r\n44\t\r\n-' explain --json -
    [ "${#lines[@]}" -eq 2 ]
}

@test "an empty line or - is the empty board, where a position is asked for" {
    run --separate-stderr -1 given '-\n\n - \n--\n-1\n-' solve --board 4x4
    [ "$output" = $'- 0\n 0\n - 0\n\n\n- 0' ]
    [ "$(cut -d : -f 1-2 <<<"$stderr")" = $'stdin:4\nstdin:5' ]
    run -1 given ' \t\n' solve
    [ "${lines[0]}" = 'stdin:1:1: only blanks, or a comment after #; the empty board is written as -' ]
    run --separate-stderr -5 given '- 0\n- \t1\n 1\n' solve --board 4x4 --check
    [ "$output" = $'stdin:2: -: expected 1, found 0\nstdin:3: -: expected 1, found 0' ]
    run -0 given '- 0' bench --board 4x4 --csv --strong -
    for line in - ''; do
        [ "$(given "$line\r\n" show --board 4x4 --format key -)" = 0 ]
        run -0 given "$line\n" solve --board 4x4 --json
        [[ $output == "{\"position\":\"$line\",\"score\":0,"* ]]
        [ "$(given "$line\n" book lookup builtin)" = "$line 1" ]
    done
    run -1 given '-1\n' show --board 4x4 -
    run -0 given '\n\n' review --short # blank lines between games
    [ -z "$output" ]
}

@test "a byte order mark before the first line of a file is skipped" {
    mark='\357\273\277'
    run --separate-stderr given "${mark}6146\n6146\n" solve
    [ "$output" = $'6146 18\n6146 18' ]
    printf "${mark}# late\r\n6146 18\r\n" >marked.txt
    run --separate-stderr -0 given "$mark" solve --check marked.txt marked.txt -
    [[ $stderr == *'total: 2 checked, 0 wrong, 0 unfinished, 0 invalid' ]]
    run -0 fourscore bench --csv marked.txt
    run -0 given "$mark" solve
    [ -z "$output" ]
    run --separate-stderr given "$mark\n" solve --check # the empty board
    [[ $stderr == stdin:1:1:* ]]
    # columns in messages do not count the mark
    run --separate-stderr -1 given "${mark}61x\n6146\n" solve
    [[ $stderr == stdin:1:3:* ]]
    [ "$(given "${mark}6146\n" show --format moves -)" = 6146 ]
    [ "$(given "${mark}6146\n" book lookup builtin)" = '6146 18' ]
    run -0 given "${mark}1\n2\n" magic -
    run -1 given '\357\273' solve
}

@test "bad lines are reported with their place, and give empty lines; the others are solved" {
    full=111111222222333333544444455555666666777777
    printf '%s\n' 6146 4458 4444444 12121212 4x4 '6146 7' $full ${full}1 '  ' >lines
    printf '\0006146\n6\302\n\303\050\n6146\n' >>lines
    run --separate-stderr -1 fourscore solve lines
    [ "$output" = $'6146 18\n\n\n\n\n\n'$full$' 0\n\n\n\n\n\n6146 18' ]
    [ "$stderr" = "\
lines:2:4: '8' is not a column, expected 1 to 7
lines:3:7: column 4 is full
lines:4:7: the game is over: the first player wins with move 7
lines:5:2: 'x' is not a column, expected 1 to 7
lines:6:6: expected the end of the line; to compare a score: --check
lines:8:43: the board is full before move 43
lines:9:1: only blanks, or a comment after #; the empty board is written as -
lines:10:1: byte 0x00 is not a column, expected 1 to 7
lines:11:2: byte 0xc2 is not a column, expected 1 to 7
lines:12:1: byte 0xc3 is not a column, expected 1 to 7" ]
    printf '32164625 11\n6146\n' >bad.txt
    run --separate-stderr -1 fourscore bench -s bad.txt
    [ "$stderr" = "bad.txt:2:5: expected a score behind the position" ]
    [[ $output == *$'\nbad  '* ]]
}

@test "a text in UTF-16 is refused once" {
    for text in '4\n44\n' '# c\n44\n'; do
        for encoding in UTF-16 UTF-16LE UTF-16BE; do
            printf "$text" | iconv -t $encoding >wide
            for command in solve review 'move --level 1' 'explain -' 'show -'; do
                prints 1 'stdin:1:1: the text is UTF-16; expected UTF-8' fourscore $command <wide
            done
        done
    done
    # a zero byte in a short line is a wrong byte: what follows is read
    run --separate-stderr -1 fourscore solve < <(printf '4\x00\n6146\n')
    [ "$output" = $'\n6146 18' ]
}

@test "a line of 10 MB is refused, and read to its end" {
    { head -c 10000000 /dev/zero | tr '\0' 4; printf '\n6146\n'; } >long.txt
    run --separate-stderr -1 fourscore solve long.txt
    [ "$stderr" = "long.txt:1:4097: this is too long; at most 4096 bytes are read" ]
    [ "$output" = $'\n6146 18' ]
    run --separate-stderr -1 fourscore review --json long.txt
    [ "$stderr" = "long.txt:1: this is too long; at most 4096 bytes are read" ]
    [[ ${lines[0]} == *'"move":null,'* ]]
    { printf 6146; head -c 10000000 /dev/zero | tr '\0' ' '; printf '\n'; } >long.txt
    for command in solve "follow $certificate" 'review --short' 'move --level 1' 'explain -' 'book lookup builtin'; do
        run --separate-stderr -1 fourscore $command <long.txt
        [[ $stderr == stdin:1:*' this is too long; at most 4096 bytes are read' ]]
    done
    run -1 fourscore review --short "$(printf '%-4097s' 44)"
    [[ $output == *"...': this is too long; at most 4096 bytes are read" ]]
    [[ $(fourscore play --seed 1 --you second <long.txt) == *'This is too long.'* ]]
    run -1 fourscore explain "$(printf '%-4097s' 44)"
    [ "$output" = 'fourscore explain: POSITION: no position is longer than 4096 bytes' ]
    prints 1 'fourscore show: stdin: no position is longer than 65536 bytes' fourscore show - <long.txt
    # The longest lines that are taken.
    printf '%-4096s\n6146\n' 6146 | fourscore solve | cmp - <(printf '6146 18\n6146 18\n')
    fourscore review --short "$(printf '%-4096s' 44)"
    fourscore explain "$(printf '%-4096s' 44)"
    [ "$(printf '%-65536s' 6146 | fourscore show --format moves -)" = 6146 ]
    run -1 fourscore show --format moves - < <(printf '%-65537s' 6146)
}

@test "several files, one missing, one a folder, one without lines" {
    echo 6146 >a.txt
    echo '6146 18' >b.txt
    touch empty.txt
    mkdir folder
    run --separate-stderr -1 given '6146\n' solve a.txt missing.txt folder a.txt - empty.txt
    [ "$output" = $'6146 18\n6146 18\n6146 18' ]
    [ "$stderr" = "fourscore solve: missing.txt: No such file or directory
fourscore solve: folder: Is a directory" ]
    run --separate-stderr -1 fourscore bench -s --csv empty.txt folder missing.txt b.txt
    [ "$stderr" = "fourscore bench: empty.txt: no positions
fourscore bench: folder: Is a directory
fourscore bench: missing.txt: No such file or directory" ]
    [ "$(grep -c ^b, <<<"$output")" -eq 1 ]
    run -0 fourscore review empty.txt
    [ -z "$output" ]
}

# bats test_tags=unix
@test "a folder as input: status 1" {
    for command in solve 'solve .' 'bench .' 'show -' 'book lookup builtin' 'review .' 'magic .' \
        'check .' 'follow .'; do
        echo "$command"
        prints 1 '*Is a directory' fourscore $command <.
    done
}

# bats test_tags=unix
@test "a closed stdin is not an empty one: status 3" {
    for command in solve 'solve --check' 'show -' 'explain -' review move play 'book lookup builtin' 'bench -'; do
        echo "$command"
        run -3 --separate-stderr bash -c 'timeout 60 "$FOURSCORE" "$@" <&-' bash $command
        [ "${stderr_lines[0]}" = "fourscore ${command% [-b]*}: stdin: Bad file descriptor" ]
    done
}

# bats test_tags=unix
@test "each file is closed before the next one is opened" {
    echo 4453 >one
    for command in 'solve --threads 1 one' "check $certificate"; do
        run -0 bash -c 'ulimit -n 24 && exec "$FOURSCORE" "$@" $(yes "${@: -1}" | head -n 39)' \
            bash $command
        [ "${#lines[@]}" -eq 40 ]
    done
}

# Check the advice for a position given as a file, and print the output of the
# command that it names.
advised() {
    run --separate-stderr -1 fourscore solve "$@" </dev/null
    [ -z "$output" ]
    [[ $stderr == "fourscore solve: no file '${*: -1}'; for the position itself: "* ]]
    run --separate-stderr -0 eval "${stderr#*itself: }"
    echo "$output"
}

@test "solve: a position given in place of a file" {
    [ "$(advised 4453)" = '4453 -2' ]
    [ "$(advised '')" = '- 1' ]
    [ "$(advised --board 8x8 121212)" = '121212 29' ]
    # not a position, another error, or a file
    for path in 4458 4444444; do
        prints 1 "fourscore solve: $path: No such file or directory" fourscore solve $path
    done
    echo '6146 18' >4454
    run -0 fourscore solve --check 4454
}
