# Building books on several machines: GNU parallel over ssh, and Slurm.

load fixture.bash

setup_file() {
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet -o "$BATS_FILE_TMPDIR/alone"
}

setup() {
    cd "$BATS_TEST_TMPDIR"
    script=$BATS_TEST_DIRNAME/../../tools/book/book-farm
    command -v parallel >/dev/null || skip 'there is no GNU parallel'
}

farm() {
    "$script" --board 5x5 --depth 6 --journal journal "$@"
}

# book COMMAND ARGUMENT...: run a command on the same book.
book() {
    "$FOURSCORE" book "$1" --board 5x5 --depth 6 --journal journal "${@:2}"
}

# Whether the journal has all scores, and makes the book of one machine.
is_complete() {
    [ -z "$(book list)" ]
    book build --quiet --sample 0 -o farmed
    cmp "$BATS_FILE_TMPDIR/alone" farmed
}

# make_script NAME: write stdin to a script.
make_script() {
    { echo '#!/bin/sh' && cat; } >"$1"
    chmod +x "$1"
}

# Make a replacement for ssh that runs commands locally, with the words in one line as ssh has
# them, and logs the host.  There are two hosts, one and two, and an unreachable one, gone.
make_hosts() {
    make_script ssh <<END
while [ "\${1#-}" != "\$1" ]; do shift 2; done
host=\$1
shift
[ "\$1" != -- ] || shift
echo "\$host" >>'$PWD/hosts'
[ "\$host" != gone ] || exit 255
HOST=\$host exec sh -c "\$*"
END
    export PARALLEL_SSH="'$PWD/ssh'"
}

@test "two hosts, one with a worker that is killed within its first job, make the same book" {
    make_hosts
    make_script worker <<END
if mkdir '$PWD/killed' 2>/dev/null; then
    echo "\$HOST" >'$PWD/killed/host'
    head -n 3 | '$FOURSCORE' "\$@"
    kill -9 \$\$
fi
echo "\$HOST" >>'$PWD/done'
exec '$FOURSCORE' "\$@"
END
    run -0 farm --hosts 1/one,1/two --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    [[ $output == *'added, 0 known before'* ]]
    is_complete
    # the killed job ran again on the other host
    [ "$(sort -u killed/host done | paste -sd ' ')" = 'one two' ]
}

@test "jobs of an unreachable host run on another, also without SHELL" {
    make_hosts
    unset SHELL # as in a session without login
    farm --hosts 1/gone,1/two --program "$FOURSCORE" --lines 300
    is_complete
    grep -qx gone hosts
}

@test "a failed run can be continued" {
    make_script worker <<END
[ -e '$PWD/repaired' ] || exit 9
exec '$FOURSCORE' "\$@"
END
    run -1 farm --tries 1 --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    [[ $output == *'run book-farm again to continue'* ]]
    touch repaired
    book list | head -n 200 | "$FOURSCORE" solve --board 5x5 | book add
    farm --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    is_complete
    prints 0 '0 positions to solve*' farm --program "$FOURSCORE"
}

@test "what is wrong is told: arguments, the program, a score that contradicts the journal, a locked one" {
    for arguments in '' '--depth 6' '--journal j' '--depth' '--nonsense 3' \
        '--depth 6 --journal j --lines 0' '--depth 6 --journal j --board 5'; do
        run -2 "$script" $arguments
        [[ $output == book-farm:* ]]
    done
    run -0 "$script" --help
    prints 2 "book-farm: there is no program './nothing' here*" farm --program ./nothing
    moves=$(book list | head -n 1)
    make_script worker <<END
'$FOURSCORE' "\$@" | sed 's/^$moves .*/&\n$moves 8/'
END
    run -1 farm --hosts 1/: --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    [[ $output == *"stopped, because 'book add' failed"* ]]
    [[ $output == *"stdin:2:8: $moves 8 contradicts journal:2, which says "* ]]
    rm journal
    touch journal
    run --separate-stderr -1 flock journal "$script" --board 5x5 --depth 6 --journal journal --program "$FOURSCORE"
    [ -z "$output" ]
    [[ $stderr == *'journal: another process writes to it'*"stopped, because 'book add' failed" ]]
    [[ $stderr != *kill* ]]
}

@test "a stopped farm keeps finished scores and leaves no temporary files" {
    make_script worker <<END
echo \$\$ >>'$PWD/workers'
[ "\$(wc -l <'$PWD/workers')" -lt 3 ] || sleep 600
exec '$FOURSCORE' "\$@"
END
    mkdir tmp
    for signal in HUP:129 TERM:143; do
        echo "$signal"
        rm -f workers journal
        TMPDIR=$PWD/tmp env --default-signal=HUP,TERM "$script" --board 5x5 --depth 6 --journal journal \
            --hosts 1/: --local "$FOURSCORE" --program "$PWD/worker" --lines 100 3>&- &
        wait_until has_lines workers 3
        kill -"${signal%:*}" $!
        status=0
        wait $! || status=$?
        [ "$status" -eq "${signal#*:}" ]
        [ -z "$(ls tmp)" ]
        [ "$(wc -l <journal)" -eq 201 ]
        wait_until has_ended "$(tail -n 1 workers)"
    done
}

# run_array TASK... JOB: run tasks of a Slurm array job.
run_array() {
    for task in "${@:1:$#-1}"; do
        SLURM_ARRAY_JOB_ID=${*: -1} SLURM_ARRAY_TASK_ID=$task "$script.slurm"
    done
}

@test "the tasks of a Slurm array solve all parts" {
    export BOARD=5x5 DEPTH=6 JOURNAL=journal PARTS=parts
    export SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=13
    export SLURM_ARRAY_TASK_COUNT=7 SLURM_ARRAY_TASK_STEP=2
    # a finished task does not run again; a killed one leaves no part
    run_array 1 3 5 7 9 13 3 77
    make_script killed <<END
[ "\$1" = book ] && exec '$FOURSCORE' "\$@"
head -n 3 | '$FOURSCORE' "\$@"
kill -9 \$\$
END
    FOURSCORE=./killed run ! run_array 11 77
    [ ! -e parts/5x5-6-77-11 ]
    book add parts/*
    [ "$(book list | wc -l)" -eq 241 ]
    # another array solves the rest, with the parts of the first still there
    SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=1 SLURM_ARRAY_TASK_COUNT=2 \
        SLURM_ARRAY_TASK_STEP=1 run_array 0 1 78
    book add parts/*
    is_complete
    run ! "$FOURSCORE" book add --board 6x5 --depth 6 --journal other parts/*
    run ! "$script.slurm"
    SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 run -2 "$script.slurm"
    [[ $output == *'expected a range such as 0-99' ]]
}
