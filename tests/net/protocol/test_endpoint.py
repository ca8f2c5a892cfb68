"""The two protocol endpoints of a connection, without a socket, given bytes in pieces of any size, and garbage."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.errors import Malformed, PeerFault, TooBig, TooFast, TooSlow, WrongVersion
from net.limits import (
    CLIENT_PADDING_MULTIPLE_BYTES,
    HOST_PADDING_MULTIPLE_BYTES,
    MAX_CLIENT_FRAME_BYTES,
    MAX_FRAME_SECONDS,
    MAX_HELLO_SECONDS,
    MAX_SILENCE_SECONDS,
    MAX_UNAUTHENTICATED_FRAME_BYTES,
    PERSON_MESSAGES_AT_ONCE,
    PERSON_MESSAGES_PER_SECOND,
    PING_AFTER_SECONDS,
    PROTOCOL_VERSION,
)
from net.protocol.endpoint import NEWER_THAN_HOST_SENTENCE, OLDER_THAN_HOST_SENTENCE, ClientEndpoint, HostEndpoint
from net.protocol.messages import (
    Act,
    ChatLine,
    ConnectionFailed,
    Hello,
    Ping,
    Pong,
    SendChat,
    Sit,
    Stand,
    Welcome,
    encode_message,
    read_server_message,
)
from net.protocol.padded_frames import is_padding, with_padding

VALID_HELLO = Hello(PROTOCOL_VERSION, "Ann")
"""A valid first message of a client."""
MESSAGES_OF_A_CLIENT = [VALID_HELLO, Act(1, 1, 0, "reveal"), Sit(None), Sit(3), SendChat("hello"), Stand()]
"""Messages that a client sends on a connection, in order."""


def messages_sent_by(end: HostEndpoint) -> list[object]:
    """Return the messages in the bytes that an endpoint wants to send, without the padding."""
    unpacker = msgpack.Unpacker(use_list=True)
    unpacker.feed(end.take_outgoing())
    return [read_server_message(plain) for plain in unpacker if not is_padding(plain)]


def endpoint_after_hello() -> HostEndpoint:
    """Return the host's endpoint of a connection after it has received a client's hello."""
    end = HostEndpoint(0)
    assert end.receive(encode_message(VALID_HELLO), 0) == [VALID_HELLO]
    return end


def test_messages_that_arrive_one_byte_at_a_time_are_received():
    end = HostEndpoint(0)
    received = []
    for byte in b"".join(map(encode_message, MESSAGES_OF_A_CLIENT)):
        received += end.receive(bytes([byte]), 0)
    assert received == MESSAGES_OF_A_CLIENT


@given(st.lists(st.integers(1, 40), max_size=30))
def test_any_split_of_the_bytes_gives_the_same_messages(piece_lengths):
    end, data, received = HostEndpoint(0), b"".join(map(encode_message, MESSAGES_OF_A_CLIENT)), []
    for cut in piece_lengths:
        received += end.receive(data[:cut], 0)
        data = data[cut:]
    received += end.receive(data, 0)
    assert received == MESSAGES_OF_A_CLIENT


@given(st.booleans(), st.lists(st.binary(max_size=80), max_size=12))
def test_garbage_leads_to_at_most_one_fault_and_one_error_message(hello, pieces):
    end = endpoint_after_hello() if hello else HostEndpoint(0)
    received = [item for piece in pieces for item in end.receive(piece, 0)]
    faults = [item for item in received if isinstance(item, PeerFault)]
    assert len(faults) <= 1
    assert received[-len(faults) :] == faults or not faults
    assert end.is_closing == bool(faults)
    sent_messages = messages_sent_by(end)
    assert [message for message in sent_messages if isinstance(message, ConnectionFailed)] == (
        [ConnectionFailed(type(faults[0]).__name__, str(faults[0]))] if faults else []
    )


messagepack_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)
"""Hypothesis strategy for every value that MessagePack can encode."""


@given(st.integers(0, 50), st.lists(messagepack_values, max_size=6))
def test_any_messagepack_value_gives_a_message_or_one_fault(tag, fields):
    end = endpoint_after_hello()
    received = end.receive(msgpack.packb([tag, *fields]), 0)
    assert len(received) <= 1
    assert end.is_closing == any(isinstance(item, PeerFault) for item in received)
    far = ClientEndpoint(VALID_HELLO, 0)
    assert len(far.receive(msgpack.packb([tag, *fields]), 0)) <= 1


@pytest.mark.parametrize(
    "data",
    [
        b"\xc1",
        b"\x91" * 2000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdc\x01\x00" + b"\xc0" * 256,
        b"\xa2\xff\xff",
        b"\xd6\xff\x00\x00\x00\x01",
        b"\x92\x02\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00",
        b"\x92\x08\xc4\x01x",
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-2.0-OpenSSH\r\n",
        encode_message(Welcome("t")),
        msgpack.packb([3, 4]),
        msgpack.packb([1, -1, 0, 0, "x"]),
        msgpack.packb([1, True, 0, 0, "x"]),
        msgpack.packb([1, 2**60, 0, 0, "x"]),
        msgpack.packb([1, 1, 0, 0, "x" * 201]),
        msgpack.packb([4, "g", 2, {"a": [1]}]),
        msgpack.packb([4, "g", 2, {"a": None}]),
        msgpack.packb({"a": 1}),
    ],
)
def test_bad_frame_is_answered_with_one_clear_error(data):
    end = endpoint_after_hello()
    [fault] = end.receive(encode_message(Stand()) + data, 0)[1:]
    assert isinstance(fault, Malformed)
    assert str(fault).isprintable()
    [sent_message] = messages_sent_by(end)
    assert sent_message == ConnectionFailed("Malformed", str(fault))
    assert end.receive(encode_message(Stand()), 0) == []
    assert end.check_deadline(1e9) is None


def test_oversized_frame_is_refused_before_it_is_read():
    end = endpoint_after_hello()
    head = b"\xdb" + (1 << 30).to_bytes(4, "big")
    for _ in range(MAX_CLIENT_FRAME_BYTES // 1024):
        assert end.receive(head + b"x" * (1024 - len(head)), 0) == []
        head = b""
    [fault] = end.receive(b"x" * 1024, 0)
    assert isinstance(fault, TooBig)


def test_frame_with_too_many_list_items_is_refused():
    end = endpoint_after_hello()
    frame = b"\xdc\x00\x40" + (b"\xdc\x00\x40" + b"\xd9\x20" + b"x" * 32) * 64
    received = [item for _ in range(20) for item in end.receive(frame, 0)]
    assert len(received) == 1
    assert isinstance(received[0], Malformed | TooBig)


def test_many_frames_that_arrive_together_do_not_count_as_one_large_frame():
    end = endpoint_after_hello()
    lines = [SendChat("x" * 200)] * 200
    assert end.receive(b"".join(map(encode_message, lines)), 0) == lines


def test_frame_limit_is_smaller_before_the_hello():
    end = HostEndpoint(0)
    received = end.receive(b"\xda\x10\x00" + b"x" * MAX_UNAUTHENTICATED_FRAME_BYTES, 0)
    assert [type(item) for item in received] == [TooBig]


@pytest.mark.parametrize("plain", [[2, None], [11], [0], [], {}, 7, None, ["0", 1, "x"]])
def test_first_message_must_be_a_hello(plain):
    assert isinstance(HostEndpoint(0).receive(msgpack.packb(plain), 0)[0], Malformed)


@pytest.mark.parametrize("hello", [[0, 99, "Ann"], [0, 0], [0, "x"], [0, 98, {"new": 1}, [], 5]])
def test_other_protocol_version_is_reported_whatever_the_other_fields_are(hello):
    assert isinstance(HostEndpoint(0).receive(msgpack.packb(hello), 0)[0], WrongVersion)


def test_too_many_messages_end_the_connection():
    end = endpoint_after_hello()
    received = end.receive(encode_message(Stand()) * (PERSON_MESSAGES_AT_ONCE + 50), 0)
    assert len(received) == PERSON_MESSAGES_AT_ONCE
    assert isinstance(received[-1], TooFast)


def test_messages_at_the_allowed_rate_are_accepted():
    end, now = endpoint_after_hello(), 0.0
    for _ in range(2000):
        now += 1.01 / PERSON_MESSAGES_PER_SECOND
        assert end.receive(encode_message(Stand()), now) == [Stand()]


def test_connection_without_a_hello_times_out():
    end = HostEndpoint(10)
    assert end.next_check_time == 10 + MAX_HELLO_SECONDS
    assert end.check_deadline(10 + MAX_HELLO_SECONDS - 0.1) is None
    end.receive(b"\x96", 14.9)
    assert isinstance(end.check_deadline(10 + MAX_HELLO_SECONDS), TooSlow)
    assert isinstance(messages_sent_by(end)[0], ConnectionFailed)


def test_unfinished_frame_times_out():
    end = endpoint_after_hello()
    for second in range(int(MAX_FRAME_SECONDS)):
        assert end.receive(b"\x92" if second == 0 else b"", second) == []
    assert end.check_deadline(MAX_FRAME_SECONDS - 1) is None
    assert end.next_check_time == MAX_FRAME_SECONDS
    assert isinstance(end.check_deadline(MAX_FRAME_SECONDS), TooSlow)


def test_silence_leads_to_a_ping_and_then_to_a_timeout():
    end = endpoint_after_hello()
    assert end.next_check_time == PING_AFTER_SECONDS
    assert end.check_deadline(PING_AFTER_SECONDS) is None
    assert messages_sent_by(end) == [Ping()]
    answered = PING_AFTER_SECONDS + 1
    assert end.receive(encode_message(Pong()), answered) == []
    assert end.next_check_time == answered + PING_AFTER_SECONDS
    asked = 0
    while (now := end.next_check_time) < answered + MAX_SILENCE_SECONDS:
        assert end.check_deadline(now) is None
        assert messages_sent_by(end) == [Ping()]
        asked += 1
    assert asked == MAX_SILENCE_SECONDS // PING_AFTER_SECONDS - 1
    assert isinstance(end.check_deadline(answered + MAX_SILENCE_SECONDS), TooSlow)


def test_endpoint_that_pauses_reading_does_not_count_the_other_end_as_silent():
    end = endpoint_after_hello()
    first_bytes = encode_message(SendChat("hello"))[:3]
    end.receive(first_bytes, 1)
    end.stop_reading_until(90)
    for now in range(1, 90):
        assert end.check_deadline(now) is None
    assert Ping() in messages_sent_by(end), "it is told that we are here meanwhile"
    assert end.silence(90) == 89
    assert end.check_deadline(90 + min(MAX_SILENCE_SECONDS, MAX_FRAME_SECONDS) - 0.1) is None
    assert isinstance(end.check_deadline(90 + min(MAX_SILENCE_SECONDS, MAX_FRAME_SECONDS)), TooSlow)
    stranger = HostEndpoint(0)
    stranger.stop_reading_until(30)
    assert stranger.check_deadline(30 + MAX_HELLO_SECONDS - 0.1) is None
    assert isinstance(stranger.check_deadline(30 + MAX_HELLO_SECONDS), TooSlow)


def test_received_data_never_moves_the_deadline_earlier():
    """An earlier deadline would force the caller to set its timer again with every message."""
    end = endpoint_after_hello()
    before = end.next_check_time
    for now in (1.0, 9.0, 10.0, 10.1, 15.0, 20.2, 30.1):
        end.check_deadline(now)
        end.receive(encode_message(Pong()), now)
        assert end.next_check_time >= before
        before = end.next_check_time


def test_endpoint_answers_a_ping_by_itself():
    end = ClientEndpoint(VALID_HELLO, 0)
    end.take_outgoing()
    assert end.receive(encode_message(Ping()), 0) == []
    assert end.take_outgoing() == with_padding(encode_message(Pong()), CLIENT_PADDING_MULTIPLE_BYTES)


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        (PROTOCOL_VERSION + 1, NEWER_THAN_HOST_SENTENCE),
        (PROTOCOL_VERSION - 1, OLDER_THAN_HOST_SENTENCE),
        ("x", OLDER_THAN_HOST_SENTENCE),
    ],
)
def test_error_for_another_protocol_version_says_whose_program_is_older(version, sentence):
    (fault,) = HostEndpoint(0).receive(msgpack.packb([0, version, "Eve"]), 0)
    assert str(fault) == sentence


@given(st.lists(st.sampled_from(["", "a", "a long line of chat " * 9]), max_size=5), st.booleans())
def test_messages_sent_together_are_padded_and_the_receiver_skips_the_padding(lines, by_host):
    end = HostEndpoint(0) if by_host else ClientEndpoint(None, 0)
    other = ClientEndpoint(None, 0) if by_host else endpoint_after_hello()
    messages = [ChatLine("Ann", line) if by_host else SendChat(line) for line in lines]
    for message in messages:
        end.send(message)
    data = end.take_outgoing()
    size = HOST_PADDING_MULTIPLE_BYTES if by_host else CLIENT_PADDING_MULTIPLE_BYTES
    assert len(data) % size == 0
    assert len(data) < sum(len(encode_message(message)) for message in messages) + size
    assert [*other.receive(data, 0), *other.receive(data, 0)] == messages * 2


def test_padding_of_any_length_is_one_value_that_is_no_message():
    for size in range(256):
        data = with_padding(b"x" * size, 256)
        assert len(data) == (256 if size else 0)
        if size:
            assert is_padding(msgpack.unpackb(data[size:]))


@pytest.mark.parametrize("padding", [b"\xc0", b"\xc4\x00", b"\xc4\x03\x00\x00\x00"])
def test_second_padding_after_a_message_is_refused(padding):
    """More padding would be work that no rate limit counts."""
    end = endpoint_after_hello()
    assert end.receive(padding + encode_message(Stand()) + padding + encode_message(Sit(3)), 0) == [Stand(), Sit(3)]
    [fault] = end.receive(padding + padding + encode_message(Stand()), 0)
    assert isinstance(fault, Malformed)
    [fault] = HostEndpoint(0).receive(padding + encode_message(VALID_HELLO), 0)
    assert isinstance(fault, Malformed)
