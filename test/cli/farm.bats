# Building books on several machines: GNU parallel over ssh, and Slurm.

bats_require_minimum_version 1.5.0
load wait.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
    farm=$BATS_TEST_DIRNAME/../../tools/book/book-farm
    command -v parallel >/dev/null || skip 'there is no GNU parallel'
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet -o alone
}

teardown() {
    [ ! -e sshd.pid ] || kill "$(cat sshd.pid)"
}

# Make a replacement for ssh that runs commands locally and logs the host.  There are
# two hosts, one and two, and an unreachable one, gone.
make_hosts() {
    cat >ssh <<END
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift 2; done
host=\$1
shift
[ "\$1" != -- ] || shift
echo "\$host" >>'$PWD/hosts'
[ "\$host" != gone ] || exit 255
HOST=\$host exec sh -c "\$*"
END
    chmod +x ssh
    export PARALLEL_SSH="'$PWD/ssh'"
}

# Start an ssh server, known by the host names one and two.  Returns 1 if that is not possible.
start_server() {
    [ -x /usr/sbin/sshd ] || return 1
    ssh-keygen -q -t ed25519 -N '' -f key
    cp key.pub authorized
    chmod 600 authorized
    cat >sshd_config <<END
ListenAddress 127.0.0.1
HostKey $PWD/key
PidFile $PWD/sshd.pid
AuthorizedKeysFile $PWD/authorized
StrictModes no
UsePAM no
AcceptEnv HOST
END
    cat >ssh_config <<END
Host one
    SetEnv HOST=one
Host two
    SetEnv HOST=two
Host *
    HostName 127.0.0.1
    User $(id -un)
    IdentityFile $PWD/key
    UserKnownHostsFile $PWD/known
    StrictHostKeyChecking no
    LogLevel ERROR
END
    mkdir -p /run/sshd 2>/dev/null || true
    # Another program may take a free port before the server does.
    for _ in 1 2 3 4 5 6 7 8; do
        port=$(python3 -c 'import socket
s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])')
        : >sshd.log
        /usr/sbin/sshd -f "$PWD/sshd_config" -p "$port" -E "$PWD/sshd.log" || return 1
        wait_until grep -q 'listening\|Cannot bind' sshd.log
        ! grep -q 'Cannot bind' sshd.log || continue
        wait_until test -s sshd.pid
        break
    done
    echo "    Port $port" >>ssh_config
    ssh -F ssh_config one true && ssh -F ssh_config two true || return 1
    export PARALLEL_SSH="ssh -F '$PWD/ssh_config'"
}

# Make a worker that is killed during its first job, after part of the output.
make_worker() {
    cat >worker <<END
#!/bin/sh
if mkdir '$PWD/killed' 2>/dev/null; then
    echo "\$HOST" >'$PWD/killed/host'
    head -n 3 | '$FOURSCORE' "\$@"
    kill -9 \$\$
fi
echo "\$HOST" >>'$PWD/done'
exec '$FOURSCORE' "\$@"
END
    chmod +x worker
}

# farms OPTION...: the farm solves all positions, and the book is that of one machine.
farms() {
    run -0 "$farm" --board 5x5 --depth 6 --journal journal "$@"
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet --journal journal -o farmed
    cmp alone farmed
}

@test "two hosts, one with a killed worker, make the same book, over ssh where there is a server" {
    start_server || make_hosts
    make_worker
    farms --hosts 1/one,1/two --local "$FOURSCORE" --program "$PWD/worker" --lines 100
    [[ $output == *'added, 0 known before'* ]]
    # the killed job ran again on the other host
    [ "$(sort -u killed/host done | paste -sd ' ')" = 'one two' ]
}

@test "jobs of an unreachable host run on another, also without SHELL" {
    make_hosts
    unset SHELL # as in a session without login
    farms --hosts 1/gone,1/two --program "$FOURSCORE" --lines 300
    grep -qx gone hosts
}

@test "a failed run can be continued" {
    cat >worker <<END
#!/bin/sh
[ -e '$PWD/repaired' ] || exit 9
exec '$FOURSCORE' "\$@"
END
    chmod +x worker
    run -1 "$farm" --board 5x5 --depth 6 --journal journal --tries 1 \
        --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    [[ $output == *'run book-farm again to continue'* ]]
    touch repaired
    "$FOURSCORE" book list --board 5x5 --depth 6 --journal journal |
        head -n 200 | "$FOURSCORE" solve --board 5x5 |
        "$FOURSCORE" book add --board 5x5 --depth 6 --journal journal
    farms --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    run -0 "$farm" --board 5x5 --depth 6 --journal journal --program "$FOURSCORE"
    [[ $output == '0 positions to solve'* ]]
}

@test "a score that contradicts the journal ends the run" {
    moves=$("$FOURSCORE" book list --board 5x5 --depth 6 | head -n 1)
    cat >worker <<END
#!/bin/sh
'$FOURSCORE' "\$@" | sed 's/^$moves .*/&\n$moves 8/'
END
    chmod +x worker
    run -1 "$farm" --board 5x5 --depth 6 --journal journal --hosts 1/: \
        --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    [[ $output == *"stopped, because 'book add' failed"* ]]
    [[ $output == *"stdin:2:8: $moves 8 contradicts journal:2, which says "* ]]
}

@test "bad usage of book-farm is refused" {
    for arguments in '' '--depth 6' '--journal j' '--depth' '--nonsense 3' \
        '--depth 6 --journal j --lines 0' '--depth 6 --journal j --board 5'; do
        # shellcheck disable=SC2086
        run -2 "$farm" $arguments
        [[ $output == book-farm:* ]]
    done
    run -0 "$farm" --help
}

@test "a stopped farm keeps finished scores and leaves no temporary files" {
    cat >worker <<END
#!/bin/sh
echo \$\$ >>'$PWD/workers'
[ "\$(wc -l <'$PWD/workers')" -lt 3 ] || sleep 600
exec '$FOURSCORE' "\$@"
END
    chmod +x worker
    mkdir tmp
    for signal in HUP:129 TERM:143; do
        echo "$signal"
        rm -f workers journal
        TMPDIR=$PWD/tmp env --default-signal=HUP,TERM \
            "$farm" --board 5x5 --depth 6 --journal journal --hosts 1/: \
            --local "$FOURSCORE" --program "$PWD/worker" --lines 100 3>&- &
        wait_until has_lines workers 3
        kill -"${signal%:*}" $!
        status=0
        wait $! || status=$?
        [ "$status" -eq "${signal#*:}" ]
        [ -z "$(ls tmp)" ]
        [ "$(wc -l <journal)" -eq 201 ]
        wait_until has_ended "$(tail -n 1 workers)"
    done
    run -0 "$farm" --board 5x5 --depth 6 --journal journal --program "$FOURSCORE"
}

@test "book-farm reports why it fails" {
    run -2 "$farm" --board 5x5 --depth 6 --journal journal --program ./nothing
    [[ $output == "book-farm: there is no program './nothing' here"* ]]
    : >journal
    run --separate-stderr flock journal "$farm" --board 5x5 --depth 6 \
        --journal journal --program "$FOURSCORE"
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    [[ $stderr == *'journal: another process writes to it'* ]]
    [[ $stderr == *"stopped, because 'book add' failed" ]]
    [[ $stderr != *kill* ]]
}

# run_array TASK... JOB: run tasks of a Slurm array job.
run_array() {
    local job=${*: -1}
    for task in "${@:1:$#-1}"; do
        SLURM_ARRAY_JOB_ID=$job SLURM_ARRAY_TASK_ID=$task "$farm.slurm"
    done
}

add_parts() {
    "$FOURSCORE" book add --board 5x5 --depth 6 --journal journal parts/*
}

count_open() {
    "$FOURSCORE" book list --board 5x5 --depth 6 --journal journal | wc -l
}

@test "the tasks of a Slurm array solve all parts" {
    export BOARD=5x5 DEPTH=6 JOURNAL=journal PARTS=parts
    export SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=13
    export SLURM_ARRAY_TASK_COUNT=7 SLURM_ARRAY_TASK_STEP=2
    # a finished task does not run again; a killed one leaves no part
    run_array 1 3 5 7 9 13 3 77
    cat >killed <<END
#!/bin/sh
[ "\$1" = book ] && exec '$FOURSCORE' "\$@"
head -n 3 | '$FOURSCORE' "\$@"
kill -9 \$\$
END
    chmod +x killed
    FOURSCORE=./killed run run_array 11 77
    [ "$status" -ne 0 ]
    [ ! -e parts/5x5-6-77-11 ]
    add_parts
    [ "$(count_open)" -eq 241 ]
    # another array solves the rest, with the parts of the first still there
    SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=1 SLURM_ARRAY_TASK_COUNT=2 \
        SLURM_ARRAY_TASK_STEP=1 run_array 0 1 78
    add_parts
    [ "$(count_open)" -eq 0 ]
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet --journal journal -o farmed
    cmp alone farmed
    run ! "$FOURSCORE" book add --board 6x5 --depth 6 --journal other parts/*
    run "$farm.slurm"
    [ "$status" -ne 0 ]
    SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_JOB_ID=1 SLURM_ARRAY_TASK_ID=1 \
        run "$farm.slurm"
    [ "$status" -eq 2 ]
    [[ $output == *'expected a range such as 0-99' ]]
}
