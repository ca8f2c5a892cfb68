"""Random runs of a hall, whatever people and tables do, compared with a simple model of the list of tables."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from core import games
from net.club.tick import LookUpAnswered
from net.limits import MAX_TABLES_PER_PERSON
from net.protocol.messages import (
    OpenTable,
    PlayNow,
    RequestRecord,
    SendChat,
    ShowTables,
    ShowTotals,
    TableReady,
    TableRow,
    TotalsShown,
    encode_message,
)
from net.protocol.sanitize import name_key
from net.table.tick import WritingPaused, WritingResumed
from tests.net.club.hall_harness import HallHarness

PRIVATE_TABLE_CODE = "XYZZY7"
"""The code of the tables that have one."""

person_names = st.sampled_from(["Ann", "ann", "Bob", "Аnn", "", "You", "\x1b[1m", "a long name that is cut"])
"""Hypothesis strategy for names of people, also empty, equal or hostile ones."""
list_requests = st.builds(
    ShowTables,
    st.sampled_from(["", "a", "ours", "big", "3", "nothing like it"]),
    st.booleans(),
    st.integers(0, 8),
    st.integers(1, 6),
)
"""Hypothesis strategy for requests for a part of the list of tables."""
table_rows = st.builds(
    TableRow,
    st.integers(1, 12),
    st.sampled_from(["Ours", "Aces", "Table"]),
    st.sampled_from(["mad-queens", "big-queen", "unknown-game"]),
    st.just(4),
    st.integers(0, 4),
    st.integers(0, 6),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
"""Hypothesis strategy for rows of the list of tables."""
hall_actions = st.one_of(
    st.tuples(st.just("come"), person_names, st.integers(0, 9)),
    st.tuples(st.just("go"), st.integers(0, 9)),
    st.tuples(st.just("ask"), st.integers(0, 9), list_requests),
    st.tuples(st.just("ask"), st.integers(0, 9), st.just(SendChat("hello"))),
    st.tuples(st.just("ask"), st.integers(0, 9), st.just(PlayNow())),
    st.tuples(
        st.just("ask"), st.integers(0, 9), st.just(OpenTable("mad-queens", needs_code=True, code=PRIVATE_TABLE_CODE))
    ),
    st.tuples(st.just("ask"), st.integers(0, 9), st.sampled_from([ShowTotals(), RequestRecord(7, 0)])),
    st.tuples(st.just("look up"), st.booleans()),
    st.tuples(st.just("row"), table_rows),
    st.tuples(st.just("close"), st.integers(1, 12)),
    st.tuples(st.just("open"), st.booleans()),
    st.tuples(st.just("pause"), st.integers(0, 9)),
    st.tuples(st.just("resume"), st.integers(0, 9)),
    st.tuples(st.just("wait"), st.sampled_from([0.0, 0.1, 0.5, 3.0, 200.0])),
)
"""Hypothesis strategy for what people and tables do in a hall."""


class RandomHall:
    """A hall in which random things happen; `list_requests` maps each person to the part of the list of tables that
    they have asked for.
    """

    def __init__(self):
        self.harness = HallHarness()
        self.list_requests = {}
        self.tokens = {}
        self.opened = {}
        self.answered = {}
        self.next_guest_number = 100

    @property
    def present_visitors(self):
        """The visitors who have been let in."""
        return [one for one in self.harness.visitors.values() if one.welcome is not None]

    def visitor(self, number):
        """Return the visitor with this number, counted round the visitors who have been let in; None if the hall is
        empty.
        """
        return self.present_visitors[number % len(self.present_visitors)] if self.present_visitors else None

    def carry_out(self, kind, *step_values):
        """Do one random step of this `kind`, such as a request of a person, and let the hall handle it."""
        harness = self.harness
        match kind, step_values:
            case "come", (name, table_number):
                known = list(self.tokens)[table_number : table_number + 1]
                one = harness.add_visitor(name, known)
                harness.tick()
                self.tokens[one.token] = None
            case "row", (row,):
                harness.set_row(row)
            case "close", (table_number,):
                if table_number in harness.tables:
                    harness.close_table(table_number)
            case "open", (fails,):
                if harness.openings:
                    person = harness.openings[0].person
                    harness.carry_out_oldest_order(self.next_guest_number, fails=fails)
                    if not fails:
                        self.opened[self.next_guest_number] = person
                    self.next_guest_number += 1
            case "look up", (is_late,):
                if harness.look_ups:
                    order = harness.look_ups.pop(-1 if is_late else 0)
                    self.answered[len(self.answered)] = order.name
                    harness.inbox.append(LookUpAnswered(order.connection, TotalsShown("", len(self.answered), ())))
            case "wait", (seconds,):
                harness.wait(seconds)
            case _, (table_number, *rest):
                one = self.visitor(table_number)
                if one is not None:
                    self._let_visitor_act(one, kind, *rest)
        harness.tick()
        self.check_invariants()

    def _let_visitor_act(self, acting_visitor, kind, *step_values):
        """Make one person lose the connection ("go"), stop or resume reading ("pause", "resume"), or send a request
        ("ask").
        """
        match kind:
            case "go":
                acting_visitor.lose_connection()
                self.list_requests.pop(acting_visitor.connection, None)
            case "pause":
                self.harness.inbox.append(WritingPaused(acting_visitor.connection))
            case "resume":
                self.harness.inbox.append(WritingResumed(acting_visitor.connection))
            case "ask":
                refused = len(acting_visitor.refusals)
                acting_visitor.send(step_values[0])
                self.harness.tick()
                if isinstance(step_values[0], ShowTables) and len(acting_visitor.refusals) == refused:
                    self.list_requests[acting_visitor.connection] = step_values[0]

    def check_invariants(self):
        """Check what must hold at every moment: names, identifiers and numbers of tables."""
        names = [name_key(one.name) for one in self.present_visitors]
        assert len(names) == len(set(names))
        assert "" not in names
        assert "you" not in names
        ids = [self.harness.hall.id_of([one.token]) for one in self.present_visitors]
        assert len(ids) == len(set(ids))
        for one in self.present_visitors:
            if one.connection in self.list_requests:
                assert len(one.rows) <= self.list_requests[one.connection].row_count
            for answer in one.messages_of_kind(TotalsShown):
                assert self.answered[answer.people - 1] == one.name  # nobody gets what another has asked for
            told = [message for message in one.messages if PRIVATE_TABLE_CODE.encode() in encode_message(message)]
            assert all(isinstance(message, TableReady) for message in told)
            own = self.harness.hall.id_of([one.token])
            assert all(self.opened[message.number] == own for message in told)
        still_open = [person for table_number, person in self.opened.items() if table_number in self.harness.tables]
        assert all(still_open.count(person) <= MAX_TABLES_PER_PERSON for person in still_open)

    def check_table_lists(self):
        """Wait until all updates are sent, and check that everybody sees exactly the part of the list that they
        want.
        """
        for one in self.present_visitors:
            self.harness.inbox.append(WritingResumed(one.connection))
        self.harness.wait(20)
        for one in self.present_visitors:
            if one.connection in self.list_requests:
                found, rows = self.expected_part_of_list(self.list_requests[one.connection])
                assert one.rows == rows
                assert one.counts == (len(self.harness.tables), found, len(self.present_visitors))

    def expected_part_of_list(self, wanted_list):
        """Return how many tables fit a person's search, and which rows they must see, found by a simple method."""
        fitting = []
        place_of = {table_number: (row.suspended, table_number) for table_number, row in self.harness.tables.items()}
        for row in sorted(self.harness.tables.values(), key=lambda row: (row.suspended, row.number)):
            title = games[row.game].title if row.game in games else row.game
            texts = [name_key(row.name), name_key(title)]
            named = any(name_key(wanted_list.text) in text for text in texts) or wanted_list.text == str(row.number)
            roomy = row.free_seats and not row.playing and not row.private
            if named and (roomy or not wanted_list.with_room):
                fitting.append(row)
        after = place_of.get(wanted_list.after_number, (False, wanted_list.after_number))
        shown = [row for row in fitting if place_of[row.number] > after][: wanted_list.row_count]
        return len(fitting), {row.number: row for row in shown}


@settings(max_examples=60, deadline=None)
@given(st.lists(hall_actions, max_size=60))
def test_everybody_sees_the_list_that_they_asked_for_and_no_secret(actions):
    hall = RandomHall()
    for action in actions:
        hall.carry_out(*action)
    hall.check_table_lists()
