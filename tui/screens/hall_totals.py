"""HallTotalsScreen: the ladder of a club's evening, and everybody's totals in each game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from net.client.hall import HallAnswer
from net.protocol.messages import TotalsShown
from tui.screens.hall_results import HallResultsScreen
from tui.screens.program import HallContext
from tui.text.hall import LADDER_SENTENCE, totals_lines, totals_title
from tui.widgets.key_bar import listed_key
from tui.widgets.scroll import Scroll

PAGE_MARGIN_CELLS: Final = 4
"""The number of columns beside the table, with that of the scroll bar."""


class HallTotalsScreen(HallResultsScreen):
    """Shows the ladder, and a page with the totals of each game."""

    SCREEN_TITLE = "Ladder and totals"
    PAGED_BOX = "#page"
    HELP_TEXT = (
        "First tonight's ladder, over all games. Left and right lead to the totals of each game, most wins "
        f"first; matches against bots alone count there, too.\n\nThe ladder: {LADDER_SENTENCE} (https://openskill.me)"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("right", "turn_page(1)", "Game", 0, label="←→", primary=True),
        Binding("left", "turn_page(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
    ]

    def __init__(self, hall: HallContext) -> None:
        super().__init__(hall)
        self._page = 0
        self._shown_totals: TotalsShown | None = None

    def contents(self) -> Iterable[Widget]:
        """Yield the title, the table, and the sentence about the ladder."""
        yield Static(totals_title(self._game), id="title", markup=False)
        yield Scroll(Static("", id="totals", markup=False), id="page", can_focus=False)
        yield Static("", id="notice", markup=False)

    @property
    def _game(self) -> str:
        """The slug of the game of this page, "" for the ladder."""
        return ("", *self.program.games)[self._page]

    def on_mount(self) -> None:
        self.hall.client.show_totals()

    def show_answer(self, answer: HallAnswer) -> None:
        """Show the totals of this page."""
        if isinstance(answer, TotalsShown) and answer.game == self._game:
            self._shown_totals = answer
            self.query_one("#title", Static).update(totals_title(answer.game))
            self.show_notice("" if answer.game else LADDER_SENTENCE)
            self._show_table()

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the table with the columns that have room."""
        super().adapt_to_size(width, height)
        self._show_table()

    def _show_table(self) -> None:
        """Show the totals, if they have come, in the width of the screen."""
        if self._shown_totals is not None:
            lines = totals_lines(self._shown_totals, self.hall.client.name, self.app.size.width - PAGE_MARGIN_CELLS)
            self.query_one("#totals", Static).update(Text("\n".join(lines)))
            self.refresh_bindings()

    def action_turn_page(self, by: int) -> None:
        """Show the page that is `by` pages further; after the last page comes the first."""
        self._page = (self._page + by) % (len(self.program.games) + 1)
        self.hall.client.show_totals(self._game)

    def action_scroll(self, by: int) -> None:
        """Scroll the table by rows."""
        self.query_one("#page", Scroll).scroll_relative(y=by, animate=False)
