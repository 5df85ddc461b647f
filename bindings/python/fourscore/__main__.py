"""python3 -m fourscore: the score of positions, on the command line."""

from __future__ import annotations

import argparse
import errno
import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn, Optional

from fourscore import FourscoreError, LibraryError, Solver, version


def _board(text: str) -> tuple[int, int]:
    size = re.fullmatch("([0-9]+)[xX]([0-9]+)", text)
    if size is None:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a size, expected WxH, such as 7x6"
        )
    return int(size[1]), int(size[2])


class _Parser(argparse.ArgumentParser):
    def print_help(self, file: Any = None) -> None:
        print(self.format_help(), end="", file=file)  # or fail


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python3 -m fourscore",
        description="Print each position, the columns played, with its exact "
        "score for the side to move: +k a win with k - 1 stones left, 0 a "
        "draw, -k a loss.",
        epilog="A position that is refused is reported on stderr, and the exit "
        "status is then 1.  For many positions 'fourscore solve' takes less "
        "time.  'python3 -m fourscore kaggle --help' tells of a submission to "
        "Kaggle's ConnectX.",
    )
    parser.add_argument(
        "positions",
        metavar="POSITION",
        nargs="*",
        help="such as 4453; '-' is the empty board; without any, they are read "
        "from stdin, one a line",
    )
    parser.add_argument(
        "--find",
        choices=("score", "weak_score", "scores", "best", "pv"),
        default="score",
        help="what to print: what the method of Solver of that name returns "
        "(score)",
    )
    parser.add_argument(
        "--board",
        type=_board,
        default=(7, 6),
        metavar="WxH",
        help="the size of the board (7x6)",
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=1,
        metavar="N",
        help="the number of threads that search a position together (1)",
    )
    parser.add_argument(
        "--version", action="store_true", help="print the version"
    )
    return parser


def _kaggle_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python3 -m fourscore kaggle",
        description="Write a submission to Kaggle's ConnectX: an archive with "
        "main.py, this module and its library.",
        epilog="The library must need nothing that is not on every Linux, as "
        "that of a wheel does.",
    )
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the archive to write, such as submission.tar.gz",
    )
    parser.add_argument(
        "--book",
        metavar="FILE",
        help="a book for the agent to open, such as book/7x6-10.book (the book "
        "of the library, up to 8 stones)",
    )
    return parser


def _write_submission(path: str, book: Optional[str]) -> None:
    from fourscore._kaggle import submission

    content = submission(book)
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        _fail(f"cannot write {path!r}", error)


def _text(answer: Any, find: str) -> str:
    """The answer as 'fourscore solve' prints it."""
    if find == "scores":
        return " ".join(str(-1000 if s is None else s) for s in answer)
    if find == "best":
        answer = "".join(f"{column:x}" for column in answer)
    return str(answer) or "-"


def _complain(message: str) -> None:
    if sys.stderr is not None:  # else print() would take stdout
        print(f"fourscore: {message}", file=sys.stderr)


def _fail(what: str, error: OSError) -> NoReturn:
    _complain(f"{what}: {error.strerror}")
    sys.exit(3)


def _need(stream: Any) -> None:
    """Requires that a standard stream was open when Python started."""
    if stream is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _lines() -> Iterator[str]:
    try:
        _need(sys.stdin)
        yield from sys.stdin
    except OSError as error:
        _fail("stdin", error)


def _solve(solver: Solver, positions: Iterable[str], find: str) -> bool:
    all_good = True
    for line in positions:
        position = line.strip()
        try:
            answer = getattr(solver, find)("" if position == "-" else position)
        except FourscoreError as error:
            all_good = False
            _complain(f"{position!r}: {error}")
        else:
            print(position or "-", _text(answer, find), flush=True)
    return all_good


def _run(arguments: list[str]) -> int:
    for_kaggle = arguments[:1] == ["kaggle"]
    parser = _kaggle_parser() if for_kaggle else _parser()
    options = parser.parse_args(arguments[for_kaggle:])
    try:
        if for_kaggle:
            _write_submission(options.output, options.book)
            return 0
        if options.version:
            print(f"fourscore {version()}")
            return 0
        width, height = options.board
        with Solver(width, height, threads=options.threads) as solver:
            positions = options.positions or _lines()
            return 0 if _solve(solver, positions, options.find) else 1
    except FourscoreError as error:
        parser.error(str(error))
    except LibraryError as error:
        _complain(str(error))
        return 1


def main(arguments: Optional[list[str]] = None) -> int:
    for name in ("SIGINT", "SIGPIPE"):  # Windows has one of them
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        _need(sys.stdout)
        try:
            return _run(sys.argv[1:] if arguments is None else arguments)
        finally:
            sys.stdout.flush()
    except OSError as error:
        if sys.stdout is not None:  # Python will flush it again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail("cannot write the output", error)


if __name__ == "__main__":
    sys.exit(main())
