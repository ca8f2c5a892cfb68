"""Replays a recorded match in sentences, a line for each step."""

from __future__ import annotations

from collections.abc import Iterator

from core import Record
from core.fairness.verification import Verdict
from net.client.playback import checked_steps
from tui.line_mode.narrators import narrator_for
from tui.line_mode.narrators.base import Narrator
from tui.text.records import actor_name, seat_names


def replay_lines(record: Record, seat: int | None) -> Iterator[str | Verdict]:
    """Yield what a seat, or a spectator (None), reads of a recorded match, and last the verdict of its verification.

    The record is verified on the way, so a wrong one ends early.
    """
    names = seat_names(record)
    narrator: Narrator | None = None
    for step in checked_steps(record, seat):
        if isinstance(step, Verdict):
            yield step
        elif narrator is None:
            narrator = narrator_for(step.played.view, names)
            yield from narrator.opening(step.played.changes)
        else:
            sentences = " ".join(narrator.narrate(step.played))
            yield f"{step.done}. {sentences or f'{actor_name(names, step.seat)} does something unseen.'}"
