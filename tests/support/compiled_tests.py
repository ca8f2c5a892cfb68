"""Divides the compilation of the test files among the workers of a run; otherwise each worker compiles all of them.

In a new clone no test file is compiled yet, and all workers would begin with the first one at the same moment: with
four workers that took 20 s more of processor time. This module reads private names of pytest; no other file of the
tests does.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def compile_share_of_tests(config: pytest.Config) -> None:
    """Compile the test files that the worker will collect, except those that another worker has compiled already.

    Each worker begins at its own place in the list and goes through the whole list, so together they compile each file
    about once.
    """
    worker = getattr(config, "workerinput", None)
    if worker is None or worker["workercount"] == 1:
        return
    paths = [Path(argument.partition("::")[0]) for argument in config.args]
    files = list(itertools.chain(*(sorted(path.rglob("test_*.py")) if path.is_dir() else [path] for path in paths)))
    first = int(worker["workerid"].removeprefix("gw")) * len(files) // worker["workercount"]
    state = config.stash[rewrite.assertstate_key]
    for file in (path.resolve() for path in files[first:] + files[:first]):
        folder = rewrite.get_cache_dir(file)
        compiled = folder / (file.name.removesuffix(".py") + rewrite.PYC_TAIL)
        if rewrite._read_pyc(file, compiled) is None and rewrite.try_makedirs(folder):
            source, code = rewrite._rewrite_test(file, config)
            rewrite._write_pyc(state, code, source, compiled)
