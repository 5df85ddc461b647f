# The wheel of 'make wheel': what it is called is true, and it needs nothing else.

setup_file() {
    cd "$BATS_TEST_DIRNAME/../.."
    wheel=$PWD/$(ls build/dist/*-manylinux_2_17_x86_64.whl)
    export wheel
    unset FOURSCORE_LIBRARY PYTHONPATH LD_LIBRARY_PATH
    /usr/bin/python3 -m venv "$BATS_FILE_TMPDIR/venv"
    export venv=$BATS_FILE_TMPDIR/venv
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$wheel"
    library=$(echo "$venv"/lib/python3*/site-packages/fourscore/libfourscore.so.1)
    export library
}

setup() {
    cd "$BATS_TEST_TMPDIR"
}

@test "the wheel has at most 1 MB" {
    [ "$(stat -c %s "$wheel")" -le 1000000 ]
}

@test "its library needs glibc 2.17 or older, and no other library" {
    versions=$(readelf -VW "$library" | sed -n 's/.*Name: GLIBC_\([0-9.]*\) .*/\1/p')
    echo "$versions"
    [ "$(printf '%s\n' $versions 2.17 | sort -V | tail -n 1)" = 2.17 ]
    run readelf -dW "$library"
    [ "$(sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' <<<"$output" | sort | tr '\n' ' ')" = \
        'libc.so.6 libpthread.so.0 ' ]
}

@test "the installed module answers, with the library of the wheel" {
    run "$venv/bin/python" -m fourscore --threads 2 --find scores 32164625
    echo "$output"
    [ "$output" = '32164625 -4 -3 11 4 0 -2 -5' ]
    run "$venv/bin/python" -c 'from fourscore import Solver; Solver()
print(*[line.split()[-1] for line in open("/proc/self/maps") if "libfourscore" in line][:1])'
    [ "$output" = "$(realpath "$library")" ]
}
