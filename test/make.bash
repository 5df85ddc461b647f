# For tests that call make.

# make_it ARGUMENT...: run make as from a shell, without the settings and jobs of
# the make that runs the tests.
make_it() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make "$@"
}

# make_built ARGUMENT...: same, for the build under test with its settings.
make_built() {
    local build settings=
    build=$(realpath --relative-to=. "$(dirname "$FOURSCORE")")
    case ${MAKEFLAGS-} in *'-- '*) settings="-- ${MAKEFLAGS#*-- }" ;; esac
    env -u MFLAGS -u MAKELEVEL MAKEFLAGS="$settings" make "$@" BUILD="$build"
}
