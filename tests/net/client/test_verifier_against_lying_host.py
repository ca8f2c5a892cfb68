"""A lying host over real connections: every client detects the lie by itself."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from core import Record, games
from core.engine.proof import Proof
from core.fairness.verification import MarkTrace
from net.client.events import VerificationResult
from net.client.remote import join
from net.host.server import host
from net.host.table_spec import table_spec
from net.table.commit_reveal import CommitReveal
from net.table.record_download import RecordDownload

SECONDS = 30


def playing(client, verdicts, done):
    """A listener that plays as the game's bot does, and records the verdict."""

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


async def a_match(game="mad-queens"):
    """Play a match of three people and a spectator over TCP; return the verdict of each."""
    seats = next(number for number in games[game].seats if number >= 3)
    server, ann = await host(table_spec(game, seats=seats, pace=0), "Ann", address="127.0.0.1", port=0)
    port = int(server.table.address.rpartition(":")[2])
    bob, cleo = [await join("127.0.0.1", port, name) for name in ("Bob", "Cleo")]
    wim = await join("127.0.0.1", port, "Wim", watch=True)
    verdicts: list[VerificationResult] = []
    done = asyncio.Event()
    try:
        for client in (ann, bob, cleo, wim):
            client.set_listener(playing(client, verdicts, done))
        ann.start_match()
        async with asyncio.timeout(SECONDS):
            await done.wait()
    finally:
        for client in (wim, cleo, bob, ann):
            await client.close()
        await server.close()
    return verdicts


@pytest.mark.parametrize("game", ["mad-queens", "queen-bees-ii"])
async def test_every_player_verifies_a_match_over_the_network_as_fair_and_who_watches_has_no_proof(game):
    verdicts = await a_match(game)
    assert [verdict.fair for verdict in verdicts] == [True, True, True, None], verdicts


async def test_seed_swapped_after_the_commitments_is_detected_by_every_client(monkeypatch):
    monkeypatch.setattr(CommitReveal, "seed", property(lambda self: "f" * 64))
    verdicts = await a_match()
    assert [verdict.fair for verdict in verdicts] == [False] * 4
    assert all("seed" in verdict.sentence for verdict in verdicts), verdicts


async def test_swapped_seed_is_detected_even_if_the_record_shows_the_original_match(monkeypatch):
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
        proof = Proof(shown.proof.names, shown.proof.deal, other.standings, trace.stride, tuple(trace.marks))
        keep(shelf, match, str(replace(other.record, proof=proof)))

    monkeypatch.setattr(CommitReveal, "seed", property(swapped))
    monkeypatch.setattr(RecordDownload, "offer_record", keep_another)
    verdicts = await a_match()
    assert [verdict.fair for verdict in verdicts] == [False] * 4
    assert all("not this match" in verdict.sentence for verdict in verdicts), verdicts
