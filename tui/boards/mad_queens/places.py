"""The places of the Mad Queens table where cards and points travel to and from, by name.

``row/2/5``  the card at index 2 of a row of 5 cards
``bank/♥``   the top card of the fan of hearts
``banked/♥`` the same place once the row is in the bank
``seat/3``   the block or lines of the player at seat 3
``queen``    the large picture of a Queen
``swept``    beside the right end of the row, where lost cards leave the table
``score``    the score in the status line
"""

from __future__ import annotations

from core import Card
from tui.boards.common.travel import CardPlace
from tui.boards.mad_queens.bank_fans import arrange_bank
from tui.boards.mad_queens.opponents import seat_rects
from tui.boards.mad_queens.own_area import row_fan, row_rect
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.zones import MadQueensLayout
from tui.cards import CHIP

_SCORE_COLUMN_FROM_RIGHT = 24
"""The column where points arrive in the status line, counted from its right end."""


def place_of(scene: MadQueensScene, layout: MadQueensLayout, name: str) -> CardPlace | None:
    """Return where the pile or card with this name lies in the layout of a scene; None if it is not visible."""
    kind, *rest = name.split("/")
    if kind == "row":
        return _place_in_row(layout, int(rest[0]), int(rest[1]))
    if kind == "swept":
        row = row_rect(layout)
        return CardPlace(row.right - layout.size.width, row.y, layout.size)
    if kind in ("bank", "banked"):
        bank = scene.view.cards(f"bank/{scene.focus}")
        return _place_in_bank(layout, bank + scene.row(scene.focus) if kind == "banked" else bank, rest[0])
    if kind == "seat":
        rect = seat_rects(layout, scene).get(int(rest[0]))
        return (
            None if rect is None else CardPlace(rect.x + 1, rect.y + min(2, rect.height - 1), layout.opponent_card_size)
        )
    if kind == "queen":
        return CardPlace(layout.banned_cards.x + 1, layout.banned_cards.y + 1, layout.banned_card_size)
    return CardPlace(max(layout.status.right - _SCORE_COLUMN_FROM_RIGHT, 0), layout.status.bottom - 1, CHIP)


def _place_in_row(layout: MadQueensLayout, index: int, card_count: int) -> CardPlace | None:
    """Return where the card at `index` of a row of `card_count` cards lies; None if the row has no room for it."""
    row = row_rect(layout)
    spot = next((spot for spot in row_fan(layout, card_count).places if spot.index == index), None)
    return None if spot is None else CardPlace(row.x + spot.x, row.y, layout.size)


def _place_in_bank(layout: MadQueensLayout, bank: tuple[Card, ...], suit: str) -> CardPlace | None:
    """Return the place of the top card of a suit in a bank; None if it has none of that suit."""
    bank_fans = arrange_bank(layout, bank)
    size = bank_fans.size
    fan = next((fan for fan in bank_fans.fans if fan.suit == suit), None)
    if fan is None:
        return None
    return CardPlace(
        layout.bank.x + fan.x + fan.columns(size) - size.width, layout.bank.y + bank_fans.first_row_of(fan), size
    )
