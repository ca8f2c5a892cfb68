"""A club with guests by program, SSH and browser at one table: real programs, a whole match, and the return to the
hall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.test_browser import WebGuest, browser, open_page, play_together
from tests.e2e.test_ssh_table import open_ssh_client
from tests.support.browser import ROTATED_PHONE_SIZE, PageOpener
from tests.support.depth import only_deep
from tests.support.terminal import ProgramOpener, free_port, read_standings

if TYPE_CHECKING:
    from tests.e2e.test_ssh_table import SshOpener

__all__ = ["browser", "open_page", "open_ssh_client"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1_800),  # whole matches on screens; a match that stands still fails after PATIENCE_SECONDS
]


@only_deep
def test_program_ssh_client_and_browser_play_at_a_table_of_a_club_and_meet_in_its_hall(
    start_program, open_program: ProgramOpener, open_ssh_client: SshOpener, open_page: PageOpener
) -> None:
    port, ssh, web = free_port(), free_port(), free_port()
    club = start_program(
        "club", "club", "--name", "Café", "--bind", "127.0.0.1", "--port", port, "--ssh", ssh, "--web", web,
        "--pace", "fast",
    )  # fmt: skip
    address = club.wait_for("^  http://").strip()
    club.wait_for(r"Ctrl\+C closes it")
    ann = open_program("join", f"127.0.0.1:{port}", name="Ann")
    ann.wait_for("Café: 0 tables")
    ann.press("p")
    ann.wait_for("Ann's table")
    far = open_ssh_client(ssh, "jo")
    far.wait_for("Ann's table, Mad Queens")
    far.wait_until_settled()
    far.press("\r")
    far.wait_for("Ann starts it")
    guest = WebGuest(open_page(ROTATED_PHONE_SIZE), address)
    guest.sit_down("Eve")
    guest.wait_for("Ann's table, Mad Queens")
    guest.take_picture("hall")
    guest.press_key("Ann's table", "Ann starts it")
    guest.take_picture("club-lobby")
    ann.wait_for("Eve")
    ann.press("s")
    guest.wait_for("Space Reveal", "Also playing", "Your move")

    terminals = (ann, far)
    play_together(guest, terminals)
    guest.press_key("Standings", "Back to the lobby")
    results = [terminal.show_standings() for terminal in terminals]
    assert {name for name, _ in results[0]} >= {"Ann", "jo", "Eve"}
    assert [*results, read_standings(guest.text)] == 3 * [results[0]], guest.text

    for terminal in terminals:
        terminal.press("h")
        terminal.wait_for("Leave the table?")
        terminal.press("y")
        terminal.wait_for("Café: ")
    guest.press_key("The hall", "Leave the table?")
    guest.press_key("Leave", "Café: ")
    guest.page.reload()
    guest.wait_for("Café: ")
    far.press("t")
    far.wait_for("Enter Send")
    far.press("good night\r")
    ann.wait_for("jo: good night")
    guest.wait_for("jo: good night")
