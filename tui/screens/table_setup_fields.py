"""The fields of the form that sets up a table: players, bots, who may come, and the options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from core import BadOption, Game
from core.engine.game import NORMAL_LEVEL
from net.protocol.bot_names import usual_bot_name
from tui.settings import LastTableSetup
from tui.text.bots import LEVEL_MEANING_BY_NAME, temperament_sentence
from tui.widgets.form import Field

SetupPurpose: TypeAlias = Literal["play", "host", "club", "change"]
"""The purpose of the form: to play at once, to host, to open a table in a club, or to change the game at this table."""

PURPOSES_WITH_ADMISSION: Final[tuple[SetupPurpose, ...]] = ("host", "club")
"""The purposes for which the form has a field on who is admitted."""

ADMISSION_FIELD: Final = "admission"
"""The name of the field that says who is admitted to a hosted table; it is no option of the game."""

BROWSERS_FIELD: Final = "browsers"
"""The name of the field that says whether the table is served to browsers; it is no option of the game."""

BROWSERS_HELP: Final = "They open an address, or scan it from the lobby. Others on this network could listen in."
"""The help on the field that says whether the table is served to browsers."""

ADMIT_EVERYBODY: Final = "everybody"
"""The value of the field that says who is admitted, for a table without a code."""

ADMIT_WITH_CODE: Final = "with a code"
"""The value of the field that says who is admitted, for a table with a code."""

ADMISSION_HELP: Final = "With a code, only those you give it to."
"""The help on the field that says who is admitted to a hosted table."""

LEVEL_FIELD: Final = "level"
"""The name of the field for the level of the bots, which is not an option of a game."""

LEVEL_HELP: Final = (
    ", ".join(f"{level} {meaning}" for level, meaning in LEVEL_MEANING_BY_NAME.items()).capitalize() + "."
)
"""The help on the field for the level of the bots: what each level means, in one sentence."""


def _pack_sentence(game: Game, seats: int, options: Mapping[str, str]) -> str:
    """Return which cards are dealt at a table; "" if the game does not have these options together."""
    try:
        return game.pack_sentence(seats, game.settings(seats, options))
    except BadOption:
        return ""


def fields_of_game(
    game: Game, choice: LastTableSetup, purpose: SetupPurpose, private: bool = False, browsers: bool = False
) -> list[Field]:
    """Return the form fields for `game`, with those values of `choice` that the game allows.

    `private`: the table asks for a code; `browsers`: it is served to browsers.
    """
    seats = choice.seats if choice.seats in game.seats else game.usual_seats
    numbers = list(game.seats)
    whole = numbers == list(range(numbers[0], numbers[-1] + 1))
    who_plays = "You, with bots in the other seats." if purpose == "play" else "Everybody at the table, bots included."
    players = Field(
        "seats",
        "Players",
        str(seats),
        f"{who_plays} {_pack_sentence(game, seats, choice.options)}".rstrip(),
        values=() if whole else tuple(map(str, numbers)),
        bounds=(numbers[0], numbers[-1]) if whole else None,
    )
    found = [players]
    if purpose in PURPOSES_WITH_ADMISSION:
        found.append(
            Field(
                "bots",
                "Bots now",
                str(min(choice.bots, seats - 1)),
                "They sit down at once. When the match starts, bots also take the seats that are still free.",
                bounds=(0, seats - 1),
            )
        )
    if game.levels and purpose in ("play", "host") and (purpose == "play" or choice.bots):
        level = choice.level if choice.level in game.levels else NORMAL_LEVEL
        bots = seats - 1 if purpose == "play" else min(choice.bots, seats - 1)
        who = temperament_sentence(game, [(usual_bot_name(seat), level) for seat in range(seats - bots, seats)])
        words = f"{LEVEL_HELP} {who}".strip()
        found.append(Field(LEVEL_FIELD, "The bots play", level, words, values=tuple(game.levels)))
    if purpose in PURPOSES_WITH_ADMISSION:
        found.append(
            Field(
                ADMISSION_FIELD,
                "Who may come",
                ADMIT_WITH_CODE if private else ADMIT_EVERYBODY,
                ADMISSION_HELP,
                values=(ADMIT_EVERYBODY, ADMIT_WITH_CODE),
            )
        )
    if purpose == "host":
        allowed = "yes" if browsers else "no"
        found.append(Field(BROWSERS_FIELD, "Phones, browsers", allowed, BROWSERS_HELP, values=("no", "yes")))
    for name, option in game.options.items():
        try:
            value = option.text_of(option.parse_value(name, choice.options.get(name, option.default)))
        except BadOption:
            value = option.text_of(option.default)
        found.append(Field.of_option(name, option, value, seats))
    return found
