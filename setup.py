"""Wheels of the Python module, with the library in them: see pyproject.toml.

'make' builds the library, in the folder that the environment variable BUILD
names, by default build/.  STRIP names the program that removes what only a
debugger needs.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

from setuptools import Command, Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    try:
        from wheel.bdist_wheel import bdist_wheel
    except ImportError:
        bdist_wheel = None

BUILD = os.environ.get("BUILD", "build")
LIBRARY = "libfourscore.so.1"


def version() -> str:
    header = pathlib.Path("lib/fourscore.h").read_text(encoding="utf-8")
    found = re.search('FOURSCORE_VERSION "(.*)"', header)
    if found is None:
        raise ValueError("lib/fourscore.h has no FOURSCORE_VERSION")
    return found[1]


class BuildWithLibrary(build_py):
    def run(self) -> None:
        super().run()
        library = os.path.join(BUILD, LIBRARY)
        subprocess.run(["make", f"BUILD={BUILD}", library], check=True)
        subprocess.run(
            [
                os.environ.get("STRIP", "strip"),
                "--strip-unneeded",
                "-o",
                os.path.join(self.build_lib, "fourscore", LIBRARY),
                library,
            ],
            check=True,
        )


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


# The other files of setuptools would be in the way of those of make.
with tempfile.TemporaryDirectory() as folder:
    setup(
        version=version(),
        distclass=DistributionOfOneMachine,
        cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": Wheel},
        options={
            "build": {"build_base": folder},
            "egg_info": {"egg_base": folder},
            "sdist": {"dist_dir": os.path.join(BUILD, "dist")},
        },
    )
