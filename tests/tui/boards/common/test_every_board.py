"""Where the log has no place, what somebody says stands on the table for a while; the log has it whole."""

from __future__ import annotations

import pytest

from core import games
from tests.support.board_app import Sitting, press

GAMES = [("mad-queens", 3), ("queens-dungeon", 4), ("queen-bees-ii", 3), ("big-queen", 4)]
NAMES = ("You", "Ada", "Bea", "Cleo")
LONG = "Does anybody know where the Queen of spades has gone, or is it a secret that nobody tells?"


@pytest.mark.parametrize(("slug", "seats"), GAMES)
async def test_what_is_said_shows_where_the_log_does_not(slug, seats):
    app = Sitting(games[slug].start(seats, "7"), NAMES)
    async with app.run_test(size=(60, 19)) as pilot:
        await pilot.pause()
        app.board.add_chat("Ada", LONG)
        await pilot.pause()
        assert "Ada: Does anybody know" in app.text
        await press(pilot, "l")
        assert "nobody tells?" in " ".join(app.text.split())


@pytest.mark.parametrize(("slug", "seats"), GAMES)
async def test_where_the_log_is_seen_nothing_covers_the_table(slug, seats):
    app = Sitting(games[slug].start(seats, "7"), NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.board.add_chat("Ada", LONG)
        await pilot.pause()
        assert app.board._note == ""


async def test_why_something_is_not_possible_takes_the_place_of_what_was_said():
    app = Sitting(games["mad-queens"].start(3, "7"), NAMES)
    async with app.run_test(size=(60, 19)) as pilot:
        await pilot.pause()
        app.board.add_chat("Ada", "Hello")
        app.board.show_note("Not so fast.")
        await pilot.pause()
        assert "Not so fast." in app.text


@pytest.mark.parametrize(("slug", "seats"), GAMES)
async def test_the_log_is_leafed_back_and_keeps_its_place_until_something_is_decided(slug, seats):
    app = Sitting(games[slug].start(seats, "7"), NAMES)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for number in range(40):
            app.board.add_chat("Ada", f"line {number}.")
        await press(pilot, *[","] * 4)
        assert "line 23." in app.text
        assert "line 24." not in app.text
        assert "16 later:" in app.text
        app.board.add_chat("Ada", "line 40.")
        await pilot.pause()
        assert "line 23." in app.text
        assert "17 later:" in app.text
        await press(pilot, *[","] * 40)
        assert app.board.scene.log[0].text in app.text
        await press(pilot, *["."] * 40)
        assert "line 40." in app.text
        assert " later:" not in app.text
        await press(pilot, ",")
        app.board.send(app.board.legal[0])
        await pilot.pause()
        assert " later:" not in app.text


async def test_a_narrow_table_opens_the_log_to_leaf_in_it():
    app = Sitting(games["mad-queens"].start(3, "7"), NAMES)
    async with app.run_test(size=(60, 19)) as pilot:
        await pilot.pause()
        for number in range(30):
            app.board.add_chat("Ada", f"line {number}.")
        await press(pilot, ",", ",")
        assert "line 21." in app.text
        assert "8 later:" in app.text


@pytest.mark.parametrize(("slug", "seats"), GAMES)
async def test_whoever_takes_over_a_seat_is_called_by_their_own_name_from_then_on(slug, seats):
    app = Sitting(games[slug].start(seats, "7"), NAMES)
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
        assert any(line.name == "Wanda" or "Wanda" in line.text for line in lines)
        assert not any(line.name == "Ada" or "Ada" in line.text for line in lines)
