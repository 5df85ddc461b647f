"""Wheels of the Python module, with the library in them: see pyproject.toml.

'make' builds the library, in the folder that the environment variable BUILD
names, by default build/.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

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
        build = os.environ.get("BUILD", "build")
        library = os.path.join(build, LIBRARY)
        subprocess.run(["make", f"BUILD={build}", library], check=True)
        shutil.copy(library, os.path.join(self.build_lib, "fourscore"))


class DistributionOfOneMachine(Distribution):
    def has_ext_modules(self) -> bool:
        return True


class WheelOfAnyPython(bdist_wheel):
    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


# The other files of setuptools would be in the way of those of make.
with tempfile.TemporaryDirectory() as folder:
    setup(
        version=version(),
        distclass=DistributionOfOneMachine,
        cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfAnyPython},
        options={
            "build": {"build_base": folder},
            "egg_info": {"egg_base": folder},
        },
    )
