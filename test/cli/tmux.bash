# For tests in a terminal of tmux, which types lines and reads the screen.

wait_seconds=200 # lines are answered at once

# A terminal without settings of the user, one for each value of $server.
server=1
make_terminals() {
    TMUX_TMPDIR=$(mktemp -d) # the name of a socket must be short
    export TMUX_TMPDIR
    unset TMUX
}

teardown() {
    terminal kill-server 2>/dev/null || true
    rm -rf "$TMUX_TMPDIR"
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
