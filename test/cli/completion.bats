# The completion of command lines, as installed, in real shells.

load fixture.bash
wait_seconds=200 # shells answer at once

setup_file() {
    # As 'make install' does it.
    mkdir -p "$BATS_FILE_TMPDIR/bin" "$BATS_FILE_TMPDIR/share/bash-completion/completions" \
        "$BATS_FILE_TMPDIR/share/zsh/site-functions"
    ln -s "$FOURSCORE" "$BATS_FILE_TMPDIR/bin/fourscore"
    for file in bash-completion/completions/fourscore zsh/site-functions/_fourscore; do
        cp "$BATS_TEST_DIRNAME/../../packaging/completion" "$BATS_FILE_TMPDIR/share/$file"
    done
    export PATH=$BATS_FILE_TMPDIR/bin:$PATH
}

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
    share=$BATS_FILE_TMPDIR/share
    TMUX_TMPDIR=$(mktemp -d) # the name of a socket must be short
    export TMUX_TMPDIR share
    unset TMUX
}

teardown() {
    terminal kill-server 2>/dev/null || true
    rm -rf "$TMUX_TMPDIR"
}

# What bash completes the words to, the last being the one to complete.
in_bash() {
    bash -c '
        source "$share/bash-completion/completions/fourscore"
        COMP_WORDS=(fourscore "$@")
        COMP_CWORD=$#
        _fourscore
        echo "${COMPREPLY[*]}"' bash "$@"
}

# completes WANTED WORD...
completes() {
    echo "fourscore ${*:2}"
    diff <(echo "$1") <(in_bash "${@:2}")
}

@test "commands, options and the words that options accept" {
    completes 'bench book' b
    completes 'build' book b
    completes '--version -v --verbose -h --help' -
    completes '--time-limit' solve --ti
    completes '--throughput --threads' bench --thr
    completes 'tutorial-12 tutorial-11' bench --engine t
    completes 'fast dfpn tutorial-12 tutorial-11' bench --engine fast --engine ''
    completes 'fast' solve --engine = f
    completes 'single bucket' size --layout =
    completes 'end-easy' gen --set e
    completes 'moves diagram connectx key' show --format ''
    completes '--journal' book add --j
    completes '' book info --j
    # nothing, so that files are completed
    completes '' book build --output ''
    completes '' book build -o b
    completes '' bench --count b
    completes '' solve ''
    # a word is a command only in its place, and never a pattern
    completes '--board' solve book --boa
    completes 'bench book' 'b.*k' b
}

@test "each option of --help is completed" {
    for command in '' $(in_bash '') book\ {build,list,add,info,verify,lookup,export,diff}; do
        # shellcheck disable=SC2086
        help=$(fourscore $command --help | sed -nE 's/^  (-[a-z],|   ) (--[a-z-]+).*/\2/p' | tr '\n' ' ')
        [ -n "$help" ]
        # shellcheck disable=SC2086
        completes "${help% }" $command --
    done
}

terminal() {
    tmux -f /dev/null -L completion "$@"
}

shows() {
    terminal capture-pane -p | grep -q -- "$1"
}

# tab SCREEN TYPED: type a text and Tab, and wait for the line; then empty it.
tab() {
    terminal send-keys -l "$2"
    terminal send-keys Tab
    wait_until shows "^> $1"
    terminal send-keys C-u
}

# Press Tab in a shell.
tabs() {
    terminal new-session -d -x 100 -y 24 "$@"
    wait_until shows '^>'
    # zsh reads the file for the first Tab
    tab 'fourscore solve testsets/README.md' 'fourscore solve testsets/REA'
    tab 'fourscore explain' 'fourscore ex'
    tab 'fourscore book verify' 'fourscore book ve'
    tab 'fourscore solve --time-limit' 'fourscore solve --ti'
    tab 'fourscore show --engine dfpn' 'fourscore show --engine d'
    tab 'fourscore solve --book book/7x6-10.book' 'fourscore solve --book book/7x6-'
}

@test "Tab in bash" {
    echo 'PS1="> "; source "$share/bash-completion/completions/fourscore"' >"$BATS_TEST_TMPDIR/rc"
    tabs bash --noprofile --rcfile "$BATS_TEST_TMPDIR/rc" -i
}

@test "Tab in zsh" {
    command -v zsh >/dev/null || skip 'there is no zsh'
    echo 'PS1="> "; fpath+=($share/zsh/site-functions); autoload -U compinit; compinit -u -D' \
        >"$BATS_TEST_TMPDIR/.zshrc"
    tabs env ZDOTDIR="$BATS_TEST_TMPDIR" zsh -d -i
}
