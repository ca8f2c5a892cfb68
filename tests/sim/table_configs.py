"""The tables of the simulator: small ones, with all options that hide, delay or time actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core import games

TABLE_CONFIGS_BY_SLUG: Final[Mapping[str, tuple[tuple[int, dict[str, object]], ...]]] = {
    "mad-queens": ((2, {}), (3, {"visibility": "sealed"}), (3, {"queen_choice": "player"})),
    "mad-queens-classic": ((2, {}), (3, {"queen_choice": "player"})),
    "big-queen": ((4, {"hand_size": 3, "max_rounds": 1}), (4, {"hand_size": 4, "max_rounds": 1, "catch_grace": 20})),
    "queens-dungeon": ((3, {"target": 60}), (4, {"target": 60, "reneging": "honour"}), (4, {"time_limit": 1})),
    "queen-bees-ii": ((3, {}), (4, {})),
}
"""Maps the slug of a game to the numbers of seats and the options of its simulated tables."""


def table_configs(game: str) -> tuple[tuple[int, dict[str, object]], ...]:
    """Return the seats and options of the tables of a game; for a game without a list, its smallest table."""
    return TABLE_CONFIGS_BY_SLUG.get(game, ((games[game].seats[0], {}),))
