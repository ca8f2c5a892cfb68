"""The numbered menus of a conversation, and the search for a choice by a typed number or key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from core import Record
from net.client.api import Client
from tui.line_mode.lobby_menu import lobby_choices
from tui.line_mode.narrators.base import Narrator
from tui.line_mode.narrators.choices import BACK_COMMAND, NumberedChoice, NumberedMenu, parse_number, yes_no_choice
from tui.line_mode.output import Output
from tui.table.event_reader import EventReader
from tui.text.table import clock_text

READING_SECONDS: Final = 0.7
"""A number typed within this many seconds after a new menu still means a choice of the menu before, because nobody can
have read the new one.
"""

MAX_CHANGES_WRITTEN: Final = 3
"""Only the changes of the lobby menu are written if there are at most this many, otherwise the whole menu."""

HOW_TO_REPEAT_MENU_SENTENCE: Final = "Enter repeats all choices."
"""The sentence that is written once, after the first change of the lobby menu."""

CHOICE_CHANGED_SENTENCE: Final = "The choices have just changed: {} was meant for the old ones. Choose again."
"""The answer to a choice of an earlier menu."""

OTHERS_WAIT_SENTENCE: Final = "The others are done."
"""The sentence above the menu of a player whom all others wait for; it is written once, when that begins."""

NO_MENU_SENTENCE: Final = "There is nothing to choose now."
"""The reply to a number or a key while no menu is open."""


class Menus:
    """The match menu or the lobby menu, and the submenus opened from it.

    `reader` says whether a match is being played. `narrator` is that of the latest match, `record` its record once that
    has been checked. `solo` is whether no other person can join the table.
    """

    def __init__(self, client: Client, reader: EventReader[None], output: Output, *, solo: bool) -> None:
        self.narrator: Narrator | None = None
        self.record: Record | None = None
        self._client = client
        self._reader = reader
        self._output = output
        self._solo = solo
        self._open_menus: list[NumberedMenu] = []
        self._shown_signature: tuple[str, ...] | None = None
        self._others_wait = False
        self._lobby_menu: NumberedMenu | None = None
        self._has_explained_repeat = False
        self._latest_menu: NumberedMenu | None = None
        self._menu_before_latest: NumberedMenu | None = None
        self._shown_at = 0.0

    @property
    def open_menu(self) -> NumberedMenu | None:
        """The menu that is open, the innermost submenu; None if no menu is."""
        return self._open_menus[-1] if self._open_menus else None

    @property
    def latest_menu(self) -> NumberedMenu | None:
        """The menu printed last, which may be closed; None before the first."""
        return self._latest_menu

    def mark_seen(self) -> None:
        """Store that the person has seen the latest menu, so that numbers typed from now on mean it."""
        self._menu_before_latest = None

    @property
    def is_submenu_open(self) -> bool:
        """Whether a submenu is open."""
        return len(self._open_menus) > 1

    def begin_match(self, narrator: Narrator) -> None:
        """Close all menus; the next `refresh` prints the match menu of this narrator."""
        self.narrator, self.record = narrator, None
        narrator.piles_are_shown = not self._output.format.writes_menus
        self._close_all()

    def end_match(self) -> None:
        """Close all menus; the next `refresh` prints the lobby menu."""
        self._close_all()

    def _close_all(self) -> None:
        """Close every menu."""
        self._open_menus, self._shown_signature, self._lobby_menu = [], None, None

    def close_submenus(self) -> None:
        """Close the submenus; the next `refresh` prints the match menu or lobby menu."""
        del self._open_menus[1:]
        self._shown_signature = None

    def refresh(self, now: float) -> None:
        """Print the match menu, or the changes of the lobby menu, if the menu has changed, and close submenus.

        If the match menu has closed in a game in which all decide at the same time, the awaited players are printed
        instead. Call it when no event and no reply is pending; `now` is in seconds.
        """
        heading, choices = self._match_or_lobby_menu()
        waits = self._wait_sentences(choices)
        signature = (*waits, *heading, *(f"{choice.command} {choice.label}" for choice in choices))
        if signature == self._shown_signature:
            if len(self._open_menus) == 1 and self._open_menus[0].choices != choices:
                # the text is the same, but submenus have changed
                if self._lobby_menu is not None:
                    self._lobby_menu = self._lobby_menu.with_choices(choices)
                self._open_menus = [self._lobby_menu or NumberedMenu(choices)]
            return
        if self._lobby_menu is not None and choices and not self.is_submenu_open:
            menu = self._lobby_menu.with_choices(choices)
            changes = menu.changes_since(self._lobby_menu)
            if len(changes) <= MAX_CHANGES_WRITTEN:
                self._shown_signature, self._open_menus, self._lobby_menu = signature, [menu], menu
                self._shown_at, self._menu_before_latest, self._latest_menu = now, self._latest_menu, menu
                self._write_lobby_changes(changes)
                return
        self._shown_signature = signature
        was_open = bool(self._open_menus)
        self._open_menus = [NumberedMenu(choices)] if choices else []
        if choices:
            self._shown_at, self._menu_before_latest = now, self._latest_menu
            self._print_open_menu([*([] if self._others_wait else waits), *heading, *self._own_clock_sentences()])
            self._lobby_menu = None if self._reader.is_playing else self._open_menus[-1]
        elif was_open and self._reader.is_playing and self.narrator is not None and self.narrator.is_simultaneous:
            self._output.write(self.narrator.waiting_sentence)
        self._others_wait = bool(waits)

    def _wait_sentences(self, choices: Sequence[NumberedChoice]) -> Sequence[str]:
        """Return the sentence that all others wait for the person; none if they do not, or the person has no choice."""
        waits = self._reader.is_playing and choices and self.narrator is not None and self.narrator.others_wait
        return (OTHERS_WAIT_SENTENCE,) if waits else ()

    def _write_lobby_changes(self, changes: list[str]) -> None:
        """Write what has changed in the lobby menu, and once how to read the whole menu again."""
        if not self._output.format.writes_menus:
            return
        self._output.write(*changes)
        if changes and not self._has_explained_repeat:
            self._has_explained_repeat = True
            self._output.write(HOW_TO_REPEAT_MENU_SENTENCE)

    def _match_or_lobby_menu(self) -> tuple[tuple[str, ...], tuple[NumberedChoice, ...]]:
        """Return heading and choices of the match menu (both may be empty), between matches those of the lobby menu."""
        if self._reader.is_playing and self.narrator is not None:
            choices = self.narrator.choices()
            return (tuple(self.narrator.heading_sentences()) if choices else ()), choices
        choices = lobby_choices(self._client, solo=self._solo)
        return (), choices if self.record is None else (
            *choices,
            NumberedChoice("What happened in the match", "happened"),
        )

    def clock_sentences(self) -> list[str]:
        """Return a sentence with the time left for the pending decision; none if no clock runs."""
        text = clock_text(self._client) if self._reader.is_playing else ""
        return [f"{text}."] if text else []

    def _own_clock_sentences(self) -> list[str]:
        """Return a sentence with the time left for the person's own decision; none if their clock does not run."""
        clock = self._client.clock
        return self.clock_sentences() if clock is not None and clock.seat == self._client.seat is not None else []

    def _print_open_menu(self, heading: Iterable[str] = ()) -> None:
        """Print the open menu below a heading; it is the `latest_menu` from then on."""
        self._latest_menu = self._open_menus[-1]
        menu = self._open_menus[-1]
        self._output.write(
            *heading, *(menu.lines if self._output.format.writes_menus else filter(None, [menu.heading]))
        )

    def print_again(self) -> None:
        """Print the open menu again; if none is open, the players whom the match waits for."""
        if len(self._open_menus) > 1:
            self._print_open_menu()
        elif self._open_menus:
            heading, choices = self._match_or_lobby_menu()
            if self._lobby_menu is not None:  # all of it is read, so that its numbers can be in order again
                self._open_menus = [NumberedMenu(choices)]
                self._lobby_menu = self._open_menus[0]
            self._print_open_menu(heading)
        elif self.narrator is not None and self._reader.is_playing:
            self._output.write(self.narrator.waiting_sentence)

    def open_submenu(self, choice: NumberedChoice) -> None:
        """Open and print the submenu of a choice; if it has no way back, add one as choice 0."""
        if not self._open_menus:
            self._open_menus = [NumberedMenu(())]
        self._open_menus.append(
            NumberedMenu(
                choice.submenu, choice.heading, with_back=not any(one.command == BACK_COMMAND for one in choice.submenu)
            )
        )
        self._menu_before_latest = None
        self._print_open_menu()

    def open_question(self, question: str, yes_label: str, no_label: str, command: str) -> None:
        """Open and print a question before an action that cannot be undone; the answer `yes_label` runs the command."""
        self.open_submenu(yes_no_choice(question, yes_label, no_label, command))

    def go_back(self) -> None:
        """Close the open submenu, if one is open, and print the menu from which it was opened; if none is open, print
        the awaited players."""
        if len(self._open_menus) > 1:
            self._open_menus.pop()
        if self._open_menus and not self._open_menus[-1].choices:
            self._open_menus.pop()
        self.print_again()

    def find_choice(self, word: str, typed_at: float, shown_menu: NumberedMenu | None) -> NumberedChoice | str:
        """Return the choice for a number or key, or a sentence with the reason why there is none.

        `shown_menu` is the menu on screen at the time `typed_at` (seconds) of the input; within `READING_SECONDS` after
        a new menu, the menu before it counts. If the word means another choice in the present menu, it is refused. The
        sentence is empty if the word is neither a number nor a key of these menus.
        """
        menu = self.open_menu
        choice = menu.find_choice(word) if menu is not None else None
        if (
            self._output.format.is_typed
            and typed_at < self._shown_at + READING_SECONDS
            and self._menu_before_latest is not None
        ):
            shown_menu = self._menu_before_latest
        was = shown_menu.find_choice(word) if shown_menu is not None and shown_menu is not menu else None
        number = parse_number(word) is not None
        if was is not None and (choice is None or was.meaning != choice.meaning) and (menu is not None or not number):
            return CHOICE_CHANGED_SENTENCE.format(word)
        if choice is not None:
            return choice
        if not number:
            return ""
        return NO_MENU_SENTENCE if menu is None else f"There is no choice {word} now. Choose one of these."
