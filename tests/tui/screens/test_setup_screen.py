from __future__ import annotations

import pytest

from core import games
from tui.screens.form import Field, Form
from tui.screens.match import MatchRoom
from tui.screens.setup import SetUp, fields_of
from tui.settings import Settings, TableChoice


@pytest.mark.parametrize("slug", games)
@pytest.mark.parametrize("purpose", ["play", "host", "change"])
def test_no_option_of_any_game_is_missing(slug, purpose) -> None:
    game = games[slug]
    fields = {field.name: field for field in fields_of(game, TableChoice(slug, game.usual_seats, 0), purpose)}
    assert "seats" in fields
    assert set(game.options) == set(fields) - {"seats", "bots"}
    for name, option in game.options.items():
        field = fields[name]
        assert field.help == option.help
        assert field.value == option.show(option.default)
        for value in field.values:
            assert option.show(option.read(name, value)) == value


@pytest.mark.parametrize("slug", games)
def test_stepping_reaches_every_number_of_players_that_the_game_has(slug) -> None:
    game = games[slug]
    field = fields_of(game, TableChoice(slug, game.usual_seats, 0), "play")[0].step(-1000 if slug == "x" else 0)
    while field.step(-1) != field:
        field = field.step(-1)
    reached = [int(field.value)]
    while len(reached) < 12 and field.step(1) != field:
        field = field.step(1)
        reached.append(int(field.value))
    assert reached == list(game.seats)[: len(reached)]


@pytest.mark.parametrize("slug", games)
async def test_every_game_and_every_option_can_be_seen_and_chosen(program, shown, slug) -> None:
    app = program()
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, SetUp)
        await pilot.press("tab")
        app.screen.query_one("#games").point_at(slug)
        await pilot.pause()
        text = shown(app)
        assert games[slug].title in text
        assert all(word in text for word in games[slug].tagline.split())
        for option in games[slug].options.values():
            assert option.help.split()[0] in text


def test_numbers_can_be_typed() -> None:
    field = Field("seats", "Players", "4", bounds=(1, 1000))
    assert field.typed("2", fresh=True).typed("5", fresh=False).value == "25"
    assert (
        field.typed("9", fresh=True).typed("9", fresh=False).typed("9", fresh=False).typed("9", fresh=False).value
        == "9"
    )
    assert Field("seats", "Players", "4", bounds=(3, 6)).typed("9", fresh=True).value == "6"


async def test_what_was_set_up_is_played_and_remembered(program, tmp_path) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        await pilot.press("left", "down", "right")
        await pilot.pause()
        choice = app.screen.choice
        assert (choice.seats, choice.options["visibility"]) == (3, "sealed")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, MatchRoom)
    assert Settings.load(tmp_path).table == choice


async def test_the_mouse_changes_a_value(program) -> None:
    app = program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        form = app.screen.query_one(Form)
        await pilot.click(form, offset=(form.size.width - 2, 0))
        await pilot.pause()
        assert form.fields[0].value == "5"
        await pilot.click(form, offset=(form.size.width - 11, 0))
        await pilot.pause()
        assert form.fields[0].value == "4"


async def test_defaults_come_back(program) -> None:
    app = program(table=TableChoice("mad-queens", 6, 5, {"visibility": "sealed"}))
    async with app.run_test() as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert app.screen.choice.options["visibility"] == "sealed"
        await pilot.press("d")
        await pilot.pause()
        assert (app.screen.choice.seats, app.screen.choice.options["visibility"]) == (4, "open")


async def test_a_table_for_others_has_free_seats(program) -> None:
    app = program(table=TableChoice("mad-queens", 5, 4))
    async with app.run_test() as pilot:
        await pilot.press("H")
        await pilot.pause()
        assert (app.screen.choice.seats, app.screen.choice.bots) == (5, 0)
        await pilot.press("D")
        await pilot.pause()
        assert (app.screen.choice.seats, app.screen.choice.bots) == (4, 0)
