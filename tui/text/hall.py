"""Sentences about the hall of a club and its tables, for the screens and the line mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from core import games
from core.engine.english import count
from net.protocol.hall_messages import START_RATING
from tui.text.columns import align_columns
from tui.text.results import BOT_NAME_SUFFIX, own_name

if TYPE_CHECKING:
    from net.client.hall import HallClient
    from net.protocol.messages import MatchRow, TableRow, TotalRow, TotalsShown

CODE_WANTED_SENTENCE: Final = "That table asks for a code; ask the person who opened it."
"""The sentence for a person who wants to join a table of a club that asks for a code."""
WRONG_CODE_SENTENCE: Final = "That was not the code of that table."
"""The answer to a wrong code of a table in a club."""

HALL_AWAY_SENTENCE: Final = "The club does not answer; trying until it does."
"""The sentence that is shown while the club does not answer."""
BACK_IN_HALL_SENTENCE: Final = "You are back in the hall."
"""The sentence that is shown when the club answers again."""

NO_TABLES_YET_SENTENCE: Final = "There is no table yet: open one, or play now."
"""The sentence in place of the list in a hall without tables."""

NOTHING_FOUND_SENTENCE: Final = "No table matches that."
"""The sentence in place of the list if a search finds no table."""

NO_FREE_SEATS_SENTENCE: Final = "No seat is open to everybody just now: open a table, or play now."
"""The sentence in place of the list if only tables with a free seat were requested and no table has one."""


NO_MATCHES_IN_CLUB_SENTENCE: Final = "No finished matches to show in this club."
"""The sentence in place of the list of matches of a club if it is empty: matches at tables with a code are not in it.
"""

MATCHES_OF_CLUB_TITLE: Final = "Matches of the club"
"""The title of the list of finished matches of a club."""

LADDER_TITLE: Final = "Tonight's ladder"
"""The title of the ladder of an evening."""

NO_MATCHES_OF_GAME_SENTENCE: Final = "No match of this game has been finished tonight."
"""The sentence in place of the totals of a game without matches."""

NO_MATCH_RECORD_IN_CLUB_SENTENCE: Final = "The club has no record of that match to show."
"""The sentence about a match that cannot be replayed, because the club has no record of it."""

LADDER_SENTENCE: Final = (
    f"Everybody begins at {START_RATING}. A match counts if at least two people have played it; bots are left out. "
    "The ratings are OpenSkill's."
)
"""The explanation of how the ladder is computed."""


def match_title(row: MatchRow) -> str:
    """Return the date and time when a match of the club ended, and its game."""
    from tui.text.history_reports import local_time  # the history is not needed until then

    title = games[row.game].title if row.game in games else row.game
    return f"{local_time(row.ended)}  {title}"


def match_scores(row: MatchRow) -> str:
    """Return the names and points of a match, the best first."""
    named = [f"{one.name}{BOT_NAME_SUFFIX if one.is_bot else ''} {one.score}" for one in row.scores]
    more = row.seats - len(named)
    return ", ".join([*named, *([f"and {more} more"] if more > 0 else [])])


def match_sentence(row: MatchRow) -> str:
    """Return a match of the club in one line, after its number."""
    return f"{match_title(row)}: {match_scores(row)}"


def totals_title(game: str) -> str:
    """Return the title of the totals of a game, or of the ladder for ""."""
    return f"Tonight: {games[game].title if game in games else game}" if game else LADDER_TITLE


def totals_lines(totals: TotalsShown, me: str, columns: int = 0) -> list[str]:
    """Return the totals of a game, or the ladder, as lines in columns; the row of the name `me` is marked.

    In a width of `columns` (0: any) a table that is too wide goes without the matches, and then without the wins.
    """
    if not totals.rows:
        return [_no_totals_sentence(totals)]
    rows = _shown_totals(totals)
    head = ["", "name", "matches", "won", "points" if totals.game else "rating"]
    table = [head, *(_total_cells(totals, row, me) for row in rows)]
    lines = align_columns(table, (0, 2, 3, 4))
    for left_out in ("matches", "won"):
        if 0 < columns < max(map(cell_len, lines)):
            place = table[0].index(left_out)
            table = [[*cells[:place], *cells[place + 1 :]] for cells in table]
            lines = align_columns(table, [number for number, heading in enumerate(table[0]) if heading != "name"])
    return [*lines, *_sentence_on_totals_left_out(totals)]


def totals_sentences(totals: TotalsShown, me: str) -> list[str]:
    """Return the totals of a game, or the ladder, as a sentence for each person, to be read out."""
    if not totals.rows:
        return [_no_totals_sentence(totals)]
    sentences = []
    for row in _shown_totals(totals):
        place, name, _, wins, last = _total_cells(totals, row, me)
        played = count(row.matches, "match", "matches")
        end = count(row.points, "point") if totals.game else f"rating {last}"
        sentences.append(f"{f'{place} ' if place else ''}{name}: {played}, {wins} won, {end}.")
    return [*sentences, *_sentence_on_totals_left_out(totals)]


def _no_totals_sentence(totals: TotalsShown) -> str:
    """Return why there are no totals of a game, or nobody is on the ladder."""
    return NO_MATCHES_OF_GAME_SENTENCE if totals.game else "Nobody is on the ladder yet."


def _shown_totals(totals: TotalsShown) -> list[TotalRow]:
    """Return the rows that are shown: the first ones, and the person's own if it is not among them."""
    return [*totals.rows, *([totals.own_row] if totals.own_row is not None else [])]


def _sentence_on_totals_left_out(totals: TotalsShown) -> list[str]:
    """Return a list with the sentence that not all people who have played are shown; an empty list if all are."""
    more = f"{totals.people} people have played; these are the first {len(totals.rows)}."
    return [more] if totals.people > len(totals.rows) else []


def _total_cells(totals: TotalsShown, row: TotalRow, me: str) -> list[str]:
    """Return the cells of a row of totals, or of the ladder."""
    place = f"{totals.rows.index(row) + 1}." if row in totals.rows else ""
    last = row.points if totals.game else row.rating
    return [place, own_name(row.name) if row.name == me else row.name, str(row.matches), str(row.wins), str(last)]


def same_person_sentence(requested_name: str, name: str) -> str:
    """Return the sentence for a person who asked for `requested_name` but is known as `name` in the club; "" if the two
    are the same.
    """
    return "" if requested_name == name else f"You are {name} here, as before."


def table_number_and_code_text(table_number: int, code: str) -> str:
    """Return the end of a sentence that says which table of a club a table is, with its code if it has one."""
    return f"{table_number}, and its code is {code}." if code else f"{table_number}."


def game_title(row: TableRow) -> str:
    """Return the title of the game of a table, or its slug if this program does not have the game."""
    return games[row.game].title if row.game in games else row.game


def table_row_seats_text(row: TableRow) -> str:
    """Return the text on how many seats of a table are free, or that a match is played there."""
    if row.playing:
        return "playing"
    return f"{row.free_seats} of {row.seats} seats free" if row.free_seats else "full"


def table_row_remark(row: TableRow) -> str:
    """Return the remark on a table beside its name and its game."""
    code = ", needs a code" if row.private else ""
    if row.suspended:
        return f"asleep{' in the middle of a match' if row.playing else ''}{code}"
    here = count(row.people, "person", "people") if row.people else "nobody there"
    return f"{table_row_seats_text(row)}, {here}{code}"


def table_row_sentence(row: TableRow) -> str:
    """Return a table of the list in one line, after its number."""
    return f"{row.name}, {game_title(row)}: {table_row_remark(row)}"


def hall_sentence(client: HallClient) -> str:
    """Return the sentence with the number of tables of a club, and of people in it, those at its tables included."""
    tables, people = count(client.tables, "table"), count(client.people, "person", "people")
    return f"{client.club_name}: {tables}, {people} here."
