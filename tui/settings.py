"""The player's settings, stored between two runs of the program.

They are small JSON files in the usual folder of the platform, or in the one that the environment variable
``QUEENS_DATA`` names. An invalid file is renamed and counts as absent. If a file cannot be written, the program
continues without saving.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct, field, to_builtins
from msgspec.structs import replace

from net.limits import MAX_NAME_CELLS
from net.private_files import load_private_json, save_private_json
from net.protocol.sanitize import clean_text

SuitColours: TypeAlias = Literal["four", "two", "safe", "ansi"]
"""The choice of suit colours: four colours, two, four that colour-blind people can tell apart, or the terminal's own.
"""

ThemeName: TypeAlias = Literal["felt", "night", "paper", "contrast", "velvet", "delft"]
"""The name of a theme: the colours of table and cards."""

CardBack: TypeAlias = Literal["by game", "lattice", "diamonds", "crowns", "honeycomb", "bars"]
"""The choice of the pattern on the backs of cards: one of the patterns, or for each game its own."""

AnimationMode: TypeAlias = Literal["off", "quick", "full"]
"""Whether changes of a match are animated: not at all, in half the time, or fully."""

NotifyMode: TypeAlias = Literal["off", "bell", "full"]
"""How a person who looks at another window is told that it is their turn: not at all, by a bell, or by a notification.
"""

Pace: TypeAlias = Literal["slow", "normal", "fast"]
"""The speed of bots and animations."""

BOT_DELAY_SECONDS_BY_PACE: Final[dict[Pace, float]] = {"slow": 1.6, "normal": 0.8, "fast": 0.0}
"""Maps each pace to the seconds that a bot waits before each action."""

MAX_HOUSE_RULES: Final = 9
"""At most this many sets of house rules can be saved; each is picked by one key, a digit."""

MAX_RULES_NAME_CELLS: Final = 16
"""The name of saved house rules is at most this wide."""

MAX_REMEMBERED_ADDRESSES: Final = 5
"""At most this many addresses of joined tables are stored."""

IMPERSONAL_LOGIN_NAMES: Final = ("root", "admin", "administrator", "user")
"""Login names that are not used as the name of a person, because many people have them."""


def data_folder() -> Path:
    """Return the folder of this program's data; it may not exist yet."""
    override = os.environ.get("QUEENS_DATA")
    if override:
        return Path(override)
    from platformdirs import user_data_path

    return user_data_path("mad-queens", appauthor=False)


def default_notify_mode() -> NotifyMode:
    """Return how a person who has chosen nothing is told of their turn: by a bell, or over SSH not at all."""
    return "off" if os.environ.get("SSH_CONNECTION") else "bell"


def login_name() -> str:
    """Return the default name of a person: the login name, or a general name if the login name is one like ``root``."""
    for variable in ("LOGNAME", "USER", "USERNAME"):
        name = clean_name(os.environ.get(variable, ""))
        if name and name.lower() not in IMPERSONAL_LOGIN_NAMES:
            return name[0].upper() + name[1:]
    return "Player"


class LastTableSetup(Struct):
    """The last choices of a person for a table: the slug of the game, the number of seats, how many of them are bots,
    and the options of the game as typed.

    `level` is that of all bots, "" for the usual one.
    """

    game: str = "mad-queens"
    seats: int = 4
    bots: int = 3
    options: dict[str, str] = {}
    level: str = ""

    @property
    def bot_kinds(self) -> tuple[str, ...]:
        """The levels of its bots, as a `TableRequest` names them."""
        return (self.level,) if self.level else ()


class Settings(Struct):
    """The preferences of a person, and what they did last."""

    name: str = field(default_factory=login_name)
    """What others at a table call the person."""
    suits: SuitColours = "four"
    """The colours of the suits."""
    animation: AnimationMode = "full"
    """Whether changes are animated, and how fast."""
    pace: Pace = "normal"
    """The speed of bots and animations."""
    ascii: bool = False
    """Whether the program draws with ASCII characters only."""
    table: LastTableSetup = field(default_factory=LastTableSetup)
    """The choices for the table that was set up last."""
    addresses: list[str] = []
    """The addresses joined last, the newest first."""
    words: bool = False
    """Whether the line mode spells cards out in words."""
    theme: ThemeName = "felt"
    """The colours of table and cards."""
    back: CardBack = "by game"
    """The pattern on the backs of cards."""
    tables: dict[str, LastTableSetup] = {}
    """Maps the slug of a game to the choices for its table that was set up last."""
    lessons: dict[str, int] = {}
    """Maps the slug of a game to the number of steps of its lesson that are done."""
    remarks: bool = True
    """Whether a match explains what happens to the person for the first time."""
    questions: bool = True
    """Whether a match asks for confirmation of an action that is probably a slip."""
    notify: NotifyMode = field(default_factory=default_notify_mode)
    """How a person who looks at another window is told that it is their turn."""
    met: list[str] = []
    """The keys (``GAME MEETING``) of what has happened to the person once, so that it is not explained again."""
    house_rules: dict[str, LastTableSetup] = {}
    """Maps the name of a set of house rules to its choices for a table."""
    lesson_offered: bool = True
    """Whether the person has been offered a lesson; that happens only once."""
    named: bool = True
    """Whether the person has been asked for their name.

    Until then their name is the login name, which is not saved.
    """
    has_new_name: bool = False
    """Whether the person has typed another name since the settings were saved."""
    trouble: str = ""
    """The sentence on what is wrong with the settings file, or ""."""

    @classmethod
    def load(cls, folder: Path) -> Settings:
        """Return the settings saved in `folder`.

        A missing or invalid value has its default; a damaged file is renamed.
        """
        kept = load_private_json(folder / "settings.json", dict)
        settings = cls(trouble=_set_damaged_file_aside(folder / "settings.json") or _write_problem(folder))
        tastes = {
            "theme": ThemeName,
            "suits": SuitColours,
            "back": CardBack,
            "animation": AnimationMode,
            "pace": Pace,
            "notify": NotifyMode,
        }
        for taste, allowed in tastes.items():
            if kept.get(taste) in get_args(allowed):
                setattr(settings, taste, kept[taste])
        if kept.get("animation") == "none":
            settings.animation = "off"  # so it was called in 0.2
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
        settings.questions = kept.get("questions") is not False
        settings.remarks = kept.get("remarks") is not False
        met = kept.get("met")
        if isinstance(met, list):
            settings.met = [name for name in met if isinstance(name, str)]
        lessons = kept.get("lessons")
        for slug, done in lessons.items() if isinstance(lessons, dict) else ():
            if type(done) is int and done >= 0:
                settings.lessons[slug] = done
        offered = kept.get("lesson_offered")  # a file of 0.2 has none: nobody who has played needs a lesson
        played = settings.lessons or settings.met or settings.addresses or isinstance(kept.get("table"), dict)
        settings.lesson_offered = offered if isinstance(offered, bool) else bool(played)
        house_rules = kept.get("house_rules")
        for name, saved in house_rules.items() if isinstance(house_rules, dict) else ():
            valid = isinstance(saved, dict) and clean_text(name, MAX_RULES_NAME_CELLS) == name != ""
            if valid and len(settings.house_rules) < MAX_HOUSE_RULES:
                settings.house_rules[name] = _read_table_choice(saved)
        return settings

    def save(self, folder: Path) -> None:
        """Save these settings in `folder`."""
        kept = to_builtins(self)
        del kept["trouble"], kept["named"], kept["has_new_name"]
        if not self.named:
            del kept["name"]
        if self.notify == default_notify_mode():
            del kept["notify"]
        save_private_json(folder / "settings.json", kept)
        self.has_new_name = False

    @property
    def may_offer_lesson(self) -> bool:
        """Whether a lesson may be offered: to a person who has not been offered one, and has begun none."""
        return not self.lesson_offered and not self.lessons

    def give_name(self, name: str) -> None:
        """Set the name that the person has chosen."""
        self.name, self.named, self.has_new_name = name, True, True

    def remember_table(self, choice: LastTableSetup) -> None:
        """Store a table as the one set up last, and as the last one of its game."""
        self.table = self.tables[choice.game] = choice

    def last_table_of_game(self, game: str) -> LastTableSetup | None:
        """Return the table of the game with this slug that was set up last; None if there was none."""
        return self.table if self.table.game == game else self.tables.get(game)

    def house_rules_called(self, name: str) -> tuple[str, LastTableSetup] | None:
        """Return the set of house rules of this name as its saved name and its choices; None if no set has this name.

        Case does not matter.
        """
        folded = name.strip().casefold()
        return next((pair for pair in self.house_rules.items() if pair[0].casefold() == folded), None)

    def house_rules_in_the_way(self, name: str, earlier_name: str = "") -> str:
        """Return the name of the set of house rules that saving under `name` would replace; "" if it replaces none.

        The set called `earlier_name`, its name until now if it is being renamed, does not count.
        """
        found = self.house_rules_called(clean_text(name, MAX_RULES_NAME_CELLS))
        return "" if found is None or found[0] == earlier_name else found[0]

    def save_house_rules(self, name: str, choice: LastTableSetup, earlier_name: str = "") -> str:
        """Save the choices for a table (game, seats, options) as a set of house rules called `name`.

        It replaces a set of the same name, and the set called `earlier_name`, its name until now if it is being
        renamed. Return the name as it is saved, or "" if it has no visible character or if `MAX_HOUSE_RULES` sets are
        saved already.
        """
        name = clean_text(name, MAX_RULES_NAME_CELLS)
        if not name:
            return ""
        old = self.house_rules_called(name)
        replaced = {earlier_name, old[0] if old else ""}
        kept = {key: value for key, value in self.house_rules.items() if key not in replaced}
        if len(kept) >= MAX_HOUSE_RULES:
            return ""
        place = next((i for i, key in enumerate(self.house_rules) if key in replaced), len(kept))
        pairs = list(kept.items())
        pairs.insert(place, (name, choice))
        self.house_rules = dict(pairs)
        return name

    def remember_address(self, address: str) -> None:
        """Store an address as the first in the list of joined addresses."""
        self.addresses = [address, *(other for other in self.addresses if other != address)][:MAX_REMEMBERED_ADDRESSES]


def clean_name(text: str) -> str:
    """Return a name as a host accepts it: printable characters only, and cut to the greatest width that a name may
    have."""
    return clean_text(text, MAX_NAME_CELLS)


def _read_table_choice(saved_choice: Mapping[str, object]) -> LastTableSetup:
    """Return the choices for a table in `saved_choice`, an object of a settings file.

    A value of a wrong type counts as absent.
    """
    choice = LastTableSetup()
    for name in LastTableSetup.__struct_fields__:
        value = saved_choice.get(name)
        if type(value) is type(getattr(choice, name)):
            setattr(choice, name, value)
    choice.options = {str(name): str(value) for name, value in choice.options.items()}
    return choice


def _set_damaged_file_aside(path: Path) -> str:
    """Rename a file that holds no valid settings, so that it is not overwritten, and return the sentence about that.

    Return "" if the file is missing or valid, or cannot be renamed.
    """
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
    """Return the sentence that says why nothing can be written in a folder; "" if it can."""
    return "" if can_write_to(folder) else f"Settings cannot be kept: nothing can be written in {folder}."
