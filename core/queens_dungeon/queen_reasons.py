"""The parts of reasons in Queen's Dungeon that are about Queens: which are taken or kept, and when trump changes."""

from __future__ import annotations

from collections.abc import Sequence

from core.engine.cards import QUEENS, Card
from core.engine.coach import Choice
from core.engine.english import english_list
from core.engine.view import View
from core.queens_dungeon.figures import Reason
from core.queens_dungeon.quota_reasons import is_own_quota_lost
from core.queens_dungeon.scores import MIN_QUEENS_FOR_DUNGEON, QUEEN_POINTS, QUEENS_THAT_CHANGE_TRUMP
from core.trick_taking.coach import chance_to_take_trick, is_last_to_play
from core.trick_taking.reasons import LIKELY_CHANCE, Wordings, trick_chance_clause


def count_queens_taken(view: View) -> int:
    """Return the number of Queens that have been taken with tricks in this hand."""
    taken = [value for name, value in view.facts.items() if name.startswith("queens/")]
    return sum(value for value in taken if isinstance(value, int))


def queens_taken_clause(view: View, card: Card) -> str:
    """Return the Queens that go with the present trick to the player of `card`, who takes it, as the end of a sentence.

    Returns "" if there are none, or if they bring no points: three or more, after the dungeon, or to a dealer who
    can no longer make the quota (QD-17).
    """
    queens = [other for other in view.cards("trick") if other in QUEENS]
    is_condemned = len(queens) + (card in QUEENS) >= MIN_QUEENS_FOR_DUNGEON or view.facts[f"condemned/{view.seat}"]
    if is_condemned or is_own_quota_lost(view):
        return ""
    if len(queens) == 1:
        return f"with {queens[0]} and her {QUEEN_POINTS} points in it"
    if queens:
        return f"with {english_list(queens)} in it, {QUEEN_POINTS} points each"
    return f"and her {QUEEN_POINTS} points with it" if card in QUEENS else ""


def why_of_queens_saved(view: View, best: Choice, worse: Sequence[Choice]) -> Reason | None:
    """Return that the best card keeps Queens from the others, as in ``keeps Q♥ and her 25 points from the others``;
    None if another reason makes it the best.

    That is the reason if the best card is likely to leave the trick to them, and each worse one is a Queen that is
    likely to go with it. With partners one of them may be the partner, and with a second Queen trump changes.
    """
    queens = [choice.action.cards[0] for choice in worse]
    lose = all(chance_to_take_trick(choice).value < LIKELY_CHANCE for choice in (best, *worse))
    is_other = bool(view.options["partners"]) or any(card in QUEENS for card in view.cards("trick"))
    if is_other or not lose or best.action.cards[0] in QUEENS or not {*queens} <= {*QUEENS}:
        return None
    points = f" and her {QUEEN_POINTS} points" if len(queens) == 1 else f", {QUEEN_POINTS} points each,"
    kept = f"keeps {english_list(queens)}{points} from the others"
    wordings = (f"{trick_chance_clause(best)}, but {kept}", f"{best.action.cards[0]} {kept}")
    return Reason((wordings,))


def new_trump_wordings(view: View, best: Choice, worse: Sequence[Choice]) -> Wordings:
    """Return that the best card is the second Queen of the trick, which makes the dealer name a new trump, as a part of
    a reason; () if it is not, if another Queen may follow (QD-9), if the trick is the last of the hand, or if each
    worse card is a Queen, too."""
    card, trick = best.action.cards[0], view.cards("trick")
    second = card in QUEENS and sum(one in QUEENS for one in trick) == QUEENS_THAT_CHANGE_TRUMP - 1
    is_certain = second and is_last_to_play(view) and view.count(f"hand/{view.seat}") > 1
    if not is_certain or all(choice.action.cards[0] in QUEENS for choice in worse):
        return ()
    who = "lets you name" if view.facts["dealer"] == view.seat else "makes the dealer name"
    link = "and" if chance_to_take_trick(best).value >= LIKELY_CHANCE else "but"
    told = f"a second Queen {who} a new trump"
    return f"{trick_chance_clause(best)}, {link} {told}", f"{card} as {told}"
