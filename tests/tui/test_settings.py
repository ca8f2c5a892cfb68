"""The settings: saved, loaded, and read from damaged or older files."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.settings import Settings, TableChoice, clean_name, data_folder

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
"""Any JSON value."""


def test_saved_settings_are_loaded_unchanged(tmp_path) -> None:
    table = TableChoice("mad-queens", 6, 2, {"visibility": "sealed"})
    settings = Settings("Ines", "safe", "none", "slow", True, table, ["10.0.0.7"], words=True)
    settings.save(tmp_path / "new")
    assert Settings.load(tmp_path / "new") == settings


@pytest.mark.parametrize("text", ["", "[]", "{", '{"suits": "five"}', '{"table": 3, "addresses": {"a": 1}}', "\x00"])
def test_setting_with_an_invalid_value_has_its_default(tmp_path, text) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert Settings.load(tmp_path) == Settings()


@pytest.mark.parametrize("text", ["", "[]", "{", "\x00", "[" * 100_000])
def test_damaged_settings_file_is_renamed_and_reported(tmp_path, text) -> None:
    (tmp_path / "settings.json").write_text(text)
    assert "settings.json.bad" in Settings.load(tmp_path).trouble
    assert (tmp_path / "settings.json.bad").read_text() == text
    assert not Settings.load(tmp_path).trouble


@given(st.dictionaries(st.sampled_from(["name", "suits", "animation", "pace", "ascii", "table", "addresses"]), JSON))
def test_any_json_in_the_settings_file_gives_valid_settings(tmp_path_factory, kept) -> None:
    folder = tmp_path_factory.mktemp("settings")
    (folder / "settings.json").write_text(json.dumps(kept))
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


def test_addresses_are_remembered_latest_first() -> None:
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


def test_login_name_is_not_saved_as_a_name_that_the_person_has_said(tmp_path) -> None:
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
    assert settings.table_of("big-queen") == TableChoice(**table)
    assert settings.table_of("mad-queens") is None


def test_table_of_each_game_is_remembered(tmp_path) -> None:
    settings = Settings()
    sealed, target = TableChoice("mad-queens", 5, 4, {"visibility": "sealed"}), TableChoice("big-queen", 6, 5)
    settings.remember_table(sealed)
    settings.remember_table(target)
    settings.save(tmp_path)
    settings = Settings.load(tmp_path)
    assert (settings.table, settings.table_of("mad-queens")) == (target, sealed)
