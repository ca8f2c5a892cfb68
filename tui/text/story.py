"""Sentences about the story of a match: its moments, the curves of its points, and what somebody did for the first time
or better than ever.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from core import Game, Remark, Standing, Value
from core.engine.story import LEAD_MOMENT, Moment, Story
from tui.text.results import ordinal

if TYPE_CHECKING:
    from net.journal.history import FinishedMatch
    from net.protocol.table_state import TableInfo

LEAD_SYMBOL: Final = "■"
"""The symbol on a time line of the moment in which the winner took the lead."""

OWN_NAME_IN_BRACKETS: Final = "you"
"""What the reader is called in the highlights of a match, where names stand in brackets."""

MOMENT_SYMBOL: Final = "●"
"""The symbol on a time line of a moment for which the game has no symbol of its own."""


def moment_text(moment: Moment, names: Sequence[str], own_seat: int | None = None) -> str:
    """Return a moment as a sentence, as in ``Ann banked 5 cards for 12 points.``

    `names` are the names of all seats; `own_seat` is that of the reader, who is called ``You``.
    """
    who = "" if moment.seat is None else "You " if moment.seat == own_seat else f"{names[moment.seat]} "
    return f"{who}{moment.text if who else moment.text[0].upper() + moment.text[1:]}."


def moment_with_part_text(moment: Moment, names: Sequence[str], own_seat: int | None = None) -> str:
    """Return the part of the match and what happened in a moment of it: ``Play 7: Ann banked 5 cards.``

    `own_seat` is the seat of the reader, who is called ``You``.
    """
    return ": ".join(filter(None, (moment.part, moment_text(moment, names, own_seat))))


def story_lines(game: Game, story: Story, names: Sequence[str], own_seat: int | None = None) -> list[tuple[str, str]]:
    """Return the best moments, each as its part of the match and its sentence; the last entry has the highlights.

    One of the moments is that of `own_seat`, if it has any.
    """
    moments = story.best_moments(own_seat=own_seat)
    lines = [(moment.part, moment_text(moment, names, own_seat)) for moment in moments]
    highlights = highlights_text(game, story.remarks, names, own_seat)
    return [*lines, ("In all", highlights)] if highlights else lines


def story_sentences(game: Game, story: Story, names: Sequence[str], own_seat: int | None = None) -> list[str]:
    """Return the best moments and the highlights of a match as whole sentences: ``Play 7: Ann banked 5 cards.``"""
    return [": ".join(filter(None, line)) for line in story_lines(game, story, names, own_seat)]


def highlights_text(game: Game, remarks: Sequence[Remark], names: Sequence[str], own_seat: int | None = None) -> str:
    """Return the highlights of a match, as in ``Best row 12 points (Bea).``; "" if there are none.

    `own_seat` is the seat of the reader, who is called ``you``.
    """
    names = [OWN_NAME_IN_BRACKETS if seat == own_seat else name for seat, name in enumerate(names)]
    told = ", ".join(filter(None, (one.text(remarks, names) for one in game.highlights)))
    return f"{told[0].upper()}{told[1:]}." if told else ""


MAX_MOMENTS_ON_TIME_LINE: Final = 16
"""The time line shows this many of the most remarkable moments, whatever their kind."""

MAX_SIGNED_MOMENTS: Final = 60
"""Of the moments of which the time line shows all, it shows at most this many: those of the greatest tables have no
room."""


def time_line_moments(game: Game, story: Story) -> tuple[Moment, ...]:
    """Return the moments of a match that its time line shows, in order: the most remarkable ones, and all of a kind for
    which the game has a symbol of its own, as the legend promises each Queen and each loss.
    """
    signed = sorted((one for one in story.moments if one.kind in game.moment_signs), key=lambda one: -one.weight)
    shown = {*story.best_moments(MAX_MOMENTS_ON_TIME_LINE), *signed[:MAX_SIGNED_MOMENTS]}
    return tuple(one for one in story.moments if one in shown)


def time_line(game: Game, moments: Sequence[Moment], actions_done: int, total: int, width: int) -> str:
    """Return the time line of a match of `game` with `total` actions in `width` columns, after `actions_done` of them.

    Each moment has a symbol, and the present position is an arrow. In one column the arrow covers moments, a moment
    with a symbol of its own covers others, and a later one an earlier one.
    """
    room = max(width - 2, 1)
    cells = ["─"] * room
    for moment in sorted(moments, key=lambda one: one.kind == LEAD_MOMENT or one.kind in game.moment_signs):
        sign = LEAD_SYMBOL if moment.kind == LEAD_MOMENT else game.moment_signs.get(moment.kind, MOMENT_SYMBOL)
        cells[_time_line_column(moment.step, total, room)] = sign
    cells[_time_line_column(actions_done, total, room)] = "▸"
    return f"│{''.join(cells)}│"


MEANING_BY_SYMBOL: Final = {"♛": "Queen", "▲": "loss", LEAD_SYMBOL: "lead", MOMENT_SYMBOL: "moment"}
"""Maps a symbol on a time line to its meaning, in the order in which a legend names them."""


def time_line_legend(line: str) -> str:
    """Return the meanings of the symbols on a time line, for those that are on this `line`: ``♛ Queen ▲ loss``."""
    return "  ".join(f"{sign} {meaning}" for sign, meaning in MEANING_BY_SYMBOL.items() if sign in line)


def _time_line_column(step: int, total: int, max_width: int) -> int:
    """Return the column of a step on a time line."""
    return step * (max_width - 1) // max(total, 1)


def sides_in_curve_order(
    game: Game, options: Mapping[str, Value], standings: Sequence[Standing], own_seat: int | None, marked_count: int
) -> list[list[int]]:
    """Return all sides (players or teams) in the order of their curves in the chart of points, each as the list of its
    seats: the best side first.

    The curves of the first `marked_count` sides have markers. The side of `own_seat` is always among these, as the last
    one if it is not one of the best; None is a spectator, who has no side.
    """
    place = {standing.seat: number for number, standing in enumerate(standings)}
    ordered = sorted(game.sides(options, len(standings)), key=lambda seats: place[seats[0]])
    own = [seats for seats in ordered[marked_count:] if own_seat in seats]
    best = ordered[: marked_count - len(own)]
    return [*best, *own, *(seats for seats in ordered[len(best) :] if seats not in own)]


def course_axis_labels(parts: Sequence[str]) -> tuple[str, str | int]:
    """Return the labels below curves over a match with these `parts`, such as ``Play 1``: the word for a part, and the
    number of the last one.

    They are the first and the last part if the parts have no numbers, and both "" if there is at most one part.
    """
    if not parts or parts[0] == parts[-1]:
        return "", ""
    word, _, number = parts[-1].rpartition(" ")
    return (word, int(number)) if number.isdecimal() else (parts[0], parts[-1])


def firsts_and_bests_sentence(matches: Sequence[FinishedMatch], name: str) -> str:
    """Return the sentence on the firsts and bests of the person called `name` in the latest match of a game; "" if
    there were none, or if the person played that match alone or left it to a bot.

    `matches` are the finished matches of the game with somebody of that name, the latest first. Those in which this was
    a bot do not count. A match played alone is no win, and its score is not compared with those against others.
    """
    played = [(match, one) for match in matches for one in match.results if one.name == name and not one.bot]
    if not played or played[0][0] is not matches[0] or matches[0].seats == 1:
        return ""
    now, *before = (one for match, one in played if match.seats > 1)
    wins = next((number for number, one in enumerate((now, *before)) if one.rank > 1), 1 + len(before))
    said = []
    if len(played) == 1:
        said.append("Your first match of this game.")
    elif not before:
        said.append("Your first match of this game against others.")
    elif now.rank == 1 and not any(one.rank == 1 for one in before):
        said.append("Your first win in this game!")
    elif wins > 1:
        said.append(f"Your {ordinal(wins)} win in a row!")
    if before and now.score > max(one.score for one in before):
        said.append(f"Your best result so far; the old best was {max(one.score for one in before)}.")
    return " ".join(said)


def table_firsts_sentence(table: TableInfo, name: str, has_won: bool) -> str:
    """Return the sentence on what was a first for the person called `name` at a table, in whose latest match they
    `has_won` or not.

    It is for a table of another program. The records of its matches stay with the host, so this program knows only the
    totals of the table.
    """
    mine = next((total for total in table.totals if total.name == name), None)
    if mine is None:
        return ""
    said = ["Your first match at this table."] if mine.matches == 1 else []
    if has_won and mine.wins == 1:
        said.append("Your first win here!")
    elif has_won:
        said.append(f"Your {ordinal(mine.wins)} win here!")
    if has_won and mine.wins > 1 and all(total.wins < mine.wins for total in table.totals if total is not mine):
        said.append("Nobody at this table has won more.")
    return " ".join(said)
