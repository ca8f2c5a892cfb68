"""Taking and leaving seats at a table, and taking over the seat of a bot; nobody may see the hands of two seats."""

from __future__ import annotations

import pytest

from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.journal.entries import TableEntry
from net.protocol.messages import Bye
from net.protocol.refusals import wait_for_founder_sentence
from net.protocol.table_state import SeatQuestion, Terms
from net.protocol.table_state import SeatQuestionKind as Kind
from net.table.take_over import TAKE_OVER_REFUSED_SENTENCE


def test_spectator_takes_over_the_seat_of_a_bot(make_harness):
    harness = make_harness(seats=2, bots=1, pace=0.5)
    [ann] = harness.start_match_of("Ann")
    eve = harness.join_person("Eve")
    harness.pass_time(1)
    program = ann.table.seats[1].name
    eve.take_seat(1)
    harness.run_tick()
    assert (eve.seat, ann.questions) == (None, (SeatQuestion(Kind.TAKE_OVER, "Eve", 1),))
    assert eve.last_event(NoticeReceived).text == f"Ann has been asked whether you may take over from {program}."
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    assert (eve.seat, eve.is_owner, ann.questions) == (1, False, ())
    assert ann.table.seats[1].name == "Eve"
    assert eve.event_count(MatchBegan) == 2
    assert eve.view == harness.table.state.runner.match.view(1)
    assert f"Eve takes over from {program}." in [e.text for e in ann.events if isinstance(e, NoticeReceived)]
    done = len(harness.table.state.runner.match.actions)
    harness.pass_time(50)
    assert len(harness.table.state.runner.match.actions) == done, "nobody plays for her"
    harness.play_match([ann, eve], after_tick=harness.check_replicas)
    assert eve.event_count(RefusalReceived) == 0
    assert ann.last_event(MatchEnded).names == ("Ann", "Eve")
    assert ann.table.seats[1].name == "Eve", "it is her seat now"
    assert {total.name for total in ann.table.totals} == {"Ann", "Eve"}


def test_seats_of_people_and_seats_at_tables_that_forbid_it_are_not_taken_over(make_harness):
    harness = make_harness(seats=3, bots=1)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    eve = harness.join_person("Eve")
    ann.start_match()
    harness.run_tick()
    bob.lose_connection()
    harness.run_tick()
    harness.pass_time(31)
    for seat in (0, 1, 7):
        eve.take_seat(seat)
        harness.run_tick()
        assert eve.last_event(RefusalReceived).reason == "Only the seat of a bot can be taken over during a match."
    ann.take_seat(2)
    ann.set_terms(Terms(take_over=False))
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 1
    eve.take_seat(2)
    harness.run_tick()
    assert (eve.seat, eve.last_event(RefusalReceived).reason) == (
        None,
        "Seats are taken between matches.",
    )


SECOND_HAND_AT_ADDRESS_REFUSAL = (
    "Somebody at your address already has a hand in this match. "
    "You get back a seat you left only under the name you had. "
    "The owner can allow more: M, Table settings."
)
"""The sentence that refuses somebody a bot's seat because a person at their address has seen a hand of this match."""

SECOND_HAND_OF_NAME_REFUSAL = (
    "Somebody with your name already has a hand in this match. The owner can allow more: M, Table settings."
)
"""The sentence that refuses a spectator a hand because a person of the same name already has one."""


def harness_with_bots(make_harness, bots=3):
    """Return (harness, ann): a harness in a match against bots, and Ann, who plays it and owns the table."""
    harness = make_harness(seats=bots + 1, bots=bots, pace=1.0)
    [ann] = harness.start_match_of("Ann")
    return harness, ann


def ask_for_seat_with_agreement(harness, player, seat):
    """Make a player ask for a seat, and every owner who is asked agree; return the seat that the player then has."""
    player.take_seat(seat)
    harness.run_tick()
    for owner in list(harness.players.values()):
        for question in owner.questions:
            owner.answer_question(question, True)
    harness.run_tick()
    return player.seat


@pytest.mark.parametrize(
    ("join_again", "expected_refusal"),
    [(("Sly", "10.0.0.2"), SECOND_HAND_OF_NAME_REFUSAL), (("Max", "10.0.0.1"), SECOND_HAND_AT_ADDRESS_REFUSAL)],
    ids=["same name", "same address"],
)
def test_nobody_sees_the_hands_of_two_bots_by_leaving_and_joining_again(make_harness, join_again, expected_refusal):
    harness, _ = harness_with_bots(make_harness)
    sly = harness.join_person("Sly", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, sly, 1) == 1
    sly._send(Bye(for_good=True))
    harness.run_tick()
    name, origin = join_again
    other = harness.join_person(name, origin=origin, watch=True)
    assert ask_for_seat_with_agreement(harness, other, 2) is None
    assert other.last_event(RefusalReceived).reason == expected_refusal
    assert ask_for_seat_with_agreement(harness, other, None) == 1, (
        "the seat whose cards have been seen can be taken again"
    )


def test_person_without_a_token_gets_their_own_seat_back_though_another_player_shares_the_address(make_harness):
    """The owner is asked, because somebody else at the address could use the name. The person gets no other seat."""
    harness, ann = harness_with_bots(make_harness)
    bob = harness.join_person("Bob", origin="10.0.0.1", watch=True)
    gus = harness.join_person("Gus", origin="10.0.0.1", watch=True)
    ann.set_terms(Terms(take_over=True, take_over_often=True))
    harness.run_tick()
    assert (ask_for_seat_with_agreement(harness, bob, 1), ask_for_seat_with_agreement(harness, gus, 2)) == (1, 2)
    ann.set_terms(Terms(take_over=True))
    gus._send(Bye(for_good=True))
    harness.run_tick()
    again = harness.join_person("Gus", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, again, 3) is None
    assert again.last_event(RefusalReceived).reason in (SECOND_HAND_OF_NAME_REFUSAL, SECOND_HAND_AT_ADDRESS_REFUSAL)
    again.take_seat(2)
    harness.run_tick()
    assert again.seat is None
    assert [(question.name, question.seat) for question in ann.questions] == [("Gus", 2)]
    assert ask_for_seat_with_agreement(harness, again, 2) == 2
    other = harness.join_person("Max", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, other, 3) is None


def test_person_without_a_token_gets_their_own_seat_back_after_a_restart_though_a_player_shares_the_address(
    make_harness,
):
    harness = make_harness(seats=3, pace=1.0)
    ann = harness.join_person("Ann", origin="10.0.0.1")
    harness.join_person("Eve", origin="10.0.0.1", resumable=False)
    ann.start_match()
    harness.run_tick()
    harness.restart_host()
    ann.connect()
    harness.run_tick()
    again = harness.join_person("Eve", origin="10.0.0.1", watch=True, resumable=False)
    assert ask_for_seat_with_agreement(harness, again, 2) is None
    assert again.last_event(RefusalReceived).reason in (SECOND_HAND_OF_NAME_REFUSAL, SECOND_HAND_AT_ADDRESS_REFUSAL)
    again.take_seat(1)
    harness.run_tick()
    assert [(question.name, question.seat) for question in ann.questions] == [("Eve", 1)]
    other = harness.join_person("Max", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, other, 1) is None
    assert ask_for_seat_with_agreement(harness, again, 1) == 1


def test_person_with_a_seat_sees_no_second_hand_by_another_connection(make_harness):
    harness, _ = harness_with_bots(make_harness)
    bob = harness.join_person("Bob", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, bob, 1) == 1
    friend = harness.join_person("Friend", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, friend, 2) is None
    assert friend.last_event(RefusalReceived).reason == SECOND_HAND_AT_ADDRESS_REFUSAL
    stranger = harness.join_person("Eve", origin="10.0.0.9", watch=True)
    assert ask_for_seat_with_agreement(harness, stranger, 2) == 2


def test_seat_whose_cards_somebody_has_seen_goes_to_nobody_else_until_the_match_is_over(make_harness):
    harness, ann = harness_with_bots(make_harness)
    sly = harness.join_person("Sly", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, sly, 1) == 1
    ann.kick_person("Sly")
    harness.run_tick()
    eve = harness.join_person("Eve", origin="10.0.0.9", watch=True)
    assert ask_for_seat_with_agreement(harness, eve, 1) is None
    assert eve.last_event(RefusalReceived).reason.startswith("Somebody else has seen these cards")
    harness.play_match([ann])
    ann.start_match()
    harness.run_tick()
    assert ask_for_seat_with_agreement(harness, eve, 1) == 1, "it is another match"


@pytest.mark.parametrize("names", [("Sly", "Max", "Eve"), ("Sly", "Sly", "Sly")])
def test_nobody_sees_the_hand_of_a_bot_without_the_owners_agreement_under_any_name_or_address(make_harness, names):
    harness, ann = harness_with_bots(make_harness)
    for number, name in enumerate(names, start=1):
        spy = harness.join_person(name, origin=f"10.0.0.{number}", watch=True)
        for seat in (1, 2, 3, None):
            spy.take_seat(seat)
            harness.run_tick()
        assert spy.seat is None
        assert spy.view.seat is None
    assert {question.kind for question in ann.questions} == {"take over"}


def test_nobody_gets_the_seat_of_somebody_who_has_left_by_the_same_name_or_address_alone(make_harness):
    harness, ann = harness_with_bots(make_harness)
    bob = harness.join_person("Bob", origin="10.0.0.1", watch=True)
    sly = harness.join_person("Sly", origin="10.0.0.2", watch=True)
    assert (ask_for_seat_with_agreement(harness, bob, 1), ask_for_seat_with_agreement(harness, sly, 2)) == (1, 2)
    bob._send(Bye(for_good=True))
    harness.run_tick()
    for name, origin in (("Bob", "10.0.0.3"), ("Max", "10.0.0.1")):
        spy = harness.join_person(name, origin=origin, watch=True)
        spy.take_seat(1)
        harness.run_tick()
        assert spy.seat is None
    assert ann.questions == (SeatQuestion(Kind.TAKE_OVER, "Bob", 1),)
    bob.connect()
    bob.take_seat(1)
    harness.run_tick()
    assert bob.seat == 1, "the token is enough"


def test_only_one_of_two_granted_requests_from_one_address_shows_a_hand(make_harness):
    harness, ann = harness_with_bots(make_harness)
    spies = [harness.join_person(name, origin="10.0.0.1", watch=True) for name in ("Sly", "Max")]
    for seat, spy in enumerate(spies, start=1):
        spy.take_seat(seat)
    harness.run_tick()
    for question in ann.questions:
        ann.answer_question(question, True)
    harness.run_tick()
    assert [spy.seat for spy in spies] == [1, None]
    assert ann.last_event(RefusalReceived).reason == "Max knows another hand of this match."
    assert ann.questions == ()


def test_spectator_whom_the_owner_refuses_and_others_at_that_address_ask_no_more_until_the_match_is_over(make_harness):
    harness, ann = harness_with_bots(make_harness)
    sly = harness.join_person("Sly", origin="10.0.0.1", watch=True)
    sly.take_seat(1)
    harness.run_tick()
    ann.answer_question(ann.questions[0], False)
    harness.run_tick()
    assert sly.last_event(NoticeReceived).text == f"Ann lets {ann.table.seats[1].name} play on."
    other = harness.join_person("Max", origin="10.0.0.1", watch=True)
    for spy in (sly, other):
        spy.take_seat(2)
        harness.run_tick()
        assert (spy.last_event(RefusalReceived).reason, ann.questions) == (TAKE_OVER_REFUSED_SENTENCE, ())
    harness.play_match([ann])
    ann.start_match()
    harness.run_tick()
    assert ask_for_seat_with_agreement(harness, sly, 1) == 1, "it is another match"


def test_owner_takes_a_seat_without_asking_and_an_owner_in_the_founders_place_can_neither_take_nor_grant_one(
    make_harness,
):
    harness = make_harness(seats=3, bots=3, pace=1.0)
    ann = harness.join_person("Ann", watch=True)
    bob, eve = (harness.join_person(name, origin=name, watch=True) for name in ("Bob", "Eve"))
    ann.start_match()
    harness.run_tick()
    eve.take_seat(2)
    harness.run_tick()
    ann.lose_connection()
    harness.pass_time(40)
    assert (bob.is_owner, bob.questions) == (True, ())
    bob.answer_question(SeatQuestion(Kind.TAKE_OVER, "Eve", 2), True)
    for spy in (bob, eve):
        spy.take_seat(1)
        harness.run_tick()
        assert (spy.seat, spy.last_event(RefusalReceived).reason) == (None, wait_for_founder_sentence("Ann"))
    ann.connect()
    harness.run_tick()
    assert ann.questions == (SeatQuestion(Kind.TAKE_OVER, "Eve", 2),)
    ann.take_seat(0)
    harness.run_tick()
    assert ann.seat == 0


def test_owner_may_allow_people_to_take_over_several_seats_in_a_match(make_harness):
    harness, ann = harness_with_bots(make_harness)
    ann.set_terms(Terms(take_over_often=True))
    for name, seat in (("Sly", 1), ("Sly", 2), ("Eve", 1)):
        player = harness.join_person(name, origin="10.0.0.1", watch=True)
        assert ask_for_seat_with_agreement(harness, player, seat) == seat
        player._send(Bye(for_good=True))
        harness.run_tick()


def test_people_and_bots_take_and_leave_free_seats(make_harness):
    harness = make_harness(seats=3)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    bob.leave_seat()
    harness.run_tick()
    assert bob.seat is None
    assert ann.table.spectators == ("Bob",)
    ann.add_bot(seat=1)
    bob.take_seat(2)
    harness.run_tick()
    assert bob.seat == 2
    assert ann.table.seats[1].bot == "normal"
    bob.take_seat(0)
    harness.run_tick()
    assert bob.last_event(RefusalReceived).reason == "Seat 1 is not free."
    ann.remove_bot(1)
    harness.run_tick()
    assert ann.table.seats[1].name == ""
    ann.remove_bot(0)
    ann.add_bot("nobody")
    harness.run_tick()
    assert ann.event_count(RefusalReceived) == 2


def test_bot_gives_up_its_seat_to_a_person(make_harness):
    harness = make_harness(seats=3, bots=1)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    program = ann.table.seats[2]
    bob.take_seat(2)
    harness.run_tick()
    assert bob.seat == 2
    assert [seat.name for seat in ann.table.seats] == ["Ann", program.name, "Bob"]
    assert ann.table.seats[1].bot == program.bot, "they have changed places"
    eve = harness.join_person("Eve")
    ann.set_terms(Terms(take_over=False))
    harness.run_tick()
    eve.take_seat(1)
    harness.run_tick()
    assert (eve.seat, eve.last_event(RefusalReceived).reason) == (None, "Seat 2 is not free.")
    ann.set_terms(Terms())
    harness.run_tick()
    eve.take_seat()
    harness.run_tick()
    assert eve.seat is None, "nobody takes the seat of a program without naming it"
    eve.take_seat(1)
    harness.run_tick()
    assert eve.seat == 1
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Eve", "Bob"]
    ann.start_match()
    harness.run_tick()
    harness.play_match([ann, bob, eve], after_tick=harness.check_replicas)
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Eve", "Bob"]


def test_person_who_has_seen_a_hand_sees_no_other_one_after_a_restart_of_the_host(make_harness):
    harness, ann = harness_with_bots(make_harness)
    sly = harness.join_person("Sly", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, sly, 1) == 1
    sly._send(Bye(True))
    harness.run_tick()
    harness.restart_host()
    ann.connect()
    harness.run_tick()
    again = harness.join_person("Max", origin="10.0.0.1", watch=True)
    assert ask_for_seat_with_agreement(harness, again, 2) is None
    assert again.last_event(RefusalReceived).reason == SECOND_HAND_AT_ADDRESS_REFUSAL
    assert ask_for_seat_with_agreement(harness, again, 1) == 1, "the seat that was given up is theirs"
    journalled = [entry for entry in harness.all_entries if isinstance(entry, TableEntry) and entry.former_players]
    assert journalled
    assert "10.0.0.1" not in str([entry.former_players for entry in journalled])
