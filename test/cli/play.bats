# Playing, in a pipe and on a real terminal: tmux runs the program, types lines and
# reads the screen.

bats_require_minimum_version 1.5.0
load wait.bash
wait_seconds=50 # lines are answered at once

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
    printf "$lines" | play --seed 1 "$@" | grep '[a-z]\{3\}'
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
    printf '4\nundo\n' | play --seed 1 >printed
    [ "$(grep -c '^   \.   \.   \.   x   \.' printed)" -eq 1 ]
    [ "$(tail -4 printed | head -1)" = '   1   2   3   4   5   6   7' ]
    [ "$(tail -5 printed | head -1)" = '   .   .   .   .   .   .   .' ]
    printf 's\n4\ns\n' | play --seed 1 32164625 --level 5 >printed
    grep -qx '  -4  -3  11   4   0  -2  -5' printed
    grep -qx 'Scores are no longer shown.' printed
    play --hints 32164625 </dev/null | grep -qx '  -4  -3  11   4   0  -2  -5'
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
    run -1 there/bin/fourscore play </dev/null
    [[ "$output" = *'there/book/7x6-10.book: '* ]]
    PATH=nowhere:there/bin:$PATH run -1 env fourscore review 4
    [[ "$output" = *'there/book/7x6-10.book: '* ]]
    for others in '--no-book' '--book builtin' '--board 6x5'; do
        # shellcheck disable=SC2086
        there/bin/fourscore play $others </dev/null
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
    run -3 bash -c '"$FOURSCORE" play </dev/null >/dev/full'
    run -141 bash -c 'yes 4 | "$FOURSCORE" play --seed 1 | true; exit ${PIPESTATUS[1]}'
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

# The same, with what has scrolled out of the window.
history() {
    terminal capture-pane -p -S -
}

shows() {
    screen | grep -q -- "$1"
}

# Whether the screen shows a pattern, and below it a prompt without an answer, or the
# end of the program.
asks() {
    shows "$1" && screen | sed '/^$/d' | tail -n 1 | grep -q '?$\|^ended'
}

# Type a line, and wait until the screen shows a pattern.
enter() {
    terminal send-keys -l "$2"
    terminal send-keys Enter
    wait_until asks "$1"
}

press() {
    terminal send-keys "${@:2}"
    wait_until shows "$1"
}

# Whether so many stones are on the board, at a prompt.
has_stones() {
    asks . && [ "$(screen | grep '^  .[.●○]' | grep -o '[●○]' | wc -l)" -eq "$1" ]
}

# Whether there is one picture, at the top of the window, and none has scrolled out.
is_one_picture() {
    [[ $(history) == $'\n Red'* ]] && [ "$(history | grep -c '^ Red')" -eq 1 ] &&
        [ "$(history | grep -c '^   1   2')" -eq 1 ]
}

@test "a game on a terminal is drawn in place: won, taken back, lost" {
    start 80x24 '' --level 1 --seed 6
    wait_until asks 'Your move, Red (●)?'
    shows '^ Red ●: you   Yellow ○: level 1, beginner$'
    shows 'Type a column from 1 to 7 and press Enter, or a command:'
    shows '^undo, hint, scores, flip, new, level 1 to 5, help, quit.'
    enter '(○)' 4
    has_stones 2
    enter 'Your move' 5
    wait_until has_stones 4
    enter 'Your move' 3
    wait_until has_stones 6
    enter 'Red wins with move 7.  You win.' 2
    shows '^   .  \[●\] \[●\] \[●\] \[●\]  ○   .'
    shows 'The game is over: undo, new, flip or quit?'
    enter 'The game is over: type undo, new or quit.' 1
    enter 'Your move, Red' undo
    has_stones 6
    is_one_picture
    enter 'Red wins' 2
    enter 'Your move, Red' new
    has_stones 0
    enter 'level 3, club player' 'level 3'
    stones=0
    for column in 1 1 1 7; do
        enter 'Your move' "$column"
        wait_until has_stones $((stones += 2))
    done
    enter 'Yellow wins with move 10.  You lose.' 7
    is_one_picture
    enter 'ended 0' quit
    is_one_picture
}

@test "undo as Yellow takes back a move of each side, and none before the first" {
    start 80x24 '' --you second --level 1
    wait_until asks 'Your move, Yellow (○)?'
    has_stones 1
    enter 'There is no move of yours to take back' UNDO
    has_stones 1
    enter 'Your move' 4
    wait_until has_stones 3
    enter 'Your move' 4
    wait_until has_stones 5
    enter 'Your move' U
    wait_until has_stones 3
    enter 'Your move' u
    wait_until has_stones 1
    is_one_picture
}

@test "hint, scores, flip and help on a terminal, in capitals, too" {
    start 80x24 '' 32164625 --level 5
    wait_until asks 'Your move, Red'
    enter '^  -4  -3  11   4   0  -2  -5$' S
    enter 'Hint: column 3, a best move.' HINT
    shows '^  -4  -3  11   4   0  -2  -5$' # they stay
    enter 'Yellow plays' 3
    ! shows 'Hint' || false
    ! shows '^  -4  -3  11   4   0  -2  -5$' || false
    enter 'Scores are no longer shown.' s
    enter 'undo      take back your last move' '?'
    enter 'Your move, Yellow (○)?' F
    shows 'Red plays'
    shows '^ Red ●: level 5, perfect   Yellow ○: you$'
    is_one_picture
    press 'ended 0' C-d
}

@test "windows that are narrow, low, or resized" {
    start 29x24 '' 4
    wait_until asks 'Your move, Red'
    is_one_picture
    enter 'is not a move' foo
    wait_until has_stones 2
    is_one_picture
    terminal kill-server
    start 80x8 '' --level 1
    wait_until asks 'Your move, Red'
    enter 'Yellow plays' 4
    enter 'is not a move' foo
    [ "$(history | grep -c '^ Red')" -eq 3 ]
    ! history | grep -q thinks || false
    terminal resize-window -x 70 -y 30
    enter 'Hint: column' hint
    enter 'Hint: column' hint
    [ "$(history | grep -c '^ Red')" -eq 4 ]
}

@test "lines that are typed ahead, and long ones, leave what was above" {
    # shellcheck disable=SC2086
    start 80x40 '' $endless --level 5 --you second
    wait_until shows 'Red thinks ...'
    terminal send-keys hint Enter
    wait_until asks 'Hint'
    shows 'hint$'
    start 40x24 ''
    wait_until asks 'Your move'
    enter 'is not a move' "$(printf '%0100d' 0)"
    is_one_picture
    terminal send-keys Up Enter
    wait_until asks "'?\[A' is not a move"
    is_one_picture
}

@test "stones, colours and locales" {
    start 80x24 '' 44
    wait_until asks '(○)'
    terminal capture-pane -p -e | grep -q $'\e\[1m\e\[31m ● '
    terminal capture-pane -p -e | grep -q $'\e\[1m\e\[33m(○)'
    start 80x24 'LC_ALL=C' 44
    wait_until asks '(o)'
    shows '  x   '
    shows 'Your move, Red (x)?'
    start 80x24 'NO_COLOR=1' 44
    wait_until asks '(○)'
    ! terminal capture-pane -p -e | grep -q $'\e' || false
}

@test "^C ends the program, also while it searches" {
    start 80x24 '' --level 3
    wait_until shows 'Your move'
    press 'ended 130' C-c
    # shellcheck disable=SC2086
    start 80x30 '' $endless --level 5 --you second
    wait_until shows 'Red thinks ...'
    press 'ended 130' C-c
    # shellcheck disable=SC2086
    start 80x30 '' $endless --hints
    wait_until shows 'The scores are being searched ...'
    press 'ended 130' C-c
}

@test "scores that are not known in time are question marks" {
    # shellcheck disable=SC2086
    start 80x30 '' $endless --hints --no-book
    wait_until shows 'The scores are being searched ...'
    wait_until shows '^   ?   ?   ?'
    is_one_picture
}

@test "^Z stops it, and what the shell prints stays" {
    terminal new-session -d -x 80 -y 40 'PS1="> " bash --norc --noprofile -i'
    wait_until shows '^>'
    terminal send-keys "LC_ALL=C.UTF-8 '$FOURSCORE' play --seed 1" Enter
    wait_until asks 'Your move'
    enter 'Hint: column' hint
    enter 'Your move' 3
    wait_until has_stones 2
    shows 'play --seed 1$' # the line above the picture
    press 'Stopped' C-z
    terminal send-keys fg Enter
    enter 'Yellow plays' 4
    shows 'Stopped'
    press '^> *$' q Enter
}

@test "in lines on a simple terminal" {
    for variables in TERM=dumb TERM=; do
        start 80x24 "$variables" --level 1
        wait_until shows 'Your move, Red (x)?'
        enter 'Yellow plays' 4
        [ "$(history | grep -c 'Your move, Red (x)?')" -eq 2 ]
        press 'ended 130' C-c
    done
}

@test "the end of the terminal ends the program" {
    start 80x24 ''
    wait_until shows 'Your move'
    pid=$(pgrep -f "^$FOURSCORE play --seed 1")
    terminal kill-server
    wait_until has_ended "$pid"
}
