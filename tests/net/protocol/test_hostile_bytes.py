"""Hostile bytes: the receiving end gets messages or one fault, and everything that uses it keeps working."""

from __future__ import annotations

import dataclasses
import random
import tracemalloc
from collections.abc import Iterable, Mapping
from functools import lru_cache
from unicodedata import category

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from core import Fact, Place, games
from net.client.join_spec import JoinSpec, VerifierSpec
from net.client.session import ClientSession
from net.errors import Malformed, PeerFault, Rejected
from net.limits import MAX_HOST_FRAME_BYTES, PROTOCOL_VERSION
from net.protocol.change_messages import WireRemark
from net.protocol.endpoint import ClientEndpoint, HostEndpoint
from net.protocol.messages import (
    ClientMessage,
    ConnectionFailed,
    Hello,
    MatchResult,
    MatchSnapshot,
    MatchUpdate,
    ServerMessage,
    encode_message,
)
from net.protocol.table_state import ClockChanged, ShownClock, TableInfo
from net.table.tick import ConnectionLost, MessageReceived, WritingPaused, WritingResumed
from tests.support.depth import examples, parametrize, sample_cases
from tests.support.hostile_peer import cut_into_pieces, damaged_bytes, damages_to_bytes, messages_of_union, ways_to_cut

GAME_SLUGS = list(games)
"""The slugs of all games."""
SPECTATOR_HELLO = Hello(PROTOCOL_VERSION, "Eve", watch=True)
"""A valid first message of a client that watches."""
few_examples = examples(20, 100, suppress_health_check=list(HealthCheck))
"""Decorator of a Hypothesis test that makes it try twenty examples, or a hundred with `QUEENS_DEEP=1`."""


class RecordingClient(ClientSession):
    """A client that sends nothing and keeps its events."""

    def __init__(self) -> None:
        super().__init__(JoinSpec("Eve"), VerifierSpec())
        self.events: list[object] = []
        self.set_listener(self.events.append)

    def _send(self, message: ClientMessage) -> None:
        """Send nothing: there is no host."""

    async def close(self) -> None:
        """Do nothing: there is no connection."""

    def receive_all(self, pieces: Iterable[bytes]) -> PeerFault | None:
        """Receive bytes as a connection does, up to the first fault; return the fault, or None if there is none."""
        end = ClientEndpoint(SPECTATOR_HELLO, 0)
        for piece in pieces:
            for one in end.receive(piece, 0):
                try:
                    if isinstance(one, PeerFault):
                        raise one
                    self.handle_message(one)
                except PeerFault as fault:
                    assert_clean(str(fault))
                    return fault
        return None


def assert_clean(value: object) -> None:
    """Check that no text in a value, however deep, has a control character in it."""
    if isinstance(value, str):
        assert not [character for character in value if category(character)[0] == "C"], repr(value)
    elif isinstance(value, Place | Fact):
        assert_clean(value.name)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            assert_clean(getattr(value, field.name))
    elif isinstance(value, Mapping):
        assert_clean([*value.items()])
    elif isinstance(value, tuple | list):
        for one in value:
            assert_clean(one)


@pytest.fixture(scope="module")
def record_match_bytes():
    """Fixture that returns a function `record(make_harness, slug)`: it plays the beginning of a match and returns the
    bytes that a client sent and received.
    """

    @lru_cache
    def record(make_harness, slug):
        """Play sixty ticks of a match against a bot; return the bytes that the client sent and those it received."""
        harness = make_harness(game=slug, seats=games[slug].seats[0] if 2 not in games[slug].seats else 2, bots=1)
        ann = harness.join_person("Ann")
        sent_frames: list[bytes] = [encode_message(ann.hello_message())]
        say = ann._send
        ann._send = lambda message: (sent_frames.append(encode_message(message)), say(message))
        ann.start_match()
        ann.send_chat("Good evening!")
        chance = random.Random(2)
        for _ in range(60):
            if (
                harness.table.state.active_runner is not None
                and ann.view is not None
                and (choices := harness.game.legal(ann.view))
            ):
                ann.send_action(chance.choice(choices))
            harness.now = max(harness.now, harness.wake_at or harness.now)
            harness.run_tick()
        return b"".join(sent_frames), ann.received_bytes

    return record


def messages_received_by_host(end: HostEndpoint, pieces: Iterable[bytes]) -> list[object]:
    """Return the messages that an endpoint reads, and last at most one fault, as its class and text.

    Check that nothing follows a fault, and that the endpoint closes with a message about it.
    """
    received: list[object] = [one for piece in pieces for one in end.receive(piece, 0)]
    faults = [one for one in received if isinstance(one, PeerFault)]
    assert faults == received[len(received) - len(faults) :]
    assert len(faults) <= 1
    assert end.is_closing == bool(faults)
    if faults:
        last = ConnectionFailed(type(faults[0]).__name__, str(faults[0]))
        assert ClientEndpoint(SPECTATOR_HELLO, 0).receive(end.take_outgoing(), 0)[-1] == last
        assert_clean(str(faults[0]))
    return [(type(one), str(one)) if isinstance(one, PeerFault) else one for one in received]


@parametrize("slug", GAME_SLUGS, 3)
@few_examples
@given(damages=damages_to_bytes, way_to_cut=ways_to_cut)
def test_host_receives_the_same_messages_from_altered_bytes_however_they_are_cut(
    make_harness, record_match_bytes, slug, damages, way_to_cut
):
    sent_frames, _ = record_match_bytes(make_harness, slug)
    wrong = damaged_bytes(sent_frames, damages)
    assert messages_received_by_host(HostEndpoint(0), cut_into_pieces(wrong, way_to_cut)) == messages_received_by_host(
        HostEndpoint(0), [wrong]
    )


@parametrize("slug", GAME_SLUGS, 3)
@few_examples
@given(damages=damages_to_bytes, way_to_cut=ways_to_cut)
def test_client_reports_only_clean_values_from_altered_bytes_of_a_host(
    make_harness, record_match_bytes, slug, damages, way_to_cut
):
    _, told = record_match_bytes(make_harness, slug)
    wrong = damaged_bytes(told, damages)
    whole, other = RecordingClient(), RecordingClient()
    fault = whole.receive_all([wrong])
    again = other.receive_all(cut_into_pieces(wrong, way_to_cut))
    assert (type(fault), str(fault)) == (type(again), str(again))
    assert whole.view == other.view
    assert whole.table == other.table
    assert_clean(whole.events)


@parametrize("slug", GAME_SLUGS, 3)
@few_examples
@given(
    lying_messages=st.lists(messages_of_union(ServerMessage) | st.floats(0, 1), max_size=12),
    share_of_real_ones=st.floats(0, 1),
)
def test_client_reports_only_clean_values_from_messages_of_a_lying_host(
    make_harness, record_match_bytes, slug, lying_messages, share_of_real_ones
):
    """Every message is valid and some are real ones, but they need not fit together."""
    _, told = record_match_bytes(make_harness, slug)
    client = RecordingClient()
    frames = list(split_into_frames(told))
    client.receive_all(frames[: int(share_of_real_ones * len(frames))])
    client.receive_all(
        [
            frames[int(lie * (len(frames) - 1))] if isinstance(lie, float) else encode_message(lie)
            for lie in lying_messages
        ]
    )
    assert_clean(client.events)
    assert_clean(client.view)
    assert_clean(client.table)


def split_into_frames(data: bytes) -> Iterable[bytes]:
    """Yield the bytes of each frame in data that a host has sent."""
    end = ClientEndpoint(SPECTATOR_HELLO, 0)
    for message in end.receive(data, 0):
        assert isinstance(message, msgspec.Struct)
        yield encode_message(message)


hostile_steps = st.lists(
    st.one_of(
        st.tuples(st.just("say"), messages_of_union(ClientMessage)),
        st.tuples(st.sampled_from(["come", "go", "pause", "resume", "wait", "play"]), st.just(None)),
    ),
    max_size=30,
)
"""Hypothesis strategy for what a hostile person, Eve, does: send a message, connect, disconnect, or let time pass."""


@parametrize("slug", GAME_SLUGS, 3)
@few_examples
@given(steps=hostile_steps, owner=st.booleans())
def test_table_survives_any_sequence_of_messages(make_harness, slug, steps, owner):
    """Eve sends any valid messages, connects and disconnects; Ann's client has the state of the table throughout."""
    harness = make_harness(game=slug, seats=next(number for number in games[slug].seats if number >= 2), bots=1)
    eve = None
    if owner:
        eve = harness.join_person("Eve")
    ann = harness.join_person("Ann")
    chance = random.Random(3)
    for step, message in steps:
        match step:
            case "come" if eve is None or not eve.connection_id:
                eve = harness.join_person("Eve", watch=chance.random() < 0.5)
            case "say" if eve is not None and eve.connection_id:
                harness.inbox.append(MessageReceived(eve.connection_id, message))
            case "go" if eve is not None and eve.connection_id:
                eve.lose_connection()
            case "pause" | "resume" if eve is not None and eve.connection_id:
                harness.inbox.append((WritingPaused if step == "pause" else WritingResumed)(eve.connection_id))
            case "wait":
                harness.now = max(harness.now, harness.wake_at or harness.now)
            case "play" if harness.table.state.active_runner and ann.view is not None and ann.seat is not None:
                choices = harness.game.legal(ann.view) if harness.game is games[ann.view.game] else ()
                if choices:
                    ann.send_action(chance.choice(choices))
        harness.run_tick()
        if ann.connection_id:
            harness.check_replicas()
            assert_clean(ann.events[-5:])
    for link in (11, 12):
        harness.inbox += [ConnectionLost(link), WritingPaused(link), WritingResumed(link)]
    harness.run_tick()


@pytest.mark.deep
@pytest.mark.parametrize("repeated_bytes", sample_cases([b"\x80", b"\x90", b"\xa2ab", b"\xd4\x01\x00"], 1))
def test_no_frame_of_a_host_takes_more_than_64_megabytes_of_memory(repeated_bytes):
    """Empty maps take sixty times their bytes in memory; each list holds the next one, so none of them is complete
    early.
    """
    items = 65_535
    lists = MAX_HOST_FRAME_BYTES // (items * len(repeated_bytes) + 5)
    frame = (b"\xdd" + (items + 1).to_bytes(4, "big") + repeated_bytes * items) * lists + b"\xc0"
    end = ClientEndpoint(SPECTATOR_HELLO, 0)
    tracemalloc.start()
    try:
        received = end.receive(frame, 0)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 64_000_000
    assert [type(one) for one in received] == [Malformed]


@pytest.mark.parametrize("slug", GAME_SLUGS)
def test_message_with_an_impossible_result_seat_clock_or_remark_is_one_fault(make_harness, record_match_bytes, slug):
    """The screens rely on these values: a message of a host with an impossible one once ended the program of a
    client.
    """
    _, told = record_match_bytes(make_harness, slug)
    frames = list(split_into_frames(told))
    messages = [one for frame in frames for one in ClientEndpoint(SPECTATOR_HELLO, 0).receive(frame, 0)]
    snapshot = max(at for at, one in enumerate(messages) if isinstance(one, MatchSnapshot))
    until = frames[: snapshot + 1]
    table = next(one for one in messages if isinstance(one, TableInfo))
    seats = len(messages[snapshot].names)
    names = ("Ann",) * seats
    standings = tuple((seat, 1, 1) for seat in range(seats))
    update = MatchUpdate(messages[snapshot].version + 1, (WireRemark("no such remark", 0, ()),))
    for message in (
        MatchResult(1, ((seats, 5, 1), *standings[1:]), names),
        MatchResult(1, (standings[0], *standings[:-1]), names),
        MatchResult(1, standings[1:], names),
        MatchResult(1, standings, names[1:]),
        MatchResult(1, standings, names, ((seats, 1, 2),)),
        msgspec.structs.replace(table, owner=seats),
        msgspec.structs.replace(table, seats=table.seats[::-1]),
        ClockChanged(ShownClock(float("inf"), 5.0)),
        ClockChanged(ShownClock(30.0, 5.0, seats)),
        update,
        msgspec.structs.replace(update, changes=(WireRemark("time", seats + 1, ()),)),
    ):
        client = RecordingClient()
        assert isinstance(client.receive_all([*until, encode_message(message)]), PeerFault), message
    assert RecordingClient().receive_all([*until, encode_message(MatchResult(1, standings, names))]) is None
    nobody_won = tuple((seat, 1, 2) for seat in range(seats))
    for message in (MatchResult(1, (), ()), MatchResult(1, nobody_won, names), MatchResult(1, standings, names[1:])):
        assert isinstance(RecordingClient().receive_all([*until[:1], encode_message(message)]), PeerFault), message
        assert isinstance(RecordingClient().receive_all([*until, encode_message(message)]), PeerFault), message


@pytest.mark.parametrize("reason", ["", "sealed", "\x1b[2J"])
def test_reason_of_a_host_that_is_no_sentence_is_reported_as_one_sentence(reason):
    failures = []
    client = RecordingClient()
    client._on_failure = failures.append
    client.receive_all([encode_message(ConnectionFailed("Rejected", reason))])
    [failure] = failures
    assert isinstance(failure, Rejected)
    assert str(failure).startswith("The host has ended the connection")
    assert str(failure).endswith(".")
