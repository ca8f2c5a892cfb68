"""The screen of the analysis of a match: opened from the result, the history and a replay; a key on a mistake shows its
board.
"""

from __future__ import annotations

import dataclasses
import re
from asyncio import Event, timeout
from collections.abc import Sequence
from functools import cache

import pytest
from textual.widgets import Static

from core import Action, Game, Match, Record, cards, games
from core.engine.analysis import Analysis, AnalysisWork, analyse
from core.engine.cards import CARDS
from core.engine.computation import run_to_end
from core.engine.registry import match_at_start
from core.engine.score_course import current_part
from net.client.events import VerificationResult
from net.client.playback import Playback, views_after
from tests.support.depth import GAMES_TO_START, count_for_depth, parametrize
from tests.support.patience import PATIENCE_SECONDS
from tests.support.source_tree import REPOSITORY_ROOT
from tui.boards.games import narrator_for
from tui.boards.tricks.trick_view import is_trump
from tui.cards import CHIP, LOOKS, MID, MINI, Canvas
from tui.connect.request import TableRequest
from tui.drawing.styles import styles_on
from tui.screens.analysis import COPIED_SENTENCE, PROGRESS_SENTENCE, AnalysisScreen, CourseChartView
from tui.screens.replay import ReplayScreen
from tui.screens.result import ResultScreen
from tui.text.analysis import DID_NOT_PLAY_SENTENCE, POINTS_HEADING, courses_heading, match_summary, turning_point_text
from tui.text.records import seat_names
from tui.text.story import highlights_text
from tui.widgets.card_groups import CardGroups
from tui.widgets.menu import Menu

RECORDS_FOLDER = REPOSITORY_ROOT / "tests/conformance/records"
"""Path of the folder with the records of the matches that are analysed."""
REPLAY_VERDICT = "The record was played by the rules."
"""The verdict on the record that the screen shows."""

pytestmark = pytest.mark.usefixtures("shorten_analysis")


def golden_record_of(slug: str = "mad-queens") -> Record:
    """Return the golden record of a match of four players: one that every version replays."""
    return Record.parse((RECORDS_FOLDER / f"{slug}-4-default.txt").read_text(encoding="utf-8"))


@cache
def cached_analysis_of(record: Record, seat: int | None) -> Analysis:
    """Return the analysis of a record in which the decisions of `seat` are judged; a second call returns it at once."""
    return run_to_end(analyse(games[record.game], match_at_start(record), record.actions, seat))


@pytest.fixture
def reuse_cached_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the screen show the analysis with which the tests compare it, without computing it again."""

    def analysis_made_before(
        game: Game, start: Match, actions: Sequence, seat: int | None, *, estimates: bool = True
    ) -> AnalysisWork:
        """Return the analysis at once."""
        yield from ()
        return cached_analysis_of(golden_record_of(game.slug), seat)

    monkeypatch.setattr("tui.screens.analysis.analyse", analysis_made_before)


async def show_analysis(app, pilot, record: Record, seat: int | None) -> None:
    """Show the analysis of a record, and wait until it is complete."""
    await pilot.pause()
    await app.push_screen(AnalysisScreen(record, seat, REPLAY_VERDICT))
    await app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
async def test_analysis_of_every_game_shows_courses_and_highlights(make_program, screen_text, slug) -> None:
    """Decisions are judged here only in the Mad Queens games, because other coaches need seconds for a whole match."""
    record = golden_record_of(slug)
    judged = 0 if slug.startswith("mad-queens") else None
    analysis = cached_analysis_of(record, None)
    best = max(range(4), key=lambda seat: analysis.scores[-1][seat])
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_analysis(app, pilot, record, judged)
        for size in ((80, 24), (60, 18), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = screen_text(app)
            assert games[slug].title in text
            assert seat_names(record)[best] in text
            assert str(analysis.scores[-1][best]) in text


@pytest.mark.usefixtures("reuse_cached_analyses")
async def test_enter_on_a_mistake_shows_the_board_as_the_seat_saw_it(make_program, screen_text) -> None:
    record = golden_record_of()
    mistake = cached_analysis_of(record, 0).mistakes[1]
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_analysis(app, pilot, record, 0)
        await pilot.press("2")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        playback = app.screen._playback
        assert (playback.actions_done, playback.seat) == (mistake.step, 0)
        text = screen_text(app)
        assert "Banking was better" in text
        assert text.count("“") == text.count("”"), "what the coach said is whole, or left out"
        assert "Your row and the next card" in text or "F1 says more." in text
        await pilot.press("right")
        await pilot.pause()
        assert playback.last_action == (0, mistake.choice_taken.action)
        assert "Banking was better" in screen_text(app), "the comment stays while the decision is shown"
        await pilot.press("right")
        await pilot.pause()
        assert "Banking was better" not in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, AnalysisScreen)


def first_decisions_of_parts(record: Record, seat: int) -> list[int]:
    """Return the numbers of actions before the first decision of `seat` in each part of a match."""
    game, match = games[record.game], match_at_start(record)
    steps: dict[str, int] = {}
    for step, (actor, text) in enumerate(record.actions):
        part = current_part(game, match)
        if actor == seat and part not in steps and len(match.legal(seat)) > 1:
            steps[part] = step
        match.act(actor, game.parse(text))
    return list(steps.values())


@pytest.mark.deep
@pytest.mark.parametrize("slug", GAMES_TO_START)
async def test_decision_opens_on_a_board_that_shows_its_table_and_its_comment(make_program, screen_text, slug) -> None:
    """Also the first decision of a deal, which the result of the deal before would cover."""
    record = golden_record_of(slug)
    steps = [one.step for one in cached_analysis_of(record, 0).mistakes]
    steps += [
        step for seat in range(record.seats) for step in first_decisions_of_parts(record, seat)[: count_for_depth(3, 8)]
    ]
    app = make_program()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        for step in steps:
            seat, text = record.actions[step]
            action = games[slug].parse(text)
            await app.show_replay(record, seat, REPLAY_VERDICT, step, "A word on this decision.")
            await pilot.pause()
            board, shown = app.screen.board, screen_text(app)
            assert board.shown_view == app.screen._playback.view, step
            assert "A word on this decision." in shown, step
            if hasattr(board.scene, "overlay"):
                assert not board.scene.overlay, step
                assert action.verb != "play" or board.scene.cursor == action.cards[0], step
            if action.verb not in ("take", "catch"):  # a take names two cards of many in the hand
                assert all(str(card) in shown or f" {card.rank} " in shown for card in action.cards), (step, shown)
            await pilot.press("right")
            await pilot.pause()
            assert "A word on this decision." in screen_text(app), step
            await pilot.press("escape")
            await pilot.pause()


def is_reason_shown(app, number: int, reason: str) -> bool:
    """Return whether the line below the mistakes shows the number of a mistake and then this reason."""
    text = str(app.screen.query_one("#reason", Static).content)
    return text.startswith(f"{number}  ") and reason in text


@pytest.mark.usefixtures("reuse_cached_analyses")
async def test_analysis_shows_the_reason_of_the_mistake_under_the_cursor(make_program, screen_text) -> None:
    record = golden_record_of()
    mistakes = cached_analysis_of(record, 0).mistakes
    app = make_program()
    async with app.run_test(size=(200, 60)) as pilot:
        await show_analysis(app, pilot, record, 0)
        assert is_reason_shown(app, 1, mistakes[0].reason)
        await pilot.press("down")
        await pilot.pause()
        assert is_reason_shown(app, 2, mistakes[1].reason)


@pytest.mark.usefixtures("reuse_cached_analyses")
@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_analysis_says_where_the_chance_of_the_reader_changed_most(make_program, screen_text, size) -> None:
    record = golden_record_of()
    told = turning_point_text(cached_analysis_of(record, 0), seat_names(record), 0)
    assert told
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await show_analysis(app, pilot, record, 0)
        shown = " ".join(screen_text(app).split())
        assert " ".join(told.split()[:9]) in shown


@pytest.mark.usefixtures("reuse_cached_analyses")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("seat", [0, None])
async def test_chart_keeps_enough_rows_to_tell_the_curves_apart(make_program, size, seat) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await show_analysis(app, pilot, golden_record_of(), seat)
        chart = app.screen.query_one(CourseChartView)
        assert chart.size.height >= 8
        await pilot.press("l")
        await pilot.pause()
        assert chart.size.height >= (18 if size == (80, 24) else 15)
        assert app.screen.query_one("#reason").display == (size != (80, 24)), "a large window has room for all"
        await pilot.press("l")
        await pilot.pause()
        assert app.screen.query_one("#reason").display
        if seat is not None:
            assert isinstance(app.focused, Menu), "its keys work again"


@pytest.mark.usefixtures("reuse_cached_analyses")
@pytest.mark.parametrize("seat", [0, None])
async def test_highlights_are_shown_in_a_small_window_with_the_chart_alone(make_program, screen_text, seat) -> None:
    """A person who opens the analysis from the history sees them nowhere else. They give way to decisions only."""
    record = golden_record_of()
    told = highlights_text(games["mad-queens"], cached_analysis_of(record, seat).remarks, seat_names(record), seat)
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_analysis(app, pilot, record, seat)
        shown = []
        for key in ("l", "l", ""):
            shown.append(" ".join(told.split()[:6]) in " ".join(screen_text(app).split()))
            await pilot.press(*key)
            await pilot.pause()
        assert shown == [seat is None, True, seat is None]


@pytest.mark.usefixtures("reuse_cached_analyses")
async def test_analysis_for_a_spectator_shows_courses_and_no_mistakes(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_analysis(app, pilot, golden_record_of(), None)
        assert DID_NOT_PLAY_SENTENCE in screen_text(app)
        assert not app.screen.query_one(Menu).display


@pytest.mark.usefixtures("reuse_cached_analyses")
async def test_p_key_switches_the_chart_of_the_analysis_between_chances_and_points(make_program, screen_text) -> None:
    record = golden_record_of()
    analysis = cached_analysis_of(record, None)
    chances, points = (courses_heading(games["mad-queens"], analysis, points) for points in (False, True))
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_analysis(app, pilot, record, None)
        texts = [screen_text(app)]
        for _ in range(2):
            await pilot.press("p")
            await pilot.pause()
            texts.append(screen_text(app))
        assert [chances in text for text in texts] == [True, False, True]
        assert [points in text for text in texts] == [False, True, False]
        assert ["100%" in text for text in texts] == [True, False, True]
        assert ["P Show points" in text for text in texts] == [True, False, True]
        assert ["P Show chances" in text for text in texts] == [False, True, False]


@pytest.mark.usefixtures("reuse_cached_analyses")
async def test_c_key_copies_the_text_of_the_analysis(make_program, screen_text, monkeypatch) -> None:
    record = golden_record_of()
    app = make_program()
    copied = []
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await show_analysis(app, pilot, record, 0)
        await pilot.press("c")
        await pilot.pause()
        options = match_at_start(record).options
        assert copied == [
            match_summary(games["mad-queens"], options, cached_analysis_of(record, 0), seat_names(record))
        ]
        assert COPIED_SENTENCE in screen_text(app)


async def test_points_over_the_match_are_shown_while_the_coach_works(make_program, screen_text, monkeypatch) -> None:
    record, released = golden_record_of(), Event()

    def analysis_that_waits(
        game: Game, start: Match, actions: Sequence, seat: int | None, *, estimates: bool = True
    ) -> AnalysisWork:
        """Return the course of the match at once, and the whole analysis when the test has released it."""
        while estimates and not released.is_set():
            yield 0.61
        return (yield from analyse(game, start, actions, None, estimates=False))

    monkeypatch.setattr("tui.screens.analysis.analyse", analysis_that_waits)
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(AnalysisScreen(record, 0, REPLAY_VERDICT))
        async with timeout(PATIENCE_SECONDS):
            while PROGRESS_SENTENCE.format(61) not in screen_text(app):
                await pilot.pause()
        course = cached_analysis_of(record, None)
        assert POINTS_HEADING.format("Point") in screen_text(app)
        for name, score in zip(seat_names(record), course.scores[-1], strict=True):
            assert re.search(rf"{name}.* {score}\b", screen_text(app))
        released.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert PROGRESS_SENTENCE.format(61) not in screen_text(app)


async def test_analysis_of_a_record_that_breaks_off_says_so_and_shows_nothing_else(make_program, screen_text) -> None:
    record = golden_record_of()
    broken = Record(record.game, 4, record.seed, record.options, record.deal, ((0, "end"),), record.digest)
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_analysis(app, pilot, broken, 0)
        assert "The record breaks off here:" in screen_text(app)


@pytest.mark.usefixtures("reuse_cached_analyses")
async def test_n_key_in_a_replay_opens_the_analysis_of_the_seat_that_it_shows(make_program, screen_text) -> None:
    record = golden_record_of()
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(ReplayScreen(Playback(record, 2), REPLAY_VERDICT))
        await pilot.press("n")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, AnalysisScreen)
        assert app.screen._seat == 2


async def test_result_screen_offers_the_analysis_once_the_record_has_been_checked(make_program, screen_text) -> None:
    app = make_program(TableRequest("play"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.session.client.play_on()
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ResultScreen)
        assert "What happened" not in screen_text(app)
        await app.session.handle_event(VerificationResult(True, REPLAY_VERDICT, golden_record_of()))
        await pilot.pause()
        assert "What happened" in screen_text(app)
        app.screen.query_one(Menu)._shown_since.clear()
        await app.screen.on_menu_chosen(Menu.Chosen(app.screen.query_one(Menu), "analysis"))
        await pilot.pause()
        assert isinstance(app.screen, AnalysisScreen)


@pytest.mark.usefixtures("reuse_cached_analyses")
async def test_n_key_in_a_replay_that_the_analysis_has_opened_leads_back_to_the_analysis(make_program) -> None:
    record = golden_record_of()
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_analysis(app, pilot, record, 0)
        analysis = app.screen
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("n")
        await pilot.pause()
        assert app.screen is analysis


@pytest.mark.usefixtures("reuse_cached_analyses")
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_cards_of_the_selected_decision_are_those_that_the_seat_saw(make_program, screen_text, size) -> None:
    record = golden_record_of()
    mistakes = cached_analysis_of(record, 0).mistakes[:2]
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await show_analysis(app, pilot, record, 0)
        for mistake in mistakes:
            playback = Playback(record, 0)
            playback.move_to(mistake.step)
            shown = " ".join(screen_text(app).split("What cost you most")[1].split())
            assert re.search(r"Row .*Banned " if playback.view.count("shown/0") else r"Banned ", shown)
            for card in (*playback.view.cards("shown/0"), *playback.view.cards("banned")):
                assert str(card) in shown
            await pilot.press("down")
            await pilot.pause()
        assert mistakes[0].step != mistakes[1].step


@pytest.mark.parametrize("slug", ["queens-dungeon", "queen-bees-ii", "big-queen"])
def test_decision_with_cards_in_hand_depends_on_the_hand_first(slug) -> None:
    record = golden_record_of(slug)
    view = run_to_end(views_after(record, 2, [len(record.actions) // 2]))[len(record.actions) // 2]
    narrator = narrator_for(view, seat_names(record))
    groups = narrator.decision_cards()
    assert groups[0][0] == "Hand"
    assert sorted(groups[0][1]) == sorted(view.cards("hand/2"))
    assert groups[0][1]
    trumps = {"queens-dungeon": "Trump: {trump}.", "queen-bees-ii": "Trumps: {trumps}.", "big-queen": ""}[slug]
    facts = {"trump": view.facts.get("trump"), "trumps": " ".join(map(str, view.facts.get("trumps") or ()))}
    said = narrator.decision_sentence()
    assert said.endswith(trumps.format(**facts))
    assert (said.startswith(("You lead.", "On the table:")) or " led" in said) == (slug != "big-queen")


@pytest.mark.parametrize("slug", ["queens-dungeon", "queen-bees-ii"])
def test_decision_in_a_trick_says_who_led_and_what_lies_there_and_marks_trumps(slug) -> None:
    game, match = games[slug], match_at_start(golden_record_of(slug))
    seen, marked = set(), 0
    for actor, text in golden_record_of(slug).actions:
        if text.startswith("play"):
            view = match.view(actor)
            narrator = narrator_for(view, ("Ann", "Bea", "Cleo", "Dora"))
            said, trick = narrator.decision_sentence(), view.cards("trick")
            seen.add(len(trick))
            if not trick:
                assert said.startswith("You lead.")
            else:
                assert said.startswith(f"{narrator.name(view.facts['leader'])} led")
                assert all(str(card) in said for card in trick)
            trumps = set(narrator.decision_trumps())
            assert trumps == {card for card in (*view.cards(f"hand/{actor}"), *trick) if is_trump(view, card)}
            marked += bool(trumps)
        match.act(actor, game.parse(text))
    assert seen == {0, 1, 2, 3}
    assert marked


def test_trumps_among_the_cards_of_a_decision_are_marked_in_every_size() -> None:
    groups = CardGroups()
    groups._groups = [("Hand", CARDS[:3])]
    for size in (MID, MINI, CHIP):
        pictures = []
        for groups._trumps in ((), (CARDS[1],)):
            canvas = Canvas(60, size.height + (size is not CHIP))
            groups.paint(canvas, styles_on(LOOKS["four"]))
            pictures.append(str(canvas).count("T"))
        assert pictures[1] == pictures[0] + 1, size


def test_groups_of_cards_without_room_for_all_are_the_first_ones() -> None:
    groups = CardGroups()
    groups._groups = [("Hand", CARDS[:9]), ("Pile", CARDS[9:10]), ("Sets", CARDS[10:24])]
    for width, size, headings in ((130, MID, 3), (64, MID, 2), (50, MINI, 2), (64, CHIP, 2)):
        canvas = Canvas(width, size.height + (size is not CHIP))
        groups.paint(canvas, styles_on(LOOKS["four"]))
        assert [heading in str(canvas) for heading in ("Hand", "Pile", "Sets")] == [at < headings for at in range(3)]
        assert all(str(card) in str(canvas) for card in CARDS[:10])
        assert "more" not in str(canvas)
    for size in (MID, CHIP):
        canvas = Canvas(80, size.height + (size is not CHIP))
        groups.paint(canvas, styles_on(LOOKS["four"]))
        assert "and 1 more" in str(canvas)


def test_second_group_of_chips_without_room_for_all_its_cards_shows_the_first_ones() -> None:
    groups, canvas = CardGroups(), Canvas(78, 1)
    groups._groups = [("Hand", CARDS[:11]), ("Pile from 8♥ (6)", CARDS[11:16]), ("Team A", CARDS[16:19])]
    groups.paint(canvas, styles_on(LOOKS["four"]))
    assert re.search(rf"Pile from 8♥ \(6\) +{CARDS[11]} *…", str(canvas))


def test_decision_about_a_take_is_shown_with_the_pile_from_the_card_that_it_takes() -> None:
    match = games["big-queen"].start(4, seed="pile")
    match.act(0, Action(("deal",)))
    pile = cards("9♦ K♣ 8♥ 7♥")
    view = match.view(1)
    view = dataclasses.replace(view, piles={**view.piles, "discard": pile})
    narrator = narrator_for(view, ("Ann", "Bea", "Cleo", "Dora"))
    take, draw = Action(("take", 3, *cards("8♠ 8♦"))), Action(("draw",))
    for compared, shown in (((draw, take), pile[2:]), ((draw,), pile[3:])):
        assert dict(narrator.decision_cards(compared))["Discard pile"] == shown
    view = dataclasses.replace(view, piles={**view.piles, "discard": (*pile, *cards("3♠ 4♠ 5♠ 6♠"))})
    groups = dict(narrator_for(view, narrator.names).decision_cards((take,)))
    assert groups["Pile from 8♥ (6)"] == cards("8♥ 7♥ 3♠ 4♠ 5♠")
