"""The client's verifier: it survives whatever a host sends, and detects every lie."""

from __future__ import annotations

import asyncio
import zlib
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import BadRecord, games
from net.client.background import run_in_background
from net.client.events import VerificationResult
from net.client.match_replica import MatchReplica
from net.client.verifier import FairnessVerifier, unpack_record
from net.limits import CHECKED_ACTIONS, RECORD_PACKED_BYTES, RECORD_TEXT_BYTES
from net.protocol.change_codec import write_view
from net.protocol.messages import Commit, DealProgress, MatchSnapshot, RecordPiece, RequestRecord, Reveal
from net.protocol.table_state import TableInfo

GAME = games["mad-queens"]
MATCH = GAME.start(2, 7)
TABLE = TableInfo("t", GAME.slug, MATCH.options, (None, None), (), "lobby", 0, "")  # type: ignore[arg-type]
HASHES = ["", "0" * 64, "f" * 64, "no hash"]


class RecordingVerifier:
    """A client's `FairnessVerifier`, the messages that it has sent and the results that it has reported."""

    def __init__(self, chance: bytes = b"c" * 32) -> None:
        self.sent_messages: list[object] = []
        self.results: list[VerificationResult] = []
        self.verifier = FairnessVerifier(self.sent_messages.append, self.results.append, lambda work: [*work], chance)

    def deal(self, message: DealProgress, seat: int | None = 0) -> None:
        self.verifier.process_deal(message, "5b0c", TABLE, seat)

    def begin(self, match: int = 3) -> None:
        view = write_view(MATCH.view(0), MATCH.layout)
        self.verifier.process_snapshot(
            MatchReplica(MatchSnapshot(match, 0, GAME.slug, {}, ("Ann", "Bob"), view, ()), 0)
        )

    def show(self, packed: bytes, match: int = 3) -> VerificationResult:
        """Play a match without an action, and send the verifier its record."""
        self.begin(match)
        self.verifier.finish_match(match, None)
        assert self.sent_messages.pop() == RequestRecord(match, 0)
        self.verifier.receive_piece(RecordPiece(match, 0, len(packed), packed))
        return self.results[-1]


def packed(text: str) -> bytes:
    return zlib.compress(text.encode())


def test_verifier_commits_to_its_own_secret_and_reveals_it():
    end, other = RecordingVerifier(), RecordingVerifier(b"d" * 32)
    for one in (end, other):
        one.deal(DealProgress(3, "commit", "0" * 64))
        one.deal(DealProgress(3, "commit", "0" * 64))
        one.deal(DealProgress(3, "reveal", "0" * 64, "1" * 64))
        first, again, reveal = one.sent_messages
        assert isinstance(first, Commit)
        assert first == again
        assert isinstance(reveal, Reveal)
    assert end.sent_messages != other.sent_messages


@pytest.mark.parametrize(("seat", "chance"), [(None, b"c" * 32), (0, b"")])
def test_spectator_or_client_without_entropy_takes_no_part_in_the_deal(seat, chance):
    end = RecordingVerifier(chance)
    end.deal(DealProgress(3, "commit", "0" * 64), seat)
    end.deal(DealProgress(3, "reveal", "0" * 64, "1" * 64), seat)
    assert end.sent_messages == []


def test_secret_is_used_for_one_deal_only():
    sent_messages = []
    for match, host in ((3, "0" * 64), (4, "0" * 64), (3, "1" * 64)):
        end = RecordingVerifier()
        end.deal(DealProgress(match, "commit", host))
        end.deal(DealProgress(match, "reveal", host, "1" * 64))
        sent_messages += [message.secret for message in end.sent_messages if isinstance(message, Reveal)]
    assert len(set(sent_messages)) == 3


def test_host_that_sends_two_different_deals_is_detected():
    end = RecordingVerifier()
    end.deal(DealProgress(3, "commit", "0" * 64))
    end.deal(DealProgress(3, "reveal", "1" * 64, "1" * 64))
    end.begin()
    assert end.show(packed(str(MATCH.record))).fair is False
    assert "two different things" in end.results[-1].sentence


def test_verifier_reports_that_the_host_has_no_record():
    assert RecordingVerifier().show(b"").fair is None


@pytest.mark.parametrize(
    "data",
    [
        b"x",
        packed(""),
        packed("hello"),
        packed("mad-queens record 1\n" * 3),
        packed(str(MATCH.record))[:-1],
        packed(str(MATCH.record)) + b"x",
        packed(str(MATCH.record)[:-75]),
        zlib.compress(b"\xff\xfe"),
        zlib.compress(b"0" * (RECORD_TEXT_BYTES + 1)),
        zlib.compress(zlib.compress(b"")),
    ],
    ids=range(10),
)
def test_invalid_record_is_reported(data):
    with pytest.raises(BadRecord):
        unpack_record(data)
    verdict = RecordingVerifier().show(data)
    assert verdict.fair is False
    assert "\n" not in verdict.sentence


def test_memory_for_a_record_is_bounded():
    end = RecordingVerifier()
    end.begin()
    end.verifier.finish_match(3, None)
    end.verifier.receive_piece(RecordPiece(3, 0, RECORD_PACKED_BYTES + 1, b"x"))
    assert end.results[-1].fair is None
    end.verifier.receive_piece(RecordPiece(3, 1, 5, b"x"))
    assert len(end.results) == 1


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_verifier_survives_any_sequence_of_messages_of_a_host(data):
    end = RecordingVerifier()
    words, numbers = st.sampled_from(HASHES), st.integers(0, 4)
    good = packed(str(MATCH.record))
    bits = st.sampled_from([b"", b"x", good, good[:20], good[20:]])
    deals = st.builds(
        DealProgress, numbers, st.sampled_from(["commit", "reveal", "settled", "given", "x"]), words, words, words
    )
    pieces = st.builds(
        RecordPiece, numbers, st.sampled_from([0, 20, 7]), st.sampled_from([0, 1, len(good), 1 << 50]), bits
    )
    for step in data.draw(st.lists(st.one_of(deals, pieces, numbers, st.sampled_from(["again", "forget", "told"])))):
        match step:
            case DealProgress():
                end.deal(step, data.draw(st.sampled_from([None, 0, 1])))
            case RecordPiece():
                end.verifier.receive_piece(step)
            case int(number):
                if data.draw(st.booleans()):
                    end.begin(number)
                else:
                    end.verifier.finish_match(number, data.draw(st.sampled_from([None, MATCH.standings])))
            case "again":
                end.verifier.request_piece()
            case "forget":
                end.verifier.discard_evidence()
            case _:
                end.verifier.add_changes(MATCH.opening)
    assert all(isinstance(message, Commit | Reveal | RequestRecord) for message in end.sent_messages)
    assert all(verdict.sentence.endswith(".") for verdict in end.results)


async def test_long_verification_runs_in_steps():
    loop = asyncio.get_running_loop()
    seen = []
    work = (seen.append(number) for number in range(5 * CHECKED_ACTIONS + 3))
    run_in_background(loop, work, lambda: True)
    turns = [len(seen)]
    while len(seen) < 5 * CHECKED_ACTIONS + 3:
        await asyncio.sleep(0)
        turns.append(len(seen))
    assert max(later - sooner for sooner, later in pairwise(turns)) <= CHECKED_ACTIONS


async def test_verification_stops_when_it_is_no_longer_wanted():
    seen = []
    work = (seen.append(number) for number in range(10 * CHECKED_ACTIONS))
    run_in_background(asyncio.get_running_loop(), work, lambda: len(seen) < 2 * CHECKED_ACTIONS)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(seen) == 2 * CHECKED_ACTIONS
