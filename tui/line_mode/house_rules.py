"""House rules in lines: how one is typed, how it is described, and how those of a table are saved under a name."""

from __future__ import annotations

from shlex import quote
from typing import Final

from core import Game, Option, Value
from tui.settings import MAX_HOUSE_RULES, LastTableSetup, Settings, data_folder

ALL_HOUSE_RULES_TAKEN_SENTENCE: Final = (
    f"There is room for {MAX_HOUSE_RULES} sets of house rules; a name that is taken replaces that one."
)
"""The reply to a person who saves more sets of house rules than there is room for."""


class SavedHouseRules:
    """The house rules that a person has saved under names, in their settings."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def name_in_the_way(self, name: str) -> str:
        """Return the name of the house rules that saving under `name` would replace; "" if it replaces none."""
        return self._settings.house_rules_in_the_way(name)

    def save(self, name: str, setup: LastTableSetup) -> str:
        """Save the set-up of a table under a name; return the sentence that says so, or why not."""
        kept = self._settings.save_house_rules(name, setup)
        if kept:
            self._settings.save(data_folder())
            return f"Saved as {kept}: queens play --rules {quote(kept)} plays by them."
        return ALL_HOUSE_RULES_TAKEN_SENTENCE


def split_house_rule(text: str) -> tuple[str, str]:
    """Return the option and the value in a typed house rule, as in ``hand size 9`` or ``hand-size=9``."""
    *name, value = text.replace("=", " ").split() or [""]
    return "_".join(name).lower().replace("-", "_"), value


def house_rule_label(name: str, option: Option, value: Value, seats: int) -> str:
    """Return a house rule with its value at a table of `seats`, and what it means."""
    return f"{option.label or name}: {option.text_for_people(value, seats)}. {option.help}"


def no_house_rules_sentence(game: Game) -> str:
    """Return the sentence about a game without house rules."""
    return f"{game.title} has no house rules."


def house_rules_with_values(game: Game) -> list[str]:
    """Return every house rule of a game in one line: how it is typed, its usual value and what it means.

    A game without any has a sentence that says so.
    """
    lines = []
    for name, option in game.options.items():
        low, high = option.bounds or (0, 0)
        values = f"{low} to {high}" if option.bounds else "|".join(option.choices or ("on", "off"))
        lines.append(f"{name}={values}. {house_rule_label(name, option, option.default, game.usual_seats)}")
    return lines or [no_house_rules_sentence(game)]
