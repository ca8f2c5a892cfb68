"""A match on the real screen of the program, without a terminal; the bytes written are counted by part of the screen.

The program takes `time.monotonic` when it is imported: install a `VirtualClock` before you import this module.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from textual import events
from textual.driver import Driver
from textual.geometry import Region, Size

from net.client.deal_memory import DealMemory
from tests.bench.paced_client import PacedClient
from tests.bench.virtual_clock import VirtualClock
from tui.app.app import QueensApp
from tui.app.terminal_driver import ProgramWithByteBudget
from tui.connect.request import TableRequest
from tui.connect.table_handle import TableHandle
from tui.screens.match import MatchScreen
from tui.settings import Settings

BOT_NAMES: Final = ("Nora", "Ada", "Björn", "Chidi")
"""Names of the players, all of them bots."""

SECONDS_BETWEEN_END_CHECKS: Final = 1.0
"""Time between two checks of whether the match is over."""

SEQUENCE_OR_CHARACTER_PATTERN: Final = re.compile(r"\x1b\[([?>]?[\d;]*)([A-Za-z])|([^\x1b])")
"""Pattern of a terminal's control sequence with its parameters and its last letter, or of one character that is shown.
"""


class WrittenBytes(NamedTuple):
    """The bytes written at a time in seconds, by part: ``movement``, ``scenes``, ``log`` and ``rest``."""

    seconds: float
    bytes_by_screen_part: Counter[str]


class CountingDriver(Driver):
    """A Textual driver without a terminal, which counts what is written."""

    columns_and_rows = (80, 24)

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.writes: list[WrittenBytes] = []
        self._moves_at = -1.0

    def write(self, data: str) -> None:
        """Count the bytes of each part of `data`, and report them to the program, which limits how many bytes it
        writes.
        """
        budget, now = cast("ProgramWithByteBudget", self._app).byte_budget, self._loop.time()
        if budget.movement_is_planned:
            self._moves_at = now  # an update is several writes: its beginning and its end are their own
        budget.record_written(len(data.encode()))
        self.writes.append(
            WrittenBytes(now, bytes_by_screen_part(data, self._app.screen, shows_movement=now == self._moves_at))
        )

    def start_application_mode(self) -> None:
        """Tell the program how large the terminal is."""
        size = Size(*self.columns_and_rows)
        self._app.post_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """Do nothing: there is no input."""

    def stop_application_mode(self) -> None:
        """Do nothing: there is no terminal to leave."""


def bytes_by_screen_part(text: str, screen: Any, *, shows_movement: bool) -> Counter[str]:
    """Return how many bytes of a written text belong to each part of `screen`; `shows_movement` says whether the text
    shows a movement. A control sequence counts for the part of the first character that follows it.
    """
    parts: Counter[str] = Counter()
    board, log, on_board = Region(), Region(), "rest"
    if isinstance(screen, MatchScreen):
        board = screen.board.region
        zone = screen.board.log_zone(*screen.board.size)
        if zone is not None:
            log = Region(zone.x, zone.y, zone.width, zone.height).translate(board.offset)
        on_board = "movement" if shows_movement else "scenes"
    x = y = ahead = 0
    for found in SEQUENCE_OR_CHARACTER_PATTERN.finditer(text):
        parameters, kind, character = found.groups()
        ahead += len(found[0].encode())
        numbers = [int(number) for number in (parameters or "").split(";") if number.isdigit()]
        if kind == "H":
            y, x = numbers[0] - 1, numbers[1] - 1
        elif kind == "G":
            x = numbers[0] - 1
        elif character is not None:
            parts["log" if (x, y) in log else on_board if (x, y) in board else "rest"] += ahead
            x, ahead = x + 1, 0
    parts["rest"] += ahead
    return parts


def play_measured_match(
    clock: VirtualClock, slug: str, size: tuple[int, int], seed: str, colours: str
) -> list[WrittenBytes]:
    """Play a match of a game between bots and return what is written; `colours` is the value of the environment
    variable COLORTERM.
    """
    with tempfile.TemporaryDirectory() as folder:
        loop = clock.new_loop()
        try:
            return loop.run_until_complete(run_program_until_match_is_over(slug, size, seed, colours, Path(folder)))
        finally:
            loop.close()


async def run_program_until_match_is_over(
    slug: str, size: tuple[int, int], seed: str, colours: str, folder: Path
) -> list[WrittenBytes]:
    """Run the program until the match is over and the screen is at rest; return what is written."""
    client = PacedClient(slug, BOT_NAMES, seed)

    async def open_table(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Open the table of the match."""
        return TableHandle(client, request)

    settings = Settings(name=BOT_NAMES[0], named=True, remarks=False)
    request = TableRequest("play", game=slug, seats=len(BOT_NAMES), seed=seed)
    terminal = {"TERM": "xterm-256color", "COLORTERM": colours}
    app = QueensApp(settings, folder, request, environment=terminal, opener=open_table)
    app.driver_class = type("SizedDriver", (CountingDriver,), {"columns_and_rows": size})
    app.watch_terminal = lambda: None  # type: ignore[method-assign]
    app._sync_available = True  # the terminal shows whole updates at once

    def exit_after_match() -> None:
        """End the program if the match is over."""
        over = client.match is not None and client.match.over
        if over and isinstance(app.screen, MatchScreen) and not app.screen.board.animating:
            app.exit()
        else:
            asyncio.get_running_loop().call_later(SECONDS_BETWEEN_END_CHECKS, exit_after_match)

    asyncio.get_running_loop().call_later(SECONDS_BETWEEN_END_CHECKS, exit_after_match)
    await app.run_async(size=size)
    assert isinstance(app._driver, CountingDriver)
    return app._driver.writes
