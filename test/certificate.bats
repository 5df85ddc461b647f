# fourscore check and contrib/check_certificate.py.

bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/.."
    certificates=(certificates/*.cert test/certificates/*.cert)
}

# The numbers of positions, policies and states, in lines "FILE: ...".
counts() {
    sed -E 's/^([^:]*):.* ([0-9]+ positions, [0-9]+ policies, [0-9]+ states).*/\1 \2/'
}

@test "both checkers accept all certificates, with the same counts" {
    [ "${#certificates[@]}" -ge 4 ]
    "$FOURSCORE" check "${certificates[@]}" | counts >"$BATS_TEST_TMPDIR/program"
    python3 contrib/check_certificate.py "${certificates[@]}" | counts \
        >"$BATS_TEST_TMPDIR/script"
    diff "$BATS_TEST_TMPDIR/program" "$BATS_TEST_TMPDIR/script"
    [ "$(grep -c states "$BATS_TEST_TMPDIR/script")" -eq "${#certificates[@]}" ]
}

@test "the first player wins on 7x6, in at most 4,096 bytes" {
    run -0 "$FOURSCORE" check certificates/7x6.cert
    [[ $output == *": the first player wins on 7x6: "*"with static proofs"* ]]
    [ "$(stat -c %s certificates/7x6.cert)" -le 4096 ]
}

@test "both checkers agree on damaged certificates" {
    count=400
    [ -z "${FOURSCORE_LONG-}" ] || count=20000
    python3 test/damaged_certificates.py "$FOURSCORE" "$count" \
        "${FOURSCORE_SEED:-1}" test/certificates/*.cert
}

@test "what is wrong with a file is told, with its status" {
    run -1 "$FOURSCORE" check README.md
    [ "$output" = "fourscore check: README.md: not a certificate" ]
    run -1 "$FOURSCORE" check "$BATS_TEST_TMPDIR"
    run -1 "$FOURSCORE" check "$BATS_TEST_TMPDIR/none"
    [[ $output == *"none: No such file or directory" ]]
    run -2 "$FOURSCORE" check
    head -c 2000000 /dev/zero >"$BATS_TEST_TMPDIR/large"
    run -1 "$FOURSCORE" check "$BATS_TEST_TMPDIR/large"
    [[ $output == *"larger than 1 MiB"* ]]
    head -c 50 certificates/7x6.cert >"$BATS_TEST_TMPDIR/cut"
    run -1 "$FOURSCORE" check - <"$BATS_TEST_TMPDIR/cut"
    [ "$output" = "fourscore check: -: wrong checksum" ]
}
