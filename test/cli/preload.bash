# For tests that preload test/support/preload.c.

load sanitizers.bash

# Make ./preload.so, or skip the test.
make_preload() {
    ! has_sanitizers || skip 'a build with sanitizers'
    cc -shared -fPIC -o preload.so "$BATS_TEST_DIRNAME/../support/preload.c" -ldl
}
