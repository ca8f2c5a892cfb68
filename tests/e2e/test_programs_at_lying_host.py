"""The real program joins a host that lies, many times in one process: each lie ends in one sentence, without a
traceback or a hang.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.depth import count_for_depth

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""
LYING_SESSION_COUNT = count_for_depth(12, 600)
"""Number of times that the program joins a host that lies, each time in another way."""

pytestmark = [
    pytest.mark.deep,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux keeps it"),
]


def test_every_lie_of_a_host_ends_the_program_with_a_sentence_and_in_bounded_memory() -> None:
    command = [sys.executable, "-m", "tests.support.programs_at_lying_host", str(LYING_SESSION_COUNT)]
    done = subprocess.run(command, cwd=REPOSITORY_ROOT, capture_output=True, text=True, timeout=580)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{LYING_SESSION_COUNT} sessions" in done.stdout
    assert " 0 failed" in done.stdout
