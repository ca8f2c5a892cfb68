"""A lying host over real connections: every client detects the lie by itself."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from core import Record, games
from core.engine.record_proof import Proof
from core.fairness.verification import MarkTrace
from net.client.deal_memory import DealMemory
from net.client.events import MatchBegan, VerificationResult
from net.host.server import host
from net.host.table_spec import make_table_spec
from net.security.host_certificate import host_certificate
from net.security.known_hosts import HostTrust
from net.table.commit_reveal import CommitReveal
from net.table.record_download import RecordDownload
from tests.support.join import join
from tests.support.patience import PATIENCE_SECONDS


def playing_listener(client, verdicts, done):
    """Return an event listener that plays the client's seat by the game's first bot and adds the client's verdict to
    `verdicts`. It sets the event `done` once `verdicts` has four entries.
    """

    def listen(event):
        if isinstance(event, VerificationResult):
            verdicts.append(event)
            if len(verdicts) == 4:
                done.set()
        view = client.view
        if view is None or client.seat is None or client.seat != view.seat:
            return
        game = games[view.game]
        if game.legal(view):
            client.send_action(next(iter(game.bots.values()))(view))

    return listen


async def play_match_and_collect_verdicts(game="mad-queens"):
    """Play a match of three people and a spectator over TCP; return their verdicts in order of arrival."""
    seats = next(number for number in games[game].seats if number >= 3)
    server, ann = await host(make_table_spec(game, seats=seats, pace=0), "Ann", address="127.0.0.1", port=0)
    port = int(server.table.address.rpartition(":")[2])
    bob, cleo = [await join("127.0.0.1", port, name) for name in ("Bob", "Cleo")]
    wim = await join("127.0.0.1", port, "Wim", watch=True)
    verdicts: list[VerificationResult] = []
    done = asyncio.Event()
    try:
        for client in (ann, bob, cleo, wim):
            client.set_listener(playing_listener(client, verdicts, done))
        ann.start_match()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await done.wait()
    finally:
        for client in (wim, cleo, bob, ann):
            await client.close()
        await server.close()
    return verdicts


@pytest.mark.parametrize("game", ["mad-queens", "queen-bees-ii"])
async def test_every_player_verifies_a_match_over_the_network_as_fair_and_a_spectator_has_no_proof(game):
    verdicts = await play_match_and_collect_verdicts(game)
    assert [verdict.fair for verdict in verdicts] == [True, True, True, None], verdicts


async def test_seed_swapped_after_the_commitments_is_detected_by_every_client(monkeypatch):
    monkeypatch.setattr(CommitReveal, "seed", property(lambda self: "f" * 64))
    verdicts = await play_match_and_collect_verdicts()
    assert [verdict.fair for verdict in verdicts] == [False] * 4
    assert all("seed" in verdict.sentence for verdict in verdicts), verdicts


async def test_swapped_seed_is_detected_over_tcp_even_if_the_record_shows_the_original_match(monkeypatch):
    honest = CommitReveal.seed.fget
    right = []

    def swapped(dealing):
        right.append(honest(dealing))
        return "f" * 64

    keep = RecordDownload.offer_record

    def keep_another(shelf, match, text):
        shown = Record.parse(text)
        assert shown.proof is not None
        game = games[shown.game]
        other = game.start(shown.seats, right[0], dict(shown.options))
        trace = MarkTrace(other, shown.proof.names)
        while not other.over:
            seat = min(other.awaited)
            action = game.bots["steady"](other.view(seat))
            trace.add_action(seat, action, other.act(seat, action))
        proof = Proof(shown.proof.names, shown.proof.deal, other.standings, trace.actions_per_mark, trace.marks)
        keep(shelf, match, str(replace(other.record, proof=proof)))

    monkeypatch.setattr(CommitReveal, "seed", property(swapped))
    monkeypatch.setattr(RecordDownload, "offer_record", keep_another)
    verdicts = await play_match_and_collect_verdicts()
    assert [verdict.fair for verdict in verdicts] == [False] * 4
    assert all("not this match" in verdict.sentence for verdict in verdicts), verdicts


async def test_program_counts_abandoned_deals_of_a_host_that_hides_them_over_a_new_connection(monkeypatch, tmp_path):
    """Three matches are broken off, and after each of them Bob leaves and comes back; the host hides the abandoned
    deals.
    """
    honest = CommitReveal.__init__

    def hide_abandoned(self, *args, **counts):
        honest(self, *args, **{**counts, "abandoned_deals": 0})

    monkeypatch.setattr(CommitReveal, "__init__", hide_abandoned)
    server, ann = await host(
        make_table_spec("mad-queens", seats=2, pace=0),
        "Ann",
        "127.0.0.1",
        0,
        certificate=host_certificate(tmp_path / "ann"),
    )
    memory, sentences = DealMemory(), []
    try:
        for _ in range(3):
            trust = HostTrust(tmp_path / "bob")
            bob = await join(
                "127.0.0.1", int(server.table.address.rpartition(":")[2]), "Bob", trust=trust, deals=memory
            )
            done = asyncio.Event()

            def listen(event, done=done):
                if isinstance(event, MatchBegan):
                    ann.end_match()
                elif isinstance(event, VerificationResult):
                    sentences.append(event.sentence)
                    done.set()

            bob.set_listener(listen)
            ann.start_match()
            async with asyncio.timeout(PATIENCE_SECONDS):
                await done.wait()
            await bob.close()
    finally:
        await ann.close()
        await server.close()
    assert memory.deals_of_host(server.certificate.fingerprint).last_deal_number == 3
    assert sentences[0].startswith("Fair deal: everybody shuffled together")
    assert sentences[1].startswith("Fair deal, but after 1 abandoned deal: somebody could choose among 2.")
    assert sentences[2].startswith("Fair deal, but after 2 abandoned deals: somebody could choose among 3.")
