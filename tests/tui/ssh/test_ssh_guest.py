"""A guest with the OpenSSH client: comes, plays, drops, comes back, leaves."""

from __future__ import annotations


async def test_a_guest_sits_down_and_sees_the_lobby(opened):
    table = await opened.open()
    guest = await table.guest("ann")
    await guest.sees("Olga")
    await guest.sees("you")
    assert "ann" in table.names()
