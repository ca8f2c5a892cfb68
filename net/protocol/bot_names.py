"""The names of bots, and the temperament that belongs to each name, by which people learn how a bot plays."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.temperament import (
    BOLD,
    CAREFUL,
    PLAIN,
    QUEEN_LOVER,
    Temperament,
)

TEMPERAMENT_BY_NAME: Final[Mapping[str, Temperament]] = MappingProxyType(
    {
        "Ada": PLAIN, "Bea": CAREFUL, "Cleo": BOLD, "Dora": QUEEN_LOVER, "Edda": PLAIN, "Fay": BOLD,
        "Gwen": CAREFUL, "Hedy": QUEEN_LOVER, "Ines": BOLD, "Jane": CAREFUL, "Kora": PLAIN, "Lena": QUEEN_LOVER,
        "Mary": CAREFUL, "Nora": BOLD, "Olga": PLAIN, "Page": QUEEN_LOVER, "Rosa": BOLD, "Sofie": CAREFUL,
        "Tess": QUEEN_LOVER, "Uma": PLAIN, "Vera": CAREFUL, "Wanda": BOLD,
    }
)  # fmt: skip
"""Maps the name of each bot to its temperament, in the order in which names are given.

The temperament of a name must never change: the journal stores only the name, and after a restart a match goes on with
the temperament that the bot had before.
"""

BOT_NAMES: Final = tuple(TEMPERAMENT_BY_NAME)
"""The names of bots, in the order of the seats that they are for."""


def usual_bot_name(seat: int) -> str:
    """Return the name of the bot in a seat; after the last name the first is used again. A number is added elsewhere if
    it is taken."""
    return BOT_NAMES[seat % len(BOT_NAMES)]


def bot_name_without_number(name: str) -> str:
    """Return the name of a bot without the number that was added if the name was taken."""
    return name.partition(" ")[0]


def temperament_of(name: str) -> Temperament:
    """Return the temperament of the bot with this name, with or without a number after it; plain for another name."""
    return TEMPERAMENT_BY_NAME.get(bot_name_without_number(name), PLAIN)
