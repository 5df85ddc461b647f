"""A submission to Kaggle's ConnectX."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
from collections.abc import Iterable
from pathlib import Path
from typing import Optional

from fourscore._connectx import book_beside_module
from fourscore._library import load, version
from fourscore._solver import Solver
from fourscore._types import LibraryError

_MAIN = '''\
"""An agent for ConnectX: fourscore {version}."""

from fourscore import connectx_agent


def act(observation, configuration):
    return connectx_agent(observation, configuration)
'''

# What every Linux has, and the oldest glibc that a wheel is made for.
_EVERYWHERE = {"libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}
_GLIBC = 2, 17


def _names(elf: bytes, pattern: bytes) -> Iterable[str]:
    """The strings of a library that match, such as names in its string table."""
    found = re.findall(rb"(?<=\0)" + pattern + rb"(?=\0)", elf)
    return sorted({name.decode() for name in found})


def _library() -> bytes:
    """The library in use, if it runs on Kaggle's machines."""
    path = load()._name

    def refuse(reason: str) -> LibraryError:
        return LibraryError(
            f"the library {path!r} {reason}; expected is that of a wheel "
            "('make wheel', then 'pip install build/dist/fourscore-*.whl')"
        )

    try:
        elf = Path(path).read_bytes()
    except FileNotFoundError as error:  # but it is loaded
        raise refuse("is the system's, and may need others of it") from error
    except OSError as error:
        raise refuse(f"cannot be read: {error.strerror}") from error
    # 64 bits, little-endian; the machine 62 is x86-64.
    if elf[:6] != b"\x7fELF\2\1" or elf[18:20] != b"\x3e\0":
        raise refuse("is not one for Linux on x86-64, which Kaggle has")
    needed = [
        name
        for name in _names(elf, rb"[\w.+-]+\.so(?:\.[0-9]+)*")
        if name not in _EVERYWHERE and not name.startswith("libfourscore.so")
    ]
    if needed:
        raise refuse(f"needs {' and '.join(needed)}, which Kaggle may lack")
    newest = max(
        tuple(map(int, name.split("_")[1].split(".")))
        for name in _names(elf, rb"GLIBC_[0-9.]+")
    )
    if newest > _GLIBC:
        number = ".".join(map(str, newest))
        raise refuse(f"needs glibc {number}, and Kaggle's may be older")
    return elf


def _archive(files: Iterable[tuple[str, bytes]]) -> bytes:
    """A .tar.gz, whose bytes depend on nothing but the files."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files:
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return gzip.compress(packed.getvalue(), mtime=0)


def submission(book: Optional[str]) -> bytes:
    """The archive, with the book of that path."""
    folder = Path(__file__).parent
    inside = {
        path.name: path.read_bytes() for path in sorted(folder.glob("*.py"))
    }
    inside["libfourscore.so.2"] = _library()
    if book is not None:
        Solver(7, 6, book=book).close()  # or fail
        inside[book_beside_module(7, 6).name] = Path(book).read_bytes()
    return _archive(
        [
            ("main.py", _MAIN.format(version=version()).encode()),
            *((f"fourscore/{name}", data) for name, data in inside.items()),
        ]
    )
