"""`queens club` at one of several hosts that is stopped: it goes on for its guests with ssh, terminal or not."""

from __future__ import annotations

import asyncio
import sys
from unittest.mock import create_autospec

import pytest

from net.discovery.announce import Announcer
from net.host.club_server import ClubServer
from tests.support.patience import PATIENCE_SECONDS
from tui.cli.club_headless import _serve_remaining_ssh_guests
from tui.cli.printed_text import print_if_possible
from tui.ssh.server import SshServer


class LostTerminal:
    """The output of a program whose terminal is gone."""

    def isatty(self):
        """Return False: there is no terminal."""
        return False

    def write(self, text):
        """Fail, as writing to a terminal does that is gone."""
        raise OSError(5, "Input/output error")

    def flush(self):
        """Do nothing."""


def make_club(*, has_other_hosts=True):
    """Return a stand-in for the club of a host, which hands its tables over if it has other hosts."""
    club = create_autospec(ClubServer, instance=True)
    club.stopped = asyncio.Event()
    club.hand_over.return_value = has_other_hosts
    return club


@pytest.fixture
async def ssh():
    """Return a stand-in for the listener of two guests with ssh, who leave when the event `have_left` is set."""
    listener = create_autospec(SshServer, instance=True, guest_count=2)
    listener.have_left = asyncio.Event()
    listener.wait_for_guests_to_leave = listener.have_left.wait
    return listener


def carry_on(club, ssh, minutes=30):
    """Begin to stop a host, and return the task that does it."""
    announcer = create_autospec(Announcer, instance=True)
    return asyncio.ensure_future(_serve_remaining_ssh_guests(club, announcer, ssh, None, minutes))


@pytest.mark.parametrize("has_terminal", [True, False])
async def test_guests_are_carried_on_until_they_have_left_also_when_the_terminal_is_gone(
    ssh, capsys, monkeypatch, has_terminal
):
    if not has_terminal:
        monkeypatch.setattr(sys, "stdout", LostTerminal())
    club = make_club()
    carrying = carry_on(club, ssh)
    while not club.hand_over.await_count:  # noqa: ASYNC110
        await asyncio.sleep(0)
    for _ in range(9):
        await asyncio.sleep(0)
    assert not club.stopped.is_set()
    if has_terminal:
        assert "2 guests with ssh are carried on here for 30 minutes at most" in capsys.readouterr().out
    ssh.have_left.set()
    await asyncio.wait_for(carrying, PATIENCE_SECONDS)
    assert club.stopped.is_set()


async def test_host_is_stopped_at_once_without_other_hosts_and_when_the_minutes_are_over(ssh):
    for club, minutes in ((make_club(has_other_hosts=False), 30), (make_club(), 0)):
        await asyncio.wait_for(carry_on(club, ssh, minutes), PATIENCE_SECONDS)
        assert club.stopped.is_set()


def test_text_is_printed_if_that_is_possible(capsys):
    print_if_possible("The club is closed.")
    assert capsys.readouterr().out == "The club is closed.\n"
    print_if_possible("The club is closed.", file=LostTerminal())
