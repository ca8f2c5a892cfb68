"""The start of a match with a fair deal: everybody contributes to the seed, nobody knows it before, and all clients
verify it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from core import Record, games
from core.engine.record_proof import Proof
from core.fairness.commitments import commitment, seat_label
from core.fairness.verification import MarkTrace, verify_record
from net.client.deal_memory import HostDeals
from net.client.events import MatchEnded, NoticeReceived, VerificationResult
from net.client.saved_deal_parts import DEAL_PARTS_FILE, SavedDealParts
from net.journal.entries import MatchBeganEntry, MatchEndedEntry, add_up_to_saved_table
from net.limits import MAX_DEAL_STAGE_SECONDS, MAX_VOID_DEALS
from net.protocol.messages import Commit, RequestRecord, Reveal
from net.table.commit_reveal import CommitReveal
from net.table.record_download import RecordDownload
from net.table.table import Table
from tests.support.depth import parametrize


@pytest.fixture
def make_fair_harness(make_harness):
    """Fixture that returns a class of harness whose matches have no given seed; its clients draw secrets that follow
    from their names.
    """

    class FairHarness(make_harness):
        def __init__(self, *args, **kw):
            super().__init__(*args, **{"seed": None, **kw})

        def join_person(self, name, takes_part=True, **kw):
            """Join a person and return their client.

            With `takes_part` their client draws its secrets for deals from their name, else it has no part in deals.
            """
            return super().join_person(name, draw_bytes=Random(name).randbytes if takes_part else None, **kw)

        def run_until_match_begins(self, seconds=10.0):
            """Run the table until the match has begun, but at most this number of seconds of its clock."""
            until = self.now + seconds
            while self.table.state.active_runner is None and self.now <= until:
                if not self.inbox:
                    self.now = max(self.now, self.wake_at) if self.wake_at is not None else until + 1
                self.run_tick()

        def run_until_inbox_is_empty(self):
            """Run ticks until no more messages follow at once."""
            while self.inbox:
                self.run_tick()

        def journalled_records(self):
            """Return the records of all finished matches in the journal."""
            return [Record.parse(entry.record) for entry in self.all_entries if isinstance(entry, MatchEndedEntry)]

    return FairHarness


FAIR_VERDICT = "Fair deal: everybody shuffled together, and nobody could choose the cards."
"""The text at the beginning of the verdict on a fair deal."""


def last_verdict(player):
    """Return the latest verdict that a client has reported; it must have one."""
    return player.last_event(VerificationResult)


@parametrize("game", games, 3)
def test_every_client_verifies_the_whole_match_as_fair(make_fair_harness, game):
    seats = next(number for number in games[game].seats if number >= 3)
    harness = make_fair_harness(game, seats=seats)
    people = [harness.join_person(name) for name in ("Ann", "Bob", "Cleo")]
    spectator = harness.join_person("Wim", watch=True)
    people[0].start_match()
    harness.run_until_match_begins()
    assert harness.now == 0.0  # everybody answers at once
    harness.play_match(people)
    harness.run_until_inbox_is_empty()
    for player in people:
        assert last_verdict(player).fair is True, last_verdict(player).sentence
        assert last_verdict(player).sentence.startswith(FAIR_VERDICT)
    assert last_verdict(spectator).fair is None
    assert "Deal not proved: spectators have no part in the deal." in last_verdict(spectator).sentence
    assert [player.event_count(VerificationResult) for player in (*people, spectator)] == [1] * 4
    record = harness.journalled_records()[0]
    assert verify_record(record).fair is None
    assert (
        "the record says that the host and seats 1, 2 and 3 shuffled the cards together"
        in verify_record(record).sentence
    )
    assert [part.seat for part in record.proof.deal.revealed] == [0, 1, 2]
    assert record.proof.names[:3] == ("Ann", "Bob", "Cleo")


def test_nothing_of_the_seed_is_sent_before_the_end(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.start_match()
    harness.run_until_match_begins()
    began = next(entry for entry in harness.all_entries if isinstance(entry, MatchBeganEntry))
    deal = harness.table.state.runner.deal
    harness.inbox.clear()
    for _ in range(3):
        ann._send(RequestRecord(1, 0))  # the record of a match that is not over
        ann.send_action(harness.game.parse("end"))
        harness.run_tick()
    for secret in (deal.host_secret, began.seed):
        for sent_messages in (secret.encode(), bytes.fromhex(secret)):
            assert sent_messages not in ann.received_bytes + bob.received_bytes
    assert ann.event_count(VerificationResult) == 0


def test_seed_changes_with_the_secrets_of_each_person(make_fair_harness):
    seeds = set()
    for names in (("Ann", "Bob"), ("Ann", "Cleo"), ("Dora", "Bob")):  # each draws the secrets of its name
        harness = make_fair_harness(seats=2)
        ann, _ = [harness.join_person(name) for name in names]
        ann.start_match()
        harness.run_until_match_begins()
        seeds |= {entry.seed for entry in harness.all_entries if isinstance(entry, MatchBeganEntry)}
    assert len(seeds) == 3


def test_verdict_of_one_person_among_bots_mentions_no_other_people(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann = harness.join_person("Ann")
    ann.start_match()
    harness.run_until_match_begins()
    harness.play_match([ann])
    harness.run_until_inbox_is_empty()
    assert last_verdict(ann).sentence.startswith("Fair deal: you and the table shuffled together")


def test_person_who_sends_no_commitment_is_named_and_the_match_begins_without_their_secret(make_fair_harness):
    harness = make_fair_harness(seats=3)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", takes_part=False)
    ann.start_match()
    harness.run_until_inbox_is_empty()
    assert harness.table.state.active_runner is None
    harness.run_until_match_begins()
    assert harness.now == MAX_DEAL_STAGE_SECONDS
    assert "Eve took no part" in ann.last_event(NoticeReceived).text
    assert "Eve took no part" in eve.last_event(NoticeReceived).text
    harness.play_match([ann, bob, eve])
    harness.run_until_inbox_is_empty()
    for player in (ann, bob):
        assert last_verdict(player).fair is True, last_verdict(player).sentence
        assert "all but 1 shuffled together" in last_verdict(player).sentence
    assert last_verdict(eve).fair is None
    assert "this program had no part" in last_verdict(eve).sentence


def make_client_withhold_secrets(monkeypatch, player):
    """Make a client commit to secrets and never reveal them; return a list to which the withheld messages are added."""
    say, withheld = player._send, []
    monkeypatch.setattr(
        player, "_send", lambda message: withheld.append(message) if isinstance(message, Reveal) else say(message)
    )
    return withheld


def test_secret_that_is_not_revealed_voids_the_deal_and_the_next_one_is_dealt_without_it(
    make_fair_harness, monkeypatch
):
    harness = make_fair_harness(seats=3)
    ann, bob, eve = [harness.join_person(name) for name in ("Ann", "Bob", "Eve")]
    make_client_withhold_secrets(monkeypatch, eve)
    ann.start_match()
    harness.run_until_match_begins()
    assert harness.now == MAX_DEAL_STAGE_SECONDS
    assert "Eve committed to a part in the deal and did not show it" in ann.last_event(NoticeReceived).text
    deal = harness.table.state.runner.deal
    assert deal.abandoned_deals == 1
    assert [part.commitment != "" for part in deal.contributions] == [True, True, False]
    harness.play_match([ann, bob, eve])
    harness.run_until_inbox_is_empty()
    for player in (ann, bob):
        assert last_verdict(player).fair is None
        assert "after 1 abandoned deal: somebody could choose among 2." in last_verdict(player).sentence
    assert "this program had no part" in last_verdict(eve).sentence
    assert "after 1 abandoned deal" in verify_record(harness.journalled_records()[0]).sentence


def test_people_who_did_not_answer_in_a_void_deal_are_not_waited_for_again(make_fair_harness, monkeypatch):
    harness = make_fair_harness(seats=4)
    ann, _ = harness.join_person("Ann"), harness.join_person("Bob")
    eve, dan = harness.join_person("Eve"), harness.join_person("Dan", takes_part=False)
    make_client_withhold_secrets(monkeypatch, eve)
    ann.start_match()
    harness.run_until_match_begins()
    assert harness.now == 2 * MAX_DEAL_STAGE_SECONDS, "once for Dan's commitment, once for Eve's secret"
    told = [event.text for event in ann.events if isinstance(event, NoticeReceived)]
    assert [
        sum(text.startswith(f"{name} {what}") for text in told)
        for name, what in (("Dan", "took no part"), ("Eve", "committed to a part"))
    ] == [1, 1]
    deal = harness.table.state.runner.deal
    assert [part.commitment != "" for part in deal.contributions] == [True, True, False, False]
    assert dan.view is not None


def test_every_secret_is_fresh_after_a_void_deal(make_fair_harness, monkeypatch):
    harness = make_fair_harness(seats=3)
    ann, _, eve = [harness.join_person(name) for name in ("Ann", "Bob", "Eve")]
    make_client_withhold_secrets(monkeypatch, eve)
    say, sent_messages = ann._send, []
    monkeypatch.setattr(ann, "_send", lambda message: (sent_messages.append(message), say(message)))
    ann.start_match()
    harness.run_until_match_begins()
    reveals = [message for message in sent_messages if isinstance(message, Reveal)]
    assert (
        len(reveals)
        == len({reveal.secret for reveal in reveals})
        == len({reveal.host_commitment for reveal in reveals})
        == 2
    )


def test_people_who_withhold_secrets_in_one_deal_after_another_cannot_prevent_a_match(make_fair_harness, monkeypatch):
    harness = make_fair_harness(seats=8)
    people = [harness.join_person(f"Eve {number}") for number in range(8)]
    for number, player in enumerate(people[1:]):

        def withhold(message, say=player._send, number=number):
            if not isinstance(message, Reveal) or harness.table.state.deal.void_before != number:
                say(message)

        monkeypatch.setattr(player, "_send", withhold)
    people[0].start_match()
    harness.run_until_match_begins(100.0)
    assert harness.table.state.active_runner is not None
    assert harness.now <= MAX_VOID_DEALS * MAX_DEAL_STAGE_SECONDS
    assert harness.table.state.runner.deal.revealed == ()
    people[0].end_match()
    harness.run_tick()
    harness.run_until_inbox_is_empty()
    assert last_verdict(people[0]).fair is None
    assert "Deal not proved" in last_verdict(people[0]).sentence


def test_person_who_leaves_during_the_deal_has_no_part_in_the_next_one(make_fair_harness, monkeypatch):
    harness = make_fair_harness(seats=3)
    ann, bob, eve = [harness.join_person(name) for name in ("Ann", "Bob", "Eve")]
    make_client_withhold_secrets(monkeypatch, eve)
    ann.start_match()
    harness.run_until_inbox_is_empty()  # Ann and Bob have revealed their secrets
    eve.say_goodbye()
    harness.run_until_match_begins()
    assert harness.now < MAX_DEAL_STAGE_SECONDS
    deal = harness.table.state.runner.deal
    assert [part.seat for part in deal.contributions] == [0, 1]
    assert deal.abandoned_deals == 1
    harness.play_match([ann, bob])
    harness.run_until_inbox_is_empty()
    assert "after 1 abandoned deal" in last_verdict(ann).sentence


def test_stopped_match_counts_as_an_abandoned_deal_until_one_is_played_out(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    sentences = []
    for stops in (True, True, False, False):
        ann.start_match()
        harness.run_until_match_begins()
        if stops:
            ann.end_match()
            harness.run_tick()
        else:
            harness.play_match([ann, bob])
        harness.run_until_inbox_is_empty()
        sentences.append(last_verdict(bob).sentence)
    assert [sentence.startswith(FAIR_VERDICT) for sentence in sentences] == [True, False, False, True]
    assert "after 1 abandoned deal: " in sentences[1]
    assert "after 2 abandoned deals: " in sentences[2]


def test_host_restarted_between_commit_and_reveal_counts_an_abandoned_deal(make_fair_harness, monkeypatch):
    harness = make_fair_harness(seats=3)
    people = [harness.join_person(name) for name in ("Ann", "Bob", "Eve")]
    with monkeypatch.context() as patched:
        assert make_client_withhold_secrets(patched, people[2]) == []
        people[0].start_match()
        harness.run_until_inbox_is_empty()
        assert harness.table.state.deal is not None
        restart_from_entries(harness, harness.all_entries, people)
    assert harness.table.state.active_runner is None
    late = harness.join_person("Ida", watch=True)
    next(player for player in people if player.is_owner).start_match()
    harness.run_until_match_begins()
    assert harness.table.state.runner.deal.abandoned_deals == 1
    harness.play_match(people)
    harness.run_until_inbox_is_empty()
    for player in people[:2]:
        assert "after 1 abandoned deal" in last_verdict(player).sentence
    assert "no part" in last_verdict(late).sentence


def test_deal_does_not_wait_for_a_disconnected_person(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, eve = harness.join_person("Ann"), harness.join_person("Eve", takes_part=False)
    ann.start_match()
    harness.run_until_inbox_is_empty()
    eve.lose_connection()
    harness.run_until_match_begins()
    assert harness.now < MAX_DEAL_STAGE_SECONDS
    assert [part.secret != "" for part in harness.table.state.runner.deal.contributions] == [True, False]


def test_requests_that_change_the_table_are_refused_during_the_deal(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Eve", takes_part=False)
    ann.start_match()
    harness.run_until_inbox_is_empty()
    configure_big_queen = partial(ann.configure_table, "big-queen", 4, {})
    for request in (ann.start_match, configure_big_queen, bob.leave_seat, ann.add_bot):
        request()
        harness.run_tick()
    harness.run_until_match_begins()
    assert harness.table.state.active_runner.match.game.slug == "mad-queens"
    assert sum(isinstance(entry, MatchBeganEntry) for entry in harness.all_entries) == 1


def test_late_spectator_gets_a_verdict_that_spectators_have_no_part_in_the_deal(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.start_match()
    harness.run_until_match_begins()
    for _ in range(6):
        for player in (ann, bob):
            if harness.game.legal(player.view):
                player.send_action(harness.game.legal(player.view)[0])
        harness.run_tick()
    wim = harness.join_person("Wim", watch=True)
    harness.play_match([ann, bob])
    harness.run_until_inbox_is_empty()
    assert last_verdict(wim).fair is None, last_verdict(wim).sentence
    assert "spectators have no part" in last_verdict(wim).sentence


def test_players_verify_a_match_as_fair_after_lost_connections_and_snapshots(make_fair_harness):
    harness = make_fair_harness("queen-bees-ii", seats=3)
    people = [harness.join_person(name) for name in ("Ann", "Bob", "Cleo")]
    people[0].start_match()
    harness.run_until_match_begins()
    turns = 0

    def change_connections():
        nonlocal turns
        turns += 1
        victim = people[turns % 3]
        if turns % 7 == 0 and turns < 80:
            victim.lose_connection()
            harness.run_tick()
            victim.connect()
            harness.run_tick()
        if turns % 11 == 0 and turns < 80:
            victim.stop_reading()
            harness.run_tick()
            victim.resume_reading()
            harness.run_tick()

    harness.play_match(people, after_tick=change_connections)
    harness.run_until_inbox_is_empty()
    for player in people:
        assert last_verdict(player).fair is True, last_verdict(player).sentence


def test_verdict_on_a_given_seed_is_that_the_deal_is_not_proved(make_fair_harness):
    harness = make_fair_harness(seats=2, seed=7)
    ann, bob = harness.start_match_of("Ann", "Bob")
    assert harness.table.state.active_runner is not None
    harness.play_match([ann, bob])
    harness.run_until_inbox_is_empty()
    assert last_verdict(ann).fair is None
    assert "Deal not proved: the seed was chosen beforehand." in last_verdict(ann).sentence
    assert verify_record(harness.journalled_records()[0]).fair is None


def test_deal_for_bots_alone_waits_for_nobody_and_proves_nothing(make_fair_harness):
    harness = make_fair_harness(seats=2)
    wim = harness.join_person("Wim", watch=True)
    wim.start_match()
    harness.run_tick()
    assert harness.table.state.active_runner is not None
    harness.play_match([])
    harness.run_until_inbox_is_empty()
    assert last_verdict(wim).fair is None
    assert "Deal not proved: spectators have no part" in last_verdict(wim).sentence


def test_players_verify_a_stopped_match_as_fair(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.start_match()
    harness.run_until_match_begins()
    for player in (ann, bob):
        player.send_action(harness.game.legal(player.view)[0])
    harness.run_tick()
    ann.end_match()
    harness.run_tick()
    harness.run_until_inbox_is_empty()
    for player in (ann, bob):
        assert last_verdict(player).fair is True, last_verdict(player).sentence


def test_players_verify_a_match_as_fair_after_a_restart_of_the_host(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.start_match()
    harness.run_until_match_begins()
    for player in (ann, bob, ann):
        player.send_action(next(iter(harness.game.bots.values()))(player.view))
        harness.run_tick()
    saved = add_up_to_saved_table(harness.all_entries)
    assert saved is not None
    harness.table = Table.restore(saved, harness.now, draw_bytes=harness.chance.randbytes)
    for player in (ann, bob):
        player.lose_connection()
    harness.inbox.clear()
    for player in (ann, bob):
        player.connect()
        harness.run_tick()
    harness.play_match([ann, bob])
    harness.run_until_inbox_is_empty()
    for player in (ann, bob):
        assert last_verdict(player).fair is True, last_verdict(player).sentence
    late = harness.join_person("Ida")
    assert late.event_count(VerificationResult) == 0


def test_person_who_returns_during_the_deal_has_a_part_in_the_seed(make_fair_harness):
    harness = make_fair_harness(seats=3)
    ann, bob, eve = harness.join_person("Ann"), harness.join_person("Bob"), harness.join_person("Eve", takes_part=False)
    ann.start_match()
    harness.run_until_inbox_is_empty()  # Eve is waited for
    seat = bob.seat
    bob.lose_connection()
    harness.run_tick()
    bob.connect()
    harness.run_until_inbox_is_empty()
    assert bob.seat == seat
    harness.run_until_match_begins()
    harness.play_match([ann, bob, eve])
    harness.run_until_inbox_is_empty()
    assert last_verdict(bob).fair is True, last_verdict(bob).sentence
    record = harness.journalled_records()[0]
    assert [part.seat for part in record.proof.deal.revealed] == [0, 1]


def restart_from_entries(harness, entries, players):
    """Restart the host of the harness from these entries of its journal; `players` reconnect one by one."""
    harness.table = Table.restore(add_up_to_saved_table(entries), harness.now, draw_bytes=harness.chance.randbytes)
    harness.all_entries = list(entries)
    for player in players:
        player.lose_connection()
    harness.inbox.clear()
    for player in players:
        player.connect()
        harness.run_tick()


def test_host_restarted_before_any_reveal_deals_again_fairly(make_fair_harness):
    harness = make_fair_harness(seats=3)
    ann, bob, eve = people = [
        harness.join_person("Ann"),
        harness.join_person("Bob"),
        harness.join_person("Eve", takes_part=False),
    ]
    ann.start_match()
    harness.run_until_inbox_is_empty()  # Eve does not commit, so nobody has revealed anything yet
    restart_from_entries(harness, harness.all_entries, people)
    assert harness.table.state.active_runner is None
    next(player for player in people if player.is_owner).start_match()
    harness.run_until_match_begins()
    harness.play_match(people)
    harness.run_until_inbox_is_empty()
    assert [last_verdict(player).fair for player in (ann, bob, eve)] == [True, True, None]


def test_clients_count_a_deal_that_the_host_abandons_after_seeing_the_secrets(make_fair_harness, monkeypatch):
    harness = make_fair_harness(seats=2)
    people = [harness.join_person("Ann"), harness.join_person("Bob")]
    reveal = CommitReveal.reveal
    monkeypatch.setattr(CommitReveal, "reveal", lambda self, seat, secret: None)
    people[0].start_match()
    harness.run_until_inbox_is_empty()  # the host has all secrets, and could deal
    monkeypatch.setattr(CommitReveal, "reveal", reveal)
    restart_from_entries(harness, harness.all_entries, people)
    next(player for player in people if player.is_owner).start_match()
    harness.run_until_match_begins()
    harness.play_match(people)
    harness.run_until_inbox_is_empty()
    for player in people:
        assert last_verdict(player).fair is None, last_verdict(player).sentence
        assert "after 1 abandoned deal" in last_verdict(player).sentence


def test_clients_count_a_match_lost_in_a_power_cut_as_an_abandoned_deal(make_fair_harness):
    harness = make_fair_harness(seats=2)
    people = [harness.join_person("Ann"), harness.join_person("Bob")]
    before = list(harness.all_entries)
    people[0].start_match()
    harness.run_until_match_begins()
    people[0].send_action(harness.game.legal(people[0].view)[0])
    harness.run_tick()
    restart_from_entries(harness, before, people)
    assert harness.table.state.active_runner is None
    next(player for player in people if player.is_owner).start_match()
    harness.run_until_match_begins()
    assert harness.table.state.runner.deal.abandoned_deals == 0  # the power cut took the host's own count
    harness.play_match(people)
    harness.run_until_inbox_is_empty()
    for player in people:
        assert last_verdict(player).fair is None, last_verdict(player).sentence
        assert "after 1 abandoned deal" in last_verdict(player).sentence


def play_with_power_cut(harness, people):
    """Start a match, lose its last actions in a power cut of the host, and play the match to its end by other
    actions.
    """
    people[0].start_match()
    harness.run_until_match_begins()
    for number in range(12):
        if number == 3:
            written = list(harness.all_entries)
        for player in people:
            legal = harness.game.legal(player.view)
            if legal:
                of_bot = next(iter(harness.game.bots.values()))(player.view)
                others = [action for action in legal if action != of_bot]
                player.send_action(others[-1] if number > 3 and others else of_bot)
        harness.run_tick()
    restart_from_entries(harness, written, people)
    harness.play_match(people)
    harness.run_until_inbox_is_empty()


def test_actions_lost_in_a_power_cut_are_reported_as_not_proved_and_not_as_a_lie(make_fair_harness):
    harness = make_fair_harness(seats=2)
    people = [harness.join_person("Ann"), harness.join_person("Bob")]
    play_with_power_cut(harness, people)
    for player in people:
        assert last_verdict(player).fair is None, last_verdict(player).sentence
        assert "went back" in last_verdict(player).sentence


def test_false_record_of_a_restarted_host_is_detected(make_fair_harness, monkeypatch):
    make_table_send_changed_record(
        monkeypatch, lambda record: record_of_other_match(record, actions=record.actions[1:])
    )
    harness = make_fair_harness(seats=2)
    people = [harness.join_person("Ann"), harness.join_person("Bob")]
    play_with_power_cut(harness, people)
    for player in people:
        assert last_verdict(player).fair is False, last_verdict(player).sentence


def test_second_match_has_another_seed_and_another_verdict(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    for _ in range(2):
        ann.start_match()
        harness.run_until_match_begins()
        harness.play_match([ann, bob])
        harness.run_until_inbox_is_empty()
    assert [event.fair for event in ann.events if isinstance(event, VerificationResult)] == [True, True]
    one, two = harness.journalled_records()
    assert one.seed != two.seed
    assert ann.event_count(MatchEnded) == 2


# A host that lies


def make_table_send_changed_record(monkeypatch, change):
    """Until the test ends, make the table send the result of `change(record)` in place of each record."""
    keep = RecordDownload.offer_record

    def keep_changed(self, match, text):
        keep(self, match, str(change(Record.parse(text))))

    monkeypatch.setattr(RecordDownload, "offer_record", keep_changed)


def players_after_match(harness):
    """Play a match of two people to its end and until all records have arrived; return their clients."""
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    ann.start_match()
    harness.run_until_match_begins()
    harness.play_match([ann, bob])
    harness.run_until_inbox_is_empty()
    return ann, bob


def record_with_changed_deal(record, **changed):
    """Return a copy of a record with these fields of its deal changed."""
    return replace(record, proof=replace(record.proof, deal=replace(record.proof.deal, **changed)))


def record_of_other_match(record, seed=None, actions=None):
    """Return a valid record with the same proof of the deal as `record`, but another seed or other actions.

    Actions that are not legal in that match are left out.
    """
    game = games[record.game]
    match = game.start(record.seats, seed or record.seed, dict(record.options))
    trace = MarkTrace(match, record.proof.names)
    for seat, text in actions or record.actions:
        action = game.parse(text)
        if action in match.legal(seat):
            trace.add_action(seat, text, match.act(seat, action))
    proof = Proof(record.proof.names, record.proof.deal, match.standings, trace.actions_per_mark, trace.marks)
    return replace(match.record, proof=proof)


@pytest.mark.parametrize(
    ("change_record", "expected_word"),
    [
        (lambda record: record_with_changed_deal(record, host_secret="0" * 64), "host"),
        (lambda record: record_with_changed_deal(record, host_commitment="0" * 64), "swapped its secret"),
        (lambda record: record_with_changed_deal(record, contributions=record.proof.deal.contributions[:1]), "sealed"),
        (lambda record: record_with_changed_deal(record, seal="0" * 64), "after it was sealed"),
        (lambda record: record_with_changed_deal(record, abandoned_deals=1), "abandoned"),
        (lambda record: record_with_changed_deal(record, match_number=2), "another match"),
        (lambda record: record_with_changed_deal(record, table_id="abc"), "another match"),
        (lambda record: replace(record, proof=replace(record.proof, deal=None)), "no proof"),
        (lambda record: replace(record, proof=None), "no proof"),
        (lambda record: record_of_other_match(record, seed="0" * 64), "seed"),
        (lambda record: record_of_other_match(record, actions=record.actions[:-1]), "ends before"),
        (lambda record: record_of_other_match(record, actions=record.actions[1:]), "not this match"),
        (lambda record: replace(record, digest="0" * 64), "digest"),
        (lambda record: replace(record, actions=()), "breaks off"),
    ],
)
def test_record_that_contradicts_the_commitment_or_the_views_is_detected(
    make_fair_harness, monkeypatch, change_record, expected_word
):
    make_table_send_changed_record(monkeypatch, change_record)
    for player in players_after_match(make_fair_harness(seats=2)):
        assert last_verdict(player).fair is False
        assert expected_word in last_verdict(player).sentence, last_verdict(player).sentence


def test_cards_not_dealt_from_the_settled_seed_are_detected(make_fair_harness, monkeypatch):
    monkeypatch.setattr(CommitReveal, "seed", property(lambda self: "0" * 64))
    for player in players_after_match(make_fair_harness(seats=2)):
        assert last_verdict(player).fair is False
        assert "seed" in last_verdict(player).sentence


def test_seed_exchanged_by_the_table_is_detected_even_if_the_record_has_the_original_one(
    make_fair_harness, monkeypatch
):
    honest = CommitReveal.seed.fget
    seeds = []

    def swapped(self):
        seeds.append(honest(self))
        return "0" * 64

    monkeypatch.setattr(CommitReveal, "seed", property(swapped))
    make_table_send_changed_record(monkeypatch, lambda record: record_of_other_match(record, seed=seeds[0]))
    for player in players_after_match(make_fair_harness(seats=2)):
        assert last_verdict(player).fair is False
        assert "not this match" in last_verdict(player).sentence


def test_players_whose_commitments_the_host_drops_have_no_proof(make_fair_harness, monkeypatch):
    monkeypatch.setattr(CommitReveal, "commit", lambda self, seat, value: None)
    for player in players_after_match(make_fair_harness(seats=2)):
        assert last_verdict(player).fair is None


def test_commitments_made_up_by_the_host_prove_nothing_to_players_who_were_not_asked(make_fair_harness, monkeypatch):
    """The host asks nobody for a commitment, and claims that everybody has made one."""

    def made_up(dealt_match, secret, seating, seats, now, **counts):
        dealing = CommitReveal(dealt_match, secret, seating, seats, now, **counts)
        for seat in dealing.seats:
            dealing.commit(seat, commitment(dealt_match, seat_label(seat), "ab" * 32))
        dealing.advance(now)
        for seat in dealing.seats:
            dealing.reveal(seat, "ab" * 32)
        return dealing

    monkeypatch.setattr("net.table.match_start.CommitReveal", made_up)
    for player in players_after_match(make_fair_harness(seats=2)):
        assert last_verdict(player).fair is None, last_verdict(player).sentence
        assert "this program had no part" in last_verdict(player).sentence


def test_player_whose_commitment_the_host_replaces_has_no_proof_and_the_other_counts_a_void_deal(
    make_fair_harness, monkeypatch
):
    commit, reveal = CommitReveal.commit, CommitReveal.reveal
    false = "ab" * 32

    def false_commit(self, seat, promise):
        commit(self, seat, commitment(self.dealt_match, seat_label(seat), false) if seat == 0 else promise)

    monkeypatch.setattr(CommitReveal, "commit", false_commit)
    monkeypatch.setattr(
        CommitReveal, "reveal", lambda self, seat, secret: reveal(self, seat, false if seat == 0 else secret)
    )
    ann, bob = players_after_match(make_fair_harness(seats=2))
    assert last_verdict(ann).fair is None
    assert "this program had no part" in last_verdict(ann).sentence
    assert "after 1 abandoned deal" in last_verdict(bob).sentence  # Ann did not reveal hers, so it was void


@pytest.mark.parametrize("secret_was_saved", [True, False])
def test_program_restarted_during_a_match_can_prove_the_deal_if_its_secret_was_saved(
    make_fair_harness, tmp_path, secret_was_saved
):
    """Otherwise it says that it was started again, and not that it took no part in the deal."""
    path = tmp_path / DEAL_PARTS_FILE
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob", deals=HostDeals(SavedDealParts(path)))
    ann.start_match()
    harness.run_until_match_begins()
    bob.lose_connection()
    harness.run_tick()
    again = type(bob)(harness, "Bob", deals=HostDeals(SavedDealParts(path)) if secret_was_saved else None)
    again.token = bob.token
    again.connect()
    harness.run_tick()
    assert again.seat == 1
    harness.play_match([ann, again])
    harness.run_until_inbox_is_empty()
    assert last_verdict(ann).fair is True, last_verdict(ann).sentence
    if secret_was_saved:
        assert last_verdict(again).fair is True, last_verdict(again).sentence
        assert json.loads(path.read_text()) == []
    else:
        assert last_verdict(again).fair is None
        assert (
            "Deal not proved: this program was restarted and lost its share of the shuffle, which the check needs."
            in last_verdict(again).sentence
        )


def test_unexpected_commit_reveal_and_record_requests_do_not_end_the_connection(make_fair_harness):
    harness = make_fair_harness(seats=2)
    ann, bob = harness.join_person("Ann"), harness.join_person("Bob")
    for message in (Commit(1, "", "0" * 64), Reveal(1, "", "0" * 64), RequestRecord(1, 0), RequestRecord(0, 1 << 50)):
        ann._send(message)
    harness.run_tick()
    assert ann.connection_id
    assert bob.connection_id


def test_bots_that_fill_free_seats_play_at_the_level_that_was_requested_last(make_harness):
    harness = make_harness(game="queen-bees-ii", seats=4, bots=2, bot_kinds=("easy", "hard"))
    ann = harness.join_person("Ann")
    assert [seat.bot for seat in ann.table.seats] == ["", "", "easy", "hard"]
    ann.start_match()
    harness.run_tick()
    assert [seat.bot for seat in ann.table.seats] == ["", "hard", "easy", "hard"]
