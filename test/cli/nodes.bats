# The numbers of nodes that the engines explore.  All other tests pass with any
# order of moves, so only these numbers reveal an unintended change of the search.
#
# An intended change updates the numbers here, and ends its commit message with the
# line 'Bench: N' that 'fourscore bench --signature' prints.  The numbers of the
# tutorial's engines never change.

bats_require_minimum_version 1.5.0

signature() {
    for engine in fast dfpn tutorial-12 tutorial-11; do
        for goal in strong weak; do
            echo "$engine $goal $("$FOURSCORE" bench --signature --engine $engine --$goal)"
        done
    done
    echo "both $("$FOURSCORE" bench --signature --strong --weak)"
}

@test "nodes: the signature of each engine" {
    diff - <(signature) <<'END'
fast strong Bench: 198558
fast weak Bench: 24506
dfpn strong Bench: 214289
dfpn weak Bench: 26196
tutorial-12 strong Bench: 2038092
tutorial-12 weak Bench: 1251083
tutorial-11 strong Bench: 2601765
tutorial-11 weak Bench: 1521044
both Bench: 223064
END
}

# nodes BOARD POSITION...: the nodes and scores of the positions, one line for each
# engine and goal.
nodes() {
    local board=$1
    shift
    for engine in fast dfpn tutorial-12 tutorial-11; do
        for goal in strong weak; do
            [ $goal = strong ] && option= || option=--weak
            printf '%s\n' "$@" | "$FOURSCORE" solve --board "$board" --no-book \
                --engine $engine $option --threads 1 --fresh -v 2>/dev/null |
                awk -v what="$board $engine $goal" '
                    { nodes += $3; scores = scores " " $2 }
                    END { print what, nodes ":" scores }'
        done
    done
}

# Keys of fewer than 64 bits, of 64, and of more.
@test "nodes: other boards" {
    diff - <(
        nodes 5x5 -
        nodes 8x7 3672712516554747122 2448726685652138217562 \
            22644337767616552312531871172163158672
        nodes 9x7 884324948821884728363764637 35733175156448125995953 \
            165725496566659756238323399983583239276275427
        nodes 12x9 \
            2537cb553c7b7a6aa8b7741acb2a3387753221c826b5563c2c97aa82981a1538c978b6518365b3a42 \
            26433c3a31918bb9694365b5a183183a56b56264a8c658a392cc822b89ab242a611831a26
    ) <<'END'
5x5 fast strong 75368: 0
5x5 fast weak 66902: 0
5x5 dfpn strong 149037: 0
5x5 dfpn weak 146003: 0
5x5 tutorial-12 strong 830059: 0
5x5 tutorial-12 weak 668112: 0
5x5 tutorial-11 strong 931033: 0
5x5 tutorial-11 weak 745180: 0
8x7 fast strong 2406: 11 11 -2
8x7 fast weak 1090: 1 1 -1
8x7 dfpn strong 3966: 11 11 -2
8x7 dfpn weak 1498: 1 1 -1
8x7 tutorial-12 strong 99815: 11 11 -2
8x7 tutorial-12 weak 107715: 1 1 -1
8x7 tutorial-11 strong 150789: 11 11 -2
8x7 tutorial-11 weak 136421: 1 1 -1
9x7 fast strong 15771: -10 -14 -2
9x7 fast weak 11629: -1 -1 -1
9x7 dfpn strong 54365: -10 -14 -2
9x7 dfpn weak 59802: -1 -1 -1
9x7 tutorial-12 strong 213551: -10 -14 -2
9x7 tutorial-12 weak 166941: -1 -1 -1
9x7 tutorial-11 strong 249801: -10 -14 -2
9x7 tutorial-11 weak 207233: -1 -1 -1
12x9 fast strong 536: -6 14
12x9 fast weak 140: -1 1
12x9 dfpn strong 787: -6 14
12x9 dfpn weak 138: -1 1
12x9 tutorial-12 strong 6693: -6 14
12x9 tutorial-12 weak 2498: -1 1
12x9 tutorial-11 strong 8126: -6 14
12x9 tutorial-11 weak 3130: -1 1
END
}
