# The manual pages and the completions say what the program does.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/.."
    PATH=$(dirname "$FOURSCORE"):$PATH
}

commands() {
    fourscore --help | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p' | sort
}

# Options in a text, each on a line.  What a hyphen joins is a word.
options_in() {
    grep -oE -- '(^|[^a-zA-Z0-9-])--?[a-z][a-z-]*' | grep -oE -- '-[a-z-]+' |
        sort -u
}

help_options() {
    fourscore "$@" --help | options_in
}

# What a page marks up with Fl; "Fl wav" stands for three.
manual_options() {
    awk '/^\./ {
        gsub(/\\-/, "-")
        marked = 0
        for (i = 1; i <= NF; i++) {
            if ($i ~ /^\.?[A-Z][a-z]$/)
                marked = $i ~ /Fl$/
            else if (marked && $i ~ /^-/)
                print "-" $i
            else if (marked && $i ~ /^[a-z]+$/)
                for (letter = 1; letter <= length($i); letter++)
                    print "-" substr($i, letter, 1)
        }
    }' "$1" | sort -u
}

# What bash completes the arguments to, the last being the word to complete.
# The program is not asked.
completed() {
    bash -c '
        source completion/fourscore.bash
        COMP_WORDS=(fourscore "$@")
        COMP_CWORD=$#
        _fourscore
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort -u
}

# The options in the part of the zsh completion about a command, and in the
# lists that it names; not what is in brackets, or behind a colon.
zsh_options() {
    local part
    part=$(sed -n "/^$1)/,/;;/p" completion/_fourscore)
    for list in limits searching books; do
        [[ $part == *" \$$list "* ]] &&
            part+=$(sed -n "/^$list=(/,/^)/p" completion/_fourscore)
    done
    echo "$part" | sed 's/_arguments -s//; s/\[.*//' | options_in
}

same() {
    diff <(echo "$1") <(echo "$2")
}

@test "every command has a page and completions, and no other has" {
    [ "$(commands | wc -l)" -ge 5 ]
    same "$(commands)" \
        "$(printf '%s\n' man/fourscore-*.1 | sed 's/.*-\(.*\)\.1/\1/')"
    same "$(commands)" "$(sed -n 's/^\.It Cm \([a-z]*\)$/\1/p' \
        man/fourscore.1 | sort)"
    same "$(commands)" "$(completed '' | grep -v '^-')"
    same "$(commands)" "$(sed -n 's/^\([a-z]\{1,\}\))$/\1/p' \
        completion/_fourscore | sort)"
    same "$(commands)" "$(sed -n 's/^  *\([a-z]*\)\\:".*/\1/p' \
        completion/_fourscore | sort)"
}

@test "every option is in help, manual and completions, or in none" {
    for command in $(commands); do
        echo "$command"
        help=$(help_options "$command")
        same "$help" "$(manual_options "man/fourscore-$command.1")"
        same "$help" "$(completed "$command" -)"
        same "$help" "$(zsh_options "$command")"
    done
    all=$({
        help_options
        for command in $(commands); do help_options "$command"; done
    } | sort -u)
    for option in $(manual_options man/fourscore.1); do
        echo "fourscore(1): $option"
        [[ $'\n'$all$'\n' == *$'\n'$option$'\n'* ]]
    done
    for option in $(help_options); do
        echo "fourscore --help: $option"
        manual_options man/fourscore.1 | grep -qx -- "$option"
    done
}

@test "every option in a help is taken" {
    for command in $(commands); do
        for option in $(help_options "$command"); do
            echo "$command $option"
            # a bad argument, or one too many, is complained of later
            run --separate-stderr fourscore "$command" "$option" '' --help \
                </dev/null
            [[ $stderr != *"unrecognized option"* ]]
            [[ $stderr != *"invalid option"* ]]
        done
    done
}

@test "completions know the names that the program knows" {
    engines=$(fourscore solve --engine nonsense 2>&1 | sed -n 's/^  //p' | sort)
    sets=$(fourscore gen --set nonsense 2>&1 | sed -n 's/^  //p' | sort)
    [ -n "$engines" ]
    [ -n "$sets" ]
    same "$engines" "$(completed solve --engine '')"
    same "$sets" "$(completed gen --set '')"
    for name in $engines $sets; do
        grep -q "[ (]${name}[ )]" completion/_fourscore
        sed 's/\\-/-/g' man/*.1 | grep -qE "(Cm|,) ($name)( |\$)"
    done
    for layout in $(completed size --layout ''); do
        fourscore size --layout "$layout"
    done
    for board in $(completed show --board ''); do
        echo "$board"
        fourscore show --board "$board" --format diagram ''
    done
    for format in $(completed show --format ''); do
        fourscore show --format "$format" 4453
    done
}

@test "bash completes commands, options, values and files" {
    same $'bench' "$(completed be)"
    same $'build' "$(completed book b)"
    same $'--help\n--version' "$(completed -)"
    same $'--time-limit' "$(completed solve --ti)"
    same $'fast' "$(completed solve --engine = f)"
    same $'end-easy' "$(completed gen --set e)"
    same $'testsets/README.md' "$(completed solve testsets/R)"
    same $'testsets/end-easy.txt' "$(completed bench -w testsets/end)"
    # a number, or nothing that could be told
    same '' "$(completed bench -n '')"
    same '' "$(completed show '')"
    # --table of size stands alone
    same $'auto' "$(completed solve --table a)"
    same '' "$(completed size --table a)"
}

@test "completions are valid shell" {
    bash -n completion/fourscore.bash
    command -v zsh >/dev/null || skip "there is no zsh"
    zsh -n completion/_fourscore
}

# Where times differ from run to run the block follows a comment that says so.
@test "examples in the manual print what the manual says" {
    for page in man/*.1; do
        awk '
            /^\.\\" Times differ/ { times = 1 }
            /^\.Bd -literal/ { within = !times; times = 0; next }
            /^\.Ed/ { within = 0 }
            within' "$page" |
            sed 's/\\-/-/g; s/\\&//g; s/\\e/\\/g' >"$BATS_TEST_TMPDIR/said"
        # a command goes on where a line ends with | or \
        awk '
            /^\$ / || more { print; more = /[|\\]$/ }
        ' "$BATS_TEST_TMPDIR/said" | sed 's/^\$ //' >"$BATS_TEST_TMPDIR/script"
        sh -v "$BATS_TEST_TMPDIR/script" >"$BATS_TEST_TMPDIR/done" 2>&1 || true
        sed 's/^\$ //' "$BATS_TEST_TMPDIR/said" |
            diff - "$BATS_TEST_TMPDIR/done"
    done
}

@test "the manual of the library has every function of the header" {
    declared=$(grep -o '\bfourscore_[a-z_]*(' lib/fourscore.h | tr -d '(' | sort -u)
    [ "$(echo "$declared" | wc -l)" -gt 20 ]
    named=$(sed -n 's/^\.Nm \(fourscore_[a-z_]*\).*/\1/p' man/fourscore.3 | sort -u)
    same "$declared" "$named"
    shown=$(sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/s/^\.F[no] \(fourscore_[a-z_]*\).*/\1/p' \
        man/fourscore.3 | sort -u)
    same "$declared" "$shown"
}
