"""The hall of a club: names, tokens, the list of tables, chat, questions about results, and every limit."""

from __future__ import annotations

from net.club import hall as hall_module
from net.club import hall_people, list_window
from net.club.tick import PersonEnteredElsewhere
from net.errors import CodeRejected, HostGone, Rejected, SessionEnded, TooSlow
from net.limits import (
    CHAT_LINES_AT_ONCE,
    HALL_CHAT_LINES_AT_ONCE,
    HALL_RECORD_PIECES_AT_ONCE,
    HALL_RECORD_PIECES_OF_ALL_AT_ONCE,
    HALL_REQUESTS_AT_ONCE,
    MAX_HALL_UPDATE_BYTES,
    MAX_SLOW_SECONDS,
)
from net.protocol.messages import (
    Bye,
    GiveOrder,
    RequestRecord,
    SendChat,
    ShowTables,
    ShowTotals,
    Sit,
    TotalsShown,
)
from net.table.tick import HostClosing, WritingPaused, WritingResumed
from tests.net.club.hall_harness import HallHarness, add_visitors, table_row

# People


def test_two_people_of_one_name_get_distinct_names_in_the_hall(harness):
    people = add_visitors(harness, "Ann", "ann", "Аnn", "", "\x1b[31mBob")
    assert [one.name for one in people] == ["Ann", "ann 2", "Аnn 3", "Guest", "Bob"]


def test_person_who_comes_back_with_their_token_keeps_their_name(harness):
    [ann] = add_visitors(harness, "Ann")
    ann.lose_connection()
    harness.tick()
    other, again = harness.add_visitor("Ann"), harness.add_visitor("Somebody", [ann.token])
    harness.tick()
    assert (other.name, again.name, again.token) == ("Ann 2", "Ann", ann.token)


def test_token_is_known_to_the_club_after_a_restart(harness):
    [ann] = add_visitors(harness, "Ann")
    after = HallHarness(process=b"2")
    again, new = after.add_visitor("Ann", [ann.token]), after.add_visitor("Bob")
    after.tick()
    assert after.hall.id_of([ann.token]) == harness.hall.id_of([ann.token]) != ""
    assert again.token == ann.token
    assert new.token != ann.token


def test_name_stays_reserved_for_its_person_after_a_restart(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    after = HallHarness(process=b"2", known=harness.hall.known_people)
    other, again, new = (
        after.add_visitor("Ann"),
        after.add_visitor("Somebody", [ann.token]),
        after.add_visitor("Bob 2", [bob.token]),
    )
    after.tick()
    assert (other.name, again.name, new.name) == ("Ann 2", "Ann", "Bob")
    assert (again.token, new.token) == (ann.token, bob.token)
    assert len(after.hall.known_people) == 3


def test_version_of_known_people_changes_whenever_they_change_and_only_then(harness):
    before = harness.hall.known_people_version
    [ann] = add_visitors(harness, "Ann")
    first = harness.hall.known_people_version
    ann.lose_connection()
    harness.add_visitor("Ann", [ann.token])
    harness.tick()
    assert before != first == harness.hall.known_people_version


def test_person_with_a_false_token_is_a_new_person(harness):
    [ann] = add_visitors(harness, "Ann")
    eve = harness.add_visitor("Eve", [ann.token[:-1] + ("0" if ann.token[-1] != "0" else "1"), "é", ""])
    harness.tick()
    assert harness.hall.id_of([eve.token]) != harness.hall.id_of([ann.token])


def test_second_connection_of_a_person_ends_the_first(harness):
    [ann] = add_visitors(harness, "Ann")
    again = harness.add_visitor("Ann", [ann.token])
    harness.tick()
    assert isinstance(ann.error, SessionEnded)
    assert (again.name, harness.hall.people) == ("Ann", 1)


def test_hall_forgets_people_who_were_sent_away_after_all_others(harness, monkeypatch):
    """A person who is forgotten could come in again with their old token as if nothing had happened."""
    monkeypatch.setattr(hall_people, "MAX_HALL_PEOPLE_KNOWN", 3)
    [ann] = add_visitors(harness, "Ann")
    [bob] = add_visitors(harness, "Bob")
    ann.send(GiveOrder(f"run {harness.key}"))
    ann.send(GiveOrder("away Bob"))
    harness.tick()
    for number in range(5):
        [other] = add_visitors(harness, f"Person {number}")
        other.lose_connection()
        harness.tick()
    assert [person.name for person in harness.hall.known_people][:2] == ["Ann", "Bob"]
    again = harness.add_visitor("Rob", [bob.token])
    harness.tick()
    assert isinstance(again.error, Rejected)


def test_goodbye_in_the_hall_ends_the_connection(harness):
    [ann] = add_visitors(harness, "Ann")
    ann.send(Bye())
    harness.tick()
    assert isinstance(ann.error, SessionEnded)
    assert harness.hall.people == 0


def test_club_with_a_code_lets_in_people_with_the_code_or_a_token():
    harness = HallHarness(code="queens")
    none, wrong, right = (
        harness.add_visitor("A"),
        harness.add_visitor("B", code="kings!"),
        harness.add_visitor("C", code="Queens"),
    )
    harness.tick()
    assert isinstance(none.error, CodeRejected)
    assert isinstance(wrong.error, CodeRejected)
    again = harness.add_visitor("C", [right.token])
    harness.tick()
    assert again.name == "C"


def test_full_hall_turns_people_away(harness, monkeypatch):
    monkeypatch.setattr(hall_module, "MAX_HALL_PEOPLE", 2)
    add_visitors(harness, "Ann", "Bob")
    [cat] = add_visitors(harness, "Cat")
    assert isinstance(cat.error, Rejected)


def test_request_that_only_a_table_can_answer_is_refused_in_the_hall(harness):
    [ann] = add_visitors(harness, "Ann")
    ann.send(Sit())
    harness.tick()
    assert ann.refusals == [hall_module.NOT_IN_THE_HALL_SENTENCE]


def test_everybody_in_the_hall_is_notified_when_the_club_closes(harness):
    people = add_visitors(harness, "Ann", "Bob")
    harness.inbox.append(HostClosing())
    harness.tick()
    assert all(isinstance(one.error, HostGone) for one in people)


def test_person_who_comes_into_the_hall_of_another_host_leaves_this_one(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    [first, second] = harness.arrivals
    assert (first, second) == (harness.hall.id_of([ann.token]), harness.hall.id_of([bob.token]))
    harness.inbox.append(PersonEnteredElsewhere(first))
    harness.tick()
    assert isinstance(ann.error, SessionEnded)
    assert (bob.error, harness.hall.people) == (None, 1)
    harness.inbox += [PersonEnteredElsewhere(first), PersonEnteredElsewhere("f" * 16)]  # who is not here cannot leave
    again = harness.add_visitor("Somebody", [ann.token])
    harness.tick()
    assert (again.name, again.error) == ("Ann", None)


# The list


def test_part_of_the_list_that_a_person_asked_for_follows_changes_of_tables(harness):
    harness.set_row(table_row(1, name="Ann's table"))
    harness.set_row(table_row(2, game="big-queen", name="Bob's table"))
    harness.set_row(table_row(3, free_seats=0))
    ann, bob = add_visitors(harness, "Ann", "Bob")
    ann.send(ShowTables("big q"))
    bob.send(ShowTables(with_room=True))
    harness.wait()
    assert (list(ann.rows), ann.counts) == ([2], (3, 1, 2))
    assert list(bob.rows) == [1, 2]
    harness.set_row(table_row(3, free_seats=1, people=3))
    harness.set_row(table_row(2, game="big-queen", name="Bob's table", free_seats=1, people=3))
    harness.close_table(1)
    harness.wait()
    assert ann.rows[2].people == 3
    assert list(bob.rows) == [2, 3]


def test_part_of_the_list_begins_after_a_given_number_and_has_as_many_rows_as_asked_for(harness):
    for number in range(1, 31):
        harness.set_row(table_row(number))
    [ann] = add_visitors(harness, "Ann")
    ann.send(ShowTables(after_number=7, row_count=5))
    harness.wait()
    assert sorted(ann.rows) == [8, 9, 10, 11, 12]
    harness.close_table(9)
    harness.wait()
    assert sorted(ann.rows) == [8, 10, 11, 12, 13]


def test_nobody_is_sent_changes_before_they_have_asked_for_tables(harness):
    [ann] = add_visitors(harness, "Ann")
    harness.set_row(table_row(1))
    harness.wait()
    assert len(ann.messages) == 1


def test_changes_of_rows_are_gathered_into_few_updates(harness):
    [ann] = add_visitors(harness, "Ann")
    ann.send(ShowTables())
    harness.wait(5)
    before = len(ann.messages)
    for number in range(1, 26):
        harness.set_row(table_row(number % 5))
        harness.now += 0.02
        harness.tick()
    harness.wait()
    assert len(ann.messages) - before <= 3


def test_everybody_is_sent_a_bounded_number_of_bytes_however_much_changes(harness):
    people = add_visitors(harness, *(f"Person {number}" for number in range(20)))
    for one in people:
        one.send(ShowTables())
    longest = 0
    for change in range(400):
        number = change % 60 + 1
        harness.set_row(
            table_row(number, free_seats=change % 5, people=change % 7, name=f"A table with a name {change}")
        )
        people[change % 20].send(SendChat("so much to say " * 16))
        harness.now += 0.02
        harness.tick()
        longest = max(longest, *harness.update_bytes.values(), 0)
    assert longest <= MAX_HALL_UPDATE_BYTES + 240  # the last line or row may be a little too much
    harness.wait(20)
    assert all(sorted(one.rows) == list(range(1, 41)) for one in people)
    assert all(one.rows[n] == harness.tables[n] for one in people for n in one.rows)


def test_slow_reader_is_sent_nothing_until_they_read_and_then_the_list(harness):
    harness.set_row(table_row(1))
    [ann] = add_visitors(harness, "Ann")
    ann.send(ShowTables())
    harness.wait()
    harness.inbox.append(WritingPaused(ann.connection))
    harness.set_row(table_row(2))
    ann.send(SendChat("hello"))
    harness.wait(5)
    assert (list(ann.rows), ann.chat_lines) == ([1], [])
    harness.inbox.append(WritingResumed(ann.connection))
    harness.wait()
    assert list(ann.rows) == [1, 2]


def test_person_who_does_not_read_for_too_long_is_disconnected(harness):
    [ann] = add_visitors(harness, "Ann")
    harness.inbox.append(WritingPaused(ann.connection))
    harness.wait(MAX_SLOW_SECONDS + 1)
    assert isinstance(ann.error, TooSlow)


def test_too_many_requests_for_tables_are_refused(harness):
    [ann] = add_visitors(harness, "Ann")
    for _ in range(HALL_REQUESTS_AT_ONCE + 1):
        ann.send(ShowTables("a"))
    harness.tick()
    assert len(ann.refusals) == 1
    assert "Not so fast" in ann.refusals[0]


def test_suspended_tables_are_listed_after_all_open_tables(harness):
    for number, suspended in ((1, True), (2, False), (3, True), (4, False)):
        harness.set_row(table_row(number, playing=True, people=not suspended, suspended=suspended))
    [ann] = add_visitors(harness, "Ann")
    listed, after = [], 0
    for _ in range(4):
        ann.send(ShowTables(after_number=after, row_count=1))
        harness.wait()
        listed += [after := next(iter(ann.rows))]
    assert listed == [2, 4, 1, 3]


def test_people_whose_lists_do_not_fit_one_update_are_sent_changes_in_turn(harness, monkeypatch):
    monkeypatch.setattr(list_window, "MAX_HALL_WINDOWS_PER_UPDATE", 2)
    people = add_visitors(harness, *"abcdefgh")
    for number, one in enumerate(people):
        one.send(ShowTables(row_count=number + 1))
    harness.wait(5)
    for number in range(1, 4):
        harness.set_row(table_row(number))
    harness.tick()
    assert sum(bool(one.rows) for one in people) == 2
    harness.wait(10)
    assert [len(one.rows) for one in people] == [1, 2, 3, 3, 3, 3, 3, 3]


# Chat


def test_chat_reaches_everybody_without_control_characters(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    ann.send(SendChat("\x1b[2Jhello   there"))
    ann.send(SendChat("\x1b[2J"))
    harness.wait()
    assert ann.chat_lines == bob.chat_lines == [("Ann", "hello there")]


def test_too_many_lines_of_chat_of_one_person_or_of_all_are_refused(harness):
    people = add_visitors(harness, "Ann", "Bob", "Cat", "Dan")
    for one in people:
        for _ in range(CHAT_LINES_AT_ONCE + 1):
            one.send(SendChat("hi"))
    harness.wait(5)
    assert len(people[0].chat_lines) == HALL_CHAT_LINES_AT_ONCE
    assert "others want to read" in people[0].refusals[0]
    assert "Too many people are talking" in people[3].refusals[0]


# The results of the evening


def test_question_about_the_matches_of_the_evening_is_answered_to_whoever_asked(harness):
    ann, bob = add_visitors(harness, "Ann", "Bob")
    ann.send(ShowTotals("mad-queens"))
    [order] = harness.tick().orders
    assert order == hall_module.LookUpOrder(ann.connection, "Ann", ShowTotals("mad-queens"))
    answer = TotalsShown("mad-queens", 0, ())
    harness.inbox += [hall_module.LookUpAnswered(ann.connection, answer), hall_module.LookUpAnswered(99, answer)]
    harness.tick()
    assert (ann.messages_of_kind(TotalsShown), bob.messages_of_kind(TotalsShown)) == ([answer], [])


def test_questions_and_pieces_of_records_are_limited_and_not_sent_to_people_who_do_not_read(harness):
    ann, bob, *others = add_visitors(harness, "Ann", "Bob", *(f"Person {number}" for number in range(4)))
    for _ in range(HALL_REQUESTS_AT_ONCE + 1):
        ann.send(ShowTotals())
    assert len(harness.tick().orders) == HALL_REQUESTS_AT_ONCE
    assert len(ann.refusals) == 1
    harness.inbox.append(WritingPaused(bob.connection))
    bob.send(ShowTotals())
    assert harness.tick().orders == ()
    for person in others:
        for _ in range(HALL_RECORD_PIECES_AT_ONCE + 1):
            person.send(RequestRecord(7, 0))
    assert len(harness.tick().orders) == HALL_RECORD_PIECES_OF_ALL_AT_ONCE
    assert others[0].refusals == ["You have looked at many matches in a short time: wait a moment, and try again."]
    assert others[-1].refusals[0] == "Too many people are looking at matches: wait a moment, and try again."
