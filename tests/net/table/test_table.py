"""What people at a table see of each other and of the match, tick by tick."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from core import Action, games
from net.client.events import Lost, MatchBegan, MatchEnded, Noticed, Played, Refused, Said, TableChanged
from net.journal.entries import ActionEntry, MatchBeganEntry, MatchEndedEntry
from net.limits import CHAT_LINES_AT_ONCE, NOTICES_AT_ONCE, SLOW_SECONDS
from net.protocol.messages import (
    Act,
    ActionAnswered,
    Bye,
    ConnectionFailed,
    MatchSnapshot,
    MatchUpdate,
    RequestRefused,
    RequestSnapshot,
    TableNotice,
)
from net.protocol.table_state import SeatsChanged, TableInfo, Terms

REVEAL = Action(("reveal",))
BANK = Action(("bank",))


def test_the_first_to_come_owns_the_table_and_everybody_gets_a_seat(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve")
    assert [(p.seat, p.owner) for p in (ann, bob, eve)] == [(0, True), (1, False), (None, False)]
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Bob"]
    assert ann.table.watchers == ("Eve",)
    assert ann.table == bob.table == eve.table


def test_names_are_unique_at_a_table(world):
    w = world()
    assert [w.player(name).name for name in ("Ann", "ann", "\x1b[31mANN", "")] == ["Ann", "ann 2", "ANN 3", "Guest"]


def test_only_the_owner_arranges(world):
    w = world()
    w.player("Ann")
    bob = w.player("Bob")
    bob.start()
    bob.configure("mad-queens", 2, {})
    bob.add_bot()
    bob.remove_bot(2)
    w.turn()
    assert bob.count(Refused) == 4
    assert w.table.info().phase == "lobby"


def test_sitting_standing_and_bots(world):
    w = world(seats=3)
    ann, bob = w.player("Ann"), w.player("Bob")
    bob.stand()
    w.turn()
    assert bob.seat is None
    assert ann.table.watchers == ("Bob",)
    ann.add_bot(seat=1)
    bob.sit(2)
    w.turn()
    assert bob.seat == 2
    assert ann.table.seats[1].bot in games["mad-queens"].bots
    bob.sit(0)
    w.turn()
    assert bob.last(Refused).reason == "Seat 1 is not free."
    ann.remove_bot(1)
    w.turn()
    assert ann.table.seats[1].name == ""
    ann.remove_bot(0)
    ann.add_bot("nobody")
    w.turn()
    assert ann.count(Refused) == 2


def test_a_program_gives_way_to_whoever_wants_its_seat(world):
    w = world(seats=3, bots=1)
    ann, bob = w.player("Ann"), w.player("Bob")
    program = ann.table.seats[2]
    bob.sit(2)
    w.turn()
    assert bob.seat == 2
    assert [seat.name for seat in ann.table.seats] == ["Ann", program.name, "Bob"]
    assert ann.table.seats[1].bot == program.bot, "they have changed places"
    eve = w.player("Eve")
    ann.set_terms(Terms(take_over=False))
    w.turn()
    eve.sit(1)
    w.turn()
    assert (eve.seat, eve.last(Refused).reason) == (None, "Seat 2 is not free.")
    ann.set_terms(Terms())
    w.turn()
    eve.sit()
    w.turn()
    assert eve.seat is None, "nobody takes the seat of a program without naming it"
    eve.sit(1)
    w.turn()
    assert eve.seat == 1
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Eve", "Bob"]
    ann.start()
    w.turn()
    w.play([ann, bob, eve], each=w.check_mirrors)
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Eve", "Bob"]


def test_configure_keeps_people_before_bots(world):
    w = world(seats=4, bots=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    bob.stand()
    w.turn()
    ann.remove_bot(3)
    w.turn()
    bob.sit(3)
    w.turn()
    ann.configure("mad-queens", 2, {"visibility": "sealed"})
    w.turn()
    assert ann.table.options["visibility"] == "sealed"
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Bob"]
    assert bob.seat == 1
    ann.configure("no-such-game", 2, {})
    ann.configure("mad-queens", 0, {})
    ann.configure("mad-queens", 2, {"visibility": "x\x1b[2J"})
    w.turn()
    assert ann.count(Refused) == 3
    assert all(reason.isprintable() for reason in [e.reason for e in ann.events if isinstance(e, Refused)])
    assert ann.table.options["visibility"] == "sealed"


def test_a_match_from_start_to_end(world):
    w = world(seats=3)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.start()
    w.turn()
    assert ann.count(MatchBegan) == 1
    assert ann.names == ("Ann", "Bob", ann.table.seats[2].name)
    assert ann.last(MatchBegan).opening == w.table.state.runner.match.opening
    w.play([ann, bob], each=w.check_mirrors)
    for player in (ann, bob, eve):
        assert player.last(MatchEnded).standings == w.table.state.runner.match.standings
        assert player.view == w.table.state.runner.match.view(player.seat)
        assert player.count(Refused) == 0
    assert ann.table.phase == "lobby"
    assert ann.table.seats[2].name == "", "the program that filled the seat goes"
    ann.start()
    w.turn()
    assert ann.count(MatchBegan) == 2
    w.play([ann, bob], each=w.check_mirrors)
    assert ann.count(MatchEnded) == 2


def test_who_comes_late_watches_and_plays_the_next_match(world):
    w = world(seats=2)
    [ann] = w.in_match("Ann")
    bob = w.player("Bob")
    assert bob.seat is None
    assert bob.view == w.table.state.runner.match.view(None)
    bob.act(REVEAL)
    w.turn()
    assert "watching" in bob.last(Refused).reason
    w.play([ann], each=w.check_mirrors)
    assert bob.seat == 1


def test_an_action_is_journalled_in_the_tick_that_tells_of_it(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    assert isinstance(w.journal()[0], MatchBeganEntry)
    ann.act(REVEAL)
    bob.act(REVEAL)
    result = w.turn()
    assert w.journal() == [ActionEntry(1, 0, "reveal", "person"), ActionEntry(1, 1, "reveal", "person")]
    assert sum(isinstance(send.message, MatchUpdate) for send in result.sends) == 1, (
        "one encoding for all who see the same"
    )
    assert sum(isinstance(send.message, ActionAnswered) for send in result.sends) == 2
    w.play([ann, bob])
    assert [type(entry) for entry in w.journal()][-1] is MatchEndedEntry


def test_a_duplicate_is_answered_from_the_record_and_does_nothing(world):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    again = Act(1, 1, 0, "reveal")
    ann._send(again)
    w.turn()
    first = [m for m in w.said() if isinstance(m, ActionAnswered)]
    digest = w.table.state.runner.match.digest
    ann._send(again)
    ann._send(again)
    w.turn()
    assert [m for m in w.said() if isinstance(m, ActionAnswered)] == first * 2
    assert w.table.state.runner.match.digest == digest
    assert not w.journal()


@pytest.mark.parametrize("act", [Act(9, 1, 5, "reveal"), Act(9, 2, 0, "reveal"), Act(9, 0, 0, "reveal")])
def test_an_action_for_another_decision_is_refused(world, act):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    digest = w.table.state.runner.match.digest
    ann._send(act)
    w.turn()
    assert isinstance(w.said()[0], RequestRefused)
    assert w.said()[0].id == 9
    assert w.table.state.runner.match.digest == digest


@pytest.mark.parametrize("text", ["bank", "fly", "", "reveal now", "play Q♠", "\x1b[2J"])
def test_an_illegal_action_is_refused_in_a_sentence_and_changes_nothing(world, text):
    w = world(seats=1)
    [ann] = w.in_match("Ann")
    digest = w.table.state.runner.match.digest
    ann.act(Action((text,)))
    w.turn()
    assert w.table.state.runner.match.digest == digest
    reason = ann.last(Refused).reason
    assert reason.isprintable()
    assert reason.endswith(".")
    ann.act(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[0] == 1


def test_who_drops_is_played_for_at_once_and_takes_over_on_return(world):
    w = world(seats=2)
    ann, bob = w.in_match("Ann", "Bob")
    bob.drop()
    w.turn()
    assert not ann.table.seats[1].here
    for _ in range(3):
        ann.act(REVEAL)
        w.turn()
    ann.act(BANK)
    w.settle()
    entries = w.table.state.runner.match.actions
    assert any(seat == 1 for seat, _ in entries), "the table does not hang"
    played = w.table.state.runner.match.facts[w.table.state.runner.match.layout.fact("play").index]
    assert played == 2
    bob.come()
    w.turn()
    assert (bob.name, bob.seat) == ("Bob", 1)
    assert ann.table.seats[1].here
    w.check_mirrors()
    w.play([ann, bob], each=w.check_mirrors)
    assert bob.last(MatchEnded).standings == ann.standings
    assert bob.count(Refused) == 0


def test_a_return_before_the_loss_was_noticed(world):
    w = world(seats=2)
    _ann, bob = w.in_match("Ann", "Bob")
    old = bob.link
    bob.come()
    w.turn()
    assert [drop.connection for drop in w.result.drops] == [old]
    assert bob.seat == 1
    w.players.pop(old, None)
    bob.act(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    w.check_mirrors()


def test_an_unanswered_action_is_said_again_and_done_once(world):
    w = world(seats=2)
    _ann, bob = w.in_match("Ann", "Bob")
    bob.act(REVEAL)
    w.players.pop(bob.link)
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    bob.come()
    w.turn()
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    assert bob.count(Refused) == 0


def test_an_action_that_never_arrived_is_said_again(world):
    w = world(seats=2)
    _ann, bob = w.in_match("Ann", "Bob")
    bob.link = 0
    bob.act(REVEAL)
    w.turn()
    assert w.table.state.runner.steps[1] == 0
    bob.come()
    w.turn()
    w.turn()
    assert w.table.state.runner.steps[1] == 1
    assert bob.count(Refused) == 0


def test_a_match_goes_on_when_everybody_has_gone(world):
    w = world(seats=3)
    people = [w.player(name) for name in ("Ann", "Bob", "Eve")]
    people[0].start()
    w.turn()
    for player in people:
        player.drop()
    w.settle()
    assert w.table.info().phase == "lobby"
    assert w.table.state.runner.match.over
    people[1].come()
    w.turn()
    assert people[1].owner
    assert people[1].seat == 1
    assert people[1].last(MatchEnded).standings == w.table.state.runner.match.standings


def test_the_owner_is_followed_by_who_came_next(world):
    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.drop()
    w.turn()
    assert bob.owner
    assert bob.table.owner == 1
    assert not bob.table.seats[0].here
    ann.come()
    w.turn()
    assert (ann.owner, bob.owner, ann.seat) == (True, False, 0), "it is still Ann's table"
    ann._send(Bye())
    w.turn()
    assert bob.owner
    assert bob.table.seats[0].name == ""


def test_a_code_is_asked_of_everybody(world):
    w = world(code="queen")
    eve = w.player("Eve", code="king")
    assert eve.link == 0
    assert isinstance(w.said()[0], ConnectionFailed)
    assert w.said()[0].kind == "CodeRejected"
    assert w.player("Ann", code="queen").seat == 0
    bob = w.player("Bob")
    assert bob.link == 0


def test_who_does_not_say_hello_is_sent_away_once(world):
    w = world()
    ann = w.player("Ann")
    eve = w.player("Eve")
    ann.events.clear()
    w.table.state.people.connected.pop(eve.link)
    eve.act(REVEAL)
    eve._send(RequestSnapshot())
    eve._send(RequestSnapshot())
    result = w.turn()
    assert sum(isinstance(send.message, ConnectionFailed) for send in result.sends) == 1
    assert len(result.drops) == 1


def test_bye_frees_the_seat(world):
    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    bob._send(Bye())
    bob._send(RequestSnapshot())
    w.turn()
    assert not [m for m in w.said() if isinstance(m, ConnectionFailed)]
    assert ann.table.seats[1].name == ""


def test_chat_is_clean_bounded_and_not_too_fast(world):
    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.say("hello \x1b]0;owned\x07\u202eworld")
    w.turn()
    assert bob.last(Said) == Said("Ann", "hello world")
    for _ in range(CHAT_LINES_AT_ONCE + 3):
        ann.say("again")
    w.turn()
    assert bob.count(Said) == CHAT_LINES_AT_ONCE
    assert ann.count(Refused) == 4
    w.now += 2
    ann.say("later")
    w.turn()
    assert bob.last(Said).text == "later"


def test_a_slow_reader_is_told_nothing_and_then_what_was_missed(world):
    w = world(seats=2)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", watch=True)
    ann.start()
    w.turn()
    eve.stop_reading()
    w.turn()
    before = len(eve.bytes)
    for _ in range(3):
        ann.act(REVEAL)
        bob.act(REVEAL)
        ann.say("x")
        eve.say("y")
        eve.act(REVEAL)
        w.turn()
    assert len(eve.bytes) == before
    eve.read_on()
    w.turn()
    w.check_mirrors()
    assert eve.last(Played).changes, "as what happened, not as another view"
    w.play([ann, bob], each=w.check_mirrors)
    assert eve.last(MatchEnded).standings == ann.standings


def test_a_slow_reader_hears_of_the_end_later(world):
    w = world(seats=2)
    ann, eve = w.player("Ann"), w.player("Eve", watch=True)
    ann.start()
    w.turn()
    eve.stop_reading()
    w.play([ann])
    assert eve.count(MatchEnded) == 0
    eve.read_on()
    w.turn()
    assert eve.last(MatchEnded).standings == ann.standings


def test_who_never_reads_is_let_go(world):
    w = world(seats=2)
    w.player("Ann")
    eve = w.player("Eve", watch=True)
    eve.stop_reading()
    w.turn()
    assert w.wake == SLOW_SECONDS
    w.now = w.wake
    w.turn()
    assert eve.link == 0
    assert not w.table.state.people.spectators()


def test_a_gap_is_noticed_and_healed_by_a_fresh_view(world):
    w = world(seats=2)
    ann, eve = w.player("Ann"), w.player("Eve", watch=True)
    ann.start()
    w.turn()
    w.players.pop(eve.link)
    ann.act(REVEAL)
    w.turn()
    w.players[eve.link] = eve
    ann.act(REVEAL)
    w.turn()
    assert eve.view != w.table.state.runner.match.view(None)
    w.turn()
    w.check_mirrors()


def test_bots_act_at_a_human_pace_and_the_same_way_every_time(world):
    def times(seed: int) -> list[float]:
        w = world(seats=3, pace=1.0, seed=seed, bots=2)
        ann = w.player("Ann")
        ann.start()
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


def test_a_table_is_told_in_small_pieces(world):
    w = world(seats=10)
    ann = w.player("Ann")
    w.player("Bob")
    assert [type(m) for m in w.said() if isinstance(m, SeatsChanged | TableInfo)] == [SeatsChanged, TableInfo]
    assert len(next(m for m in w.said() if isinstance(m, SeatsChanged)).seats) == 1
    assert ann.table.seats[1].name == "Bob"


def test_one_view_serves_all_who_see_the_same(world):
    w = world(seats=3)
    w.in_match("Ann", "Bob", "Eve")
    begins = [send for send in w.result.sends if isinstance(send.message, MatchSnapshot)]
    assert len(begins) == 1
    assert len(begins[0].connections) == 3


def test_the_end_of_the_host_is_said_to_everybody(world):
    from net.table.tick import HostClosing

    w = world()
    ann, bob = w.player("Ann"), w.player("Bob")
    w.inbox.append(HostClosing())
    w.turn()
    assert [m.kind for m in w.said() if isinstance(m, ConnectionFailed)] == ["HostGone"] * 2
    assert (ann.link, bob.link) == (0, 0)
    assert ann.count(Lost) == 0, "the shell says so when the link ends"
    assert replace(ann.table) == ann.table
    assert ann.count(TableChanged)


def notices(player):
    return [event.text for event in player.events if isinstance(event, Noticed)]


def test_everybody_is_told_who_comes_goes_and_is_back(world):
    w = world(seats=2)
    ann, bo = w.player("Ann"), w.player("Bo")
    assert notices(ann) == ["Bo sits down."]
    bo.stand()
    bo.stand()
    w.turn()
    bo.sit()
    w.turn()
    assert notices(ann)[1:] == ["Bo watches.", "Bo sits down."]
    assert notices(bo) == [], "nobody is told of oneself"
    ann.start()
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


def test_who_only_watches_is_told_why(world):
    w = world(seats=2)
    ann, bo, eve = w.player("Ann"), w.player("Bo"), w.player("Eve")
    assert notices(eve) == ["All seats are taken: you watch."]
    bo._send(Bye())
    ann.start()
    w.turn()
    cy = w.player("Cy")
    assert notices(cy) == ["A match is being played: you watch, and can take over the seat of a bot."]
    w.play([ann])
    assert eve.seat == 1
    assert notices(cy)[-1] == "Eve sits down."


def test_what_is_told_to_a_newcomer_is_kept_until_somebody_listens(world):
    w = world(seats=1)
    w.player("Ann")
    eve = w.player("Eve")
    eve.events.clear()
    eve._listener = None
    eve.handle(TableNotice("\x1b[2JBo\u202e is back."))
    eve.listen(eve.events.append)
    eve.listen(eve.events.append)
    assert notices(eve) == ["Bo is back."]


def test_nobody_fills_the_log_by_coming_and_going(world):
    w = world(seats=2)
    ann, bo = w.player("Ann"), w.player("Bo")
    for _ in range(3 * NOTICES_AT_ONCE):
        bo.stand()
        bo.sit()
    w.turn()
    assert len(notices(ann)) == NOTICES_AT_ONCE
    w.now += 1
    bo.stand()
    bo.sit()
    w.turn()
    assert len(notices(ann)) == NOTICES_AT_ONCE + 1


def test_a_hostile_name_is_harmless_in_a_notice(world):
    w = world(seats=2)
    ann = w.player("Ann")
    w.player("\x1b]0;x\x07\u202eBo\nAnn says")
    assert notices(ann) == ["Bo Ann says sits down."]
    assert notices(ann)[0].isprintable()


def test_the_end_of_the_host_is_no_coming_and_going(world):
    from net.table.tick import HostClosing

    w = world(seats=2)
    ann = w.player("Ann")
    w.player("Bo")
    ann.events.clear()
    w.inbox.append(HostClosing())
    w.turn()
    assert notices(ann) == []
    assert {type(message) for message in w.said()} == {ConnectionFailed}
