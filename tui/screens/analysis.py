"""AnalysisScreen: the course of a match that has been played, and the decisions that cost one player most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import ActiveBinding, BindingType
from textual.containers import Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from core import Record, RulesError, View, games
from core.engine.analysis import Analysis, analyse
from core.engine.registry import match_at_start
from net.client.playback import views_after
from tui.boards.games import narrator_for
from tui.cards import Canvas
from tui.drawing.chart import Curve
from tui.drawing.course_chart import NamedCurve, course_chart_rows, paint_course_chart
from tui.drawing.styles import Styles, styles_on
from tui.screens.base import BaseScreen
from tui.table.time_slices import run_in_slices
from tui.text.analysis import (
    CourseChart,
    course_chart,
    courses_heading,
    listed_mistakes,
    match_summary,
    mistake_cost_text,
    mistake_labels,
    mistake_sentences,
    mistakes_heading,
    turning_point_text,
)
from tui.text.records import seat_names, unreplayable_record_sentence
from tui.text.results import mark_own_name
from tui.text.story import highlights_text
from tui.widgets.background_work import begin_work
from tui.widgets.canvas_view import CanvasView
from tui.widgets.card_groups import CardGroups
from tui.widgets.key_bar import listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.page import ListRow, Page

MIN_ROWS_WITH_HIGHLIGHTS: Final = 30
"""Empty rows separate the parts of the screen, and the highlights always stand above the chart, if the terminal has at
least this many rows; in a smaller one they give way to decisions, and stand above the chart that is shown alone."""

CHART_ALONE_CLASS: Final = "-chart-alone"
"""The class of the screen while it shows the chart alone, in all its rows."""

EMPTY_CLASS: Final = "-empty"
"""The class of a part of the screen that has nothing to show and takes no room."""

WITHOUT_HIGHLIGHTS_CLASS: Final = "-without-highlights"
"""The class of the screen while its highlights give way to decisions."""

PROGRESS_SENTENCE: Final = "The coach looks at every decision … {0}%"
"""The sentence during an analysis; ``{0}`` is replaced by the share that is done, in per cent."""
COPIED_SENTENCE: Final = "The result is copied: paste it anywhere."
"""The notice after the analysis has been copied."""


class CourseChartView(CanvasView):
    """A widget that paints the course of points, or of chances to win, of the best players or of all teams.

    For each it shows the marker, the name, the final score and the curve.
    """

    def __init__(self) -> None:
        super().__init__(id="courses")
        self._curves: Sequence[NamedCurve] = ()
        self._chart = CourseChart((), ("", ""), percent=False)

    def show_chart(self, chart: CourseChart) -> None:
        """Show the curves of a chart."""
        self._chart = chart
        self._curves = [
            NamedCurve(one.name, str(one.score), Curve(one.values, one.own, one.team)) for one in chart.courses
        ]
        self.repaint(layout=True)

    @property
    def is_percent(self) -> bool:
        """Whether the curves are chances of winning in per cent, and not points."""
        return self._chart.percent

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        rows = viewport.height * 3 // 8 if viewport.height >= MIN_ROWS_WITH_HIGHLIGHTS else viewport.height // 3
        if self.screen.has_class(CHART_ALONE_CLASS):
            rows = viewport.height
        return course_chart_rows(self._curves, width, rows) if self._curves else 0

    def paint(self, canvas: Canvas, styles: Styles) -> None:
        """Paint the chart over the whole zone; nothing before the analysis is done."""
        paint_course_chart(canvas, self._curves, styles, self._chart.axis_labels, percent=self._chart.percent)


class CourseChartRow(ListRow):
    """The place of the chart on the page, which keeps enough rows to tell the curves apart."""

    LEAST_ROWS: ClassVar[int] = 6


class AnalysisScreen(BaseScreen):
    """The screen that analyses a recorded match in short pieces, and shows the result.

    `seat` is the seat of the reader, None if they did not play; `verdict` is the verdict on the record.
    """

    CSS_PATH = "analysis.tcss"
    SCREEN_TITLE = "What happened"
    HELP_TEXT = (
        "Your three costliest decisions, with the cards as you saw them: Enter shows one on its board, with what the "
        "coach would have done. Above them stands everybody's chance of winning, from the first step to the last, and "
        "where yours changed most, and by what. P shows the points instead; in a small window L shows the chart alone, "
        "with the highlights of the match above it. C copies the result.\n\n"
        "The chance is how often each would win if bots played on from there, with the cards to come shuffled again. "
        "Hands are as they lay, also those that you did not see; between two deals the next one is not dealt yet. "
        "What a decision cost is how many more points the better choice brings on average. Where the match was at "
        "stake, points alone do not win: there it is how many more of 100 matches, played on from there, the better "
        "choice wins. Such decisions stand first, then those that cost points, each time the greatest cost first.\n\n"
        "The coach knows no more than you did at each decision: it judges by what you could know, not by the cards "
        "that came."
    )
    PAGED_BOX = "#table"
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("c", "copy", "Copy the result", 1),
        listed_key("p", "turn_courses", "Show points, or chances of winning", 2),
        listed_key("l", "turn_size", "Large chart", 3),
        listed_key("pagedown", "page(1)", "More", 10, label="PgDn"),
    ]

    def __init__(self, record: Record, seat: int | None, verdict: str) -> None:
        super().__init__()
        self._record = record
        self._seat = seat
        self._verdict = verdict
        self._game = games[record.game]
        self._names = seat_names(record)
        self._options = match_at_start(record).options
        self._analysis: Analysis | None = None
        self._percent_shown = -1
        self._views: Mapping[int, View] = {}

    def contents(self) -> Iterable[Widget]:
        """Yield the title, the courses, the mistakes and the line for notices."""
        page = Page(
            Static(Text(f"{self.SCREEN_TITLE}: {self._game.title}"), id="headline"),
            Static("", id="highlights", markup=False),
            Static("", id="courses-heading", markup=False),
            CourseChartRow(CourseChartView(), id="table"),
            Static("", id="turning-point", markup=False),
            Static("", id="heading", markup=False),
            Menu((), id="mistakes", whole_remarks=True),
            CardGroups(id="position"),
            Static("", id="reason", markup=False),
            Static("", id="notice", markup=False),
            id="page",
        )
        yield Vertical(page, id="middle")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "page":
            return self.page_scrolls
        if action == "turn_courses":
            return self._analysis is not None and bool(self._analysis.chances)
        if action == "turn_size":
            return self._analysis is not None and (self._is_chart_alone or not self.has_class("-tall"))
        return action != "copy" or self._analysis is not None

    def key_description(self, active: ActiveBinding) -> str:
        if active.binding.action == "turn_courses":
            return f"Show {self._game.score_unit}s" if self.query_one(CourseChartView).is_percent else "Show chances"
        if active.binding.action == "turn_size" and self._is_chart_alone:
            return "Small chart"
        return super().key_description(active)

    def rulebook_game(self) -> str:
        return self._record.game

    def on_mount(self) -> None:
        self.query_one(Menu).add_class(EMPTY_CLASS)
        self.query_one("#turning-point").add_class(EMPTY_CLASS)
        begin_work(self, None, self._analyse)

    def show_notice(self, sentence: str) -> None:
        """Show one sentence at the bottom, in characters that the terminal can show."""
        super().show_notice(self.program.look.displayable_text(sentence))
        self.query_one("#notice").display = bool(sentence)

    def adapt_to_size(self, width: int, height: int) -> None:
        """Separate the parts of the screen where there is room."""
        super().adapt_to_size(width, height)
        self.set_class(height >= MIN_ROWS_WITH_HIGHLIGHTS, "-tall")
        self._adapt_highlights()

    def _adapt_highlights(self) -> None:
        """Leave out the highlights in a small window while it shows decisions, which need the room more."""
        has_decisions = not self.query_one(Menu).has_class(EMPTY_CLASS)
        is_crowded = has_decisions and not (self.has_class("-tall") or self._is_chart_alone)
        self.set_class(is_crowded, WITHOUT_HIGHLIGHTS_CLASS)

    async def _analyse(self) -> None:
        """Analyse the match piece by piece, and show the result or why there is none.

        The points over the match are shown at once, above the progress of the rest.
        """
        game, record = self._game, self._record
        try:
            course = analyse(game, match_at_start(record), record.actions, None, estimates=False)
            self._show_course(await run_in_slices(course))
            work = analyse(game, match_at_start(record), record.actions, self._seat)
            analysis = await run_in_slices(work, self._show_progress)
            steps = [mistake.step for mistake in listed_mistakes(analysis)]
            self._views = await run_in_slices(views_after(record, self._seat, steps))
            self._show_analysis(analysis)
        except RulesError as error:
            self.show_notice(unreplayable_record_sentence(error))

    def _show_progress(self, share_done: float) -> None:
        """Show how much of the analysis is done, from 0 to 1, in whole percent.

        Repaint only if the number has changed.
        """
        if int(100 * share_done) != self._percent_shown:
            self._percent_shown = int(100 * share_done)
            self.show_notice(PROGRESS_SENTENCE.format(self._percent_shown))

    def _show_course(self, analysis: Analysis) -> None:
        """Show the course of the match in an analysis, and its highlights."""
        self._analysis = analysis
        self._show_courses(points=not analysis.chances)
        told = highlights_text(self._game, analysis.remarks, self._names, self._seat)
        highlights = self.query_one("#highlights", Static)
        highlights.update(Text(told))
        highlights.set_class(not told, EMPTY_CLASS)
        self.call_after_refresh(self.refresh_bindings)

    def _show_analysis(self, analysis: Analysis) -> None:
        """Show an analysis."""
        self._show_course(analysis)
        point = self.query_one("#turning-point", Static)
        text = turning_point_text(analysis, self._names, self._seat)
        point.update(Text(self.program.look.displayable_text(text)))
        point.set_class(not text, EMPTY_CLASS)
        self.query_one("#heading", Static).update(Text(mistakes_heading(self._game, analysis, self._seat)))
        menu = self.query_one(Menu)
        choices = list(self._choices(analysis))
        menu.show_choices(choices)
        menu.set_class(not choices, EMPTY_CLASS)
        self._adapt_highlights()
        if choices:
            menu.focus()
            self._show_decision(choices[0].name)
        self.show_notice("")

    def _show_courses(self, points: bool) -> None:
        """Show the curves of points, or without `points` those of the chances of winning."""
        assert self._analysis is not None
        names = mark_own_name(self._names, self._seat)
        chart = course_chart(self._game, self._options, self._analysis, names, self._seat, points=points)
        self.query_one("#courses-heading", Static).update(Text(courses_heading(self._game, self._analysis, points)))
        self.query_one(CourseChartView).show_chart(chart)
        self.refresh_bindings()

    def action_turn_courses(self) -> None:
        """Switch between the curves of points and those of the chances of winning."""
        self._show_courses(points=self.query_one(CourseChartView).is_percent)

    @property
    def _is_chart_alone(self) -> bool:
        """Whether the chart is shown alone."""
        return self.has_class(CHART_ALONE_CLASS)

    def action_turn_size(self) -> None:
        """Show the chart alone, or the other parts of the screen again."""
        self.toggle_class(CHART_ALONE_CLASS)
        self._adapt_highlights()
        self.query_one(CourseChartView).repaint(layout=True)
        menu = self.query_one(Menu)
        if not self._is_chart_alone and not menu.has_class(EMPTY_CLASS):
            menu.focus()  # it was hidden, and so lost the focus
        self.refresh_bindings()

    def _choices(self, analysis: Analysis) -> Iterable[LetterChoice]:
        """Yield a choice for each mistake, with the points that it cost."""
        mistakes = listed_mistakes(analysis)
        labels = mistake_labels(self._game, self._names, mistakes)
        for number, (label, mistake) in enumerate(zip(labels, mistakes, strict=True)):
            shown = self.program.look.displayable_text(label)
            yield LetterChoice(str(number), str(number + 1), shown, mistake_cost_text(self._game, mistake))

    def _sentences_of(self, mistake_number: int) -> Sequence[str]:
        """Return two sentences on the mistake of this number, from 0: what was done and what was better, and why."""
        assert self._analysis is not None
        return mistake_sentences(self._game, self._names, self._analysis.mistakes[mistake_number])

    def _show_decision(self, name: str) -> None:
        """Show the cards of the decision with this name, and why it was a mistake, behind its number."""
        assert self._analysis is not None
        _, why = self._sentences_of(int(name))
        mistake = self._analysis.mistakes[int(name)]
        compared = (mistake.choice_taken.action, mistake.best_choice.action)
        narrator = narrator_for(self._views[mistake.step], self._names)
        self.query_one(CardGroups).show_groups(narrator.decision_cards(compared), narrator.decision_trumps())
        look = self.program.look
        number = (f"{int(name) + 1}  ", styles_on(look).gold)
        text = look.displayable_text(f"{narrator.decision_sentence()} {why}".lstrip())
        self.query_one("#reason", Static).update(Text.assemble(number, text))

    def on_menu_pointed(self, message: Menu.Pointed) -> None:
        self._show_decision(message.name)

    async def on_menu_chosen(self, message: Menu.Chosen) -> None:
        assert self._analysis is not None
        number = int(message.name)
        what, why = self._sentences_of(number)
        step = self._analysis.mistakes[number].step
        await self.program.show_replay(self._record, self._seat, self._verdict, step, f"{what} {why}")

    def action_copy(self) -> None:
        """Copy the result as a few lines of text."""
        assert self._analysis is not None
        summary = match_summary(self._game, self._options, self._analysis, self._names)
        self.program.copy_text(summary, COPIED_SENTENCE)
