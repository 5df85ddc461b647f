# Several threads, limits, signals and progress.

load fixture.bash

fourscore() {
    timeout 600 "$FOURSCORE" "$@"
}

bounds='-?[0-9]+\.\.[0-9]+'

@test "threads: output is in the order of the input, also of bad lines" {
    fourscore gen --set end-easy -n 200 >easy.txt
    fourscore gen --set middle-medium -n 12 >medium.txt
    cut -d ' ' -f 1 easy.txt >easy
    cut -d ' ' -f 1 medium.txt >medium
    for threads in 1 8; do
        echo "$threads threads"
        cat easy medium easy | fourscore solve --no-book --threads $threads >out
        cat easy.txt medium.txt easy.txt | cmp - out
        run --separate-stderr fourscore solve --no-book --threads $threads --check easy.txt medium.txt
        [ "${stderr_lines[-1]}" = "total: 212 checked, 0 wrong, 0 unfinished, 0 invalid" ]
        # 444444 takes long
        run -1 --separate-stderr fourscore solve --no-book --threads $threads \
            < <(printf '444444\n44x\n6146\n\0\n' && cat medium)
        diff <(printf '444444 1\n\n6146 18\n\n' && cat medium.txt) - <<<"$output"
        [ "$(cut -d : -f 1-3 <<<"$stderr")" = $'stdin:2:3\nstdin:4:1' ]
    done
}

# -------------------------------------------------------------------- limits

@test "a limit leaves bounds in place of scores, a line that counts them, and status 4" {
    run --separate-stderr -4 fourscore solve --no-book --node-limit 5000 <<<$'\n6146\nx'
    [[ ${lines[0]} =~ ^\ (-[0-9]+)\.\.([0-9]+)$ ]]
    [ "${BASH_REMATCH[1]}" -le 1 ]
    [ "${BASH_REMATCH[2]}" -ge 1 ]
    [ "${lines[1]}" = '6146 18' ]
    [ "${stderr_lines[-1]}" = 'fourscore solve: 1 position not finished' ]
    run --separate-stderr -4 fourscore solve $endless --json --node-limit 20000 <<<$'-\n-'
    [[ ${lines[1]} =~ ^\{\"position\":\"-\",\"lower\":-[0-9]+,\"upper\":[0-9]+,\"finished\":false\}$ ]]
    [ "$stderr" = 'fourscore solve: 2 positions not finished' ]
    set -- $endless --node-limit 20000 --threads 1
    run --separate-stderr -4 fourscore solve "$@" -a --pv <<<121212
    [[ $output =~ ^121212\ 52\ $bounds(\ -52){8}\ 1$ ]]
    run --separate-stderr -4 fourscore solve "$@" --best --pv <<<-
    [[ $output =~ ^-\ $bounds\ \?\ \?$ ]]
    run --separate-stderr -4 fourscore solve "$@" -a --json <<<121212
    [[ $output =~ '"move_scores":[52,{"lower":'-?[0-9]+',"upper":'[0-9]+'},-52,' ]]
    [[ $output == *'"finished":false}' ]]
    run --separate-stderr -4 fourscore solve "$@" --check <<<$'121212 52\n- 0\n2 3\n5 x'
    [ -z "$output" ]
    [ "${stderr_lines[-1]}" = 'stdin: 1 checked, 0 wrong, 2 unfinished, 1 invalid' ]
    # limits that are not reached
    run --separate-stderr -0 fourscore solve --no-book --time-limit 1000 --total-time-limit 600 \
        --node-limit 18446744073709551615 <<<6146
    [ "$output$stderr" = '6146 18' ]
}

@test "a time limit ends the search of every engine, and not before" {
    for engine in fast dfpn tutorial-12 tutorial-11; do
        before=$(date +%s%3N)
        run --separate-stderr -4 fourscore solve $endless --engine $engine -w --time-limit 0.2 <<<''
        [[ $output =~ ^\ (-1..1|-1..0|0..1)$ ]]
        [ $(($(date +%s%3N) - before)) -ge 200 ]
    done
}

# Solve with a time limit, a longer one if the machine has not begun the second
# position by then.
begin_two() {
    for seconds in 0.2 2 20 200; do
        run --separate-stderr fourscore solve $endless --threads 1 \
            --total-time-limit $seconds "$@"
        [[ $stderr != *' 1 position not finished, the rest not begun' ]] || return 0
    done
}

not_begun='fourscore solve: --total-time-limit: 1 position not finished, the rest not begun'

@test "a total time limit: what is finished, bounds of what was begun, status 4" {
    printf '%s\n' 121212 '' - 1 >input
    begin_two input
    [ "$status" -eq 4 ]
    [[ $output =~ ^121212\ 52$'\n '$bounds$ ]]
    [ "$stderr" = "$not_begun" ]
    # the limit of a position comes first, and the rest is done
    run --separate-stderr -4 fourscore solve $endless --threads 1 --node-limit 1000 \
        --total-time-limit 600 input
    [ "${#lines[@]}" -eq 4 ]
    [ "$stderr" = 'fourscore solve: 3 positions not finished' ]
    # a wrong line counts more
    printf '%s\n' '121212 52' '- 0' '- 0' '- 0' >input
    begin_two --check input
    [ "$status" -eq 4 ]
    [ "$stderr" = "input: 1 checked, 0 wrong, 1 unfinished, 0 invalid
$not_begun" ]
    sed -i '1s/52/51/' input
    begin_two --check input
    [ "$status" -eq 5 ]
}

# Solve the input $1 from a pipe that stays open, with more time until there are $2
# lines of output.
read_open() {
    local input=$1 lines=$2
    shift 2
    for seconds in 0.1 1 10 100; do
        start solve --total-time-limit $seconds "$@"
        printf "$input" >&7
        ended
        ! has_lines out "$lines" || return 0
    done
}

@test "a total time limit, while there is no input, or nothing reads the output" {
    read_open '6146\n6146 17\n' 2
    [ "$status" -eq 4 ]
    printf '6146 18\n\n' | cmp - out
    [ "$(tail -n 1 err)" = 'fourscore solve: --total-time-limit: 0 positions not finished, the rest not begun' ]
    read_open '6146 17\n' 1 --check
    [ "$status" -eq 5 ]
    [ "$(head -n 1 err)" = 'stdin: 1 checked, 1 wrong, 0 unfinished, 0 invalid' ]
    [ -z "${FOURSCORE_SHORT-}" ] || return 0 # TSan itself waits for the reader
    mkfifo full
    exec 8<>full
    status=0
    yes 6146 | "$FOURSCORE" solve --total-time-limit 0.5 >full 2>err || status=$?
    [ "$status" -eq 4 ]
    exec 8<&-
}

# ------------------------------------------------------------------- signals

@test "a signal has its status; what is finished is written, and bounds of the rest" {
    while read -r signal threads; do
        echo "$signal, $threads threads"
        how=--default-signal=$signal start solve $endless --threads $threads
        printf '121212\n3344\n\n' >&7
        wait_until has_lines out 2
        ended_by "$signal"
        [[ $(cat out) =~ ^$'121212 52\n3344 52\n '$bounds$ ]]
        [ "$(cat err)" = 'fourscore solve: 1 position not finished' ]
    done <<<$'HUP 1\nINT 1\nINT 2\nTERM 2'
}

@test "signals that are ignored at the start stay ignored" {
    for signal in HUP INT TERM; do
        how=--ignore-signal=$signal start solve
        echo 6146 >&7
        wait_until has_lines out 1
        kill -$signal "$pid"
        echo 6146 >&7
        wait_until has_lines out 2
        exec 7>&-
        ended
        [ "$status" -eq 0 ]
        [ "$(cat out)" = $'6146 18\n6146 18' ]
    done
}

@test "a signal while a position is searched: each command prints what is known" {
    while IFS='|' read -r arguments typed printed message; do
        echo "$arguments"
        start $arguments --threads 1
        printf -- "$typed" >&7
        case $arguments in
        *--progress*) wait_until grep -q ' nodes' err ;;
        *) wait_until has_worked "$pid" 30 ;;
        esac
        ended_by INT
        [[ $(cat out) =~ ^$printed$ ]]
        [ "$(tail -n 1 err)" = "$message" ]
    done <<END
solve $endless --json|-\n12\n|\{"position":"-","lower":-[0-9]+,"upper":[0-9]+,"finished":false\}|fourscore solve: 1 position not finished
solve $endless --check|121212 52\n- 0\n||stdin: 1 checked, 0 wrong, 1 unfinished, 0 invalid
show $endless --progress 12||.*x to move, score -*[0-9]+\.\.[0-9]+, not finished|fourscore show: 1 position not finished
move $endless|\n|[1-9a]|
explain $endless --json -|-\n12\n|\{"position":"-",.*: the search did not finish\..*false\}|fourscore explain: 1 position not finished
END
}

@test "a signal while there is no line ends the program silently" {
    start solve --no-book
    echo 6146 >&7
    wait_until has_lines out 1
    ended_by INT
    [ "$(cat out)" = '6146 18' ]
    [ ! -s err ]
}

@test "a signal while the program waits for the reader of a full pipe" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan itself waits for the reader
    mkfifo full
    yes 6146 2>/dev/null 3>&- | "$FOURSCORE" solve --no-book >full 2>err 3>&- &
    pid=$!
    exec 8<full
    wait_until is_full
    kill -TERM "$pid"
    wait_until has_ended "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 143 ]
    exec 8<&-
}

@test "a signal ends bench; of several engines a row needs that of the first" {
    # dfpn solves the second one at once, the other engine not while a test runs
    printf '%s\n' '121212 1' '2392289311528917835765 -1' >both.txt
    sed -n 2p both.txt >one.txt
    start bench --csv -w --board 9x9 --engine tutorial-11 --engine dfpn --threads 1 --progress both.txt
    wait_until grep -q '; 23922.* nodes' err
    ended_by INT
    [ "$(wc -l <out)" -eq 1 ]
    [ "$(tail -n 2 err)" = $'both, weak: stopped after 1 of 2 positions\nboth, weak: stopped after 2 of 2 positions' ]
    start bench --csv -w --board 9x9 --engine dfpn --engine tutorial-11 --threads 1 --progress one.txt
    wait_until grep -q '; 23922.* nodes' err
    ended_by INT
    [ "$(cut -d , -f 1-3 out)" = $'set,goal,engine\none,weak,dfpn' ]
    [ "$(tail -n 2 err | grep -c stopped)" -eq 1 ]
}

@test "a signal ends bench and gen with what they know" {
    printf '121212 52\n3344 52\n' >quick.txt
    printf '121212 52\n- 1\n' >long.txt
    before=$(date +%s%3N)
    start bench --strong $endless --threads 1 quick.txt long.txt --progress
    wait_until grep -q '^long, strong: 1 of 2, [0-9]* s left; -: .* nodes' err
    # As much time is left as the first position took, at most all the time until now.
    left=$(sed -n 's/.* 1 of 2, \([0-9]*\) s left.*/\1/p' err | head -n 1)
    [ $((left * 1000)) -le $(($(date +%s%3N) - before + 500)) ]
    ended_by INT
    grep -q '^quick ' out
    [ "$(tail -n 1 err)" = 'long, strong: stopped after 1 of 2 positions' ]
    start gen --set begin-hard -n 1000000 --progress
    wait_until [ -s err ]
    ended_by INT
    [ -z "$(grep -v '^[1-7]* -*[0-9]*$' out)" ]
    grep -q "^fourscore gen: stopped after $(wc -l <out) of 1000000 positions$" err
}

# ------------------------------------------------------------------ progress

# wakes PID: how often its threads have gone on after a wait.
wakes() {
    awk '/^voluntary_ctxt_switches/ { sum += $2 } END { print sum }' /proc/"$1"/task/*/status
}

# What lines of progress say agrees with itself: the rate is that of the nodes and the time.
# The program does little beside the search: it looks 20 times a second.
@test "progress: a line each second, only with --progress if stderr is not a terminal" {
    # without --progress, for more than a second
    "$FOURSCORE" solve $endless --threads 1 <<<'' >silent.out 2>silent 3>&- &
    silent=$!
    start solve $endless --threads 1 --progress
    before=$(date +%s%N)
    echo >&7
    wait_until has_worked "$silent" 120
    kill -9 "$silent"
    [ ! -s silent ]
    wait_until has_lines err 2
    count=$(wakes "$pid")
    [ "$count" -le $((50 + ($(date +%s%N) - before) / 25000000)) ]
    kill -TERM "$pid"
    ended
    head -n 2 err | python3 -c '
import re, sys
scale = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
for line in sys.stdin:
    found = re.fullmatch(r"the empty board: -\d+\.\.\d+, ([\d.]+) ?([kMG]?) nodes, ([\d.]+) ?([kMG]?)/s,"
                         r" (\d+\.\d) s\n", line)
    nodes, rate, seconds = (float(found[1]) * scale[found[2]], float(found[3]) * scale[found[4]],
                            float(found[5]))
    good = 0 < float(found[1]) < 1000 and 0 < float(found[3]) < 1000 and seconds >= 1
    if not good or not 0.8 < rate * seconds / nodes < 1.25:
        raise SystemExit(line)'
}

# on_terminal FILE ARGUMENT...: run the program on a terminal of 50 columns, and write what the
# terminal gets to FILE.
on_terminal() {
    local file=$1
    shift
    script -qfec "stty cols 50; echo \$\$ >$file.pid; exec '$FOURSCORE' $*" /dev/null \
        >"$file" </dev/null 3>&- &
    wait_until [ -s "$file.pid" ]
    on_terminals+=" $(cat "$file.pid")"
}

@test "progress: on a terminal one line, as wide as it, which goes; none with --quiet" {
    command -v script >/dev/null || skip 'there is no script(1)'
    echo >newline
    on_terminal quiet solve $endless --threads 1 --quiet '<newline'
    on_terminal loud solve $endless --threads 1 '<newline'
    wait_until grep -q ' nodes, ' loud
    wait_until has_worked "$(cat quiet.pid)" 20
    kill -TERM $on_terminals
    wait_until grep -q '^fourscore solve: 1 position not finished' loud
    wait_until grep -q '^fourscore solve: 1 position not finished' quiet
    run ! grep nodes quiet
    # nothing is printed at the end, which wipes the line
    for count in 1000 2000 4000 8000 100000 1000000; do
        on_terminal silent gen --all-moves --threads 1 -n $count -o data
        wait
        ! grep -q positions silent || break
    done
    python3 -c '
import re
drawn = r"((?:\r[^\r\n]*\x1b\[K)+)\r\x1b\[K"
found = re.fullmatch(drawn + r" -\d+\.\.\d+\r\n.*", open("loud", newline="").read(), re.S)
lines = re.findall(r"\r([^\x1b]*)\x1b", found[1])
if {len(line) for line in lines} - {0} != {49}:
    raise SystemExit(f"{lines}")
if not re.fullmatch(drawn, open("silent", newline="").read()):
    raise SystemExit("the line stays")'
}
