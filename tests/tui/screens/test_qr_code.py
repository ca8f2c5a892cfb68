"""The QR code of a table's web address: beside the seats, alone by a key, and a sentence where it cannot be drawn."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from tests.support.depth import parametrize
from tui.connect.invitation import PLAIN_WEB_NOTICE
from tui.connect.request import TableRequest
from tui.drawing.qr_code import qr_code_rows
from tui.screens.lobby import LobbyScreen
from tui.screens.qr_code import NO_QR_CODE_IN_ASCII_SENTENCE, NO_ROOM_FOR_QR_CODE_SENTENCE, QrCodeScreen

PAGE_ADDRESS = "http://192.168.1.20:8222/"
"""The address of the page for browsers."""


@pytest.fixture
def open_to_browsers():
    """Fixture that returns a function which opens the table of a program to browsers."""

    def open_table(app, encrypted=False):
        handle = app.session.handle
        host = SimpleNamespace(
            ssh=None, can_open_to_browsers=False, web=SimpleNamespace(port=8222, encrypted=encrypted)
        )
        app.session.handle = replace(handle, host=host)
        app.screen.show_table(app.session.client.table)
        return handle

    return open_table


def shows_qr_code(app, screen_text) -> bool:
    """Return whether the whole code is on the screen."""
    text = screen_text(app)
    return all(row.strip() in text for row in qr_code_rows(PAGE_ADDRESS))


async def test_lobby_shows_the_web_address_and_from_100_columns_on_the_qr_code(
    make_program, screen_text, open_to_browsers
) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert not shows_qr_code(app, screen_text)
        handle = open_to_browsers(app)
        await pilot.pause()
        assert shows_qr_code(app, screen_text)
        text = " ".join(screen_text(app).split())
        assert PAGE_ADDRESS in text
        assert PLAIN_WEB_NOTICE in text
        for size, fits in (((99, 30), False), ((100, 22), False), ((120, 40), True)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert shows_qr_code(app, screen_text) == fits, size
            assert PAGE_ADDRESS in screen_text(app)
        app.session.handle = handle


@parametrize(("size", "sentence"), [((80, 24), ""), ((60, 18), NO_ROOM_FOR_QR_CODE_SENTENCE)], 1)
async def test_key_in_the_lobby_shows_the_qr_code_alone(
    make_program, screen_text, open_to_browsers, size, sentence
) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("q")
        assert isinstance(app.screen, LobbyScreen), "there is nothing to scan yet"
        handle = open_to_browsers(app)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, QrCodeScreen)
        assert shows_qr_code(app, screen_text) == (not sentence)
        text = " ".join(screen_text(app).split())
        assert sentence in text
        assert PAGE_ADDRESS in text
        assert PLAIN_WEB_NOTICE in text
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        app.session.handle = handle


async def test_qr_code_of_an_encrypted_page_has_no_warning(make_program, screen_text, open_to_browsers) -> None:
    app = make_program(TableRequest("host"))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        handle = open_to_browsers(app, encrypted=True)
        await pilot.pause()
        assert "https://192.168.1.20:8222/" in screen_text(app)
        assert PLAIN_WEB_NOTICE not in screen_text(app)
        app.session.handle = handle


async def test_ascii_look_has_a_sentence_instead_of_the_qr_code(make_program, screen_text, open_to_browsers) -> None:
    app = make_program(TableRequest("host"), ascii=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        handle = open_to_browsers(app)
        await pilot.pause()
        assert screen_text(app).isascii()
        await pilot.press("q")
        await pilot.pause()
        assert NO_QR_CODE_IN_ASCII_SENTENCE in screen_text(app)
        assert screen_text(app).isascii()
        app.session.handle = handle
