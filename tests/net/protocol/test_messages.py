"""Every message of the protocol is decoded to an equal one."""

from __future__ import annotations

from typing import get_args

import msgpack
import pytest
from msgspec.msgpack import Ext

from net.errors import Malformed
from net.protocol.messages import (
    Act,
    ActionAnswered,
    ActionDelayed,
    AddBot,
    AnswerSeatQuestion,
    Bye,
    ChatLine,
    ClientMessage,
    ClubHosts,
    Commit,
    Configure,
    ConnectionFailed,
    DealProgress,
    EndMatch,
    GiveOrder,
    HallWelcome,
    HandOver,
    Hello,
    Kick,
    MatchAborted,
    MatchesShown,
    MatchResult,
    MatchRow,
    MatchSnapshot,
    MatchUpdate,
    OpenTable,
    OwnNameAndSeat,
    Pause,
    Ping,
    PlayNow,
    PlayOnFast,
    Pong,
    Ready,
    RecordPiece,
    RemoveBot,
    ReplaceAbsent,
    RequestRecord,
    RequestRefused,
    RequestSnapshot,
    Reveal,
    RowUpdate,
    SeatQuestionsChanged,
    SeatScore,
    SendChat,
    ServerMessage,
    SetTerms,
    ShowMatches,
    ShowTables,
    ShowTotals,
    Sit,
    Stand,
    Start,
    SwapSeats,
    TableElsewhere,
    TableNotice,
    TableReady,
    TableRow,
    TablesChanged,
    TablesShown,
    TotalRow,
    TotalsShown,
    Welcome,
    WireFact,
    WireMoved,
    WirePast,
    WireRemark,
    WireShuffled,
    WireView,
    encode_message,
    read_client_message,
    read_server_message,
)
from net.protocol.table_state import (
    ClockChanged,
    SeatInfo,
    SeatQuestion,
    SeatsChanged,
    ShownClock,
    TableInfo,
    Terms,
    Total,
)
from net.protocol.table_state import (
    SeatQuestionKind as Kind,
)

OCCUPIED_SEAT = SeatInfo(1, "Ann", "", True, False)
"""A seat with a person who is there."""
SEAT_OF_ABSENT_PERSON = SeatInfo(1, "Ann", "", False, False, "steady", 12.5)
"""A seat with a person who is away, and a bot in their place."""
CHANGE_EXAMPLES = (
    WireMoved(-1, 3, b"\x00\x34", -1),
    WireMoved(2, 3, 7, 4),
    WireShuffled(2),
    WireFact(4, True),
    WireFact(5, (1, "x", None, (False,))),
    WireRemark("caught", None, ()),
    WireRemark("banked", 3, (1, 2)),
)
"""One change of each kind, in the form in which messages carry it."""
CLIENT_MESSAGE_EXAMPLES = [
    Hello(1, "Ann", "code", True, "token"),
    Hello(2, "Ann", "", False, "token", 3, 140, 1),
    Act(3, 1, 7, "play Q♠"),
    Act(3, 1, 7, "play Q♠", 140),
    Sit(2),
    Sit(None),
    Stand(),
    Configure("mad-queens", 4, {"visibility": "sealed", "a": True, "b": 3}),
    AddBot("steady", 2),
    RemoveBot(0),
    Start(),
    SendChat("hello"),
    RequestSnapshot(),
    Bye(),
    Bye(True),
    Ping(),
    Pong(),
    Ready(True),
    Kick("Eve"),
    Pause(False),
    ReplaceAbsent(2, "steady"),
    EndMatch(),
    HandOver("Bo"),
    SetTerms(Terms(30, 20, False)),
    Commit(3, "ef" * 32, "ab" * 32),
    Reveal(3, "ef" * 32, "cd" * 32),
    RequestRecord(3, 65_536),
    PlayOnFast(),
    SwapSeats(1, 3),
    AnswerSeatQuestion(SeatQuestion(Kind.RETURN, "Bob 2", 1), True),
    Hello(1, "Ann", club_table=12),
    ShowTables("ann", True, 12, 20),
    OpenTable("mad-queens", 4, 2, {"visibility": "sealed"}, "Ann's table", True, "queens"),
    PlayNow("mad-queens"),
    GiveOrder("close 12"),
    ShowMatches(17),
    ShowTotals("mad-queens"),
]
"""One or more messages of every class that clients send."""

SERVER_MESSAGE_EXAMPLES = [
    Welcome("t"),
    Welcome("t", "u", 7),
    TableNotice("Bo is back."),
    OwnNameAndSeat("Ann", None, True),
    OwnNameAndSeat("Ann", 3, False),
    TableInfo(
        "t", "g", {"a": True, "b": "c", "d": 4}, (OCCUPIED_SEAT, OCCUPIED_SEAT), ("Bob",), "lobby", 0, "", None, 1
    ),
    TableInfo(
        *("t", "g", {}, (OCCUPIED_SEAT, SEAT_OF_ABSENT_PERSON), (), "lobby", 1, "", None, 0),
        Terms(30, 20, False),
        True,
        (Total("Ann", 3, 1, -7),),
    ),
    SeatsChanged((OCCUPIED_SEAT, SEAT_OF_ABSENT_PERSON), (), 0, 2),
    SeatQuestionsChanged((SeatQuestion(Kind.RETURN, "Bob 2", 1), SeatQuestion(Kind.SWAP, "Cat", 0))),
    ClockChanged(),
    ClockChanged(ShownClock(30.0, 12.25, 3)),
    MatchAborted(3, "The owner has called the match off."),
    DealProgress(3, "commit", "ab" * 32),
    DealProgress(3, "reveal", "ab" * 32, 1, "cd" * 32, ((0, b"\xef" * 32), (2, b""))),
    DealProgress(3, "settled", "ab" * 32, 1, "cd" * 32),
    RecordPiece(3, 65_536, 70_000, b"\x00\xff"),
    MatchSnapshot(1, 0, "g", {}, ("Ann",), WireView((b"\x01", 5), (1, None, "x")), CHANGE_EXAMPLES),
    MatchSnapshot(
        *(1, 4, "g", {}, ("Ann",), WireView((b"\x01", 5), (1, None, "x")), (), CHANGE_EXAMPLES[:1]),
        WirePast(WireView((b"\x02", 5), (2, None, "x")), CHANGE_EXAMPLES[:1], (CHANGE_EXAMPLES[1:2], CHANGE_EXAMPLES)),
    ),
    MatchUpdate(7, CHANGE_EXAMPLES),
    ActionAnswered(1, 2, 3),
    RequestRefused(0, "No."),
    ActionDelayed(4, 1.5),
    MatchResult(1, ((0, -5, 1),), ("Ann",)),
    ChatLine("Ann", "hello"),
    ConnectionFailed("TooBig", "x"),
    Ping(),
    Pong(),
    HallWelcome("t", "c", "Club", "Ann"),
    TablesShown(30, 1, 7, (TableRow(12, "Ann's table", "mad-queens", 4, 2, 2, False, True),)),
    TablesChanged(30, 1, 7, (3, 4), (RowUpdate(12, 1, 3, True),), (TableRow(13, "Bo's", "big-queen", 4, 4, 0),)),
    TableReady(12, "queens"),
    MatchesShown(
        (MatchRow(17, "mad-queens", 3, 1_800_000_000, (SeatScore("Ann", 41), SeatScore("Ada", -3, True))),), True
    ),
    TotalsShown("", 90, (TotalRow("Ann", 7, 4, 120, 1_131),), TotalRow("Bo", 1, 0, -3, 950)),
    TableElsewhere("10.0.0.2:7433"),
    ClubHosts(("10.0.0.1:7433", "10.0.0.2:7433")),
]
"""One or more messages of every class that hosts send."""


@pytest.mark.parametrize("message", CLIENT_MESSAGE_EXAMPLES, ids=repr)
def test_encoded_client_message_decodes_to_an_equal_message(message):
    plain = msgpack.unpackb(encode_message(message), use_list=True)
    assert read_client_message(plain) == message


@pytest.mark.parametrize("message", SERVER_MESSAGE_EXAMPLES, ids=lambda message: type(message).__name__)
def test_encoded_server_message_decodes_to_an_equal_message(message):
    plain = msgpack.unpackb(encode_message(message), use_list=True, ext_hook=Ext)
    again = read_server_message(plain)
    assert type(again) is type(message)
    assert encode_message(again) == encode_message(message)


def test_every_message_class_has_an_example():
    assert {type(message) for message in CLIENT_MESSAGE_EXAMPLES} == set(get_args(ClientMessage))
    assert {type(message) for message in SERVER_MESSAGE_EXAMPLES} == set(get_args(ServerMessage))


def test_client_message_is_refused_as_a_server_message_and_the_reverse():
    with pytest.raises(Malformed):
        read_server_message([1, 3, 1, 7, "x"])
    with pytest.raises(Malformed):
        read_client_message([37, 0, []])


def test_update_after_a_reveal_has_few_bytes():
    update = MatchUpdate(1234, (WireMoved(0, 1, b"\x05"), WireFact(17, 3)))
    assert len(encode_message(update)) < 64
