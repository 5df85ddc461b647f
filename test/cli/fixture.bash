# Loaded by tests of the program: each runs in its own folder, and what start() began is ended.
# They wait for a condition, never for a time, so that they pass on machines of any speed.

bats_require_minimum_version 1.5.0
: "${FOURSCORE:?expected the path of the program, such as $PWD/build/fourscore}"
export PYTHONDONTWRITEBYTECODE=1

setup() {
    cd "$BATS_TEST_TMPDIR"
}

teardown() {
    end_started
    [ -z "${terminals-}" ] || end_terminals
}

fourscore() {
    "$FOURSCORE" "$@"
}

# given FORMAT ARGUMENT...: run the program, with $command before the arguments, on the output
# of printf FORMAT.
given() {
    printf -- "$1" | "$FOURSCORE" ${command-} "${@:2}"
}

# prints STATUS TEXT COMMAND...: a command has this status, and stdout and stderr have the text.
# A text with * at an end is a pattern.
prints() {
    run "-$1" "${@:3}"
    case $2 in
    \** | *\*) [[ $output == $2 ]] ;;
    *) [ "$output" = "$2" ] ;;
    esac || {
        printf '%s\n' "$(printf '%q ' "${@:3}")" "expected: $2" "printed: $output"
        return 1
    }
}

# The commands of the program, or of a command, as --help lists them.
commands() {
    fourscore "$@" --help | sed -n 's/^  \([a-z]\{1,\}\)  .*/\1/p'
}

# A board whose empty position no machine can solve.
endless='--board 10x11'

# How long wait_until waits: much longer than the slowest machine takes.
wait_seconds=600

# A pipe that stays empty.  It is made here, because that changes $!.
exec {empty}<> <(:)

# Repeat a command until it succeeds, or fail.  In between it reads the pipe: sleep(1) would be
# a process each time.
wait_until() {
    local end=$((SECONDS + wait_seconds))
    until "$@"; do
        if [ "$SECONDS" -gt "$end" ]; then
            echo "still false after $wait_seconds seconds: $*"
            return 1
        fi
        read -rt 0.05 -u "$empty" || true
    done
}

# has_lines FILE COUNT: whether the file has at least COUNT lines.
has_lines() {
    local found=()
    [ -e "$1" ] && mapfile -n "$2" found <"$1" && [[ ${#found[@]} -eq $2 && ${found[-1]} == *$'\n' ]]
}

# has_worked PID TICKS: whether a process has computed for so many hundredths of a
# second.
has_worked() {
    local stat
    read -ra stat <"/proc/$1/stat"
    [ "${stat[13]}" -ge "$2" ]
}

# Whether a process has ended.
has_ended() {
    ! kill -0 "$1" 2>/dev/null
}

# Whether all threads of a process have stopped.
is_stopped() {
    ! grep -h '^State:' /proc/"$1"/task/*/status | grep -qv 'T (stopped)'
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

# start ARGUMENT...: run the program as $pid.  Its input is descriptor 7; its output comes
# through a pipe to the file 'out', messages to 'err'.  $how is an option of env(1): by
# default SIGINT is restored, which background commands of a script ignore.
start() {
    rm -f in pipe out err # nothing waits for what an earlier one wrote
    mkfifo in pipe
    cat <pipe >out 3>&- &
    reader=$!
    env "${how:---default-signal=INT}" "$FOURSCORE" "$@" <in >pipe 2>err 3>&- &
    pid=$!
    exec 7>in
}

# Wait until it has ended, set $status, and show what it printed last.
ended() {
    wait_until has_ended "$pid"
    status=0
    wait "$pid" || status=$?
    pid=
    exec 7>&-
    wait "$reader"
    tail -n 5 out err
}

# ended_by SIGNAL: send a signal and expect its status.  The program must have a handler: one
# that is simply killed has the same status for the shell.
ended_by() {
    local number
    number=$(kill -l "$1")
    (((0x$(awk '/^SigCgt/ { print $2 }' "/proc/$pid/status") >> number - 1) & 1))
    kill -"$1" "$pid"
    ended
    [ "$status" -eq $((128 + number)) ]
}

# For teardown(): end the program if a test has failed.
end_started() {
    exec 7>&-
    [ -z "${pid-}" ] || kill -9 "$pid" 2>/dev/null || true
}

# --------------------------------------------------------------- terminals

# Make terminals of tmux, which type lines and read the screen, without settings of the user:
# one for each value of $server.
make_terminals() {
    terminals=$(mktemp -d) # the name of a socket must be short
    export TMUX_TMPDIR=$terminals
    unset TMUX
    server=1
    wait_seconds=200 # lines are answered at once
}

end_terminals() {
    terminal kill-server 2>/dev/null || true
    rm -rf "$terminals"
}

terminal() {
    tmux -u -f /dev/null -L "test$server" "$@"
}

screen() {
    terminal capture-pane -p
}

shows() {
    screen | grep -q -- "$1"
}

# ------------------------------------------------------------ certificates

# with_bytes PYTHON FILE: write 'changed', a copy of a certificate after Python code
# has changed its bytes, 'data', with the right checksum.
with_bytes() {
    changed=$BATS_TEST_TMPDIR/changed
    python3 -c "import sys, zlib
data = bytearray(open(sys.argv[1], 'rb').read()[:-4])
$1
open(sys.argv[2], 'wb').write(data + zlib.crc32(data).to_bytes(4, 'big'))" "$2" "$changed"
}

# The numbers of positions, policies and states, in lines "FILE: ...".
counts() {
    sed -E 's/^([^:]*):.* ([0-9]+ positions, [0-9]+ policies, [0-9]+ states).*/\1 \2/'
}

# same_counts FILE...: both checkers accept the certificates, with the same counts.
same_counts() {
    "$FOURSCORE" check "$@" | counts >"$BATS_TEST_TMPDIR/program"
    python3 proof/check_certificate.py "$@" | counts >"$BATS_TEST_TMPDIR/script"
    diff "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/script"
    [ "$(grep -c states "$BATS_TEST_TMPDIR/script")" -eq $# ]
}
