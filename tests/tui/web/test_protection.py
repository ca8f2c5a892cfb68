"""The protection against strangers of a table that is open to browsers; each test fails without the protection that it
names.
"""

from __future__ import annotations

import asyncio
import json
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import aiohttp
import pytest
from aiohttp import WSMsgType

import tui.guest.session
import tui.web.connection
import tui.web.key_buttons
import tui.web.simple_view
import tui.web.socket
from net.protocol.rate_limit import TokenBucket
from net.security.host_certificate import host_certificate
from net.transport.admission import TOO_MANY_FROM_ADDRESS_SENTENCE, Admission
from net.transport.code_attempts import TOO_MANY_WRONG_CODES_SENTENCE
from tests.support.depth import parametrize
from tests.support.guest_clubs import WebClub
from tests.support.patience import PATIENCE_SECONDS
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS
from tui.guest.guest_service import CODE_QUESTION, WRONG_TABLE_CODE_ANSWER
from tui.guest.limits import (
    LINES_AT_ONCE,
    MAX_PENDING_CONNECTIONS_PER_ADDRESS,
    MAX_UNREAD_BYTES,
    MAX_UNTAKEN_LINES,
    READ_BYTES_IN_A_BURST,
    READ_BYTES_PER_SECOND,
    VIEW_SWITCHES_AT_ONCE,
)
from tui.web import open_web_listener
from tui.web.answers import CONTENT_SECURITY_POLICY
from tui.web.connection import BAD_REQUEST_SENTENCE
from tui.web.limits import MAX_FRAME_BYTES, MAX_HEADER_BYTES, MAX_HEADERS, MAX_READ_AT_ONCE_BYTES, TAPS_AT_ONCE
from tui.web.page_files import PAGE_FOLDER
from tui.web.socket import NO_COOKIE_SENTENCE, NO_NAME_SENTENCE

FORBIDDEN_POLICY_DIRECTIVES = {"default-src", "frame-ancestors", "base-uri", "form-action"}
"""Names of the directives of the page's content security policy that allow nothing; the others allow the page's own
host.
"""


@pytest.fixture
async def web_table(tmp_path: Path) -> AsyncIterator[WebTable]:
    """A table that is not open yet; it is closed after the test."""
    async with AsyncExitStack() as stack:
        yield WebTable(tmp_path, stack)


# Pages of other hosts, and scripts in the page


@pytest.mark.parametrize(
    "origin",
    [None, "null", "http://[", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "app://127.0.0.1:PORT"],
)
async def test_websocket_is_opened_only_for_a_page_of_the_same_host(web_table, origin):
    table = await web_table.open()
    browser = await table.browser()
    headers = {} if origin is None else {"Origin": origin.replace("PORT", str(table.server.port))}
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await browser.ws_connect(f"{table.address}socket", headers=headers)
    assert refused.value.status == 403


async def test_every_http_answer_forbids_scripts_and_frames_of_others(web_table):
    table = await web_table.open()
    browser = await table.browser()
    for path in ("", "static/page.js", "static/nothing", "nothing"):
        async with browser.get(table.address + path) as answer:
            policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
            assert {name for name, sources in policy.items() if sources == "'none'"} == FORBIDDEN_POLICY_DIRECTIVES
            assert {sources for name, sources in policy.items() if name not in FORBIDDEN_POLICY_DIRECTIVES} == {
                "'self'"
            }
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "Python" not in answer.headers["Server"]


def test_page_contains_no_script_and_no_style_itself_and_names_no_other_host():
    index = (PAGE_FOLDER / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=", index)
    for path in PAGE_FOLDER.glob("*.html"):
        assert not re.search(r"(src|href)=\"(https?:)?//", path.read_text("utf-8")), path.name


# Paths and files that can be requested


@pytest.mark.parametrize(
    "path",
    [
        "static/../server.py",
        "static/..%2fserver.py",
        "static/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "static//etc/passwd",
        "static/page.js%00",
        "static/",
        "static",
        "page.js",
        "static/__init__.py",
        "host-key.pem",
        "ssh_guests.json",
    ],
)
async def test_no_path_leads_to_another_file_than_those_of_the_page(web_table, path):
    table = await web_table.open()
    (table.folder / "host-key.pem").write_text("secret")
    reader, writer = await asyncio.open_connection(LOOPBACK_ADDRESS, table.server.port)
    writer.write(f"GET /{path} HTTP/1.1\r\nHost: {LOOPBACK_ADDRESS}\r\nConnection: close\r\n\r\n".encode())
    answer = await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    writer.close()
    index = (PAGE_FOLDER / "index.html").read_bytes()
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400")) or answer.endswith(index)


@pytest.mark.parametrize(("place", "expected_kind"), [(WebTable, "table"), (WebClub, "club")])
async def test_page_says_whether_it_leads_to_a_table_or_a_club(tmp_path, place, expected_kind):
    async with AsyncExitStack() as stack:
        table = await place(tmp_path, stack).open()
        browser = await table.browser()
        async with browser.get(table.address) as answer:
            assert f'data-place="{expected_kind}"' in await answer.text()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_request_to_change_the_page_is_refused(web_table, method):
    table = await web_table.open()
    browser = await table.browser()
    async with browser.request(method, table.address) as answer:
        assert answer.status == 405


@parametrize("prefix", ["", "queens/", "a/b/"], 2)
async def test_page_and_socket_work_under_any_prefix(web_table, prefix):
    table = await web_table.open()
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        page = f"{table.address}{prefix}"
        async with browser.get(page) as answer:
            assert "<script" in await answer.text()
        async with browser.get(f"{page}static/page.css") as answer:
            assert answer.headers["Content-Type"].startswith("text/css")
            tag = answer.headers["ETag"]
        async with browser.get(f"{page}static/page.css", headers={"If-None-Match": tag}) as answer:
            assert answer.status == 304
        async with browser.ws_connect(f"{page}socket", headers={"Origin": table.address.rstrip("/")}) as socket:
            await socket.send_str('{"kind":"enter","name":"Ann"}')
            assert json.loads((await socket.receive()).data)["kind"] == "entered"


# Cookies, names and addresses of guests


async def test_cookie_of_the_page_is_secret_permanent_and_new_for_each_browser(web_table):
    table = await web_table.open()
    cookies = []
    for _ in range(2):
        browser = await table.browser()
        [cookie] = browser.cookie_jar
        assert cookie["httponly"]
        assert cookie["samesite"] == "Strict"
        assert len(cookie.value) == 22
        cookies.append(cookie.value)
        async with browser.get(table.address):
            assert [one.value for one in browser.cookie_jar] == cookies[-1:]
    assert cookies[0] != cookies[1]
    guest = await table.join("ann", device="phone")
    await guest.wait_for_text("you")
    [known] = table.guests.resume_info_by_identity
    assert known.startswith("web:")
    assert all(cookie.value not in known for cookie in (await table.browser("phone")).cookie_jar)


@pytest.mark.parametrize("cookie", ["", "short", "x" * 23, "../" * 7 + "x", '"' * 22])
async def test_browser_that_sends_no_cookie_of_this_host_is_told_so(web_table, cookie):
    table = await web_table.open()
    async with aiohttp.ClientSession() as browser:
        async with browser.get(table.address) as answer:
            name = answer.headers["Set-Cookie"].partition("=")[0]
        headers = {"Origin": table.address.rstrip("/"), "Cookie": f"{name}={cookie}"}
        async with browser.ws_connect(f"{table.address}socket", headers=headers) as socket:
            await socket.send_str('{"kind":"enter","name":"Ann"}')
            assert json.loads((await socket.receive()).data) == {
                "kind": "refused",
                "sentence": NO_COOKIE_SENTENCE,
                "wants": "",
            }
            assert (await socket.receive()).type is WSMsgType.CLOSE
    assert table.seat_names() == ["Olga", "", "", ""]


async def test_guest_whose_name_was_changed_comes_back_under_the_changed_name(web_table):
    table = await web_table.open()
    guest = await table.join("Olga", device="phone")
    join_frame = await guest.wait_for_frame("entered")
    assert join_frame["name"] == "Olga 2"
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    guest.hang_up()
    await table.wait_until(lambda: not table.table.info().seats[1].is_here)
    table.guests.resume_info_by_identity.clear()  # what a new process would know
    again = await table.join("Olga 2", device="phone")
    await again.wait_for_text("Space Reveal")
    assert table.seat_names()[1] == "Olga 2"


async def test_guest_without_a_visible_name_is_asked_for_one(web_table):
    table = await web_table.open()
    guest = await table.join(" \u202e\x07 ")
    assert await guest.wait_for_frame("refused") == {"kind": "refused", "sentence": NO_NAME_SENTENCE, "wants": "name"}
    guest.send("enter", name="\x1b[31mAnn\n")
    assert (await guest.wait_for_frame("entered"))["name"] == "Ann"


@pytest.mark.parametrize(
    ("forwarded_header", "expected_address"), [("1.2.3.4, 5.6.7.8", "5.6.7.8"), ("", LOOPBACK_ADDRESS)]
)
async def test_guests_address_behind_a_reverse_proxy_of_this_machine_is_the_forwarded_one(
    web_table, forwarded_header, expected_address
):
    table = await web_table.open()
    socket = await table.connect_socket(**({"X-Forwarded-For": forwarded_header} if forwarded_header else {}))
    await socket.send_str('{"kind":"enter","name":"Ann"}')
    await socket.receive()
    assert [session._guest.address for session in table.server.sessions.values()] == [expected_address]
    await socket.close()


# The table code


async def test_code_in_the_address_admits_a_guest_and_a_guest_without_it_is_asked_for_it(web_table):
    table = await web_table.open(code="tulip")
    scanned = await table.join("ann", code="Tulip")
    await scanned.wait_for_frame("entered")
    assert not scanned.frames_of_kind("refused")
    typed = await table.join("bea")
    assert (await typed.wait_for_frame("refused"))["sentence"] == CODE_QUESTION
    typed.send("enter", name="bea", code="rose")
    refused = await typed.wait_for_frame("refused", 2)
    assert (refused["sentence"], refused["wants"]) == (WRONG_TABLE_CODE_ANSWER, "code")
    typed.send("enter", name="bea", code="tulip")
    await typed.wait_for_frame("entered")


async def test_wrong_codes_are_limited_per_address_across_sockets(web_table, monkeypatch):
    monkeypatch.setattr("net.transport.code_attempts.WRONG_CODE_DELAY_SECONDS", 0.0)
    table = await web_table.open(code="tulip")
    for number in range(5):
        guest = await table.join(f"guest{number}", code="rose")
        await guest.wait_for_text(WRONG_TABLE_CODE_ANSWER if number < 4 else TOO_MANY_WRONG_CODES_SENTENCE)
        guest.hang_up()
    last = await table.join("last", code="tulip")
    await last.wait_for_text(TOO_MANY_WRONG_CODES_SENTENCE)
    await last.wait_for_exit()
    assert table.seat_names() == ["Olga", "", "", ""]


# Hostile bytes and floods


def shorten_time_limit(monkeypatch: pytest.MonkeyPatch, limit_name: str) -> None:
    """Make the time limit of a connection that `limit_name` names short, and all others so long that none of them ends
    it.
    """
    for name in ("MAX_SECONDS_WITHOUT_GUEST", "MAX_IDLE_SECONDS", "MAX_HANDSHAKE_SECONDS"):
        monkeypatch.setattr(tui.web.connection, name, 0.2 if name == limit_name else 10 * PATIENCE_SECONDS)


async def bytes_answered_to(sent: bytes, table: WebTable) -> bytes:
    """Send bytes to the port of a table, and return all that comes back until the table ends the connection."""
    reader, writer = await asyncio.open_connection(LOOPBACK_ADDRESS, table.server.port)
    try:
        writer.write(sent)
        return await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    finally:
        writer.close()


def logged_warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the warnings and errors that were logged, without those that asyncio logs on a slow machine."""
    said = [one.getMessage() for one in caplog.records if one.levelname in ("WARNING", "ERROR")]
    return [message for message in said if not message.startswith("Executing ")]


async def open_for_browsers(web_table: WebTable, encrypted: bool) -> WebTable:
    """Open a table for browsers, over HTTPS if `encrypted`."""
    table = await web_table.open()
    if encrypted:
        await table.server.close()
        table.server = await open_web_listener(
            table.guests, LOOPBACK_ADDRESS, 0, host_certificate(table.folder).context
        )
    return table


@parametrize(
    "sent_bytes",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
        b"SSH-2.0-OpenSSH_9.9\r\n",
        bytes(range(256)) * 8,
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 2_000 + b"\r\n",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
    3,
    ids=["tls", "ssh", "garbage", "headers", "long", "chunked", "http2"],
)
async def test_bytes_of_other_protocols_log_nothing_and_end_the_connection(web_table, sent_bytes, capfd, caplog):
    table = await web_table.open()
    reader, writer = await asyncio.open_connection(LOOPBACK_ADDRESS, table.server.port)
    writer.write(sent_bytes)
    with suppress(ConnectionError):
        await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    writer.close()
    await table.wait_until(lambda: not table.server.connections)
    assert capfd.readouterr() == ("", "")
    assert logged_warnings(caplog) == []
    await (await table.join()).wait_for_text("you")


async def test_bytes_of_other_protocols_on_the_https_port_log_nothing(web_table, capfd, caplog):
    table = await open_for_browsers(web_table, encrypted=True)
    truncated = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(600)
    for sent in (b"SSH-2.0-OpenSSH_9.9\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", bytes(range(256)) * 8, truncated):
        with suppress(ConnectionError):
            assert b"200 OK" not in await bytes_answered_to(sent, table)
    await table.wait_until(lambda: not table.server.connections)
    assert capfd.readouterr() == ("", "")
    assert logged_warnings(caplog) == []


@pytest.mark.parametrize("sent_bytes", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"\x16"], ids=["silent", "half", "tls"])
@pytest.mark.parametrize("encrypted", [False, True])
async def test_connection_that_sends_half_a_request_is_closed(web_table, monkeypatch, sent_bytes, encrypted):
    shorten_time_limit(monkeypatch, "MAX_SECONDS_WITHOUT_GUEST")
    table = await open_for_browsers(web_table, encrypted)
    reader, writer = await asyncio.open_connection(LOOPBACK_ADDRESS, table.server.port)
    writer.write(sent_bytes)
    with suppress(ConnectionError):
        assert b"200 OK" not in await asyncio.wait_for(reader.read(), PATIENCE_SECONDS)
    writer.close()
    await table.wait_until(lambda: not table.server.connections)


async def test_tls_handshake_that_does_not_go_on_is_ended(web_table, monkeypatch):
    shorten_time_limit(monkeypatch, "MAX_HANDSHAKE_SECONDS")
    table = await open_for_browsers(web_table, encrypted=True)
    with suppress(ConnectionError):
        assert await bytes_answered_to(b"", table) == b""


async def test_http_connection_without_a_further_request_is_closed(web_table, monkeypatch):
    shorten_time_limit(monkeypatch, "MAX_IDLE_SECONDS")
    table = await web_table.open()
    assert b"200 OK" in await bytes_answered_to(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", table)


@pytest.mark.parametrize(
    "sent_bytes",
    [
        b"GET /" + b"x" * (MAX_HEADER_BYTES + 100),
        b"GET / HTTP/1.1\r\nX: " + b"x" * (MAX_HEADER_BYTES + 100),
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * (MAX_HEADERS + 5),
    ],
    ids=["path", "header", "headers"],
)
async def test_http_request_without_end_is_refused_before_it_takes_memory(web_table, sent_bytes):
    table = await web_table.open()
    head, _, text = (await bytes_answered_to(sent_bytes, table)).decode().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.0 400")
    assert f"Content-Security-Policy: {CONTENT_SECURITY_POLICY}" in head
    assert "Server: queens" in head
    assert text == f"{BAD_REQUEST_SENTENCE}\n", "nothing of what was sent comes back"


@pytest.mark.parametrize("encrypted", [False, True])
async def test_http_connections_without_a_guest_are_limited(web_table, monkeypatch, encrypted):
    shorten_time_limit(monkeypatch, "")  # none may go before all are there
    table = await open_for_browsers(web_table, encrypted)
    held = [await asyncio.open_connection(LOOPBACK_ADDRESS, table.server.port) for _ in range(40)]
    await table.wait_until(lambda: len(table.server.connections) == MAX_PENDING_CONNECTIONS_PER_ADDRESS)
    for _, writer in held:
        writer.close()


async def test_guest_beyond_those_of_an_address_is_refused_in_a_sentence(web_table):
    table = await web_table.open()
    table.server.admission = Admission(max_connections=4)  # two people, one of an address
    await (await table.join("ann")).wait_for_text("you")
    second = await table.join("bea")
    assert (await second.wait_for_frame("refused"))["sentence"] == TOO_MANY_FROM_ADDRESS_SENTENCE


async def test_websocket_over_which_no_guest_joins_is_closed(web_table, monkeypatch):
    monkeypatch.setattr(tui.web.socket, "MAX_SILENT_SECONDS", 0.1)
    table = await web_table.open()
    socket = await table.connect_socket()
    assert (await socket.receive(PATIENCE_SECONDS)).type is WSMsgType.CLOSE


@parametrize("frame", ['{"kind":"steal"}', "[]", "{", '{"kind":"resize","columns":"x"}', "\x00", "[" * 4_000], 3)
@pytest.mark.parametrize("has_joined", [False, True])
async def test_frame_that_no_page_sends_ends_the_websocket(web_table, frame, has_joined):
    table = await web_table.open()
    guest = await table.join() if has_joined else None
    if guest is not None:
        await guest.wait_for_text("you")
    socket = guest.socket if guest is not None else await table.connect_socket()
    await socket.send_str(frame)
    if guest is not None:
        await guest.wait_for_exit()
    else:
        assert (await socket.receive(PATIENCE_SECONDS)).type is WSMsgType.CLOSE
    await table.wait_until(lambda: not table.server.sessions)


@pytest.mark.parametrize("message_kind", ["text", "bytes", "parts"])
async def test_too_long_message_ends_the_websocket(web_table, message_kind):
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    if message_kind == "bytes":
        await guest.socket.send_bytes(b" " * (MAX_FRAME_BYTES + 1))
    elif message_kind == "text":
        await guest.socket.send_str(" " * (MAX_FRAME_BYTES + 1))
    else:
        writer = guest.socket._writer
        for number in range(3):
            head = bytes([0x02 if not number else 0x00, 0xFE]) + (2_000).to_bytes(2, "big") + bytes(4)
            writer.transport.write(head + b" " * 2_000)
    await guest.wait_for_exit()
    assert guest.socket.close_code in (1009, None, 1006)
    await table.wait_until(lambda: not table.server.sessions)


@parametrize("opcode", [WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.PING], 1)
async def test_flood_of_empty_websocket_messages_is_read_slowly(web_table, monkeypatch, opcode):
    waits: list[float] = []

    class RecordingBucket(TokenBucket):
        """A bucket that records for how long the reader of messages has to wait each time; then it waits for ever."""

        def overdraw(self, tokens: float, now: float) -> float:
            waits.append(super().overdraw(tokens, now))
            return 2 * PATIENCE_SECONDS if waits[-1] else 0.0

    monkeypatch.setattr(tui.web.socket, "TokenBucket", RecordingBucket)
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    message = b'{"kind":"resize","columns":80,"rows":24,"fingers":false}' if opcode is WSMsgType.TEXT else b""
    frame = bytes([0x80 | opcode, 0x80 | len(message)]) + bytes(4) + message
    at_once = int(READ_BYTES_IN_A_BURST / 200)
    guest.socket._writer.transport.write(frame * 10 * at_once)
    await table.wait_until(lambda: any(waits) or len(waits) > 5 * at_once)
    before_first_wait = next((number for number, wait in enumerate(waits) if wait), len(waits))
    assert before_first_wait <= at_once + READ_BYTES_PER_SECOND / 200 * 10
    monkeypatch.setattr(tui.web.socket, "TokenBucket", TokenBucket)
    other = await table.join("bea")
    await other.wait_for_text("you")
    assert len(waits) == before_first_wait + 1, "nothing more is read meanwhile"
    assert {door._lowest_transport.max_size for door in table.server.connections} == {MAX_READ_AT_ONCE_BYTES}
    guest.hang_up()


async def test_flood_of_lines_in_the_simple_view_waits_in_the_browser(web_table, monkeypatch):
    monkeypatch.setattr(tui.web.simple_view, "LINES_PER_SECOND", 1e-9)
    table = await web_table.open()
    guest = await table.join(view="simple")
    await guest.wait_for_frame("choices")
    [session] = table.server.sessions.values()
    taken: list[str] = []
    usual = session._simple_view.take_line
    session._simple_view.take_line = lambda text, menu: (taken.append(text), usual(text, menu))
    for _ in range(LINES_AT_ONCE + 3 * MAX_UNTAKEN_LINES):
        guest.send("say", text="?" * 9)
    await table.wait_until(lambda: len(session._simple_view._lines) >= MAX_UNTAKEN_LINES)
    other = await table.join("bea")
    await other.wait_for_text("you")
    assert len(session._simple_view._lines) <= MAX_UNTAKEN_LINES + 1
    assert len(taken) - len(session._simple_view._lines) <= LINES_AT_ONCE + 1, "no more have been handled"
    guest.hang_up()


async def test_browser_that_reads_nothing_costs_little_memory_in_the_simple_view(web_table, monkeypatch):
    async def wait_for_ever(self: tui.web.socket.GuestSocket, part: bytes | str) -> None:
        await asyncio.Event().wait()

    table = await web_table.open()
    guest = await table.join(view="simple")
    await guest.wait_for_frame("choices")
    monkeypatch.setattr(tui.web.socket.GuestSocket, "_write_part", wait_for_ever)
    [session] = table.server.sessions.values()
    for _ in range(2 * MAX_UNREAD_BYTES // 10_000):
        session._send("said", lines=["x" * 10_000])
    assert session._socket.unsent_bytes() < MAX_UNREAD_BYTES + 20_000
    await guest.wait_for_exit()


async def test_flood_of_taps_on_a_choice_is_handled_no_faster_than_a_person_taps(web_table, monkeypatch):
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    taps: list[int] = []
    monkeypatch.setattr(tui.web.key_buttons.KeyButtons, "choose", lambda self, app, place, number: taps.append(place))
    for _ in range(5 * TAPS_AT_ONCE):
        guest.send("choose", choice=0, menu=1)
    guest.send("device")
    await guest.wait_for_frame("device")
    assert TAPS_AT_ONCE <= len(taps) < 3 * TAPS_AT_ONCE


async def test_views_are_switched_no_faster_than_a_person_does(web_table, monkeypatch):
    waits: list[float] = []

    class RecordingBucket(TokenBucket):
        """A bucket that records for how long a switch has to wait, and lets it wait no longer."""

        def overdraw(self, tokens: float, now: float) -> float:
            waits.append(super().overdraw(tokens, now))
            return 0.0

    monkeypatch.setattr(tui.guest.session, "TokenBucket", RecordingBucket)
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    for number in range(1, VIEW_SWITCHES_AT_ONCE + 3):
        guest.send("view", view="simple" if number % 2 else "screen")
        await table.wait_until(lambda number=number: len(waits) == number)
    assert not any(waits[:VIEW_SWITCHES_AT_ONCE])
    assert waits[-1] > 0


async def test_browser_that_answers_no_ping_is_disconnected(web_table, monkeypatch):
    monkeypatch.setattr(tui.web.socket, "SECONDS_BETWEEN_PINGS", 0.05)
    monkeypatch.setattr(tui.web.socket, "MAX_SILENT_SECONDS", 2 * PATIENCE_SECONDS)  # so that nothing else closes it
    monkeypatch.setattr(tui.web.connection, "MAX_SECONDS_WITHOUT_GUEST", 2 * PATIENCE_SECONDS)
    table = await web_table.open()
    socket = await table.connect_socket()
    socket._autoping = False  # as of a phone that is out of reach: its connection stands
    async with asyncio.timeout(PATIENCE_SECONDS):
        assert {message.type async for message in socket} <= {WSMsgType.PING, WSMsgType.ERROR}
    assert socket.closed
    await table.wait_until(lambda: not table.server.connections)


async def test_page_is_sent_a_sign_of_life_of_its_host_at_intervals(web_table, monkeypatch):
    monkeypatch.setattr(tui.web.socket, "SECONDS_BETWEEN_ALIVE_FRAMES", 0.05)
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_frame("alive", 2)


async def test_sequences_on_which_a_terminal_would_act_never_leave_the_host(web_table):
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_text("you")
    [session] = table.server.sessions.values()
    session._terminal.write(b"\x1b]52;c;c3RvbGVu\x07\x1b]0;title\x07\x1b]8;;http://evil.example\x1b\\seen at last")
    await guest.wait_for(lambda: b"seen at last" in guest.data)
    assert b"\x1b]" not in guest.data


async def test_file_of_the_page_is_sent_no_faster_than_the_browser_reads_it(web_table, monkeypatch):
    table = await web_table.open()
    sizes = []
    usual = tui.web.connection.WebConnection._drain_helper

    async def note_size(self: tui.web.connection.WebConnection) -> None:
        if self.transport is not None:
            sizes.append(self.transport.get_write_buffer_size())
        await usual(self)

    monkeypatch.setattr(tui.web.connection.WebConnection, "_drain_helper", note_size)
    large = max(PAGE_FOLDER.iterdir(), key=lambda path: path.stat().st_size)
    reader, writer = await asyncio.open_connection(LOOPBACK_ADDRESS, table.server.port, limit=1_000)
    for _ in range(40):
        writer.write(f"GET /static/{large.name} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    await table.wait_until(lambda: sizes and sizes[-1] > 65_536)
    assert max(sizes) < 200_000
    writer.close()
    await reader.read()


# Encryption


async def test_https_page_says_that_it_is_encrypted_and_sends_its_cookie_only_over_https(web_table):
    table = await web_table.open()
    plain = await table.join("ann")
    assert (await plain.wait_for_frame("entered"))["encrypted"] is False
    server = await open_web_listener(table.guests, LOOPBACK_ADDRESS, 0, host_certificate(table.folder).context)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    address = f"https://{LOOPBACK_ADDRESS}:{server.port}/"
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        async with browser.get(address, ssl=context) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]
        async with browser.ws_connect(
            f"{address}socket", headers={"Origin": address.rstrip("/")}, ssl=context
        ) as socket:
            await socket.send_str('{"kind":"enter","name":"Bea"}')
            assert json.loads((await socket.receive()).data)["encrypted"] is True
    await server.close()
