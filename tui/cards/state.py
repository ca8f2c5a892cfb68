"""States of a card on the table (selected, caught, …) as flags, and their badges: short words on a coloured ground."""

from __future__ import annotations

from enum import Flag
from typing import Final

from tui.cards.palette import BadgeColour


class State(Flag):
    """The state of a card. Flags combine: ``State.SELECTED | State.DOUBLED``.

    A card shows in its last row one badge, a short word on a coloured background: that of the first flag set in the
    order CAUGHT, BANNED, TEMP, TAKEN, ADVISED, TOP, DOUBLED, and one of its own if DOUBLED and TAKEN or TOP are set.
    The first row has that of a TRUMP, or of a DOUBLED card whose last row has room for TAKEN or TOP alone. A face-down
    card shows only whether it is selected or under the cursor.
    """

    NORMAL = 0
    """A card in none of the other states."""

    CAUGHT = 1
    """A card caught by a banned card."""

    BANNED = 2
    """A banned card."""

    TEMP = 4
    """A card that is banned for a time only."""
    DOUBLED = 8
    """A card equal to a banned card (an exact hit), which counts double."""
    DIM = 16
    """A card that cannot be played."""

    DOWN = 32
    """A card that lies face down."""

    SELECTED = 64
    """A card that the player has selected."""

    CURSOR = 128
    """The card under the cursor."""

    TRUMP = 256
    """A card that is painted as a trump, because its rank is trump in every suit."""

    SPENT = 1024
    """A card that has been played and lies beside the hand: it has no badge."""

    TOP = 512
    """The card of a bank that a Queen takes first."""

    ADVISED = 2048
    """A card of the hand that the coach advises to play."""

    TAKEN = 4096
    """A card of a bank that a Queen takes now."""


TOP_CARD_LABEL: Final = "TOP"
"""The badge of the card of a bank that a Queen takes first."""

TEMPORARY_CARD_LABEL: Final = "TEMP"
"""The badge of a temporary banned card, and its word where a text names one."""

ADVISED_CARD_LABEL: Final = "TIP"
"""The badge of a card that the coach advises to play."""

SHORTEST_ADVISED_CARD_LABEL: Final = "C"
"""That badge where there is room for one letter."""

TRUMP_LABEL: Final = "T"
"""The badge of a trump, one letter at every size: a longer one on some cards of a hand would look like another mark."""

_BADGES: Final[tuple[tuple[State, tuple[str, ...], BadgeColour], ...]] = (
    (State.CAUGHT, ("CAUGHT", "x"), "bad"),
    (State.BANNED, ("BANNED", "BAN", "B"), "bad"),
    (State.TEMP, (TEMPORARY_CARD_LABEL, "~"), "warn"),
    (State.TAKEN | State.DOUBLED, ("TAKEN x2", "TAKENx2", "TAKEN", "!x2", "!2", "!"), "queen"),
    (State.TAKEN, ("TAKEN", "!"), "queen"),
    (State.ADVISED, (ADVISED_CARD_LABEL, SHORTEST_ADVISED_CARD_LABEL), "gold"),
    (State.TOP | State.DOUBLED, (f"{TOP_CARD_LABEL} x2", f"{TOP_CARD_LABEL}x2", TOP_CARD_LABEL, "T"), "gold"),
    (State.TOP, (TOP_CARD_LABEL, "T"), "gold"),
    (State.DOUBLED, ("x2", "2"), "good"),
    (State.TRUMP, (TRUMP_LABEL,), "gold"),
)
"""Rows of a state, the texts of its badge from the longest to the shortest, and the colour of the badge; the first row
whose flags are all set counts.
"""


def first_row_badge_state(state: State, last_row_columns: int) -> State:
    """Return the state whose badge stands in the first row of a card that is no trump: DOUBLED if its last row, with
    `last_row_columns` columns for a badge, has room for TAKEN or TOP alone; NORMAL for none.
    """
    others = state & (State.TAKEN | State.TOP)
    says_others_alone = badge(state, last_row_columns) == badge(others, last_row_columns)
    return State.DOUBLED if others and State.DOUBLED in state and says_others_alone else State.NORMAL


def badge(state: State, max_width: int) -> tuple[str, BadgeColour] | None:
    """Return the longest badge (a short word on a coloured background) of `state` that fits into `max_width` columns,
    and the name of its colour in the palette.

    Return None if the state has no badge or not even a letter fits.
    """
    for flag, words, colour in _BADGES:
        if flag in state:
            return next(((word, colour) for word in words if len(word) <= max_width), None)
    return None
