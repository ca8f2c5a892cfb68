"""Why an action of Big Queen is refused, in one sentence for the player who tried it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.big_queen.layout import NO, NOT_ASKED, WAITING, YES
from core.big_queen.legal import sets_of
from core.engine.action import Action
from core.engine.cards import RANKS, Card
from core.engine.view import View

NOBODY_ASKED: Final = "Nobody has asked you anything."

_VERBS: Final = ("deal", "draw", "take", "meld", "add", "discard", "ask", "yes", "no", "announce", "catch")


def why_not(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why the seat of `view`, which has these `choices`, may not do `action`; "" for the common sentence."""
    if choices or action.verb in ("announce", "catch"):
        return reason(view, choices, action)
    if view.facts["asked"] == WAITING:
        return "It is for the partners of the player on turn to answer now."
    return ""


def reason(view: View, choices: Sequence[Action], action: Action) -> str:
    """Return why a seat that may act in `view` by `choices` may not do `action`."""
    seat, facts = view.seat, view.facts
    if not action or action[0] not in _VERBS:
        return f"{str(action)[:40]!r} is no action of Big Queen."
    hand = view.cards(f"hand/{seat}")
    if seat != facts["turn"] or facts["asked"] == WAITING:
        return _why_not_out_of_turn(view, action, choices)
    if action[0] in ("announce", "catch"):
        return _why_not_out_of_turn(view, action, choices)
    if action[0] in ("yes", "no"):
        return NOBODY_ASKED
    if facts["phase"] == "deal":
        return "You are the dealer, and a round begins with the deal."
    if action[0] == "deal":
        return "The cards of this round have been dealt."
    if action[0] == "ask":
        return "You may ask once in a turn, and you have."
    missing = _missing_card(action, hand)
    if missing is not None:
        return f"You have not got {missing} in your hand."
    if facts["phase"] == "draw":
        return _why_not_before_drawing(view, hand, action)
    return _why_not_after_drawing(view, hand, action)


def _why_not_out_of_turn(view: View, action: Action, choices: Sequence[Action]) -> str:
    if action[0] == "announce":
        return "You have nothing to announce: it is for the end of your turn, when one card is left to you."
    if action[0] == "catch" and len(action) > 1 and action[1] == view.seat:
        return "You cannot catch yourself; another player may, until you announce your one card."
    if action[0] == "catch":
        return f"Nobody is to be caught by {action}: no announcement is due there."
    if view.facts["asked"] == WAITING and view.seat == view.facts["turn"]:
        return "Your partners are still to answer whether you may go out."
    return f"It is not your turn; you may: {', '.join(map(str, choices[:6]))}."


def _missing_card(action: Action, hand: tuple[Card, ...]) -> Card | None:
    """Return a card of `action` that the hand does not hold (often enough)."""
    rest = list(hand)
    for card in action.cards:
        if card not in rest:
            return card
        rest.remove(card)
    return None


def _why_not_before_drawing(view: View, hand: tuple[Card, ...], action: Action) -> str:
    if action[0] != "take":
        return f"You cannot {action[0]} yet: your turn begins with drawing a card or taking from the discard pile."
    pile = view.cards("discard")
    place = action[1] if len(action) > 1 else None
    if not isinstance(place, int) or not 1 <= place <= len(pile):
        return f"The discard pile has {len(pile)} cards, counted from 1 at the oldest."
    chosen = pile[place - 1]
    if chosen.rank == "2":
        return f"A 2 cannot be taken for itself, not even {chosen}: no set is made of twos."
    if len(action.cards) != 2:
        return f"Say with which two cards of your hand you take {chosen}."
    if any(card.rank not in (chosen.rank, "2") for card in action.cards):
        return f"{chosen} is taken with two cards of its rank, one and a 2, or two 2s."
    return _why_not_keep_so_few(view, len(hand) - 2 + len(pile) - place)


def _why_not_after_drawing(view: View, hand: tuple[Card, ...], action: Action) -> str:
    if action[0] in ("draw", "take"):
        return "You have drawn or taken in this turn already."
    if action[0] == "discard":
        return f"You announce with a discard when it leaves you one card; this one leaves you {len(hand) - 1}."
    if action[0] == "add":
        return _why_not_add(view, hand, action)
    ranks = {card.rank for card in action.cards} - {"2"}
    if len(action.cards) != 3 or len(ranks) != 1:
        return "A set is three cards of one rank, where twos may stand for one or two of them, but not for all three."
    return _why_not_keep_so_few(view, len(hand) - 3)


def _why_not_add(view: View, hand: tuple[Card, ...], action: Action) -> str:
    assert view.seat is not None
    card = action.cards[0] if action.cards else None
    rank = str(action[3]) if len(action) == 4 else card.rank if card is not None else ""
    if card is None or (len(action) == 2 and rank == "2"):
        return "Say to which set of your team the 2 goes, as in: add 2♣ to K."
    if card.rank not in ("2", rank):
        return f"{card} belongs to the set of its own rank; only a 2 goes into any."
    if rank not in RANKS or not sets_of(view, view.seat % 2) >> RANKS.index(rank) & 1:
        return f"Your team has no set of rank {rank} yet; a set begins with three cards."
    return _why_not_keep_so_few(view, len(hand) - 1)


def _why_not_keep_so_few(view: View, left: int) -> str:
    if left < 1:
        return "It would leave you no card, and you must keep one to discard."
    asked = view.facts["asked"]
    if asked == NOT_ASKED:
        return "It would leave you one card to go out with: ask your partners first."
    if asked == NO:
        return "It would leave you one card to go out with, and a partner has said no in this turn."
    assert asked in (YES, WAITING)
    return "That is not possible now."
