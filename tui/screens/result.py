"""ResultScreen: final standings of a match, the cause of each end, and the choices that follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from core import Card, Standing, View
from core.engine.cards import QUEENS
from net.client.events import ChatReceived, MatchEnded, VerificationResult
from net.limits import NAME_CELLS
from tui.cards import MID, MINI, Canvas, State, fan, paint_fan
from tui.drawing.styles import Styles
from tui.drawing.wrap import wrap
from tui.screens.base import BaseScreen
from tui.screens.program import TableContext
from tui.text.history import compare_with_best
from tui.text.results import (
    NO_BOT_DECISIONS,
    OWN_NAME_SIGN,
    bot_decisions_text,
    end_cause,
    headline,
    match_has_teams,
    names_with_bots,
    own_name,
    score_unit,
)
from tui.text.table import bot_seats
from tui.widgets.canvas_view import CanvasView
from tui.widgets.key_bar import BACK_ORDER, listed_key
from tui.widgets.menu import Choice, Menu
from tui.widgets.page import Ornament, Page
from tui.widgets.scroll import Scroll
from tui.widgets.totals import Totals


def bank_of(view: View | None, seat: int) -> tuple[Card, ...]:
    """Return the cards of a seat's bank; none if it is hidden or empty, or in a game without banks."""
    bank = view.piles.get(f"bank/{seat}") if view is not None else None
    return bank if isinstance(bank, tuple) else ()


class Trophy(Ornament):
    """Paints the bank of the winner, or four Queens if it is hidden or empty; a number tells how many do not fit."""

    MARGIN: Final = 4

    def __init__(self, winner: int, view: View | None) -> None:
        super().__init__(id="trophy")
        self._cards = bank_of(view, winner) or QUEENS

    def possible_heights(self, viewport: Size) -> Sequence[int]:
        return (MID.height, MINI.height) if viewport.height >= 32 else (MINI.height,)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the cards as a fan."""
        size = MID if canvas.height >= MID.height else MINI
        laid = fan(len(self._cards), canvas.width - 2 * self.MARGIN, size, focus=len(self._cards))
        paint_fan(canvas, self.MARGIN, -1, laid, self._cards, [State.NORMAL] * len(self._cards), styles.look)
        if laid.before:
            canvas.text(1, size.height // 2, f"{laid.before:>{self.MARGIN - 1}}", styles.quiet)


class Standings(CanvasView):
    """Paints rank, name, score and cause of the end for each seat, best first."""

    NAME_COLUMN: Final = 8
    """The column in which names begin."""

    HEAD_ROWS: Final = 1
    """The rows of the heading."""

    MIN_REMARK_CELLS: Final = 20
    """The least width of remarks beside the score; narrower ones go below the name."""

    def __init__(
        self,
        standings: tuple[Standing, ...],
        names: tuple[str, ...],
        mine: int | None,
        view: View | None,
        bot_decisions: Mapping[int, tuple[int, int]] = NO_BOT_DECISIONS,
    ) -> None:
        super().__init__()
        self._standings = standings
        self._names = names
        self._mine = mine
        self._view = view
        self._bot_decisions = bot_decisions

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return sum(self._rows_of(standing.seat, width) for standing in self._standings) + self.HEAD_ROWS

    @property
    def _score_end(self) -> int:
        """The column in which scores end."""
        longest = max(cell_len(self._label(seat)) for seat in range(len(self._names)))
        return self.NAME_COLUMN + min(max(longest, 6), NAME_CELLS + len(OWN_NAME_SIGN)) + 10

    def _remark_lines(self, seat: int, width: int) -> tuple[int, int, Sequence[str]]:
        """Return the column and the row of the remarks on a seat, counted from that of its name, and their lines."""
        x, y = self._score_end + 4, 0
        if width - x - 1 < self.MIN_REMARK_CELLS:
            x, y = self.NAME_COLUMN + 2, 1
        return x, y, wrap(self._remarks_text(seat), max(width - x - 1, 1))

    def _rows_of(self, seat: int, width: int) -> int:
        """Return how many rows the standing of a seat takes at a width in cells."""
        _, y, lines = self._remark_lines(seat, width)
        return max(y + len(lines), 1)

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the heading and the rows of each seat."""
        right = self._score_end
        canvas.text(self.NAME_COLUMN, 0, "player", styles.quiet)
        canvas.text(right - len(self._unit), 0, self._unit, styles.quiet)
        before, place, y = 0, 0, self.HEAD_ROWS
        for standing in self._standings:
            shared = standing.rank == before
            before, place = standing.rank, place if shared else place + 1
            self._paint_standing(canvas, styles, y, standing, right, self._rank_text(standing.rank, place, shared))
            y += self._rows_of(standing.seat, canvas.width)

    def _paint_standing(
        self, canvas: Canvas, styles: Styles, y: int, standing: Standing, right: int, rank: str
    ) -> None:
        """Paint the standing of one seat from row `y`; `right` is the column in which scores end."""
        mine, best = standing.seat == self._mine, standing.rank == 1
        plain = styles.gold if best else styles.plain
        if mine:
            canvas.fill(0, y, canvas.width, self._rows_of(standing.seat, canvas.width), styles.cursor)
            plain = styles.cursor_key if best else styles.cursor
        canvas.text(3, y, f"{rank:>3}", plain)
        label = self._label(standing.seat)
        canvas.text(self.NAME_COLUMN, y, label, plain, width=NAME_CELLS + len(OWN_NAME_SIGN))
        score = str(standing.score)
        canvas.text(right - len(score), y, score, plain)
        quiet = styles.cursor_quiet if mine else styles.quiet
        x, below, lines = self._remark_lines(standing.seat, canvas.width)
        for row, line in enumerate(lines, y + below):
            canvas.text(x, row, line, quiet)

    def _label(self, seat: int) -> str:
        """Return the name of a seat, that of the person with its sign."""
        return own_name(self._names[seat]) if seat == self._mine else self._names[seat]

    def _rank_text(self, rank: int, place: int, shared: bool) -> str:
        """Return the rank to show: ``=`` for that of the row above; with teams the place, which one partner shows."""
        if match_has_teams(self._view):
            return "" if shared else str(place)
        return "=" if shared else str(rank)

    @property
    def _unit(self) -> str:
        """The unit of the scores, in the plural."""
        return f"{score_unit(self._view)}s"

    def _remarks_text(self, seat: int) -> str:
        """Return the remarks on a seat: how often a bot decided, and what ended its game."""
        remarks = (bot_decisions_text(self._bot_decisions, seat), end_cause(self._view, seat))
        return ", ".join(filter(None, remarks))


class ResultScreen(BaseScreen):
    """Shows the result of a match that has ended."""

    CSS_PATH = "result.tcss"
    AUTO_FOCUS = ""
    TITLE_IN_WORDS = "The result"
    ABOUT = (
        "The final standings; equal scores share a rank. Another match at the same table is one key away. Your own "
        "program has checked the match: that its seed comes from the secrets of the host and the people, yours "
        "included, so that nobody could choose the cards, and that everything you were shown follows from it by the "
        "rules. Who deals again after others have shown their secrets has a choice, so such deals are counted. Whoever "
        "runs the host's machine could still look at hidden cards."
    )
    PAGED = "#table"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Lobby", BACK_ORDER),
        listed_key("ctrl+q", "app.quit", "Quit", BACK_ORDER + 1, priority=True),
        Binding("up,down", "to_menu", show=False),
        listed_key("pagedown", "page(1)", "More", 10, label="PgDn"),
    ]

    def __init__(self, session: TableContext, ended: MatchEnded, view: View | None) -> None:
        super().__init__()
        self.session = session
        self._ended = ended
        self._view = view

    def contents(self) -> Iterable[Widget]:
        """Yield the headline, the standings and the choices of a result."""
        seat, standings = self.session.client.seat, self._ended.standings
        names = names_with_bots(self._ended.names, bot_seats(self.session.client.table))
        page = Page(
            Trophy(standings[0].seat, self._view),
            Static(Text(headline(standings, names, seat, self._view)), id="headline"),
            Static(Text(self._comparison_with_best() or self._trophy_sentence()), id="beat"),
            Scroll(
                Standings(standings, names, seat, self._view, self._ended.bot_decisions),
                Totals(id="totals"),
                id="table",
                can_focus=False,
            ),
            Static("", id="checked", markup=False),
            Menu(self._choices(), id="next"),
            Static("", id="notice", markup=False),
            id="page",
        )
        yield Vertical(page, id="middle")

    def _comparison_with_best(self) -> str:
        """Return a sentence that compares a solo score with the best earlier one, or an empty string."""
        standings = self._ended.standings
        if len(standings) != 1 or self._view is None or self.session.client.seat is None:
            return ""
        score = standings[0].score
        return compare_with_best(self.program.folder, self._view.game, score, bool(self.session.request.seed))

    def _trophy_sentence(self) -> str:
        """Return the sentence that says whose bank is painted above the headline; empty if none is."""
        winner = self._ended.standings[0].seat
        if not bank_of(self._view, winner):
            return ""
        whose = "your" if winner == self.session.client.seat else f"{self._ended.names[winner]}'s"
        return f"The cards are {whose} bank."

    def _choices(self) -> Iterable[Choice]:
        """Yield the choices below the standings."""
        client = self.session.client
        if client.is_owner:
            yield Choice("again", "p", "Play again", "same table, same rules")
        if self.session.verified is not None and self.session.verified.record is not None:
            yield Choice("analysis", "n", "What happened", "its course, and a coach's view")
        if not self.session.solo:
            yield Choice("lobby", "l", "Back to the lobby")
        yield Choice("home", "h", "Home", "leave the table")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "page" or self.page_scrolls

    def words_of_key(self, active: ActiveBinding) -> str:
        if active.binding.action == "back" and self.session.solo:
            return "Home"
        return super().words_of_key(active)

    def on_mount(self) -> None:
        self.query_one("#checked").display = False
        if self.session.verified is not None:
            self.show_verdict(self.session.verified)
        self.show_table()
        self.delay_focus()

    def show_table(self) -> None:
        """Show the choices, and from the second match on the totals."""
        self.query_one(Menu).show_choices(self._choices())
        table = self.session.client.table
        if table is not None and table.matches > 1 and not self.session.solo:
            self.query_one(Totals).show_totals(table, self.session.client.name)
            self.call_after_refresh(self.refresh_bindings)

    @property
    def default_focus(self) -> str:
        return "#next"

    def show_verdict(self, verified: VerificationResult) -> None:
        """Show the verdict of this program's own check of the match."""
        line = self.query_one("#checked", Static)
        line.update(Text(verified.sentence))
        line.set_class(verified.fair is False, "-wrong")
        line.display = True
        self.query_one(Menu).show_choices(self._choices())

    def show_chat(self, said: ChatReceived) -> None:
        """Show one line of chat or one notice."""
        self.show_notice(f"{said.name}: {said.text}" if said.name else said.text)

    def show_notice(self, sentence: str) -> None:
        """Show one sentence at the bottom."""
        self.query_one("#notice", Static).update(Text(sentence))

    def action_to_menu(self) -> None:
        """Focus the menu."""
        self.query_one(Menu).focus()

    def on_key(self, event: events.Key) -> None:
        """Choose by letter at once, even while the focus is delayed, as nobody types a letter by accident."""
        if event.character and self.query_one(Menu).choose_by_letter(event.character):
            event.stop()

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        if message.name == "again":
            self.session.client.start_match()
        elif message.name == "analysis":
            await self._open_analysis()
        elif message.name == "lobby":
            self.program.call_after_current_screen(self.session.show_lobby)
        else:
            self.program.ask_to_leave()

    async def _open_analysis(self) -> None:
        """Open the analysis of the match."""
        from tui.screens.analysis import AnalysisScreen

        verified = self.session.verified
        if verified is not None and verified.record is not None:
            seat = None if self._view is None else self._view.seat  # people may have changed places since
            await self.app.push_screen(AnalysisScreen(verified.record, seat, verified.sentence))

    async def action_back(self) -> None:
        """Go home from a solo match, else to the lobby."""
        if self.session.solo:
            self.program.call_after_current_screen(self.program.go_home)
        else:
            self.program.call_after_current_screen(self.session.show_lobby)
