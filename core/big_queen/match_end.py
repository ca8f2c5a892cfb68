"""What the coach of Big Queen makes of a round that ends the match: then points decide nothing, and to win the match is
all that counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core.big_queen.choice_order import LAYING_VERBS
from core.big_queen.imagined_rounds import MATCH_WIN_WORTH
from core.big_queen.layout import ANSWER_YES, SEATS_WITH_ONE_PARTNER
from core.big_queen.round_result import RoundEnding
from core.engine.action import Action
from core.engine.view import View

MATCH_NEARLY_LOST_SENTENCE: Final = "Your team can hardly win the match any more"
"""What is said if all imagined rounds lose the match, whatever the seat does; without its end."""

MATCH_NEARLY_WON_SENTENCE: Final = "Your team can hardly lose the match any more"
"""What is said if all imagined rounds win the match, whatever the seat does; without its end."""


def ends_round(view: View, action: Action) -> bool:
    """Return whether an action can end the round in this turn: a request to go out, a yes to it, and after a yes to
    go out: to lay all cards but one, or to discard the last."""
    if action.verb in ("ask", "yes"):
        return True
    most_left = {**dict.fromkeys(LAYING_VERBS, 1), "discard": 0}.get(action.verb, -1)
    return view.facts["asked"] == ANSWER_YES and view.count(f"hand/{view.seat}") - len(action.cards) <= most_left


def is_match_won(endings: Iterable[RoundEnding]) -> bool:
    """Return whether all these endings of a round win the match."""
    return all(ending.worth > ending.lead for ending in endings)


def is_match_lost(endings: Iterable[RoundEnding]) -> bool:
    """Return whether all these endings of a round lose the match."""
    return all(ending.worth < ending.lead for ending in endings)


def endings_with_sure_ends(
    view: View, actions: Sequence[Action], endings: Sequence[list[RoundEnding]]
) -> list[list[RoundEnding]]:
    """Return for each action its endings, which are worth more if it can end the round in this turn and all win the
    match, and less if all lose it.

    Such an end is sure, while a round that goes on may come to another end than in any of the imagined rounds.
    """
    judged = []
    for action, found in zip(actions, endings, strict=True):
        bonus = _bonus_for_sure_end(view, action, found)
        judged.append([ending._replace(worth=ending.worth + bonus) for ending in found])
    return judged


def _bonus_for_sure_end(view: View, action: Action, endings: Sequence[RoundEnding]) -> int:
    """Return what is added to the worth of an action because it ends the match for sure."""
    if not ends_round(view, action):
        return 0
    return MATCH_WIN_WORTH * (is_match_won(endings) - is_match_lost(endings))


def sentence_on_decided_match(endings: Sequence[Sequence[RoundEnding]]) -> str:
    """Return the sentence, without its end, that the match is as good as won or lost, if it is so after each choice of
    a decision; else "". `endings` are for each choice its endings, empty if there were no rounds."""
    if not endings:
        return ""
    if all(map(is_match_lost, endings)):
        return MATCH_NEARLY_LOST_SENTENCE
    return MATCH_NEARLY_WON_SENTENCE if all(map(is_match_won, endings)) else ""


def reason_from_match_end(
    view: View, actions: Sequence[Action], best: int, text: str, endings: Sequence[Sequence[RoundEnding]]
) -> str:
    """Return the reason for the best of some choices if it ends the round and so wins the match, or does not end it
    where the match would be lost; "" if the end of the match is no such reason.

    `best` is the index of the best choice, `text` what a player calls it, and `endings` are for each of the `actions`
    its endings.
    """
    can_end = ends_round(view, actions[best])
    is_won = can_end and is_match_won(endings[best])
    if actions[best].verb == "ask":
        partners = "your partner agrees" if view.seats == SEATS_WITH_ONE_PARTNER else "your partners agree"
        if is_won and view.facts["phase"] == "play":
            return f"Your team wins the match if you go out now, but only if {partners}: {text}."
        return ""
    if is_won:
        return f"Your team wins the match if the round ends now: {text}."
    is_lost = sentence_on_decided_match(endings) == MATCH_NEARLY_LOST_SENTENCE
    if is_lost and not can_end and any(ends_round(view, action) for action in actions):
        return f"{MATCH_NEARLY_LOST_SENTENCE}, and not at all if the round ends now: {text}."
    return ""
