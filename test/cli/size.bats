# fourscore size: table sizes that confuse no two positions.

load fixture.bash

# What is printed follows from the number of slots, a prime, and the size of the keys.
@test "JSON and text agree with the definitions" {
    printed=()
    while read -r status options; do
        echo "$options"
        for json in '' --json; do
            run "-$status" fourscore size $json $options
            printed+=("$output")
        done
    done <<'END'
0
0 --memory 64M
0 --board 8x8 --stored-bits 64
0 --board 9x7 --layout bucket --memory 1M
0 --board 12x9 --layout bucket
0 --layout bucket --memory 64M
5 --layout bucket --entries 1000000
5 --entries 65537
0 --key-bits 49 --entries 8388608
0 --key-bits 127
5 --keys 1000000000000 --stored-bits 16 --entries 3
END
    python3 - "${printed[@]}" <<'END'
import json, sys
for printed, size in zip(sys.argv[1::2], map(json.loads, sys.argv[2::2]), strict=True):
    for name, value in size.items():  # larger ones are strings
        if name in ("keys", "smallest_safe", "slots", "entries", "bytes", "limit"):
            if isinstance(value, str) != (int(value) > 2 ** 53):
                raise SystemExit(f"{name}: {value!r}")
            size[name] = int(value)
    keys, bits, slots = size["keys"], size["stored_bits"], size["slots"]
    limit = min(slots << bits, 2 ** 128 - 1)
    buckets = size["layout"] == "bucket"
    least = -(-keys >> bits) or 1
    each = {32: 12, 64: 6, 128: 3}[bits] if buckets else 1
    if (size["limit"], size["safe"]) != (limit, keys <= limit) or size["smallest_safe"] != least | 1:
        raise SystemExit(f"{size}")
    if abs(size["margin"] * keys / limit - 1) > 1e-9 or size["entries"] != slots * each:
        raise SystemExit(f"{size}")
    if size["slot_bytes"] != (64 if buckets else bits // 8 + 1) or size["bytes"] != slots * size["slot_bytes"]:
        raise SystemExit(f"{size}")
    if (size.get("confused") is None) != size["safe"] or not size["safe"] and size["confused"] != [0, limit]:
        raise SystemExit(f"{size}")
    slot = "bucket" if buckets else "entry"
    slots_of = "buckets" if buckets else "entries"
    unit = (size["bytes"].bit_length() - 1) // 10
    scaled = f"{size['bytes'] / 1024 ** unit:.2f} {['', 'KiB', 'MiB', 'GiB'][unit]}" if unit else f"{size['bytes']} bytes"
    lines = [f"keys             {keys}", f"stored bits      {bits}",
             f"smallest safe    {size['smallest_safe']} {slots_of}, the smallest odd number",
             *([f"buckets          {slots}, prime"] if buckets else []),
             f"entries          {size['entries']}{'' if buckets else ', prime'}",
             f"bytes per {slot:7}{size['slot_bytes']}", f"bytes            {size['bytes']}, {scaled}",
             f"margin           {size['margin']:.6g}: keys below {limit} cannot be confused",
             "verdict          " + ("safe" if size["safe"] else
                                    f"unsafe: keys 0 and {limit} would be confused, both")]
    if "board" in size:
        lines.insert(0, f"board            {size['board']}")
    for line, own in zip(printed.splitlines(), lines):
        if line != own:
            raise SystemExit(f"{line} / {own}")
END
}

@test "the keys are those asked for, and the primes the nearest ones" {
    [ "$(fourscore size --key-bits 49 | grep '^keys')" = 'keys             562949953421312' ]
    [ "$(fourscore size --key-bits 49 --entries 8388608 | grep '^entries')" = 'entries          8388617, prime' ]
    [[ $(fourscore size --layout bucket --memory 64M) == *$'\nbuckets          1048573, prime\n'* ]]
    # test_sizing.c has tables of the largest prime below 2^64
    [ "$(fourscore size --keys 170141183460469231731687303715884105728)" = "$(fourscore size --key-bits 127)" ]
}

@test "--table has a line for each size" {
    for layout in single:entries bucket:buckets; do
        run -0 fourscore size --table --layout ${layout%:*}
        [ "$(tr -s ' ' <<<"${lines[0]}")" = " memory ${layout#*:} bytes margin verdict" ]
        [ "${#lines[@]}" -eq 14 ]
        [[ ${lines[1]} == '   16.00 MiB '*'  safe' && ${lines[13]} == '   64.00 GiB '*'  safe' ]]
        # as with --memory
        [ "$(awk 'NR == 4 { print $3, $4, $5 }' <<<"$output")" = "$(fourscore size --layout ${layout%:*} \
            --memory 64M | awk '/prime/ { slots = $2 } /^bytes   / { bytes = $2 } /^margin/ { margin = $2 }
                END { print slots + 0, bytes + 0, margin + 0 }')" ]
    done
    run -0 fourscore size --table --json
    [ "$(grep -o '"safe":true' <<<"$output" | wc -l)" -eq 13 ]
    for json in --json ''; do
        run -5 fourscore size --table --key-bits 60 --stored-bits 32 $json
    done
    [[ ${lines[1]} == *'  unsafe' ]]
}
