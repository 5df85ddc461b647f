# Manual pages, completions and README match the program.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/.."
    PATH=$(dirname "$FOURSCORE"):$PATH
}

# The commands of the program, or of a command.
commands() {
    fourscore "$@" --help | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p' | sort
}

# The options in a text, one a line.  A hyphen within a word starts no option.
options_in() {
    grep -oE -- '(^|[^a-zA-Z0-9-])--?[a-z][a-z-]*' | grep -oE -- '-[a-z-]+' |
        sort -u
}

# The options of the program, or of a command and the commands that it has.
help_options() {
    {
        fourscore "$@" --help
        for command in ${1:+$(commands "$1")}; do
            fourscore "$1" "$command" --help
        done
    } | options_in
}

# The options that a page marks up with Fl; "Fl wav" stands for three.
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

# completed ARGUMENT... WORD: the completions of WORD in bash.
completed() {
    bash -c '
        source completion/fourscore.bash
        COMP_WORDS=(fourscore "$@")
        COMP_CWORD=$#
        _fourscore
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort -u
}

# The options in the zsh completion of a command, including the lists that it names;
# text in brackets and after a colon is ignored.
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

@test "exactly the commands have pages and completions" {
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

@test "help, manual and completions have the same options" {
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

# The words that an option accepts, from its error message.
expected() {
    fourscore "$@" nonsense 2>&1 | sed -n '1{s/.*expected //; s/, got.*//; s/, \| or /\n/gp}' | sort
}

@test "completions have the names that options accept" {
    engines=$(expected show --engine)
    sets=$(expected gen --set)
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
    same $'--help\n--verbose\n--version\n-h\n-v' "$(completed - | LC_ALL=C sort)"
    same $'--time-limit' "$(completed solve --ti)"
    same $'fast' "$(completed solve --engine = f)"
    same $'end-easy' "$(completed gen --set e)"
    same $'testsets/README.md' "$(completed solve testsets/R)"
    same $'testsets/end-easy.txt' "$(completed bench -w testsets/end)"
    # no completion of numbers and positions
    same '' "$(completed bench -n '')"
    same '' "$(completed show '')"
    # --table of size has no value
    same $'auto' "$(completed solve --table a)"
    same '' "$(completed size --table a)"
}

@test "completions are valid shell" {
    bash -n completion/fourscore.bash
    command -v zsh >/dev/null || skip "there is no zsh"
    zsh -n completion/_fourscore
}

# Run the commands of a session, lines of "$ command" followed by their output, and
# compare the output.  A command continues after a line that ends with | or \.
run_session() {
    awk '/^\$ / || more { print; more = /[|\\]$/ }' "$1" |
        sed 's/^\$ //' >"$BATS_TEST_TMPDIR/script"
    [ -s "$BATS_TEST_TMPDIR/script" ] || return 0
    sh -v "$BATS_TEST_TMPDIR/script" >"$BATS_TEST_TMPDIR/printed" 2>&1 || true
    sed 's/^\$ //' "$1" | diff - "$BATS_TEST_TMPDIR/printed"
}

# A block whose output has times is skipped; it follows a comment "Times differ".
@test "examples in the manual have the actual output" {
    for page in man/*.1; do
        awk '
            /^\.\\" Times differ/ { times = 1 }
            /^\.Bd -literal/ { within = !times; times = 0; next }
            /^\.Ed/ { within = 0 }
            within' "$page" |
            sed 's/\\-/-/g; s/\\&//g; s/\\e/\\/g' >"$BATS_TEST_TMPDIR/session"
        run_session "$BATS_TEST_TMPDIR/session"
    done
}

# blocks LANGUAGE FILE: print the code blocks of a language in a Markdown file.
blocks() {
    awk -v start='```'"$1" '
        $0 == start { within = 1; next }
        $0 == "```" { within = 0 }
        within' "$2"
}

# Change to a copy of the checkout in which build/ is the build under test; sessions
# may write files there.
enter_copy() {
    mkdir "$BATS_TEST_TMPDIR/copy"
    ln -s "$PWD"/* "$BATS_TEST_TMPDIR/copy"
    rm -f "$BATS_TEST_TMPDIR/copy/build"
    ln -s "$(dirname "$FOURSCORE")" "$BATS_TEST_TMPDIR/copy/build"
    cd "$BATS_TEST_TMPDIR/copy"
}

# Other programs cannot load a library built with sanitizers.
has_sanitizers() {
    nm "$FOURSCORE" | grep -Eq '__asan_init|__tsan_init'
}

@test "sessions in README and docs have the actual output" {
    enter_copy
    export FOURSCORE_LIBRARY=build/libfourscore.so.0 PYTHONPATH=python
    export PYTHONDONTWRITEBYTECODE=1
    for page in README.md docs/*.md; do
        echo "$page"
        [ "$(grep -c '^\$ ' "$page")" -eq \
            "$(blocks console "$page" | grep -c '^\$ ')" ]
        blocks console "$page" >"$BATS_TEST_TMPDIR/session"
        if has_sanitizers; then
            awk '/^\$ / { skip = /python3/ } !skip' \
                "$BATS_TEST_TMPDIR/session" >"$BATS_TEST_TMPDIR/session-without"
            mv "$BATS_TEST_TMPDIR/session-without" "$BATS_TEST_TMPDIR/session"
        fi
        run_session "$BATS_TEST_TMPDIR/session"
    done
}

@test "the example in C in the README computes the score in its comment" {
    has_sanitizers && skip "a build with sanitizers"
    enter_copy
    {
        printf '#include <fourscore.h>\n#include <stdio.h>\nint main(void)\n{\n'
        blocks c README.md
        printf 'printf("%%d %%d\\n", score.lower, score.upper);\n}\n'
    } >example.c
    cc -Wall -Werror -Ilib -o example example.c -Lbuild -lfourscore \
        -Wl,-rpath,build
    [ "$(./example)" = '11 11' ]
    blocks c README.md | grep -q '/\* 11 \*/$'
}

# Links to other sites are not checked.
@test "links in README and docs refer to existing files" {
    for page in README.md docs/*.md testsets/README.md test/fuzz/README.md; do
        grep -oE '\]\([^)]*\)|src="[^"]*"' "$page" |
            sed 's/^](//; s/)$//; s/^src="//; s/"$//; s/#.*//' |
            grep -v '^https\{0,1\}:' >"$BATS_TEST_TMPDIR/links" || true
        while read -r link; do
            echo "$page: $link"
            [ -e "$(dirname "$page")/$link" ]
        done <"$BATS_TEST_TMPDIR/links"
    done
}

# `solver/fast.c`, `book/`, `testsets/*.txt`; in `tools/cmd_NAME.c` NAME is any
# name.
@test "files that README and docs name exist" {
    folders=$(printf '%s|' */)
    for page in README.md docs/*.md; do
        names=$(grep -oE '`[^`]+`' "$page" | tr -d '`' |
            grep -xE "(${folders%|})[A-Za-z0-9_.*/-]*" | grep -v '^build/' || true)
        for name in $names; do
            echo "$page: $name"
            compgen -G "${name//NAME/*}" >/dev/null
        done
    done
    [ -n "$names" ]
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
