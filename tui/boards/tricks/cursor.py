"""The cursor of the trick board (hand card, suit, leftover card), and its movement by keys."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from core import Action, Card
from core.engine.cards import SUITS
from core.queens_dungeon import masks_of_hand, plays_to_follow
from tui.boards.tricks.scene import TrickScene
from tui.boards.tricks.trick_view import is_trump, rank_in_suit


class TrickCursor(Struct, frozen=True):
    """The target of the keys: a card of the hand, a suit to name, or a leftover card to take."""

    card: Card | None = None
    """The card of the hand, None while the keys point at none."""
    hand_index: int = 0
    """The index of the card in the hand."""
    is_chosen: bool = False
    """Whether the person has pointed at the card, so that it is kept if it can be played."""
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

    With `new_decision` its card is the one that the person chose, if it can be played, else the lowest playable one,
    which is neither a trump nor in Queen's Dungeon a Queen while there is another card: the card under the cursor
    looks like advice, so it is the one that costs least. Nor is it a card that breaks the rules, because in the honour
    mode a wrong card must be the player's own mistake.
    """
    backs, suits = swappable_leftovers(scene), nameable_suits(scene)
    if cursor.picked_leftover not in backs:
        cursor = replace(cursor, picked_leftover=backs[0] if backs else None)
    if suits and cursor.suit not in suits:
        cursor = replace(cursor, suit=suits[0])
    scene = replace(scene, picked_leftover=cursor.picked_leftover)
    hand, playable = scene.hand, cards_that_follow_suit(scene)
    is_kept = not (new_decision and playable) or (cursor.is_chosen and cursor.card in playable)
    if cursor.card in hand and is_kept:
        return cursor
    places = [place for place, card in enumerate(hand) if card in playable] or list(range(len(hand)))
    if not places:
        return replace(cursor, card=None)

    def cost(place: int) -> tuple[int, ...]:
        """Return what the card at a place of the hand is worth, as a sort key."""
        card = hand[place]
        is_queen = scene.has_dungeon and card.rank == "Q"
        return is_queen, is_trump(scene.view, card), rank_in_suit(scene.view, card), abs(place - cursor.hand_index)

    index = min(places, key=cost)
    return replace(cursor, card=hand[index], hand_index=index, is_chosen=False)


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
    if card not in scene.hand:
        return cursor
    return replace(cursor, card=card, hand_index=scene.hand.index(card), is_chosen=True)


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
