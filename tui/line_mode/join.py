"""The choice of a table to join in lines: one nearby, one joined before, or an address that the person types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from tui.connect.address import parse_address
from tui.connect.invitation import parse_invitation
from tui.connect.nearby_tables import browse_for_tables
from tui.connect.request import TableRequest
from tui.line_mode.narrators.choices import BACK_COMMAND, NumberedChoice, NumberedMenu
from tui.line_mode.questions import QUIT_WORDS, Questions
from tui.settings import Settings, data_folder
from tui.text.discovery import NO_TABLES_FOUND_SENTENCE, table_summary

if TYPE_CHECKING:
    from net.discovery.announcement import FoundTable

BROWSE_SECONDS: Final = 1.5
"""The time for which the network is browsed before the list of tables is written: most tables answer within a second.
"""

WHICH_TABLE_QUESTION: Final = "Type its number or an address such as 192.168.1.20, or press Enter to go back."
"""The question which table to join."""


async def ask_for_table(
    request: TableRequest, settings: Settings, questions: Questions, write: Callable[..., None]
) -> TableRequest | None:
    """List the tables nearby and those joined before, and ask for one of them or an address until the answer is valid.

    Returns `request` with the address, and with the code of an invitation; None if the person goes back.
    """
    while not questions.input_ended:
        write("Looking for tables on this network.")
        nearby, trouble = await browse_for_tables(BROWSE_SECONDS)
        known = [address for address in settings.addresses if address not in {one.join_address for one in nearby}]
        found = [NumberedChoice(_found_table_label(one, settings.name), one.join_address) for one in nearby]
        menu = NumberedMenu([*found, *(NumberedChoice(f"{address}, joined before", address) for address in known)])
        write(*([] if nearby else [trouble or NO_TABLES_FOUND_SENTENCE]), *menu.lines)
        text = await questions.ask(WHICH_TABLE_QUESTION)
        if not text or text.lower() in (BACK_COMMAND, *QUIT_WORDS):
            return None
        choice = menu.find_choice(text)
        invited = parse_invitation(text) if choice is None else None
        if invited is not None:
            text = invited.address
            request = replace(request, code=invited.code, insecure=invited.insecure or request.insecure)
        try:
            address, port = parse_address(choice.command if choice is not None else text)
        except ValueError as error:
            write(str(error))
        else:
            return replace(request, address=address, port=port)
    return None


def _found_table_label(table: FoundTable, name: str) -> str:
    """Return the label of a table found nearby, for the person with this name."""
    from tui.connect.seat_tokens import was_at_table

    summary = table_summary(table, was_there=was_at_table(data_folder(), table, name))
    return f"{table.owner_name}, {table.title}: {summary}, at {table.join_address}"
