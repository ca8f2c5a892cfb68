"""The lesson screen: every lesson to its end, wrong keys, leaving and resuming a lesson, the offer at the first
start.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from itertools import product

import pytest

from core import cards, games
from core.big_queen import ASK_ACTION
from core.mad_queens import REVEAL_ACTION
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.boards.big_queen.render import layout_of
from tui.boards.big_queen.text import duty_sentences
from tui.boards.common.background import MIN_BOARD_ROWS
from tui.boards.common.commands import ChooseAction
from tui.boards.tricks.scene import DungeonEffect, TrickFrameEffect
from tui.connect.request import TableRequest
from tui.drawing import wrap
from tui.lessons.registry import LESSONS, WHICH_LESSON_QUESTION
from tui.screens.dialog import Dialog
from tui.screens.home import HomeScreen
from tui.screens.lesson import LAST_STEP_IN_MATCH_TASK, WATCHING_TASK, LessonScreen
from tui.screens.lesson_text import MIN_LOG_ROWS_BELOW_TEXT, TEXT_MARGIN_COLUMNS, LessonPanel, LessonSideText
from tui.screens.match import LESSON_OFFER_SENTENCE, MatchScreen
from tui.screens.name import NAME_QUESTION
from tui.settings import Settings
from tui.widgets.key_bar import KeyBar
from tui.widgets.settle_time import TOO_QUICK_SENTENCE


def text_without_line_breaks(text: str) -> str:
    """Return a text without its line breaks and without the bar at the side of the panel."""
    return " ".join(text.replace("▌", " ").split())


def enter_is_lit(screen: LessonScreen) -> bool:
    """Return whether the key bar shows Enter as a key that works now."""
    (enter,) = [key for key in screen.query_one(KeyBar).keys if key.label == "Enter"]
    return enter.enabled


async def test_enter_becomes_lit_by_itself_once_an_answer_has_been_on_the_screen_long_enough(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_step(app, pilot, "mad-queens", 0)
        await pilot.press("space")
        screen = app.screen
        await wait_until(pilot, lambda: screen._reading)
        await wait_until(pilot, lambda: screen.query_one(KeyBar).listed_keys[0].enabled)
        assert screen.query_one(KeyBar).listed_keys[0].label == "Enter"


async def show_step(app, pilot, game: str, steps_done: int) -> None:
    """Show the lesson of a game to a person who has done this number of its steps before."""
    app.settings.lessons[game] = steps_done
    await app.lessons.show_lesson(game)
    await pilot.pause()


async def test_every_lesson_is_played_to_its_end_and_its_text_is_never_cut(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(60, 18)) as pilot:
        for size, (game, lesson) in product(((60, 18), (80, 24)), LESSONS.items()):
            if app.size != size:
                await pilot.resize_terminal(*size)
            await app.lessons.show_lesson(game)
            await pilot.pause()
            screen = app.screen
            panel = screen.query_one(LessonPanel)
            for number in range(lesson.steps):
                step = screen._run.step
                assert panel.says.progress == f"Step {number + 1} of {lesson.steps}"
                assert (
                    panel.says.rows(app.size.width - 2 * TEXT_MARGIN_COLUMNS)
                    <= panel.styles.height.value
                    <= app.size.height - 1
                )
                assert app.size.height - 1 - screen.board.styles.margin.bottom >= MIN_BOARD_ROWS
                if screen._run.is_last:
                    break
                if size == (60, 18):
                    assert panel.says.main_text == step.text_on_screen
                    assert not screen.board.can_focus
                    press_enter_on_text(screen)
                    assert panel.says.main_text == ""
                else:
                    assert_text_beside_board(screen, step.text_on_screen)
                assert screen.board.can_focus
                screen.on_board_action_chosen(screen.board.ActionChosen(games[game].parse(step.action)))
                assert screen._text.main_text == step.answer
                if size == (80, 24):
                    assert_text_beside_board(screen, step.answer)
                press_enter_on_text(screen)
            assert screen._run.is_last
            await pilot.press("escape")
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen)
    assert Settings.load(app.folder).lessons == {game: lesson.steps for game, lesson in LESSONS.items()}


async def wait_until(pilot, happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not happened():
            await pilot.pause(0.01)


def press_enter_on_text(screen: LessonScreen) -> None:
    """Press Enter on the text of the lesson, once it has been shown so long that keys count: a millisecond."""
    while screen._reading and not screen._text_counts_as_read:
        pass
    screen.action_go_on()


def assert_text_beside_board(screen: LessonScreen, text: str) -> None:
    """Assert that a text is shown whole in the place of the log, and that only the task takes rows of the board."""
    words = screen.query_one(LessonSideText)
    assert words.display
    assert words.says.main_text == text
    assert len(wrap(text, words.styles.width.value - TEXT_MARGIN_COLUMNS - 1)) <= words.styles.height.value
    assert screen.board.styles.margin.bottom == screen._task_rows == 1


async def test_text_of_a_lesson_leaves_room_for_the_log_below_it_in_a_large_window(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(140, 44)) as pilot:
        await app.lessons.show_lesson("mad-queens")
        await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        zone = app.screen.board.log_zone(140, 42)
        assert app.screen.query_one(LessonSideText).styles.height.value <= zone.height - MIN_LOG_ROWS_BELOW_TEXT
        assert "K♦ is banned now." in screen_text(app)
        assert "5♥ lies in your row" in text_without_line_breaks(screen_text(app))


async def test_log_below_the_text_of_a_lesson_begins_with_a_whole_sentence(make_program, screen_text) -> None:
    app, began_later = make_program(), 0
    async with app.run_test(size=(120, 40)) as pilot:
        for steps_done in range(LESSONS["queens-dungeon"].steps):
            await show_step(app, pilot, "queens-dungeon", steps_done)
            screen = app.screen
            zone = screen.board.log_zone(*screen.board.size)
            top = zone.y + int(screen.query_one(LessonSideText).styles.height.value)
            rows = [row[zone.x :] for row in screen_text(app).splitlines()[top : zone.bottom]]
            shown = " ".join(" ".join(rows).split())
            lines = [
                f"{line.player_name}: {line.text}" if line.player_name else line.text
                for line in screen.board.log_view.lines
            ]
            whole = [" ".join(" ".join(lines[first:]).split()) for first in range(len(lines) + 1)]
            assert shown in whole
            began_later += shown != whole[0]
            await pilot.press("escape")
            await pilot.pause()
    assert began_later


async def test_click_on_the_board_does_nothing_in_a_step_of_a_lesson_that_is_only_read(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_step(app, pilot, "mad-queens", LESSONS["mad-queens"].steps - 1)
        screen = app.screen
        reveal = next(
            area for area, command in screen.board._output.picture.click_areas if command == ChooseAction(REVEAL_ACTION)
        )
        await pilot.click(screen.board, offset=(reveal.x, reveal.y))
        await pilot.pause()
        assert screen._run.is_last
        assert not screen.board.awaits_answer
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


async def test_match_after_a_lesson_begins_once_the_person_was_asked_for_their_name(make_program, screen_text) -> None:
    app = make_program(name="Player")
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings.named = False  # so it is after `queens learn`, which asks nothing
        await show_step(app, pilot, "mad-queens", LESSONS["mad-queens"].steps - 1)
        await pilot.press("enter")
        await pilot.pause()
        assert NAME_QUESTION in screen_text(app)
        await pilot.press(*["backspace"] * 6, *"Nina", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, MatchScreen))
        assert Settings.load(app.folder).name == "Nina"


async def test_lesson_answers_keys_and_a_wrong_choice_and_goes_on_after_it_was_left(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert WHICH_LESSON_QUESTION in screen_text(app)
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        await pilot.press("b", "x", "enter", "space")  # there is nothing to bank yet
        await pilot.pause()
        assert "5♥ lies in your row" in text_without_line_breaks(screen_text(app))
        assert "1 of 12" in screen_text(app)
        press_enter_on_text(app.screen)
        await pilot.press("b")
        await pilot.pause()
        assert "One more card first" in text_without_line_breaks(screen_text(app))
        assert "2 of 12" in screen_text(app)
        for size in ((50, 15), (60, 18), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert app.focused is app.screen.board
        await pilot.press("escape")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert "Learn goes on with Mad Queens at step 2 of 12." in screen_text(app)
        await pilot.press("l")
        await pilot.pause()
        assert "goes on at step 2 of 12" in screen_text(app)
        await pilot.press("1")
        await pilot.pause()
        assert "2 of 12" in screen_text(app)
        await pilot.press("space")
        await pilot.pause()
        press_enter_on_text(app.screen)
        await pilot.pause()
        assert "3 of 12" in screen_text(app)
        await pilot.press("f4", "f4")
        await pilot.pause()
        assert "1 of 12" in screen_text(app)
        assert "5♥" not in screen_text(app)


async def test_lesson_that_was_left_in_its_first_or_last_step_says_of_no_step_that_it_is_kept(
    make_program, screen_text
) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        for done in (0, LESSONS["mad-queens"].steps - 1):
            await show_step(app, pilot, "mad-queens", done)
            await pilot.press("escape")
            await pilot.pause()
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen)
            assert "goes on" not in screen_text(app)


async def test_text_of_a_lesson_stays_above_the_answer_to_a_wrong_choice_or_a_useless_key(
    make_program, screen_text
) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.lessons.show_lesson("queens-dungeon")
        await pilot.pause()
        screen = app.screen
        screen.on_board_action_chosen(screen.board.ActionChosen(games["queens-dungeon"].parse("play 2♠")))
        await pilot.pause()
        assert "500 points win;" in text_without_line_breaks(screen_text(app))
        assert "Begin with A♠" in text_without_line_breaks(screen_text(app))
        await pilot.press("z")
        await pilot.pause()
        assert "500 points win;" in text_without_line_breaks(screen_text(app))
        assert "Z does nothing now." in text_without_line_breaks(screen_text(app))
        await pilot.press("i")
        await pilot.pause()
        assert screen._text.reply == "Hints come in the match: press I there to ask the coach."
        screen.on_board_action_chosen(screen.board.ActionChosen(games["queens-dungeon"].parse("play A♠")))
        await pilot.press("d")
        await pilot.pause()
        assert "Spades from all" in text_without_line_breaks(screen_text(app))
        assert "D does nothing now." in text_without_line_breaks(screen_text(app))
        press_enter_on_text(screen)
        assert "does nothing" not in screen._text.reply


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_reply_to_a_wrong_choice_stands_below_the_hand_where_the_task_stood(
    make_program, screen_text, size
) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await app.lessons.show_lesson("queen-bees-ii")
        await pilot.pause()
        height = app.screen.board.size.height
        app.screen.on_board_action_chosen(app.screen.board.ActionChosen(games["queen-bees-ii"].parse("play 4♠")))
        await pilot.pause()
        *_, reply_row, _ = screen_text(app).splitlines()
        assert "Lead K♣, so that your kings become trumps." in reply_row
        assert "Step 1 of 7" in reply_row
        beside = app.screen.query_one(LessonSideText).says
        assert beside.reply == "Lead K♣. Arrow keys choose it, Enter plays it.", "the task stays on the screen"
        assert app.screen.board.size.height == height


def test_lessons_say_that_a_temporary_card_stays_until_after_a_play_with_a_hit() -> None:
    """MQ-30: the hit alone does not end it. Of two cards they say "neither", not "none"."""
    for game in ("mad-queens", "mad-queens-classic"):
        steps = [step for scene in LESSONS[game].scenes for step in scene.steps]
        texts = [text for step in steps for text in (step.text, step.answer)]
        assert any(re.search("after (a|the) (play|turn)", text) for text in texts if "temporary card" in text)
        assert not any(re.search("until you (turn|hit)|if none does", text) for text in texts)


def test_every_reply_of_a_lesson_fits_into_one_row_below_a_board_of_80_columns() -> None:
    steps = [step for lesson in LESSONS.values() for scene in lesson.scenes for step in scene.steps]
    replies = {reply for step in steps for reply in step.other_replies.values()}
    room = 80 - 2 * TEXT_MARGIN_COLUMNS - len("Step 12 of 12") - 1
    assert {reply for reply in replies if len(reply) > room} == set()


async def test_enter_in_a_lesson_shows_at_once_what_others_do_and_does_not_skip_the_answer(
    make_program, screen_text
) -> None:
    app = make_program(animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        await app.lessons.show_lesson("queens-dungeon")
        await pilot.pause()
        screen = app.screen
        screen.board.animation.pace = 3600
        screen.on_board_action_chosen(screen.board.ActionChosen(games["queens-dungeon"].parse("play A♠")))
        assert not screen._reading
        await pilot.press("enter")
        await pilot.pause()
        assert screen._reading
        assert screen._run.steps_done == 0
        assert len(screen.board.scene.effect.collected_trick.trick) == 4
        assert "Enter Go on" in screen_text(app)
        assert "Enter goes on" not in screen_text(app), "it is said once"


async def test_answer_in_a_lesson_stays_until_enter_though_another_key_was_pressed_at_once(
    make_program, monkeypatch
) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.lessons.show_lesson("mad-queens")
        await pilot.pause()
        await pilot.press("space")
        await pilot.pause()
        screen = app.screen
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 3600)
        await pilot.press("space")
        await pilot.pause()
        assert (screen._run.steps_done, screen._answering) == (0, True)
        assert screen._text.reply == ""
        assert not enter_is_lit(screen)
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 0)
        await pilot.press("f4")
        await pilot.pause()
        assert (screen._run.steps_done, screen._answering) == (0, False)
        await pilot.press("space", "enter")
        await pilot.pause()
        assert (screen._run.steps_done, screen._answering) == (1, False)


@pytest.mark.parametrize(("game", "key"), [("mad-queens", "space"), ("big-queen", "d"), ("queens-dungeon", "enter")])
async def test_decision_in_a_lesson_made_before_the_board_was_shown_for_a_moment_is_answered(
    make_program, monkeypatch, game, key
) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 3600)
        await app.lessons.show_lesson(game)
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        assert app.screen._text.reply == TOO_QUICK_SENTENCE
        assert (app.screen._run.steps_done, app.screen._answering) == (0, False)


@pytest.mark.parametrize(
    ("game", "done", "shown"),
    [
        ("mad-queens", 10, "4♥ is banned now"),
        ("mad-queens-classic", 3, "10♦"),
        ("mad-queens-classic", 9, "The Joker"),
    ],
)
async def test_answer_about_what_others_did_is_read_once_the_board_has_shown_it(
    make_program, screen_text, monkeypatch, game, done, shown
) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_ACTION_SECONDS", 0.01)
    app = make_program(animation="full")
    async with app.run_test(size=(120, 40)) as pilot:
        await show_step(app, pilot, game, done)
        screen = app.screen
        assert screen._run.step.answer_tells_of_others
        assert shown not in screen_text(app)
        screen.board.animation.pace = 0.001
        screen.on_board_action_chosen(screen.board.ActionChosen(games[game].parse(screen._run.step.action)))
        await wait_until(pilot, lambda: screen._reading)
        assert screen._run.is_step_played
        await pilot.pause()
        assert shown in screen_text(app)


async def test_lesson_shows_a_whole_trick_until_enter(make_program, screen_text, monkeypatch) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_ACTION_SECONDS", 0.04)
    app = make_program(animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        await app.lessons.show_lesson("queens-dungeon")
        await pilot.pause()
        screen = app.screen
        screen.board.animation.pace = 0.001
        screen.on_board_action_chosen(screen.board.ActionChosen(games["queens-dungeon"].parse("play A♠")))
        await wait_until(pilot, lambda: screen.board.animation.stopped and screen._reading)
        await pilot.click(screen.board, offset=(2, 2))
        assert len(screen.board.scene.effect.collected_trick.trick) == 4, "a click does not remove the trick"
        assert "Spades from all" in text_without_line_breaks(screen_text(app))
        assert "Enter Go on" in screen_text(app)
        assert "Enter goes on" not in screen_text(app), "it is said once"
        assert "Enter Play" not in screen_text(app), "Enter goes on now"
        assert screen._run.steps_done == 0
        press_enter_on_text(screen)
        await wait_until(pilot, lambda: screen._run.steps_done == 1)
        await pilot.pause()
        assert "2 of 8" in screen_text(app)


def enabled_buttons(screen: LessonScreen) -> list[str]:
    """Return the labels of the buttons that the board of a lesson shows as usable."""
    return [button.label for button in screen.board.buttons if button.enabled]


@parametrize("game", LESSONS, 5)
@parametrize("size", [(60, 18), (120, 40)], 1)
async def test_board_of_a_lesson_offers_nothing_while_only_enter_counts(make_program, game, size, monkeypatch) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_ACTION_SECONDS", 0.04)
    app = make_program(animation="full")
    async with app.run_test(size=size) as pilot:
        await app.lessons.show_lesson(game)
        screen = app.screen
        screen.board.animation.pace = 3600
        while not screen._run.is_last:
            await pilot.pause()
            step = screen._run.steps_done
            if screen._reading:
                assert not enabled_buttons(screen), step
                press_enter_on_text(screen)
            await wait_until(pilot, lambda: enabled_buttons(screen))
            screen.on_board_action_chosen(screen.board.ActionChosen(games[game].parse(screen._run.step.action)))
            while screen._run.steps_done == step:  # the timer of the others' actions may end the step in any pause
                assert not enabled_buttons(screen), step
                areas = screen.board._output.picture.click_areas
                assert not any(screen.board.click_target(area.x, area.y) for area, _ in areas), step
                assert app.focused is None
                press_enter_on_text(screen)
                await pilot.pause()
        await pilot.pause()
        assert not enabled_buttons(screen)


@parametrize("animation", ["full", "off"], 1)
async def test_enter_meant_to_skip_a_movement_does_not_pass_over_the_answer_that_has_just_come(
    make_program, screen_text, monkeypatch, animation
) -> None:
    app = make_program(animation=animation)
    async with app.run_test(size=(80, 24)) as pilot:
        await show_step(app, pilot, "mad-queens", 5)
        screen = app.screen
        screen.board.animation.pace = 3600
        await wait_until(pilot, lambda: screen.board.decision_counts)
        await pilot.press("space")
        if animation == "full":
            await wait_until(pilot, lambda: screen.board.is_locked)
            assert not screen._reading
            await pilot.press("enter")
        await wait_until(pilot, lambda: screen._reading)
        assert (screen._run.steps_done, screen._text.main_text) == (5, screen._run.step.answer)
        now = screen._words_shown._shown_since
        monkeypatch.setattr("tui.widgets.settle_time.SETTLE_SECONDS", 0.15)
        monkeypatch.setattr(screen._words_shown, "_clock", lambda: now + 0.5)
        await pilot.press("enter")
        assert screen._run.steps_done == 5
        assert TOO_QUICK_SENTENCE not in text_without_line_breaks(screen_text(app)), "nobody did anything wrong"
        assert "Enter" in screen_text(app).splitlines()[-1]
        assert not enter_is_lit(screen)
        monkeypatch.setattr(screen._words_shown, "_clock", lambda: now + 1)
        assert enter_is_lit(screen)
        await pilot.press("enter")
        assert screen._run.steps_done == 6


@parametrize(("game", "animation"), list(product(LESSONS, ["full", "off"])), 5)
async def test_each_step_of_a_lesson_needs_one_enter(make_program, monkeypatch, game, animation) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_ACTION_SECONDS", 0.04)
    app = make_program(animation=animation)
    async with app.run_test(size=(120, 40)) as pilot:
        await app.lessons.show_lesson(game)
        await pilot.pause()
        screen = app.screen
        for number in range(LESSONS[game].steps - 1):
            screen.board.animation.pace = 0.001
            await wait_until(pilot, lambda: not screen.board.animating)
            if screen._run.step.action:
                action = games[game].parse(screen._run.step.action)
                screen.on_board_action_chosen(screen.board.ActionChosen(action))
                await wait_until(pilot, lambda: screen._reading)
            press_enter_on_text(screen)
            await wait_until(pilot, lambda number=number: screen._run.steps_done == number + 1)


@pytest.mark.parametrize(("game", "done"), [("mad-queens", 2), ("queens-dungeon", 1), ("queen-bees-ii", 1)])
async def test_enter_on_an_answer_leads_to_the_next_step_at_once_whatever_movement_is_left(
    make_program, game, done
) -> None:
    app = make_program(animation="full")
    async with app.run_test(size=(80, 24)) as pilot:
        await show_step(app, pilot, game, done)
        screen = app.screen
        screen.board.animation.pace = 3600
        screen.on_board_action_chosen(screen.board.ActionChosen(games[game].parse(screen._run.step.action)))
        screen.action_go_on()
        assert (screen._reading, screen._text.main_text) == (True, screen._run.step.answer)
        assert screen._timer is not None, "the board has stopped at an event, and others have still to act"
        press_enter_on_text(screen)
        assert (screen._run.steps_done, screen._text.main_text) == (done + 1, screen._run.step.text_on_screen)
        assert not screen.board.animating
        assert not screen.board.is_locked


async def test_no_sentence_on_the_trick_board_of_a_lesson_is_cut(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_step(app, pilot, "queens-dungeon", 3)
        assert "Which suit is" in screen_text(app)
        assert ("Nobody" in screen_text(app)) == ("card yet." in screen_text(app))
        board = app.screen.board
        told = "Dora goes to the dungeon with three Queens: from 0 to -100."
        board._effect = TrickFrameEffect(dungeon=DungeonEffect(3, cards("Q♣ Q♠ Q♦"), 0, -100, 1, told))
        board._repaint()
        await pilot.pause()
        assert "with three Queens" in screen_text(app)
        assert ("from 0" in screen_text(app)) == ("to -100." in screen_text(app))


async def test_no_button_in_the_lesson_of_big_queen_offers_an_impossible_action(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_step(app, pilot, "big-queen", 8)
        assert "D Draw" in screen_text(app)
        assert "A Ask" not in screen_text(app)
        assert "Enter Take" not in screen_text(app)


@pytest.mark.parametrize(("steps_done", "key"), [(1, "F"), (4, "D"), (7, "A"), (8, "D")])
async def test_main_button_in_the_lesson_of_big_queen_is_that_of_its_task(make_program, steps_done, key) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await show_step(app, pilot, "big-queen", steps_done)
        if app.screen._reading:
            await pilot.press("enter")
        assert [button.key for button in app.screen.board.buttons if button.primary] == [key]


@parametrize("size", [(60, 18), (80, 24), (120, 49)], 2)
async def test_lesson_of_big_queen_names_a_line_below_the_pile_that_boards_of_all_sizes_have(
    make_program, screen_text, size
) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        await show_step(app, pilot, "big-queen", 1)
        if app.screen._reading:
            await pilot.press("enter")
        step = app.screen._run.step
        assert step.table_hint == "A line below the pile says what a card needs."
        for key, said in (
            ("", "with two from your hand."),
            ("up", "3♣ needs two cards in your hand, 3s or 2s"),
            ("f", "you also get 2 cards, 10 points: 4♥ 3♣"),
        ):
            if key:
                await pilot.press(key)
            await pilot.pause()
            board = app.screen.board
            layout = layout_of(board.scene)
            rows = str(board.picture(board.size.width, board.size.height).canvas).split("\n")[layout.pile.y + 1 :]
            table = (row[: layout.log.x] if layout.log is not None else row for row in rows)
            assert said in " ".join(" ".join(table).split())


async def test_no_button_in_the_lesson_of_big_queen_offers_what_it_explains_later(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        for done, offered in ((2, False), (5, False), (7, True)):
            await show_step(app, pilot, "big-queen", done)
            assert ASK_ACTION in app.screen.board.legal
            assert ("A Ask" in screen_text(app)) == offered


@parametrize("size", [(80, 24), (120, 40)], 1)
async def test_table_of_a_lesson_mentions_broken_trumps_and_quota_only_after_they_are_explained(
    make_program, screen_text, size
) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        for done, broken, quota in ((0, False, False), (1, True, False), (3, False, True)):
            await show_step(app, pilot, "queens-dungeon", done)
            table = re.sub("▌.*", "", screen_text(app), flags=re.MULTILINE).lower()  # without the words of the lesson
            assert ("broken" in table) == broken
            assert bool(re.search(r"quota|of 5\b|take 5 tricks", table)) == quota


@parametrize("size", [(80, 24), (120, 40)], 1)
async def test_status_in_a_lesson_names_trumps_only_after_they_are_explained(make_program, screen_text, size) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        for done, named in ((0, False), (1, True)):
            await show_step(app, pilot, "queens-dungeon", done)
            status = screen_text(app).splitlines()[0]
            assert ("trump" in status) == named
            assert re.search("lead", status, re.IGNORECASE)


@parametrize("size", [(80, 24), (120, 40)], 1)
async def test_bank_button_of_a_lesson_names_its_price_once_explained(make_program, screen_text, size) -> None:
    app = make_program()
    async with app.run_test(size=size) as pilot:
        for game, done, names_it in (
            ("mad-queens", 2, False),
            ("mad-queens", 4, True),
            ("mad-queens", 6, True),
            ("mad-queens-classic", 1, False),
            ("mad-queens-classic", 3, True),
        ):
            await show_step(app, pilot, game, done)
            bank = next(button.label for button in app.screen.board.buttons if button.label.startswith("Bank"))
            assert ("Queen" in bank) == names_it, (game, done, bank)


async def test_last_step_of_a_lesson_begins_a_match(make_program) -> None:
    app = make_program(names=("You", "Ada", "Ben", "Cy"))
    app.settings.lessons["queen-bees-ii"] = LESSONS["queen-bees-ii"].steps - 1
    async with app.run_test(size=(80, 24)) as pilot:
        await app.lessons.show_lesson("queen-bees-ii")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.screen.view.game == "queen-bees-ii"


@parametrize(
    ("answer", "screen"),
    [("enter", LessonScreen), ("y", LessonScreen), ("n", HomeScreen), ("escape", HomeScreen), ("l", Dialog)],
    2,
)
async def test_first_start_offers_a_lesson_once_after_the_name(make_program, screen_text, answer, screen) -> None:
    app = make_program(named=False, lesson_offered=False)
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "First time here?" in screen_text(app)
        assert "L  Learn another game" in screen_text(app), "the key of the home screen's menu"
        await pilot.press(answer)
        await pilot.pause()
        assert isinstance(app.screen, screen)
        if answer == "l":
            assert WHICH_LESSON_QUESTION in screen_text(app)
            await pilot.press("3")
            await pilot.pause()
            assert isinstance(app.screen, LessonScreen)
            assert app.screen.rulebook_game() == "big-queen"


async def test_first_match_offers_the_lesson_of_its_game_once_on_a_key_and_waits_for_its_end(
    make_program, screen_text
) -> None:
    app = make_program(TableRequest("play", "queen-bees-ii"), names=("You", "Ada", "Ben"), lesson_offered=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        match = app.screen
        assert isinstance(match, MatchScreen)
        assert LESSON_OFFER_SENTENCE in screen_text(app)
        assert Settings.load(app.folder).lesson_offered
        app.settings.lessons["queen-bees-ii"] = LESSONS["queen-bees-ii"].steps - 1
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        assert LAST_STEP_IN_MATCH_TASK in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.screen is match
        assert len(app.screen_stack) == 2
        await app.go_home()
        await pilot.pause()
        assert "First time here?" not in screen_text(app)
        app.go_to_table(TableRequest("play", "queen-bees-ii"))
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert LESSON_OFFER_SENTENCE not in screen_text(app)
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)


@pytest.mark.parametrize("game", ["mad-queens", "big-queen"])
@pytest.mark.parametrize("steps_done", [0, 12])
async def test_no_lesson_is_offered_to_a_person_who_has_begun_one(make_program, screen_text, game, steps_done) -> None:
    app = make_program(TableRequest("play", "mad-queens"), names=("You", "Ada"), lesson_offered=False)
    app.settings.lessons[game] = steps_done
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert LESSON_OFFER_SENTENCE not in screen_text(app)
        await app.go_home()
        await pilot.pause()
        assert "First time here?" not in screen_text(app)


@pytest.mark.parametrize(("game", "done"), [("mad-queens", 10), ("big-queen", 3)])
async def test_answer_of_a_lesson_waits_for_the_actions_of_the_others(make_program, monkeypatch, game, done) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_ACTION_SECONDS", 0.2)
    app = make_program(animation="full")
    async with app.run_test(size=(120, 40)) as pilot:
        await show_step(app, pilot, game, done)
        screen = app.screen
        screen.board.animation.pace = 0.001
        step = screen._run.step
        screen.on_board_action_chosen(screen.board.ActionChosen(games[game].parse(step.action)))
        assert not screen._reading
        assert (screen._text.main_text, screen._text.task) == (step.text_on_screen, WATCHING_TASK)
        await wait_until(pilot, lambda: screen._reading)
        assert screen._text.main_text == step.answer
        assert screen._run.next_event() is None, "all have acted"


async def test_first_match_of_a_game_without_a_lesson_offers_none(make_program, screen_text, monkeypatch) -> None:
    monkeypatch.setattr("tui.screens.match.GAMES_WITH_LESSON", ("mad-queens",))
    app = make_program(TableRequest("play", "queen-bees-ii"), names=("You", "Ada", "Ben"), lesson_offered=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert LESSON_OFFER_SENTENCE not in screen_text(app)
        await pilot.press("f5")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert not app.settings.lesson_offered


async def test_lesson_without_animation_shows_the_board_that_the_answer_is_about_until_enter(make_program) -> None:
    app = make_program(animation="off")
    async with app.run_test(size=(120, 40)) as pilot:
        await show_step(app, pilot, "mad-queens", 2)
        screen = app.screen
        screen.on_board_action_chosen(screen.board.ActionChosen(REVEAL_ACTION))
        assert "as 8♠ bans" in screen._text.main_text
        assert "8♠" in map(str, screen.board.scene.view.cards("banned"))
        assert screen.board.scene.effect.caught_and_banned_card is not None
        press_enter_on_text(screen)
        assert "8♠" not in map(str, screen.board.scene.view.cards("banned"))
        assert screen._run.steps_done == 3


@pytest.mark.parametrize("animation", ["full", "off"])
@pytest.mark.parametrize(
    ("game", "done", "shows"),
    [
        ("mad-queens", 5, {"bank/0": "6♥ K♦", "shown/0": ""}),
        ("mad-queens", 6, {"shown/0": "Jk 4♦ 9♥"}),
        ("mad-queens", 7, {"bank/0": "6♥ K♦", "shown/0": "Jk 4♦ 9♥", "gone/0": "8♦ 2♣ 5♥ Q♣"}),
        ("mad-queens", 8, {"temp/0": "10♥", "score/0": 20}),
        ("mad-queens-classic", 6, {"bank/0": "3♥ 6♣ 10♦ A♠ 5♥", "shown/0": ""}),
        ("queens-dungeon", 2, {"broken": True}),
        ("queens-dungeon", 3, {"trump": "♦", "trick": "9♥ K♥ Q♣"}),
        ("queens-dungeon", 4, {"queens/0": 2}),
        ("queens-dungeon", 5, {"trump": "♠", "broken": False}),
        ("queens-dungeon", 6, {"queens/3": 3}),
        ("queen-bees-ii", 0, {"trumps": ("K", "J", "10", "4")}),
        ("big-queen", 10, {"score/A": 145, "score/B": -95}),
    ],
)
async def test_board_of_a_lesson_shows_what_the_answer_is_about_while_it_is_read(
    make_program, monkeypatch, game, done, shows, animation
) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_ACTION_SECONDS", 0.04)
    app = make_program(animation=animation)
    async with app.run_test(size=(120, 40)) as pilot:
        await show_step(app, pilot, game, done)
        screen = app.screen
        screen.board.animation.pace = 0.001
        screen.on_board_action_chosen(screen.board.ActionChosen(games[game].parse(screen._run.step.action)))
        await wait_until(pilot, lambda: screen._reading)
        view = screen.board.scene.view
        for name, value in shows.items():
            seen = view.facts[name] if name in view.facts else " ".join(map(str, view.cards(name)))
            assert (name, seen) == (name, value)


@pytest.mark.parametrize("animation", ["full", "off"])
@pytest.mark.parametrize(("game", "done"), [("mad-queens", 7), ("mad-queens-classic", 6)])
async def test_queen_of_a_lesson_stands_until_enter_and_takes_her_price_after_it(
    make_program, monkeypatch, game, done, animation
) -> None:
    monkeypatch.setattr("tui.screens.lesson.OTHERS_ACTION_SECONDS", 0.04)
    app = make_program(animation=animation)
    async with app.run_test(size=(120, 40)) as pilot:
        await show_step(app, pilot, game, done)
        screen = app.screen
        screen.board.animation.pace = 0.001
        bank = screen.board.scene.view.cards("bank/0")
        screen.on_board_action_chosen(screen.board.ActionChosen(REVEAL_ACTION))
        await wait_until(pilot, lambda: screen._reading)
        assert screen.board.animation.stopped
        effect = screen.board.scene.effect
        assert (str(effect.queen)[0], effect.banner.word, effect.cards_demanded) == ("Q", "QUEEN", 2)
        assert screen.board.scene.view.cards("bank/0") == bank
        press_enter_on_text(screen)
        await wait_until(pilot, lambda: screen._run.steps_done == done + 1)


async def test_score_of_a_player_who_goes_to_the_dungeon_has_fallen_when_the_lesson_says_so(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(120, 40)) as pilot:
        await show_step(app, pilot, "queens-dungeon", 6)
        screen = app.screen
        screen.on_board_action_chosen(screen.board.ActionChosen(games["queens-dungeon"].parse("play Q♦")))
        assert "Dora loses 100 points" in screen._text.main_text
        assert screen.board.scene.effect.dungeon is not None
        assert screen.board.scene.score(3) == -100


async def test_board_of_a_lesson_speaks_of_no_key_that_a_later_step_teaches(make_program, screen_text) -> None:
    """Asking whether one may go out is taught in step 8; the hand is small enough for it from step 4 on."""
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        for done, says_key in ((3, False), (5, False), (9, True)):
            await show_step(app, pilot, "big-queen", done)
            prompt = " ".join(duty_sentences(app.screen.board.scene))
            assert bool(re.search("A asks|may go out", prompt)) == says_key, done
            assert ("A asks" in screen_text(app)) == (says_key and "A asks" in prompt)
            await pilot.press("escape")
            await pilot.pause()
