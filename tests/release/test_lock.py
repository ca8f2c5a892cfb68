"""The lock file names everything that the program needs, and SECURITY.md names the licences that require more than a
notice.
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import metadata
from pathlib import Path

from packaging.requirements import Requirement

from tests.release.write_lock import LOCK_FILE, locked_packages, normalised_package_name

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""
PERMISSIVE_LICENCE_PATTERN = re.compile(r"MIT|BSD|Apache|PSF|Python Software Foundation")
"""Pattern of the names of licences that require no more than a notice."""

LOCK_ENTRY_PATTERN = re.compile(r"([a-z0-9-]+)==(\S+)((?: --hash=sha256:[0-9a-f]{64})+)")
"""Pattern of an entry of the lock file: name, version and hashes."""


def locked_versions() -> dict[str, str]:
    """Return the versions in the lock file; every entry must have a hash and nothing else."""
    lines = LOCK_FILE.read_text(encoding="utf-8").replace(" \\\n   ", "").splitlines()
    found = [LOCK_ENTRY_PATTERN.fullmatch(line) for line in lines if not line.startswith("#")]
    assert None not in found
    return {entry[1]: entry[2] for entry in found if entry is not None}


def test_lock_has_every_dependency_of_the_project_in_an_allowed_version() -> None:
    project = tomllib.loads((REPOSITORY_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = locked_versions()
    for text in project["dependencies"]:
        needed = Requirement(text)
        assert locked[normalised_package_name(needed.name)] in needed.specifier


def test_lock_has_everything_that_the_dependencies_need() -> None:
    """The lock may name more: what later, allowed versions of a dependency need besides what the locked version
    needs.
    """
    locked, installed = locked_versions(), locked_packages()
    if all(locked.get(name, number) == number for name, number in installed.items()):
        assert locked.keys() == installed.keys()


def test_lock_names_no_index_and_no_file() -> None:
    assert not re.search(r"://|file:|--index|--find-links|@", LOCK_FILE.read_text(encoding="utf-8"))


def test_security_document_names_every_licence_that_asks_for_more_than_a_notice() -> None:
    text = (REPOSITORY_ROOT / ".github" / "SECURITY.md").read_text(encoding="utf-8")
    for name in locked_packages():
        about = metadata(name)
        classifiers = [one for one in about.get_all("Classifier") or () if one.startswith("License ::")]
        licence = about.get("License-Expression") or about.get("License") or " ".join(classifiers)
        if not PERMISSIVE_LICENCE_PATTERN.search(licence):
            assert re.search(rf"`?{name}`? \({re.escape(licence)}\)", text), f"{name} is under {licence}"
