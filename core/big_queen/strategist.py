"""The bot `strategist` of Big Queen, its hardest one: it values takes, sets and discards by what they change in a
round.

The weights are points of the round's result, ours less theirs. They were fitted to over 100,000 rounds, each played on
from some position after one of its choices, and tried in matches; a weight whose exact value made no difference is a
round number.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from core.big_queen.bot import (
    TEAMMATE_STYLE,
    BigQueenBotView,
    BotStyle,
    choose_action_in_style,
    temperament_bonus_of_take,
)
from core.big_queen.hand_value import counts_without_cards, points_of_count
from core.big_queen.layout import BIG_QUEEN, POINTS_BY_CARD
from core.big_queen.legal import DRAW_ACTION, TAKE_FREE_UPCARD_ACTION
from core.big_queen.melds import COUNT_OF_ONE_CARD, NUMBER_OF_CARDS_BY_COUNT
from core.engine.action import Action, Actions
from core.engine.cards import Card
from core.engine.temperament import PLAIN, Temperament
from core.engine.view import View

BIG_QUEEN_NATURAL_POINTS: Final = 15
"""The points as which the Queen of spades counts in `per_point_laid`; the rest of her worth is `laid_big_queen`."""

MIN_PAIR_POINTS: Final = 25
"""A pair is laid with a two, while no opponent is nearly out, if it has at least this number of points.

A lower pair and the two are worth more in the hand: with each of them a card of the discard pile can be taken.
"""


SEAT_COUNT_OF_FITTED_ROUNDS: Final = 4
"""The number of players in the rounds to which the weights were fitted."""


class TakeWeights(NamedTuple):
    """The worth of a draw, and of each part of a take, in points of the round's result.

    The cards that lie above the chosen one in the discard pile come into the hand: each of them has the worth
    `taken_two`, `taken_big_queen`, `taken_card_of_team_set`, `taken_third_of_rank`, `taken_second_of_rank` or
    `taken_only_of_rank`.
    """

    draw_from_stock: float
    """The worth of drawing a card from the stock instead of taking from the discard pile."""
    per_point_laid: float
    """The worth of each point of the naturals that are laid at once."""
    new_set: float
    """The worth of a set that is laid at once, if the team had no set of its rank."""
    laid_two: float
    """The worth of each two that is laid at once."""
    second_laid_two: float
    """The further worth of two twos that are laid at once."""
    laid_big_queen: float
    """The further worth of the Queen of spades, if she is laid at once."""
    taken_big_queen: float
    """The worth of a Queen of spades (the card called Big Queen) that comes into the hand."""
    taken_two: float
    """The worth of a two that comes into the hand."""
    taken_card_of_team_set: float
    """The worth of another card that comes into the hand, if the team then has a set of its rank."""
    taken_third_of_rank: float
    """The worth of another card that comes into the hand, which then has three of its rank."""
    taken_second_of_rank: float
    """The worth of another card that comes into the hand, which then has two of its rank."""
    taken_only_of_rank: float
    """The worth of another card that comes into the hand, which then has one of its rank."""
    taken_card_of_opponents_set: float
    """The further worth of a card that comes into the hand, if the opponents have a set of its rank."""


TAKE_WEIGHTS_BY_OPPONENT_NEARLY_OUT: Final = (
    TakeWeights(50, 1.4, 21, -6, -11, 52, 48, 20, 8, 9, 5, 3, -8),
    TakeWeights(32, 1, 17, 6, -40, 57, 29, 20, 6, 9, 5, 3, -8),
)
"""The weights of taking from the discard pile: index 0 as a rule, index 1 while an opponent is nearly out (may end the
round soon)."""


class KeepWeights(NamedTuple):
    """The worth of a card that is kept in the hand, in points of the round's result."""

    per_point: float
    """The worth of each point of a card that is no two."""
    per_card_of_same_rank: float
    """The worth of a natural for each other card of its rank in the hand."""
    matching_discard: float
    """The further worth of a natural with others of its rank in the hand, if one more lies in the discard pile."""
    card_of_opponents_set: float
    """The further worth of a natural if only the opponents have a set of its rank."""
    card_of_own_set: float
    """The worth of a card that can be added to a set of the team: it is kept only because one card must be left to
    discard."""
    big_queen: float
    """The worth of the Queen of spades alone."""
    big_queen_with_another_queen: float
    """The worth of the Queen of spades in a hand with another Queen."""
    kept_two: float
    """The worth of a two that is kept."""


KEEP_WEIGHTS_BY_OPPONENT_NEARLY_OUT: Final = (
    KeepWeights(1, 8, 10, -10, 20, 37, 63, 65),
    KeepWeights(0, 7, 15, -6, 20, -17, 16, 65),
)
"""The weights of cards kept in the hand: index 0 as a rule, index 1 while an opponent is nearly out (may end the round
soon)."""


def play_as_strategist(view: View, temperament: Temperament = PLAIN) -> Action:
    """Return the action of the bot that plays as the level hard of Big Queen. It discards low cards rather than high
    ones, because a card that is laid brings its points, and cards of which the opponents have a set rather than others.
    It keeps low pairs, to take cards of the discard pile with them. With more than `SEAT_COUNT_OF_FITTED_ROUNDS`
    players it takes and lays as the bot `teammate` does: with the fitted weights it would lose there, because somebody
    ends the round sooner.
    """
    return choose_action_in_style(
        view, STRATEGIST_STYLE if view.seats == SEAT_COUNT_OF_FITTED_ROUNDS else LARGE_TABLE_STYLE, temperament
    )


def _choose_draw_or_take(bot_view: BigQueenBotView, choices: Actions) -> Action:
    """Return the action that takes the cards of the highest worth from the discard pile, or the draw if that is worth
    more.

    Whether to take the first upcard where it is free (option `free_first_upcard`) is decided by the teammate bot.
    """
    if TAKE_FREE_UPCARD_ACTION in choices:
        return TEAMMATE_STYLE.choose_draw_or_take(bot_view, choices)
    weights, pile = TAKE_WEIGHTS_BY_OPPONENT_NEARLY_OUT[bot_view.is_opponent_nearly_out], bot_view.view.cards("discard")
    best, most = DRAW_ACTION, weights.draw_from_stock
    for action in choices:
        if action.verb == "take" and (worth := _worth_of_take(bot_view, weights, pile, action)) > most:
            best, most = action, worth
    return best


def _worth_of_take(bot_view: BigQueenBotView, weights: TakeWeights, pile: tuple[Card, ...], take: Action) -> float:
    """Return the worth of a take, in points of the round's result; `pile` is the whole discard pile, oldest first.

    It is compared with `weights.draw_from_stock`, the worth of a draw.
    """
    place = take[1]
    assert isinstance(place, int)
    chosen, *along = pile[place - 1 :]
    rank, laid = chosen % 13, (chosen, *take.cards)
    twos = sum(card % 13 == 0 for card in laid)
    worth = weights.laid_two * twos + (weights.second_laid_two if twos == 2 else 0)
    worth += temperament_bonus_of_take(bot_view, pile[place - 1 :], take)
    worth += 0 if bot_view.sets >> rank & 1 else weights.new_set
    for card in laid:
        if card == BIG_QUEEN:
            worth += weights.per_point_laid * BIG_QUEEN_NATURAL_POINTS + weights.laid_big_queen
        elif card % 13:
            worth += weights.per_point_laid * POINTS_BY_CARD[card]
    counts = counts_without_cards(bot_view.counts, take.cards)
    for card in along:
        counts[card % 13] += COUNT_OF_ONE_CARD[card]
    sets = bot_view.sets | 1 << rank
    return worth + sum(_worth_of_taken_card(bot_view, weights, counts, sets, card) for card in along)


def _worth_of_taken_card(
    bot_view: BigQueenBotView, weights: TakeWeights, counts: list[int], set_ranks: int, card: Card
) -> float:
    """Return the worth of a card that a take brings into the hand, in points of the round's result.

    After the take, `counts` has the number of cards of each rank in the hand, and `set_ranks` is the bit mask of the
    ranks of which the team has a set.
    """
    rank = card % 13
    theirs = weights.taken_card_of_opponents_set if bot_view.their_sets >> rank & 1 else 0
    if not rank:
        return weights.taken_two
    if card == BIG_QUEEN:
        return weights.taken_big_queen + theirs
    if set_ranks >> rank & 1:
        return weights.taken_card_of_team_set + theirs
    many = NUMBER_OF_CARDS_BY_COUNT[counts[rank]]
    return (
        weights.taken_third_of_rank
        if many >= 3
        else weights.taken_second_of_rank
        if many == 2
        else weights.taken_only_of_rank
    ) + theirs


def _is_worth_laying(
    bot_view: BigQueenBotView, counts: list[int], rank: int, two_count: int, last_card: Card | None
) -> bool:
    """Return whether a hand, given as `counts` by rank, should lay a set of `rank` with `two_count` twos now.

    `last_card` is the last discard of a seat that goes out, None for another seat.

    Two twos that the Queen of spades needs are not laid with a pair; and a pair of fewer points than
    `MIN_PAIR_POINTS` is laid with a two only if an opponent or this seat (`last_card`) is about to end the round.
    """
    if not TEAMMATE_STYLE.is_worth_laying(bot_view, counts, rank, two_count, last_card):
        return False
    if two_count != 1:
        return True
    if NUMBER_OF_CARDS_BY_COUNT[counts[0]] == 2 and _has_lone_big_queen(counts, bot_view.sets):
        return False
    return (
        last_card is not None
        or bot_view.is_opponent_nearly_out
        or points_of_count(rank, counts[rank]) >= MIN_PAIR_POINTS
    )


def _has_lone_big_queen(counts: list[int], set_ranks: int) -> bool:
    """Return whether the hand has the Queen of spades, no other Queen, and no set to add her to."""
    rank = BIG_QUEEN % 13
    return counts[rank] == COUNT_OF_ONE_CARD[BIG_QUEEN] and not set_ranks >> rank & 1


def _worth_of_keeping(bot_view: BigQueenBotView, card: Card) -> float:
    """Return the worth of keeping a card in this hand, in points of the round's result."""
    rank, weights = card % 13, KEEP_WEIGHTS_BY_OPPONENT_NEARLY_OUT[bot_view.is_opponent_nearly_out]
    in_company = NUMBER_OF_CARDS_BY_COUNT[bot_view.counts[rank]] > 1
    if not rank:
        return weights.kept_two
    if card == BIG_QUEEN:
        return weights.big_queen_with_another_queen if in_company else weights.big_queen
    worth = weights.per_point * POINTS_BY_CARD[card]
    if bot_view.sets >> rank & 1:
        worth += weights.card_of_own_set
    elif bot_view.their_sets >> rank & 1:
        worth += weights.card_of_opponents_set
    if in_company:
        worth += weights.per_card_of_same_rank
        if any(other % 13 == rank for other in bot_view.view.cards("discard")):
            worth += weights.matching_discard
    return worth


STRATEGIST_STYLE: Final = BotStyle(_choose_draw_or_take, _is_worth_laying, _worth_of_keeping)
"""How the bot `strategist` draws, lays and discards with `SEAT_COUNT_OF_FITTED_ROUNDS` players."""
LARGE_TABLE_STYLE: Final = TEAMMATE_STYLE._replace(value_of_keeping=_worth_of_keeping)
"""How the bot `strategist` draws, lays and discards with another number of players than
`SEAT_COUNT_OF_FITTED_ROUNDS`."""
