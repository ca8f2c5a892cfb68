"""What can be read again at any time: the table, the log, the rules, who is here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from core import games
from tui.line_mode.plain_lines import number_in
from tui.line_mode.table_text import standings_so_far, table_description, who_is_here
from tui.text.rulebook import rulebook_text, section_text, section_titles, short_rules
from tui.text.table import absence_sentences, pause_sentence

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation

BOOK_WIDTH: Final = 80
"""Columns of a rulebook where lines may be of any length."""

LOG_AT_ONCE: Final = 10
"""Sentences of the log that are read again unless more are asked for."""


def read_look(conversation: Conversation, rest: str) -> None:
    """Read the table, who is away and whose clock runs."""
    if conversation.playing and conversation.narrator is not None:
        table, client = conversation.client.table, conversation.client
        away = absence_sentences(table, client.now(), client.seat) if table is not None else []
        conversation.write(
            *conversation.narrator.table(), *away, *_standstill(conversation), *conversation.menus.clock()
        )
    else:
        conversation.write(
            *table_description(conversation.client, conversation.events.invitation, solo=conversation.solo)
        )


def read_hand(conversation: Conversation, rest: str) -> None:
    """Write the person's own cards."""
    if conversation.narrator is not None:
        conversation.write(*conversation.narrator.hand())


def read_others(conversation: Conversation, rest: str) -> None:
    """Write how the other players stand."""
    if conversation.narrator is not None:
        conversation.write(*conversation.narrator.others())


def read_scores(conversation: Conversation, rest: str) -> None:
    """Read the scores."""
    if conversation.narrator is not None:
        conversation.write(conversation.narrator.scores())


def read_time(conversation: Conversation, rest: str) -> None:
    """Read whose clock runs, and how long."""
    conversation.write(*_standstill(conversation), *(conversation.menus.clock() or ["No clock runs: take your time."]))


def _standstill(conversation: Conversation) -> list[str]:
    table = conversation.client.table
    return [pause_sentence(table, conversation.client.owner)] if table is not None and table.paused else []


def read_log(conversation: Conversation, rest: str) -> None:
    """Read the last sentences again."""
    number = number_in(rest)
    conversation.write(*list(conversation.output.log)[-(LOG_AT_ONCE if number is None else max(number, 1)) :])


def read_rules(conversation: Conversation, rest: str) -> None:
    """Read the game in short, a section of its rulebook, or all of it."""
    table = conversation.client.table
    game = games[table.game] if table is not None else next(iter(games.values()))
    width = conversation.output.format.width or BOOK_WIDTH
    titles = section_titles(game.rules)
    if rest.lower() == "all":
        conversation.output.write_preformatted(rulebook_text(game.title, game.rules, width))
        return
    number = number_in(rest) or 0
    if 0 < number <= len(titles):
        conversation.output.write_preformatted(
            rulebook_text(titles[number - 1], section_text(game.rules, number), width)
        )
        return
    conversation.output.write_preformatted(rulebook_text(game.title, short_rules(game.rules), width))
    parts = ", ".join(f"{place} {title}" for place, title in enumerate(titles, 1))
    conversation.write(f"More with rules and a number: {parts}; or rules all.")


def change_words(conversation: Conversation, rest: str) -> None:
    """Write cards in words from now on, or in signs."""
    words = not conversation.output.format.words if not rest else rest.lower() not in ("off", "no")
    conversation.output.change_format(replace(conversation.output.format, words=words))
    conversation.write(f"Cards are written in {'words' if words else 'signs'} from now on, such as Q♠.")


def read_who(conversation: Conversation, rest: str) -> None:
    """Read who is here."""
    conversation.write(*who_is_here(conversation.client))


def read_totals(conversation: Conversation, rest: str) -> None:
    """Read how everybody has done at this table so far."""
    table = conversation.client.table
    so_far = standings_so_far(table) if table is not None else []
    conversation.write(*(so_far or ["Fewer than two matches have been played at this table."]))
