"""The protocol of a fair deal (commit and reveal): who is waited for, how long, which messages count, and when a deal
is void.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.fairness.commitments import DealtMatch, commitment, deal_fault, deal_seal, deal_seed, seat_label
from net.limits import MAX_DEAL_STAGE_SECONDS
from net.protocol.deal_stage import DealStage
from net.table.commit_reveal import CommitReveal, DealSeating, deal_message, given_seed_message
from tests.support.depth import examples

DEALT_MATCH = DealtMatch("5b0c", 3, "mad-queens", 4)
"""The match that is dealt in these tests."""
HOST_SECRET = "ab" * 32
"""The host's secret in the deal, in hexadecimal digits."""
PERSON_NAMES = ("Ann", "Bob", "Cleo", "Ada")
"""The names of the people at the table."""
SEATS_OF_PEOPLE = (0, 1, 2)
"""The seats of people; the fourth seat has a bot."""


def secret_of_seat(seat: int) -> str:
    """Return the secret of a seat, the same in every test."""
    return sha256(b"%d" % seat).hexdigest()


def commitment_of_seat(seat: int) -> str:
    """Return the commitment to the secret of a seat."""
    return commitment(DEALT_MATCH, seat_label(seat), secret_of_seat(seat))


def begin_deal_for(*seats: int, abandoned_deals: int = 0) -> CommitReveal:
    """Return a deal, begun at the time of 10 seconds, in which these seats are asked for commitments."""
    return CommitReveal(
        DEALT_MATCH,
        HOST_SECRET,
        DealSeating(PERSON_NAMES, SEATS_OF_PEOPLE),
        seats,
        10.0,
        abandoned_deals=abandoned_deals,
    )


def test_deal_is_sealed_when_all_have_committed_and_settled_when_all_have_revealed():
    dealing = begin_deal_for(0, 2)
    assert dealing.stage is DealStage.COMMIT
    dealing.commit(0, commitment_of_seat(0))
    assert not dealing.advance(10.1)
    dealing.commit(2, commitment_of_seat(2))
    assert dealing.advance(10.2)
    assert dealing.stage is DealStage.REVEAL
    assert dealing.deadline == 10.2 + MAX_DEAL_STAGE_SECONDS
    dealing.reveal(2, secret_of_seat(2))
    assert not dealing.advance(10.3)
    dealing.reveal(0, secret_of_seat(0))
    assert dealing.advance(10.4)
    assert dealing.stage is DealStage.SETTLED
    assert dealing.uncommitted_seats == dealing.unrevealed_seats == ()
    assert deal_fault(DEALT_MATCH, PERSON_NAMES, dealing.deal) == ""
    assert dealing.seed == deal_seed(dealing.deal)


def test_commitment_that_comes_too_late_has_no_part_in_the_seed():
    dealing = begin_deal_for(0, 2)
    dealing.commit(0, commitment_of_seat(0))
    assert dealing.advance(10.0 + MAX_DEAL_STAGE_SECONDS)
    dealing.commit(2, commitment_of_seat(2))
    dealing.reveal(0, secret_of_seat(0))
    assert dealing.advance(14.0)
    assert dealing.stage is DealStage.SETTLED
    assert dealing.uncommitted_seats == (2,)
    assert [part.seat for part in dealing.deal.revealed] == [0]
    assert deal_fault(DEALT_MATCH, PERSON_NAMES, dealing.deal) == ""


def test_deal_is_void_if_a_secret_does_not_come_in_time():
    dealing = begin_deal_for(0, 2)
    dealing.commit(0, commitment_of_seat(0))
    dealing.commit(2, commitment_of_seat(2))
    dealing.advance(10.0)
    dealing.reveal(0, secret_of_seat(0))
    assert not dealing.advance(10.0 + MAX_DEAL_STAGE_SECONDS - 0.1)
    assert dealing.advance(10.0 + MAX_DEAL_STAGE_SECONDS)
    assert dealing.stage is DealStage.VOID
    assert dealing.unrevealed_seats == (2,)
    dealing.reveal(2, secret_of_seat(2))
    assert not dealing.advance(20.0)
    assert dealing.stage is DealStage.VOID


def test_unreachable_seats_are_not_waited_for():
    dealing = begin_deal_for(0, 2)
    dealing.commit(0, commitment_of_seat(0))
    assert dealing.advance(10.0, unreachable_seats=[2])
    assert dealing.stage is DealStage.REVEAL
    assert dealing.advance(10.0, unreachable_seats=[0, 2])
    assert dealing.stage is DealStage.VOID


def test_deal_without_seats_is_settled_at_once():
    assert begin_deal_for().stage is DealStage.SETTLED
    assert begin_deal_for().uncommitted_seats == ()


@pytest.mark.parametrize("secret", ["00" * 32, "AB" * 32, "", "x", "ab" * 33])
def test_secret_that_does_not_match_its_commitment_is_ignored(secret):
    dealing = begin_deal_for(0)
    dealing.commit(0, commitment_of_seat(0))
    dealing.advance(10.0)
    dealing.reveal(0, secret)
    dealing.advance(20.0)
    assert dealing.unrevealed_seats == (0,)


def test_second_commitment_of_a_seat_or_one_not_asked_for_is_ignored():
    dealing = begin_deal_for(0)
    dealing.commit(1, commitment_of_seat(1))
    dealing.commit(0, "no hash")
    dealing.commit(0, commitment_of_seat(0))
    dealing.commit(0, commitment_of_seat(3))
    dealing.reveal(0, secret_of_seat(0))  # too early
    dealing.advance(10.0)
    assert dealing.unrevealed_seats == (0,)
    dealing.reveal(0, secret_of_seat(0))
    assert dealing.unrevealed_seats == ()
    assert [part.commitment for part in dealing.deal.contributions] == [commitment_of_seat(0), "", ""]


def test_seal_binds_the_list_of_commitments_and_is_sent_before_any_secret_is_requested():
    dealing = begin_deal_for(0, 2, abandoned_deals=1)
    sent_messages = [dealing.message()]
    for seat in (0, 2):
        dealing.commit(seat, commitment_of_seat(seat))
    dealing.advance(10.0)
    sent_messages.append(dealing.message())
    for seat in (0, 2):
        dealing.reveal(seat, secret_of_seat(seat))
    dealing.advance(10.0)
    sent_messages.append(dealing.message())
    assert [message.stage for message in sent_messages] == ["commit", "reveal", "settled"]
    assert {message.host_commitment for message in sent_messages} == {dealing.host}
    assert {message.abandoned_deals for message in sent_messages} == {1}
    seal = deal_seal(DEALT_MATCH, PERSON_NAMES, replace(dealing.deal, host_secret=""))
    assert [message.seal for message in sent_messages] == ["", seal, seal]
    listed = ((0, bytes.fromhex(commitment_of_seat(0))), (1, b""), (2, bytes.fromhex(commitment_of_seat(2))))
    assert [message.commitments for message in sent_messages] == [(), listed, ()]
    assert deal_message(dealing.deal) == sent_messages[-1]
    for secret in (HOST_SECRET, secret_of_seat(0), secret_of_seat(2), dealing.seed):
        assert secret not in repr(sent_messages)
    assert given_seed_message(3).stage == "given"


@examples(40, 500)
@given(data=st.data())
def test_deal_is_settled_with_all_secrets_or_void_for_any_messages(data):
    """Whatever messages come in whatever order, the deal ends in time; if it is settled, all committed secrets are in
    the seed.
    """
    dealing = begin_deal_for(*data.draw(st.sets(st.integers(0, 2))))
    now = 10.0
    words = st.sampled_from(
        [commitment_of_seat(0), commitment_of_seat(2), secret_of_seat(0), secret_of_seat(2), "", "x", "0" * 64]
    )
    for _ in range(data.draw(st.integers(0, 30))):
        say = data.draw(st.sampled_from([dealing.commit, dealing.reveal]))
        say(data.draw(st.integers(0, 4)), data.draw(words))
        now += data.draw(st.sampled_from([0.0, 0.1, 1.0]))
        dealing.advance(now, data.draw(st.sets(st.integers(0, 3))))
    dealing.advance(now + MAX_DEAL_STAGE_SECONDS)
    dealing.advance(now + 2 * MAX_DEAL_STAGE_SECONDS)
    assert dealing.stage in (DealStage.SETTLED, DealStage.VOID)
    assert (dealing.stage is DealStage.SETTLED) == (deal_fault(DEALT_MATCH, PERSON_NAMES, dealing.deal) == "")
