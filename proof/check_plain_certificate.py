#!/usr/bin/env python3
"""check_plain_certificate.py FILE: check a certificate that relies on nothing
but the rules of Connect Four (fourscore prove --theory none).
Written from fourscore-certificate(5), whose words it uses.  A set of cells is an
integer.  Exit status 0: it holds; 1: it is not a certificate, or needs static
proofs; 5: it does not prove its claim."""
import sys
import zlib

def end(status, message):
    print(message, file=sys.stderr)
    sys.exit(status)

def require(condition, status, reason):
    condition or end(status, f"{sys.argv[1]}: {reason}")

def prove(condition, reason):
    require(condition, 5, "not proven: " + reason)

len(sys.argv) == 2 or end(2, "usage: check_plain_certificate.py FILE")
try:
    data = open(sys.argv[1], "rb").read((1 << 20) + 1)
except OSError as error:
    end(1, error)
require(12 <= len(data) <= 1 << 20 and data[:4] == b"4SC\1", 1,
        "not a certificate of version 1")
require(zlib.crc32(data[:-4]).to_bytes(4, "big") == data[-4:], 1, "wrong checksum")
W, H, CLAIM, PLIES = data[4] >> 4, data[4] & 15, data[5], data[7]
STEP, CELLS, SCORE, END = H + 1, W * H, (data[6] ^ 128) - 128, 8 + (PLIES + 1) // 2
require(1 <= W <= 12 and 1 <= H <= 12 and W * STEP <= 127 and CLAIM < 4
        and -CELLS <= SCORE <= CELLS and PLIES <= CELLS and END + 4 <= len(data),
        1, "impossible header")
require(CLAIM < 2, 1, "static proofs are needed: use check_certificate.py")
BOTTOM = sum(1 << c * STEP for c in range(W))
FULL = BOTTOM * ((1 << H) - 1)

def each(cells):
    while cells:
        yield cells & -cells
        cells &= cells - 1

def column_of(cell):
    return (cell.bit_length() - 1) // STEP

def mirror(cells):
    columns = [cells >> c * STEP & (1 << STEP) - 1 for c in range(W)]
    return sum(part << (W - 1 - c) * STEP for c, part in enumerate(columns))

def playable(stones):
    return stones + BOTTOM & FULL

def threats(own, stones):
    found = own << 1 & own << 2 & own << 3
    for s in (H, H + 1, H + 2):
        above, below = own << s & own << 2 * s, own >> s & own >> 2 * s
        found |= above & (own << 3 * s | own >> s)
        found |= below & (own >> 3 * s | own << s)
    return found & FULL & ~stones

def safe_moves(mover, stones):
    danger = threats(mover ^ stones, stones)
    forced = playable(stones) & danger
    moves = (forced or playable(stones)) & ~(danger >> 1)
    return 0 if forced & forced - 1 else moves

def in_time(stone):
    return stone <= CELLS and (CELLS + 2 - stone) // 2 >= SCORE

def is_late(stone):
    return -((CELLS + 2 - stone) // 2) >= SCORE and SCORE < 0

def has_no_answer(mover, stones):
    return (stones != FULL and not safe_moves(mover, stones)
            and not threats(mover, stones) & playable(stones))

def is_leaf(mover, stones):
    global states
    states += 1
    prove(states <= 1 << 23, "too many states")
    ply = bin(stones).count("1")
    prove(stones != FULL or SCORE <= 0, "the game is drawn")
    wins = threats(mover, stones) & playable(stones)
    prove(not wins or in_time(ply + 1), "the win comes too late")
    if wins or stones == FULL or is_late(ply + 2):
        return True
    prove(safe_moves(mover, stones), "the other side wins")
    return in_time(ply + 3) and any(
        has_no_answer(mover ^ stones, stones | cell)
        for cell in each(safe_moves(mover, stones)))

def byte():
    global at
    at += 1
    return CHOICES[at - 1] if at <= len(CHOICES) else 0

def answer(context):
    global low, high, code
    p, n = contexts.get(context, (32768, 0))
    middle = low + (high - low) // 65536 * p
    yes = code <= middle
    if yes:
        high, p = middle, p + 2 * (65536 - p) // (2 * n + 3)
    else:
        low, p = middle + 1, p - 2 * p // (2 * n + 3)
    contexts[context] = min(max(p, 64), 65472), min(n + 1, 255)
    while low >> 24 == high >> 24:
        low, high = low << 8 & 0xffffffff, high << 8 & 0xffffffff | 255
        code = code << 8 & 0xffffffff | byte()
    return yes

def choose(cells, kind, x, again):
    own, before = column_of(x) if x else None, latest.get((kind, x))
    order = sorted(each(cells), key=lambda c: (
        column_of(c) != before, column_of(c) != own, c))
    column = column_of(order[0])
    if len(order) == 1:
        return cells
    while len(order) > 1 and not answer((
            kind, len(order), column == own, again, column == before,
            column == latest.get("last"))):
        column = column_of(order.pop(0) and order[0])
    latest[kind, x] = latest["last"] = column
    return order[0]

def visit(mover, stones, x, policy):
    # P is to move, after M played x; policy: (lists, positions met)
    key, image = mover + stones, mirror(mover + stones)
    if min(key, image) in seen if policy is None else key in policy[1]:
        return
    seen.add(min(key, image))
    if policy:
        policy[1].add(key)
    elif image < key:
        mover, stones, x = mirror(mover), mirror(stones), mirror(x)
    if is_leaf(mover, stones):
        return
    cell = moves = safe_moves(mover, stones)
    if not policy:
        cell = choose(moves, 0, x, False)
        latest["policy"] = answer((bin(stones).count("1"), latest["policy"]))
        policy = ({}, set()) if latest["policy"] else None
    elif not threats(mover ^ stones, stones) & moves:
        replies = policy[0].setdefault(x, [])
        if not any(c & moves for c in replies):
            replies.append(choose(moves, 1, x, bool(replies)))
        cell = next(c for c in replies if c & moves)
    reply(mover ^ stones, stones | cell, policy)

def reply(mover, stones, policy):
    prove(playable(stones) or SCORE <= 0, "the game is drawn")
    for cell in each(playable(stones)):
        won = threats(mover, stones) & cell
        prove(not won or is_late(bin(stones).count("1") + 1), "the other side has won")
        won or visit(mover ^ stones, stones | cell, cell, policy)

require(PLIES % 2 == 0 or data[END - 1] & 15 == 0, 1, "impossible moves")
mover = stones = low = states = 0
for i in range(PLIES):
    c = data[8 + i // 2] >> (0 if i % 2 else 4) & 15
    cell = playable(stones) & (((1 << H) - 1) << c * STEP)
    require(cell & ~threats(mover, stones), 1, "impossible moves")
    mover, stones = mover ^ stones, stones | cell
CHOICES, high = data[END:-4], 0xffffffff
contexts, latest, seen = {}, {"policy": False}, set()
code, at = int.from_bytes((CHOICES + bytes(4))[:4], "big"), 4
begin = (visit, 0, None) if PLIES % 2 == CLAIM else (reply, None)
begin[0](mover, stones, *begin[1:])
shortest = next(c for c in (-(-low >> n << n) for n in (32, 24, 16, 8, 0)) if c <= high)
prove(at >= len(CHOICES) and CHOICES[-1:] != b"\0" and code == shortest,
      "the choices are not in the shortest code")
print(f"player {CLAIM + 1} scores at least {SCORE} on {W}x{H}: {states} states")
