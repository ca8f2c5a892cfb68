"""The pictures of the backs of cards, as editable text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tui.cards.sizes import GRAND, HUGE, LARGE, MID, MINI, Size

BACK_CROWN_BY_SIZE: Final[Mapping[Size, tuple[str, ...]]] = {
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
    GRAND: (
        "╭─────────────╮",
        "│◆     ·     ◆│",
        "│             │",
        "│   ◣◣◣▲◢◢◢   │",
        "│   ═══════   │",
        "│             │",
        "│◆─────◆─────◆│",
        "│             │",
        "│   ═══════   │",
        "│   ◥◥◥▼◤◤◤   │",
        "│             │",
        "│◆     ·     ◆│",
        "╰─────────────╯",
    ),
}
"""Maps the size of a card to the picture on its back: a crown above its mirror image, in rows of characters.

The picture includes a frame if cards of this size have none.
"""

ASCII_BACK_CROWN_BY_SIZE: Final[Mapping[Size, tuple[str, ...]]] = {
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
    GRAND: (
        "+-------------+",
        "|*           *|",
        "|             |",
        "|   . . . .   |",
        "|   WWWWWWW   |",
        "|             |",
        "|*-----*-----*|",
        "|             |",
        "|   MMMMMMM   |",
        "|   ' ' ' '   |",
        "|             |",
        "|*           *|",
        "+-------------+",
    ),
}
"""The same pictures as in `BACK_CROWN_BY_SIZE`, in ASCII."""
