"""The settings of a person: saved, loaded, and read from damaged or older files."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.cards import BACK_OF_GAME, BACK_PATTERNS
from tui.settings import MAX_HOUSE_RULES, CardBack, LastTableSetup, Settings, clean_name, data_folder

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""Hypothesis strategy for any JSON value."""


def test_saved_settings_are_loaded_unchanged(tmp_path) -> None:
    table = LastTableSetup("mad-queens", 6, 2, {"visibility": "sealed"})
    tastes = {"theme": "night", "back": "crowns"}
    settings = Settings(
        "Ines", "safe", "quick", "slow", True, table, ["10.0.0.7"], words=True, questions=False, **tastes
    )
    settings.save(tmp_path / "new")
    assert Settings.load(tmp_path / "new") == settings


def test_every_pattern_of_card_backs_can_be_saved_in_the_settings() -> None:
    assert get_args(CardBack) == (BACK_OF_GAME, *BACK_PATTERNS)


def test_animation_that_was_saved_as_none_is_off(tmp_path) -> None:
    (tmp_path / "settings.json").write_text('{"animation": "none"}')
    assert Settings.load(tmp_path).animation == "off"


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"suits": "five", "theme": "day"}', '{"table": 3, "addresses": {"a": 1}}', "\x00"]
)
def test_setting_with_an_invalid_value_is_replaced_by_its_default(tmp_path, text) -> None:
    (tmp_path / "settings.json").write_text(text)
    settings = Settings.load(tmp_path)
    assert settings == Settings(named=False, lesson_offered=False, trouble=settings.trouble)


@pytest.mark.parametrize("text", ["", "[]", "{", "\x00", "[" * 100_000])
def test_damaged_settings_file_is_renamed_and_reported(tmp_path, text) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert "settings.json.bad" in Settings.load(tmp_path).trouble
    assert (tmp_path / "settings.json.bad").read_text() == text
    assert not Settings.load(tmp_path).trouble


@given(
    st.dictionaries(
        st.sampled_from(["name", "suits", "animation", "pace", "ascii", "table", "addresses", "house_rules"]),
        json_values,
    )
)
def test_any_json_in_the_settings_file_gives_valid_settings(tmp_path_factory, json_content) -> None:
    folder = tmp_path_factory.mktemp("settings")
    (folder / "settings.json").write_text(json.dumps(json_content))
    settings = Settings.load(folder)
    assert settings.name == clean_name(settings.name) != ""
    assert settings.pace in ("slow", "normal", "fast")
    assert isinstance(settings.table.seats, int)
    assert all(isinstance(address, str) for address in settings.addresses)


def test_program_runs_on_if_its_settings_cannot_be_saved(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    Settings().save(tmp_path / "file")
    assert "cannot be kept" in Settings.load(tmp_path / "file").trouble
    assert not Settings.load(tmp_path / "not" / "yet").trouble


def test_environment_variable_queens_data_names_the_data_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    assert data_folder() == tmp_path


def test_joined_addresses_are_remembered_with_the_latest_first() -> None:
    settings = Settings()
    for number in range(9):
        settings.remember_address(f"10.0.0.{number}")
    settings.remember_address("10.0.0.6")
    assert settings.addresses == ["10.0.0.6", "10.0.0.8", "10.0.0.7", "10.0.0.5", "10.0.0.4"]


@pytest.mark.parametrize(
    ("login", "expected"),
    [("ines", "Ines"), ("", "Player"), ("root", "Player"), ("Administrator", "Player"), ("admin", "Player")],
)
@pytest.mark.parametrize("variable", ["LOGNAME", "USER", "USERNAME"])
def test_default_name_is_the_login_name_of_the_person(tmp_path, monkeypatch, variable, login, expected) -> None:
    for other in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(variable, login)
    assert Settings.load(tmp_path).name == expected


def test_login_name_is_not_saved_as_a_name_that_the_person_has_chosen(tmp_path) -> None:
    settings = Settings.load(tmp_path)
    assert not settings.named
    settings.save(tmp_path)
    assert not Settings.load(tmp_path).named
    settings.give_name("Ines")
    settings.save(tmp_path)
    assert (Settings.load(tmp_path).named, Settings.load(tmp_path).name) == (True, "Ines")


def test_settings_of_an_earlier_version_keep_their_name_and_table(tmp_path) -> None:
    table = {"game": "big-queen", "seats": 6, "bots": 5, "options": {"target": "200"}}
    (tmp_path / "settings.json").write_text(json.dumps({"name": "Ines", "table": table}))
    settings = Settings.load(tmp_path)
    assert settings.named
    assert settings.last_table_of_game("big-queen") == LastTableSetup(**table)
    assert settings.last_table_of_game("mad-queens") is None


def test_last_table_of_each_game_is_remembered(tmp_path) -> None:
    settings = Settings()
    sealed, target = LastTableSetup("mad-queens", 5, 4, {"visibility": "sealed"}), LastTableSetup("big-queen", 6, 5)
    settings.remember_table(sealed)
    settings.remember_table(target)
    settings.save(tmp_path)
    settings = Settings.load(tmp_path)
    assert (settings.table, settings.last_table_of_game("mad-queens")) == (target, sealed)


def test_too_many_house_rules_and_impossible_progress_in_a_file_are_left_out(tmp_path) -> None:
    kept = {"house_rules": {str(number): {} for number in range(12)}, "lessons": {"mad-queens": -5, "big-queen": 3}}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    loaded = Settings.load(tmp_path)
    assert len(loaded.house_rules) == MAX_HOUSE_RULES
    assert loaded.lessons == {"big-queen": 3}


def test_house_rules_are_saved_under_names_and_keep_their_order(tmp_path) -> None:
    settings = Settings()
    for name in ("Friday", "Kids", "Long"):
        assert settings.save_house_rules(f" {name} ", LastTableSetup("big-queen", options={"target": name})) == name
    assert settings.save_house_rules("kids", LastTableSetup("mad-queens")) == "kids", "it replaces those of the name"
    assert settings.save_house_rules("Sunday", settings.house_rules["Friday"], "Friday") == "Sunday", "another name"
    assert settings.save_house_rules("\x1b", LastTableSetup()) == ""
    settings.save(tmp_path)
    loaded = Settings.load(tmp_path)
    assert list(loaded.house_rules) == ["Sunday", "kids", "Long"]
    assert loaded.house_rules_called("SUNDAY") == ("Sunday", LastTableSetup("big-queen", options={"target": "Friday"}))
    for number in range(MAX_HOUSE_RULES):
        loaded.save_house_rules(str(number), LastTableSetup())
    assert len(loaded.house_rules) == MAX_HOUSE_RULES


@pytest.mark.parametrize(
    ("file_text", "expected"),
    [
        ({"name": "Ann"}, False),
        ({"name": "Ann", "lessons": {"big-queen": 2}}, True),
        ({"name": "Ann", "met": ["mad-queens caught"]}, True),
        ({"name": "Ann", "table": {"game": "big-queen"}}, True),
        ({"name": "Ann", "addresses": ["192.168.1.20:7433"]}, True),
        ({"name": "Ann", "lesson_offered": True}, True),
        ({"name": "Ann", "lesson_offered": False, "met": ["mad-queens caught"]}, False),
    ],
)
def test_settings_of_an_older_version_say_whether_a_lesson_was_offered(tmp_path, file_text, expected):
    (tmp_path / "settings.json").write_text(json.dumps(file_text))
    settings = Settings.load(tmp_path)
    assert settings.lesson_offered is expected
    settings.save(tmp_path)
    assert Settings.load(tmp_path).lesson_offered is expected
