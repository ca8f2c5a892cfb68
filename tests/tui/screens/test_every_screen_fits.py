"""Every screen fits or scrolls: each entry of its list can be scrolled into view, and the key bar is always shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from textual.geometry import Region
from textual.widget import Widget

from core import Record, games
from core.engine.standings import rank_scores
from net.client.events import ChatReceived, MatchEnded, VerificationResult
from net.client.playback import Playback
from net.journal import UnfinishedTable
from net.journal.history import FinishedMatch, SeatResult
from net.limits import MAX_HALL_ROWS, MAX_NAME_CELLS, MAX_RESULTS_PER_HALL_MATCH
from net.protocol.messages import MatchesShown, MatchRow, SeatScore, TableRow, TotalRow, TotalsShown
from net.protocol.table_state import ShownClock, Total
from tests.gallery.pictures import REPLAYED_RECORD_FILE
from tests.gallery.staged_nearby_tables import StagedNearbyTables, make_found_table
from tests.support.depth import IS_DEEP_RUN, count_for_depth
from tests.support.staged_hall import StagedHall, StagedHallClient
from tui.app.hall_session import HallSession
from tui.connect.request import TableRequest
from tui.screens.analysis import AnalysisScreen
from tui.screens.base import ONE_MOMENT_TEXT
from tui.screens.dialog import choice_dialog, confirmation_dialog
from tui.screens.history import MAX_MATCHES_LISTED, HistoryScreen
from tui.screens.history_match import HistoryMatchScreen
from tui.screens.join import LOOKING_FOR_TABLES_TEXT, JoinScreen
from tui.screens.name import NAME_HINT, NAME_QUESTION
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.screens.rules import RulesScreen
from tui.screens.settings import SettingsScreen
from tui.screens.statistics import StatisticsScreen
from tui.screens.table_menu import open_person_menu
from tui.screens.table_settings import TableSettingsScreen
from tui.screens.table_setup import TableSetupScreen
from tui.screens.text_question import TextQuestion
from tui.screens.themes import ThemesScreen
from tui.settings import LastTableSetup
from tui.table.client_request import RequestSituation
from tui.table.requests import TABLE_REQUESTS
from tui.text.table import HOSTED_LEAVE_QUESTION, hosted_leave_choices
from tui.widgets.form import Field, Form
from tui.widgets.key_bar import KeyBar
from tui.widgets.menu import LetterChoice, Menu

MAX_VISITED_ENTRIES_BY_SIZE = {(60, 18): count_for_depth(2, 8), (48, 28): 2, (48, 40): 2, (80, 24): 2}
"""Maps the size of a window (columns, rows) to the number of entries that a test visits from either end of a list."""

NUMBERS_OF_PEOPLE = (1, 4, 6, 10, 100, 1000) if IS_DEEP_RUN else (30,)
"""Numbers of people with which each screen is tried: usually more than any window shows, in the deep run others as
well.
"""

LONG_SENTENCE = "Somebody here is already called like you, so your name at this table is a longer one than before. " * 2
"""A notice that is longer than any line."""


def long_names(people: int) -> tuple[str, ...]:
    """Return different names of people, each as wide as a name may be."""
    return tuple(f"{number:04} {'W' * MAX_NAME_CELLS}"[:MAX_NAME_CELLS] for number in range(1, people + 1))


def table_request(people: int, kind: str = "host", slug: str = "mad-queens") -> TableRequest:
    """Return a request for a table with this number of seats."""
    return TableRequest(kind, slug, people)


async def open_table_with_people(app, pilot, people: int, kind: str = "host") -> None:
    """Go to a table with this number of people, at which ten matches have been played."""
    app.go_to_table(table_request(people, kind))
    await pilot.pause()
    await pilot.pause()
    names = long_names(people)
    app.session.client.set_table_state(
        matches=10,
        totals=tuple(Total(name, 10, 10, 9999) for name in names),
        spectators=names[:8],
        spectator_count=people,
    )
    for _ in range(10):
        app.session.client.receive_chat(names[-1], LONG_SENTENCE)
    await pilot.pause()


def opener_above_home(make_screen: Callable[[], object]):
    """Return a function that opens, above the home screen, the screen that `make_screen` returns."""

    async def act(app, pilot, people: int) -> None:
        """Show the screen."""
        await app.push_screen(make_screen())
        await pilot.pause()

    return act


def opener_above_table(make_screen: Callable[[object, int], object]):
    """Return a function that opens a table with people, and above it the screen that `make_screen` returns, unless that
    is None.
    """

    async def act(app, pilot, people: int) -> None:
        """Go to a table with these people and show the screen."""
        await open_table_with_people(app, pilot, people)
        made = make_screen(app, people)
        if made is not None:
            await app.push_screen(made)
        await pilot.pause()

    return act


async def show_home(app, pilot, people: int) -> None:
    """Show the home screen with a table left open, an unfinished match and a notice."""
    app.tables = type("LeftOpen", (), {"name_of_last_table": long_names(1)[0], "has_open_table": True})()
    app.screen.show_unfinished((UnfinishedTable(1, "queen-bees-ii", long_names(people), 99, 0.0),))
    app.show_notice(LONG_SENTENCE)
    await pilot.pause()


async def show_join(app, pilot, people: int) -> None:
    """Show the list of tables found on the network."""
    names = long_names(min(people, 40))
    app.new_table_browser = StagedNearbyTables(
        *(make_found_table(name, game="queens-dungeon", seats=8, free_seats=5, asks_for_code=True) for name in names)
    )
    await app.push_screen(JoinScreen())
    await pilot.pause()
    app.show_notice(LONG_SENTENCE)
    await pilot.pause()


async def show_past_matches(app, pilot, people: int) -> None:
    """Show a list of as many past matches as there are people."""
    await app.push_screen(HistoryScreen())
    await pilot.pause()
    await app.workers.wait_for_complete()
    app.screen._unfinished = tuple(
        UnfinishedTable(number, "mad-queens-classic", long_names(people), 99, 0.0, port=port)
        for number, port in ((1, 0), (2, 7433))
    )
    app.screen._matches = tuple(
        past_match_with_id(make_past_match(10), id) for id in range(min(people, MAX_MATCHES_LISTED))
    )
    app.screen._show_list()
    app.screen.show_notice(LONG_SENTENCE)
    await pilot.pause()


def make_past_match(people: int) -> FinishedMatch:
    """Return a finished match of this number of people."""
    options = tuple((name, option.text_of(option.default)) for name, option in games["mad-queens"].options.items())
    standings = rank_scores((seat, 60 - seat % 40) for seat in range(people))
    names = long_names(people)
    results = tuple(SeatResult(one.seat, names[one.seat], "", one.score, one.rank, 99, 199) for one in standings)
    return FinishedMatch(1, "mad-queens", people, options, 0.0, 1e9, results)


async def show_one_past_match(app, pilot, people: int) -> None:
    """Show a finished match of this number of people."""
    await app.push_screen(HistoryMatchScreen(make_past_match(people)))
    app.screen.show_notice(LONG_SENTENCE)
    await pilot.pause()


def past_match_with_id(match: FinishedMatch, id: int) -> FinishedMatch:
    """Return a copy of a finished match with another id."""
    return FinishedMatch(id, match.game, match.seats, match.options, match.began, match.ended, match.results)


async def show_result(app, pilot, people: int) -> None:
    """Show the result of the last of ten matches."""
    await open_table_with_people(app, pilot, people, "play" if people == 1 else "host")
    session = app.session
    view = games["mad-queens"].start(seats=people, seed="7").view(0)
    standings = rank_scores((seat, 60 - seat % 40) for seat in range(people))
    ended = MatchEnded(standings, long_names(people), dict.fromkeys(range(people), (99, 199)))
    session.verdict = VerificationResult(True, LONG_SENTENCE)
    await app.replace_all_but_home(ResultScreen(session, ended, view))
    app.screen.show_notice(LONG_SENTENCE)
    await pilot.pause()


async def show_match(app, pilot, people: int) -> None:
    """Show a match with a clock."""
    await open_table_with_people(app, pilot, people)
    app.session.client._let_bots_play = lambda: None
    app.session.client.start_match()
    await pilot.pause()
    app.session.client.set_table_state(clock=ShownClock(20.0, 14.0, 0))
    await pilot.pause()


async def show_menu_in_match(app, pilot, people: int) -> None:
    """Show the table menu during a match."""
    await show_match(app, pilot, people)
    await pilot.press("m")
    await pilot.pause()


async def show_hall(app, pilot, people: int) -> None:
    """Show the hall of a club with as many tables, but not more than are shown at once, and with many people who
    talk.
    """
    names = long_names(min(people, MAX_HALL_ROWS))
    rows = (
        TableRow(number, name, "queens-dungeon", 8, 8, 999, False, True) for number, name in enumerate(names, 7_000)
    )
    staged = StagedHall(StagedHallClient(tuple(rows), found=people))
    app.hall = HallSession(app, staged)
    await app.hall.show_hall(LONG_SENTENCE)
    for _ in range(10):
        staged.client.report(ChatReceived(names[-1], LONG_SENTENCE))
    await pilot.pause()
    await pilot.pause()


async def show_matches_of_evening(app, pilot, people: int) -> None:
    """Show the finished matches of a club's evening."""
    await show_hall(app, pilot, people)
    await pilot.press("m")
    await pilot.pause()
    names = long_names(min(people, MAX_HALL_ROWS))
    scores = tuple(SeatScore(name, 9_999, True) for name in names[:MAX_RESULTS_PER_HALL_MATCH])
    rows = (MatchRow(number, "queens-dungeon", people, 9_999, scores) for number in range(len(names)))
    app.hall.client.report(MatchesShown(tuple(rows), True))
    await pilot.pause()


async def show_ladder(app, pilot, people: int) -> None:
    """Show the ladder of a club's evening."""
    await show_hall(app, pilot, people)
    await pilot.press("l")
    await pilot.pause()
    rows = tuple(TotalRow(name, 99, 99, 9_999, 9_999) for name in long_names(min(people, MAX_HALL_ROWS)))
    app.hall.client.name = rows[-1].name
    app.hall.client.report(TotalsShown("", people, rows))
    await pilot.pause()


async def show_menu_in_lobby(app, pilot, people: int) -> None:
    """Show the table menu in the lobby."""
    await open_table_with_people(app, pilot, people)
    await pilot.press("m")
    await pilot.pause()


async def show_lobby_with_house_rules(app, pilot, people: int) -> None:
    """Show the lobby of a table at which every option differs from its default."""
    await open_table_with_people(app, pilot, people)
    client, options = app.session.client, games["mad-queens"].options
    other = {name: Field.of_option(name, option).step(1).value for name, option in options.items()}
    settings = {name: options[name].parse_value(name, value) for name, value in other.items()}
    client.set_table_state(options={**client.table.options, **settings})
    await pilot.pause()


def make_kick_question(app, people: int):
    """Return the question that is asked before the person with the longest name is removed from the table."""
    client = app.session.client
    request = next(one for one in TABLE_REQUESTS if one.name == "kick")
    situation = RequestSituation(client, client.table, is_playing=False).about(long_names(people)[-1])
    asked = request.question(situation)
    return confirmation_dialog(asked.text + " " + LONG_SENTENCE, asked.yes_label, "No")


def make_leave_dialog(app, people: int):
    """Return the dialog with the ways to leave a hosted table."""
    return choice_dialog(
        HOSTED_LEAVE_QUESTION,
        lambda: [
            LetterChoice(name, "", words, remark) for name, words, remark in hosted_leave_choices(is_playing=True)
        ],
    )


def show_person_menu(app, people: int) -> None:
    """Show the menu of the last person."""
    client = app.session.client
    client.set_people(long_names(people))
    open_person_menu(app.screen, client, long_names(people)[-1])


async def show_help_in_match(app, pilot, people: int) -> None:
    """Show help during a match."""
    await show_match(app, pilot, people)
    await pilot.press("f1")
    await pilot.pause()


def make_replay_screen():
    """Return the replay screen of a kept match."""
    return ReplayScreen(Playback(Record.parse(REPLAYED_RECORD_FILE.read_text(encoding="utf-8")), 0), LONG_SENTENCE)


async def show_analysis(app, pilot, people: int) -> None:
    """Show the analysis of a match of Mad Queens, which is soon complete."""
    record = REPLAYED_RECORD_FILE.with_name("mad-queens-4-default.txt").read_text(encoding="utf-8")
    await app.push_screen(AnalysisScreen(Record.parse(record), 0, LONG_SENTENCE))
    await app.workers.wait_for_complete()
    app.screen.show_notice(LONG_SENTENCE)
    await pilot.pause()


SHOW_SCREEN_BY_NAME = {
    "home": show_home,
    "set-up": opener_above_home(lambda: TableSetupScreen("play")),
    "host": opener_above_home(lambda: TableSetupScreen("host")),
    "open in a club": opener_above_home(lambda: TableSetupScreen("club")),
    "join": show_join,
    "past matches": show_past_matches,
    "statistics": opener_above_home(StatisticsScreen),
    "rules": opener_above_home(lambda: RulesScreen("big-queen")),
    "settings": opener_above_home(SettingsScreen),
    "themes": opener_above_home(ThemesScreen),
    "name": opener_above_home(lambda: TextQuestion(NAME_QUESTION, "Nora", NAME_HINT, 16)),
    "replay": opener_above_home(make_replay_screen),
    "analysis": show_analysis,
    "past match": lambda app, pilot, people: opener_above_home(lambda: HistoryMatchScreen(make_past_match(people)))(
        app, pilot, people
    ),
    "hall": show_hall,
    "matches of the evening": show_matches_of_evening,
    "ladder": show_ladder,
    "lobby": open_table_with_people,
    "lobby with all house rules": show_lobby_with_house_rules,
    "change the game": opener_above_table(lambda app, people: TableSetupScreen("change")),
    "table settings": opener_above_table(lambda app, people: TableSettingsScreen()),
    "ways out": opener_above_table(make_leave_dialog),
    "question": opener_above_table(make_kick_question),
    "table menu": show_menu_in_lobby,
    "table menu in a match": show_menu_in_match,
    "person": opener_above_table(show_person_menu),
    "match": show_match,
    "help": show_help_in_match,
    "result": show_result,
}
"""Maps the name of a screen to the function that shows it."""

SCREENS_WITHOUT_PEOPLE = {
    "name",
    "set-up",
    "host",
    "open in a club",
    "statistics",
    "rules",
    "settings",
    "themes",
    "replay",
    "analysis",
    "change the game",
    "table settings",
}
"""Names of the screens that do not depend on the number of people."""

SKIPPED_SCREENS = set() if IS_DEEP_RUN else {"host", "open in a club", "change the game", "table menu in a match"}
"""Names of the screens that are not tried because another screen has the same entries; none in the deep run."""

SCREENS_WITH_PEOPLE_AND_SIZES = [
    (
        name,
        people,
        list(MAX_VISITED_ENTRIES_BY_SIZE) if IS_DEEP_RUN else [list(MAX_VISITED_ENTRIES_BY_SIZE)[number % 2]],
    )
    for number, name in enumerate(name for name in SHOW_SCREEN_BY_NAME if name not in SKIPPED_SCREENS)
    for people in ((4,) if name in SCREENS_WITHOUT_PEOPLE else NUMBERS_OF_PEOPLE)
]
"""Triples of the name of a screen, a number of people, and a list of window sizes.

The list has all sizes in the deep run. In the usual run it has one: the first for every second screen, the second for
the others.
"""


def visible_part(app, widget: Widget) -> Region:
    """Return the part of a widget that the terminal shows, as a region of cells of the terminal."""
    geometry = app.screen.find_widget(widget)
    return geometry.clip.intersection(geometry.region)


def cursor_rows(widget: Menu | Form) -> tuple[int, int]:
    """Return two rows of a widget: the first row of the entry under the cursor, and the row after its last."""
    return widget._row_ranges[widget.index]


def entry_is_visible(app, widget: Menu | Form) -> bool:
    """Return whether all rows of the entry under the cursor are on the screen and above the key bar."""
    top, bottom = cursor_rows(widget)
    geometry = app.screen.find_widget(widget)
    entry = Region(geometry.region.x, geometry.region.y + top, geometry.region.width, bottom - top)
    bar = visible_part(app, app.screen.query_one(KeyBar))
    return geometry.clip.contains_region(entry) and entry.bottom <= bar.y


async def entries_out_of_sight(app, pilot, widget: Menu | Form, steps: int) -> Sequence[int]:
    """Return the indices of the entries that `steps` presses of an arrow key from either end do not scroll into
    view.
    """
    widget.focus()
    await pilot.pause()
    entries = len(widget.choices if isinstance(widget, Menu) else widget.fields)
    lost: set[int] = set()
    for there, step, last in (("home", "down", entries - 1), ("end", "up", 0)):
        await pilot.press(there)
        for _ in range(min(entries, steps)):
            await pilot.pause()
            if not entry_is_visible(app, widget):
                lost.add(widget.index)
            if widget.index == last:
                return sorted(lost)
            await pilot.press(step)
    return sorted(lost)


TEXTS_WITH_ELLIPSIS = (LOOKING_FOR_TABLES_TEXT, ONE_MOMENT_TEXT)
"""Texts that end in an ellipsis although they are not cut, because something is in progress."""

CUT_SENTENCE_PATTERN = re.compile(r"[a-z.,;:!?)] ?…")
"""Pattern of the place where a sentence is cut.

The names in these tests have other letters, because lists may cut names.
"""


def cut_sentences(text: str) -> list[str]:
    """Return the rows of a screen's text in which a sentence is cut."""
    for under_way in TEXTS_WITH_ELLIPSIS:
        text = text.replace(under_way, "")
    return [row.strip() for row in text.splitlines() if CUT_SENTENCE_PATTERN.search(row)]


@pytest.mark.deep
@pytest.mark.usefixtures("shorten_analysis")
@pytest.mark.parametrize(
    ("name", "people", "sizes"),
    SCREENS_WITH_PEOPLE_AND_SIZES,
    ids=[f"{name}, {people}" for name, people, _ in SCREENS_WITH_PEOPLE_AND_SIZES],
)
async def test_every_entry_of_a_screen_can_be_scrolled_into_view_and_no_sentence_is_cut(
    make_program, screen_text, name, people, sizes
) -> None:
    table = LastTableSetup("mad-queens", people, people - 1)
    app = make_program(names=long_names(people), name=long_names(1)[0], table=table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await SHOW_SCREEN_BY_NAME[name](app, pilot, people)
        assert cut_sentences(screen_text(app)) == []
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert cut_sentences(screen_text(app)) == []
            bar = app.screen.query_one(KeyBar)
            for widget in (*app.screen.query(Menu), *app.screen.query(Form)):
                if widget.display and (widget.choices if isinstance(widget, Menu) else widget.fields):
                    assert await entries_out_of_sight(app, pilot, widget, MAX_VISITED_ENTRIES_BY_SIZE[size]) == []
            assert visible_part(app, bar).height == 1
