"""The places of the table of a trick game where cards and points travel to and from, by name.

``hand/3``    the hand of the player at seat 3; my own hand at the card that I have played
``trick/3``   the place of that player's card in the trick
``seat/3``    the tricks that the player has taken; for the seat at the bottom, beside or above the hand
``points/3``  the score of the player
"""

from __future__ import annotations

from tui.boards.common.travel import CardPlace
from tui.boards.tricks.hand import hand_rect
from tui.boards.tricks.layout import TrickLayout
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.seats import size_of_backs
from tui.boards.tricks.table import card_rects_by_seat, other_players
from tui.boards.tricks.table_places import PLATE_ROWS, OpponentPlaces
from tui.boards.tricks.taken_tricks import taken_tricks
from tui.boards.tricks.trick_view import sorted_hand, trick_by_player
from tui.cards import CHIP, MINI, fan


def place_of(scene: TrickScene, layout: TrickLayout, name: str) -> CardPlace | None:
    """Return where the pile or card with this name lies in the layout of a scene; None if it is not visible."""
    kind, number = name.split("/")
    player = int(number)
    if kind == "trick":
        rect = card_rects_by_seat(layout, scene)[player]
        return CardPlace(rect.x, rect.y, layout.size)
    if player == scene.focus:
        if kind == "hand":
            return _place_in_own_hand(scene, layout)
        if kind == "seat" and layout.card_row is not None:
            x = layout.card_row.right - len(taken_tricks(scene)) * layout.card_row.step
            return CardPlace(max(x, layout.card_row.x), layout.hand.y + 1, MINI)
        size = CHIP if kind == "points" else MINI
        return CardPlace(max(layout.title.right - 16, 0), layout.title.y - size.height + 1, size)
    opponent = dict(zip(other_players(scene), layout.opponents, strict=True))[player]
    return _place_at_seat(opponent, kind)


def _place_at_seat(opponent: OpponentPlaces, kind: str) -> CardPlace:
    """Return a place of another player: of the hand, the tricks taken or the score, by `kind`."""
    plate = opponent.plate
    if kind == "points":
        return CardPlace(max(plate.right - 6, plate.x), plate.y, CHIP)
    if kind == "hand" and opponent.hand is not None:
        size = size_of_backs(opponent.hand)
        return CardPlace(opponent.hand.x + (opponent.hand.width - size.width) // 2, opponent.hand.y, size)
    if kind == "seat" and opponent.hand is not None:
        return CardPlace(opponent.hand.right - MINI.width, opponent.hand.bottom - MINI.height, MINI)
    return CardPlace(plate.x + 1, plate.y + min(PLATE_ROWS, plate.height - 1), CHIP)


def _place_in_own_hand(scene: TrickScene, layout: TrickLayout) -> CardPlace:
    """Return the place in my hand of the card that I have just played, or the middle of the hand."""
    size = layout.hand_size
    played = [card for player, card in trick_by_player(scene.view) if player == scene.focus]
    hand = sorted_hand(scene.view, (*scene.hand, *played), scene.sort_order)
    rect = hand_rect(layout, len(hand) or scene.cards_held(scene.focus))
    y = rect.y + 1 if rect.height else rect.y - size.height
    middle = CardPlace(rect.x + (rect.width - size.width) // 2, y, size)
    if scene.watching or not played or scene.effect.cards_dealt is not None or size is CHIP:
        return middle
    index = hand.index(played[0])
    spot = next((spot for spot in fan(len(hand), rect.width, size, focus=index).places if spot.index == index), None)
    return middle if spot is None else CardPlace(rect.x + spot.x, rect.y + 1, size)
