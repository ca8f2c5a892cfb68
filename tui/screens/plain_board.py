"""A board for games that have none of their own yet: the log in sentences, and what one may do as a list."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from core import Action, Change, Remark, View, games
from tui.screens.menu import Choice, Menu


class PlainBoard(Widget):
    """Plays any game, without beauty."""

    DEFAULT_CSS = """
    PlainBoard { height: 1fr; }
    PlainBoard #facts { width: 34; height: 1fr; padding: 1 2; }
    PlainBoard #log { width: 1fr; height: 1fr; padding: 1 2; background: $panel; }
    PlainBoard #lines { height: auto; background: $panel; }
    PlainBoard Menu { height: auto; margin-top: 1; }
    """

    @dataclass
    class Decided(Message):
        """The person decided."""

        action: Action

    def __init__(self, view: View, names: tuple[str, ...]) -> None:
        super().__init__()
        self._view = view
        self._names = names
        self._lines: list[str] = []

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="facts"):
                yield Static("", id="scores", markup=False)
                yield Menu()
            with VerticalScroll(id="log", can_focus=False):
                yield Static("", id="lines", markup=False)

    def on_mount(self) -> None:
        self.take(self._view, ())
        self.query_one(Menu).focus()

    def take(self, view: View, changes: Iterable[Change]) -> None:
        """Show what happened."""
        self._view = view
        game = games[view.game]
        for change in changes:
            if isinstance(change, Remark):
                sentence = game.sentence(change)
                self._lines.append(sentence if change.seat is None else f"{self._names[change.seat]}: {sentence}")
        scores = "\n".join(
            f"{name}  {view.facts.get(f'score/{seat}', '')}" for seat, name in enumerate(self._names[:12])
        )
        shown = [
            f"{name}: {' '.join(map(str, pile))}"
            for name, pile in view.piles.items()
            if isinstance(pile, tuple) and pile
        ]
        mine = [line for line in shown if line.split(":")[0] in ("banned", f"shown/{view.seat}", f"hand/{view.seat}")]
        self.query_one("#scores", Static).update(Text(scores + "\n\n" + "\n".join(mine)))
        self.query_one("#lines", Static).update(Text("\n".join(self._lines[-200:])))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
        legal = game.legal(view) if view.seat is not None else ()
        self.query_one(Menu).show(Choice(str(action), str(action)[0], str(action)) for action in legal[:30])

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        self.post_message(self.Decided(games[self._view.game].parse(message.name)))
