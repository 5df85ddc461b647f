# Names, headers and dependencies of the library's folders.

setup() {
    cd "$BATS_TEST_DIRNAME/.."
    [ -f bitboard/position.h ]
}

@test "every exported name has the prefix of its folder" {
    folder=$(dirname "$FOURSCORE")
    exported=$(nm --defined-only --extern-only --format=posix \
        "$folder"/bitboard/*.o "$folder"/os/*.o "$folder"/tt/*.o \
        "$folder"/book/*.o "$folder"/solver/*.o "$folder"/engines/*.o "$folder"/lib/*.o "$folder"/game/*.o \
        "$folder"/json/*.o "$folder"/server/*.o "$folder"/certificate/*.o |
        awk 'NF > 1 { print $1 }')
    echo "$exported" | grep -q '^board_parse$'
    echo "$exported" | grep -q '^engine_fast_7x6_baseline$'
    stray=$(echo "$exported" |
        grep -Ev '^(board|os|tt|book|solver|dispatch|engine|control|lib|fourscore|game|json|server|certificate|choices|evidence|follower|map|theory)_|^__(asan|odr_asan|ubsan)' || true)
    echo "unprefixed: $stray"
    [ -z "$stray" ]
}

@test "headers compile on their own" {
    for header in bitboard/*.h os/*.h tt/*.h book/*.h solver/*.h tools/*.h tools/inside/*.h lib/*.h game/*.h json/*.h server/*.h certificate/*.h prove/*.h; do
        echo "$header"
        # The headers of the engines are compiled for one variant.
        case $header in
        solver/fast* | solver/lanes.h | solver/proof* | solver/tutorial.h | \
            solver/variant.h)
            variant="-DVARIANT=keys128 -DVARIANT_BITS=128 -DISA=baseline" ;;
        *) variant= ;;
        esac
        # shellcheck disable=SC2086
        echo "#include \"$header\"" |
            ${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wno-psabi -Werror -I. \
                $variant -fsyntax-only -x c -
    done
}

@test "dependencies point upwards: bitboard, os, tt, book, solver, lib, tools" {
    stray=$(
        grep -n '#include "\(tt\|book\|solver\|lib\|tools\|test\)/' bitboard/*.[ch]
        grep -n '#include "\(bitboard\|book\|solver\|lib\|tools\|test\)/' tt/*.[ch]
        grep -n '#include "\(bitboard\|tt\|book\|solver\|lib\|tools\|test\)/' os/*.[ch]
        grep -nE '#include <(pthread|semaphore|signal|unistd|sched|fcntl|sys/.*)\.?h?>' \
            bitboard/*.[ch] tt/*.[ch] book/*.[ch] solver/*.[ch] lib/*.[ch]
        grep -n '#include "\(solver\|lib\|tools\|test\)/' book/*.[ch]
        grep -n '#include "\(lib\|tools\|test\)/' solver/*.[ch]
        grep -n '#include "' certificate/*.[ch] |
            grep -v '#include "\(certificate\|bitboard\)/'
        grep -n '#include "\(lib\|tools\|test\)/' prove/*.[ch]
        # Only what reads certificates needs the code of the check.
        grep -n '#include "certificate/\(choices\|certificate\)' prove/*.[ch] |
            grep -v '^prove/load\.'
        grep -n '#include "\(tools\|test\|game\)/' lib/*.[ch]
        grep -n '#include "' game/*.[ch] |
            grep -v '#include "\(game/.*\|lib/fourscore\(_game\)\?\.h\|lib/structure\.h\)"'
        grep -n '#include "' json/*.[ch] |
            grep -v '#include "\(json/.*\|lib/fourscore\(_game\)\?\.h\)"'
        grep -n '#include "' server/*.[ch] |
            grep -v '#include "\(\(json\|server\)/.*\|lib/fourscore\(_game\)\?\.h\|os/clock\.h\)"'
        grep -n '#include "test/' tools/*.[ch] tools/inside/*.[ch]
        true
    )
    echo "$stray"
    [ -z "$stray" ]
}

# Commands that answer questions about positions have no other way to the answer
# than the public library; tools/inside/ has those that build and measure.
@test "tools/ includes lib/fourscore.h and the clock, and nothing else of the library" {
    rules=$("${CC:-cc}" -MM -I. -I"$(dirname "$FOURSCORE")" -D_GNU_SOURCE tools/*.c)
    included=$(tr -d '\\' <<<"$rules" | tr -s ' ' '\n' | grep -v ':$' | sort -u)
    grep -qx 'lib/fourscore.h' <<<"$included"
    stray=$(grep -Ev '^tools/[a-z_]*\.(c|h|inc)$|^(json|server)/[a-z_]*\.h$|^lib/fourscore(_game)?\.h$|^os/clock\.h$|/datadir\.inc$' \
        <<<"$included" || true)
    echo "$stray"
    [ -z "$stray" ]
    # The tables of commands know the insiders by name only.
    ! grep -n 'tools/inside' tools/*.[ch]
}
