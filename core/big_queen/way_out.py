"""Whether a player could go out in this turn if the partners allow it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from core.big_queen.hand_value import cheapest_last_discard
from core.big_queen.layout import ANSWER_YES, TEAM_OF_SEAT
from core.big_queen.legal import actions_before_drawing, may_renew_stock, set_ranks_of_team
from core.big_queen.melds import counts_by_rank
from core.engine.cards import CARDS, Card
from core.engine.view import View


def could_go_out(view: View) -> bool:
    """Return whether the player on turn, who is the seat of the view, could go out in this turn if all partners said
    yes.

    After the draw the hand decides: whether it can be laid but for one card to discard. Before it, each card that might
    be drawn counts, and each take. The seat's own cards and what lies on the table are all that is looked at.
    """
    assert view.seat is not None
    sets, hand = set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]), view.cards(f"hand/{view.seat}")
    if view.facts["phase"] == "play":
        return _can_lay_all_but_one(hand, sets)
    if view.facts["phase"] != "draw":
        return False
    can_draw = view.count("stock") > 0 or may_renew_stock(view)
    is_upcard_free = bool(view.options["free_first_upcard"] and view.facts["opening"])
    return (can_draw and _could_go_out_by_draw(hand, sets)) or _could_go_out_by_take(
        hand, sets, view.cards("discard"), is_upcard_free
    )


@lru_cache(maxsize=64)
def _can_lay_all_but_one(hand: tuple[Card, ...], set_ranks: int) -> bool:
    """Return whether all cards of a hand but one can be laid; `set_ranks` are the ranks of the team's sets, bit r for
    rank r."""
    return cheapest_last_discard(list(counts_by_rank(hand)), set_ranks) is not None


@lru_cache(maxsize=16)
def _could_go_out_by_draw(hand: tuple[Card, ...], set_ranks: int) -> bool:
    """Return whether there is a card with which all of a hand but one card can be laid."""
    return any(_can_lay_all_but_one((*hand, card), set_ranks) for card in CARDS[:52])


@lru_cache(maxsize=16)
def _could_go_out_by_take(
    hand: tuple[Card, ...], set_ranks: int, discard: Sequence[Card], is_upcard_free: bool
) -> bool:
    """Return whether there is a card of the discard pile after whose take all of the hand but one card can be laid."""
    takes = actions_before_drawing(counts_by_rank(hand), len(hand), discard, ANSWER_YES, is_upcard_free)[1:]
    for take in takes:
        place = int(take[1])
        left = list(hand)
        for card in take.cards:
            left.remove(card)
        laid = 1 << discard[place - 1] % 13 if take.cards else 0
        brought = discard[place:] if take.cards else discard[place - 1 :]
        if _can_lay_all_but_one((*left, *brought), set_ranks | laid):
            return True
    return False
