# Playing, line by line and on a real terminal: tmux runs the program, types keys and
# reads the screen.

bats_require_minimum_version 1.5.0
load wait.bash
wait_seconds=50 # keys and screens are answered at once

setup() {
    cd "$BATS_TEST_TMPDIR"
    # The name of a socket must be short.
    TMUX_TMPDIR=$(mktemp -d)
    export TMUX_TMPDIR LC_ALL=C.UTF-8 # grep counts characters
    unset TMUX
}

teardown() {
    terminal kill-server 2>/dev/null || true
    rm -rf "$TMUX_TMPDIR"
}

play() {
    "$FOURSCORE" play "$@"
}

# ------------------------------------------------------------------ line by line

# Print the answers to lines, without boards.
answers() {
    local lines=$1
    shift
    # shellcheck disable=SC2059
    printf "$lines" | play --plain --seed 1 "$@" | grep '[a-z]\{3\}'
}

@test "a game is won" {
    run -0 answers '4\n5\n3\n2\n' --level 1 --seed 6
    [[ "${lines[0]}" = 'You are Red (x).  Yellow (o) is level 1: beginner.' ]]
    [[ "$output" = *$'\nRed wins with move 7.  You win.'* ]]
    [[ "$output" = *$'\nThe game is over: undo, new, flip or quit?'* ]]
}

@test "a game is lost" {
    run -0 answers '1\n1\n1\n7\n7\n'
    [[ "$output" = *$'\nYellow wins with move 10.  You lose.'* ]]
}

@test "the same seed gives the same game" {
    for level in 1 2 3 4 5; do
        answers '4\n3\n5\n' --level "$level" >once
        answers '4\n3\n5\n' --level "$level" >again
        diff once again
    done
}

@test "the opponent moves first, and from a position" {
    run -0 answers '' --you second --level 5
    [[ "$output" = *'You are Yellow (o).  Red (x) is level 5: perfect.'*'Red plays 4.'* ]]
    run -0 answers '' 44433 --level 5
    [[ "$output" = *'Yellow plays 3.'* ]] || [[ "$output" = *'Yellow plays '[1-7]'.'* ]]
    same=$(answers '' 44433 --level 5)
    [ "$(answers '' '1. d1 d2 2. d3 {centre} c1 3. c2' --level 5)" = "$same" ]
    run -0 answers '' 1212121
    [[ "$output" = *'Red wins with move 7.  You win.'* ]]
}

@test "bad input is answered with what would be right" {
    run -0 answers 'foo\n9\n\n4 4\nlevel 6\nlevel\n' --board 4x4
    [ "$(grep -c "is not a move.  Type a column from 1 to 4, or: undo, hint," <<<"$output")" -eq 4 ]
    [ "$(grep -c 'Expected a level from 1 to 5' <<<"$output")" -eq 2 ]
    run -0 answers '1\n' 111111
    [[ "$output" = *'Column 1 is full; free: 2 3 4 5 6 7.'* ]]
    run -0 answers '1\nhint\n' 1212121
    [[ "$output" = *'The game is over: type undo, new or quit.'*'The game is over.'* ]]
}

@test "undo, hint, scores, flip, new, level, help and quit, or their first letters" {
    run -0 answers 'undo\n4\nUNDO\nh\nlevel 5\nflip\nn\n?\nquit\nfoo\n'
    [[ "$output" = *'There is no move of yours to take back.'*'Yellow plays'* ]]
    [[ "$output" = *'Hint: column 4, a best move.'*'Level 5: perfect.'* ]]
    [[ "$output" = *'You are Yellow (o).  Red (x) is level 5: perfect.'*'Red plays 4.'* ]]
    [[ "$output" = *'undo      take back your last move'* ]]
    [[ "$output" != *foo* ]]
    printf '4\nundo\n' | play --plain --seed 1 >printed
    [ "$(grep -c '^   \.   \.   \.   x   \.' printed)" -eq 1 ]
    [ "$(tail -4 printed | head -1)" = '   1   2   3   4   5   6   7' ]
    [ "$(tail -5 printed | head -1)" = '   .   .   .   .   .   .   .' ]
    printf 's\n4\ns\n' | play --plain --seed 1 32164625 --level 5 >printed
    grep -qx '  -4  -3  11   4   0  -2  -5' printed
    grep -qx 'Scores are no longer shown.' printed
    play --plain --hints 32164625 </dev/null | grep -qx '  -4  -3  11   4   0  -2  -5'
}

@test "the columns of wide boards have letters" {
    run -0 answers 'c\nC\nd\n' --board 12x9 --level 1
    [[ "$output" = *"'d' is not a move.  Type a column from 1 to c, or"* ]]
    [ "$(grep -c 'Yellow plays' <<<"$output")" -eq 2 ]
}

@test "the book of 10 plies is used where it is found" {
    mkdir -p there/bin there/book
    cp "$FOURSCORE" there/bin
    echo nonsense >there/book/7x6-10.book
    run -1 there/bin/fourscore play --plain </dev/null
    [[ "$output" = *'there/book/7x6-10.book: '* ]]
    PATH=nowhere:there/bin:$PATH run -1 env fourscore review 4
    [[ "$output" = *'there/book/7x6-10.book: '* ]]
    for others in '--no-book' '--book builtin' '--board 6x5'; do
        # shellcheck disable=SC2086
        there/bin/fourscore play --plain $others </dev/null
    done
}

@test "wrong options and positions, full disks and closed pipes" {
    run -2 play --level 6
    [[ "$output" = *'--level'*'1'*'5'* ]]
    run -2 play --you third
    [[ "$output" = *'first or second'* ]]
    run -2 play 4 4
    run -1 play 48
    [[ "$output" = 'MOVES:2: '* ]]
    run -3 bash -c '"$FOURSCORE" play --plain </dev/null >/dev/full'
    run -141 bash -c 'yes 4 | "$FOURSCORE" play --plain --seed 1 | true; exit ${PIPESTATUS[1]}'
}

# ------------------------------------------------------------------- the terminal

# A terminal of its own: no other one, and no settings of the user.  Each server of
# a test has another socket.
server=0
terminal() {
    tmux -u -f /dev/null -L "play$server" "$@"
}

# start WIDTHxHEIGHT VARIABLES ARGUMENT...: play in a window of this size.
start() {
    local size=$1 variables=$2
    shift 2
    terminal kill-server 2>/dev/null || true
    server=$((server + 1))
    terminal new-session -d -x "${size%x*}" -y "${size#*x}" \
        "trap : INT; env LC_ALL=C.UTF-8 $variables '$FOURSCORE' play --seed 1 $*; echo ended \$?; cat"
}

screen() {
    terminal capture-pane -p
}

shows() {
    screen | grep -q -- "$1"
}

# Type keys, and wait until the screen shows a pattern.
press() {
    terminal send-keys "${@:2}"
    wait_until shows "$1"
}

# Whether so many stones are on the board; two are in the line of the players.
has_stones() {
    [ "$(screen | grep -o '[●○]' | wc -l)" -eq $(($1 + 2)) ]
}

@test "whole games on the screen: won, and lost" {
    start 80x24 '' --level 1 --seed 6
    wait_until shows 'Red ●: you   Yellow ○: beginner (1)'
    shows '1-7 play  u undo  h hint'
    stones=0
    for key in 4 5 3; do
        terminal send-keys "$key"
        wait_until has_stones $((stones += 2))
    done
    press 'Red wins with move 7.  You win.' 2
    press 'The game is over.' 1
    press 'Taken back.' u
    press 'A new game.' n
    press 'Level 2: casual.' l
    press 'Level 3: club player.' l
    stones=0
    for key in 1 1 1 7; do
        terminal send-keys "$key"
        wait_until has_stones $((stones += 2))
    done
    press 'Yellow wins with move 10.  You lose.' 7
    press 'ended 0' q
}

@test "hint, scores, flip and help on the screen" {
    start 80x24 '' 32164625 --level 5
    wait_until shows 'Your turn, Red.'
    press ' -4  -3  11   4   0  -2  -5' s
    press 'Hint: column 3, a best move.' h
    shows ' 3\* '
    press 'Four of your stones' '?'
    terminal resize-window -x 70 -y 24
    wait_until shows '^ \{15\}Four of your stones'
    terminal resize-window -x 80 -y 24
    wait_until shows '^ \{20\}Four of your stones'
    press 'Your turn' x
    press "'x' is no key" x
    press 'Yellow plays' Left Enter # column 3
    press 'Your turn, Yellow.' f
    press 'ended 0' q
}

@test "windows of all sizes" {
    start 40x15 ''
    wait_until shows 'u undo  h hint  s scores  ? help  q quit'
    [ "$(screen | grep -c '│   │')" -eq 6 ]
    terminal resize-window -x 200 -y 60
    wait_until shows '├───────┼'
    [ "$(screen | grep -c '│       │')" -eq 18 ]
    terminal resize-window -x 30 -y 10
    wait_until shows 'too small'
    terminal resize-window -x 80 -y 24
    wait_until shows '├───┼'
    press 'ended 0' q
}

@test "shapes and colours" {
    start 80x24 '' 44
    wait_until shows '(○)'
    terminal capture-pane -p -e | grep -q $'\e\[[0-9;]*31m●'
    terminal capture-pane -p -e | grep -q $'\e\[[0-9;]*33m(○'
    start 80x24 'LC_ALL=C' 44
    wait_until shows '(o)'
    shows '| x |'
}

@test "^C ends the program and restores the terminal, also while it searches" {
    start 80x24 '' --level 3
    wait_until shows 'Your turn'
    press 'ended 130' C-c
    # shellcheck disable=SC2086
    start 80x30 '' $endless --level 5 --you second
    wait_until shows 'Red is thinking'
    press 'ended 130' C-c
    start 80x30 '' $endless --hints
    wait_until shows 'Your turn'
    press 'ended 0' q
}

@test "^Z stops it, and it is drawn again" {
    terminal new-session -d -x 80 -y 24 'PS1="> " bash --norc --noprofile -i'
    wait_until shows '^>'
    terminal send-keys "LC_ALL=C.UTF-8 '$FOURSCORE' play --seed 1" Enter
    wait_until shows 'Your turn'
    press 'Stopped' C-z
    press 'Your turn' 'fg' Enter
    wait_until shows '├───┼'
    press 'Yellow plays' 4
    press '^> *$' q
}

@test "line by line on a simple terminal" {
    start 80x24 'TERM=dumb' --level 1
    wait_until shows 'Your move, Red (x)?'
    press 'Yellow plays' 4 Enter
    press 'ended 130' C-c
    start 80x24 '' --plain
    wait_until shows 'Your move, Red (x)?'
    press 'ended 0' C-d
}

@test "the end of the terminal ends the program" {
    start 80x24 ''
    wait_until shows 'Your turn'
    pid=$(pgrep -f "^$FOURSCORE play --seed 1")
    terminal kill-server
    wait_until has_ended "$pid"
}
