#!/usr/bin/env zsh
# What zsh completes a command line to, a match a line.
#
# usage: complete.zsh SCRIPT COMMAND-LINE
#
# The completions that zsh has anyway are kept in SCRIPT.dump, for the next call.
#
# A zsh with a terminal of its own completes the line as soon as it edits one.
emulate -R zsh
zmodload zsh/zpty
export SCRIPT=$1 LINE=$2 ZDOTDIR=$(mktemp -d)

cat >$ZDOTDIR/.zshrc <<'RC'
autoload -U compinit && compinit -u -d $SCRIPT.dump
source $SCRIPT

# Note the matches that are added; with -O, -A or -D compadd only computes them.
compadd() {
    local -a added
    if [[ ${*[1,(i)(-|--)]} != *-[a-zA-Z]#[OAD]* ]]; then
        builtin compadd -O added "$@"
        (($#added)) && print -rl -- $added >>$ZDOTDIR/matches
    fi
    builtin compadd "$@"
}

zle-line-init() {
    BUFFER=$LINE CURSOR=$#LINE
    zle complete-word
    exit
}
zle -N zle-line-init
RC

: >$ZDOTDIR/matches
zpty shell zsh -d -i
while zpty -r shell output; do :; done
sort -u $ZDOTDIR/matches
rm -r $ZDOTDIR
