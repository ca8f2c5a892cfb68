"""Commands that print the present state: the match, the table, the log, the rules, the people at the table.

Each function takes the conversation and `arguments`: the typed line without its first word.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from core import games
from net.protocol.refusals import pause_sentence
from tui.connect.remembered_table import setup_of_table
from tui.line_mode.narrators.choices import parse_number
from tui.line_mode.table_text import people_at_table, table_description, totals_sentences
from tui.table.hint import why_no_hint
from tui.text.rulebook import rulebook_text, section_text, section_titles, short_rules_at_table
from tui.text.table import (
    DESERTED_SENTENCE,
    KEEP_RULES_LABEL,
    REPLACE_RULES_LABEL,
    absence_sentences,
    owner_name,
    replace_rules_question,
)

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation

RULEBOOK_COLUMNS: Final = 80
"""The width of a rulebook in columns, if lines may have any length."""

NO_MATCH_TO_ANALYSE_SENTENCE: Final = "No match has just ended here; queens analyse 3 looks at match 3."
"""The reply to the command `analyse` where no match has ended."""

ALREADY_OPEN_TO_BROWSERS_SENTENCE: Final = "Phones and browsers can join already; type look for the address."
"""The reply to a host who wants to open the table to browsers again."""
ONLY_HOST_LETS_BROWSERS_IN_SENTENCE: Final = "Only the host can let phones and browsers in."
"""The reply to somebody other than the host who wants to open the table to browsers."""

GUESTS_SAVE_NO_RULES_SENTENCE: Final = "House rules are saved on your own machine, and here you are a guest."
"""The reply to a guest who wants to save house rules."""
NAME_OF_RULES_MISSING_SENTENCE: Final = "Type save and a name for these house rules, as in save Late evening."
"""The reply to a person who saves house rules without a name."""

DEFAULT_LOG_SENTENCES: Final = 10
"""The number of sentences of the log that are written if no number is given."""


def print_table(conversation: Conversation, arguments: str) -> None:
    """Print the match or the table, the absent players, and the decision clock."""
    if conversation.is_playing and conversation.narrator is not None:
        table, client = conversation.client.table, conversation.client
        awaited = conversation.narrator.awaited_seats
        away = absence_sentences(table, client.table_time(), client.seat, awaited) if table is not None else []
        conversation.write(
            *conversation.narrator.table_sentences(),
            *away,
            *_pause_sentences(conversation),
            *conversation.menus.clock_sentences(),
        )
    else:
        conversation.write(
            *table_description(conversation.client, conversation.events.invitation(), solo=conversation.solo)
        )


def print_hand(conversation: Conversation, arguments: str) -> None:
    """Print the person's own cards."""
    if conversation.narrator is not None:
        conversation.write(*conversation.narrator.hand_sentences())


def print_other_players(conversation: Conversation, arguments: str) -> None:
    """Print the state of each other player in the match."""
    if conversation.narrator is not None:
        conversation.write(*conversation.narrator.other_players_sentences())


def print_scores(conversation: Conversation, arguments: str) -> None:
    """Print the scores of the match."""
    if conversation.narrator is not None:
        conversation.write(conversation.narrator.scores_sentence())


def print_clock(conversation: Conversation, arguments: str) -> None:
    """Print the player whose clock runs and the time left."""
    conversation.write(
        *_pause_sentences(conversation),
        *(conversation.menus.clock_sentences() or ["No clock is running: take your time."]),
    )


def _pause_sentences(conversation: Conversation) -> list[str]:
    """Return the sentence about a paused or deserted match; none if the match is neither."""
    table = conversation.client.table
    if table is None or not (table.paused or table.deserted):
        return []
    if not table.paused:
        return [DESERTED_SENTENCE]
    return [pause_sentence(None if conversation.client.is_owner else owner_name(table))]


def print_hint(conversation: Conversation, arguments: str) -> None:
    """Ask for a hint, which is printed when it is ready, or print why there is none."""
    refusal = why_no_hint(conversation.client)
    conversation.hint_is_wanted = not refusal
    if refusal:
        conversation.write(refusal)


def let_browsers_in(conversation: Conversation, arguments: str) -> None:
    """Open the table to phones and browsers, or print why that cannot be done here."""
    table = conversation.client.table
    if conversation.can_let_browsers_in:
        conversation.browsers_are_wanted = True
    elif table is not None and table.web_port:
        conversation.write(ALREADY_OPEN_TO_BROWSERS_SENTENCE)
    else:
        conversation.write(ONLY_HOST_LETS_BROWSERS_IN_SENTENCE)


def save_house_rules(conversation: Conversation, arguments: str) -> None:
    """Save game, number of players and house rules of the table under the name in `arguments`, or print why not.

    If other house rules have that name, ask whether to replace them.
    """
    saved = conversation.saved_house_rules
    taken = "" if saved is None else saved.name_in_the_way(arguments)
    if taken:
        conversation.menus.open_question(
            replace_rules_question(taken), REPLACE_RULES_LABEL, KEEP_RULES_LABEL, f"overwrite {arguments}"
        )
    else:
        replace_house_rules(conversation, arguments)


def replace_house_rules(conversation: Conversation, arguments: str) -> None:
    """Save like `save_house_rules`, but without the question: the person has agreed to it."""
    saved, table = conversation.saved_house_rules, conversation.client.table
    if saved is None or table is None:
        conversation.write(GUESTS_SAVE_NO_RULES_SENTENCE)
    elif not arguments:
        conversation.write(NAME_OF_RULES_MISSING_SENTENCE)
    else:
        conversation.menus.close_submenus()
        conversation.write(saved.save(arguments, setup_of_table(table)))


def request_analysis(conversation: Conversation, arguments: str) -> None:
    """Ask for the analysis of the match that was played last, which is printed when it is ready."""
    if conversation.menus.record is None:
        conversation.write(NO_MATCH_TO_ANALYSE_SENTENCE)
    else:
        from tui.line_mode.past_match import ANALYSIS_TIME_SENTENCE

        conversation.write(ANALYSIS_TIME_SENTENCE)
        conversation.analysis_is_wanted = True


def print_log(conversation: Conversation, arguments: str) -> None:
    """Print the last sentences of the log: as many as the number in `arguments`, else `DEFAULT_LOG_SENTENCES`."""
    number = parse_number(arguments)
    conversation.write(*list(conversation.output.log)[-(DEFAULT_LOG_SENTENCES if number is None else max(number, 1)) :])


def print_rules(conversation: Conversation, arguments: str) -> None:
    """Print the short rules, a section of the rulebook by its number, or all of it."""
    table = conversation.client.table
    game = games[table.game] if table is not None else next(iter(games.values()))
    width = conversation.output.format.columns or RULEBOOK_COLUMNS
    titles = section_titles(game.rules)
    if arguments.lower() == "all":
        conversation.output.write_preformatted(rulebook_text(game.title, game.rules, width))
        return
    number = parse_number(arguments) or 0
    if 0 < number <= len(titles):
        conversation.output.write_preformatted(
            rulebook_text(titles[number - 1], section_text(game.rules, number), width)
        )
        return
    view = conversation.client.view
    options = view.options if view is not None else table.options if table is not None else {}
    conversation.output.write_preformatted(rulebook_text(game.title, short_rules_at_table(game, options), width))
    parts = ", ".join(f"{place} {title}" for place, title in enumerate(titles, 1))
    conversation.write(f"For more, type rules and a number: {parts}; or rules all.")


def toggle_card_words(conversation: Conversation, arguments: str) -> None:
    """Switch between cards in words (``queen of spades``) and in symbols (``Q♠``, also with ``off``), and save that."""
    words = not conversation.output.format.cards_in_words if not arguments else arguments.lower() not in ("off", "no")
    conversation.output.change_format(replace(conversation.output.format, cards_in_words=words))
    conversation.write(f"Cards are written in {'words' if words else 'symbols'} from now on, such as Q♠.")


def print_people(conversation: Conversation, arguments: str) -> None:
    """Print the players in seats and the spectators."""
    conversation.write(*people_at_table(conversation.client))


def print_totals(conversation: Conversation, arguments: str) -> None:
    """Print the totals of all matches at this table."""
    table = conversation.client.table
    so_far = totals_sentences(table) if table is not None else []
    conversation.write(*(so_far or ["Totals begin with the second match at this table."]))
