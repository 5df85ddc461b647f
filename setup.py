"""Wheels of the Python module, with the library in them: see pyproject.toml.

'make' builds the library, in the folder that the environment variable BUILD
names, by default build/.  STRIP names the program that removes what only a
debugger needs, and LIBRARY the file of the library, for other systems than Linux.
"""

import gzip
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

from setuptools import Command, Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    try:
        from wheel.bdist_wheel import bdist_wheel
    except ImportError:
        bdist_wheel = None

BUILD = os.environ.get("BUILD", "build")
DARWIN = sys.platform == "darwin"
LIBRARY = os.environ.get(
    "LIBRARY", "libfourscore.2.dylib" if DARWIN else "libfourscore.so.2"
)


def version() -> str:
    header = pathlib.Path("lib/fourscore.h").read_text(encoding="utf-8")
    found = re.search('FOURSCORE_VERSION "(.*)"', header)
    if found is None:
        raise ValueError("lib/fourscore.h has no FOURSCORE_VERSION")
    return found[1]


def about() -> dict[str, str]:
    lines = pathlib.Path("packaging/about").read_text(encoding="utf-8")
    return dict(line.split(": ", 1) for line in lines.splitlines())


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        library = os.path.join(BUILD, LIBRARY)
        # An sdist, which has PKG-INFO, builds where there is only a compiler.
        standalone = "1" if os.path.exists("PKG-INFO") else ""
        subprocess.run(
            ["make", f"BUILD={BUILD}", library],
            env={"STANDALONE": standalone, **os.environ},
            check=True,
        )
        subprocess.run(
            [
                os.environ.get("STRIP", "strip"),
                "-x" if DARWIN else "--strip-unneeded",
                "-o",
                os.path.join(self.build_lib, "fourscore", LIBRARY),
                library,
            ],
            check=True,
        )


class SameBytes(sdist):
    """An archive whose bytes depend on the files alone."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, **_):
        def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime = entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = 0o755 if entry.mode & 0o100 else 0o644
            return entry

        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            archive.add(base_dir, filter=plain)
        path = pathlib.Path(f"{base_name}.tar.gz")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
        return str(path)


class DistributionOfOneMachine(Distribution):
    def has_ext_modules(self) -> bool:
        return True


if bdist_wheel:

    class Wheel(bdist_wheel):  # of any version of Python
        def get_tag(self) -> tuple[str, str, str]:
            return "py3", "none", super().get_tag()[2]

else:

    class Wheel(Command):
        user_options = [("dist-dir=", "d", "")]

        def initialize_options(self) -> None:
            sys.exit(
                "fourscore: the package 'wheel' is missing, which setuptools "
                "before 70.1 needs (pip install wheel, or on Debian and Ubuntu "
                "apt-get install python3-wheel)"
            )


project = about()
manual = pathlib.Path("docs/python.md").read_text(encoding="utf-8")

# The other files of setuptools would be in the way of those of make.
with tempfile.TemporaryDirectory() as folder:
    setup(
        version=version(),
        description=project["summary"],
        long_description=f"{project['description']}\n\n{manual}",
        long_description_content_type="text/markdown",
        license=project["licence"],
        author=project["author"],
        keywords=project["keywords"].split(", "),
        distclass=DistributionOfOneMachine,
        cmdclass={
            "build_py": BuildWithLibrary,
            "bdist_wheel": Wheel,
            "sdist": SameBytes,
        },
        options={
            "build": {"build_base": folder},
            "egg_info": {"egg_base": folder},
            "sdist": {"dist_dir": os.path.join(BUILD, "dist")},
        },
    )
