"""The pictures of the backs of cards, as editable text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.cards.sizes import HUGE, LARGE, MID, MINI, Size

CROWNS: Final[Mapping[Size, tuple[str, ...]]] = {
    MINI: ("◣▲◢", "───", "◥▼◤"),
    MID: ("╭───╮", "│◣▲◢│", "│───│", "│◥▼◤│", "╰───╯"),
    LARGE: ("╭─────╮", "│ ◣▲◢ │", "│ ═══ │", "│──◆──│", "│ ═══ │", "│ ◥▼◤ │", "╰─────╯"),
    HUGE: (
        "╭─────────╮",
        "│◆   ·   ◆│",
        "│  ◣◣▲◢◢  │",
        "│  ═════  │",
        "│◆───◆───◆│",
        "│  ═════  │",
        "│  ◥◥▼◤◤  │",
        "│◆   ·   ◆│",
        "╰─────────╯",
    ),
}
"""A crown and its mirror image by the size of the card; its frame is left out if the card has one of its own."""

CROWNS_IN_ASCII: Final[Mapping[Size, tuple[str, ...]]] = {
    MINI: ("WWW", "---", "MMM"),
    MID: ("+---+", "|WWW|", "|---|", "|MMM|", "+---+"),
    LARGE: ("+-----+", "|. . .|", "|WWWWW|", "|--*--|", "|MMMMM|", "|' ' '|", "+-----+"),
    HUGE: (
        "+---------+",
        "|*       *|",
        "|  . . .  |",
        "|  WWWWW  |",
        "|*---*---*|",
        "|  MMMMM  |",
        "|  ' ' '  |",
        "|*       *|",
        "+---------+",
    ),
}
"""`CROWNS` in ASCII."""
