"""The keys and choices that can be pressed on the screen now, as buttons of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from textual.keys import key_to_character
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input

from tui.guest.app import GuestApp
from tui.screens.match import MatchScreen
from tui.widgets.key_bar import Key, KeyBar, key_label
from tui.widgets.menu import LetterChoice, Menu

TERMINAL_TEXT_BY_KEY: Final = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
}
"""Maps Textual's name of a key that is no character to the text that a terminal sends for it."""

ARROWS_BY_PAIR_LABEL: Final = {"↑↓": (("↑", "up"), ("↓", "down")), "←→": (("←", "left"), ("→", "right"))}
"""Maps the label of a pair of arrow keys to the label and the Textual name of each of the two."""


def terminal_text(key: str) -> str:
    """Return the text that a terminal sends for a key, by its name in Textual; "" for a key that it does not send."""
    if key in TERMINAL_TEXT_BY_KEY:
        return TERMINAL_TEXT_BY_KEY[key]
    name = key.removeprefix("ctrl+")
    if name != key:
        return chr(ord(name) & 0x1F) if len(name) == 1 and name.isascii() and name.isalpha() else ""
    return key_to_character(key) or ""


class KeyButtons:
    """Sends the page its buttons, whenever they change.

    `show` is a function that is called with all buttons, and with whether a text is being typed, so that letters are no
    keys.
    """

    def __init__(self, show: Callable[[list[dict[str, Any]], bool], None]) -> None:
        self._show = show
        self._bar_of_screen: tuple[Screen[Any], KeyBar] | None = None
        self._earlier_inputs: tuple[object, ...] = ()
        self._sent_buttons: tuple[list[dict[str, Any]], bool] = ([], False)
        self._menu: tuple[Menu, Sequence[LetterChoice]] | None = None
        self._menu_number = 0

    def update(self, app: GuestApp) -> None:
        """Send the buttons of the screen on top if they have changed; called after each painting."""
        screen = app.top_screen
        bar = self._key_bar_of(screen) if screen is not None and not screen.has_class("-cramped") else None
        on_board = screen.board.buttons if bar is not None and isinstance(screen, MatchScreen) else ()
        typing = isinstance(app.focused, Input)
        menu = None if bar is None else _menu_of(bar.listed_keys)
        seen = (bar and bar.listed_keys, on_board, typing, menu, menu and menu.choices, menu and menu.choice_at_cursor)
        if all(one is other for one, other in zip(seen, self._earlier_inputs, strict=False)) and self._earlier_inputs:
            return
        self._earlier_inputs = seen
        buttons: list[dict[str, Any]] = []
        if bar is not None:
            if isinstance(screen, MatchScreen) and not typing:
                names = key_names_by_label(screen.board)
                for button in on_board:
                    if button.enabled and button.key in names:
                        buttons += _buttons_of_entry(button.key, names[button.key], button.label, button.primary)
            self._number_menu(menu)
            for key in bar.listed_keys:
                if key.node is menu and _is_choosing_key(key):
                    buttons += self._choice_buttons(menu)
                elif key.enabled:
                    name = key.binding.key.partition(",")[0]
                    buttons += _buttons_of_entry(key.label, name, key.description, key.listing.primary)
        unlike = {button["send"] or button.get("choice"): button for button in reversed(buttons)}
        buttons = list(unlike.values())[::-1]
        if (buttons, typing) != self._sent_buttons:
            self._sent_buttons = (buttons, typing)
            self._show(buttons, typing)

    def choose(self, app: GuestApp, choice_index: int, menu_number: int) -> None:
        """Choose the choice at the index `choice_index` of the menu with this number, unless that menu is no longer
        shown."""
        if self._menu is None or menu_number != self._menu_number or not 0 <= choice_index < len(self._menu[1]):
            return
        menu, choices = self._menu

        def choose_if_on_top() -> None:
            """Choose, unless another screen has come in the meantime."""
            if menu.is_attached and menu.screen is app.top_screen:
                menu.choose(choices[choice_index])

        app.call_later(choose_if_on_top)

    def _number_menu(self, menu: Menu | None) -> None:
        """Record the menu that is shown; it gets a new number if it or its choices have changed."""
        now = None if menu is None else (menu, menu.choices)
        if now != self._menu:
            self._menu = now
            self._menu_number += 1

    def _choice_buttons(self, menu: Menu) -> list[dict[str, Any]]:
        """Return a button for each choice of a menu; the one under the cursor, which Enter chooses, is `primary`."""
        return [
            {
                "key": choice.letter.upper(),
                "label": " ".join(choice.label.split()),
                "send": "",
                "primary": choice is menu.choice_at_cursor,
                "choice": place,
                "menu": self._menu_number,
            }
            for place, choice in enumerate(menu.choices)
        ]

    def _key_bar_of(self, screen: Screen[Any]) -> KeyBar | None:
        """Return the key bar of a screen, None if it has none; the bar of the last screen is remembered."""
        if self._bar_of_screen is None or self._bar_of_screen[0] is not screen:
            bars = list(screen.query(KeyBar))
            self._bar_of_screen = (screen, bars[0]) if bars else None
        return None if self._bar_of_screen is None else self._bar_of_screen[1]


def _menu_of(keys: Iterable[Key]) -> Menu | None:
    """Return the menu whose choices can be chosen by one of the listed keys; None without one."""
    return next((key.node for key in keys if isinstance(key.node, Menu) and _is_choosing_key(key)), None)


def _is_choosing_key(key: Key) -> bool:
    """Return whether a key of a menu chooses the choice under its cursor."""
    return key.binding.action == "choose"


def key_names_by_label(node: Widget) -> dict[str, str]:
    """Return the names of the active keys of a widget, by the labels that people read."""
    names: dict[str, str] = {}
    for binding in (active.binding for active in node.screen.active_bindings.values() if active.node is node):
        names.setdefault(key_label(binding), binding.key.partition(",")[0])
    return names


def _buttons_of_entry(label: str, key: str, description: str, primary: bool) -> list[dict[str, Any]]:
    """Return the buttons of one entry of the key bar, or of one button of the board, as the page gets them.

    One for a key, two for a pair of arrows, none for a key that a terminal does not send. `label` is the key's name for
    people and `key` its name in Textual; `description` says what it does. Of a button `key` is the name for people,
    `label` the description, `send` what the terminal sends for the key, and `primary` whether it is highlighted.
    """
    return [
        {"key": one, "label": description, "send": terminal_text(name), "primary": primary}
        for one, name in ARROWS_BY_PAIR_LABEL.get(label, ((label, key),))
        if terminal_text(name)
    ]
