# fourscore bench: the figures of the test protocol, and the signature.

load fixture.bash
load build.bash

setup() {
    cd "$BATS_TEST_TMPDIR"
    printf '%s\n' \
        '23163416124767223154467471272416755633 0' \
        '65214673556155731566316327373221417 -1' \
        '274552224131661 0' \
        '32164625 11' >good.txt
}

# figures CODE: run lines of Python, with the rows of JSON on stdin as 'rows'.
figures() {
    python3 -c "import json, math, sys
rows = json.load(sys.stdin)
near = lambda a, b: math.isclose(a, b, rel_tol=1e-9)
def require(fact):
    if not fact:
        sys.exit(f'{rows}')
$1"
}

# nodes OPTION...: the nodes of a search with an empty table, for each position.
nodes() {
    cut -d ' ' -f 1 good.txt | fourscore solve --no-book --fresh -v --threads 1 "$@" 2>/dev/null |
        cut -d ' ' -f 3
}

@test "the mean number of positions is that of searches with an empty table" {
    for engine in fast tutorial-12; do
        fourscore bench --json --threads 1 --engine $engine good.txt >rows
        for goal in '' --weak; do
            sum=$(nodes --engine $engine $goal | awk '{ sum += $1 } END { print sum }')
            figures "row = rows[$([ -z "$goal" ] && echo 0 || echo 1)]
require(row['nodes'] == $sum and row['count'] == 4 and near(row['mean_nb_pos'], $sum / 4))" <rows
        done
    done
    # also if a position comes twice
    yes "$(sed -n 3p good.txt)" | head -n 3 >same.txt
    first=$(nodes | sed -n 3p)
    fourscore bench --strong --json --threads 1 same.txt | figures "require(rows[0]['nodes'] == 3 * $first)"
}

@test "times, rates and ratios agree with each other" {
    before=$(date +%s%N)
    fourscore bench --strong --json --threads 1 --engine tutorial-11 --engine dfpn --engine fast good.txt >rows
    wall=$(($(date +%s%N) - before))
    figures "
for row in rows:
    seconds = row['mean_time_us'] * row['count'] / 1e6
    require(0 < seconds and near(row['k_pos_per_s'] * 1000 * seconds, row['nodes']))
    require(near(row['time_ratio'], row['mean_time_us'] / rows[0]['mean_time_us']))
    require(row['wrong'] == 0 and row['mode'] == 'protocol' and row['book'] == 'none')
require(sum(row['mean_time_us'] * row['count'] for row in rows) < $wall / 1000)
require([row['engine'] for row in rows] == ['tutorial-11', 'dfpn', 'fast'])" <rows
    # What the processor worked for is the searches, most of it, and not the last one.
    printf '%s\n' '27455221 4' '27455221 4' '6146 18' >hard.txt
    for mode in '' --throughput --pipe; do
        TIMEFORMAT=%U LC_ALL=C
        { time fourscore bench -s --json --threads 1 $mode hard.txt >rows; } 2>worked
        figures "require(rows[0]['mean_time_us'] * 3 / 1e6 > $(cat worked) / 2)" <rows
    done
}

# bats test_tags=unix
@test "to close the pool is not part of the time" {
    make_preload
    before=$(date +%s%N)
    FAIL=late LD_PRELOAD=./preload.so fourscore bench -s -n 1 --json --threads 1 --pipe good.txt >rows
    [ $(($(date +%s%N) - before)) -ge 500000000 ] # it took as long
    figures "require(rows[0]['mean_time_us'] < 5e5)" <rows
}

# Windows has no such names.
# bats test_tags=unix
@test "CSV doubles quotes in names" {
    cp good.txt 'a"b.txt'
    [[ $(fourscore bench -s -n 1 --csv 'a"b.txt' | tail -n 1) == '"a""b",strong,'* ]]
}

@test "text and CSV have the columns of JSON; text is rounded and has units, CSV quotes names" {
    mkdir -p c/d
    cp good.txt c/d/a.1b.txt
    cp good.txt a,b.txt
    for form in text csv json; do
        fourscore bench -n 3 --weak --threads 1 $( [ $form = text ] || echo --$form) --engine tutorial-12 --engine fast \
            c/d/a.1b.txt a,b.txt >$form
    done
    python3 - <<'END'
import csv, json, math
def require(line, *facts):
    if not all(facts):
        raise SystemExit(f"{line} {facts}")
rows, lines = json.load(open("json")), list(csv.DictReader(open("csv", newline="")))
require(rows, [row["set"] for row in rows] == ["a.1b", "a.1b", "a,b", "a,b"])
title, *texts = open("text")
require(title, title.split() == "set goal engine threads count mean time mean pos K pos/s wrong ratio".split())
for row, line, text in zip(rows, lines, texts, strict=True):
    del row["nodes"]
    figures = "mean_time_us", "k_pos_per_s", "time_ratio", "mean_nb_pos"
    require(line, row["count"] == 3, list(row) == list(line), row["mean_nb_pos"] == float(line["mean_nb_pos"]),
         *(name in figures or str(row[name]) == line[name] for name in row))
    mean, rate, time, ratio = (float(line[name]) for name in ("mean_nb_pos", "k_pos_per_s", "mean_time_us", "time_ratio"))
    first = time if line["engine"] == "tutorial-12" else first
    require(line, math.isclose(rate * time, 1000 * mean), math.isclose(ratio, time / first))
    # The text is of another run.
    name, goal, engine, threads, count, time, unit, nodes, rate, wrong, ratio = text.split()
    time = float(time) * {"us": 1e-3, "ms": 1, "s": 1e3}[unit]
    first_text = time if engine == "tutorial-12" else first_text
    require(text, [name, goal, engine, threads, count, wrong] == [row["set"], "weak", row["engine"], "1", "3", "0"],
         abs(float(nodes) / mean - 1) < 1e-3, abs(float(nodes) / float(rate) / time - 1) < 3e-3,
         unit == "us" or time >= (1 if unit == "ms" else 1000), unit == "s" or time < 1000,
         abs(float(ratio) - time / first_text) < 0.001 + 2e-3 * float(ratio),
         engine != "tutorial-12" or ratio == "1.000")
END
}

@test "wrong scores are reported in the order of the searches; status 5" {
    printf '%s\n' '32164625 12' '6146 -18' '274552224131661 0' >wrong.txt
    run --separate-stderr -5 fourscore bench --engine fast --engine dfpn wrong.txt
    [ "$stderr" = 'wrong.txt:1: fast, strong: expected 12, found 11
wrong.txt:1: dfpn, strong: expected 12, found 11
wrong.txt:2: dfpn, strong: expected -18, found 18
wrong.txt:2: fast, strong: expected -18, found 18
wrong.txt:2: dfpn, weak: expected -1, found 1
wrong.txt:2: fast, weak: expected -1, found 1' ]
    [ "$(awk '{ print $10 }' <<<"$output" | paste -sd ' ')" = 'K 2 2 1 1' ]
    run --separate-stderr -5 fourscore bench -n 2 wrong.txt missing.txt good.txt
    [ "$(grep -c '^good' <<<"$output")" -eq 2 ]
    run --separate-stderr -1 fourscore bench --json missing.txt
    [ "$output" = '[]' ]
    # A bad line is reported, and the others count.
    printf '%s\n' 4453 '32164625 11' 'x 0' >bad.txt
    run --separate-stderr -1 fourscore bench -s --csv bad.txt
    [ "$(tail -n 1 <<<"$output" | cut -d , -f 1-3,6,10)" = bad,strong,fast,1,0 ]
    [ "$(cut -d : -f 1,2 <<<"$stderr")" = $'bad.txt:1\nbad.txt:3' ]
}

@test "without FILE, the six sets in the order of the protocol" {
    prints 1 '*fourscore bench: the test sets are neither in testsets/ nor in *; name a FILE' fourscore bench
    mkdir testsets
    for set in middle-easy begin-easy begin-medium end-easy middle-medium begin-hard; do
        cp good.txt testsets/$set.txt
    done
    fourscore bench -s -n 1 --csv | cut -d , -f 1 | diff - <(printf '%s\n' set end-easy middle-easy \
        middle-medium begin-easy begin-medium begin-hard)
}

@test "--throughput, --pipe: the positions of a file share the threads and a table" {
    for mode in throughput pipe; do
        for threads in 1 3; do
            fourscore bench --strong --json --$mode --threads $threads good.txt >rows
            figures "require(rows[0]['mode'] == '$mode' and rows[0]['threads'] == $threads
and rows[0]['count'] == 4 and rows[0]['wrong'] == 0 and rows[0]['nodes'] > 100)" <rows
        done
        sum=$(cut -d ' ' -f 1 good.txt | fourscore solve --no-book -v --threads 1 2>/dev/null |
            awk '{ sum += $3 } END { print sum }')
        fourscore bench --json --$mode --threads 1 --engine tutorial-12 --engine fast good.txt |
            figures "require(rows[1]['nodes'] == $sum and rows[2]['goal'] == 'weak' and rows[3]['wrong'] == 0)"
        # also of a text that is longer than the moves of any game
        row=............
        echo "$row/$row/$row/$row/$row/$row/ooo........./xxx........./xxxooo...... -49" >long.txt
        fourscore bench -s --json --$mode --board 12x9 long.txt | figures "require(rows[0]['count'] == 1)"
    done
    [[ $(yes '6146 18' | head -n 1025 | fourscore bench -s --throughput - | tail -n 1) == *' 1025 '*'  throughput' ]]
    # The lines of a second are 1e6 by the mean time.
    fourscore bench -s --pipe --threads 1 good.txt | tail -n 1 >row
    awk '{ time = $6 * ($7 == "ms" ? 1e-3 : 1e-6); lines = $13 + 0; off = time * lines - 1; print off }
        $12 != "pipe," || off ^ 2 > (0.01 + 1 / lines) ^ 2 { exit 1 }' row # of few lines, rounded
}

@test "engines run on the threads that they support" {
    run --separate-stderr -0 fourscore bench $(printf -- '--engine=dfpn %.0s' {1..16}) -s -n 1 good.txt
    [ "$(grep -c '^good' <<<"$output")" -eq 16 ]
    run --separate-stderr -0 fourscore bench --threads "$(yes 1 | head -n 16 | paste -sd ,)" -s -n 1 good.txt
    [ "$(grep -c '^good' <<<"$output")" -eq 16 ]
    run --separate-stderr -0 fourscore bench --csv -s -n 1 --threads 2,3 \
        --engine tutorial-12 --engine fast good.txt
    [ "$(cut -d , -f 3,4 <<<"$output")" = $'engine,threads\ntutorial-12,1\nfast,2\nfast,3' ]
    [ "$stderr" = 'fourscore bench: --threads: the engine tutorial-12 supports one thread only, and runs on one' ]
    run --separate-stderr -0 fourscore bench -s -n 1 --threads 1 \
        --engine tutorial-12 --engine fast good.txt
    [ -z "$stderr" ]
    # of an option that is repeated, the last one holds
    [ "$(fourscore bench --csv -s -n 1 --threads 2,3 --threads 1 good.txt | cut -d , -f 4)" = $'threads\n1' ]
    # by default on as many as 'solve'
    threads=$(fourscore bench --csv -s -n 1 good.txt | tail -n 1 | cut -d , -f 4)
    run --separate-stderr -0 fourscore solve -v </dev/null
    [[ $stderr == *", $threads thread"* ]]
    for mode in '' --throughput; do
        # one table, which must be large enough for all
        set -- $mode --strong --threads 1,3,2 --engine tutorial-12 --engine fast
        run -2 fourscore bench "$@" --table 64K good.txt
        [[ ${lines[0]} =~ \ use\ (--table)\ ([0-9.]+M)$ ]]
        [ "$(grep -c '^fourscore bench: ' <<<"$output")" -eq 1 ]
        fourscore bench "$@" "${BASH_REMATCH[@]:1:2}" good.txt
    done
}

# nodes.bats has the numbers.
@test "the signature is the same each time, for all instruction sets" {
    first=$(fourscore bench --signature)
    [[ $first =~ ^Bench:\ [0-9]+$ ]]
    for isa in $(fourscore --version -v | sed -n 's/^instruction sets: //p'); do
        echo "$isa"
        [ "$(FOURSCORE_ISA=$isa fourscore bench --signature)" = "$first" ]
        isas+=" $isa"
    done
    [ -n "$isas" ]
    run -2 fourscore bench --signature --engine fast --engine fast
}
