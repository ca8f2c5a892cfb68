"""The bot `steady` of Queen Bees II; it decides by the view of its seat only."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from core.engine.action import Action, Actions
from core.engine.cards import QUEENS, Card
from core.engine.game import Bot
from core.engine.temperament import PLAIN, Temperament, doubt_between
from core.engine.view import View
from core.queen_bees_ii.layout import PACK_BY_SEATS
from core.queen_bees_ii.legal import legal, trumps_in_view
from core.trick_taking import BIT_BY_CARD, MASK_BY_SUIT, card_mask_of

LATER_TRICK_WEIGHT: Final = 0.8
"""The weight of the chance that a card takes a later trick that it leads, relative to the chance that it takes this
one."""

SAME_RANK_WEIGHT: Final = 0.5
"""The value, in tricks, of playing a card before trumps are set, for each other card of its rank in the hand."""

SHORT_SUIT_WEIGHT: Final = 0.1
"""The value, in tricks, of playing a plain card (no trump) of a short suit: for each card that the hand's cards of this
suit are fewer than `MIN_LONG_SUIT_CARDS`. A hand without a suit may take its tricks with trumps."""

MIN_LONG_SUIT_CARDS: Final = 4
"""A suit counts as short if the hand has fewer cards of it than this number."""

MIN_LEADING_CHANCE: Final = 0.7
"""A card is led to take the trick if its chance to do so is at least this; else a card of small value is led."""

BOLD_BONUS_TRICKS: Final = 0.05
"""Number of tricks that a bold bot adds to the value of a bold choice of a card, and a careful one subtracts.

It is bold to lead a high card or a trump, and to follow with a card that takes the trick so far.
"""

MIN_HIGH_RANK: Final = 10
"""A card counts as high if its rank (as an index of `RANKS`) is at least this: the Queen."""

QUEEN_BONUS_TRICKS: Final = 0.12
"""Number of tricks that a bot that loves Queens adds to the value of playing a Queen."""

CLEAR_TRICKS_DIFFERENCE: Final = 0.2
"""The doubt about a decision (`doubt_between`: 0 clear, 1 equal) is 0.5 if the best play is better than the next by
this number of tricks."""


class QueenBeesBotView:
    """A view of Queen Bees II with the estimates of the bot about the cards that its seat does not see.

    `hidden_cards_mask` is the mask of the cards that are neither in the seat's `hand` of `hand_size` cards nor in this
    trick or the last one; `trumps` are those of the deal.
    """

    __slots__ = ("hand", "hand_size", "hidden_cards_mask", "trumps")

    def __init__(self, view: View) -> None:
        self.hand = view.cards(f"hand/{view.seat}")
        last = view.facts["last"]
        assert isinstance(last, tuple)
        seen = card_mask_of(self.hand) | card_mask_of(view.cards("trick")) | card_mask_of(last)  # type: ignore[arg-type]
        self.hidden_cards_mask = card_mask_of(PACK_BY_SEATS[view.seats]) & ~seen
        self.trumps = trumps_in_view(view)
        self.hand_size = len(self.hand)

    def chance_unbeaten(self, card: Card, led_card: Card, players_left: int) -> float:
        """Return the chance that `card` is not beaten by any of the `players_left` players who are still to play, where
        `led_card` was led. Each of them is assumed to hold a random part of the hidden cards, and beats it if it can.
        """
        above = self._mask_of_beating_cards(card, led_card)
        if self.trumps.is_trump_by_card[led_card]:
            return self._chance_hand_has_none_of(above) ** players_left
        suit = self.hidden_cards_mask & MASK_BY_SUIT[led_card // 13]
        follow = self._chance_hand_has_none_of(above & suit) - self._chance_hand_has_none_of(suit)
        ruff = self._chance_hand_has_none_of(suit | above)
        return min(1.0, max(0.0, follow) + ruff) ** players_left

    def count_other_cards_of_rank(self, card: Card) -> int:
        """Return the number of other cards of the rank of `card` in the hand."""
        return sum(other % 13 == card % 13 for other in self.hand) - 1

    def count_plain_cards_of_suit(self, card: Card) -> int:
        """Return the number of plain cards of the suit of `card` in the hand, `card` included."""
        return sum(other // 13 == card // 13 and not self.trumps.is_trump_by_card[other] for other in self.hand)

    def _mask_of_beating_cards(self, card: Card, led_card: Card) -> int:
        """Return the mask of the hidden cards that beat `card` where `led_card` was led."""
        power = self.trumps.strengths_by_suit_led[led_card // 13]
        return sum(
            BIT_BY_CARD[other]
            for other in PACK_BY_SEATS[4]
            if BIT_BY_CARD[other] & self.hidden_cards_mask and power[other] > power[card]
        )

    def _chance_hand_has_none_of(self, cards: int) -> float:
        """Return the chance that a hand of hidden cards holds none of the cards of a mask."""
        hidden, some = self.hidden_cards_mask.bit_count(), cards.bit_count()
        chance = 1.0
        for drawn in range(min(self.hand_size, hidden)):
            chance *= max(0, hidden - some - drawn) / (hidden - drawn)
        return chance


def play_as_steady(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot `steady`: a card that is likely to take the trick and has little value for later
    ones.

    The bot takes 35 % of the tricks against three random players, and 43 % against two.
    """
    choices = legal(view)
    if len(choices) == 1:
        return choices[0]
    values = _values_of_plays(view, choices, temperament)
    return choices[values.index(max(values))]


def decision_doubt_of_steady_bot(view: View, temperament: Temperament = PLAIN) -> float:
    """Return how close the values of the two best choices of the bot `steady` are, from 0 to 1; 0 if only one card may
    be played."""
    return doubt_between(_values_of_plays(view, legal(view), temperament), CLEAR_TRICKS_DIFFERENCE)


def _values_of_plays(view: View, choices: Actions, temperament: Temperament) -> list[float]:
    """Return the values of some plays for a bot of a temperament, in tricks."""
    seen, trick = QueenBeesBotView(view), view.cards("trick")
    return [
        _play_value(view.seats - 1, seen, trick, action.cards[0]) + temperament_bonus_of_play(view, action, temperament)
        for action in choices
    ]


def temperament_bonus_of_play(view: View, action: Action, temperament: Temperament) -> float:
    """Return what a temperament adds to the value of a play, in tricks."""
    if temperament == PLAIN:
        return 0.0
    card, trick, trumps = action.cards[0], view.cards("trick"), trumps_in_view(view)
    if trick:
        power = trumps.strengths_by_suit_led[trick[0] // 13]
        bold = power[card] > max(power[other] for other in trick)
    else:
        bold = card % 13 >= MIN_HIGH_RANK or bool(trumps.is_trump_by_card[card])
    return BOLD_BONUS_TRICKS * temperament.boldness * bold + QUEEN_BONUS_TRICKS * temperament.queen_fondness * (
        card in QUEENS
    )


def _play_value(rivals: int, bot_view: QueenBeesBotView, trick: tuple[Card, ...], card: Card) -> float:
    """Return the value of playing `card` now: its chance to take this trick, less its value for later tricks.

    It is higher for a plain card of a short suit and, before trumps are set, for a card whose rank the hand has more
    than once. `rivals` is the number of other players, `trick` the cards laid so far.
    """
    leading = bot_view.chance_unbeaten(card, card, rivals)
    if trick:
        merit = _chance_of_trick(bot_view, trick, card, rivals) - LATER_TRICK_WEIGHT * leading
    else:
        merit = 1 + leading if leading >= MIN_LEADING_CHANCE else -leading
    if not bot_view.trumps.is_trump_by_card[card]:
        merit += SHORT_SUIT_WEIGHT * (MIN_LONG_SUIT_CARDS - bot_view.count_plain_cards_of_suit(card))
    return merit if bot_view.trumps.ranks else merit + SAME_RANK_WEIGHT * bot_view.count_other_cards_of_rank(card)


def _chance_of_trick(bot_view: QueenBeesBotView, trick: tuple[Card, ...], card: Card, rivals: int) -> float:
    """Return the chance that `card` takes the trick to which it follows.

    `trick` are the cards laid so far, `rivals` is the number of other players.
    """
    power = bot_view.trumps.strengths_by_suit_led[trick[0] // 13]
    if any(power[other] > power[card] for other in trick):
        return 0.0
    return bot_view.chance_unbeaten(card, trick[0], rivals - len(trick))


QUEEN_BEES_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"steady": play_as_steady})
"""The bots that play Queen Bees II, best first."""
