"""Measures how large the journal is after an hour of a thousand people who chat and swap seats all the time.

``python -m tests.bench.journal_size [SECONDS]``. Time is virtual: every second is one tick of the table, in which each
person makes a request every fifth second, two thirds of them changes of place. The disk is real.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from pathlib import Path

from core import games
from net.errors import NetError
from net.journal import JOURNAL_FILE, SOLO_SLOT, open_table_journal
from net.limits import PROTOCOL_VERSION
from net.protocol.messages import ClientMessage, Hello, SendChat, Sit, Stand
from net.table.spec import TableSpec
from net.table.table import Table
from net.table.tick import Input, MessageReceived

PEOPLE_COUNT = 1_000
"""Number of people at the table."""

BOT_COUNT = 200
"""Number of bots at the table, which has as many seats as people."""

SECONDS_BETWEEN_REQUESTS = 5
"""The time between two requests of one person."""


def bytes_in_folder(folder: Path) -> int:
    """Return the bytes in all files of a folder."""
    return sum(file.stat().st_size for file in folder.iterdir())


async def measure_restless_table(seconds: int, folder: Path) -> tuple[int, int]:
    """Simulate a table whose people chat and swap seats for `seconds` virtual seconds, with its journal in `folder`.

    Return the bytes of all entries written, and the bytes of the files when they were largest.
    """
    chance = random.Random(1)
    table = Table(TableSpec(games["mad-queens"], PEOPLE_COUNT, {}, seed=7, bots=BOT_COUNT), bytes(32), chance.randbytes)
    journal = await open_table_journal(folder / JOURNAL_FILE, lambda: 1000.0, SOLO_SLOT)
    inputs: list[Input] = [
        MessageReceived(at, Hello(PROTOCOL_VERSION, f"Person {at}")) for at in range(1, PEOPLE_COUNT + 1)
    ]
    largest = 0
    for second in range(seconds):
        result = table.handle(inputs, float(second))
        done: asyncio.Future[NetError | None] = asyncio.get_running_loop().create_future()
        if result.journal:
            journal.commit(result.journal, done.set_result)
            assert await done is None
        largest = max(largest, bytes_in_folder(folder))
        inputs = []
        for at in range(1 + second % SECONDS_BETWEEN_REQUESTS, PEOPLE_COUNT + 1, SECONDS_BETWEEN_REQUESTS):
            seat = chance.randrange(PEOPLE_COUNT)
            message: ClientMessage = chance.choice((SendChat("hello"), Sit(seat), Stand(), Sit()))
            inputs.append(MessageReceived(at, message))
    written = journal._writer._file.tick_bytes if journal._writer._file is not None else 0
    await journal.close(is_over=False)
    return written, largest


def main() -> None:
    """Print the figures for the number of seconds that the command line names, or for an hour."""
    with tempfile.TemporaryDirectory() as name:
        written, largest = asyncio.run(measure_restless_table(int((sys.argv[1:] or ["3600"])[0]), Path(name)))
        print(f"{written / 1e6:.1f} MB written as ticks; file and log took at most {largest / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
