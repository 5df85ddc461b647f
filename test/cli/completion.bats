# The completions that the program writes, in real shells.

bats_require_minimum_version 1.5.0

setup_file() {
    "$FOURSCORE" --completion bash >"$BATS_FILE_TMPDIR/fourscore.bash"
    "$FOURSCORE" --completion zsh >"$BATS_FILE_TMPDIR/_fourscore"
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

fourscore() {
    "$FOURSCORE" "$@"
}

# What bash completes the words to, the last being the one to complete.
in_bash() {
    bash -c '
        source "$BATS_FILE_TMPDIR/fourscore.bash"
        COMP_WORDS=(fourscore "$@")
        COMP_CWORD=$#
        _fourscore
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort -u
}

# The same in zsh, where --engine=fast is one word.
in_zsh() {
    test/cli/complete.zsh "$BATS_FILE_TMPDIR/_fourscore" "fourscore $*"
}

same() {
    diff <(echo "$1") <(echo "$2")
}

# Both complete the words in $2 to $1, which the shell splits.
completes() {
    local -a words
    echo "fourscore $2"
    read -ra words <<<"$2"
    [[ $2 != *' ' && -n $2 ]] || words+=('')
    want=$(tr ' ' '\n' <<<"$1" | sort -u)
    same "$want" "$(in_bash "${words[@]}")"
    [ -z "$zsh" ] || same "$want" "$(in_zsh "$2")"
}

@test "bash and zsh complete commands, options, words and files" {
    zsh=$(command -v zsh) || echo "there is no zsh" >&3
    completes 'bench book' 'b'
    completes 'build' 'book b'
    completes '-v --version --verbose -h --help --completion' '-'
    completes 'bash zsh' '--completion '
    completes '--time-limit' 'solve --ti'
    completes '--threads --throughput' 'bench --thr'
    completes 'tutorial-11 tutorial-12' 'bench --engine t'
    completes 'dfpn fast tutorial-11 tutorial-12' 'bench --engine fast --engine '
    completes 'end-easy' 'gen --set e'
    completes 'moves diagram connectx key' 'show --format '
    completes '8x7 8x8' 'show --board 8'
    # the table of a search has a size, that of 'size' has none
    completes 'auto' 'solve --table a'
    completes '' 'size --table a'
    # a number, or nothing that could be completed
    completes '' 'bench -n '
    completes '' 'show '
    completes '' 'solve --time-limit '
    # the options of one command of 'book' only
    completes '--journal' 'book add --j'
    completes '' 'book info --j'
    # files
    [ "$(in_bash solve testsets/R)" = testsets/README.md ]
    [ "$(in_bash bench -w testsets/end)" = testsets/end-easy.txt ]
    [ "$(in_bash book info book/7x6-)" = book/7x6-10.book ]
    [ "$(in_bash solve --book book/7x6-)" = book/7x6-10.book ]
}

@test "zsh completes files" {
    command -v zsh >/dev/null || skip 'there is no zsh'
    [ "$(in_zsh solve testsets/R)" = README.md ]
    [ "$(in_zsh book info book/7x6-)" = 7x6-10.book ]
    [ "$(in_zsh solve --book book/7x6-)" = 7x6-10.book ]
}

@test "an argument behind = is completed" {
    [ "$(in_bash solve --engine = f)" = fast ]
    [ "$(in_bash gen --set =)" = "$(in_bash gen --set '')" ]
    command -v zsh >/dev/null || skip "there is no zsh"
    [ "$(in_zsh solve --engine=f)" = fast ]
}

@test "zsh does not offer what excludes what was given" {
    command -v zsh >/dev/null || skip "there is no zsh"
    [ "$(in_zsh bench --js)" = --json ]
    [ -z "$(in_zsh bench --csv --js)" ]
    [ -z "$(in_zsh bench --weak --we)" ]
}

@test "each option of --help is completed" {
    for command in $(in_bash '' | grep -v -- '^-'); do
        help=$(fourscore "$command" --help |
            sed -nE 's/^  (-[a-z],|   ) (--[a-z-]+).*/\2/p' | sort)
        [ -n "$help" ]
        same "$help" "$(in_bash "$command" -- | sort)"
        command -v zsh >/dev/null || continue
        same "$help" "$(in_zsh "$command --" | sort)"
    done
}
