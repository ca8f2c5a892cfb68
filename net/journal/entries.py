"""Entries of the journal, and the state of a table that they add up to (`add_up_to_saved_table`).

All entries of one tick (one call of `Table.handle`) are one transaction: the journal holds all of them or none, and
holds them before anything of them is sent. Every value is plain: numbers, texts, bytes, tuples of these.
Tokens, secrets and seeds are left out of `repr`, so that no log and no traceback shows them; what has none of them is a
`Struct`, which takes Python less time to make at the start than a dataclass.

The names of the fields are stored in the file (see `codec`) and must not change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from msgspec import Struct

from net.protocol.table_state import Terms

BOT_DECIDERS: Final = ("bot", "away")
"""The values of `ActionEntry.by` for a decision that a bot has made."""


class SavedSeatBot(Struct, frozen=True):
    """The bot that has a seat of the table: its kind (`bot`) and its `name`; both are "" for a seat without a bot.

    A `filler` is a bot that has the seat for one match only.
    """

    bot: str = ""
    name: str = ""
    filler: bool = False


@dataclass(frozen=True, slots=True)
class TableEntry:
    """The settings of a table, without its people and its match; replaces the earlier entry of its kind.

    secret, seed    the table's secret, and the seed that was given for its matches, or None
    name, game      the name of the table, and the slug of its game
    """

    secret: bytes = field(repr=False)
    seed: int | str | None = field(repr=False)
    code: str = field(repr=False)
    """The code that people need to join, "" if they need none."""
    name: str
    game: str
    options: tuple[tuple[str, str], ...]
    """The options of its game, as (name, value) texts."""
    chairs: tuple[SavedSeatBot, ...]
    """For each seat, the bot that has it."""
    terms: Terms = field(default_factory=Terms)
    matches: int = 0
    """The number of matches begun."""
    founder: str = field(default="", repr=False)
    """The token of the person to whom the table belongs; "" if it belongs to nobody yet."""
    boots: int = 0
    """The number of times that the table has been restored from the journal."""
    process: str = ""
    """The identifier of the process that runs the table."""
    paused: bool = False
    """Whether the table was paused."""
    banned: tuple[str, ...] = field(default=(), repr=False)
    """The texts by which banned people are recognised: tokens of seats, and keyed hashes of addresses and SSH keys."""
    former_players: tuple[tuple[int, int, tuple[str, ...]], ...] = field(default=(), repr=False)
    """(match number, seat, keyed hashes of identities) of people who have left a seat during a match, and so have seen
    its cards."""
    open_deals: int = 0
    """The number of deals that have got as far as the final list of commitments since a match was last played to its
    end."""
    bot: str = ""
    """The bot that gets a seat if no other is named; "" in journals of earlier versions."""


@dataclass(frozen=True, slots=True)
class PersonEntry:
    """A person at the table, known by their `token`; replaces the earlier entry about the same person."""

    token: str = field(repr=False)
    name: str
    """The person's name at the table."""
    watch: bool
    """Whether the person only watches and wants no seat."""
    seat: int | None
    """The person's seat, None for a spectator."""
    left: bool = False
    """Whether the person has left the table."""
    scores: tuple[tuple[str, int, int, int], ...] = ()
    """The person's (game, matches, wins, points) since the table was opened."""
    done: int = field(default=0, compare=False)
    """The id of the person's last request for an action when this entry was written; the ids of later requests are in
    later `ActionEntry` values (`ask`)."""
    with_bot: tuple[tuple[str, int], ...] = ()
    """The (game, matches) of `scores` in which a bot decided for the person at times."""
    resumable: bool = True
    """Whether the person can come back."""
    played: bytes = b""
    """The set of the numbers of the matches in `scores`, as bits of a number in little-endian order; empty in journals
    of earlier versions."""
    results: tuple[tuple[int, str, int, bool, bool], ...] = ()
    """The last of the matches in `scores`, as (match, game, points, won, with a bot); empty in journals of earlier
    versions."""


@dataclass(frozen=True, slots=True)
class PersonRemovedEntry:
    """A person whom the table has forgotten: their token is no longer valid."""

    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MatchBeganEntry:
    """The beginning of a match; `bots` names the bot of every seat, with an empty text for a person.

    `match` is the number of the match at its table, from 1. `deal` is the text of the
    `core.engine.record_proof.DealProof` that the seed follows from, or empty where the seed was given.

    `game` is the slug of the game, `seats` the number of seats, and `options` are the options as (name, value) texts.
    `names` are those of the seats at the beginning.
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
class ActionEntry:
    """An action that a seat has done in a match, and who decided it."""

    match: int
    seat: int
    """The seat; for an action of the table itself, the number after the last seat."""
    action: str
    by: str
    """Who decided: ``person``, ``bot``, ``away`` (a stand-in for somebody absent), ``clock`` (time was up) or
    ``table``."""
    person: str = field(default="", repr=False)
    """The token of the person who sent the action; "" if no person did."""
    ask: int = 0
    """The id of the message (`Act`) in which the person sent the action; 0 if no person did."""
    at: float = field(default=0.0, compare=False)
    """The time since the beginning of the match in seconds, without pauses."""


class MatchEndedEntry(Struct, frozen=True):
    """The end of a match: its standings as (seat, score, rank), best first, and the digest of its last state, in hex.

    `record` is the text of the whole match with its proof, which `queens replay` and `queens verify` read. `names` are
    those of the seats at the end; version 0.2 did not store them.
    """

    match: int
    standings: tuple[tuple[int, int, int], ...] = ()
    digest: str = ""
    record: str = ""
    names: tuple[str, ...] = ()


class MatchAbortedEntry(Struct, frozen=True):
    """A match that was broken off: it has no result, and is not in the history.

    `match` is its number at the table, and `reason` why it was broken off.
    """

    match: int
    reason: str


MatchBoundaryEntry: TypeAlias = MatchBeganEntry | MatchEndedEntry | MatchAbortedEntry
"""Entries that begin or end a match; the list of matches changes with them."""

MatchEntry: TypeAlias = MatchBoundaryEntry | ActionEntry
"""Any entry about a match; its field `match` is the number of the match at the table."""

Entry: TypeAlias = TableEntry | PersonEntry | PersonRemovedEntry | MatchEntry
"""Any entry of the journal."""


class SavedMatch(Struct, frozen=True):
    """The latest match of a table: its beginning, its actions in order, and its end, None while it is unfinished.

    `actions` are the entries of its actions, and `end` is the entry of its end.
    """

    beginning: MatchBeganEntry
    actions: tuple[ActionEntry, ...] = ()
    end: MatchEndedEntry | None = None


class SavedTable(Struct, frozen=True):
    """All that is needed to restore a table after a restart of its host (`net.table.table.Table.restore`).

    `match` is None if no match has begun or the latest was broken off.
    """

    table: TableEntry
    people: tuple[PersonEntry, ...] = ()
    match: SavedMatch | None = None


def add_up_to_saved_table(entries: Iterable[Entry]) -> SavedTable | None:
    """Return the state of a table after all its entries, in order; None without a `TableEntry` among them."""
    table: TableEntry | None = None
    people: dict[str, PersonEntry] = {}
    began: MatchBeganEntry | None = None
    acted: list[ActionEntry] = []
    closed: MatchEndedEntry | None = None
    for entry in entries:
        match entry:
            case TableEntry():
                table = entry
            case PersonEntry():
                people[entry.token] = entry
            case PersonRemovedEntry(token):
                people.pop(token, None)
            case MatchBeganEntry():
                began, acted, closed = entry, [], None
            case ActionEntry():
                acted.append(entry)
            case MatchEndedEntry():
                closed = entry
            case MatchAbortedEntry():
                began, acted, closed = None, [], None
    if table is None:
        return None
    match_ = None if began is None else SavedMatch(began, tuple(acted), closed)
    return SavedTable(table, tuple(people.values()), match_)


def fold_saved_table(saved: SavedTable) -> tuple[Entry, ...]:
    """Return the fewest entries from which a saved table can be restored, the actions of its match included."""
    played = saved.match
    if played is None:
        return (saved.table, *saved.people)
    closed = () if played.end is None else (played.end,)
    # the people after the beginning: they name who has which seat by now
    return (played.beginning, saved.table, *saved.people, *played.actions, *closed)
