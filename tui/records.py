"""Records of matches that have been kept: read, checked, and played again step by step, without a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from core import BadRecord, Change, Dealer, Match, Record, View, games
from core.checking import Verdict, check
from net.client import Played
from net.limits import NAME_CELLS, REASON_CELLS, RECORD_TEXT_BYTES
from net.text import clean

NEWEST_SNAPSHOTS: Final = 64
"""How many states of a match are kept for stepping back: from there on is played again."""


def read_record(where: str, folder: Path) -> Record:
    """Return the record in a file, or that of a match by its number in the history kept in `folder`.

    Raises `BadRecord` with one sentence, whatever is wrong with it.
    """
    path = Path(where)
    if where.isascii() and where.isdigit() and not path.exists():
        return Record.parse(_from_history(int(where), folder))
    try:
        if not path.is_file() and path.exists():
            raise BadRecord(f"{where[:200]!r} is no file.")
        with path.open("rb") as file:
            data = file.read(RECORD_TEXT_BYTES + 1)
    except FileNotFoundError as error:
        raise BadRecord(f"There is no file {where[:200]!r}.") from error
    except (OSError, ValueError) as error:
        raise BadRecord(f"{where[:200]!r} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    if len(data) > RECORD_TEXT_BYTES:
        raise BadRecord(f"{where[:200]!r} is no record: no match is that long.")
    try:
        return Record.parse(data.decode())
    except UnicodeDecodeError as error:
        raise BadRecord(f"{where[:200]!r} is no record: it is no text.") from error


def _from_history(number: int, folder: Path) -> str:
    from net.errors import NetError
    from net.journal import NAME
    from net.journal.history import record_text

    try:
        text = record_text(folder / NAME, number)
    except NetError as error:
        raise BadRecord(str(error)) from error
    if text is None:
        raise BadRecord(f"There is no file {str(number)!r}, and no match of that number in the history.")
    return text


def in_words(verdict: Verdict) -> str:
    """Return what became of a check as a line that can be shown anywhere."""
    return clean(verdict.sentence, REASON_CELLS)


def names_of(record: Record) -> tuple[str, ...]:
    """Return what the seats of a record are called."""
    known = () if record.proof is None else record.proof.names
    seats = min(record.seats, 100_000)  # of a record that has not been checked yet
    return tuple(
        (clean(known[seat], NAME_CELLS) if seat < len(known) else "") or f"Seat {seat + 1}" for seat in range(seats)
    )


def told(record: Record, seat: int | None) -> Iterator[str | Verdict]:
    """Tell a match to a seat or a spectator, a line a step, and check it on the way; the verdict comes last."""
    from tui.plain.teller import Teller
    from tui.plain.tellers import teller_for

    names = names_of(record)
    lines: list[str] = []
    teller: Teller | None = None

    def witness(done: int, match: Match, changes: Sequence[Change]) -> str:
        nonlocal teller
        view = match.view(seat)
        seen = tuple(change for change in (c.seen_by(seat) for c in changes) if change is not None)
        if teller is None:
            teller = teller_for(view, names)
            lines.extend(teller.opening(seen))
            return ""
        said = " ".join(teller.tell(Played(seen, view)))
        actor, _ = match.actions[-1]
        who = names[actor] if actor < len(names) else "The table"
        lines.append(f"{done}. {said or f'{who} does something unseen.'}")
        return ""

    checking = check(record, witness)
    while True:
        try:
            next(checking)
        except StopIteration as over:
            yield from lines
            verdict: Verdict = over.value
            yield verdict
            return
        yield from lines
        lines.clear()


class Playback:
    """A record being played again, forward and back, for one seat or a spectator.

    `done` is how many of its `total` actions are. Raises `BadRecord` if there is no such match or seat.
    """

    def __init__(self, record: Record, seat: int | None) -> None:
        game = games.get(record.game)
        if game is None:
            raise BadRecord(f"The record is of a game called {record.game[:40]!r}; there are: {', '.join(games)}.")
        self.record = record
        self.names = names_of(record)
        self.seat = seat
        dealer = Dealer.parse(record.seed, record.deal)
        self.match = game.start(record.seats, options=dict(record.options), dealer=dealer)
        if seat is not None and seat >= record.seats:
            raise BadRecord(f"There is no seat {seat + 1} in this match; the seats are 1 to {record.seats}.")
        self._spacing = max(32, len(record.actions) // NEWEST_SNAPSHOTS + 1)
        self._snapshots = [self.match.copy()]

    @property
    def done(self) -> int:
        """How many actions are done."""
        return len(self.match.actions)

    @property
    def total(self) -> int:
        """How many actions the record has."""
        return len(self.record.actions)

    @property
    def view(self) -> View:
        """What is to be seen now."""
        return self.match.view(self.seat)

    @property
    def opening(self) -> tuple[Change, ...]:
        """The changes of setting up, as they are to be seen."""
        return self._seen(self.match.opening)

    def forward(self) -> Played | None:
        """Do the next action and return what is to be seen of it; None at the end. Raises `core.RulesError`."""
        if self.done == self.total:
            return None
        seat, text = self.record.actions[self.done]
        changes = self.match.act(seat, self.match.game.parse(text))
        if self.done == len(self._snapshots) * self._spacing:
            self._snapshots.append(self.match.copy())
        return Played(self._seen(changes), self.view)

    def go_to(self, done: int) -> None:
        """Go to the state after so many actions. Raises `core.RulesError`, and goes as far as the rules do."""
        done = max(0, min(done, self.total))
        if done < self.done:
            self.match = self._snapshots[min(done // self._spacing, len(self._snapshots) - 1)].copy()
        while self.done < done:
            self.forward()

    def _seen(self, changes: Sequence[Change]) -> tuple[Change, ...]:
        return tuple(change for change in (c.seen_by(self.seat) for c in changes) if change is not None)

    def last_in_words(self) -> str:
        """Return who did what last."""
        if not self.done:
            return "The match begins."
        seat, action = self.match.actions[-1]
        return f"{self.names[seat] if seat < len(self.names) else 'The table'}: {action}"
