"""KeyBar: the bottom row of every screen, which lists its keys; a click on an entry runs the action of that key.

A key is named once, in the ``BINDINGS`` of the screen or widget that it works on: `listed_key` makes a binding that bar
and help list for as long as it is active.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

from msgspec import Struct
from rich.cells import cell_len
from textual import events
from textual.binding import ActiveBinding, Binding
from textual.dom import DOMNode
from textual.geometry import Region
from textual.screen import Screen

from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.text.window_size import is_window_narrow
from tui.widgets.canvas_view import AppWithLook, CanvasView

HELP_KEY_POSITION: Final = 80
"""The position of F1, which every screen has, among the listed keys."""

ESCAPE_KEY_POSITION: Final = 90
"""The position of Esc, which every screen has, among the listed keys."""

HINT_KEY: Final = "i"
"""The key that asks the coach in a match."""

REMOVAL_RANK_BY_KEY: Final = {"escape": 0, "f1": 1, "table": 2}
"""Maps a key, or its action, to its rank among those removed last from a bar without room for all.

Rank 0 is removed last of all; keys that are not listed here are removed first.
"""

ENTRY_GAP_CELLS: Final = 2
"""The width of the gap between two keys in the bar; it is one cell if all keys fit only then."""

LABEL_BY_KEY: Final = {
    "comma": ",",
    "full_stop": ".",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}
"""Maps Textual's name of a key to its label, where people call the key something else."""

ASCII_LABEL_BY_KEY_LABEL: Final = {"↑↓": "Up/Down", "←→": "Left/Right", "→": "Right", "←": "Left"}
"""Maps the label of arrow keys to their label in ASCII."""


@dataclass(frozen=True)
class KeyListing(Binding.Group):
    """How a binding is listed in the key bar and in the help."""

    order: int = 0
    """The position of the key among the keys of a screen: the lowest number first."""
    primary: bool = False
    """Whether the key is highlighted in the key bar."""
    in_bar: bool = True
    """Whether the key bar lists the key."""
    in_help: bool = True
    """Whether the help lists the key."""


HELP_ONLY_LISTING: Final = KeyListing(in_bar=False)
"""How a binding with a description but without a `KeyListing` is listed: in the help, but not in the key bar."""


def listed_key(
    key: str,
    action: str,
    description: str,
    order: int,
    *,
    label: str | None = None,
    primary: bool = False,
    in_bar: bool = True,
    in_help: bool = True,
    priority: bool = False,
) -> Binding:
    """Return a binding that is listed: `description` says what it does, `order` is its place among the keys of a
    screen.

    `label` is the key's name for people, by default made from `key`. A `primary` key is highlighted. A key with
    `priority` comes before the keys of the focused widget.
    """
    listing = KeyListing(order=order, primary=primary, in_bar=in_bar, in_help=in_help)
    return Binding(key, action, description, key_display=label, priority=priority, group=listing)


ANSWER_KEYS: Final = tuple(
    listed_key(key, f"app.answer_question({agrees})", description, 0, in_bar=False)
    for key, agrees, description in (("f2", True, "Yes"), ("f3", False, "No"))
)
"""The bindings of a modal screen for the keys that answer a question about a seat.

Textual finds no keys of the program below a modal screen. They are not in its bar, where they would look like answers
to the question of the screen itself.
"""


class Key(Struct, frozen=True):
    """An active key as it is listed: its label, one or two words on what it does (`description`), and its binding.

    `node` is the widget or the screen that has the binding. A key that is not `enabled` does nothing yet; the bar shows
    it dim.
    """

    label: str
    description: str
    binding: Binding
    node: DOMNode
    enabled: bool = True

    @property
    def listing(self) -> KeyListing:
        """How this key is listed."""
        return _listing_of_binding(self.binding)


KeyDescriber: TypeAlias = Callable[[ActiveBinding], str]
"""A function that returns what the key bar writes about an active key; "" if the key is not listed."""


def listed_keys(screen: Screen[Any], describe_key: KeyDescriber) -> list[Key]:
    """Return the keys that work on a screen at this moment and are listed, in order."""
    ascii_only = cast("AppWithLook", screen.app).look.ascii
    return sorted(_active_keys(screen, describe_key, ascii_only), key=lambda key: key.listing.order)


def _active_keys(screen: Screen[Any], describe_key: KeyDescriber, ascii_only: bool) -> Iterator[Key]:
    """Yield the active keys that have a description, in any order."""
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.show and (description := describe_key(active)):
            label = key_label(binding)
            if ascii_only:
                label = ASCII_LABEL_BY_KEY_LABEL.get(label, label)
            yield Key(label, description, binding, active.node, active.enabled)


def key_label(binding: Binding) -> str:
    """Return the name of a binding's key for people; if it has several keys, that of the first one."""
    return binding.key_display or _key_name(binding.key.partition(",")[0])


def _key_name(key: str) -> str:
    """Return what people call a key: ``Ctrl+PgUp`` for ``ctrl+pageup``, which is Textual's name of it."""
    return "+".join(LABEL_BY_KEY.get(part) or part.replace("_", " ").title() for part in key.split("+"))


def useless_key_sentence(event: events.Key) -> str:
    """Return the reply to a pressed key that has nothing to do at the moment."""
    typed = event.character.strip() if event.character and event.is_printable else ""
    if len(typed.upper()) == 1:  # a German ß would become two letters
        typed = typed.upper()
    return f"{typed or _key_name(event.key)} does nothing now."


def _listing_of_binding(binding: Binding) -> KeyListing:
    """Return where the key bar lists a binding; one that says nothing of it is listed in the help alone."""
    return binding.group if isinstance(binding.group, KeyListing) else HELP_ONLY_LISTING


class KeyBar(CanvasView):
    """A widget that shows the active keys of its screen in one row, with smaller gaps if they fit in no other way.

    If they do not fit at all, keys are removed from the right; the table menu, help (which lists all keys) and Esc (the
    way back) are removed last, in this order. `listed_keys` are all keys at the last painting.
    """

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; width: 100%; }"

    def __init__(self, describe_key: KeyDescriber) -> None:
        super().__init__(ground="panel")
        self._describe_key = describe_key
        self._spans: list[tuple[int, int, Key]] = []
        self.listed_keys: tuple[Key, ...] = ()
        self._keys_shown: tuple[Key, ...] = ()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.repaint())

    @property
    def keys(self) -> list[Key]:
        """The keys that are listed, including those that do not fit."""
        return [key for key in listed_keys(self.screen, self._describe_key) if key.listing.in_bar]

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the keys that fit, and store their columns for clicks; nothing below a dialog, where no key works."""
        self._spans = []
        x = 1
        if not self.screen.is_active:
            return
        self.listed_keys = tuple(self.keys)
        if self.used_with_fingers:
            return
        keys = _keys_that_fit(self.listed_keys, canvas.width - x)
        gap = ENTRY_GAP_CELLS if _bar_width(keys, ENTRY_GAP_CELLS) <= canvas.width - x else 1
        for key in keys:
            width = _entry_width(key, gap)
            if key.listing.primary:
                text = f"{key.label} {key.description}"
                canvas.text(x, 0, f" {text} " if gap > 1 else text, styles.primary if key.enabled else styles.quiet)
            else:
                end = canvas.text(x, 0, key.label, styles.key if key.enabled else styles.quiet)
                canvas.text(end + 1, 0, key.description, styles.plain if key.enabled else styles.quiet)
            self._spans.append((x, x + width, key))
            x += width + gap

    def show_canvas(self, canvas: Canvas) -> bool:
        """Show the keys; for fingers the bar itself is empty, and a page gets its buttons after a painting, so one cell
        is painted whenever the keys have changed."""
        changed = super().show_canvas(canvas)
        if self.used_with_fingers and self.listed_keys != self._keys_shown:
            self.refresh(Region(0, 0, 1, 1))
        self._keys_shown = self.listed_keys
        return changed

    def click_target(self, x: int, y: int) -> Key | None:
        return next((key for left, right, key in self._spans if left <= x < right), None)

    async def on_click(self, event: events.Click) -> None:
        key = self.click_target(event.x, event.y)
        if key is not None:
            event.stop()
            await self.app.run_action(key.binding.action, key.node)


def _keys_that_fit(keys: Sequence[Key], width: int) -> list[Key]:
    """Return the keys that fit into `width` cells: all, with smaller gaps if necessary, or else those of the lowest
    removal rank, with smaller gaps only in a narrow window.
    """
    shown = list(keys)
    if _bar_width(shown, 1) <= width:
        return shown
    gap = 1 if is_window_narrow(width) else ENTRY_GAP_CELLS
    while shown and _bar_width(shown, gap) > width:
        shown.remove(max(reversed(shown), key=_removal_rank))
    return shown


def _removal_rank(key: Key) -> int:
    """Return the removal rank of a key: in a bar without room for all, keys of the highest rank are removed first."""
    return min(REMOVAL_RANK_BY_KEY.get(name, 3) for name in (key.binding.key, key.binding.action))


def _bar_width(keys: Sequence[Key], gap: int) -> int:
    """Return the width in cells of keys in the bar with a gap between each two."""
    return sum(_entry_width(key, gap) + gap for key in keys) - gap


def _entry_width(key: Key, gap: int) -> int:
    """Return the width in cells of a key in the bar; a highlighted key has a margin if the gap is wider than one
    cell."""
    margin = 2 if key.listing.primary and gap > 1 else 0
    return cell_len(key.label) + 1 + cell_len(key.description) + margin
