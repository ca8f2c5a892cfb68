"""A hint for the person at a table: whether it may be given, and the work on it in short pieces."""

from __future__ import annotations

from core import games
from core.engine.coach import Advice
from net.client.api import Client
from net.protocol.refusals import (
    NO_HINTS_FOR_SPECTATORS_SENTENCE,
    NO_HINTS_HERE_SENTENCE,
    NO_HINTS_IN_GAME_SENTENCE,
    NOTHING_TO_DECIDE_SENTENCE,
    ONLY_DURING_MATCH_SENTENCE,
)
from net.protocol.table_state import gives_hints
from tui.table.time_slices import run_in_slices


def why_no_hint(client: Client) -> str:
    """Return in one sentence why the person gets no hint now; "" if they get one."""
    view, table = client.view, client.table
    if view is None or view.facts["over"]:
        return ONLY_DURING_MATCH_SENTENCE
    if view.seat is None:
        return NO_HINTS_FOR_SPECTATORS_SENTENCE
    if table is not None and not gives_hints(table):
        return NO_HINTS_HERE_SENTENCE
    if games[view.game].coach is None:
        return NO_HINTS_IN_GAME_SENTENCE
    return "" if games[view.game].legal(view) else NOTHING_TO_DECIDE_SENTENCE


class DecisionOver(Exception):
    """Raised when the decision for which a hint was asked is over: it has been made, or is on its way to the host."""


class _ViewChanged(Exception):
    """Raised when the match has changed while a hint was worked out."""


async def think_of_hint(client: Client) -> Advice | None:
    """Work out the advice for the decision that the person has now; return None if the view or the memory is
    impossible.

    It takes time, and works in short pieces. If the match changes meanwhile, it begins again with the new view; so the
    advice is about `client.view` when it is returned. Raises `DecisionOver` as soon as the person has no decision to
    make, or has made it.
    """
    while not client.awaits_answer and not why_no_hint(client):
        try:
            return await _compute_advice(client)
        except _ViewChanged:
            continue
        except Exception:  # whatever the cards of a lying host lead to
            return None
    raise DecisionOver


async def _compute_advice(client: Client) -> Advice:
    """Return the advice about the client's view; raises `_ViewChanged` if the view changes meanwhile."""
    view = client.view
    assert view is not None
    game = games[view.game]
    assert game.coach is not None

    def check_view(_: None) -> None:
        """Raise `_ViewChanged` if the view of the client is another one by now."""
        if client.view is not view or client.awaits_answer:
            raise _ViewChanged

    return await run_in_slices(game.coach(game, view, client.memory or game.memory(view)), check_view)
