"""ResultScreen: the final standings of a match, why it ended for each player, and the choices that follow."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Static

from core import Game, Record, RulesError, Standing, View, games
from core.engine.registry import match_at_start
from core.engine.rule_set import Options
from core.engine.score_course import values_over_parts
from core.engine.story import MAX_MOMENTS_IN_SUMMARY, Story, work_out_story
from net.client.events import ChatReceived, MatchEnded, VerificationResult
from tui.drawing.chart import MAX_CURVES, Curve, sign_numbers
from tui.screens.base import BaseScreen
from tui.screens.program import TableContext
from tui.screens.result_trophy import OthersVictoryLetters, OwnVictoryLetters, Trophy, winnings_caption
from tui.table.time_slices import run_in_slices
from tui.text.history_reports import compare_with_best
from tui.text.own_results import own_firsts_and_bests_sentence
from tui.text.records import ANALYSIS_LABEL_AND_REMARK, REPLAY_LABEL_AND_REMARK
from tui.text.results import (
    OWN_VICTORY_SENTENCE,
    names_with_bots,
    other_winners_remark,
    own_place_sentence,
    result_headline,
    sole_winner,
    winner_shown,
)
from tui.text.story import course_axis_labels, sides_in_curve_order, story_lines, table_firsts_sentence
from tui.text.table import bot_seats
from tui.widgets.background_work import begin_work
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import ListRow, Page
from tui.widgets.scroll import Scroll
from tui.widgets.standings import Standings
from tui.widgets.story_view import PointsChart, StoryMoments
from tui.widgets.totals import Totals

MIN_COLUMNS_FOR_CHART: Final = 76
"""The points are drawn beside the standings if the terminal has at least this many columns."""

MIN_COLUMNS_FOR_MOMENTS_BESIDE: Final = 110
"""A few moments stand below the standings, beside the chart, if the terminal has at least this many columns."""

HEAD_AND_SUMMARY_ROWS: Final = 4
"""The number of rows besides the standings and the moments: a heading, a space, the line with highlights."""

MIN_ROWS_FOR_SPACES: Final = 30
"""Empty rows separate the parts of the screen if the terminal has at least this many rows."""

VICTORY_WORD: Final = "Victory"
"""The word in large letters above the result of a match that the reader has won with others."""


class ResultScreen(BaseScreen):
    """The screen with the result of a match that has ended."""

    CSS_PATH = "result.tcss"
    AUTO_FOCUS = ""
    SCREEN_TITLE = "The result"
    HELP_TEXT = (
        "The final standings; equal scores share a rank. Another match at the same table is one key away.\n\n"
        "Your own program has checked the match: its seed comes from the secrets of the host and the people, yours "
        "included, so nobody could choose the cards, and everything you were shown follows from it by the rules. "
        "Dealing again after others have shown their secrets gives a choice, so such deals are counted. The person who "
        "runs the host's machine could still look at hidden cards."
    )
    PAGED_BOX = "#table"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Lobby", ESCAPE_KEY_POSITION),
        listed_key("ctrl+q", "app.quit", "Quit", ESCAPE_KEY_POSITION + 1, priority=True),
        Binding("up,down", "to_menu", show=False),
        listed_key("pagedown", "page(1)", "More", 10, label="PgDn"),
    ]

    def __init__(self, session: TableContext, match_ended: MatchEnded, view: View | None) -> None:
        super().__init__()
        self.session = session
        self._ended = match_ended
        self._view = view

    def contents(self) -> Iterable[Widget]:
        """Yield the headline, the standings and the choices of a result."""
        seat, standings = self.session.client.seat, self._ended.standings
        names = names_with_bots(self._ended.names, bot_seats(self.session.client.table))
        animated = self.app.animation_level != "none"
        tone = "" if self._reader_has_won else "-quiet"
        headline = result_headline(standings, names, seat, self._view)
        sentences = f"{headline} {own_place_sentence(standings, seat, self._view)}".strip()
        page = Page(
            *self._victory_letters(standings, headline),
            Trophy(
                self._winner_shown,
                self._view,
                self._trophy_caption(),
                other_winners_remark(standings, self._ended.names, self._winner_shown, self._view),
                animated=animated,
                budget=self.program.byte_budget,
            ),
            *([] if headline == OWN_VICTORY_SENTENCE else [Static(Text(sentences), id="headline", classes=tone)]),
            Static("", id="beat", markup=False),
            ListRow(
                Scroll(
                    Standings(standings, names, seat, self._view, self._ended.bot_decisions),
                    Totals(id="totals"),
                    StoryMoments(id="moments-beside"),
                    id="table",
                    can_focus=False,
                ),
                PointsChart(id="course"),
                id="results",
            ),
            StoryMoments(id="moments"),
            Static("", id="checked", markup=False),
            Menu(self._choices(), id="next"),
            Static("", id="notice", markup=False),
            id="page",
        )
        yield Vertical(page, id="middle")

    def _victory_letters(self, standings: Sequence[Standing], headline: str) -> Iterable[Widget]:
        """Yield the large letters: for the person's own victory, or with the name of somebody else who has won.

        The `headline` of a person who has won alone is in these letters, and so not below them.
        """
        winner = sole_winner(tuple(standings), self._ended.names, self._view)
        if self._reader_has_won:
            yield OwnVictoryLetters(headline if headline == OWN_VICTORY_SENTENCE else VICTORY_WORD)
        elif winner:
            yield OthersVictoryLetters(f"{winner} wins")

    @property
    def _reader_has_won(self) -> bool:
        """Whether the reader has won a match in which others played, too."""
        mine = [one for one in self._ended.standings if one.seat == self.session.client.seat]
        return len(self._ended.standings) > 1 and any(one.rank == 1 for one in mine)

    def _comparison_with_best(self) -> str:
        """Return a sentence that compares a solo score with the best earlier one; "" if the match was not solo."""
        standings = self._ended.standings
        if len(standings) != 1 or self._view is None or self.session.client.seat is None:
            return ""
        score = standings[0].score
        return compare_with_best(self.program.folder, self._view.game, score, bool(self.session.request.seed))

    @property
    def _winner_shown(self) -> int:
        """The seat of the winner whose cards are painted above the headline."""
        return winner_shown(self._ended.standings, self.session.client.seat)

    def _trophy_caption(self) -> str:
        """Return the words that say whose cards are painted above the headline."""
        winner = self._winner_shown
        mine = winner == self.session.client.seat
        return winnings_caption(self._view, winner, self._ended.names[winner], is_own=mine)

    def _choices(self) -> Iterable[LetterChoice]:
        """Yield the choices below the standings."""
        client = self.session.client
        if client.is_owner:
            yield LetterChoice("again", "p", "Play again", "same table, same rules")
        if self.session.verdict is not None and self.session.verdict.record is not None:
            yield LetterChoice("analysis", "n", *ANALYSIS_LABEL_AND_REMARK)
            yield LetterChoice("watch", "w", *REPLAY_LABEL_AND_REMARK)
        if not self.session.solo:
            yield LetterChoice("lobby", "l", "Back to the lobby")
        yield LetterChoice(
            "home", "h", "The hall" if self.session.handle.club_table_sentence else "Home", "leave the table"
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "page" or self.page_scrolls

    def key_description(self, active: ActiveBinding) -> str:
        if active.binding.action == "back" and self.session.solo:
            return "Home"
        return super().key_description(active)

    def on_mount(self) -> None:
        self.query_one("#checked").display = self.query_one("#notice").display = False
        if self.session.verdict is not None:
            self.show_verdict(self.session.verdict)
        self._show_record_sentence(self._comparison_with_best())
        self.show_table()
        self.delay_focus()
        if not self.session.client.is_remote:
            begin_work(self, None, self._look_for_records)

    def show_table(self) -> None:
        """Show the choices, and from the second match on the totals."""
        self.query_one(Menu).show_choices(self._choices())
        table = self.session.client.table
        if table is not None and self.session.client.is_remote and table.phase == "lobby":
            self._show_record_sentence(table_firsts_sentence(table, self.session.client.name, self._reader_has_won))
        if table is not None and table.matches > 1 and not self.session.solo:
            self.query_one(Totals).show_totals(table, self.session.client.name)
            self.call_after_refresh(self.refresh_bindings)

    @property
    def default_focus(self) -> str:
        return "#next"

    def show_verdict(self, verification: VerificationResult) -> None:
        """Show the verdict of this program's own check of the match."""
        line = self.query_one("#checked", Static)
        line.update(Text(verification.sentence))
        line.set_class(verification.fair is False, "-wrong")
        line.display = True
        self.query_one(Menu).show_choices(self._choices())
        if verification.record is not None:
            begin_work(self, "story", self._work_out_story, verification.record)

    async def _work_out_story(self, record: Record) -> None:
        """Work out the story of the match in a task of its own, and show it."""
        game = games[record.game]
        with suppress(RulesError):  # then the verdict says what is wrong with the record
            start = match_at_start(record)
            story = await run_in_slices(work_out_story(game, start, record.actions))
            self._show_story(game, start.options, story)
            self._show_tricks(game, story)

    def _show_tricks(self, game: Game, story: Story) -> None:
        """Show what the winner took in the last hand of a game with tricks, which views hide until the end."""
        trophy, winner = self.query_one(Trophy), self._winner_shown
        taken = story.taken_cards_by_seat[winner]
        if taken and not trophy.shows_winnings:
            who = "you" if winner == self.session.client.seat else self._ended.names[winner]
            trophy.show_cards(taken, f"Cards {who} took in the last {game.part_word_and_fact[0].lower()}")

    def _show_story(self, game: Game, options: Options, story: Story) -> None:
        """Show the points of everybody as curves, and the best moments."""
        seat = None if self._view is None else self._view.seat
        drawn = sides_in_curve_order(game, options, self._ended.standings, seat, MAX_CURVES)
        points = ([float(scores[seats[0]]) for scores in story.scores] for seats in drawn)
        values = (values_over_parts(story.steps, of_side, story.part_starts) for of_side in points)
        curves = [
            Curve(of_side, seat in seats, game.team_of(seats[0], options))
            for seats, of_side in zip(drawn, values, strict=True)
        ]
        self.query_one(PointsChart).show_curves(curves, course_axis_labels(story.part_by_step))
        with_markers = zip(sign_numbers(curves[:MAX_CURVES]), drawn, strict=False)
        self.query_one(Standings).show_markers({one: sign for sign, seats in with_markers for one in seats})
        names = self._ended.names
        for moments in self.query(StoryMoments):
            moments.show_moments(story_lines(game, story, names, seat))
        self.adapt_to_size(*self.size)

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the chart and the moments where there is room: beside the standings, or below them."""
        super().adapt_to_size(width, height)
        few = len(self._ended.standings) + MAX_MOMENTS_IN_SUMMARY + HEAD_AND_SUMMARY_ROWS <= height * 3 // 8
        beside = few and width >= MIN_COLUMNS_FOR_MOMENTS_BESIDE and not self.query_one(Totals).display
        self.query_one(PointsChart).display = width >= MIN_COLUMNS_FOR_CHART
        for moments in self.query(StoryMoments):
            moments.display = not moments.is_empty and (moments.id == "moments-beside") is beside
        self.set_class(height >= MIN_ROWS_FOR_SPACES, "-tall")

    async def _look_for_records(self) -> None:
        """Read earlier matches of the game in a thread, and show which firsts or bests of this person the match has
        brought.
        """
        client = self.session.client
        if self._view is None or client.seat is None or len(self._ended.standings) == 1:
            return
        folder, game = self.program.folder, self._view.game
        self._show_record_sentence(await to_thread(own_firsts_and_bests_sentence, folder, game, client.name))

    def _show_record_sentence(self, sentence: str) -> None:
        """Show the sentence on what this person did for the first time or better than ever; nothing for ""."""
        self.query_one("#beat", Static).update(Text(sentence))
        self.query_one("#beat").display = bool(sentence)

    def show_chat(self, line: ChatReceived) -> None:
        """Show one line of chat or one notice."""
        self.program.last_notice = ""  # the end of an earlier notice does not remove this one
        self.show_notice(f"{line.name}: {line.text}" if line.name else line.text)

    def show_notice(self, sentence: str) -> None:
        """Show one sentence at the bottom."""
        line = self.query_one("#notice", Static)
        line.update(Text(sentence))
        line.display = bool(sentence)

    def finish_trophy_animation(self) -> None:
        """End the animation of the trophy, with all its cards open."""
        self.query_one(Trophy).open_all_cards()

    def action_to_menu(self) -> None:
        """Focus the menu."""
        self.query_one(Menu).focus()

    def on_key(self, event: events.Key) -> None:
        """Choose by letter at once, even while the focus is delayed, as nobody types a letter by accident."""
        self.finish_trophy_animation()
        if event.character and self.query_one(Menu).choose_by_letter(event.character):
            event.stop()

    def on_menu_pointed(self, message: Menu.Pointed) -> None:
        self.finish_trophy_animation()

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.finish_trophy_animation()
        if message.name == "again":
            self.session.client.start_match()
        elif message.name in ("analysis", "watch"):
            await self._show_record(message.name)
        elif message.name == "lobby":
            self.program.call_after_current_screen(self.session.show_lobby)
        else:
            self.program.ask_to_leave()

    async def _show_record(self, replay_or_analysis: str) -> None:
        """Open the replay of the match if `replay_or_analysis` is ``watch``, else its analysis."""
        verified = self.session.verdict
        if verified is None or verified.record is None:
            return
        seat = None if self._view is None else self._view.seat  # people may have changed places since
        if replay_or_analysis == "watch":
            await self.program.show_replay(verified.record, seat, verified.sentence)
            return
        from tui.screens.analysis import AnalysisScreen

        await self.app.push_screen(AnalysisScreen(verified.record, seat, verified.sentence))

    async def action_back(self) -> None:
        """Go home from a solo match, else to the lobby."""
        if self.session.solo:
            self.program.call_after_current_screen(self.program.go_home)
        else:
            self.program.call_after_current_screen(self.session.show_lobby)
