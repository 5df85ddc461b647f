# Manual pages, README and docs match the program.

load fixture.bash
load build.bash

manual=$(dirname "$FOURSCORE")/man
blocks=$BATS_FILE_TMPDIR/blocks

# Write the literal blocks of the manual pages to a folder: sessions to the file 'exact', or
# 'times' if the sentence before says "(times vary):", each other one to PAGE-NUMBER.
setup_file() {
    mkdir "$blocks"
    awk -v folder="$blocks/" '
        { gsub(/\\-/, "-"); gsub(/\\&/, ""); gsub(/\\e/, "\\") }
        FNR == 1 { count = 0 }
        begins {
            count++
            page = FILENAME
            sub(/.*\//, "", page)
            name = /^\$ / && !/&$/ ? (varies ? "times" : "exact") : page "-" count
        }
        /^\.Ed/ { name = "" }
        name { print >(folder name) }
        { begins = /^\.Bd -literal/; varies = before ~ /\(times vary\):$/; before = $0 }
        ' "$manual"/*
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    PATH=$(dirname "$FOURSCORE"):$PATH
}

same() {
    diff <(echo "$1") <(echo "$2")
}

one_line() {
    tr -s ' \n' ' '
}

# The commands and options in --help, with their texts, in one line.
help_lists() {
    fourscore "$@" --help | sed -nE '/^  ([a-z]+  |-.,|    -)/,${
        s/^  ([a-z]+)  /fourscore-\1(1) /; p; /^  -h, --help/q; }' | one_line
}

@test "exactly the commands have pages, which have the options in --help once, with their texts" {
    same "$(commands | sort)" "$(printf '%s\n' "$manual"/fourscore-*.1 | sed 's/.*-\(.*\)\.1/\1/')"
    run ! grep '^\.It Fl' docs/man/*.1
    count=0
    while read -r command inner; do
        lists=$(help_lists $command $inner)
        echo "$command $inner: $lists"
        case $command/$inner/$lists in
        book//* | book/*/' -h'*) continue ;;
        esac
        page=$(mandoc -T ascii "$manual/fourscore${command:+-$command}.1" | sed 's/.'$'\b''//g' |
            one_line)
        rest=${page/"$lists"/}
        [ "$rest" != "$page" ]
        [[ $rest != *"$lists"* ]]
        count=$((count + 1))
    done < <(echo && commands && commands book | sed 's/^/book /')
    [ "$count" -ge 15 ]
}

@test "pages that manual pages name exist" {
    names=$(sed -nE 's/^\.(It )?Xr (fourscore[^ ]*) ([0-9]).*/\2.\3/p' "$manual"/* | sort -u)
    [ "$(wc -w <<<"$names")" -ge 15 ]
    for name in $names; do
        echo "$name"
        [ -e "$manual/$name" ]
    done
}

# run_session FILE [FILTER]: run the commands of a session, lines of "$ command" followed by
# their output, and compare what they print, after a filter.  A command continues after a line
# that ends with | or \.
run_session() {
    awk '/^\$ / || more { print; more = /[|\\]$/ }' "$1" | sed 's/^\$ //' >"$BATS_TEST_TMPDIR/script"
    sh -v "$BATS_TEST_TMPDIR/script" 2>&1 | "${2:-cat}" >"$BATS_TEST_TMPDIR/printed"
    sed 's/^\$ //' "$1" | "${2:-cat}" | diff -u - "$BATS_TEST_TMPDIR/printed"
}

# Replace times, and the blanks that fill their columns.
without_times() {
    sed -E 's/[0-9.]+ (s|ms|us|ns)([^a-z]|$)/TIME\2/g; s/ +/ /g'
}

# Blocks that are not a session by themselves have tests of their own below.
@test "examples in the manual have the actual output" {
    [ "$(cd "$blocks" && echo *)" = 'exact fourscore-serve.1-1 fourscore.3-1 times' ]
    [ "$(cat "$blocks/exact" "$blocks/times" | grep -c '^\$ ')" -ge 35 ]
    enter_copy
    run_session "$blocks/exact"
    run_session "$blocks/times" without_times
    # Commands outside of blocks.
    same "$(sed -n 's/\\-/-/g; s/^\.Dl \$ //p' "$manual"/*)" \
        'fourscore play --level 5 --you second
cc example.c $(pkg-config --cflags --libs fourscore)
cc example.c -static $(pkg-config --static --cflags --libs fourscore)'
}

@test "the example of the manual's page on serve, on another port" {
    session=$blocks/fourscore-serve.1-1
    "$FOURSCORE" serve --listen 127.0.0.1:0 >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
    pid=$!
    wait_until has_lines "$BATS_TEST_TMPDIR/log" 1
    {
        echo '$ fourscore serve &'
        head -n 1 "$BATS_TEST_TMPDIR/log"
        sed -n 's/^\$ curl //p' "$session" | while read -r url; do
            echo "\$ curl $url"
            python3 -c 'import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1]).read().decode())' \
                "${url/:8080/:$(grep -oE '[0-9]+/$' "$BATS_TEST_TMPDIR/log" | tr -d /)}"
        done
    } | sed 's/127\.0\.0\.1:[0-9]*/127.0.0.1:8080/' >"$BATS_TEST_TMPDIR/printed"
    kill "$pid"
    wait "$pid"
    pid=
    grep -q '^\$ curl' "$session"
    diff "$session" "$BATS_TEST_TMPDIR/printed"
}

# code LANGUAGE FILE...: print the code blocks of a language in Markdown files.
code() {
    awk -v start='```'"$1" '
        $0 == start { within = 1; next }
        $0 == "```" { within = 0 }
        within' "${@:2}"
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

@test "sessions in README and docs have the actual output" {
    enter_copy
    export FOURSCORE_LIBRARY=build/libfourscore.so.2 PYTHONPATH=bindings/python
    session=$BATS_TEST_TMPDIR/session
    code console README.md docs/*.md >"$session"
    [ "$(cat README.md docs/*.md | grep -c '^\$ ')" -eq "$(grep -c '^\$ ' "$session")" ]
    if has_sanitizers; then
        awk '/^\$ / { skip = /python3/ } !skip' "$session" >"$session-without"
        session+=-without
    fi
    run_session "$session"
}

# 'make solve', which the README has too, is tested in build.bats.
@test "the examples in C, of the README and of the manual, print a score; the commands of the README work" {
    has_sanitizers && skip "a build with sanitizers"
    enter_copy
    {
        printf '#include <fourscore.h>\n#include <stdio.h>\nint main(void)\n{\n'
        code c README.md
        echo '}'
    } >readme.c
    grep -q '/\* 11 \*/$' readme.c
    cp "$blocks/fourscore.3-1" manual.c
    for example in readme manual; do
        cc -Wall -Werror -Ilib -o example $example.c -Lbuild -lfourscore -Wl,-rpath,build
        [ "$(./example)" = 11 ]
    done
    {
        code sh README.md | sed -n 's/ *#.*//; s/^make deps && make -s && //; /^build/p'
        sed -n 's/.*`\(cc [^`]*\)`.*/\1 -o example \&\& .\/example/p' README.md
    } >commands
    [ "$(wc -l <commands)" -eq 3 ]
    while read -r command; do
        echo "$command"
        run -0 bash -c "$command" </dev/null
        [ -n "$output" ]
    done <commands
}

# Links to other sites are not checked.
@test "links in README and docs refer to existing files" {
    awk '/^```/ { code = !code }
        !code {
            folder = "./" FILENAME
            sub(/[^\/]*$/, "", folder)
            while (match($0, /\]\([^)]*\)|src="[^"]*"/)) {
                link = substr($0, RSTART, RLENGTH)
                $0 = substr($0, RSTART + RLENGTH)
                gsub(/^\]\(|^src="|#.*|[)"]$/, "", link)
                if (link !~ /^https?:/)
                    print folder link
            }
        }' README.md CONTRIBUTING.md SECURITY.md NEWS.md docs/*.md testsets/README.md test/fuzz/README.md |
        sort -u | while read -r file; do
        [ -e "$file" ] || { echo "$file is not there" && false; }
    done
}

# `solver/fast.c`, `book/`, `testsets/*.txt`; in `tools/cmd_NAME.c` NAME is any
# name.
@test "files that README and docs name exist" {
    folders=$(printf '%s|' */)
    names=$(grep -ohE '`[^`]+`' README.md CONTRIBUTING.md docs/*.md | tr -d '`' |
        grep -xE "(${folders%|})[A-Za-z0-9_.*/-]*" | grep -v '^build/' | sort -u)
    [ "$(wc -l <<<"$names")" -gt 50 ]
    while read -r name; do
        compgen -G "${name//NAME/*}" >/dev/null || { echo "$name is not there" && false; }
    done <<<"$names"
}
