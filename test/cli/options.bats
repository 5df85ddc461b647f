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
    refused "fourscore: unexpected argument 'solve'" --version solve
    refused 'fourscore: --verbose goes with --version' -v
    refused "fourscore book: a command is missing" book
    refused "fourscore book: there is no command 'nonsense'" book nonsense
    refused "fourscore book list: unrecognized option '--output'" \
        book list --output x
    refused "fourscore book: unrecognized option '--depth'" book --depth 3 build
    [ "${stderr_lines[1]}" = \
        'fourscore book: the options of a command follow its name' ]
    refused 'fourscore prove: --output FILE is missing' prove
    refused "fourscore gen: --set: expected end-easy, middle-easy,"\
" middle-medium, begin-easy, begin-medium or begin-hard, got 'x'" gen --set x
    refused "fourscore show: --engine: expected fast, dfpn, tutorial-12 or"\
" tutorial-11, got 'x'" show --engine x 44
    refused "fourscore show: --threads: expected a number from 1 to 1024,"\
" got 'x'" show --threads x 44
    refused "fourscore show: unexpected argument '55'" show 44 55
    refused "fourscore show: POSITION is missing; '' is the empty board" show
    refused 'fourscore book info: BOOK is missing' book info
    refused 'fourscore size: give one of --board, --keys, --key-bits' \
        size --keys 5 --board 7x6
    refused 'fourscore bench: give one of --csv, --json' bench --csv --json
}

@test "options can be abbreviated, and the last one of a name counts" {
    [ "$(fourscore show --form key --format moves 44)" = 44 ]
    [[ $(fourscore size --layout bucket --layout=single) == *"bytes per entry"* ]]
}

