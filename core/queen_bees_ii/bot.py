"""The bot that plays Queen Bees II, by what its seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action
from core.engine.cards import Card
from core.engine.game import Bot
from core.engine.view import View
from core.queen_bees_ii.layout import PACKS
from core.queen_bees_ii.legal import legal, trumps_of
from core.trick_taking import CARD_BITS, SUIT_MASKS, mask_of

THRIFT: Final = 0.8
"""How much a card's chance of taking a trick that it leads weighs against its chance of taking this one."""

KINSHIP: Final = 0.5
"""How much it is worth, while there are no trumps, to make trumps of a rank of which one holds another card."""

SHORTNESS: Final = 0.1
LONG: Final = 4
"""How much it is worth for each plain card less than `LONG` in a suit to play one: a void lets one's trumps in."""

SURE: Final = 0.7
"""From what chance on a card is led to take its trick; without such a card, what is worth least is led."""


class QueenBeesBotView:
    """What a seat can work out about the cards that it does not see."""

    __slots__ = ("each", "held", "hidden", "ruling")

    def __init__(self, view: View) -> None:
        self.held = view.cards(f"hand/{view.seat}")
        last = view.facts["last"]
        assert isinstance(last, tuple)
        seen = mask_of(self.held) | mask_of(view.cards("trick")) | mask_of(last)  # type: ignore[arg-type]
        self.hidden = mask_of(PACKS[view.seats]) & ~seen
        self.ruling = trumps_of(view)
        self.each = len(self.held)

    def stands(self, card: Card, led: Card, others: int) -> float:
        """Return the chance that none of `others` who are still to play beats `card` where `led` was led.

        Each of them holds a random part of the hidden cards, and beats it if it can.
        """
        above = self._above(card, led)
        if self.ruling.trump[led]:
            return self._without(above) ** others
        suit = self.hidden & SUIT_MASKS[led // 13]
        follow = self._without(above & suit) - self._without(suit)
        ruff = self._without(suit | above)
        return min(1.0, max(0.0, follow) + ruff) ** others

    def kin(self, card: Card) -> int:
        """Return how many other cards of its rank lie beside `card` in the hand."""
        return sum(other % 13 == card % 13 for other in self.held) - 1

    def plain_beside(self, card: Card) -> int:
        """Return how many plain cards of its suit the hand holds, `card` itself among them."""
        return sum(other // 13 == card // 13 and not self.ruling.trump[other] for other in self.held)

    def _above(self, card: Card, led: Card) -> int:
        power = self.ruling.powers[led // 13]
        return sum(
            CARD_BITS[other] for other in PACKS[4] if CARD_BITS[other] & self.hidden and power[other] > power[card]
        )

    def _without(self, cards: int) -> float:
        """Return the chance that a hand of hidden cards holds none of these."""
        hidden, some = self.hidden.bit_count(), cards.bit_count()
        chance = 1.0
        for drawn in range(min(self.each, hidden)):
            chance *= max(0, hidden - some - drawn) / (hidden - drawn)
        return chance


def steady(view: View) -> Action:
    """Take a trick where it is likely and cheap; else play, and lead, what will hardly take one anyway.

    Against players by chance it takes 4.5 of 13 tricks, where 3.25 is even, and of three players 5.2, where 4 is.
    """
    choices = legal(view)
    if len(choices) == 1:
        return choices[0]
    seen, trick = QueenBeesBotView(view), view.cards("trick")
    return max(choices, key=lambda action: _merit(view.seats - 1, seen, trick, action.cards[0]))


def _merit(rivals: int, seen: QueenBeesBotView, trick: tuple[Card, ...], card: Card) -> float:
    """Return how good it is to play `card` now: its chance of this trick, less what it could do later."""
    leading = seen.stands(card, card, rivals)
    if trick:
        merit = _chance(seen, trick, card, rivals) - THRIFT * leading
    else:
        merit = 1 + leading if leading >= SURE else -leading
    if not seen.ruling.trump[card]:
        merit += SHORTNESS * (LONG - seen.plain_beside(card))
    return merit if seen.ruling.ranks else merit + KINSHIP * seen.kin(card)


def _chance(seen: QueenBeesBotView, trick: tuple[Card, ...], card: Card, rivals: int) -> float:
    """Return the chance that `card` takes the trick to which it follows."""
    power = seen.ruling.powers[trick[0] // 13]
    if any(power[other] > power[card] for other in trick):
        return 0.0
    return seen.stands(card, trick[0], rivals - len(trick))


QUEEN_BEES_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"steady": steady})
