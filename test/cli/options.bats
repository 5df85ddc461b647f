# Parsing of arguments, and --help.

bats_require_minimum_version 1.5.0

fourscore() {
    "$FOURSCORE" "$@"
}

# The commands of the program, or of a command.
commands() {
    fourscore "$@" --help | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p'
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

# refused REASON ARGUMENT...: check that the arguments are bad usage.
refused() {
    local reason=$1
    shift
    run --separate-stderr fourscore "$@" </dev/null
    [ "$status" -eq 2 ]
    [ -z "$output" ]
    [ "${stderr_lines[0]}" = "$reason" ]
    [[ ${stderr_lines[-1]} == "Try 'fourscore"*" --help'." ]]
}

# bats test_tags=unix
@test "-h and --help of every command: usage, options, at most 79 columns" {
    [ "$(all_commands | wc -l)" -ge 14 ]
    all_commands | while read -r command; do
        echo "$command"
        # shellcheck disable=SC2086
        help=$(fourscore $command --help)
        [[ $help == "Usage: fourscore $command "* ]]
        [[ $help == *$'\n  -h, --help '* ]]
        [ "$(wc -L <<<"$help")" -le 79 ]
        # shellcheck disable=SC2086
        [ "$help" = "$(fourscore $command -h)" ]
    done
    [ "$(fourscore help)" = "$(fourscore --help)" ]
    [ "$(fourscore book help)" = "$(fourscore book --help)" ]
}

@test "--help shows the arguments and the default of an option" {
    help=$(fourscore gen --help)
    [[ $help == "Usage: fourscore gen [OPTION]..."* ]]
    [[ $(fourscore prove --help) == \
        "Usage: fourscore prove --output FILE [OPTION]... [POSITION]"* ]]
    [[ $help == *"middle-easy, middle-medium, "* ]]
    [[ $help == *"  -n, --count N "*" (1000)"* ]]
    [[ $help == *"the engine: fast, dfpn, tutorial-12 or tutorial-11"* ]]
}

@test "bad usage: the message says what, where, and what is expected" {
    refused 'fourscore: a command is missing'
    refused "fourscore: there is no command 'nonsense'" nonsense
    refused "fourscore: unrecognized option '--nonsense'" --nonsense
    refused "fourscore: unexpected argument 'solve'" --version solve
    refused 'fourscore: --verbose goes with --version' -v
    refused "fourscore book: a command is missing" book
    refused "fourscore book: there is no command 'nonsense'" book nonsense
    refused "fourscore book list: unrecognized option '--output'" \
        book list --output x
    refused "fourscore book: unrecognized option '--depth'" book --depth 3 build
    [ "${stderr_lines[1]}" = \
        'fourscore book: the options of a command follow its name' ]
    refused "fourscore book list: invalid option -- 'o'" book list --depth 3 -o x
    refused "fourscore gen: invalid option -- ':'" gen -:
    refused 'fourscore prove: --output FILE is missing' prove
    refused 'fourscore gen: --set NAME is required, or --all-moves for a data set' gen
    for command in show explain; do
        refused "fourscore $command: POSITION is missing; '' is the empty board" $command
    done
    refused "fourscore magic: FILE is missing; - is stdin" magic
    refused "fourscore size: unexpected argument 'more'" size more
    refused "fourscore puzzle: unexpected argument 'more'" puzzle more
    refused "fourscore show: unexpected argument 'more'" show 44 more
    refused "fourscore explain: unexpected argument 'more'" explain 4 more
    refused "fourscore magic: unexpected argument 'more'" magic one more
    refused "fourscore book info: unexpected argument 'more'" book info a more
    refused "fourscore book build: unexpected argument 'more'" book build --depth 3 more
    for command in info verify lookup 'diff a'; do
        # shellcheck disable=SC2086
        refused "fourscore book ${command% a}: BOOK is missing" book $command
    done
    refused 'fourscore book build: --depth N is missing' book build
    refused 'fourscore book build: build needs --journal or --output, to keep the scores' \
        book build --depth 3
    refused 'fourscore book add: --journal FILE is missing' book add --depth 3
}

@test "bad usage: options that exclude or need each other" {
    refused 'fourscore size: give one of --board, --keys, --key-bits' \
        size --keys 5 --board 7x6
    refused 'fourscore size: give one of --entries, --memory, --table' \
        size --entries 5 --memory 1M
    refused 'fourscore bench: give one of --csv, --json' bench --csv --json
    refused 'fourscore gen: give one of --csv, --json' gen --all-moves --json --csv
    refused 'fourscore review: give one of --short, --json' review --short --json 44
    refused 'fourscore gen: --set and --all-moves exclude each other' \
        gen --set end-easy --all-moves
    refused 'fourscore gen: --level goes with --sampling level' gen --all-moves --level 2
    for option in --best --pv --verbose; do
        refused 'fourscore solve: --check goes with none of --best, --pv, --verbose' \
            solve --check $option
    done
    refused 'fourscore solve: --pv goes with exact scores, not with --weak' solve --weak --pv
    for option in x --json; do
        refused \
            'fourscore bench: --signature goes with --strong, --weak and at most one --engine' \
            bench --signature $option
    done
    refused 'fourscore puzzle: --solutions: --json has the solutions anyway' \
        puzzle --json --solutions
    for option in --seed --threads; do
        refused "fourscore book verify: $option: verify searches only with --sample" \
            book verify $option 2 builtin
    done
    reason="--from-text does not go with --journal; to add scores to a journal, use"
    refused "fourscore book build: $reason 'fourscore book add'" \
        book build --depth 3 --journal j --from-text t
    for command in solve 'show 44'; do
        # shellcheck disable=SC2086
        refused \
            "fourscore ${command% *}: --threads: the engine tutorial-12 supports one thread only, got 2" \
            $command --engine tutorial-12 --threads 2
    done
}

# expects 'COMMAND --OPTION' WHAT VALUE...: check that the option refuses each value.
expects() {
    local command=${1% *} option=${1##* } what=$2 value
    shift 2
    for value; do
        # shellcheck disable=SC2086
        refused "fourscore $command: $option: expected $what, got '$value'" \
            $command $option "$value"
    done
}

@test "bad usage: values" {
    local any=18446744073709551615 board='WIDTHxHEIGHT such as 7x6, from 1x1 to 12x12 with'
    board+=' WIDTH * (HEIGHT + 1) at most 127'
    expects 'size --board' "$board" 7 7x 0x6 6x0 20x20 x6 7x6x '' 7y6 -7x6 13x1 1x13 12x10 \
        7x6.0 7x6x5 ' 7x6' 99999999999999999999x1
    for command in solve bench gen show puzzle review; do
        expects "$command --board" "$board" 13x1
    done
    expects 'solve --threads' 'a number from 1 to 1024' 0 -1 x 1025 2x 1,2
    expects 'show --threads' 'a number from 1 to 1024' x
    expects 'bench --count' "a number from 1 to $any" 0 1x
    expects 'solve --node-limit' "a number from 1 to $any" 0 1.5
    expects 'gen --seed' "a number from 0 to $any" -1 x
    expects 'gen --count' 'a number from 1 to 10000000' 0
    expects 'gen --level' 'a number from 1 to 5' 6
    expects 'size --keys' 'a number from 1 to 2^127' 0 340282366920938463463374607431768211457
    expects 'size --key-bits' 'a number from 1 to 127' 128
    expects 'size --stored-bits' 'a number from 1 to 128' 129
    expects 'size --entries' "a number from 1 to $any" 0 18446744073709551616
    expects 'magic --bits' 'a number from 1 to 24' 0 25 x
    expects 'magic --trials' 'a number from 1 to 9007199254740992' 0
    expects 'magic --seed' 'a number from 0 to 9007199254740992' -1 9007199254740993
    expects 'puzzle --win-in' 'a number from 1 to 110' 0
    expects 'puzzle --count' 'a number from 1 to 100000' 0
    expects 'explain --move' 'a number from 1 to 12' 0
    expects 'book build --depth' 'a number from 0 to 24' 25 x
    expects 'size --memory' 'a size such as 64M, 8.5M or 1G' 0
    expects 'solve --table' 'a size such as 64M, 8.5M or 1G' 0 x 5Q -1 99999999999999T automatic
    for command in 'solve --total-time-limit' 'show --time-limit'; do
        expects "$command" 'a number of seconds above 0, such as 0.5 or 60' 0 0x10
    done
    for command in solve show; do
        expects "$command --engine" 'fast, dfpn, tutorial-12 or tutorial-11' x
    done
    expects 'gen --set' "end-easy, middle-easy, middle-medium, begin-easy, begin-medium"\
" or begin-hard" x

    refused 'fourscore size: too many slots: the largest 64-bit prime is 18446744073709551557' \
        size --entries $any
    refused 'fourscore size: too few bytes: the smallest table has 3 slots' size --memory 1
    refused 'fourscore explain: --move: expected a column from 1 to 7, got 8' explain --move 8 4
    refused "fourscore book build: --depth: expected at most 3, less than the 4 cells of the"\
" board, got 4" book build --board 2x2 --depth 4
    refused 'fourscore book build: --output: expected a file, not stdout' \
        book build --depth 3 -o -
    for command in build add; do
        refused "fourscore book $command: --journal: expected a file, not stdin" \
            book $command --depth 3 --journal -
    done
}

@test "options can be abbreviated, and the last one of a name counts" {
    [ "$(fourscore show --form key --format moves 44)" = 44 ]
    [[ $(fourscore size --layout bucket --layout=single) == *"bytes per entry"* ]]
}

