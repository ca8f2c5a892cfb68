"""HallMatchesScreen: the finished matches of a club, each of which can be seen again."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget
from textual.widgets import Static

from core import RulesError
from core.fairness.verification import check_in_steps
from net.client.hall import HallAnswer, RecordFetched
from net.client.verifier import unpack_record
from net.protocol.messages import MatchesShown, MatchRow
from tui.screens.base import ONE_MOMENT_TEXT
from tui.screens.hall_results import HallResultsScreen
from tui.screens.program import HallContext
from tui.table.time_slices import run_in_slices
from tui.text.hall import (
    MATCHES_OF_CLUB_TITLE,
    NO_MATCH_RECORD_IN_CLUB_SENTENCE,
    NO_MATCHES_IN_CLUB_SENTENCE,
    match_scores,
    match_title,
)
from tui.text.records import own_seat, verdict_sentence
from tui.widgets.background_work import begin_work
from tui.widgets.key_bar import listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.scroll import Scroll


class MatchMenu(Menu):
    """The list of the matches of a club."""

    BINDINGS: ClassVar[list[BindingType]] = [listed_key("enter", "choose", "Watch it", 0, primary=True)]


class HallMatchesScreen(HallResultsScreen):
    """Lists the finished matches of the club, the latest first; Enter shows one again on its board."""

    SCREEN_TITLE = MATCHES_OF_CLUB_TITLE
    PAGED_BOX = "#list"
    HELP_TEXT = (
        "The matches finished at tables without a code, tonight and earlier, the latest first. Enter checks the "
        "record of a match and replays it, step by step, with every card. N shows earlier ones, L goes back to later "
        "ones."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("n", "earlier", "Earlier", 1),
        listed_key("l", "later", "Later", 2),
    ]

    def __init__(self, hall: HallContext) -> None:
        super().__init__(hall)
        self._shown_matches = MatchesShown(())
        self._pages = [0]  # before which match each page begins, from the latest to the one that is shown
        self._requested_pages = self._pages  # the same with the page that the hall was last asked for

    def contents(self) -> Iterable[Widget]:
        """Yield the title, the list of matches and the line for notices."""
        yield Static(self.SCREEN_TITLE, id="title", markup=False)
        yield Scroll(MatchMenu(id="matches", whole_remarks=True, aligns_remarks=True), id="list", can_focus=False)
        yield Static("", id="notice", markup=False)

    def on_mount(self) -> None:
        self.show_notice(ONE_MOMENT_TEXT)
        self.query_one(Menu).focus()
        self.hall.client.show_matches()

    def show_answer(self, answer: HallAnswer) -> None:
        """Show the list of matches, or the match that was requested."""
        match answer:
            case MatchesShown(rows):
                self._shown_matches, self._pages = answer, self._requested_pages
                self.show_notice("" if rows else NO_MATCHES_IN_CLUB_SENTENCE)
                self.query_one(Menu).show_choices(
                    LetterChoice(str(row.number), "", match_title(row), match_scores(row)) for row in rows
                )
                self.refresh_bindings()
            case RecordFetched(_, packed):
                begin_work(self, "match", self._show_match, packed)
            case _:
                pass

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "earlier":
            return self._shown_matches.has_earlier
        return action != "later" or len(self._pages) > 1

    def action_earlier(self) -> None:
        """Ask for the matches before those that are shown."""
        self._request_page([*self._pages, self._shown_matches.rows[-1].number])

    def action_later(self) -> None:
        """Ask for the matches of the page before this one."""
        self._request_page(self._pages[:-1])

    def _request_page(self, pages: list[int]) -> None:
        """Ask the hall for the last page in `pages`; once the hall answers, `pages` end with the page shown."""
        self._requested_pages = pages
        self.hall.client.show_matches(pages[-1])

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        if self._row_of_choice(message.name) is not None:
            self.show_notice(ONE_MOMENT_TEXT)
            self.hall.client.fetch_record(int(message.name))

    def _row_of_choice(self, name: str) -> MatchRow | None:
        """Return the row of the match whose choice has this name, None if it is not shown any more."""
        return next((row for row in self._shown_matches.rows if str(row.number) == name), None)

    async def _show_match(self, packed: bytes) -> None:
        """Check a packed record, and replay it, or show why that is not possible."""
        if not packed:
            self.show_notice(NO_MATCH_RECORD_IN_CLUB_SENTENCE)
            return
        try:
            record = await to_thread(unpack_record, packed)
            verdict = await run_in_slices(check_in_steps(record))
        except RulesError as error:
            self.show_notice(str(error))
            return
        self.show_notice("")
        seat = own_seat(record, self.hall.client.name)
        await self.program.show_replay(record, seat, verdict_sentence(verdict))
