"""The odds of a deck, computed from a view: the cards it may contain, and what each would be as the next card.

All cards that a seat has turned lie face up, so it is known which cards are left in its deck, but not their order.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from core import Card, View, games
from core.engine.cards import CARDS, JOKER, QUEENS, pack
from core.mad_queens import CAUGHT_FATE, EXACT_HIT_FATE, JOKER_FATE, QUEEN_FATE, fate_by_card, has_exact_hits


class Odds(Struct, frozen=True):
    """The cards of a deck, and what each would be as the next card."""

    card_count: int
    """The number of cards in the deck."""
    count_by_card: tuple[int, ...]
    """The number of copies of each card in the deck, by the number of the card."""
    fate_by_card: bytes
    """What each card would be if it came next, such as caught, by the number of the card: a constant of
    `core.mad_queens.hit_masks`.
    """

    def count_of_fate(self, fate: int) -> int:
        """Return the number of cards of the deck with this `fate`."""
        return sum(count for count, what in zip(self.count_by_card, self.fate_by_card, strict=True) if what == fate)

    @property
    def caught_count(self) -> int:
        """The number of cards that would be caught."""
        return self.count_of_fate(CAUGHT_FATE)

    def chance_of_catch(self, draw_count: int) -> Fraction:
        """Return the chance, from 0 to 1, that any of the next `draw_count` cards of the deck is one that would be
        caught.

        `draw_count` is at most `card_count`.
        """
        return self._chance_of_any(self.caught_count, draw_count)

    def chance_of_queen(self, draw_count: int) -> Fraction:
        """Return the chance, from 0 to 1, that any of the next `draw_count` cards of the deck, at most `card_count`, is
        a Queen.
        """
        return self._chance_of_any(self.queen_count, draw_count)

    def _chance_of_any(self, wanted_count: int, draw_count: int) -> Fraction:
        """Return the chance that any of the next `draw_count` cards is one of `wanted_count` cards."""
        return 1 - Fraction(
            math.comb(self.card_count - wanted_count, draw_count), math.comb(self.card_count, draw_count)
        )

    @property
    def exact_hit_count(self) -> int:
        """The number of cards that would be exact hits."""
        return self.count_of_fate(EXACT_HIT_FATE)

    @property
    def queen_count(self) -> int:
        """The number of Queens."""
        return self.count_of_fate(QUEEN_FATE)

    @property
    def joker_count(self) -> int:
        """The number of Jokers."""
        return self.count_of_fate(JOKER_FATE)


def score_is_number_of_cards(view: View) -> bool:
    """Return whether every banked card scores one point, as in Classic; in Mad Queens cards have different points."""
    return games[view.game].score_unit == "card"


def seats_take_turns(view: View) -> bool:
    """Return whether the seats play one after the other, as in Classic, and not all at once."""
    return "visibility" not in view.options


def has_end_action(view: View) -> bool:
    """Return whether this game has the action `end`, by which a player ends their own game for good."""
    return "end" in games[view.game].patterns


def temporary_cards(view: View, seat: int) -> tuple[Card, ...]:
    """Return the temporary cards that are banned for a seat; none once its game has ended, also if they still lie there
    until the next play begins."""
    return () if view.facts.get(f"cause/{seat}") else view.cards(f"temp/{seat}")


def deck_odds(view: View, seat: int) -> Odds:
    """Return which cards the deck of `seat` may still hold, and what each would be as the next card: while a Joker is
    banned, whether it hits a card that is banned for all, as temporary ones do not count for that Joker."""
    seen = [card for pile in ("shown", "bank", "gone", "aside") for card in view.cards(f"{pile}/{seat}")]
    own = () if is_joker_banned(view, seat) else temporary_cards(view, seat)
    return _cached_deck_odds(tuple(seen), view.cards("banned") + own, has_exact_hits(view))


@lru_cache(maxsize=256)
def _cached_deck_odds(seen_cards: tuple[Card, ...], banned_cards: tuple[Card, ...], exact_hits: bool) -> Odds:
    """Return the odds of the deck of a seat: of a pack with two Jokers, without the `seen_cards`.

    `banned_cards` are the banned cards that count for its seat; `exact_hits` says whether the game has exact hits.
    """
    left = [0] * len(CARDS)
    for card in pack(jokers=2):
        left[card] += 1
    for card in seen_cards:
        left[card] -= 1
    return Odds(sum(left), tuple(left), fate_by_card(banned_cards, exact_hits))


def is_joker_banned(view: View, seat: int) -> bool:
    """Return whether a Joker lies among the banned cards that count for a seat: until it is replaced nothing is caught,
    and a hit is good."""
    temporary = temporary_cards(view, seat) if turns_cards_as_temporary_joker(view) else ()
    return JOKER in view.cards("banned") + temporary


def turns_cards_as_temporary_joker(view: View) -> bool:
    """Return whether a Joker drawn as a temporary card turns two cards of its player (MQ-28), as it does unless the
    house rule *redraw* lets it do nothing."""
    return view.options["temporary_joker"] == "event"


def does_exact_hit_replace(view: View) -> bool:
    """Return whether a banned card that is hit exactly goes after the play, as it does unless the house rule
    `exact_hit_replaces` is off; true also where there are no exact hits."""
    return view.options.get("exact_hit_replaces", True) is True


def banned_suits(view: View, seat: int) -> tuple[str, ...]:
    """Return the suits that Queens among the banned cards ban for a seat."""
    in_force = view.cards("banned") + temporary_cards(view, seat)
    return tuple(dict.fromkeys(card.suit for card in in_force if card in QUEENS))
