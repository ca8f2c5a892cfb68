"""The seat of a guest in a browser: the keys under the screen, the simple view, and switching between both views."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from core import games
from net.errors import HOST_CLOSED_TABLE_SENTENCE, Rejected
from net.table.presence import RETURNED_ELSEWHERE_SENTENCE
from net.transport.code_attempts import TOO_MANY_WRONG_CODES_SENTENCE
from tests.support.depth import parametrize
from tests.support.idle import wait_for_idle
from tests.support.qr_code import read_qr_code
from tests.support.web_guest import WebTable
from tests.tui.ssh.conftest import LOOPBACK_ADDRESS
from tui.guest.device_codes import WRONG_DEVICE_CODE_SENTENCE, DeviceCodes
from tui.guest.limits import DEVICE_CODE_SECONDS
from tui.web.copy_permit import COPY_PERMIT_SECONDS, MAX_COPY_CHARACTERS, CopyPermit
from tui.web.session import SMALL_WINDOW_SENTENCE


@pytest.fixture
async def web_table(tmp_path: Path) -> AsyncIterator[WebTable]:
    """A table that is not open yet; it is closed after the test."""
    async with AsyncExitStack() as stack:
        yield WebTable(tmp_path, stack)


def keys_and_labels(frame):
    """Return the key and the label of each button in a frame."""
    return {button["key"]: button["label"] for button in frame["keys"]}


async def test_buttons_of_the_page_are_the_keys_that_do_something_now_and_they_work(web_table):
    table = await web_table.open()
    guest = await table.join()
    assert "Talk" in keys_and_labels(await guest.wait_for_frame("keys")).values()
    table.owner.start_match()
    await guest.wait_for(lambda: keys_and_labels(guest.frames_of_kind("keys")[-1]).get("Space") == "Reveal")
    button = next(one for one in guest.frames_of_kind("keys")[-1]["keys"] if one["key"] == "Space")
    assert button["primary"]
    await guest.wait_until_settled()
    guest.press(button["send"])
    await table.wait_until(lambda: (1, "reveal") in table.table.state.runner.match.record.actions)
    await guest.wait_for(lambda: keys_and_labels(guest.frames_of_kind("keys")[-1]).get("B", "").startswith("Bank"))
    guest.press("m")
    await guest.wait_for(lambda: "Space" not in keys_and_labels(guest.frames_of_kind("keys")[-1]))
    assert keys_and_labels(guest.frames_of_kind("keys")[-1])["Esc"] == "Back"
    guest.press("\x1b")
    await guest.wait_for(lambda: "Space" in keys_and_labels(guest.frames_of_kind("keys")[-1]))
    assert not guest.frames_of_kind("keys")[-1]["typing"]
    guest.press("t")
    await guest.wait_for(lambda: guest.frames_of_kind("keys")[-1]["typing"])
    assert "Space" not in keys_and_labels(guest.frames_of_kind("keys")[-1]), "it would be typed"


def choices_among_buttons(guest):
    """Return the choices among the buttons that a guest was sent last, by their labels."""
    return {button["label"]: button for button in guest.frames_of_kind("keys")[-1]["keys"] if "choice" in button}


def tap_choice(guest, button):
    """Send the frame that the page sends when the button of a choice is tapped."""
    guest.send("choose", choice=button["choice"], menu=button["menu"])


async def test_choices_of_menus_and_questions_are_buttons_of_the_page_and_they_work(web_table):
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_frame("keys")
    assert not choices_among_buttons(guest), "who sits there needs no button for each seat"
    guest.press("m")
    await guest.wait_for(lambda: "Themes" in choices_among_buttons(guest))
    assert "Olga" in choices_among_buttons(guest)
    assert "Enter" not in keys_and_labels(guest.frames_of_kind("keys")[-1]), (
        "it would choose what is under an unseen cursor"
    )
    await guest.wait_until_settled()
    tap_choice(guest, choices_among_buttons(guest)["Themes"])
    await guest.wait_for(lambda: "Felt" in choices_among_buttons(guest))
    guest.press("\x1b")
    await guest.wait_for(lambda: "Talk" in keys_and_labels(guest.frames_of_kind("keys")[-1]).values())
    table.owner.start_match()
    await guest.wait_for(lambda: keys_and_labels(guest.frames_of_kind("keys")[-1]).get("Space") == "Reveal")
    guest.press("\x1b")
    await guest.wait_for(lambda: len(choices_among_buttons(guest)) == 2)
    stay, leave = choices_among_buttons(guest).values()
    assert (stay["key"], stay["primary"], leave["key"], leave["primary"]) == ("N", True, "Y", False)
    await guest.wait_until_settled()
    tap_choice(guest, leave)
    await guest.wait_for_frame("farewell")


async def test_tap_on_a_choice_of_an_older_menu_chooses_nothing(web_table):
    table = await web_table.open()
    guest = await table.join()
    await guest.wait_for_frame("keys")
    guest.press("m")
    await guest.wait_for(lambda: "Themes" in choices_among_buttons(guest))
    older = choices_among_buttons(guest)["Themes"]
    await table.join("bea")
    await guest.wait_for(lambda: "bea" in choices_among_buttons(guest))
    await guest.wait_until_settled()
    newer = choices_among_buttons(guest)["Themes"]
    assert newer["menu"] > older["menu"]
    for choice, menu in ((older["choice"], older["menu"]), (99, newer["menu"]), (-1, newer["menu"])):
        guest.send("choose", choice=choice, menu=menu)
    guest.press("\x1b")
    await guest.wait_for(lambda: not choices_among_buttons(guest))
    assert "Felt" not in guest.text


async def test_spectator_in_a_browser_finds_the_seats_among_the_buttons(web_table):
    table = await web_table.open()
    guest = await table.join(watch=True)
    await guest.wait_for(lambda: "2 -" in choices_among_buttons(guest) if guest.frames_of_kind("keys") else False)
    await guest.wait_until_settled()
    tap_choice(guest, choices_among_buttons(guest)["2 -"])
    await table.wait_until(lambda: table.seat_names()[1] == "ann")


@parametrize("game", list(games), 1)
async def test_match_is_played_to_its_end_by_the_choices_of_the_simple_view_alone(web_table, game):
    table = await web_table.open(game)
    guest = await table.join(view="simple")
    await guest.wait_for_frame("choices")
    assert any("Say that you are ready" in choice["label"] for choice in guest.frames_of_kind("choices")[-1]["choices"])
    table.owner.start_match()
    await guest.wait_for(lambda: any("begins" in line for line in guest.text.splitlines()))
    for _ in range(3):
        acted = len(actions_of_guest(table))
        while len(actions_of_guest(table)) == acted:
            let_owner_act(table)
            await guest.wait_until_settled()
            choices = guest.frames_of_kind("choices")[-1]["choices"]
            if choices:
                guest.send("say", text=choices[0]["say"])
                await guest.wait_until_settled()
    assert not guest.data, "nothing was drawn"


def let_owner_act(table):
    """Make the owner of the table take the first of their legal actions."""
    view = table.owner.view
    legal = games[view.game].legal(view) if view is not None else ()
    if legal:
        table.owner.send_action(legal[0])


def actions_of_guest(table):
    """Return the actions of the guest's seat so far."""
    return [action for seat, action in table.table.state.runner.match.record.actions if seat == 1]


async def test_tap_on_a_new_button_counts_at_once_and_one_on_an_old_button_never(web_table, monkeypatch):
    monkeypatch.setattr("tui.line_mode.menus.READING_SECONDS", 60.0)
    table = await web_table.open()
    guest = await table.join(view="simple")
    await guest.wait_for_frame("choices")
    old = guest.frames_of_kind("choices")[-1]["menu"]
    table.owner.start_match()
    await guest.wait_for(lambda: "Reveal" in str(guest.frames_of_kind("choices")[-1]["choices"]))
    new = guest.frames_of_kind("choices")[-1]["menu"]
    guest.send("say", text="1", menu=old)
    await guest.wait_for_text("The choices have just changed: 1 was meant for the old ones.")
    assert not actions_of_guest(table)
    guest.send("say", text="1", menu=new)
    await table.wait_until(lambda: actions_of_guest(table))


async def test_simple_view_shows_scores_and_writes_the_rules_in_whole_paragraphs(web_table):
    table = await web_table.open(seats=2)
    guest = await table.join(view="simple")
    await guest.wait_for_frame("choices")
    assert guest.frames_of_kind("choices")[-1]["scores"] == ""
    assert guest.frames_of_kind("choices")[-1]["status"] == []
    table.owner.start_match()
    await guest.wait_for(lambda: guest.frames_of_kind("choices")[-1]["scores"] == "Scores: Olga 0, You 0.")
    assert guest.frames_of_kind("choices")[-1]["status"] == ["Mad Queens", "Play 1", "Your move. Also playing: Olga"]
    guest.send("say", text="rules")
    await guest.wait_for_text("For more, type rules and a number")
    said = [line for frame in guest.frames_of_kind("said") for line in frame["lines"]]
    points = [line for line in said if line.startswith("- ")]
    assert len(points) > 3
    assert all(line.endswith(".") for line in points), "the page breaks lines, not the host"


async def test_simple_view_names_the_cards_of_the_hand_with_their_choices(web_table):
    table = await web_table.open("queen-bees-ii")
    guest = await table.join(view="simple")
    await guest.wait_for_text("You are at a table")
    table.owner.start_match()
    await guest.wait_for(lambda: len(guest.frames_of_kind("choices")[-1]["hand"]) == 13)
    let_owner_act(table)
    await guest.wait_for(lambda: any(choice["card"] for choice in guest.frames_of_kind("choices")[-1]["choices"]))
    frame = guest.frames_of_kind("choices")[-1]
    assert {choice["card"] for choice in frame["choices"]} - {""} <= set(frame["hand"])


async def test_guest_in_a_browser_switches_views_without_leaving_the_seat(web_table):
    table = await web_table.open()
    guest = await table.join(view="simple")
    await guest.wait_for_text("You are at a table of Mad Queens.")
    guest.press("xyz")  # what is typed for a screen means nothing here
    for _ in range(2):
        guest.send("view", view="screen")
        await guest.wait_for(lambda: guest.screen.alternate and "T Talk" in "\n".join(guest.screen.display))
        said = len(guest.frames_of_kind("said"))
        guest.send("view", view="simple")
        await guest.wait_for(lambda said=said: len(guest.frames_of_kind("said")) > said)
        assert not guest.screen.alternate
    assert table.seat_names() == ["Olga", "ann", "", ""]
    assert len(guest.frames_of_kind("entered")) == 1
    guest.send("say", text="leave")
    await guest.wait_for_exit()
    assert [frame["again"] for frame in guest.frames_of_kind("farewell")] == [False], "the page would sit down again"
    await table.wait_until(lambda: table.seat_names()[1] == "")


async def play_to_the_end(table):
    """Make owner and guest take the first of their legal actions each time, until the match is over."""
    [session] = table.server.sessions.values()
    table.owner.start_match()
    await table.wait_until(lambda: table.owner.view is not None and session.visit.table.client.view is not None)
    while not table.owner.standings:
        for client in (table.owner, session.visit.table.client):
            legal = games[client.view.game].legal(client.view)
            if legal:
                client.send_action(legal[0])
        await wait_for_idle()


async def test_result_is_shown_in_both_views_until_the_guest_leaves_it(web_table):
    table = await web_table.open(seats=2)
    guest = await table.join(view="simple")
    await guest.wait_for_frame("choices")
    await play_to_the_end(table)
    await guest.wait_for(lambda: "What happened" in str(guest.frames_of_kind("choices")[-1]))
    results = 1
    for switches in range(2):
        before = len(guest.frames_of_kind("keys"))
        guest.send("view", view="screen")
        await guest.wait_for(
            lambda before=before: (
                guest.frames_of_kind("keys")[before:] and "Back to the lobby" in choices_among_buttons(guest)
            )
        )
        assert "What happened" in choices_among_buttons(guest)
        if not switches:
            guest.send("view", view="simple")
            results += 1
            await guest.wait_for(lambda results=results: guest.text.count("The match is over.") == results)
            await guest.wait_for(lambda: "What happened" in str(guest.frames_of_kind("choices")[-1]))
    tap_choice(guest, choices_among_buttons(guest)["Back to the lobby"])
    await guest.wait_for(lambda: "T Talk" in "\n".join(guest.screen.display))
    guest.send("view", view="simple")
    await guest.wait_for(lambda: "You are at a table" in str(guest.frames_of_kind("said")[-1]))
    assert guest.text.count("The match is over.") == results
    assert "away" not in guest.text


async def test_page_says_whose_table_it_is_and_reports_a_new_name_once(web_table):
    table = await web_table.open()
    await table.join("ann")
    for visit in range(2):
        guest = await table.join("ann", device="phone", view="simple")
        assert (await guest.wait_for_frame("entered"))["name"] == "ann 2"
        await guest.wait_for_frame("choices")
        assert ("already called ann" in guest.text) == (visit == 0)
        guest.hang_up()
        await guest.wait_for_exit()
    web_table.table.state.name = "Ben <b>'s table"
    async with (await table.browser("phone")).get(table.address) as page:
        assert '<p id="whose">Ben &lt;b&gt;&#x27;s table</p>' in await page.text()


async def test_simple_view_names_every_way_to_join(web_table):
    table = await web_table.open()
    table.table.state.address = "192.168.1.20:7433"
    table.table.state.web_port = 8222
    guest = await table.join(view="simple")
    for sentence in (
        "Others on this network join with: queens join 192.168.1.20",
        "Or with a phone, in any browser: http://192.168.1.20:8222/",
        "Others on this network could listen in.",
    ):
        await guest.wait_for_text(sentence)


async def test_guest_takes_the_seat_over_on_another_device_with_the_code_of_the_first_one(web_table):
    table = await web_table.open(code="tulip")
    phone = await table.join("ann", device="phone", code="tulip")
    await phone.wait_for_text("you")
    table.owner.start_match()
    await phone.wait_for_text("Space Reveal")
    phone.send("device")
    frame = await phone.wait_for_frame("device")
    assert (len(frame["code"]), frame["seconds"]) == (5, 120)
    laptop = await table.join("", device="laptop", device_code=frame["code"].lower())
    await laptop.wait_for_text("Space Reveal")
    assert (await laptop.wait_for_frame("entered"))["name"] == "ann"
    assert "Somebody here is already called" not in laptop.text
    await phone.wait_for_text("this connection is closed")
    assert table.seat_names()[1] == "ann"
    third = await table.join("eve", device_code=frame["code"])
    assert (await third.wait_for_frame("refused"))["sentence"] == WRONG_DEVICE_CODE_SENTENCE, "it is good once"
    laptop.hang_up()
    await table.wait_until(lambda: not table.table.info().seats[1].is_here)
    table.guests.resume_info_by_identity.clear()  # what a new process would know
    again = await table.join("ann", device="laptop", code="tulip")
    await again.wait_for_text("Space Reveal")


async def test_codes_for_other_devices_expire_and_wrong_ones_are_limited():
    codes = DeviceCodes()
    code = codes.new_code("ann", 0.0)
    newer = codes.new_code("ann", 1.0)
    with pytest.raises(Rejected, match="wrong, or out of date"):
        codes.take_identity(code, LOOPBACK_ADDRESS, 2.0)
    with pytest.raises(Rejected, match="wrong, or out of date"):
        codes.take_identity(newer, LOOPBACK_ADDRESS, 1.0 + DEVICE_CODE_SECONDS)
    for _ in range(4):
        with pytest.raises(Rejected, match="wrong, or out of date"):
            codes.take_identity("xxxxx", LOOPBACK_ADDRESS, 130.0)
    last = codes.new_code("ann", 130.0)
    with pytest.raises(Rejected, match=TOO_MANY_WRONG_CODES_SENTENCE[:20]):
        codes.take_identity(last, LOOPBACK_ADDRESS, 131.0)
    assert codes.take_identity(last, "192.0.2.9", 131.0) == "ann"


async def test_guest_who_joins_as_a_spectator_in_a_browser_takes_no_seat(web_table):
    table = await web_table.open()
    guest = await table.join(watch=True)
    await guest.wait_for_text("ann")
    assert table.seat_names() == ["Olga", "", "", ""]
    assert [person.name for person in table.table.state.people.connected.values()] == ["Olga", "ann"]


async def test_page_copies_a_text_once_for_each_key_or_tap_of_the_guest(web_table):
    table = await web_table.open()
    table.table.state.address = "192.168.1.20:7433"
    guest = await table.join(size=(100, 30))
    await guest.wait_for_text("C copies it")
    [session] = table.server.sessions.values()
    session.app.copy_to_clipboard("not asked for")
    guest.press("\x1b[<35;10;5M\x1b[I")
    await guest.wait_until_settled()
    session.app.copy_to_clipboard("the mouse has only moved")
    guest.press("c")
    assert (await guest.wait_for_frame("copy"))["text"] == "queens join 192.168.1.20"
    session.app.copy_to_clipboard("one key copies once")
    guest.press("m")
    await guest.wait_for(lambda: "How others join" in choices_among_buttons(guest))
    tap_choice(guest, choices_among_buttons(guest)["How others join"])
    await guest.wait_for_frame("copy", 2)
    session._copy_permit.record_tap(asyncio.get_running_loop().time())
    session.app.copy_to_clipboard("x" * 2 * MAX_COPY_CHARACTERS)
    assert len((await guest.wait_for_frame("copy", 3))["text"]) == MAX_COPY_CHARACTERS
    assert len(guest.frames_of_kind("copy")) == 3
    assert b"\x1b]" not in guest.data
    assert "Copied" not in guest.text, "the page says it, once it is true"


def test_text_is_copied_only_within_some_seconds_after_a_key():
    permit = CopyPermit()
    permit.record_tap(10.0)
    assert not permit.use_up(10.0 + COPY_PERMIT_SECONDS)


async def test_page_for_a_whole_room_shows_the_big_screen_with_the_code_to_scan(web_table):
    table = await web_table.open(seats=2)
    table.table.state.address = "192.168.1.20:7433"
    table.table.state.web_port = 8222
    guest = await table.join("Big screen", size=(120, 40), big=True, view="simple")
    await guest.wait_for_text("http://192.168.1.20:8222/")
    assert table.seat_names() == ["Olga", ""]
    table.owner.start_match()
    await guest.wait_for_text("Play along in any browser")
    assert read_qr_code("\n".join(guest.screen.display)) == "http://192.168.1.20:8222/"


async def test_phone_that_is_held_upright_is_asked_to_be_turned(web_table):
    table = await web_table.open()
    guest = await table.join(size=(40, 40))
    await guest.wait_for(lambda: SMALL_WINDOW_SENTENCE in " ".join("\n".join(guest.screen.display).split()))
    guest.resize(80, 24)
    await guest.wait_for_text("T Talk")


def test_aiohttp_is_not_imported_before_a_table_is_opened_for_browsers():
    program = (
        "import tui.cli.main, tui.app.app, tui.connect.open_table, tui.web, tui.cli.listeners, tui.cli.arguments, sys;"
        "tui.cli.arguments.parser(); print({'aiohttp', 'segno'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("view", ["simple", "screen"])
async def test_older_window_of_a_browser_says_that_the_newer_one_has_the_seat(web_table, view):
    table = await web_table.open()
    older = await table.join(device="phone", view=view)
    await older.wait_for_frame("entered")
    newer = await table.join(device="phone", view=view)
    await newer.wait_for_frame("entered")
    await older.wait_for_exit()
    assert [frame["again"] for frame in older.frames_of_kind("farewell")] == [False], "both would fight for the seat"
    assert older.frames_of_kind("farewell")[0]["sentence"] == RETURNED_ELSEWHERE_SENTENCE
    assert not newer.has_ended


@pytest.mark.parametrize("playing", [False, True])
async def test_closed_table_ends_the_simple_view_with_its_farewell(web_table, playing):
    table = await web_table.open()
    guest = await table.join(view="simple")
    await guest.wait_for_frame("choices")
    if playing:
        table.owner.start_match()
        await guest.wait_for(lambda: any("begins" in line for line in guest.text.splitlines()))
    table.server.stop()
    await table.runner.end_table()
    await table.server.close()
    await guest.wait_for_exit()
    assert [frame["sentence"] for frame in guest.frames_of_kind("farewell")] == [HOST_CLOSED_TABLE_SENTENCE]
