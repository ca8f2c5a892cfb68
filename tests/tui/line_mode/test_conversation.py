"""What a conversation writes for events and does for typed lines, with a client that only notes its requests."""

from __future__ import annotations

import pytest
from msgspec import structs

from core import Standing
from net.client.events import (
    ClockSet,
    HeldBack,
    HostRestarted,
    Lost,
    MatchEnded,
    MatchStopped,
    Noticed,
    Reconnected,
    Reconnecting,
    Refused,
    Said,
    TableChanged,
)
from net.protocol.table_state import Clock, SeatInfo, Terms
from tests.support.scripted_terminal import ScriptedClient, ScriptedConversation, ScriptedMatch, table


def people(*names: str) -> tuple[SeatInfo, ...]:
    return tuple(SeatInfo(seat, name) for seat, name in enumerate(names))


def test_table_description_lists_people_and_choices() -> None:
    heard = ScriptedConversation().begin()
    said = heard.look()
    assert "You are at the table Ada's table." in said
    assert "Seat 2: Bea." in said
    assert "Seat 3: Cleo (bot)." in said
    assert "1) Start the match" in said


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("1", ("start",)),
        ("start", ("start",)),
        ("/start", ("start",)),
        ("sit 2", ("sit", 1)),
        ("sit", ("sit", None)),
        ("watch", ("stand",)),
        ("ready", ("ready", True)),
        ("bot", ("add_bot", "", None)),
        ("bot steady", ("add_bot", "steady", None)),
        ("add steady 3", ("add_bot", "steady", 2)),
        ("remove 3", ("remove_bot", 2)),
        ("remove", ("remove_bot", 2)),
        ("say hello there", ("say", "hello there")),
        ("kick Bea now", ("kick", "Bea")),
        ("owner Bea", ("make_owner", "Bea")),
        ("clock 30", ("set_terms", Terms(clock=30))),
        ("grace 5", ("set_terms", Terms(grace=5))),
    ],
)
def test_lobby_commands_send_requests(line, asked) -> None:
    heard = ScriptedConversation().begin()
    heard.type(line)
    assert heard.client.asked == [asked]


def test_team_of_each_seat_is_shown_in_the_lobby() -> None:
    client = ScriptedClient()
    client.table = table(game="queens-dungeon", options={"partners": True})
    said = ScriptedConversation(client).begin().look()
    assert "Seat 1: Ada (you, team A, runs the table)." in said
    assert "Seat 2: Bea (team B)." in said


def test_seat_of_a_bot_can_be_chosen() -> None:
    heard = ScriptedConversation().begin()
    number = next(line.partition(")")[0] for line in heard.look() if line.endswith(") Take another seat"))
    assert "1) Seat 3, of Cleo" in heard.type(number)
    heard.type("1")
    assert heard.client.asked == [("sit", 2)]


def test_submenu_shows_the_current_state_of_the_table() -> None:
    heard = ScriptedConversation().begin()
    number = next(line.partition(")")[0] for line in heard.look() if line.endswith(") Take another seat"))
    heard.client.table = table(seats=(*table().seats[:2], SeatInfo(2, "Dora", bot="steady")))
    said = heard.hear(TableChanged(heard.client.table))
    assert not [line for line in said if line.startswith("1)")], "what can be chosen reads the same"
    assert "1) Seat 3, of Dora" in heard.type(number)


def test_game_seats_and_options_are_set_by_command_or_number() -> None:
    heard = ScriptedConversation().begin()
    heard.type("game big queen")
    assert heard.client.asked.pop() == ("configure", "big-queen", 4, {})
    heard.type("seats 6")
    assert heard.client.asked.pop()[:3] == ("configure", "mad-queens", 6)
    heard.hear(Refused("No."))
    heard.type("set visibility sealed")
    assert heard.client.asked.pop()[3]["visibility"] == "sealed"
    heard.hear(Refused("No."))
    assert "visibility is one of open, sealed, not 'dark'." in heard.type("set visibility=dark")
    assert "0) Back" in heard.type("set")
    assert any("0" not in line and line.startswith("1) ") for line in heard.type("0"))
    assert heard.client.asked == []


def test_owner_commands_of_another_person_are_refused() -> None:
    heard = ScriptedConversation(ScriptedClient(1, owner=False)).begin()
    assert "Mad Queens begins when Ada starts it." in heard.look()
    assert heard.type("start") == ["That is for whoever runs the table."]
    assert heard.client.asked == []


def test_each_change_of_the_table_is_written_once() -> None:
    heard = ScriptedConversation().begin()
    changed = table(
        options={**table().options, "visibility": "sealed"},
    )
    assert heard.hear(TableChanged(changed))[0].startswith("The game is now Mad Queens for 3 players; ")
    seats = (changed.seats[0], SeatInfo(1, "Bea", ready=True), SeatInfo(2))
    said = heard.hear(TableChanged(table(options=changed.options, seats=seats)))
    assert said[:2] == ["Bea is ready.", "Seat 3 is free."]
    assert (
        heard.hear(
            Noticed("Bea runs the table now."),
            TableChanged(table(owner=1, seats=seats)),
        ).count("Bea runs the table now.")
        == 1
    )


def test_match_begins_with_a_numbered_menu() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    assert game.news[0] == "Mad Queens begins: Ada (you), Bea, Cleo."
    assert game.news[-1].startswith("Your move: 1) reveal, ")
    heard.type("1")
    assert heard.client.asked == [("act", "reveal")]


@pytest.mark.parametrize("line", ["1", "reveal", "REVEAL", "r", " ", "/reveal"])
def test_actions_can_be_typed_in_several_forms(line) -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    heard.type(line)
    assert heard.client.asked == [("act", "reveal")]


def test_actions_of_others_are_written_without_a_menu() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    game.act(1, "reveal")
    said = game.act(1, "bank")
    assert any(line.startswith("Bea: 1 card banked") for line in said)
    assert not any("1) " in line for line in said)


def test_menu_is_written_again_after_ones_own_action() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    heard.type("1")
    assert not heard.conversation.ready
    said = game.act(0, "reveal")
    assert heard.conversation.ready
    assert said[0].startswith("You turn ")
    assert "1) reveal" in said[-1]
    assert "2) bank" in said[-1]


def test_empty_line_writes_the_menu_again() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    assert heard.type("") == game.news[-2:]


def test_unknown_number_is_refused_with_the_menu() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    assert heard.type("2") == [
        "There is no choice 2 now. Choose one of these.",
        *game.news[-2:],
    ]
    assert heard.client.asked == []


def lead(heard: ScriptedConversation) -> ScriptedMatch:
    """A trick game in which it is the first seat's turn for the first time."""
    game = ScriptedMatch(heard, "queen-bees-ii")
    while 0 not in game.match.waiting:
        seat = min(game.match.waiting)
        game.act(seat, str(game.match.legal(seat)[0]))
    return game


def test_number_means_its_choice_in_the_menu_that_was_seen() -> None:
    """Also when the list has changed while it was typed; it is refused in one sentence, with the new list."""
    heard = ScriptedConversation().begin()
    game = lead(heard)
    seen = heard.conversation.expected_menu
    wanted = seen.numbers[1].meaning
    heard.type("1")
    game.act(0, heard.client.asked.pop()[1])
    while 0 not in game.match.waiting:
        seat = min(game.match.waiting)
        game.act(seat, str(game.match.legal(seat)[0]))
    assert heard.conversation.expected_menu.numbers[1].meaning != wanted
    said = heard.type("1", seen=seen)
    assert said[0] == "The choices have just changed: 1 was meant for others. Choose again."
    assert any(line.startswith("Play: 1) ") for line in said)
    assert heard.client.asked == []


def test_yes_answers_only_the_question_that_was_seen() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    heard.type("quit")
    seen = heard.conversation.expected_menu
    game.act(0, "reveal")
    said = heard.type("y", seen=seen)
    assert said[0] == "The choices have just changed: y was meant for others. Choose again."
    assert not heard.conversation.left


def test_number_typed_too_soon_after_a_new_menu_is_refused() -> None:
    heard = ScriptedConversation().begin()
    game = lead(heard)
    heard.type("1")
    game.act(0, heard.client.asked.pop()[1])
    while 0 not in game.match.waiting:
        seat = min(game.match.waiting)
        game.act(seat, str(game.match.legal(seat)[0]))
    heard.now -= 9.9
    assert heard.type("1")[0].startswith("The choices have just changed")
    heard.now += 9.0
    heard.type("1")
    assert len(heard.client.asked) == 1


def test_number_of_a_script_means_the_next_menu() -> None:
    heard = ScriptedConversation(typed=False).begin()
    game = ScriptedMatch(heard, "queen-bees-ii", seed=4)
    while 0 in game.match.waiting:
        game.act(0, str(game.match.legal(0)[0]))
    assert heard.conversation.expected_menu is None
    assert heard.conversation.line_must_wait("1", None)
    assert heard.conversation.line_must_wait("play Qs", None)
    assert not heard.conversation.line_must_wait("look", None)
    assert not heard.conversation.line_must_wait("say hello", None)


def test_impossible_command_is_refused_with_a_reason() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    assert heard.type("bank") == ["There is nothing to bank yet: reveal a card first."]
    assert heard.type("end")[0].startswith("You can end your game when 12 cards or fewer are left")
    assert heard.client.asked == []


def test_unknown_command_is_reported() -> None:
    heard = ScriptedConversation().begin()
    assert heard.type("dance") == ["I do not know what 'dance' means. Type ? for everything that can be typed."]


def test_info_commands_answer_during_a_match() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
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
        said = heard.type(line)
        assert said, line
        assert not said[0].startswith("I do not know"), line
    help = "\n".join(heard.type("?"))
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
    assert heard.client.asked == []
    assert game.match.waiting == {0, 1, 2}


def test_player_who_takes_over_a_seat_is_named() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    seats = (SeatInfo(0, "Ada"), SeatInfo(1, "Bea"), SeatInfo(2, "Jo"))
    heard.client.table = table(phase="playing", seats=seats)
    heard.hear(Noticed("Jo takes over from Cleo."), TableChanged(heard.client.table))
    said: list[str] = []
    while 2 in game.match.waiting:
        said += game.act(2, str(game.match.legal(2)[-1]))
    assert any(line.startswith("Jo: ") for line in said)
    assert not any("Cleo" in line for line in said)


def test_absent_players_are_described_with_the_table() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    seats = (SeatInfo(0, "Ada"), SeatInfo(1, "Bea", here=False, away_until=20.0), SeatInfo(2, "Cleo", stand_in="x"))
    heard.client.table = table(phase="playing", seats=seats, paused=True)
    said = heard.type("look")
    assert "Bea is away; the table waits 20 s more." in said
    assert "A bot plays for Cleo." in said
    assert said[-1] == "The match stands still until you go on with it."


def test_typed_line_ends_the_stand_in_bot() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    heard.type("nonsense")
    assert ("ready", False) not in heard.client.asked, "nobody stands in"
    heard.client.table = table(phase="playing", seats=(SeatInfo(0, "Ada", stand_in="x"), SeatInfo(1, "Bea")))
    heard.type("nonsense")
    assert ("ready", False) in heard.client.asked


def test_leaving_a_match_asks_once() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    assert heard.type("quit") == [
        "Leave the match? A bot plays on for you; join again, and you have your seat back.",
        "1) Yes, leave",
        "2) No, stay",
    ]
    heard.type("n")
    assert not heard.conversation.left
    heard.type("quit", "yes")
    assert heard.conversation.left == "left"


@pytest.mark.parametrize(
    ("answer", "why"),
    [("1", ""), ("n", ""), ("2", "open"), ("y", "open"), ("3", "left"), ("close", "left")],
)
def test_host_can_leave_the_table_to_the_others(answer, why) -> None:
    heard = ScriptedConversation(hosting=True).begin()
    assert heard.type("quit") == [
        "Leave this table?",
        "1) Stay",
        "2) Leave, and let the others play on, until you quit",
        "3) Close the table, everybody has to leave",
    ]
    heard.type(answer)
    assert heard.conversation.left == why


def test_only_the_host_can_leave_a_table_open() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    assert heard.type("leave open")[0].startswith("Leave the match?")
    alone = ScriptedConversation(ScriptedClient(state=table(seats=people("Ada"))), hosting=True).begin()
    alone.type("quit")
    assert alone.conversation.left == "left", "nobody is there to play on"


def test_leaving_the_lobby_asks_nothing() -> None:
    heard = ScriptedConversation().begin()
    heard.type("quit")
    assert heard.conversation.left == "left"


def test_chat_notices_and_errors_are_one_sentence_each() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    assert heard.hear(Said("Bea", "hello")) == ["Bea says: hello"]
    assert heard.hear(Said("Ada", "hi")) == ["You say: hi"]
    assert heard.hear(Noticed("Bea has gone.")) == ["Bea has gone."]
    assert heard.hear(HeldBack(2.0)) == ["That counts in 2 s, if it is still due: slow lines get a chance too."]
    assert len(heard.hear(Reconnecting(60.0), Reconnecting(58.0), Reconnecting(55.0))) == 1
    assert heard.hear(Reconnected()) == ["You are back at the table."]
    assert len(heard.hear(Reconnecting(60.0))) == 1
    assert heard.hear(Lost("The host cannot be reached any more.")) == ["The host cannot be reached any more."]
    assert heard.conversation.left == "lost"


def test_refused_action_is_explained_with_the_menu() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    heard.type("1")
    said = heard.hear(Refused("The table has moved on."))
    assert said[0] == "The table has moved on."
    assert said[-1].startswith("Your move: 1) reveal")
    assert heard.conversation.ready


def test_clock_is_written_with_the_menu() -> None:
    client = ScriptedClient()
    client.clock = Clock(30.0, 30.0, 0)
    heard = ScriptedConversation(client).begin()
    game = ScriptedMatch(heard)
    heard.hear(ClockSet(client.clock))
    assert any("30 s for you." in line for line in game.news)
    assert heard.type("time") == ["30 s for you."]


def test_time_command_names_the_player_whose_clock_runs() -> None:
    client = ScriptedClient()
    heard = ScriptedConversation(client).begin()
    game = ScriptedMatch(heard)
    assert heard.type("time") == ["No clock runs: take your time."]
    client.clock = Clock(30.0, 17.2, 1)
    assert heard.type("time") == ["18 s for Bea."]
    assert "18 s for Bea." in heard.type("look")
    client.clock = Clock(30.0, 9.0)
    assert heard.type("time") == ["9 s for all who decide."]
    client.clock = Clock(30.0, None)
    assert heard.type("time") == ["30 s for every decision."], "more would tell how far somebody is in a sealed play"
    client.clock = Clock(30.0, 12.0, 1)
    assert not any(" s for " in line for line in heard.type("hand")), "what is not asked for is not read out"
    client.table = structs.replace(client.table, paused=True)
    assert heard.type("time") == ["The match stands still until you go on with it.", "12 s for Bea."]
    assert game.match.waiting


def test_clock_names_the_current_player_after_a_take_over() -> None:
    client = ScriptedClient()
    heard = ScriptedConversation(client).begin()
    ScriptedMatch(heard)
    client.clock = Clock(30.0, 5.0, 2)
    client.table = structs.replace(client.table, seats=(*client.table.seats[:2], SeatInfo(2, "Jo")))
    assert heard.type("time") == ["5 s for Jo."]


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
    heard = ScriptedConversation(ScriptedClient(state=table(seats=people("Ada", "Bob", "Zoë", "Weß")))).begin()
    assert heard.type(line) == [f"You hear nothing more of what {muted} says."]
    assert heard.client.muted == {muted}
    assert heard.type("mute") == [f"Not heard: {muted}."]
    assert heard.type(f"un{line}") == [f"You hear again what {muted} says."]
    assert not heard.client.muted


def test_mute_of_an_unknown_name_is_refused() -> None:
    heard = ScriptedConversation(ScriptedClient(state=table(watchers=("Dora",), watching=1))).begin()
    for name in ("nobody", "ada", "Cleo"):
        assert heard.type(f"mute {name}") == [f"Nobody else here is called {name}; here are Bea and Dora."]
    assert heard.type("unmute Bea") == ["Not heard: nobody."]
    assert not heard.client.muted
    alone = ScriptedConversation(ScriptedClient(state=table(seats=people("Ada")))).begin()
    assert alone.type("mute Bob") == ["Nobody else is here."]


def test_spectator_who_speaks_can_be_muted_among_many() -> None:
    heard = ScriptedConversation(ScriptedClient(state=table(watchers=("Dora",), watching=500))).begin()
    heard.hear(Said("Mallory", "hey"))
    assert heard.type("mute mallory") == ["You hear nothing more of what Mallory says."]


def test_owner_commands_find_a_name_in_any_case() -> None:
    heard = ScriptedConversation().begin()
    said = heard.type("kick bea")
    assert said[0] == "Send Bea away? Then Bea cannot come back to this table."
    assert heard.client.asked == []
    heard.type("yes", "owner BEA")
    assert heard.client.asked == [("kick", "Bea"), ("make_owner", "Bea")]
    assert heard.type("kick Zed") == ["Nobody else here is called Zed; here is Bea."]


def test_stopped_match_leads_back_to_the_lobby() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    heard.client.table = table()
    said = heard.hear(MatchStopped("Ada has ended the match."), TableChanged(table()))
    assert said[0] == "Ada has ended the match."
    assert "1) Start the match" in said


def test_match_end_writes_the_standings_and_offers_another_match() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard)
    heard.client.view = game.match.view(0)
    heard.client.table = table(matches=1)
    standings = (Standing(1, 20, 1), Standing(0, 12, 2), Standing(2, 1, 3))
    said = heard.hear(MatchEnded(standings, ("Ada", "Bea", "Cleo")), TableChanged(table(matches=1)))
    assert said[:5] == [
        "The match is over.",
        "Bea wins.",
        "1. Bea: 20 points.",
        "2. You: 12 points.",
        "3. Cleo: 1 point.",
    ]
    assert "1) Play again" in said
    heard.type("1")
    assert heard.client.asked == [("start",)]


def test_new_table_of_the_same_host_is_described() -> None:
    heard = ScriptedConversation().begin()
    ScriptedMatch(heard)
    heard.client.table = table(name="Bea's table")
    said = heard.hear(HostRestarted("The host has been started anew."))
    assert said[:2] == [
        "The host has been started anew.",
        "You are at the table Bea's table.",
    ]


def test_ending_ones_game_for_good_asks_once() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard, seats=1)
    while "end" not in map(str, game.match.legal(0)):
        verbs = list(map(str, game.match.legal(0)))
        game.act(
            0,
            "bank" if "bank" in verbs and game.match.view(0).count("shown/0") > 3 else "reveal",
        )
    assert heard.type("3")[0].startswith("End your game for good, with ")
    heard.type("n")
    assert heard.client.asked == []
    heard.type("e", "y")
    assert heard.client.asked == [("act", "end")]


def test_several_actions_of_one_line_are_sent_one_after_the_other() -> None:
    heard = ScriptedConversation().begin()
    game = ScriptedMatch(heard, "big-queen", seats=4, seed=1)
    for seed in range(200):
        game = ScriptedMatch(heard, "big-queen", seats=4, seed=seed)
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
    heard.type(f"lay {cards}")
    done = []
    while heard.client.asked:
        action = heard.client.asked.pop()[1]
        done.append(action.split()[0])
        game.act(0, action)
    assert done == ["meld", *["add"] * (len(cards.split()) - 3)]
