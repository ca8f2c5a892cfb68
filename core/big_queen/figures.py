"""The exact figures of the coach of Big Queen: what a choice lays, what it leaves, and how likely a card fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from core.big_queen.hand_value import counts_without_cards
from core.big_queen.layout import NATURAL_RANKS, POINTS_BY_CARD, TEAM_OF_SEAT
from core.big_queen.legal import actions_after_drawing, can_be_laid_once_drawn, may_renew_stock, set_ranks_of_team
from core.big_queen.melds import COUNT_OF_ONE_CARD, NUMBER_OF_CARDS_BY_COUNT, cards_of_count, counts_by_rank
from core.engine.action import Action
from core.engine.cards import RANKS, Card
from core.engine.coach import POINT_UNIT, Figure
from core.engine.memory import Memory
from core.engine.piles import Value
from core.engine.view import View

CARDS_LEFT_LABEL: Final = "{} in your hand"
"""The label of the number of cards that a choice leaves in the hand."""

HAND_POINTS_LABEL: Final = "{} held"
"""The label of the points of the cards that a choice leaves in the hand."""


def figures_about_action(view: View, memory: Memory, action: Action) -> tuple[Figure, ...]:
    """Return the figures about an action: what it lays, and what it leaves in the hand."""
    counts = counts_by_rank(view.cards(f"hand/{view.seat}"))
    match action.verb:
        case "draw":
            return _figures_about_draw(view, memory, counts)
        case "take" | "meld" | "add":
            return _figures_about_laying(view, action, counts)
        case "discard":
            rest = counts_without_cards(counts, action.cards)
            return _hand_points_figure(rest), _card_count_figure(rest)
        case "ask" | "yes" | "no":
            return (_hand_points_figure(counts),)
    return ()


def _figures_about_laying(view: View, action: Action, counts: list[int]) -> tuple[Figure, ...]:
    """Return the figures about laying cards of a hand, alone or with a card of the discard pile."""
    assert view.seat is not None
    laid, rank = action.cards, str(action[-1])
    along: Sequence[Card] = ()
    if action.verb == "take":
        place = action[1]
        assert isinstance(place, int)
        chosen, *along = view.cards("discard")[place - 1 :]
        if len(action) == 2:  # the first upcard is free: it comes into the hand, and nothing is laid
            laid, along = (), (chosen, *along)
        rank = chosen.rank
    rest = counts_without_cards(counts, laid)
    for card in along:
        rest[card % 13] += COUNT_OF_ONE_CARD[card]
    points = sum(POINTS_BY_CARD[card] for card in laid)
    if action.verb == "take" and laid:
        points += POINTS_BY_CARD[chosen]
    elif action.verb == "meld" or (action.verb == "add" and len(action) == 2):
        rank = laid[0].rank
    sets = set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]) | (1 << RANKS.index(rank) if laid else 0)
    figures = Figure("{} laid", points, 0, POINT_UNIT), _hand_points_figure(rest), _card_count_figure(rest)
    more = most_sets_to_lay(rest, sets, view.facts["asked"])
    return (*figures, Figure("{} to lay", more, 0, "more set")) if more else figures


def _figures_about_draw(view: View, memory: Memory, counts: list[int]) -> tuple[Figure, ...]:
    """Return the figure about drawing a card: how likely it can be laid at once."""
    assert view.seat is not None
    sets = set_ranks_of_team(view, TEAM_OF_SEAT[view.seat])
    coming = chances_of_next_card(view, memory)
    if not coming:
        return ()
    fitting = sum(chance for card, chance in coming.items() if can_be_laid_once_drawn(view, counts, sets, card))
    return (Figure("{} that you can lay it", fitting),)


def chances_of_next_card(view: View, memory: Memory) -> Mapping[Card, float]:
    """Return for each card the probability that it is the next of the stock; empty if no card can be drawn."""
    number = view.count("stock")
    if not number:
        rest = view.cards("discard")[:-1]
        return {card: many / len(rest) for card, many in Counter(rest).items()} if may_renew_stock(view) else {}
    stock = memory.hidden_piles["stock"]
    lying: dict[Card, float] = dict.fromkeys(stock.known_cards, 0.0)
    for card in stock.known_cards:
        lying[card] += 1
    for pool in stock.pools:
        share = pool.places["stock"] / sum(pool.places.values())
        for card, copies in pool.cards.items():
            lying[card] = lying.get(card, 0) + share * copies
    return {card: copies / number for card, copies in lying.items()}


def most_sets_to_lay(counts: Sequence[int], set_ranks: int, permission_answer: Value) -> int:
    """Return the most sets that a hand can lay one after the other, of ranks of which the team has no set yet.

    `counts` is the hand as counts by rank; `set_ranks` has bit r for each rank r of which the team has a set;
    `permission_answer` is the value of the fact `asked`. The set that needs fewest twos is laid first: so each two is
    counted once, and no other order lays more.
    """
    melds = [
        action
        for action in actions_after_drawing(counts, _card_count(counts), set_ranks, permission_answer)
        if action.verb == "meld" and not set_ranks >> action.cards[0] % 13 & 1
    ]
    if not melds:
        return 0
    laid = min(melds, key=lambda meld: sum(card % 13 == 0 for card in meld.cards)).cards
    return 1 + most_sets_to_lay(counts_without_cards(counts, laid), set_ranks | 1 << laid[0] % 13, permission_answer)


def _card_count(counts: Sequence[int]) -> int:
    """Return the number of cards of a hand."""
    return sum(NUMBER_OF_CARDS_BY_COUNT[number] for number in counts)


def _hand_points(counts: Sequence[int]) -> int:
    """Return the points of the cards of a hand."""
    return sum(POINTS_BY_CARD[card] for rank in (0, *NATURAL_RANKS) for card in cards_of_count(rank, counts[rank]))


def _card_count_figure(counts: Sequence[int]) -> Figure:
    """Return a figure with the number of cards of a hand."""
    return Figure(CARDS_LEFT_LABEL, _card_count(counts), 0, "card")


def _hand_points_figure(counts: Sequence[int]) -> Figure:
    """Return a figure with the points of a hand, which count against the team at the end of the round."""
    return Figure(HAND_POINTS_LABEL, _hand_points(counts), 0, POINT_UNIT)
