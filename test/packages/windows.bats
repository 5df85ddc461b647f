# The zip file and the wheel for Windows: what is in them, and the program, the library and
# the DLL under wine.  Debian has no Python for Windows, so that the module in the wheel is
# tried with the Python of this machine, less what that of Windows lacks.

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export ROOT=$PWD target=x86_64-w64-mingw32
    export WINEPREFIX=$PWD/build/wine WINEDEBUG=-all
    cd "$BATS_FILE_TMPDIR"
    unzip -q "$ROOT"/build/dist/fourscore-*-windows-x86-64.zip
    mv fourscore-*-windows-x86-64 'with space'
    unzip -q "$ROOT"/build/dist/fourscore-*-win_amd64.whl -d wheel
    export tree=$BATS_FILE_TMPDIR/with\ space
}

setup() {
    cd "$tree"
}

fourscore() {
    wine bin/fourscore.exe "$@"
}

# imports FILE: the names of the DLLs that it needs
imports() {
    "$target-objdump" -p "$1" | sed -n 's/.*DLL Name: //p' | sort | tr '\n' ' '
}

@test "the zip file has the program, the library, headers, the book, test sets, the licence" {
    run -0 find . -type f
    [ "$(sort <<<"$output" | tr '\n' ' ')" = "./LICENSE.txt ./README.txt\
 ./bin/fourscore.exe ./bin/libfourscore-2.dll ./book/7x6-10.book\
 ./include/fourscore.h ./include/fourscore_game.h ./lib/libfourscore.a ./lib/libfourscore.dll.a\
$(cd "$ROOT" && printf ' ./%s' testsets/*.txt) " ]
    [ "$(stat -c %s "$ROOT"/build/dist/fourscore-*-windows-x86-64.zip)" -le 4000000 ]
    run -0 grep -c "$(sed -n 's/^summary: //p' "$ROOT/packaging/about")" README.txt
    ! grep '@' README.txt
}

@test "program and DLL need DLLs of Windows only, and know no folder of the build" {
    for file in bin/fourscore.exe bin/libfourscore-2.dll ../wheel/fourscore/libfourscore-2.dll; do
        [ "$(imports "$file")" = \
            'ADVAPI32.dll KERNEL32.dll api-ms-win-core-synch-l1-2-0.dll msvcrt.dll ' ]
        ! grep -aoE "$ROOT|/(home|tmp|root|usr/local)/[a-z]*" "$file"
    done
}

@test "it solves, reviews, explains, and refuses what is wrong" {
    run -0 --separate-stderr fourscore solve <<<4453
    [ "$output" = '4453 -2' ]
    run -0 --separate-stderr fourscore solve --all-moves <<<32164625
    [ "$output" = '32164625 -4 -3 11 4 0 -2 -5' ]
    run -0 fourscore review 44444
    "$FOURSCORE" review 44444 | diff - <(echo "$output")
    run -1 --separate-stderr fourscore solve <<<48
    [[ "$stderr" = 'stdin:1:2: '* ]]
    run -2 --separate-stderr fourscore serve --port 8080
    [[ "$stderr" = 'fourscore serve: not in this program, '* ]]
}

@test "lines end as on other systems, and may end with CR LF" {
    printf '4453\r\n\r\n44\r\n' | fourscore solve >printed
    printf '4453 -2\n 1\n44 1\n' | diff - printed
}

@test "names of folders and files are UTF-8" {
    mkdir 'zürich'
    echo 4453 >'zürich/fünf.txt'
    export LC_ALL=C.UTF-8
    run -0 --separate-stderr fourscore solve 'zürich\fünf.txt'
    [ "$output" = '4453 -2' ]
    run -1 --separate-stderr fourscore solve 'zürich\ä.txt'
    [[ "$stderr" = *'zürich\ä.txt: '* ]]
}

@test "JSON is what the program for Linux prints" {
    printf '4453\n9\nx"\\\001\303\244\n\377\n32164625\n' >positions.txt
    for command in 'solve --json --all-moves --best --pv --threads 1 positions.txt' \
        'solve --json --no-book --node-limit 1 --threads 1 positions.txt' 'explain --json 44444' \
        'review --json 444444' 'size --json --board 7x6' 'puzzle --json --seed 1 -n 2 --threads 1' \
        'size --json --keys 1e30' 'size --json --keys 100 --stored-bits 8' 'magic --json --bits 3 few.txt' \
        'gen --all-moves --json -n 3 --board 4x4'; do
        echo "$command"
        printf '1\n2\n99\n' >few.txt
        # shellcheck disable=SC2086
        "$FOURSCORE" $command >expected 2>problems || :
        # shellcheck disable=SC2086
        fourscore $command 2>found | diff expected -
        diff problems found
    done
}

@test "play by lines from a pipe" {
    printf '4\nundo\nhint\nlevel 5\nquit\n' >typed
    fourscore play --seed 1 <typed >printed
    "$FOURSCORE" play --seed 1 <typed | diff - printed
    grep -q '^Yellow plays' printed
}

@test "bench on a set, a certificate, a book, and a file that is replaced" {
    head -20 testsets/end-easy.txt >few.txt
    run -0 --separate-stderr fourscore bench few.txt
    [[ "${lines[1]}" = few* ]]
    run -0 fourscore check "$ROOT/proof/certificates/6x4-second.cert"
    run -0 --separate-stderr fourscore book info book/7x6-10.book
    for seed in 1 2; do
        fourscore gen --all-moves -n 5 --seed $seed --board 4x4 -o set.csv
        "$FOURSCORE" gen --all-moves -n 5 --seed $seed --board 4x4 -o other.csv
        diff set.csv other.csv
    done
    [ "$(ls set.csv*)" = set.csv ]
    run -0 fourscore book build --board 3x3 --depth 2 --journal 3x3.journal -o 3x3.book || { echo "$output"; false; }
    run -0 fourscore book build --board 3x3 --depth 2 --journal 3x3.journal -o 3x3.book
    "$FOURSCORE" book build --board 3x3 --depth 2 -o linux.book
    cmp 3x3.book linux.book
}

@test "C programs are linked with the DLL, and without it" {
    cd "$BATS_TEST_TMPDIR"
    for how in 'lib/libfourscore.dll.a' 'lib/libfourscore.a -lsynchronization'; do
        # shellcheck disable=SC2086
        set -- $how
        "$target-gcc" -Wall -Wextra -Werror -I "$tree/include" -o scores.exe \
            "$ROOT/docs/examples/scores.c" "$tree/$1" ${2-}
        [ "$1" = lib/libfourscore.a ] || cp "$tree/bin/libfourscore-2.dll" .
        run -0 --separate-stderr wine scores.exe 32164625
        [ "${lines[2]%$'\r'}" = 'column 3: 11' ]
        rm -f libfourscore-2.dll
    done
}

@test "the wheel has the module and the DLL, is tagged for Windows, and has at most 1 MB" {
    cd "$BATS_FILE_TMPDIR"
    [ -f wheel/fourscore/__init__.py ]
    cmp wheel/fourscore/libfourscore-2.dll "$tree/bin/libfourscore-2.dll"
    grep -x 'Tag: py3-none-win_amd64' wheel/*.dist-info/WHEEL
    [ "$(stat -c %s "$ROOT"/build/dist/fourscore-*-win_amd64.whl)" -le 1000000 ]
}

@test "its module needs nothing that the Python of Windows lacks" {
    cd "$BATS_FILE_TMPDIR"
    cat >lacking.py <<'END'
import ctypes, os, signal, sys
sys.path.insert(0, "wheel")
del os.register_at_fork, os.fork, signal.SIGPIPE, signal.SIGHUP
opened = ctypes.CDLL
def open_other(path):
    assert path.endswith("/wheel/fourscore/libfourscore-2.dll"), path
    return opened(sys.argv[1])
ctypes.CDLL = open_other
system, sys.platform = sys.platform, "win32"
import fourscore
sys.platform = system
assert fourscore.Solver().score("4453") == -2
import fourscore.__main__
fourscore.__main__.main(["score", "4453"])
END
    run -0 python3 lacking.py "$ROOT/build/libfourscore.so.2"
    echo "$output"
    [ "${lines[-1]}" = '4453 -2' ]
}
