# make: packages, and paths with special characters.

bats_require_minimum_version 1.5.0
load build.bash

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

# fake COMMAND SCRIPT: replace a command by a shell script.
fake() {
    mkdir -p "$BATS_TEST_TMPDIR/bin"
    printf '#!/bin/sh\n%s\n' "$2" >"$BATS_TEST_TMPDIR/bin/$1"
    chmod +x "$BATS_TEST_TMPDIR/bin/$1"
    PATH=$BATS_TEST_TMPDIR/bin:$PATH
}

# fake_machine [UID]: simulate a machine without packages, on which apt-get installs
# all at once.  Its calls are logged in $calls.
fake_machine() {
    calls=$BATS_TEST_TMPDIR/calls
    touch "$calls"
    fake id "echo ${1-0}"
    fake sudo 'exit 1'
    fake apt-get "echo \"\$@\" >>'$calls'"
    fake dpkg-query "grep -q install '$calls' && shift 3 && printf 'installed %s:all\n' \"\$@\""
}

@test "make solve installs missing packages, and prints only scores" {
    settings=$(cat "$(dirname "$FOURSCORE")/settings")
    compiler=$(command -v cc)
    fake_machine
    # without the folder of the fakes: ccache looks for the next cc in PATH
    fake cc "grep -q install '$calls' || exit 127; PATH=\${PATH#*:} exec '$compiler' \"\$@\""
    run --separate-stderr make_built -s solve <<<6146
    echo "$stderr"
    [ "$status" -eq 0 ]
    [ "$output" = '6146 18' ]
    [[ $(cat "$calls") == 'update -q'$'\n''install -qy gcc '*' libmicrohttpd-dev' ]]
    # the flags are chosen for the compiler that was installed
    [ "$(cat "$(dirname "$FOURSCORE")/settings")" = "$settings" ]
}

@test "make check and make deps install missing packages" {
    for goal in deps deps-lint deps-valgrind deps-arm64 deps-s390x deps-wasm deps-web; do
        fake_machine
        fake dpkg ''
        run make_it "$goal" BUILD="$BATS_TEST_TMPDIR/none"
        echo "$goal: $output"
        [ "$status" -eq 0 ]
        grep -q '^install -qy .* bats' "$calls"
        rm "$calls"
    done
    fake_machine
    # fails, so that the tests do not start
    fake apt-get "echo \"\$@\" >>'$calls'; exit 100"
    run ! make_built check
    [ "$(cat "$calls")" = 'update -q' ]
}

@test "two make deps goals do not install at the same time" {
    fake_machine
    fake apt-get "sleep 0.5; echo \"\$@\" >>'$calls'"
    run -0 make_it -j2 deps deps-lint
    # the second one found everything installed
    [ "$(grep -c '^install' "$calls")" -eq 1 ]
}

@test "all other targets only name missing packages" {
    fake_machine
    for goal in '' install bench check-long warnings lint fuzz \
        sanitize tsan check-compilers check-valgrind check-arm64 check-s390x \
        coverage check-release wasm check-wasm web check-web; do
        run ! make_it -s $goal BUILD="$BATS_TEST_TMPDIR/none"
        echo "make $goal: $output"
        [ "$(grep -c '^Packages are missing' <<<"$output")" -eq 1 ]
        [[ $output == *'Run: make deps'*', or: '*'apt-get install -qy '*' '* ]]
    done
    [ ! -s "$calls" ]
}

@test "the library needs fewer packages than the program" {
    fake_machine
    while IFS='|' read -r arguments packages; do
        run ! make_it -s BUILD="$BATS_TEST_TMPDIR" ${arguments//NEW/$BATS_TEST_TMPDIR}
        [[ ${lines[0]} == *"install -qy "$packages ]]
    done <<'END'
NEW/libfourscore.a|gcc libc6-dev libprimesieve-dev zlib1g-dev
NEW/libfourscore.so.2|gcc libc6-dev libprimesieve-dev zlib1g-dev
NEW/libfourscore.a NEW/fourscore|gcc * libmicrohttpd-dev
NEW/libfourscore.a STANDALONE=1|gcc libc6-dev
NEW/fourscore STANDALONE=1|gcc libc6-dev
END
}

@test "packages are those for this machine" {
    fake dpkg 'echo amd64'
    fake dpkg-query "printf '%s\n' 'installed both:amd64' 'installed both:arm64' \
        'installed every:all' 'installed other:arm64' 'config-files gone:amd64'"
    mk/packages check deps both every other:arm64
    run ! mk/packages check deps both other none gone
    [[ $output == *'install -qy other none gone' ]]
    # without dpkg they are not checked
    PATH=/nonexistent run -0 /bin/sh mk/packages check deps nonsense
    [ -z "$output" ]
    make_it SKIP_PACKAGES=1 need-build
}

@test "without root and sudo, make only names missing packages" {
    fake_machine 1000
    for goal in solve check deps deps-lint; do
        run ! make_it -s "$goal" BUILD="$BATS_TEST_TMPDIR/none" </dev/null
        echo "make $goal: $output"
        [[ $output == *'Run: sudo make deps'*', or: sudo apt-get update -q && sudo apt-get install -qy gcc '* ]]
    done
    [ ! -s "$calls" ]
}

# only_clang: hide gcc, and say that its packages are not installed.
only_clang() {
    command -v clang >/dev/null || skip 'there is no clang'
    mkdir "$BATS_TEST_TMPDIR/bin"
    local IFS=: folder file name
    for folder in $PATH; do
        for file in "$folder"/*; do
            name=${file##*/}
            case $name in
            *gcc* | *g++* | cc | c++ | cpp | c?9) ;;
            *) [ -e "$BATS_TEST_TMPDIR/bin/$name" ] || ln -s "$file" "$BATS_TEST_TMPDIR/bin" ;;
            esac
        done
    done
    PATH=$BATS_TEST_TMPDIR/bin
    rm -f "$PATH/apt-get" "$PATH/dpkg-query"
    fake apt-get 'exit 100'
    fake dpkg-query 'for name; do case $name in gcc | g++) ;; *) echo "installed $name:all" ;; esac; done'
}

@test "CC=clang needs no gcc" {
    only_clang
    run ! command -v gcc cc c++
    build=$BATS_TEST_TMPDIR/build
    run make_it -s BUILD="$build" "$build/libfourscore.so.2"
    [[ ${lines[0]} == *'install -qy gcc' ]]
    make_it -s deps CC=clang BUILD="$build"
    make_it -s CC=clang CFLAGS=-O0 BUILD="$build" install DESTDIR="$BATS_TEST_TMPDIR/root"
    [ "$(echo 6146 | "$BATS_TEST_TMPDIR/root/usr/local/bin/fourscore" solve)" = '6146 18' ]
}

@test "make help shows eight targets, make help-all all of them" {
    run -0 make_it help
    [ "${#lines[@]}" -eq 8 ]
    targets=$(make_it help-all | sed 's/^make \([^ ]*\)  .*/\1/')
    for line in "${lines[@]}"; do
        [[ $line =~ ^make\ ([a-z-]+)\ \ +[a-z] ]]
        grep -qx "${BASH_REMATCH[1]}" <<<"$targets"
    done
}

@test "several makes can run in one build folder" {
    build=$BATS_TEST_TMPDIR/build
    object=$build/bitboard/text.o
    make_it -s BUILD="$build" "$object"
    for _ in 1 2 3 4 5 6; do
        for _ in 1 2 3; do
            make_it BUILD="$build" "$object" >/dev/null &
        done 2>>"$BATS_TEST_TMPDIR/built"
        wait
    done
    cat "$BATS_TEST_TMPDIR/built"
    [ ! -s "$BATS_TEST_TMPDIR/built" ] # not once again
}

# Link the sources into a folder with a quote and a blank in its name, which all tests
# of this file share.
quoted_sources() {
    sources="$BATS_FILE_TMPDIR/it's here"
    if [ ! -e "$sources" ]; then
        mkdir "$sources"
        for entry in *; do
            [ "$entry" = build ] || ln -s "$PWD/$entry" "$sources"
        done
    fi
    cd "$sources"
}

@test "make -s solve builds, and prints the score and nothing else" {
    quoted_sources
    run --separate-stderr make_it -s solve CFLAGS=-O0 LDFLAGS= \
        <<<65214673556155731566316327373221417
    [ "$status" -eq 0 ]
    [ "$output" = '65214673556155731566316327373221417 -1' ]
    [ -z "$stderr" ]
}

@test "paths with a quote, a blank, '|' and '&', and a umask of 077" {
    here=$PWD
    quoted_sources
    prefix="$BATS_TEST_TMPDIR/the pre'fix|&co" root="$BATS_TEST_TMPDIR/root's"
    umask 077
    make_it -s install build/test/unit/test_library CFLAGS=-O0 LDFLAGS= \
        PREFIX="$prefix"
    run ldd build/test/unit/test_library
    [[ $output == *libfourscore.so*"$sources/build/"* ]]

    # the installed program finds its files
    cd "$BATS_TEST_TMPDIR"
    run "$prefix/bin/fourscore" bench -n 1 --threads 1 --strong
    [[ $output == *end-easy*begin-hard* ]]
    grep -x "ExecStart=\"$prefix/bin/fourscore\" serve .*" "$prefix/lib/systemd/system/fourscore.service"
    module=$(echo "$prefix"/lib/python*/*-packages)
    [ "$(PYTHONPATH=$module python3 -B -m fourscore scores 32164625)" = '32164625 -4 -3 11 4 0 -2 -5' ]
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" LD_LIBRARY_PATH="$prefix/lib"
    eval "cc -o scores '$here/docs/examples/scores.c' $(pkg-config --cflags --libs fourscore)"
    ./scores 32164625 | grep 'column 3: 11'

    cd "$sources"
    make_it -s install CFLAGS=-O0 LDFLAGS= PREFIX="$prefix" DESTDIR="$root"
    [ -x "$root$prefix/bin/fourscore" ]
    make_it -s uninstall PREFIX="$prefix" DESTDIR="$root"
    [ -z "$(find "$root" ! -type d)" ]
}

@test "packages name the address of the project once it is in packaging/about" {
    quoted_sources
    packaging=$(realpath packaging)
    rm packaging
    cp -R "$packaging" .
    for address in '' https://example.org/four; do
        sed -i "s|^address:.*|address: $address|" packaging/about
        rm -rf build/wasm
        make_it -s SKIP_PACKAGES=1 build/fourscore.pc build/wasm/package.json
        found=$(/usr/bin/python3 setup.py --url 2>/dev/null)
        found+=$(sed -n 's/^URL: /,/p' build/fourscore.pc)
        found+=$(node -p 'const {homepage = "", repository = ""} = require("./build/wasm/package.json");
            homepage && `,${homepage},${repository}`')
        echo "$found"
        [ "${found#None}" = "${address:+$address,$address,$address,$address}" ]
    done
    grep -x 'Homepage: @address@' packaging/debian/control
}

# repository FOLDER MESSAGE...: one with a commit for each message.
repository() {
    local message
    git init -q "$1"
    for message in "${@:2}"; do
        git -C "$1" -c user.name=Test -c user.email=test@example.org commit -q --allow-empty -m "$message"
    done
}

@test "another signature than that of the newest commit that has one is refused" {
    command -v git >/dev/null || skip 'there is no git'
    compare=$PWD/test/support/signature
    fake fourscore 'echo "Bench: 15"'
    cd "$BATS_TEST_TMPDIR"
    repository other $'search: better\n\nBench: 15' $'search: worse\n\nBench: 16' $'tools: Bench: 17\n\nNo functional change'
    cd other
    run -1 "$compare" fourscore
    [[ $output == "signature 15: commit $(git rev-parse --short HEAD~) has 16; "* ]]
}
