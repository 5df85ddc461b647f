# 'make install' and 'make uninstall': the installed files work.

bats_require_minimum_version 1.5.0
load build.bash

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    ! has_sanitizers || return 0
    export root=$BATS_FILE_TMPDIR/root lib=$BATS_FILE_TMPDIR/root/usr/local/lib
    make_built -s install DESTDIR="$root" PREFIX=/usr/local
    export PKG_CONFIG_PATH=$lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
    export PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
    export LD_LIBRARY_PATH=$lib FOURSCORE_LIBRARY=$lib/libfourscore.so.2
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    [ -n "${root-}" ] || skip "a build with sanitizers"
}

@test "the installed program runs" {
    [ "$(echo 6146 | "$root/usr/local/bin/fourscore" solve)" = '6146 18' ]
    grep -qx '\.It Fl a , \\-all\\-moves' "$root/usr/local/share/man/man1/fourscore-solve.1"
    run -0 "$root/usr/local/bin/fourscore" check "$root"/usr/local/share/fourscore/certificates/5x5-*.cert
    [ "${#lines[@]}" -eq 2 ]
    # The unit starts it with options that it has; only the proxy connects to the socket.
    units=$root/usr/local/lib/systemd/system
    run -0 bash -c "$(sed -n 's|^ExecStart="|"$root|p' "$units/fourscore.service") --help"
    [[ $output == 'Usage: fourscore serve '* ]]
    grep -qx 'SocketMode=0600' "$units/fourscore.socket"
}

# of MODE FOLDER NAME...: these files, as found() shows them
of() {
    printf "$1 $(id -un) $(id -gn) usr/local/$2/%s\n" "${@:3}"
}

# What 'make install' writes, with the page in a folder and the module for a version of Python.
expected() {
    local page=$1 lib=lib/libfourscore.so python=$2 version
    version=$(sed -n 's/^#define FOURSCORE_VERSION "\(.*\)"/\1/p' lib/fourscore.h)
    of f755 bin fourscore fourscore-serve
    of f644 include fourscore.h fourscore_game.h
    of f644 lib libfourscore.a "libfourscore.so.$version" pkgconfig/fourscore.pc \
        cmake/fourscore/fourscore-config{,-version}.cmake systemd/system/fourscore.{service,socket}
    of l777 lib "libfourscore.so -> libfourscore.so.$version" "libfourscore.so.2 -> libfourscore.so.$version"
    of l777 "lib/$python/fourscore" "libfourscore.so.2 -> /usr/local/lib/libfourscore.so.2"
    of f644 "lib/$python/fourscore" $(cd bindings/python/fourscore && ls -- *.py) py.typed
    for section in 1 3 5; do of f644 share/man/man$section $(cd docs/man && ls -- *.$section); done
    of f644 share bash-completion/completions/fourscore zsh/site-functions/_fourscore
    of f755 share/fourscore book-farm book-farm.slurm
    of f644 share/fourscore 7x6-10.book {begin-{easy,medium,hard},middle-{easy,medium},end-easy}.txt
    of f644 share/fourscore/certificates $(cd proof/certificates && ls -- *.cert)
    of f644 share/fourscore/web $(cd "$page" && find . -type f -printf '%P\n')
}

# found ROOT: all files, and folders in which others than their owner can write, or not all can look
found() {
    (cd "$1" && find . -mindepth 1 ! \( -type d -perm 755 \) \
        \( -type l -printf '%y%m %u %g %P -> %l\n' -o -printf '%y%m %u %g %P\n' \)) | LC_ALL=C sort
}

@test "install writes exactly these files, which all can read and only their owner can write; uninstall removes them" {
    page=$BATS_TEST_TMPDIR/page
    mkdir -p "$page/v1"
    touch "$page/index.html" "$page/main.js" "$page/v1/health"
    chmod 600 "$page/main.js"
    chmod 666 "$page/index.html"
    copy=$BATS_TEST_TMPDIR/copy
    local=$copy/usr/local
    mkdir -m 755 "$copy"
    for mask in 077 000; do # the second time over the first
        (umask $mask && make_built -s install DESTDIR="$copy" PREFIX=/usr/local web="$page")
        python=$(cd "$local/lib" && echo python*/*-packages)
        diff <(found "$copy") <(expected "$page" "$python" | LC_ALL=C sort)
        [ "$(find "$copy" -type f -size 0 ! -path '*/web/*' -printf %f)" = py.typed ]
    done
    mkdir "$local/lib/$python/fourscore/__pycache__"
    touch "$local/lib/$python/fourscore/__pycache__/__init__.cpython-311.pyc"
    touch "$local/share/fourscore/mine" "$local/bin/other"
    make_built -s uninstall DESTDIR="$copy" PREFIX=/usr/local web="$page"
    [ "$(cd "$copy" && find . ! -type d | sort | tr '\n' ' ')" = \
        './usr/local/bin/other ./usr/local/share/fourscore/mine ' ]
    [ ! -e "$local/lib/$python/fourscore" ]
    [ -d "$local/share/man/man1" ] # shared folders stay
    rm "$local/share/fourscore/mine"
    make_built -s uninstall DESTDIR="$copy" PREFIX=/usr/local web="$page"
    [ ! -e "$local/share/fourscore" ]
}

# compile NAME COMPILER FLAG...: compile an example.
compile() {
    "${@:2}" "docs/examples/$1.c" -Wall -Wextra -Werror -o "$BATS_TEST_TMPDIR/$1" \
        $(pkg-config --cflags --libs fourscore)
}

@test "the examples compile as C and as C++, and run" {
    compile scores c++ -std=c++17 -x c++
    for name in game pipe cancel json; do
        compile "$name" c++ -std=c++17 -fsyntax-only -x c++
    done
    [[ $("$BATS_TEST_TMPDIR/scores" 32164625) == *'column 3: 11'* ]]
    for name in scores game pipe cancel json; do
        compile "$name" cc -std=gnu11
    done

    cd "$BATS_TEST_TMPDIR"
    run -0 ./scores 32164625
    [ "${lines[2]}" = 'column 3: 11' ]
    run -0 ./game 32164625
    [ "${lines[8]}" = 'move  9:  -4  -3  11   4   0  -2  -5' ]
    for name in scores game; do run -1 ./$name 9; done
    run -0 --separate-stderr ./pipe < <(yes $'32164625\n6146' | head -n 2000 && echo 448)
    [ "$output" = "$(yes $'11\n18' | head -n 2000)" ]
    [ "$stderr" = "line 2001, character 3: '8' is not a column, expected 1 to 7" ]
    run -0 ./cancel
    [[ "$output" == 'cancelled: -'* ]]
}

# But for members about the input and the search.
@test "the library's JSON is that of the program" {
    compile json cc -std=gnu11
    "$BATS_TEST_TMPDIR/json" 445332 >"$BATS_TEST_TMPDIR/library"
    {
        "$FOURSCORE" review --json 445332
        "$FOURSCORE" explain --json '......./......./......./......./..xo.../.ooxx..'
        "$FOURSCORE" puzzle --json
    } >"$BATS_TEST_TMPDIR/program"
    python3 - "$BATS_TEST_TMPDIR/library" "$BATS_TEST_TMPDIR/program" <<'END'
import json, sys
lines = zip(*(open(name).read().splitlines() for name in sys.argv[1:]), strict=True)
others = [{'game', 'finished'}, {'position'}, {'position', 'score', 'last_stone', 'move_scores', 'pv', 'task'}]
for (library, program), names in zip(lines, others, strict=True):
    members = json.loads(program)
    for name in names:
        del members[name]
    if library != json.dumps(members, separators=(',', ':')):
        raise SystemExit(f'{library}\n{program}')
END
}

@test "the example runs without any shared library" {
    cc -std=c11 -static -o "$BATS_TEST_TMPDIR/scores" docs/examples/scores.c \
        $(pkg-config --static --cflags --libs fourscore)
    run -0 env -i "$BATS_TEST_TMPDIR/scores" 32164625
    [ "${lines[2]}" = 'column 3: 11' ]
}

@test "without libraries, none is named" {
    make_it -s STANDALONE=1 BUILD="$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/fourscore.pc"
    run -0 env PKG_CONFIG_PATH="$BATS_TEST_TMPDIR" pkg-config --static --libs-only-l fourscore
    [ "${output% }" = -lfourscore ]
    grep -qx 'private=-pthread' "$BATS_TEST_TMPDIR/fourscore.pc"
    [[ $(pkg-config --static --libs fourscore) == *' -lprimesieve -lz -lstdc++ -lm'* ]]
}

@test "the version is the same in all places" {
    version=$(sed -n 's/^#define FOURSCORE_VERSION "\(.*\)"/\1/p' lib/fourscore.h)
    [ "$(pkg-config --modversion fourscore)" = "$version" ]
    [ "$("$FOURSCORE" --version)" = "fourscore $version" ]
    grep -q "^## $version" NEWS.md
}

@test "another interface than that of the last tag has another version" {
    # the clone may belong to another user than the one that runs the tests
    in_git() { git -c safe.directory="$PWD" "$@"; }
    tag=$(in_git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null) || skip 'there is no tag'
    [ "$tag" != "v$(sed -n 's/^#define FOURSCORE_VERSION "\(.*\)"/\1/p' lib/fourscore.h)" ] ||
        in_git diff --exit-code "$tag" -- lib/fourscore.h lib/fourscore_game.h lib/fourscore.map
}

@test "the libraries export exactly what the header declares, have no variables, and neither print, nor exit, nor handle signals" {
    declared=$(grep -oh '\bfourscore_[a-z_]*(' lib/fourscore*.h | tr -d '(' | sort -u)
    diff <(echo "$declared") <(nm -D --defined-only --format=posix "$FOURSCORE_LIBRARY" |
        sed -n 's/[@ ].*//p' | grep -v '^FOURSCORE_' | sort -u)
    diff <(echo "$declared") <(nm --defined-only --extern-only --format=posix "$lib/libfourscore.a" |
        sed -n 's/ [A-Z] .*//p' | sort -u)

    wanted=$(nm -D --undefined-only --format=posix "$FOURSCORE_LIBRARY" | sed 's/[@ ].*//')
    grep -q '^calloc$' <<<"$wanted"
    stray='_?exit|abort|raise|kill|sigaction|signal|v?f?printf|__v?f?printf_chk'
    stray+='|puts|fputs|putchar|perror|fwrite|stdout|stderr'
    stray+='|setenv|putenv|setlocale|srand|rand|strtok|localtime'
    [ "$(printf 'abort\nsignal\nstdout\nrand\n' | grep -cEx "$stray")" -eq 4 ]
    run ! grep -Ex "$stray" <<<"$wanted"

    run -0 awk '$1 ~ /^\.(data|bss|tdata|tbss)$/ { sum += $2 }
        $1 == ".text" { code += $2 } END { print sum + 0, code + 0 }' < <(size -A "$lib/libfourscore.a")
    [[ $output == '0 '[1-9]* ]]
}

# Its many children need not compile the module again.
@test "the Python module passes its tests" {
    python3 -c 'import numpy' 2>/dev/null || python=/usr/bin/python3 # which may have it
    env -u PYTHONDONTWRITEBYTECODE PYTHONPYCACHEPREFIX="$BATS_TEST_TMPDIR/compiled" \
        "${python:-python3}" -m unittest discover -s test/python
}

# placed PYTHON PREFIX FOLDER...: of folders with modules of that name, the one in which make
# has its own; it makes nothing to tell that, and removes it there.
placed() {
    local folder to=$BATS_TEST_TMPDIR/root
    for folder in "${@:3}"; do
        mkdir -p "$to$folder/fourscore"
        touch "$to$folder/fourscore/__init__.py"
    done
    make_built -s uninstall PYTHON="$1" PREFIX="$2" DESTDIR="$to"
    for folder in "${@:3}"; do
        [ -e "$to$folder/fourscore/__init__.py" ] || echo "$folder"
    done
}

@test "the module belongs where Python looks" {
    /usr/bin/python3 -m venv --without-pip "$BATS_TEST_TMPDIR/of its own"
    for python in /usr/bin/python3 "$BATS_TEST_TMPDIR/of its own/bin/python"; do
        prefix=$("$python" -c 'import sys; print(sys.prefix)')
        mapfile -t folders < <("$python" -c 'import sys; print(*filter(None, sys.path), sep="\n")')
        run -0 placed "$python" "$prefix" "${folders[@]}"
        [ "${#lines[@]}" -eq 1 ]
    done
    # a prefix in which it does not look
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    folder=/opt/four/lib/python$version/site-packages
    [ "$(placed "$python" /opt/four "$folder")" = "$folder" ]
}

@test "without Python, everything but the module is installed and removed, and make says so" {
    copy=$BATS_TEST_TMPDIR/root
    run -0 --separate-stderr make_built -s install DESTDIR="$copy" PREFIX=/usr/local PYTHON=python9
    [ "$stderr" = 'not installed: the Python module: python9 is not found' ]
    diff <(found "$copy") <(found "$root" | grep -v -- '-packages/')
    run -0 --separate-stderr make_built -s uninstall DESTDIR="$copy" PREFIX=/usr/local PYTHON=python9
    [ "$stderr" = 'not removed: the Python module: python9 is not found' ]
    [ -z "$(find "$copy" ! -type d)" ]
}

@test "a folder that is not a whole path is refused before anything is done" {
    for folder in PREFIX LIBDIR DATADIR; do
        for goal in install uninstall; do
            run -2 make_built $goal $folder=some/where DESTDIR="$BATS_TEST_TMPDIR/root"
            [[ $output == *"$folder is 'some/where', expected the whole path, such as /usr/local. "* ]]
        done
    done
    [ ! -e "$BATS_TEST_TMPDIR/root" ]
    [ ! -e some ]
}

@test "the program is built with Debian's hardening flags" {
    readelf -h "$FOURSCORE" | grep -q 'Type: *DYN'
    grep -q -- ' -fstack-protector-strong ' "$(dirname "$FOURSCORE")/settings" || skip 'a build with other flags'
    run -0 readelf -ldW "$FOURSCORE"
    for found in 'GNU_STACK .* RW ' GNU_RELRO 'FLAGS.* NOW'; do
        echo "$found" && grep -q "$found" <<<"$output"
    done
    nm -D "$FOURSCORE" | grep -q __stack_chk_fail
    nm -D "$FOURSCORE" | grep -q _chk@
}
