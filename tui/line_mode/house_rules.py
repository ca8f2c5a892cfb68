"""House rules in lines: how one is typed, and how it is described."""

from __future__ import annotations

from core import Game, Option, Value


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
