"""A person in the hall of a club: a table is opened at the host to which the hall is connected now."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from net.client import remote
from net.errors import HostGone
from tui.connect.club import RemoteHall
from tui.connect.found_host import FoundHost
from tui.connect.request import TableRequest


async def test_table_is_opened_at_the_host_to_which_the_hall_is_connected_now(monkeypatch, tmp_path):
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    asked = []

    async def join(host, spec, **options):
        asked.append((host.address, host.port))
        raise HostGone("for the test")

    monkeypatch.setattr(remote, "join", join)
    client = SimpleNamespace(
        name="Ann", token="secret", club_id="club", hosts=("10.0.0.2:7433",), present_address=("10.0.0.2", 7433)
    )
    hall = RemoteHall(client, FoundHost(TableRequest("join", address="10.0.0.1", insecure=True), "Ann", None))
    with pytest.raises(HostGone):
        await hall.open_table(3)
    assert asked == [("10.0.0.2", 7433)]
