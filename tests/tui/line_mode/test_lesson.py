"""Lessons in the line mode: each is played to its end by typed lines; wrong lines; leaving a lesson and resuming it."""

from __future__ import annotations

import re

import pytest

from tests.tui.line_mode.test_main_menu import MainMenuUser
from tui.lessons.lesson_run import WRONG_ACTION_SENTENCE
from tui.lessons.registry import LESSONS
from tui.line_mode.lesson import HINT_IN_MATCH_SENTENCE, LESSON_END_SENTENCE
from tui.line_mode.questions import HOW_TO_CHOOSE_SENTENCE


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
    person = MainMenuUser(["5", "deal", "fly", "hint", "0", "ask", "take 9 A♠ A♥", "2", "2", "quit", "quit"])
    numbers = {label: str(number) for number, label in enumerate(LESSONS, 1)}
    person._lines[0:0] = [str(1 + index_of_choice(person, "Learn")), numbers["big-queen"]]
    await person.home.run()
    assert "There is no choice 5." in person.text
    assert "There is no choice fly." in person.text
    assert HINT_IN_MATCH_SENTENCE in person.written
    assert WRONG_ACTION_SENTENCE in person.written
    assert "Take it with K♣ and K♥: a 2 is too good to spend here." in person.written
    assert person.settings.lessons == {"big-queen": 1}
    assert "Learn goes on with Big Queen at step 2 of 12." in person.written
    again = MainMenuUser(["quit"])
    again.settings.lessons = person.settings.lessons
    await again.home.run_lesson("big-queen")
    assert any(line.startswith("Step 2 of 12") for line in again.written)


async def test_menu_from_which_a_wrong_choice_was_made_is_open_after_the_refusal() -> None:
    person = MainMenuUser(["2", "3", "1", "quit"])
    person.settings.lessons = {"big-queen": 1}
    await person.home.run_lesson("big-queen")
    refused = person.written.index("Take it with K♣ and K♥: a 2 is too good to spend here.")
    menu = person.written.index("Which of your cards take K♦?")
    task = "Take K♦ with your two kings."
    assert person.written[refused + 1 : refused + 4] == [task, *person.written[menu : menu + 2]]
    assert any(line.startswith("Step 3 of") for line in person.written), "1 is a pair here, and does not draw"


async def test_blank_line_reads_the_open_menu_of_a_lesson_again_and_0_closes_it() -> None:
    person = MainMenuUser(["2", "", "0", "2", "quit"])
    person.settings.lessons = {"big-queen": 1}
    await person.home.run_lesson("big-queen")
    heading = "Which of your cards take K♦?"
    assert person.written.count(heading) == 3, "opened, read again, and opened again from the menu of the match"


async def test_lesson_in_lines_offers_nothing_that_it_teaches_later() -> None:
    person = MainMenuUser(["quit"])
    person.settings.lessons = {"big-queen": 1}
    await person.home.run_lesson("big-queen")
    assert not any("go out" in line for line in person.written)
    person = MainMenuUser(["quit"])
    person.settings.lessons = {"big-queen": 3}
    await person.home.run_lesson("big-queen")
    assert not any(re.search(r"\bask\b|go out", line) for line in person.written)
    person = MainMenuUser(["quit"])
    person.settings.lessons = {"big-queen": 7}
    await person.home.run_lesson("big-queen")
    assert any(line.endswith(") Ask to go out") for line in person.written)


async def test_first_step_says_once_who_deals_and_does_not_call_the_hand_empty() -> None:
    person = MainMenuUser(["quit"])
    await person.home.run_lesson("big-queen")
    assert person.written.count("You deal this round.") == 1
    assert not any("empty" in line for line in person.written)


async def test_discard_that_announces_says_so_in_its_line_of_choices() -> None:
    person = MainMenuUser(["quit"])
    person.settings.lessons = {"big-queen": 6}
    await person.home.run_lesson("big-queen")
    assert any(re.match(r"Discard and announce your last card: .*\d\) 4♥", line) for line in person.written)
    person = MainMenuUser(["quit"])
    person.settings.lessons = {"big-queen": 3}
    await person.home.run_lesson("big-queen")
    assert any(re.match(r"Discard: .*\d\) 4♥", line) for line in person.written)


async def test_lesson_of_mad_queens_in_lines_counts_queens_only_when_it_has_said_what_they_are_for() -> None:
    person = MainMenuUser(["reveal", "reveal", "reveal", "reveal", "quit"])
    await person.home.run_lesson("mad-queens")
    fifth = next(number for number, line in enumerate(person.written) if line.startswith("Step 5"))
    assert not any("spent" in line or re.search(r"\d Queens?", line) for line in person.written[:fifth])


@pytest.mark.parametrize(
    ("done", "word"), [(0, "quota|needs|broken|dimmed"), (1, "quota|needs"), (4, "changes? trump")]
)
async def test_lesson_of_queens_dungeon_in_lines_does_not_speak_of_what_it_teaches_later(done, word) -> None:
    person = MainMenuUser(["quit"])
    person.settings.lessons = {"queens-dungeon": done}
    await person.home.run_lesson("queens-dungeon")
    assert any(line.startswith(f"Step {done + 1} of") for line in person.written)
    assert not [line for line in person.written if re.search(word, line)]


def test_texts_of_lessons_that_lines_show_name_no_key() -> None:
    for lesson in LESSONS.values():
        for scene in lesson.scenes:
            for step in scene.steps:
                for text in (step.text, step.task, step.answer, *step.other_replies.values()):
                    assert not re.search(r"\bpress(es)? [A-Z]\b", text), text


@pytest.mark.parametrize("word", ["?", "h", "help"])
async def test_question_mark_in_a_lesson_lists_everything_that_can_be_typed(word) -> None:
    person = MainMenuUser([" ", "reveal", word, "deck", "queens", "r", "quit"])
    await person.home.run_lesson("mad-queens")
    assert not any(line.startswith("There is no choice") for line in person.written)
    listed = person.written[person.written.index(HOW_TO_CHOOSE_SENTENCE) :]
    assert "You can also type what you do: reveal, bank, bank CARD, end." in listed
    assert "deck: what is left in your deck." in listed
    assert "quit: leave the lesson." in listed
    assert any(line.startswith("48 cards in the deck") for line in listed), "deck does what the list promises"
    assert any(line.startswith("Queens: Q♣ still aside") for line in listed), "queens does, too"
    assert any(line.startswith("Step 4 of 12") for line in listed), "r reveals"


async def test_word_that_is_an_action_and_information_is_the_action_where_it_can_be_played() -> None:
    person = MainMenuUser(["queens", "h", "trump hearts", "trump diamonds", "quit"])
    person.settings.lessons = {"queens-dungeon": 3}
    await person.home.run_lesson("queens-dungeon")
    refusal = "As good a guess, but this lesson needs diamonds."
    assert person.written.count(refusal) == 2, "h names hearts, as it does in a match"
    assert any(line.startswith("Step 5 of") for line in person.written)


def index_of_choice(person: MainMenuUser, beginning: str) -> int:
    """Return the position, in the main menu, of the choice whose text begins like this."""
    return next(n for n, choice in enumerate(person.home._menu_choices()) if choice.label.startswith(beginning))
