"""What can be read again at any time: the table, the log, the rules, who is here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from core import games
from tui.line_mode.plain_lines import number_in
from tui.line_mode.table_text import described, standings_so_far, who_is_here
from tui.text.rulebook import plain_text, section, sections, short_rules
from tui.text.table import absences, standing_still

if TYPE_CHECKING:
    from tui.line_mode.conversation import Talk

BOOK_WIDTH: Final = 80
"""Columns of a rulebook where lines may be of any length."""

LOG_AT_ONCE: Final = 10
"""Sentences of the log that are read again unless more are asked for."""


def read_look(talk: Talk, rest: str) -> None:
    """Read the table, who is away and whose clock runs."""
    if talk.playing and talk.teller is not None:
        table, client = talk.client.table, talk.client
        away = absences(table, client.now(), client.seat) if table is not None else []
        talk.tell(*talk.teller.table(), *away, *_standstill(talk), *talk.time_left())
    else:
        talk.tell(*described(talk.client, talk.invitation, solo=talk.solo))


def of_match(method: str) -> Callable[[Talk, str], None]:
    """Return what reads out an answer of the teller."""

    def read(talk: Talk, rest: str) -> None:
        if talk.teller is not None:
            talk.tell(*getattr(talk.teller, method)())

    return read


def read_scores(talk: Talk, rest: str) -> None:
    """Read the scores."""
    if talk.teller is not None:
        talk.tell(talk.teller.scores())


def read_time(talk: Talk, rest: str) -> None:
    """Read whose clock runs, and how long."""
    talk.tell(*_standstill(talk), *(talk.time_left() or ["No clock runs: take your time."]))


def _standstill(talk: Talk) -> list[str]:
    table = talk.client.table
    return [standing_still(table, talk.client.owner)] if table is not None and table.paused else []


def read_log(talk: Talk, rest: str) -> None:
    """Read the last sentences again."""
    number = number_in(rest)
    talk.tell(*list(talk.log)[-(LOG_AT_ONCE if number is None else max(number, 1)) :])


def read_rules(talk: Talk, rest: str) -> None:
    """Read the game in short, a section of its rulebook, or all of it."""
    table = talk.client.table
    game = games[table.game] if table is not None else next(iter(games.values()))
    width = talk.manner.width or BOOK_WIDTH
    titles = sections(game.rules)
    if rest.lower() == "all":
        talk.print_as_it_is(plain_text(game.title, game.rules, width))
        return
    number = number_in(rest) or 0
    if 0 < number <= len(titles):
        talk.print_as_it_is(plain_text(titles[number - 1], section(game.rules, number), width))
        return
    talk.print_as_it_is(plain_text(game.title, short_rules(game.rules), width))
    parts = ", ".join(f"{place} {title}" for place, title in enumerate(titles, 1))
    talk.tell(f"More with rules and a number: {parts}; or rules all.")


def change_words(talk: Talk, rest: str) -> None:
    """Write cards in words from now on, or in signs."""
    words = not talk.manner.words if not rest else rest.lower() not in ("off", "no")
    talk.write_as(replace(talk.manner, words=words))
    talk.tell(f"Cards are written in {'words' if words else 'signs'} from now on, such as Q♠.")


def read_who(talk: Talk, rest: str) -> None:
    """Read who is here."""
    talk.tell(*who_is_here(talk.client))


def read_totals(talk: Talk, rest: str) -> None:
    """Read how everybody has done at this table so far."""
    table = talk.client.table
    so_far = standings_so_far(table) if table is not None else []
    talk.tell(*(so_far or ["Fewer than two matches have been played at this table."]))
