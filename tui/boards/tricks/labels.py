"""The names of actions, Queens and orders of the hand on the trick board, and names of players cut to a width."""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len

from core import Card
from tui.drawing import clip

_NUMBERED_NAME_PATTERN: Final = re.compile(r"(.).* (\d+)")
"""The pattern of a name that ends with a number, as seats and some bots have: groups for the first letter and the
number."""

CALL_CHALLENGE_LABEL: Final = "Call the Queen's Challenge"
"""The label of the action `challenge`."""

OWN_UP_LABEL: Final = "Own up to a wrong card"
"""The label of the action `own-up`."""

ACCUSE_LABEL: Final = "Accuse somebody of a wrong card"
"""The label of the actions `accuse`."""

TAKE_SPARE_HAND_LABEL: Final = "Take the spare hand"
"""The label of the action `exchange`."""

WRONG_CARD_QUESTION: Final = "Who played a wrong card?"
"""The question to a player who accuses somebody."""

TITLE_BY_QUEEN_SUIT: Final = {
    "♣": "the warrior of clubs",
    "♦": "the schemer of diamonds",
    "♥": "the mad tyrant of hearts",
    "♠": "the widow of spades",
}
"""Maps the suit of a Queen to her title, as her portrait shows her (`tui/cards/art/portraits.py`)."""

HAND_SORT_LABELS = {"suit": "by suit", "rank": "by rank", "trumps": "trumps first"}
"""Maps each order in which a hand can be sorted to its label."""


def short_name(name: str, width: int, cut_mark: str = "…") -> str:
    """Return a name in at most `width` cells: whole, else with its number as in ``S4``, else clipped with the
    `cut_mark`."""
    numbered = _NUMBERED_NAME_PATTERN.fullmatch(name)
    if cell_len(name) > width and numbered and len(f"{numbered[1]}{numbered[2]}") <= width:
        return f"{numbered[1]}{numbered[2]}"
    return clip(name, width, cut_mark)


def card_text(card: Card | None) -> str:
    """Return a card as text for a button; "" if `card` is None."""
    return f" {card}" if card is not None else ""
