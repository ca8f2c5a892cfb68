"""Damages at random the files that a killed host leaves; the program must report it, or read everything nevertheless.

``python -m tests.support.journal_damage 2000`` tries that many damages of each kind, and prints how they ended.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from net.errors import JournalDamaged, JournalUnusable
from net.journal import JOURNAL_FILE, SOLO_SLOT, open_table_journal
from net.journal.database import JournalDatabase
from net.journal.entries import (
    ActionEntry,
    Entry,
    MatchBeganEntry,
    MatchEndedEntry,
    PersonEntry,
    SavedSeatBot,
    TableEntry,
)
from net.journal.history import finished_matches, high_scores, player_tallies, record_text

LOG_FILE: Final = f"{JOURNAL_FILE}-wal"
"""The name of the file of SQLite's write-ahead log."""

LOCK_FILE: Final = "journal-table-1.lock"
"""The name of the lock file of table 1."""

PERSON_IN_FIRST_SEAT: Final = PersonEntry("token-ann", "Ann", False, 0)
"""The person in the first seat."""

TABLE_CHAIRS: Final = (SavedSeatBot(), SavedSeatBot("careful", "Bea"))
"""The seats of the table as the journal keeps them: one of a person, one with a bot."""


def match_entries(match_number: int, actions: int = 12) -> list[list[Entry]]:
    """Return the ticks (entries written together) of the whole match `match_number`: its beginning, `actions` actions,
    one in each tick, and its end. Its actions and its record only have the right form; no match could be played from
    them.
    """
    began = MatchBeganEntry(
        match_number, "mad-queens", 2, (("visibility", "sealed"),), "7", ("Ann", "Bea"), ("", "careful")
    )
    acts = [[ActionEntry(match_number, at % 2, "reveal", "person", "token-ann", at)] for at in range(actions)]
    record = f"a record of match {match_number}\nhost {match_number:04}\n" + "action reveal\n" * 30
    return [[began], *acts, [MatchEndedEntry(match_number, ((0, 30 + match_number, 1), (1, 20, 2)), "abcdef", record)]]


async def write_files_of_killed_host(folder: Path, killed: Path, matches: int = 3, actions: int = 80) -> None:
    """Write some matches and the beginning of another into a journal in `folder`, and copy its files, as they are then,
    to `killed`.
    """
    journal = await open_table_journal(folder / JOURNAL_FILE, lambda: 1000.0, SOLO_SLOT)
    table = TableEntry(b"s" * 32, 7, "", "Ann's table", "mad-queens", (), TABLE_CHAIRS)
    ticks: list[list[Entry]] = [[table, PERSON_IN_FIRST_SEAT]]
    for number in range(1, matches + 1):
        ticks += match_entries(number)
    ticks += match_entries(matches + 1, actions)[:-1]
    await journal.keep_host_token("token-ann")
    for tick in ticks:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        journal.commit(tick, done.set_result)
        assert await done is None
    shutil.copytree(folder, killed, ignore=shutil.ignore_patterns("*-shm"))
    await journal.close(is_over=True)


def content_of_journal(path: Path) -> tuple[Any, ...]:
    """Return everything that the program reads from a journal, for comparison.

    Raise `JournalDamaged` or `JournalUnusable` if the journal is damaged or cannot be used.
    """
    matches = finished_matches(path)
    with JournalDatabase(path, only_reading=True) as file:
        tables = file.rows("SELECT id, slot, opened, closed, own FROM tables")
        listed = file.rows("SELECT id, place, number, game, began, ended FROM matches")
        ticks = [file.ticks(number) for number, *_ in tables]
    records = [record_text(path, match.id) for match in matches]
    return matches, records, player_tallies(path), high_scores(path), tables, listed, ticks


def flip_bit(file: Path, chance: random.Random) -> None:
    """Flip one random bit of the file."""
    data = bytearray(file.read_bytes())
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    file.write_bytes(data)


def overwrite_bytes(file: Path, chance: random.Random) -> None:
    """Overwrite up to 1,024 bytes with zeros or random bytes."""
    data = bytearray(file.read_bytes())
    start, length = chance.randrange(len(data)), chance.choice((8, 200, 1024))
    length = min(length, len(data) - start)
    data[start : start + length] = chance.choice((bytes(length), chance.randbytes(length)))
    file.write_bytes(data)


def cut_file(file: Path, chance: random.Random) -> None:
    """Cut the file off at a random byte."""
    file.write_bytes(file.read_bytes()[: chance.randrange(file.stat().st_size)])


DAMAGE_FUNCTIONS: Final[tuple[Callable[[Path, random.Random], None], ...]] = (flip_bit, overwrite_bytes, cut_file)
"""The functions that damage a file at random, one for each kind of damage."""


def damage_file_and_read_journal(killed: Path, undamaged_content: object, name: str, seed: int, folder: Path) -> str:
    """Copy the folder `killed` to `folder`, damage the file `name` there, read the journal, and return how that ends.

    `seed` decides the damage; `undamaged_content` is what `content_of_journal` returns for the undamaged journal.
    ``said``: `JournalDamaged` was raised with one sentence, and no file was changed; ``no effect``: everything was read
    as before the damage. Any other outcome is a fault of the program, such as ``silent``: something else was read
    without an error.
    """
    shutil.copytree(killed, folder)
    chance = random.Random(seed)
    chance.choice(DAMAGE_FUNCTIONS)(folder / name, chance)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    try:
        found = content_of_journal(folder / JOURNAL_FILE)
    except (JournalDamaged, JournalUnusable) as error:
        try:
            JournalDatabase(folder / JOURNAL_FILE).close()
        except (JournalDamaged, JournalUnusable):
            pass
        else:
            return "opened for writing though not for reading"
        if any((folder / file).read_bytes() != content for file, content in before.items()):
            return "touched"
        return "said" if str(error).count(". ") == 0 and isinstance(error, JournalDamaged) else f"said {error}"
    return "no effect" if found == undamaged_content else "silent"


def main(damages: int) -> None:
    """Damage each file of a killed host `damages` times; print for each way in which reading it ended how often that
    happened.
    """
    memory = "/dev/shm"  # the files are synced at each opening
    with tempfile.TemporaryDirectory(dir=memory if os.path.isdir(memory) else None) as name:
        base = Path(name)
        asyncio.run(write_files_of_killed_host(base / "host", base / "killed"))
        shutil.copytree(base / "killed", base / "truth")
        truth = content_of_journal(base / "truth" / JOURNAL_FILE)
        for file in (JOURNAL_FILE, LOG_FILE, LOCK_FILE):
            outcomes: Counter[str] = Counter()
            for seed in range(damages):
                outcomes[damage_file_and_read_journal(base / "killed", truth, file, seed, base / "damaged")] += 1
                shutil.rmtree(base / "damaged")
            print(f"{file:24} {dict(outcomes)}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
