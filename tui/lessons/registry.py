"""All lessons, by the slug of their game, and where a person continues each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from core import games
from tui.lessons.big_queen import BIG_QUEEN_LESSON
from tui.lessons.lesson import Lesson
from tui.lessons.mad_queens import MAD_QUEENS_LESSON
from tui.lessons.mad_queens_classic import MAD_QUEENS_CLASSIC_LESSON
from tui.lessons.queen_bees_ii import QUEEN_BEES_II_LESSON
from tui.lessons.queens_dungeon import QUEENS_DUNGEON_LESSON

LESSONS: Final[Mapping[str, Lesson]] = {
    lesson.game: lesson
    for lesson in (
        MAD_QUEENS_LESSON,
        MAD_QUEENS_CLASSIC_LESSON,
        BIG_QUEEN_LESSON,
        QUEENS_DUNGEON_LESSON,
        QUEEN_BEES_II_LESSON,
    )
}
"""Maps the slug of a game to its lesson; a game that is not listed has none."""

WHICH_LESSON_QUESTION: Final = "Which game would you like to learn?"
"""The question above the list of lessons."""

FIRST_LESSON_OFFER: Final = "First time here? Learn Mad Queens in four minutes."
"""The offer to a person who starts the program for the first time."""


def first_open_step(lesson: Lesson, steps_done: int) -> int:
    """Return the index of the step at which a lesson continues after `steps_done` steps: 0 if all are done."""
    return 0 if steps_done >= lesson.steps else steps_done


def progress_text(lesson: Lesson, steps_done: int) -> str:
    """Return the text on how far a person is in a lesson after `steps_done` of its steps."""
    if steps_done >= lesson.steps:
        return "done"
    return f"goes on at step {steps_done + 1} of {lesson.steps}" if steps_done else f"{lesson.steps} steps"


def kept_step_sentence(lesson: Lesson, steps_done: int) -> str:
    """Return the sentence for a person who leaves a lesson after `steps_done` of its steps; "" if no step is kept."""
    if not 0 < steps_done < lesson.steps:
        return ""
    return f"Learn goes on with {games[lesson.game].title} at step {steps_done + 1} of {lesson.steps}."
