"""The pictures of the gallery, and how to get to what each of them shows."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec.structs import replace
from textual.pilot import Pilot

from core import Record
from net.client.playback import Playback
from net.protocol.table_state import Clock, Total
from tests.gallery.moments import (
    SEATS,
    FoundMoment,
    Wanted,
    classic_turn_in_progress,
    find,
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
from tests.gallery.neighbourhood import Neighbourhood, found
from tests.gallery.stage import StagedClient
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen

if TYPE_CHECKING:
    from tui.boards.common.board import Board
    from tui.boards.mad_queens.board import MadQueensBoard
    from tui.boards.tricks.board import TrickBoard
    from tui.screens.match import MatchScreen

FOLDER: Final = Path(__file__).resolve().parents[2] / "screenshots"
SIZES: Final = ((80, 24), (120, 40))
KEPT_MATCH: Final = Path(__file__).resolve().parents[1] / "conformance" / "records" / "queens-dungeon-4-default.txt"
STILL: Final = 1e6
"""A pace at which no frame of a board ever passes by itself."""

PictureScript: TypeAlias = Callable[[QueensApp, Pilot[Any]], Awaitable[None]]


@dataclass(frozen=True)
class Picture:
    """One picture: its name, one line on what it shows, and what has to be done to get there."""

    name: str
    shows: str
    act: PictureScript

    def files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield the SVG file of each size."""
        for width, height in SIZES:
            yield FOLDER / f"{self.name}-{width}x{height}.svg", (width, height)


# How to get there


async def home(app: QueensApp, pilot: Pilot[Any]) -> None:
    """The home screen is there from the beginning."""


async def set_up(app: QueensApp, pilot: Pilot[Any]) -> None:
    """A table is being set up, with its house rules."""
    await pilot.press("t", "right", "right", "down")
    await pilot.pause()


async def nearby(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Tables on the same network."""
    app.new_table_browser = Neighbourhood(  # type: ignore[assignment]
        found("Ada"),
        found("Björn", game="queens-dungeon", seats=8, free=5, locked=True, ping=12),
        found("Chidi", game="big-queen", seats=6, free=0, ping=7),
    )
    await pilot.press("j")
    await pilot.pause()


async def rulebook(app: QueensApp, pilot: Pilot[Any]) -> None:
    """The rules of a game."""
    await pilot.press("r")
    await pilot.pause()


async def replay(app: QueensApp, pilot: Pilot[Any]) -> None:
    """A match that was kept, on its way."""
    record = Record.parse(KEPT_MATCH.read_text(encoding="utf-8"))
    await app.push_screen(ReplayScreen(Playback(record, 0), f"The {len(record.actions)} actions follow the rules."))
    await pilot.press(*["right"] * 27)
    await pilot.pause()


async def table_menu(app: QueensApp, pilot: Pilot[Any]) -> None:
    """What the owner may do about a table in a match."""
    await absence(app, pilot)
    await pilot.press("m")
    await pilot.pause()


async def lobby(app: QueensApp, pilot: Pilot[Any]) -> None:
    """A table with two people, a bot and a free seat."""
    app.go_to_table(TableRequest("host", seats=4, bots=1))
    await pilot.pause()
    session = app.session
    assert session is not None
    client = session.client
    assert isinstance(client, StagedClient)
    client.people(("You", "Ada", "", "Chidi"), bots=(3,), watchers=("Dora",))
    seats = client.table.seats
    client.run(
        seats=(seats[0], replace(seats[1], ready=True), *seats[2:]),
        matches=2,
        totals=(Total("Ada", 2, 2, 61), Total("You", 2, 0, 48)),
    )
    client.hear("Ada", "Who else is coming?")
    client.hear("You", "Björn is on his way.")
    await pilot.pause()


async def absence(app: QueensApp, pilot: Pilot[Any]) -> None:
    """A match with a clock, in which somebody is waited for."""
    app.go_to_table(TableRequest("host"))
    await pilot.pause()
    session = app.session
    assert session is not None
    client = session.client
    assert isinstance(client, StagedClient)
    client.start_match()
    await pilot.pause()
    ada = replace(client.table.seats[1], bot="", here=False, away_until=25.0)
    client.run(seats=(client.table.seats[0], ada, *client.table.seats[2:]), clock=Clock(20.0, 14.0, 0))
    await pilot.pause()


def at(wanted: Wanted, look: Callable[[MadQueensBoard], bool] | None) -> PictureScript:
    """Return the way to a moment of a match: to the last action before it, and on to what `look` wants to see."""
    return _to_moment(lambda: find(wanted), "mad-queens", SEATS, look)


def in_round(
    slug: str,
    seats: int,
    wanted: Wanted,
    look: Callable[[TrickBoard], bool] | None = None,
) -> PictureScript:
    """Return the way to our turn in a game of turns, or to what `look` wants to see on the way there."""
    return _to_moment(lambda: find_round(slug, seats, wanted), slug, seats, look)


def bars_are_down(board: TrickBoard) -> bool:
    """The bars are down and the score has fallen."""
    dungeon = board.scene.effect.dungeon
    return dungeon is not None and dungeon.score == dungeon.new


def big_queen_is_shown(board: Any) -> bool:
    """The big Queen shows herself large."""
    return bool(board.scene.effect.queen)


def then_press(way: PictureScript, *keys: str) -> PictureScript:
    """Return a way that goes on with some keys."""

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        await way(app, pilot)
        await pilot.press(*keys)
        await pilot.pause()

    return act


def _to_moment(
    finder: Callable[[], FoundMoment], slug: str, seats: int, look: Callable[[Any], bool] | None
) -> PictureScript:
    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        found = finder()
        app.go_to_table(TableRequest("play", game=slug, seats=seats, seed=found.seed))
        await pilot.pause()
        session = app.session
        assert session is not None
        for action in found.actions[:-1]:
            session.client.send_action(action)
        await pilot.pause()
        room: MatchScreen = app.screen  # type: ignore[assignment]
        board: Board[Any] = room.board
        if look is not None:
            board.animated, board.pace = True, STILL
        session.client.send_action(found.actions[-1])
        await pilot.pause()
        if look is not None:
            while board.animating and not look(board):
                board.next_frame()
        await pilot.pause()

    return act


async def result(app: QueensApp, pilot: Pilot[Any]) -> None:
    """A whole match, to the standings."""
    app.go_to_table(TableRequest("play", seed="3"))
    await pilot.pause()
    session = app.session
    assert session is not None
    client = session.client
    assert isinstance(client, StagedClient)
    client.play_on()
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(app.screen, ResultScreen)
    app.screen.end_focus_delay()
    await pilot.pause()


PICTURES: Final = (
    Picture("home", "the home screen", home),
    Picture("set-up", "a table is set up", set_up),
    Picture("nearby", "tables on the same network", nearby),
    Picture("rulebook", "the rules of a game", rulebook),
    Picture("replay", "a match that was kept is shown again", replay),
    Picture("lobby", "a table before the match", lobby),
    Picture("absence", "a clock, and somebody who is waited for", absence),
    Picture("about-the-table", "what can be done about a table", table_menu),
    Picture("play", "a play in progress", at(row_in_progress, None)),
    Picture("catch", "a card is caught", at(row_is_caught, lambda board: board.scene.effect.banner is not None)),
    Picture(
        "queen",
        "a Queen takes her price",
        at(queen_takes_bank_cards, lambda board: board.scene.effect.banner is not None),
    ),
    Picture(
        "exact", "an exact hit counts double", at(heart_counts_double, lambda b: b.scene.effect.banner is not None)
    ),
    Picture(
        "classic-turn", "a turn of Mad Queens Classic", in_round("mad-queens-classic", 4, classic_turn_in_progress)
    ),
    Picture("dungeon-play", "a trick of Queen's Dungeon", in_round("queens-dungeon", 8, following_is_restricted)),
    Picture(
        "dungeon-bars",
        "somebody goes to the dungeon",
        in_round("queens-dungeon", 4, seat_goes_to_dungeon, bars_are_down),
    ),
    Picture("bees-play", "a trick of Queen Bees II", in_round("queen-bees-ii", 4, following_is_restricted)),
    Picture(
        "big-queen-take", "what a take would bring", then_press(in_round("big-queen", 6, take_brings_others_along), "f")
    ),
    Picture("big-queen-laid", "the big Queen", in_round("big-queen", 4, queen_of_spades_is_laid, big_queen_is_shown)),
    Picture("barrier", "a play ends", at(play_ends_with_our_banking, None)),
    Picture("result", "the final standings", result),
)
