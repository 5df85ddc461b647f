#compdef fourscore
# Completion of fourscore for zsh, by the script for bash, which 'make install' puts beside.
autoload -Uz bashcompinit && bashcompinit
source ${${(%):-%x}:A:h}/../../bash-completion/completions/fourscore
_bash_complete -o default -F _fourscore
