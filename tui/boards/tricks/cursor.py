"""Pointing: which card, suit and leftover the keys are at, and where the next key leads."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from core import Card
from core.engine.cards import SUITS
from core.queens_dungeon import may_follow, parts_of
from tui.boards.tricks.scene import TrickScene


class Pointer(Struct, frozen=True):
    """What is pointed at: a card of the hand and its place there, a suit to name, a leftover to take."""

    cursor: Card | None = None
    place: int = 0
    suit: str = SUITS[0]
    picked: Card | None = None


def suits_to_name(scene: TrickScene) -> list[str]:
    """Return the suits that may be named trump now."""
    return [str(action[1]) for action in scene.legal if action.verb == "trump"]


def leftovers_to_take(scene: TrickScene) -> list[Card]:
    """Return the leftovers that a swap may take."""
    return list(dict.fromkeys(action.cards[1] for action in scene.legal if action.verb == "swap"))


def pointed(scene: TrickScene, at: Pointer, new_decision: bool) -> Pointer:
    """Return a pointer to what is there.

    With `new_decision` its card is one that may be played: the nearest to the last one. In Queen's Dungeon it is no
    Queen as long as there is another card, for a Queen given away by one key is worth a lot to somebody else, and no
    wrong card, for on one's honour a slip should be one's own.
    """
    backs, suits = leftovers_to_take(scene), suits_to_name(scene)
    if at.picked not in backs:
        at = replace(at, picked=backs[0] if backs else None)
    if suits and at.suit not in suits:
        at = replace(at, suit=suits[0])
    scene = replace(scene, picked=at.picked)
    hand, playable = scene.hand, _right(scene)
    if at.cursor in hand and not (new_decision and playable and at.cursor not in playable):
        return at
    places = [place for place, card in enumerate(hand) if card in playable] or list(range(len(hand)))
    if not places:
        return replace(at, cursor=None)
    nearest = min(places, key=lambda place: (scene.dungeon and hand[place].rank == "Q", abs(place - at.place)))
    return replace(at, cursor=hand[nearest], place=nearest)


def _right(scene: TrickScene) -> frozenset[Card]:
    """Return the cards that may be played and are right, where wrong ones may be played too (QD-45)."""
    playable, trick = scene.playable, scene.view.cards("trick")
    if not scene.dungeon or scene.phase != "play" or not trick or not playable:
        return playable
    right = may_follow(scene.hand, parts_of(scene.hand), trick[0] // 13, bool(scene.view.facts["challenge"]))
    return playable & {action.cards[0] for action in right}


def at_card(scene: TrickScene, at: Pointer, card: Card) -> Pointer:
    """Return a pointer to a card of the hand."""
    return replace(at, cursor=card, place=scene.hand.index(card)) if card in scene.hand else at


def moved(scene: TrickScene, at: Pointer, step: int) -> Pointer:
    """Return the pointer so many cards further; while trump is named, so many suits."""
    suits, hand = suits_to_name(scene), scene.hand
    if suits:
        return replace(at, suit=suits[(suits.index(at.suit) + step) % len(suits)])
    if not hand:
        return at
    place = hand.index(at.cursor) if at.cursor in hand else 0
    return at_card(scene, at, hand[(place + step) % len(hand)])


def picking(scene: TrickScene, at: Pointer, step: int) -> Pointer:
    """Return the pointer at another of the leftovers."""
    backs = leftovers_to_take(scene)
    if at.picked is None or at.picked not in backs:
        return at
    return replace(at, picked=backs[(backs.index(at.picked) + step) % len(backs)])


def jumped(scene: TrickScene, at: Pointer, wanted: Sequence[Card]) -> Pointer:
    """Return the pointer at the next of some cards, those first that may be played."""
    wanted = [card for card in wanted if card in scene.playable] or wanted
    if not wanted:
        return at
    place = wanted.index(at.cursor) + 1 if at.cursor in wanted else 0
    return at_card(scene, at, wanted[place % len(wanted)])
