"""A person who comes into the hall of a club, and goes to its tables."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from net.client import remote
from net.client.events import HostLost
from net.club.administration import SENT_AWAY_FROM_CLUB_SENTENCE
from net.errors import HostGone, Rejected
from net.host.club_server import ClubSpec, open_club
from net.host.local_club import enter_local_hall
from net.security.host_certificate import certificate_from_pem, new_certificate
from tests.net.host.club_harness import HallRecorder
from tui.connect.club import ClubInsteadOfTable, RemoteHall
from tui.connect.found_host import FoundHost
from tui.connect.open_table import open_table
from tui.connect.request import TableRequest
from tui.settings import Settings


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


async def come_into_hall(club, name):
    """Come into the hall of a club as the program does, and return the person's handle of it."""
    insecure = club.certificate is None
    port = int(club.address.rpartition(":")[2])
    with pytest.raises(ClubInsteadOfTable) as found:
        await open_table(TableRequest("join", address="127.0.0.1", port=port, insecure=insecure), Settings(name))
    return await found.value.enter()


@pytest.mark.parametrize("is_encrypted", [True, False])
async def test_person_who_was_sent_away_is_refused_with_the_same_program_also_under_another_name(
    monkeypatch, tmp_path, is_encrypted
):
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "bob"))
    certificate = certificate_from_pem(new_certificate()) if is_encrypted else None
    club = await open_club(ClubSpec("Club"), "127.0.0.1", 0, certificate=certificate)
    olga = await enter_local_hall(club, "Olga")
    olga.send_chat(f"/run {club.organiser_key}")
    bob, rob = [await come_into_hall(club, name) for name in ("Bob", "Rob")]  # two people of one machine
    assert [bob.client.name, rob.client.name] == ["Bob", "Rob"]
    await rob.leave()
    lost = HallRecorder(bob.client)
    olga.send_chat("/away Bob")
    assert (await lost.wait_for(HostLost)).reason == SENT_AWAY_FROM_CLUB_SENTENCE
    await bob.leave()
    for name in ("Bob", "Robert", "Rob"):
        with pytest.raises(Rejected, match=SENT_AWAY_FROM_CLUB_SENTENCE):
            await come_into_hall(club, name)
    assert club.hall.name_of(club.hall.id_of([rob.client.token])) == "Rob"
    assert "Robert" not in club.hall.names
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path / "rita"))
    rita = await come_into_hall(club, "Rita")
    await rita.leave()
    await olga.close()
    await club.close()
