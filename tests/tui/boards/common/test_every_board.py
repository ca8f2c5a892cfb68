"""What all boards have in common: the log, chat, notes, names, sizes, and keys during an animation."""

from __future__ import annotations

import asyncio
import re
from time import monotonic

import pytest

from core import Remark, games
from net.client.events import MatchBegan
from tests.support.board_app import BoardApp, press
from tests.support.depth import parametrize, sample_cases
from tests.support.patience import PATIENCE_SECONDS
from tui.boards import Board
from tui.boards.common.board import CURSOR_IS_BACK_SENTENCE, WAIT_FOR_HINT_SENTENCE
from tui.boards.common.generic_board import GenericBoard
from tui.boards.games import INTERFACE_BY_GAME, board_for
from tui.drawing import Line
from tui.drawing.byte_budget import ByteBudget
from tui.widgets.settle_time import SETTLE_SECONDS

GAMES_WITH_SEATS = [("mad-queens", 3), ("queens-dungeon", 4), ("queen-bees-ii", 3), ("big-queen", 4)]
"""Pairs of a game's slug and a number of seats."""

SEAT_NAMES = ("You", "Ada", "Bea", "Cleo")
"""The names of the seats."""

LONG_CHAT = "Does anybody know where the Queen of spades has gone, or is it a secret that nobody tells?"
"""A line of chat longer than a row."""

LONG_NOTE = " ".join(f"noted{number}" for number in range(10, 34))
"""A note longer than a row of 80 columns."""


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_chat_is_shown_on_the_table_while_the_log_is_hidden(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(60, 19)) as pilot:
        await pilot.pause()
        app.board.add_chat("Ada", LONG_CHAT)
        await pilot.pause()
        assert "Ada: Does anybody know" in app.text
        await press(pilot, "l")
        assert "nobody tells?" in " ".join(app.text.split())


async def test_chat_on_a_narrow_table_has_two_rows():
    app = BoardApp(games["queen-bees-ii"].start(3, "7"), SEAT_NAMES)
    async with app.run_test(size=(48, 40)) as pilot:
        await pilot.pause()
        app.board.add_chat("", "Two Queens in a trick: the dealer changes the trump.")
        await pilot.pause()
        assert "the dealer changes the trump." in " ".join(app.text.split())


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_chat_is_not_shown_on_the_table_while_the_log_is_visible(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.board.add_chat("Ada", LONG_CHAT)
        await pilot.pause()
        assert app.board._note.text == ""


@pytest.mark.parametrize("log_open", [False, True])
@parametrize(("slug", "seats"), [*GAMES_WITH_SEATS, ("generic", 2)], 3)
async def test_long_note_can_be_read_to_its_end_beside_the_log_and_over_an_open_one(monkeypatch, slug, seats, log_open):
    if slug == "generic":
        slug = "mad-queens"
        monkeypatch.setattr("tests.support.board_app.board_for", lambda slug: GenericBoard)
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(60, 17)) as pilot:
        await pilot.pause()
        if log_open:
            await press(pilot, "l")
        app.board.add_chat("", "logged " * 200)  # the log is full down to its last row
        app.board.show_note(LONG_NOTE)
        for size in ((60, 17), (76, 18), (80, 23), (120, 39)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            note = [row for row in app.text.splitlines() if "noted" in row]
            assert re.findall(r"noted\d+", " ".join(note)) == LONG_NOTE.split(), size


MAX_ROWS_ABOVE_LOG = 8
"""At most this many rows in the zone of the log of a low board of a trick game have facts of the trick in place of the
log.
"""


@parametrize(("slug", "seats"), GAMES_WITH_SEATS, 2)
@pytest.mark.parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)])
@pytest.mark.parametrize("hint", [False, True])
async def test_note_covers_nothing_of_the_log_or_the_hint_beside_the_table(slug, seats, size, hint):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.board.add_chat("", "logged " * 400)
        if hint:
            app.board.show_hint([Line("hinted " * 400, is_about_me=True)])
        zone = app.board.log_zone(*size)
        assert zone is not None
        await pilot.pause()
        before = _rows_of_zone(app, zone)
        filled = [("hinted" if hint else "logged") in row for row in before]
        first = filled.index(True)
        assert all(filled[first:])
        has_facts_above_log = slug in ("queens-dungeon", "queen-bees-ii") and size == (80, 23) and not hint
        assert first <= (MAX_ROWS_ABOVE_LOG if has_facts_above_log else 1)
        app.board.show_note(LONG_NOTE)
        await pilot.pause()
        assert _rows_of_zone(app, zone) == before
        assert re.findall(r"noted\d+", app.text) == LONG_NOTE.split()


@pytest.mark.parametrize(
    ("slug", "seats", "labels"),
    [("queen-bees-ii", 4, "Play "), ("queens-dungeon", 4, "Play "), ("big-queen", 4, "Draw|Find|Discard|Take")],
)
async def test_board_offers_no_decision_while_another_player_decides(slug, seats, labels):
    match = games[slug].start(seats, "7")
    app = BoardApp(match, SEAT_NAMES)
    async with app.run_test(size=(120, 39)) as pilot:
        offered = {True: 0, False: 0}
        for _ in range(80):
            mine = 0 in match.waiting
            await pilot.pause()
            shown = [button.label for button in app.board.buttons if re.match(labels, button.label)]
            assert mine or not shown
            offered[mine] += bool(shown) == mine
            seat = min(match.waiting)
            app.act(seat, match.default(seat))
        assert min(offered.values()) > 5


def _rows_of_zone(app, zone):
    """Return the text of the rows of a zone of the board."""
    return [row[zone.x : zone.right] for row in app.text.splitlines()[zone.y : zone.bottom]]


@pytest.mark.parametrize(("slug", "seats"), [*GAMES_WITH_SEATS, ("mad-queens-classic", 4), ("mad-queens-classic", 12)])
@parametrize("seat", [0, 1, 2], 2)
async def test_title_of_60_columns_shows_whose_turn_it_is_and_at_most_leaves_out_the_game(slug, seats, seat):
    names = tuple(f"Bartholomew {number:03}" for number in range(seats))
    app = BoardApp(games[slug].start(seats, "7"), names, seat=seat)
    async with app.run_test(size=(60, 17)) as pilot:
        await pilot.pause()
        title = app.text.splitlines()[0]
        name = re.escape(games[slug].title)
        assert re.match(rf" (?:{name}  )?(Turn|Play|Hand|Deal|Round) 1   [^…]+$", title), title


@pytest.mark.parametrize("board_class", [None, GenericBoard])
@parametrize(("slug", "seats"), GAMES_WITH_SEATS, 2)
def test_description_of_a_match_ends_with_a_full_stop_and_calls_the_person_you(slug, seats, board_class):
    """The log shows this description below what the person has missed."""
    match = games[slug].start(seats, "7")
    for _ in range(60):
        seat = min(match.waiting, default=0)
        for shown in range(seats):
            names = ("Dora", *SEAT_NAMES[1:])[:seats]
            board = (board_class or board_for(slug))(MatchBegan(match.view(shown), names, ()))
            assert board.description.endswith("."), board.description
            assert ".." not in board.description
            assert " to You." not in board.description
        if match.over:
            break
        match.act(seat, match.default(seat))


async def test_note_that_no_key_removes_disappears_after_a_while(monkeypatch):
    app = BoardApp(games["mad-queens"].start(3, "7"), SEAT_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        monkeypatch.setattr("tui.boards.common.note.NOTE_SECONDS", 0.02)
        app.board.show_note("Not so fast.")
        assert "Not so fast." in app.text
        async with asyncio.timeout(PATIENCE_SECONDS):
            while app.board._note.text:
                await pilot.pause(0.01)
        assert "Not so fast." not in app.text


async def test_refusal_replaces_chat_on_the_table():
    app = BoardApp(games["mad-queens"].start(3, "7"), SEAT_NAMES)
    async with app.run_test(size=(60, 19)) as pilot:
        await pilot.pause()
        app.board.add_chat("Ada", "Hello")
        app.board.show_note("Not so fast.")
        await pilot.pause()
        assert "Not so fast." in app.text


@parametrize(("slug", "seats"), GAMES_WITH_SEATS, 2)
async def test_log_keeps_its_scroll_position_until_a_decision_is_sent(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for number in range(40):
            app.board.add_chat("Ada", f"line {number}.")
        await press(pilot, *["<"] * 8)
        assert "line 23." in app.text
        assert "line 24." not in app.text
        assert "> 16 later" in app.text
        app.board.add_chat("Ada", "line 40.")
        await pilot.pause()
        assert "line 23." in app.text
        assert "> 17 later" in app.text
        await press(pilot, *[","] * 40)
        assert " ".join(app.board.scene.log[0].text.split()[:3]) in app.text  # the first words of the first line
        await press(pilot, *[">"] * 40)
        assert "line 40." in app.text
        assert " later" not in app.text
        await press(pilot, ",")
        app.board.send(app.board.legal[0])
        await pilot.pause()
        assert " later" not in app.text


async def test_page_keys_of_a_small_log_skip_no_line():
    app = BoardApp(games["big-queen"].start(4, "7"), SEAT_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for number in range(30):
            app.board.add_chat("Ada", f"line {number}. It goes on below itself, as long lines do in this small log.")
        seen = set()
        for _ in range(20):
            seen |= {int(number) for number in re.findall(r"line (\d+)\.", app.text)}
            await press(pilot, ",")
        assert seen == {*range(30)}


async def test_page_keys_open_the_log_on_a_narrow_table():
    app = BoardApp(games["mad-queens"].start(3, "7"), SEAT_NAMES)
    async with app.run_test(size=(60, 19)) as pilot:
        await pilot.pause()
        for number in range(30):
            app.board.add_chat("Ada", f"line {number}.")
        await press(pilot, ",", ",", ",", ",")
        assert "line 21." in app.text
        assert "> 8 later" in app.text


@parametrize(("slug", "seats"), GAMES_WITH_SEATS, 2)
async def test_seat_that_was_taken_over_is_shown_with_the_new_name(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        assert "Ada" in app.text
        written = len(app.board.scene.log)
        app.board.set_names(("You", "Wanda", "Bea", "Cleo")[:seats])
        await pilot.pause()
        assert "Wanda" in app.text.replace("\n", " ")
        for number in range(12):
            waiting = sorted(app.match.waiting)
            seat = waiting[number % len(waiting)]
            app.act(seat, app.match.legal(seat)[0])
        lines = list(app.board.scene.log)[written:]
        assert any(line.player_name == "Wanda" or "Wanda" in line.text for line in lines)
        assert not any(line.player_name == "Ada" or "Ada" in line.text for line in lines)


def act_until(app, is_reached):
    """Carry out the automatic actions of all seats until `is_reached` is true."""
    while not is_reached():
        seat = min(app.match.waiting)
        app.act(seat, app.match.default(seat))


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_log_opens_and_closes_over_a_narrow_table(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(70, 24)) as pilot:
        act_until(app, lambda: app.board.scene.log)
        app.board.add_chat("Ada", "Good luck, everybody.")
        app.board.clear_note()
        await pilot.pause()
        for shown in (False, True, False):
            assert ("Good luck" in app.text) == shown
            await press(pilot, "l")


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_names_and_chat_are_never_parsed_as_markup(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        app.board.add_chat("[@click=app.quit]x[/]", "[bold]hello\x1b[2J[/bold]")
        app.board.show_note("[red]no[/red]")
        await pilot.pause()
        assert "[bold]hello" in app.text
        assert "[red]no[/red]" in app.text
        assert "\x1b" not in app.text


@parametrize(("slug", "seats"), GAMES_WITH_SEATS, 2)
async def test_board_is_repainted_when_the_window_size_changes(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        usual = app.text
        await pilot.resize_terminal(40, 10)
        await pilot.pause()
        assert "60 columns" in app.text.replace("\n", " ")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.text == usual


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_key_ends_an_animation_and_shows_the_current_view(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        act_until(app, lambda: app.board.animating)
        await press(pilot, "l")
        assert not app.board.animating
        assert app.board.scene.view == app.match.view(0)


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_reply_to_a_key_without_use_ends_an_animation(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        act_until(app, lambda: app.board.animating)
        app.board.reply_to_key("Z does nothing now.")
        await pilot.pause()
        assert not app.board.animating
        assert "Z does nothing now." in app.text


@parametrize(("slug", "seats"), [*GAMES_WITH_SEATS, ("mad-queens-classic", 3)], 3)
@pytest.mark.parametrize("key", ["l", "i", "decides"])
async def test_note_says_what_another_player_did_in_an_ended_animation_while_the_log_is_hidden(slug, seats, key):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES, animate=True)
    async with app.run_test(size=(48, 39)) as pilot:
        assert not app.board.log_view.is_in_sight
        lines = []
        while not lines:
            app.board.animation.finish()
            seat = min(app.match.waiting)
            app.act(seat, app.match.default(seat))
            frames = app.board.animation._queue._waiting_frames
            lines = [line for frame in frames for line in frame.lines if not line.is_heading]
            lines = lines if lines and not lines[-1].is_about_me else []
        if key == "i":
            app.board.show_hint([Line("Thinking...")])
            await pilot.pause()
        else:
            await press(pilot, DECIDING_KEY_BY_SLUG.get(slug, "enter") if key == "decides" else key)
        assert not app.board.animating
        told = f"{lines[-1].player_name}: {lines[-1].text}".removeprefix(": ")
        assert told[:40] in app.text
        note = app.board._note.text
        assert note
        await press(pilot, "l")
        assert app.board._note.text != note, "the next key removes it"


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_key_bar_is_drawn_again_only_when_what_it_depends_on_has_changed(slug, seats, monkeypatch):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(60, 19)) as pilot:
        await pilot.pause()
        drawn = []
        monkeypatch.setattr(app.screen, "refresh_bindings", lambda: drawn.append(True))

        def times_drawn_by(change):
            """Return how many times the key bar is drawn for a change of the board."""
            drawn.clear()
            change()
            return len(drawn)

        board = app.board
        assert times_drawn_by(lambda: board.show_note("The table is paused.")) == 0, "a note"
        assert times_drawn_by(board.action_toggle_log) == 1, "the log lies over the table"
        assert times_drawn_by(lambda: board.add_chat("Ada", "Hello")) == 0, "one more line in it"
        assert times_drawn_by(board.action_toggle_log) == 1, "it is closed"
        assert times_drawn_by(lambda: board.show_hint([Line("Thinking...")])) == 1, "a hint"
        assert times_drawn_by(lambda: board.show_hint([])) == 1, "it is closed"


async def test_log_beside_the_table_is_enough_after_an_animation_that_a_key_has_ended():
    """A note would lie over the risk of the next card."""
    app = BoardApp(games["mad-queens"].start(3, "7"), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        act_until(app, lambda: app.board.animating)
        assert app.board.log_view.is_in_sight
        await press(pilot, "space")
        assert not app.board.has_note


DECIDING_KEY_BY_SLUG = {"mad-queens": "space", "mad-queens-classic": "space", "big-queen": "d"}
"""Maps the slug of a game to the key that makes the first decision of a match; games that are missing, the trick games,
have Enter.
"""


def main_buttons(board):
    """Return the labels of the main buttons of a board that do something now."""
    return [button.label for button in board.buttons if button.enabled and button.primary]


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_decision_counts_only_once_the_hint_that_was_asked_for_is_shown(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    key = DECIDING_KEY_BY_SLUG.get(slug, "enter")
    async with app.run_test(size=(80, 24)) as pilot:
        act_until(app, lambda: app.match.legal(0))
        await pilot.pause()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not main_buttons(app.board):
                await pilot.pause()
        app.board.show_hint([Line("Thinking...")], is_worked_out=False)
        await pilot.pause()
        assert not main_buttons(app.board), "no button looks live"
        await press(pilot, key)
        assert not app.chosen
        assert app.board.log_view.hint_is_open
        app.board.show_note(WAIT_FOR_HINT_SENTENCE)
        app.board.show_hint([Line("Coach: play it.")])
        assert app.board.scene.note != WAIT_FOR_HINT_SENTENCE
        await pilot.pause()
        await press(pilot, key)
        assert app.chosen


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_hint_that_opens_removes_the_note_about_the_hint_before_it(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        act_until(app, lambda: app.match.legal(0))
        app.board.show_note(CURSOR_IS_BACK_SENTENCE)
        app.board.show_hint([Line("Thinking...")], is_worked_out=False)
        assert app.board.scene.note != CURSOR_IS_BACK_SENTENCE
        await pilot.pause()


def act_until_own_decision_is_announced(app):
    """Carry out the automatic actions of all seats until the person has acted and an animation runs after which they
    must decide again. All earlier animations are skipped.
    """
    acted = False
    while not (acted and app.board.animating and app.board.legal):
        if acted:
            app.board.animation.finish()
        seat = min(app.match.waiting)
        acted = acted or seat == 0
        app.act(seat, app.match.default(seat))


@parametrize(("slug", "seats"), [*GAMES_WITH_SEATS, ("mad-queens-classic", 3)], 3)
async def test_key_decides_only_after_its_button_was_on_the_screen_for_a_moment(slug, seats):
    now = [100.0]
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES, animate=True, clock=lambda: now[0])
    key = DECIDING_KEY_BY_SLUG.get(slug, "enter")
    async with app.run_test(size=(80, 24)) as pilot:
        app.answering = False
        act_until_own_decision_is_announced(app)
        await press(pilot, key)
        assert not app.board.animating
        assert app.texts_of_chosen_actions == [], "the key only ends the animation"
        now[0] += SETTLE_SECONDS / 2
        await press(pilot, key, key, key)
        assert app.texts_of_chosen_actions == [], "what it would decide on has hardly been shown"
        now[0] += SETTLE_SECONDS
        await press(pilot, key)
        assert len(app.texts_of_chosen_actions) == 1


@parametrize(("slug", "seats"), [*GAMES_WITH_SEATS, ("mad-queens-classic", 3)], 3)
@pytest.mark.parametrize("animate", [False, True])
async def test_key_makes_the_first_decision_only_after_its_button_was_on_the_screen_for_a_moment(slug, seats, animate):
    now = [100.0]
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES, animate=animate, clock=lambda: now[0])
    key = DECIDING_KEY_BY_SLUG.get(slug, "enter")
    async with app.run_test(size=(80, 24)) as pilot:
        app.answering = False
        while not app.board.legal:
            seat = min(app.match.waiting)
            app.act(seat, app.match.default(seat))
        app.board.animation.finish()
        app.board._repaint()
        await press(pilot, key, key)
        assert app.texts_of_chosen_actions == []
        now[0] += SETTLE_SECONDS
        await press(pilot, key)
        assert len(app.texts_of_chosen_actions) == 1


async def test_two_quick_presses_without_animation_turn_one_card():
    now = [100.0]
    app = BoardApp(games["mad-queens"].start(4, "7"), SEAT_NAMES, clock=lambda: now[0])
    async with app.run_test(size=(80, 24)) as pilot:
        now[0] += SETTLE_SECONDS
        await press(pilot, "space", "space", "b")
        assert app.texts_of_chosen_actions == ["reveal"]
        now[0] += SETTLE_SECONDS
        await press(pilot, "space")
        assert app.texts_of_chosen_actions == ["reveal", "reveal"]


@pytest.mark.parametrize("slug", games)
def test_registered_board_of_every_game_is_a_board(slug):
    assert issubclass(board_for(slug), Board)
    assert (board_for(slug) is GenericBoard) == (slug not in INTERFACE_BY_GAME)


def test_game_without_a_board_is_shown_on_the_generic_one():
    assert board_for("whist") is GenericBoard


DECIDING_BUTTON_BY_SLUG = {"big-queen": "D Draw", "mad-queens": "Space Reveal", "mad-queens-classic": "Space Reveal"}
"""Maps the slug of a game to the label of the button of its deciding key; in games that are missing, the trick games,
it is the card that Enter plays.
"""


def is_dim(app, words):
    """Return whether the bar shows the button with these words dimly, because it does nothing now; raise
    `AssertionError` if there is no such button.
    """
    rows = [list(app.board.render_line(y)) for y in range(app.board.size.height)]
    segments = next(row for row in reversed(rows) if words in "".join(one.text for one in row))
    before = ""
    for one in segments:
        before += one.text
        if words.split()[0] in before:
            return bool(one.style and one.style.dim)
    raise AssertionError(words)


@pytest.mark.parametrize("is_new", [True, False])
@parametrize(("slug", "seats"), [*GAMES_WITH_SEATS, ("mad-queens-classic", 3)], 3)
async def test_button_of_a_decision_is_highlighted_once_its_key_counts(slug, seats, is_new):
    clock = (lambda: 100.0) if is_new else monotonic
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES, animate=True, clock=clock)
    words = DECIDING_BUTTON_BY_SLUG.get(slug, "Enter Play")
    async with app.run_test(size=(80, 24)) as pilot:
        app.answering = False
        act_until_own_decision_is_announced(app)
        await press(pilot, "l", "l")
        while slug == "queens-dungeon" and app.match.view(0).facts["phase"] != "play":
            app.act(min(app.match.waiting), app.match.default(min(app.match.waiting)))
            await press(pilot, "l", "l")
        app.board._repaint()
        if is_new:
            assert is_dim(app, words), "what it would decide on has hardly been shown"
        while not is_new and is_dim(app, words):  # without a key
            await pilot.pause(SETTLE_SECONDS / 10)


async def test_button_that_decides_is_dim_while_a_card_turns():
    app = BoardApp(games["mad-queens"].start(1, "7"), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        app.board._repaint()
        assert not is_dim(app, "Space Reveal")
        await press(pilot, "space")
        assert app.board.animating
        assert is_dim(app, "Space Reveal")
        await press(pilot, "b")
        assert app.texts_of_chosen_actions == ["reveal"], "the key only ends the animation"
        app.board._repaint()
        assert not is_dim(app, "B Bank")


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_log_of_a_resumed_match_says_what_happened_while_the_person_was_away(slug, seats):
    match, missed = games[slug].start(seats, 4), []
    for _ in range(60):
        seat = min(match.waiting)
        missed += match.act(seat, match.default(seat))
    seen = tuple(known for change in missed if (known := change.seen_by(0)) is not None)
    app = BoardApp(match, SEAT_NAMES)
    async with app.run_test(size=(100, 30)):
        app.board.begin(MatchBegan(match.view(0), SEAT_NAMES[:seats], (), seen))
        lines = [line.text for line in app.board.table_scene.log]
        assert (lines[0], lines[-1]) == ("While you were away:", "You are back.")
        assert len(lines) > 3


@pytest.mark.deep
@pytest.mark.parametrize("size", sample_cases([(80, 24), (120, 40)], 1))
@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_movement_over_the_byte_budget_is_not_painted_except_its_last_frame(slug, seats, size):
    """The pace is a thousand times as fast as usual, so every frame counts as movement."""
    match = games[slug].start(seats, "7")
    app = BoardApp(match, SEAT_NAMES, animate=True, pace=0.001, budget=ByteBudget(lambda: 0.0, 0))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        moving = []
        show_canvas, board = app.board.show_canvas, app.board

        def note_and_show(canvas):
            moving.append(board.animation.is_mid_movement)
            return show_canvas(canvas)

        board.show_canvas = note_and_show
        for _ in range(12):
            if match.over:
                break
            seat = min(match.awaited)
            app.act(seat, match.default(seat))
            async with asyncio.timeout(PATIENCE_SECONDS):
                while board.animating:
                    await pilot.pause(0.01)
        await pilot.pause()
        assert moving
        assert not any(moving)
        assert str(board._canvas) == str(board.make_canvas(*board.size))


@pytest.mark.parametrize(("slug", "seats"), GAMES_WITH_SEATS)
async def test_log_over_a_narrow_table_covers_its_whole_width(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES)
    async with app.run_test(size=(48, 39)) as pilot:
        await pilot.pause()
        await press(pilot, "l")
        app.board.add_chat("", "logged " * 300)
        await pilot.pause()
        rows = [row for row in app.text.splitlines() if "logged" in row]
        assert len(rows) > 3
        assert [row for row in rows if set(row.split()) - {"logged", "logged…", "…"}] == []


@pytest.mark.parametrize(("slug", "seats"), [*GAMES_WITH_SEATS, ("mad-queens-classic", 3)])
async def test_end_of_a_match_that_bots_play_on_fast_is_shown_even_where_too_many_frames_wait(slug, seats):
    app = BoardApp(games[slug].start(seats, "7"), SEAT_NAMES, animate=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.board.animation.play_on_fast()
        while not app.match.over:
            seat = min(app.match.awaited)
            app.act(seat, app.match.default(seat))
        ends_shown = 0
        while app.board.animating:
            ends_shown += app.board.animation.frame_is_on and app.board.animation.shown.is_decisive
            app.board.animation.next_frame()
        assert ends_shown


@parametrize(("slug", "seats"), GAMES_WITH_SEATS, 5)
async def test_remark_on_a_change_stands_below_the_line_of_the_change_however_late_it_comes(slug, seats):
    match = games[slug].start(seats, "1")
    bot = next(iter(match.game.bots.values()))
    app = BoardApp(match, SEAT_NAMES)
    async with app.run_test(size=(120, 40)):
        told: list[Line] = []
        for number in range(120):
            if match.over:
                break
            seat = min(match.awaited)
            app.act(seat, bot(match.view(seat)))
            if number % 3 == 2:  # the line of a remark is no longer the newest
                for place, line in enumerate(told):
                    said = Line(f"Said {place} after {number}.")
                    assert app.board.add_remark(line.change, said.text)
                    log = app.board.log_view.lines
                    assert log[log.index(said) - 1].change == line.change
                told = []
            told += [one for one in app.board.log_view.lines[-2:] if isinstance(one.change, Remark)]
        assert any(line.text.startswith("Said") for line in app.board.log_view.lines)
