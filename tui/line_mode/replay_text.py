"""Replays a recorded match in sentences, a line for each step."""

from __future__ import annotations

from collections.abc import Iterator

from core import Record
from core.fairness.verification import Verdict
from net.client.playback import check_and_yield_steps
from tui.boards.games import narrator_for
from tui.line_mode.narrators.base import Narrator
from tui.text.records import actor_name, seat_names, verdict_sentence


def replay_lines(record: Record, seat: int | None) -> Iterator[str | Verdict]:
    """Yield the lines of a recorded match as a seat or a spectator (None) reads them, and at last its verdict.

    The record is verified during the replay, so that an invalid one ends early.
    """
    names = seat_names(record)
    narrator: Narrator | None = None
    for step in check_and_yield_steps(record, seat):
        if isinstance(step, Verdict):
            yield step
        elif narrator is None:
            narrator = narrator_for(step.event.view, names)
            yield from narrator.opening_sentences(step.event.changes)
        else:
            sentences = " ".join(narrator.narrate(step.event))
            yield f"{step.actions_done}. {sentences or f'{actor_name(names, step.seat)} does something unseen.'}"


def replay_report(record: Record, seat: int | None) -> str:
    """Return all lines of a recorded match and its verdict as one text."""
    said = replay_lines(record, seat)
    return "".join(f"{line if isinstance(line, str) else verdict_sentence(line)}\n" for line in said)
