"""The pictures of the gallery, and for each what is pressed and played until it can be taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from msgspec.structs import replace
from textual.pilot import Pilot

from core import Record
from net.client.events import VerificationResult
from net.client.playback import Playback
from net.protocol.table_state import Clock, Total
from tests.gallery.moments import (
    SEAT_COUNT,
    FoundMoment,
    MomentCondition,
    classic_turn_in_progress,
    find_moment,
    find_round,
    following_is_restricted,
    heart_counts_double,
    play_ends_with_our_banking,
    queen_of_spades_is_laid,
    queen_takes_bank_cards,
    row_in_progress,
    row_is_caught,
    seat_goes_to_dungeon,
    take_brings_others_along,
)
from tests.gallery.stage import StagedClient
from tests.gallery.staged_nearby_tables import StagedNearbyTables, found_table
from tests.gallery.staged_statistics import statistics
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.screens.analysis import AnalysisScreen
from tui.screens.home import HomeScreen
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.settings import SettingsScreen
from tui.screens.themes import ThemesScreen

if TYPE_CHECKING:
    from tui.boards.common.board import Board
    from tui.boards.mad_queens.board import MadQueensBoard
    from tui.boards.tricks.board import TrickBoard
    from tui.screens.match import MatchScreen

FOLDER: Final = Path(__file__).resolve().parents[2] / "screenshots"
"""Where the pictures are."""

SMALL: Final = ((80, 24),)
"""The size in columns and rows of a picture of a window that anybody has."""

MIDDLE: Final = ((120, 40),)
"""The size of a picture that shows more with some room."""

BOARD_SIZES: Final = ((120, 40), (80, 24), (160, 50), (200, 60))
"""The sizes of the boards, each of which has a layout of its own."""

RECORDS: Final = Path(__file__).resolve().parents[1] / "conformance" / "records"
"""Where the records of kept matches are."""

KEPT_MATCH: Final = RECORDS / "queens-dungeon-4-default.txt"
"""The record of the match that the replay shows."""

MAD_QUEENS_MATCH: Final = RECORDS / "mad-queens-4-default.txt"
"""The record of the match that is analysed."""

STILL_PACE: Final = 1e6
"""A pace at which no frame of a board ends by itself."""

VERDICT: Final = "Fair deal: everybody shuffled together, and nobody could choose the cards. All 168 moves were legal."
"""The verdict on the match whose result is shown."""

WON_SEED: Final = "20"
"""The seed of a match that the person wins."""

PictureScript: TypeAlias = Callable[[QueensApp, Pilot[Any]], Awaitable[None]]
"""Brings a running program to what a picture shows."""


@dataclass(frozen=True)
class Picture:
    """A picture: its name, one line on what it shows, the script that gets there, and its sizes in columns and rows."""

    name: str
    shows: str
    act: PictureScript
    sizes: tuple[tuple[int, int], ...] = MIDDLE

    def files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield the file and the size of each version of the picture."""
        for width, height in self.sizes:
            yield FOLDER / f"{self.name}-{width}x{height}.svg", (width, height)


# How to get there


async def home(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the home screen, where the program begins, with its panels."""
    assert isinstance(app.screen, HomeScreen)
    await app.screen.read_results().wait()
    await pilot.pause()


async def lesson(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a lesson just after a card was caught in it."""
    app.settings.lessons["mad-queens"] = 4
    await app.lessons.show("mad-queens")
    await pilot.pause()
    await pilot.press("space")
    await pilot.pause()


async def set_up(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the set-up of a table, with its house rules."""
    await pilot.press("t", "right", "right", "down")
    await pilot.pause()


async def nearby(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the tables on the same network."""
    app.new_table_browser = StagedNearbyTables(  # type: ignore[assignment]
        found_table("Ada"),
        found_table("Björn", game="queens-dungeon", seats=8, free=5, locked=True, ping=12),
        found_table("Chidi", game="big-queen", seats=6, free=0, ping=7),
    )
    await pilot.press("j")
    await pilot.pause()


async def rulebook(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the rules of a game."""
    await pilot.press("r")
    await pilot.pause()


async def hint(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a play in progress, with the hint of the coach."""
    await mad_queens_moment(row_in_progress, None)(app, pilot)
    await pilot.press("h")
    screen = cast("MatchScreen", app.screen)
    if screen.thinking is not None:
        await screen.thinking.wait()
    await pilot.pause()


async def replay(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a kept match in the middle of its replay."""
    record = Record.parse(KEPT_MATCH.read_text(encoding="utf-8"))
    await app.push_screen(ReplayScreen(Playback(record, 0), f"All {len(record.actions)} moves were legal."))
    await app.workers.wait_for_complete()
    await pilot.press(*["right"] * 27)
    await pilot.pause()


async def analysis(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show what happened in a kept match of Mad Queens, whose coach needs no samples."""
    record = Record.parse(MAD_QUEENS_MATCH.read_text(encoding="utf-8"))
    await app.push_screen(AnalysisScreen(record, 0, ""))
    await app.workers.wait_for_complete()
    await pilot.pause()


async def themes(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the choice of a theme."""
    await app.push_screen(ThemesScreen())
    await pilot.pause()


async def settings(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the settings."""
    await app.push_screen(SettingsScreen())
    await pilot.pause()


async def table_menu(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show what the owner can do about the table during a match."""
    await absence(app, pilot)
    await pilot.press("m")
    await pilot.pause()


async def lobby(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a table with two people, a bot and a free seat."""
    app.go_to_table(TableRequest("host", seats=4, bots=1))
    await pilot.pause()
    session = app.session
    assert session is not None
    client = session.client
    assert isinstance(client, StagedClient)
    client.set_people(("Nora", "Ada", "", "Chidi"), bots=(3,), spectators=("Dora",))
    seats = client.table.seats
    client.set_table_state(
        seats=(seats[0], replace(seats[1], ready=True), *seats[2:]),
        matches=2,
        totals=(Total("Ada", 2, 2, 61), Total("Nora", 2, 0, 48)),
    )
    client.receive_chat("Ada", "Who else is coming?")
    client.receive_chat("Nora", "Björn is on his way.")
    await pilot.pause()


async def absence(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a match with a clock in which an absent person is waited for."""
    app.go_to_table(TableRequest("host"))
    await pilot.pause()
    session = app.session
    assert session is not None
    client = session.client
    assert isinstance(client, StagedClient)
    client.start_match()
    await pilot.pause()
    ada = replace(client.table.seats[1], bot="", here=False, away_until=25.0)
    client.set_table_state(seats=(client.table.seats[0], ada, *client.table.seats[2:]), clock=Clock(20.0, 14.0, 0))
    await pilot.pause()


def mad_queens_moment(wanted: MomentCondition, is_shown: Callable[[MadQueensBoard], bool] | None) -> PictureScript:
    """Return a script that plays Mad Queens to a moment.

    If `is_shown` is given, the script stops at the first frame of the last action for which it is true.
    """
    return _moment_script(lambda: find_moment(wanted), "mad-queens", SEAT_COUNT, is_shown)


def round_game_moment(
    slug: str,
    seats: int,
    wanted: MomentCondition,
    is_shown: Callable[[TrickBoard], bool] | None = None,
) -> PictureScript:
    """Return a script that plays a game to a turn of seat 0.

    If `is_shown` is given, the script stops at the first frame of the last action for which it is true.
    """
    return _moment_script(lambda: find_round(slug, seats, wanted), slug, seats, is_shown)


def bars_are_down(board: TrickBoard) -> bool:
    """Whether the bars of the dungeon are down and the lowered score is shown."""
    dungeon = board.scene.effect.dungeon
    return dungeon is not None and dungeon.score == dungeon.new_score


def big_queen_is_shown(board: Any) -> bool:
    """Whether the large picture of the big Queen is shown."""
    return bool(board.scene.effect.queen)


def then_press(script: PictureScript, *keys: str) -> PictureScript:
    """Return a script that runs another one and then presses keys."""

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        """Run the script, then press the keys."""
        await script(app, pilot)
        await pilot.press(*keys)
        await pilot.pause()

    return act


def _moment_script(
    finder: Callable[[], FoundMoment], slug: str, seats: int, is_shown: Callable[[Any], bool] | None
) -> PictureScript:
    """Return a script that plays a found match and stops at the first frame for which `is_shown` is true.

    Without `is_shown` it stops when all frames of the last action have passed.
    """

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        """Play the found match to the moment."""
        found = finder()
        app.go_to_table(TableRequest("play", game=slug, seats=seats, seed=found.seed))
        await pilot.pause()
        session = app.session
        assert session is not None
        for action in found.actions[:-1]:
            session.client.send_action(action)
        await pilot.pause()
        screen: MatchScreen = app.screen  # type: ignore[assignment]
        board: Board[Any] = screen.board
        if is_shown is not None:
            board.animation.enabled = True
            board.animation.pace = board.animation.slowest_queen_pace = STILL_PACE
        session.client.send_action(found.actions[-1])
        await pilot.pause()
        if is_shown is not None:
            while board.animating and not is_shown(board):
                board.animation.next_frame()
        await pilot.pause()

    return act


def result_of(seed: str) -> PictureScript:
    """Return a script that plays a whole match and shows its result."""

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        """Play the match, check it, and go on to the result."""
        app.go_to_table(TableRequest("play", seed=seed))
        await pilot.pause()
        session = app.session
        assert session is not None
        client = session.client
        assert isinstance(client, StagedClient)
        client.play_on()
        await pilot.pause()
        assert client.match is not None
        await session.handle_event(VerificationResult(True, VERDICT, client.match.record))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        await app.workers.wait_for_complete()
        app.screen.end_focus_delay()
        await pilot.pause()

    return act


def event_is_shown(board: MadQueensBoard) -> bool:
    """Whether the board shows the banner of an event."""
    return board.scene.effect.banner is not None


PICTURES: Final = (
    Picture("home", "the home screen", home),
    Picture("lesson", "a lesson of Mad Queens", lesson),
    Picture("settings", "what can be set", settings, SMALL),
    Picture("set-up", "a table is set up", set_up, SMALL),
    Picture("nearby", "tables on the same network", nearby, SMALL),
    Picture("rulebook", "the rules of a game", rulebook, SMALL),
    Picture("replay", "a match that was kept is shown again", replay),
    Picture("analysis", "what happened in a match, and what cost most", analysis),
    Picture("statistics", "how a person has done", statistics),
    Picture("choose-theme", "a theme is chosen", themes, SMALL),
    Picture("lobby", "a table before the match", lobby, SMALL),
    Picture("absence", "a clock, and somebody who is waited for", absence, SMALL),
    Picture("about-the-table", "what can be done about a table", table_menu, SMALL),
    Picture("play", "a play of Mad Queens", mad_queens_moment(row_in_progress, None), BOARD_SIZES),
    Picture("hint", "what the coach would do", hint),
    Picture("catch", "a card is caught", mad_queens_moment(row_is_caught, event_is_shown)),
    Picture("queen", "a Queen takes her price", mad_queens_moment(queen_takes_bank_cards, event_is_shown)),
    Picture("exact", "an exact hit counts double", mad_queens_moment(heart_counts_double, event_is_shown), SMALL),
    Picture("barrier", "a play ends", mad_queens_moment(play_ends_with_our_banking, None), SMALL),
    Picture(
        "classic-turn",
        "a turn of Mad Queens Classic",
        round_game_moment("mad-queens-classic", 4, classic_turn_in_progress),
        BOARD_SIZES,
    ),
    Picture(
        "dungeon-play",
        "a trick of Queen's Dungeon",
        round_game_moment("queens-dungeon", 8, following_is_restricted),
        BOARD_SIZES,
    ),
    Picture(
        "dungeon-bars",
        "somebody goes to the dungeon",
        round_game_moment("queens-dungeon", 4, seat_goes_to_dungeon, bars_are_down),
    ),
    Picture(
        "bees-play",
        "a trick of Queen Bees II",
        round_game_moment("queen-bees-ii", 4, following_is_restricted),
        BOARD_SIZES,
    ),
    Picture(
        "big-queen-take",
        "what a take would bring",
        then_press(round_game_moment("big-queen", 6, take_brings_others_along), "f"),
        BOARD_SIZES,
    ),
    Picture(
        "big-queen-laid",
        "the big Queen",
        round_game_moment("big-queen", 4, queen_of_spades_is_laid, big_queen_is_shown),
    ),
    Picture("result", "how a match ended, and its story", result_of("3")),
    Picture("victory", "a match that is won", result_of(WON_SEED), SMALL),
)
"""All pictures of single screens."""
