"""What a table is opened with in this process: its specification, its journal, and the parts in unfinished deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.settings import BOT_DELAY_SECONDS_BY_PACE, Settings, data_folder

if TYPE_CHECKING:
    from net.client.saved_deal_parts import SavedDealParts
    from net.host.recovery import JournalSettings
    from net.table.spec import TableSpec
    from tui.connect.request import TableRequest


def requested_spec(request: TableRequest, settings: Settings) -> TableSpec:
    """Return the spec of the table that a request to play or to host describes."""
    from net.host.table_spec import make_table_spec

    return make_table_spec(
        request.game,
        seats=request.seats,
        bots=request.bots,
        bot_kinds=request.bot_kinds,
        options=request.options,
        code=request.code,
        seed=request.seed,
        pace=BOT_DELAY_SECONDS_BY_PACE[settings.pace],
    )


def journal_settings(request: TableRequest) -> JournalSettings:
    """Return the journal settings of a requested table, with the table in the journal that it may resume."""
    from time import time

    from net.host.recovery import JournalSettings
    from net.journal import JOURNAL_FILE

    game = request.game if request.is_game_named else ""
    return JournalSettings(
        data_folder() / JOURNAL_FILE, time, request.durable, request.new_table, request.unfinished_table, game
    )


def saved_deal_parts() -> SavedDealParts:
    """Return this program's parts in the deals of unfinished matches, as its data folder holds them."""
    from net.client.saved_deal_parts import DEAL_PARTS_FILE, SavedDealParts

    return SavedDealParts(data_folder() / DEAL_PARTS_FILE)
