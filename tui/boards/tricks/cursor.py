"""The cursor of the trick board (hand card, suit, leftover card), and its movement by keys."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from core import Action, Card
from core.engine.cards import SUITS
from core.queens_dungeon import masks_of_hand, plays_to_follow
from tui.boards.tricks.scene import TrickScene


class TrickCursor(Struct, frozen=True):
    """The target of the keys: a card of the hand, a suit to name, or a leftover card to take."""

    card: Card | None = None
    """The card of the hand, None while the keys point at none."""
    hand_index: int = 0
    """The index of the card in the hand."""
    suit: str = SUITS[0]
    """The suit to name."""
    picked_leftover: Card | None = None
    """The leftover card to take, None while the keys point at none."""


def nameable_suits(scene: TrickScene) -> list[str]:
    """Return the suits that may be named trump now."""
    return [str(action[1]) for action in scene.legal if action.verb == "trump"]


def swappable_leftovers(scene: TrickScene) -> list[Card]:
    """Return the leftover cards that a swap may take."""
    return list(dict.fromkeys(action.cards[1] for action in scene.legal if action.verb == "swap"))


def valid_cursor(scene: TrickScene, cursor: TrickCursor, new_decision: bool) -> TrickCursor:
    """Return `cursor`, moved to cards and suits that exist.

    With `new_decision` its card is the nearest playable one. In Queen's Dungeon this is not a Queen while there is
    another card, because a Queen played by mistake is worth a lot to another player. Nor is it a card that breaks the
    rules, because in the honour mode a wrong card must be the player's own mistake.
    """
    backs, suits = swappable_leftovers(scene), nameable_suits(scene)
    if cursor.picked_leftover not in backs:
        cursor = replace(cursor, picked_leftover=backs[0] if backs else None)
    if suits and cursor.suit not in suits:
        cursor = replace(cursor, suit=suits[0])
    scene = replace(scene, picked_leftover=cursor.picked_leftover)
    hand, playable = scene.hand, cards_that_follow_suit(scene)
    if cursor.card in hand and not (new_decision and playable and cursor.card not in playable):
        return cursor
    places = [place for place, card in enumerate(hand) if card in playable] or list(range(len(hand)))
    if not places:
        return replace(cursor, card=None)
    nearest = min(
        places, key=lambda place: (scene.has_dungeon and hand[place].rank == "Q", abs(place - cursor.hand_index))
    )
    return replace(cursor, card=hand[nearest], hand_index=nearest)


def cards_that_follow_suit(scene: TrickScene) -> frozenset[Card]:
    """Return the legal cards that follow suit; in the honour mode other cards are legal, too (QD-45)."""
    playable, trick = scene.playable_cards, scene.view.cards("trick")
    if not scene.has_dungeon or scene.phase != "play" or not trick or not playable:
        return playable
    right = plays_to_follow(scene.hand, masks_of_hand(scene.hand), trick[0] // 13, bool(scene.view.facts["challenge"]))
    return playable & {action.cards[0] for action in right}


def action_at_cursor(scene: TrickScene, cursor: TrickCursor) -> Action | None:
    """Return the action that the card or suit under the cursor stands for, legal or not; None if there is no card."""
    if "trump" in scene.verbs:
        return Action(("trump", cursor.suit))
    if cursor.card is None:
        return None
    if "swap" in scene.verbs and cursor.picked_leftover is not None:
        return Action(("swap", cursor.card, cursor.picked_leftover))
    return Action(("play", cursor.card))


def cursor_at_card(scene: TrickScene, cursor: TrickCursor, card: Card) -> TrickCursor:
    """Return the cursor moved to a card of the hand; unchanged if the hand does not have it."""
    return replace(cursor, card=card, hand_index=scene.hand.index(card)) if card in scene.hand else cursor


def cursor_at_action(scene: TrickScene, cursor: TrickCursor, action: Action) -> TrickCursor:
    """Return the cursor moved to the cards or the suit of an action; unchanged if it has none."""
    if action.verb == "trump":
        return replace(cursor, suit=str(action[1]))
    if action.verb == "swap":
        cursor = replace(cursor, picked_leftover=action.cards[1])
    return cursor_at_card(scene, cursor, action.cards[0]) if action.verb in ("play", "swap") else cursor


def move_cursor(scene: TrickScene, cursor: TrickCursor, step: int) -> TrickCursor:
    """Return the cursor moved by `step` cards, past an end to the other; while trump is named, by `step` suits."""
    suits, hand = nameable_suits(scene), scene.hand
    if suits:
        return replace(cursor, suit=suits[(suits.index(cursor.suit) + step) % len(suits)])
    if not hand:
        return cursor
    place = hand.index(cursor.card) if cursor.card in hand else 0
    return cursor_at_card(scene, cursor, hand[(place + step) % len(hand)])


def cursor_at_end(scene: TrickScene, cursor: TrickCursor, *, last: bool) -> TrickCursor:
    """Return the cursor at the first or the `last` card; while trump is named, at such a suit."""
    suits, hand = nameable_suits(scene), scene.hand
    if suits:
        return replace(cursor, suit=suits[-last])
    return cursor_at_card(scene, cursor, hand[-last]) if hand else cursor


def cursor_at_leftover(scene: TrickScene, cursor: TrickCursor, step: int) -> TrickCursor:
    """Return the cursor moved by `step` leftover cards; unchanged if it is on none."""
    backs = swappable_leftovers(scene)
    if cursor.picked_leftover is None or cursor.picked_leftover not in backs:
        return cursor
    return replace(cursor, picked_leftover=backs[(backs.index(cursor.picked_leftover) + step) % len(backs)])


def cursor_at_next(scene: TrickScene, cursor: TrickCursor, cards: Sequence[Card]) -> TrickCursor:
    """Return the cursor moved to the next card of `cards`, a playable one if there is one.

    If `cards` is empty, the cursor stays.
    """
    cards = [card for card in cards if card in scene.playable_cards] or cards
    if not cards:
        return cursor
    place = cards.index(cursor.card) + 1 if cursor.card in cards else 0
    return cursor_at_card(scene, cursor, cards[place % len(cards)])
