#!/usr/bin/env python3
"""check_certificate.py FILE...: check proofs of results in Connect Four.

Written from the manual page fourscore-certificate(5) alone, whose words it
uses.  Exit status 0: all hold; 1: a file is not a certificate; 5: a file does
not prove what it claims.  P is the player who is claimed to reach a score.
"""
import functools
import sys
import zlib


class Fails(Exception):
    """The certificate does not prove what it claims."""


def require(condition, reason):
    if not condition:
        raise Fails(reason)


def each(cells):
    while cells:
        yield cells & -cells
        cells &= cells - 1


class Rules:
    """The board, and what a side threatens."""
    def __init__(self, width, height):
        self.width, self.height, self.step = width, height, height + 1
        self.bottom = sum(1 << c * self.step for c in range(width))
        self.full = self.bottom * ((1 << height) - 1)
        self.columns = [self.full & (1 << height) - 1 << c * self.step
                        for c in range(width)]
        self.above = self.bottom << height
        self.odd = sum(self.bottom << r for r in range(height - 2, -1, -2))
        self.threats = functools.lru_cache(1 << 16)(self.threats)

    def column(self, cell):
        return (cell.bit_length() - 1) // self.step

    def mirror(self, cells):
        image = 0
        for _ in range(self.width):
            image = image << self.step | cells & (1 << self.step) - 1
            cells >>= self.step
        return image

    def lowest(self, cells):
        """The lowest cell of each column: x & -x, column by column."""
        return cells & self.above - cells

    def upwards(self, cells):
        return self.above - self.lowest(cells) & self.full

    def fours(self, cells, step):
        return cells & cells >> step & cells >> 2 * step & cells >> 3 * step

    def playable(self, stones):
        return stones + self.bottom & self.full

    def threats(self, own):
        """The cells that complete a four, also those that are not empty."""
        found = own << 1 & own << 2 & own << 3
        for s in (self.height, self.step, self.step + 1):
            above, below = own << s & own << 2 * s, own >> s & own >> 2 * s
            found |= (above & (own << 3 * s | own >> s)
                      | below & (own >> 3 * s | own << s))
        return found & self.full

    def safe_moves(self, mover, stones):
        threats = self.threats(mover ^ stones)
        forced = self.playable(stones) & threats
        moves = (forced or self.playable(stones)) & ~(threats >> 1)
        return 0 if forced & forced - 1 else moves


def static_score(rules, mover, stones):
    """The score of the static proof for P, who has just moved, or -999."""
    odd, own, empty = rules.odd, mover ^ stones, rules.full ^ stones
    lowest = rules.lowest(empty & rules.threats(own) >> 1)
    entries = lowest & odd
    if bin(empty).count("1") % 2:
        last = lowest & ~odd
        if not last:
            return -999
        entries |= last & -last
        odd ^= rules.columns[rules.column(last & -last)]
    stalled = rules.upwards(entries)
    in_play = empty & ~stalled
    got = in_play & (odd | rules.playable(stones))
    reach, guarded = mover | got | entries, own | in_play & ~got
    if rules.fours(reach, 1):
        return -999
    wins = False
    for step in (rules.height, rules.step, rules.step + 1):
        line = rules.fours(guarded, step)
        if rules.fours(reach, step) & ~rules.upwards(line):
            return -999
        wins = wins or line != 0
    return bin(stalled).count("1") // 2 if entries else int(wins)


class Choices:
    """The choices in the file, and the arithmetic code that they are in."""
    def __init__(self, rules, data):
        self.rules, self.data, self.at = rules, data, 0
        self.contexts, self.latest, self.last = {}, {}, None
        self.low, self.high, self.code, self.last_policy = 0, 0xffffffff, 0, 0
        for _ in range(4):
            self.code = self.code << 8 | self.byte()

    def byte(self):
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def answer(self, context):
        p, n = self.contexts.get(context, (32768, 0))
        middle = self.low + (self.high - self.low) // 65536 * p
        yes = self.code <= middle
        if yes:
            self.high = middle
            p += 2 * (65536 - p) // (2 * n + 3)
        else:
            self.low = middle + 1
            p -= 2 * p // (2 * n + 3)
        self.contexts[context] = min(max(p, 64), 65472), min(n + 1, 255)
        while self.low >> 24 == self.high >> 24:
            self.low = self.low << 8 & 0xffffffff
            self.high = self.high << 8 & 0xffffffff | 255
            self.code = self.code << 8 & 0xffffffff | self.byte()
        return yes

    def ended(self):
        """Whether the bytes are the shortest that have these answers."""
        codes = (-(-self.low >> n << n) for n in (32, 24, 16, 8, 0))
        shortest = next(code for code in codes if code <= self.high)
        return (self.at >= len(self.data) and self.data[-1:] != b"\0"
                and self.code == shortest)

    def cell(self, cells, kind, x, again):
        own = self.rules.column(x) if x else None
        latest = self.latest.get((kind, x))
        order = sorted(map(self.rules.column, each(cells)),
                       key=lambda c: (c != latest, c != own, c))
        if len(order) == 1:
            return cells
        while len(order) > 1 and not self.answer((
                kind, len(order), order[0] == own, again,
                order[0] == latest, order[0] == self.last)):
            del order[0]
        self.latest[kind, x] = self.last = order[0]
        return cells & self.rules.columns[order[0]]

    def policy(self, ply):
        self.last_policy = self.answer((ply, self.last_policy))
        return self.last_policy


class Checker:
    def __init__(self, data):
        if not 12 <= len(data) <= 1 << 20 or data[:4] != b"4SC\1":
            raise ValueError("not a certificate of version 1")
        if zlib.crc32(data[:-4]).to_bytes(4, "big") != data[-4:]:
            raise ValueError("wrong checksum")
        width, height = data[4] >> 4, data[4] & 15
        claim, score, plies = data[5], (data[6] ^ 128) - 128, data[7]
        end, cells = 8 + (plies + 1) // 2, width * height
        if not (1 <= width <= 12 and 1 <= height <= 12 and cells + width < 128
                and claim < 4 and -cells <= score <= cells and plies <= cells
                and end + 4 <= len(data)):
            raise ValueError("impossible header")
        self.rules, self.score = Rules(width, height), score
        self.in_time = min(cells, cells + 2 - 2 * score)  # the last stone
        self.late = cells + 1 + 2 * score if score < 0 else cells + 2  # of M
        self.second, self.statics = claim & 1, claim & 2
        self.path, mover, stones = [], 0, 0
        self.names = "123456789abc"[:width]
        moves = [byte >> s & 15 for byte in data[8:end] for s in (4, 0)]
        columns = dict(enumerate(self.rules.columns))
        for move in moves[:plies]:
            cell = self.rules.playable(stones) & columns.get(move, 0)
            if not cell & ~self.rules.threats(mover):
                raise ValueError("impossible moves")
            mover, stones = self.play(mover, stones, cell)
        if any(moves[plies:]):
            raise ValueError("impossible moves")
        self.start = mover, stones
        self.choices = Choices(self.rules, data[end:-4])
        self.seen, self.met, self.lists = set(), set(), {}
        self.positions = self.policies = self.states = 0

    def play(self, mover, stones, cell):
        self.path.append(self.names[self.rules.column(cell)])
        return mover ^ stones, stones | cell

    def proves(self, mover, stones):
        """Whether a move of P that led to this position makes a leaf."""
        rules, playable = self.rules, self.rules.playable(stones)
        if (playable and len(self.path) + 3 <= self.in_time
                and not rules.threats(mover) & playable
                and not rules.safe_moves(mover, stones)):
            return True
        return (self.statics
                and static_score(rules, mover, stones) >= self.score)

    def is_leaf(self, mover, stones):
        self.states += 1
        require(self.states <= 1 << 23, "too many states")
        if len(self.path) + 2 >= self.late:
            require(self.score <= 0, "the game is drawn")
            return True
        if self.rules.threats(mover) & self.rules.playable(stones):
            require(len(self.path) + 1 <= self.in_time, "the win comes too late")
            return True
        moves = self.rules.safe_moves(mover, stones)
        require(moves, "the other side wins")
        return any(self.proves(mover ^ stones, stones | m) for m in each(moves))

    def replies(self, mover, stones, visit):
        playable = self.rules.playable(stones)
        require(playable or self.score <= 0, "the game is drawn")
        fours = self.rules.threats(mover)
        for cell in each(playable):
            after = self.play(mover, stones, cell)
            late = len(self.path) >= self.late
            require(late or not cell & fours, "the other side has won")
            cell & fours or visit(*after, cell)
            self.path.pop()

    def visit(self, mover, stones, x):
        """P is to move, after M played x; 0: at the beginning."""
        rules, key = self.rules, mover + stones
        image = rules.mirror(key)
        if key in self.seen or image in self.seen:
            return
        self.seen.add(key)
        names = self.names
        if image < key:
            mover, stones, x = map(rules.mirror, (mover, stones, x))
            self.names = names[::-1]
        if not self.is_leaf(mover, stones):
            self.positions += 1
            moves = rules.safe_moves(mover, stones)
            cell, follow = self.choices.cell(moves, 0, x, False), self.visit
            if self.choices.policy(len(self.path)):
                self.policies += 1
                self.met, self.lists, follow = set(), {}, self.follow
            self.replies(*self.play(mover, stones, cell), follow)
            self.path.pop()
        self.names = names

    def follow(self, mover, stones, x):
        """Same, under a policy."""
        rules, key = self.rules, mover + stones
        if key in self.met:
            return
        self.met.add(key)
        self.seen.add(key)
        if self.is_leaf(mover, stones):
            return
        cell = moves = rules.safe_moves(mover, stones)
        if not rules.threats(mover ^ stones) & moves:
            replies = self.lists.setdefault(x, [])
            cell = next((c for c in replies if c & moves), None)
            if cell is None:
                cell = self.choices.cell(moves, 1, x, bool(replies))
                replies.append(cell)
        self.replies(*self.play(mover, stones, cell), self.follow)
        self.path.pop()

    def check(self):
        if len(self.path) % 2 == self.second:
            self.visit(*self.start, 0)
        else:
            self.replies(*self.start, self.visit)
        require(self.choices.ended(), "the choices are not in the shortest code")


def main(names):
    status = 0 if names else 2
    names or print("usage: check_certificate.py FILE...", file=sys.stderr)
    for name in names:
        try:
            with open(name, "rb") as file:
                checker = Checker(file.read((1 << 20) + 1))
            start = "".join(checker.path) or "the empty board"
            checker.check()
            print(f"{name}: player {checker.second + 1} scores at least "
                  f"{checker.score} on {checker.rules.width}x"
                  f"{checker.rules.height} from {start}: {checker.positions} "
                  f"positions, {checker.policies} policies, {checker.states} "
                  "states")
        except (ValueError, OSError) as error:
            status = status or 1
            print(f"{name}: {error}", file=sys.stderr)
        except Fails as error:
            status, path = 5, "".join(checker.path)
            print(f"{name}: not proven: {error} after {path}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
