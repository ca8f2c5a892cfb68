"""The list of requests at a table: when each request is offered, and that screens and line mode both offer what it
lists.
"""

from __future__ import annotations

import dataclasses

import pytest
from msgspec.structs import replace

from core import games
from net.client.events import QuestionsReceived
from net.protocol.refusals import ONLY_DURING_MATCH_SENTENCE, ONLY_FOR_OWNER_SENTENCE
from net.protocol.table_state import SeatInfo, SeatQuestion, Terms
from net.protocol.table_state import SeatQuestionKind as Kind
from tests.support.scripted_terminal import ScriptedClient, ScriptedConversation, ScriptedMatch, table_info
from tui.connect.request import TableRequest
from tui.line_mode.commands import COMMAND_BY_ALIAS, commands
from tui.screens.dialog import Dialog
from tui.screens.lobby import LobbyScreen
from tui.table import requests
from tui.table.client_request import (
    AVAILABLE_TO_OWNER,
    AVAILABLE_TO_OWNER_IN_LOBBY,
    AVAILABLE_TO_OWNER_IN_MATCH,
    ONLY_BETWEEN_MATCHES_SENTENCE,
    ONLY_WITH_OTHERS_SENTENCE,
    Availability,
    ClientRequest,
    Question,
    RequestSituation,
)
from tui.table.requests import (
    CHAT_REQUESTS,
    LOBBY_MENU,
    TABLE_REQUESTS,
    lobby_requests,
    person_requests,
    table_requests,
)
from tui.text.table import seat_question_sentence
from tui.widgets.menu import Menu

MIX_SEATS_REQUEST = ClientRequest(
    name="mix",
    usage="mix",
    help="give everybody another seat",
    label="Mix the seats",
    remark="by chance",
    availability=AVAILABLE_TO_OWNER,
    call=lambda make_situation: make_situation.client.mix_seats(),
)
"""An invented request about the table, for these tests only."""

WARN_REQUEST = ClientRequest(
    name="warn",
    usage="warn NAME",
    help="warn somebody",
    label="Warn {name}",
    about="person",
    availability=AVAILABLE_TO_OWNER,
    question=lambda make_situation: Question(f"Warn {make_situation.name} before everybody?", "Warn"),
    call=lambda make_situation: make_situation.client.warn(make_situation.name),
)
"""An invented request about a person, for these tests only."""


class ExtendedClient(ScriptedClient):
    """A client with the methods of the invented requests."""

    def mix_seats(self) -> None:
        self.requests.append(("mix_seats",))

    def warn(self, name: str) -> None:
        self.requests.append(("warn", name))


@pytest.fixture
def add_invented_requests(monkeypatch) -> None:
    """Add the invented requests to the table of requests."""
    monkeypatch.setattr(requests, "TABLE_REQUESTS", (*TABLE_REQUESTS, MIX_SEATS_REQUEST, WARN_REQUEST))


def make_situation(
    seat: int | None = 0, *, owner: bool = True, playing: bool = False, **state: object
) -> RequestSituation:
    """Return the situation of the person in `seat`, None for a spectator, which decides what requests they may make.
    `state` are fields of the table.
    """
    client = ScriptedClient(seat, owner, table_info(**state))
    assert client.table is not None
    return RequestSituation(client, client.table, playing)


def request_names(offered: list[ClientRequest]) -> list[str]:
    """Return the names of requests."""
    return [request.name for request in offered]


# A request added to the list is in the screens and in the line mode


async def choose_entry(pilot, label: str) -> None:
    """Choose the entry with this label in the open menu."""
    assert isinstance(pilot.app.screen, Dialog)
    menu = pilot.app.screen.query_one(Menu)
    menu.point_at(next(choice.name for choice in menu.choices if choice.label == label))
    await pilot.press("enter")
    await pilot.pause()


async def test_request_added_to_the_list_is_in_the_table_menu_of_the_screens(
    add_invented_requests, make_program, screen_text
) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.mix_seats = lambda: client.requests.append("mix seats")
        await pilot.press("m")
        await pilot.pause()
        assert "Mix the seats" in screen_text(app)
        assert "by chance" in screen_text(app)
        await choose_entry(pilot, "Mix the seats")
        assert client.requests == ["mix seats"]


async def test_request_about_a_person_added_to_the_list_is_in_their_menu_and_asks_its_question(
    add_invented_requests, make_program, screen_text
) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        client = app.session.client
        client.warn = lambda name: client.requests.append(f"warn {name}")
        client.set_people(("You", "Ada"))
        await pilot.press("m")
        await pilot.pause()
        await choose_entry(pilot, "Ada")
        await choose_entry(pilot, "Warn Ada")
        assert "Warn Ada before everybody?" in screen_text(app)
        assert client.requests == []
        await pilot.press("y")
        await pilot.pause()
        assert client.requests == ["warn Ada"]


def test_request_added_to_the_list_is_a_command_of_the_line_mode(add_invented_requests) -> None:
    scripted = ScriptedConversation(ExtendedClient()).begin()
    assert "mix: give everybody another seat." in scripted.type("?")
    scripted.type("mix")
    assert scripted.client.requests == [("mix_seats",)]
    other = ScriptedConversation(ExtendedClient(1, owner=False)).begin()
    assert other.type("mix") == [ONLY_FOR_OWNER_SENTENCE]
    assert "mix: give everybody another seat." not in other.type("?")


def test_request_about_a_person_added_to_the_list_is_a_command_and_asks_its_question(
    add_invented_requests,
) -> None:
    scripted = ScriptedConversation(ExtendedClient()).begin()
    assert scripted.type("warn") == ["Type warn and the name."]
    assert scripted.type("warn zed") == ["Nobody else here is called zed; here is Bea."]
    assert scripted.type("warn bea") == ["Warn Bea before everybody?", "1) Warn", "2) No"]
    assert scripted.client.requests == []
    scripted.type("y")
    assert scripted.client.requests == [("warn", "Bea")]


# Every request in the list


def test_each_request_that_can_be_typed_is_a_command_under_its_name() -> None:
    rows = [*CHAT_REQUESTS, *TABLE_REQUESTS]
    assert len({request.name for request in rows}) == len(rows)
    for request in rows:
        if request.usage:
            assert request.usage.partition(" ")[0] == request.name
            assert commands()[request.name].help == request.help != ""
    assert set(COMMAND_BY_ALIAS.values()) <= set(commands())


def test_each_request_of_the_lobby_menu_exists_and_has_the_key_of_the_lobby_screen() -> None:
    rows = {request.name: request for request in TABLE_REQUESTS}
    keys = {key for binding in LobbyScreen.BINDINGS for key in binding.key.split(",")}
    for name in LOBBY_MENU:
        assert rows[name].key in {"", *keys}, name


def test_each_request_calls_the_client_or_is_made_by_the_interface() -> None:
    for request in (*CHAT_REQUESTS, *TABLE_REQUESTS):
        assert not (request.call is None and request.question is not None), request.name
    with pytest.raises(AssertionError, match="terms has values"):
        next(request for request in TABLE_REQUESTS if request.name == "terms").send(make_situation())


@pytest.mark.parametrize(
    "name", [request.name for request in (*CHAT_REQUESTS, *TABLE_REQUESTS) if request.usage and request.call is None]
)
def test_line_mode_reads_the_values_of_each_request_that_has_values(name) -> None:
    assert ScriptedConversation().begin().type(name)


@pytest.mark.parametrize(
    ("availability", "playing", "owner", "solo", "sentence"),
    [
        (AVAILABLE_TO_OWNER, False, True, False, ""),
        (AVAILABLE_TO_OWNER, True, True, False, ""),
        (AVAILABLE_TO_OWNER, False, True, True, ONLY_WITH_OTHERS_SENTENCE),
        (AVAILABLE_TO_OWNER, False, False, False, ONLY_FOR_OWNER_SENTENCE),
        (AVAILABLE_TO_OWNER_IN_LOBBY, True, True, False, ONLY_BETWEEN_MATCHES_SENTENCE),
        (AVAILABLE_TO_OWNER_IN_MATCH, False, True, False, ONLY_DURING_MATCH_SENTENCE),
        (AVAILABLE_TO_OWNER_IN_MATCH, True, True, False, ""),
        (Availability(), True, False, True, ""),
    ],
)
def test_unavailable_request_is_refused_with_the_reason(availability, playing, owner, solo, sentence) -> None:
    assert availability.refusal(ScriptedClient(owner=owner), is_playing=playing, solo=solo) == sentence


# Requests that are offered, and to whom


def test_table_menu_offers_to_pause_or_to_go_on() -> None:
    assert request_names(table_requests(make_situation())) == ["terms"]
    assert request_names(table_requests(make_situation(playing=True))) == ["terms", "pause", "stop"]
    assert request_names(table_requests(make_situation(playing=True, paused=True))) == ["terms", "continue", "stop"]
    assert request_names(table_requests(make_situation(playing=True, owner=False))) == []


def test_lobby_menu_offers_a_spectator_a_seat_and_a_player_the_other_requests() -> None:
    free = (*table_info().seats[:2], SeatInfo(2))
    assert request_names(lobby_requests(make_situation(None, owner=False, seats=free))) == ["sit"]
    assert request_names(lobby_requests(make_situation(1, owner=False, seats=free))) == ["ready", "watch", "sit"]
    assert request_names(lobby_requests(make_situation(seats=free))) == [
        "start",
        "watch",
        "sit",
        "bot",
        "game",
        "seats",
        "set",
    ]
    full = [seat for seat in table_info().seats if not seat.bot]
    assert "sit" not in request_names(lobby_requests(make_situation(None, owner=False, seats=tuple(full))))


def test_menu_of_a_person_offers_the_question_about_their_seat_last() -> None:
    assert request_names(person_requests(make_situation().about("Bea"))) == ["mute", "swap", "move", "owner", "kick"]
    assert request_names(person_requests(make_situation(owner=False).about("Bea"))) == ["mute", "swap"]
    assert request_names(person_requests(make_situation(None, owner=False).about("Bea"))) == ["mute"], (
        "no seat to change"
    )
    assert request_names(person_requests(make_situation().about("Ada"))) == [], "one's own name"


def test_seat_of_a_person_who_is_away_can_be_given_to_a_bot_only_during_a_match() -> None:
    away = (table_info().seats[0], SeatInfo(1, "Bea", is_here=False), table_info().seats[2])
    assert request_names(person_requests(make_situation(playing=True, seats=away).about("Bea"))) == [
        "mute",
        "replace",
        "kick",
    ]
    assert request_names(person_requests(make_situation(seats=away).about("Bea"))) == ["mute", "swap", "move", "kick"]
    assert request_names(person_requests(make_situation(owner=False, seats=away).about("Bea"))) == ["mute"], (
        "nobody can answer"
    )


def test_spectator_can_say_that_they_are_a_player_who_is_away() -> None:
    seats = (SeatInfo(0, "Ada"), SeatInfo(1, "Bea", is_here=False), SeatInfo(2, "Cleo", bot="careful"))
    watching = make_situation(None, owner=False, playing=True, seats=seats, phase="playing")
    assert "I am Bea" in [request.label_in(watching.about("Bea")) for request in person_requests(watching.about("Bea"))]
    assert "claim" not in request_names(person_requests(watching.about("Ada")))
    assert "claim" not in request_names(person_requests(watching.about("Cleo")))
    playing = make_situation(0, owner=False, playing=True, seats=seats, phase="playing")
    assert "claim" not in request_names(person_requests(playing.about("Bea")))


def test_menu_of_a_muted_person_offers_to_unmute() -> None:
    about = make_situation(owner=False).about("Bea")
    about.client.muted_names = frozenset({"Bea"})
    labels = [request.label_in(about) for request in person_requests(about)]
    assert labels == ["Unmute Bea", "Ask to swap seats with Bea"]


def test_owner_reads_and_answers_whether_somebody_may_play_on_for_a_bot() -> None:
    asked = make_situation(playing=True)
    question = SeatQuestion(Kind.TAKE_OVER, "Eve", 2)
    asked.client.questions = (question,)
    labels = [request.label_in(asked) for request in table_requests(asked)]
    bot = asked.table.seats[2].name
    assert labels[:2] == [f"Let Eve take over from {bot}", f"Let {bot} play on"]
    assert seat_question_sentence(question, asked.table) == f"Eve would like to take over from {bot}. Do you agree?"


def test_question_about_a_seat_can_be_answered_from_the_table_menu_and_by_a_word() -> None:
    asked = make_situation(playing=True)
    question = SeatQuestion(Kind.RETURN, "Bea 2", 1)
    asked.client.questions = (question,)
    labels = [request.label_in(asked) for request in table_requests(asked)]
    assert labels[:2] == ["Bea 2 is Bea: give Bea 2 the seat", "Bea 2 is not Bea"]
    for word, agrees in (("agree", True), ("refuse", False)):
        conversation = ScriptedConversation().begin()
        conversation.client.questions = (question,)
        conversation.receive(QuestionsReceived((question,)))
        conversation.type(word)
        assert ("answer_question", question, agrees) in conversation.client.requests


@pytest.mark.parametrize(
    ("seat", "playing", "take_over", "label"),
    [
        (1, False, True, "Swap seats with Cleo"),
        (1, True, True, ""),
        (None, False, True, "Sit down in place of Cleo"),
        (None, True, True, "Sit down and take over from Cleo"),
        (None, True, False, ""),
    ],
)
def test_seat_of_a_bot_is_offered_by_the_terms_of_the_table(seat, playing, take_over, label) -> None:
    about = make_situation(seat, owner=False, playing=playing, terms=Terms(take_over=take_over)).about("Cleo")
    assert [request.label_in(about) for request in person_requests(about)] == ([label] if label else [])


@pytest.mark.parametrize(
    ("owner", "playing", "often", "founder", "remark"),
    [
        (False, True, False, "", "Ann may be asked first"),
        (False, True, True, "", ""),
        (False, False, False, "", ""),
        (True, True, False, "", ""),
        (True, True, False, "Fay", "only if you had it, as Fay is away"),
        (False, True, False, "Fay", "only if you had it, as Fay is away"),
    ],
)
def test_offer_of_a_bots_seat_says_on_what_condition_the_table_gives_it(owner, playing, often, founder, remark) -> None:
    changes = {"terms": Terms(take_over_often=often), "missing_founder": founder, "owner_name": "Ann"}
    about = make_situation(None, owner=owner, playing=playing, **changes).about("Cleo")
    sit = next(request for request in person_requests(about) if request.name == "sit")
    assert sit.remark_in(about) == remark


def test_owner_replaces_a_bot_by_one_of_another_level() -> None:
    seats = (*table_info().seats[:2], replace(table_info().seats[2], bot="easy"))
    about = make_situation(seats=seats).about("Cleo")
    offered = {request.label_in(about): request for request in person_requests(about)}
    assert "Let an easy bot sit here" not in offered
    assert offered["Let a normal bot sit here"].remark
    offered["Let a hard bot sit here"].send(about)
    assert about.client.requests == [("remove_bot", 2), ("add_bot", "hard", 2)]


def test_braces_in_the_name_of_a_person_are_shown_unchanged() -> None:
    about = make_situation(spectators=("{name}",), spectator_count=1).about("{name}")
    assert "Send {name} away" in [request.label_in(about) for request in person_requests(about)]


def test_request_of_a_match_is_refused_by_the_line_mode_in_the_lobby() -> None:
    scripted = ScriptedConversation().begin()
    assert scripted.type("pause") == [ONLY_DURING_MATCH_SENTENCE]
    ScriptedMatch(scripted)
    assert scripted.type("seats 4") == [ONLY_BETWEEN_MATCHES_SENTENCE]
    scripted.type("pause")
    assert scripted.client.requests == [("pause_match", True)]


def test_bots_are_asked_to_play_on_fast_only_when_nobody_else_decides() -> None:
    (row,) = [request for request in TABLE_REQUESTS if request.name == "fast"]
    match = games["mad-queens"].start(3, seed=1)
    asks = make_situation(playing=True)
    asks.client.view = match.view(0)
    bots = tuple(SeatInfo(seat, f"Bot {seat}", bot="careful") for seat in range(3))

    def is_offered(*seats: SeatInfo, **changes: object) -> bool:
        return row.is_offered(replace(asks, table=replace(asks.table, seats=seats), **changes))

    assert is_offered(*bots)
    assert not is_offered(*bots, is_playing=False)
    assert not is_offered(SeatInfo(0, "Ann"), *bots[1:])
    assert not is_offered(SeatInfo(0, "Ann", is_here=False, stand_in="careful"), *bots[1:])
    view = match.view(0)
    asks.client.view = dataclasses.replace(view, facts={**view.facts, "cause/0": "chosen"})
    assert is_offered(SeatInfo(0, "Ann"), *bots[1:])
    assert not is_offered(SeatInfo(0, "Ann"), SeatInfo(1, "Bob"), bots[2])


def test_person_who_hosts_can_take_the_table_back_and_cannot_be_sent_away() -> None:
    handed_over = make_situation(owner=False, host_name="Ada")
    assert request_names(table_requests(handed_over)) == ["retake"]
    taker = next(request for request in TABLE_REQUESTS if request.name == "retake")
    taker.send(handed_over)
    assert handed_over.client.requests == [("make_owner", "Ada")]
    assert "kick" in request_names(person_requests(make_situation().about("Bea")))
    assert "kick" not in request_names(person_requests(make_situation(host_name="Bea").about("Bea")))


@pytest.mark.parametrize("request_entry", [*CHAT_REQUESTS, *TABLE_REQUESTS], ids=lambda row: row.name)
def test_request_of_the_table_menu_is_sent_or_opens_what_asks_for_its_values(request_entry) -> None:
    in_menu = bool(request_entry.label) and request_entry.name not in LOBBY_MENU
    assert bool(request_entry.opens) == (in_menu and request_entry.call is None)


def ask_questions(conversation: ScriptedConversation, *questions: SeatQuestion) -> list[str]:
    """Make the host ask exactly these questions; return the lines that are written."""
    conversation.client.questions = questions
    return conversation.receive(QuestionsReceived(questions))


BEA_RETURNS, DOT_SWAPS = (
    SeatQuestion(Kind.RETURN, "Bea 2", 1),
    SeatQuestion(Kind.SWAP, "Dot", 0),
)
"""Two questions about seats."""

SECOND_QUESTION_LINE = "Dot would like to swap seats with you. Do you agree? Type agree or refuse."
"""The line with which the line mode asks the second of two questions."""


def test_questions_about_seats_are_written_in_lines_one_after_the_other() -> None:
    conversation = ScriptedConversation().begin()
    assert ask_questions(conversation, BEA_RETURNS, DOT_SWAPS)[:1] == [
        "Bea 2 says: I am Bea. Give Bea 2 the seat? Type agree or refuse."
    ]
    conversation.type("agree")
    assert ask_questions(conversation, DOT_SWAPS) == [SECOND_QUESTION_LINE]
    conversation.type("refuse")
    answers = [asked for asked in conversation.client.requests if asked[0] == "answer_question"]
    assert answers == [("answer_question", BEA_RETURNS, True), ("answer_question", DOT_SWAPS, False)]
    ask_questions(conversation)
    assert conversation.type("agree") == ["Nobody has asked you anything."]


@pytest.mark.parametrize("between", [(), ((),)], ids=["at once", "after none"])
def test_typed_answer_does_not_count_for_a_question_that_has_replaced_another_one(between) -> None:
    conversation = ScriptedConversation().begin()
    ask_questions(conversation, BEA_RETURNS, DOT_SWAPS)
    for questions in between:
        ask_questions(conversation, *questions)
    ask_questions(conversation, DOT_SWAPS)
    assert conversation.type("agree")[-1] == SECOND_QUESTION_LINE
    assert conversation.client.requests == []
    conversation.type("agree")
    assert conversation.client.requests == [("answer_question", DOT_SWAPS, True)]


def test_typed_answer_counts_for_a_question_that_is_asked_again_after_a_reconnect() -> None:
    conversation = ScriptedConversation().begin()
    for questions in [(DOT_SWAPS,), (), (DOT_SWAPS,)]:
        ask_questions(conversation, *questions)
    conversation.type("agree")
    assert conversation.client.requests == [("answer_question", DOT_SWAPS, True)]


@pytest.mark.parametrize(
    ("typed", "expected_request"),
    [
        ("swap 2", ("swap_seats", 0, 1)),
        ("swap bea", ("swap_seats", 0, 1)),
        ("swap 3", ("take_seat", 2)),
        ("move 2 3", ("swap_seats", 1, 2)),
        ("move Bea 1", ("swap_seats", 1, 0)),
    ],
)
def test_people_swap_seats_and_are_moved_by_a_typed_line(typed, expected_request) -> None:
    conversation = ScriptedConversation().begin()
    conversation.type(typed)
    assert conversation.client.requests == [expected_request]


@pytest.mark.parametrize("typed", ["swap", "swap 1", "swap 9", "move", "move 2", "move 2 2", "move Eve 2"])
def test_incomplete_line_about_changing_places_requests_nothing(typed) -> None:
    conversation = ScriptedConversation().begin()
    [answer] = conversation.type(typed)
    assert answer.startswith("Type ")
    assert conversation.client.requests == []
