# About the build under test, and for tests that call make.

: "${FOURSCORE:?expected the path of the program, such as $PWD/build/fourscore}"

# Whether $FOURSCORE is a build with sanitizers: other programs cannot load its
# library, and it has to be loaded before preloaded libraries.
has_sanitizers() {
    nm "$FOURSCORE" | grep -Eq '__asan_init|__tsan_init'
}

# Whether it is the build of 'make check-posix', which has nothing that only Linux has.
is_posix() {
    ! nm "$FOURSCORE" | grep -q ' sem_init'
}

# Make ./preload.so of test/support/preload.c, or skip the test.
make_preload() {
    ! has_sanitizers || skip 'a build with sanitizers'
    cc -shared -fPIC -o preload.so "$BATS_TEST_DIRNAME/../support/preload.c" -ldl
}

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
