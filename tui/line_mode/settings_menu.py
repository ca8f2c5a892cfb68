"""The settings of the line mode: a menu in which a person switches them on and off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tui.line_mode.narrators.choices import NumberedChoice
from tui.line_mode.questions import Questions
from tui.settings import Settings

SETTINGS_HEADING: Final = "A number switches one of these on or off."
"""The heading of the menu of settings."""

LABEL_BY_SETTING: Final = {
    "words": "Cards in words, for a screen reader",
    "remarks": "First-time remarks",
    "questions": "Ask before a slip",
}
"""Maps a setting that the menu switches, by its name in `Settings`, to its label."""


async def ask_for_settings(settings: Settings, questions: Questions, apply: Callable[[], None]) -> None:
    """Write the settings with their values, and switch the one that is chosen, until the person goes back.

    `apply` is called after each change; it also saves the settings.
    """
    while True:
        choices = [
            NumberedChoice(f"{label}: {'on' if getattr(settings, name) else 'off'}", name)
            for name, label in LABEL_BY_SETTING.items()
        ]
        chosen = await questions.choose(choices, SETTINGS_HEADING, with_back=True)
        if chosen not in LABEL_BY_SETTING:
            return
        setattr(settings, chosen, not getattr(settings, chosen))
        apply()
