"""The coach of Queen's Dungeon: how likely a trick, a third Queen and the quota are, and what each choice is worth.

The figures come from imagined hands. In the honour mode, where players can break the rules, the coach assumes that
nobody does, and its reasons say that they compare only the cards that follow the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.engine.action import Action
from core.engine.cards import QUEENS
from core.engine.coach import (
    MATCH_LOST_LABEL,
    MATCH_WON_LABEL,
    POINT_UNIT,
    Advice,
    AdviceWork,
    Choice,
    Figure,
    Measure,
    estimate_mean,
    match_end_reason,
    percent_of,
    worths_as_shown,
)
from core.engine.comparison import (
    clear_loss_of_wins,
    close_indices_as_shown,
    equally_good_indices,
    figures_about_match_end,
    index_given_up_for_match_end,
    index_of_best_shown,
    is_behind_in_none,
    loss_against_best,
    numbers_shown_of_match_end,
)
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View
from core.queens_dungeon.figures import DEALERS_QUOTA_LABEL, DUNGEON_LABEL, OWN_QUOTA_LABEL, POINTS_LABEL
from core.queens_dungeon.follow_suit import STRENGTHS_BY_TRUMP_AND_SUIT_LED, strengths_in_view
from core.queens_dungeon.legal import OWN_UP_ACTION, TAKE_BACK_ACTION, legal, view_without_honour
from core.queens_dungeon.levels import DUNGEON_LOOKAHEAD
from core.queens_dungeon.queen_reasons import count_queens_taken
from core.queens_dungeon.reasons import INVISIBLE_DIFFERENCE_IN_POINTS, reason_for_best_choice
from core.queens_dungeon.scores import TRICK_POINTS
from core.trick_taking.coach import (
    ImaginedHandResult,
    imagined_results_by_choice,
    is_last_to_play,
    remark_share_figure,
    trick_chance_figure,
)
from core.trick_taking.equal_cards import first_equal_choices
from core.trick_taking.lookahead import make_chance_for_view
from core.trick_taking.reasons import CASES_TEXT, MAX_REASON_LENGTH, reason_of_parts

GAIN_LABEL: Final = "{} above average"
"""The label of the points by which the seat scores more in this hand than all seats on average."""

NO_CARD_SEEN_SENTENCE: Final = "Nobody has seen a card yet, so any suit will do"
"""The reason for the suit that the dealer names before the deal, without its end."""

_REASON_BY_HONOUR_ACTION: Final = {
    TAKE_BACK_ACTION: "Your card was wrong, and taking it back still costs nothing: take-back.",
    OWN_UP_ACTION: "Your card was wrong, and an accusation costs more: own-up.",
}
"""Maps an action to the reason why a seat that has played a wrong card should do it."""


def advise(game: Game, view: View, memory: Memory, is_brief: bool = False) -> AdviceWork:
    """Return the advice for the seat of a view.

    For the play of cards and a new trump its figures come from imagined matches, few with `is_brief`.
    """
    listed = game.legal(view)
    if view.facts["turn"] != view.seat:
        yield
        return _out_of_turn_advice(view, listed)
    if view.facts["phase"] == "call":
        yield
        calls = tuple(map(Choice, listed))
        usual = calls[listed.index(DUNGEON_LOOKAHEAD.usual_bot(view))]
        others = tuple(choice for choice in calls if choice is not usual)
        return Advice(calls, usual, others, reason_of_parts(usual.action, [(NO_CARD_SEEN_SENTENCE,)]))
    seen = view_without_honour(view)
    actions = legal(seen)
    endings = yield from imagined_results_by_choice(
        DUNGEON_LOOKAHEAD,
        game,
        seen,
        memory,
        actions,
        make_chance_for_view(view),
        is_brief=is_brief,
        first_equals=first_equal_choices(
            seen, memory, actions, strengths_in_view(view), STRENGTHS_BY_TRUMP_AND_SUIT_LED, QUEENS
        ),
    )
    leads = [[ending.lead for ending in found] for found in endings]
    ends = [[round(ending.worth / view.seats - ending.lead) for ending in found] for found in endings]
    tried = [_choice_from_endings(view, memory, action, found) for action, found in zip(actions, endings, strict=True)]
    usual_index = actions.index(DUNGEON_LOOKAHEAD.usual_bot(view))
    shown = worths_as_shown(tried)
    at, as_good, given_up, about_ends = _compare_choices(view.seats, usual_index, endings, shown)
    tried = [
        choice._replace(
            figures=(*about_end, *choice.figures),
            loss=clear_loss_of_wins(end, ends[at]) or loss_against_best(lead, leads[at], TRICK_POINTS),
        )
        for choice, about_end, lead, end in zip(tried, about_ends, leads, ends, strict=True)
    ]
    has_wrong_cards = any(action.verb == "play" and action not in actions for action in listed)
    if given_up is not None:
        reason = match_end_reason(str(tried[at].action), shown[at], str(tried[given_up].action), shown[given_up])
        chances = _sentence_on_match_end(tried[at], tried[given_up])
        reason = f"{chances}{reason}" if len(chances) + len(reason) <= MAX_REASON_LENGTH else reason
    else:
        equally_good = [tried[other] for other in as_good]
        reason, label = reason_for_best_choice(view, memory, tried, tried[at], equally_good, has_wrong_cards)
        tried = [with_figure_first(choice, label) for choice in tried]
    by_action = dict(zip(actions, tried, strict=True))
    choices = tuple(by_action.get(action, Choice(action)) for action in listed)
    return Advice(choices, tried[at], tuple(tried[other] for other in as_good), reason)


def with_figure_first(choice: Choice, label: str) -> Choice:
    """Return a choice whose first figure, which a table of choices shows, is the one with this label, if it has it; but
    figures about the end of the match stay the first ones."""
    first = next((one for one in choice.figures if one.label == label), None)
    if first is None or choice.figures[0].label in (MATCH_WON_LABEL, MATCH_LOST_LABEL):
        return choice
    return choice._replace(figures=(first, *(one for one in choice.figures if one is not first)))


class _Comparison(NamedTuple):
    """The best of some choices, and how the others compare with it."""

    best_index: int
    close_indices: Sequence[int]
    """The indices of the choices that may be as good."""
    given_up_index: int | None
    """The index of the choice that brings more points and is worse, as the match may end; None if there is none."""
    figures_about_end: Sequence[tuple[Figure, ...]]
    """For each choice the figures about the end of the match; none if the points alone do not contradict the advice."""


def _compare_choices(
    seats: int, usual_index: int, endings_by_choice: Sequence[Sequence[ImaginedHandResult]], shown: Sequence[float]
) -> _Comparison:
    """Return how choices compare by their endings in imagined matches, in agreement with the numbers that people see.

    `usual_index` is the index of the choice that the usual bot would make, `shown` are for each choice its points as
    people see them, rounded.
    """
    worths = [[ending.worth for ending in found] for found in endings_by_choice]
    leads = [[ending.lead for ending in found] for found in endings_by_choice]
    in_points = [[worth / seats for worth in found] for found in worths]
    ends = [
        [round(worth - lead) for worth, lead in zip(*found, strict=True)]
        for found in zip(in_points, leads, strict=True)
    ]
    best = DUNGEON_LOOKAHEAD.index_of_best(usual_index, worths)
    best = index_of_best_shown(best, equally_good_indices(best, leads, worths), leads, worths)
    while True:
        close = equally_good_indices(best, leads, in_points, INVISIBLE_DIFFERENCE_IN_POINTS, shown)
        given_up = index_given_up_for_match_end(best, close, leads, worths)
        numbers: list[tuple[float, ...]] = [(points,) for points in shown]
        about_ends: list[tuple[Figure, ...]] = [()] * len(numbers)
        contradicts = max(shown) > shown[best] or close_indices_as_shown(best, close, numbers) != close
        if given_up is not None or contradicts:
            about_ends = figures_about_match_end(ends, best)
            numbers = [(*one, *two) for one, two in zip(numbers_shown_of_match_end(about_ends), numbers, strict=True)]
        close = close_indices_as_shown(best, close, numbers)
        ahead = [at for at in close if shown[at] > shown[best] and is_behind_in_none(numbers[at], numbers[best])]
        if not ahead:
            return _Comparison(best, close, given_up if given_up not in close else None, about_ends)
        best = max(ahead, key=shown.__getitem__)  # it is shown with more points, so this ends


def _sentence_on_match_end(best: Choice, given_up: Choice) -> str:
    """Return how often the match is won, or lost, in this hand after the best choice and after another one, as a
    sentence before a space; "" if the first figure of both does not show that the best is better."""
    one, other = best.figures[0], given_up.figures[0]
    chances = percent_of(one.value), percent_of(other.value)
    is_lost = one.label == MATCH_LOST_LABEL
    if chances[0] == chances[1] or (chances[0] < chances[1]) != is_lost or len(best.action) != 2:
        return ""
    end = "lose" if is_lost else "win"
    told = f"With {best.action[1]} you {end} the match in this hand in {chances[0]}{CASES_TEXT}"
    return f"{told}, with {given_up.action[1]} in {chances[1]}. "


def _choice_from_endings(view: View, memory: Memory, action: Action, endings: Sequence[ImaginedHandResult]) -> Choice:
    """Return a choice with the figures from its endings in imagined matches; its worth is the gain in points.

    Winning the match (`MATCH_WIN_POINTS`) helps to choose the best action, but is not counted in this worth.
    """
    figures: list[Figure] = []
    if action.verb == "play":
        takes = trick_chance_figure(view, memory, action.cards[0], strengths_in_view(view), endings)
        figures.append(takes)
        if len(QUEENS) - count_queens_taken(view) >= 3:
            risk = remark_share_figure(DUNGEON_LABEL, endings, "dungeon", view.seat)
            is_exact = is_last_to_play(view) or not (takes.value or takes.error)
            figures.append(risk._replace(error=0) if is_exact else risk)
    dealer = view.facts["dealer"]
    assert isinstance(dealer, int)
    label = OWN_QUOTA_LABEL if dealer == view.seat else DEALERS_QUOTA_LABEL
    figures.append(remark_share_figure(label, endings, "dealer made", dealer, in_trick_only=False))
    figures.append(estimate_mean(POINTS_LABEL, [ending.points for ending in endings], POINT_UNIT, TRICK_POINTS))
    present_lead = _present_lead(view)
    gains = [ending.lead - present_lead for ending in endings]
    worth = estimate_mean(GAIN_LABEL, gains, POINT_UNIT, TRICK_POINTS)
    wording = "{} {} for {}".format(*action) if action.verb == "swap" else ""
    return Choice(action, tuple(figures), worth, wording, measure=Measure.GAIN_IN_HAND)


def _present_lead(view: View) -> float:
    """Return by how many points the score of the seat of a view is above the mean score of all seats now."""
    scores = {seat: view.facts[f"score/{seat}"] for seat in range(view.seats)}
    points = {seat: score for seat, score in scores.items() if isinstance(score, int)}
    assert view.seat is not None
    return points[view.seat] - sum(points.values()) / view.seats


def _out_of_turn_advice(view: View, legal_actions: Sequence[Action]) -> Advice:
    """Return the advice for a seat that may speak up in the honour mode (QD-40 to QD-43)."""
    choices = tuple(map(Choice, legal_actions))
    if view.facts.get(f"slip/{view.seat}"):
        for choice in choices:
            if choice.action in _REASON_BY_HONOUR_ACTION:
                return Advice(choices, choice, (), _REASON_BY_HONOUR_ACTION[choice.action])
    return Advice(choices, None, (), "You need not act; accuse only if you saw a wrong card: wait.")
