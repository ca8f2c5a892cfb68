"""The bot `contender` of both Mad Queens games: it plays for the chance of winning, not for points."""

from __future__ import annotations

from heapq import nlargest
from math import erf, sqrt
from typing import Final, NamedTuple

from core.engine.action import Action
from core.engine.cards import JOKER, Card
from core.engine.temperament import PLAIN, Temperament, doubt_between
from core.engine.view import View
from core.mad_queens.bot import (
    banned_cards_in_force,
    cards_left_in_deck,
    chance_of_queen,
    may_end_game,
    play_as_careful,
)
from core.mad_queens.hit_masks import CAUGHT_FATE, EXACT_HIT_FATE, fate_by_card, is_queen
from core.mad_queens.legal import END_ACTION, MAX_CARDS_TO_END, REVEAL_ACTION, actions_after_reveal, has_revealed
from core.mad_queens.points import (
    card_points,
    has_exact_hits,
    number_in_fact,
    price_of_queen,
    row_points,
    score_of,
)

MAX_RIVALS: Final = 8
"""A seat computes its chance of winning against at most this number of other seats, those expected to score most."""

EXPECTED_ROW_SHARE: Final = 0.7
"""The share of the points of its row that a seat is expected to bank while its play goes on."""

NORMAL_DISTRIBUTION_MIDPOINTS: Final = (-1.534, -0.887, -0.489, -0.157, 0.157, 0.489, 0.887, 1.534)
"""The midpoints of the eight intervals into which the standard normal distribution is divided so that all are equally
likely."""

TIE_TOLERANCE: Final = 1e-9
"""Two chances of winning count as equal if their difference is smaller, so that rounding decides nothing."""

BOLD_BONUS_SHARE: Final = 0.008
"""The share by which a bold bot overrates its chance of winning after another card."""

CAREFUL_LOSS_SHARE: Final = 0.004
"""The share by which a careful bot underrates its chance of winning after another card.

With the same share as for a bold bot (0.008), a careful bot among plain ones won only 22.4 ± 1.9 % of 1,800 matches of
both games.
"""

QUEEN_BONUS_SHARE: Final = 0.1
"""The share by which a bot that loves Queens overrates its chance of winning after another card that is certainly a
Queen.

If it may be another card, the share is multiplied by the probability of a Queen.
"""

CLEAR_CHANCE_DIFFERENCE_SHARE: Final = 0.03
"""The doubt about a decision (`doubt_between`: 0 clear, 1 equal) is 0.5 if the better chance of winning is greater by
this share."""


class LaterPointsFormula(NamedTuple):
    """The coefficients of a formula for the points that a seat wins from the start of a play to the end of its game.

    The mean of these points is a sum: `base_points`, and each other coefficient but the first and the last times the
    number that it belongs to. All but `points_lost_by_reveal` were fitted to the plays of over 1,400 matches of four
    `careful` bots.
    """

    points_lost_by_reveal: float
    """The points that a card would have brought in a later play if it had not been revealed now."""
    base_points: float
    """The points in any case."""
    points_per_card: float
    """The points for each card in the deck."""
    points_per_queen: float
    """The points for each Queen in the deck."""
    points_per_card_and_queen: float
    """The points by which the product of two numbers is multiplied: of the cards in the deck, and of the Queens in
    it."""
    points_per_turned_queen: float
    """The points for each Queen that the seat has turned; they are negative, as the fourth Queen ends its game."""
    deviation_factor: float
    """The standard deviation of the points, divided by the square root of the number of cards in the deck."""


MAD_QUEENS_LATER_POINTS_FORMULA: Final = LaterPointsFormula(0.75, 2.5, 0.51, -2.7, 0.0165, -1.1, 1.4)
"""The formula for the points that a seat of Mad Queens still wins."""

CLASSIC_LATER_POINTS_FORMULA: Final = LaterPointsFormula(0.45, 1.8, 0.305, -2.4, 0.03, -0.6, 0.9)
"""The formula for the points that a seat of Mad Queens Classic still wins."""


def play_as_contender(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot `contender`: to reveal or to stop, whichever has the better chance of winning. Where
    both have the same, or there is no such choice, it acts as the bot `careful`."""
    return choose_by_winning_chance(view, temperament) or play_as_careful(view, temperament)


def choose_by_winning_chance(view: View, temperament: Temperament = PLAIN) -> Action | None:
    """Return whichever of revealing and stopping has the better chance of winning.

    None if both have the same chance, if only one is legal, or if no other seat plays. A bot with a temperament takes
    its chance of winning after another card for a little greater or smaller than it is.
    """
    if view.seats == 1 or not (has_revealed(view) or may_end_game(view)):
        return None
    reveal, other = winning_chances_of_actions(view)
    if abs(reveal - other) < TIE_TOLERANCE:
        return None
    if reveal * _reveal_factor(view, temperament) > other:
        return REVEAL_ACTION
    return END_ACTION if may_end_game(view) else actions_after_reveal(view)[1]


def decision_doubt_of_contender_bot(view: View, temperament: Temperament = PLAIN) -> float:
    """Return how close the chances of winning after the two choices of the bot `contender` are, from 0 to 1 (equal)."""
    reveal, other = winning_chances_of_actions(view)
    reveal *= _reveal_factor(view, temperament)
    return doubt_between((reveal, other), CLEAR_CHANCE_DIFFERENCE_SHARE * max(reveal, other, TIE_TOLERANCE))


def winning_chances_of_actions(view: View) -> tuple[float, float]:
    """Return the chance of winning after another card, and that after the other legal action, ``bank`` or ``end``."""
    contest = ContenderWinningChances(view)
    return (
        contest.chance_of_reveal(),
        contest.chance_with_final_score(contest.score)
        if may_end_game(view)
        else contest.chance_before_play(contest.score + contest.row_points),
    )


def _reveal_factor(view: View, temperament: Temperament) -> float:
    """Return the factor by which a bot multiplies the chance of winning after another card; 1 for a plain bot.

    It is 1 where the other action ends the seat's game: a wrong decision there would cost more than a temperament may.
    """
    if not has_revealed(view):
        return 1.0
    share = BOLD_BONUS_SHARE if temperament.boldness > 0 else CAREFUL_LOSS_SHARE
    return 1 + share * temperament.boldness + QUEEN_BONUS_SHARE * temperament.queen_fondness * chance_of_queen(view)


class ContenderWinningChances:
    """Estimates a seat's chances of winning the match; final scores are assumed to be normally distributed.

    formula           by which the points that a seat still wins are estimated in this game
    score             the score of the seat
    row_points        the points of its row
    later, deviation  the mean and the standard deviation of the points that it wins after this play
    rivals            (mean, standard deviation) of the final scores of the `MAX_RIVALS` other seats
    """

    __slots__ = (
        "_chances",
        "_may_end_next",
        "deviation",
        "formula",
        "later",
        "rivals",
        "row_points",
        "score",
        "view",
    )

    def __init__(self, view: View) -> None:
        seat = view.seat
        assert seat is not None
        self.view = view
        self.formula = later_points_formula_of(view)
        others = (_expected_final_score(view, other) for other in range(view.seats) if other != seat)
        self.rivals = nlargest(MAX_RIVALS, others)
        self.score = score_of(view, seat)
        self.row_points = row_points(view, seat)
        deck = view.count(f"deck/{seat}")
        self.later = _expected_later_points(view, seat, queens_added=_queens_added_by_banking(view))
        self.deviation = self.formula.deviation_factor * sqrt(deck)
        self._may_end_next = has_exact_hits(view) and deck <= MAX_CARDS_TO_END
        self._chances: dict[float, float] = {}

    def chance_with_final_score(self, final_score: float) -> float:
        """Return the chance that no rival ends the match with a score above `final_score`; an equal score counts
        half."""
        chance = 1.0
        for mean, deviation in self.rivals:
            if deviation:
                chance *= (1 + erf((final_score - mean) / deviation / sqrt(2))) / 2
            else:
                chance *= 1 if final_score > mean else 0.5 if final_score == mean else 0
        return chance

    def chance_before_play(self, score: float) -> float:
        """Return the chance of winning with this score before the next play, whichever is better: to go on, or to end
        the game.

        A seat can end its game only if few cards are left in its deck.
        """
        known = self._chances.get(score)
        if known is None:
            finals = (
                score + max(-score, self.later + self.deviation * point) for point in NORMAL_DISTRIBUTION_MIDPOINTS
            )
            known = sum(map(self.chance_with_final_score, finals)) / len(NORMAL_DISTRIBUTION_MIDPOINTS)
            if self._may_end_next:
                known = max(known, self.chance_with_final_score(score))
            self._chances[score] = known
        return known

    def chance_of_reveal(self) -> float:
        """Return the chance of winning if the seat turns one more card and banks, on average over its deck."""
        view, seat = self.view, self.view.seat
        assert seat is not None
        deck = cards_left_in_deck(view, seat)
        points, table = card_points(view), fate_by_card(banned_cards_in_force(view, seat), has_exact_hits(view))
        with_row = self.score + self.row_points - self.formula.points_lost_by_reveal
        total = 0.0
        for card, number in deck.items():
            if is_queen(card):
                chance = self._chance_with_queen(card)
            elif table[card] == CAUGHT_FATE:
                chance = self.chance_before_play(self.score - self.formula.points_lost_by_reveal)
            else:
                times = 2 if card == JOKER or table[card] == EXACT_HIT_FATE else 1
                chance = self.chance_before_play(with_row + times * points[card])
            total += number * chance
        return total / max(1, deck.total())

    def _chance_with_queen(self, queen: Card) -> float:
        """Return the chance of winning after this Queen, whose price is paid or who ends the seat's game."""
        view, seat = self.view, self.view.seat
        assert seat is not None
        points, price = card_points(view), price_of_queen(view, seat, queen)
        score = (
            self.score + (self.row_points if price.keeps_row else 0) - sum(points[card] for card in price.cards_paid)
        )
        return (
            self.chance_with_final_score(score)
            if price.ends_game
            else self.chance_before_play(score - self.formula.points_lost_by_reveal)
        )


def _expected_final_score(view: View, seat: int) -> tuple[float, float]:
    """Return the mean and the standard deviation of the final score of a seat."""
    score = score_of(view, seat)
    if view.facts[f"cause/{seat}"]:
        return score, 0
    row = row_points(view, seat)
    mean = score + EXPECTED_ROW_SHARE * row + _expected_later_points(view, seat)
    return mean, later_points_formula_of(view).deviation_factor * sqrt(view.count(f"deck/{seat}"))


def worth_of_card_kept(view: View) -> float:
    """Return the points that the next card of the seat of a view brings on average in a later play if the seat banks
    now: what it expects to win with its deck, less what it would with one card less.

    It is 0 where the seat expects nothing of its deck, as when few cards are left and many of them are Queens.
    """
    assert view.seat is not None
    with_it = _expected_later_points(view, view.seat, _queens_added_by_banking(view))
    return with_it - later_points_without_next_card(view)


def later_points_without_next_card(view: View) -> float:
    """Return the points that the seat of a view expects to win in later plays with its deck less the next card. It does
    not win them if that card ends its game."""
    assert view.seat is not None
    return _expected_later_points(view, view.seat, _queens_added_by_banking(view), cards_removed=1)


def _queens_added_by_banking(view: View) -> int:
    """Return how many Queens are added to the deck of the seat of a view when it banks: 1, or 0 if none is left."""
    return min(1, view.count(f"aside/{view.seat}"))


def _expected_later_points(view: View, seat: int, queens_added: int = 0, cards_removed: int = 0) -> float:
    """Return the points that a seat wins on average from the beginning of a play to the end of its game.

    `queens_added` is the number of Queens that are added to its deck before, `cards_removed` that of other cards which
    are removed from it.
    """
    formula = later_points_formula_of(view)
    cards = view.count(f"deck/{seat}") - cards_removed
    spent = number_in_fact(view, f"spent/{seat}")
    queens = 4 - view.count(f"aside/{seat}") - spent + queens_added
    by_queens = queens * (formula.points_per_queen + formula.points_per_card_and_queen * cards)
    return max(
        0.0, formula.base_points + formula.points_per_card * cards + by_queens + formula.points_per_turned_queen * spent
    )


def later_points_formula_of(view: View) -> LaterPointsFormula:
    """Return the formula for the points that a seat still wins, for the game of a view."""
    return MAD_QUEENS_LATER_POINTS_FORMULA if has_exact_hits(view) else CLASSIC_LATER_POINTS_FORMULA
