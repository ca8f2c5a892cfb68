"""Sentences about a table that both the screens and the line mode use."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core import games
from net.protocol.bot_names import BOT_NAMES
from net.protocol.table_state import SeatInfo, TableInfo
from net.table.people import People
from net.table.person import Person
from net.table.seats import Seats
from net.table.tick import NO_CONNECTION
from tests.support.scripted_terminal import ScriptedClient
from tui.text.bots import temperament_sentence
from tui.text.table import (
    changed_names_sentence,
    clock_owner,
    hosted_leave_choices,
    kick_question,
    lobby_status,
    lost_seats_warning,
    mute_confirmation,
)

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""
ADA, BEA, BOT, FREE = SeatInfo(0, "Ada"), SeatInfo(1, "Bea"), SeatInfo(2, "Bot", "careful"), SeatInfo(3)
LOBBY_TABLE = TableInfo("The round table", "mad-queens", {}, (ADA, BEA, BOT, FREE), (), "lobby", 0, "here", owner=0)
"""A table in the lobby, whose owner is Ada."""

FREE_SEATS_SENTENCE = "When the match starts, bots take the free seats."
"""The sentence about free seats."""


def table_info_with_people(*people: SeatInfo) -> TableInfo:
    """Return the table with these occupants in its seats."""
    return replace(LOBBY_TABLE, seats=tuple(replace(one, seat=seat) for seat, one in enumerate(people)))


@pytest.mark.parametrize(
    ("people", "expected_text"),
    [
        ((ADA, BEA), "Bea is not ready yet; you can start all the same."),
        ((ADA, BEA, SeatInfo(2, "Cy")), "Bea and Cy are not ready yet; you can start all the same."),
        ((ADA, *(SeatInfo(1, name) for name in "BCDE")), "4 players are not ready yet; you can start all the same."),
        ((ADA, replace(BEA, is_ready=True), SeatInfo(2, "Cy", is_here=False), BOT), ""),
        ((ADA, BEA, FREE), f"Bea is not ready yet; you can start all the same. {FREE_SEATS_SENTENCE}"),
        ((ADA, BOT, FREE), FREE_SEATS_SENTENCE),
    ],
)
def test_lobby_status_shows_the_owner_who_is_not_ready(people, expected_text) -> None:
    assert lobby_status(GAME, table_info_with_people(*people), is_owner=True) == expected_text


def test_lobby_status_shows_an_owner_who_only_watches_every_player() -> None:
    table = replace(table_info_with_people(ADA, BEA), owner=None, owner_name="Dora")
    assert lobby_status(GAME, table, is_owner=True).startswith("Ada and Bea are not ready yet;")


def test_lobby_status_shows_others_who_starts_the_match() -> None:
    assert (
        lobby_status(GAME, LOBBY_TABLE, is_owner=False)
        == f"Mad Queens begins when Ada starts it. {FREE_SEATS_SENTENCE}"
    )


def test_kick_question_names_the_consequences_for_everybody_at_the_address() -> None:
    stays_out = (
        "stays out until the table closes, and so does anybody new from the same address; over the internet that is "
        "everybody behind the same router."
    )
    assert kick_question(LOBBY_TABLE, "Bea") == f"Send Bea away? Bea {stays_out}"
    playing = replace(LOBBY_TABLE, phase="playing")
    assert kick_question(playing, "Bea") == f"Send Bea away? A bot takes over the seat. Bea {stays_out}"
    assert kick_question(replace(playing, spectators=("Cy",)), "Cy") == f"Send Cy away? Cy {stays_out}"


def test_kick_question_of_an_owner_who_stands_in_says_that_it_holds_until_the_founder_returns() -> None:
    table = replace(LOBBY_TABLE, missing_founder="Dora")
    assert kick_question(table, "Bea") == "Send Bea away until Dora is back?"
    playing = replace(table, phase="playing")
    assert kick_question(playing, "Bea") == "Send Bea away until Dora is back? A bot plays on until then."


def test_mute_confirmation_names_the_person() -> None:
    assert mute_confirmation("Bea", muted=True) == "Bea is muted for you."
    assert mute_confirmation("Bea", muted=False) == "You hear Bea again."


@pytest.mark.parametrize(
    ("people", "seats", "expected_text"),
    [
        ((ADA, BEA, BOT, FREE), 2, ""),
        ((ADA, BOT, BEA), 2, ""),
        ((ADA, BEA, SeatInfo(2, "Cy"), SeatInfo(3, "Dot")), 3, "3 seats for 4 people: Dot will watch."),
        ((ADA, BEA, SeatInfo(2, "Cy"), SeatInfo(3, "Dot")), 1, "1 seat for 4 people: Bea, Cy and Dot will watch."),
        ((ADA, BEA, SeatInfo(2, "Cy", is_here=False)), 2, ""),
        ((ADA, FREE, SeatInfo(2, "Cy")), 2, ""),
    ],
)
def test_owner_is_warned_who_loses_the_seat_at_a_smaller_table(people, seats, expected_text) -> None:
    assert lost_seats_warning(table_info_with_people(*people), seats) == expected_text
    table = Seats(People(), len(people))
    for number, seat in enumerate(people):
        if seat.bot:
            table.seat_bot(number, "careful")
        elif seat.name:
            person = Person(number + 1 if seat.is_here else NO_CONNECTION, seat.name, f"token {number}", False)
            table.seat_person(person, number)
    table.resize(seats, GAME)
    seated = [name for name in table.names() if name]
    lost = [seat.name for seat in people if seat.name and not seat.bot and seat.is_here and seat.name not in seated]
    assert [name for name in lost if name not in expected_text] == []
    assert bool(expected_text) == bool(lost)


@pytest.mark.parametrize(
    ("seat", "expected_text"), [(0, "for you"), (1, "for Bea"), (None, "for all who decide"), (7, "for seat 8")]
)
def test_sentence_of_the_clock_names_its_player_even_if_the_table_has_become_smaller(seat, expected_text) -> None:
    assert clock_owner(ScriptedClient(seat=0), seat) == expected_text


@pytest.mark.parametrize(
    ("names", "level", "sentence"),
    [
        (("Bea", "Cleo", "Dora"), "normal", "Bea is careful, Cleo is bold, Dora loves Queens."),
        (("Bea 2", "Gwen", "Edda"), "hard", "Bea 2 and Gwen are careful."),
        (BOT_NAMES, "hard", "6 bots are careful, 6 bots are bold, 5 bots love Queens."),
        (("Bea", "Cleo"), "easy", ""),
        (("Bea", "Cleo"), "steady", ""),
        (("Ada",), "normal", ""),
        ((), "normal", ""),
    ],
)
def test_sentence_about_bots_names_only_temperaments_that_have_an_effect(names, level, sentence) -> None:
    assert temperament_sentence(GAME, [(name, level) for name in names]) == sentence
    seats = (ADA, *(SeatInfo(1 + seat, name, level) for seat, name in enumerate(names)))
    assert lobby_status(GAME, replace(LOBBY_TABLE, seats=seats), is_owner=True) == sentence


def test_bot_that_loves_queens_plays_them_gladly_where_they_are_ordinary_cards() -> None:
    assert temperament_sentence(games["queen-bees-ii"], [("Dora", "normal")]) == "Dora likes to play Queens."


def test_person_who_closes_a_table_during_a_match_is_told_that_the_match_is_kept() -> None:
    remarks = [
        {name: remark for name, _, remark in hosted_leave_choices(playing)}["close"] for playing in (True, False)
    ]
    assert remarks == [
        "everybody has to leave; the match is kept: queens host goes on with it",
        "everybody has to leave",
    ]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Ann", "Bob", "Cleo"), ""),
        (("Ann", "Zoe", "Cleo"), "The lines above say You for Bob, who had the seat at first."),
        (("Max", "Bob", "Ida"), "The lines above say Max for Ann and Ida for Cleo, who had the seats at first."),
    ],
)
def test_past_says_which_of_its_names_are_those_of_others_too(names, sentence) -> None:
    assert changed_names_sentence(("Ann", "Bob", "Cleo"), names, 1) == sentence
    assert changed_names_sentence((), names, 1) == ""
