# For tests that wait for another process: on any machine, they wait for what has
# happened, never for a time.

# A board whose empty position is out of reach for any machine.
endless='--board 10x11'

# Repeat a command until it succeeds.  The limit, of ten minutes or more, ends a
# hang.
wait_until() {
    for _ in $(seq 12000); do
        "$@" && return
        sleep 0.05
    done
    echo "waited in vain until: $*"
    return 1
}

# Whether a file has at least so many lines.
has_lines() {
    [ -e "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ]
}

# Whether a process has ended.
has_ended() {
    ! kill -0 "$1" 2>/dev/null
}
