"""The join screen: typed and pasted addresses, tables found nearby, codes and changed host keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from textual import events

from net.client.deal_memory import DealMemory
from net.discovery.announcement import FoundTable
from net.errors import ChangedKey
from net.limits import PROTOCOL_VERSION
from net.security.known_hosts import KnownHosts
from tests.gallery.staged_nearby_tables import StagedNearbyTables, make_found_table
from tests.support.depth import parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.app.app import QueensApp
from tui.connect.request import TableRequest
from tui.connect.seat_tokens import store_seat_token
from tui.connect.table_handle import TableHandle
from tui.screens import join
from tui.screens.home import HomeScreen
from tui.screens.join import LOOKING_FOR_TABLES_TEXT, JoinScreen
from tui.screens.lobby import LobbyScreen
from tui.settings import Settings
from tui.text.discovery import NO_TABLES_FOUND_YET_SENTENCE
from tui.widgets.menu import LetterChoice


async def test_typed_address_leads_to_its_lobby_and_is_remembered(make_program, tmp_path) -> None:
    app = make_program()
    async with app.run_test() as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press(*"10.0.0.7:8000", "enter")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert (app.session.request.address, app.session.request.port) == ("10.0.0.7", 8000)
    assert Settings.load(tmp_path).addresses == ["10.0.0.7:8000"]


async def test_click_on_an_earlier_address_joins_it(make_program) -> None:
    app = make_program(addresses=["10.0.0.8"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.click("#tables", offset=(5, 0))
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert app.session.request.address == "10.0.0.8"


async def test_arrows_lead_to_the_earlier_addresses_and_back(make_program) -> None:
    app = make_program(addresses=["10.0.0.8", "10.0.0.9"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press("down", "up")
        assert app.screen.query_one("#address").has_focus
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert app.session.request.address == "10.0.0.9"


async def test_unreachable_table_can_be_retried_and_is_not_remembered(tmp_path, screen_text) -> None:
    async def fail_to_open(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Fail to open any table."""
        raise OSError("Nobody answers.")

    request = TableRequest("join", address="10.0.0.7", port=8000, code="rose", watch=True)
    app = QueensApp(Settings("You", animation="off"), tmp_path, request, environment={}, opener=fail_to_open)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(2):
            assert isinstance(app.screen, JoinScreen)
            text = screen_text(app)
            assert all(word in text for word in ("10.0.0.7:8000", "rose", "Nobody answers."))
            await pilot.press("enter")
            await pilot.pause()
        assert not Settings.load(tmp_path).addresses


async def test_escape_key_ends_the_search_for_a_table_and_removes_its_message(tmp_path, screen_text) -> None:
    given_up = asyncio.Event()

    async def find_nothing(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Find nothing, the first time with an error."""
        if app.screen_stack[1:]:
            try:
                await asyncio.Event().wait()
            finally:
                given_up.set()
        raise OSError("Nobody answers.")

    request = TableRequest("join", address="10.0.0.7")
    app = QueensApp(Settings("You", animation="off"), tmp_path, request, environment={}, opener=find_nothing)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        async with asyncio.timeout(PATIENCE_SECONDS):
            await pilot.press("enter")
            while "Looking for the table at 10.0.0.7" not in screen_text(app):
                await pilot.pause()
            await pilot.press("escape")
            await given_up.wait()
            while not isinstance(app.screen, HomeScreen) or "10.0.0.7" in screen_text(app):
                await pilot.pause()


@parametrize("text", ["", "two words", "host:0", "host:x"], 2)
async def test_invalid_address_is_refused_in_one_sentence(make_program, text, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        app.screen.query_one("#address").value = text
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        assert "." in screen_text(app).split("Your name")[1]


INVITATION_LINE = "queens join 10.0.0.7:8000 --code 7KQ4-M2ZN-8RTV-3F5H\n"
"""An invitation with a line end behind it, as it is pasted."""


@parametrize("list_has_focus", [False, True], 1)
async def test_pasted_invitation_fills_address_and_code(make_program, list_has_focus) -> None:
    app = make_program(addresses=["10.0.0.8"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        if list_has_focus:
            await pilot.press("down")
        assert (app.focused.id == "tables") == list_has_focus
        app.post_message(events.Paste(INVITATION_LINE))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        request = app.session.request
        assert (request.address, request.port, request.code) == ("10.0.0.7", 8000, "7KQ4-M2ZN-8RTV-3F5H")


async def test_typed_invitation_fills_address_and_code(make_program) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        app.screen.query_one("#address").value = "queens join --code=abc 10.0.0.7"
        await pilot.press("enter")
        await pilot.pause()
        assert (app.session.request.address, app.session.request.code) == ("10.0.0.7", "abc")


async def test_address_typed_or_pasted_while_the_list_has_the_focus_goes_to_the_field(make_program) -> None:
    app = make_program(addresses=["10.0.0.8"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        address = app.screen.query_one("#address")
        await pilot.press("down")
        assert app.focused.id == "tables"
        await pilot.press(*"127.0.0.1")
        await pilot.pause()
        assert address.value == "127.0.0.1"
        await pilot.press("down")
        await pilot.pause()
        app.screen.query_one("#tables").focus()
        await pilot.pause()
        app.post_message(events.Paste(" 10.0.0.9\nmore"))
        await pilot.pause()
        assert address.value == "10.0.0.9"
        assert address.has_focus


async def test_web_address_is_refused_in_one_sentence(make_program, screen_text) -> None:
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press(*"http://127.0.0.1:7490", "enter")
        await pilot.pause()
        assert "A table has no web address" in screen_text(app)


@pytest.fixture
def make_program_with_nearby_tables(make_program) -> Callable[..., tuple[QueensApp, StagedNearbyTables]]:
    """Return a function that makes a program and the stand-in for the network on which it looks for tables."""

    def make(*tables: FoundTable, trouble: str = "", **settings: object) -> tuple[QueensApp, StagedNearbyTables]:
        """Return a program, and the stand-in for the network, on which the program finds these tables."""
        app = make_program(**settings)
        app.new_table_browser = StagedNearbyTables(*tables, trouble=trouble)
        return app, app.new_table_browser

    return make


async def test_enter_joins_a_table_found_nearby(make_program_with_nearby_tables, screen_text) -> None:
    app, nearby = make_program_with_nearby_tables(
        make_found_table(), make_found_table("Bo", free_seats=0), make_found_table("Cy", asks_for_code=True)
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        text = screen_text(app)
        assert "Ann  Mad Queens" in text
        assert "3 of 4 free, open, 3 ms" in text
        assert "full, open" in text
        assert "free, code" in text
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert (app.session.request.address, app.session.request.port) == ("192.168.1.20", 7433)
        assert nearby.closed


@parametrize("when", ["at once", "later", "after the person went into the list"], 2)
async def test_enter_joins_the_table_of_a_host_joined_earlier(
    make_program_with_nearby_tables, screen_text, when
) -> None:
    app, nearby = make_program_with_nearby_tables(
        *[make_found_table()] * (when == "at once"), addresses=["192.168.1.20:7433", "10.0.0.8"]
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        if when == "after the person went into the list":
            await pilot.press("down")
        nearby.set_tables(make_found_table())
        await pilot.pause()
        assert "▸ Ann  Mad Queens" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        assert app.session.request.address == "192.168.1.20"


async def test_table_on_this_machine_is_listed_once(make_program_with_nearby_tables, screen_text, monkeypatch) -> None:
    monkeypatch.setattr("net.transport.interfaces.own_addresses", lambda: [("192.168.1.20", 24)])
    app, _ = make_program_with_nearby_tables(make_found_table(), addresses=["127.0.0.1", "127.0.0.1:7611"])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert app.screen.query_one("#tables").choices[1:] == (
            LetterChoice("at 127.0.0.1:7611", "", "127.0.0.1:7611", "joined before"),
        )


async def test_cursor_stays_on_a_table_whose_other_address_answers(
    make_program_with_nearby_tables, screen_text
) -> None:
    addresses = ("10.9.9.9", "192.168.1.20")
    app, nearby = make_program_with_nearby_tables(
        make_found_table("Ann", address="", ping_milliseconds=None, addresses=addresses), make_found_table("Bo")
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        nearby.set_tables(make_found_table("Bo"), make_found_table("Ann", addresses=addresses))
        await pilot.pause()
        assert "▸ Ann  Mad Queens" in screen_text(app)


async def test_enter_on_a_table_that_is_gone_says_so_and_joins_no_other_table(
    make_program_with_nearby_tables, screen_text
) -> None:
    app, nearby = make_program_with_nearby_tables(make_found_table("Ann"), make_found_table("Bo"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        nearby.set_tables(make_found_table("Bo"))
        await pilot.pause()
        assert "▸" not in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        assert join.TABLE_GONE_SENTENCE in screen_text(app)


async def test_mark_of_a_visited_table_is_shown_only_at_a_table_where_the_person_has_been(
    make_program_with_nearby_tables, screen_text, tmp_path
) -> None:
    key, other_key, here = "ab" * 32, "cd" * 32, "192.168.1.20"
    KnownHosts(tmp_path).remember(f"{here}:7433", key)
    store_seat_token(tmp_path, f"{key}:7433", "You", "token", "T")
    copied = {"id": "T", "host_fingerprint": key}
    app, _ = make_program_with_nearby_tables(
        make_found_table("Ann", **copied),
        make_found_table("Bo", **copied | {"address": "192.168.1.66"}),
        make_found_table("Cy", **copied | {"host_fingerprint": other_key}),
        make_found_table("Di", **copied | {"id": "another table"}),
        make_found_table("Ed", **copied | {"port": 7500}),
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert "Ann  Mad Queens   you were here, 3 of 4 free, open, 3 ms" in screen_text(app)
        assert screen_text(app).count("you were here") == 1
        app.settings.name = "Somebody"
        app.screen.show_tables()
        await pilot.pause()
        assert "you were here" not in screen_text(app), "the seat is kept under the name"


@parametrize(("rows", "has_more"), [(18, True), (60, False)], 1)
async def test_list_of_tables_that_is_longer_than_its_box_says_so(
    make_program_with_nearby_tables, screen_text, rows, has_more
) -> None:
    app, _ = make_program_with_nearby_tables(*(make_found_table(f"Host {number}") for number in range(12)))
    async with app.run_test(size=(80, rows)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.pause()
        assert ("Tables on this network (12; more below)" in screen_text(app)) == has_more


async def test_list_of_tables_updates_without_disturbing_typing(make_program_with_nearby_tables, screen_text) -> None:
    app, nearby = make_program_with_nearby_tables()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert LOOKING_FOR_TABLES_TEXT in screen_text(app)
        await pilot.press("1")
        nearby.set_tables(make_found_table())
        await pilot.pause()
        assert "Ann  Mad Queens" in screen_text(app)
        assert app.screen.query_one("#address").has_focus, "somebody is typing"
        await pilot.press("down", "0")
        assert app.screen.query_one("#address").value == "10"
        nearby.set_tables()
        await pilot.pause()
        assert "Ann" not in screen_text(app)


async def test_tables_are_listed_in_columns_and_two_of_the_same_name_with_their_addresses(
    make_program_with_nearby_tables, screen_text
) -> None:
    tables = (
        make_found_table("Ann"),
        make_found_table("Ann", id="two", port=7499),
        make_found_table("Benedikta", game="big-queen"),
    )
    app, nearby = make_program_with_nearby_tables(*tables[:2])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert "Ann  Mad Queens" in screen_text(app)
        assert all(where in screen_text(app) for where in ("3 ms, 192.168.1.20:7433", "3 ms, 192.168.1.20:7499"))
        await pilot.press("down")
        nearby.set_tables(tables[2], *tables[:2])
        await pilot.pause()
        menu = app.screen.query_one("#tables")
        assert menu.choices[menu.index].name == "two 192.168.1.20:7499"
        assert [choice.label for choice in menu.choices] == ["Benedikta  Big Queen", *["Ann        Mad Queens"] * 2]
        assert "192" not in menu.choices[0].remark


async def test_empty_search_explains_what_may_hide_tables_and_what_works(
    make_program_with_nearby_tables, screen_text, monkeypatch
) -> None:
    app, nearby = make_program_with_nearby_tables(addresses=["10.0.0.8"])
    monkeypatch.setattr(join, "SEARCH_SECONDS", 0.01)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        async with asyncio.timeout(PATIENCE_SECONDS):
            while LOOKING_FOR_TABLES_TEXT in screen_text(app):
                await pilot.pause(0.01)
        text = " ".join(screen_text(app).split())
        assert NO_TABLES_FOUND_YET_SENTENCE in text
        assert "10.0.0.8" in text
        nearby.set_tables(make_found_table())
        await pilot.pause()
        text = " ".join(screen_text(app).split())
        assert "Ann Mad Queens" in text, "it has gone on looking"
        assert NO_TABLES_FOUND_YET_SENTENCE not in text


async def test_chosen_row_leads_to_its_own_address_though_another_table_announces_the_same_id(
    make_program_with_nearby_tables,
) -> None:
    fake = make_found_table("Aaron", id="ann", addresses=("192.168.1.66",), address="192.168.1.66")
    app, _ = make_program_with_nearby_tables(fake, make_found_table("Ann"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.session.request.address == "192.168.1.20"


async def test_cursor_reaches_the_last_of_very_many_tables_and_it_is_shown(
    make_program_with_nearby_tables, screen_text
) -> None:
    tables = [
        make_found_table("Aaron", id=str(n), addresses=(f"10.0.0.{n}",), address=f"10.0.0.{n}") for n in range(1, 256)
    ]
    app, _ = make_program_with_nearby_tables(*tables, make_found_table("Zoe"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press("end")
        await pilot.pause()
        assert "Zoe" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.request.address == "192.168.1.20"


async def test_search_failure_is_the_only_sentence_shown(make_program_with_nearby_tables, screen_text) -> None:
    app, _ = make_program_with_nearby_tables(trouble="Tables nearby cannot be found: no network.")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        app.screen._show_end_of_search()
        await pilot.pause()
        assert "cannot be found: no network." in screen_text(app)
        assert NO_TABLES_FOUND_YET_SENTENCE[:20] not in screen_text(app)


async def test_locked_table_is_joined_only_after_its_code_was_asked_for(
    make_program_with_nearby_tables, screen_text
) -> None:
    app, _ = make_program_with_nearby_tables(make_found_table(asks_for_code=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "Ann's table asks for its code, which Ann sees in the lobby" in " ".join(screen_text(app).split())
        assert app.screen.query_one("#code").has_focus
        await pilot.press(*"rose", "enter")
        await pilot.pause()
        assert (app.session.request.address, app.session.request.code) == ("192.168.1.20", "rose")


async def test_private_club_asks_for_its_code_and_not_for_that_of_a_table(
    make_program_with_nearby_tables, screen_text
) -> None:
    app, _ = make_program_with_nearby_tables(
        make_found_table("Café", game="", seats=12, free_seats=3, asks_for_code=True, is_club=True)
    )
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert "12 tables, code" in " ".join(screen_text(app).split())
        await pilot.press("enter")
        await pilot.pause()
        assert "Café asks for its code: type it, and Enter." in " ".join(screen_text(app).split())
        assert app.screen.query_one("#code").has_focus


async def test_code_prompt_says_during_a_match_that_the_owner_sees_the_code_with_m(
    make_program_with_nearby_tables, screen_text
) -> None:
    app, _ = make_program_with_nearby_tables(make_found_table(asks_for_code=True, phase="playing"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "Ann's table asks for its code, which Ann sees with M" in " ".join(screen_text(app).split())


async def test_table_of_another_version_and_blocked_network_are_explained_in_one_sentence(
    make_program_with_nearby_tables, screen_text
) -> None:
    app, _ = make_program_with_nearby_tables(make_found_table(protocol_version=PROTOCOL_VERSION + 1))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "newer version" in screen_text(app)
    app, _ = make_program_with_nearby_tables(trouble="Tables nearby cannot be found: no network.")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        assert "cannot be found: no network." in screen_text(app)


async def test_changed_host_key_is_accepted_only_by_the_person(tmp_path, screen_text) -> None:
    requests = []

    async def open_with_changed_key(request: TableRequest, settings: Settings, deals: DealMemory) -> TableHandle:
        """Record the request, and fail because the host shows another key than before."""
        requests.append(request)
        raise ChangedKey("Another key.", "10.0.0.7:7433", "a" * 64, "b" * 64)

    app = QueensApp(Settings("You", animation="off"), tmp_path, environment={}, opener=open_with_changed_key)
    async with app.run_test(size=(80, 24)) as pilot:
        app.go_to_table(TableRequest("join", address="10.0.0.7"))
        await pilot.pause()
        assert "is not the" in screen_text(app)
        assert all(key in screen_text(app) for key in ("aaaa aaaa", "bbbb bbbb"))
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, JoinScreen)
        assert len(requests) == 1
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert [request.trusted_key for request in requests] == ["", "", "b" * 64]


async def test_large_window_shows_the_game_of_the_table_under_the_cursor(
    make_program_with_nearby_tables, screen_text
) -> None:
    app, tables = make_program_with_nearby_tables()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("j")
        await pilot.pause()
        tables.set_tables(make_found_table("Ann"), make_found_table("Bea", game="big-queen"))
        await pilot.pause()
        await pilot.pause()
        shown = " ".join(screen_text(app).split())
        assert "8♦" in shown
        assert "Everybody at once" in shown
        assert "more below" not in shown
        await pilot.press("down")
        await pilot.pause()
        assert "8♦" not in screen_text(app)
        assert "wild twos" in " ".join(screen_text(app).split())
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "wild twos" not in screen_text(app)
        assert "Big Queen" in screen_text(app)
