"""The same playouts by the rules of another checkout, in a process of its own, measured in turn with ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import ours
from measure import rate


class OtherTree:
    """A process that plays by the rules of the checkout in `folder`; a context manager."""

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(folder.resolve())}

    def __enter__(self) -> OtherTree:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def rate(self, slug: str, seats: int, seconds: float) -> float:
        """Return how many actions a second the other tree makes in a game, measured for about `seconds`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(slug, seats, seconds, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())


def main() -> None:
    """Answer each line ``slug seats seconds`` with actions a second."""
    chance = Random("other tree")
    for line in sys.stdin:
        slug, seats, seconds = line.split()
        game, number = ours.games[slug], int(seats)
        print(rate(ours.playout(game, number), chance, float(seconds)), flush=True)


if __name__ == "__main__":
    main()
