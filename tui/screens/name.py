"""The question for the person's name, which is asked once, at the first start."""

from __future__ import annotations

from typing import Final

from net.limits import MAX_NAME_CELLS
from tui.screens.program import Program
from tui.screens.text_question import TextQuestion
from tui.settings import clean_name

NAME_QUESTION: Final = "What is your name?"
"""The title of the screen that asks for the name."""
NAME_HINT: Final = "Others at a table see it. You can change it later in Settings."
"""The hint below the field for the name."""
NAME_HELP: Final = (
    "Type the name others at a table know you by. Your results and statistics are kept under it. If you skip this, you "
    "play under the name in the field; Settings on the home screen changes it at any time."
)
"""The help text about the name."""


def name_question(program: Program) -> TextQuestion:
    """Return the dialog that asks for the person's name; the name in the settings stands in its field."""
    name = program.settings.name
    return TextQuestion(NAME_QUESTION, name, NAME_HINT, MAX_NAME_CELLS, take="That's me", skip="Skip", about=NAME_HELP)


def save_name(program: Program, name: str) -> None:
    """Save a typed name, or the one in the settings if no letter of it can be seen."""
    settings = program.settings
    settings.give_name(clean_name(name) or settings.name)
    program.save_settings()
