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
        awk 'NF > 1 && !/:$/ { print $1 }')
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

# Each folder, and what its files include beside files of their own folder;
# docs/design.md has this list in words.
@test "dependencies point upwards, as docs/design.md lists them" {
    stray=$(
        while read -r folder others; do
            grep -n '#include "' "$folder"/*.[ch] |
                grep -vE "#include \"($folder/${others:+|$others})"
        done <<'END'
bitboard
os
tt           os/
book         (bitboard|os|tt)/
solver       (bitboard|os|tt|book)/
certificate  bitboard/
lib          (bitboard|os|tt|book|solver|certificate)/|fourscore\.h"
game         lib/(fourscore|fourscore_game|structure)\.h"
prove        (bitboard|os|tt|book|solver|certificate)/
json         lib/(fourscore|fourscore_game)\.h"
server       json/|lib/(fourscore|fourscore_game)\.h"|os/clock\.h"
END
        # The system is behind os/.
        grep -nE '#include <(pthread|semaphore|signal|unistd|sched|fcntl|sys/.*)\.?h?>' \
            bitboard/*.[ch] tt/*.[ch] book/*.[ch] solver/*.[ch] lib/*.[ch]
        # Only what reads certificates needs the code of the check.
        grep -n '#include "certificate/\(choices\|certificate\)' prove/*.[ch] |
            grep -v '^prove/load\.'
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
    # a blank in a path is written as '\ '
    included=$(sed 's/\\$//; s/\\ /_/g' <<<"$rules" | tr -s ' ' '\n' | grep -v ':$' | sort -u)
    grep -qx 'lib/fourscore.h' <<<"$included"
    stray=$(grep -Ev '^tools/[a-z_]*\.(c|h|inc)$|^(json|server)/[a-z_]*\.h$|^lib/fourscore(_game)?\.h$|^os/clock\.h$|/datadir\.inc$' \
        <<<"$included" || true)
    echo "$stray"
    [ -z "$stray" ]
    # The tables of commands know the insiders by name only.
    ! grep -n 'tools/inside' tools/*.[ch]
}
