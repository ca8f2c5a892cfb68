"""HistoryMatchScreen: standings of a finished match, its replay, and the check of its record."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from core import Record, RulesError, Standing
from core.fairness.verification import Verdict, check_in_steps
from net.journal.history import FinishedMatch
from tui.screens.base import BaseScreen
from tui.text.history_reports import (
    changed_seats_sentence,
    match_heading,
    option_sentence,
    result_name,
    view_without_cards,
)
from tui.text.records import (
    ANALYSIS_LABEL_AND_REMARK,
    REPLAY_LABEL_AND_REMARK,
    record_from_history,
    seat_names,
    verdict_sentence,
)
from tui.text.results import result_headline
from tui.widgets.background_work import begin_work
from tui.widgets.key_bar import listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import Page
from tui.widgets.scroll import Scroll
from tui.widgets.standings import Standings

NOBODY_WITH_NAME_SENTENCE: Final = "Nobody called {0} played in it."
"""The end of the heading of a match in which nobody had the person's present name, ``{0}``."""

CHECKING_RECORD_SENTENCE: Final = "The record is being checked …"
"""The sentence that is shown while the record of a match is checked."""


class HistoryMatchScreen(BaseScreen):
    """The screen of a finished match of the journal: its standings, and choices to replay, analyse and check it."""

    CSS_PATH = "history.tcss"
    SCREEN_TITLE = "A past match"
    HELP_TEXT = (
        "The final standings. Watch it again replays every step on the board, as you saw it if you took part. Verify "
        "plays the record by the rules, and checks that the seed follows from the secrets in it, that every step was "
        "legal, and that the standings are right."
    )
    PAGED_BOX = "#table"
    BINDINGS: ClassVar[list[BindingType]] = [listed_key("pagedown", "page(1)", "More", 10, label="PgDn")]

    def __init__(self, match: FinishedMatch) -> None:
        super().__init__()
        self._match = match
        self._checked_record: tuple[Record, Verdict] | None = None
        self._check_wanted = True

    @property
    def own_seat(self) -> int | None:
        """The seat of the person with the name in the settings; None if that person did not play."""
        name = self.program.settings.name
        return next((one.seat for one in self._match.results if one.name == name and not one.bot), None)

    def contents(self) -> Iterable[Widget]:
        """Yield the heading, the standings and the choices of a match."""
        match = self._match
        standings = tuple(Standing(one.seat, one.score, one.rank) for one in match.results)
        named = sorted(match.results, key=lambda one: one.seat)
        view = view_without_cards(match)
        bot_decisions = {one.seat: (one.by_bot, one.decisions) for one in match.results}
        labels = tuple(map(result_name, named))
        page = Page(
            Static(Text(result_headline(standings, labels, self.own_seat, view)), id="headline"),
            Static(Text(self._match_description()), id="about"),
            Scroll(Standings(standings, labels, self.own_seat, view, bot_decisions), id="table", can_focus=False),
            Static("", id="notice", markup=False),
            Menu(self._choices(), id="next"),
            id="page",
        )
        yield Vertical(page, id="middle")

    def _match_description(self) -> str:
        """Return the heading of the match, its options that differ from the defaults, and whether the person played."""
        settings = "; ".join(option_sentence(self._match.game, name, value) for name, value in self._match.options)
        said = [match_heading(self._match)]
        if settings:
            said.append(f"{settings}.")
        if self.own_seat is None:
            said.append(NOBODY_WITH_NAME_SENTENCE.format(self.program.settings.name))
        return " ".join(said)

    def _choices(self) -> Iterable[LetterChoice]:
        """Yield the choices below the standings."""
        yield LetterChoice("again", "w", *REPLAY_LABEL_AND_REMARK)
        yield LetterChoice("verify", "v", "Verify", "the deal, the steps, the result")
        yield LetterChoice("analysis", "n", *ANALYSIS_LABEL_AND_REMARK)
        yield LetterChoice("back", "b", "Back", "to the list")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "page" or self.page_scrolls

    def rulebook_game(self) -> str:
        return self._match.game

    def on_mount(self) -> None:
        self.query_one(Menu).focus()

    def on_unmount(self) -> None:
        self._check_wanted = False

    def show_notice(self, sentence: str, is_failure: bool = False) -> None:
        """Show one sentence below the standings, or none if it is empty; `is_failure` colours it."""
        notice = self.query_one("#notice", Static)
        notice.update(sentence)
        notice.set_class(is_failure, "-wrong")

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        if message.name == "back":
            await self.action_back()
        else:
            begin_work(self, "check", self._run_check, message.name)

    async def _run_check(self, choice: str) -> None:
        """Check the record in a thread, and show the verdict; if `choice` is the replay or the analysis, open it."""
        self.show_notice(CHECKING_RECORD_SENTENCE)
        try:
            if self._checked_record is None:
                self._checked_record = await to_thread(
                    check_record, self._match.id, self.program.folder, lambda: self._check_wanted
                )
            if self._checked_record is not None:
                record, verdict = self._checked_record
                self.show_notice(verdict_sentence(verdict), verdict.fair is False)
                if choice == "again":
                    await self._open_replay(record, verdict)
                elif choice == "analysis":
                    await self._open_analysis(record, verdict)
        except RulesError as error:
            self.show_notice(str(error), True)

    async def _open_replay(self, record: Record, verdict: Verdict) -> None:
        """Open the replay of a record with its verdict, and show who had the seats at the end if others had begun."""
        names = () if record.proof is None else seat_names(record)
        told = (changed_seats_sentence(names, self._match.results), verdict_sentence(verdict))
        await self.program.show_replay(record, self.own_seat, " ".join(filter(None, told)))

    async def _open_analysis(self, record: Record, verdict: Verdict) -> None:
        """Open the analysis of a record."""
        from tui.screens.analysis import AnalysisScreen

        await self.app.push_screen(AnalysisScreen(record, self.own_seat, verdict_sentence(verdict)))


def check_record(match_number: int, folder: Path, is_wanted: Callable[[], bool]) -> tuple[Record, Verdict] | None:
    """Return the record of the match with this number in the journal of `folder`, and the verdict of its check.

    `is_wanted` is called again and again; as soon as it returns False, the check ends and None is returned. Raises
    `BadRecord` if the record is missing or damaged.
    """
    record = record_from_history(match_number, folder)
    checking = check_in_steps(record)
    while is_wanted():
        try:
            next(checking)
        except StopIteration as done:
            verdict: Verdict = done.value
            return record, verdict
    return None
