"""Writes `requirements.lock`: the version and the hashes of every package that the program needs, as installed in this
environment.

python -m tests.release.write_lock

Run it in the environment in which the tests have passed. It needs a package index: it downloads the wheels for Linux on
x86-64 with each Python of `PYTHON_VERSIONS`, and writes their hashes.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from hashlib import sha256
from importlib.metadata import requires, version
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

LOCK_FILE: Final = Path(__file__).parents[2] / "requirements.lock"
"""Path of the file with the pinned versions of all packages that the program needs."""
PYTHON_VERSIONS: Final = ("3.11", "3.12", "3.13")
"""The versions of Python whose wheels are in the lock file."""

WHEEL_PLATFORM_TAGS: Final = ("manylinux2014_x86_64", "manylinux_2_28_x86_64", "manylinux_2_34_x86_64")
"""Tags of the platforms whose wheels are in the lock file."""

LOCK_FILE_HEADER: Final = """\
# Everything that the program needs, in exactly the versions it was tested with (by Python 3.11), and the hashes of
# their wheels for Linux on x86-64 and Python 3.11 to 3.13. In a clone of the repository:
#   pip install --require-hashes -r requirements.lock && pip install --no-deps .
# Written by `python -m tests.release.write_lock`.
"""
"""The first lines of the lock file."""


def normalised_package_name(name: str) -> str:
    """Return the name of a package in the form in which package indexes compare names."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked_packages(package: str = "mad-queens", extras: frozenset[str] = frozenset()) -> dict[str, str]:
    """Map the name of every package that `package` with `extras` needs, directly or not, to its installed version."""
    found: dict[str, str] = {}
    for text in requires(package) or ():
        needed = Requirement(text)
        if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in extras | {""}):
            found[normalised_package_name(needed.name)] = version(needed.name)
            found |= locked_packages(needed.name, frozenset(needed.extras))
    return found


def main() -> None:
    """Download the wheels and write the lock file."""
    packages = locked_packages()
    hashes: defaultdict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as folder:
        wanted = [f"{name}=={number}" for name, number in packages.items()]
        platforms = [word for platform in WHEEL_PLATFORM_TAGS for word in ("--platform", platform)]
        for python in PYTHON_VERSIONS:
            command = ["download", "-q", "--no-deps", "--only-binary=:all:", "--python-version", python, "-d", folder]
            subprocess.run([sys.executable, "-m", "pip", *command, *platforms, *wanted], check=True)
        for wheel in sorted(Path(folder).iterdir()):
            hashes[normalised_package_name(wheel.name.partition("-")[0])].add(sha256(wheel.read_bytes()).hexdigest())
    lines = [
        " \\\n    ".join([f"{name}=={number}", *(f"--hash=sha256:{one}" for one in sorted(hashes[name]))])
        for name, number in sorted(packages.items())
    ]
    LOCK_FILE.write_text(LOCK_FILE_HEADER + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
