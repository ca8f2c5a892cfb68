"""The bot `warden` of Queen's Dungeon; it decides by the view of its seat only.

It values each card by the points that the trick is expected to bring, less the points that the card is
expected to bring later. It counts the Queens that have not been played, adds the value of a trick for the dealer's
quota, and subtracts the loss by the dungeon where a third Queen may come.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from types import MappingProxyType
from typing import Final
from zlib import crc32

from core.engine.action import Action
from core.engine.cards import CARDS, QUEENS, SUITS, Card
from core.engine.game import Bot
from core.engine.temperament import PLAIN, Temperament, doubt_between
from core.engine.view import View
from core.queens_dungeon.deal_plan import team_of
from core.queens_dungeon.follow_suit import (
    HEIGHT_BY_RANK,
    STRENGTHS_BY_TRUMP_AND_SUIT_LED,
    masks_of_hand,
    plays_to_follow,
)
from core.queens_dungeon.legal import CHALLENGE_ACTION, EXCHANGE_ACTION, KEEP_ACTION, circle_of_players, legal
from core.queens_dungeon.scores import QUEEN_POINTS, TRICK_POINTS

DUNGEON_COST_POINTS: Final = 170
"""The estimated cost of the dungeon in points: the loss itself, and the forfeited points of the hand."""

MIN_TRICKS_TO_KEEP_HAND: Final = 3.6
"""The dealer exchanges a hand for the spare hand if it is expected to take fewer tricks than this (QD-27)."""

LEAD_BONUS_POINTS: Final = 6
"""Number of points that a bold bot adds to the value of leading a high card or a trump, and a careful one subtracts."""

QUEEN_BONUS_POINTS: Final = 8
"""Number of points that a bot that loves Queens adds to the value of a trick for each Queen in it."""

MIN_RANK_HEIGHT_OF_HIGH_CARD: Final = 10
"""A card counts as high if its height (`HEIGHT_BY_RANK`) is at least this: the king."""

CLEAR_POINTS_DIFFERENCE: Final = 3
"""The doubt about a decision (`doubt_between`: 0 clear, 1 equal) is 0.5 if the best play is better than the next by
this number of points."""


def play_as_warden(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot `warden`: the play of the highest estimated value that the rules allow, or the best
    trump, swap or exchange.

    The Queen's Challenge is called if three Queens or more are unplayed and none of them is in this hand.
    """
    choices = legal(view)
    plays = [action for action in choices if action.verb == "play"]
    if plays:
        seen = DungeonBotView(view)
        plays = seen.plays_within_rules(plays)
        if CHALLENGE_ACTION in choices and seen.wants_challenge():
            return CHALLENGE_ACTION
        return max(plays, key=lambda action: _value_of_play(seen, action, temperament))
    match choices[0].verb:
        case "trump":
            trumps = [action for action in choices if action.verb == "trump"]
            return _choose_trump(view, trumps)
        case "keep" if EXCHANGE_ACTION in choices:
            return EXCHANGE_ACTION if _expected_tricks(view) < MIN_TRICKS_TO_KEEP_HAND else KEEP_ACTION
        case "keep":
            return _choose_swap(view, choices)
    return choices[0]


def decision_doubt_of_warden_bot(view: View, temperament: Temperament = PLAIN) -> float | None:
    """Return how close the values of the two best plays of `warden` are, from 0 to 1; None without a card to play."""
    plays = [action for action in legal(view) if action.verb == "play"]
    if not plays:
        return None
    seen = DungeonBotView(view)
    return doubt_between(
        [_value_of_play(seen, action, temperament) for action in seen.plays_within_rules(plays)],
        CLEAR_POINTS_DIFFERENCE,
    )


def _value_of_play(bot_view: DungeonBotView, action: Action, temperament: Temperament) -> float:
    """Return what playing a card is worth to a bot, in points: the estimated gain, and what its temperament adds.

    `action` is the playing of the card.
    """
    return bot_view.play_value(action.cards[0]) + temperament_bonus_of_play(bot_view.view, action, temperament)


def temperament_bonus_of_play(view: View, action: Action, temperament: Temperament) -> float:
    """Return the points that a temperament adds to the value of playing a card; 0 for other actions."""
    if action.verb != "play" or temperament == PLAIN:
        return 0.0
    (card,), trick, trump = action.cards, view.cards("trick"), _trump_suit_number(view)
    if not trick and (card // 13 == trump or HEIGHT_BY_RANK[card % 13] >= MIN_RANK_HEIGHT_OF_HIGH_CARD):
        return LEAD_BONUS_POINTS * temperament.boldness + QUEEN_BONUS_POINTS * temperament.queen_fondness * (
            card in QUEENS
        )
    if not trick:
        return 0.0
    power = STRENGTHS_BY_TRUMP_AND_SUIT_LED[trump][trick[0] // 13]
    takes = power[card] > max(power[other] for other in trick)
    queens = sum(other in QUEENS for other in (*trick, card))
    return QUEEN_BONUS_POINTS * temperament.queen_fondness * queens if takes and queens < 3 else 0.0


def _hand_of(view: View) -> tuple[Card, ...]:
    """Return the cards in the hand of the seat of a view."""
    return view.cards(f"hand/{view.seat}")


def _choose_trump(view: View, trumps: list[Action]) -> Action:
    """Return the action that names the strongest trump suit; of equal ones, not the same in every hand.

    Before the deal all suits are equal. Then the suit follows from a hash of the number of the hand, the seat and the
    scores, which everybody knows: the same view always gives the same suit, and a seat makes the same first call in
    every match.
    """
    strengths = [_suit_strength(view, SUITS.index(str(action[1]))) for action in trumps]
    best = [action for action, strength in zip(trumps, strengths, strict=True) if strength == max(strengths)]
    so_far = [view.facts["hand"], view.seat, *(view.facts[f"score/{seat}"] for seat in range(view.seats))]
    return best[crc32(repr(so_far).encode()) % len(best)]


def _suit_strength(view: View, trump: int) -> float:
    """Return the estimated strength of a hand with this trump suit; it has no unit and serves only to compare suits.

    Before the deal all suits have the same strength.
    """
    return sum(1 + HEIGHT_BY_RANK[card % 13] / 6 for card in _hand_of(view) if card // 13 == trump)


def _trump_suit_number(view: View) -> int:
    """Return the number of the trump suit."""
    return SUITS.index(str(view.facts["trump"]))


def _card_value(card: Card, trump: int) -> float:
    """Return the value of a card in the hand: the points that it may bring later."""
    height = HEIGHT_BY_RANK[card % 13]
    if card // 13 == trump:
        return 26.0 if card in QUEENS else 8.0 + height
    if card in QUEENS:
        return 10.0
    return (0.15 * height, 3.5, 5.0)[max(0, height - 9)]


def _expected_tricks(view: View) -> float:
    """Return the estimated number of tricks that a hand takes."""
    return sum(_card_value(card, _trump_suit_number(view)) for card in _hand_of(view)) / 18


def _choose_swap(view: View, choices: tuple[Action, ...]) -> Action:
    """Return the swap that gains most, or ``keep`` if no swap gains anything (QD-24)."""
    trump = _trump_suit_number(view)

    def gain(action: Action) -> float:
        """Return the estimated points that a swap gains; for `keep` just above 0, so a swap must gain something."""
        return (
            _card_value(action.cards[1], trump) - _card_value(action.cards[0], trump) if action.verb == "swap" else 0.01
        )

    return max(choices, key=gain)


class DungeonBotView:
    """A view of Queen's Dungeon with the estimates of the bot about the present trick.

    `players_to_come` is the number of players who play after this seat in the trick, `queens_unplayed` the number of
    Queens that may be in other hands, `unseen_cards` the cards that may be in other hands, and `holder_chance` the
    probability that a certain player holds a certain one of these cards. `players_in_order` are the players in the
    order in which they play to the trick.
    """

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.view = view
        self.seat = view.seat
        self.team = team_of(view.seat, view.options)
        self.hand = _hand_of(view)
        self.trick = view.cards("trick")
        self.trump = _trump_suit_number(view)
        self.dealer = self._number_in_fact("dealer")
        around = circle_of_players(view.seats, self.dealer)
        players = len(around)
        self.players_to_come = players - 1 - len(self.trick)
        self.queens_in_trick = sum(card in QUEENS for card in self.trick)
        gone = sum(self._number_in_fact(f"queens/{player}") for player in around)
        self.queens_unplayed = 4 - gone - self.queens_in_trick - sum(card in QUEENS for card in self.hand)
        first = around.index(self._number_in_fact("leader"))
        self.players_in_order = (*around[first:], *around[:first])
        played = {*self.hand, *self.trick, *view.cards("removed"), *self._last_trick()}
        self.unseen_cards = [card for card in CARDS[:52] if card not in played]
        in_hands = len(self.hand) * (players - 1) - len(self.trick)
        self.holder_chance = min(1.0, in_hands / max(1, len(self.unseen_cards))) / max(1, players - 1)

    def _number_in_fact(self, fact: str) -> int:
        """Return the value of a fact that is a number."""
        value = self.view.facts[fact]
        assert isinstance(value, int)
        return value

    def _last_trick(self) -> tuple[Card, ...]:
        """Return the cards of the last trick."""
        last = self.view.facts["last"]
        assert isinstance(last, tuple)
        return last  # type: ignore[return-value]

    def plays_within_rules(self, plays: list[Action]) -> list[Action]:
        """Return the plays that the rules allow: in the honour mode, where players may break them, the bot does not."""
        if not self.trick:
            return plays
        right = plays_to_follow(
            self.hand, masks_of_hand(self.hand), self.trick[0] // 13, bool(self.view.facts["challenge"])
        )
        return [action for action in plays if action in right]

    def wants_challenge(self) -> bool:
        """Return whether to call the Queen's Challenge, which makes every hand play a Queen if it has one (QD-26).

        It is worth it if three Queens or more are unplayed, none of them in this hand.
        """
        return self.queens_unplayed >= 3 and not any(card in QUEENS for card in self.hand)

    def play_value(self, card: Card) -> float:
        """Return the points that the seat is expected to gain by playing this card, without what a temperament adds."""
        queens = self.queens_in_trick + (card in QUEENS)
        expected_queens = self.queens_unplayed * self.holder_chance * self.players_to_come
        chance = self._chance_of_trick(card)
        mine = self._trick_value(self.seat, queens, expected_queens)
        others = self._value_if_other_takes_trick(queens, expected_queens)
        return chance * mine + (1 - chance) * others - _card_value(card, self.trump)

    def _chance_of_trick(self, card: Card) -> float:
        """Return the chance that the card takes the trick."""
        led = (self.trick[0] if self.trick else card) // 13
        power = STRENGTHS_BY_TRUMP_AND_SUIT_LED[self.trump][led]
        if not power[card] or (self.trick and max(power[other] for other in self.trick) > power[card]):
            return 0.0
        plain = card // 13 != self.trump
        beaters = sum(
            (0.35 if plain and other // 13 == self.trump else 1.0)
            for other in self.unseen_cards
            if power[other] > power[card]
        )
        return exp(-0.8 * beaters * self.holder_chance * self.players_to_come)

    def _trick_value(self, player: int, queens: float, expected_queens: float) -> float:
        """Return the points of a trick for its taker, if `queens` Queens are in it and `expected_queens` more are
        expected."""
        if player < self.view.seats and self.view.facts[f"condemned/{player}"]:
            return 0.0 if player != self.seat else 6.0 + 12 * queens
        doomed = 1.0 if queens >= 3 else min(1.0, expected_queens) if queens == 2 else min(0.5, 0.25 * expected_queens)
        value = TRICK_POINTS + QUEEN_POINTS * (queens + 0.4 * expected_queens)
        if player == self.dealer:
            value += self._quota_bonus()
        return (1 - doomed) * value - doomed * DUNGEON_COST_POINTS

    def _quota_bonus(self) -> float:
        """Return the points of one more trick for the dealer's quota (RULINGS 5.4); 0 where it changes nothing."""
        needed = self._number_in_fact("quota") - self._number_in_fact(f"tricks/{self.dealer}")
        if "uncounted" in self.view.facts:  # tricks taken after a wrong card that was found out (QD-42)
            needed += self._number_in_fact("uncounted")
        left = len(self.view.cards(f"hand/{self.seat}"))
        if needed <= 0 or needed > left:
            return 0.0
        return 12 + 30 * needed / (left + 1)

    def _value_if_other_takes_trick(self, queens: float, expected_queens: float) -> float:
        """Return the value for this seat of the trick taken by another player: a share of what the other player loses.

        `queens` is the number of Queens in the trick, `expected_queens` how many more are expected.
        """
        lost = QUEEN_POINTS * 0.3 * (queens - self.queens_in_trick)
        taker = self._likely_taker()
        if taker is None:
            return -(TRICK_POINTS + QUEEN_POINTS * queens) / (self.view.seats - 1) - lost
        value = self._trick_value(taker, queens, expected_queens)
        if self.team is not None and team_of(taker, self.view.options) == self.team:
            return value
        return -value / max(1, self.view.seats - 1) - lost

    def _likely_taker(self) -> int | None:
        """Return the player who probably takes the trick if this seat does not; None if that cannot be said.

        If this seat plays the last card, that is the player of the strongest card so far; else the dealer, who needs
        tricks, or None if this seat is the dealer.
        """
        if self.trick and not self.players_to_come:
            return self._current_winner()
        return self.dealer if self.dealer != self.seat else None

    def _current_winner(self) -> int:
        """Return the player of the strongest card in the trick so far."""
        power = STRENGTHS_BY_TRUMP_AND_SUIT_LED[self.trump][self.trick[0] // 13]
        strengths = [power[card] for card in self.trick]
        return self.players_in_order[strengths.index(max(strengths))]


DUNGEON_BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"warden": play_as_warden})
"""The bots that play Queen's Dungeon, best first."""
