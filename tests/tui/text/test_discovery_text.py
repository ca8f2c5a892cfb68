"""The texts about tables and clubs that were found on the network."""

from __future__ import annotations

import json

import pytest

from net.discovery.announcement import FoundTable
from net.limits import PROTOCOL_VERSION
from tui.text.discovery import found_tables_json, found_tables_text, table_summary

COMMON_TABLE_FIELDS = (True, PROTOCOL_VERSION, "k", 7433, ("10.0.0.7",))
"""The fields that all found tables and clubs of these tests share: TLS, version, key, port and addresses."""


@pytest.mark.parametrize(("tables", "words"), [(1, "1 table, open"), (12, "12 tables, open")])
def test_club_is_said_to_have_tables_and_not_seats(tables, words) -> None:
    club = FoundTable("a", "Café", "", 0, tables, "lobby", False, *COMMON_TABLE_FIELDS, is_club=True)
    assert table_summary(club) == words
    assert found_tables_text([club]).startswith("Club  Café  ")
    [found] = json.loads(found_tables_json([club]))
    assert (found["club"], found["fits"], found["seats"]) == (True, True, tables)


def test_text_about_a_found_table_gives_its_seats_and_does_not_call_it_a_club() -> None:
    table = FoundTable("a", "Ann", "mad-queens", 2, 4, "lobby", False, *COMMON_TABLE_FIELDS)
    assert table_summary(table) == "2 of 4 free, open"
    assert json.loads(found_tables_json([table]))[0]["club"] is False
