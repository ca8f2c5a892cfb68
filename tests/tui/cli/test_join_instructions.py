"""What a host without an interface prints about how others join, and the port that a club takes."""

from __future__ import annotations

import os
import shutil
import socket

import pytest
from msgspec.structs import replace

from net.errors import PortTaken
from net.host.club_server import ClubSpec
from tui.cli.arguments import parser
from tui.cli.club_headless import _open_club
from tui.cli.join_instructions import print_join_instructions
from tui.cli.requests import club_request
from tui.connect.free_port import other_port_sentence


class FakePageListener:
    """A stand-in for a listener for browsers at a port."""

    port = 8222
    encrypted = True


@pytest.mark.parametrize(("size", "is_printed"), [((80, 24), False), ((80, 60), True), ((20, 60), False)])
def test_code_to_scan_is_printed_only_if_all_other_lines_stay_in_the_window(capsys, monkeypatch, size, is_printed):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size(size))
    print_join_instructions("192.168.1.20:7433", "", "hall", insecure=False, ssh=None, web=FakePageListener())
    printed = capsys.readouterr().out
    assert "queens join 192.168.1.20" in printed
    assert "https://192.168.1.20:8222" in printed
    assert ("▀" in printed) == is_printed
    assert ("Q in the hall shows it as a code to scan." in printed) != is_printed


def test_club_whose_usual_port_is_taken_takes_the_next_one_unless_a_port_is_named():
    anywhere, there = (
        club_request(parser().parse_args(arguments)) for arguments in (["club"], ["club", "--port", "7433"])
    )
    assert (anywhere.any_port, there.any_port) == (True, False)
    said = other_port_sentence(anywhere, 7434, "the club")
    assert said == "Port 7433 is taken on this machine: the club is on port 7434."
    assert other_port_sentence(anywhere, 7433, "the club") == ""


async def test_club_whose_former_port_is_taken_does_not_open_empty_at_another_one():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        request = replace(club_request(parser().parse_args(["club", "--bind", "127.0.0.1"])), port=port)
        new = await _open_club(None, ClubSpec("Club"), request)
        await new.close()
        assert not new.address.endswith(f":{port}")
        other.close()
        first = await _open_club(None, ClubSpec("Club"), request)
        assert first.address.endswith(f":{port}")
        with pytest.raises(PortTaken, match="choose another with --port"):
            await _open_club(None, ClubSpec("Club"), request)
        await first.close()


@pytest.mark.parametrize(
    ("given_address", "expected_host"), [("10.0.0.1", "10.0.0.1"), ("[2001:DB8::7]", "[2001:db8::7]")]
)
async def test_club_tells_other_hosts_the_address_that_it_is_given(given_address, expected_host):
    words = ["club", "--bind", "127.0.0.1", "--address", given_address]
    club = await _open_club(None, ClubSpec("Club"), replace(club_request(parser().parse_args(words)), port=0))
    try:
        assert club.address.rpartition(":")[0] == expected_host
        assert club.bound_address == "127.0.0.1"
    finally:
        await club.close()
