"""Text and JSON about what happened in a match: its course, the most costly decisions, and a card to share."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rich.cells import cell_len

from core import Game, Value
from core.engine.analysis import Analysis, Mistake
from core.engine.coach import Figure
from core.engine.english import count, listed
from net.limits import NAME_CELLS
from tui.text.hint import figure_text
from tui.text.steps import step_sentence
from tui.text.story import sides

MAX_COURSES_SHOWN: Final = 8
"""The number of players whose course is shown: the best, and the reader."""

BAR_SIGNS: Final = "▁▂▃▄▅▆▇█"
"""The signs of a course, from the lowest score of the match to the highest."""

LEAST_BARS: Final = 10
"""The least width of a course, in columns."""

POINTS_HEADING: Final = "Points, from the first step to the last:"
CHANCES_HEADING: Final = "Chance of winning, from the first step to the last (±{0}%):"

NO_MISTAKE_SENTENCE: Final = "The coach finds no mistake in your decisions."
NO_SEAT_SENTENCE: Final = "Nobody of your name played in this match, so no decisions are judged."
NO_COACH_SENTENCE: Final = "What a decision costs cannot be said in this game."


class Course(NamedTuple):
    """The course of one player or team: the name, whether it is the reader's, the bars, and the final score."""

    name: str
    own: bool
    bars: str
    score: int


def courses(
    game: Game,
    options: Mapping[str, Value],
    analysis: Analysis,
    names: Sequence[str],
    seat: int | None,
    width: int,
    *,
    points: bool = True,
) -> list[Course]:
    """Return the courses of the best players, or of all teams, best first; each row fits into `width` columns.

    `seat` is that of the reader, whose course is always among them, or None. The bars are those of the points, or else
    of the chance of winning.
    """
    last = analysis.scores[-1]
    shown = _sides(game, options, analysis, names, seat)
    labels = [listed([names[one] for one in seats]) for seats in shown]
    number_cells = max(len(str(score)) for score in last)
    room = max(width - min(max(map(cell_len, labels)), 2 * NAME_CELLS) - number_cells - 4, LEAST_BARS)
    return [
        Course(label, seat in seats, (_bars if points else _chance_bars)(analysis, seats, room), last[seats[0]])
        for label, seats in zip(labels, shown, strict=True)
    ]


def _sides(
    game: Game, options: Mapping[str, Value], analysis: Analysis, names: Sequence[str], seat: int | None
) -> list[list[int]]:
    """Return the seats of the best players, or of each team, best first; those of the reader are among them."""
    last = analysis.scores[-1]
    best = sorted(sides(game, options, len(names)), key=lambda seats: -last[seats[0]])
    shown = best[:MAX_COURSES_SHOWN]
    shown += [seats for seats in best[MAX_COURSES_SHOWN:] if seat in seats]
    return shown


def courses_heading(analysis: Analysis, points: bool) -> str:
    """Return what the courses show: points, or the chance of winning, with its greatest error."""
    if points:
        return POINTS_HEADING
    error = max(chance.error for chances in analysis.chances for chance in chances)
    return CHANCES_HEADING.format(round(100 * error))


def _bars(analysis: Analysis, seats: Sequence[int], room: int) -> str:
    """Return the scores of the first of some seats as bars, at most `room` of them, the last one that of the end."""
    least = min(0, *(min(scores) for scores in analysis.scores))
    most = max(1, *(max(scores) for scores in analysis.scores))
    top = len(BAR_SIGNS) - 1
    levels = [(scores[seats[0]] - least) * top // (most - least) for scores in analysis.scores]
    return _signs_of(levels, room)


def _chance_bars(analysis: Analysis, seats: Sequence[int], room: int) -> str:
    """Return the chance of some seats, a player or a team, to win as bars, likewise; the highest bar is a win."""
    top = len(BAR_SIGNS) - 1
    levels = [round(min(1, sum(chances[seat].value for seat in seats)) * top) for chances in analysis.chances]
    return _signs_of(levels, room)


def _signs_of(levels: Sequence[int], room: int) -> str:
    """Return levels as bars in at most `room` columns: some of them, evenly chosen, or each as often as fits."""
    number = len(levels)
    columns = min(room, number * max(1, room // number))
    return "".join(BAR_SIGNS[levels[-(-(column + 1) * number // columns) - 1]] for column in range(columns))


def mistake_sentences(game: Game, names: Sequence[str], seat: int, mistake: Mistake) -> tuple[str, str]:
    """Return a mistake of the reader, in `seat`, in two sentences: what they did and what was better, and why."""
    did = step_sentence(game, names[seat], mistake.taken.action, names).rstrip(".")
    better = game.deed(mistake.best.action, names) or str(mistake.best.action)
    return f"{did}. The coach {better}: {amount_text(game, mistake.cost)} more.", mistake.reason


def mistake_label(game: Game, names: Sequence[str], mistake: Mistake) -> str:
    """Return a mistake in a few words, as in ``Step 63: turns a card; the coach banks``.

    The step is that of a replay: the number of actions before the decision.
    """
    did, better = (game.deed(one.action, names) or str(one.action) for one in (mistake.taken, mistake.best))
    return f"Step {mistake.step}: {did}; the coach {better}"


def amount_text(game: Game, figure: Figure) -> str:
    """Return the amount of a figure as a hint writes it, in the unit of the game's scores: ``4 points``."""
    return figure_text(replace(figure, what=""), game.score_unit)


def highlights_text(game: Game, analysis: Analysis, names: Sequence[str]) -> str:
    """Return the highlights of a match, as in ``best bank 12 (Bea), 3 catches``; "" if there are none."""
    return ", ".join(filter(None, (one.text(analysis.remarks, names) for one in game.highlights)))


def share_card(game: Game, analysis: Analysis, names: Sequence[str]) -> str:
    """Return the summary of a match in a few lines of plain text, to be sent to somebody."""
    last = analysis.scores[-1]
    order = sorted(range(len(names)), key=lambda seat: -last[seat])
    results = ", ".join(f"{names[seat]} {last[seat]}" for seat in order[:MAX_COURSES_SHOWN])
    more = f" and {count(len(order) - MAX_COURSES_SHOWN, 'other')}" if len(order) > MAX_COURSES_SHOWN else ""
    lines = [game.title, f"{results}{more}", highlights_text(game, analysis, names)]
    return "\n".join(filter(None, lines))


def mistakes_heading(analysis: Analysis, seat: int | None) -> str:
    """Return the line above the mistakes of the reader in `seat`, or, if there are none, in place of them."""
    if seat is None:
        return NO_SEAT_SENTENCE
    if not analysis.decisions:
        return NO_COACH_SENTENCE
    if not analysis.mistakes:
        return NO_MISTAKE_SENTENCE
    return f"What cost you most, of {count(analysis.decisions, 'decision')}:"


def analysis_text(
    game: Game, options: Mapping[str, Value], analysis: Analysis, names: Sequence[str], seat: int | None, width: int
) -> str:
    """Return an analysis as lines: the card to share, the courses, and the mistakes of the reader in `seat`."""
    lines = [share_card(game, analysis, names)]
    for points in (False, True) if analysis.chances else (True,):
        shown = courses(game, options, analysis, names, seat, width, points=points)
        cells = max(cell_len(one.name) for one in shown)
        lines += ["", courses_heading(analysis, points)]
        lines += [f"{one.name}{' ' * (cells - cell_len(one.name))}  {one.bars} {one.score}" for one in shown]
    lines += ["", mistakes_heading(analysis, seat)]
    if seat is None:
        return "\n".join(lines)
    for mistake in analysis.mistakes:
        what, why = mistake_sentences(game, names, seat, mistake)
        lines += [f"  step {mistake.step}: {what}", f"    {why}"]
    return "\n".join(lines)


def analysis_sentences(
    game: Game, options: Mapping[str, Value], analysis: Analysis, names: Sequence[str], seat: int | None
) -> list[str]:
    """Return an analysis in sentences: the result, the chances of winning in quarters, the reader's mistakes."""
    said = [line if line.endswith(".") else f"{line}." for line in share_card(game, analysis, names).splitlines()[1:]]
    if analysis.chances:
        said.append("Chances of winning at the beginning, after each quarter, and at the end:")
        last = len(analysis.chances) - 1
        for seats in _sides(game, options, analysis, names, seat):
            shares = [sum(analysis.chances[last * part // 4][one].value for one in seats) for part in range(5)]
            percents = ", ".join(f"{round(100 * share)}%" for share in shares)
            said.append(f"{listed([names[one] for one in seats])}: {percents}.")
    said.append(mistakes_heading(analysis, seat))
    if seat is not None:
        for mistake in analysis.mistakes:
            what, why = mistake_sentences(game, names, seat, mistake)
            said.append(f"Step {mistake.step}: {what} {why}")
    return said


def analysis_json(analysis: Analysis, names: Sequence[str], seat: int | None) -> str:
    """Return an analysis as JSON."""
    return json.dumps(
        {
            "names": list(names),
            "steps": analysis.steps,
            "scores": analysis.scores,
            "chance_steps": analysis.chance_steps,
            "chances": [[chance.value for chance in chances] for chances in analysis.chances],
            "chance_errors": [[chance.error for chance in chances] for chances in analysis.chances],
            "seat": None if seat is None else seat + 1,
            "decisions": analysis.decisions,
            "mistakes": [
                {
                    "step": mistake.step,
                    "action": str(mistake.taken.action),
                    "better": str(mistake.best.action),
                    "cost": mistake.cost.value,
                    "error": mistake.cost.error,
                    "unit": mistake.cost.unit,
                    "reason": mistake.reason,
                }
                for mistake in analysis.mistakes
            ],
        },
        ensure_ascii=False,
    )
