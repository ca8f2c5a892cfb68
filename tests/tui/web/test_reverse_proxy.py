"""The page behind a reverse proxy like that of README's lines for Caddy: below a path, under a name of its own."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

import aiohttp
import pytest

from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tests.support.reverse_proxy import ReverseProxy
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS


@parametrize("keeps_host", [True, False], 1)
async def test_page_works_behind_a_reverse_proxy_and_its_websocket_only_under_the_outer_name(tmp_path, keeps_host):
    async with AsyncExitStack() as stack:
        table = await WebTable(tmp_path, stack).open()
        proxy = ReverseProxy(table.address, "/queens", keeps_host)
        await proxy.open(stack)
        page = f"http://{LOOPBACK_ADDRESS}:{proxy.port}/queens/"
        browser = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()))
        outer = {"Host": "play.example.org"}
        async with browser.get(page, headers=outer) as answer:
            assert "<script" in await answer.text()
            cookie = answer.headers["Set-Cookie"]
            assert "Path" not in cookie, "a browser takes the folder of the page, with the prefix"
            assert "; Secure" in cookie
        async with browser.get(f"{page}static/page.js", headers=outer) as answer:
            assert answer.status == 200
        headers = {**outer, "Cookie": cookie.partition(";")[0]}
        for origin in (
            "https://evil.example",
            f"http://{LOOPBACK_ADDRESS}:{table.server.port}" if keeps_host else "null",
            "",
        ):
            forged = {"Origin": origin, "X-Forwarded-Host": "evil.example"}
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await browser.ws_connect(f"{page}socket", headers={**headers, **forged})
        async with browser.ws_connect(f"{page}socket", headers={**headers, "Origin": "https://play.example.org"}) as ws:
            await ws.send_str('{"kind":"enter","name":"Ann"}')
            assert json.loads((await ws.receive(PATIENCE_SECONDS)).data)["encrypted"] is True
            assert [session._guest.address for session in table.server.sessions.values()] == ["192.0.2.7"]


async def test_proxy_that_does_not_forward_the_outer_name_gets_neither_page_nor_websocket(tmp_path):
    async with AsyncExitStack() as stack:
        table = await WebTable(tmp_path, stack).open()
        browser = await stack.enter_async_context(aiohttp.ClientSession())
        for keeps_host in (True, False):
            proxy = ReverseProxy(table.address, "/queens", keeps_host, adds_forwarded_headers=False)
            await proxy.open(stack)
            page = f"http://{LOOPBACK_ADDRESS}:{proxy.port}/queens/"
            async with browser.get(page, headers={"Host": "play.example.org"}) as answer:
                assert answer.status == (403 if keeps_host else 200)
            names = {"Host": "play.example.org", "Origin": "https://play.example.org"}
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await browser.ws_connect(f"{page}socket", headers=names)
