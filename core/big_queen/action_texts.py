"""What a player calls the actions of Big Queen."""

from __future__ import annotations

from typing import Final

from core.big_queen.layout import TEAM_OF_SEAT
from core.big_queen.legal import legal, set_ranks_of_team
from core.engine.action import Action
from core.engine.cards import RANKS
from core.engine.coach import Choice
from core.engine.english import count, rank_word
from core.engine.view import View

_WORDING_BY_VERB: Final = {"draw": "draw a card", "ask": "ask to go out", "announce": "announce one card"}
"""Maps the verb of an action without further words to what a player calls it."""

ACTIVITY_BY_VERB: Final = {
    "draw": "drawing",
    "take": "taking",
    "lay": "laying",
    "add": "adding",
    "discard": "discarding",
    "ask": "asking",
    "announce": "announcing",
    "yes": "saying yes",
    "no": "saying no",
}
"""Maps the first word of a choice to how it begins as an activity."""


def action_wording(view: View, action: Action) -> str:
    """Return the words in which a player names an action, with the card that it takes; "" if they are the action as it
    is written."""
    cards = " ".join(map(str, action.cards))
    match action.verb:
        case "take":
            place = action[1]
            assert isinstance(place, int)
            chosen, *along = view.cards("discard")[place - 1 :]
            more = f", and get {count(len(along), 'more card')}" if along else ""
            return f"take {chosen}{f' with {cards}' if cards else ''}{more}"
        case "meld":
            assert view.seat is not None
            rank = next(card.rank for card in action.cards if card.rank != "2")
            joins_set = set_ranks_of_team(view, TEAM_OF_SEAT[view.seat]) >> RANKS.index(rank) & 1
            return f"add {cards}" if joins_set else f"lay {cards}"
        case "add" if len(action) == 4:
            return f"add {cards} to the {rank_word(str(action[3]))}s"
        case "discard" if len(action) == 3:
            return f"discard {cards} and announce one card"
        case "catch" if sum(one.verb == "catch" for one in legal(view)) == 1:
            return "catch the silent player"
    return _WORDING_BY_VERB.get(action.verb, "")


def activity_of_choice(choice: Choice) -> str:
    """Return what a player calls a choice, as an activity: ``laying K♣ K♦ 2♠``, ``discarding 3♦``."""
    verb, *rest = (choice.wording or str(choice.action)).replace(" and announce", " and announcing").split(" ", 1)
    if verb == "catch":  # a seat has a number here, and no name
        return "catching a silent player"
    return " ".join([ACTIVITY_BY_VERB[verb], *rest])
