"""The lesson screen: every lesson to its end, wrong keys, leaving and coming back, the offer at the first start."""

from __future__ import annotations

from itertools import product

import pytest

from core import games
from core.mad_queens import REVEAL
from tui.boards.common.background import MIN_BOARD_ROWS
from tui.boards.common.commands import Choose
from tui.lessons.registry import LEARN_QUESTION, LESSONS
from tui.screens.home import HomeScreen
from tui.screens.lesson import MARGIN, LessonPanel, LessonScreen
from tui.screens.match import MatchScreen
from tui.settings import Settings


def words(text: str) -> str:
    """Return a text without its line breaks and the bar of the panel."""
    return " ".join(text.replace("▌", " ").split())


async def test_every_lesson_is_played_to_its_end_and_its_text_is_never_cut(program, shown) -> None:
    app = program()
    async with app.run_test(size=(60, 18)) as pilot:
        for size, (game, lesson) in product(((60, 18), (80, 24)), LESSONS.items()):
            if app.size != size:
                await pilot.resize_terminal(*size)
            await app.lessons.show(game)
            await pilot.pause()
            screen = app.screen
            panel = screen.query_one(LessonPanel)
            assert words(panel.says.text) in words(shown(app))
            for number in range(lesson.steps):
                rows = panel.says.rows(app.size.width - 2 * MARGIN)
                assert panel.says.progress == f"{number + 1} of {lesson.steps}"
                assert len(rows) <= panel.styles.height.value <= app.size.height - 1
                assert app.size.height - 1 - screen.board.styles.margin.bottom >= MIN_BOARD_ROWS
                if screen._run.is_last:
                    break
                if size == (60, 18):
                    assert not screen.board.can_focus
                    screen.action_go_on()
                    assert panel.says.rows(app.size.width - 2 * MARGIN) == [(screen._run.step.task, "gold")]
                assert screen.board.can_focus
                screen.on_board_chose(screen.board.Chose(games[game].parse(screen._run.step.action)))
            assert screen._run.is_last
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen)
    assert Settings.load(app.folder).lessons == {game: lesson.steps for game, lesson in LESSONS.items()}


async def test_a_click_on_the_board_does_nothing_in_a_step_that_is_only_read(program) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings.lessons["mad-queens"] = LESSONS["mad-queens"].steps - 1
        await app.lessons.show("mad-queens")
        await pilot.pause()
        screen = app.screen
        reveal = next(area for area, command in screen.board._picture.click_areas if command == Choose(REVEAL))
        await pilot.click(screen.board, offset=(reveal.x, reveal.y))
        await pilot.pause()
        assert screen._run.is_last
        assert not screen.board.awaits_answer
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_keys_a_wrong_choice_leaving_and_coming_back(program, shown) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert LEARN_QUESTION in shown(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        await pilot.press("b", "x", "enter", "space")  # there is nothing to bank yet
        await pilot.pause()
        assert "5♥ joins your row" in words(shown(app))
        await pilot.press("b")
        await pilot.pause()
        assert "a timid row" in words(shown(app))
        assert "2 of 11" in shown(app)
        for size in ((50, 15), (60, 18), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert app.focused is app.screen.board
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert "goes on at step 2 of 11" in shown(app)
        await pilot.press("1")
        await pilot.pause()
        assert "2 of 11" in shown(app)
        await pilot.press("space")
        await pilot.pause()
        assert "3 of 11" in shown(app)
        await pilot.press("f4", "f4")
        await pilot.pause()
        assert "1 of 11" in shown(app)
        assert "5♥" not in shown(app)


async def test_animations_are_played_before_the_next_step(program, shown, monkeypatch) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_SECONDS", 3600)
    app = program(animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        await app.lessons.show("mad-queens")
        await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        screen = app.screen
        assert screen._run.done == 0
        assert "5♥ joins your row" in words(shown(app))
        screen.board._finish_animation()
        while screen._run.done == 0:
            screen._play_next()
            screen.board._finish_animation()
        await pilot.pause()
        assert "2 of 11" in shown(app)


async def test_last_step_begins_a_match(program) -> None:
    app = program(names=("You", "Ada", "Ben", "Cy"))
    app.settings.lessons["queen-bees-ii"] = LESSONS["queen-bees-ii"].steps - 1
    async with app.run_test(size=(80, 24)) as pilot:
        await app.lessons.show("queen-bees-ii")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.screen.view.game == "queen-bees-ii"


@pytest.mark.parametrize(
    ("answer", "screen"), [("enter", LessonScreen), ("y", LessonScreen), ("n", HomeScreen), ("escape", HomeScreen)]
)
async def test_first_start_offers_a_lesson_once_after_the_name(program, shown, answer, screen) -> None:
    app = program(named=False)
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "First time here?" in shown(app)
        await pilot.press(answer)
        await pilot.pause()
        assert isinstance(app.screen, screen)
