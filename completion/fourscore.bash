# Completion of fourscore for bash.

_fourscore() {
    local command=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]}
    local before=${COMP_WORDS[COMP_CWORD - 1]}
    local limits='--time-limit --node-limit'
    local searching='--board --engine --table --threads --progress --quiet'
    local books='--book --no-book'
    local boards='7x6 5x5 6x5 6x6 7x7 8x7 8x8 9x7 10x7'
    local options='' reads_files=''

    # --engine=fast comes as three words
    [[ $word == '=' ]] && word=''
    [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD - 2]}

    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W \
            'solve bench size magic gen show book -h --help -v --verbose --version' -- "$word")
        return
    fi

    case $command in
    solve)
        options="-w --weak -a --all-moves --best --pv -v --verbose --json
            --check --fresh --help $limits $searching $books"
        reads_files=yes
        ;;
    bench)
        options="-s --strong -w --weak -n --count --throughput --csv --json
            --signature -h --help $searching $books"
        reads_files=yes
        ;;
    size)
        options='--board --keys --key-bits --entries --memory --table --layout
            --stored-bits --json -h --help'
        ;;
    magic)
        options='--bits --trials --seed --json --progress --quiet -h --help'
        reads_files=yes
        ;;
    gen)
        options="--set -n --count --seed -h --help $searching"
        ;;
    show)
        options="--format -h --help $limits $searching $books"
        ;;
    book)
        options="--depth --journal -o --output --from-text --sample --seed
            --consistent -h --help $searching"
        reads_files=yes
        ;;
    --version)
        options='-v'
        ;;
    esac

    local values=''
    case $command:$before in
    size:--table) ;; # takes none
    *:--board) values=$boards ;;
    *:--book) reads_files=yes ;;
    book:book) [[ $word == -* ]] || values='build list add info verify lookup
        export diff' ;;
    *:--engine) values='fast tutorial-12 tutorial-11' ;;
    *:--table) values='auto 64M 256M 1G' ;;
    *:--set) values='end-easy middle-easy middle-medium begin-easy
        begin-medium begin-hard' ;;
    *:--layout) values='single bucket' ;;
    *:--format) values='moves diagram connectx key' ;;
    *:--threads | *:--time-limit | *:--node-limit | *:-n | *:--count | \
        *:--seed | *:--keys | *:--key-bits | *:--entries | *:--memory | \
        *:--stored-bits | *:--bits | *:--trials | *:--depth | *:--sample)
        return
        ;;
    esac

    if [[ -n $values ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ -n $reads_files ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}

complete -F _fourscore fourscore
