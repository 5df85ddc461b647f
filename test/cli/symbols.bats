# Names, headers and dependencies of the library's folders.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    [ -f bitboard/board.h ]
}

@test "every exported name has the prefix of its folder" {
    folder=$(dirname "$FOURSCORE")
    exported=$(nm --defined-only --extern-only --format=posix \
        "$folder"/bitboard/*.o "$folder"/os/*.o "$folder"/tt/*.o \
        "$folder"/book/*.o "$folder"/solver/*.o "$folder"/engines/*.o "$folder"/lib/*.o "$folder"/lib/{game,read}/*.o \
        "$folder"/lib/json/*.o "$folder"/tools/serve/*.o "$folder"/proof/*.o |
        awk 'NF > 1 && !/:$/ { print $1 }')
    echo "$exported" | grep -q '^board_parse$'
    echo "$exported" | grep -q '^engine_fast_7x6_baseline$'
    stray=$(echo "$exported" |
        grep -Ev '^(board|os|tt|book|solver|dispatch|engine|control|lib|reader|scan|fourscore|game|json|cmd|certificate|choices|follower|map|theory|ask|refuse|boards?|clients?|files|http|listener|metrics|turns)_|^(refuse|routes|main)$|^__(asan|odr_asan|ubsan)' || true)
    echo "unprefixed: $stray"
    [ -z "$stray" ]
}

@test "a status that is ignored is a warning, for users of the library, too" {
    # Only a wrong size makes the functions fail that describe something.
    unmarked=$(cat lib/fourscore*.h | tr -s '\n ' ' ' |
        grep -oE '[^ ]+ enum fourscore_status fourscore_[a-z_]+\(' |
        grep -vE '^FOURSCORE_MUST_CHECK |_info\($' || true)
    echo "$unmarked"
    [ -z "$unmarked" ]
    for compiler in 'cc -std=c11 -x c' 'c++ -x c++'; do
        run $compiler -Ilib -c -o /dev/null - <<'END'
#include "fourscore.h"
int main(void) { fourscore_position p; fourscore_play(&p, 1); return 0; }
END
        [[ $output == *'fourscore_play'* ]]
    done
}

# compiles ARGUMENT...: whether sources or headers compile, each on its own
compiles() {
    "${CC:-cc}" -std=c11 -Wall -Wno-psabi -Werror -I. -I"$(dirname "$FOURSCORE")" -fsyntax-only -x c "$@"
}
variant='-DVARIANT=keys128 -DVARIANT_BITS=128 -DISA=baseline'

# The headers of the engines are compiled for one variant; rules.h is a template.
@test "headers compile on their own" {
    of_engines=(solver/{fast,proof}*.h solver/{lanes,variant}.h)
    mapfile -t others < <(printf '%s\n' {bitboard,os,tt,book,solver,proof,lib,tools}/*.h {proof,lib,tools}/*/*.h |
        grep -vxFf <(printf '%s\n' bitboard/rules.h "${of_engines[@]}"))
    [ "${#others[@]}" -gt 50 ]
    set -- -D_GNU_SOURCE -Wno-unused-function -Wno-unneeded-internal-declaration
    compiles "$@" $variant "${of_engines[@]}"
    compiles "$@" "${others[@]}"
}

# Each folder, and what its files include beside files of their own folder;
# docs/design.md has this list in words.
@test "dependencies point upwards, as docs/design.md lists them" {
    stray=$(
        while read -r folder others; do
            grep -n '#include "' "$folder"/*.[ch] |
                grep -vE "#include \"($folder/[^/]*\"${others:+|$others})"
        done <<'END'
bitboard
os
tt           os/
book         (bitboard|os|tt)/
solver       (bitboard|os|tt|book)/
proof        bitboard/
proof/make   (bitboard|os|tt|book|solver)/|proof/[a-z]*\.h"
lib          (bitboard|os|tt|book|solver)/|proof/[a-z]*\.h"|fourscore\.h"|lib/read/read\.h"
lib/read     bitboard/
lib/game     bitboard/|tt/random\.h"|proof/theory\.h"|lib/(fourscore|fourscore_game|internal)\.h"
lib/json     lib/(fourscore|fourscore_game|internal)\.h"
tools/serve  lib/json/|lib/(fourscore|fourscore_game)\.h"|os/(os|program/program)\.h"|tools/[a-z]*\.h"
END
        # The system is behind os/.
        grep -nE '#include <(pthread|semaphore|signal|unistd|sched|fcntl|sys/.*)\.?h?>' \
            bitboard/*.[ch] tt/*.[ch] book/*.[ch] solver/*.[ch] lib/*.[ch]
        # Platforms are told apart there, and nowhere else.
        grep -nE '\b(__linux__|__APPLE__|__unix__|_WIN32|OS_NO_THREADS)\b' \
            {bitboard,tt,book,solver,proof,lib,tools}/*.[ch] {proof,lib,tools}/*/*.[ch]
        # Only what reads certificates needs the code of the check.
        grep -n '#include "proof/\(choices\|certificate\)' proof/make/*.[ch] |
            grep -v '^proof/make/storage\.'
        grep -n '#include "test/' tools/*.[ch] tools/*/*.[ch]
        # What commands share are layers, from the bottom; messages, stdout and progress need
        # nothing of the library but its writer of JSON.
        lower=
        for layer in cli output monitor lines command value positions certificates options table_file inside; do
            lower+=${lower:+|}$layer
            grep -n '#include "tools/' tools/$layer.[ch] | grep -vE "\"tools/($lower)\.h\""
        done
        printf '%s\n' tools/*.h | grep -vE "^tools/($lower)\.h$"
        grep -n '#include "lib/' tools/{cli,output,monitor}.[ch] | grep -v '"lib/json/json\.h"'
        # No command needs the files of these.
        for folder in tools/{play,serve}/; do
            grep -n "#include \"$folder" tools/*.[ch] tools/*/*.[ch] | grep -v "^$folder"
        done
        true
    )
    echo "$stray"
    [ -z "$stray" ]
}

# 'make warnings' compiles all with nothing but POSIX.
@test "nothing needs unnamed semaphores, which macOS lacks" {
    rules=$("${CC:-cc}" -M -I. -U__linux__ os/os.h)
    grep -q '/pthread\.h' <<<"$rules"
    ! grep '/semaphore\.h' <<<"$rules"
}

# Besides POSIX of 2008 without what macOS or a BSD lacks: flock(), ioctl() for the size of
# a terminal, MSG_DONTWAIT, getopt_long() and sys/queue.h, which all of them have.
lacking='asprintf|clock_nanosleep|fdatasync|posix_fadvise|posix_fallocate|ppoll|pthread_barrier_[a-z]*'
lacking+='|pthread_condattr_setclock|pthread_mutex_timedlock|sem_(init|timedwait|wait)|sigqueue'
lacking+='|sigtimedwait|sigwaitinfo|strerror_l|timer_[a-z]*|MSG_NOSIGNAL|stdio_ext\.h|threads\.h|/proc'

@test "the program needs nothing that macOS or a BSD lacks, but for Linux" {
    sources=({tools,proof/make}/*.c tools/*/*.c os/program/posix*.c)
    [ "${#sources[@]}" -gt 40 ]
    # without what is for Linux
    ! sed '/^#ifdef __linux__/,/^#\(else\|endif\)/d' "${sources[@]}" | grep -nwE "$lacking"
}

# Commands that answer questions about positions have no other way to the answer
# than the public library; these files have those that build and measure.
inside='tools/((bench|book)/|(inside|cmd_gen|cmd_magic|cmd_prove|cmd_size)\.)'

@test "bench, book, gen, magic, prove and size look inside the library; the other commands need lib/fourscore.h, lib/read/scan.h, clock, threads, random numbers and os/program" {
    sources=$(find tools -name '*.c' | grep -vE "^$inside")
    rules=$("${CC:-cc}" -MM -I. -I"$(dirname "$FOURSCORE")" -D_GNU_SOURCE $sources)
    # a blank in a path is written as '\ '
    included=$(sed 's/\\$//; s/\\ /_/g' <<<"$rules" | tr -s ' ' '\n' | grep -v ':$' | sort -u)
    grep -qx 'lib/fourscore.h' <<<"$included"
    stray=$(grep -Ev '^(tools|lib/json)/|^lib/(fourscore|fourscore_game|read/scan)\.h$|^os/(os|program/program)\.h$|^tt/random\.h$|/(datadir|openapi)\.inc$' \
        <<<"$included" || true)
    # of os/os.h, no machine, memory, files and waits
    stray+=$(grep -nE '\bos_(machine|map|file_map|wait_while)\(' $sources || true)
    echo "$stray"
    [ -z "$stray" ]
    # The table of commands knows the insiders by name only.
    ! grep -E "^$inside" <<<"$included"
}
