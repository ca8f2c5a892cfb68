"""The hall of a club in the line mode: what is written, and which request each command makes."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import pytest

from net.client.events import ChatReceived, ConnectionRestored, HostLost, ReconnectAttempt, RefusalReceived
from net.client.hall import RecordFetched, TableGranted, TableListChanged
from net.limits import MAX_NAME_CELLS
from net.protocol.messages import MatchesShown, TotalRow, TotalsShown
from tests.support.staged_hall import FINISHED_MATCH, PACKED_RECORD, StagedHallClient
from tui.line_mode import hall_session
from tui.line_mode.hall import (
    HALL_HELP,
    LONG_TABLE_NAME_SENTENCE,
    UNREADABLE_TABLE_NAME_SENTENCE,
    ChosenTable,
    HallConversation,
)
from tui.line_mode.hall_session import converse_in_hall
from tui.text.hall import (
    HALL_AWAY_SENTENCE,
    LADDER_SENTENCE,
    NO_FREE_SEATS_SENTENCE,
    NO_MATCH_RECORD_IN_CLUB_SENTENCE,
    NO_MATCHES_IN_CLUB_SENTENCE,
    NO_MATCHES_OF_GAME_SENTENCE,
    NO_TABLES_YET_SENTENCE,
    NOTHING_FOUND_SENTENCE,
    match_title,
)
from tui.text.history_reports import local_time


class TypedHall:
    """A conversation with a hall into which a test types, with what the conversation writes."""

    def __init__(self, client=None, shows_choices=False):
        self.client = client or StagedHallClient()
        self.written = []
        self.saved = []
        self.conversation = HallConversation(
            self.client,
            lambda *sentences: self.written.extend(sentences),
            lambda: self.saved.append(True),
            shows_choices=shows_choices,
        )

    def type(self, line):
        """Type a line; return the lines that are written and the requests that the hall gets."""
        self.written.clear()
        self.client.requests.clear()
        self.conversation.handle_line(line)
        return self.written, self.client.requests


def test_list_of_tables_is_written_when_the_person_comes_into_the_hall():
    hall = TypedHall()
    hall.conversation.begin()
    assert hall.written == [
        "Café: 4 tables, 5 people here.",
        "3) Ann's table, Mad Queens: 3 of 4 seats free, 1 person.",
        "12) Bob's table, Big Queen: playing, 4 people.",
        "13) Secret, Queen Bees II: full, 3 people, needs a code.",
        "14) Strange, bridge: 4 of 4 seats free, nobody there.",
        "Type the number of a table to sit down there, play, open GAME, or ? for everything you can type.",
    ]


def test_hall_waits_for_the_first_list_of_tables_before_it_writes():
    hall = TypedHall()
    hall.client.is_listed = False
    hall.conversation.begin()
    assert (hall.written, hall.conversation.awaits_answer) == ([], True)
    hall.conversation.handle_event(TableListChanged())
    assert hall.written[0].startswith("Café: ")
    hall.written.clear()
    hall.conversation.handle_event(TableListChanged())
    assert hall.written == []  # changes are not read out


@pytest.mark.parametrize(("tables", "sentence"), [(0, NO_TABLES_YET_SENTENCE), (7, NOTHING_FOUND_SENTENCE)])
def test_empty_list_of_tables_is_explained_in_the_line_mode(tables, sentence):
    hall = TypedHall(StagedHallClient(()))
    hall.client.tables = tables
    assert sentence in hall.type("list")[0]
    if tables:
        hall.type("free")
        hall.conversation.handle_event(TableListChanged())
        assert NO_FREE_SEATS_SENTENCE in hall.written


def test_first_table_that_appears_in_an_empty_hall_is_reported():
    hall = TypedHall(StagedHallClient(()), shows_choices=True)
    rows, hall.client.tables = StagedHallClient().rows, 0
    assert NO_TABLES_YET_SENTENCE in hall.type("list")[0]
    hall.client.rows, hall.client.tables = rows, len(rows)
    hall.written.clear()
    for _ in range(2):
        hall.conversation.handle_event(TableListChanged())
    assert hall.written == ["Café: 4 tables, 5 people here."]


def test_cut_list_of_tables_says_how_to_see_more():
    hall = TypedHall(StagedHallClient(found=90))
    assert "These are 4 of 90: next, or find TEXT." in hall.type("")[0]
    assert ("next", "More tables") in [(choice.line, choice.label) for choice in hall.conversation.choices]
    hall.client.rows = ()
    assert ("next", "The first tables") in [(choice.line, choice.label) for choice in hall.conversation.choices]


@pytest.mark.parametrize(
    ("line", "expected_way"),
    [
        ("12", ChosenTable(12)),
        ("sit 12", ChosenTable(12)),
        ("SIT 12 mozart 1", ChosenTable(12, "mozart 1")),
        ("watch 3", ChosenTable(3, watch=True)),
        ("watch 3 mozart", ChosenTable(3, "mozart", True)),
    ],
)
def test_typed_number_leads_to_a_table_of_the_club(line, expected_way):
    hall = TypedHall()
    hall.type(line)
    assert hall.conversation.chosen_table == expected_way
    assert hall.conversation.is_over


@pytest.mark.parametrize(
    ("line", "expected_request"),
    [
        ("play", ("play_now", "")),
        ("play Big Queen", ("play_now", "big-queen")),
        (
            "open big-queen bots=2 code=mozart Hand-Size=9",
            (
                "open_table",
                "big-queen",
                {"bots": 2, "private": True, "code": "mozart", "options": {"hand_size": "9"}},
            ),
        ),
        ("open mad-queens", ("open_table", "mad-queens", {})),
        ("open mad-queens 3 name=Quiet corner", ("open_table", "mad-queens", {"seats": 3, "name": "Quiet corner"})),
        (
            "open mad-queens 3 private visibility=open",
            ("open_table", "mad-queens", {"seats": 3, "options": {"visibility": "open"}, "private": True}),
        ),
        ("find bob's", ("show_tables", "bob's", {"with_room": False, "after": 0})),
        ("find", ("show_tables", "", {"with_room": False, "after": 0})),
        ("free", ("show_tables", "", {"with_room": True, "after": 0})),
        ("next", ("show_tables", "", {"with_room": False, "after": 14})),
        ("say hello there", ("send_chat", "hello there")),
        ("/close 12", ("send_chat", "/close 12")),
    ],
)
def test_command_typed_in_the_hall_makes_its_request(line, expected_request):
    assert TypedHall().type(line) == ([], [expected_request])


def test_next_command_shows_more_tables_of_the_same_search():
    hall = TypedHall()
    hall.type("find queen")
    assert hall.type("next")[1] == [("show_tables", "queen", {"with_room": False, "after": 14})]


@pytest.mark.parametrize(
    ("line", "expected_answer"),
    [
        ("play chess", "There is no game called 'chess'; there are: mad-queens"),
        ("open", "Which game; there are: mad-queens"),
        ("open mad-queens twice", "'twice' means nothing here; type open GAME"),
        ("open mad-queens name=\u200b ", UNREADABLE_TABLE_NAME_SENTENCE),
        (f"open mad-queens name={'x' * (MAX_NAME_CELLS + 1)}", LONG_TABLE_NAME_SENTENCE),
        ("sit", "Type sit and the number of a table on the list."),
        ("watch me", "Type watch and the number of a table on the list."),
        ("say", "Type say and what you want to say."),
        ("nonsense", "Unknown command: 'nonsense'. Type ? for everything you can type."),
        ("9999999999999999999999", "Type sit and the number of a table on the list."),
    ],
)
def test_impossible_line_typed_in_the_hall_is_answered(line, expected_answer):
    hall = TypedHall()
    sentences, asked = hall.type(line)
    assert sentences[0].startswith(expected_answer)
    assert (asked, hall.conversation.is_over) == ([], False)


def test_help_in_the_hall_names_every_command():
    sentences, _ = TypedHall().type("?")
    assert [sentence.split(":")[0] for sentence in sentences[: len(HALL_HELP)]] == list(HALL_HELP)


def test_events_of_the_hall_are_written_in_sentences():
    hall = TypedHall()
    for event in (
        ChatReceived("Bob", "hello"),
        RefusalReceived("Not so fast."),
        ReconnectAttempt(60.0),
        ReconnectAttempt(59.0),
        ConnectionRestored(),
    ):
        hall.conversation.handle_event(event)
    assert hall.written == [
        "Bob: hello",
        "Not so fast.",
        HALL_AWAY_SENTENCE,
        "You are back in the hall.",
    ]
    assert hall.saved == [True]
    hall.conversation.handle_event(HostLost("The club is closed."))
    assert (hall.written[-1], hall.conversation.ending) == ("The club is closed.", "lost")


def test_person_joins_the_table_that_was_opened_for_them_with_its_code():
    hall = TypedHall()
    hall.type("open mad-queens private")
    assert hall.conversation.awaits_answer
    hall.conversation.handle_event(TableGranted(7, "7KQ4M2"))
    assert hall.written[-1] == "Your table is number 7, and its code is 7KQ4M2."
    assert hall.conversation.chosen_table == ChosenTable(7, "7KQ4M2")


class FakeHall:
    """A stand-in for a hall's handle, with a fake client."""

    invitation_sentences = ("Others come in with: queens join 192.168.1.20",)

    def __init__(self, client):
        self.client = client

    def save_token(self):
        """Save nothing."""


def new_reader(*lines):
    """Return a function that returns these lines, one at each call, and then the end of the input."""
    rest = list(lines)

    async def read_line():
        await asyncio.sleep(0)
        return rest.pop(0) if rest else None

    return read_line


async def test_end_of_the_input_in_the_hall_leaves_the_club():
    written = []
    why = await converse_in_hall(FakeHall(StagedHallClient()), new_reader("say hi"), lambda *more: written.extend(more))
    assert (why, written[-1]) == ("left", "You leave the club.")


async def test_ways_to_join_the_club_are_written():
    written = []
    await converse_in_hall(FakeHall(StagedHallClient()), new_reader("invite"), lambda *more: written.extend(more))
    assert FakeHall.invitation_sentences[0] in written


async def test_menus_of_the_hall_are_shown_and_lead_to_a_game(monkeypatch):
    monkeypatch.setattr(hall_session, "HALL_ANSWER_SECONDS", 0.01)  # a staged client never answers
    shown, written = [], []
    client, lines = StagedHallClient(), ["open", "private", "open mad-queens private"]

    async def read_line():
        await asyncio.sleep(0)
        return lines.pop(0) if lines else None

    def show(conversation):
        shown.append([choice.line for choice in conversation.choices])

    await converse_in_hall(FakeHall(client), read_line, lambda *more: written.extend(more), show)
    assert shown[0] == ["3", "12", "13", "14", "play", "open", "matches", "ladder", "invite", "leave"]
    assert [shown[1][0], *shown[1][-2:]] == ["open mad-queens", "private", "0"]
    assert shown[2][0] == "open mad-queens private"
    assert client.requests == [("open_table", "mad-queens", {"private": True})]
    assert not any(line.startswith("3)") for line in written)


async def test_line_typed_in_the_hall_waits_for_the_answer_to_the_request_before_it():
    client, read = StagedHallClient(), []

    async def read_line():
        read.append("a line")
        asyncio.get_running_loop().call_later(0.05, client.report, TableGranted(7))
        return "play"

    assert await converse_in_hall(FakeHall(client), read_line, lambda *more: None) == ChosenTable(7)
    assert len(read) == 1


async def test_line_typed_in_the_hall_does_not_wait_for_ever_for_an_answer(monkeypatch):
    monkeypatch.setattr(hall_session, "HALL_ANSWER_SECONDS", 0.01)
    assert (
        await converse_in_hall(FakeHall(StagedHallClient()), new_reader("play", "leave"), lambda *more: None) == "left"
    )


def test_rules_command_in_the_hall_writes_the_short_rules():
    sentences, asked = TypedHall().type("rules")
    assert any(line.startswith("Mad Queens: ") for line in sentences)
    sentences, asked = TypedHall().type("rules big queen")
    assert len(" ".join(sentences)) > 200
    assert asked == []


def test_matches_of_the_club_are_listed_and_asked_for():
    hall = TypedHall()
    assert hall.type("matches")[1] == [("show_matches", 0)]
    assert hall.conversation.awaits_answer
    hall.conversation.handle_event(MatchesShown((FINISHED_MATCH,), True))
    assert hall.written == [
        f"17) {match_title(FINISHED_MATCH)}: Ann 41, Ada (bot) 30, Bob 7, and 2 more.",
        "Type replay and the number of a match to read it again. Earlier ones: matches 17.",
    ]
    assert hall.type("matches 17")[1] == [("show_matches", 17)]
    hall.conversation.handle_event(MatchesShown(()))
    assert hall.written == [NO_MATCHES_IN_CLUB_SENTENCE]
    assert match_title(FINISHED_MATCH).startswith(local_time(FINISHED_MATCH.ended))
    assert hall.type("replay 17")[1] == [("fetch_record", 17)]
    assert hall.type("replay it") == (["Type replay and the number of a match; matches lists them."], [])


def test_totals_and_ladder_of_the_evening_are_written():
    hall = TypedHall()
    assert hall.type("ladder")[1] == [("show_totals", "")]
    hall.conversation.handle_event(
        TotalsShown("", 3, (TotalRow("Ann", 7, 4, 9, 1_131),), TotalRow("Wanda", 1, 0, 3, 950))
    )
    assert hall.written == [
        "Tonight's ladder.",
        "1. Ann: 7 matches, 4 won, rating 1131.",
        "Wanda (you): 1 match, 0 won, rating 950.",
        "3 people have played; these are the first 1.",
        LADDER_SENTENCE,
    ]
    assert hall.type("totals big queen")[1] == [("show_totals", "big-queen")]
    hall.conversation.handle_event(TotalsShown("big-queen", 1, (TotalRow("Ann", 7, 4, 9),)))
    assert hall.written == [
        "Tonight: Big Queen.",
        "1. Ann: 7 matches, 4 won, 9 points.",
    ]
    hall.conversation.handle_event(TotalsShown("big-queen", 0, ()))
    assert hall.written[-1] == NO_MATCHES_OF_GAME_SENTENCE


class AnsweringClient(StagedHallClient):
    """A stand-in for a client in a hall with one match, which answers every request at once."""

    RECORDS: ClassVar = {17: PACKED_RECORD, 18: b"", 19: b"damaged"}

    def show_matches(self, before_number=0):
        self.report(MatchesShown((FINISHED_MATCH,), has_earlier=not before_number))

    def fetch_record(self, match_number):
        self.report(RecordFetched(match_number, self.RECORDS[match_number]))


async def test_match_fetched_in_the_hall_is_written_and_the_menu_lists_the_matches():
    lines, written, shown = ["matches", "matches 17", "replay 17", "replay 18", "replay 19", "leave"], [], []

    async def read_line():
        await asyncio.sleep(0)
        return lines.pop(0)

    def show(conversation):
        shown.append([choice.line for choice in conversation.choices])

    await converse_in_hall(FakeHall(AnsweringClient()), read_line, lambda *more: written.extend(more), show)
    assert ["replay 17", "matches 17", "0"] in shown
    assert ["replay 17", "0"] in shown
    assert any(line.startswith("1. ") for line in written)
    assert NO_MATCH_RECORD_IN_CLUB_SENTENCE in written
    assert any("cannot be unpacked" in line for line in written)


def test_house_rules_typed_in_the_hall_are_accepted_and_wrong_ones_refused_at_once():
    hall = TypedHall()
    sentences, asked = hall.type("options big queen")
    assert any(line.startswith("hand_size=3 to 15. ") for line in sentences)
    assert asked == []
    sentences, asked = hall.type("open big-queen hand_size=99")
    assert sentences[0].endswith("Type options big-queen to read them all.")
    assert (asked, hall.conversation.awaits_answer) == ([], False)
