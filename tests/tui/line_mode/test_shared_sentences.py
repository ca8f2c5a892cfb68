"""Sentences that both the line mode and the boards use are defined only once, so that they stay equal."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import core
import tui
from core import Action, Card, Game, View, games
from core.engine.rule_set import MATCH_IS_OVER_SENTENCE, ONLY_WATCHING_SENTENCE
from net.client.events import MatchBegan
from tui.boards import Board
from tui.boards.big_queen import text as big_queen
from tui.boards.common.commands import ChooseAction
from tui.boards.games import board_for, narrator_for
from tui.boards.mad_queens import status_and_buttons as queens
from tui.boards.mad_queens.scene import MadQueensScene as QueensScene
from tui.line_mode.narrators.base import ParsedInput

MIN_COPIED_WORDS = 6
"""Smallest number of words at which two equal sentences count as a copy."""


def sentences_in(path: Path) -> Iterator[str]:
    """Yield the strings of a file that people may read: all but its docstrings."""
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
        if text in lines and len(text.split()) >= MIN_COPIED_WORDS
    ]
    assert copies == []


PLAYED_ACTION_COUNT = 60
"""The number of actions of a match that are played; after each, every action of the game is tried."""

VALUES_BY_VARIABLE = {
    "CARD": (Card.parse("9♣"), Card.parse("Q♠")),
    "NUMBER": (0, 2),
    "RANK": ("9", "K"),
    "SUIT": ("♥", "♠"),
}
"""Maps each variable of an action pattern to the values that are tried for it."""


def actions_of_every_pattern(game: Game) -> Iterator[Action]:
    """Yield two actions of every pattern of a game, and each of its verbs alone; most are not legal."""
    for pattern in game.patterns:
        words = pattern.split()
        yield Action((words[0],))
        for number in range(2):
            yield Action(VALUES_BY_VARIABLE[word][number] if word in VALUES_BY_VARIABLE else word for word in words)


@pytest.fixture
def remove_delay_of_decisions(monkeypatch) -> None:
    """Make boards accept decisions without the usual delay after a change."""
    monkeypatch.setattr(Board, "show_present_state", lambda board: True)


def refusal_on_board(view: View, names: tuple[str, ...], action: Action) -> str:
    """Try to do an action on the board of a match; return the note with which the board refuses it."""
    board = board_for(view.game)(MatchBegan(view, names, ()), animate=False)
    board.run_command(ChooseAction(action))
    return board.scene.note


@pytest.mark.usefixtures("remove_delay_of_decisions")
@pytest.mark.parametrize("slug", games)
def test_board_line_mode_and_host_refuse_an_action_in_the_same_words(slug) -> None:
    game, chance = games[slug], Random(1)
    match = game.start(game.usual_seats, 1, {})
    names = tuple("ABCDEFGHIJ"[: match.seats])
    actions = list(actions_of_every_pattern(game))
    for _ in range(PLAYED_ACTION_COUNT):
        for audience in (0, 1, None):
            view, action = match.view(audience), chance.choice(actions)
            if audience is not None and action in match.legal(audience):
                continue
            reason = game.refusal(view, action)
            assert narrator_for(view, names).action_or_refusal(action) == ParsedInput(reason=reason)
            assert refusal_on_board(view, names, action) == reason, action
        seat = min(match.waiting)
        match.act(seat, chance.choice(match.legal(seat)))
        if match.over:
            break


@pytest.mark.usefixtures("remove_delay_of_decisions")
@pytest.mark.parametrize("slug", games)
def test_spectators_and_players_of_a_finished_match_are_told_why_they_may_not_act(slug) -> None:
    game = games[slug]
    match = game.start(game.usual_seats, 1, {})
    names = tuple("ABCDEFGHIJ"[: match.seats])
    action = match.legal(min(match.waiting))[0]
    assert narrator_for(match.view(None), names).action_or_refusal(action).reason == ONLY_WATCHING_SENTENCE
    assert refusal_on_board(match.view(None), names, action) == ONLY_WATCHING_SENTENCE
    for _ in range(50_000):
        if match.over:
            break
        seat = min(match.waiting)
        match.act(seat, match.default(seat, is_away=True))
    for view in (match.view(0), match.view(None)):
        assert narrator_for(view, names).action_or_refusal(action).reason == MATCH_IS_OVER_SENTENCE
        assert refusal_on_board(view, names, action) == MATCH_IS_OVER_SENTENCE


def test_line_mode_asks_the_questions_of_the_mad_queens_board() -> None:
    match = games["mad-queens"].start(1, 3, {})
    while "end" not in map(str, match.legal(0)):
        bank = Action(("bank",))
        match.act(0, bank if bank in match.legal(0) else Action(("reveal",)))
    view, names = match.view(0), ("Ada",)
    scene = QueensScene(view=view, names=names, focus=0, legal=match.legal(0), open_question="end")
    reading = narrator_for(view, names).parse("end")
    assert reading is not None
    assert reading.question is not None
    assert reading.question.heading == queens.open_question(scene)
    yes, no = reading.question.submenu
    assert [yes.label, no.label] == [queens.END_FOR_GOOD_LABEL, queens.PLAY_ON_LABEL]


def test_menus_of_the_line_mode_have_the_labels_of_the_big_queen_buttons() -> None:
    match = games["big-queen"].start(4, 1, {})
    dealer = min(match.waiting)
    narrator = narrator_for(match.view(dealer), ("A", "B", "C", "D"))
    assert [choice.label for choice in narrator.choices()] == [big_queen.ROLL_AND_DEAL_LABEL]
