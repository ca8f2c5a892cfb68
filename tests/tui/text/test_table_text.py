"""Sentences about a table that screens and the line mode share."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core import games
from net.protocol.table_state import SeatInfo, TableInfo
from tui.text.table import kick_question, lobby_status, mute_confirmation

GAME = games["mad-queens"]
ADA, BEA, BOT, FREE = SeatInfo(0, "Ada"), SeatInfo(1, "Bea"), SeatInfo(2, "Bot", "careful"), SeatInfo(3)
TABLE = TableInfo("The round table", "mad-queens", {}, (ADA, BEA, BOT, FREE), (), "lobby", 0, "here", owner=0)
"""A table in the lobby, whose owner is Ada."""

FREE_SEATS_SENTENCE = "Free seats are filled with bots."
"""The sentence on free seats."""


def table_with(*people: SeatInfo) -> TableInfo:
    """Return the table with these occupants in its seats."""
    return replace(TABLE, seats=tuple(replace(one, seat=seat) for seat, one in enumerate(people)))


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ((ADA, BEA), "Bea is not ready yet; you can start all the same."),
        ((ADA, BEA, SeatInfo(2, "Cy")), "Bea and Cy are not ready yet; you can start all the same."),
        ((ADA, *(SeatInfo(1, name) for name in "BCDE")), "4 players are not ready yet; you can start all the same."),
        ((ADA, replace(BEA, ready=True), SeatInfo(2, "Cy", here=False), BOT), ""),
        ((ADA, BEA, FREE), f"Bea is not ready yet; you can start all the same. {FREE_SEATS_SENTENCE}"),
        ((ADA, BOT, FREE), FREE_SEATS_SENTENCE),
    ],
)
def test_lobby_status_tells_the_owner_who_is_not_ready(people, words) -> None:
    assert lobby_status(GAME, table_with(*people), owner=True) == words


def test_lobby_status_tells_a_watching_owner_of_every_player() -> None:
    table = replace(table_with(ADA, BEA), owner=None, owner_name="Dora")
    assert lobby_status(GAME, table, owner=True).startswith("Ada and Bea are not ready yet;")


def test_lobby_status_tells_others_who_starts_the_match() -> None:
    assert lobby_status(GAME, TABLE, owner=False) == f"Mad Queens begins when Ada starts it. {FREE_SEATS_SENTENCE}"


def test_kick_question_names_the_consequences() -> None:
    lobby = "Send Bea away? Then Bea cannot come back to this table."
    match = "Send Bea away? Then a bot takes over the seat, and Bea cannot come back to this table."
    assert kick_question(TABLE, "Bea") == lobby
    playing = replace(TABLE, phase="playing")
    assert kick_question(playing, "Bea") == match
    assert (
        kick_question(replace(playing, watchers=("Cy",)), "Cy")
        == "Send Cy away? Then Cy cannot come back to this table."
    )


def test_mute_confirmation_names_the_person() -> None:
    assert mute_confirmation("Bea", muted=True) == "You hear nothing more of what Bea says."
    assert mute_confirmation("Bea", muted=False) == "You hear again what Bea says."
