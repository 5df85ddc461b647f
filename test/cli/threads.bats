# Several threads, limits and signals, on the command line.

bats_require_minimum_version 1.5.0
load wait.bash
load sanitizers.bash

setup_file() {
    cd "$BATS_FILE_TMPDIR"
    "$FOURSCORE" gen --set end-easy -n 200 >easy.txt
    "$FOURSCORE" gen --set middle-medium -n 12 >medium.txt
    cut -d ' ' -f 1 easy.txt >easy
    cut -d ' ' -f 1 medium.txt >medium
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    cp "$BATS_FILE_TMPDIR"/* .
}

# Some searches do not end without a signal.
teardown() {
    # shellcheck disable=SC2086
    [ -z "${running-}" ] || {
        kill -9 $running
        wait $running
    } 2>/dev/null || true
}

fourscore() {
    timeout 600 "$FOURSCORE" "$@"
}

# Start the program in the background, as $pid; its input and output are pipes.  env
# restores SIGINT, which background commands of a script ignore.
start() {
    rm -f in stdout out err # nothing waits for what an earlier one wrote
    mkfifo in stdout
    cat <stdout >out 3>&- &
    reader=$!
    env --default-signal=INT "$FOURSCORE" "$@" <in >stdout 2>err 3>&- &
    pid=$!
    running="${running-} $pid"
    exec 7>in
}

# end_by SIGNAL: send a signal to the program, wait until it has ended, set $status,
# and wait for its output.
end_by() {
    kill -"$1" "$pid"
    wait_until has_ended "$pid"
    status=0
    wait "$pid" || status=$?
    exec 7>&-
    wait "$reader"
}

@test "threads: output is in the order of the input" {
    for threads in 1 2 8; do
        echo "$threads threads"
        cat easy medium easy | fourscore solve --no-book --threads $threads >out
        cat easy.txt medium.txt easy.txt | cmp - out
        run fourscore solve --no-book --threads $threads --check easy.txt medium.txt
        [[ $output == *"total: 212 checked, 0 wrong, 0 unfinished, 0 invalid" ]]
        fourscore bench --strong --threads $threads --throughput --csv \
            medium.txt >out
        [[ $(tail -n 1 out) == medium,strong,fast,$threads,throughput,12,*,0,1,none,7x6 ]]
    done
}

@test "threads: bad lines keep their place in the output" {
    printf '6146\n44x\n6146\n\0\n6146\n' |
        "$FOURSCORE" solve --no-book --threads 8 >out 2>err || status=$?
    [ "$status" -eq 1 ]
    [ "$(cat out)" = $'6146 18\n\n6146 18\n\n6146 18' ]
    [ "$(cut -d : -f 1-3 err)" = $'stdin:2:3\nstdin:4:1' ]
}

@test "threads: lines after a hard one are solved at the same time" {
    { echo 444444; cat medium; } | fourscore solve --no-book --threads 2 >out
    tail -n +2 out | cmp - medium.txt
    [[ $(head -n 1 out) == "444444 1" ]]
}

@test "threads: engines that support one thread only, and bad numbers for bench" {
    for arguments in '--engine tutorial-12 --threads 2' \
        '--engine tutorial-12 --engine tutorial-11 --threads 1,2'; do
        # shellcheck disable=SC2086
        run --separate-stderr fourscore bench $arguments easy.txt
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [[ $stderr == *'--threads: the engine tutorial-12 supports one thread only, got 2'* ]]
    done
    run --separate-stderr fourscore bench --csv -s -n 1 --threads 2,3 \
        --engine tutorial-12 --engine fast easy.txt
    [ "$status" -eq 0 ]
    [ "$(cut -d , -f 3,4 <<<"$output")" = $'engine,threads\ntutorial-12,1\nfast,2\nfast,3' ]
    [ "$stderr" = 'fourscore bench: --threads: the engine tutorial-12 supports one thread only, and runs on one' ]
    run --separate-stderr fourscore bench -s -n 1 --threads 1 \
        --engine tutorial-12 --engine fast easy.txt
    [ -z "$stderr" ]
    for arguments in '--threads 1,' '--threads ,' '--threads 1,0' \
        '--threads 1,2,x' '--signature --threads 2' \
        '--threads 1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1'; do
        echo "bench $arguments"
        # shellcheck disable=SC2086
        run --separate-stderr fourscore bench $arguments easy.txt
        [ "$status" -eq 2 ]
    done
    for arguments in '--engine nonsense' '--table 1M'; do
        echo "bench --throughput $arguments"
        # shellcheck disable=SC2086
        run --separate-stderr fourscore bench --throughput $arguments easy.txt
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ "$(echo "$stderr" | grep -c '^fourscore bench: ')" -eq 1 ]
    done
}

@test "limits: bounds in place of scores, and status 4" {
    run --separate-stderr fourscore solve --no-book --node-limit 5000 <<<$'\n6146'
    [ "$status" -eq 4 ]
    [[ ${output%%$'\n'*} =~ ^\ (-[0-9]+)\.\.([0-9]+)$ ]]
    [ "${BASH_REMATCH[1]}" -le 1 ]
    [ "${BASH_REMATCH[2]}" -ge 1 ]
    [ "${output#*$'\n'}" = '6146 18' ]
    [ "$stderr" = 'fourscore solve: 1 position not finished' ]

    for engine in fast dfpn tutorial-12 tutorial-11; do
        before=$(date +%s%3N)
        # shellcheck disable=SC2086
        run --separate-stderr fourscore solve $endless --engine $engine -w \
            --time-limit 0.2 <<<''
        [ "$status" -eq 4 ]
        [[ $output =~ ^\ (-1..1|-1..0|0..1)$ ]]
        [ $(($(date +%s%3N) - before)) -ge 200 ]
    done

    run --separate-stderr fourscore show --no-book --node-limit 3000 ''
    [ "$status" -eq 4 ]
    [[ $output == *"x to move, score -"*..*", not finished" ]]
    [ "$stderr" = 'fourscore show: 1 position not finished' ]
    # a limit that is not reached has no effect
    run --separate-stderr fourscore solve --no-book --time-limit 1000 --node-limit \
        18446744073709551615 <<<6146
    [ "$status" -eq 0 ]
    [ "$output" = '6146 18' ]
    # after bad input and a limit, the status is that of the limit
    run --separate-stderr fourscore solve --no-book --node-limit 10 <<<$'x\n'
    [ "$status" -eq 4 ]
    run --separate-stderr fourscore solve --no-book --check --node-limit 10 <<<'4 -2'
    [ "$status" -eq 4 ]
    [ "$stderr" = "stdin: 0 checked, 0 wrong, 1 unfinished, 0 invalid" ]
}

@test "signals: waiting for input" {
    start solve --no-book
    printf '6146\n' >&7
    wait_until has_lines out 1
    end_by INT
    [ "$status" -eq 130 ]
    [ "$(cat out)" = '6146 18' ]
    [ ! -s err ]
}

# Whether a pipe is nearly full, and its contents have stopped growing.
is_full() {
    python3 -c '
import fcntl, sys, termios, time
def held():
    return int.from_bytes(fcntl.ioctl(0, termios.FIONREAD, bytes(4)), sys.byteorder)
before = held()
time.sleep(0.1)
sys.exit(not (before == held() >= fcntl.fcntl(0, 1032) // 2))  # F_GETPIPE_SZ
' <&8
}

@test "signals: waiting for the reader of a full pipe" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan itself waits for the reader
    mkfifo full
    yes 6146 2>/dev/null 3>&- | "$FOURSCORE" solve --no-book >full 2>err 3>&- &
    pid=$!
    running=$pid
    exec 8<full
    wait_until is_full
    kill -TERM "$pid"
    wait_until has_ended "$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 143 ]
    exec 8<&-
}

@test "signals: bench, gen and show" {
    printf '121212 52\n3344 52\n' >quick.txt
    echo ' 1' >empty.txt
    for command in "bench --strong $endless quick.txt empty.txt" \
        "show $endless ''" 'gen --set begin-hard -n 1000000'; do
        echo "$command"
        eval "start $command --progress"
        case $command in
        gen*) wait_until [ -s err ] ;;
        *) wait_until grep -q nodes err ;;
        esac
        end_by INT
        cat out err
        [ "$status" -eq 130 ]
        case $command in
        bench*)
            grep -q '^quick ' out
            [ "$(tail -n 1 err)" = 'empty, strong: stopped after 0 of 1 position' ]
            ;;
        show*)
            grep -q '^x to move, score -*[0-9]*\.\.[0-9]*, not finished' out
            [ "$(tail -n 1 err)" = 'fourscore show: 1 position not finished' ]
            ;;
        gen*)
            [ -z "$(grep -v '^[1-7]* -*[0-9]*$' out)" ]
            grep -q "^fourscore gen: stopped after $(wc -l <out) of 1000000 positions$" err
            ;;
        esac
    done
}

@test "progress: only with --progress if stderr is not a terminal" {
    # without --progress, for longer
    # shellcheck disable=SC2086
    "$FOURSCORE" solve $endless <<<'' >silent.out 2>silent 3>&- &
    silent=$!
    running=$silent
    # shellcheck disable=SC2086
    start solve $endless --progress
    echo >&7
    wait_until has_lines err 2
    [ ! -s silent ]
    kill -TERM "$silent"
    end_by TERM
    cat err
    for line in 1 2; do
        [[ $(sed -n ${line}p err) =~ ^the\ empty\ board:\ -[0-9]+\.\.[0-9]+,\ [0-9.]+\ [kMG]?\ ?nodes,\ [0-9.]+\ [kMG]?/s,\ [0-9]+\.[0-9]\ s$ ]]
    done
}

# on_terminal FILE [OPTION]: solve the empty board on a terminal, and write the
# terminal's contents to FILE.
on_terminal() {
    script -qfec "echo \$\$ >$1.pid; exec '$FOURSCORE' solve $endless $2 <newline" \
        /dev/null >"$1" </dev/null 3>&- &
    running="${running-} $!"
    wait_until [ -s "$1.pid" ]
    running+=" $(cat "$1.pid")"
}

@test "progress: on a terminal, unless --quiet" {
    command -v script >/dev/null || skip 'there is no script(1)'
    echo >newline
    on_terminal quiet --quiet
    on_terminal loud
    wait_until grep -q ' nodes, .*/s, .* s' loud
    run ! grep nodes quiet
}

@test "memory: does not grow with the length of the input" {
    [ -r /proc/self/status ] || skip
    few=20000
    [ -z "$FOURSCORE_SHORT" ] || few=5000
    for threads in 1 2; do
        rm -f lines
        "$FOURSCORE" solve --no-book --threads $threads < <(yes "$(cat easy)") \
            >lines 3>&- &
        pid=$!
        running=$pid
        # of the data: pages of the table become resident at any time
        size=()
        for lines in $few $((3 * few)); do
            wait_until has_lines lines $lines
            size+=("$(awk '/^VmData/ { print $2 }' "/proc/$pid/status")")
        done
        kill -TERM "$pid"
        wait "$pid" || true
        echo "$(wc -l <lines) lines, ${size[*]} KiB"
        [ "${size[1]}" -lt $((size[0] + 2048)) ]
    done
}

@test "memory: --table auto takes at most a quarter of the memory" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    table() {
        sed -n 's/.*table of \([0-9.]* [KMG]iB\).*/\1/p'
    }
    [ "$(fourscore solve --no-book -v --threads 1 2>&1 </dev/null | table)" = "32.00 MiB" ]
    [ "$(fourscore solve --no-book -v --threads 8 2>&1 </dev/null | table)" = "64.00 MiB" ]
    # sanitizers reserve more memory than this
    (ulimit -v 100000 && "$FOURSCORE" --version) >/dev/null 2>&1 || skip
    (
        ulimit -v 100000
        size=$("$FOURSCORE" solve --no-book -v --threads 1 2>&1 </dev/null | table)
        echo "$size"
        [ "${size%.*}" -le 24 ]
        status=0
        "$FOURSCORE" solve --no-book --table 200M </dev/null 2>err || status=$?
        [ "$status" -eq 3 ]
        grep -q 'out of memory: no room for a table of 200.00 MiB' err
    )
}

@test "memory: too little for the smallest safe table: status 3, no advice" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    (ulimit -v 20000 && "$FOURSCORE" --version) >/dev/null 2>&1 || skip
    for arguments in '20000 1' '30000 2' '30000 64' '60000 64' '100000 64'; do
        read -r limit threads <<<"$arguments"
        status=0
        (ulimit -v "$limit" && "$FOURSCORE" solve --no-book \
            --threads "$threads" </dev/null) >out 2>err || status=$?
        [ "$status" -eq 3 ]
        [ "$(wc -l <err)" -eq 1 ]
        run ! grep -e 'use --table' -e --help err
    done
}

# The least memory that suffices for one thread suffices without --threads, but for
# some hundred KiB, which attempts to start more threads leave in use.
@test "memory: by default there are as many threads as there is room for" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    (ulimit -v 100000 && "$FOURSCORE" --version) >/dev/null 2>&1 || skip
    within() { # KIB ARGUMENT...
        (ulimit -v "$1" && shift && exec timeout 600 "$FOURSCORE" "$@" <<<44444)
    }
    for command in solve 'explain 444444322'; do
        limit=20000
        # shellcheck disable=SC2086
        until within "$limit" $command --threads 1 >expected; do
            [ "$limit" -lt 100000 ]
            limit=$((limit + 2000))
        done
        echo "$command: $limit"
        # shellcheck disable=SC2086
        within $((limit + 1000)) $command >out
        cmp expected out
    done
}

@test "memory: control groups are respected" {
    group=/sys/fs/cgroup/memory/fourscore-$$
    [ -z "$FOURSCORE_SHORT" ] || skip
    ! is_posix || skip 'POSIX has no control groups'
    mkdir "$group" 2>/dev/null || skip
    echo 67108864 >"$group/memory.limit_in_bytes"
    status=0
    sh -c 'echo $$ >"$1/cgroup.procs" && exec "$2" solve --no-book -v --threads 1 \
        </dev/null' sh "$group" "$FOURSCORE" 2>err || status=$?
    cat err
    sh -c 'echo $$ >"$1/cgroup.procs" && exec "$2" solve --no-book --table 80M \
        </dev/null' sh "$group" "$FOURSCORE" 2>err2 || failed=$?
    rmdir "$group"
    [ "$status" -eq 0 ]
    grep -q 'table of 16.00 MiB\|table of 15.99 MiB' err
    [ "$failed" -eq 3 ]
    grep -q 'out of memory' err2
}
