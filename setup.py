"""Wheels of the Python module, with the library in them: see pyproject.toml.

'make' builds the library, in the folder that the environment variable BUILD
names, by default build/.  STRIP names the program that removes what only a
debugger needs, and LIBRARY the file of the library, for other systems than Linux.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    try:
        from wheel.bdist_wheel import bdist_wheel
    except ImportError:
        sys.exit(
            "fourscore: the package 'wheel' is missing, which setuptools "
            "before 70.1 needs (pip install wheel, or on Debian and Ubuntu "
            "apt-get install python3-wheel)"
        )

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
    found = (line.split(":", 1) for line in lines.splitlines())
    return {key: value.strip() for key, value in found}


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


class DistributionOfOneMachine(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class Wheel(bdist_wheel):  # of any version of Python
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


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
        url=project["address"] or None,
        keywords=project["keywords"].split(", "),
        distclass=DistributionOfOneMachine,
        cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": Wheel},
        options={
            "build": {"build_base": folder},
            "egg_info": {"egg_base": folder},
            "sdist": {"dist_dir": os.path.join(BUILD, "dist")},
        },
    )
