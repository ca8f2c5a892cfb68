"""Sentences of line mode and boards are defined in one place, so that they cannot come to differ."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import core
import tui
from core import Action, games
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE, ONLY_WATCHING_SENTENCE
from tui.boards.big_queen import text as big_queen
from tui.boards.mad_queens import status_and_buttons as queens
from tui.boards.mad_queens.scene import MadQueensScene as QueensScene
from tui.line_mode.narrators import narrator_for

COPIED_WORDS = 6
"""Words from which an equal sentence counts as a copy."""


def sentences_in(path: Path) -> Iterator[str]:
    """Yield the texts in a file that people may read: all but its docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in remarks:
            yield node.value.strip(" .,:;?!")


def test_no_sentence_of_the_line_mode_is_defined_twice() -> None:
    here, rules = Path(tui.__file__).parent, Path(core.__file__).parent
    lines = {text: path for path in (here / "line_mode").rglob("*.py") for text in sentences_in(path)}
    assert lines
    others = [path for path in (*here.rglob("*.py"), *rules.rglob("*.py")) if here / "line_mode" not in path.parents]
    copies = [
        f"{path.relative_to(here.parent)} and {lines[text].relative_to(here.parent)}: {text}"
        for path in others
        for text in sentences_in(path)
        if text in lines and len(text.split()) >= COPIED_WORDS
    ]
    assert copies == []


@pytest.mark.parametrize("slug", list(games))
def test_refusals_are_the_same_in_every_game(slug) -> None:
    seats = games[slug].usual_seats
    match = games[slug].start(seats, 1, {})
    names = tuple("ABCDEFGHIJ"[:seats])
    action = match.legal(min(match.waiting))[0]
    assert narrator_for(match.view(None), names).refusal_sentence(action) == ONLY_WATCHING_SENTENCE
    for _ in range(50_000):
        if match.over:
            break
        seat = min(match.waiting)
        match.act(seat, match.default(seat, away=True))
    for view in (match.view(0), match.view(None)):
        assert narrator_for(view, names).refusal_sentence(action) == MATCH_IS_OVER_SENTENCE


def test_mad_queens_questions_are_those_of_its_board() -> None:
    match = games["mad-queens"].start(1, 3, {})
    while "end" not in map(str, match.legal(0)):
        bank = Action(("bank",))
        match.act(0, bank if bank in match.legal(0) else Action(("reveal",)))
    view, names = match.view(0), ("Ada",)
    scene = QueensScene(view=view, names=names, focus=0, legal=match.legal(0), asking="end")
    reading = narrator_for(view, names).parse("end")
    assert reading is not None
    assert reading.question is not None
    assert reading.question.heading == queens.open_question(scene)
    yes, no = reading.question.submenu
    assert [yes.label, no.label] == [queens.END_FOR_GOOD_LABEL, queens.PLAY_ON_LABEL]


def test_big_queen_choices_have_the_labels_of_its_buttons() -> None:
    match = games["big-queen"].start(4, 1, {})
    dealer = min(match.waiting)
    narrator = narrator_for(match.view(dealer), ("A", "B", "C", "D"))
    assert [choice.label for choice in narrator.choices()] == [big_queen.ROLL_AND_DEAL_LABEL]
