"""Questions about seats at a table: people who come back from another device, and people who swap seats."""

from __future__ import annotations

import pytest

from net.client.events import MatchBegan, MatchEnded, NoticeReceived, RefusalReceived
from net.protocol.table_state import SeatQuestion
from net.protocol.table_state import SeatQuestionKind as Kind


def notice_texts(player):
    """Return the texts of all notices that a player has received."""
    return [event.text for event in player.events if isinstance(event, NoticeReceived)]


def match_with_bob_as_newcomer(make_harness, **settings):
    """Return a harness in a match of Ann and Bob, and the clients of Ann, of Bob and of a newcomer.

    Bob has lost the connection and has joined again as the newcomer.
    """
    harness = make_harness(seats=2, pace=0.5, **settings)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    return harness, ann, bob, harness.join_person("Bob")


@pytest.mark.parametrize("seconds", [1, 31], ids=["in grace", "a bot plays"])
def test_owner_gives_the_seat_to_the_person_who_comes_back_from_another_device(make_harness, seconds):
    harness, ann, _, other = match_with_bob_as_newcomer(make_harness)
    harness.pass_time(seconds)
    assert (other.name, other.seat) == ("Bob 2", None)
    assert ann.questions == (SeatQuestion(Kind.RETURN, "Bob 2", 1),)
    assert "Are you Bob? Ann has been asked to confirm it." in notice_texts(other)
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    assert (other.name, other.seat) == ("Bob", 1)
    assert ann.questions == ()
    assert (ann.table.seats[1].name, ann.table.seats[1].is_here, ann.table.seats[1].stand_in) == ("Bob", True, "")
    assert ann.table.spectators == ()
    assert "Bob is back, from another device." in notice_texts(ann)
    assert notice_texts(other)[-1] == "Ann gives you your seat back."
    runner = harness.table.state.runner
    harness.pass_time(60)
    by_bot = runner.bot_decisions()
    harness.pass_time(60)
    assert runner.bot_decisions() == by_bot, "no bot plays on"
    harness.play_match([ann, other], after_tick=harness.check_replicas)
    assert ann.last_event(MatchEnded).names == ("Ann", "Bob")
    assert other.event_count(RefusalReceived) == 0
    assert {total.name for total in ann.table.totals} == {"Ann", "Bob"}


@pytest.mark.parametrize("watch", [False, True])
def test_absent_person_comes_back_under_another_name_by_asking_for_their_seat(make_harness, watch):
    harness = make_harness(seats=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    other = harness.join_person("Bobby", watch=watch)
    other.take_seat(1)
    harness.run_tick()
    assert ann.questions == (), "Bob is here"
    bob.lose_connection()
    harness.run_tick()
    assert ann.questions == ()
    other.take_seat(1)
    harness.run_tick()
    assert ann.questions == (SeatQuestion("return", "Bobby", 1),)
    assert "Are you Bob? Ann has been asked to confirm it." in notice_texts(other)
    assert other.seat is None
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    assert (other.name, other.seat) == ("Bob", 1)
    harness.play_match([ann, other], after_tick=harness.check_replicas)


def test_former_token_no_longer_holds_a_seat_that_the_owner_gave_away(make_harness):
    harness, ann, bob, other = match_with_bob_as_newcomer(make_harness)
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    bob.connect()
    harness.run_tick()
    assert (bob.name, bob.seat) == ("Bob 2", None)
    assert (other.name, other.seat) == ("Bob", 1)
    assert ann.questions == (), "nobody of that name is away"
    other.lose_connection()
    harness.run_tick()
    harness.restart_host()
    ann.connect()
    other.connect()
    bob.connect()
    harness.run_tick()
    assert (other.name, other.seat) == ("Bob", 1), "the new token holds the seat, also after a restart"
    assert bob.seat is None


def test_nobody_gets_an_absent_persons_seat_without_the_agreement_of_an_owner(make_harness):
    harness, ann, _, other = match_with_bob_as_newcomer(make_harness)
    question = ann.questions[0]
    cat = harness.join_person("Cat")
    for person in (other, cat):
        person.answer_question(question, True)
        harness.run_tick()
        assert person.last_event(RefusalReceived).reason == "That question has been settled."
        assert other.seat is None
    ann.answer_question(question, False)
    harness.run_tick()
    assert (other.seat, ann.questions) == (None, ())
    assert notice_texts(other)[-1] == "Ann does not give you Bob's seat."
    ann.answer_question(question, True)
    harness.run_tick()
    assert (other.seat, ann.questions) == (None, ()), "refused for good"


def test_owner_is_asked_about_one_claimant_at_a_time_and_not_again_about_a_refused_address(make_harness):
    harness = make_harness(seats=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    bob.lose_connection()
    harness.run_tick()
    first = harness.join_person("Bob", origin="10.0.0.7")
    harness.join_person("Bob", origin="10.0.0.8")
    assert [question.name for question in ann.questions] == ["Bob 2"]
    ann.answer_question(ann.questions[0], False)
    harness.run_tick()
    assert [question.name for question in ann.questions] == ["Bob 3"]
    ann.answer_question(ann.questions[0], False)
    first.say_goodbye()
    harness.join_person("Bob", origin="10.0.0.7")
    assert ann.questions == ()
    harness.join_person("Bob", origin="10.0.0.9")
    assert len(ann.questions) == 1


def test_owner_who_comes_back_from_another_device_waits_for_the_agreement_of_another_owner(make_harness):
    harness = make_harness(seats=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    for person in (ann, bob):
        person.lose_connection()
    harness.run_tick()
    other = harness.join_person("Bob")
    harness.pass_time(40)
    assert (other.is_owner, other.questions, other.seat) == (True, (), None)
    other.answer_question(SeatQuestion(Kind.RETURN, "Bob 2", 1), True)
    harness.run_tick()
    assert other.seat is None
    ann.connect()
    harness.run_tick()
    assert ann.questions == (SeatQuestion(Kind.RETURN, "Bob 2", 1),)


def test_owner_in_the_founders_absence_is_asked_about_no_seat_before_the_grace_period_ends(make_harness):
    harness = make_harness(seats=3, pace=0.5)
    ann, bob, cat = harness.start_match_of("Ann", "Bob", "Cat")
    ann.lose_connection()
    harness.run_tick()
    other = harness.join_person("Ann")
    assert bob.is_owner
    assert bob.questions == ()
    harness.pass_time(31)
    bob.set_ready()
    harness.run_tick()
    assert bob.questions == (SeatQuestion(Kind.RETURN, "Ann 2", 0),)
    bob.answer_question(bob.questions[0], True)
    harness.run_tick()
    assert (other.name, other.seat, other.is_owner) == ("Ann 2", 0, False), "the seat, and not the table"
    assert cat.table.owner_name == "Bob"
    assert other.view == harness.table.state.runner.match.view(0)
    harness.check_replicas()
    ann.connect()
    harness.run_tick()
    assert (ann.name, ann.is_owner, ann.seat) == ("Ann", True, None), "the token has the table"
    ann.kick_person("Ann 2")
    ann.take_seat(0)
    harness.run_tick()
    assert ann.seat == 0, "the founder can undo it"
    harness.play_match([ann, bob, cat], after_tick=harness.check_replicas)


def test_person_keeps_token_and_results_when_an_owner_in_the_founders_place_gives_the_seat_away(make_harness):
    harness = make_harness(seats=3, pace=0.5)
    ann, bob, cat = harness.start_match_of("Ann", "Bob", "Cat")
    harness.play_match([ann, bob, cat])
    ann.start_match()
    harness.run_tick()
    ann.lose_connection()
    harness.run_tick()
    harness.pass_time(31)
    cat.lose_connection()
    harness.run_tick()
    other = harness.join_person("Cat")
    bob.answer_question(bob.questions[0], True)
    harness.run_tick()
    assert (other.name, other.seat) == ("Cat 2", 2)
    harness.check_replicas()
    cat.connect()
    harness.run_tick()
    assert (cat.name, cat.seat) == ("Cat", None)
    assert {total.name for total in bob.table.totals} == {"Ann", "Bob", "Cat"}
    harness.play_match([bob, other], after_tick=harness.check_replicas)


def test_seated_namesake_and_spectator_raise_no_question_about_the_seat_of_an_absent_person(make_harness):
    harness = make_harness(seats=3, pace=0.5)
    ann, bob, bob_2 = harness.start_match_of("Ann", "Bob", "Bob")
    bob.lose_connection()
    harness.run_tick()
    assert ann.questions == (), "Bob 2 has a seat of his own"
    harness.join_person("Bob", watch=True)
    assert ann.questions == ()
    assert bob_2.event_count(MatchBegan) == 1


def test_person_back_from_another_device_in_the_lobby_keeps_their_totals_and_one_seat(make_harness):
    harness = make_harness(seats=3, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    harness.play_match([ann, bob])
    bob.lose_connection()
    harness.run_tick()
    other = harness.join_person("Bob")
    assert (other.name, other.seat) == ("Bob 2", 2)
    assert ann.questions == (SeatQuestion(Kind.RETURN, "Bob 2", 1),)
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    assert (other.name, other.seat) == ("Bob", 1)
    assert not ann.table.seats[2].name
    assert {total.name: total.matches for total in ann.table.totals} == {"Ann": 1, "Bob": 1}
    harness.check_replicas()


@pytest.mark.parametrize("restarted", [False, True])
def test_match_that_somebody_has_played_in_two_seats_counts_once_in_the_totals(make_harness, restarted):
    harness = make_harness(seats=3, bots=1, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    other = harness.join_person("Rob")
    other.take_seat(2)
    harness.run_tick()
    ann.answer_question(SeatQuestion(Kind.TAKE_OVER, "Rob", 2), True)
    harness.run_tick()
    assert (other.name, other.seat) == ("Rob", 2)
    harness.play_match([ann, bob, other])
    give_seat_of_bob_to_rob(harness, ann, other, bob, restarted, seat=1)
    assert {total.name: total.matches for total in ann.table.totals} == {"Ann": 1, "Bob": 1}


def give_seat_of_bob_to_rob(harness, ann, rob, bob, restarted, seat):
    """Make Bob lose his connection, and Rob say during the next match that he is Bob; Ann, the owner, agrees."""
    bob.lose_connection()
    harness.run_tick()
    if restarted:
        harness.restart_host()
        ann.connect()
        rob.connect()
    rob.leave_seat()
    ann.start_match()
    harness.run_tick()
    rob.take_seat(seat)
    harness.run_tick()
    ann.answer_question(SeatQuestion(Kind.RETURN, "Rob", seat), True)
    harness.run_tick()
    assert (rob.name, rob.seat) == ("Bob", seat)


@pytest.mark.parametrize("restarted", [False, True])
def test_only_the_match_that_somebody_has_played_in_two_seats_is_left_out_of_their_totals(make_harness, restarted):
    harness = make_harness(seats=3, pace=0.5)
    ann, other = harness.start_match_of("Ann", "Rob")
    harness.play_match([ann, other])
    alone = {total.name: total for total in ann.table.totals}
    bob = harness.join_person("Bob")
    ann.start_match()
    harness.run_tick()
    harness.play_match([ann, other, bob])
    played = {total.name: total for total in ann.table.totals}
    assert (played["Rob"].matches, played["Bob"].matches) == (2, 1)
    give_seat_of_bob_to_rob(harness, ann, other, bob, restarted, seat=2)
    merged = {total.name: total for total in ann.table.totals}
    assert merged.keys() == {"Ann", "Bob"}
    assert merged["Bob"].matches == 2
    assert merged["Bob"].points == alone["Rob"].points + played["Bob"].points
    assert merged["Bob"].wins == alone["Rob"].wins + played["Bob"].wins
    harness.check_replicas()


def test_owner_is_asked_open_questions_again_after_a_lost_connection(make_harness):
    harness, ann, _, _ = match_with_bob_as_newcomer(make_harness)
    before = ann.questions
    ann.lose_connection()
    harness.run_tick()
    ann.connect()
    harness.run_tick()
    assert ann.questions == before != ()


def test_idle_person_loses_the_seat_to_the_device_that_the_owner_agrees_to(make_harness):
    harness = make_harness(seats=2, pace=0.5)
    ann, bob = harness.start_match_of("Ann", "Bob")
    other = harness.join_person("Bob")
    harness.table.state.people.find_by_name("Bob").is_idle = True
    ann.set_ready()
    harness.run_tick()
    ann.answer_question(ann.questions[0], True)
    harness.run_tick()
    assert (other.seat, bob.connection_id) == (1, 0)


# Changing places


def harness_with_three_in_lobby(make_harness):
    """Return a harness with three people in the lobby."""
    harness = make_harness(seats=4)
    return harness, [harness.join_person(name) for name in ("Ann", "Bob", "Cat")]


def test_two_people_swap_seats_when_the_other_agrees(make_harness):
    harness, (ann, bob, cat) = harness_with_three_in_lobby(make_harness)
    bob.swap_seats(1, 2)
    harness.run_tick()
    assert (ann.questions, cat.questions) == ((), (SeatQuestion(Kind.SWAP, "Bob", 2),))
    assert (bob.seat, cat.seat) == (1, 2)
    cat.answer_question(cat.questions[0], True)
    harness.run_tick()
    assert (bob.seat, cat.seat, cat.questions) == (2, 1, ())
    assert [seat.name for seat in ann.table.seats] == ["Ann", "Cat", "Bob", ""]
    assert all("Cat and Bob swap seats." in notice_texts(player) for player in (ann, bob, cat))
    harness.check_replicas()


def test_person_who_refuses_to_swap_seats_keeps_the_seat_and_the_other_is_told(make_harness):
    harness, (_, bob, cat) = harness_with_three_in_lobby(make_harness)
    bob.swap_seats(1, 2)
    harness.run_tick()
    cat.answer_question(cat.questions[0], False)
    harness.run_tick()
    assert (bob.seat, cat.seat, cat.questions) == (1, 2, ())
    assert notice_texts(bob)[-1] == "Cat stays in seat 3."


def test_two_people_who_ask_each_other_swap_seats(make_harness):
    harness, (_, bob, cat) = harness_with_three_in_lobby(make_harness)
    bob.swap_seats(1, 2)
    cat.swap_seats(2, 1)
    harness.run_tick()
    assert (bob.seat, cat.seat, bob.questions, cat.questions) == (2, 1, (), ())


def test_owner_moves_anybody_to_another_seat_without_asking_them(make_harness):
    harness, (ann, bob, cat) = harness_with_three_in_lobby(make_harness)
    ann.swap_seats(1, 2)
    harness.run_tick()
    assert (bob.seat, cat.seat) == (2, 1)
    ann.swap_seats(3, 1)
    harness.run_tick()
    assert (cat.seat, [seat.name for seat in bob.table.seats]) == (3, ["Ann", "", "Bob", "Cat"])
    harness.check_replicas()


def test_impossible_requests_to_swap_seats_are_refused(make_harness):
    harness, (ann, bob, cat) = harness_with_three_in_lobby(make_harness)

    def reason_for(person, *seats):
        """Return the reason for which a person's request to swap these seats is refused."""
        person.swap_seats(*seats)
        harness.run_tick()
        return person.last_event(RefusalReceived).reason

    assert reason_for(bob, 0, 2) == "Only the owner moves others; you can swap seats yourself."
    assert reason_for(bob, 1, 3) == "Nobody has that seat: just sit down there."
    assert reason_for(bob, 1, 1) == reason_for(bob, 1, 4) == "Name two different seats of the table."
    cat.lose_connection()
    harness.run_tick()
    assert reason_for(bob, 1, 2) == "Cat is away."
    ann.start_match()
    harness.run_tick()
    assert reason_for(ann, 0, 1) == "You can swap seats between matches."


def test_question_of_the_lobby_ends_with_the_start_of_a_match(make_harness):
    harness, (ann, bob, cat) = harness_with_three_in_lobby(make_harness)
    bob.swap_seats(1, 2)
    harness.run_tick()
    ann.start_match()
    harness.run_tick()
    assert cat.questions == ()
    harness.play_match([ann, bob, cat])
    assert cat.questions == ()
