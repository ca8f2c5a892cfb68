"""What people at a table see of each other and of the match, tick by tick."""

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

REVEAL = Action(("reveal",))
BANK = Action(("bank",))


def test_requests_of_the_owner_are_refused_to_others(world):
    w = world()
    w.player("Ann")
    bob = w.player("Bob")
    bob.start_match()
    bob.configure_table("mad-queens", 2, {})
    bob.add_bot()
    bob.remove_bot(2)
    w.turn()
    assert bob.count(RefusalReceived) == 4
    assert w.table.info().phase == "lobby"


def test_configure_keeps_people_before_bots(world):
    w = world(seats=4, bots=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    bob.leave_seat()
    w.turn()
    ann.remove_bot(3)
    w.turn()
    bob.take_seat(3)
    w.turn()
    ann.configure_table("mad-queens", 2, {"visibility": "sealed"})
    w.turn()
    assert ann.table.options["visibility"] == "sealed"
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Bob"]
    assert bob.seat == 1
    ann.configure_table("no-such-game", 2, {})
    ann.configure_table("mad-queens", 0, {})
    ann.configure_table("mad-queens", 2, {"visibility": "x\x1b[2J"})
    w.turn()
    assert ann.count(RefusalReceived) == 3
    assert all(reason.isprintable() for reason in [e.reason for e in ann.events if isinstance(e, RefusalReceived)])
    assert ann.table.options["visibility"] == "sealed"


def test_match_is_played_from_start_to_end(world):
    w = world(seats=3)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.start_match()
    w.turn()
    assert ann.count(MatchBegan) == 1
    assert ann.seat_names == ("Ann", "Bob", ann.table.seats[2].name)
    assert ann.last(MatchBegan).opening == w.table.state.runner.match.opening
    w.play([ann, bob], each=w.check_replicas)
    for player in (ann, bob, eve):
        assert player.last(MatchEnded).standings == w.table.state.runner.match.standings
        assert player.view == w.table.state.runner.match.view(player.seat)
        assert player.count(RefusalReceived) == 0
    assert ann.table.phase == "lobby"
    assert ann.table.seats[2].name == "", "the program that filled the seat goes"
    ann.start_match()
    w.turn()
    assert ann.count(MatchBegan) == 2
    w.play([ann, bob], each=w.check_replicas)
    assert ann.count(MatchEnded) == 2


def test_latecomer_watches_and_plays_the_next_match(world):
    w = world(seats=2)
    [ann] = w.in_match("Ann")
    bob = w.player("Bob")
    assert bob.seat is None
    assert bob.view == w.table.state.runner.match.view(None)
    bob.send_action(REVEAL)
    w.turn()
    assert "watching" in bob.last(RefusalReceived).reason
    w.play([ann], each=w.check_replicas)
    assert bob.seat == 1


def test_bot_stands_in_after_a_disconnect_until_the_person_returns(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.drop()
    w.turn()
    assert not ann.table.seats[1].here
    for _ in range(3):
        ann.send_action(REVEAL)
        w.turn()
    ann.send_action(BANK)
    w.settle()
    entries = w.table.state.runner.match.actions
    assert any(seat == 1 for seat, _ in entries), "the table does not hang"
    played = w.table.state.runner.match.facts[w.table.state.runner.match.layout.fact("play").index]
    assert played == 2
    bob.come()
    w.turn()
    assert (bob.name, bob.seat) == ("Bob", 1)
    assert ann.table.seats[1].here
    w.check_replicas()
    w.play([ann, bob], each=w.check_replicas)
    assert bob.last(MatchEnded).standings == ann.standings
    assert bob.count(RefusalReceived) == 0


def test_person_who_returns_is_sent_the_end_that_a_spectator_saw(world):
    w = world(seats=3)
    people = [w.player(name) for name in ("Ann", "Bob", "Eve")]
    people[0].start_match()
    w.turn()
    for player in people:
        player.drop()
    w.turn()
    w.player("Zoe", watch=True)
    w.settle()
    assert w.table.info().phase == "lobby"
    assert w.table.state.runner.match.over
    people[1].come()
    w.turn()
    assert people[1].seat == 1
    assert people[1].last(MatchEnded).standings == w.table.state.runner.match.standings


def test_next_to_join_owns_the_table_while_the_owner_is_away(world):
    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.drop()
    w.turn()
    assert bob.is_owner
    assert bob.table.owner == 1
    assert not bob.table.seats[0].here
    ann.come()
    w.turn()
    assert (ann.is_owner, bob.is_owner, ann.seat) == (True, False, 0), "it is still Ann's table"
    ann._send(Bye())
    w.turn()
    assert bob.is_owner
    assert bob.table.seats[0].name == ""


def test_bye_frees_the_seat(world):
    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    bob._send(Bye())
    bob._send(RequestSnapshot())
    w.turn()
    assert not [m for m in w.sent_messages() if isinstance(m, ConnectionFailed)]
    assert ann.table.seats[1].name == ""


def test_bots_act_at_a_human_pace_and_the_same_way_every_time(world):
    def times(seed: int) -> list[float]:
        w = world(seats=3, pace=1.0, seed=seed, bots=2)
        ann = w.player("Ann")
        ann.start_match()
        w.turn()
        moments = []
        while len(moments) < 6 and w.wake is not None:
            assert w.wake > w.now
            w.now = w.wake
            w.turn()
            moments += [w.now] * len(w.journal())
        return moments

    assert times(7) == times(7)
    first = times(7)
    assert 0.6 <= first[0] <= 1.4
    assert len(set(first)) > 2, "not all at the same moment"


def test_table_changes_are_sent_as_small_messages(world):
    w = world(seats=10)
    ann = w.player("Ann")
    w.player("Bob")
    assert [type(m) for m in w.sent_messages() if isinstance(m, SeatsChanged | TableInfo)] == [SeatsChanged, TableInfo]
    assert len(next(m for m in w.sent_messages() if isinstance(m, SeatsChanged)).seats) == 1
    assert ann.table.seats[1].name == "Bob"


def test_equal_snapshots_are_sent_as_one_message(world):
    w = world(seats=3)
    w.in_match("Ann", "Bob", "Eve")
    begins = [send for send in w.result.sends if isinstance(send.message, MatchSnapshot)]
    assert len(begins) == 1
    assert len(begins[0].connections) == 3


def test_closing_host_says_goodbye_to_everybody(world):
    from net.table.tick import HostClosing

    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    w.inbox.append(HostClosing())
    w.turn()
    assert [m.kind for m in w.sent_messages() if isinstance(m, ConnectionFailed)] == ["HostGone"] * 2
    assert (ann.link, bob.link) == (0, 0)
    assert ann.count(HostLost) == 0, "the shell says so when the link ends"
    assert replace(ann.table) == ann.table
    assert ann.count(TableChanged)


def notices(player):
    return [event.text for event in player.events if isinstance(event, NoticeReceived)]


def test_joining_leaving_and_returning_are_noticed(world):
    w = world(seats=2)
    ann, bo = w.player("Ann"), w.player("Bo")
    assert notices(ann) == ["Bo sits down."]
    bo.leave_seat()
    bo.leave_seat()
    w.turn()
    bo.take_seat()
    w.turn()
    assert notices(ann)[1:] == ["Bo watches.", "Bo sits down."]
    assert notices(bo) == [], "nobody is told of oneself"
    ann.start_match()
    w.turn()
    ann.events.clear()
    bo.drop()
    w.turn()
    bo.come()
    w.turn()
    dora = w.player("Dora", watch=True)
    dora.drop()
    w.turn()
    assert notices(ann) == [
        "Bo is away; the table waits 30 s for them.",
        "Bo is back.",
        "Dora watches.",
        "Dora has gone.",
    ]
    assert notices(dora) == [], "who wants to watch knows why"


def test_events_are_kept_until_the_client_has_a_listener(world):
    w = world(seats=1)
    w.player("Ann")
    eve = w.player("Eve")
    eve.events.clear()
    eve._listener = None
    eve.handle_message(TableNotice("\x1b[2JBo\u202e is back."))
    eve.set_listener(eve.events.append)
    eve.set_listener(eve.events.append)
    assert notices(eve) == ["Bo is back."]


def test_notices_are_rate_limited(world):
    w = world(seats=2)
    ann, bo = w.player("Ann"), w.player("Bo")
    for _ in range(3 * NOTICES_AT_ONCE):
        bo.leave_seat()
        bo.take_seat()
    w.turn()
    assert len(notices(ann)) == NOTICES_AT_ONCE
    w.now += 1
    bo.leave_seat()
    bo.take_seat()
    w.turn()
    assert len(notices(ann)) == NOTICES_AT_ONCE + 1


def test_hostile_name_is_harmless_in_a_notice(world):
    w = world(seats=2)
    ann = w.player("Ann")
    w.player("\x1b]0;x\x07\u202eBo\nAnn says")
    assert notices(ann) == ["Bo Ann says sits down."]
    assert notices(ann)[0].isprintable()


def test_closing_host_sends_no_notices_about_leaving(world):
    from net.table.tick import HostClosing

    w = world(seats=2)
    ann = w.player("Ann")
    w.player("Bo")
    ann.events.clear()
    w.inbox.append(HostClosing())
    w.turn()
    assert notices(ann) == []
    assert {type(message) for message in w.sent_messages()} == {ConnectionFailed}
