"""The fair deal against a lying host: the unmodified client calls a deal fair only if nobody could choose the seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from core.fairness.commitments import commitment, deal_seal, deal_seed, seat_label
from net.client.deal_memory import DealMemory
from net.protocol.messages import DealProgress, MatchAborted
from tests.net.client.lying_host import LyingHost, Victim, made_up_hash

FAIR_VERDICT = "Fair deal: everybody shuffled together, and nobody could choose the cards."
"""The text at the beginning of the verdict on a fair deal."""


def new_host(**settings: object) -> LyingHost:
    """Return a host that has welcomed a victim to its table; `settings` are the arguments of `LyingHost`."""
    return LyingHost(Victim(), **settings)  # type: ignore[arg-type]


def test_deal_by_the_protocol_is_fair_though_everybody_else_is_the_hosts_friend() -> None:
    host = new_host()
    verdict = host.play_match(host.make_fair_deal().deal)
    assert verdict.fair is True
    assert verdict.sentence.startswith(FAIR_VERDICT)


# A host that lets its friends or itself choose


def test_client_reveals_no_secret_without_a_seal_and_calls_the_deal_not_proved() -> None:
    """The host asks for the victim's secret before it has sealed the list of all commitments."""
    host = new_host()
    made = host.begin_deal()
    host.victim.handle_message(DealProgress(1, "reveal", made.host_commitment))
    assert host.victim.reveals == []
    best = replace(made, commitments={0: "", 1: made.commitments[1], 2: made.commitments[2]})
    host.settle_seed(best)
    verdict = host.play_match(best.deal)
    assert verdict.fair is None
    assert verdict.sentence.startswith("Deal not proved: ")


@pytest.mark.parametrize("seats_left_out", [left_out for left_out in product((0, 1), (0, 1)) if any(left_out)])
def test_deal_that_leaves_out_a_sealed_secret_is_called_a_lie(seats_left_out: tuple[int, int]) -> None:
    """The host knows all other secrets, and leaves some of its friends out of a sealed deal to choose among several
    seeds.
    """
    host = new_host()
    deal = host.make_fair_deal().deal
    out = {seat for seat, out in enumerate(seats_left_out, start=1) if out}
    silent = tuple(replace(part, secret="") if part.seat in out else part for part in deal.contributions)
    without = tuple(
        replace(part, commitment="", secret="") if part.seat in out else part for part in deal.contributions
    )
    for parts in (silent, without):
        other = replace(deal, contributions=parts)
        assert host.play_match(other).fair is False
        assert host.play_match(replace(other, seal=deal_seal(host.dealt_match, host.names, other))).fair is False


def test_client_reveals_no_secret_for_a_sealed_list_with_commitments_of_bots() -> None:
    """The host adds commitments for the seats of bots to the list, with secrets of its own choice."""
    host = new_host(bots=(1, 2))
    made = host.begin_deal()
    secrets = {seat: made_up_hash(f"bot {seat}") for seat in (1, 2)}
    parts = {seat: commitment(host.dealt_match, seat_label(seat), secret) for seat, secret in secrets.items()}
    made = host.send_seal(replace(made, commitments={**made.commitments, **parts}, secrets=secrets))
    assert host.victim.reveals == []
    verdict = host.play_match(made.deal, deal_seed(made.deal))
    assert verdict.fair is not True


def test_host_that_goes_back_to_an_earlier_match_gets_no_commitment_and_proves_nothing() -> None:
    """The host deals match 1, then match 8, then match 1 again with the same secret of its own."""
    host = new_host()
    first = host.send_seal(host.begin_deal(secret=made_up_hash("the same")))
    host.match = 8
    host.begin_deal(secret=made_up_hash("the same"))
    host.match = 1
    committed = len(host.victim.commitments)
    host.begin_deal(secret=made_up_hash("the same"))
    assert len(host.victim.commitments) == committed
    verdict = host.play_match(first.deal)
    assert verdict.fair is None
    assert "went back to an earlier match" in verdict.sentence


def test_deal_begun_again_after_its_seal_gets_no_second_commitment_and_is_called_a_lie() -> None:
    host = new_host()
    made = host.send_seal(host.begin_deal(secret=made_up_hash("the same")))
    host.begin_deal(secret=made_up_hash("the same"))
    assert len(host.victim.commitments) == 1
    assert host.play_match(made.deal).fair is False


def test_client_calls_a_match_with_seats_or_names_changed_after_the_deal_a_lie() -> None:
    """The host gives itself the better hand: it shows the victim another seat, or other names in the seats."""
    host = new_host()
    deal = host.make_fair_deal().deal
    assert "not the one in the deal" in host.play_match(deal, seat=1).sentence
    swapped = ("Eve", "Ann", "Mallory")
    verdict = host.play_match(deal, seat=1, names=swapped, record_names=swapped)
    assert verdict.fair is False
    host = new_host()
    deal = host.make_fair_deal().deal
    verdict = host.play_match(deal, names=("Ann", "Mallory", "Eve"))
    assert verdict.fair is False
    host = new_host()
    deal = host.make_fair_deal().deal
    others = ("Ann", "Mallory", "Eve")
    assert host.play_match(deal, names=others, record_names=others).fair is False


@pytest.mark.parametrize("seat_shown", [0, None])
def test_client_moved_to_another_seat_during_the_match_calls_the_deal_not_proved(seat_shown: int | None) -> None:
    """So does one that was shown as a spectator at first: it is not told that it only watched."""
    host = new_host()
    deal = host.make_fair_deal().deal
    host.show_match(deal, seat=seat_shown)
    host.connect(process="p2")
    verdict = host.play_match(deal, seat=1)
    assert verdict.fair is None
    assert "not the one in the deal" in verdict.sentence


def test_host_that_never_asks_a_known_person_for_a_part_proves_nothing() -> None:
    """The host says that the person was at the table before, so that the client may have lost its part."""
    host = new_host()
    host.victim.token = "token"
    host.connect()
    chosen = new_host().make_fair_deal()  # with somebody else in the person's seat
    host.settle_seed(chosen)
    verdict = host.play_match(chosen.deal)
    assert verdict.fair is None
    assert verdict.sentence.startswith("Deal not proved: ")


def test_client_counts_deals_that_are_abandoned_for_new_tables() -> None:
    """The host reveals a deal, breaks the connection and opens a new table, again and again until it likes the deal."""
    host = new_host()
    for number in range(21):
        host.send_seal(host.begin_deal())
        host.connect(f"table-{number}", f"p{number}")
    verdict = host.play_match(host.make_fair_deal().deal)
    assert verdict.fair is None
    assert "after 21 abandoned deals: somebody could choose among 22." in verdict.sentence


def test_verdict_counts_the_abandoned_deals_that_the_host_admits() -> None:
    host = new_host()
    for number in range(3):
        host.send_seal(host.begin_deal(abandoned=number))
    verdict = host.play_match(host.make_fair_deal(abandoned=3).deal)
    assert verdict.fair is None
    assert "after 3 abandoned deals" in verdict.sentence


def test_client_counts_abandoned_deals_that_the_host_hides_from_the_seal() -> None:
    host = new_host()
    for _ in range(2):
        host.send_seal(host.begin_deal())
    assert "after 2 abandoned deals" in host.play_match(host.make_fair_deal().deal).sentence


def test_deal_that_leaves_out_the_clients_own_commitment_is_not_proved() -> None:
    host = new_host()
    made = host.begin_deal()
    made = host.send_seal(replace(made, commitments={**made.commitments, 0: ""}))
    assert host.victim.reveals == []
    host.settle_seed(made)
    verdict = host.play_match(made.deal)
    assert verdict.fair is None
    assert "this program had no part in the deal" in verdict.sentence


def test_commitment_exchanged_after_the_seal_is_called_a_lie() -> None:
    host = new_host()
    made = host.make_fair_deal()
    secret = made_up_hash("better")
    parts = {**made.commitments, 1: commitment(host.dealt_match, seat_label(1), secret)}
    other = replace(made, commitments=parts, secrets={**made.secrets, 1: secret}).deal
    assert host.play_match(other).fair is False
    host = new_host()
    made = host.make_fair_deal()
    assert host.play_match(replace(other, seal=made.deal.seal)).fair is False


# Other lies about the deal, and people who have no proof


def test_host_that_exchanges_its_own_secret_is_detected() -> None:
    host = new_host()
    made = host.make_fair_deal()
    assert host.play_match(replace(made.deal, host_secret=made_up_hash("better"))).fair is False
    host = new_host()
    made = host.make_fair_deal()
    assert host.play_match(replace(made, secret=made_up_hash("better")).deal).fair is False


def test_secret_of_one_person_changes_the_seed_though_host_and_others_act_together() -> None:
    """The host and its friends do the same in every deal, and each secret of the victim gives another seed."""
    seeds = set()
    for number in range(20):
        host = LyingHost(Victim(seed=number))
        made = host.send_seal(host.begin_deal())
        assert host.play_match(made.deal).fair is True
        seeds.add(deal_seed(made.deal))
    assert len(seeds) == 20


def test_two_people_who_are_sent_different_sealed_lists_do_not_both_call_the_deal_fair() -> None:
    """Both lists hold the commitments of Ann and Bob, but each holds another commitment of the host's friend."""
    names = ("Ann", "Bob", "Mallory")
    ann = LyingHost(Victim("Ann", seed=1), names)
    bob = LyingHost(Victim("Bob", seed=2), names, seat=1)
    of_ann, of_bob = ann.begin_deal(), bob.begin_deal()
    of_bob = bob.send_seal(replace(of_bob, commitments={**of_bob.commitments, 0: of_ann.commitments[0]}))
    secret = made_up_hash("chosen when Bob's secret is known")
    friend = commitment(ann.dealt_match, seat_label(2), secret)
    both = {0: of_ann.commitments[0], 1: of_bob.commitments[1], 2: friend}
    of_ann = ann.send_seal(replace(of_ann, commitments=both, secrets={1: of_bob.secrets[1], 2: secret}))
    deal = of_ann.deal
    assert ann.play_match(deal).fair is True  # nobody knew Ann's secret when her list was sealed
    assert bob.play_match(deal).fair is False


def test_person_who_joins_after_the_deal_has_no_proof() -> None:
    host = new_host()
    deal = host.make_fair_deal().deal
    late = LyingHost(Victim("Ann", seed=9))
    late.victim.handle_message(DealProgress(1, "settled", deal.host_commitment, 0, deal.seal))
    verdict = late.play_match(deal)
    assert verdict.fair is None
    assert "this program had no part in the deal" in verdict.sentence


def test_spectator_sends_nothing_for_the_deal_and_has_no_proof() -> None:
    host = new_host(seat=None)
    made = host.make_fair_deal()
    assert host.victim.sent == []
    assert "spectators have no part" in host.play_match(made.deal, seat=None).sentence


def test_match_from_a_given_seed_proves_nothing_and_is_called_a_lie_after_a_sealed_deal() -> None:
    host = new_host()
    host.victim.handle_message(DealProgress(1, "given"))
    assert "the seed was chosen beforehand" in host.play_match(None, "7").sentence
    host = new_host()
    host.send_seal(host.begin_deal())
    host.victim.handle_message(DealProgress(1, "given"))
    assert host.play_match(None, "7").fair is False


def test_record_that_leaves_out_its_deal_is_called_a_lie() -> None:
    host = new_host()
    host.make_fair_deal()
    assert host.play_match(None, "7").fair is False


def test_match_with_other_options_or_rules_than_its_deal_is_called_a_lie() -> None:
    for option, value in (("visibility", "sealed"), ("rules", 1)):
        host = new_host()
        deal = host.make_fair_deal().deal
        assert host.play_match(deal, options={option: value}).fair is False


def test_number_of_abandoned_deals_lowered_after_the_seal_is_called_a_lie() -> None:
    host = new_host()
    deal = host.make_fair_deal(abandoned=5).deal
    assert host.play_match(replace(deal, abandoned_deals=0)).fair is False
    host = new_host()
    assert "after 5 abandoned deals" in host.play_match(host.make_fair_deal(abandoned=5).deal).sentence


def test_match_that_is_broken_off_counts_as_an_abandoned_deal_and_one_that_is_played_out_does_not() -> None:
    host = new_host()
    sentences = []
    for is_played_out in (False, False, True, True):
        sentences.append(host.play_match(host.make_fair_deal().deal, is_played_out=is_played_out).sentence)
        host.match += 1
    assert [sentence.startswith(FAIR_VERDICT) for sentence in sentences] == [True, False, False, True]
    assert "after 2 abandoned deals" in sentences[2]


def test_match_is_not_called_fair_if_a_later_one_was_dealt_before_it_was_shown() -> None:
    """Match 2 is dealt, then match 3 four times, and only then match 2 is shown."""
    host = new_host()
    deal = host.make_fair_deal().deal
    assert host.play_match(deal, is_played_out=True).fair is True
    host.match = 2
    first = host.make_fair_deal()
    assert len(host.victim.reveals) == 2
    host.match = 3
    for _ in range(4):
        host.send_seal(host.begin_deal())
    host.match = 2
    assert host.play_match(first.deal).fair is not True


def test_abandoned_deals_are_remembered_over_a_new_connection_and_separately_for_each_host() -> None:
    memory = DealMemory()
    first = LyingHost(Victim(deals=memory.deals_of_host("key")))
    first.send_seal(first.begin_deal())
    again = LyingHost(Victim(seed=2, deals=memory.deals_of_host("key")))
    assert "after 1 abandoned deal" in again.play_match(again.make_fair_deal().deal).sentence
    other = LyingHost(Victim(seed=3, deals=memory.deals_of_host("another key")))
    assert other.play_match(other.make_fair_deal().deal).fair is True


def club_table_host(memory: DealMemory, number: int, seed: int = 2) -> LyingHost:
    """Return a host of one table of a club; the victim's program has this memory of deals."""
    host = LyingHost(Victim(seed=seed, deals=memory.deals_of_host("key", number)))
    host.connect(f"5b0{number}")
    return host


def test_match_that_the_person_leaves_at_one_table_of_a_club_is_not_counted_as_abandoned_at_another() -> None:
    memory = DealMemory()
    club_table_host(memory, 1).make_fair_deal()
    other = club_table_host(memory, 2, seed=3)
    assert other.play_match(other.make_fair_deal().deal).fair is True
    again = club_table_host(memory, 1, seed=4)
    assert "after 1 abandoned deal" in again.play_match(again.make_fair_deal().deal).sentence


def test_match_at_a_table_that_the_club_ends_is_abandoned_before_the_next_deal_at_another_once() -> None:
    memory = DealMemory()
    for seed in (2, 3):
        club_table_host(memory, 1, seed).make_fair_deal()
    memory.deals_of_host("key", 1).end_table()
    memory.deals_of_host("key", 1).end_table()
    second, third = club_table_host(memory, 2, seed=4), club_table_host(memory, 3, seed=5)
    assert "after 2 abandoned deals" in second.play_match(second.make_fair_deal().deal, is_played_out=True).sentence
    assert third.play_match(third.make_fair_deal().deal, is_played_out=True).fair is True
    elsewhere = LyingHost(Victim(seed=6, deals=memory.deals_of_host("another key", 2)))
    assert elsewhere.play_match(elsewhere.make_fair_deal().deal).fair is True


def test_match_of_a_resumed_club_table_is_not_counted_twice_nor_after_its_end() -> None:
    memory = DealMemory()
    first = club_table_host(memory, 1)
    deal = first.make_fair_deal().deal
    memory.deals_of_host("key", 1).end_table()
    assert first.play_match(deal, is_played_out=True).fair is True
    second = club_table_host(memory, 2, seed=3)
    assert second.play_match(second.make_fair_deal().deal).fair is True
    memory.deals_of_host("key", 2).end_table()
    again = club_table_host(memory, 2, seed=4)
    assert "after 1 abandoned deal:" in again.play_match(again.make_fair_deal().deal).sentence


def test_match_ended_before_a_card_is_shown_gets_no_verdict_and_is_an_abandoned_deal() -> None:
    host = new_host()
    host.make_fair_deal()
    host.victim.handle_message(MatchAborted(1, "Sorry."))
    assert host.victim.verdicts == []
    host.match = 2
    assert "after 1 abandoned deal" in host.play_match(host.make_fair_deal().deal).sentence


def test_match_with_another_seed_than_its_deal_is_called_a_lie() -> None:
    host = new_host()
    made = host.make_fair_deal()
    assert host.play_match(made.deal, seed="0" * 64).fair is False
