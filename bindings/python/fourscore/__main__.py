"""fourscore, or python3 -m fourscore: the module on the command line."""

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

import fourscore
from fourscore import FourscoreError, LibraryError, Solver


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


_POSITIONS = {  # and what is printed of each
    "score": "the exact score for the side to move: +k is a win with k - 1 stones left, "
    "0 a draw, -k a loss",
    "weak_score": "the sign of its score: 1, 0 or -1",
    "scores": "the scores of the moves into each column; -1000 if it is full",
    "best": "the columns of all moves with the best score",
    "pv": "the moves to the end of the game, both sides playing best",
    "explain": "why it is won, drawn or lost",
    "review": "which moves changed the result, if it is read as a game",
}


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="fourscore",
        description="Exact scores for Connect Four. The program 'fourscore' in C has "
        "more commands, and takes less time for many positions.",
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    board = argparse.ArgumentParser(add_help=False)
    board.add_argument(
        "--board", type=_board, default=(7, 6), metavar="WxH",
        help="the size of the board (7x6)",
    )

    def command(name: str, help: str, **more: Any) -> argparse.ArgumentParser:
        return commands.add_parser(
            name, help=help, description=help[0].upper() + help[1:] + ".", **more
        )

    for name, what in _POSITIONS.items():
        about = command(
            name, f"print each position and {what}", parents=[board],
            epilog="A position that is refused is reported on stderr, and the exit "
            "status is then 1.",
        )
        about.add_argument(
            "positions", metavar="POSITION", nargs="*",
            help="such as 4453; '-' is the empty board; without any, they are read "
            "from stdin, one a line",
        )
        about.add_argument(
            "--first-column", type=int, choices=(0, 1), default=1, metavar="N",
            help="the number of the leftmost column, also in answers, 1 or 0 (1)",
        )
        about.add_argument(
            "--threads", type=int, default=1, metavar="N",
            help="the number of threads that search a position together (1)",
        )
    game = command("play", "play against the program", parents=[board])
    game.add_argument(
        "--level", type=int, default=3, metavar="N", help="1, a beginner, to 5 (3)"
    )
    game.add_argument("--second", action="store_true", help="let the program move first")
    game.add_argument("--seed", type=int, metavar="N", help="of its moves (random)")
    kaggle = command(
        "kaggle",
        "write a submission to Kaggle's ConnectX: an archive with main.py, this module "
        "and its library",
        epilog="The library must need nothing that is not on every Linux, as that of a "
        "wheel does.",
    )
    kaggle.add_argument(
        "-o", "--output", required=True, metavar="FILE",
        help="the archive to write, such as submission.tar.gz",
    )
    kaggle.add_argument(
        "--book", metavar="FILE",
        help="a book for the agent to open, such as book/7x6-10.book (the book "
        "of the library, up to 8 stones)",
    )
    return parser


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
    """The lines of the standard input but for comments."""
    try:
        _need(sys.stdin)
        yield from (line.rstrip("\r\n") for line in sys.stdin if line[0] != "#")
    except OSError as error:
        _fail("stdin", error)


def _text(answer: Any, command: str, first_column: int) -> str:
    """The answer as 'fourscore solve' prints it."""
    if command == "scores":
        return " ".join(str(-1000 if s is None else s) for s in answer)
    if command in ("best", "pv"):
        columns = answer if command == "best" else (int(name, 16) for name in answer)
        answer = "".join(f"{column - 1 + first_column:x}" for column in columns)
    return str(answer) or "-"


def _answer(solver: Solver, positions: Iterable[str], command: str) -> bool:
    """Print the answers; returns whether no position was refused."""
    all_good = True
    for position in positions:
        try:
            answer = getattr(solver, command)(position)
        except FourscoreError as error:
            all_good = False
            reason = str(error).replace("first_column=", "--first-column ")
            _complain(f"{position!r}: {reason}")
        else:
            text = _text(answer, command, solver._first_column)
            print(position.strip() or "-", text, flush=True)
    return all_good


def _run(arguments: list[str]) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        if options.version:
            print(f"fourscore {fourscore.__version__}")
        elif options.command is None:
            parser.error(f"no command, expected {', '.join(_POSITIONS)}, play or kaggle")
        elif options.command == "kaggle":
            from fourscore._connectx import submission

            Path(options.output).write_bytes(submission(options.book))
        elif options.command == "play":
            player = 2 if options.second else 1
            fourscore.play(options.level, player, options.seed, *options.board)
        else:
            how = {"threads": options.threads, "first_column": options.first_column}
            with Solver(*options.board, **how) as solver:
                positions = options.positions or _lines()
                return 0 if _answer(solver, positions, options.command) else 1
    except FourscoreError as error:
        parser.error(str(error))
    except LibraryError as error:
        _complain(str(error))
        return 1
    return 0


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
        what = repr(error.filename) if error.filename else "the output"
        _fail(f"cannot write {what}", error)


if __name__ == "__main__":
    sys.exit(main())
