"""The pictures of the gallery, each with a script that presses keys and plays until the picture can be taken."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from textual.pilot import Pilot

from core import Record
from net.client.playback import Playback
from net.host.local_client import LocalClient
from tests.gallery.history_screens import show_analysis, show_home_of_player, show_statistics
from tests.gallery.moments import (
    SEAT_COUNT,
    FoundMoment,
    MomentCondition,
    find_mad_queens_moment,
    find_moment_after_own_action,
    find_moment_at_own_turn,
    heart_counts_double,
    is_classic_turn_in_progress,
    is_row_caught,
    is_row_in_progress,
    may_take_several_discards,
    must_follow_suit_in_later_hand,
    play_ends_with_banking_of_seat_0,
    queen_of_spades_is_laid,
    queen_takes_bank_cards,
    seat_goes_to_dungeon,
)
from tests.gallery.seeded_table import (
    act_for_person,
    opener_of_seeded_tables,
    wait_for_decision,
)
from tests.gallery.table_screens import show_absence, show_lobby, show_nearby_tables, show_result, show_table_menu
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.screens.home import HomeScreen
from tui.screens.replay import ReplayScreen
from tui.screens.settings import SettingsScreen
from tui.screens.themes import ThemesScreen

if TYPE_CHECKING:
    from tui.boards.common.board import Board
    from tui.boards.mad_queens.board import MadQueensBoard
    from tui.boards.tricks.board import TrickBoard
    from tui.screens.match import MatchScreen

SCREENSHOTS_FOLDER: Final = Path(__file__).resolve().parents[2] / "screenshots"
"""Path of the folder with the pictures."""

SMALL_SIZE_ONLY: Final = ((80, 24),)
"""The sizes, in columns and rows, of a picture that is taken only in the smallest usual terminal."""

MIDDLE_SIZE_ONLY: Final = ((120, 40),)
"""The sizes, in columns and rows, of a picture that is taken only in a terminal of middle size."""

BOARD_SIZES: Final = ((120, 40), (80, 24), (160, 50), (200, 60))
"""The sizes, in columns and rows, in which pictures of boards are taken: a board has another layout for each."""

RECORDS_FOLDER: Final = Path(__file__).resolve().parents[1] / "conformance" / "records"
"""Path of the folder with the record of the match that the replay shows."""

REPLAYED_RECORD_FILE: Final = RECORDS_FOLDER / "queens-dungeon-4-default.txt"
"""Path of the record of the match that the replay shows."""


PACE_THAT_HOLDS_FRAMES: Final = 1e6
"""A pace of animation so slow that no frame on a board ends by itself."""


def hold_frames(screen: MatchScreen) -> None:
    """Let no frame on the board of a match end by itself, also not once only bots still decide: the screen then gives
    the board its normal pace again.
    """
    animation = screen.board.animation
    screen._normal_pace = animation.pace = animation.slowest_queen_pace = PACE_THAT_HOLDS_FRAMES


SEED_OF_LOST_MATCH: Final = "2"
"""The seed of a table at which the person in the picture is third of four."""

SEED_OF_WON_MATCH: Final = "22"
"""The seed of a table at which the person in the picture wins."""

PictureScript: TypeAlias = Callable[[QueensApp, Pilot[Any]], Awaitable[None]]
"""A function that brings a running program to the state that a picture shows."""


@dataclass(frozen=True)
class Picture:
    """A picture: its name, one line that says what it shows, the script that leads there, and its sizes in columns and
    rows.
    """

    name: str
    description: str
    script: PictureScript
    sizes: tuple[tuple[int, int], ...] = MIDDLE_SIZE_ONLY

    def files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield, for each size of the picture, the file and the size."""
        for width, height in self.sizes:
            yield SCREENSHOTS_FOLDER / f"{self.name}-{width}x{height}.svg", (width, height)


# Functions that bring the program to the screen of a picture


async def show_home_screen(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the home screen, where the program begins, with its panels."""
    assert isinstance(app.screen, HomeScreen)
    await app.screen.read_results().wait()
    await pilot.pause()


async def show_lesson(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a lesson just after a card was caught in it."""
    app.settings.lessons["mad-queens"] = 2
    await app.lessons.show_lesson("mad-queens")
    await pilot.pause()
    await pilot.press("space")
    await pilot.pause()


async def show_set_up(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the screen that sets up a table, with its house rules."""
    await pilot.press("t", "right", "right", "down")
    await pilot.pause()


async def show_rulebook(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the rules of a game."""
    await pilot.press("r")
    await pilot.pause()


async def show_hint(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show a play in progress, with a hint of the coach."""
    await script_to_mad_queens_moment(is_row_in_progress, None)(app, pilot)
    await pilot.press("i")
    screen = cast("MatchScreen", app.screen)
    if screen.hint.thinking is not None:
        await screen.hint.thinking.wait()
    await pilot.pause()


async def show_replay(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the replay of a kept match, in the middle of the match."""
    record = Record.parse(REPLAYED_RECORD_FILE.read_text(encoding="utf-8"))
    await app.push_screen(ReplayScreen(Playback(record, 0), f"All {len(record.actions)} moves followed the rules."))
    await app.workers.wait_for_complete()
    await pilot.press(*["right"] * 27)
    await pilot.pause()


async def show_themes(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the screen on which a theme is chosen."""
    await app.push_screen(ThemesScreen())
    await pilot.pause()


async def show_settings(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the settings screen."""
    await app.push_screen(SettingsScreen())
    await pilot.pause()


def script_to_mad_queens_moment(
    condition: MomentCondition, is_shown: Callable[[MadQueensBoard], bool] | None
) -> PictureScript:
    """Return a script that plays Mad Queens until the condition is met.

    If `is_shown` is given, the script stops at the first frame of the last action for which it returns true.
    """
    return script_to_found_moment(lambda: find_mad_queens_moment(condition), "mad-queens", SEAT_COUNT, is_shown)


def script_to_turn(
    slug: str,
    seats: int,
    condition: MomentCondition,
    is_shown: Callable[[TrickBoard], bool] | None = None,
) -> PictureScript:
    """Return a script that plays a game until a turn of seat 0 at which the condition is met.

    If `is_shown` is given, the script stops at the first frame of the last action for which it returns true.
    """
    return script_to_found_moment(lambda: find_moment_at_own_turn(slug, seats, condition), slug, seats, is_shown)


def dungeon_bars_are_lowered(board: TrickBoard) -> bool:
    """Whether the board shows the bars of the dungeon all the way down, and the lowered score."""
    dungeon = board.scene.effect.dungeon
    return dungeon is not None and dungeon.score == dungeon.new_score


def big_queen_is_shown(board: Any) -> bool:
    """Whether the board shows the large picture of the card called the big Queen."""
    return bool(board.scene.effect.shows_queen)


def script_with_keys(script: PictureScript, *keys: str) -> PictureScript:
    """Return a script that runs another one and then presses keys."""

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        """Run the script, then press the keys."""
        await script(app, pilot)
        await pilot.press(*keys)
        await pilot.pause()

    return act


def script_to_found_moment(
    finder: Callable[[], FoundMoment], slug: str, seats: int, is_shown: Callable[[Any], bool] | None
) -> PictureScript:
    """Return a script that plays the match that `finder` finds, and stops at the first frame for which `is_shown` is
    true. Without `is_shown` it stops when all frames of the last action have passed. The script fails if no frame is
    found: the board may have skipped it because too many others waited.
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
        board.animation.finish()  # results of earlier rounds have been read
        if is_shown is not None:
            board.animation.enabled = True
            hold_frames(screen)
        session.client.send_action(found.actions[-1])
        await pilot.pause()
        if is_shown is not None:
            while board.animating and not is_shown(board):
                board.animation.next_frame()
            assert is_shown(board), "no frame of the last action is the one that was wanted"
        await pilot.pause()

    return act


def script_to_result(seed: str) -> PictureScript:
    """Return a script that plays a whole match at a seeded table and shows its result."""

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        """Play the match, and go on to its result."""
        client = await begin_seeded_match(app, pilot, seed)
        while await wait_for_decision([client]):
            act_for_person(client)
        await show_result(app, pilot)

    return act


async def begin_seeded_match(app: QueensApp, pilot: Pilot[Any], seed: str) -> LocalClient:
    """Begin a match of Mad Queens at a seeded table, and return the client of the person in the program."""
    app.tables.opener = opener_of_seeded_tables(seed)
    app.go_to_table(TableRequest("play"))
    await pilot.pause()
    session = app.session
    assert session is not None
    assert isinstance(session.client, LocalClient)
    return session.client


def event_is_shown(board: MadQueensBoard) -> bool:
    """Whether the board shows the banner of an event."""
    return board.scene.effect.banner is not None


PICTURES: Final = (
    Picture("home", "the home screen", show_home_screen),
    Picture("home-of-player", "the home screen of somebody who plays", show_home_of_player),
    Picture("lesson", "a lesson of Mad Queens", show_lesson),
    Picture("settings", "what can be set", show_settings, SMALL_SIZE_ONLY),
    Picture("set-up", "a table is set up", show_set_up, SMALL_SIZE_ONLY),
    Picture("nearby", "tables on the same network", show_nearby_tables, SMALL_SIZE_ONLY),
    Picture("rulebook", "the rules of a game", show_rulebook, SMALL_SIZE_ONLY),
    Picture("replay", "a match that was kept is shown again", show_replay),
    Picture("analysis", "what happened in a match, and what cost most", show_analysis),
    Picture("statistics", "how a person has done", show_statistics),
    Picture("choose-theme", "a theme is chosen", show_themes, SMALL_SIZE_ONLY),
    Picture("lobby", "a table before the match", show_lobby, SMALL_SIZE_ONLY),
    Picture("absence", "a clock, and somebody who is waited for", show_absence, SMALL_SIZE_ONLY),
    Picture("about-the-table", "what can be done about a table", show_table_menu, SMALL_SIZE_ONLY),
    Picture("play", "a play of Mad Queens", script_to_mad_queens_moment(is_row_in_progress, None), BOARD_SIZES),
    Picture("hint", "what the coach would do", show_hint),
    Picture("catch", "a card is caught", script_to_mad_queens_moment(is_row_caught, event_is_shown)),
    Picture("queen", "a Queen takes her price", script_to_mad_queens_moment(queen_takes_bank_cards, event_is_shown)),
    Picture(
        "exact",
        "an exact hit counts double",
        script_to_mad_queens_moment(heart_counts_double, event_is_shown),
        SMALL_SIZE_ONLY,
    ),
    Picture(
        "barrier", "a play ends", script_to_mad_queens_moment(play_ends_with_banking_of_seat_0, None), SMALL_SIZE_ONLY
    ),
    Picture(
        "classic-turn",
        "a turn of Mad Queens Classic",
        script_to_turn("mad-queens-classic", 4, is_classic_turn_in_progress),
        BOARD_SIZES,
    ),
    Picture(
        "dungeon-play",
        "a trick of Queen's Dungeon",
        script_to_turn("queens-dungeon", 8, must_follow_suit_in_later_hand),
        BOARD_SIZES,
    ),
    Picture(
        "dungeon-bars",
        "somebody goes to the dungeon",
        script_to_turn("queens-dungeon", 4, seat_goes_to_dungeon, dungeon_bars_are_lowered),
    ),
    Picture(
        "bees-play",
        "a trick of Queen Bees II",
        script_to_turn("queen-bees-ii", 4, must_follow_suit_in_later_hand),
        BOARD_SIZES,
    ),
    Picture(
        "big-queen-take",
        "what a take would bring",
        script_with_keys(script_to_turn("big-queen", 6, may_take_several_discards), "f"),
        BOARD_SIZES,
    ),
    Picture(
        "big-queen-laid",
        "the big Queen",
        script_to_found_moment(
            lambda: find_moment_after_own_action("big-queen", 4, queen_of_spades_is_laid),
            "big-queen",
            4,
            big_queen_is_shown,
        ),
    ),
    Picture("result", "how a match ended, and its story", script_to_result(SEED_OF_LOST_MATCH)),
    Picture("victory", "a match that is won", script_to_result(SEED_OF_WON_MATCH), SMALL_SIZE_ONLY),
)
"""All pictures of single screens, in the order in which they are drawn."""
