"""A table tick by tick: what its people see of each other and of the match."""

from __future__ import annotations

from msgspec.structs import replace

from core import Action
from net.client.events import HostLost, MatchBegan, MatchEnded, NoticeReceived, RefusalReceived, TableChanged
from net.limits import NOTICES_AT_ONCE
from net.protocol.messages import (
    Bye,
    ConnectionFailed,
    MatchSnapshot,
    RequestSnapshot,
    TableNotice,
)
from net.protocol.table_state import SeatsChanged, TableInfo

REVEAL_ACTION = Action(("reveal",))
"""The action that turns the next card of the deck."""
BANK_ACTION = Action(("bank",))
"""The action that banks the cards of the row."""


def test_requests_of_the_owner_are_refused_to_others(make_harness):
    harness = make_harness()
    harness.join_person("Ann")
    bob = harness.join_person("Bob")
    bob.start_match()
    bob.configure_table("mad-queens", 2, {})
    bob.add_bot()
    bob.remove_bot(2)
    harness.run_tick()
    assert bob.event_count(RefusalReceived) == 4
    assert harness.table.info().phase == "lobby"


def test_table_configured_for_fewer_seats_keeps_people_before_bots(make_harness):
    harness = make_harness(seats=4, bots=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    bob.leave_seat()
    harness.run_tick()
    ann.remove_bot(3)
    harness.run_tick()
    bob.take_seat(3)
    harness.run_tick()
    ann.configure_table("mad-queens", 2, {"visibility": "sealed"})
    harness.run_tick()
    assert ann.table.options["visibility"] == "sealed"
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Bob"]
    assert bob.seat == 1
    ann.configure_table("no-such-game", 2, {})
    ann.configure_table("mad-queens", 0, {})
    ann.configure_table("mad-queens", 2, {"visibility": "x\x1b[2J"})
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 3
    assert all(reason.isprintable() for reason in [e.reason for e in ann.events if isinstance(e, RefusalReceived)])
    assert ann.table.options["visibility"] == "sealed"


def test_match_is_played_from_start_to_end(make_harness):
    harness = make_harness(seats=3)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", watch=True)
    ann.start_match()
    harness.run_tick()
    assert ann.event_count(MatchBegan) == 1
    assert ann.seat_names == ("Ann", "Bob", ann.table.seats[2].name)
    assert ann.last_event(MatchBegan).opening_changes == harness.table.state.runner.match.opening_changes
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    for player in (ann, bob, eve):
        assert player.last_event(MatchEnded).standings == harness.table.state.runner.match.standings
        assert player.view == harness.table.state.runner.match.view(player.seat)
        assert player.event_count(RefusalReceived) == 0
    assert ann.table.phase == "lobby"
    assert ann.table.seats[2].name == "", "the program that filled the seat goes"
    ann.start_match()
    harness.run_tick()
    assert ann.event_count(MatchBegan) == 2
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    assert ann.event_count(MatchEnded) == 2


def test_latecomer_watches_and_plays_the_next_match(make_harness):
    harness = make_harness(seats=2)
    [ann] = harness.start_match_of("Ann")
    bob = harness.join_person("Bob")
    assert bob.seat is None
    assert bob.view == harness.table.state.runner.match.view(None)
    bob.send_action(REVEAL_ACTION)
    harness.run_tick()
    assert "watching" in bob.last_event(RefusalReceived).reason
    harness.play_match([ann], after_tick=harness.check_replicas)
    assert bob.seat == 1


def test_bot_stands_in_after_a_disconnect_until_the_person_returns(make_harness):
    harness = make_harness(seats=2)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    assert not ann.table.seats[1].is_here
    for _ in range(3):
        ann.send_action(REVEAL_ACTION)
        harness.run_tick()
    ann.send_action(BANK_ACTION)
    harness.run_until_idle()
    entries = harness.table.state.runner.match.actions
    assert any(seat == 1 for seat, _ in entries), "the table does not hang"
    played = harness.table.state.runner.match.facts[harness.table.state.runner.match.layout.fact("play").layout_index]
    assert played == 2
    bob.connect()
    harness.run_tick()
    assert (bob.name, bob.seat) == ("Bob", 1)
    assert ann.table.seats[1].is_here
    harness.check_replicas()
    harness.play_match([ann, bob], after_tick=harness.check_replicas)
    assert bob.last_event(MatchEnded).standings == ann.standings
    assert bob.event_count(RefusalReceived) == 0


def test_person_who_returns_is_sent_the_end_of_the_match_that_others_saw(make_harness):
    harness = make_harness(seats=3)
    *people, eve = harness.start_match_of("Ann", "Bob", "Eve")
    for player in people:
        player.lose_connection()
    harness.play_match([eve])
    assert harness.table.info().phase == "lobby"
    assert harness.table.state.runner.match.over
    people[1].connect()
    harness.run_tick()
    assert people[1].seat == 1
    assert people[1].last_event(MatchEnded).standings == harness.table.state.runner.match.standings


def test_next_person_to_join_owns_the_table_while_the_owner_is_away(make_harness):
    harness = make_harness()
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.lose_connection()
    harness.run_tick()
    assert bob.is_owner
    assert bob.table.owner == 1
    assert not bob.table.seats[0].is_here
    ann.connect()
    harness.run_tick()
    assert (ann.is_owner, bob.is_owner, ann.seat) == (True, False, 0), "it is still Ann's table"
    ann._send(Bye())
    harness.run_tick()
    assert bob.is_owner
    assert bob.table.seats[0].name == ""


def test_goodbye_in_the_lobby_frees_the_seat(make_harness):
    harness = make_harness()
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    bob._send(Bye())
    bob._send(RequestSnapshot())
    harness.run_tick()
    assert not [m for m in harness.sent_messages() if isinstance(m, ConnectionFailed)]
    assert ann.table.seats[1].name == ""


def test_bots_act_at_a_human_pace_and_at_the_same_times_in_every_run(make_harness):
    def action_times(seed: int) -> list[float]:
        """Return the times of the first six actions of bots, in seconds."""
        harness = make_harness(seats=3, pace=1.0, seed=seed, bots=2)
        ann = harness.join_person("Ann")
        ann.start_match()
        harness.run_tick()
        moments = []
        while len(moments) < 6 and harness.wake_at is not None:
            assert harness.wake_at > harness.now
            harness.now = harness.wake_at
            harness.run_tick()
            moments += [harness.now] * len(harness.new_match_entries())
        return moments

    assert action_times(7) == action_times(7)
    first = action_times(7)
    assert 0.3 <= first[0] <= 1.4
    assert len(set(first)) > 2, "not all at the same moment"


def test_newcomer_is_sent_the_whole_table_and_others_only_the_changed_seat(make_harness):
    harness = make_harness(seats=10)
    ann = harness.join_person("Ann")
    harness.join_person("Bob")
    assert [type(m) for m in harness.sent_messages() if isinstance(m, SeatsChanged | TableInfo)] == [
        SeatsChanged,
        TableInfo,
    ]
    assert len(next(m for m in harness.sent_messages() if isinstance(m, SeatsChanged)).seats) == 1
    assert ann.table.seats[1].name == "Bob"


def test_equal_snapshots_are_sent_as_one_message(make_harness):
    harness = make_harness(seats=3)
    harness.start_match_of("Ann", "Bob", "Eve")
    begins = [send for send in harness.result.sends if isinstance(send.message, MatchSnapshot)]
    assert len(begins) == 1
    assert len(begins[0].connections) == 3


def test_closing_host_says_goodbye_to_everybody(make_harness):
    from net.table.tick import HostClosing

    harness = make_harness()
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    harness.inbox.append(HostClosing())
    harness.run_tick()
    assert [m.kind for m in harness.sent_messages() if isinstance(m, ConnectionFailed)] == ["HostGone"] * 2
    assert (ann.connection_id, bob.connection_id) == (0, 0)
    assert ann.event_count(HostLost) == 0, "the shell says so when the link ends"
    assert replace(ann.table) == ann.table
    assert ann.event_count(TableChanged)


def notice_texts(player):
    """Return the texts of all notices that a player has received."""
    return [event.text for event in player.events if isinstance(event, NoticeReceived)]


def test_others_get_notices_of_joining_leaving_and_returning(make_harness):
    harness = make_harness(seats=2)
    ann, bo = harness.join_person("Ann"), harness.join_person("Bo")
    assert notice_texts(ann) == ["Bo sits down."]
    bo.leave_seat()
    bo.leave_seat()
    harness.run_tick()
    bo.take_seat()
    harness.run_tick()
    assert notice_texts(ann)[1:] == ["Bo watches.", "Bo sits down."]
    assert notice_texts(bo) == [], "nobody is told of oneself"
    ann.start_match()
    harness.run_tick()
    ann.events.clear()
    bo.lose_connection()
    harness.run_tick()
    bo.connect()
    harness.run_tick()
    dora = harness.join_person("Dora", watch=True)
    dora.lose_connection()
    harness.run_tick()
    assert notice_texts(ann) == [
        "Bo is away; the table waits 30 s for them.",
        "Bo is back.",
        "Dora watches.",
        "Dora has left.",
    ]
    assert notice_texts(dora) == [], "who wants to watch knows why"


def test_events_are_kept_until_the_client_has_a_listener(make_harness):
    harness = make_harness(seats=1)
    harness.join_person("Ann")
    eve = harness.join_person("Eve")
    eve.events.clear()
    eve._listener = None
    eve.handle_message(TableNotice("\x1b[2JBo\u202e is back."))
    eve.set_listener(eve.events.append)
    eve.set_listener(eve.events.append)
    assert notice_texts(eve) == ["Bo is back."]


def test_notices_are_rate_limited(make_harness):
    harness = make_harness(seats=2)
    ann, bo = harness.join_person("Ann"), harness.join_person("Bo")
    for _ in range(3 * NOTICES_AT_ONCE):
        bo.leave_seat()
        bo.take_seat()
    harness.run_tick()
    assert len(notice_texts(ann)) == NOTICES_AT_ONCE
    harness.now += 1
    bo.leave_seat()
    bo.take_seat()
    harness.run_tick()
    assert len(notice_texts(ann)) == NOTICES_AT_ONCE + 1


def test_control_characters_of_a_hostile_name_do_not_reach_a_notice(make_harness):
    harness = make_harness(seats=2)
    ann = harness.join_person("Ann")
    harness.join_person("\x1b]0;x\x07\u202eBo\nAnn says")
    assert notice_texts(ann) == ["Bo Ann says sits down."]
    assert notice_texts(ann)[0].isprintable()


def test_closing_host_sends_no_notices_about_leaving(make_harness):
    from net.table.tick import HostClosing

    harness = make_harness(seats=2)
    ann = harness.join_person("Ann")
    harness.join_person("Bo")
    ann.events.clear()
    harness.inbox.append(HostClosing())
    harness.run_tick()
    assert notice_texts(ann) == []
    assert {type(message) for message in harness.sent_messages()} == {ConnectionFailed}
