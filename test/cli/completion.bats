# The completion of command lines, as installed, in real shells.

load fixture.bash

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
    export share=$BATS_FILE_TMPDIR/share
    make_terminals
}

# completes: whether bash completes the last word of each line WORDS: WANTED of stdin so.
completes() {
    cat >"$BATS_TEST_TMPDIR/wanted"
    sed 's/:.*//' "$BATS_TEST_TMPDIR/wanted" | bash -c '
        source "$share/bash-completion/completions/fourscore"
        while read -r words; do
            eval "COMP_WORDS=(fourscore $words)"
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _fourscore
            echo "$words:${COMPREPLY:+ ${COMPREPLY[*]}}"
        done' | diff "$BATS_TEST_TMPDIR/wanted" -
}

@test "commands, options and the words that options accept" {
    completes <<'END'
b: bench book
book b: build
-: --version -v --verbose -h --help
solve --ti: --time-limit
bench --thr: --throughput --threads
bench --engine t: tutorial-12 tutorial-11
bench --engine fast --engine '': fast dfpn tutorial-12 tutorial-11
solve --engine = f: fast
size --layout =: single bucket
gen --set e: end-easy
show --format '': moves diagram connectx key
book add --j: --journal
book info --j:
END
    # nothing, so that files are completed
    completes <<'END'
book build --output '':
book build -o b:
bench --count b:
solve '':
END
    # a word is a command only in its place, and never a pattern
    completes <<'END'
solve book --boa: --board
'b.*k' b: bench book
END
}

@test "each command and option of --help is completed" {
    {
        echo "'':" $(commands)
        echo "book '':" $(commands book)
        { echo && commands && commands book | sed 's/^/book /'; } | while read -r command; do
            echo "${command:+$command }--:" \
                $(fourscore $command --help | sed -nE 's/^  (-[a-z],|   ) (--[a-z-]+).*/\2/p')
        done
    } >"$BATS_TEST_TMPDIR/all"
    run ! grep ':$' "$BATS_TEST_TMPDIR/all"
    completes <"$BATS_TEST_TMPDIR/all"
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
