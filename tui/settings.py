"""The player's settings, kept between two runs of the program.

They are small JSON files in the usual folder of the platform, or the one that the environment variable ``QUEENS_DATA``
names. An invalid file is renamed and counts as absent. If a file cannot be written, the program goes on without saving.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from net.limits import NAME_CELLS
from net.private_files import load_private_json, save_private_json
from net.protocol.sanitize import clean

Suits: TypeAlias = Literal["four", "two", "safe", "ansi"]
"""The colours of the suits: four colours, two colours, safe for colour-blind people, or those of the terminal."""

Animation: TypeAlias = Literal["full", "none"]
"""Whether changes of a match are animated."""

Pace: TypeAlias = Literal["slow", "normal", "fast"]
"""The speed of bots and animations."""

BOT_PACE_SECONDS: Final[dict[Pace, float]] = {"slow": 1.6, "normal": 0.8, "fast": 0.0}
"""How many seconds a bot waits before each action, for each pace."""

MAX_REMEMBERED_ADDRESSES: Final = 5
"""How many addresses of joined tables are remembered."""

LOGINS_WITHOUT_NAME: Final = ("root", "admin", "administrator", "user")
"""Login names that say nothing about a person and are not used as their name."""


def data_folder() -> Path:
    """Return the folder of this program's data; it may not exist yet."""
    override = os.environ.get("QUEENS_DATA")
    if override:
        return Path(override)
    from platformdirs import user_data_path

    return user_data_path("mad-queens", appauthor=False)


def login_name() -> str:
    """Return the login name as the default name of a person, or a general one if it says nothing about them."""
    for variable in ("LOGNAME", "USER", "USERNAME"):
        name = clean_name(os.environ.get(variable, ""))
        if name and name.lower() not in LOGINS_WITHOUT_NAME:
            return name[0].upper() + name[1:]
    return "Player"


@dataclass(slots=True)
class TableChoice:
    """The table that a person set up last: the game, its seats, how many of them are bots, and its options.

    `level` is that of all bots, empty for the usual one.
    """

    game: str = "mad-queens"
    seats: int = 4
    bots: int = 3
    options: dict[str, str] = field(default_factory=dict)
    level: str = ""

    @property
    def bot_kinds(self) -> tuple[str, ...]:
        """The levels of its bots, as a `TableRequest` names them."""
        return (self.level,) if self.level else ()


@dataclass(slots=True)
class Settings:
    """The preferences of a person, and what they did last.

    `name` is what others at a table call them. `named` is whether the person has been asked for it; until then it is
    the login name, and not saved. `suits` are the colours of suits and screens, `animation` is whether changes are
    animated, `pace` the speed of bots and animations. `ascii` is whether the program draws with ASCII characters only,
    `words` whether the line mode writes cards in words. `table` is the table set up last, and `tables` the last one of
    each game by its slug. `addresses` are those joined last, the newest first. `trouble` is a sentence on what is wrong
    with the file, or empty.
    """

    name: str = field(default_factory=login_name)
    suits: Suits = "four"
    animation: Animation = "full"
    pace: Pace = "normal"
    ascii: bool = False
    table: TableChoice = field(default_factory=TableChoice)
    addresses: list[str] = field(default_factory=list)
    words: bool = False
    tables: dict[str, TableChoice] = field(default_factory=dict)
    named: bool = field(default=True, compare=False)
    trouble: str = field(default="", compare=False)

    @classmethod
    def load(cls, folder: Path) -> Settings:
        """Return the settings saved in `folder`, a missing or invalid value as its default; rename a damaged file."""
        kept = load_private_json(folder / "settings.json", dict)
        settings = cls(trouble=_set_damaged_file_aside(folder / "settings.json") or _write_problem(folder))
        for taste, allowed in (("suits", Suits), ("animation", Animation), ("pace", Pace)):
            if kept.get(taste) in get_args(allowed):
                setattr(settings, taste, kept[taste])
        settings.ascii = kept.get("ascii") is True
        settings.words = kept.get("words") is True
        name = kept.get("name")
        settings.named = isinstance(name, str) and bool(clean_name(name))
        if isinstance(name, str) and settings.named:
            settings.name = clean_name(name)
        addresses = kept.get("addresses")
        if isinstance(addresses, list):
            settings.addresses = [text for text in addresses if isinstance(text, str)][:MAX_REMEMBERED_ADDRESSES]
        table = kept.get("table")
        if isinstance(table, dict):
            settings.table = _read_table_choice(table)
        tables = kept.get("tables")
        for slug, of_game in tables.items() if isinstance(tables, dict) else ():
            if isinstance(of_game, dict):
                settings.tables[slug] = replace(_read_table_choice(of_game), game=slug)
        return settings

    def save(self, folder: Path) -> None:
        """Keep these settings in `folder`."""
        kept = asdict(self)
        del kept["trouble"], kept["named"]
        if not self.named:
            del kept["name"]
        save_private_json(folder / "settings.json", kept)

    def give_name(self, name: str) -> None:
        """Set the name that the person has chosen."""
        self.name, self.named = name, True

    def remember_table(self, choice: TableChoice) -> None:
        """Make a table the last one, and the last one of its game."""
        self.table = self.tables[choice.game] = choice

    def table_of(self, game: str) -> TableChoice | None:
        """Return the table of the game with this slug that was set up last, or None."""
        return self.table if self.table.game == game else self.tables.get(game)

    def remember_address(self, address: str) -> None:
        """Put an address first in the list of joined addresses."""
        self.addresses = [address, *(other for other in self.addresses if other != address)][:MAX_REMEMBERED_ADDRESSES]


def clean_name(text: str) -> str:
    """Return a name as a host accepts it: printable characters only, and cut to the longest width."""
    return clean(text, NAME_CELLS)


def _read_table_choice(kept: Mapping[str, object]) -> TableChoice:
    """Return the table choice of a settings file; a value of a wrong type counts as absent."""
    choice = TableChoice()
    for field_ in fields(TableChoice):
        value = kept.get(field_.name)
        if type(value) is type(getattr(choice, field_.name)):
            setattr(choice, field_.name, value)
    choice.options = {str(name): str(value) for name, value in choice.options.items()}
    return choice


def _set_damaged_file_aside(path: Path) -> str:
    """Rename a file that holds no settings, so that it is not overwritten; return the sentence that reports it."""
    aside = path.with_name(f"{path.name}.bad")
    with suppress(OSError):
        if path.is_file() and not _is_valid_settings_file(path):
            path.replace(aside)
            return f"Your settings could not be read, so the defaults apply; the old file is now {aside}."
    return ""


def _is_valid_settings_file(path: Path) -> bool:
    """Return whether a file holds a JSON object."""
    try:
        return isinstance(json.loads(path.read_text(encoding="utf-8")), dict)
    except (ValueError, RecursionError):
        return False


def can_write_to(folder: Path) -> bool:
    """Whether files can be written in a folder, which may not exist yet."""
    # `Path.exists` raises where it may not look.
    there = next(place for place in (folder, *folder.absolute().parents) if os.path.exists(place))
    return there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _write_problem(folder: Path) -> str:
    """Return the sentence that says why nothing can be written in a folder, or an empty string if it can."""
    return "" if can_write_to(folder) else f"Settings cannot be kept: nothing can be written in {folder}."
