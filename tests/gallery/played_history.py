"""A history of matches for pictures: a person has played for some weeks, and the journal has what they played.

The tables, the clients and the journal are the real ones. Bots decide for the people, and the seeds, the secrets of the
deals and the times are given, so that the results are the same every time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from net.journal import JOURNAL_FILE, SOLO_SLOT, open_table_journal
from tests.gallery.seeded_table import act_for_person, open_seeded_table, wait_for_decision

OWN_NAME: Final = "Nora"
"""The name of the person whose history it is."""

HISTORY_BEGAN: Final = 1_793_016_000.0
"""The time of day in seconds at which the first match began: noon of 26 October 2026, UTC."""

SEED: Final = 2
"""The seed of the history."""

SECONDS_PER_DAY: Final = 24 * 60 * 60
"""The time between the beginnings of two matches."""

SECONDS_PER_ACTION: Final = 12
"""The time that each decision of a person takes."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of the history: its game, the people at its table, the number of bots there, and how many decisions
    people made; None: all, so that the match is over. `style` is the bot that decides for the people, "" for the first
    of the game.
    """

    game: str
    people: Sequence[str]
    bots: int
    decision_count: int | None = None
    style: str = ""


def _matches() -> Iterator[PlayedMatch]:
    """Yield the matches in the order in which they were played."""
    for number in range(16):
        if number % 3 == 2:
            yield PlayedMatch("mad-queens", (OWN_NAME,), 0)
        if number % 5 == 1:
            yield PlayedMatch("queens-dungeon", (OWN_NAME,), 3)
        if number % 7 == 3:
            yield PlayedMatch("big-queen", (OWN_NAME,), 3)
        people = ((OWN_NAME,), (OWN_NAME, "Ada"), (OWN_NAME, "Ada", "Björn"))[number % 3]
        yield PlayedMatch("mad-queens", people, 4 - len(people))
    yield PlayedMatch("queens-dungeon", (OWN_NAME,), 3, decision_count=31)


PLAYED_MATCHES: Final = tuple(_matches())
"""The matches of the history, the earliest first; the last one is unfinished."""


class HistoryClock:
    """The clock of the journal: it stands still until it is set."""

    def __init__(self) -> None:
        self.now = HISTORY_BEGAN

    def __call__(self) -> float:
        return self.now


async def play_history(folder: Path, matches: Sequence[PlayedMatch] = PLAYED_MATCHES, seed: int = SEED) -> None:
    """Play `matches`, one a day, and write them into the journal of `folder`."""
    clock = HistoryClock()
    for number, match in enumerate(matches):
        clock.now = HISTORY_BEGAN + number * SECONDS_PER_DAY
        await _play_match(folder / JOURNAL_FILE, clock, match, Random(f"{seed} {number}"))


@cache
def _played_journal() -> bytes:
    """Return the journal of the whole history, which is played once."""
    with TemporaryDirectory() as folder:
        asyncio.run(play_history(Path(folder)))
        return (Path(folder) / JOURNAL_FILE).read_bytes()


def write_history(folder: Path) -> None:
    """Write the journal of the whole history into a folder; takes seconds, but not on an event loop's thread."""
    path = folder / JOURNAL_FILE
    path.write_bytes(_played_journal())
    path.chmod(0o600)


async def _play_match(path: Path, clock: HistoryClock, match: PlayedMatch, chance: Random) -> None:
    """Play one match at a table of its own, and write it into the journal at `path`."""
    journal = await open_table_journal(path, clock, SOLO_SLOT)
    runner, clients = open_seeded_table(match.game, match.people, match.bots, chance, journal)
    for client in clients:
        await client.join_table()
    clients[0].start_match()
    decisions = 0
    while decisions != match.decision_count:
        at_turn = await wait_for_decision(clients)
        if at_turn is None:
            break
        clock.now += SECONDS_PER_ACTION
        act_for_person(at_turn, match.style)
        decisions += 1
    await runner.end_table()
