"""The coach of Big Queen: exact figures about what each choice lays and leaves, and its worth from imagined rounds."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Final, NamedTuple

from core.big_queen.action_texts import action_wording
from core.big_queen.bot import announcement_or_catch
from core.big_queen.choice_order import (
    LAYING_VERBS,
    can_all_be_laid,
    can_be_laid_together,
    close_indices,
    has_worse_with_more_points,
    index_of_plain_choice,
    index_to_advise,
)
from core.big_queen.compared_choices import MAX_POINTS_TOLD_AS_EQUAL, ComparedChoices, sentence_on_more_points
from core.big_queen.equal_choices import first_equal_choices
from core.big_queen.figures import chances_of_next_card, figures_about_action
from core.big_queen.imagined_rounds import try_choices_in_imagined_rounds
from core.big_queen.layout import ANSWERS_PENDING, POINTS_BY_CARD
from core.big_queen.legal import ANNOUNCE_ACTION, ASK_ACTION
from core.big_queen.levels import BIG_QUEEN_LEVELS
from core.big_queen.match_end import endings_with_sure_ends, reason_from_match_end, sentence_on_decided_match
from core.big_queen.reasons import REASON_TO_KEEP_SILENT, reason_for_best_choice
from core.big_queen.round_result import RoundEnding, mean_ending
from core.big_queen.way_out import could_go_out
from core.engine.action import Action
from core.engine.coach import (
    POINT_UNIT,
    Advice,
    AdviceWork,
    Choice,
    Figure,
    Measure,
    estimate_mean,
    match_end_reason,
    worths_as_shown,
)
from core.engine.comparison import (
    clear_loss_of_wins,
    figures_about_match_end,
    index_given_up_for_match_end,
    index_of_best_choice,
    loss_against_best,
)
from core.engine.game import Game
from core.engine.memory import Memory
from core.engine.view import View

MIN_ADVANTAGE_DEVIATIONS: Final = 2.5
"""A choice is advised in place of that of the level `hard` if it is better by at least this number of standard
errors."""

MIN_ROUND_RESULT_DIFFERENCE: Final = 5
"""The smallest possible difference between two results of a round, in points."""

NO_LOSS: Final = Figure("loss", 0, 0, POINT_UNIT)
"""The loss of every choice if the match is decided whatever the seat does: points decide nothing then."""

LEAD_LABEL: Final = "{} ahead"
"""The label of the worth of a choice: the points of the team in the round less those of the other team."""


def advise(game: Game, view: View, memory: Memory, is_brief: bool = False) -> AdviceWork:
    """Return the advice for the seat of a view.

    The cards that a choice lays, and those that stay in the hand, are exact; its worth follows from imagined rounds,
    fewer if the advice is `is_brief`. The best choice is that of the level `hard`, unless these rounds show that
    another one is better, or that it may be as good and is shown with more points ahead or is plainer
    (`index_of_plain_choice`). Out of turn, `Advice.best` is None if it is better for the seat not to act. What
    `_is_of_no_use` is not tried, and has no figures and no worth. Of choices that come to the same
    (`first_equal_choices`) the first one is tried, and the others are like it.
    """
    all_actions = game.legal(view)
    of_use = [action for action in all_actions if not _is_of_no_use(view, all_actions, action)]
    first_equal = first_equal_choices(of_use)
    actions = list(dict.fromkeys(first_equal.values()))
    usual = yield from _usual_action(game, view, memory, actions)
    found = yield from try_choices_in_imagined_rounds(game, view, memory, actions, is_brief)
    endings = endings_with_sure_ends(view, actions, found) if found else []
    choices = yield from _choices_with_figures(view, memory, actions)
    usual_index = None if usual is None else actions.index(first_equal[usual])
    judgement = _judgement(view, of_use, choices, usual_index, endings)
    by_action = _with_equal_choices(view, judgement.choices, first_equal)
    is_decided = bool(sentence_on_decided_match(endings))
    by_action |= {
        action: _choice_of_no_use(view, memory, action, by_action, is_decided=is_decided)
        for action in all_actions
        if action not in by_action
    }
    best = None if judgement.best is None else judgement.choices[judgement.best]
    close = tuple(judgement.choices[other] for other in judgement.equally_good)
    good = {choice.action for choice in (*close, *([] if best is None else [best]))}
    equals = (by_action[action] for action, first in first_equal.items() if first in good and action != first)
    compatible = tuple(judgement.choices[other] for other in judgement.also_laid)
    return Advice(
        tuple(by_action[action] for action in all_actions),
        best,
        (*close, *equals),
        judgement.reason,
        compatible,
        MAX_POINTS_TOLD_AS_EQUAL,
    )


def _usual_action(
    game: Game, view: View, memory: Memory, actions: Sequence[Action]
) -> Generator[None, None, Action | None]:
    """Return the one of some actions that the level `hard` would choose; None if it would keep silent."""
    if _is_out_of_turn(view) and actions[0].verb not in ("yes", "no"):
        return announcement_or_catch(view)
    return (yield from BIG_QUEEN_LEVELS["hard"].think(game, view, memory))


def _choices_with_figures(view: View, memory: Memory, actions: Sequence[Action]) -> Generator[None, None, list[Choice]]:
    """Return a choice for each of some actions, with its exact figures and what a player calls it."""
    choices = []
    for action in actions:
        figures, wording = figures_about_action(view, memory, action), action_wording(view, action)
        is_last_in_turn = action.verb == "discard"
        choices.append(
            Choice(action, figures, wording=wording, is_question=action == ASK_ACTION, ends_turn=is_last_in_turn)
        )
        yield
    return choices


class _JudgedRounds(NamedTuple):
    """What the imagined rounds say of the choices of a decision, if one of them is taken for the best."""

    choices: list[Choice]
    """The choices, each with its worth and what it loses against the best one."""
    endings: list[list[RoundEnding]]
    """For each choice its endings in the imagined rounds."""
    best: int
    """The index of the best choice."""
    equally_good: list[int]
    """The indices of the other choices that may be as good."""
    also_laid: list[int]
    """The indices of the other choices that can be made after the best one in the same turn."""
    given_up: int | None
    """The index of the choice that brings more points and is worth less, as the match may end; None for none."""


class _Judgement(NamedTuple):
    """What the coach says of the choices of a decision, each named by its index."""

    choices: Sequence[Choice]
    """The choices with their figures, worths and losses."""
    best: int | None
    """The choice that the coach advises; None if the seat should keep silent."""
    equally_good: Sequence[int]
    """The other choices that may be as good."""
    also_laid: Sequence[int]
    """The other choices that can be made after the best one in the same turn."""
    reason: str
    """The reason for the best choice."""


def _judgement(
    view: View,
    of_use: Sequence[Action],
    choices: Sequence[Choice],
    usual: int | None,
    endings: Sequence[list[RoundEnding]],
) -> _Judgement:
    """Return the best of the choices, and why it is.

    `of_use` are the actions of the choices and those equal to them, `usual` is the index of the usual choice, None if
    that is to keep silent; `endings` are for each choice its endings in the imagined rounds, empty if there were none.
    """
    if usual is None:
        with_worths = (
            [_add_worth(choice, lead, None) for choice, lead in zip(choices, _leads(endings), strict=True)]
            if endings
            else choices
        )
        return _Judgement(with_worths, None, (), (), REASON_TO_KEEP_SILENT)
    if not endings:
        found = ComparedChoices(view, choices, choices[usual], (), {})
        return _Judgement(choices, usual, (), (), reason_for_best_choice(found))
    judged = _judge_rounds(view, of_use, choices, usual, endings)
    reason = _reason_from_rounds(view, judged)
    told = _with_figures_about_match_end(judged)
    return _Judgement(told, judged.best, judged.equally_good, judged.also_laid, reason)


def _judge_rounds(
    view: View,
    of_use: Sequence[Action],
    choices: Sequence[Choice],
    usual: int,
    endings: Sequence[list[RoundEnding]],
) -> _JudgedRounds:
    """Return what the rounds say of the choices. The best one is the plain choice unless another one that is shown with
    more points ahead neither does about as well nor is laid in the same turn."""
    actions = [choice.action for choice in choices]
    worths, leads = _worths(endings), _leads(endings)
    shown = index_to_advise(index_of_best_choice(usual, worths, MIN_ADVANTAGE_DEVIATIONS), leads, worths)
    plain = index_of_plain_choice(shown, actions, view.cards(f"hand/{view.seat}"), leads, worths)
    if plain != shown:
        judged = _judge_rounds_against(plain, view, of_use, choices, endings, is_plain=True)
        points = worths_as_shown(judged.choices)
        with_more = {at for at, number in enumerate(points) if number > points[plain]} - {*judged.also_laid}
        are_equal = all(points[at] - points[plain] <= MAX_POINTS_TOLD_AS_EQUAL for at in with_more)
        if judged.given_up is None and are_equal and with_more <= {*judged.equally_good}:
            return judged
    return _judge_rounds_against(shown, view, of_use, choices, endings, is_plain=False)


def _judge_rounds_against(
    best: int,
    view: View,
    of_use: Sequence[Action],
    choices: Sequence[Choice],
    endings: Sequence[list[RoundEnding]],
    *,
    is_plain: bool,
) -> _JudgedRounds:
    """Return what the rounds say of the choices if the one at index `best` is the best; `is_plain` as in
    `close_indices`. If the match is decided whatever the seat does, no choice loses anything."""
    laid_anyway = _actions_laid_anyway(view, of_use, choices[best].action)
    same_turn = [
        endings[best] if choice.action in laid_anyway else found for choice, found in zip(choices, endings, strict=True)
    ]
    also_laid = [
        at
        for at, choice in enumerate(choices)
        if at != best and can_be_laid_together(view, choices[best].action, choice.action)
    ]
    worths, leads, ends = _worths(same_turn), _leads(same_turn), _match_ends(same_turn)
    is_decided = bool(sentence_on_decided_match(same_turn))
    compared = []
    for choice, lead, end in zip(choices, leads, ends, strict=True):
        with_worth = _add_worth(choice, lead, leads[best])
        loss = NO_LOSS if is_decided else clear_loss_of_wins(end, ends[best]) or with_worth.loss
        compared.append(with_worth._replace(loss=loss))
    equally_good = close_indices(best, leads, worths, worths_as_shown(compared), is_plain=is_plain)
    given_up = index_given_up_for_match_end(best, [*equally_good, *also_laid], leads, worths)
    return _JudgedRounds(compared, same_turn, best, equally_good, also_laid, given_up)


def _worths(endings: Sequence[list[RoundEnding]]) -> list[list[float]]:
    """Return for each choice what each round was worth."""
    return [[ending.worth for ending in found] for found in endings]


def _leads(endings: Sequence[list[RoundEnding]]) -> list[list[float]]:
    """Return for each choice the points ahead in each round."""
    return [[ending.lead for ending in found] for found in endings]


def _match_ends(endings: Sequence[list[RoundEnding]]) -> list[list[float]]:
    """Return for each choice what the end of the match added to its worth in each round."""
    return [[ending.worth - ending.lead for ending in found] for found in endings]


def _reason_from_rounds(view: View, judged: _JudgedRounds) -> str:
    """Return the reason for the best of choices that imagined rounds were played for.

    If the match ends, it comes first; if another choice is given up because it may end, that is the only other choice
    that the reason speaks of.
    """
    choices, best = judged.choices, judged.choices[judged.best]
    actions = [choice.action for choice in choices]
    if about_match := reason_from_match_end(view, actions, judged.best, _choice_text(best), judged.endings):
        return about_match
    if judged.given_up is not None:
        points, other = worths_as_shown(choices), choices[judged.given_up]
        return match_end_reason(_choice_text(best), points[judged.best], _choice_text(other), points[judged.given_up])
    close = tuple(choices[other] for other in judged.equally_good)
    means = {choice.action: mean_ending(found) for choice, found in zip(choices, judged.endings, strict=True)}
    reason = reason_for_best_choice(ComparedChoices(view, choices, best, close, means))
    decided = sentence_on_decided_match(judged.endings)
    return f"{decided}{'. ' if decided else ''}{_sentence_on_more_points(judged)}{reason}"


def _sentence_on_more_points(judged: _JudgedRounds) -> str:
    """Return a sentence on the choice that can be made in the same turn and is shown with most points ahead, to stand
    before the reason, if the best one does less well; else ""."""
    shown = worths_as_shown(judged.choices)
    most = max(judged.also_laid, key=shown.__getitem__, default=judged.best)
    more = round(shown[most] - shown[judged.best], 1)
    return sentence_on_more_points(judged.choices[most], more) if more > MAX_POINTS_TOLD_AS_EQUAL else ""


def _with_figures_about_match_end(judged: _JudgedRounds) -> Sequence[Choice]:
    """Return the choices, with figures about the end of the match if these explain which one is the best."""
    choices = judged.choices
    if judged.given_up is None and not has_worse_with_more_points(
        judged.best, judged.equally_good, _leads(judged.endings)
    ):
        return choices
    figures = figures_about_match_end(_match_ends(judged.endings))
    return [
        choice._replace(figures=(*about_end, *choice.figures))
        for choice, about_end in zip(choices, figures, strict=True)
    ]


def _with_equal_choices(
    view: View, choices: Sequence[Choice], first_equal: Mapping[Action, Action]
) -> dict[Action, Choice]:
    """Return the choices by their actions, and for each action the one that comes to the same (`first_equal`)."""
    by_action = {choice.action: choice for choice in choices}
    for action, first in first_equal.items():
        if action != first:
            same_as = first if action.verb in (*LAYING_VERBS, "take") else None  # a discard is named with its equals
            wording = action_wording(view, action)
            by_action[action] = by_action[first]._replace(action=action, wording=wording, same_as=same_as)
    return by_action


def _actions_laid_anyway(view: View, actions: Sequence[Action], best: Action) -> frozenset[Action]:
    """Return the other `actions` that lay cards which the imagined rounds lay after the best action, too, in the same
    turn: naturals. So it makes no difference which of the two comes first.

    There are none unless all cards that any action lays, with those equal to them, can be laid together: else the
    rounds leave some of them.
    """
    layable = {card for action in actions if action.verb in LAYING_VERBS for card in action.cards}
    if not can_all_be_laid(view, [card for card in view.cards(f"hand/{view.seat}") if card in layable]):
        return frozenset()
    return frozenset(
        action
        for action in actions
        if action != best
        and all(card.rank != "2" for card in action.cards)
        and can_be_laid_together(view, best, action)
    )


def _is_of_no_use(view: View, actions: Sequence[Action], action: Action) -> bool:
    """Return whether one of the legal `actions` can bring the seat nothing.

    That is a request to go out which no answer could let the seat use, and a discard in silence where the same one may
    announce the last card, which is a duty.
    """
    if action == ASK_ACTION:
        return not could_go_out(view)
    return action.verb == "discard" and Action((*action, "announce")) in actions


def _choice_of_no_use(
    view: View, memory: Memory, action: Action, by_action: Mapping[Action, Choice], *, is_decided: bool
) -> Choice:
    """Return the choice for an action that `_is_of_no_use`, without figures and a worth.

    A discard in silence has a loss unless the match `is_decided`: the points of the card that the seat draws when it is
    caught, and what the same discard loses with the announcement (`by_action`), if it clearly does. A request to go out
    costs nothing.
    """
    if action.verb != "discard" or is_decided:
        return Choice(action)
    coming = chances_of_next_card(view, memory)
    points = sum(chance * POINTS_BY_CARD[card] for card, chance in coming.items())
    loss = Figure("loss", points, 0, POINT_UNIT)
    announced = by_action[Action((*action, "announce"))].loss
    if announced is not None and announced.value > announced.error:
        more = points if announced.unit == POINT_UNIT else 0
        loss = announced._replace(value=announced.value + more)
    return Choice(action, loss=loss, made_good_by=ANNOUNCE_ACTION)


def _choice_text(choice: Choice) -> str:
    """Return a choice in the words of its row among the figures."""
    return choice.wording or str(choice.action)


def _add_worth(choice: Choice, leads: Sequence[float], best_leads: Sequence[float] | None) -> Choice:
    """Return a choice with its worth and its loss compared with the best choice.

    `leads` are the team's points in each imagined round after this choice, less those of the other team; `best_leads`
    is the same after the best choice, or None if no choice is best: then the loss is None, too.
    """
    loss = None if best_leads is None else loss_against_best(leads, best_leads, MIN_ROUND_RESULT_DIFFERENCE)
    worth = estimate_mean(LEAD_LABEL, leads, POINT_UNIT, MIN_ROUND_RESULT_DIFFERENCE)
    return choice._replace(worth=worth, loss=loss, measure=Measure.LEAD_AFTER_ROUND)


def _is_out_of_turn(view: View) -> bool:
    """Return whether it is not the turn of the view's seat, or its turn waits for the partners' answers."""
    return view.facts["turn"] != view.seat or view.facts["asked"] == ANSWERS_PENDING
