# Several threads, limits and signals, as the users of the program meet them.

bats_require_minimum_version 1.5.0

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

fourscore() {
    "$FOURSCORE" "$@"
}

# Seconds since the epoch, to a thousandth.
now() {
    date +%s%3N
}

# Start the program in the background, its input open, as $pid.  There a script
# has SIGINT ignored; env does not.
start() {
    mkfifo in
    env --default-signal=INT "$FOURSCORE" "$@" <in > >(cat >out) 2>err &
    pid=$!
    exec 7>in
}

# Wait for the program: its status, and the milliseconds that it took to end.
ended() {
    local before
    before=$(now)
    status=0
    wait "$pid" || status=$?
    took=$(($(now) - before))
    exec 7>&-
    sleep 0.1 # for the reader of its output
}

@test "threads: answers in the order of the questions, whatever the threads" {
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

@test "threads: bad lines stay where they belong" {
    printf '6146\n44x\n6146\n\0\n6146\n' |
        "$FOURSCORE" solve --no-book --threads 8 >out 2>err || status=$?
    [ "$status" -eq 1 ]
    [ "$(cat out)" = $'6146 18\n\n6146 18\n\n6146 18' ]
    [ "$(cut -d : -f 1-3 err)" = $'stdin:2:3\nstdin:4:1' ]
}

@test "threads: a hard line does not keep the others from being solved" {
    { echo 444444; cat medium; } | fourscore solve --no-book --threads 2 >out
    tail -n +2 out | cmp - medium.txt
    [[ $(head -n 1 out) == "444444 1" ]]
}

@test "threads: one thread takes the same nodes as ever" {
    for isa in $(fourscore --version -v | sed -n 's/^instruction sets: //p'); do
        FOURSCORE_ISA=$isa run --separate-stderr fourscore solve --no-book -v --fresh \
            --threads 1 <<<274552224131661
        [[ $output =~ ^274552224131661\ 0\ ([0-9]+)\ [0-9]+$ ]]
        nodes=${nodes:-${BASH_REMATCH[1]}}
        [ "${BASH_REMATCH[1]}" = "$nodes" ]
        [[ $stderr == *", 1 thread, "* ]]
    done
}

@test "threads: bad numbers, and engines that take one only" {
    for arguments in '--threads 0' '--threads -1' '--threads x' \
        '--threads 1025' '--threads 2x' '--threads 1,2' \
        '--engine tutorial-12 --threads 2' '--time-limit 0' '--time-limit x' \
        '--time-limit -1' '--time-limit nan' '--time-limit inf' \
        '--time-limit 1s' '--node-limit 0' '--node-limit 1.5' \
        '--table automatic'; do
        for command in 'solve --no-book' 'show 44'; do
            echo "$command $arguments"
            # shellcheck disable=SC2086
            run --separate-stderr fourscore $command $arguments </dev/null
            [ "$status" -eq 2 ]
            [ -z "$output" ]
            [[ $stderr == fourscore* && $stderr == *--help* ]]
        done
    done
    for arguments in '--engine tutorial-12 --threads 2' \
        '--engine tutorial-12 --engine tutorial-11 --threads 1,2'; do
        # shellcheck disable=SC2086
        run --separate-stderr fourscore bench $arguments easy.txt
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [[ $stderr == *'--threads: the engine tutorial-12 searches with one thread, not with 2'* ]]
    done
    run --separate-stderr fourscore bench --csv -s -n 1 --threads 2,3 \
        --engine tutorial-12 --engine fast easy.txt
    [ "$status" -eq 0 ]
    [ "$(cut -d , -f 3,4 <<<"$output")" = $'engine,threads\ntutorial-12,1\nfast,2\nfast,3' ]
    [ "$stderr" = 'fourscore bench: --threads: the engine tutorial-12 searches with one thread, and runs with one' ]
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

@test "limits: bounds, not scores, and status 4" {
    run --separate-stderr fourscore solve --no-book --node-limit 5000 <<<$'\n6146'
    [ "$status" -eq 4 ]
    [[ ${output%%$'\n'*} =~ ^\ (-[0-9]+)\.\.([0-9]+)$ ]]
    [ "${BASH_REMATCH[1]}" -le 1 ] && [ "${BASH_REMATCH[2]}" -ge 1 ]
    [ "${output#*$'\n'}" = '6146 18' ]
    [ -z "$stderr" ]

    run --separate-stderr fourscore solve --no-book --node-limit 5000 --json --best --pv \
        -a <<<''
    [ "$status" -eq 4 ]
    [[ $output == *'"lower":-'*'"upper":'*'"finished":false'* ]]
    [[ $output != *'"score"'* ]]

    for engine in fast tutorial-12 tutorial-11; do
        before=$(now)
        run --separate-stderr fourscore solve --no-book --engine $engine -w \
            --time-limit 0.2 <<<''
        [ "$status" -eq 4 ]
        [ "$output" = " -1..1" ] || [ "$output" = " 0..1" ]
        [ $(($(now) - before)) -ge 200 ]
        [ $(($(now) - before)) -lt 1500 ]
    done

    run --separate-stderr fourscore show --no-book --node-limit 3000 ''
    [ "$status" -eq 4 ]
    [[ $output == *"x to move, score -"*..*", not finished" ]]
    # a limit that is not reached changes nothing
    run --separate-stderr fourscore solve --no-book --time-limit 1000 --node-limit \
        18446744073709551615 <<<6146
    [ "$status" -eq 0 ]
    [ "$output" = '6146 18' ]
    # bad input and a limit: the limit
    run --separate-stderr fourscore solve --no-book --node-limit 10 <<<$'x\n'
    [ "$status" -eq 4 ]
    run --separate-stderr fourscore solve --no-book --check --node-limit 10 <<<'4 -2'
    [ "$status" -eq 4 ]
    [ "$stderr" = "stdin: 0 checked, 0 wrong, 1 unfinished, 0 invalid" ]
}

@test "signals: what is finished is on stdout, bounds are on stderr" {
    for signal in INT:130 TERM:143; do
        for threads in 1 2; do
            echo "$signal, $threads threads"
            rm -f in
            start solve --no-book --threads $threads
            printf '6146\n32164625\n\n6146\n' >&7
            for _ in $(seq 100); do
                [ "$(wc -l <out)" -ge 2 ] && break
                sleep 0.02
            done
            sleep 0.2
            kill -"${signal%:*}" "$pid"
            ended
            cat out err
            [ "$status" -eq "${signal#*:}" ]
            [ "$took" -lt "${FOURSCORE_SHORT:+1}400" ]
            [ "$(head -n 2 out)" = $'6146 18\n32164625 11' ]
            [[ $(cat err) =~ ^stdin:3:\ \ -?[0-9]+\.\.[0-9]+,\ not\ finished$ ]]
            # with two threads the line behind was solved, too
            [ $threads -eq 1 ] || [ "$(tail -n 1 out)" = '6146 18' ]
        done
    done
}

@test "signals: waiting for input" {
    start solve --no-book
    sleep 0.3
    kill -INT "$pid"
    ended
    [ "$status" -eq 130 ]
    [ "$took" -lt "${FOURSCORE_SHORT:+1}400" ]
    [ ! -s err ]
}

@test "signals: waiting for a reader, the pipe being full" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan itself waits for the reader
    mkfifo full
    "$FOURSCORE" solve --no-book < <(yes 6146) >full 2>err &
    pid=$!
    exec 8<full
    sleep 0.5
    kill -TERM "$pid"
    before=$(now)
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 143 ]
    [ $(($(now) - before)) -lt 400 ]
    exec 8<&-
}

@test "signals: bench, gen and show end, too" {
    echo ' 1' >empty.txt
    for command in "bench --strong easy.txt empty.txt" "show --no-book ''" \
        'gen --set begin-hard'; do
        echo "$command"
        rm -f in
        eval "start $command"
        sleep 0.6
        kill -INT "$pid"
        ended
        cat out err
        [ "$status" -eq 130 ]
        [ "$took" -lt "${FOURSCORE_SHORT:+1}400" ]
        case $command in
        bench*)
            grep -q '^easy ' out
            grep -q '^empty.txt:1:  -*[0-9]*\.\.[0-9]*, not finished' err
            grep -q '^empty, strong: stopped after 0 of 1' err
            ;;
        show*) grep -q '^score -*[0-9]*\.\.[0-9]*, not finished' err ;;
        gen*) [ -z "$(grep -v '^[1-7]* -*[0-9]*$' out)" ] ;;
        esac
    done
}

@test "progress: when asked for, or on a terminal; not when not" {
    run --separate-stderr fourscore solve --no-book --time-limit 2.5 --progress <<<''
    [ "$status" -eq 4 ]
    [[ $stderr =~ ^the\ empty\ board:\ -[0-9]+\.\.[0-9]+,\ [0-9.]+\ [kM]\ nodes,\ [0-9.]+\ [kM]/s,\ 1\.[0-9]\ s ]]
    run --separate-stderr fourscore solve --no-book --time-limit 1.5 <<<''
    [ -z "$stderr" ]
    if command -v script >/dev/null; then
        run script -qec "'$FOURSCORE' solve --no-book --time-limit 1.6 2>&1 </dev/null \
            >/dev/null; echo | '$FOURSCORE' solve --no-book --time-limit 1.6" /dev/null
        [[ $output == *" nodes, "*"/s, 1."*" s"* ]]
        run script -qec "echo | '$FOURSCORE' solve --no-book --quiet --time-limit 1.6" \
            /dev/null
        [[ $output != *" nodes, "* ]]
    fi
}

@test "memory: an endless input takes no more than a short one" {
    [ -r /proc/self/status ] || skip
    for threads in 1 2; do
        "$FOURSCORE" solve --no-book --threads $threads < <(yes "$(cat easy)") >lines &
        pid=$!
        resident=()
        for _ in 1 2 3; do
            sleep 0.5
            resident+=("$(awk '/^VmRSS/ { print $2 }' "/proc/$pid/status")")
        done
        kill -TERM "$pid"
        wait "$pid" || true
        echo "$(wc -l <lines) lines, ${resident[*]} KiB"
        [ "$(wc -l <lines)" -gt 20000 ]
        [ "${resident[2]}" -lt $((resident[0] + 4096)) ]
    done
}

@test "memory: auto keeps to a quarter of what may be used" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    table() {
        sed -n 's/.*table of \([0-9.]* [KMG]iB\).*/\1/p'
    }
    [ "$(fourscore solve --no-book -v --threads 1 2>&1 </dev/null | table)" = "32.00 MiB" ]
    [ "$(fourscore solve --no-book -v --threads 8 2>&1 </dev/null | table)" = "64.00 MiB" ]
    # a sanitizer itself reserves more
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

@test "memory: no room for the smallest safe table: status 3, and no advice" {
    [ -z "$FOURSCORE_SHORT" ] || skip # TSan reserves more
    (ulimit -v 20000 && "$FOURSCORE" --version) >/dev/null 2>&1 || skip
    for arguments in '20000 1' '30000 2' '60000 64' '100000 64'; do
        read -r limit threads <<<"$arguments"
        status=0
        (ulimit -v "$limit" && "$FOURSCORE" solve --no-book \
            --threads "$threads" </dev/null) >out 2>err || status=$?
        [ "$status" -eq 3 ]
        [ "$(wc -l <err)" -eq 1 ]
        run ! grep -e 'give --table' -e --help err
    done
}

@test "memory: control groups are respected" {
    group=/sys/fs/cgroup/memory/fourscore-$$
    [ -z "$FOURSCORE_SHORT" ] || skip
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
