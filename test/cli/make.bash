# For tests that call make.

: "${FOURSCORE:?expected the path of the program, such as $PWD/build/fourscore}"

# make_it ARGUMENT...: run make as from a shell, without the settings and jobs of
# the make that runs the tests.
make_it() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make "$@"
}

# make_built ARGUMENT...: same, for the build under test with its settings.
make_built() {
    with_settings make "$@" BUILD="$(folder_of_build)"
}

# with_settings COMMAND...: run a command that calls make, with these settings.
with_settings() {
    local settings=
    case ${MAKEFLAGS-} in *'-- '*) settings="-- ${MAKEFLAGS#*-- }" ;; esac
    env -u MFLAGS -u MAKELEVEL MAKEFLAGS="$settings" "$@"
}

folder_of_build() {
    realpath --relative-to=. "$(dirname "$FOURSCORE")"
}
