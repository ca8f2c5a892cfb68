"""Sentences about the hall of a club and its tables, for the screens and the line mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core import games
from core.engine.english import count

if TYPE_CHECKING:
    from net.client.hall import HallClient
    from net.protocol.messages import TableRow

CODE_WANTED: Final = "That table asks for a code; who opened it can tell you."
WRONG_CODE: Final = "That was not the code of that table."

HALL_IS_AWAY: Final = "The club does not answer; trying until it does."
BACK_IN_HALL: Final = "You are back in the hall."

OTHERS_JOIN: Final = "Others come in with:"
WITH_SSH: Final = "Or with any ssh client:"
"""The words before the commands by which others come into a club."""

NO_TABLES_YET: Final = "There is no table yet: open one, or play now."
"""What a hall without tables says."""

NOTHING_FOUND: Final = "No table fits that."
"""What a search without a result says."""


def same_person_sentence(asked: str, name: str) -> str:
    """Return the sentence for a person who is known as `name` in the club, and `asked` for another one; else ""."""
    return "" if asked == name else f"You are {name} here, as before."


def game_title(row: TableRow) -> str:
    """Return the title of the game of a table, or its slug if this program does not have the game."""
    return games[row.game].title if row.game in games else row.game


def seats_of_row(row: TableRow) -> str:
    """Return how many seats of a table are free, or that it plays."""
    if row.playing:
        return "playing"
    return f"{row.free} of {row.seats} seats free" if row.free else "full"


def row_remark(row: TableRow) -> str:
    """Return what there is to say of a table beside its name and its game."""
    code = ", needs a code" if row.private else ""
    if row.suspended:
        return f"asleep{' in the middle of a match' if row.playing else ''}{code}"
    here = count(row.people, "person", "people") if row.people else "nobody there"
    return f"{seats_of_row(row)}, {here}{code}"


def row_sentence(row: TableRow) -> str:
    """Return a table of the list in one line, after its number."""
    return f"{row.name}, {game_title(row)}: {row_remark(row)}"


def hall_sentence(client: HallClient) -> str:
    """Return how many tables a club has, and how many people are in it, those at its tables included."""
    tables, people = count(client.tables, "table"), count(client.people, "person", "people")
    return f"{client.club_name}: {tables}, {people} here."
