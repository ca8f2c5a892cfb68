"""A client's verifier of fair deals: it survives whatever a host sends, and detects every lie."""

from __future__ import annotations

import asyncio
import zlib
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core import BadRecord, games
from core.engine.record_proof import DealProof, SeatContribution
from core.engine.simulation import play_out
from core.fairness.commitments import DealtMatch, commitment, deal_seal
from net.client.background_work import run_in_background
from net.client.events import VerificationResult
from net.client.join_spec import VerifierSpec
from net.client.match_replica import MatchReplica
from net.client.verifier import FairnessVerifier, unpack_record
from net.limits import ACTIONS_PER_CHECK_STEP, MAX_PACKED_RECORD_BYTES, MAX_RECORD_TEXT_BYTES
from net.protocol.change_codec import encode_view
from net.protocol.messages import Commit, DealProgress, MatchSnapshot, RecordPiece, RequestRecord, Reveal
from net.protocol.table_state import SeatInfo, TableInfo
from tests.support.depth import examples

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""
VERIFIED_MATCH = GAME.start(2, 7)
"""A new match of two seats, whose record is verified."""
PLAYER_NAMES = ("Ann", "Bob")
"""The names of the players in the match."""
TABLE_OF_TWO_PEOPLE = TableInfo(
    "t", GAME.slug, dict(GAME.settings(2, {})), (SeatInfo(0, "Ann"), SeatInfo(1, "Bob")), (), "lobby", 0, ""
)
"""A table with two people."""
TABLE_WITH_BOT = replace(TABLE_OF_TWO_PEOPLE, seats=(SeatInfo(0, "Ann"), SeatInfo(1, "Bob", "steady")))
"""The same table with a bot in the second seat."""

POSSIBLE_HASHES = ["", "0" * 64, "f" * 64, "no hash"]
"""Texts that a host may send as a hash; some of them are no hash."""

HOST_COMMITMENT = "0" * 64
"""The commitment of the host to its secret."""

DEALT_MATCH = DealtMatch("5b0c", 3, GAME.slug, 2, GAME.record_options(GAME.settings(2, {})))
"""The match for which the deals of these tests are."""


def seal_message(
    *commitments: str,
    host: str = HOST_COMMITMENT,
    dealt_match: DealtMatch = DEALT_MATCH,
    names: tuple[str, ...] = PLAYER_NAMES,
    abandoned: int = 0,
) -> DealProgress:
    """Return the message with which a host seals a list of commitments, one for each seat from seat 0 on; `abandoned`
    is the number of deals abandoned before it.
    """
    parts = tuple(SeatContribution(seat, value) for seat, value in enumerate(commitments))
    seal = deal_seal(
        dealt_match, names, DealProof(dealt_match.table_id, dealt_match.match_number, host, "", parts, "", abandoned)
    )
    listed = tuple((seat, bytes.fromhex(value)) for seat, value in enumerate(commitments))
    return DealProgress(dealt_match.match_number, "reveal", host, abandoned, seal, listed)


class RecordingVerifier:
    """A client's `FairnessVerifier`, with the messages that it has sent and the results that it has reported."""

    def __init__(self, takes_part: bool = True) -> None:
        self.sent_messages: list[object] = []
        self.results: list[VerificationResult] = []
        draw = Random(1).randbytes if takes_part else None
        self.verifier = FairnessVerifier(
            self.sent_messages.append, self.results.append, lambda work: [*work], VerifierSpec(draw)
        )

    def pass_deal_message(
        self,
        message: DealProgress,
        seat: int | None = 0,
        table: TableInfo = TABLE_OF_TWO_PEOPLE,
        table_id: str = "5b0c",
    ) -> None:
        """Pass a message of a deal to the verifier of a client in this seat; None is a spectator."""
        self.verifier.process_deal(message, table_id, table, seat)

    def begin_deal_and_commit(
        self, host: str = HOST_COMMITMENT, match: int = 3, abandoned: int = 0, table_id: str = "5b0c"
    ) -> str:
        """Begin a deal in seat 0, check the commitment that the client sends, and return it."""
        self.pass_deal_message(DealProgress(match, "commit", host, abandoned), table_id=table_id)
        sent = self.sent_messages[-1]
        assert isinstance(sent, Commit)
        assert (sent.match_number, sent.host_commitment) == (match, host)
        return sent.commitment

    @property
    def reveals(self) -> list[Reveal]:
        """All secrets that the verifier has sent."""
        return [message for message in self.sent_messages if isinstance(message, Reveal)]

    def begin_match(self, match: int = 3) -> None:
        """Show the verifier the beginning of `VERIFIED_MATCH`, seen from seat 0, as the match with this number."""
        view = encode_view(VERIFIED_MATCH.view(0), VERIFIED_MATCH.layout)
        self.verifier.process_snapshot(
            MatchReplica(MatchSnapshot(match, 0, GAME.slug, {}, ("Ann", "Bob"), view, ()), 0)
        )

    def verdict_on(self, packed: bytes, match: int = 3) -> VerificationResult:
        """Begin and end a match, pass `packed` to the verifier as the record that it has requested, and return its
        verdict.
        """
        self.begin_match(match)
        self.verifier.finish_match(match, None)
        assert self.sent_messages.pop() == RequestRecord(match, 0)
        self.verifier.receive_piece(RecordPiece(match, 0, len(packed), packed))
        return self.results[-1]


def packed_record(text: str) -> bytes:
    """Return the text of a record as a host sends it."""
    return zlib.compress(text.encode())


def test_verifier_commits_to_its_own_secret_and_reveals_it_after_the_seal():
    end = RecordingVerifier()
    own = end.begin_deal_and_commit()
    assert end.begin_deal_and_commit() == own  # asked again, as after a lost connection
    end.pass_deal_message(seal_message(own, "1" * 64))
    (reveal,) = end.reveals
    assert commitment(DEALT_MATCH, "seat 0", reveal.secret) == own
    assert end.verifier.deals.last_deal_number == 1
    end.pass_deal_message(seal_message(own, "1" * 64))
    assert end.reveals == [reveal, reveal]
    assert end.verifier.deals.last_deal_number == 1


@pytest.mark.parametrize(("seat", "takes_part"), [(None, True), (0, False)])
def test_spectator_or_client_without_entropy_takes_no_part_in_the_deal(seat, takes_part):
    end = RecordingVerifier(takes_part)
    end.pass_deal_message(DealProgress(3, "commit", HOST_COMMITMENT), seat)
    end.pass_deal_message(seal_message("1" * 64, "1" * 64), seat)
    assert end.sent_messages == []


def test_every_deal_has_a_fresh_secret_also_for_the_same_match():
    end = RecordingVerifier()
    for match, host in ((3, HOST_COMMITMENT), (3, "1" * 64), (4, HOST_COMMITMENT), (4, "2" * 64), (5, HOST_COMMITMENT)):
        dealt_match = DEALT_MATCH._replace(match_number=match)
        own = end.begin_deal_and_commit(host, match)
        end.pass_deal_message(seal_message(own, "", host=host, dealt_match=dealt_match))
    assert len(end.reveals) == len({reveal.secret for reveal in end.reveals}) == 5
    assert end.verifier.deals.last_deal_number == 5


@pytest.mark.parametrize(
    "make_seal_message",
    [
        lambda own: DealProgress(3, "reveal", HOST_COMMITMENT),  # no list and no seal
        lambda own: replace(seal_message(own, "1" * 64), seal=""),
        lambda own: replace(seal_message(own, "1" * 64), seal="1" * 64),
        lambda own: replace(seal_message(own, "1" * 64), commitments=()),
        lambda own: replace(seal_message(own, "1" * 64), commitments=((0, bytes.fromhex(own)), (1, b"2" * 32))),
        lambda own: replace(seal_message(own, "1" * 64), commitments=((1, b"\x11" * 32), (0, bytes.fromhex(own)))),
        lambda own: replace(seal_message(own, "1" * 64), abandoned_deals=1),
        lambda own: seal_message("2" * 64, "1" * 64),  # another commitment for this seat
        lambda own: seal_message("", "1" * 64),
        lambda own: seal_message("1" * 64, own),  # in another seat
        lambda own: seal_message(own, "11"),
        lambda own: seal_message(own),  # a person without an entry
        lambda own: seal_message(own, "1" * 64, "1" * 64),  # a seat that the table does not have
        lambda own: seal_message(own, "1" * 64, names=("Bob", "Ann")),
        lambda own: seal_message(own, "1" * 64, names=("Ann", "Eve")),
        lambda own: seal_message(own, "1" * 64, dealt_match=DEALT_MATCH._replace(match_number=4)),
        lambda own: seal_message(own, "1" * 64, dealt_match=DEALT_MATCH._replace(table_id="abcd")),
        lambda own: seal_message(own, "1" * 64, dealt_match=DEALT_MATCH._replace(game="big-queen")),
        lambda own: seal_message(own, "1" * 64, dealt_match=DEALT_MATCH._replace(options=())),
        lambda own: seal_message(own, "1" * 64, host="1" * 64),  # of another deal
        lambda own: DealProgress(3, "settled", HOST_COMMITMENT, 0, seal_message(own, "1" * 64).seal),
    ],
    ids=range(21),
)
def test_secret_is_revealed_for_no_seal_that_is_wrong_or_lacks_the_clients_own_commitment(make_seal_message):
    end = RecordingVerifier()
    end.pass_deal_message(make_seal_message(end.begin_deal_and_commit()))
    assert end.reveals == []


def test_secret_is_not_revealed_for_a_list_with_the_commitment_of_a_bot():
    for commitments, reveals in (((0, 1), 0), ((0,), 1)):
        end = RecordingVerifier()
        end.pass_deal_message(DealProgress(3, "commit", HOST_COMMITMENT), table=TABLE_WITH_BOT)
        own = end.sent_messages[-1].commitment
        end.pass_deal_message(seal_message(*[own, "1" * 64][: len(commitments)]), table=TABLE_WITH_BOT)
        assert len(end.reveals) == reveals


def test_second_sealed_list_for_the_same_deal_is_called_a_lie():
    end = RecordingVerifier()
    own = end.begin_deal_and_commit()
    end.pass_deal_message(seal_message(own, "1" * 64))
    end.pass_deal_message(seal_message(own, "2" * 64))
    assert len(end.reveals) == 1
    end.begin_match()
    assert end.verdict_on(packed_record(str(VERIFIED_MATCH.record))).fair is False
    assert "two different things" in end.results[-1].sentence


def test_deal_that_is_begun_again_after_its_seal_is_called_a_lie():
    end = RecordingVerifier()
    end.pass_deal_message(seal_message(end.begin_deal_and_commit(), "1" * 64))
    end.pass_deal_message(DealProgress(3, "commit", HOST_COMMITMENT))
    assert isinstance(end.sent_messages[-1], Reveal)
    assert end.verdict_on(packed_record(str(VERIFIED_MATCH.record))).fair is False


def test_verifier_takes_no_part_in_a_deal_of_an_earlier_match_at_the_same_table():
    end = RecordingVerifier()
    end.begin_deal_and_commit(match=9)
    sent = list(end.sent_messages)
    end.pass_deal_message(DealProgress(8, "commit", "1" * 64))
    assert end.sent_messages == sent
    end.begin_deal_and_commit("2" * 64, match=9)
    end.begin_deal_and_commit("3" * 64, match=1, table_id="another")
    end.verifier.discard_evidence()
    sent = list(end.sent_messages)
    end.pass_deal_message(DealProgress(3, "commit", "4" * 64))  # back at the first table
    assert end.sent_messages == sent


def test_host_that_denies_a_deal_that_it_has_begun_is_detected():
    end = RecordingVerifier()
    end.pass_deal_message(seal_message(end.begin_deal_and_commit(), "1" * 64))
    end.pass_deal_message(DealProgress(3, "given"))
    assert end.verdict_on(packed_record(str(VERIFIED_MATCH.record))).fair is False
    assert "two different things" in end.results[-1].sentence


def test_match_that_is_over_is_not_checked_again_from_a_seat_taken_in_the_lobby():
    client = RecordingVerifier()
    client.verdict_on(b"")
    over = GAME.start(2, 7)
    play_out(GAME, over, [GAME.bots["steady"]] * 2)
    for seat, is_checked in [(1, False), (0, True)]:
        client.sent_messages.clear()
        view = encode_view(over.view(seat), over.layout)
        client.verifier.process_snapshot(MatchReplica(MatchSnapshot(3, 9, GAME.slug, {}, PLAYER_NAMES, view, ()), seat))
        client.verifier.finish_match(3, None)
        assert bool(client.sent_messages) is is_checked


def test_verdict_is_not_proved_if_the_host_has_no_record():
    assert RecordingVerifier().verdict_on(b"").fair is None


@pytest.mark.parametrize(
    "data",
    [
        b"x",
        packed_record(""),
        packed_record("hello"),
        packed_record("mad-queens record 1\n" * 3),
        packed_record(str(VERIFIED_MATCH.record))[:-1],
        packed_record(str(VERIFIED_MATCH.record)) + b"x",
        packed_record(str(VERIFIED_MATCH.record)[:-75]),
        zlib.compress(b"\xff\xfe"),
        zlib.compress(b"0" * (MAX_RECORD_TEXT_BYTES + 1)),
        zlib.compress(zlib.compress(b"")),
    ],
    ids=range(10),
)
def test_invalid_record_is_called_a_lie_in_a_verdict_of_one_line(data):
    with pytest.raises(BadRecord):
        unpack_record(data)
    verdict = RecordingVerifier().verdict_on(data)
    assert verdict.fair is False
    assert "\n" not in verdict.sentence


def test_record_that_is_announced_as_too_large_is_refused_and_its_next_piece_ignored():
    end = RecordingVerifier()
    end.begin_match()
    end.verifier.finish_match(3, None)
    end.verifier.receive_piece(RecordPiece(3, 0, MAX_PACKED_RECORD_BYTES + 1, b"x"))
    assert end.results[-1].fair is None
    end.verifier.receive_piece(RecordPiece(3, 1, 5, b"x"))
    assert len(end.results) == 1


@examples(50, 500)
@given(data=st.data())
def test_verifier_survives_any_sequence_of_messages_of_a_host(data):
    end = RecordingVerifier()
    words, numbers = st.sampled_from(POSSIBLE_HASHES), st.integers(0, 4)
    good = packed_record(str(VERIFIED_MATCH.record))
    bits = st.sampled_from([b"", b"x", good, good[:20], good[20:]])
    stages = st.sampled_from(["commit", "reveal", "settled", "given", "void", "x"])
    lists = st.lists(st.tuples(numbers, st.sampled_from([b"", b"0" * 32, b"x"])), max_size=3).map(tuple)
    deals = st.builds(DealProgress, numbers, stages, words, numbers, words, lists)
    pieces = st.builds(
        RecordPiece, numbers, st.sampled_from([0, 20, 7]), st.sampled_from([0, 1, len(good), 1 << 50]), bits
    )
    for step in data.draw(st.lists(st.one_of(deals, pieces, numbers, st.sampled_from(["again", "forget", "told"])))):
        match step:
            case DealProgress():
                end.pass_deal_message(step, data.draw(st.sampled_from([None, 0, 1])))
            case RecordPiece():
                end.verifier.receive_piece(step)
            case int(number):
                if data.draw(st.booleans()):
                    end.begin_match(number)
                else:
                    end.verifier.finish_match(number, data.draw(st.sampled_from([None, VERIFIED_MATCH.standings])))
            case "again":
                end.verifier.request_piece()
            case "forget":
                end.verifier.discard_evidence()
            case _:
                end.verifier.add_changes(VERIFIED_MATCH.opening_changes)
    assert all(isinstance(message, Commit | Reveal | RequestRecord) for message in end.sent_messages)
    assert all(verdict.sentence.endswith(".") for verdict in end.results)


async def test_long_verification_checks_a_bounded_number_of_actions_in_each_turn_of_the_loop():
    loop = asyncio.get_running_loop()
    seen = []
    work = (seen.append(number) for number in range(5 * ACTIONS_PER_CHECK_STEP + 3))
    run_in_background(loop, work, lambda: True)
    turns = [len(seen)]
    while len(seen) < 5 * ACTIONS_PER_CHECK_STEP + 3:
        await asyncio.sleep(0)
        turns.append(len(seen))
    assert max(later - sooner for sooner, later in pairwise(turns)) <= ACTIONS_PER_CHECK_STEP


async def test_verification_stops_when_it_is_no_longer_wanted():
    seen = []
    work = (seen.append(number) for number in range(10 * ACTIONS_PER_CHECK_STEP))
    run_in_background(asyncio.get_running_loop(), work, lambda: len(seen) < 2 * ACTIONS_PER_CHECK_STEP)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(seen) == 2 * ACTIONS_PER_CHECK_STEP
