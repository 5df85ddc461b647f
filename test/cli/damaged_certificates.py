#!/usr/bin/env python3
"""damaged_certificates.py PROGRAM COUNT SEED CERTIFICATE...

Damage certificates and let both checkers judge them: PROGRAM check, and
proof/check_certificate.py.  They must agree.  What both accept is compared
with the solver.
"""
import importlib.util
import pathlib
import random
import subprocess
import sys
import tempfile
import zlib

program, count, seed, names = sys.argv[1], int(sys.argv[2]), int(
    sys.argv[3]), sys.argv[4:]
spec = importlib.util.spec_from_file_location(
    "checker", pathlib.Path(__file__).resolve().parents[2]
    / "proof/check_certificate.py")
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)


def damage(data, rnd):
    """A damaged copy; most have a right checksum."""
    data = bytearray(data)
    kind = rnd.randrange(10)
    if kind == 0:
        del data[rnd.randrange(len(data)):]
    elif kind == 1:
        data[rnd.randrange(len(data))] ^= 1 << rnd.randrange(8)
        return bytes(data)
    elif kind == 2:
        data[rnd.randrange(4, 9)] = rnd.randrange(256)
    elif kind == 3:
        data[5:7] = bytes([rnd.randrange(4), rnd.randrange(4)])
    elif kind == 4:
        data[-4:-4] = rnd.randbytes(rnd.randrange(1, 4))
    else:
        for _ in range(rnd.randrange(1, 4)):
            data[rnd.randrange(8, len(data) - 4)] = rnd.randrange(256)
    body = bytes(data[:-4])
    return body + zlib.crc32(body).to_bytes(4, "big")


def python_verdict(data):
    found = None
    try:
        found = checker.Checker(data)
        found.check()
        return 0, found
    except ValueError:
        return 1, None
    except checker.Fails as error:
        return 5, f"{error} after {''.join(found.path)}"


def program_verdicts(files):
    """The verdict and the message of each file."""
    run = subprocess.run([program, "check", *files], capture_output=True,
                         text=True, check=False)
    verdicts = {}
    for line in run.stdout.splitlines():
        verdicts[line.split(": ")[0]] = 0, line
    for line in run.stderr.splitlines():
        _, name, message = line.split(": ", 2)
        proven = not message.startswith("not proven: ")
        verdicts[name] = 1 if proven else 5, message
    return verdicts


def holds(found, data):
    """Whether the solver confirms what was proven."""
    plies = data[7]
    moves = "".join("123456789abc"[byte >> s & 15]
                    for byte in data[8:8 + (plies + 1) // 2]
                    for s in (4, 0))[:plies]
    board = f"{found.rules.width}x{found.rules.height}"
    run = subprocess.run([program, "solve", "--board", board],
                         input=moves + "\n", capture_output=True, text=True,
                         check=True)
    score = int(run.stdout.split()[-1])
    mover_is_p = plies % 2 == found.second
    return (score if mover_is_p else -score) >= found.score


def main():
    rnd = random.Random(seed)
    print("# seed", seed)
    totals = {0: 0, 1: 0, 5: 0}
    with tempfile.TemporaryDirectory() as folder:
        originals = [pathlib.Path(name).read_bytes() for name in names]
        copies = {}
        for i in range(count):
            copies[f"{folder}/{i}"] = damage(rnd.choice(originals), rnd)
        for name, data in copies.items():
            pathlib.Path(name).write_bytes(data)
        verdicts = program_verdicts(list(copies))
        for name, data in copies.items():
            status, found = python_verdict(data)
            totals[status] += 1
            same = status == verdicts[name][0]
            if status == 5:
                message = verdicts[name][1].replace(" on the empty board",
                                                    " after ")
                same = same and message == "not proven: " + found
            if not same or status == 0 and not holds(found, data):
                print("differs:", data.hex(), status, found, verdicts[name])
                return 1
    print("# accepted, damaged, not proven:", *totals.values())
    return 0 if totals[1] and totals[5] else 1


sys.exit(main())
