"""The name of the person: it is asked for once, and marked in every list of names."""

from __future__ import annotations

import pytest

from net.protocol.table_state import Total
from tests.support.depth import parametrize
from tui.connect.request import TableRequest
from tui.screens.home import HomeScreen
from tui.screens.join import JoinScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.name import NAME_QUESTION
from tui.screens.table_setup import TableSetupScreen
from tui.screens.text_question import TextQuestion
from tui.settings import LastTableSetup, Settings
from tui.widgets.form import Form


@parametrize(
    ("keys", "name"),
    [(("enter",), "Ann"), (("escape",), "Ann"), ((*"ines", "enter"), "Annines"), (("i", "p"), None)],
    2,
)
async def test_name_is_asked_for_once_at_the_first_start(make_program, screen_text, keys, name) -> None:
    app = make_program(name="Ann", named=False)
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        assert NAME_QUESTION in screen_text(app)
        await pilot.press("end", *keys)
        await pilot.pause()
        if name is None:
            assert isinstance(app.screen, TextQuestion)
            return
        await pilot.press("escape")  # the lesson is not wanted
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert await is_home_menu_focused(app, pilot)
    kept = Settings.load(app.folder)
    assert (kept.named, kept.name) == (True, name)


async def test_keys_of_a_screen_are_not_shown_below_a_dialog(make_program, screen_text) -> None:
    app = make_program(name="Ann", named=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.pause()
        assert "Enter That's me" in screen_text(app)
        assert "Enter Choose" not in screen_text(app)
        await pilot.press("escape", "escape")
        await pilot.pause()
        await pilot.pause()
        assert "Enter Choose" in screen_text(app)


async def test_help_on_the_first_question_is_about_the_name(make_program, screen_text) -> None:
    app = make_program(name="Ann", named=False)
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.pause()
        assert "F1 Help" in screen_text(app)
        await pilot.press("f1")
        await pilot.pause()
        assert "Type the name others" in screen_text(app)
        assert "rulebook" not in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, TextQuestion)
        await pilot.press("end", "x", "enter")
        await pilot.pause()
    assert Settings.load(app.folder).name == "Annx"


async def is_home_menu_focused(app, pilot) -> bool:
    """Wait until the program is idle; return whether the menu of the home screen has the focus."""
    await pilot.pause()
    return app.focused is not None and app.focused.id == "choices"


@pytest.mark.parametrize(
    ("name_is_known", "table_request"),
    [(True, None), (False, TableRequest("play")), (False, TableRequest("join", is_big_screen=True))],
)
async def test_name_is_not_asked_for_when_it_is_known_or_a_table_is_opened(
    make_program, screen_text, name_is_known, table_request
) -> None:
    app = make_program(table_request, name="Ann", named=name_is_known)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert NAME_QUESTION not in screen_text(app)


@parametrize("kind", ["host", "join"], 1)
@parametrize(("keys", "name"), [(("enter",), "Ann"), (("escape",), "Ann"), ((*"ines", "enter"), "Annines")], 2)
async def test_name_is_asked_for_before_the_first_table_with_others(
    make_program, screen_text, kind, keys, name
) -> None:
    app = make_program(TableRequest(kind), name="Ann", named=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert NAME_QUESTION in screen_text(app)
        await pilot.press("end", *keys)
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen if kind == "host" else JoinScreen)
        if kind == "join":
            assert app.screen.query_one("#name").value == name
    kept = Settings.load(app.folder)
    assert (kept.named, kept.name) == (True, name)


async def test_name_of_the_command_line_is_kept_on_the_home_screen(make_program) -> None:
    app = make_program(name="Ann")
    app.settings.give_name("Nora")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert Settings.load(app.folder).name == "Nora"


async def test_own_name_is_marked_in_the_standings_and_the_totals(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"), names=("Ann", "Bob"), name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.set_table_state(matches=1, totals=(Total("Ann", 1, 1, 30), Total("Bob", 1, 0, 20)))
        await pilot.pause()
        assert "Ann (you)" in screen_text(app)
        await pilot.press("s")
        await pilot.pause()
        client.play_on()
        await pilot.pause()
        app.screen.action_standings()
        await pilot.pause()
        await pilot.pause()
        assert screen_text(app).count("Ann (you)") == 2


async def test_totals_of_the_lobby_have_no_points_before_a_match_of_the_present_game(make_program, screen_text) -> None:
    app = make_program(TableRequest("host"), names=("Ann", "Bob"), name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for points, heading in ((30, "matches    wins  points"), (0, "matches    wins")):
            app.session.client.set_table_state(matches=2, totals=(Total("Ann", 2, 1, points), Total("Bob", 2, 1, 0)))
            await pilot.pause()
            row = next(row for row in screen_text(app).splitlines() if "so far" in row)
            assert heading in row
            assert ("points" in row) == bool(points)


async def test_options_of_the_last_table_are_remembered_for_each_game(make_program) -> None:
    app = make_program()
    app.settings.remember_table(LastTableSetup("mad-queens", 5, 4, {"visibility": "sealed"}))
    app.settings.remember_table(LastTableSetup("mad-queens-classic", 3, 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await app.push_screen(TableSetupScreen("play"))
        await pilot.pause()
        await pilot.press("up")
        await pilot.pause()
        values = {field.name: field.value for field in app.screen.query_one(Form).fields}
        assert (values["seats"], values["visibility"]) == ("5", "sealed")


@pytest.mark.parametrize("request_of_start", [None, TableRequest("host")])
async def test_home_screen_offers_a_lesson_once_to_a_person_whose_name_is_already_known(
    make_program, screen_text, request_of_start
) -> None:
    """The name may come from the option `--name`, or from a first start by `queens join` or `queens host`."""
    app = make_program(request_of_start, lesson_offered=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        if request_of_start is not None:
            assert "First time here?" not in screen_text(app)
            await app.go_home()
            await pilot.pause()
        assert "First time here?" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "First time here?" not in screen_text(app)
        await app.go_home()
        await pilot.pause()
        assert "First time here?" not in screen_text(app)
    assert Settings.load(app.folder).lesson_offered
