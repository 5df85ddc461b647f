# Packs scores from -16 to 15, one a line, for book.c, which unpacks them: prints bytes.
#
# An arithmetic code of bits, five for each score.  The odds of a bit, in 65536ths, are
# learnt from earlier bits after the same score and the same first bits.

BEGIN {
    high = 4294967295
}

function put() {
    printf "%d,\n", int(low / 16777216)
    low = low % 16777216 * 256
    high = high % 16777216 * 256 + 255
}

function code(bit, key,    middle) {
    if (!(key in odds))
        odds[key] = 32768
    middle = low + int((high - low) * odds[key] / 65536)
    if (bit) {
        high = middle
        odds[key] += int((65535 - odds[key]) / 32)
    } else {
        low = middle + 1
        odds[key] -= int(odds[key] / 32)
    }
    while (int(low / 16777216) == int(high / 16777216))
        put()
}

{
    rest = $1 + 16
    if (rest < 0 || rest > 31)
        exit 1
    for (node = 1; node < 32; node = 2 * node + bit) {
        bit = rest >= 16
        code(bit, last * 32 + node)
        rest = (rest - 16 * bit) * 2
    }
    last = node - 32
}

END {
    for (i = 0; i < 4; i++)
        put()
}
