"""A hint on a board: lines in place of the log, the verdict first, and the mark of the coach on what it advises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from core import Action, Game
from core.engine.coach import Advice
from tui.boards.common.commands import ChooseAction
from tui.boards.common.scene import TableScene
from tui.drawing import Button, Line
from tui.text.hint import (
    BEST_MARK,
    CLOSE_MARK,
    COMPATIBLE_MARK,
    FIGURE_MARK,
    HEADING_MARK,
    NO_HINT_SENTENCE,
    brief_hint_rows,
    choice_name,
    sentences_on_worths,
)

VERDICT_START: Final = "Coach: "
"""The beginning of the line with the action that the coach advises."""

ADVICE_MARK: Final = "◄ coach"
"""The mark at the end of the label of a button whose action the coach advises."""


def hint_lines(game: Game, advice: Advice | None) -> Iterator[Line]:
    """Yield the lines of a hint on actions of `game`: the verdict, its reason, the figures about each choice, the best
    one first, and what they mean. Without advice, one line says that there is none.
    """
    if advice is None:
        yield Line(NO_HINT_SENTENCE, is_about_me=True)
        return
    reason = advice.reason
    if advice.best is not None:
        verdict = choice_name(game, advice.best)
        yield Line(f"{VERDICT_START}{verdict}", is_heading=True)
        reason = reason.removeprefix(f"{verdict[0].upper()}{verdict[1:]}. ")  # it need not be said twice
        if reason.endswith(f": {verdict}."):
            reason = f"{reason.removesuffix(f': {verdict}.')}."
    yield Line(reason, is_about_me=True)
    rows = [*brief_hint_rows(game, advice)]
    is_table = any(row.mark == HEADING_MARK and row.columns for row in rows)
    for mark, text, columns in rows:
        is_name = not columns or (is_table and mark != FIGURE_MARK)
        told = f"{text[:1].upper()}{text[1:]}" if is_name else text
        if mark in (CLOSE_MARK, COMPATIBLE_MARK) and not columns:
            told = f"{told}, {mark}"
        is_about_me = mark == BEST_MARK or (mark == CLOSE_MARK and not columns)
        is_heading, is_figure = mark == HEADING_MARK, mark == FIGURE_MARK
        yield Line(told, is_about_me=is_about_me, is_heading=is_heading, is_figure=is_figure, columns=columns)
    for sentence in sentences_on_worths(advice, is_brief=True):
        yield Line(sentence, is_note=True)


SHORT_ADVICE_MARK: Final = "◄"
"""`ADVICE_MARK` where there is no room for the word."""


def mark_advised(button: Button, scene: TableScene, action: Action | None = None, *, mark: str = ADVICE_MARK) -> Button:
    """Return a button of a scene as it looks while a hint is open: only a button with the advised action is a main one,
    and its label has the `mark` of the coach; "" for none.

    `action` is what the button does in the game; by default that of a command `ChooseAction`. If it is no legal action
    itself, it may be the beginning of the advised one, as ``bank`` is of ``bank Q♥``. Without a hint, and of a button
    without an action, the same button is returned.
    """
    if action is None and isinstance(button.command, ChooseAction):
        action = button.command.action
    if scene.advised is None or not action:
        return button
    begins_advised = action not in scene.legal and scene.advised[: len(action)] == action
    if action != scene.advised and not begins_advised:
        return replace(button, primary=False)
    return replace(button, primary=True, label=f"{button.label} {mark}".rstrip())
