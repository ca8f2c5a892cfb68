"""The replay screen: a record on its board, forward, backward, to both ends, and automatically."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from core import games
from core.engine.story import LEAD_MOMENT, Moment
from net.client.playback import Playback
from tests.support.depth import GAMES_TO_START, IS_DEEP_RUN, only_deep, parametrize, sample_cases
from tui.app.replay_app import ReplayApp
from tui.screens.analysis import AnalysisScreen
from tui.screens.replay import ReplayScreen
from tui.settings import Settings
from tui.text.records import read_record
from tui.text.story import time_line, time_line_legend
from tui.widgets.key_bar import KeyBar

GOLDEN_RECORDS_FOLDER = Path(__file__).parents[2] / "conformance" / "records"
"""The folder of the golden records."""

GOLDEN_RECORD_FILES = [GOLDEN_RECORDS_FOLDER / f"{slug}-{game.usual_seats}-default.txt" for slug, game in games.items()]
"""Paths of one golden record of each game."""

RECORD_OF_EACH_BOARD = [path for path, slug in zip(GOLDEN_RECORD_FILES, games, strict=True) if slug in GAMES_TO_START]
"""Paths of one record for each kind of board, in the deep run of all records."""

RECORDS_WITH_AUDIENCES = list(product(GOLDEN_RECORD_FILES, (None, 1)))
"""Pairs of a record and who sees it: each record for a spectator and for a seat."""

RECORDS_WITH_ONE_AUDIENCE = [(path, (None, 1)[number % 2]) for number, path in enumerate(RECORD_OF_EACH_BOARD)]
"""Pairs of a record and who sees it. Each record comes once: one for a spectator, the next for a seat, and so on."""


def text_on_screen(app: ReplayApp) -> str:
    """Return the text on the screen of a program."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def replay_program(path: Path, folder: Path, seat: int | None = None) -> ReplayApp:
    """Return the program that replays the record in a file as `seat` sees it; None is a spectator."""
    taste = Settings(name="You", animation="off")
    return ReplayApp(taste, folder, Playback(read_record(str(path), folder), seat), "All is well.")


@pytest.mark.deep
@pytest.mark.parametrize(
    ("path", "seat"),
    RECORDS_WITH_AUDIENCES if IS_DEEP_RUN else RECORDS_WITH_ONE_AUDIENCE,
    ids=lambda part: getattr(part, "stem", str(part)),
)
async def test_replay_shows_a_match_step_by_step(path, seat, tmp_path):
    app = replay_program(path, tmp_path, seat)
    async with app.run_test(size=(100, 34)) as pilot:
        assert isinstance(app.screen, ReplayScreen)
        await pilot.pause()
        assert "0 of " in text_on_screen(app)
        assert "All is well." in text_on_screen(app)
        playback = app.screen._playback
        for _ in range(5):
            await pilot.press("right")
        await pilot.pause()
        assert "5 of " in text_on_screen(app)
        five = playback.view
        await pilot.press("right", "space", "left", "left")
        assert playback.view == five
        await pilot.press("pagedown", "pageup", "home")
        assert playback.actions_done == 0
        await pilot.press("end")
        await pilot.pause()
        assert playback.actions_done == playback.total_actions
        assert f"{playback.total_actions} of {playback.total_actions}" in text_on_screen(app)
        await pilot.press("right", "left")
        assert playback.actions_done == playback.total_actions - 1


async def test_replay_plays_by_itself_until_it_is_stopped(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    async with app.run_test(size=(100, 34)) as pilot:
        await pilot.press("a")
        assert app.screen._playback.actions_done == 1
        assert "Stop" in text_on_screen(app)
        app.screen._timer._tick = None  # time stands still in this test: what the timer does is one step more
        app.screen.action_forward()
        assert app.screen._playback.actions_done == 2
        await pilot.press("a")
        assert app.screen._timer is None


async def test_automatic_playback_has_four_speeds_and_says_which_it_has(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    async with app.run_test(size=(120, 34)) as pilot:
        await pilot.press("+")
        assert "Faster" not in text_on_screen(app), "the speed is that of automatic playback"
        await pilot.press("a")
        await pilot.pause()
        assert "+ Faster" in text_on_screen(app)
        assert "speed" not in text_on_screen(app)
        for key, seconds, words in (
            ("+", 0.6, ", as seen by spectators, at double speed"),
            ("=", 0.3, "at four times the speed"),
            ("+", 0.3, "at four times the speed"),
            ("-", 0.6, "at double speed"),
            ("-", 1.2, ""),
            ("-", 2.4, "at half speed"),
            ("-", 2.4, "at half speed"),
        ):
            await pilot.press(key)
            app.screen._timer._tick = None  # time stands still: a step at each speed is a matter of Textual's timers
            await pilot.pause()
            text = text_on_screen(app)
            assert app.screen._timer._interval == pytest.approx(seconds), key
            assert app.screen.board.animation.pace == pytest.approx(seconds / 1.2)
            assert words in text
            assert ("speed" in text) == bool(words)
            assert ("Faster" in text) == (seconds > 0.3)
            assert ("Slower" in text) == (seconds < 2.4)
        assert app.screen._playback.actions_done == 1
        await pilot.press("a")
        await pilot.pause()
        assert "speed" not in text_on_screen(app)
        assert app.screen.board.animation.pace == 1


async def test_replay_passes_keys_that_look_at_something_to_the_board_and_no_decisions(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path, 0)
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.press("l")
        await pilot.pause()
        assert app.screen.board.scene.log_open
        assert app.screen._playback.actions_done == 0
        await pilot.press("escape")
        assert not app.screen.board.scene.log_open, "Esc closes the log first"
        await pilot.press("l")
        await pilot.press("l", "b", "e", "right")
        assert not app.screen.board.scene.log_open
        assert app.screen.board.legal == ()
        assert app.screen._playback.actions_done == 1


async def test_tab_key_shows_the_replay_as_the_next_seat_sees_it(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[2], tmp_path)
    async with app.run_test(size=(100, 34)) as pilot:
        for _ in range(4):
            await pilot.press("right")
        assert app.screen._playback.view.seat is None
        for seat, key in ((0, "tab"), (1, "tab"), (0, "shift+tab"), (3, "shift+tab")):
            await pilot.press(key)
            await pilot.pause()
            view = app.screen._playback.view
            assert (view.seat, app.screen._playback.actions_done) == (seat, 4)
            assert not isinstance(view.piles[f"hand/{seat}"], int)
        assert "4 of " in text_on_screen(app)


async def test_escape_leaves_the_replay(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    async with app.run_test(size=(100, 34)) as pilot:
        await pilot.press("escape")
        await pilot.pause()
        assert not app.is_running or app._exit


async def test_replay_of_a_broken_record_says_where_it_ends(tmp_path):
    text = GOLDEN_RECORD_FILES[0].read_text(encoding="utf-8")
    altered = tmp_path / "altered.txt"
    altered.write_text(text.replace("\n2 reveal", "\n2 bank", 1), encoding="utf-8")
    app = replay_program(altered, tmp_path)
    async with app.run_test(size=(100, 34)) as pilot:
        for _ in range(9):
            await pilot.press("right")
        await pilot.pause()
        assert app.screen._playback.actions_done == 7
        assert "breaks off here" in text_on_screen(app)
        await pilot.press("end")
        assert app.screen._playback.actions_done == 7


async def test_replay_on_a_small_screen_shows_position_and_seat_at_the_end(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    app._verdict = "The record is sound: every action is allowed. " * 6
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        await pilot.pause()
        total = app.screen._playback.total_actions
        assert f"{total} of {total}, as seen by spectators" in text_on_screen(app)
        assert "The record is sound" in text_on_screen(app)
        await pilot.press("tab")
        await pilot.pause()
        assert f"{total} of {total}, as seen by Seat 1" in text_on_screen(app)


LONG_VERDICT = (
    "No fault found: the record says that the program of seat 1 and the one that dealt shuffled the cards together. "
    "All 120 moves followed the rules. A record alone cannot prove that the deal was fair; "
    "if you played, your result told you."
)
"""A verdict on a record that is too long for one row of the replay screen."""


@pytest.mark.deep
@pytest.mark.parametrize("path", sample_cases(RECORD_OF_EACH_BOARD, 1), ids=lambda path: path.stem)
async def test_log_of_a_replay_lists_the_earlier_steps_after_a_jump(path, tmp_path):
    app = replay_program(path, tmp_path)
    async with app.run_test(size=(100, 34)) as pilot:
        await pilot.press(*["right"] * 20)
        board = app.screen.board
        walked = list(board.scene.log)
        await pilot.press("home", "pagedown", "pagedown")
        assert app.screen._playback.actions_done == min(20, app.screen._playback.total_actions)
        assert list(board.scene.log) == walked
        for key in ("end", "tab", "left"):
            await pilot.press(key)
            await pilot.pause()
            assert len(board.scene.log) > 3
            last = board.scene.log[-1].text.split()
            assert last[0] in text_on_screen(app)


@pytest.mark.deep
@pytest.mark.parametrize("path", sample_cases(RECORD_OF_EACH_BOARD, 1), ids=lambda path: path.stem)
async def test_jump_in_a_replay_leads_to_the_same_table_as_single_steps(path, tmp_path):
    app = replay_program(path, tmp_path, 0)
    async with app.run_test(size=(100, 34)) as pilot:
        for _ in range(40):
            app.screen.action_forward()
        app.screen.action_go_to_beginning()
        for _ in range(4):
            app.screen.action_leap(1)
        await pilot.pause()
        leapt = app.screen.board._view
        assert leapt == app.screen._playback.view
        assert app.screen._playback.actions_done == min(40, app.screen._playback.total_actions)


@parametrize("key", ["home", "end"], 1)
async def test_replay_shows_the_whole_verdict(tmp_path, key):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    app._verdict = LONG_VERDICT
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(key)
        await pilot.pause()
        assert LONG_VERDICT in " ".join(text_on_screen(app).split())
        assert "window of" not in text_on_screen(app)


@pytest.mark.parametrize(("height", "is_told"), [(31, False), (32, True)])
async def test_replay_in_a_narrow_window_tells_the_verdict_in_place_of_the_time_line(tmp_path, height, is_told):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    app._verdict = LONG_VERDICT
    async with app.run_test(size=(48, height)) as pilot:
        rows_by_key = {}
        for key in ("home", "right", "end"):
            await pilot.press(key)
            await pilot.pause()
            text = text_on_screen(app)
            rows_by_key[key] = app.screen.query_one("#where").size.height
            assert ("shuffled the cards together. F1 says more." in text) == (is_told and key != "right")
            assert key == "right" or "No fault found" in text
        assert is_told or len(set(rows_by_key.values())) == 1, "the board moves though no sentence has rows"


@pytest.mark.deep
@parametrize("path", RECORD_OF_EACH_BOARD, 1, ids=lambda path: path.stem)
async def test_replay_in_the_smallest_window_shows_the_table_and_help_has_the_verdict(path, tmp_path):
    app = replay_program(path, tmp_path)
    app._verdict = LONG_VERDICT
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        text = text_on_screen(app)
        assert "window of" not in text
        assert "0 of " in text
        assert "No fault found" in text
        await pilot.press("f1")
        await pilot.pause()
        assert "followed the rules." in " ".join(text_on_screen(app).split())


@pytest.mark.deep
@parametrize("path", RECORD_OF_EACH_BOARD, 2, ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_keys_of_a_replay_do_not_touch_in_the_bar_and_are_all_in_help(path, tmp_path, size):
    app = replay_program(path, tmp_path, 0)
    async with app.run_test(size=size) as pilot:
        await app.workers.wait_for_complete()
        await pilot.press("right")
        await pilot.pause()
        bar = app.screen.query_one(KeyBar)
        starts = [left for left, _, _ in bar._spans]
        ends = [right for _, right, _ in bar._spans]
        assert all(start - end >= 2 for end, start in zip(ends, starts[1:], strict=False))
        assert len(starts) >= (10 if size[0] >= 120 else 5)
        await pilot.press("f1")
        await pilot.pause()
        told = text_on_screen(app)
        for _ in range(6):
            await pilot.press("pagedown")
            await pilot.pause()
            told += text_on_screen(app)
        for label in ("PgUp", "Home", "End", "[ "):
            assert label in told


@pytest.mark.deep
@pytest.mark.parametrize("path", sample_cases(RECORD_OF_EACH_BOARD, 1), ids=lambda path: path.stem)
async def test_replay_shows_no_buttons_of_decisions_and_lists_the_page_keys(path, tmp_path):
    app = replay_program(path, tmp_path, 0)
    async with app.run_test(size=(120, 34)) as pilot:
        for _ in range(12):
            await pilot.press("right")
            await pilot.pause()
            text = text_on_screen(app)
            for words in ("Space Reveal", "B Bank", "D Draw", "Enter Play", "Enter Lay", "Enter Name", "Enter Do it"):
                assert words not in text
            assert "PgDn 10 on" in text


@pytest.mark.deep
@parametrize("path", RECORD_OF_EACH_BOARD, 1, ids=lambda path: path.stem)
async def test_brackets_and_shifted_arrows_jump_to_the_beginning_of_each_part_of_the_match(path, tmp_path):
    app = replay_program(path, tmp_path)
    async with app.run_test(size=(170, 50)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        word, fact = games[app.screen._playback.record.game].part_word_and_fact
        assert f"] Next {word.lower()}  " in text_on_screen(app)
        playback = app.screen._playback
        numbers = [playback.view.facts[fact]]
        while playback.actions_done < playback.total_actions:
            await pilot.press(("]", "shift+right")[len(numbers) % 2])
            numbers.append(playback.view.facts[fact])
        assert len(numbers) > 3
        assert numbers[:-1] == list(range(numbers[0], numbers[0] + len(numbers) - 1))
        await pilot.press("[")
        assert playback.view.facts[fact] == numbers[-2]
        began = playback.actions_done
        await pilot.press("right", "shift+left")
        assert playback.actions_done == began, "first to the beginning of this part"
        await pilot.press("shift+left")
        assert playback.view.facts[fact] == numbers[-3]
        await pilot.press("home", "[")
        assert playback.actions_done == 0
        await pilot.press("f1")
        await pilot.pause()
        assert f"] or Shift+Right jumps to the next {word.lower()}" in " ".join(text_on_screen(app).split())


async def test_replay_does_not_ask_for_the_name_of_the_person(tmp_path):
    app = ReplayApp(
        Settings(named=False), tmp_path, Playback(read_record(str(GOLDEN_RECORD_FILES[0]), tmp_path), None), ""
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


@only_deep
@pytest.mark.usefixtures("shorten_analysis")
async def test_n_key_opens_the_analysis_above_a_replay_and_escape_leads_back(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path, 0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("n")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, AnalysisScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


async def test_m_key_in_a_replay_leads_to_the_next_moment_and_its_sentence_is_shown(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        steps = sorted({one.step for one in app.screen._moments})
        for step in (*steps, steps[0]):
            await pilot.press("m")
            await pilot.pause()
            assert app.screen._playback.actions_done == step
        assert "▸─" in text_on_screen(app)
        assert "Play " in text_on_screen(app).split("as seen by")[-1]


async def test_person_is_called_you_in_a_replay_from_their_own_seat(tmp_path, monkeypatch):
    names = ("Ann", "Bea", "Cleo", "Dora")
    monkeypatch.setattr("tui.text.records.seat_names", lambda record: names)
    monkeypatch.setattr("tui.screens.replay.seat_names", lambda record: names)
    monkeypatch.setattr("tui.screens.replay.own_seat", lambda record, name: 0)
    record = next(path for path in GOLDEN_RECORD_FILES if path.stem.startswith("queen-bees-ii"))
    app = replay_program(record, tmp_path, 0)
    async with app.run_test(size=(120, 40)) as pilot:
        await app.workers.wait_for_complete()
        screen, told = app.screen, set()
        for _ in range(12):
            await pilot.press("right")
            row = next(row for row in screen._position_rows() if "as seen by" in row)
            assert ", as seen by you" in row
            actor = screen._playback.last_action[0]
            told.add(actor)
            assert ("You play " if actor == 0 else f"{names[actor]} plays ") in row
        assert told == {0, 1, 2, 3}
        await pilot.press("tab")
        row = next(row for row in screen._position_rows() if "as seen by" in row)
        assert ", as seen by Bea" in row
        assert "You " not in row, "on the board Bea is called You now"


@pytest.mark.parametrize(
    ("game", "kind", "sign"),
    [("mad-queens", "caught", "▲"), ("queens-dungeon", "dungeon", "♛"), ("queen-bees-ii", "points", "●")],
)
def test_time_line_has_a_symbol_for_each_moment_and_an_arrow_at_the_present_step(game, kind, sign):
    moments = [Moment(step, "Play 1", key, 0, "", 1.0) for step, key in ((5, kind), (10, LEAD_MOMENT))]
    assert time_line(games[game], moments, 0, 10, 13) == f"│▸────{sign}────■│"
    assert time_line(games[game], moments, 10, 10, 13) == f"│─────{sign}────▸│"
    assert time_line(games[game], [], 0, 0, 4) == "│▸─│"


def test_legend_explains_exactly_the_symbols_on_the_time_line():
    assert time_line_legend("│▸──▲──■│") == "▲ loss  ■ lead"
    assert time_line_legend("│▸──♛──●│") == "♛ Queen  ● moment"
    for game in games.values():
        assert all(time_line_legend(sign) for sign in game.moment_signs.values())


async def test_replay_shows_the_legend_of_its_time_line_beside_the_position(tmp_path):
    app = replay_program(GOLDEN_RECORD_FILES[0], tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause()
        position = next(row for row in text_on_screen(app).split("\n") if "as seen by" in row)
        assert position.rstrip().endswith(("loss", "lead", "moment"))
