"""A conversation of the line mode with a scripted client: what it writes for events, and what typed lines request."""

from __future__ import annotations

import pytest
from msgspec import structs

from core import Action, Standing, games
from core.engine.coach import CHANCE_UNIT, POINT_UNIT, Advice, Choice, Figure
from net.client.events import (
    ActionDelay,
    ChatReceived,
    ConnectionRestored,
    DecisionClockChanged,
    HostLost,
    HostRestarted,
    MatchEnded,
    MatchStopped,
    NoticeReceived,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
)
from net.protocol.table_state import SeatInfo, ShownClock, Terms, Total
from tests.support.scripted_terminal import ScriptedClient, ScriptedConversation, ScriptedMatch, table_info
from tui.line_mode.conversation import FIGURES_SENTENCE
from tui.line_mode.menus import OTHERS_WAIT_SENTENCE
from tui.line_mode.table_text import table_news
from tui.text.first_meeting_remarks import FirstMeetings


def seats_with_people(*names: str) -> tuple[SeatInfo, ...]:
    """Return the states of seats with people of these names."""
    return tuple(SeatInfo(seat, name) for seat, name in enumerate(names))


def test_table_description_lists_people_and_choices() -> None:
    scripted = ScriptedConversation().begin()
    said = scripted.take_written()
    assert "You are at Ada's table." in said
    assert "There are no hints." in said
    assert "Seat 2: Bea." in said
    assert "Seat 3: Cleo (bot)." in said
    assert "1) Start the match" in said


def test_person_who_joins_is_told_the_result_of_the_match_that_ended_before() -> None:
    client = ScriptedClient()
    client.view = games["mad-queens"].start(3, 3).view(0)
    assert not any("while you were away" in line for line in ScriptedConversation(client).begin().take_written())
    client.standings = Standing(1, 40, 1), Standing(0, 30, 2), Standing(2, 10, 3)
    assert "The match ended while you were away. Bea wins." in ScriptedConversation(client).begin().take_written()


@pytest.mark.parametrize(
    ("line", "expected_request"),
    [
        ("1", ("start_match",)),
        ("start", ("start_match",)),
        ("/start", ("start_match",)),
        ("sit 2", ("take_seat", 1)),
        ("sit", ("take_seat", None)),
        ("watch", ("leave_seat",)),
        ("ready", ("set_ready", True)),
        ("bot", ("add_bot", "", None)),
        ("bot steady", ("add_bot", "steady", None)),
        ("bot hard", ("add_bot", "hard", None)),
        ("remove 3", ("remove_bot", 2)),
        ("remove", ("remove_bot", 2)),
        ("say hello there", ("send_chat", "hello there")),
        ("kick Bea now", ("kick_person", "Bea")),
        ("owner Bea", ("make_owner", "Bea")),
        ("clock 30", ("set_terms", Terms(clock=30))),
        ("grace 5", ("set_terms", Terms(grace=5))),
        ("hints on", ("set_terms", Terms(hints=True))),
        ("hints off", ("set_terms", Terms(hints=False))),
    ],
)
def test_lobby_commands_send_requests(line, expected_request) -> None:
    scripted = ScriptedConversation().begin()
    scripted.type(line)
    assert scripted.client.requests == [expected_request]


def test_bot_of_another_level_takes_the_place_of_a_bot() -> None:
    scripted = ScriptedConversation().begin()
    scripted.type("add hard 3")
    assert scripted.client.requests == [("remove_bot", 2), ("add_bot", "hard", 2)]


def test_team_of_each_seat_is_shown_in_the_lobby() -> None:
    client = ScriptedClient()
    client.table = table_info(game="queens-dungeon", options={"partners": True})
    said = ScriptedConversation(client).begin().take_written()
    assert "Seat 1: Ada (you, team A, owner)." in said
    assert "Seat 2: Bea (team B)." in said


def test_only_changed_choices_of_the_lobby_menu_are_written_and_the_others_keep_their_numbers() -> None:
    scripted = ScriptedConversation().begin()
    numbers = {line.partition(") ")[2]: line.partition(")")[0] for line in scripted.take_written() if ") " in line}
    without_bot = table_info(seats=(*seats_with_people("Ada", "Bea"), SeatInfo(2, "")))
    scripted.client.table = without_bot
    said = scripted.receive(TableChanged(without_bot))
    assert f"{len(numbers) + 1}) Add a bot" in said
    assert "No longer possible: Remove a bot." in said
    assert said[-1] == "Enter repeats all choices."
    assert not any("Change the game" in line or "Start the match" in line for line in said)
    asked = scripted.client.requests
    scripted.type(numbers["Watch instead of playing"])
    assert asked.pop() == ("leave_seat",)
    scripted.client.table = table_info()
    said = scripted.receive(TableChanged(table_info()))
    assert "No longer possible: Add a bot." in said
    assert "Enter repeats all choices." not in said, "it has been said"
    again = scripted.type("")
    assert [line.partition(")")[0] for line in again if ") " in line] == [str(n) for n in range(1, len(again) + 1)]


def test_menu_of_the_lobby_is_written_whole_where_much_of_it_changes() -> None:
    scripted = ScriptedConversation(ScriptedClient(owner=False)).begin()
    scripted.take_written()
    scripted.client.is_owner = True
    assert "1) Start the match" in scripted.receive(TableChanged(table_info()))


def test_menu_of_the_lobby_lets_the_person_choose_the_seat_of_a_bot() -> None:
    scripted = ScriptedConversation().begin()
    number = next(line.partition(")")[0] for line in scripted.take_written() if line.endswith(") Take another seat"))
    assert "1) Seat 3, of Cleo" in scripted.type(number)
    scripted.type("1")
    assert scripted.client.requests == [("take_seat", 2)]


def test_submenu_of_the_lobby_shows_the_current_state_of_the_table() -> None:
    scripted = ScriptedConversation().begin()
    number = next(line.partition(")")[0] for line in scripted.take_written() if line.endswith(") Take another seat"))
    scripted.client.table = table_info(seats=(*table_info().seats[:2], SeatInfo(2, "Dora", bot="steady")))
    said = scripted.receive(TableChanged(scripted.client.table))
    assert not [line for line in said if line.startswith("1)")], "what can be chosen reads the same"
    assert "1) Seat 3, of Dora" in scripted.type(number)


def test_game_seats_and_options_are_set_by_command_or_number() -> None:
    scripted = ScriptedConversation().begin()
    scripted.type("game big queen")
    assert scripted.client.requests.pop() == ("configure_table", "big-queen", 4, {})
    scripted.type("seats 6")
    assert scripted.client.requests.pop()[:3] == ("configure_table", "mad-queens", 6)
    scripted.receive(RefusalReceived("No."))
    scripted.type("set visibility sealed")
    assert scripted.client.requests.pop()[3]["visibility"] == "sealed"
    scripted.receive(RefusalReceived("No."))
    assert "visibility is one of open, sealed, not 'dark'." in scripted.type("set visibility=dark")
    assert "0) Back" in scripted.type("set")
    assert any("0" not in line and line.startswith("1) ") for line in scripted.type("0"))
    assert scripted.client.requests == []


def test_owner_commands_of_another_person_are_refused() -> None:
    scripted = ScriptedConversation(ScriptedClient(1, owner=False)).begin()
    assert "Mad Queens begins when Ada starts it." in scripted.take_written()
    assert scripted.type("start") == ["Only the table's owner can do that."]
    assert scripted.client.requests == []


def test_each_change_of_the_table_is_written_once() -> None:
    scripted = ScriptedConversation().begin()
    changed = table_info(
        options={**table_info().options, "visibility": "sealed"},
    )
    assert scripted.receive(TableChanged(changed))[0].startswith("The game is now Mad Queens for 3 players; ")
    seats = (changed.seats[0], SeatInfo(1, "Bea", is_ready=True), SeatInfo(2))
    said = scripted.receive(TableChanged(table_info(options=changed.options, seats=seats)))
    assert said[:2] == ["Bea is ready.", "Seat 3 is free."]
    assert (
        scripted.receive(
            NoticeReceived("Bea is the table's owner now."),
            TableChanged(table_info(owner=1, seats=seats)),
        ).count("Bea is the table's owner now.")
        == 1
    )


def test_match_begins_with_a_numbered_menu() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    assert game.news[0] == "Mad Queens begins: Ada (you), Bea, Cleo."
    assert game.news[-1].startswith("Your move: 1) reveal, ")
    scripted.type("1")
    assert scripted.client.requests == [("send_action", "reveal")]


@pytest.mark.parametrize("line", ["1", "reveal", "REVEAL", "r", " ", "/reveal"])
def test_actions_can_be_typed_in_several_forms(line) -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    scripted.type(line)
    assert scripted.client.requests == [("send_action", "reveal")]


@pytest.mark.parametrize("line", ["", "\f", " \f", "\t", "\x0b"])
def test_blank_line_that_is_not_only_spaces_reveals_nothing_and_writes_the_choices_again(line) -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    said = scripted.type(line)
    assert scripted.client.requests == []
    assert said[-1].startswith("Your move: 1) reveal, ")


def test_actions_of_others_are_written_without_a_menu() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    game.act(1, "reveal")
    said = game.act(1, "bank")
    assert any(line.startswith("Bea: 1 card banked") for line in said)
    assert not any("1) " in line for line in said)


def test_menu_is_written_again_when_all_others_are_done() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    others = range(1, game.match.view(0).seats)
    for seat in others:
        game.act(seat, "reveal")
        said = game.act(seat, "bank")
        assert any("1) reveal" in line for line in said) == (seat == others[-1])
    assert OTHERS_WAIT_SENTENCE in said
    assert said[-1].startswith("Your move: 1) reveal")


def test_line_mode_says_once_in_a_play_that_all_others_are_done() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    for seat in range(1, game.match.view(0).seats):
        game.act(seat, "reveal")
        game.act(seat, "bank")
    scripted.type("1")
    said = game.act(0, "reveal")
    assert said[-1].startswith("Your move: 1) reveal")
    assert OTHERS_WAIT_SENTENCE not in said


def test_first_remark_stands_below_the_sentence_that_it_is_about() -> None:
    meetings = FirstMeetings(["mad-queens price"], lambda: None)
    scripted = ScriptedConversation(meetings=meetings).begin()
    game = ScriptedMatch(scripted)
    for seat in range(1, game.match.view(0).seats):
        game.act(seat, "reveal")
        game.act(seat, "bank")
    game.act(0, "reveal")
    said = game.act(0, "bank")
    assert any(line.startswith("Play 2 begins") for line in said)
    place = said.index("Each banking puts one of your Queens in your deck.")
    assert "is shuffled into your deck" in said[place - 1]


def test_menu_is_written_again_after_an_action_of_the_person() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    scripted.type("1")
    assert not scripted.conversation.is_ready_for_line
    said = game.act(0, "reveal")
    assert scripted.conversation.is_ready_for_line
    assert said[0].startswith("You reveal ")
    assert "1) reveal" in said[-1]
    assert "2) bank" in said[-1]


def test_empty_line_writes_the_menu_again() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    assert scripted.type("") == game.news[-2:]


def test_unknown_number_is_refused_with_the_menu() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    assert scripted.type("2") == [
        "There is no choice 2 now. Choose one of these.",
        *game.news[-2:],
    ]
    assert scripted.client.requests == []


def match_at_own_turn(scripted: ScriptedConversation) -> ScriptedMatch:
    """Return a match of a trick game in which it is the first seat's turn for the first time."""
    game = ScriptedMatch(scripted, "queen-bees-ii")
    while 0 not in game.match.waiting:
        seat = min(game.match.waiting)
        game.act(seat, str(game.match.legal(seat)[0]))
    return game


def test_typed_number_refers_to_the_menu_that_was_seen() -> None:
    """If the menu has changed while the number was typed, the number refers to the old menu or is refused."""
    scripted = ScriptedConversation().begin()
    game = match_at_own_turn(scripted)
    seen = scripted.conversation.expected_menu
    wanted = seen.numbers[1].meaning
    scripted.type("1")
    game.act(0, scripted.client.requests.pop()[1])
    while 0 not in game.match.waiting:
        seat = min(game.match.waiting)
        game.act(seat, str(game.match.legal(seat)[0]))
    assert scripted.conversation.expected_menu.numbers[1].meaning != wanted
    said = scripted.type("1", menu_seen=seen)
    assert said[0] == "The choices have just changed: 1 was meant for the old ones. Choose again."
    assert any(line.startswith("Play: 1) ") for line in said)
    assert scripted.client.requests == []


def test_typed_yes_answers_only_the_question_that_was_seen() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    scripted.type("quit")
    seen = scripted.conversation.expected_menu
    game.act(0, "reveal")
    said = scripted.type("y", menu_seen=seen)
    assert said[0] == "The choices have just changed: y was meant for the old ones. Choose again."
    assert not scripted.conversation.ending


def test_number_typed_too_soon_after_a_new_menu_is_refused() -> None:
    scripted = ScriptedConversation().begin()
    game = match_at_own_turn(scripted)
    scripted.type("1")
    game.act(0, scripted.client.requests.pop()[1])
    while 0 not in game.match.waiting:
        seat = min(game.match.waiting)
        game.act(seat, str(game.match.legal(seat)[0]))
    scripted.now -= 9.9
    assert scripted.type("1")[0].startswith("The choices have just changed")
    scripted.now += 9.0
    scripted.type("1")
    assert len(scripted.client.requests) == 1


def test_number_typed_by_a_script_refers_to_the_next_menu() -> None:
    scripted = ScriptedConversation(is_typed=False).begin()
    game = ScriptedMatch(scripted, "queen-bees-ii", seed=4)
    while 0 in game.match.waiting:
        game.act(0, str(game.match.legal(0)[0]))
    assert scripted.conversation.expected_menu is None
    assert scripted.conversation.line_must_wait("1", None)
    assert scripted.conversation.line_must_wait("play Qs", None)
    assert not scripted.conversation.line_must_wait("look", None)
    assert not scripted.conversation.line_must_wait("say hello", None)


def test_impossible_command_is_refused_with_a_reason() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    assert scripted.type("bank") == ["There is nothing to bank yet: reveal a card first."]
    assert scripted.type("end")[0].startswith("You can end at 12 cards or fewer; your deck has ")
    assert scripted.client.requests == []


def test_unknown_command_is_reported() -> None:
    scripted = ScriptedConversation().begin()
    assert scripted.type("dance") == ["Unknown command: 'dance'. Type ? for everything you can type."]


def test_commands_that_ask_for_information_are_answered_during_a_match() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    for line in (
        "look",
        "hand",
        "others",
        "scores",
        "log",
        "who",
        "rules",
        "rules 2",
        "rules all",
        "banned",
        "deck",
    ):
        said = scripted.type(line)
        assert said, line
        assert not said[0].startswith("I do not know"), line
    help = "\n".join(scripted.type("?"))
    for word in (
        "reveal",
        "look",
        "hand",
        "log",
        "rules",
        "say",
        "who",
        "quit",
        "banned",
    ):
        assert word in help
    assert scripted.client.requests == []
    assert game.match.waiting == {0, 1, 2}


def test_player_who_takes_over_a_seat_is_named() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    seats = (SeatInfo(0, "Ada"), SeatInfo(1, "Bea"), SeatInfo(2, "Jo"))
    scripted.client.table = table_info(phase="playing", seats=seats)
    scripted.receive(NoticeReceived("Jo takes over from Cleo."), TableChanged(scripted.client.table))
    said: list[str] = []
    while 2 in game.match.waiting:
        said += game.act(2, str(game.match.legal(2)[-1]))
    assert any(line.startswith("Jo: ") for line in said)
    assert not any("Cleo" in line for line in said)


def test_absent_players_are_described_with_the_table() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    seats = (SeatInfo(0, "Ada"), SeatInfo(1, "Bea", is_here=False, away_until=20.0), SeatInfo(2, "Cleo", stand_in="x"))
    scripted.client.table = table_info(phase="playing", seats=seats, paused=True)
    said = scripted.type("look")
    assert "Bea is away; the table waits 20 s more." in said
    assert "A bot plays for Cleo." in said
    assert said[-1] == "The match is paused until you continue it."


def test_typed_line_ends_the_stand_in_bot() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    scripted.type("nonsense")
    assert ("set_ready", False) not in scripted.client.requests, "nobody stands in"
    scripted.client.table = table_info(phase="playing", seats=(SeatInfo(0, "Ada", stand_in="x"), SeatInfo(1, "Bea")))
    scripted.type("nonsense")
    assert ("set_ready", False) in scripted.client.requests


def test_leaving_a_match_asks_once() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    assert scripted.type("quit") == [
        "Leave the match? A bot plays on for you; join again to take your seat back.",
        "1) Yes, leave",
        "2) No, stay",
    ]
    scripted.type("n")
    assert not scripted.conversation.ending
    scripted.type("quit", "yes")
    assert scripted.conversation.ending == "left"


@pytest.mark.parametrize(
    ("answer", "expected_sentence"),
    [("1", ""), ("n", ""), ("2", "open"), ("y", "open"), ("3", "left"), ("close", "left")],
)
def test_host_can_leave_and_the_table_stays_open_for_the_other_people(answer, expected_sentence) -> None:
    scripted = ScriptedConversation(hosting=True).begin()
    assert scripted.type("quit") == [
        "Leave this table?",
        "1) Stay",
        "2) Leave it open to others, until you quit",
        "3) Close the table, everybody has to leave",
    ]
    scripted.type(answer)
    assert scripted.conversation.ending == expected_sentence


def test_only_the_host_can_leave_a_table_open() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    assert scripted.type("leave open")[0].startswith("Leave the match?")
    alone = ScriptedConversation(ScriptedClient(state=table_info(seats=seats_with_people("Ada"))), hosting=True).begin()
    alone.type("quit")
    assert alone.conversation.ending == "left", "nobody is there to play on"


def test_leaving_the_lobby_asks_nothing() -> None:
    scripted = ScriptedConversation().begin()
    scripted.type("quit")
    assert scripted.conversation.ending == "left"


def test_chat_notices_and_errors_are_one_sentence_each() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    assert scripted.receive(ChatReceived("Bea", "hello")) == ["Bea says: hello"]
    assert scripted.receive(ChatReceived("Ada", "hi")) == ["You say: hi"]
    assert scripted.receive(NoticeReceived("Bea has left.")) == ["Bea has left."]
    assert scripted.receive(ActionDelay(2.0)) == [
        "That counts in 2 s, if it is still due: slow connections get a chance, too."
    ]
    assert len(scripted.receive(ReconnectAttempt(60.0), ReconnectAttempt(58.0), ReconnectAttempt(55.0))) == 1
    assert scripted.receive(ConnectionRestored()) == ["You are back at the table."]
    assert len(scripted.receive(ReconnectAttempt(60.0))) == 1
    assert scripted.receive(HostLost("The host can no longer be reached.")) == ["The host can no longer be reached."]
    assert scripted.conversation.ending == "lost"


def test_refused_action_is_explained_with_the_menu() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    scripted.type("1")
    said = scripted.receive(RefusalReceived("The table has moved on."))
    assert said[0] == "The table has moved on."
    assert said[-1].startswith("Your move: 1) reveal")
    assert scripted.conversation.is_ready_for_line


def test_clock_is_written_with_the_menu() -> None:
    client = ScriptedClient()
    client.clock = ShownClock(30.0, 30.0, 0)
    scripted = ScriptedConversation(client).begin()
    game = ScriptedMatch(scripted)
    scripted.receive(DecisionClockChanged(client.clock))
    assert any("30 s for you." in line for line in game.news)
    assert scripted.type("time") == ["30 s for you."]


def test_time_command_names_the_player_whose_clock_runs() -> None:
    client = ScriptedClient()
    scripted = ScriptedConversation(client).begin()
    game = ScriptedMatch(scripted)
    assert scripted.type("time") == ["No clock is running: take your time."]
    client.clock = ShownClock(30.0, 17.2, 1)
    assert scripted.type("time") == ["18 s for Bea."]
    assert "18 s for Bea." in scripted.type("look")
    client.clock = ShownClock(30.0, 9.0)
    assert scripted.type("time") == ["9 s for all who decide."]
    client.clock = ShownClock(30.0, None)
    assert scripted.type("time") == ["30 s for every decision."], "more would tell how far somebody is in a sealed play"
    client.clock = ShownClock(30.0, 12.0, 1)
    assert not any(" s for " in line for line in scripted.type("hand")), "what is not asked for is not read out"
    client.table = structs.replace(client.table, paused=True)
    assert scripted.type("time") == ["The match is paused until you continue it.", "12 s for Bea."]
    client.table = structs.replace(client.table, paused=False, deserted=True)
    assert scripted.type("time") == ["No players here: the match waits.", "12 s for Bea."]
    assert game.match.waiting


def test_clock_names_the_current_player_after_a_take_over() -> None:
    client = ScriptedClient()
    scripted = ScriptedConversation(client).begin()
    ScriptedMatch(scripted)
    client.clock = ShownClock(30.0, 5.0, 2)
    client.table = structs.replace(client.table, seats=(*client.table.seats[:2], SeatInfo(2, "Jo")))
    assert scripted.type("time") == ["5 s for Jo."]


@pytest.mark.parametrize(
    ("line", "muted"),
    [
        ("mute Bob", "Bob"),
        ("mute bob", "Bob"),
        ("mute  ZOË ", "Zoë"),
        ("mute zoe\u0308", "Zoë"),
        ("mute weSS", "Weß"),
        ("mute ｂｏｂ", "Bob"),
    ],
)
def test_mute_finds_a_name_in_any_case(line, muted) -> None:
    scripted = ScriptedConversation(
        ScriptedClient(state=table_info(seats=seats_with_people("Ada", "Bob", "Zoë", "Weß")))
    ).begin()
    assert scripted.type(line) == [f"{muted} is muted for you."]
    assert scripted.client.muted_names == {muted}
    assert scripted.type("mute") == [f"Muted: {muted}."]
    assert scripted.type(f"un{line}") == [f"You hear {muted} again."]
    assert not scripted.client.muted_names


def test_mute_of_an_unknown_name_is_refused() -> None:
    scripted = ScriptedConversation(ScriptedClient(state=table_info(spectators=("Dora",), spectator_count=1))).begin()
    for name in ("nobody", "ada", "Cleo"):
        assert scripted.type(f"mute {name}") == [f"Nobody else here is called {name}; here are Bea and Dora."]
    assert scripted.type("unmute Bea") == ["Muted: nobody."]
    assert not scripted.client.muted_names
    alone = ScriptedConversation(ScriptedClient(state=table_info(seats=seats_with_people("Ada")))).begin()
    assert alone.type("mute Bob") == ["Nobody else is here."]


def test_spectator_who_speaks_can_be_muted_among_many() -> None:
    scripted = ScriptedConversation(ScriptedClient(state=table_info(spectators=("Dora",), spectator_count=500))).begin()
    scripted.receive(ChatReceived("Mallory", "hey"))
    assert scripted.type("mute mallory") == ["Mallory is muted for you."]


def test_owner_commands_find_a_name_in_any_case() -> None:
    scripted = ScriptedConversation().begin()
    said = scripted.type("kick bea")
    assert said[0].startswith("Send Bea away? Bea stays out until the table closes, and so does anybody new from")
    assert scripted.client.requests == []
    scripted.type("yes", "owner BEA")
    assert scripted.client.requests == [("kick_person", "Bea"), ("make_owner", "Bea")]
    assert scripted.type("kick Zed") == ["Nobody else here is called Zed; here is Bea."]


def test_stopped_match_leads_back_to_the_lobby() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    scripted.client.table = table_info()
    said = scripted.receive(MatchStopped("Ada has called the match off."), TableChanged(table_info()))
    assert said[0] == "Ada has called the match off."
    assert "1) Start the match" in said


def test_match_end_writes_the_standings_and_offers_another_match() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted)
    scripted.client.view = game.match.view(0)
    scripted.client.table = table_info(matches=1)
    standings = (Standing(1, 20, 1), Standing(0, 12, 2), Standing(2, 1, 3))
    said = scripted.receive(MatchEnded(standings, ("Ada", "Bea", "Cleo")), TableChanged(table_info(matches=1)))
    assert said[:5] == [
        "The match is over.",
        "Bea wins.",
        "1. Bea: 20 points.",
        "2. You: 12 points.",
        "3. Cleo (bot): 1 point.",
    ]
    assert "1) Play again" in said
    scripted.type("1")
    assert scripted.client.requests == [("start_match",)]


def test_standings_name_the_players_for_whom_a_bot_has_decided() -> None:
    scripted = ScriptedConversation().begin()
    scripted.client.view = ScriptedMatch(scripted).match.view(0)
    standings = (Standing(1, 20, 1), Standing(0, 12, 2), Standing(2, 1, 3))
    totals = (Total("Bea", 2, 1, 20, 1), Total("Ada", 2, 1, 12))
    ended = MatchEnded(standings, ("Ada", "Bea", "Cleo"), {1: (3, 9)})
    said = scripted.receive(ended, TableChanged(table_info(matches=2, totals=totals)))
    assert "1. Bea: 20 points, a bot decided 3 of 9 times." in said
    assert "After 2 matches. Bea: 1 win, 20 points (with a bot in 1); Ada: 1 win, 12 points." in said


def test_new_table_of_the_same_host_is_described() -> None:
    scripted = ScriptedConversation().begin()
    ScriptedMatch(scripted)
    scripted.client.table = table_info(name="Bea's table")
    said = scripted.receive(HostRestarted("The host has been started anew."))
    assert said[:2] == [
        "The host has been started anew.",
        "You are at Bea's table.",
    ]


def test_end_command_of_a_player_asks_once_before_it_is_sent() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted, seats=1)
    while "end" not in map(str, game.match.legal(0)):
        verbs = list(map(str, game.match.legal(0)))
        game.act(
            0,
            "bank" if "bank" in verbs and game.match.view(0).count("shown/0") > 3 else "reveal",
        )
    assert scripted.type("3")[0].startswith("End your game for good, with ")
    scripted.type("n")
    assert scripted.client.requests == []
    scripted.type("e", "y")
    assert scripted.client.requests == [("send_action", "end")]


def test_several_actions_of_one_line_are_sent_one_after_the_other() -> None:
    scripted = ScriptedConversation().begin()
    game = ScriptedMatch(scripted, "big-queen", seats=4, seed=1)
    for seed in range(200):
        game = ScriptedMatch(scripted, "big-queen", seats=4, seed=seed)
        game.act(0, "deal")
        while 0 not in game.match.waiting:
            seat = min(game.match.waiting)
            game.act(seat, str(game.match.default(seat)))
        game.act(0, "draw")
        hand = game.match.view(0).cards("hand/0")
        rank = next(
            (card.rank for card in hand if card.rank != "2" and sum(c.rank == card.rank for c in hand) > 3),
            "",
        )
        if rank:
            break
    cards = " ".join(str(card) for card in hand if card.rank == rank)
    scripted.type(f"lay {cards}")
    done = []
    while scripted.client.requests:
        action = scripted.client.requests.pop()[1]
        done.append(action.split()[0])
        game.act(0, action)
    assert done == ["meld", *["add"] * (len(cards.split()) - 3)]


def test_person_who_is_back_is_told_first_what_happened_while_they_were_away() -> None:
    match = ScriptedMatch(ScriptedConversation())
    actions = [match.match.game.parse(text) for text in ("reveal", "bank")]
    missed = match._changes_for_seat([change for action in actions for change in match.match.act(1, action)])
    client = ScriptedClient(state=match.conversation.client.table)
    client.view, client.missed_changes = match.match.view(0), missed
    lines = ScriptedConversation(client).begin().take_written()
    heading, back = lines.index("While you were away:"), lines.index("You are back.")
    assert heading == 1 < back
    assert lines[0].startswith("Mad Queens goes on: ")
    assert all(line.startswith("Bea") for line in lines[heading + 1 : back])
    assert back - heading > 1


def test_changes_missed_during_a_reconnect_have_one_heading() -> None:
    match = ScriptedMatch(ScriptedConversation())
    match.conversation.receive(ReconnectAttempt(30.0))
    told = [match.act(seat, text) for text in ("reveal", "bank") for seat in (1, 2)]
    lines = [line for lines in told for line in lines]
    assert lines[0] == "While you were away:"
    assert lines.count("While you were away:") == 1
    match.conversation.receive(ConnectionRestored())
    assert "While you were away:" not in match.act(0, "reveal")


def test_totals_before_a_match_of_the_present_game_say_nothing_of_points() -> None:
    scripted = ScriptedConversation().begin()
    totals = (Total("Eve 2", 3, 0, 0), Total("Ada", 3, 3, 0))
    said = scripted.receive(TableChanged(table_info(matches=3, totals=totals)))
    assert "After 3 matches. Eve 2: 0 wins; Ada: 3 wins." in said


def test_readiness_of_many_people_is_written_once_when_all_are_ready() -> None:
    people = tuple(SeatInfo(seat, f"P{seat}") for seat in range(12))
    scripted = ScriptedConversation(ScriptedClient(state=table_info(seats=people))).begin()
    told = []
    for ready in range(1, 12):
        people = tuple(structs.replace(one, is_ready=0 < one.seat <= ready) for one in people)
        told += scripted.receive(TableChanged(table_info(seats=people)))
    assert [line for line in told if "ready" in line and ")" not in line] == ["Everybody is ready."]


def test_person_for_whom_the_clock_decided_is_told_so_once() -> None:
    match = ScriptedMatch(ScriptedConversation())
    client = match.conversation.client
    client.clock = ShownClock(10.0, 0.0, 0)
    match.conversation.receive(DecisionClockChanged(client.clock))
    told = [match.act(0, "reveal"), match.act(0, "reveal")]
    assert [lines.count("Time is up: the game has decided for you.") for lines in told] == [1, 0]
    assert told[0][0] == "Time is up: the game has decided for you."


def test_spectator_is_told_what_to_type_for_the_seat_of_a_bot() -> None:
    match = ScriptedMatch(ScriptedConversation(ScriptedClient(seat=None, owner=False)))
    assert "You are watching; type sit 3 to ask to take over from Cleo." in match.news


def test_line_about_a_bot_says_that_it_plays_at_another_level() -> None:
    before = table_info()
    seat = next(seat for seat in before.seats if seat.bot)
    seats = tuple(structs.replace(one, bot="hard") if one is seat else one for one in before.seats)
    assert list(table_news(before, structs.replace(before, seats=seats), 0)) == [
        f"Seat {seat.seat + 1}: {seat.name} (hard bot)."
    ]


def test_change_of_hints_is_written_once_from_the_notice_or_from_the_table() -> None:
    before = table_info()
    after = structs.replace(before, terms=Terms(hints=True))
    assert list(table_news(before, after, 0)) == ["There are hints at this table now."], "the owner gets no notice"
    assert list(table_news(before, after, 1)) == []
    alone = structs.replace(before, seats=seats_with_people("Ada", "", ""))
    together = structs.replace(alone, seats=seats_with_people("Ada", "Bea", ""))
    assert list(table_news(alone, together, 1)) == ["There are no hints while more than one person plays."]
    assert list(table_news(together, alone, 1))[-1] == "Hints are back: only one person plays."


def test_first_win_at_somebody_elses_table_is_told_from_the_totals() -> None:
    person = ScriptedConversation().begin()
    ScriptedMatch(person)
    standings = (Standing(0, 30, 1), Standing(1, 20, 2), Standing(2, 10, 3))
    person.receive(MatchEnded(standings, ("Ada", "Bea", "Cleo")))
    before = person.client.table
    person.client.table = after = structs.replace(
        before, phase="lobby", matches=3, totals=(Total("Ada", 3, 1, 0), Total("Bea", 3, 2, 0))
    )
    assert "Your first win here!" in person.receive(TableChanged(after))


def test_hint_names_the_best_choices_and_the_number_of_the_others() -> None:
    scripted = ScriptedConversation().begin()
    scripted.client.view = ScriptedMatch(scripted).match.view(0)
    risk = (Figure("caught", 0.2, 0, CHANCE_UNIT),)
    choices = tuple(
        Choice(Action(("reveal",)), risk, Figure("worth", worth, 0, POINT_UNIT), name)
        for worth, name in enumerate("abcdefghijklmnopq")
    )
    scripted.take_written()
    scripted.conversation.write_hint(Advice(choices, choices[-1], (), "Why."))
    assert scripted.take_written() == ["Why.", FIGURES_SENTENCE]
    scripted.conversation.write_hint(Advice(choices, choices[-1], (), "Why."))
    best, *others = scripted.take_written()
    assert best.startswith("Best: q: ")
    assert [line.split(": ")[1] for line in others[:-1]] == ["p", "o", "n", "m", "l"]
    assert others[-1] == "Or: 11 other choices."
    match = ScriptedMatch(scripted).match
    match.act(0, match.default(0))
    scripted.client.view = match.view(0)
    scripted.conversation.write_hint(Advice(choices, choices[-1], (), "Another decision."))
    assert scripted.take_written() == ["Another decision.", FIGURES_SENTENCE]


def test_hint_on_the_only_action_offers_no_figures_and_says_its_reason_each_time() -> None:
    scripted = ScriptedConversation().begin()
    scripted.client.view = ScriptedMatch(scripted).match.view(0)
    only = Choice(Action(("reveal",)), (Figure("caught", 0.2, 0, CHANCE_UNIT),))
    scripted.take_written()
    for _ in range(2):
        scripted.conversation.write_hint(Advice((only,), only, (), "Why."))
        assert scripted.take_written() == ["Why."]
