"""The points that a reveal brings on average equal a count over every order in which the rules may turn the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from core import Card
from core.engine.cards import JOKER
from core.engine.computation import run_to_end
from core.mad_queens.hit_masks import is_queen
from core.mad_queens.next_card import count_next_card
from core.mad_queens.state import MadQueensState
from core.mad_queens.turn import reveal_card
from tests.core.mad_queens.test_coach import players_at_decisions
from tests.support.depth import count_for_depth

SMALL_DECK_STATE_COUNT = count_for_depth(40, 3_000, 100_000)
"""Number of states with a small deck in which all orders of the cards are counted."""

WHOLE_DECK_STATE_COUNT = count_for_depth(1, 6, 20)
"""Number of states in which all orders of the whole deck are counted, which may be tens of thousands."""

SMALL_DECK_CARD_COUNT = 6
"""Number of cards of a small deck, besides the Queens and Jokers in it."""

MAX_COUNTED_DECK_CARDS = 30
"""Largest number of cards of a whole deck whose orders are counted."""


class ScriptedStream:
    """A random stream whose first draws are given by a script, so that a test can try every possible order.

    Each number of `script` says which card is drawn: its index among the different cards of the pile, sorted. Later
    draws take the first of these. `weights` lists, for each draw, how many copies of each such card the pile had.
    """

    def __init__(self, script: Sequence[int]) -> None:
        self.script = script
        self.weights: list[list[int]] = []

    def draw(self, pile: list[Card]) -> Card:
        """Take the next card by the script out of a pile and return it."""
        copies = sorted(Counter(pile).items())
        card, _ = copies[self.script[len(self.weights)] if len(self.weights) < len(self.script) else 0]
        self.weights.append([number for _, number in copies])
        pile.remove(card)
        return card

    def shuffle(self, pile: object) -> None:
        """Do nothing: `draw` decides the order of the cards."""


def states_after_reveal(match: MadQueensState, seat: int) -> Iterator[tuple[MadQueensState, float]]:
    """Yield, for every order of the cards that a reveal may turn, the match after the reveal and the probability of
    that order.
    """
    script: list[int] | None = []
    while script is not None:
        twin, draws = match.copy(), ScriptedStream(script)
        twin.deck_streams[seat] = draws  # type: ignore[call-overload]
        twin.streams[twin.seats + seat] = draws  # type: ignore[call-overload]
        reveal_card(twin, seat)
        taken = [*script, *[0] * (len(draws.weights) - len(script))]
        chance = 1.0
        for choice, weights in zip(taken, draws.weights, strict=True):
            chance *= weights[choice] / sum(weights)
        yield twin, chance
        while taken and taken[-1] + 1 == len(draws.weights[len(taken) - 1]):
            taken.pop()
        script = [*taken[:-1], taken[-1] + 1] if taken else None


def points_and_loss_by_counting(match: MadQueensState, seat: int) -> tuple[float, float]:
    """Return the mean points of a reveal and the probability that the row is lost, by the rules."""

    def points_of(match: MadQueensState) -> int:
        """Return the points of the seat with its row."""
        return match.score(seat) + sum(match.points_by_card[card] for card in match.rows[seat])

    before, gone = points_of(match), len(match.piles[match.layout.gone[seat].layout_index])
    row = [card for card in match.rows[seat] if card != JOKER]  # a Joker of the bank may be paid, and looks the same
    points = lost = total = 0.0
    for after, chance in states_after_reveal(match, seat):
        points += chance * (points_of(after) - before)
        lost += chance * any(card in after.piles[match.layout.gone[seat].layout_index][gone:] for card in row)
        total += chance
    assert total == pytest.approx(1)
    return points, lost


def match_with_small_deck(match: MadQueensState, seat: int, random: Random) -> MadQueensState:
    """Return a copy of a match in which a seat's deck has few cards: some were removed at random, but no Queens, and
    Jokers only after all others.
    """
    twin = match.copy()
    deck, gone = twin.decks[seat], twin.piles[twin.layout.gone[seat].layout_index]
    others = [card for card in deck if not is_queen(card)]
    random.shuffle(others)
    others.sort(key=lambda card: card == JOKER)
    for card in others[: max(0, len(deck) - SMALL_DECK_CARD_COUNT)]:
        if len(others) > 1:
            deck.remove(card)
            gone.append(card)
    if all(is_queen(card) for card in deck):
        return match
    twin._public_cache = None
    return twin


def check_next_card(match: MadQueensState, seat: int) -> bool:
    """Check the figures of `count_next_card` against a count over all orders; return whether the reveal may turn a
    Joker or a Queen.
    """
    told = run_to_end(count_next_card(match.view(seat)))
    points, lost = points_and_loss_by_counting(match, seat)
    assert told.mean_points == pytest.approx(points, abs=1e-9)
    if any(card != JOKER for card in match.rows[seat]):
        assert told.row_loss_chance == pytest.approx(lost, abs=1e-9)
    return bool(told.queen_count or told.joker_count)


@pytest.mark.deep
@pytest.mark.timeout(3_600)  # QUEENS_DEEP=full counts the orders of 100,000 decks
def test_expected_points_of_a_reveal_equal_their_average_over_every_order_of_a_small_deck():
    eventful = 0
    for player in players_at_decisions(SMALL_DECK_STATE_COUNT):
        match = player.match
        assert isinstance(match, MadQueensState)
        eventful += check_next_card(match_with_small_deck(match, player.seat, player.random), player.seat)
    assert eventful > 0.8 * SMALL_DECK_STATE_COUNT


@pytest.mark.deep
def test_expected_points_of_a_reveal_equal_their_average_over_every_order_of_a_whole_deck():
    left = WHOLE_DECK_STATE_COUNT
    for player in players_at_decisions(1_000_000):
        match = player.match
        assert isinstance(match, MadQueensState)
        deck = match.decks[player.seat]
        if len(deck) <= MAX_COUNTED_DECK_CARDS and 1 <= sum(map(is_queen, deck)) <= 2 and JOKER in deck:
            check_next_card(match, player.seat)
            left -= 1
        if not left:
            return
