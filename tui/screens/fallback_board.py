"""A board for games that have none of their own yet: the log in sentences, and what one may do as a list."""

from __future__ import annotations

from typing import Final, Self

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Static

from core import Remark, games
from net.client.events import MatchBegan, MatchEnded, Played
from tui.boards import Board
from tui.cards import Look
from tui.widgets.menu import Choice, Menu
from tui.widgets.scroll import Scroll

LOG_LENGTH: Final = 200
MOST_ACTIONS: Final = 60


class PlainBoard(Widget):
    """Plays any game, without beauty; it is used as a `tui.boards.Board` is."""

    DEFAULT_CSS = """
    PlainBoard { height: 1fr; }
    PlainBoard #facts { width: 34; height: 1fr; padding: 1 2; }
    PlainBoard #log { width: 1fr; height: 1fr; padding: 1 2; background: $panel; }
    PlainBoard #lines { height: auto; background: $panel; }
    PlainBoard Menu { height: auto; margin-top: 1; }
    """

    def __init__(self, began: MatchBegan) -> None:
        super().__init__(id="board")
        self._view = began.view
        self._names = began.names
        self._opening = began.opening
        self._lines: list[str] = []

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Scroll(id="facts", can_focus=False):
                yield Static("", id="scores", markup=False)
                yield Menu()
            with Scroll(id="log", can_focus=False):
                yield Static("", id="lines", markup=False)

    def on_mount(self) -> None:
        self.played(Played(self._opening, self._view))

    def focus(self, scroll_visible: bool = True) -> Self:
        self.query_one(Menu).focus(scroll_visible)
        return self

    def played(self, played: Played) -> None:
        """Show what happened."""
        self._view = view = played.view
        game = games[view.game]
        for change in played.changes:
            if isinstance(change, Remark):
                sentence = game.sentence(change)
                self._lines.append(sentence if change.seat is None else f"{self._names[change.seat]}: {sentence}")
        self._refresh()
        legal = game.legal(view) if view.seat is not None else ()
        self.query_one(Menu).show(Choice(str(action), "", str(action)) for action in legal[:MOST_ACTIONS])

    def _refresh(self) -> None:
        view = self._view
        facts = [f"{name}: {value}" for name, value in view.facts.items() if "/" not in name and name != "over"]
        scores = [f"{name}  {view.facts.get(f'score/{seat}', '')}" for seat, name in enumerate(self._names[:12])]
        piles = [
            f"{name}: {' '.join(map(str, pile))}"
            for name, pile in view.piles.items()
            if isinstance(pile, tuple) and pile and (("/" not in name) or name.endswith(f"/{view.seat}"))
        ]
        self.query_one("#scores", Static).update(Text("\n".join([*scores, "", *facts, "", *piles])))
        self.query_one("#lines", Static).update(Text("\n".join(self._lines[-LOG_LENGTH:])))
        self.query_one("#log", Scroll).scroll_end(animate=False)

    def ended(self, ended: MatchEnded) -> None:
        """Show that the match is over."""
        self.query_one(Menu).show(())

    def note(self, sentence: str) -> None:
        """Show one sentence."""
        self.heard("", sentence)

    def forget(self) -> None:
        """Take nothing back: what was said stands in the log."""

    def heard(self, name: str, text: str) -> None:
        """Show a line of chat."""
        self._lines.append(f"{name}: {text}" if name else text)
        self._refresh()

    def named(self, names: tuple[str, ...]) -> None:
        """Call the seats by these names from now on."""
        if names != self._names:
            self._names = names
            self._refresh()

    def wear(self, look: Look) -> None:
        """Colours come from the style sheet."""

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        message.stop()
        self.post_message(Board.Chose(games[self._view.game].parse(message.name)))
