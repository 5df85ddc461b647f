# Books: building, with interruptions, and look-ups.

load build.bash
load fixture.bash

build() {
    fourscore book build --board 5x5 --quiet "$@"
}

# in_journal COMMAND ARGUMENT...: run a command on the journal of a book of 5 plies.
in_journal() {
    fourscore book "$1" --board 5x5 --depth 5 --journal journal "${@:2}"
}

# Make a book of 5x5, 5 plies, for all tests.
setup_file() {
    cd "$BATS_FILE_TMPDIR"
    "$FOURSCORE" book build --board 5x5 --depth 5 --quiet --journal journal \
        -o book
    "$FOURSCORE" book export book >text
}

book=$BATS_FILE_TMPDIR/book
text=$BATS_FILE_TMPDIR/text
whole=$BATS_FILE_TMPDIR/journal

@test "a book has the scores of a search" {
    [ "$(fourscore book lookup "$book" <<<$'\n333\n1234\n12345')" = \
        "$(fourscore solve --no-book --board 5x5 <<<$'\n333\n1234\n12345')" ]
    run -0 fourscore solve --board 5x5 --book "$book" --node-limit 1 <<<'12345'
    [ "$output" = "$(fourscore solve --board 5x5 <<<12345)" ]
    run -4 fourscore solve --board 5x5 --no-book --node-limit 1 <<<'12'
    for options in '-a --best' --pv --weak; do
        [ "$(fourscore solve --board 5x5 --book "$book" $options <<<1234)" = \
            "$(fourscore solve --board 5x5 $options <<<1234)" ]
    done
    fourscore solve --board 5x5 --check "$text"
}

@test "the built-in book has early positions only, and is made from the scores that it exports" {
    prints 0 '*44444 -1 0 *' fourscore solve -v <<<'44444'
    run fourscore solve --all-moves --best --node-limit 1 <<<''
    [ "${lines[0]}" = ' -2 -1 0 1 0 -1 -2 4' ]
    run -4 fourscore solve --no-book --node-limit 1 <<<''
    run -4 fourscore solve --book builtin --node-limit 1 <<<'333333222'
    # unreachable positions are searched
    [ "$(fourscore solve '--book' builtin -v <<<'......./......./......./......./xx.x.../oo.o...' |
        cut -d' ' -f3)" -gt 0 ]
    [ -z "${FOURSCORE_SHORT-}" ] || return 0 # the next ones build smaller books
    fourscore book export builtin >scores
    run -0 fourscore book build --depth 8 --from-text scores --sample 0 -o copy
    cmp copy "$BATS_TEST_DIRNAME/../../book/7x6.book"
    run -0 fourscore book diff copy builtin
    [ -z "$output" ]
}

@test "bench names the book" {
    fourscore book lookup "$book" <<<12 >set
    [[ $(fourscore bench --board 5x5 -s set) != *book* ]]
    [[ $(fourscore bench --board 5x5 -s --book "$book" set) == *"  book $book  board 5x5" ]]
    [[ $(fourscore bench --board 5x5 -s --book "$book" --csv set) == *",0,1,$book,5x5" ]]
}

@test "what commands count is what there is" {
    fourscore book info "$book" >info
    grep -q "^positions  $(wc -l <"$text")," info
    grep -q "^bytes      $(stat -c %s "$book")$" info
    awk '{ ply = $1 == "-" ? 0 : length($1); count[ply]++; signs[ply, ($2 > 0) - ($2 < 0)]++ }
        END { for (ply = 0; ply < 6; ply++) printf "%3d %10d %10d %10d %10d\n", ply, count[ply],
            signs[ply, 1], signs[ply, 0], signs[ply, -1] }' "$text" | diff - <(tail -n 6 info)
    # the same searches, one by one
    build --depth 5 --threads 1 --sample 0 --journal journal -o copy >said
    nodes=$(fourscore book list --board 5x5 --depth 5 |
        fourscore solve --board 5x5 -v --threads 1 2>/dev/null | awk '{ sum += $3 } END { print sum }')
    grep -q "solved, $nodes nodes, " said
    [[ $(tail -n 1 said) == "copy: "*", $(stat -c %s copy) bytes" ]]
}

@test "the smallest and the largest depth of a book; the empty board is printed and read as -" {
    [ "$(fourscore book list --board 4x4 --depth 0)" = - ]
    fourscore book add --board 4x4 --depth 0 --journal new <<<'- 0'
    [ -z "$(fourscore book list --board 4x4 --depth 0 --journal new)" ]
    build --depth 0 -o copy
    [ "$(fourscore book export copy)" = '- 0' ]
    [ "$(fourscore book lookup "$book" <<<-)" = '- 0' ]
    [ "$(fourscore book lookup --first-column 0 "$book" <<<01)" = "01 $(fourscore book lookup "$book" <<<12 | cut -d' ' -f2)" ]
    echo '- 1' >wrong
    build --depth 0 --sample 0 --from-text wrong -o copy
    run fourscore book diff copy "$book"
    [[ ${lines[0]} == '- 1 '* ]]
    fourscore book build --board 4x4 --depth 15 --quiet -o copy
    fourscore book verify copy
    [ "$(fourscore book lookup copy <<<'')" = ' 0' ]
}

@test "wrong scores are found" {
    # of the last ply: the scores that follow from it differ
    awk '$1 == "12345" { print $1, -9; next } 1' "$text" >changed
    run -5 build --depth 5 --from-text changed -o copy
    [[ $output == *'changed:'*': the score is '*'follows from those of 5 plies'* ]]
    [ ! -e copy ]
    awk 'length($1) == 5' changed >deepest
    sed -i 's/^12345 .*/12345 -9/' deepest
    run -0 build --depth 5 --sample 0 --from-text deepest -o copy
    prints 5 '*12345 -9 *' fourscore book diff copy "$book"
    fourscore book verify --consistent copy
    prints 5 "*'12345' has -9, a search finds*" fourscore book verify --sample 3000 --quiet copy
    # A score of an earlier ply is wrong, and its checksum is right.
    python3 - "$book" <<'END'
import pathlib, sys, zlib
book = bytearray(pathlib.Path(sys.argv[1]).read_bytes().rstrip(b"\0"))
book[-1] = 128 - 5
book += bytes(pathlib.Path(sys.argv[1]).stat().st_size - len(book))
book[8:12] = zlib.crc32(book[12:]).to_bytes(4, "little")
pathlib.Path("inconsistent").write_bytes(book)
END
    fourscore book verify --sample 1 --quiet inconsistent
    for options in '' '--consistent --sample 1 --quiet'; do
        prints 5 '* follows from its moves*' fourscore book verify $options inconsistent
    done
    # of an earlier ply
    sed 's/^123 .*/123 9/' "$text" >changed
    prints 5 '*the score is 9, but *' build --depth 5 --from-text changed -o copy
}

@test "a journal survives kill -9; an incomplete last line is dropped" {
    build --depth 7 -o alone
    "$FOURSCORE" book build --board 5x5 --depth 7 --quiet --threads 1 \
        --journal journal 3>&- &
    wait_until has_lines journal 50
    kill -9 $! || true
    wait $! || true
    # the build may have finished before
    head -n 2000 journal >part
    mv part journal
    printf '1122334' >>journal
    before=$(grep -c '^[1-5]* .' journal)
    [ "$before" -eq $(($(wc -l <journal) - 1)) ]
    [ "$(fourscore book list --board 5x5 --depth 7 --journal journal |
        wc -l)" -eq $((4614 - before)) ]
    prints 0 '*journal: removed its last line, which was incomplete*' build --depth 7 --journal journal -o rest
    [[ $output == *"$((4614 - before)) of $((4614 - before)) positions solved"* ]]
    cmp alone rest
    [ "$(head -n 1 journal)" = '# board 5x5' ]
    [ "$(wc -l <journal)" -eq 4615 ]
    run -0 build --depth 7 --journal journal --sample 0 -o again
    [ "${lines[0]}" = '4614 of 4614 positions known' ]
    [ "${#lines[@]}" -eq 2 ]
    cmp alone again
}

# stopped FILE COUNT OPTION...: stop a build of 7x6 when the file has so many lines; it has one
# line of output, and writes no book.
stopped() {
    rm -f out # of an earlier one
    env --default-signal=INT "$FOURSCORE" book build --depth 8 --quiet -o new "${@:3}" \
        >out 2>&1 3>&- &
    wait_until has_lines "$1" "$2"
    kill -INT $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 130 ]
    [ ! -e new ]
}

@test "a signal stops a build with its status, and no score is lost" {
    for _ in 1 2 3 4 5; do
        rm -f journal
        stopped journal 2 --journal journal --sample 0
        [ ! -s out ] || break # a busy machine leaves it no time to say more
    done
    grep -q ' of 91295 positions solved' out
    [ "$(wc -l <out)" -eq 1 ] # nothing follows from a part of the scores
    [ "$(tail -c 1 journal | wc -l)" -eq 1 ]
    # while scores are searched again
    fourscore book export builtin >scores
    stopped out 1 --from-text scores --sample 90000
    [[ $(cat out) =~ ^91295\ of\ 91295\ positions\ known($'\n'[0-9]+\ searched\ again,\ 0\ wrong)?$ ]]
}

@test "only one process may write to a journal" {
    cp "$whole" journal
    for kind in --exclusive --shared; do
        for action in build "add $text"; do
            run -1 flock $kind journal "$FOURSCORE" book $action --board 5x5 --depth 5 --journal journal
            [[ $output == *'journal: another process writes to it'* ]]
        done
    done
}

# with_full_disk COMMAND...: files may have 1 KiB.
with_full_disk() (
    ulimit -f 1
    "$@"
)

@test "a full disk stops a build, and no score is lost" {
    prints 3 '*journal: File too large*' with_full_disk build --depth 5 --journal journal
    [ "$(tail -c 1 journal | wc -l)" -eq 1 ]
    prints 3 '*other: File too large*' with_full_disk build --depth 5 --from-text "$text" -o other
    [ -z "$(ls other* 2>/dev/null)" ]
}

@test "a full disk stops book add; what was added is whole, and the rest can follow" {
    fourscore book list --board 5x5 --depth 5 | fourscore solve --board 5x5 >scores
    run -3 with_full_disk in_journal add scores more
    added=$(($(wc -l <journal) - 1))
    [ "$added" -gt 50 ]
    [ "${lines[0]}" = 'fourscore book add: journal: File too large' ]
    [ "${lines[1]}" = "$added added, 0 known before" ]
    [[ $output != *more* ]] # it is not read
    [ "$(tail -c 1 journal | wc -l)" -eq 1 ]
    cmp <(tail -n +2 journal) <(head -n $added scores)
    prints 0 "$(($(wc -l <scores) - added)) added, $added known before" in_journal add scores
    build --depth 5 --journal journal -o copy
    cmp copy "$book"
}

@test "a disk that fails later, when the journal is synced, stops a build" {
    make_preload
    export FAIL=sync
    # A book is written whole, or not at all.
    LD_PRELOAD=./preload.so FAIL_AT=1 run -3 build --depth 5 --from-text "$text" -o new
    [[ $output == *'new: No space left on device'* ]]
    [ -z "$(ls new* 2>/dev/null)" ]
    # The first score is synced at once: nothing is written after it.
    LD_PRELOAD=./preload.so FAIL_AT=1 run -3 build --depth 5 --threads 1 --journal journal
    [[ ${lines[0]} == *' book build: journal: No space left on device' ]]
    [ "$(wc -l <journal)" -eq 2 ]
    LD_PRELOAD=./preload.so FAIL_AT=1 run -3 fourscore book add --board 5x5 --depth 5 --journal other "$whole"
    [ "$(wc -l <other)" -eq 2 ]
    # The last sync, when the journal is closed.
    LD_PRELOAD=./preload.so FAIL_AT=2 run -3 build --depth 2 --journal last -o new
    [[ $output == *'last: No space left on device'* ]]
    build --depth 5 --journal journal -o copy
    cmp copy "$book"
}

@test "a contradiction ends book add" {
    in_journal list | head -n 4 | fourscore solve --board 5x5 >right
    read -r moves score <<<"$(sed -n 2p right)"
    sed "2a $moves $((score + 1))" right >wrong
    run -1 in_journal add wrong right
    [ "${lines[0]}" = "wrong:3:7: $moves $((score + 1)) contradicts journal:3, which says $score" ]
    [ "${lines[1]}" = '2 added, 0 known before' ]
    [ "${#lines[@]}" -eq 2 ]
    cmp <(tail -n +2 journal) <(head -n 2 right)
    # A journal that contradicts itself is refused, and all of it is reported.
    printf '%s\n' "$moves $((score + 1))" "$moves $((score + 2))" >>journal
    cp journal before
    run -1 build --depth 5 --journal journal -o copy
    [ "$(grep -c "contradicts journal:3, which says $score" <<<"$output")" -eq 2 ]
    [ ! -e copy ]
    cmp journal before
    run -1 in_journal add right
    cmp journal before
    # Scores of texts, too, and none may be missing.
    run -1 build --depth 5 --from-text wrong -o copy
    [ ! -e copy ]
    head -n -3 "$text" >few
    run -1 build --depth 5 --from-text few -o copy
    count=$(awk 'length($1) == 5' "$text" | wc -l)
    [ "${lines[1]}" = "fourscore book build: few: 3 of $count positions of 5 plies missing" ]
    [ ! -e copy ]
}

@test "book add adds scores from other sources" {
    in_journal list >open
    [ "$(wc -l <open)" -eq "$(awk 'length($1) == 5' "$text" | wc -l)" ]
    head -n 100 open | fourscore solve --board 5x5 >some
    prints 0 '100 added, 0 known before' in_journal add some
    [ "$(in_journal list | head -n 1)" = "$(sed -n 101p open)" ]
    prints 0 '0 added, 100 known before' in_journal add <some
    # neither a comment nor what the journal has twice is counted
    { echo '# 9' && tail -n 2 some; } >>journal
    # the mirror image is the same position
    read -r moves score <<<"$(sed -n 7p some)"
    echo "$(tr 12345 54321 <<<"$moves") $score" >mirrored
    prints 0 '0 added, 1 known before' in_journal add mirrored
    # a truncated line is refused
    printf '%s' "$(sed -n 101p open) -1" >cut
    run -1 in_journal add cut
    [[ ${lines[0]} == 'cut:1:9: the line has no end: it may be cut off' ]]
    [ "$(wc -l <journal)" -eq 104 ]
    fourscore solve --board 5x5 open | in_journal add
    [ -z "$(in_journal list)" ]
    build --depth 5 --journal journal -o copy
    cmp copy "$book"
}

# build_interrupted SIGNAL WHEN DISPOSITION: build a book, with a signal during the write
# (see preload.c), in a new folder.
build_interrupted() {
    rm -rf folder
    mkdir folder
    echo old >folder/new
    ulimit -c 0
    LD_PRELOAD=./preload.so SIGNAL=$1 WHEN=$2 DISPOSITION=$3 \
        run build --depth 5 --from-text "$text" --sample 0 -o folder/new
    [ "$(ls folder)" = new ]
}

@test "a signal during the write leaves either the old file or the new one" {
    make_preload
    for signal in 1 2 3 15; do
        build_interrupted $signal write 0
        [ "$status" -eq $((128 + signal)) ]
        [ "$(cat folder/new)" = old ]
        build_interrupted $signal fsync 0
        [ "$status" -eq $((128 + signal)) ]
        cmp folder/new "$book"
        # as under nohup
        build_interrupted $signal write 1
        [ "$status" -eq 0 ]
        cmp folder/new "$book"
    done
}

@test "files other than journals are refused and left unchanged" {
    cp "$book" other
    printf 'notes\nwithout an end' >notes
    printf 'a note' >note
    printf '1122 -1' >half
    printf '# board 5x5\n12345 0\n%05000d' 0 >long
    (cat "$whole" && printf '1122 n') >behind
    { head -c 5000 /dev/zero && echo data; } >zeros
    (printf '# board 5x5\n12' && cat zeros && printf more) >zeros-behind
    printf '# board 5x5\n12\0\0more' >short-zeros
    for file in other notes note half long behind zeros zeros-behind short-zeros; do
        cp $file before
        run -1 build --depth 5 --journal $file
        cmp $file before
        run -1 fourscore book list --board 5x5 --depth 5 --journal $file
    done
    # a power failure may leave zeros behind the last line
    printf '# board 5x5\n12\0\0' >torn
    build --depth 5 --journal torn --sample 0
    cmp <(sort torn) <(sort "$whole")
    # a truncated first line is a journal
    printf '# boa' >torn
    build --depth 5 --journal torn --sample 0
    [ "$(head -n 1 torn)" = '# board 5x5' ]
    # only regular files are read
    mkfifo pipe
    for path in pipe /dev/null; do
        for action in build list; do
            run -1 timeout 600 "$FOURSCORE" book $action --board 5x5 --depth 5 --journal $path
            [ "$output" = "fourscore book $action: $path: not a regular file" ]
        done
    done
    run -1 fourscore book build --depth 3 --journal /nowhere/journal
}

@test "a book replaces regular files only, and keeps their mode; a link stays" {
    mkdir folder
    mkfifo pipe
    ln -s nowhere dangling
    while IFS='|' read -r path reason; do
        run -3 build --depth 1 -o "$path"
        [ "$output" = "fourscore book build: ${path:-''}: $reason" ] # before any search
    done <<'END'
folder|not a regular file
pipe|not a regular file
/dev/null|not a regular file
dangling|a symbolic link to a file that does not exist
|No such file or directory
/nowhere/book|No such file or directory
END
    [ -L dangling ]
    : >elsewhere
    ln -s elsewhere link
    for mode in 640 751; do
        chmod $mode elsewhere
        build --depth 5 --from-text "$text" --sample 0 -o link
        [ "$(stat -c %a elsewhere)" = $mode ]
        cmp elsewhere "$book"
    done
    [ -L link ]
    (umask 027 && build --depth 1 --sample 0 -o unshared)
    [ "$(stat -c %a unshared)" = 640 ]
    [ -z "$(ls *.??????)" ]
}

@test "what a book is made from is not replaced by it" {
    cp "$whole" journal
    cp "$text" scores
    for options in '--journal new -o new' '--journal journal -o journal' '--from-text scores -o scores' \
        '--from-text - -o scores'; do
        run -2 build --depth 5 $options <scores
    done
    [ ! -e new ]
    cmp journal "$whole"
    cmp scores "$text"
    cp scores other # as large, but another file
    build --depth 5 --from-text scores --sample 0 -o other
    cmp other "$book"
}

@test "a journal of another board is refused" {
    cp "$whole" journal
    for action in 'build --sample 0' list add; do
        run -1 fourscore book $action --board 6x5 --depth 5 --journal journal
        [ "$output" = 'journal:1:9: scores for a board of 5x5, not of 6x5' ]
        cmp journal "$whole"
    done
    run -1 fourscore book add --board 6x5 --depth 5 --journal new journal
    [[ ${lines[0]} == 'journal:1:9: scores for a board of 5x5, not of 6x5' ]]
    [ "$(cat new)" = '# board 6x5' ]
}

@test "the book of 10 plies agrees with the built-in one, and has all moves at ply 9" {
    source=$BATS_TEST_DIRNAME/../../book
    run -5 fourscore book diff builtin "$source/7x6-10.book"
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == *'positions of at most 8 are compared' ]]
    run --separate-stderr fourscore solve --all-moves -v --threads 1 \
        --book "$source/7x6-10.book" <<<123456771
    [[ $output =~ ^123456771( -?[0-9]+){7}\ 0\ [0-9]+$ ]]
    # the scores that a search of 4 million nodes finds
    [[ $output == '123456771 -2 0 2 2 2 1 -2 0 '* ]]
}

@test "the sample of a build finds wrong scores in the last ply" {
    build --depth 6 --sample 0 -o six
    fourscore book export six | awk 'length($1) == 6' >deepest
    # With 33 of 1686 scores wrong, 3 of 4 samples of 100 have a wrong one.
    { echo '# board 5x5' && awk '{ print $1, NR % 51 ? $2 : !$2 }' deepest; } >journal
    [ "$(sed 1d journal | diff - deepest | grep -c '^<')" -eq 33 ]
    found=0
    for seed in {1..4}; do
        run build --depth 6 --journal journal --threads 1 --seed "$seed" -o copy
        [[ $status -ne 5 || $output != *"sample: '"[1-5][1-5][1-5][1-5][1-5][1-5]"' has "* ]] || found=$((found + 1))
    done
    [ "$found" -ge 2 ]
}

@test "a sample has no position twice, and may leave out any" {
    fourscore book build --board 4x4 --depth 2 --sample 0 --quiet -o tiny
    for sample in 1:1 1000:11; do
        run -0 fourscore book verify --sample ${sample%:*} tiny
        [[ $output == *"${sample#*:} searched again, 0 wrong" ]]
    done
    { echo '# board 4x4' && fourscore book export tiny | sed '$s/ .*/ 5/'; } >wrong
    last=$(tail -n 1 wrong | cut -d' ' -f1)
    found=0
    for seed in {1..12}; do
        run fourscore book build --board 4x4 --depth 2 --from-text wrong --sample 5 --seed "$seed" --threads 1 -o copy
        [[ $output != *"sample: '$last' has "* ]] || found=$((found + 1))
        [ "$found" -eq 0 ] || [ "$found" -eq "$seed" ] || return 0
    done
    false
}

@test "a journal with bad lines is refused" {
    printf '12345 0\n1234x 0\n123451 0\n12345\n12345 99\n12345 12\n' >journal
    run -1 build --depth 5 --journal journal
    [[ ${lines[0]} == "journal:2:5: 'x' is not a column"* ]]
    [[ ${lines[1]} == 'journal:3:1: the book has positions of at most 5 stones, not of 6' ]]
    [[ ${lines[2]} == 'journal:4:6: expected a score'* ]]
    [[ ${lines[3]} == 'journal:5:7: this is not a score'* ]]
    [[ ${lines[4]} == 'journal:6:7: no position of 5 stones has this score' ]]
    [ "${#lines[@]}" -eq 5 ]
    printf '# board 5x5\n12345 0\na' >journal
    prints 1 'journal:3:1: not the beginning of a line of a journal' build --depth 5 --journal journal
}

# test_book.c damages every byte; here are the messages.
@test "invalid books are refused with a reason" {
    { head -c 1000 "$book"; printf '\377'; tail -c +1002 "$book"; } >changed
    head -c -1 "$book" >short
    { head -c 12 "$book"; printf '\2'; tail -c +14 "$book"; } >version
    truncate -s 100G large
    mkfifo pipe
    while IFS='|' read -r file reason; do
        for command in 'book info' 'solve --board 5x5 --book'; do
            run -1 fourscore $command "$file" </dev/null
            [[ ${lines[0]} == "fourscore ${command%% --*}: $file: $reason" ]]
        done
    done <<END
missing|No such file or directory
.|not a regular file
pipe|not a regular file
$text|not a book: it does not begin with FOURBOOK
short|shorter or longer than its header says
changed|corrupted: the checksum is wrong
version|a book of a version other than 1 of the format
large|too large for a book
END
    run -1 fourscore solve --book "$book" <<<''
    [[ $output == *"$book is for a board of 5x5, not of 7x6" ]]
    run -1 fourscore book diff builtin "$book"
}

@test "a small file cannot cause the enumeration of a large board" {
    # a book of 12x9 and 24 plies without positions, with a correct checksum
    python3 -c '
import struct, sys, zlib
rest = struct.pack("<HBBBBBBIQ25I4sB", 1, 12, 9, 24, 1, 1, 0, 1, 1,
                   *[0] * 25, bytes(4), 0)
sys.stdout.buffer.write(b"FOURBOOK" + struct.pack("<I", zlib.crc32(rest)) + rest)
' >large
    for action in info verify export; do
        run -1 timeout 600 "$FOURSCORE" book $action large
        [[ $output == *'large: its positions are not exactly those of its board and depth'* ]]
    done
}

@test "book lookup reports positions that the book does not have" {
    printf '%s\n' 123 123451 9 33 >one
    echo 1 >two
    run -1 --separate-stderr fourscore book lookup "$book" one two # the status is that of all files
    [ "$(cut -d ' ' -f 1 <<<"$output")" = $'123\n\n\n33\n1' ]
    [ "$stderr" = "one:2:1: the book has positions of at most 5 stones, not of 6
one:3:1: '9' is not a column, expected 1 to 5 on a board of 5x5" ]
}

@test "messages have the singular for 1, and the plural for 0" {
    {
        for depth in 0 1; do
            fourscore book build --board 4x4 --depth $depth -o $depth.book
            fourscore book info $depth.book
            fourscore book verify $depth.book
        done
        fourscore book diff 1.book 0.book || true
        fourscore book lookup 1.book <<<12 || true
        printf '1 0\n2 9\n' >scores
        fourscore book build --board 4x4 --depth 1 --from-text scores -o 2.book || true
        printf '# board 4x4\n' >scores
        fourscore book build --board 4x4 --depth 0 --from-text scores -o 2.book || true
        fourscore book build --board 1x1 --depth 1 -o 2.book || true
        fourscore solve -v --threads 1 --table 1 </dev/null || true
        fourscore solve -v --threads 1 </dev/null
        seq 40 60 | awk '{ print $1 * $1 * 7919 }' | fourscore magic --bits 5 --trials 1 - || true
    } >all 2>&1
    cat all
    for one in 'ply plies' 'position positions' 'byte bytes' 'stone stones' 'thread threads' 'trial trials'; do
        grep -E "(^|[^0-9.])1 ${one% *}([^a-z]|\$)" all
        run ! grep -E "(^|[^0-9.])(1 ${one#* }|0 ${one% *})([^a-z]|\$)" all
    done
    grep -q '0 plies' all
}
