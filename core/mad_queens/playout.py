"""How a match of either Mad Queens game is played on by a quick policy: it acts as the bot `careful`, but ends no game
in which it is behind, and once all others have finished it plays for the win."""

from __future__ import annotations

from core.engine.action import Action
from core.engine.cards import JOKER
from core.engine.match import Match
from core.mad_queens.bot import MIN_REVEAL_POINTS
from core.mad_queens.hit_masks import CAUGHT_FATE, EXACT_HIT_FATE, fate_by_card, is_queen
from core.mad_queens.legal import END_ACTION, MAX_CARDS_TO_END, REVEAL_ACTION
from core.mad_queens.levels import action_by_scores
from core.mad_queens.state import MadQueensState


def next_action(match: Match) -> tuple[int, Action]:
    """Return (seat, action): the first seat that may act, and whether it turns a card, banks or ends its game."""
    assert isinstance(match, MadQueensState)
    seat = min(match.choices)
    choices = match.choices[seat]
    if len(choices) == 1:
        return seat, choices[0]
    by_scores = _choose_by_scores(match, seat, choices[1])
    if by_scores is not None:
        return seat, by_scores
    least = 0 if choices[1] == END_ACTION else MIN_REVEAL_POINTS
    return seat, REVEAL_ACTION if _expected_points_of_next_card(match, seat) > least else choices[1]


def _choose_by_scores(match: MadQueensState, seat: int, other: Action) -> Action | None:
    """Return the action that follows from the scores alone, of turning a card and the `other` one, to bank or to end
    the game; None if neither does. It is read from the match, because a view of each state would cost too much."""
    deck = len(match.decks[seat])
    if match.seats == 1 or deck > MAX_CARDS_TO_END:
        return None
    rivals = [rival for rival in range(match.seats) if rival != seat]
    behind = max(map(match.score, rivals)) - match.score(seat)
    if not all(match.facts[match.layout.cause[rival].layout_index] for rival in rivals):
        return REVEAL_ACTION if other == END_ACTION and behind > 0 else None
    points = match.points_by_card
    return action_by_scores(behind - sum([points[card] for card in match.rows[seat]]), deck, other)


def _expected_points_of_next_card(match: MadQueensState, seat: int) -> float:
    """Return the expected change of points if the seat turns one more card. It is read from the match, because a view
    of each state would cost too much."""
    points, row, bank, deck = match.points_by_card, match.rows[seat], match.banks[seat], match.decks[seat]
    at_stake = sum([points[card] for card in row])
    table = fate_by_card((*match.banned, *match.temporaries[seat]), match.has_exact_hits)
    fourth = (
        match.facts[match.layout.spent[seat].layout_index] == 3 and match.options["fourth_queen_keeps_row"] is not True
    )
    total = 0
    for card in deck:
        fate = table[card]
        if not fate:
            total += points[card]
        elif fate == CAUGHT_FATE:
            total -= at_stake
        elif is_queen(card):
            price = 2 + sum([other // 13 == card // 13 for other in row])
            total -= sum([points[other] for other in bank[-price:]]) if len(bank) >= price else at_stake
            total -= at_stake if fourth and len(bank) >= price else 0
        else:
            total += points[card] * (2 if card == JOKER or fate == EXACT_HIT_FATE else 1)
    return total / max(1, len(deck))
