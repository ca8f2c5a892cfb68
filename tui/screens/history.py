"""HistoryScreen: unfinished matches on this machine, and below them finished ones, latest first."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable
from pathlib import Path
from time import time
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.binding import ActiveBinding, Binding, BindingType
from textual.widget import Widget
from textual.widgets import Static

from core import games
from net.errors import NetError
from net.journal import JOURNAL_FILE, UnfinishedTable, discard_unfinished_table
from net.journal.history import FinishedMatch, SeatResult, finished_matches
from tui.connect.unfinished import resume_request, unfinished_tables
from tui.drawing import clip
from tui.screens.base import ONE_MOMENT_TEXT, BaseScreen
from tui.text.history_reports import (
    NO_MATCHES_SENTENCE,
    check_history_can_be_kept,
    game_title,
    local_time,
    view_without_cards,
)
from tui.text.results import match_has_teams, ordinal, own_name, team_in_match
from tui.text.unfinished import unfinished_match_in_list
from tui.text.window_size import is_window_narrow
from tui.widgets.background_work import begin_work
from tui.widgets.key_bar import listed_key
from tui.widgets.menu import MENU_GAP_CELLS, LetterChoice, Menu
from tui.widgets.scroll import Scroll

MAX_MATCHES_LISTED: Final = 200
"""The list shows at most this many finished matches; `queens history` prints all."""

LIST_MARGIN_CELLS: Final = 5
"""The number of columns beside the list: its margins, and the scroll bar of a list that is longer than the screen."""

MORE_MATCHES_SENTENCE: Final = f"These are the last {MAX_MATCHES_LISTED} matches; queens history lists them all."
"""The sentence below the list if the history has more matches."""
UNFINISHED_LABEL: Final = "unfinished"
"""The label of an unfinished match in place of its date."""

DISCARD_QUESTION: Final = "Throw this match away for good?"
"""The question before an unfinished match is deleted."""

DISCARD_HOSTED_QUESTION: Final = "Throw this match away for good, for everybody at the table?"
"""The question before the unfinished match of a hosted table is deleted."""

MIN_COLUMNS_WITH_TIME_OF_DAY: Final = 76
"""The list shows the time of day if the terminal has at least this many columns."""

DATE_WIDTH_CELLS: Final = 10
"""The width in cells of the column of dates."""


class HistoryScreen(BaseScreen):
    """Lists matches; Enter opens a finished match and resumes an unfinished one."""

    CSS_PATH = "history.tcss"
    SCREEN_TITLE = "Past matches"
    HELP_TEXT = (
        "Unfinished matches come first: Enter continues one, or hosts it again, and X throws it away. Below are the "
        "finished ones: Enter shows the standings, replays the match on its board, and checks that all was as it "
        "should be. G lists one game at a time.\n\n"
        "These are the matches played on this machine, alone or at a table hosted here; those at somebody else's table "
        "are kept by their host. Of the matches you left against bots, the latest eight are listed."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("s", "statistics", "Statistics", 1),
        listed_key("g", "next_game", "Game", 2),
        listed_key("x", "discard", "Throw away", 3),
        Binding("delete", "discard", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._unfinished: tuple[UnfinishedTable, ...] = ()
        self._matches: tuple[FinishedMatch, ...] = ()
        self._games: tuple[str, ...] = ()
        self._game: str | None = None

    def contents(self) -> Iterable[Widget]:
        """Yield the title, the list of matches and the line for notices."""
        yield Static(self.SCREEN_TITLE, id="title", markup=False)
        yield Static("", id="head", markup=False)
        yield Scroll(Menu(id="matches", whole_remarks=True), id="list", can_focus=False)
        yield Static("", id="notice", markup=False)

    def key_description(self, active: ActiveBinding) -> str:
        if active.binding.action == "choose":
            one = self._match_under_cursor()
            return "Show" if not isinstance(one, UnfinishedTable) else "Host again" if one.port else "Continue"
        return super().key_description(active)

    def on_mount(self) -> None:
        self.show_notice(ONE_MOMENT_TEXT)
        self.query_one(Menu).focus()
        begin_work(self, "journal", self._read_journal)

    async def _read_journal(self) -> None:
        """Read the journal in a thread, and show the list or the error."""
        try:
            self._games = await to_thread(games_with_matches, self.program.folder)
            if self._game not in self._games:
                self._game = None
            self._unfinished, self._matches = await to_thread(read_matches, self.program.folder, self._game)
        except NetError as error:
            self.show_notice(str(error))
            return
        title = self.SCREEN_TITLE if self._game is None else f"{self.SCREEN_TITLE}: {game_title(self._game)}"
        self.query_one("#title", Static).update(title)
        self._show_list()
        if not self._unfinished and not self._matches:
            self.show_notice(NO_MATCHES_SENTENCE)
        else:
            self.show_notice(MORE_MATCHES_SENTENCE if len(self._matches) == MAX_MATCHES_LISTED else "")

    # The list

    def adapt_to_size(self, width: int, height: int) -> None:
        super().adapt_to_size(width, height)
        self._show_list()

    def _show_list(self) -> None:
        """Show the matches in columns that fit the width of the screen."""
        wide = self.size.width >= MIN_COLUMNS_WITH_TIME_OF_DAY
        date = len(local_time(0)) if wide else DATE_WIDTH_CELLS
        titles = [*(game_title(one.game) for one in self._unfinished), *(game_title(one.game) for one in self._matches)]
        game = max(map(cell_len, titles), default=0)
        me = self.program.settings.name
        ellipsis = self.program.look.displayable_text("…")
        room = self.size.width - LIST_MARGIN_CELLS - date - 2 - game - 2 * MENU_GAP_CELLS - 1
        finished = self._matches
        rows = [
            *(
                (_choice_name(one), UNFINISHED_LABEL, one.game, unfinished_match_in_list(one, me, room))
                for one in self._unfinished
            ),
            *(
                (_choice_name(one), local_time(one.ended)[:date], one.game, scores_in_order(one, me, room))
                for one in finished
            ),
        ]
        choices = [
            LetterChoice(name, "", f"{day:{date}}  {game_title(slug):{game}}", clip(what, room, ellipsis))
            for name, day, slug, what in rows
        ]
        self.query_one(Menu).show_choices(choices)
        order = "" if is_window_narrow(self.size.width) else "   result, winner first"
        head = f"   {'ended':{date}}  {'game':{game}}{order}" if rows else ""
        self.query_one("#head", Static).update(head)
        self.refresh_bindings()

    def _match_under_cursor(self) -> UnfinishedTable | FinishedMatch | None:
        """Return the match under the cursor, or None while the list is empty."""
        menu = next(iter(self.query(Menu)), None)
        choice = menu.choice_at_cursor if menu is not None else None
        return None if choice is None else self._match_of_choice(choice.name)

    def _match_of_choice(self, name: str) -> UnfinishedTable | FinishedMatch | None:
        """Return the match that the choice of this name stands for; None if it is not listed any more."""
        for one in self._unfinished:
            if _choice_name(one) == name:
                return one
        return next((one for one in self._matches if _choice_name(one) == name), None)

    def on_menu_pointed(self, message: Menu.Pointed) -> None:
        self.refresh_bindings()

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        match self._match_of_choice(message.name):
            case UnfinishedTable() as unfinished:
                self.program.go_to_table(self.program.tables.request_like_last_table(resume_request(unfinished)))
            case FinishedMatch() as ended:
                from tui.screens.history_match import HistoryMatchScreen

                await self.app.push_screen(HistoryMatchScreen(ended))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "next_game":
            return len(self._games) > 1
        return action != "discard" or isinstance(self._match_under_cursor(), UnfinishedTable)

    def action_next_game(self) -> None:
        """List the matches of the next game alone; after the last game those of all."""
        shown = (None, *self._games)
        self._game = shown[(shown.index(self._game) + 1) % len(shown)]
        begin_work(self, "journal", self._list_matches_again)

    async def _list_matches_again(self) -> None:
        """List the matches as the journal has them now, with the cursor on the latest."""
        await self._read_journal()
        menu = self.query_one(Menu)
        menu.action_move(-len(menu.choices))

    def action_discard(self) -> None:
        """Delete the unfinished match under the cursor, after a question."""
        from tui.screens.dialog import confirmation_dialog

        match self._match_under_cursor():
            case UnfinishedTable() as unfinished:
                question = DISCARD_HOSTED_QUESTION if unfinished.port else DISCARD_QUESTION
                answer = confirmation_dialog(question, "Throw it away", "Keep it")
                self.app.push_screen(answer, lambda agreed: self._discard_if_agreed(agreed, unfinished.number))

    def _discard_if_agreed(self, agreed: bool | None, match_number: int) -> None:
        """If the person has agreed, delete the unfinished match at the table with this number in the journal."""
        if agreed:
            begin_work(self, None, self._discard_match, match_number)

    async def _discard_match(self, match_number: int) -> None:
        """Delete the unfinished match at the table with this number in the journal, and read the journal again; or show
        the error."""
        try:
            await to_thread(discard_unfinished_table, self.program.folder / JOURNAL_FILE, match_number, time())
        except NetError as error:
            self.show_notice(str(error))
            return
        await self._read_journal()
        self.query_one(Menu).point_at_neighbour()

    def action_page(self, by: int) -> None:
        """Move the cursor `by` pages."""
        height = self.query_one("#list", Scroll).size.height
        self.query_one(Menu).action_move(by * max(height - 1, 1))

    async def action_statistics(self) -> None:
        """Open the statistics."""
        from tui.screens.statistics import StatisticsScreen

        await self.app.push_screen(StatisticsScreen())


def games_with_matches(folder: Path) -> tuple[str, ...]:
    """Return the slugs of the games of which the journal of `folder` has a match, finished or not.

    Raises `net.errors.NetError` if the journal cannot be read.
    """
    check_history_can_be_kept(folder / JOURNAL_FILE)
    begun = {one.game for one in unfinished_tables(folder, also_hosted=True)}
    return tuple(slug for slug in games if slug in begun or finished_matches(folder / JOURNAL_FILE, slug, limit=1))


def read_matches(
    folder: Path, game: str | None = None
) -> tuple[tuple[UnfinishedTable, ...], tuple[FinishedMatch, ...]]:
    """Return the unfinished and the finished matches of one game, or of all (None), in the journal of `folder`.

    The latest come first; of finished matches the last `MAX_MATCHES_LISTED`. Raises `net.errors.NetError` if the
    journal cannot be read.
    """
    check_history_can_be_kept(folder / JOURNAL_FILE)
    matches = finished_matches(folder / JOURNAL_FILE, game, limit=MAX_MATCHES_LISTED)
    unfinished = unfinished_tables(folder, also_hosted=True)
    return tuple(one for one in unfinished if game in (None, one.game)), matches


def scores_in_order(match: FinishedMatch, me: str, max_width: int) -> str:
    """Return the names and scores of a match, the best first, in one line; the name `me` is marked.

    As many are named as fit into `max_width` cells, but at least the best; the person called `me` comes before others,
    with the place if somebody between is left out. Of the rest only the number is given. The text of a match without
    that person begins by saying so.
    """
    own = next((place for place, one in enumerate(match.results) if one.name == me and not one.bot), None)
    scores = [
        f"{own_name(one.name) if place == own else one.name} {one.score}" for place, one in enumerate(match.results)
    ]
    start = f"without {me}: " if own is None else ""
    texts = []
    for named in range(len(scores), 0, -1):
        shown = scores[:named]
        if own is not None and own >= named > 1:
            shown[-1] = f"{ordinal(_place_of_side(match, match.results[own]))} {scores[own]}"
        rest = [f"and {len(scores) - named} more"] if named < len(scores) else []
        texts.append(start + ", ".join([*shown, *rest]))
    return next((text for text in texts if cell_len(text) <= max_width), start + scores[0])


def _place_of_side(match: FinishedMatch, result: SeatResult) -> int:
    """Return the place of the side of a seat among all sides, from 1: of its team, or of the seat alone."""
    view = view_without_cards(match)
    if not match_has_teams(view):
        return result.rank
    return 1 + len({team_in_match(view, one.seat) for one in match.results if one.rank < result.rank})


def _choice_name(match: UnfinishedTable | FinishedMatch) -> str:
    """Return the name of the choice for a match in the list."""
    return f"table {match.number}" if isinstance(match, UnfinishedTable) else f"match {match.id}"
