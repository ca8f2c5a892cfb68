"""A host name that a stranger has made lead to this machine (DNS rebinding) opens neither the page nor its
WebSocket.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

import tui.web.host_names
from net.security.host_certificate import host_certificate
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS
from tui.web import open_web_listener
from tui.web.host_names import is_own_host, own_host_names
from tui.web.server import WRONG_HOST_NAME_SENTENCE


@pytest.fixture
async def web_table(tmp_path: Path) -> AsyncIterator[WebTable]:
    """A table that is not open yet; it is closed after the test."""
    async with AsyncExitStack() as stack:
        yield WebTable(tmp_path, stack)


async def socket_status(table, host, **headers):
    """Return the HTTP status of the answer when a page of the host name `host` opens the WebSocket."""
    try:
        await (await table.connect_socket(Origin=f"http://{host}", Host=host, **headers)).close()
    except aiohttp.WSServerHandshakeError as error:
        return error.status
    return 101


async def test_page_under_a_strangers_name_that_leads_to_this_machine_opens_nothing(web_table):
    table = await web_table.open()
    browser = await table.browser()
    host = f"evil.example:{table.server.port}"
    async with browser.get(table.address, headers={"Host": host}) as answer:
        assert (answer.status, await answer.text()) == (403, f"{WRONG_HOST_NAME_SENTENCE}\n")
        assert "Set-Cookie" not in answer.headers
    assert await socket_status(table, host) == 403


async def test_page_is_served_under_the_addresses_and_names_of_this_machine(web_table, monkeypatch):
    monkeypatch.setattr(tui.web.host_names.socket, "gethostname", lambda: "Kitchen-PC.example.org")
    table = await web_table.open()
    port = table.server.port
    for host in ("192.168.1.20", "[fe80::1]", "localhost", "kitchen-pc", "kitchen-pc.local", "Kitchen-PC.example.org."):
        assert await socket_status(table, f"{host}:{port}") == 101, host
    for host in ("kitchen-pc.evil.example", "evil.example", "local", "192.168.1.20.evil.example"):
        assert await socket_status(table, f"{host}:{port}") == 403, host


async def test_page_is_served_under_a_name_that_the_hosting_person_has_added(web_table):
    table = await web_table.open()
    assert await socket_status(table, "games.example") == 403
    await table.server.close()
    table.server = await open_web_listener(table.guests, LOOPBACK_ADDRESS, 0, host_names=["Games.example"])
    table._browsers.clear()
    assert await socket_status(table, "games.example") == 101


async def test_only_a_reverse_proxy_on_this_machine_is_believed_about_names(web_table, monkeypatch):
    table = await web_table.open()
    forwarded = {"X-Forwarded-Host": "play.example"}
    assert await socket_status(table, "play.example", **forwarded) == 101
    monkeypatch.setattr("tui.web.server.LOOPBACK_ADDRESSES", ())
    assert await socket_status(table, "play.example", **forwarded) == 403


async def test_https_page_is_served_under_any_name_because_its_certificate_proves_the_name(web_table):
    table = await web_table.open()
    await table.server.close()
    table.server = await open_web_listener(table.guests, LOOPBACK_ADDRESS, 0, host_certificate(table.folder).context)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    async with (
        aiohttp.ClientSession() as browser,
        browser.get(
            f"https://{LOOPBACK_ADDRESS}:{table.server.port}/", ssl=context, headers={"Host": "play.example"}
        ) as answer,
    ):
        assert answer.status == 200


@pytest.mark.parametrize("header", ["", "[", "[::1", ":8222", "evil.example", "evil.example:8222", "2130706433.evil"])
def test_header_with_another_host_or_none_is_not_taken_for_a_name_of_this_machine(header):
    assert not is_own_host(header, own_host_names(machine="kitchen"))
