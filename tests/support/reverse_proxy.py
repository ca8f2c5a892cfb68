"""`ReverseProxy`: a small reverse proxy on this machine.

It removes a prefix from the path, and passes on requests and WebSockets.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import aiohttp
from aiohttp import hdrs, web

from tests.tui.ssh.conftest import LOOPBACK_ADDRESS

HOP_BY_HOP_HEADERS = {"connection", "upgrade", "transfer-encoding", "content-length", "content-encoding", "keep-alive"}
"""The headers that apply to a single connection, which a proxy does not pass on (RFC 9110, 7.6.1)."""


class ReverseProxy:
    """A proxy on `port` of this machine that passes requests for paths below `prefix` on to the server at `target`.

    `keeps_host`: it passes the header ``Host`` on unchanged, as Caddy does; otherwise it sends that of the target, as
    nginx does. `adds_forwarded_headers`: it adds the headers ``X-Forwarded-*``, which say what the client asked for.
    """

    def __init__(
        self, target: str, prefix: str = "/queens", keeps_host: bool = True, adds_forwarded_headers: bool = True
    ) -> None:
        self._target = target.rstrip("/")
        self._prefix = prefix
        self._keeps_host = keeps_host
        self._tells = adds_forwarded_headers
        self.port = 0

    async def open(self, stack: AsyncExitStack) -> None:
        """Listen until `stack` is closed."""
        self._session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()))
        runner = web.ServerRunner(web.Server(self._forward_request), shutdown_timeout=0.1)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, LOOPBACK_ADDRESS, 0)
        await site.start()
        self.port = runner.addresses[0][1]

    def _headers_for_target(self, request: web.BaseRequest) -> dict[str, str]:
        """Return the headers that the proxy sends to the target with a request."""
        headers = {name: value for name, value in request.headers.items() if name.lower() not in HOP_BY_HOP_HEADERS}
        headers = {name: value for name, value in headers.items() if not name.startswith("Sec-WebSocket")}
        outer = headers[hdrs.HOST]
        if not self._keeps_host:
            headers[hdrs.HOST] = self._target.partition("://")[2]
        told = {name for name in headers if name.startswith("X-Forwarded-")}
        for name in told:  # what a client says of itself is not passed on
            del headers[name]
        if self._tells:
            headers |= {"X-Forwarded-Host": outer, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        return headers

    async def _forward_request(self, request: web.BaseRequest) -> web.StreamResponse:
        """Answer a request with what the target answers."""
        path = request.rel_url.raw_path
        if not path.startswith(f"{self._prefix}/"):
            return web.Response(status=404)
        address = self._target + path.removeprefix(self._prefix)
        if request.headers.get(hdrs.UPGRADE, "").lower() == "websocket":
            return await self._forward_socket(request, address)
        async with self._session.request(request.method, address, headers=self._headers_for_target(request)) as answer:
            headers = {name: value for name, value in answer.headers.items() if name.lower() not in HOP_BY_HOP_HEADERS}
            return web.Response(status=answer.status, body=await answer.read(), headers=headers)

    async def _forward_socket(self, request: web.BaseRequest, address: str) -> web.StreamResponse:
        """If the target accepts a WebSocket, pass messages on in both directions until one end closes it."""
        try:
            inner = await self._session.ws_connect(address, headers=self._headers_for_target(request))
        except aiohttp.WSServerHandshakeError as refusal:
            return web.Response(status=refusal.status)
        outer = web.WebSocketResponse()
        await outer.prepare(request)

        async def copy(source: web.WebSocketResponse | aiohttp.ClientWebSocketResponse, sink: object) -> None:
            """Pass the messages of one end on to the other."""
            async for message in source:
                send = sink.send_bytes if message.type is aiohttp.WSMsgType.BINARY else sink.send_str  # type: ignore[attr-defined]
                await send(message.data)

        ends = [asyncio.ensure_future(copy(outer, inner)), asyncio.ensure_future(copy(inner, outer))]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()
        await inner.close()
        await outer.close()
        return outer
