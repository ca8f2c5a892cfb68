"""A hint for the person at a table: whether it may be given, and the work on it in short pieces."""

from __future__ import annotations

from asyncio import sleep
from time import monotonic
from typing import Final

from core import games
from core.engine.coach import Advice, AdviceThought
from net.client.api import Client
from net.protocol.refusals import NO_COACH, NO_HINTS_FOR_SPECTATORS, NO_HINTS_HERE, NOTHING_TO_DECIDE, ONLY_DURING_MATCH
from net.protocol.table_state import gives_hints

SLICE_SECONDS: Final = 0.002
"""About how long the work on a hint lasts before keys and other guests have their turn."""

PAUSE_SECONDS: Final = 0.002
"""The pause after each part of that work, so that a hint for one guest takes at most half of a processor."""


def why_no_hint(client: Client) -> str:
    """Return in one sentence why the person gets no hint now; "" if they get one."""
    view, table = client.view, client.table
    if view is None or view.facts["over"]:
        return ONLY_DURING_MATCH
    if view.seat is None:
        return NO_HINTS_FOR_SPECTATORS
    if table is not None and not gives_hints(table):
        return NO_HINTS_HERE
    if games[view.game].coach is None:
        return NO_COACH
    return "" if games[view.game].legal(view) else NOTHING_TO_DECIDE


async def think_of_hint(client: Client) -> Advice | None:
    """Return the advice for the decision that the person has now; None if the view or the memory is impossible."""
    view = client.view
    assert view is not None
    game = games[view.game]
    assert game.coach is not None
    try:
        memory = client.memory or game.memory(view)
        return await _think(game.coach(game, view, memory))
    except Exception:  # whatever the cards of a lying host lead to
        return None


async def _think(thought: AdviceThought) -> Advice:
    """Return the advice that a thought leads to, and let the event loop do other things between its pieces."""
    while True:
        until = monotonic() + SLICE_SECONDS
        try:
            while monotonic() < until:
                next(thought)
        except StopIteration as end:
            advice: Advice = end.value
            return advice
        await sleep(PAUSE_SECONDS)
