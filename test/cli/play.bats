# Playing, in a pipe and on a real terminal.

load fixture.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
    export LC_ALL=C.UTF-8 # grep counts characters
    make_terminals
}

play() {
    "$FOURSCORE" play "$@"
}

# ------------------------------------------------------------------ line by line

# Print the answers to lines, without boards.
answers() {
    local lines=$1
    shift
    printf "$lines" | play "$@" | grep '[a-z]\{3\}'
}

@test "what is printed for each line, in random games with all commands, agrees with a witness" {
    games=12
    [ -z "${FOURSCORE_LONG-}" ] || games=500
    python3 -B "$BATS_TEST_DIRNAME/play_witness.py" "$games" "${FOURSCORE_SEED:-1}"
}

@test "the seed selects the game; without it each game is another" {
    for level in 1 2 3 4 5; do
        answers '4\n3\n5\n' --level "$level" --seed 3 >"level-$level"
        answers '4\n3\n5\n' --level "$level" --seed 3 | diff - "level-$level"
    done
    for level in 1 2; do
        [ "$(answers '4\n3\n5\n' --level $level --seed 1)" != "$(cat level-$level)" ]
    done
    diff <(grep plays level-4) \
        <(answers 'level 4\n4\n3\n5\n' --level 1 --seed 3 | grep plays)
    answers '4\n3\n5\n' --level 1 >game
    for _ in {1..6}; do
        answers '4\n3\n5\n' --level 1 | cmp -s game - || return 0
    done
    false
}

@test "who moves first, from which position, and what is not given" {
    run -0 answers ''
    [ "${lines[0]}" = 'You are Red (x).  Yellow (o) is level 3: club player.' ]
    run -0 answers '' --you second --level 5
    [[ "$output" = *'You are Yellow (o).  Red (x) is level 5: perfect.'*'Red plays 4.'* ]]
    same=$(answers '' 44433 --level 5 --seed 1)
    [[ "$same" = *'Yellow plays '* ]]
    [ "$(answers '' '1. d1 d2 2. d3 {centre} c1 3. c2' --level 5 --seed 1)" = "$same" ]
    run -0 answers '' 1212121
    [[ "$output" = *'Red wins with move 7.  You win.'* ]]
    run -1 play 48
    [[ "$output" = 'MOVES:2: '* ]]
    play --hints 32164625 </dev/null | grep -qx '  -4  -3  11   4   0  -2  -5'
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
        there/bin/fourscore play $others </dev/null
    done
}

@test "a full disk, a closed pipe and input that cannot be read end the game" {
    run -3 bash -c 'yes 4 | timeout 300 "$FOURSCORE" play --level 1 >/dev/full'
    prints 1 '*play: stdin: Is a directory' play </
    run -141 bash -c 'yes 4 | "$FOURSCORE" play --seed 1 | true; exit ${PIPESTATUS[1]}'
}

# ------------------------------------------------------------------- the terminal

# start WIDTHxHEIGHT VARIABLES ARGUMENT...: play in a window of this size, below a line.
start() {
    local size=$1 variables=$2
    shift 2
    terminal kill-server 2>/dev/null || true
    server=$((server + 1))
    terminal new-session -d -x "${size%x*}" -y "${size#*x}" \
        "trap : INT; echo above; env LC_ALL=C.UTF-8 $variables '$FOURSCORE' play --seed 1 $*; echo ended \$?; cat"
}

# The screen, and what has scrolled out of the window.
history() {
    terminal capture-pane -p -S -
}

# Whether the screen shows a pattern, and below it a prompt without an answer, or the
# end of the program.
asks() {
    local text
    text=$(screen)
    grep -q -- "$1" <<<"$text" && [[ $text == *'?' || ${text##*$'\n'} == ended* ]]
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

# Whether there is one picture, below the line that was there, and none has scrolled out.
is_one_picture() {
    local text
    text=$(history)
    [[ $text == $'above\n\n Red'* ]] && [ "$(grep -c '^ Red' <<<"$text")" -eq 1 ] &&
        [ "$(grep -c '^   1   2' <<<"$text")" -eq 1 ]
}

@test "a game on a terminal is drawn in place; commands may be capitals" {
    start 80x24 '' 6244452747336116266272 --level 5
    wait_until asks 'Your move, Red (●)?'
    shows '^ Red ●: you   Yellow ○: level 5, perfect$'
    shows 'Type a column from 1 to 7 and press Enter, or a command:'
    shows '^undo, hint, scores, flip, new, level 1 to 5, help, quit.'
    enter '^ -10 -10   8 -10 -10 -10 -10$' S
    enter 'Hint: column 3, a best move.' HINT
    shows '^ -10 -10   8 -10 -10 -10 -10$' # they stay
    enter 'Yellow plays' 3
    ! shows 'Hint' || false
    ! shows '^ -10 -10   8 -10 -10 -10 -10$' || false
    enter 'Scores are no longer shown.' s
    enter 'undo      take back your last move' '?'
    enter 'level 3, club player' 'level 3'
    enter 'Your move, Red' new
    has_stones 0
    enter 'Your move, Yellow (○)?' F
    shows 'Red plays'
    shows '^ Red ●: level 3, club player   Yellow ○: you$'
    is_one_picture
    press 'ended 0' C-d
    start 80x24 '' --level 1 121212
    wait_until asks 'Your move'
    enter 'Red wins with move 7.  You win.' 1
    shows 'The game is over: undo, new, flip or quit?'
    enter 'The game is over: type undo, new, flip or quit.' 1
    enter 'Your move, Red' undo
    has_stones 6
    is_one_picture
    enter 'ended 0' quit
    is_one_picture
}

@test "a four is marked in each direction, the last stone if there is none" {
    # shows_marks MOVES ROW...: the marks, and what is behind them, from the first marked row on
    shows_marks() {
        start 80x24 '' "$1"
        wait_until asks '?$'
        diff <(printf '%s\n' "${@:2}") \
            <(screen | grep '^  .[.●○]' | grep '[[(]' | sed 's/[●○]/o/g; s/[^[(o.]//g')
    }
    shows_marks 1212121 '[o......' '[oo.....' '[oo.....' '[oo.....'
    shows_marks 12233434474 '...[o...' '..[oo...' '.[ooo...' '[oooo..o'
    shows_marks 76655454414 '...[o...' '...o[o..' '...oo[o.' 'o..ooo[o'
    shows_marks 44 '...(o...'
    shows_marks 15566772 'o(o..ooo' # no four: three at one edge, and one at the other
}

@test "windows that are narrow, low, or resized" {
    start 29x24 '' 4
    wait_until asks 'Your move, Red'
    is_one_picture
    enter 'is not a move' foo
    diff - <(screen | grep -A 3 "^'foo'") <<END
'foo' is not a move.  Type a
column from 1 to 7, or: undo,
hint, scores, flip, new,
level 1 to 5, help, quit.
END
    wait_until has_stones 2
    is_one_picture
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

# after_a_nap COMMAND...: stop the program for a while, and run a command: with wait_until the
# time of a search passes, which takes hardly any of a processor.  The picture is drawn anew.
after_a_nap() {
    local playing
    playing=$(pgrep -P "$(terminal list-panes -F '#{pane_pid}')")
    kill -STOP $playing
    sleep 0.4
    kill -CONT $playing
    "$@"
}

@test "lines that are typed ahead, and long ones, leave what was above" {
    start 80x40 '' $endless --threads 1 --level 5 --you second
    wait_until shows 'Red thinks ...'
    terminal send-keys hint Enter
    wait_until shows 'A hint is being searched\|Hint: column'
    shows 'hint$'
    wait_until after_a_nap asks 'Hint: column ., a guess (not solved)\.'
    history | grep -q 'Red plays . (a guess: not solved in time)\.'
    start 40x24 ''
    wait_until asks 'Your move'
    terminal send-keys Up Enter
    wait_until asks "'?\[A' is not a move"
    is_one_picture
    # What is typed behind the prompt of 20 columns ends at the edge of the window, or beyond
    # it; a control character is shown in two columns.
    for columns in 20 21 60 61; do
        enter "'é$columns" "é$columns$(printf "%0$((columns - 3))d" 0)"
        is_one_picture
    done
    terminal send-keys C-v C-a
    enter "'.22" "22$(printf '%017d' 0)"
    is_one_picture
    enter "'é' is not a move" é
    start 39x24 ''
    wait_until asks 'Your move'
    enter '^There is no move of yours to take back\.$' undo
}

@test "stones, colours and locales" {
    start 80x24 '' 44
    wait_until asks '(○)'
    terminal capture-pane -p -e | grep -q $'\e\[1m\e\[31m ● '
    terminal capture-pane -p -e | grep -q $'\e\[1m\e\[33m(○)'
    start 80x24 'LC_ALL= LC_CTYPE=C.utf8 LANG=C' 44
    wait_until asks '(○)'
    start 80x24 'LC_ALL=C' 44
    wait_until asks '(o)'
    shows '  x   '
    shows 'Your move, Red (x)?'
    start 80x24 'NO_COLOR=' 44
    wait_until asks '(●)'
    terminal capture-pane -p -e | grep -q $'\e\[1m\e\[31m ● '
    start 80x24 'LC_ALL= LC_CTYPE= LANG=C.UTF-8 NO_COLOR=1' 44
    wait_until asks '(○)'
    ! terminal capture-pane -p -e | grep -q $'\e' || false
}

@test "^C ends the program, also while it searches" {
    start 80x24 '' --level 3
    wait_until shows 'Your move'
    press 'ended 130' C-c
    start 80x30 '' $endless --threads 1 --level 5
    wait_until asks 'Your move'
    press '^Yellow thinks \.\.\.$' 4 Enter
    press 'ended 130' C-c
    start 80x30 '' $endless --threads 1 --hints
    wait_until shows 'The scores are being searched ...'
    press 'ended 130' C-c
    began=${EPOCHREALTIME/./}
    start 80x30 '' $endless --threads 1 --hints
    wait_until shows '^   ?   ?   ?' # they are not known in time
    [ $((${EPOCHREALTIME/./} - began)) -gt 4000000 ]
    is_one_picture
}

# Whether the program runs that was stopped.
goes_on() {
    local state
    state=$(ps -o stat= -p "$(pgrep -n -f ' play --seed 1$')") && [[ $state && $state != T* ]]
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
    wait_until goes_on
    enter 'Yellow plays' 4
    shows 'Stopped'
    [ "$(history | grep -c '^ Red')" -eq 2 ]
    enter 'Hint: column' hint
    [ "$(history | grep -c '^ Red')" -eq 2 ] # it is drawn in place again
    press '^> *$' q Enter
}

@test "in lines on a simple terminal, and where stdin or stdout is none" {
    printf '4\n' >typed
    for how in TERM=dumb: TERM=: ':| cat'; do
        start 80x24 "${how%:*}" --level 1 "${how#*:}"
        wait_until shows 'Your move, Red (x)?'
        enter 'Yellow plays' 4
        [ "$(history | grep -c 'Your move, Red (x)? 4$')" -eq 1 ]
        [ "$(history | grep -c 'Your move, Red (x)?')" -eq 2 ]
        press 'ended 130' C-c
    done
    start 80x24 '' --level 1 "<$PWD/typed"
    wait_until shows 'ended 0'
    [ "$(history | grep -c '^Your move, Red (x)?$')" -eq 2 ]
}

@test "the end of the terminal ends the program" {
    start 80x24 ''
    wait_until shows 'Your move'
    pid=$(pgrep -f "^$FOURSCORE play --seed 1")
    terminal kill-server
    wait_until has_ended "$pid"
}
