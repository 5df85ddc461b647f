# The wheels of 'make wheels': what they are called is true, and they need nothing else.

bats_require_minimum_version 1.5.0

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    export ROOT=$PWD
    unset FOURSCORE_LIBRARY PYTHONPATH LD_LIBRARY_PATH
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    /usr/bin/python3 -m venv "$BATS_FILE_TMPDIR/venv"
    export venv=$BATS_FILE_TMPDIR/venv
    "$venv/bin/pip" install --quiet --no-index build/dist/fourscore-*-manylinux_2_17_x86_64.whl
    library=$(echo "$venv"/lib/python3*/site-packages/fourscore/libfourscore.so.2)
    "$venv/bin/pip" install --quiet --no-index --only-binary=:all: --target "$BATS_FILE_TMPDIR/arm64" \
        --platform manylinux_2_17_aarch64 build/dist/fourscore-*-manylinux_2_17_aarch64.whl
    arm64_library=$BATS_FILE_TMPDIR/arm64/fourscore/libfourscore.so.2
    export library arm64_library
}

setup() {
    cd "$BATS_TEST_TMPDIR"
}

@test "the wheels have at most 1 MB" {
    for wheel in "$ROOT"/build/dist/fourscore-*.whl; do
        [ "$(stat -c %s "$wheel")" -le 1000000 ]
    done
}

# needs LIBRARY NAMES: it needs these libraries, and glibc 2.17 or older.
needs() {
    run -0 readelf -VW "$1"
    versions=$(sed -n 's/.*Name: GLIBC_\([0-9.]*\) .*/\1/p' <<<"$output")
    echo "$versions"
    [ "$(printf '%s\n' $versions 2.17 | sort -V | tail -n 1)" = 2.17 ]
    run -0 readelf -dW "$1"
    [ "$(sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' <<<"$output" | sort | tr '\n' ' ')" = "$2 " ]
}

@test "their libraries need glibc 2.17 or older, and no other library" {
    needs "$library" 'libc.so.6 libpthread.so.0'
    needs "$arm64_library" 'ld-linux-aarch64.so.1 libc.so.6 libpthread.so.0'
}

@test "the installed module answers, with the library of the wheel" {
    run -0 "$venv/bin/python" -m fourscore scores --threads 2 32164625
    echo "$output"
    [ "$output" = '32164625 -4 -3 11 4 0 -2 -5' ]
    run -0 "$venv/bin/python" -c 'from fourscore import Solver; Solver()
print(*[line.split()[-1] for line in open("/proc/self/maps") if "libfourscore" in line][:1])'
    [ "$output" = "$(realpath "$library")" ]
}

@test "the library for arm64 answers in an emulator" {
    aarch64-linux-gnu-gcc "$ROOT/docs/examples/scores.c" -I"$ROOT/lib" "$arm64_library" -o scores
    run -0 qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH="$(dirname "$arm64_library")" scores 32164625
    echo "$output"
    [ "$(sed "s/.*: //" <<<"$output" | paste -sd " ")" = "-4 -3 11 4 0 -2 -5" ]
}
