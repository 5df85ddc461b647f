# Arguments: what is refused and why, and what --help and --version print.  Reasons are
# compared here, word by word; other tests compare what they report about their input.

load fixture.bash

# refused STATUS: check each line 'ARGUMENTS | REASON' of stdin: nothing is printed but the
# reason, and the advice to read --help if the arguments are bad usage.
refused() {
    local wanted=$1 arguments reason said
    while IFS='|' read -r arguments reason; do
        echo "fourscore $arguments"
        status=0
        eval "fourscore $arguments" </dev/null >printed 2>said || status=$?
        mapfile -t said <said
        [ "$status" -eq "$wanted" ]
        [ ! -s printed ]
        [ "${said[0]}" = "fourscore$reason" ]
        [ "$wanted" -ne 2 ] || [[ ${said[-1]} == "Try 'fourscore"*" --help'." ]]
    done
}

@test "arguments that are missing, unknown, or too many" {
    refused 2 <<'END'
|: a command is missing
nonsense |: there is no command 'nonsense'
--nonsense |: unrecognized option '--nonsense'
--version solve |: unexpected argument 'solve'
-v |: --verbose goes with --version
book | book: a command is missing
book nonsense | book: there is no command 'nonsense'
book list --output x | book list: unrecognized option '--output'
book list --depth 3 -o x | book list: invalid option -- 'o'
book --depth 3 build | book: unrecognized option '--depth'
gen -: | gen: invalid option -- ':'
gen -n | gen: option requires an argument -- 'n'
gen --seed | gen: option '--seed' requires an argument
solve --best=3 | solve: option '--best' doesn't allow an argument
solve --t 3 | solve: option '--t' is ambiguous; possibilities: '--time-limit' '--total-time-limit' '--table' '--table-file' '--threads'
solve --n=1 | solve: option '--n=1' is ambiguous; possibilities: '--node-limit' '--no-book'
gen | gen: --set NAME is required, or --all-moves for a data set
show | show: POSITION is missing; '' is the empty board
explain | explain: POSITION is missing; '' is the empty board
magic | magic: FILE is missing; - is stdin
check | check: no certificate given
follow | follow: no certificate given
prove 4 | prove: --output FILE is missing
book info | book info: BOOK is missing
book verify | book verify: BOOK is missing
book lookup | book lookup: BOOK is missing
book diff a | book diff: BOOK is missing
book build | book build: --depth N is missing
book build --depth 3 | book build: build needs --journal or --output, to keep the scores
book add --depth 3 | book add: --journal FILE is missing
size more | size: unexpected argument 'more'
puzzle more | puzzle: unexpected argument 'more'
play 4 more | play: unexpected argument 'more'
show 44 more | show: unexpected argument 'more'
explain 4 more | explain: unexpected argument 'more'
magic one more | magic: unexpected argument 'more'
follow file 4 more | follow: unexpected argument 'more'
book info a more | book info: unexpected argument 'more'
book build --depth 3 more | book build: unexpected argument 'more'
bench --board 5x5 | bench: there are no sets on a board of 5x5; name a FILE
END
    run fourscore book --depth 3 build
    [ "${lines[1]}" = 'fourscore book: the options of a command follow its name' ]
}

@test "options that exclude or need each other" {
    refused 2 <<'END'
size --keys 5 --board 7x6 | size: give one of --board, --keys, --key-bits
size --entries 5 --memory 1M | size: give one of --entries, --memory, --table
bench --csv --json | bench: give one of --csv, --json
bench --pipe --throughput | bench: give one of --throughput, --pipe
bench --signature x | bench: --signature goes with --strong, --weak and at most one --engine
bench --signature --json | bench: --signature goes with --strong, --weak and at most one --engine
bench --signature --threads 2 | bench: --signature goes with --strong, --weak and at most one --engine
bench --threads 1,2,3,4,5,6,7,8,9 --engine fast --engine dfpn | bench: at most 16 engines and numbers of threads at once
gen --all-moves --json --csv | gen: give one of --csv, --json
gen --set end-easy --all-moves | gen: --set and --all-moves exclude each other
gen --set end-easy --json | gen: --json goes with --all-moves
gen --set end-easy --no-wins-at-once | gen: --no-wins-at-once goes with --all-moves
gen --all-moves --level 2 | gen: --level goes with --sampling level
gen --all-moves --sampling level --level 5 --board 7x7 | gen: --level 5: boards of more than 42 cells take too long
gen --all-moves --min-ply 20 --max-ply 19 | gen: --min-ply: expected at most --max-ply, 19, got 20
gen --all-moves --min-ply 42 --max-ply 42 | gen: --min-ply: expected at most --max-ply, 41, got 42
review --short --json 44 | review: give one of --short, --json
solve --check --best | solve: --check goes with none of --best, --pv, --verbose
solve --check --pv | solve: --check goes with none of --best, --pv, --verbose
solve --check --verbose | solve: --check goes with none of --best, --pv, --verbose
solve --save-every 5 | solve: --save-every goes with --table-file
solve --weak --pv | solve: --pv goes with exact scores, not with --weak
solve --engine tutorial-12 --threads 2 | solve: --threads: the engine tutorial-12 supports one thread only, got 2
show 44 --engine tutorial-12 --threads 2 | show: --threads: the engine tutorial-12 supports one thread only, got 2
bench --engine tutorial-12 --engine tutorial-11 --threads 1,2 | bench: --threads: the engine tutorial-12 supports one thread only, got 2
show --format diagram --threads 2 4453 | show: --threads: --format does not search
prove -o x --result win --score 3 | prove: --score: --result is given, too
puzzle --json --solutions | puzzle: --solutions: --json has the solutions anyway
follow - | follow: the certificate must be a file, because stdin has the moves
book verify --seed 2 builtin | book verify: --seed: verify searches only with --sample
book verify --threads 2 builtin | book verify: --threads: verify searches only with --sample
book build --depth 3 --journal j --from-text t | book build: --from-text does not go with --journal; to add scores to a journal, use 'fourscore book add'
book build --depth 3 -o - | book build: --output: expected a file, not stdout
book build --depth 3 --journal - | book build: --journal: expected a file, not stdin
book add --depth 3 --journal - | book add: --journal: expected a file, not stdin
END
}

# expects 'COMMAND --OPTION' WHAT VALUE...: check that the option refuses each value.
expects() {
    local command=${1% *} option=${1##* } value
    for value in "${@:3}"; do
        refused 2 <<<"$command $option '$value' | $command: $option: expected $2, got '$value'"
    done
}

@test "values" {
    local any=18446744073709551615 board='WIDTHxHEIGHT such as 7x6, from 1x1 to 12x12 with'
    board+=' WIDTH * (HEIGHT + 1) at most 127'
    expects 'size --board' "$board" 7 7x 0x6 6x0 x6 7x6x '' 7y6 -7x6 13x1 1x13 12x10 7x6.0 ' 7x6' \
        99999999999999999999x1
    for command in solve bench gen show puzzle review; do
        expects "$command --board" "$board" 13x1
    done
    expects 'solve --threads' 'a number from 1 to 1024' 0 -1 x 1025 2x 1,2
    expects 'solve --node-limit' "a number from 1 to $any" 0 1.5
    expects 'bench --count' "a number from 1 to $any" 0 1x
    expects 'gen --seed' "a number from 0 to $any" -1 x 18446744073709551616
    expects 'gen --count' 'a number from 1 to 10000000' 0
    expects 'play --level' 'a number from 1 to 5' 0 6
    expects 'size --keys' 'a number from 1 to 2^127' 0 170141183460469231731687303715884105729
    expects 'size --key-bits' 'a number from 1 to 127' 128
    expects 'size --stored-bits' 'a number from 1 to 128' 129
    expects 'magic --bits' 'a number from 1 to 24' 0 25
    expects 'magic --trials' 'a number from 1 to 9007199254740992' 0
    expects 'magic --seed' 'a number from 0 to 9007199254740992' 9007199254740993
    expects 'puzzle --win-in' 'a number from 1 to 110' 0
    expects 'puzzle --count' 'a number from 1 to 100000' 0
    expects 'book build --depth' 'a number from 0 to 24' 25
    expects 'solve --table' 'a size such as 64M, 8.5M or 1G' 0 x 5Q -1 99999999999999T automatic \
        8.5 8.M .5M 1.1.1M 0.0M 0.0009K 8,5M 8.5MB 8e3 ' 8M' '8 M' 16777216T
    for command in 'solve --time-limit' 'solve --total-time-limit' 'puzzle --total-time-limit'; do
        expects "$command" 'a number of seconds above 0, such as 0.5 or 60' 0 -1 0x10
    done
    expects 'solve --save-every' 'a number of minutes above 0, such as 0.5 or 60' 0
    expects 'show --time-limit' 'a number of seconds above 0, such as 0.5 or 60' 0.0 +1 inf nan \
        'nan(1)' ' 1' '1 ' 1s 1e999 1e-999 1,5 . e5 ''
    expects 'solve --engine' 'fast, dfpn, tutorial-12 or tutorial-11' x fas
    expects 'bench --engine' 'fast, dfpn, tutorial-12 or tutorial-11' x
    expects 'gen --set' \
        'end-easy, middle-easy, middle-medium, begin-easy, begin-medium or begin-hard' x
    expects 'gen --sampling' 'uniform, random or level' x
    expects 'show --format' 'moves, diagram, connectx or key' x
    expects 'size --layout' 'single or bucket' x
    expects 'play --you' 'first or second' x
    expects 'puzzle --difficulty' 'easy, medium, hard or expert' x
    refused 2 <<'END'
bench --threads 1, | bench: --threads: expected a number from 1 to 1024, got ''
bench --threads 1,0 | bench: --threads: expected a number from 1 to 1024, got '0'
bench --threads 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1 | bench: --threads: at most 16 numbers
bench --engine=dfpn{,,,,,,,,,,,,,,,,} | bench: --engine: at most 16 at once
prove -o x --score 3x | prove: --score: expected a number from -110 to 110, got '3x'
prove -o x --score -111 | prove: --score: expected a number from -110 to 110, got '-111'
explain --move 8 4 | explain: --move: expected a column from 1 to 7, got 8
explain --move 0 4 | explain: --move: expected a column from 1 to 7, got 0
explain --move 7 --first-column 0 3 | explain: --move: expected a column from 0 to 6, got 7
size --entries 18446744073709551615 | size: too many slots: the largest 64-bit prime is 18446744073709551557
size --memory 1 | size: too few bytes: the smallest table has 3 slots
size --layout bucket --stored-bits 16 | size: the stored part of a key must be from 1 to 128 bits, in buckets 32, 64 or 128
book build --board 2x2 --depth 4 | book build: --depth: expected at most 3, less than the 4 cells of the board, got 4
END
    refused 1 <<'END'
bench missing.txt | bench: missing.txt: No such file or directory
puzzle --win-in 17 | puzzle: --win-in: a puzzle on a board of 7x6 has at most a win in 16, got 17
solve --board 5x5 --book builtin | solve: --book: builtin is for a board of 7x6, not of 5x5
END
}

@test "sizes are rounded down to bytes, units are powers of 1024" {
    fourscore solve --threads 1 --table 8.5M </dev/null
    for size in 0.3K:307 0.000976562499999999999999999999999999999999M:1023 \
        1.9999999999K:2047 0.0009765625M:1024 1.25m:1310720 0.001g:1073741; do
        run fourscore solve --table "${size%:*}" </dev/null
        [ "$status" -eq 2 ]
        [[ $output == *": ${size#*:} bytes are too few: "* ]]
    done
    prints 2 '*: 1 byte is too few: *' fourscore solve --table 1 </dev/null
    [ "$(fourscore size --memory 0.5G)" = "$(fourscore size --memory 512M)" ]
}

@test "options can be abbreviated, and the last one of a name or a choice counts" {
    [ "$(fourscore show --form key --format moves 44)" = 44 ]
    [[ $(fourscore size --layout bucket --layout=single) == *"bytes per entry"* ]]
    for seconds in 60 .5 5. 1e3 2.5E+1; do
        [ "$(fourscore solve --time-limit "$seconds" <<<6146)" = '6146 18' ]
    done
    [ "$(fourscore solve --board 6X4 <<<-)" = '- -1' ]
    [ "$(fourscore solve --no-book --book builtin --node-limit 1 <<<-)" = '- 1' ]
    run -4 fourscore solve --book builtin --no-book --node-limit 1 <<<-
}

# All commands, including those of a command: "book build".
all_commands() {
    for command in $(commands); do
        echo "$command"
        for inner in $(commands "$command"); do
            echo "$command $inner"
        done
    done
}

# bats test_tags=unix
@test "-h and --help of every command: usage, options, at most 79 columns" {
    [ "$(all_commands | wc -l)" -ge 14 ]
    widest=0
    while read -r command; do
        echo "$command"
        help=$(fourscore $command --help)
        [[ $help == "Usage: fourscore $command "* ]]
        [[ $help == *$'\n  -h, --help '* ]]
        width=$(wc -L <<<"$help")
        [ "$width" -le "$widest" ] || widest=$width
        [ "$help" = "$(fourscore $command -h)" ]
    done < <(all_commands)
    [ "$widest" -eq 79 ] # lines are filled
    [ "$(fourscore help)" = "$(fourscore --help)" ]
    [ "$(fourscore book help)" = "$(fourscore book --help)" ]
}

@test "--help shows what is required, and the words and the default of an option" {
    [[ $(fourscore prove --help) == \
        "Usage: fourscore prove --output FILE [OPTION]... [POSITION]"* ]]
    [[ $(fourscore gen --help) == "Usage: fourscore gen [OPTION]..."*"  -n, --count N "*" (1000)"*"\
the engine: fast, dfpn, tutorial-12 or tutorial-11"* ]]
}

@test "--version, also with what the program uses here" {
    run --separate-stderr -0 fourscore --version
    [[ ${lines[0]} =~ ^fourscore\ [0-9]+\.[0-9]+ ]]
    [ "${#lines[@]}" -eq 1 ]
    run --separate-stderr -0 fourscore --version -v
    [[ $output == *$'\nboards: 138\ninstruction sets: '*baseline*$'\nlibraries: '* ]]
    best=$(sed -n 's/^instruction sets: \([a-z0-9]*\).*/\1/p' <<<"$output")
    [[ $output == *"instruction set used: $best"* ]] # of the default board
}

@test "FOURSCORE_ISA selects the instruction set" {
    FOURSCORE_ISA=baseline run --separate-stderr -0 fourscore solve -v </dev/null
    [[ $stderr == 'board 7x6, engine fast, baseline, '*' thread'*', table of '* ]]
    FOURSCORE_ISA=nonsense run --separate-stderr -2 fourscore solve </dev/null
    [[ $stderr == *"FOURSCORE_ISA: this machine has no 'nonsense'"*baseline* ]]
}

# A terminal would obey them.
@test "control characters of arguments and names of files are printed as \\x1b and the like" {
    wrong=$'\e[2Jé\302\233\t\177'
    shown='\x1b[2Jé\xc2\x9b\x09\x7f'
    for arguments in "$wrong" "solve $wrong" "solve --$wrong" "solve --board=$wrong" "solve --book=$wrong" \
        "show --format=$wrong -" "review $wrong" "book verify $wrong" "check $wrong" "bench $wrong"; do
        IFS=' ' read -ra words <<<"$arguments"
        run --separate-stderr fourscore "${words[@]}" </dev/null
        echo "$stderr"
        [ "$status" -ne 0 ]
        [[ $stderr == *"$shown"* || $stderr == *'byte 0x1b is not a column'* ]]
        [[ $stderr != *$'\e'* && $stderr != *$'\177'* && $stderr != *$'\302\233'* ]]
    done
}

# bats test_tags=unix
@test "serve is the program beside this one, also through a link; where there is none, it is named" {
    ln -s "$FOURSCORE" "$BATS_TEST_TMPDIR/fourscore"
    prints 0 'Usage: fourscore serve *' "$BATS_TEST_TMPDIR/fourscore" serve --help
    PATH=$BATS_TEST_TMPDIR:$PATH run -2 fourscore serve --listen
    [[ $output == "fourscore serve: option '--listen' requires an argument"* ]]
    mkdir "$BATS_TEST_TMPDIR/one file"
    cp "$FOURSCORE" "$BATS_TEST_TMPDIR/one file/fourscore"
    run -2 "$BATS_TEST_TMPDIR/one file/fourscore" serve
    [ "$output" = "fourscore serve: there is no program 'fourscore-serve' beside this one" ]
    cp "$FOURSCORE-serve" "$BATS_TEST_TMPDIR/one file"
    run -0 "$BATS_TEST_TMPDIR/one file/fourscore" serve --help
    ! ldd "$FOURSCORE" | grep libmicrohttpd
}
