"""The result: final standings, why each game ended, and what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from core import Standing, View
from net.client import MatchEnded
from tui.cards import Canvas
from tui.paint import Paint
from tui.screens.keybar import Key
from tui.screens.menu import Choice, Menu
from tui.screens.painted import Painted
from tui.screens.room import Room
from tui.settings import keep_score

if TYPE_CHECKING:
    from tui.visit import Visit


class Standings(Painted):
    """Ranks, names, scores and a few words for each seat, best first; equal ranks are written once."""

    def __init__(
        self, standings: tuple[Standing, ...], names: tuple[str, ...], mine: int | None, view: View | None
    ) -> None:
        super().__init__()
        self._standings = standings
        self._names = names
        self._mine = mine
        self._view = view

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._standings)

    def paint(self, canvas: Canvas, paint: Paint) -> None:
        longest = max((cell_len(name) for name in self._names), default=0)
        before = 0
        for y, standing in enumerate(self._standings):
            mine = standing.seat == self._mine
            best = standing.rank == 1
            plain = paint.gold if best else paint.plain
            if mine:
                canvas.fill(0, y, canvas.width, 1, paint.cursor)
                plain = paint.cursor_key if best else paint.cursor
            quiet = paint.cursor_quiet if mine else paint.quiet
            rank = f"{standing.rank:>3}" if standing.rank != before else "  ="
            before = standing.rank
            canvas.text(1, y, rank, plain)
            canvas.text(6, y, self._names[standing.seat], plain, width=24)
            score = str(standing.score)
            x = 6 + min(longest, 24) + 8
            canvas.text(x - len(score), y, score, plain)
            canvas.text(x + 3, y, self._cause(standing.seat), quiet, width=max(canvas.width - x - 4, 0))

    def _cause(self, seat: int) -> str:
        cause = self._view.facts.get(f"cause/{seat}") if self._view is not None else None
        return cause_in_words(str(cause)) if cause else ""


def cause_in_words(cause: str) -> str:
    """Return why a seat's game ended, in a few words."""
    from core.mad_queens.words import CAUSES

    words = CAUSES.get(cause, "")
    return words[:1].lower() + words[1:]


def headline(standings: tuple[Standing, ...], names: tuple[str, ...], mine: int | None) -> str:
    """Return in one sentence who has won."""
    first = [standing for standing in standings if standing.rank == 1]
    if len(standings) == 1:
        return f"{first[0].score} points."
    winners = ["You" if standing.seat == mine else names[standing.seat] for standing in first]
    if len(winners) > 1:
        return f"{', '.join(winners[:-1])} and {winners[-1]} share the win."
    return "You win!" if winners == ["You"] else f"{winners[0]} wins."


class Result(Room):
    """How a match ended."""

    CSS_PATH = "result.tcss"
    TITLE_IN_WORDS = "The result"
    ABOUT = "The final standings; equal scores share a rank. Another match at the same table is one key away."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,down", "to_menu", show=False),
    ]

    def __init__(self, visit: Visit, ended: MatchEnded, view: View | None) -> None:
        super().__init__()
        self.visit = visit
        self._ended = ended
        self._view = view

    def contents(self) -> Iterable[Widget]:
        seat = self.visit.client.seat
        standings, names = self._ended.standings, self._ended.names
        page = Vertical(
            Static(Text(headline(standings, names, seat)), id="headline"),
            Static(Text(self._to_beat()), id="beat"),
            VerticalScroll(Standings(standings, names, seat, self._view), id="table", can_focus=False),
            Menu(self._choices(), id="next"),
            Static("", id="notice", markup=False),
            id="page",
        )
        yield Vertical(page, id="middle")

    def _to_beat(self) -> str:
        """Return what a solo score means beside the best one before, which it may replace."""
        standings = self._ended.standings
        if len(standings) != 1 or self._view is None or self.visit.client.seat is None:
            return ""
        score = standings[0].score
        before = keep_score(self.queens.folder, self._view.game, score)
        if before is None:
            return "This is the score to beat from now on."
        if score > before:
            return f"A new best: the old one was {before}."
        return f"The score to beat is still {before}."

    def _choices(self) -> Iterable[Choice]:
        client = self.visit.client
        if client.owner:
            yield Choice("again", "p", "Play again", "same table, same rules")
        if not self.visit.solo:
            yield Choice("lobby", "l", "Back to the lobby")
        yield Choice("home", "h", "Home", "leave the table")

    def keys(self) -> Iterable[Key]:
        return (
            Key("Enter", "Choose", "choose", primary=True),
            Key("F1", "Help", "help"),
            Key("Esc", "Home" if self.visit.solo else "Lobby", "back"),
            Key("Ctrl+Q", "Quit", "app.quit"),
        )

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def say(self, sentence: str) -> None:
        """Show one sentence below everything."""
        self.query_one("#notice", Static).update(Text(sentence))

    def action_choose(self) -> None:
        """Pick what the cursor is on."""
        self.query_one(Menu).action_choose()

    def action_to_menu(self) -> None:
        """Go to the menu."""
        self.query_one(Menu).focus()

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        if message.name == "again":
            self.visit.client.start()
        elif message.name == "lobby":
            await self.visit.show_lobby()
        else:
            await self.queens.go_home()

    async def action_back(self) -> None:
        if self.visit.solo:
            await self.queens.go_home()
        else:
            await self.visit.show_lobby()
