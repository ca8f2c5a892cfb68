"""Text and JSON of the analysis of a match: its course, the most costly decisions, and a summary to share."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from core import Game, Value
from core.engine.analysis import Analysis, Mistake
from core.engine.coach import (
    AT_STAKE_LABEL,
    CHANCE_UNIT,
    POINT_UNIT,
    Choice,
    Figure,
    Measure,
    percent_of,
    worth_as_shown,
)
from core.engine.deed_forms import deed_as_choice_name, deed_in_past_tense
from core.engine.english import count, english_list
from core.engine.score_course import values_over_parts
from core.engine.standings import rank_scores
from core.engine.story import Story
from core.engine.turning_point import Turn, TurningPoint
from tui.text.hint import figure_text, is_signed
from tui.text.results import mark_own_name
from tui.text.story import course_axis_labels, highlights_text, sides_in_curve_order

MAX_COURSES_SHOWN: Final = 8
"""The courses of at most this many players are shown: the best ones, and the reader, who may be the last of them."""

POINTS_HEADING: Final = "{0}s over the match:"
"""The heading of the curves of scores; ``{0}`` is the unit of the scores."""
CHANCES_HEADING: Final = "Chance of winning over the match, give or take {0}%:"
"""The heading of the curves of chances of winning; ``{0}`` is the greatest error of an estimate in per cent."""
CHANCES_WITH_HANDS_HEADING: Final = "Chance of winning as the cards lay, give or take {0}%:"
"""The same heading in a game in which players hold hands of cards."""

QUARTERS_HEADING: Final = "{0}s after each quarter of the match:"
"""The heading of the points of each player or team; ``{0}`` is the unit of the scores."""
LEAD_NEVER_CHANGED_SENTENCE: Final = "The lead never changed."
"""The sentence on a match in which nobody lost the lead to somebody else."""

NO_MISTAKE_SENTENCE: Final = "The coach finds no clear mistake of yours."
"""The sentence in place of the mistakes if there is none."""
PLAYED_WELL_SENTENCE: Final = "You played well: none of your decisions cost you even a tenth of a {0}."
"""The sentence in place of mistakes that cost nothing worth a word; ``{0}`` is the unit of the scores."""
LUCK_SENTENCE: Final = "The rest was luck. Yours: {0}."
"""The sentence after `PLAYED_WELL_SENTENCE`; ``{0}`` are highlights of the reader's own seat."""
DID_NOT_PLAY_SENTENCE: Final = "Nobody with your name played in this match: no decisions to judge."
"""The sentence in place of the mistakes if the person did not play."""
NO_COACH_SENTENCE: Final = "The coach cannot say what a decision costs in this game."
"""The sentence in place of the mistakes in a game without a coach."""

WORTH_HEADING_BY_MEASURE: Final = {
    Measure.ROW_WITH_NEXT_CARD: "Your row and the next card together, on average",
    Measure.GAIN_IN_HAND: "Expected lead over the average player",
    Measure.LEAD_AFTER_ROUND: "Your lead after the round, on average",
    Measure.POINTS_OF_DEAL: "Your points of the deal, on average",
}
"""Maps the measure of choices to the beginning of the sentence on what two of them are worth."""

MAX_ROUNDING_ERROR: Final = 0.15
"""The difference of two numbers with one decimal is off by less than this."""

POINTS_COUNTED_BY_MEASURE: Final = {
    Measure.GAIN_IN_HAND: "points of a hand",
    Measure.LEAD_AFTER_ROUND: "points of a round",
    Measure.POINTS_OF_DEAL: "points of a deal",
}
"""Maps the measure of choices to what the costs of decisions count; those of the other measures need no words."""

KEPT_SILENT_DEED: Final = " and keeps silent"
"""What is said after what the reader did, as a deed, if it should have been announced and was not."""

WINS_COST_CLAUSE: Final = "the cost is how many more of 100 matches, played on from there, the better choice wins"
"""What the cost of a decision means that is given as wins in 100."""

MAX_INDECISIVE_SHARE_OF_MISSING_POINTS: Final = 0.1
"""The worst mistakes did not decide a match if together they cost at most this share of the points which the reader
lacked to win."""


class Course(NamedTuple):
    """The course of a match for one player or team, as a curve.

    `name` is the name, `own` whether it is the reader's, `values` the points (or chances of winning) over the match,
    `score` the final score, and `team` the number of the team, None for a player.
    """

    name: str
    own: bool
    values: tuple[float, ...]
    score: int
    team: int | None = None


class CourseChart(NamedTuple):
    """The content of a chart of courses: the courses, the labels below its axis, and whether the values are percent."""

    courses: tuple[Course, ...]
    axis_labels: tuple[str, str | int]
    percent: bool


def course_chart(
    game: Game,
    options: Mapping[str, Value],
    analysis: Analysis,
    names: Sequence[str],
    seat: int | None,
    *,
    points: bool = True,
) -> CourseChart:
    """Return the courses of the best players, or of all teams, best first: of points, or of chances of winning.

    `points` says which of the two. `seat` is the reader's seat, whose course is always among them; None if they did not
    play.
    """
    last = analysis.scores[-1]
    steps = analysis.steps if points else analysis.chance_steps
    courses = []
    for seats in _charted_sides(game, options, analysis.scores[-1], seat):
        values = (
            tuple(float(scores[seats[0]]) for scores in analysis.scores)
            if points
            else tuple(100 * min(1.0, sum(chances[one].value for one in seats)) for chances in analysis.chances)
        )
        values = values_over_parts(steps, values, analysis.part_starts)
        name, team = english_list([names[one] for one in seats]), game.team_of(seats[0], options)
        courses.append(Course(name, seat in seats, values, last[seats[0]], team))
    return CourseChart(tuple(courses), course_axis_labels(analysis.first_and_last_part), not points)


def _charted_sides(
    game: Game, options: Mapping[str, Value], scores: Sequence[int], seat: int | None
) -> list[list[int]]:
    """Return the seats of each side (a player or a team) that has a course in the chart, the best side first.

    `scores` are the final scores of all seats. The sides are those whose curves have markers on the result, in the same
    order, and so with the same markers and colours.
    """
    standings = rank_scores(list(enumerate(scores)))
    return sides_in_curve_order(game, options, standings, seat, MAX_COURSES_SHOWN)[:MAX_COURSES_SHOWN]


def courses_heading(game: Game, analysis: Analysis, points: bool) -> str:
    """Return the heading of the curves of a match: of points if `points`, otherwise of the estimated chances of
    winning, with the greatest error of an estimate."""
    if points:
        return POINTS_HEADING.format(game.score_unit.capitalize())
    error = max(chance.error for chances in analysis.chances for chance in chances)
    heading = CHANCES_WITH_HANDS_HEADING if analysis.has_hands else CHANCES_HEADING
    return heading.format(round(100 * error))


def mistake_sentences(game: Game, names: Sequence[str], mistake: Mistake) -> tuple[str, str]:
    """Return two texts on a mistake of the reader: what they did and what was better, and why, with what each of the
    two choices is worth."""
    when = _moment_text(game, mistake)
    did, better = _own_action_text(game, names, mistake), _better_action_text(game, names, mistake)
    amount = amount_text(game, _shown_loss(mistake))
    number, _, rest = amount.partition(" ")
    worth = f"worth {number} more {rest}" if mistake.loss.unit == CHANCE_UNIT else f"worth {amount} more"
    what = f"{did[0].upper()}{did[1:]}. {better[0].upper()}{better[1:]}, {worth}."
    why = f"The coach: “{mistake.reason}”"
    return ": ".join(filter(None, (when, what))), f"{why} {_worths_sentence(game, names, mistake)}".rstrip()


def _worths_sentence(game: Game, names: Sequence[str], mistake: Mistake) -> str:
    """Return what the better choice and the taken one bring on average; "" if the coach does not say of both, or if the
    mistake cost a chance of winning, as then points were not the reason."""
    measure = mistake.best_choice.measure
    if mistake.loss.unit == CHANCE_UNIT or measure is None:
        return ""
    worths: list[str] = []
    for choice in (mistake.best_choice, mistake.choice_taken):
        if choice.worth is None:
            return ""
        value = worth_as_shown(choice) if choice.parts else choice.worth.value
        figure = choice.worth._replace(label="", value=value, error=0)
        if worths and mistake.best_choice.worth is not None and not mistake.best_choice.parts:
            difference = round(mistake.best_choice.worth.value, 1) - round(mistake.loss.value, 1)
            if abs(difference - figure.value) < MAX_ROUNDING_ERROR:  # so that the cost is the difference of the two
                figure = figure._replace(value=difference)
        number = figure_text(figure, game.score_unit, has_sign=is_signed(choice))
        worths.append(f"{number} by {_choice_name(game, names, choice)}")
    return f"{WORTH_HEADING_BY_MEASURE[measure]}: {', '.join(worths)}."


def _moment_text(game: Game, mistake: Mistake) -> str:
    """Return the text on when a mistake was made, as in ``Play 6, 11 points at stake``."""
    stakes = [
        figure_text(one, game.score_unit)
        for one in mistake.choice_taken.figures
        if one.label == AT_STAKE_LABEL and one.value
    ]
    return ", ".join(filter(None, (mistake.part, *stakes)))


def mistake_labels(game: Game, names: Sequence[str], mistakes: Sequence[Mistake]) -> list[str]:
    """Return each mistake in a few words, as in ``Play 27: you revealed a card; banking was better``.

    Those that would read alike also say what was at stake.
    """
    whats = [f"{_own_action_text(game, names, one)}; {_better_action_text(game, names, one)}" for one in mistakes]
    brief = [(one.part, what) for one, what in zip(mistakes, whats, strict=True)]
    moments = [
        _moment_text(game, one) if brief.count(label) > 1 else one.part
        for one, label in zip(mistakes, brief, strict=True)
    ]
    return [": ".join(filter(None, pair)) for pair in zip(moments, whats, strict=True)]


def _own_action_text(game: Game, names: Sequence[str], mistake: Mistake) -> str:
    """Return the text on what the reader did, as in ``you revealed a card``; also that they kept silent, if they would
    have made it good by saying something."""
    deed = game.deed(mistake.choice_taken.action, names)
    if deed and mistake.choice_taken.made_good_by is not None:
        deed = f"{deed}{KEPT_SILENT_DEED}"
    return f"you {deed_in_past_tense(deed)}" if deed else f"you chose “{mistake.choice_taken.action}”"


def _better_action_text(game: Game, names: Sequence[str], mistake: Mistake) -> str:
    """Return the text on what the coach would have done, as in ``banking was better``."""
    return f"{_choice_name(game, names, mistake.best_choice)} was better"


def _choice_name(game: Game, names: Sequence[str], choice: Choice) -> str:
    """Return the name of a choice, as in ``banking``."""
    deed = game.deed(choice.action, names)
    return deed_as_choice_name(deed) if deed else f"“{choice.action}”"


def mistake_cost_text(game: Game, mistake: Mistake) -> str:
    """Return the text on what a mistake cost: ``cost 1.3 points``."""
    return f"cost {amount_text(game, _shown_loss(mistake))}"


def _shown_loss(mistake: Mistake) -> Figure:
    """Return what a mistake cost; of chances of winning that the two choices have as figures, the difference as these
    are shown, in whole per cent: 80% against 83% cost 3 wins in 100."""
    loss = mistake.loss
    both = (mistake.best_choice, mistake.choice_taken)
    if loss.unit != CHANCE_UNIT and any(choice.parts for choice in both):
        return loss._replace(value=worth_as_shown(both[0]) - worth_as_shown(both[1]))
    percents = [percent_of(one.value) for choice in both for one in choice.figures if one.label == loss.label]
    if loss.unit != CHANCE_UNIT or len(percents) != len(both):
        return loss
    return loss._replace(value=(percents[0] - percents[1]) / 100)


def amount_text(game: Game, figure: Figure) -> str:
    """Return the amount of a figure as a hint writes it, in the unit of the game's scores: ``4 points``; of a chance of
    winning ``4 wins in 100``."""
    if figure.unit == CHANCE_UNIT:
        return f"{count(round(100 * figure.value), 'win')} in 100"
    return figure_text(figure._replace(label=""), game.score_unit)


def match_summary(game: Game, options: Mapping[str, Value], analysis: Analysis, names: Sequence[str]) -> str:
    """Return the summary of a match in a few lines of plain text, to be sent to somebody who knows nothing of it."""
    last = analysis.scores[-1]
    order = sorted(game.sides(options, len(names)), key=lambda seats: -last[seats[0]])
    best = last[order[0][0]]
    winners = [seats for seats in order if last[seats[0]] == best]
    named = english_list([names[seat] for seats in winners for seat in seats][:MAX_COURSES_SHOWN])
    verb = "scored" if len(names) == 1 else "won with"
    results = [f"{named} {verb} {count(best, game.score_unit)}{' each' if len(winners) > 1 else ''}"]
    others = [seats for seats in order if seats not in winners]
    shown = others[: max(MAX_COURSES_SHOWN - len(winners), 0)]
    results += [f"{english_list([names[seat] for seat in seats])} {last[seats[0]]}" for seats in shown]
    more = f" and {count(len(others) - len(shown), 'other')}" if len(others) > len(shown) else ""
    plays = f", {count(len(names), 'player')}" if len(names) > 1 else ", alone"
    lines = [f"{game.title}{plays}", f"{', '.join(results)}{more}.", highlights_text(game, analysis.remarks, names)]
    return "\n".join(filter(None, lines))


def listed_mistakes(analysis: Analysis) -> Sequence[Mistake]:
    """Return the mistakes that are worth listing: none if together they cost less than 0.05 points."""
    losses = [mistake.loss for mistake in analysis.mistakes]
    is_about_points = all(loss.unit == POINT_UNIT for loss in losses)
    return () if is_about_points and not round(sum(loss.value for loss in losses), 1) else analysis.mistakes


def _played_well_text(game: Game, analysis: Analysis, seat: int) -> str:
    """Return the text that the reader in `seat` played well, and how often luck or bad luck that the game counts befell
    them."""
    own = [remark for remark in analysis.remarks if remark.seat == seat]
    luck = ", ".join(filter(None, (one.text(own, ()) for one in game.highlights if one.plural)))
    said = [PLAYED_WELL_SENTENCE.format(game.score_unit), LUCK_SENTENCE.format(luck) if luck else ""]
    return " ".join(filter(None, said))


def _costs_text(game: Game, mistakes: Sequence[Mistake]) -> str:
    """Return what the costs of mistakes mean and in which order they stand, to follow the heading: those that cost wins
    come first, as points do not say there what a decision was worth."""
    measures = [mistake.best_choice.measure for mistake in mistakes if mistake.loss.unit != CHANCE_UNIT]
    counted = POINTS_COUNTED_BY_MEASURE.get(measures[0], "") if measures and measures[0] else ""
    if len(measures) == len(mistakes):
        return f", counted in {counted}" if counted else ""
    if not measures:
        return f". The match was at stake: {WINS_COST_CLAUSE}"
    others = counted or f"{game.score_unit}s"
    return f". First where the match was at stake: {WINS_COST_CLAUSE}. Then those that cost {others}"


def mistakes_heading(game: Game, analysis: Analysis, seat: int | None) -> str:
    """Return the line above the mistakes of the reader in `seat`, or, if there are none, in place of them."""
    if seat is None:
        return DID_NOT_PLAY_SENTENCE
    if not analysis.judged_decision_count:
        return NO_COACH_SENTENCE
    if not analysis.mistakes:
        return NO_MISTAKE_SENTENCE
    if not listed_mistakes(analysis):
        return _played_well_text(game, analysis, seat)
    choices = count(analysis.judged_decision_count, "time")
    what = f"What cost you most on average, of the {choices} you had a choice{_costs_text(game, analysis.mistakes)}"
    lacked = max(analysis.scores[-1]) - analysis.scores[-1][seat]
    losses = [mistake.loss for mistake in analysis.mistakes]
    cost = sum(loss.value for loss in losses)
    if {loss.unit for loss in losses} == {POINT_UNIT} and cost <= MAX_INDECISIVE_SHARE_OF_MISSING_POINTS * lacked:
        return f"{what} (together {cost:.1f} of the {count(lacked, game.score_unit)} that you lacked):"
    return f"{what}:"


def turning_point_text(analysis: Analysis, names: Sequence[str], seat: int | None) -> str:
    """Return the text on where the chance of the reader in `seat` to win changed most, and by what; "" if nothing can
    be said.

    If the chance never changed clearly at once, the text says so, and names the most remarkable moments.
    """
    point = analysis.turning_point
    if point is None:
        return ""
    verb = "rose" if point.has_won else "fell"
    is_part_known = point.is_clear and point.first_part == point.last_part
    shown = [turn for turn in point.turns if point.is_clear or turn.moment.seat is not None]  # a result is no play
    turns = [_turn_text(turn, names, seat, is_part_known) for turn in shown]
    if point.is_clear:
        where = _parts_text(point.first_part, point.last_part)
        percents = f"from {_estimated_percent(point.before)}% to {_estimated_percent(point.after)}%"
        causes = f": {'; '.join(turns)}" if turns else ""
        said = [f"Your chance of winning {verb} most {where}{percents}{causes}."]
    else:
        plays = "play was" if len(turns) == 1 else "plays were"
        course = f"{verb} little by little" if point.is_steady else f"went up and down before it {verb}"
        said = [f"No single play decided the match: your chance of winning {course}."]
        said += [f"The greatest {plays}: {'; '.join(turns)}."] if turns else []
    if any(turn.is_advised for turn in shown):
        unlikely = all(turn.risk is None or turn.risk.value < 0.5 for turn in shown)
        said.append(f"The coach would have decided the same{': bad luck' if unlikely else ''}.")
    return " ".join(said)


def _estimated_percent(chance: Figure) -> int:
    """Return a chance in percent; 0 and 100 only if it is certain, and not if some playouts merely all ended alike."""
    return percent_of(chance.value if not chance.error else min(max(chance.value, 0.001), 0.999))


def _parts_text(first: str, last: str) -> str:
    """Return from which part of a match to which one something happened: ``in play 7, ``; "" without parts."""
    if not first:
        return ""
    word, _, number = first.lower().partition(" ")
    _, _, last_number = last.partition(" ")
    return f"in {word} {number}, " if first == last else f"from {word} {number} to {last_number}, "


def _turn_text(turn: Turn, names: Sequence[str], seat: int | None, is_part_known: bool) -> str:
    """Return a moment that mattered in a few words, with its risk: ``you met Q♦, the fourth Queen (the risk was
    6%)``.

    Unless the `is_part_known`, it says in which part of the match it happened.
    """
    moment = turn.moment
    who = "" if moment.seat is None else "you " if moment.seat == seat else f"{names[moment.seat]} "
    when = "" if is_part_known or not moment.part else f"in {moment.part.lower()} "
    risk = "" if turn.risk is None else f" (the risk was {percent_of(turn.risk.value)}%)"
    return f"{when}{who}{moment.text}{risk}"


def analysis_text(
    game: Game,
    options: Mapping[str, Value],
    analysis: Analysis,
    names: Sequence[str],
    seat: int | None,
    draw: Callable[[CourseChart], str],
) -> str:
    """Return an analysis as lines: the summary to share, the courses as `draw` draws them, and the reader's mistakes.

    `seat` is that of the reader, None if they did not play.
    """
    lines = [match_summary(game, options, analysis, names)]
    for points in (False, True) if analysis.chances else (True,):
        chart = course_chart(game, options, analysis, mark_own_name(names, seat), seat, points=points)
        lines += ["", courses_heading(game, analysis, points), draw(chart)]
    lines += ["", *filter(None, (turning_point_text(analysis, names, seat),)), mistakes_heading(game, analysis, seat)]
    for what, why in (mistake_sentences(game, names, mistake) for mistake in listed_mistakes(analysis)):
        lines += [f"  {what}", f"    {why}"]
    return "\n".join(lines)


def analysis_sentences(
    game: Game, options: Mapping[str, Value], analysis: Analysis, names: Sequence[str], seat: int | None
) -> list[str]:
    """Return an analysis in sentences: the result, the chances of winning after each quarter, the reader's mistakes."""
    said = match_summary(game, options, analysis, names).splitlines()[1:]
    if analysis.chances:
        said.append("Chances of winning at the beginning, after each quarter, and at the end:")
        last = len(analysis.chances) - 1
        for seats in _charted_sides(game, options, analysis.scores[-1], seat):
            shares = [sum(analysis.chances[last * part // 4][one].value for one in seats) for part in range(5)]
            percents = ", ".join(f"{round(100 * share)}%" for share in shares)
            said.append(f"{english_list([names[one] for one in seats])}: {percents}.")
    said += filter(None, (turning_point_text(analysis, names, seat), mistakes_heading(game, analysis, seat)))
    said += [" ".join(mistake_sentences(game, names, mistake)) for mistake in listed_mistakes(analysis)]
    return said


def course_sentences(
    game: Game, options: Mapping[str, Value], story: Story, names: Sequence[str], seat: int | None
) -> list[str]:
    """Return the course of a match in sentences: the points after each quarter, and how often the lead changed.

    `seat` is that of the reader, None if they did not play.
    """
    last = len(story.scores) - 1
    said = [QUARTERS_HEADING.format(game.score_unit.capitalize())]
    for seats in _charted_sides(game, options, story.scores[-1], seat):
        points = ", ".join(str(story.scores[last * part // 4][seats[0]]) for part in range(1, 5))
        said.append(f"{english_list(['You' if one == seat else names[one] for one in seats])}: {points}.")
    sides = [seats[0] for seats in game.sides(options, len(names))]
    if len(sides) > 1:
        changes = _lead_change_count([[scores[one] for one in sides] for scores in story.scores])
        said.append(f"The lead changed {count(changes, 'time')}." if changes else LEAD_NEVER_CHANGED_SENTENCE)
    return said


def _lead_change_count(scores: Sequence[Sequence[int]]) -> int:
    """Return how often another side than before led alone; `scores` are those of all sides at each noted step."""
    leaders = [row.index(max(row)) for row in scores if row.count(max(row)) == 1]
    return sum(one != following for one, following in pairwise(leaders))


def analysis_json(analysis: Analysis, names: Sequence[str], seat: int | None) -> str:
    """Return an analysis as JSON, with the mistakes of `seat` (None: of nobody)."""
    return json.dumps(
        {
            "names": list(names),
            "steps": analysis.steps,
            "scores": analysis.scores,
            "chance_steps": analysis.chance_steps,
            "chances": [[chance.value for chance in chances] for chances in analysis.chances],
            "chance_errors": [[chance.error for chance in chances] for chances in analysis.chances],
            "seat": None if seat is None else seat + 1,
            "turning_point": _turning_point_as_json(analysis.turning_point),
            "decisions": analysis.judged_decision_count,
            "mistakes": [
                {
                    "step": mistake.step,
                    "part": mistake.part,
                    "action": str(mistake.choice_taken.action),
                    "better": str(mistake.best_choice.action),
                    "cost": mistake.loss.value,
                    "error": mistake.loss.error,
                    "unit": mistake.loss.unit,
                    "reason": mistake.reason,
                }
                for mistake in analysis.mistakes
            ],
        },
        ensure_ascii=False,
    )


def _turning_point_as_json(point: TurningPoint | None) -> object:
    """Return a turning point as a value for JSON; None for none."""
    if point is None:
        return None
    return {
        "parts": [point.first_part, point.last_part],
        "before": point.before.value,
        "after": point.after.value,
        "is_clear": point.is_clear,
        "turns": [
            {
                "step": turn.moment.step,
                "seat": None if turn.moment.seat is None else turn.moment.seat + 1,
                "text": turn.moment.text,
                "risk": None if turn.risk is None else turn.risk.value,
                "is_advised": turn.is_advised,
            }
            for turn in point.turns
        ],
    }
