# Completion of fourscore for bash: what can be typed is what --help tells.

# Read --help.  Print the names of commands or options, or, for an option that
# takes an argument, the words that it accepts; fail for any other text.
_fourscore_words() {
    awk -v wanted="$1" '
        /^Usage: .* COMMAND / && wanted == "commands" { lists = 1 }
        lists && /^  [a-z]+  / { print $1 }
        /^  (-|    --)/ {
            mine = 0
            for (i = 1; i <= 1 + ($1 ~ /,$/); i++) {
                name = $i
                sub(/,$/, "", name)
                if (wanted == "options") print name
                if (name == wanted && /--[a-z-]+ [^ ]/) mine = takes = 1
            }
        }
        !/^  / { mine = 0 }
        mine { text = text " " $0 }
        END {
            gsub(/ +/, " ", text)
            word = "[a-z0-9-]+"
            if (match(text, ": " word "(, " word ")* or " word "( [(][^)]*[)])?$")) {
                text = substr(text, RSTART + 1)
                gsub(/,| or | [(].*/, " ", text)
                print text
            }
            exit !(wanted ~ /^(commands|options)$/ || takes)
        }'
}

_fourscore() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} help words i
    local command=("${COMP_WORDS[0]}")

    # In bash, --engine=fast is three words.
    [[ $word != '=' ]] || word=''
    [[ $before != '=' ]] || before=${COMP_WORDS[COMP_CWORD - 2]}

    help=$("${command[@]}" --help 2>/dev/null)
    for ((i = 1; i < COMP_CWORD; i++)); do
        words=$(_fourscore_words commands <<<"$help")
        [[ $'\n'$words$'\n' == *$'\n'"${COMP_WORDS[i]}"$'\n'* ]] || break
        command+=("${COMP_WORDS[i]}")
        help=$("${command[@]}" --help 2>/dev/null)
    done

    if ! words=$(_fourscore_words "$before" <<<"$help"); then
        [[ $word == -* ]] && i=options || i=commands
        words=$(_fourscore_words $i <<<"$help")
    fi
    # shellcheck disable=SC2207 # words without blanks; zsh has no mapfile
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}

# Without words, files are completed.
complete -o default -F _fourscore fourscore
