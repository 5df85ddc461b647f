# Books made by several machines: GNU parallel over ssh, and Slurm.

setup() {
    cd "$BATS_TEST_TMPDIR"
    farm=$BATS_TEST_DIRNAME/../tools/book-farm
    command -v parallel >/dev/null || skip 'there is no GNU parallel'
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet -o alone
}

teardown() {
    [ ! -e sshd.pid ] || kill "$(cat sshd.pid)"
}

# Two hosts: an ssh server of our own under two names; ':' where there can be
# none.
start_hosts() {
    hosts=2/:
    [ -x /usr/sbin/sshd ] || return 0
    ssh-keygen -q -t ed25519 -N '' -f key
    cp key.pub authorized
    chmod 600 authorized
    port=$((20000 + RANDOM % 20000))
    cat >sshd_config <<END
Port $port
ListenAddress 127.0.0.1
HostKey $PWD/key
PidFile $PWD/sshd.pid
AuthorizedKeysFile $PWD/authorized
StrictModes no
UsePAM no
END
    cat >ssh_config <<END
Host one two gone
    HostName 127.0.0.1
    Port $port
    User $(id -un)
    IdentityFile $PWD/key
    UserKnownHostsFile $PWD/known
    StrictHostKeyChecking no
    LogLevel ERROR
Host gone
    Port 1
END
    mkdir -p /run/sshd 2>/dev/null || true
    /usr/sbin/sshd -f "$PWD/sshd_config" -E "$PWD/sshd.log" || return 0
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        ssh -F ssh_config one true 2>/dev/null && break
        sleep 0.1
    done
    ssh -F ssh_config two true || return 0
    export PARALLEL_SSH="ssh -F $PWD/ssh_config"
    hosts=1/one,1/two
}

# A worker that is killed in the middle of its first job, by the way with some of
# its output written.
make_worker() {
    cat >worker <<END
#!/bin/sh
if mkdir '$PWD/killed' 2>/dev/null; then
    head -n 3 | '$FOURSCORE' "\$@"
    kill -9 \$\$
fi
echo "\$SSH_CONNECTION" >>'$PWD/connections'
exec '$FOURSCORE' "\$@"
END
    chmod +x worker
}

@test "two hosts make the book that one makes, though a worker is killed" {
    start_hosts
    make_worker
    run "$farm" --board 5x5 --depth 6 --journal journal --hosts "$hosts" \
        --local "$FOURSCORE" --program "$PWD/worker" --lines 100
    echo "$output"
    [ "$status" -eq 0 ]
    [ -d killed ]
    [[ $output == *'added, 0 known before'* ]]
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet --journal journal -o farmed
    cmp alone farmed
    [ "$hosts" = 2/: ] || grep -q 127.0.0.1 connections
}

@test "what a lost host was to do is done elsewhere" {
    start_hosts
    [ "$hosts" != 2/: ] || skip 'there is no ssh server'
    run "$farm" --board 5x5 --depth 6 --journal journal \
        --hosts 1/gone,1/two --program "$FOURSCORE" --lines 300
    echo "$output"
    [ "$status" -eq 0 ]
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet --journal journal -o farmed
    cmp alone farmed
}

@test "a run that failed goes on" {
    cat >worker <<END
#!/bin/sh
[ -e '$PWD/repaired' ] || exit 9
exec '$FOURSCORE' "\$@"
END
    chmod +x worker
    run "$farm" --board 5x5 --depth 6 --journal journal --tries 1 \
        --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    [ "$status" -eq 1 ]
    [[ $output == *'another run goes on'* ]]
    touch repaired
    "$FOURSCORE" book list --board 5x5 --depth 6 --journal journal |
        head -n 200 | "$FOURSCORE" solve --board 5x5 |
        "$FOURSCORE" book add --board 5x5 --depth 6 --journal journal
    run "$farm" --board 5x5 --depth 6 --journal journal \
        --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    [ "$status" -eq 0 ]
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet --journal journal -o farmed
    cmp alone farmed
    run "$farm" --board 5x5 --depth 6 --journal journal --program "$FOURSCORE"
    [ "$status" -eq 0 ]
    [[ $output == '0 positions to solve'* ]]
}

@test "a score that contradicts the journal ends the run" {
    moves=$("$FOURSCORE" book list --board 5x5 --depth 6 | head -n 1)
    cat >worker <<END
#!/bin/sh
'$FOURSCORE' "\$@" | sed 's/^$moves .*/&\n$moves 12/'
END
    chmod +x worker
    run "$farm" --board 5x5 --depth 6 --journal journal --hosts 1/: \
        --local "$FOURSCORE" --program "$PWD/worker" --lines 300
    echo "$output"
    [ "$status" -eq 1 ]
    [[ $output == *"stdin:2:8: 12 contradicts journal:1, which says "* ]]
}

@test "bad usage of book-farm is refused" {
    for arguments in '' '--depth 6' '--journal j' '--depth' '--nonsense 3' \
        '--depth 6 --journal j --lines 0' '--depth 6 --journal j --board 5'; do
        # shellcheck disable=SC2086
        run "$farm" $arguments
        [ "$status" -eq 2 ]
        [[ $output == book-farm:* ]]
    done
    run "$farm" --help
    [ "$status" -eq 0 ]
}

@test "the tasks of a Slurm array solve all parts" {
    export BOARD=5x5 DEPTH=6 JOURNAL=journal PARTS=parts
    export SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=6
    for task in 0 1 2 3 4 5 6 3; do
        SLURM_ARRAY_TASK_ID=$task "$farm.slurm"
    done
    "$FOURSCORE" book add --board 5x5 --depth 6 --journal journal parts/*
    "$FOURSCORE" book build --board 5x5 --depth 6 --quiet --journal journal -o farmed
    cmp alone farmed
}
