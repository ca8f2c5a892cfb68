"""Compiles the rules of the games into a wheel, for bots that play by the million.

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=1 pip install .

The Python files are in the wheel as well, and nothing behaves otherwise; without a C compiler leave it out. What is
installed as editable is never compiled, so that the files at hand are what runs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

AS_THEY_ARE = {"__init__.py", "action.py", "cards.py", "dealer.py", "registry.py", "remembered.py"}
"""Files that mypyc cannot compile, for they build on ``tuple`` and ``int``, or that nothing is gained by."""


class CompiledRules(BuildHookInterface):
    """Puts what mypyc makes of `core` beside its files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self._place = TemporaryDirectory()
        place = Path(self._place.name)
        shutil.copytree(Path(self.root) / "core", place / "core", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        files = sorted(str(file) for file in (place / "core").rglob("*.py") if file.name not in AS_THEY_ARE)
        environment = os.environ | {"MYPYC_OPT_LEVEL": os.environ.get("MYPYC_OPT_LEVEL", "3")}
        command = [sys.executable, "-c", "from mypyc.__main__ import main; main()", *files]
        subprocess.run(command, cwd=place, env=environment, check=True)
        built = [*place.glob("*.so"), *(place / "core").rglob("*.so")]
        build_data["force_include"] |= {str(file): str(file.relative_to(place)) for file in built}
        build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._place.cleanup()
