"""BigScreen: a match for a room, readable from five metres: table, scores, whose turn it is, log and result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget

from core import View, games
from core.engine.english import TEAM_LETTERS
from core.engine.standings import rank_scores
from net.client.events import MatchBegan, MatchChanged, MatchEnded
from net.protocol.table_state import TableInfo
from tui.cards import Canvas
from tui.drawing.styles import Styles
from tui.screens.big_zones import TURN_ZONE_ROWS, BigLogView, BigScoresView, BigTurnView, ScoreEntry, paint_in_middle
from tui.screens.match import MatchScreen
from tui.screens.program import TableContext
from tui.screens.result_trophy import Trophy, winnings_caption
from tui.text.results import other_winners_remark, result_headline
from tui.widgets.canvas_view import CanvasView

MIN_BIG_SIZE: Final = (100, 30)
"""The big screen has large letters if the window has at least these columns and rows."""

BIG_SCREEN_TOO_SMALL_SENTENCE: Final = (
    f"The big screen needs {MIN_BIG_SIZE[0]} columns and {MIN_BIG_SIZE[1]} rows; this is the usual table."
)
"""The notice in a window that is too small for the big screen."""

SECONDS_BEFORE_RESULT: Final = 4.0
"""The time for which the last state of a match is shown before its result."""


class BigScreen(MatchScreen):
    """The screen with which a spectator shows a match to a room (`queens join ADDRESS --watch --big`).

    In a window smaller than `MIN_BIG_SIZE` it looks like the usual screen of a match.
    """

    CSS_PATH = "big_screen.tcss"
    SCREEN_TITLE = "The big screen"

    def __init__(self, session: TableContext, began: MatchBegan) -> None:
        super().__init__(session, began)
        self._has_reported_too_small = False
        self._ceremony_timer: Timer | None = None
        self._ceremony_shown = False

    def contents(self) -> Iterable[Widget]:
        """Yield the widgets of a match, with the large zones around the board."""
        self._head = BigTurnView(games[self.view.game].title)
        self._side = BigScoresView(*self._addresses)
        self._last_lines = BigLogView()
        for widget in super().contents():
            if widget is not self.board:
                yield widget
                continue
            self.board.after_repaint = self._show_board_in_large_letters
            yield self._head
            table = Vertical(self.board, self._last_lines, Vertical(id="ceremony"), id="big-table")
            yield Horizontal(table, self._side, id="big-body")

    @property
    def _addresses(self) -> tuple[str, str]:
        """The address of the page for browsers, and the command with which others join; each may be ""."""
        return self.session.handle.web_address, self.session.handle.join_command

    def on_mount(self) -> None:
        self._show_board_in_large_letters()

    def adapt_to_size(self, width: int, height: int) -> None:
        """Give the zones their sizes; in a small window show the usual table, and once a notice about it."""
        super().adapt_to_size(width, height)
        small = width < MIN_BIG_SIZE[0] or height < MIN_BIG_SIZE[1]
        self.set_class(small, "-small")
        self.board.table_only = not small
        self._side.styles.width = min(max(width * 31 // 100, 38), 74) if width < 110 or width >= 150 else width - 75
        self._last_lines.styles.height = min(max((height - TURN_ZONE_ROWS) // 5, 4), 13)
        if small and not self._has_reported_too_small:
            self._has_reported_too_small = True
            self.board.add_chat("", BIG_SCREEN_TOO_SMALL_SENTENCE)

    def show_changes(self, changed: MatchChanged, *, more_changes_follow: bool = False) -> None:
        """Show the changes.

        If nothing is animated, first put a seat that still plays in front, as nobody is at the keys.
        """
        if not self.board.animating:
            self.board.show_playing_seat()
        super().show_changes(changed, more_changes_follow=more_changes_follow)

    def show_table(self, table: TableInfo) -> None:
        super().show_table(table)
        if self.is_mounted:
            self._side.show_address(*self._addresses)
            self._show_board_in_large_letters()

    def _show_board_in_large_letters(self) -> None:
        """Write in large letters what the board shows: whose turn it is, the scores, and the end of the log."""
        board = self.board
        view, names = board.shown_view, board.shown_names
        self._side.show_entries(score_entries(view, names, board.awaited_seats))
        self._last_lines.show_lines(board.log_view.lines)
        self._head.show_text(turn_text(view, names, board.awaited_seats, board.event_text))
        if self._ended is not None and not board.animating and self._ceremony_timer is None:
            self._ceremony_timer = self.set_timer(SECONDS_BEFORE_RESULT, self._show_winners)

    # The result

    def _show_winners(self) -> None:
        """Show who has won, in the place of the board."""
        ended = self._ended
        if ended is None or self._ceremony_shown or self.has_class("-small"):
            return
        self._ceremony_shown = True
        self._show_board_in_large_letters()
        self.query_one("#ceremony").mount(*self._winner_widgets(ended))
        self.add_class("-ended")

    def _winner_widgets(self, match_ended: MatchEnded) -> Iterable[Widget]:
        """Yield the names of the winners in large letters, and the cards of the first winner."""
        yield WinnerLetters(result_headline(match_ended.standings, match_ended.names, None, self.view))
        winner = match_ended.standings[0].seat
        animated = self.app.animation_level != "none"
        caption = winnings_caption(self.view, winner, match_ended.names[winner])
        remark = other_winners_remark(match_ended.standings, match_ended.names, winner, self.view)
        yield Trophy(winner, self.view, caption, remark, animated=animated, budget=self.program.byte_budget)

    def action_standings(self) -> None:
        """Show the winners first, then the final standings."""
        if self._ended is not None and not self._ceremony_shown and not self.has_class("-small"):
            self._show_winners()
        else:
            super().action_standings()


class WinnerLetters(CanvasView):
    """A widget that paints who has won in the largest letters that fit."""

    def __init__(self, sentence: str) -> None:
        super().__init__(id="winner")
        self._sentence = sentence.rstrip(".")

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the sentence in the middle."""
        paint_in_middle(canvas, self._sentence, styles.gold, styles)


def score_entries(view: View, names: tuple[str, ...], awaited_seats: Iterable[int]) -> tuple[ScoreEntry, ...]:
    """Return the scores in a view, the best first; in a match with teams those of the teams."""
    game = games[view.game]
    waits = set(awaited_seats)
    if game.has_teams(view.options):
        teams = [(team, view.facts.get(f"score/{letter}")) for team, letter in enumerate(TEAM_LETTERS)]
        waiting = {game.team_of(seat, view.options) for seat in waits}
        placed = rank_scores((team, score) for team, score in teams if type(score) is int)
        return tuple(
            ScoreEntry(one.rank, f"Team {TEAM_LETTERS[one.seat]}", one.score, one.seat in waiting) for one in placed
        )
    if len(waits) == view.seats:
        waits = set()  # a mark at everybody says nothing
    scores = ((seat, view.facts.get(f"score/{seat}")) for seat in range(view.seats))
    placed = rank_scores((seat, score) for seat, score in scores if type(score) is int)
    return tuple(ScoreEntry(one.rank, names[one.seat], one.score, one.seat in waits) for one in placed)


def turn_text(view: View, names: tuple[str, ...], awaited_seats: tuple[int, ...], event_text: str) -> str:
    """Return the text that says whose turn it is, which is that of the `awaited_seats`, or that the match is over.

    While the match waits for nobody, that is `event_text`, which says what happens on the board.
    """
    if view.facts["over"]:
        return "The match is over"
    if len(awaited_seats) == 1:
        return f"{names[awaited_seats[0]]}'s turn"
    return f"{len(awaited_seats)} players to move" if awaited_seats else event_text
