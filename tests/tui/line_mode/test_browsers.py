"""A host in the line mode opens a table that is already open to phones and browsers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from net.errors import PortTaken
from tests.support.scripted_terminal import ScriptedClient, table_info
from tui.cli.listeners import table_listeners
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.line_mode import ConversationContext, LineFormat, converse
from tui.line_mode.info_commands import ALREADY_OPEN_TO_BROWSERS_SENTENCE, ONLY_HOST_LETS_BROWSERS_IN_SENTENCE
from tui.line_mode.main_menu import MainMenu
from tui.settings import Settings


def new_reader(lines: Sequence[str | None]) -> Callable[[], Awaitable[str | None]]:
    """Return a function that returns the given lines, one at each call."""
    left = iter(lines)

    async def read_line() -> str | None:
        """Return the next line."""
        return next(left)

    return read_line


async def lines_written_for(
    lines: Sequence[str], client: ScriptedClient, open_to_browsers: Callable[[], Awaitable[str]] | None
) -> list[str]:
    """Return what the line mode writes when these lines are typed at a table. `open_to_browsers` lets browsers in; None
    if the person is not the host.
    """
    written: list[str] = []
    form = LineFormat(is_typed=False)
    await converse(
        client, new_reader([*lines, None]), written.append, form, ConversationContext(open_to_browsers=open_to_browsers)
    )
    return written


@pytest.mark.parametrize("encrypted", [False, True])
async def test_host_lets_browsers_in_once_and_the_look_command_shows_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encrypted: bool
) -> None:
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    written: list[str] = []
    request = TableRequest("host", seats=2, bots=0, bind="127.0.0.1", port=0, insecure=True, web_tls=encrypted)
    opener = partial(open_table, new_opener=table_listeners)
    lines = new_reader(["?", "web", "look", "web", "?", "quit", "3", None])
    await MainMenu(Settings("Ann"), opener, lines, written.append, LineFormat(is_typed=False)).visit_table(request)
    scheme = "https" if encrypted else "http"
    [opened] = [line for line in written if line.startswith("Anybody with a phone or a browser can come in now: ")]
    address = opened.removeprefix("Anybody with a phone or a browser can come in now: ").split()[0]
    assert address.startswith(f"{scheme}://127.0.0.1:")
    assert opened.endswith("Others on this network could listen in.") is not encrypted
    assert written.index(opened) < written.index(f"Or with a phone, in any browser: {address}")
    assert written.count(ALREADY_OPEN_TO_BROWSERS_SENTENCE) == 1
    assert [line for line in written if line.startswith("web: ")]


async def test_failure_to_serve_the_page_is_reported_and_the_host_may_try_again() -> None:
    tried: list[str] = []

    async def open_after_one_failure() -> str:
        """Open the table for browsers; fail the first time."""
        tried.append("")
        if len(tried) == 1:
            raise PortTaken("Port 8222 is taken.")
        return "They can come in now."

    written = await lines_written_for(["web", "web"], ScriptedClient(), open_after_one_failure)
    assert written.index("Port 8222 is taken.") < written.index("They can come in now.")


@pytest.mark.parametrize(
    ("port", "answer"), [(0, ONLY_HOST_LETS_BROWSERS_IN_SENTENCE), (8222, ALREADY_OPEN_TO_BROWSERS_SENTENCE)]
)
async def test_other_people_are_told_who_can_let_browsers_in(port: int, answer: str) -> None:
    client = ScriptedClient(state=table_info(web_port=port))
    assert answer in await lines_written_for(["web"], client, None)
