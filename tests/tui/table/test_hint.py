"""A hint that is computed while the match goes on: it is about the decision that the person has when it is ready, or
there is none.
"""

from __future__ import annotations

import asyncio

import pytest

from core import Match, games
from core.engine.coach import Advice
from net.protocol.table_state import Terms
from tests.net.conftest import TableHarness, sensible_action
from tests.net.table.test_resume import new_client_of
from tests.support.scripted_terminal import ScriptedClient, table_info
from tui.table.hint import DecisionOver, think_of_hint

GAME = games["queen-bees-ii"]
"""The game of these tests: Queen Bees II."""


def client_at(match: Match, seat: int) -> ScriptedClient:
    """Return the client of a seat in a match; it follows the match."""
    client = ScriptedClient(seat, state=table_info(phase="playing", terms=Terms(hints=True)))
    client.view = match.view(seat)
    return client


async def start_hint(client: ScriptedClient) -> asyncio.Task[Advice | None]:
    """Return the task that computes a hint, after it has worked for the first time."""
    working = asyncio.create_task(think_of_hint(client))
    await asyncio.sleep(0)
    assert not working.done()
    return working


async def test_hint_is_dropped_when_its_decision_is_over_and_the_person_has_no_other() -> None:
    match = GAME.start(4, 1)
    seat = min(match.awaited)
    client = client_at(match, seat)
    working = await start_hint(client)
    match.act(seat, match.default(seat))  # the clock has decided
    client.view = match.view(seat)
    with pytest.raises(DecisionOver):
        await working


async def test_hint_is_dropped_when_the_person_has_decided() -> None:
    match = GAME.start(4, 1)
    seat = min(match.awaited)
    client = client_at(match, seat)
    working = await start_hint(client)
    client.send_action(match.default(seat))
    with pytest.raises(DecisionOver):
        await working


async def test_hint_is_computed_again_for_the_new_view_when_the_match_goes_on() -> None:
    match = GAME.start(4, 1)
    seat = min(match.awaited)
    client = client_at(match, seat)
    working = await start_hint(client)
    while True:
        for other in sorted(match.awaited):
            match.act(other, match.default(other))
        client.view = match.view(seat)
        if seat in match.awaited:
            break
    advice = await working
    assert advice is not None
    assert {choice.action for choice in advice.choices} <= set(GAME.legal(client.view))


async def test_hint_is_the_same_after_leaving_a_match_alone_and_continuing_it() -> None:
    """The person leaves for the home screen and comes back; the coach still knows which cards are gone, and who has
    none of a suit.
    """
    harness = TableHarness("queen-bees-ii", seats=4, bots=3, pace=0.5)
    (ann,) = harness.start_match_of("Ann")
    match = harness.table.state.runner.match
    while len(match.actions) < 34 or 0 not in match.awaited:
        if GAME.legal(ann.view):
            ann.send_action(sensible_action(GAME, ann.view, harness.chance))
        harness.pass_time(1)
    before, view = await think_of_hint(ann), ann.view
    ann.say_goodbye()
    harness.restart_host()
    again = new_client_of(harness, ann)
    again.connect()
    harness.run_tick()
    assert again.view == view
    after = await think_of_hint(again)
    assert before is not None
    assert after == before
