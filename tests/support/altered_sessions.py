"""Honest sessions of a client at a table, as the bytes that the host sends, and random alterations of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, get_args

import msgpack
from msgspec import inspect

from core import games
from net.limits import MAX_HOST_FRAME_BYTES
from net.protocol.messages import EndMatch, SendChat, ServerMessage, SetTerms, encode_message
from net.protocol.table_state import Terms
from tests.net.conftest import Player, TableHarness, sensible_action

Frames = list[bytes]
"""The frames (encoded messages) that a host sends on one connection, in order."""

TICKS_OF_BEGINNING_SESSION: Final = 14
"""Number of ticks from the beginning of a match to the end of the session that records its beginning."""

TICKS_OF_END_SESSION: Final = 6
"""Number of ticks from the beginning of the session that records the end of a match to the end of the match."""

FIELD_NUMBERS: Final = (0, 1, 2, 3, 4, 7, 13, 40, 52, 53, 255, 1000, 65_536, 2**31 - 1, 2**53 - 1)
"""Small and extreme whole numbers that alterations put into fields of messages."""

FIELD_TEXTS: Final = (
    "", "Ann", "Bob", "ann", "mad-queens", "big-queen", "queens-dungeon", "steady", "careful", "no such bot",
    "reveal", "bank", "play Q♠", "lobby", "playing", "visibility", "open", "sealed", "return", "swap", "commit",
    "settled", "time",
    "\x1b[2J", "[bold]x[/bold]", "x" * 200, "é" * 200, "\u202ename", "0" * 64, "\n", "{0}", "Malformed", "Rejected",
)  # fmt: skip
"""Texts that alterations put into fields of messages; some of them are hostile."""


# Honest sessions


@cache
def honest_sessions() -> tuple[tuple[bytes, ...], ...]:
    """Return two honest sessions for each game, each a tuple of frames.

    In one a client joins before a match begins; in the other it comes back shortly before a match ends.
    """
    return tuple(tuple(record(slug)) for slug in games for record in (_session_from_beginning, _session_to_end))


def new_harness_with_bot(slug: str) -> TableHarness:
    """Return a new table with few seats, one of them for a bot, at which the seed of a deal is made from secrets of all
    players.
    """
    fewest = min(seats for seats in games[slug].seats if seats > 1)
    return TableHarness(slug, max(3, fewest) if 3 in games[slug].seats else fewest, seed=None, bots=1)


def _play_ticks(harness: TableHarness, people: Sequence[Player], ticks: int) -> int:
    """Let these people act sensibly for `ticks` ticks, or until the match is over; return how many ticks that took."""
    for tick in range(ticks):
        if harness.table.state.active_runner is None and harness.table.state.matches:
            return tick
        for player in people:
            if player.connection_id and player.view is not None and harness.game.legal(player.view):
                player.send_action(sensible_action(harness.game, player.view, harness.chance))
        harness.now = harness.now + 0.5 if harness.inbox else max(harness.now + 0.5, harness.wake_at or 0.0)
        harness.run_tick()
    return ticks


def join_and_start_match(harness: TableHarness) -> list[Player]:
    """Let Ann and Bob join and start a match; return both when its deal is settled."""
    people = [harness.join_person(name, draw_bytes=Random(name).randbytes) for name in ("Ann", "Bob")]
    people[0]._send(SetTerms(Terms(clock=60)))
    people[0].start_match()
    for _ in range(20):
        harness.run_tick()
        if people[0].view is not None:
            return people
        harness.now += 1.0
    raise AssertionError("the match does not begin")


def _session_from_beginning(slug: str) -> Frames:
    """Return the frames that Ann, the owner, is sent from the moment when she joins until she ends the match."""
    harness = new_harness_with_bot(slug)
    ann, bob = join_and_start_match(harness)
    _play_ticks(harness, [ann, bob], TICKS_OF_BEGINNING_SESSION // 2)
    bob._send(SendChat("Good evening!"))
    harness.run_tick()
    bob.lose_connection()
    harness.run_tick()
    _play_ticks(harness, [ann], TICKS_OF_BEGINNING_SESSION // 2)
    ann._send(EndMatch())
    harness.run_tick()
    return split_frames(ann.received_bytes)


def _session_to_end(slug: str) -> Frames:
    """Return the frames that Ann is sent from the moment when she comes back, shortly before the end of a match, until
    the match is verified.
    """
    harness = new_harness_with_bot(slug)
    ticks = _play_ticks(harness, join_and_start_match(harness), 10_000)
    harness = new_harness_with_bot(slug)
    ann, bob = join_and_start_match(harness)
    _play_ticks(harness, [ann, bob], ticks - TICKS_OF_END_SESSION)
    ann.lose_connection()
    harness.run_tick()
    again = Player(harness, "Ann", draw_bytes=Random(1).randbytes)
    again.token = ann.token
    again.connect()
    harness.run_tick()
    _play_ticks(harness, [again, bob], 10_000)
    for _ in range(20):
        harness.run_tick()
    return split_frames(again.received_bytes)


def split_frames(data: bytes) -> Frames:
    """Return the frames in a stream of bytes, which ends with a whole frame."""
    unpacker = msgpack.Unpacker(use_list=True)
    unpacker.feed(data)
    frames, before = [], 0
    for _ in unpacker:
        frames.append(data[before : unpacker.tell()])
        before = unpacker.tell()
    return frames


# Alterations


def altered_session(chance: Random) -> Frames:
    """Return an honest session with one to four random alterations."""
    frames = list(chance.choice(honest_sessions()))
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        frames = chance.choice(ALTERATION_FUNCTIONS)(frames, chance) or [b""]
    return frames


def _flip_bytes(frames: Frames, chance: Random) -> Frames:
    """Change some bytes anywhere in the stream."""
    at = chance.randrange(len(frames))
    frame = bytearray(frames[at] or b"\x00")
    for _ in range(chance.choice((1, 1, 2, 8))):
        frame[chance.randrange(len(frame))] ^= 1 << chance.randrange(8)
    return [*frames[:at], bytes(frame), *frames[at + 1 :]]


def _insert_bytes(frames: Frames, chance: Random) -> Frames:
    """Insert random bytes between two frames."""
    at = chance.randrange(len(frames) + 1)
    return [*frames[:at], chance.randbytes(chance.choice((1, 2, 9, 300))), *frames[at:]]


def _drop_frames(frames: Frames, chance: Random) -> Frames:
    """Leave out some consecutive frames."""
    at = chance.randrange(len(frames))
    return frames[:at] + frames[at + chance.choice((1, 1, 2, 5)) :]


def _double_frames(frames: Frames, chance: Random) -> Frames:
    """Repeat some consecutive frames."""
    at = chance.randrange(len(frames))
    until = at + chance.choice((1, 1, 2, 5))
    return frames[:until] + frames[at:]


def _reorder_frames(frames: Frames, chance: Random) -> Frames:
    """Move a frame to another place, or shuffle all frames."""
    frames = frames.copy()
    if chance.random() < 0.2:
        chance.shuffle(frames)
    else:
        frames.insert(chance.randrange(len(frames)), frames.pop(chance.randrange(len(frames))))
    return frames


def _cut_stream(frames: Frames, chance: Random) -> Frames:
    """Cut the stream off, perhaps within a frame."""
    at = chance.randrange(len(frames))
    return [*frames[:at], frames[at][: chance.randrange(len(frames[at]) + 1)]]


def _append_end_of_other_session(frames: Frames, chance: Random) -> Frames:
    """Replace the end of this session by the end of another one."""
    other = list(chance.choice(honest_sessions()))
    return frames[: chance.randrange(len(frames) + 1)] + other[chance.randrange(len(other)) :]


def _change_fields(frames: Frames, chance: Random) -> Frames:
    """Change a field of one frame, at any depth of nesting, or the same field of all frames of one kind."""
    at = chance.randrange(len(frames))
    plain = _value_of_frame(frames[at])
    path = _random_path(plain, chance)
    if not path:
        return frames
    new = _other_value(_value_at(plain, path), chance)
    changed = frames.copy()
    for place in range(len(frames)) if chance.random() < 0.2 else [at]:
        value = _value_of_frame(frames[place])
        if isinstance(value, list) and isinstance(plain, list) and value[:1] == plain[:1]:
            try:
                _value_at(value, path[:-1])[path[-1]] = new
            except (LookupError, TypeError):
                continue
            changed[place] = _frame_of_value(value)
    return changed


def _insert_message(frames: Frames, chance: Random) -> Frames:
    """Insert a made-up message; all or some of its fields have the right types."""
    at = chance.randrange(len(frames) + 1)
    made_up = [_made_up_frame(chance) for _ in range(chance.choice((1, 1, 3, 10)))]
    return frames[:at] + made_up + frames[at:]


def _replace_by_large_frame(frames: Frames, chance: Random) -> Frames:
    """Replace a field, or a whole frame, by a very large or very deeply nested value."""
    at = chance.randrange(len(frames))
    many = chance.choice((64, 1000, 65_535, 65_537, 300_000))
    deep = chance.choice((8, 9, 100, 511, 513, 5000))
    large: Any = chance.choice(
        (
            lambda: b"\xdd" + many.to_bytes(4, "big") + b"\x80" * many,
            lambda: b"\xdd" + many.to_bytes(4, "big") + b"\xc0" * many,
            lambda: b"\xdd" + many.to_bytes(4, "big") + (b"\x94\x00\x01\x02\xc4\x00") * (many // 2),
            lambda: b"\xdb" + many.to_bytes(4, "big") + b"y" * many,
            lambda: b"\xc6" + many.to_bytes(4, "big") + b"\x00" * many,
            lambda: b"\x91" * deep + b"\x01",
            lambda: b"\x81\x01" * deep + b"\x01",
            lambda: b"\xdd\xff\xff\xff\xff" + bytes(many),
            lambda: b"\xdb\x7f\xff\xff\xff" + bytes(min(2 * MAX_HOST_FRAME_BYTES, 8 * many)),
        )
    )()
    plain = _value_of_frame(frames[at])
    if isinstance(plain, list) and len(plain) > 1 and chance.random() < 0.7:
        field = chance.randrange(1, len(plain))
        parts = [_frame_of_value(value) for value in plain]
        parts[field] = large
        large = bytes((0x90 | len(parts),)) + b"".join(parts) if len(parts) < 16 else large
    return [*frames[:at], large, *frames[at + 1 :]]


def _repeat_frames_many_times(frames: Frames, chance: Random) -> Frames:
    """Repeat a frame, or some consecutive ones, very many times."""
    at = chance.randrange(len(frames))
    part = frames[at : at + chance.choice((1, 1, 3))]
    size = sum(map(len, part)) or 1
    times = min(chance.choice((40, 400, 2_000)), 2 * MAX_HOST_FRAME_BYTES // size)
    return frames[:at] + part * times + frames[at:]


def _insert_flood(frames: Frames, chance: Random) -> Frames:
    """Insert very many made-up messages of one kind."""
    at = chance.randrange(len(frames) + 1)
    return frames[:at] + [_made_up_frame(chance)] * chance.choice((40, 400)) + frames[at:]


ALTERATION_FUNCTIONS: Final[tuple[Callable[[Frames, Random], Frames], ...]] = (
    *(6 * (_change_fields,)),
    *(2 * (_insert_message,)),
    _flip_bytes,
    _insert_bytes,
    _drop_frames,
    _double_frames,
    _reorder_frames,
    _cut_stream,
    _append_end_of_other_session,
    _replace_by_large_frame,
    _repeat_frames_many_times,
    _insert_flood,
)
"""The functions that alter a session at random; those that are listed more than once are chosen more often."""


def _frame_of_value(value: object) -> bytes:
    """Return the frame that encodes a plain value."""
    return bytes(msgpack.packb(value))


def _value_of_frame(frame: bytes) -> Any:
    """Return the plain value in a frame; None if the bytes are no frame, or it is nested too deep."""
    try:
        return msgpack.unpackb(frame, strict_map_key=False)
    except (ValueError, TypeError, RecursionError, msgpack.exceptions.UnpackException):
        return None


def _random_path(plain: object, chance: Random) -> list[Any]:
    """Return the path from a value to one of the values in it, as indexes and keys; empty if there is none."""
    path: list[Any] = []
    while isinstance(plain, list | dict) and plain:
        keys = list(plain) if isinstance(plain, dict) else range(len(plain))
        path.append(chance.choice(keys))
        plain = plain[path[-1]]
        if chance.random() < 0.2:
            break
    return path


def _value_at(plain: Any, path: list[Any]) -> Any:
    """Return the value at the end of a path; raises `LookupError` or `TypeError` if there is none."""
    for key in path:
        plain = plain[key]
    return plain


def _other_value(value: object, chance: Random) -> object:
    """Return another value, mostly of the same type."""
    if chance.random() < 0.15:
        return chance.choice((None, True, False, -1, 0.5, float("nan"), float("inf"), 1e9, [], {}, b"", "", [0], [[]]))
    match value:
        case bool():
            return not value
        case int():
            return chance.choice((value + 1, max(0, value - 1), chance.choice(FIELD_NUMBERS), chance.randrange(60)))
        case float():
            return chance.choice((0.0, 0.001, 1e9, value / 2))
        case str():
            return chance.choice((chance.choice(FIELD_TEXTS), value[: len(value) // 2], value * 2, value.upper()))
        case bytes():
            return chance.choice((value[:-1], value * 2, chance.randbytes(len(value)), bytes(len(value)), b"\x34\x35"))
        case list():
            doubled = [*value, *value]
            return chance.choice((value[:-1], value[1:], value[::-1], doubled, chance.sample(doubled, len(value))))
        case dict():
            return chance.choice(
                ({}, {**value, chance.choice(FIELD_TEXTS): chance.choice(FIELD_NUMBERS)}, dict(list(value.items())[1:]))
            )
        case msgpack.ExtType():
            return msgpack.ExtType(chance.choice((0, 1, 1, 5)), chance.randbytes(chance.choice((0, 1, 1, 2))))
    return chance.choice((*FIELD_NUMBERS, *FIELD_TEXTS))


def _made_up_frame(chance: Random) -> bytes:
    """Return the frame of a message of a random kind, with random values of the right types in its fields."""
    kind = inspect.type_info(chance.choice(get_args(ServerMessage)))
    return encode_message(_made_up_value(kind, chance))


def _made_up_value(kind: object, chance: Random) -> Any:
    """Return a random value of a type of `msgspec.inspect`; raises `AssertionError` for a type that no message has."""
    match kind:
        case inspect.UnionType(types):
            return _made_up_value(chance.choice(types), chance)
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.IntType():
            return chance.choice((*FIELD_NUMBERS, *range(6)))
        case inspect.FloatType():
            return chance.choice((0.0, 0.5, 30.0, 1e9))
        case inspect.StrType():
            return chance.choice(FIELD_TEXTS)
        case inspect.BytesType():
            return bytes(chance.randrange(53) for _ in range(chance.choice((0, 1, 3, 13))))
        case inspect.NoneType():
            return None
        case inspect.VarTupleType(item_type=item):
            return tuple(_made_up_value(item, chance) for _ in range(chance.choice((0, 1, 2, 4, 8))))
        case inspect.TupleType(item_types=items):
            return tuple(_made_up_value(item, chance) for item in items)
        case inspect.DictType(key_type=key, value_type=value):
            return {_made_up_value(key, chance): _made_up_value(value, chance) for _ in range(chance.randrange(3))}
        case inspect.EnumType(cls=enum):
            return chance.choice(sorted(enum))
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{field.name: _made_up_value(field.type, chance) for field in fields})
        case inspect.AnyType():
            return chance.choice((None, True, 1, "a", (1, 2), (), *FIELD_NUMBERS, *FIELD_TEXTS))
    raise AssertionError(f"no value is made up for {kind}")
