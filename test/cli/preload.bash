# For tests that preload test/support/preload.c.

# Make ./preload.so; fails with sanitizers, which come before it.
make_preload() {
    ! nm "$FOURSCORE" | grep -Eq '__asan_init|__tsan_init' || return
    cc -shared -fPIC -o preload.so "$BATS_TEST_DIRNAME/../support/preload.c" -ldl
}
