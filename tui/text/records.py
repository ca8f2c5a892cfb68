"""Reads records of matches from files or the history, and describes their verdicts, seats and steps in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from core import BadRecord, Record, RulesError, games
from core.fairness.verification import Verdict
from net.client.playback import Playback
from net.limits import MAX_NAME_CELLS, MAX_REASON_CELLS, MAX_RECORD_TEXT_BYTES
from net.protocol.sanitize import clean_text
from tui.text.steps import own_step_sentence, step_sentence

REPLAY_LABEL_AND_REMARK: Final = ("Watch it again", "step by step, on its board")
"""The label and the remark of the choice that replays a finished match."""

ANALYSIS_LABEL_AND_REMARK: Final = ("What happened", "with a coach's comments")
"""The label and the remark of the choice that analyses a finished match."""


def read_record(file_or_number: str, folder: Path) -> Record:
    """Return the record in a file, or that of a match by its number in the history of `folder`; "" is the latest match.

    Raises `BadRecord` with one sentence, if it cannot be found or read.
    """
    if not file_or_number:
        return latest_record(folder)
    path = Path(file_or_number)
    if file_or_number.isascii() and file_or_number.isdigit() and not path.exists():
        return record_from_history(int(file_or_number), folder)
    try:
        if not path.is_file() and path.exists():
            raise BadRecord(f"{file_or_number[:200]!r} is not a file.")
        with path.open("rb") as file:
            data = file.read(MAX_RECORD_TEXT_BYTES + 1)
    except FileNotFoundError as error:
        raise BadRecord(f"There is no file {file_or_number[:200]!r}.") from error
    except (OSError, ValueError) as error:
        raise BadRecord(
            f"{file_or_number[:200]!r} cannot be read: {getattr(error, 'strerror', None) or error}."
        ) from error
    if len(data) > MAX_RECORD_TEXT_BYTES:
        raise BadRecord(f"{file_or_number[:200]!r} is not a record: no match is that long.")
    try:
        return Record.parse(data.decode())
    except UnicodeDecodeError as error:
        raise BadRecord(f"{file_or_number[:200]!r} is not a record: it is not text.") from error


def latest_record(folder: Path) -> Record:
    """Return the record of the latest finished match in the history of `folder`.

    Raises `BadRecord` if there is no such match, or its record is damaged.
    """
    from net.errors import NetError
    from net.journal import JOURNAL_FILE
    from net.journal.history import finished_matches
    from tui.text.history_reports import NO_MATCHES_SENTENCE, check_history_can_be_kept

    try:
        check_history_can_be_kept(folder / JOURNAL_FILE)
        matches = finished_matches(folder / JOURNAL_FILE, limit=1)
    except NetError as error:
        raise BadRecord(str(error)) from error
    if not matches:
        raise BadRecord(NO_MATCHES_SENTENCE)
    return record_from_history(matches[0].id, folder)


def record_from_history(match_number: int, folder: Path) -> Record:
    """Return the record of a match by its number in the history of `folder`; raises `BadRecord` if the record is
    missing or damaged."""
    from net.errors import NetError
    from net.journal import JOURNAL_FILE
    from net.journal.history import record_text

    try:
        text = record_text(folder / JOURNAL_FILE, match_number)
    except NetError as error:
        raise BadRecord(str(error)) from error
    if text is None:
        raise BadRecord(f"There is no file {str(match_number)!r}, and no match of that number in the history.")
    return Record.parse(text)


def unreplayable_record_sentence(error: RulesError) -> str:
    """Return the sentence about a record that cannot be replayed beyond a step, because of `error`."""
    return f"The record breaks off here: {error}"


def verdict_sentence(verdict: Verdict) -> str:
    """Return a verdict as one sanitised line."""
    return clean_text(verdict.sentence, MAX_REASON_CELLS)


def seat_names(record: Record) -> tuple[str, ...]:
    """Return the sanitised names of the seats of a record, ``Seat 1`` where none is recorded."""
    known = () if record.proof is None else record.proof.names
    seats = min(record.seats, 100_000)  # of a record that has not been checked yet
    return tuple(
        (clean_text(known[seat], MAX_NAME_CELLS) if seat < len(known) else "") or f"Seat {seat + 1}"
        for seat in range(seats)
    )


def own_seat(record: Record, name: str) -> int | None:
    """Return the seat that the person of this name had in a recorded match; None if nobody or more than one had it."""
    known = seat_names(record) if record.proof is not None else ()
    return known.index(name) if known.count(name) == 1 else None


def actor_name(names: Sequence[str], seat: int) -> str:
    """Return the name of a seat; the number after the last seat stands for the table itself."""
    return names[seat] if seat < len(names) else "The table"


def last_action_sentence(playback: Playback, own_seat: int | None = None) -> str:
    """Return the latest action of a replay as a sentence; the reader, in `own_seat`, is called ``You``."""
    if playback.last_action is None:
        return "The match begins."
    seat, action = playback.last_action
    names = seat_names(playback.record)
    game = games[playback.record.game]
    if seat == own_seat:
        return own_step_sentence(game, action, names)
    return step_sentence(game, actor_name(names, seat), action, names)
