# For tests of certificates.

# with_bytes PYTHON FILE: write 'changed', a copy of a certificate after Python code
# has changed its bytes, 'data', with the right checksum.
with_bytes() {
    changed=$BATS_TEST_TMPDIR/changed
    python3 -c "import sys, zlib
data = bytearray(open(sys.argv[1], 'rb').read()[:-4])
$1
open(sys.argv[2], 'wb').write(data + zlib.crc32(data).to_bytes(4, 'big'))" "$2" "$changed"
}

# The numbers of positions, policies and states, in lines "FILE: ...".
counts() {
    sed -E 's/^([^:]*):.* ([0-9]+ positions, [0-9]+ policies, [0-9]+ states).*/\1 \2/'
}

# same_counts FILE...: both checkers accept the certificates, with the same counts.
same_counts() {
    "$FOURSCORE" check "$@" | counts >"$BATS_TEST_TMPDIR/program"
    python3 proof/check_certificate.py "$@" | counts >"$BATS_TEST_TMPDIR/script"
    diff "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/script"
    [ "$(grep -c states "$BATS_TEST_TMPDIR/script")" -eq $# ]
}
