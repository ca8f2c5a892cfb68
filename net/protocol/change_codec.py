"""Encodes changes and views of `core` as values in messages, their *wire form*, and decodes them.

Both ends have the game's layout, so a pile or fact is sent as its index in it. A card that moves is one byte. A card in
the value of a fact or remark is a MessagePack extension (`CARD_EXTENSION`), so that it is never mistaken for a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from msgspec.msgpack import Ext

from core import Card, Change, Fact, FactChanged, Moved, Place, Remark, Shuffled, Value, View
from core.engine.cards import CARDS
from core.engine.piles import BOX, EVERYONE, TOP_POSITION, Layout, is_in_audience
from net.errors import Malformed
from net.limits import MAX_FACT_VALUE_DEPTH, MAX_PILE_CARDS, MAX_SHORT_TEXT_CHARACTERS
from net.protocol.messages import WireChange, WireFact, WireMoved, WireRemark, WireShuffled, WireView
from net.protocol.sanitize import clean_text

ItemT = TypeVar("ItemT", Place, Fact)
"""Type variable for an item of a layout that a change names by its index: the place of a pile, or a fact."""

CARD_EXTENSION: Final = 1
"""The code of the MessagePack extension type for a card; its data is one byte, the card's number."""

_EXTENSION_BY_CARD: Final = tuple(Ext(CARD_EXTENSION, bytes((card,))) for card in CARDS)
"""For each card the MessagePack extension that stands for it in a value."""


# Writing


def encode_value(value: Value) -> object:
    """Return the value of a fact or remark in the form in which messages carry it (wire form)."""
    if isinstance(value, Card):
        return _EXTENSION_BY_CARD[value]
    if isinstance(value, tuple):
        return tuple(map(encode_value, value))
    return value


def encode_change(change: Change) -> WireChange:
    """Return a change, already reduced to what its audience may know, in the form in which messages carry it (wire
    form)."""
    match change:
        case Moved(_, source, target, cards, at):
            return WireMoved(
                source.layout_index, target.layout_index, cards if isinstance(cards, int) else bytes(cards), at
            )
        case FactChanged(_, fact, value):
            return WireFact(fact.layout_index, encode_value(value))
        case Remark(_, key, seat, particulars):
            return WireRemark(key, seat, tuple(map(encode_value, particulars)))
        case Shuffled(_, place):
            return WireShuffled(place.layout_index)


def encode_view(view: View, layout: Layout) -> WireView:
    """Return a view, already reduced to what its audience may know, in the form in which messages carry it (wire
    form)."""
    piles = (view.piles[place.name] for place in layout.piles)
    facts = (view.facts[fact.name] for fact in layout.facts if fact.name in view.facts)
    return WireView(
        tuple(pile if isinstance(pile, int) else bytes(pile) for pile in piles),
        tuple(map(encode_value, facts)),
    )


# Reading


def decode_value(wire: object, depth: int = MAX_FACT_VALUE_DEPTH) -> Value:
    """Return the value of a fact or remark from its wire form; raises `Malformed` if `wire` is no such form.

    `depth` is how many levels of lists it may have.
    """
    if wire is None or isinstance(wire, bool):
        return wire
    if isinstance(wire, str):
        return _check_text(wire)
    if isinstance(wire, int):
        return wire
    if isinstance(wire, Ext) and wire.code == CARD_EXTENSION and len(number := bytes(wire.data)) == 1:
        return _cards_with_numbers(number)[0]
    if isinstance(wire, tuple | list) and depth:
        return tuple(decode_value(item, depth - 1) for item in wire)
    raise Malformed("A value in a change is neither a number, a text, a card nor a list of these.")


@lru_cache(maxsize=1024)
def _check_text(text: str) -> str:
    """Return `text`, a value of the rules, unchanged; raises `Malformed` if it is too long or has hidden characters."""
    if clean_text(text, MAX_SHORT_TEXT_CHARACTERS) != text:
        raise Malformed("A word in a change is unknown to the rules of every game.")
    return text


def _cards_with_numbers(numbers: bytes) -> tuple[Card, ...]:
    """Return the cards with these numbers, one byte each; raises `Malformed` for a number that no card has."""
    try:
        return tuple(CARDS[number] for number in numbers)
    except IndexError:
        raise Malformed("A card's number is from 0 to 52.") from None


class ChangeDecoder:
    """Decodes the changes and views of games with one layout of piles and facts.

    Every method raises `Malformed` for values that do not fit the layout.
    """

    __slots__ = ("_layout",)

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def decode_change(self, wire: WireChange) -> Change:
        """Return the change that a message carries in its wire form."""
        match wire:
            case WireMoved(source, target, cards, at):
                what = _cards_with_numbers(cards) if isinstance(cards, bytes) else check_card_count(cards)
                return Moved(
                    EVERYONE, self._place_at(source), self._place_at(target), what, at if at >= 0 else TOP_POSITION
                )
            case WireFact(fact, value):
                return FactChanged(EVERYONE, self._fact_at(fact), decode_value(value))
            case WireRemark(key, seat, particulars):
                return Remark(EVERYONE, _check_text(key), seat, tuple(map(decode_value, particulars)))
            case WireShuffled(place):
                return Shuffled(EVERYONE, self._place_at(place))

    def decode_changes(self, wire: Iterable[WireChange]) -> tuple[Change, ...]:
        """Return the changes that a message carries in their wire form."""
        return tuple(map(self.decode_change, wire))

    def decode_view(
        self, wire: WireView, game: str, seats: int, options: Mapping[str, Value], seat: int | None
    ) -> View:
        """Return the view of `seat` (None: of a spectator) from its wire form."""
        places = self._layout.piles
        facts = [fact for fact in self._layout.facts if is_in_audience(fact.audience, seat)]
        if (seat is not None and seat >= seats) or len(wire.piles) != len(places) or len(wire.facts) != len(facts):
            raise Malformed("A view does not fit the game that it is of.")
        return View(
            game,
            seats,
            options,
            seat,
            {place.name: _decode_pile(place, pile, seat) for place, pile in zip(places, wire.piles, strict=True)},
            {fact.name: decode_value(value) for fact, value in zip(facts, wire.facts, strict=True)},
        )

    def _place_at(self, index: int) -> Place:
        """Return the place of the pile with this index; raises `Malformed` if there is none."""
        return BOX if index == BOX.layout_index else _item_at(self._layout.piles, index)

    def _fact_at(self, index: int) -> Fact:
        """Return the fact with this index; raises `Malformed` if there is none."""
        return _item_at(self._layout.facts, index)


def _decode_pile(place: Place, pile: bytes | int, seat: int | None) -> tuple[Card, ...] | int:
    """Return the cards of a pile that `seat` sees, else their number.

    Raises `Malformed` for a number in place of cards, or the reverse, and for a number that no pile has.
    """
    if isinstance(pile, bytes) != is_in_audience(place.audience, seat):
        raise Malformed(f"The pile {place} is not shown as it should be.")
    return _cards_with_numbers(pile) if isinstance(pile, bytes) else check_card_count(pile)


def check_card_count(card_count: int) -> int:
    """Return `card_count`, a number of cards in a hidden pile or move, unchanged; raises `Malformed` if it is too
    great."""
    if not 0 <= card_count <= MAX_PILE_CARDS:
        raise Malformed(f"A pile has from 0 to {MAX_PILE_CARDS} cards.")
    return card_count


def _item_at(items: Sequence[ItemT], index: int) -> ItemT:
    """Return the place or fact with this index in the layout; raises `Malformed` if there is none."""
    if 0 <= index < len(items):
        return items[index]
    raise Malformed(f"There is no pile or fact {index} in this game.")
