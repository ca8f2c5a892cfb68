"""StatisticsScreen: results of every player in each game on this machine, and the best solo results."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from net.errors import NetError
from net.journal import JOURNAL_FILE
from tui.screens.base import BaseScreen
from tui.text.history import statistics_report
from tui.widgets.key_bar import listed_key
from tui.widgets.scroll import Scroll


class StatisticsScreen(BaseScreen):
    """Shows one table for each game; `queens stats` prints the same."""

    CSS_PATH = "history.tcss"
    TITLE_IN_WORDS = "Statistics"
    ABOUT = (
        "How people have done in each game on this machine, whoever has won most often first; players are told apart "
        "by their names, and bots are left out. Matches with one player are below, the best results first."
    )
    PAGED = "#page"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Back", 0, primary=True),
        listed_key("down", "scroll(1)", "Scroll", 1, label="↑↓"),
        Binding("up", "scroll(-1)", show=False),
        listed_key("space", "page(1)", "Next page", 2),
    ]

    def contents(self) -> Iterable[Widget]:
        yield Static(self.TITLE_IN_WORDS, id="title", markup=False)
        yield Scroll(Static("", id="tables", markup=False), id="page", can_focus=False)

    def on_mount(self) -> None:
        self.run_worker(self._read_journal())

    async def _read_journal(self) -> None:
        """Read the journal in a thread, and show the report or the error."""
        try:
            me = self.program.settings.name
            text = await to_thread(statistics_report, self.program.folder / JOURNAL_FILE, None, False, me)
        except NetError as error:
            text = str(error)
        self.query_one("#tables", Static).update(Text(text))

    def action_scroll(self, by: int) -> None:
        """Scroll `by` rows."""
        self.query_one("#page", Scroll).scroll_relative(y=by, animate=False)
