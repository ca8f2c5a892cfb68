"""The home screen of a person who has played for a while, for a picture."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from textual.pilot import Pilot

from core import games
from net.journal import UnfinishedTable
from tests.gallery.staged_nearby_tables import StagedNearbyTables, make_found_table
from tests.gallery.staged_statistics import POINTS_AGAINST_OTHERS, POINTS_ALONE, RANKS
from tui.app.app import QueensApp
from tui.screens.home import HomeScreen
from tui.text.own_results import OwnResults

NOON_OF_UNFINISHED_MATCH: Final = datetime(2026, 11, 14, 12, tzinfo=UTC).timestamp()
"""The time at which the unfinished match began, in seconds since 1970; it is on the same day in nearly all time
zones."""

UNFINISHED_MATCH: Final = UnfinishedTable(
    1,
    "queens-dungeon",
    ("Nora", "Bea", "Cleo", "Dora"),
    90,
    NOON_OF_UNFINISHED_MATCH,
    ("", "careful", "careful", "careful"),
    current_part="Hand 3",
    scores=(155, 120, 80, 95),
)
"""The match against bots that the person has left."""

OTHER_MATCHES: Final = {"big-queen": (2, 3, 1240), "queens-dungeon": (1, 6, 505)}
"""Maps each other game that the person has played to (matches won, matches, best result)."""

MATCH_COUNT: Final = len(RANKS) + len(POINTS_ALONE) + sum(played for _, played, _ in OTHER_MATCHES.values())
"""The number of all matches of the person."""

RESULTS: Final = OwnResults(
    {
        **dict.fromkeys(games, ("", "")),
        "mad-queens": (f"won {RANKS.count(1)}/{len(RANKS)}", f"best {max(POINTS_AGAINST_OTHERS)}"),
        **{slug: (f"won {won}/{played}", f"best {best}") for slug, (won, played, best) in OTHER_MATCHES.items()},
    },
    f"Mad Queens: you {POINTS_AGAINST_OTHERS[-1]}, Ada 41",
)
"""The person's results in each game, and the last match."""


async def show_home_of_player(app: QueensApp, pilot: Pilot[Any]) -> None:
    """Show the home screen with an unfinished match, the last match, a table nearby and the best results."""
    home = app.screen
    assert isinstance(home, HomeScreen)
    await home.read_results().wait()
    app.new_table_browser = StagedNearbyTables(make_found_table("Ada"))  # type: ignore[assignment]
    await home.search_nearby().wait()
    home.show_unfinished((UNFINISHED_MATCH,))
    home.show_results(RESULTS)
    await pilot.pause()
