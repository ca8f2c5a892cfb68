"""A guest has no home screen: over SSH nobody reaches what only the person at the host's machine may do."""

from __future__ import annotations

import pytest

from net.errors import JournalUnusable
from net.journal import JOURNAL_FILE
from tui.connect.request import TableRequest
from tui.connect.unfinished import unfinished_tables
from tui.guest.app import UNUSABLE_DATA_FOLDER, GuestApp
from tui.screens.history import read_matches
from tui.screens.home import HomeScreen
from tui.screens.lobby import LobbyScreen


async def test_guest_reaches_neither_the_home_screen_nor_past_matches(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_asyncssh()
    await guest.wait_for_text("you")
    [app] = [session.app for session in table.server.sessions.values()]
    assert isinstance(app, GuestApp)
    before = list(app.screen_stack)
    assert isinstance(app.screen, LobbyScreen)
    for name in ("continue", "play", "setup", "host", "join", "past", "rules", "settings", "quit"):
        await app.follow_home_choice(name)
    app.go_to_table(TableRequest("play", unfinished_table=1))
    assert app.screen_stack == before
    assert app.session is not None
    assert not any(isinstance(screen, HomeScreen) for screen in app.screen_stack)


def test_data_folder_of_a_guest_has_no_journal():
    assert not (UNUSABLE_DATA_FOLDER / JOURNAL_FILE).exists()
    assert unfinished_tables(UNUSABLE_DATA_FOLDER) == ()
    with pytest.raises(JournalUnusable):
        read_matches(UNUSABLE_DATA_FOLDER)
