"""The start of a match with a fair deal: everybody contributes to the seed, nobody knows it before, all verify it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from core import Record, games
from core.engine.proof import Proof
from core.fairness.commitments import commitment, seat_label
from core.fairness.verification import MarkTrace, verify_record
from net.client.events import MatchEnded, NoticeReceived, VerificationResult
from net.journal.entries import MatchBeganEntry, MatchEndedEntry, saved_table
from net.limits import DEAL_SECONDS
from net.protocol.messages import Commit, RequestRecord, Reveal
from net.table.commit_reveal import CommitReveal
from net.table.record_download import RecordDownload
from net.table.table import Table


@pytest.fixture
def fair(world):
    """A world without a given seed, whose clients have their own entropy."""

    class Fair(world):
        def __init__(self, *args, **kw):
            super().__init__(*args, **{"seed": None, **kw})

        def player(self, name, chance=None, **kw):
            return super().player(name, chance=name.encode().ljust(32) if chance is None else chance, **kw)

        def until_begun(self, seconds=10.0):
            """Run the table for this number of seconds, or until the match has begun."""
            until = self.now + seconds
            while self.table.state.playing is None and self.now <= until:
                if not self.inbox:
                    self.now = max(self.now, self.wake) if self.wake is not None else until + 1
                self.turn()

        def quiet(self):
            """Run ticks until no more messages follow at once."""
            while self.inbox:
                self.turn()

        def records(self):
            return [Record.parse(entry.record) for entry in self.written if isinstance(entry, MatchEndedEntry)]

    return Fair


def verdict(player):
    return player.last(VerificationResult)


@pytest.mark.parametrize("game", games)
def test_every_client_verifies_the_whole_match_as_fair(fair, game):
    seats = next(number for number in games[game].seats if number >= 3)
    w = fair(game, seats=seats)
    people = [w.player(name) for name in ("Ann", "Bob", "Cleo")]
    watcher = w.player("Wim", watch=True)
    people[0].start_match()
    w.until_begun()
    assert w.now == 0.0  # everybody answers at once
    w.play(people)
    w.quiet()
    for player in (*people, watcher):
        assert verdict(player).fair is True, verdict(player).sentence
        assert player.count(VerificationResult) == 1
    record = w.records()[0]
    assert verify_record(record).fair is True
    assert [part.seat for part in record.proof.deal.revealed] == [0, 1, 2]
    assert record.proof.names[:3] == ("Ann", "Bob", "Cleo")


def test_nothing_of_the_seed_is_sent_before_the_end(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.until_begun()
    began = next(entry for entry in w.written if isinstance(entry, MatchBeganEntry))
    deal = w.table.state.runner.deal
    w.inbox.clear()
    for _ in range(3):
        ann._send(RequestRecord(1, 0))  # the record of a match that is not over
        ann.send_action(w.game.parse("end"))
        w.turn()
    for secret in (deal.secret, began.seed):
        for sent_messages in (secret.encode(), bytes.fromhex(secret)):
            assert sent_messages not in ann.bytes + bob.bytes
    assert ann.count(VerificationResult) == 0


def test_another_match_has_another_seed_and_every_part_counts(fair):
    seeds = set()
    for chances in ((b"a" * 32, b"b" * 32), (b"a" * 32, b"c" * 32), (b"d" * 32, b"b" * 32)):
        w = fair(seats=2)
        ann, _ = w.player("Ann", chances[0]), w.player("Bob", chances[1])
        ann.start_match()
        w.until_begun()
        seeds |= {entry.seed for entry in w.written if isinstance(entry, MatchBeganEntry)}
    assert len(seeds) == 3


def test_silent_person_is_named_and_the_match_begins_without_their_part(fair):
    w = fair(seats=3)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", b"")
    ann.start_match()
    w.quiet()
    assert w.table.state.playing is None
    w.until_begun()
    assert w.now == DEAL_SECONDS
    assert "Eve took no part" in ann.last(NoticeReceived).text
    assert "Eve took no part" in eve.last(NoticeReceived).text
    w.play([ann, bob, eve])
    w.quiet()
    for player in (ann, bob):
        assert verdict(player).fair is True, verdict(player).sentence
        assert "without the part of 1" in verdict(player).sentence
    assert verdict(eve).fair is None
    assert "without your part" in verdict(eve).sentence


def test_person_who_commits_and_does_not_reveal_is_named(fair, monkeypatch):
    w = fair(seats=2)
    ann, eve = w.player("Ann"), w.player("Eve")
    say = eve._send
    monkeypatch.setattr(eve, "_send", lambda message: None if isinstance(message, Reveal) else say(message))
    ann.start_match()
    w.until_begun()
    assert w.now == DEAL_SECONDS
    assert "Eve took no part" in ann.last(NoticeReceived).text
    w.play([ann, eve])
    w.quiet()
    assert verdict(ann).fair is True
    assert verdict(eve).fair is None
    assert "without your part" in verdict(eve).sentence


def test_deal_does_not_wait_for_a_disconnected_person(fair):
    w = fair(seats=2)
    ann, eve = w.player("Ann"), w.player("Eve", b"")
    ann.start_match()
    w.quiet()
    eve.drop()
    w.until_begun()
    assert w.now < DEAL_SECONDS
    assert [part.secret != "" for part in w.table.state.runner.deal.parts] == [True, False]


def test_nothing_can_be_changed_during_the_deal(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Eve", b"")
    ann.start_match()
    w.quiet()
    configure_big_queen = partial(ann.configure_table, "big-queen", 4, {})
    for request in (ann.start_match, configure_big_queen, bob.leave_seat, ann.add_bot):
        request()
        w.turn()
    w.until_begun()
    assert w.table.state.playing.match.game.slug == "mad-queens"
    assert sum(isinstance(entry, MatchBeganEntry) for entry in w.written) == 1


def test_late_spectators_have_all_they_need(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.until_begun()
    for _ in range(6):
        for player in (ann, bob):
            if w.game.legal(player.view):
                player.send_action(w.game.legal(player.view)[0])
        w.turn()
    wim = w.player("Wim", watch=True)
    w.play([ann, bob])
    w.quiet()
    assert verdict(wim).fair is True, verdict(wim).sentence


def test_match_is_verified_after_lost_connections_and_snapshots(fair):
    w = fair("queen-bees-ii", seats=3)
    people = [w.player(name) for name in ("Ann", "Bob", "Cleo")]
    people[0].start_match()
    w.until_begun()
    turns = 0

    def each():
        nonlocal turns
        turns += 1
        victim = people[turns % 3]
        if turns % 7 == 0 and turns < 80:
            victim.drop()
            w.turn()
            victim.come()
            w.turn()
        if turns % 11 == 0 and turns < 80:
            victim.stop_reading()
            w.turn()
            victim.read_on()
            w.turn()

    w.play(people, each=each)
    w.quiet()
    for player in people:
        assert verdict(player).fair is True, verdict(player).sentence


def test_given_seed_is_reported_as_no_fair_deal(fair):
    w = fair(seats=2, seed=7)
    ann, bob = w.in_match("Ann", "Bob")
    assert w.table.state.playing is not None
    w.play([ann, bob])
    w.quiet()
    assert verdict(ann).fair is None
    assert "given" in verdict(ann).sentence
    assert verify_record(w.records()[0]).fair is None


def test_match_of_bots_alone_waits_for_nobody_and_proves_nothing(fair):
    w = fair(seats=2)
    wim = w.player("Wim", watch=True)
    wim.start_match()
    w.turn()
    assert w.table.state.playing is not None
    w.play([])
    w.quiet()
    assert verdict(wim).fair is None
    assert "Nobody but the host" in verdict(wim).sentence


def test_stopped_match_is_verified_up_to_its_last_action(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.until_begun()
    for player in (ann, bob):
        player.send_action(w.game.legal(player.view)[0])
    w.turn()
    ann.end_match()
    w.turn()
    w.quiet()
    for player in (ann, bob):
        assert verdict(player).fair is True, verdict(player).sentence


def test_deal_is_provable_after_a_restart_of_the_host(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.until_begun()
    for player in (ann, bob, ann):
        player.send_action(next(iter(w.game.bots.values()))(player.view))
        w.turn()
    saved = saved_table(w.written)
    assert saved is not None
    w.table = Table.restore(saved, w.now)
    for player in (ann, bob):
        player.drop()
    w.inbox.clear()
    for player in (ann, bob):
        player.come()
        w.turn()
    w.play([ann, bob])
    w.quiet()
    for player in (ann, bob):
        assert verdict(player).fair is True, verdict(player).sentence
    late = w.player("Ida")
    assert late.count(VerificationResult) == 0


def test_person_who_returns_during_the_deal_has_a_part_in_the_seed(fair):
    w = fair(seats=3)
    ann, bob, eve = w.player("Ann"), w.player("Bob"), w.player("Eve", b"")
    ann.start_match()
    w.quiet()  # Eve is waited for
    seat = bob.seat
    bob.drop()
    w.turn()
    bob.come()
    w.quiet()
    assert bob.seat == seat
    w.until_begun()
    w.play([ann, bob, eve])
    w.quiet()
    assert verdict(bob).fair is True, verdict(bob).sentence
    record = w.records()[0]
    assert [part.seat for part in record.proof.deal.revealed] == [0, 1]


def reborn(w, entries, players):
    """Restart the host from these entries; everybody reconnects."""
    w.table = Table.restore(saved_table(entries), w.now)
    w.written = list(entries)
    for player in players:
        player.drop()
    w.inbox.clear()
    for player in players:
        player.come()
        w.turn()


def test_host_restarted_during_the_deal_can_deal_again(fair):
    w = fair(seats=3)
    ann, bob, eve = people = [w.player("Ann"), w.player("Bob"), w.player("Eve", b"")]
    ann.start_match()
    w.quiet()  # Eve does not commit, so nobody has revealed anything yet
    reborn(w, w.written, people)
    assert w.table.state.playing is None
    next(player for player in people if player.is_owner).start_match()
    w.until_begun()
    w.play(people)
    w.quiet()
    assert [verdict(player).fair for player in (ann, bob, eve)] == [True, True, None]


def test_host_that_deals_again_after_seeing_the_secrets_is_detected(fair, monkeypatch):
    w = fair(seats=2)
    people = [w.player("Ann"), w.player("Bob")]
    reveal = CommitReveal.reveal
    monkeypatch.setattr(CommitReveal, "reveal", lambda self, seat, secret: None)
    people[0].start_match()
    w.quiet()  # the host has all secrets, and could deal
    monkeypatch.setattr(CommitReveal, "reveal", reveal)
    reborn(w, w.written, people)
    next(player for player in people if player.is_owner).start_match()
    w.until_begun()
    w.play(people)
    w.quiet()
    for player in people:
        assert verdict(player).fair is None, verdict(player).sentence
        assert "dealt twice" in verdict(player).sentence


def test_match_lost_in_a_power_cut_is_not_confused_with_the_next(fair):
    w = fair(seats=2)
    people = [w.player("Ann"), w.player("Bob")]
    before = list(w.written)
    people[0].start_match()
    w.until_begun()
    people[0].send_action(w.game.legal(people[0].view)[0])
    w.turn()
    reborn(w, before, people)
    assert w.table.state.playing is None
    next(player for player in people if player.is_owner).start_match()
    w.until_begun()
    w.play(people)
    w.quiet()
    for player in people:
        assert verdict(player).fair is True, verdict(player).sentence


def after_a_power_cut(w, people):
    """Play some actions, lose the last of them in a power cut, and play others to the end."""
    people[0].start_match()
    w.until_begun()
    for number in range(6):
        if number == 3:
            written = list(w.written)
        for player in people:
            legal = w.game.legal(player.view)
            if legal:
                player.send_action(legal[0] if number != 4 else legal[-1])
        w.turn()
    reborn(w, written, people)
    w.play(people)
    w.quiet()


def test_actions_lost_in_a_power_cut_are_not_reported_as_a_lie(fair):
    w = fair(seats=2)
    people = [w.player("Ann"), w.player("Bob")]
    after_a_power_cut(w, people)
    for player in people:
        assert verdict(player).fair is None, verdict(player).sentence
        assert "went back" in verdict(player).sentence


def test_host_that_lies_in_the_process_that_ends_the_match_is_detected(fair, monkeypatch):
    lie(monkeypatch, lambda record: another(record, actions=record.actions[1:]))
    w = fair(seats=2)
    people = [w.player("Ann"), w.player("Bob")]
    after_a_power_cut(w, people)
    for player in people:
        assert verdict(player).fair is False, verdict(player).sentence


def test_second_match_has_its_own_deal_and_check(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    for _ in range(2):
        ann.start_match()
        w.until_begun()
        w.play([ann, bob])
        w.quiet()
    assert [event.fair for event in ann.events if isinstance(event, VerificationResult)] == [True, True]
    one, two = w.records()
    assert one.seed != two.seed
    assert ann.count(MatchEnded) == 2


# A host that lies


def lie(monkeypatch, change):
    """Make the table send a changed record."""
    keep = RecordDownload.offer_record

    def keep_changed(self, match, text):
        keep(self, match, str(change(Record.parse(text))))

    monkeypatch.setattr(RecordDownload, "offer_record", keep_changed)


def played(w):
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.until_begun()
    w.play([ann, bob])
    w.quiet()
    return ann, bob


def with_deal(record, **changed):
    return replace(record, proof=replace(record.proof, deal=replace(record.proof.deal, **changed)))


def another(record, seed=None, actions=None):
    """Return the valid record of another match."""
    game = games[record.game]
    match = game.start(record.seats, seed or record.seed, dict(record.options))
    trace = MarkTrace(match, record.proof.names)
    for seat, text in actions or record.actions:
        action = game.parse(text)
        if action in match.legal(seat):
            trace.add_action(seat, text, match.act(seat, action))
    proof = Proof(record.proof.names, record.proof.deal, match.standings, trace.stride, tuple(trace.marks))
    return replace(match.record, proof=proof)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda record: with_deal(record, secret="0" * 64), "host"),
        (lambda record: with_deal(record, host="0" * 64), "exchanged its secret"),
        (lambda record: with_deal(record, parts=record.proof.deal.parts[:1]), "exchanged"),
        (lambda record: with_deal(record, match=2), "another match"),
        (lambda record: with_deal(record, table="abc"), "another match"),
        (lambda record: replace(record, proof=replace(record.proof, deal=None)), "no proof"),
        (lambda record: replace(record, proof=None), "no proof"),
        (lambda record: another(record, seed="0" * 64), "seed"),
        (lambda record: another(record, actions=record.actions[:-1]), "ends before"),
        (lambda record: another(record, actions=record.actions[1:]), "not this match"),
        (lambda record: replace(record, digest="0" * 64), "digest"),
        (lambda record: replace(record, actions=()), "breaks off"),
    ],
)
def test_record_that_contradicts_the_commitment_or_the_views_is_detected(fair, monkeypatch, change, word):
    lie(monkeypatch, change)
    for player in played(fair(seats=2)):
        assert verdict(player).fair is False
        assert word in verdict(player).sentence, verdict(player).sentence


def test_cards_not_dealt_from_the_settled_seed_are_detected(fair, monkeypatch):
    monkeypatch.setattr(CommitReveal, "seed", property(lambda self: "0" * 64))
    for player in played(fair(seats=2)):
        assert verdict(player).fair is False
        assert "seed" in verdict(player).sentence


def test_swapped_seed_is_detected_even_if_the_record_shows_the_original_match(fair, monkeypatch):
    honest = CommitReveal.seed.fget
    seeds = []

    def swapped(self):
        seeds.append(honest(self))
        return "0" * 64

    monkeypatch.setattr(CommitReveal, "seed", property(swapped))
    lie(monkeypatch, lambda record: another(record, seed=seeds[0]))
    for player in played(fair(seats=2)):
        assert verdict(player).fair is False
        assert "not this match" in verdict(player).sentence


def test_commitment_left_out_by_the_host_is_detected_by_its_owner(fair, monkeypatch):
    monkeypatch.setattr(CommitReveal, "commit", lambda self, seat, value: None)
    for player in played(fair(seats=2)):
        assert verdict(player).fair is None


def test_commitments_made_up_by_the_host_prove_nothing_to_those_not_asked(fair, monkeypatch):
    """The host asks nobody, and claims that everybody has taken part."""

    def made_up(occasion, secret, seats, now):
        dealing = CommitReveal(occasion, secret, seats, now)
        for seat in dealing.seats:
            dealing.commit(seat, commitment(occasion, seat_label(seat), "ab" * 32))
        dealing.advance(now)
        for seat in dealing.seats:
            dealing.reveal(seat, "ab" * 32)
        return dealing

    monkeypatch.setattr("net.table.match_start.CommitReveal", made_up)
    for player in played(fair(seats=2)):
        assert verdict(player).fair is None, verdict(player).sentence
        assert "without your part" in verdict(player).sentence


def test_secret_replaced_by_the_host_is_detected_by_its_owner(fair, monkeypatch):
    commit, reveal = CommitReveal.commit, CommitReveal.reveal
    false = "ab" * 32

    def false_commit(self, seat, promise):
        commit(self, seat, commitment(self.occasion, seat_label(seat), false) if seat == 0 else promise)

    monkeypatch.setattr(CommitReveal, "commit", false_commit)
    monkeypatch.setattr(
        CommitReveal, "reveal", lambda self, seat, secret: reveal(self, seat, false if seat == 0 else secret)
    )
    ann, bob = played(fair(seats=2))
    assert verdict(ann).fair is False
    assert "your own part" in verdict(ann).sentence
    assert verdict(bob).fair is True  # whose own part is in it, so that the seed is beyond the host's will


def test_client_that_takes_over_a_seat_during_a_match_can_verify_it(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    ann.start_match()
    w.until_begun()
    bob.drop()
    w.turn()
    again = type(bob)(w, "Bob")
    again.token = bob.token
    again.come()
    w.turn()
    assert again.seat == 1
    w.play([ann, again])
    w.quiet()
    for player in (ann, again):
        assert verdict(player).fair is True, verdict(player).sentence


def test_commit_and_reveal_without_a_deal_are_ignored(fair):
    w = fair(seats=2)
    ann, bob = w.player("Ann"), w.player("Bob")
    for message in (Commit(1, "0" * 64), Reveal(1, "0" * 64), RequestRecord(1, 0), RequestRecord(0, 1 << 50)):
        ann._send(message)
    w.turn()
    assert ann.link
    assert bob.link
