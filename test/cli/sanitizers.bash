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
