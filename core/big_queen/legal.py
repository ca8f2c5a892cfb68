"""The legal actions of Big Queen, for a match and for a view (RULINGS 4.2, 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from core.big_queen.layout import (
    ANSWER_NO,
    ANSWER_YES,
    ANSWERS_PENDING,
    NATURAL_RANKS,
    NOT_ASKED_YET,
    TEAM_NAMES,
    TEAM_OF_SEAT,
    seats_of_team,
)
from core.big_queen.melds import (
    ADDITIONS_BY_RANK,
    COUNT_OF_ONE_CARD,
    DISCARDS_BY_RANK,
    DISCARDS_LEAVING_ONE_CARD_BY_RANK,
    NUMBER_OF_CARDS_BY_COUNT,
    TWO_ADDITIONS_BY_RANK,
    counts_by_rank,
    melds_of_rank,
    ranks_of_sets,
    ways_to_take,
)
from core.engine.action import Action, Actions
from core.engine.cards import RANKS, Card
from core.engine.piles import Value
from core.engine.view import View

DEAL_ACTION: Final = Action(("deal",))
"""The action that deals a round, with a roll of the dice."""
DRAW_ACTION: Final = Action(("draw",))
"""The action that draws a card of the stock."""
TAKE_FREE_UPCARD_ACTION: Final = Action(("take", 1))
"""The action that takes the first upcard of a round without a pair of cards from the hand, where that is allowed."""
ASK_ACTION: Final = Action(("ask",))
"""The action that asks the partners for permission to go out (to end the round by discarding one's last card)."""
SAY_YES_ACTION: Final = Action((ANSWER_YES,))
"""The action of a partner who gives permission to go out."""
SAY_NO_ACTION: Final = Action((ANSWER_NO,))
"""The action of a partner who refuses permission to go out."""
ANNOUNCE_ACTION: Final = Action(("announce",))
"""The action that announces one's last card."""
CATCH_ACTION_BY_SEAT: Final = tuple(Action(("catch", seat)) for seat in range(10))
"""For each seat the action that catches it, because it has not announced its last card."""

ASK_CHOICE: Final = (ASK_ACTION,)
"""The tuple of `ASK_ACTION` alone, which is added to the legal actions of a player who may ask for permission."""
YES_OR_NO_CHOICES: Final = (SAY_YES_ACTION, SAY_NO_ACTION)
"""The legal actions of a partner who has been asked for permission."""


def actions_before_drawing(
    counts: Sequence[int], cards_held: int, discard: Sequence[Card], permission_answer: Value, free_upcard: bool
) -> Actions:
    """Return the legal actions of the player on turn who has not drawn or taken yet: draw, take from the discard pile,
    ask.

    `counts` is the hand as counts by rank (`core.big_queen.melds`), `cards_held` the number of its cards, `discard` the
    discard pile, and `permission_answer` the value of the fact `asked`. A two is never taken for itself (BQ-8). A
    take that would empty the hand, or without permission leave one card, is not legal (RULINGS 4.3, BQ-14). The first
    upcard is taken like any other (BQ-5), unless `free_upcard`.
    """
    takes: list[Action] = [TAKE_FREE_UPCARD_ACTION] if free_upcard else []
    within = discard
    if cards_held < 4:
        deepest = len(discard) + cards_held - (3 if permission_answer == ANSWER_YES else 4)
        within = discard[: max(deepest, 0)]
    twos = counts[0]
    # Without twos only a rank of which the hand has a pair can be taken; with two of them, any natural rank.
    need = 2 - NUMBER_OF_CARDS_BY_COUNT[twos]
    for place, card in enumerate(within, start=1):
        rank = card % 13
        if NUMBER_OF_CARDS_BY_COUNT[counts[rank]] >= need and rank:
            takes += ways_to_take(place, rank, counts[rank], twos)
    asking = ASK_CHOICE if permission_answer == NOT_ASKED_YET else ()
    return (DRAW_ACTION, *takes, *asking)


def actions_after_drawing(counts: Sequence[int], cards_held: int, set_ranks: int, permission_answer: Value) -> Actions:
    """Return the actions of the player on turn after the draw: meld, add to a set of the team, discard, ask.

    `counts` is the hand as counts by rank (`core.big_queen.melds`), `cards_held` the number of its cards,
    `permission_answer` the value of the fact `asked`, and `set_ranks` a bit mask of the ranks of the team's sets, bit r
    for rank r. There is no second draw or take in a turn (BQ-10), and no card need be laid before the discard (BQ-22).
    Laying must leave a card to discard, and without permission one more (RULINGS 4.3, BQ-14).
    """
    twos = counts[0]
    spare = cards_held - (1 if permission_answer == ANSWER_YES else 2)
    need = max(1, 3 - NUMBER_OF_CARDS_BY_COUNT[twos]) if spare >= 3 else cards_held + 1
    ending = DISCARDS_LEAVING_ONE_CARD_BY_RANK if cards_held == 2 else DISCARDS_BY_RANK
    lays: list[Action] = []
    discards: list[Action] = []
    for rank in NATURAL_RANKS:
        count = counts[rank]
        if count:
            discards += ending[rank][count]
            if NUMBER_OF_CARDS_BY_COUNT[count] >= need:
                lays += melds_of_rank(rank, count, twos)
    if set_ranks and spare >= 1:
        for rank in ranks_of_sets(set_ranks):
            if counts[rank]:
                lays += ADDITIONS_BY_RANK[rank][counts[rank]]
            if twos:
                lays += TWO_ADDITIONS_BY_RANK[rank][twos]
    if twos:
        discards += ending[0][twos]
    asking = ASK_CHOICE if permission_answer == NOT_ASKED_YET else ()
    return (*lays, *discards, *asking)


def can_be_laid_once_drawn(view: View, counts: Sequence[int], set_ranks: int, card: Card) -> bool:
    """Return whether a card, once drawn, could be laid at once, as part of a new set or in a set of the team.

    `counts` is the hand without the card as counts by rank; `set_ranks` has bit r for each rank r of which the team has
    a set.
    """
    drawn = list(counts)
    drawn[card % 13] += COUNT_OF_ONE_CARD[card]
    cards_held = sum(NUMBER_OF_CARDS_BY_COUNT[number] for number in drawn)
    return any(
        card in action.cards
        for action in actions_after_drawing(drawn, cards_held, set_ranks, view.facts["asked"])
        if action.verb in ("meld", "add")
    )


def out_of_turn_actions(seat: int, seats_due: Sequence[int]) -> Actions:
    """Return what a seat may do out of turn while `seats_due` have not announced their last card: announce its own, or
    catch one of them (RULINGS 4.4)."""
    catches = tuple(CATCH_ACTION_BY_SEAT[other] for other in seats_due if other != seat)
    return (ANNOUNCE_ACTION, *catches) if seat in seats_due else catches


@lru_cache(maxsize=256)
def partners_yet_to_answer(seats: int, seat_on_turn: int, answers: tuple[int, ...]) -> frozenset[int]:
    """Return the partners of the seat on turn that have not answered yet (BQ-16); `answers` are the seats that have."""
    return seats_of_team(seats, TEAM_OF_SEAT[seat_on_turn]) - {seat_on_turn, *answers}


def may_renew_stock(view: View) -> bool:
    """Return whether the discard pile may still become a new stock in this round (BQ-21)."""
    done, most = view.facts["reshuffles"], view.options["max_reshuffles"]
    assert isinstance(done, int)
    assert isinstance(most, int)
    return done < most and view.count("discard") > 1


def legal(view: View) -> Actions:
    """Return the legal actions of the seat of a view, from nothing but what the seat sees."""
    seat, facts = view.seat, view.facts
    if seat is None or facts["over"]:
        return ()
    actions: Actions = ()
    if facts["asked"] == ANSWERS_PENDING:
        if seat in partners_yet_to_answer(view.seats, seat_on_turn(view), _seats_in_fact(facts["answers"])):
            actions = YES_OR_NO_CHOICES
    elif seat == facts["turn"]:
        actions = _actions_on_turn(view, view.cards(f"hand/{seat}"), set_ranks_of_team(view, TEAM_OF_SEAT[seat]))
    return actions + out_of_turn_actions(seat, _seats_in_fact(facts["due"]))


def _actions_on_turn(view: View, hand: tuple[Card, ...], set_ranks: int) -> Actions:
    """Return the legal actions of the seat on turn, which has this `hand`; its team has these `set_ranks`."""
    facts = view.facts
    if facts["phase"] == "deal":
        return (DEAL_ACTION,)
    if facts["phase"] == "draw":
        free = bool(view.options["free_first_upcard"] and facts["opening"])
        return actions_before_drawing(counts_by_rank(hand), len(hand), view.cards("discard"), facts["asked"], free)
    return actions_after_drawing(counts_by_rank(hand), len(hand), set_ranks, facts["asked"])


def _seats_in_fact(value: Value) -> tuple[int, ...]:
    """Return the value of a fact, which is a tuple of seats."""
    assert isinstance(value, tuple)
    return value  # type: ignore[return-value]


def seat_on_turn(view: View) -> int:
    """Return the seat whose turn it is."""
    turn = view.facts["turn"]
    assert isinstance(turn, int)
    return turn


def set_ranks_of_team(view: View, team: int) -> int:
    """Return the ranks of the sets in a team's play area: bit r for the natural rank r."""
    return sum(1 << rank for rank in NATURAL_RANKS if view.count(f"meld/{TEAM_NAMES[team]}/{RANKS[rank]}"))
