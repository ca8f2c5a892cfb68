"""The parts of reasons in Queen's Dungeon that are about a quota: who makes it, and which tricks it can spare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.engine.coach import Choice, percent_of
from core.engine.english import count
from core.engine.view import View
from core.queens_dungeon.figures import DEALERS_QUOTA_LABEL, OWN_QUOTA_LABEL, Reason, values_of_figure
from core.queens_dungeon.follow_suit import strengths_in_view
from core.queens_dungeon.legal import circle_of_players
from core.trick_taking.coach import chance_to_take_trick
from core.trick_taking.reasons import (
    ANY_WORSE_NAME,
    CASES_TEXT,
    LIKELY_CHANCE,
    Wordings,
    likeliest_taker,
    trick_chance_clause,
)

MIN_MENTIONED_QUOTA_DIFFERENCE: Final = 0.1
"""A reason mentions the quota if the best card changes its probability by at least this, compared with worse cards."""

MAX_HOPELESS_QUOTA_CHANCE: Final = 0.1
"""A dealer who makes the quota with a smaller probability is not told which tricks it can spare."""


class QuotaDifference(NamedTuple):
    """How the best card changes the probability that a quota is made, compared with worse cards."""

    label: str
    """The label of the figure with this probability."""
    who: str
    """Who makes the quota, as the beginning of a sentence."""
    makes: str
    """That this player makes it, as the verb with its object."""
    best: float
    """The probability after the best card."""
    nearest: float
    """The probability after a worse card that is nearest to it."""


def quota_reason(
    view: View, best: Choice, worse: Sequence[Choice], rest: str, *, must_tell_need: bool = False
) -> Reason | None:
    """Return in how many cases a quota is made with the best card, and with the nearest worse one, if that speaks for
    it, and how many tricks it still needs of how many, which makes it likely or not; else None.

    `rest` is words for the worse cards. Shorter wordings leave out the number of tricks, unless `must_tell_need`.
    """
    quota = quota_difference(best, worse, has_partners=bool(view.options["partners"]))
    if quota is None:
        return None
    bound = f"at {'most' if quota.best > quota.nearest else 'least'} " if len(worse) > 1 else ""
    nearest = f"{bound}{percent_of(quota.nearest)}" if percent_of(quota.nearest) else "none"
    chances = f"in {percent_of(quota.best)}{CASES_TEXT}, but in {nearest} with"
    makers = [f"{quota.who} {quota.makes}"]
    if best.action.verb in ("play", "trump") and (needs := _clause_on_tricks_needed(view)):
        makers = [f"{quota.who} {needs}, and {quota.makes}", *([] if must_tell_need else makers)]
    wordings = [f"{maker} {chances} {name}" for maker in makers for name in (rest, ANY_WORSE_NAME)]
    return Reason((tuple(wordings),), quota.label)


def _clause_on_tricks_needed(view: View) -> str:
    """Return how many of the tricks left the dealer needs for the quota, as in ``still needs 4 of 8 tricks``; "" if it
    is made or out of reach, or if an option decides."""
    dealer, left = view.facts["dealer"], view.count(f"hand/{view.seat}")
    needed = tricks_needed(view)
    if not 0 < needed <= left or view.facts[f"condemned/{dealer}"]:
        return ""
    need = "need" if dealer == view.seat else "needs"
    return f"still {need} {needed} of {count(left, 'trick')}"


def quota_difference(best: Choice, worse: Sequence[Choice], *, has_partners: bool) -> QuotaDifference | None:
    """Return by how much the best card changes a quota, if at least by `MIN_MENTIONED_QUOTA_DIFFERENCE` and if that
    speaks for it: more for the own quota, less for that of another dealer. Of a dealer who may be the partner nothing
    is said."""
    for label, sign, who, makes in (
        (OWN_QUOTA_LABEL, 1, "You", "make your quota"),
        (DEALERS_QUOTA_LABEL, -1, "The dealer", "makes the quota"),
    ):
        chances = values_of_figure(label, best, worse)
        if not chances or (has_partners and label == DEALERS_QUOTA_LABEL):
            continue
        nearest = sign * max(sign * chance for chance in chances[1:])
        if sign * (chances[0] - nearest) >= MIN_MENTIONED_QUOTA_DIFFERENCE:
            return QuotaDifference(label, who, makes, chances[0], nearest)
    return None


def tricks_needed(view: View) -> int:
    """Return how many more tricks the dealer needs for the quota; 0 or less if it is made."""
    dealer = view.facts["dealer"]
    quota, tricks, uncounted = view.facts["quota"], view.facts[f"tricks/{dealer}"], view.facts.get("uncounted", 0)
    assert isinstance(quota, int)
    assert isinstance(tricks, int)
    assert isinstance(uncounted, int)
    return quota - tricks + uncounted


def is_own_quota_lost(view: View) -> bool:
    """Return whether the seat of a view deals and has too few cards left to make its quota."""
    return view.facts["dealer"] == view.seat and tricks_needed(view) > len(view.cards(f"hand/{view.seat}"))


def sentence_on_trick_spared(view: View, best: Choice, worse: Sequence[Choice]) -> str:
    """Return why the seat of a view, which deals, may leave the present trick to others, as a sentence without its end:
    its quota needs fewer tricks than are left after this one, or can hardly or not be made any more (QD-17).

    Returns "" if the best card is likely to take the trick, or if no worse card takes it clearly more likely.
    """
    taker = likeliest_taker(best, worse)
    if taker is None or view.facts["dealer"] != view.seat or chance_to_take_trick(best).value >= LIKELY_CHANCE:
        return ""
    if is_own_quota_lost(view):
        return "Your quota is out of reach, so tricks bring you no points"
    needed, left = tricks_needed(view), len(view.cards(f"hand/{view.seat}")) - 1
    if not 0 < needed < left:
        return ""
    if any(chance < MAX_HOPELESS_QUOTA_CHANCE for chance in values_of_figure(OWN_QUOTA_LABEL, best, ())):
        return f"You will hardly make your quota, which needs {needed} of the {left} tricks after this one"
    return f"You can spare this trick: {needed} of the next {left} {'makes' if needed == 1 else 'make'} your quota"


def beaten_dealer_wordings(view: View, best: Choice) -> Wordings:
    """Return that the best card, likely to take the trick, beats that of the dealer, which is ahead in it, as a part
    of a reason; () if it does not."""
    trick, dealer = view.cards("trick"), view.facts["dealer"]
    assert isinstance(dealer, int)
    if not trick or dealer == view.seat or chance_to_take_trick(best).value < LIKELY_CHANCE:
        return ()
    around = circle_of_players(view.seats, dealer)
    place = (around.index(dealer) - around.index(view.facts["leader"])) % len(around)
    strengths = strengths_in_view(view)[trick[0] // 13]
    if place >= len(trick) or strengths[trick[place]] < max(strengths[card] for card in trick):
        return ()
    card = best.action.cards[0]
    if strengths[card] <= strengths[trick[place]]:
        return ()
    beaten = f"beats the dealer's {trick[place]}"
    return f"{trick_chance_clause(best)} and {beaten}", f"{card} {beaten}"
