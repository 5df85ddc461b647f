# Every name that the library's folders export starts with its folder's prefix.

setup() {
    cd "$BATS_TEST_DIRNAME/.."
    [ -f bitboard/position.h ]
}

@test "no unprefixed name is exported" {
    folder=$(dirname "$FOURSCORE")
    ls "$folder"/*/solver/fast.o
    exported=$(nm --defined-only --extern-only --format=posix \
        "$folder"/bitboard/*.o "$folder"/tt/*.o "$folder"/solver/*.o \
        "$folder"/*/solver/*.o |
        awk 'NF > 1 { print $1 }')
    echo "$exported" | grep -q '^board_parse$'
    stray=$(echo "$exported" |
        grep -Ev '^(board|tt|solver|engine|tutorial|watch)_|^__(asan|odr_asan|ubsan)' || true)
    echo "unprefixed: $stray"
    [ -z "$stray" ]
}

@test "headers compile on their own" {
    for header in bitboard/*.h tt/*.h solver/*.h tools/*.h; do
        echo "$header"
        echo "#include \"$header\"" |
            ${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wno-psabi -Werror -I. \
                -DVARIANT=baseline \
                -fsyntax-only -x c -
    done
}

@test "dependencies point up: bitboard, tt, solver, tools" {
    stray=$(
        grep -n '#include "\(tt\|solver\|tools\|test\)/' bitboard/*.[ch]
        grep -n '#include "\(bitboard\|solver\|tools\|test\)/' tt/*.[ch]
        grep -n '#include "\(tools\|test\)/' solver/*.[ch]
        grep -n '#include "test/' tools/*.[ch]
        true
    )
    echo "$stray"
    [ -z "$stray" ]
}
