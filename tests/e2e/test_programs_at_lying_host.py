"""The real program at a host that lies, many times in one process: one sentence, no traceback, no hang."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.depth import by_depth

ROOT = Path(__file__).parents[2]
SESSION_COUNT = by_depth(12, 600)
"""How often the program joins a host that lies; each time another lie."""

pytestmark = [
    pytest.mark.deep,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux keeps it"),
]


def test_no_lie_of_a_host_ends_the_program_without_a_sentence_or_fills_its_memory() -> None:
    command = [sys.executable, "-m", "tests.support.programs_at_lying_host", str(SESSION_COUNT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=580)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{SESSION_COUNT} sessions" in done.stdout
    assert " 0 failed" in done.stdout
