"""Plays the same games by the rules of another checkout, in a process of its own, to compare them with ours."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from core import games
from tests.bench import own_playouts
from tests.bench.speed_measurement import measure_rate

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""


class OtherCheckout:
    """A process that plays by the rules of the checkout in `folder`; a context manager that ends it.

    It imports `core` from that checkout and the code that measures from this one, so that both are measured the same
    way.
    """

    def __init__(self, folder: Path) -> None:
        self._rules = folder.resolve() / "core"

    def __enter__(self) -> OtherCheckout:
        self._rules_alone = tempfile.TemporaryDirectory()
        (Path(self._rules_alone.name) / "core").symlink_to(self._rules, target_is_directory=True)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.bench.other_checkout"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((self._rules_alone.name, str(REPOSITORY_ROOT)))},
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()
        self._rules_alone.cleanup()

    def measure_rate_there(self, slug: str, seats: int, seconds: float) -> float:
        """Return the actions per second of the other checkout in a game, measured for about `seconds`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(slug, seats, seconds, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


def main() -> None:
    """Answer each line ``slug seats seconds`` of the input with a line that holds the actions per second."""
    chance = Random("other tree")
    for line in sys.stdin:
        slug, seats, seconds = line.split()
        game, number = games[slug], int(seats)
        print(measure_rate(own_playouts.new_playout(game, number), chance, float(seconds)), flush=True)


if __name__ == "__main__":
    main()
