"""The screen that sets up a table: games, options, numbers, and the table that it opens."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.events import Key
from textual.widgets import Input

from core import games
from tests.support.depth import parametrize
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.guest.app import GuestApp
from tui.screens.match import MatchScreen
from tui.screens.table_setup import UNREADABLE_NAME_SENTENCE, TableSetupScreen
from tui.screens.table_setup_fields import ADMISSION_FIELD, BROWSERS_FIELD, LEVEL_FIELD, LEVEL_HELP, fields_of_game
from tui.settings import LastTableSetup, Settings
from tui.widgets.form import Form


@pytest.mark.parametrize("slug", games)
@pytest.mark.parametrize("purpose", ["play", "host", "club", "change"])
def test_table_setup_has_every_option_of_every_game(slug, purpose) -> None:
    game = games[slug]
    fields = {field.name: field for field in fields_of_game(game, LastTableSetup(slug, game.usual_seats, 0), purpose)}
    assert "seats" in fields
    assert set(game.options) == set(fields) - {"seats", "bots", "level", ADMISSION_FIELD, BROWSERS_FIELD}
    for name, option in game.options.items():
        field = fields[name]
        assert field.help == option.help
        assert field.value == option.text_of(option.default)
        for value in field.values:
            assert option.text_of(option.parse_value(name, value)) == value


@pytest.mark.parametrize("slug", games)
def test_arrow_keys_reach_every_number_of_players_that_the_game_allows(slug) -> None:
    game = games[slug]
    field = fields_of_game(game, LastTableSetup(slug, game.usual_seats, 0), "play")[0].step(-1000 if slug == "x" else 0)
    while field.step(-1) != field:
        field = field.step(-1)
    reached = [int(field.value)]
    while len(reached) < 12 and field.step(1) != field:
        field = field.step(1)
        reached.append(int(field.value))
    assert reached == list(game.seats)[: len(reached)]


@parametrize("slug", games, 3)
async def test_every_game_and_option_can_be_shown_and_chosen(make_program, screen_text, slug) -> None:
    app = make_program()
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, TableSetupScreen)
        app.screen.query_one("#games").point_at(slug)
        await pilot.pause()
        text = screen_text(app)
        assert games[slug].title in text
        assert all(word in text for word in games[slug].tagline.split())
        for option in games[slug].options.values():
            assert option.help.split()[0] in text


async def test_typed_number_replaces_the_old_one_and_its_range_is_shown(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "tab")
        await pilot.pause()
        form = app.screen.query_one(Form)
        for keys, value in (("12", "12"), ("backspace", "1"), ("0", "10")):
            await pilot.press(*([keys] if keys.isalpha() else keys))
            assert form.fields[0].value == value
        await pilot.press("right", *"999999")
        await pilot.pause()
        assert "Players is a number from 1 to 1000." in screen_text(app)
        assert "999999" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, TableSetupScreen)
        await pilot.press(*["backspace"] * 6, *"60")
        await pilot.pause()
        assert "from 1 to 1000" not in screen_text(app)
        assert app.screen.choice.seats == 60
        await pilot.press(*["backspace"] * 2, "down")
        assert form.fields[0].value == "6"


async def test_table_that_was_set_up_is_played_and_kept_in_the_settings(make_program, tmp_path) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        await pilot.press("right", "left", "down", "right", "down", "right")
        await pilot.pause()
        choice = app.screen.choice
        assert (choice.seats, choice.options["visibility"]) == (3, "sealed")
        assert (choice.level, choice.bot_kinds) == ("hard", ("hard",))
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.session.request.bot_kinds == ("hard",)
    assert Settings.load(tmp_path).table == choice


async def test_mouse_changes_a_form_value(make_program) -> None:
    app = make_program()
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


async def test_d_key_restores_the_default_options(make_program) -> None:
    app = make_program(table=LastTableSetup("mad-queens", 6, 5, {"visibility": "sealed"}))
    async with app.run_test() as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert app.screen.choice.options["visibility"] == "sealed"
        await pilot.press("d")
        await pilot.pause()
        assert (app.screen.choice.seats, app.screen.choice.options["visibility"]) == (4, "open")


async def test_hosted_table_starts_with_free_seats(make_program) -> None:
    app = make_program(table=LastTableSetup("mad-queens", 5, 4))
    async with app.run_test() as pilot:
        await pilot.press("H")
        await pilot.pause()
        assert (app.screen.choice.seats, app.screen.choice.bots) == (5, 0)
        await pilot.press("D")
        await pilot.pause()
        assert (app.screen.choice.seats, app.screen.choice.bots) == (4, 0)


async def test_number_typed_in_the_set_up_right_before_enter_counts(make_program) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("t")
        await pilot.pause()
        for key in ("tab", "backspace", "6", "enter"):
            app.post_message(Key(key, key if len(key) == 1 else None))
        await pilot.pause()
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.settings.table.seats == 6


async def test_table_setup_starts_at_the_games_and_enter_begins(make_program) -> None:
    app = make_program(names=("You", "Ada", "Bea", "Cleo"), table=LastTableSetup("mad-queens", 4, 3))
    async with app.run_test() as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert app.screen.query_one("#games").has_focus
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, MatchScreen)
        assert app.settings.table.game == list(games)[2]


async def test_table_hosted_from_the_home_screen_listens_where_the_last_one_did(make_program) -> None:
    app = make_program(TableRequest("host", bind="127.0.0.1", port=7460, ssh_port=2222, insecure=True, code="rose"))
    async with app.run_test() as pilot:
        await pilot.pause()
        await app.go_home()
        await pilot.pause()
        await pilot.press("h")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        request = app.session.request
        assert (request.bind, request.port, request.any_port, request.ssh_port) == ("127.0.0.1", 7460, True, 2222)
        assert (request.insecure, request.code) == (True, ""), "who may come is asked each time"


async def test_phones_and_browsers_chosen_in_the_set_up_are_also_let_in_at_the_next_table(
    make_program, screen_text
) -> None:
    app = make_program()
    async with app.run_test(size=(100, 40)) as pilot:
        for before, chosen, port in (("no", "yes", 0), ("yes", "yes", 0), ("yes", "no", None), ("no", "no", None)):
            await pilot.press("h")
            await pilot.pause()
            assert "Phones, browsers" in screen_text(app)
            form = app.screen.query_one(Form)
            fields = {field.name: field for field in form.fields}
            assert fields[BROWSERS_FIELD].value == before
            form.show_fields([*(fields | {BROWSERS_FIELD: replace(fields[BROWSERS_FIELD], value=chosen)}).values()])
            app.screen.action_begin()
            await pilot.pause()
            await pilot.pause()
            assert app.session.request.web_port == port
            assert BROWSERS_FIELD not in app.session.request.options
            await app.go_home()
            await pilot.pause()


@parametrize("purpose", ["t", "h"], 1)
async def test_automatic_target_is_shown_for_the_number_of_players(make_program, screen_text, purpose) -> None:
    app = make_program()
    async with app.run_test(size=(120, 60)) as pilot:
        await pilot.press(purpose)
        await pilot.pause()
        app.screen.query_one("#games").point_at("big-queen")
        await pilot.press("right")
        await pilot.pause()
        assert "auto (1000)" in screen_text(app)
        await pilot.press("right")
        await pilot.pause()
        assert "auto (2000)" in screen_text(app)
        assert app.screen.choice.options["target"] == "0"
        form = app.screen.query_one(Form)
        form.index = [field.name for field in form.fields].index("target")
        await pilot.press("right")
        assert app.screen.choice.options["target"] == "50"
        assert "auto" not in screen_text(app)


async def test_house_rules_are_saved_picked_by_a_digit_renamed_and_deleted(make_program, tmp_path) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        games_menu, form = app.screen.query_one("#games"), app.screen.query_one(Form)
        await pilot.press("tab", "home", "right", "s")
        await pilot.pause()
        await pilot.press(*"Five", "enter")
        await pilot.pause()
        assert Settings.load(tmp_path).house_rules["Five"].seats == 5
        assert games_menu.has_focus
        games_menu.point_at("big-queen")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert (app.screen.game.slug, form.fields[0].value) == ("mad-queens", "5")
        await pilot.press("1")
        await pilot.pause()
        assert form.fields[0].value == "5"
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("end", *" of us", "enter")
        await pilot.pause()
        assert list(Settings.load(tmp_path).house_rules) == ["Five of us"]
        await pilot.press("x")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert not Settings.load(tmp_path).house_rules
        assert [choice.name for choice in games_menu.choices] == list(games)
        await pilot.press("x")
        await pilot.pause()
        assert isinstance(app.screen, TableSetupScreen)


async def test_saving_house_rules_under_a_name_in_use_asks_before_it_replaces_them(make_program, screen_text) -> None:
    app = make_program()
    kept = LastTableSetup("queens-dungeon", 2, 1)
    app.settings.save_house_rules("Five", kept)
    app.settings.save_house_rules("Six", kept)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "s")
        await pilot.pause()
        await pilot.press(*"five", "enter")
        await pilot.pause()
        assert "Five is taken. Replace it?" in screen_text(app)
        await pilot.press("n")
        await pilot.pause()
        assert app.settings.house_rules == {"Five": kept, "Six": kept}
        await pilot.press("s")
        await pilot.pause()
        await pilot.press(*"five", "enter")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert list(app.settings.house_rules) == ["five", "Six"]
        assert app.settings.house_rules["five"].game == "mad-queens"
        await pilot.press("n")  # another name for the same house rules replaces nothing, but that of others does
        await pilot.pause()
        await pilot.press(*["backspace"] * 4, *"FIVE", "enter")
        await pilot.pause()
        assert list(app.settings.house_rules) == ["FIVE", "Six"]
        await pilot.press("n")
        await pilot.pause()
        await pilot.press(*["backspace"] * 4, *"six", "enter")
        await pilot.pause()
        assert "Six is taken. Replace it?" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert list(app.settings.house_rules) == ["FIVE", "Six"]


async def test_digit_picks_house_rules_from_a_field_without_numbers_and_says_so_where_it_sets_players(
    make_program, screen_text
) -> None:
    app = make_program()
    app.settings.save_house_rules("Late evening", LastTableSetup("queens-dungeon", 3, 2))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "tab", "home")
        await pilot.pause()
        form = app.screen.query_one(Form)
        await pilot.press("1")
        await pilot.pause()
        assert (app.screen.game.slug, form.fields[0].value) == ("mad-queens", "1")
        assert "1 player. In the list of games, 1 picks Late evening." in screen_text(app)
        form.index = [field.name for field in form.fields].index(LEVEL_FIELD)
        await pilot.press("2")
        await pilot.pause()
        assert (app.screen.game.slug, form.has_focus) == ("mad-queens", True)
        await pilot.press("1")
        await pilot.pause()
        assert (app.screen.game.slug, form.fields[0].value) == ("queens-dungeon", "3")
        assert app.screen.query_one("#games").has_focus


async def test_name_of_house_rules_without_a_visible_letter_is_refused_for_that_reason(
    make_program, screen_text
) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t", "s")
        await pilot.pause()
        app.screen.query_one(Input).value = "\u200b\u2060"
        await pilot.press("enter")
        await pilot.pause()
        assert UNREADABLE_NAME_SENTENCE in screen_text(app)
        assert not app.settings.house_rules


async def test_house_rules_cannot_be_saved_if_settings_are_not_kept(make_program, screen_text, monkeypatch) -> None:
    assert not GuestApp.saves_settings
    monkeypatch.setattr(QueensApp, "saves_settings", False)
    app = make_program()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert "Save" not in screen_text(app)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, TableSetupScreen)
        await pilot.press("f1")
        await pilot.pause()
        assert "number of players" in screen_text(app)
        assert "under a name" not in screen_text(app)
        assert "remembered" not in screen_text(app)


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (3, {}, "2♣ is left out: 51 cards, 17 each."),
        (3, {"exchange": "yes"}, "The whole pack is dealt: 52 cards, 13 each and 13 spare."),
        (4, {"exchange": "yes"}, "bots in the other seats."),  # these do not go together
    ],
)
def test_field_of_the_players_says_which_cards_are_dealt(seats, options, words) -> None:
    game = games["queens-dungeon"]
    assert fields_of_game(game, LastTableSetup(game.slug, seats, 0, options), "play")[0].help.endswith(words)


def test_field_of_the_level_says_who_the_bots_are() -> None:
    game, four, alone = games["mad-queens"], LastTableSetup("mad-queens", 4, 1), LastTableSetup("mad-queens", 1, 0)
    who = {
        (purpose, choice.level): field.help.removeprefix(LEVEL_HELP)
        for purpose in ("play", "host")
        for choice in (four, LastTableSetup("mad-queens", 4, 1, level="easy"))
        for field in fields_of_game(game, choice, purpose)
        if field.name == LEVEL_FIELD
    }
    assert who == {
        ("play", ""): " Bea is careful, Cleo is bold, Dora loves Queens.",
        ("host", ""): " Dora loves Queens.",
        ("play", "easy"): "",
        ("host", "easy"): "",
    }
    assert all(field.help == LEVEL_HELP for field in fields_of_game(game, alone, "play") if field.name == LEVEL_FIELD)
