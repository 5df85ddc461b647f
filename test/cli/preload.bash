# For tests that preload test/support/preload.c.

# Sanitizers come before preloaded libraries.
has_sanitizers() {
    nm "$FOURSCORE" | grep -Eq '__asan_init|__tsan_init'
}

# Make ./preload.so, or skip the test.
make_preload() {
    ! has_sanitizers || skip 'a build with sanitizers'
    cc -shared -fPIC -o preload.so "$BATS_TEST_DIRNAME/../support/preload.c" -ldl
}
