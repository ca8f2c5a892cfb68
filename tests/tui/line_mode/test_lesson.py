"""Lessons in the line mode: each is played to its end by typed lines; wrong lines; leaving a lesson and resuming it."""

from __future__ import annotations

import pytest

from tests.tui.line_mode.test_main_menu import MainMenuUser
from tui.lessons.lesson_run import WRONG_ACTION_SENTENCE
from tui.lessons.registry import LESSONS
from tui.line_mode.lesson import LESSON_END_SENTENCE


@pytest.fixture(autouse=True)
def use_empty_data_folder(tmp_path, monkeypatch) -> None:
    """Use an empty data folder."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))


@pytest.mark.parametrize("game", LESSONS)
async def test_lesson_is_played_to_its_end_by_typed_actions(game) -> None:
    lesson = LESSONS[game]
    steps = [step for scene in lesson.scenes for step in scene.steps]
    typed = [line for step in steps for line in ([step.action, "1"] if step.action == "end" else [step.action])]
    person = MainMenuUser(typed)
    await person.home.run_lesson(game)
    for step in steps:
        assert step.text in person.text
        assert step.answer in person.text
    assert person.written[-1] == LESSON_END_SENTENCE
    assert person.settings.lessons == {game: lesson.steps}


async def test_wrong_lines_are_answered_and_a_lesson_goes_on_where_it_was_left() -> None:
    person = MainMenuUser(["5", "deal", "fly", "0", "ask", "take 9 A♠ A♥", "2", "2", "quit", "quit"])
    numbers = {label: str(number) for number, label in enumerate(LESSONS, 1)}
    person._lines[0:0] = [str(1 + index_of_choice(person, "Learn")), numbers["big-queen"]]
    await person.home.run()
    assert "There is no choice 5." in person.text
    assert "There is no choice fly." in person.text
    assert WRONG_ACTION_SENTENCE in person.written
    assert "Take it with K♣ and K♥: a 2 is too good to spend here." in person.written
    assert person.settings.lessons == {"big-queen": 1}
    again = MainMenuUser(["quit"])
    again.settings.lessons = person.settings.lessons
    await again.home.run_lesson("big-queen")
    assert any(line.startswith("Step 2 of 12") for line in again.written)


def index_of_choice(person: MainMenuUser, beginning: str) -> int:
    """Return the position, in the main menu, of the choice whose text begins like this."""
    return next(n for n, choice in enumerate(person.home._menu_choices()) if choice.label.startswith(beginning))
