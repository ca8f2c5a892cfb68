"""Sentences that screens and the line mode share."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core import games
from net.protocol.table_state import SeatInfo, TableInfo
from tui.text.table import kick_question, lobby_status, mute_confirmation

GAME = games["mad-queens"]
ADA, BEA, BOT, FREE = SeatInfo(0, "Ada"), SeatInfo(1, "Bea"), SeatInfo(2, "Bot", "careful"), SeatInfo(3)
TABLE = TableInfo("The round table", "mad-queens", {}, (ADA, BEA, BOT, FREE), (), "lobby", 0, "here", owner=0)
FILLED = "Free seats are filled with bots."


def seated(*people: SeatInfo) -> TableInfo:
    return replace(TABLE, seats=tuple(replace(one, seat=seat) for seat, one in enumerate(people)))


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ((ADA, BEA), "Bea is not ready yet; you can start all the same."),
        ((ADA, BEA, SeatInfo(2, "Cy")), "Bea and Cy are not ready yet; you can start all the same."),
        ((ADA, *(SeatInfo(1, name) for name in "BCDE")), "4 players are not ready yet; you can start all the same."),
        ((ADA, replace(BEA, ready=True), SeatInfo(2, "Cy", here=False), BOT), ""),
        ((ADA, BEA, FREE), f"Bea is not ready yet; you can start all the same. {FILLED}"),
        ((ADA, BOT, FREE), FILLED),
    ],
)
def test_lobby_status_tells_the_owner_who_is_not_ready(people, words) -> None:
    assert lobby_status(GAME, seated(*people), owner=True) == words


def test_lobby_status_tells_a_watching_owner_of_every_player() -> None:
    table = replace(seated(ADA, BEA), owner=None, owner_name="Dora")
    assert lobby_status(GAME, table, owner=True).startswith("Ada and Bea are not ready yet;")


def test_lobby_status_tells_others_who_starts_the_match() -> None:
    assert lobby_status(GAME, TABLE, owner=False) == f"Mad Queens begins when Ada starts it. {FILLED}"


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
