"""The hashes of a fair deal, and the verification of a match's record, which reports the first fault that it finds."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import BadRecord, Record, games, replay
from core.engine.record_proof import DealProof, Proof, SeatContribution
from core.fairness.commitments import (
    HOST_LABEL,
    DealtMatch,
    commitment,
    deal_fault,
    deal_seal,
    deal_seed,
    seat_label,
)
from core.fairness.verification import MAX_MARKS, MarkTrace, verify_record

PERSON_NAMES = ("Bea", "Ada", "Cleo Ex")
"""Names of the people whose secrets are part of the deal."""
TABLE_ID = "5b0c"
"""The id of the table in every proof of these tests."""


def secret_of_party(party: str) -> str:
    """Return the secret of the host or of a seat: a hash of its name, so that it is the same in every test."""
    return sha256(party.encode()).hexdigest()


def make_deal(
    dealt_match: DealtMatch,
    seats: tuple[int, ...] = (0, 1),
    silent: tuple[int, ...] = (),
    names: tuple[str, ...] = PERSON_NAMES,
    abandoned: int = 0,
) -> DealProof:
    """Return a sealed deal in which the host and `seats` have revealed their secrets, and `silent` seats made none.

    Seats in neither are those of bots. `abandoned` is the number of abandoned deals that are sealed with it, and
    `names` are those of the players by seat.
    """
    parts = []
    for seat in sorted({*seats, *silent}):
        secret = "" if seat in silent else secret_of_party(seat_label(seat))
        parts.append(
            SeatContribution(seat, commitment(dealt_match, seat_label(seat), secret) if secret else "", secret)
        )
    host = secret_of_party(HOST_LABEL)
    host_commitment = commitment(dealt_match, HOST_LABEL, host)
    deal = DealProof(dealt_match.table_id, dealt_match.match_number, host_commitment, host, tuple(parts), "", abandoned)
    return replace(deal, seal=deal_seal(dealt_match, names, deal))


@cache
def make_record(
    slug: str = "mad-queens", limit: int = 100_000, fair: bool = True, abandoned: int = 0, **options: str
) -> Record:
    """Return the record of a match of at most `limit` random actions, after a fair deal in which seat 2 took no part.

    If not `fair`, the seed is given and the proof holds no deal.
    """
    game = games[slug]
    seats = next(number for number in game.seats if number >= 3)
    dealt_match = DealtMatch(TABLE_ID, 4, slug, seats, game.record_options(game.settings(seats, options)))
    names = (*PERSON_NAMES, "Dora", "Edda", "Fay")[:seats]
    deal = make_deal(dealt_match, silent=(2,), names=names, abandoned=abandoned)
    match = game.start(seats, deal_seed(deal) if fair else 7, options)
    trace, random = MarkTrace(match, names), Random(3)
    while not match.over and len(match.actions) < limit:
        seat = random.choice(sorted(match.waiting))
        action = random.choice(match.legal(seat))
        trace.add_action(seat, action, match.act(seat, action))
    proof = Proof(names, deal if fair else None, match.standings, trace.actions_per_mark, trace.marks)
    return replace(match.record, proof=proof)


def record_with_changed_deal(record: Record, **changed: object) -> Record:
    """Return a copy of a record with these fields of its deal changed."""
    assert record.proof is not None
    assert record.proof.deal is not None
    return record_with_changed_proof(record, deal=replace(record.proof.deal, **changed))  # type: ignore[arg-type]


def record_with_changed_proof(record: Record, **changed: object) -> Record:
    """Return a copy of a record with these fields of its proof changed."""
    assert record.proof is not None
    return replace(record, proof=replace(record.proof, **changed))  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", games)
def test_verdict_on_a_record_names_whose_secrets_made_the_seed_but_does_not_call_it_fair(slug):
    verdict = verify_record(make_record(slug, 300))
    assert verdict.fair is None, verdict.sentence
    assert verdict.sentence.startswith(
        "No fault found: the record says that the host and seats 1 and 2 shuffled the cards together, without seat 3. "
        "All "
    )
    assert verdict.sentence.endswith(
        " A record alone cannot prove that the deal was fair; if you played, your result told you."
    )


@pytest.mark.parametrize("limit", [5, 30])
def test_verdict_on_a_record_counts_its_moves(limit):
    record = make_record(limit=limit)
    assert len(record.actions) == limit
    assert f" All {limit} moves followed the rules" in verify_record(record).sentence


def test_verdict_on_a_record_says_how_many_deals_were_abandoned_before_its_own():
    assert ", after 1 abandoned deal." in verify_record(make_record(limit=30, abandoned=1)).sentence
    assert ", after 2 abandoned deals." in verify_record(make_record(limit=30, abandoned=2)).sentence


def test_record_whose_deal_lacks_a_secret_proves_nothing():
    record = make_record()
    deal = record.proof.deal
    parts = (deal.contributions[0], replace(deal.contributions[1], secret=""), deal.contributions[2])
    verdict = verify_record(record_with_changed_deal(record, contributions=parts))
    assert verdict.fair is False
    assert "not revealed, so the deal is void" in verdict.sentence


@pytest.mark.parametrize("slug", games)
def test_text_of_a_record_with_its_proof_parses_and_replays_to_the_same_match(slug):
    record = make_record(slug, 300)
    assert Record.parse(str(record)) == record
    assert Record.parse(str(record).replace("\n", "\n\n  ")) == record
    assert replay(record).record == replace(record, proof=None)
    assert record.proof is not None
    assert DealProof.parse(str(record.proof.deal)) == record.proof.deal


def test_hashes_of_a_deal_follow_the_formulas_in_the_docstring_of_commitments():
    dealt_match = DealtMatch("5b0c", 4, "mad-queens", 3, (("visibility", "sealed"),))
    text = "queens-fair-2 commitment\n5b0c 4 mad-queens 3 visibility=sealed\nseat 1 " + "ab" * 32
    assert commitment(dealt_match, seat_label(1), "ab" * 32) == sha256(text.encode()).hexdigest()
    deal = DealProof(
        "5b0c", 4, "0" * 64, "1" * 64, (SeatContribution(0), SeatContribution(1, "2" * 64, "3" * 64)), "", 2
    )
    text = (
        "queens-fair-2 seal\n5b0c 4 mad-queens 3 visibility=sealed\nabandoned 2\n"
        f"host {'0' * 64}\nseat 0 - Bea\nseat 1 {'2' * 64} Ada\nseat 2 program Cleo Ex"
    )
    seal = deal_seal(dealt_match, ("Bea", "Ada", " Cleo  Ex"), deal)
    assert seal == sha256(text.encode()).hexdigest()
    text = f"queens-fair-2 seed\n{seal}\nhost {'1' * 64}\nseat 1 {'3' * 64}"
    assert deal_seed(replace(deal, seal=seal)) == sha256(text.encode()).hexdigest()


def test_seal_of_a_deal_changes_with_every_value_that_it_covers():
    dealt_match = DealtMatch("5b0c", 4, "mad-queens", 3)
    deal = DealProof("5b0c", 4, "0" * 64, "", (SeatContribution(0), SeatContribution(1, "2" * 64)))
    seals = [
        deal_seal(dealt_match, PERSON_NAMES, deal),
        deal_seal(dealt_match._replace(table_id="5b0d"), PERSON_NAMES, deal),
        deal_seal(dealt_match._replace(match_number=5), PERSON_NAMES, deal),
        deal_seal(dealt_match._replace(game="big-queen"), PERSON_NAMES, deal),
        deal_seal(dealt_match._replace(seats=4), PERSON_NAMES, deal),
        deal_seal(dealt_match._replace(options=(("rules", "2"),)), PERSON_NAMES, deal),
        deal_seal(dealt_match, ("Ada", "Bea", "Cleo Ex"), deal),
        deal_seal(dealt_match, PERSON_NAMES, replace(deal, abandoned_deals=1)),
        deal_seal(dealt_match, PERSON_NAMES, replace(deal, host_commitment="1" * 64)),
        deal_seal(dealt_match, PERSON_NAMES, replace(deal, contributions=deal.contributions[1:])),
        deal_seal(
            dealt_match, PERSON_NAMES, replace(deal, contributions=(SeatContribution(0), SeatContribution(1, "3" * 64)))
        ),
        deal_seal(
            dealt_match, PERSON_NAMES, replace(deal, contributions=(SeatContribution(0), SeatContribution(2, "2" * 64)))
        ),
    ]
    assert len(set(seals)) == len(seals)
    revealed = replace(
        deal, host_secret="4" * 64, contributions=(SeatContribution(0), SeatContribution(1, "2" * 64, "3" * 64))
    )
    assert deal_seal(dealt_match, PERSON_NAMES, revealed) == seals[0]


def test_commitment_to_a_secret_changes_with_match_table_seat_and_secret():
    dealt_match = DealtMatch("5b0c", 4, "mad-queens", 3)
    others = [
        (dealt_match._replace(table_id="5b0d"), seat_label(1), "ab" * 32),
        (dealt_match._replace(match_number=5), seat_label(1), "ab" * 32),
        (dealt_match._replace(game="big-queen"), seat_label(1), "ab" * 32),
        (dealt_match._replace(seats=4), seat_label(1), "ab" * 32),
        (dealt_match._replace(options=(("visibility", "sealed"),)), seat_label(1), "ab" * 32),
        (dealt_match, seat_label(2), "ab" * 32),
        (dealt_match, HOST_LABEL, "ab" * 32),
        (dealt_match, seat_label(1), "ac" * 32),
        (dealt_match, seat_label(1), "ab" * 32),
    ]
    assert len({commitment(*one) for one in others}) == len(others)


@given(data=st.data())
def test_altering_any_hash_or_the_number_of_abandoned_deals_is_detected(data):
    dealt_match = DealtMatch(TABLE_ID, 4, "mad-queens", 3)
    deal = make_deal(dealt_match, (0, 1, 2))
    where = data.draw(st.sampled_from(["host_commitment", "host_secret", "contributions", "seal", "abandoned_deals"]))
    if where == "contributions":
        place = data.draw(st.integers(0, 2))
        field = data.draw(st.sampled_from(["commitment", "secret"]))
        parts = list(deal.contributions)
        parts[place] = replace(parts[place], **{field: "0" * 64})
        assert f"seat {place + 1} " in deal_fault(dealt_match, PERSON_NAMES, replace(deal, contributions=tuple(parts)))
    elif where == "abandoned_deals":
        assert "abandoned" in deal_fault(dealt_match, PERSON_NAMES, replace(deal, abandoned_deals=1))
    else:
        assert deal_fault(dealt_match, PERSON_NAMES, replace(deal, **{where: "0" * 64})) != ""
    assert deal_fault(dealt_match, PERSON_NAMES, deal) == ""


# The first thing that is wrong is named


def test_verdict_names_a_false_or_missing_secret_of_the_host():
    record = record_with_changed_deal(make_record(), host_secret="0" * 64)
    assert verify_record(record).fair is False
    assert "host" in verify_record(record).sentence
    assert "not revealed" in verify_record(record_with_changed_deal(make_record(), host_secret="")).sentence


def test_verdict_names_a_seed_that_does_not_follow_from_the_secrets():
    record = make_record()
    match = games["mad-queens"].start(3, "0" * 64)
    for other in (
        replace(record, seed="0" * 64),
        replace(replace(match.record, proof=record.proof), seed="1" * 64),
    ):
        assert verify_record(other).fair is False
        assert "seed" in verify_record(other).sentence
    without = record_with_changed_deal(record, contributions=record.proof.deal.contributions[:1])
    assert verify_record(without).fair is False
    assert "sealed" in verify_record(without).sentence


def test_verdict_names_the_first_action_that_was_altered():
    record = make_record()
    for place in range(len(record.actions)):
        seat, text = record.actions[place]
        for other in ((seat, "bank" if text != "bank" else "reveal"), ((seat + 1) % 3, text)):
            changed = (*record.actions[:place], other, *record.actions[place + 1 :])
            verdict = verify_record(replace(record, actions=changed))
            assert verdict.fair is False
            assert verdict.sentence.startswith(f"Action {place + 1} of the record"), verdict
        left_out = verify_record(replace(record, actions=record.actions[:place] + record.actions[place + 1 :]))
        assert left_out.fair is False
        if place + 1 < len(record.actions) and record.actions[place + 1] != record.actions[place]:
            assert left_out.sentence.startswith(f"Action {place + 1} of the record")


def test_verdict_names_the_action_at_which_a_record_was_truncated_or_extended():
    record = make_record()
    assert (
        f"after its action {len(record.actions) - 3}"
        in verify_record(replace(record, actions=record.actions[:-3])).sentence
    )
    longer = verify_record(replace(record, actions=(*record.actions, (0, "reveal"))))
    assert longer.sentence.startswith(f"Action {len(record.actions) + 1} ")


def test_verdict_names_what_is_false_of_digest_standings_names_and_marks():
    record = make_record()
    assert "digest" in verify_record(replace(record, digest="00" * 32)).sentence
    first, *rest = record.proof.standings
    assert (
        "standings"
        in verify_record(
            record_with_changed_proof(record, standings=(first._replace(score=first.score + 1), *rest))
        ).sentence
    )
    given = make_record(fair=False)
    assert "names" in verify_record(record_with_changed_proof(given, names=("Eve", *given.proof.names[1:]))).sentence
    assert "a name" in verify_record(record_with_changed_proof(record, names=("Eve", *record.proof.names[1:]))).sentence
    assert "mark" in verify_record(record_with_changed_proof(record, marks=())).sentence


def test_verdict_on_a_record_with_prepared_cards_calls_it_a_lie():
    record = replace(make_record(), deal=(("deck/0", "6♥"),))
    assert verify_record(record).fair is False


@settings(max_examples=300, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("fair", [True, False])
def test_record_with_one_altered_character_is_unreadable_or_a_lie(fair, data):
    record = make_record("queen-bees-ii", 30, fair)
    text = str(record)
    place = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(["0", "1", "9", "a", "f", "-", " ", "\n", "x", "Q", "♠", ""]))
    altered = text[:place] + new + text[place + 1 :]
    try:
        read = Record.parse(altered)
    except BadRecord:
        return
    if read != record:  # else only white space is another
        assert verify_record(read).fair is False, verify_record(read).sentence


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_record_with_a_line_lost_doubled_or_swapped_is_unreadable_a_lie_or_without_proof(data):
    record = make_record("queen-bees-ii", 30)
    lines = str(record).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    other = data.draw(st.integers(0, len(lines) - 1))
    change = data.draw(st.sampled_from(["lose", "double", "swap"]))
    if change == "lose":
        del lines[place]
    elif change == "double":
        lines.insert(other, lines[place])
    else:
        lines[place], lines[other] = lines[other], lines[place]
    try:
        read = Record.parse("\n".join(lines))
    except BadRecord:
        return
    if read != record:
        assert verify_record(read).fair is False or read.proof is None


# Records without an error that prove nothing


def test_record_without_a_proof_is_only_replayed_and_errors_in_it_are_named():
    record = replace(make_record(), proof=None)
    assert verify_record(record).fair is None
    assert "no proof" in verify_record(record).sentence
    assert "digest" in verify_record(replace(record, digest="00" * 32)).sentence
    assert verify_record(replace(record, digest="00" * 32)).fair is False
    assert verify_record(replace(record, actions=((0, "dance"), *record.actions))).sentence.startswith("Action 1 ")
    assert verify_record(replace(record, game="whist")).fair is False
    assert verify_record(replace(record, seats=5000)).fair is False


def test_verdict_on_a_record_with_a_given_seed_says_so_and_is_not_fair():
    verdict = verify_record(make_record(fair=False))
    assert verdict.fair is None
    assert verdict.sentence.startswith("Deal not proved: the seed was chosen beforehand. All ")


def test_deal_in_which_only_the_host_took_part_proves_nothing():
    game = games["mad-queens"]
    dealt_match = DealtMatch(TABLE_ID, 1, "mad-queens", 2, game.record_options(game.settings(2, {})))
    deal = make_deal(dealt_match, (), names=())
    match = game.start(2, deal_seed(deal))
    trace = MarkTrace(match)
    record = replace(match.record, proof=Proof((), deal, match.standings, trace.actions_per_mark, trace.marks))
    assert verify_record(record).fair is None
    assert "Deal not proved: nobody but the host had a part in it." in verify_record(record).sentence


# Marks and witnesses


def test_alteration_is_detected_in_a_long_match_whose_record_has_marks_after_some_actions_only():
    game = games["mad-queens"]
    match = game.start(400, 7)
    trace, random = MarkTrace(match), Random(1)
    while len(match.actions) < 2 * MAX_MARKS + 10:
        seat = random.choice(sorted(match.awaited))
        action = random.choice(match.legal(seat))
        trace.add_action(seat, action, match.act(seat, action))
    assert trace.actions_per_mark == 4
    assert len(trace.marks) <= MAX_MARKS + 1
    proof = Proof((), None, match.standings, trace.actions_per_mark, trace.marks)
    record = replace(match.record, proof=proof)
    assert verify_record(record).fair is None
    place = 5001
    seat, text = record.actions[place]
    swapped = (*record.actions[:place], (seat, "end" if text != "end" else "bank"), *record.actions[place + 1 :])
    assert verify_record(replace(record, actions=swapped)).fair is False


def test_witness_of_a_verification_is_called_after_every_action_and_its_objection_is_the_verdict():
    record = make_record()
    seen = []

    def witness(done, match, changes):
        seen.append((done, len(match.actions), bool(changes)))
        return "That is not what I saw." if done == 5 else ""

    verdict = verify_record(record, witness)
    assert verdict.fair is False
    assert verdict.sentence == "That is not what I saw."
    assert [number for number, *_ in seen] == [0, 1, 2, 3, 4, 5]
    assert all(done == actions and changed for done, actions, changed in seen)
