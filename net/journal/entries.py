"""What of a table is written down, so that it can go on after its process has died: entries, and what they add up to.

All entries of one tick (one call of `Table.handle`) are one transaction: all of them are in the journal, or none,
and they are before anybody is told of what they say. Every value is plain: numbers, texts, bytes, tuples of these.
Tokens, secrets and seeds are not in what an entry prints as, so that no log and no traceback holds them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from net.protocol.table_state import Terms


@dataclass(frozen=True, slots=True)
class KeptChair:
    """A seat as far as no person has it: the program `bot`, called `name`; a `filler` came for one match only."""

    bot: str = ""
    name: str = ""
    filler: bool = False


@dataclass(frozen=True, slots=True)
class TableKept:
    """A table but for its people and its match; replaces what was kept of it before.

    `matches` is how many have begun; `founder` is the token of whom the table belongs to; `boots` how often it
    has been restored, and `process` names the process that runs it; `banned` are the tokens of those who were sent
    away. `options` are (name, value) texts.
    """

    secret: bytes = field(repr=False)
    seed: int | str | None = field(repr=False)
    code: str = field(repr=False)
    name: str
    game: str
    options: tuple[tuple[str, str], ...]
    chairs: tuple[KeptChair, ...]
    terms: Terms = field(default_factory=Terms)
    matches: int = 0
    founder: str = field(default="", repr=False)
    boots: int = 0
    process: str = ""
    paused: bool = False
    banned: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PersonKept:
    """Somebody who has a place at the table, by their `token`; replaces what was kept of them before.

    `seat` is None for who watches; `left` means that they said goodbye; `scores` are (game, matches, wins, points)
    of the evening. `done` is the last action that they had asked for when this was written; since then it may
    have grown, as the actions in the journal say.
    """

    token: str = field(repr=False)
    name: str
    watch: bool
    seat: int | None
    left: bool = False
    scores: tuple[tuple[str, int, int, int], ...] = ()
    done: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """Somebody has no place at the table any more."""

    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Began:
    """A match began; `bots` names the program in every seat, with an empty text for a person.

    `deal` is the text of the `core.engine.proof.Deal` that its seed follows from, or empty where the seed was given.
    """

    match: int
    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    seed: str = field(repr=False)
    names: tuple[str, ...]
    bots: tuple[str, ...] = ()
    deal: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat did an action.

    `by` is ``person``, ``bot``, ``away`` (done for somebody absent), ``clock`` (time was up) or ``table``: then the
    seat is the number after the last one, which stands for the table itself. A person's action also names them by
    their token, and the `ask` that it answers. `at` is the second of the match, without its pauses.
    """

    match: int
    seat: int
    action: str
    by: str
    person: str = field(default="", repr=False)
    ask: int = 0
    at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Closed:
    """A match is over: (seat, score, rank), best first, and the digest of its last state, in hex.

    `record` is the text of the whole match with its proof, which `queens replay` and `queens verify` read.
    """

    match: int
    standings: tuple[tuple[int, int, int], ...] = ()
    digest: str = ""
    record: str = ""


@dataclass(frozen=True, slots=True)
class Aborted:
    """A match was broken off and counts for nobody."""

    match: int
    reason: str


Entry: TypeAlias = TableKept | PersonKept | PersonForgotten | Began | Acted | Closed | Aborted


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """The match that began last: all that was done in it, in order, and its end if it has come to one."""

    began: Began
    acted: tuple[Acted, ...] = ()
    closed: Closed | None = None


@dataclass(frozen=True, slots=True)
class Saved:
    """All that a table needs to go on: see `net.table.Table.restore`. `match` is None if the last was broken off."""

    table: TableKept
    people: tuple[PersonKept, ...] = ()
    match: KeptMatch | None = None


def gathered(entries: Iterable[Entry]) -> Saved | None:
    """Return what the entries of one table, from its first, add up to; None if there is no table in them."""
    table: TableKept | None = None
    people: dict[str, PersonKept] = {}
    began: Began | None = None
    acted: list[Acted] = []
    closed: Closed | None = None
    for entry in entries:
        match entry:
            case TableKept():
                table = entry
            case PersonKept():
                people[entry.token] = entry
            case PersonForgotten(token):
                people.pop(token, None)
            case Began():
                began, acted, closed = entry, [], None
            case Acted():
                acted.append(entry)
            case Closed():
                closed = entry
            case Aborted():
                began, acted, closed = None, [], None
    if table is None:
        return None
    match_ = None if began is None else KeptMatch(began, tuple(acted), closed)
    return Saved(table, tuple(people.values()), match_)
