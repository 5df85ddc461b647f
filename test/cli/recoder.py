"""Makes certificates from tokens, for tests.

A token is a choice of the file: ("cell", column) or ("policy", yes or no).  The
script proof/check_certificate.py walks; instead of reading each choice, it is
given a token, which is encoded.
"""
import importlib.util
import pathlib
import zlib

_spec = importlib.util.spec_from_file_location(
    "checker", pathlib.Path(__file__).resolve().parents[2]
    / "proof/check_certificate.py")
checker = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(checker)


class Reader(checker.Choices):
    """Reads the choices, and keeps them as tokens."""
    def __init__(self, rules, data):
        super().__init__(rules, data)
        self.tokens = []  # (kind, what was chosen, what could be chosen)

    def cell(self, cells, kind, x, again):
        columns = [self.rules.column(c) for c in checker.each(cells)]
        chosen = super().cell(cells, kind, x, again)
        if len(columns) > 1:
            self.tokens.append(("cell", self.rules.column(chosen), columns))
        return chosen

    def policy(self, ply):
        answer = super().policy(ply)
        self.tokens.append(("policy", answer, [False, True]))
        return answer


class Writer(checker.Choices):
    """Takes choices from choose(kind, possible, ply), and encodes them."""
    def __init__(self, rules, choose):
        self.choose, self.out, self.wanted = choose, bytearray(), None
        super().__init__(rules, b"")
        self.out.clear()

    def byte(self):
        self.out.append(self.code >> 24)  # that is being dropped
        return 0

    def answer(self, context):
        """Answer as is wanted, by a code on the right side of the middle."""
        p, _ = self.contexts.get(context, (32768, 0))
        middle = self.low + (self.high - self.low) // 65536 * p
        self.code = middle if self.wanted(context) else middle + 1
        return super().answer(context)

    def cell(self, cells, kind, x, again):
        columns = [self.rules.column(c) for c in checker.each(cells)]
        if len(columns) == 1:
            return cells
        chosen = self.choose("cell", columns, None)
        own = self.rules.column(x) if x else None
        latest = self.latest.get((kind, x))
        order = sorted(columns, key=lambda c: (c != latest, c != own, c))
        self.wanted = lambda context: order.pop(0) == chosen
        return super().cell(cells, kind, x, again)

    def policy(self, ply):
        chosen = self.choose("policy", [False, True], ply)
        self.wanted = lambda context: chosen
        return super().policy(ply)

    def encoded(self):
        """The shortest bytes that lie between 'low' and 'high'."""
        for count in range(5):
            unit = 1 << 32 - 8 * count
            value = -(-self.low // unit) * unit
            if value <= self.high:
                data = bytes(self.out) + value.to_bytes(4, "big")[:count]
                return data.rstrip(b"\0")
        return None


def signed(body):
    """A certificate with its checksum."""
    return body + zlib.crc32(body).to_bytes(4, "big")


def read_tokens(data):
    """The tokens of a certificate that holds."""
    walk = checker.Checker(data)
    walk.choices = Reader(walk.rules, walk.choices.data)
    walk.check()
    return walk.choices.tokens


def write(header, choose):
    """The certificate with the choices of choose(), as far as the walk goes."""
    walk = checker.Checker(signed(header))
    walk.choices = Writer(walk.rules, choose)
    try:
        walk.check()
    except checker.Fails:
        pass
    return signed(header + walk.choices.encoded())
