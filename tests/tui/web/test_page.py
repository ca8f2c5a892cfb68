"""The page for browsers in a real browser, with the test in place of its host."""

from __future__ import annotations

import re

import pytest

from core import games
from tests.support.browser import LAPTOP_SIZE, OVERLAPS_SCRIPT, PHONE_SIZE, ROTATED_PHONE_SIZE, SMALL_TARGETS_SCRIPT
from tests.support.depth import parametrize
from tests.tui.web.conftest import PAGE_ADDRESS
from tui.web.page_files import PAGE_FOLDER, page_files

KEY_BUTTONS_OF_FRAME = [
    {"key": "Space", "label": "Reveal", "send": " "},
    {"key": "B", "label": "Bank 14 points", "send": "b"},
    *({"key": key, "label": label, "send": key.lower()} for key, label in (("H", "Hint"), ("L", "Log"), ("M", "Menu"))),
    {"key": "F1", "label": "Help", "send": "\x1bOP"},
    {"key": "Esc", "label": "Leave", "send": "\x1b"},
]
"""The buttons of the keys, in the form in which the page gets them in a frame."""
PAGE_AT_OTHER_HOST = "http://127.0.0.1:8333/table/#device=7c4f"
"""The address of the page at another host of a club, with the ticket by which that host recognises the guest."""
HAND_CARDS_OF_FRAME = ["2♣", "5♣", "9♣", "Q♣", "3♦", "10♦", "K♦", "4♥", "8♥", "A♥", "6♠", "J♠", "Q♠"]
"""The cards of the person's hand, in the form in which the page gets them in a frame."""
CHOICES_FRAME = {
    "choices": [
        {"say": "1", "label": "Play 10♦", "card": "10♦"},
        {"say": "2", "label": "Play K♦", "card": "K♦"},
        {"say": "3", "label": "Ask the coach for a hint", "card": ""},
    ],
    "hand": HAND_CARDS_OF_FRAME,
    "menu": 7,
    "scores": "Scores: Bea 12, You 3.",
    "status": ["Queen's Dungeon", "♥ is trump", "Trick 3 of 13", "Your turn: play a diamond"],
    "table": [{"name": "Bea", "cards": ["Q♦"]}, {"name": "Cleo", "cards": ["7♦", "Jk", "?"]}],
}
"""The frame with the choices and cards that the page shows in the simple view."""

CUT_TEXTS_SCRIPT = """(box) => [box, ...box.querySelectorAll("*")]
    .filter((part) => part.scrollHeight > part.clientHeight + 1 && part.clientHeight)
    .map((part) => `${part.textContent}: ${part.scrollHeight} in ${part.clientHeight}`)"""
"""JavaScript that returns, as texts, the parts of an element that are too small for their text."""

IS_IN_VIEW_SCRIPT = """(part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && seen === part;
}"""
"""JavaScript that returns whether the whole element is inside the window and nothing lies over it."""

LINES_AT_EDGE_SCRIPT = """(button) => {
    const words = document.createRange();
    words.selectNodeContents(button);
    const [box, style] = [button.getBoundingClientRect(), getComputedStyle(button)];
    const [left, right] = [box.left + parseFloat(style.paddingLeft), box.right - parseFloat(style.paddingRight)];
    const fits = button.scrollWidth <= button.clientWidth;
    return [...words.getClientRects()]
        .filter((line) => !fits || line.left < left || line.right > right)
        .map((line) => `${button.textContent}: ${line.left} to ${line.right} in ${left} to ${right}`);
}"""
"""JavaScript that returns, as texts, the lines of a button that touch its edges."""

FILLS_WINDOW_SCRIPT = """(box) =>
    box.getBoundingClientRect().width >= innerWidth * 0.95 && box.clientHeight >= innerHeight * 0.9"""
"""JavaScript that returns whether an element takes nearly all of the window."""

CLICK_AT_ONCE_SCRIPT = """() => {
    const row = document.getElementById("keys"), before = row.textContent;
    new MutationObserver((_, observer) => {
        if (row.textContent === before) return; // the same buttons, arranged again
        observer.disconnect();
        document.querySelector("#keys button").click();
    }).observe(row, { childList: true, subtree: true });
}"""
"""JavaScript that makes a page click the first button of its next row of buttons as soon as that row appears."""

ANSWER_AT_ONCE_SCRIPT = """() => new MutationObserver((_, observer) => {
    observer.disconnect();
    document.querySelector("#which button").click();
}).observe(document.getElementById("which-dialog"), { attributes: true, attributeFilter: ["open"] })"""
"""JavaScript that makes a page press the first answer as soon as it asks which of several things was tapped."""

TAP_AT_ONCE_SCRIPT = """(place) => {
    const row = document.getElementById("keys"), before = row.textContent;
    new MutationObserver((_, observer) => {
        if (row.textContent === before) return; // the same buttons, arranged again
        observer.disconnect();
        const { x, y, width, height } = place;
        const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2 };
        document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new MouseEvent("click", at));
    }).observe(row, { childList: true, subtree: true });
}"""
"""JavaScript that clicks the middle of a given box as soon as the page shows its next row of buttons."""


def test_page_names_only_files_that_exist():
    files = page_files()
    index, manifest = (files[name].content.decode() for name in ("index.html", "manifest.webmanifest"))
    named = {*re.findall(r'"static/([^"]+)"', index), *re.findall(r'"src": "([^"]+)"', manifest)}
    for name, file in files.items():
        if name.endswith((".js", ".css")) and "xterm" not in name and "addon" not in name:
            named |= set(re.findall(r'(?:from |import\(|url\()"(?:\./)?([^"]+)"', file.content.decode()))
    assert named <= files.keys()
    assert not re.search(r"<style|<script>|style=| on\w+=|https?://", index)


def test_files_of_the_page_contain_no_name_and_no_word_of_any_game():
    """The sentences about a game come from its narrator; the page itself has only the names of cards."""
    own = {name: file for name, file in page_files().items() if name.endswith((".html", ".css", ".js"))}
    written = "".join(
        file.content.decode() for name, file in own.items() if not name.startswith(("xterm", "addon"))
    ).lower()
    named = {title for game in games.values() for title in (game.slug, game.title.lower())} - {"mad queens"}
    assert [word for word in (*named, "trick", "trump", "meld", "bank", "deck", "discard") if word in written] == []


def test_files_of_other_projects_in_the_page_have_their_licence():
    for name, licence in (("LICENSE-xterm", "Permission is hereby granted, free of charge"), ("LICENSE-fonts", "Font")):
        assert licence in (PAGE_FOLDER / name).read_text(encoding="utf-8")


def test_page_says_that_others_could_read_along_unless_it_is_encrypted(open_scripted_page):
    host = open_scripted_page()
    assert host.page.inner_text("#listen").endswith("Others on this network could listen in.")
    host.sit_down()
    for encrypted in (False, True):
        host.send("entered", name="Ann", table="Ben’s table", encrypted=encrypted)
        host.page.wait_for_function(f"document.querySelector('#listen-at-table').hidden === {str(encrypted).lower()}")
    assert host.page.text_content("#listen-at-table") == "Others on this network could listen in."


def test_form_of_the_page_keeps_the_typed_name_and_sends_it(open_scripted_page):
    host = open_scripted_page()
    frame = host.sit_down("Åsa")
    assert frame == {
        **{"kind": "enter", "name": "Åsa", "watch": False, "big": False, "code": "", "device": ""},
        **{"columns": 80, "rows": 24, "view": "screen", "colours": True, "fingers": False},
    }
    host.page.click("#menu summary")
    host.page.click("#leave")
    host.page.click("#leave-now")
    host.page.reload()
    assert host.page.input_value("#name") == "Åsa"
    host.page.click("#watch")
    assert host.wait_for_frame("enter", 2)["watch"] is True


@pytest.mark.parametrize(
    ("place", "expected_texts", "absent_texts"),
    [
        ("table", "The table’s code Sit down Watch", "Come in"),
        ("club", "The club’s code Come in", "table’s|Sit down|Watch"),
    ],
)
def test_form_of_the_page_names_table_or_club_and_asks_for_a_code_only_if_there_is_one(
    open_scripted_page, place, expected_texts, absent_texts
):
    host = open_scripted_page(place=place)
    assert not host.page.is_visible("#code")
    host.page.fill("#name", "Ann")
    host.page.keyboard.press("Enter")
    host.wait_for_frame("enter")
    host.send("refused", sentence="This table is private: its code, please.", wants="code")
    host.page.fill("#code", "7KQ4-M2ZN")
    assert host.page.inner_text("#refusal") == "This table is private: its code, please."
    form = " ".join(host.page.inner_text("#name-form").split())
    assert expected_texts in form
    assert not re.search(absent_texts, form)
    host.page.click("#sit")
    assert host.wait_for_frame("enter", 2)["code"] == "7KQ4-M2ZN"


def test_code_in_the_address_of_the_page_is_sent_and_removed_from_it(open_scripted_page):
    host = open_scripted_page(fragment="#code=7KQ4-M2ZN-8RTV-3F5H2C")
    assert "#" not in host.page.url
    assert host.sit_down()["code"] == "7KQ4-M2ZN-8RTV-3F5H2C"


def test_terminal_of_the_page_shows_colours_and_bold_text_despite_its_security_policy(open_scripted_page):
    host = open_scripted_page()
    host.sit_down()
    host.wait_for_terminal()
    host.send_terminal_text("\x1b[1;38;2;255;176;0;48;2;18;55;42mQ♥ ▀▄█\x1b[0m plain")
    host.page.wait_for_selector(".xterm-rows >> text=plain")
    styles = host.page.evaluate(
        """() => {
        const cell = [...document.querySelectorAll(".xterm-rows span")].find((one) => one.textContent.includes("Q"));
        const style = getComputedStyle(cell); return [style.color, style.backgroundColor, style.fontWeight]; }"""
    )
    assert styles == ["rgb(255, 176, 0)", "rgb(18, 55, 42)", "700"]
    assert host.page.evaluate("document.fonts.check('16px \"Queens Mono\"', '♥▀')")


@pytest.mark.parametrize(
    ("size", "columns", "rows"), [(PHONE_SIZE, 48, 28), (ROTATED_PHONE_SIZE, 80, 24), (LAPTOP_SIZE, 80, 24)], ids=str
)
def test_terminal_of_the_page_has_the_columns_and_rows_that_every_board_needs(open_scripted_page, size, columns, rows):
    host = open_scripted_page(size)
    host.sit_down()
    if size == PHONE_SIZE:
        host.page.tap("#switch-view")
        assert host.wait_for_frame("view") == {"kind": "view", "view": "screen"}
    host.send("keys", keys=KEY_BUTTONS_OF_FRAME)
    host.wait_for_terminal()
    frame = host.frames_of_kind("resize")[-1]
    assert frame["columns"] >= columns
    assert frame["rows"] >= rows
    assert host.page.evaluate(OVERLAPS_SCRIPT) == []
    if size != LAPTOP_SIZE:
        assert host.page.evaluate(SMALL_TARGETS_SCRIPT) == []
        host.send("keys", keys=3 * KEY_BUTTONS_OF_FRAME)
        host.page.locator("#keys button").nth(20).tap()
        host.page.locator("#keys button").first.tap()
        host.wait_for_typed(b"\x1b ")


def test_buttons_on_a_device_without_keys_name_none_but_arrows(open_scripted_page):
    host = open_scripted_page(ROTATED_PHONE_SIZE)
    host.sit_down()
    host.wait_for_terminal()
    arrows = [{"key": arrow, "label": "Move", "send": f"\x1b[{code}"} for arrow, code in (("↑", "A"), ("↓", "B"))]
    host.send("keys", keys=[*KEY_BUTTONS_OF_FRAME, *arrows], typing=False)
    host.page.wait_for_selector("#keys >> text=↓")
    shown = [" ".join(text.split()) for text in host.page.locator("#keys button").all_inner_texts()]
    assert sorted(shown) == sorted([*(button["label"] for button in KEY_BUTTONS_OF_FRAME), "↑ Move", "↓ Move"])


def choice_buttons(labels, menu):
    """Return the buttons of a menu in the form in which a frame has them, from pairs of a letter and a label."""
    return [
        {"key": key, "label": label, "send": "", "primary": not place, "choice": place, "menu": menu}
        for place, (key, label) in enumerate(labels)
    ]


@parametrize("size", [PHONE_SIZE, ROTATED_PHONE_SIZE], 1, ids=str)
def test_choices_of_a_menu_are_buttons_large_enough_for_fingers(open_scripted_page, size):
    host = open_scripted_page(size)
    host.sit_down()
    if size == PHONE_SIZE:
        host.page.tap("#switch-view")
    host.wait_for_terminal()
    after_match = ["P Play again", "N What happened", "W Watch it again", "L Back to the lobby", "H Home"]
    labels = [tuple(label.split(" ", 1)) for label in after_match]
    host.page.evaluate(CLICK_AT_ONCE_SCRIPT)  # it is meant for what was there before
    host.send("keys", keys=choice_buttons(labels, 4) + KEY_BUTTONS_OF_FRAME[-2:], typing=False)
    host.page.wait_for_selector("#keys >> text=What happened")
    assert host.page.evaluate(SMALL_TARGETS_SCRIPT) == []
    assert host.page.evaluate(OVERLAPS_SCRIPT) == []
    if size == PHONE_SIZE:
        row = host.page.locator("#keys")
        assert row.evaluate("(row) => row.scrollHeight <= row.clientHeight")
    host.page.wait_for_timeout(400)
    host.page.locator("#keys button", has_text="What happened").tap()
    assert host.wait_for_frame("choose") == {"kind": "choose", "choice": 1, "menu": 4}
    people = [("", name) for name in ("Ready", "Olga", "Bea", "Cleo", "Dora", "Eve", "Fay", "Gil", "Hal", "Ida")]
    host.send("keys", keys=choice_buttons(3 * people, 5), typing=False)
    host.page.wait_for_selector("#keys >> text=Ida")
    host.page.wait_for_timeout(400)
    host.page.locator("#keys button").nth(29).tap()
    assert host.wait_for_frame("choose", 2) == {"kind": "choose", "choice": 29, "menu": 5}
    assert not host.typed


@parametrize("size", [PHONE_SIZE, ROTATED_PHONE_SIZE], 1, ids=str)
def test_button_to_go_back_is_visible_however_many_keys_and_choices_there_are(open_scripted_page, size):
    host = open_scripted_page(size)
    host.sit_down()
    view = "simple" if size == PHONE_SIZE else "screen"
    for _ in range(2):
        if view == "simple":
            many = [
                {"say": str(number), "label": f"Change the number of players to {number}"} for number in range(1, 20)
            ]
            host.send("choices", choices=[*many, {"say": "0", "label": "Back"}])
            box = host.page.locator("#choices")
        else:
            host.wait_for_terminal()
            people = [("", name) for name in ("Olga", "Bea", "Cleo", "Dora", "Eve", "Fay", "Gil", "Hal", "Ida")]
            host.send(
                "keys",
                keys=[
                    *choice_buttons(3 * people, 5),
                    *KEY_BUTTONS_OF_FRAME[-2:-1],
                    {**KEY_BUTTONS_OF_FRAME[-1], "label": "Back"},
                ],
            )
            box = host.page.locator("#keys")
        back = box.locator("button", has_text="Back")
        back.wait_for()
        host.watched.wait_until(lambda back=back: back.evaluate(IS_IN_VIEW_SCRIPT), "the way back in view")
        part = box.locator("> div")
        assert part.evaluate("(list) => list.scrollTop") == 0
        fades = "(list) => getComputedStyle(list).maskImage !== 'none'"
        assert part.evaluate(fades), "nothing says that there is more"
        part.evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
        host.watched.wait_until(lambda part=part, fades=fades: not part.evaluate(fades), "the end of the list")
        assert back.evaluate(IS_IN_VIEW_SCRIPT)
        assert host.page.evaluate(OVERLAPS_SCRIPT) == []
        assert host.page.evaluate(SMALL_TARGETS_SCRIPT) == []
        host.page.tap("#switch-view")
        view = "screen" if view == "simple" else "simple"


def test_labels_of_keys_fit_their_buttons_on_a_phone_held_sideways(open_scripted_page):
    host = open_scripted_page(ROTATED_PHONE_SIZE)
    host.sit_down()
    host.wait_for_terminal()
    labels = ("Standings", "What happened", "End game", "Bank 14 points")
    host.send("keys", keys=[{"key": label[0], "label": label, "send": label, "primary": True} for label in labels])
    host.page.wait_for_selector("#keys >> text=Standings")
    for key in host.page.locator("#keys button").all():
        assert key.evaluate(CUT_TEXTS_SCRIPT) == []
        assert key.evaluate(LINES_AT_EDGE_SCRIPT) == []


def test_taps_are_sent_as_clicks_and_buttons_as_keys(open_scripted_page):
    host = open_scripted_page(ROTATED_PHONE_SIZE)
    host.sit_down()
    host.wait_for_terminal()
    host.send("keys", keys=KEY_BUTTONS_OF_FRAME)
    host.page.tap("#keys >> text=Bank")
    host.wait_for_typed(b"b")
    host.page.tap("#keys >> text=Help")
    host.wait_for_typed(b"\x1bOP")

    # 1004: reports of focus, which a phone's page never has
    host.send_terminal_text("\x1b[?1000h\x1b[?1004h\x1b[?1006hready")
    host.page.wait_for_selector(".xterm-rows >> text=ready")
    size = host.frames_of_kind("resize")[-1]
    box = host.page.locator(".xterm-screen").bounding_box()
    cell = box["width"] / size["columns"], box["height"] / size["rows"]
    host.page.touchscreen.tap(box["x"] + 9.5 * cell[0], box["y"] + 4.25 * cell[1])
    tap = host.wait_for_frame("tap")
    assert (tap["x"], tap["y"]) == (pytest.approx(9.5, abs=0.1), pytest.approx(4.25, abs=0.1))
    host.page.tap("#keys >> text=Menu")
    host.wait_for_typed(b"m")  # and no second click, which browsers make of a tap for pages that know only mice
    assert host.page.evaluate("document.activeElement.className") != "xterm-helper-textarea", "a keyboard would open"


def test_tap_on_a_key_that_has_just_replaced_another_one_does_nothing(open_scripted_page):
    host = open_scripted_page(ROTATED_PHONE_SIZE)
    host.sit_down()
    host.wait_for_terminal()
    end = {"key": "E", "label": "End game", "send": "e"}
    host.send("keys", keys=KEY_BUTTONS_OF_FRAME)
    bank = host.page.locator("#keys button", has_text="Bank").bounding_box()
    host.page.evaluate(TAP_AT_ONCE_SCRIPT, bank)  # it is meant for Bank
    host.send(
        "keys", keys=len(KEY_BUTTONS_OF_FRAME) * [end]
    )  # the row is as long as before, so that its buttons lie where they lay
    host.page.wait_for_selector("#keys >> text=End game")
    host.page.evaluate(TAP_AT_ONCE_SCRIPT, bank)  # and this one, too, so soon after
    host.send("keys", keys=[KEY_BUTTONS_OF_FRAME[0], *KEY_BUTTONS_OF_FRAME[2:], end])
    host.page.wait_for_selector("#keys >> text=Reveal")
    assert not host.typed

    host.page.wait_for_timeout(400)
    host.page.evaluate(TAP_AT_ONCE_SCRIPT, host.page.locator("#keys button", has_text="Reveal").bounding_box())
    host.send(
        "keys", keys=[{**KEY_BUTTONS_OF_FRAME[0], "label": "Reveal 2"}, *KEY_BUTTONS_OF_FRAME[2:], end]
    )  # the same key
    host.wait_for_typed(b" ")


def test_page_shows_keys_as_buttons_as_long_as_there_is_no_mouse(open_scripted_page):
    host = open_scripted_page(LAPTOP_SIZE)
    host.sit_down()
    host.wait_for_terminal()
    host.send("keys", keys=KEY_BUTTONS_OF_FRAME)
    host.watched.wait_until(lambda: host.page.locator("#keys button").count(), "buttons")
    assert not host.page.is_visible("#keys")
    pointers = host.page.context.new_cdp_session(host.page)
    for fingers in (True, False):
        sizes = len(host.frames_of_kind("resize"))
        pointers.send("Emulation.setTouchEmulationEnabled", {"enabled": fingers})
        host.watched.wait_until(
            lambda n=sizes, fingers=fingers: any(
                one["fingers"] is fingers for one in host.frames_of_kind("resize")[n:]
            ),
            "the news for the host",
        )
        if fingers:
            host.page.wait_for_selector("#keys >> text=Reveal")


def test_page_on_a_rotated_phone_sends_its_new_size_and_goes_on(open_scripted_page):
    host = open_scripted_page(ROTATED_PHONE_SIZE)
    host.sit_down()
    host.wait_for_terminal()
    wide = host.frames_of_kind("resize")[-1]
    host.page.set_viewport_size({"width": PHONE_SIZE[0], "height": PHONE_SIZE[1]})
    host.watched.wait_until(lambda: host.frames_of_kind("resize")[-1]["rows"] > wide["rows"], "more rows")
    assert 48 <= host.frames_of_kind("resize")[-1]["columns"] < 60 < wide["columns"]
    assert len(host.frames_of_kind("enter")) == 1


def test_line_typed_in_the_page_is_sent_as_one_text(open_scripted_page):
    host = open_scripted_page(ROTATED_PHONE_SIZE)
    host.sit_down()
    host.wait_for_terminal()
    host.page.tap("#typed")
    host.page.keyboard.insert_text("Grüße 👑")  # as a phone's keyboard does, after its corrections
    host.page.keyboard.press("Enter")
    host.wait_for_typed("Grüße 👑\r".encode())
    host.page.keyboard.insert_text("b")
    host.page.keyboard.press("Enter")
    host.wait_for_typed(b"b")
    host.send("keys", keys=KEY_BUTTONS_OF_FRAME, typing=False)
    host.page.wait_for_selector("#keys button")
    host.page.keyboard.insert_text("hello")
    host.page.keyboard.press("Enter")
    host.page.keyboard.insert_text("b")
    host.page.keyboard.press("Enter")
    host.wait_for_typed(b"hellob")  # Enter alone would play a card


def test_keyboard_types_into_the_terminal_of_the_page_and_f6_leaves_it(open_scripted_page):
    host = open_scripted_page()
    host.sit_down()
    host.wait_for_terminal()
    host.send_terminal_text("\x1b[?1004hready")
    host.page.wait_for_selector(".xterm-rows >> text=ready")
    host.page.keyboard.type("b ")
    host.page.keyboard.press("Escape")
    host.wait_for_typed(b"b \x1b")
    host.page.keyboard.press("F6")
    assert host.page.evaluate("document.activeElement.id") == "switch-view"
    host.page.keyboard.press("F6")
    host.page.keyboard.type("x")
    host.wait_for_typed(b"x")


@parametrize("size", [PHONE_SIZE, ROTATED_PHONE_SIZE], 1, ids=str)
def test_simple_view_shows_sentences_choices_and_cards(open_scripted_page, size):
    host = open_scripted_page(size)
    frame = host.sit_down()
    assert frame["view"] == ("simple" if size == PHONE_SIZE else "screen")
    if size != PHONE_SIZE:
        host.page.tap("#switch-view")
    host.send("said", lines=["Bea plays Q♦.", "Your turn."])
    host.send("choices", **CHOICES_FRAME)
    host.page.wait_for_selector(".choice")
    assert host.page.inner_text("#scores") == "Scores: Bea 12, You 3."
    status = "Queen's Dungeon · ♥ is trump · Trick 3 of 13 · Your turn: play a diamond"
    assert host.page.inner_text("#status") == status
    assert host.page.inner_text("#status strong") == "Your turn: play a diamond"
    assert host.page.get_attribute("#typed", "placeholder") == "Tap a card, or type"
    assert host.page.get_attribute("#said", "aria-live") == "polite"
    assert host.page.inner_text("#said").split("\n\n") == ["Bea plays Q♦.", "Your turn."]
    assert host.page.get_by_role("img", name="Queen of Diamonds").count() == 1
    assert host.page.get_by_role("img", name="Joker").count() == 1
    assert host.page.get_by_role("img", name="face-down card").count() == 1
    assert host.page.evaluate(OVERLAPS_SCRIPT) == []
    assert host.page.evaluate(SMALL_TARGETS_SCRIPT) == []

    card = host.page.get_by_role("button", name="Play 10♦")  # a card of the hand
    host.watched.wait_until(lambda: card.tap() or host.frames_of_kind("say"), "a tap that counts")
    assert host.frames_of_kind("say")[0] == {"kind": "say", "text": "1", "menu": 7}
    host.page.get_by_role("button", name="hint").tap()
    host.watched.wait_until(lambda: "3" in {frame["text"] for frame in host.frames_of_kind("say")}, "the hint")
    host.page.fill("#typed", "?")
    host.page.keyboard.press("Enter")
    host.watched.wait_until(lambda: host.frames_of_kind("say")[-1] == {"kind": "say", "text": "?"}, "the line")

    many = [{"say": str(number), "label": f"Change the number of players to {number}"} for number in range(1, 15)]
    host.send("choices", choices=many)
    last = host.page.get_by_role("button", name="to 14")
    host.watched.wait_until(lambda: last.tap() or "14" in {f["text"] for f in host.frames_of_kind("say")}, "the last")
    host.page.get_by_role("button", name="to 1").first.tap()

    host.page.tap("#rules")
    host.watched.wait_until(lambda: host.frames_of_kind("say")[-1] == {"kind": "say", "text": "rules"}, "the rules")
    host.page.tap("#menu summary")
    host.page.tap("#what-to-type")
    host.watched.wait_until(lambda: host.frames_of_kind("say")[-1] == {"kind": "say", "text": "?"}, "what can be typed")

    host.send("choices", choices=[{"say": "1", "label": "Deal", "card": ""}])
    host.page.wait_for_selector("#choices >> text=Deal")
    assert host.page.get_attribute("#typed", "placeholder") == "Number, command or ?", "no card can be tapped"
    assert not host.page.is_visible("#scores")
    assert not host.page.is_visible("#status")
    assert not host.page.is_visible("#hand")
    assert not host.page.is_visible("#piles")


def test_raised_card_of_the_hand_keeps_clear_of_the_row_above(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    play = {"say": "1", "label": "Play J♠", "card": "J♠"}
    host.send("choices", **{**CHOICES_FRAME, "choices": [play]})
    host.page.wait_for_selector("#hand button.card")
    raised = host.page.locator("#hand button.card").bounding_box()
    cards = [card.bounding_box() for card in host.page.locator("#hand .card:not(button)").all()]
    above = [card["y"] + card["height"] for card in cards if card["y"] + 20 < raised["y"]]
    assert above
    assert raised["y"] - 3 - max(above) >= 6, "its edge takes 3 pixels"


@parametrize("size", [PHONE_SIZE, ROTATED_PHONE_SIZE], 1, ids=str)
def test_choices_of_the_simple_view_are_as_high_as_their_text(open_scripted_page, size):
    host = open_scripted_page(size)
    host.sit_down()
    if size != PHONE_SIZE:
        host.page.tap("#switch-view")
    rule = "Rule {}: whoever reveals the Queen of hearts loses the points of the row and keeps the Queens of the bank"
    host.send("choices", choices=[{"say": str(number), "label": rule.format(number)} for number in range(1, 13)])
    host.page.wait_for_selector(".choice")
    for choice in host.page.locator(".choice").all():
        assert choice.evaluate(CUT_TEXTS_SCRIPT) == []
    assert host.page.evaluate(OVERLAPS_SCRIPT) == []
    assert host.page.evaluate(SMALL_TARGETS_SCRIPT) == []


def test_news_and_scores_do_not_move_a_page_that_is_scrolled_up(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    host.send("choices", **CHOICES_FRAME)
    host.send("said", lines=[f"Line {number}." for number in range(90)])
    host.page.wait_for_selector("#said >> text=Line 89.")
    said = host.page.locator("#said")
    said.evaluate("(box) => (box.scrollTop = 0)")
    host.send("said", lines=["Bea plays Q♦."])
    host.send("choices", **{**CHOICES_FRAME, "scores": "Scores: Bea 13, You 3."})
    host.page.wait_for_selector("#scores >> text=13")
    assert said.evaluate("(box) => box.scrollTop") == 0
    host.page.fill("#typed", "log")
    host.page.keyboard.press("Enter")
    host.wait_for_frame("say")
    assert said.evaluate("(box) => box.scrollHeight - box.scrollTop - box.clientHeight") < 2


def test_new_menu_is_scrolled_to_its_first_choice_and_a_changed_menu_stays_scrolled(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    rules = [{"say": str(number), "label": f"Rule {number}: off"} for number in range(1, 30)]
    players = [{"say": str(number), "label": f"{number} players"} for number in range(1, 30)]
    back = {"say": "0", "label": "Back"}
    at = "document.querySelector('#choices > div').scrollTop"
    host.send("choices", choices=[*rules, back])
    host.page.wait_for_selector("#choices >> text=Rule 29: off")
    host.page.evaluate(f"{at} = 100")
    host.send("choices", choices=[*rules[:-1], {"say": "29", "label": "Rule 29: on"}, back])
    host.page.wait_for_selector("#choices >> text=Rule 29: on")
    assert host.page.evaluate(at) == 100
    host.send("choices", choices=[*players, back])
    host.page.wait_for_selector("#choices >> text=29 players")
    assert host.page.evaluate(at) == 0


def test_tap_right_after_a_change_of_the_choices_does_nothing(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    host.page.clock.install()
    host.page.clock.pause_at(host.page.evaluate("Date.now() + 1000"))
    host.send("choices", **CHOICES_FRAME)
    hint = host.page.get_by_role("button", name="hint")
    hint.dispatch_event("click")
    host.page.clock.run_for(250)
    hint.dispatch_event("click")
    host.page.clock.run_for(100)
    assert host.frames_of_kind("say") == []
    hint.dispatch_event("click")
    assert host.wait_for_frame("say")["text"] == "3"


def test_choices_for_the_same_card_stand_below_each_other_on_the_page(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    twice = [{"say": "1", "label": "Lay 5♣", "card": "5♣"}, {"say": "2", "label": "Discard 5♣", "card": "5♣"}]
    host.send("choices", choices=twice, hand=HAND_CARDS_OF_FRAME)
    host.page.wait_for_selector(".choice")
    assert host.page.locator("#hand button").count() == 0
    assert host.page.locator(".choice").count() == 2


def test_page_reconnects_after_a_lost_connection_and_keeps_its_view(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    host.send("said", lines=["Bea plays Q♦."])
    host.page.wait_for_selector("#said >> text=Bea")
    host.refuses_connections = True
    host.sockets[-1].close()
    host.page.wait_for_selector("#notice >> text=Connection lost. Trying again …")
    assert "Bea plays Q♦." in host.page.inner_text("#said")
    host.refuses_connections = False
    frame = host.wait_for_frame("enter", 2)
    assert frame["name"] == "Ann"
    host.page.wait_for_selector("#notice", state="hidden")
    host.send("entered", name="Ann", table="Ben’s table", encrypted=False)
    host.send("said", lines=["Your turn."])
    host.page.wait_for_selector("#said >> text=Your turn.")


def test_page_goes_to_another_host_with_its_ticket_when_its_own_host_is_stopped(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE, place="club")
    host.watched.other_origins = (PAGE_AT_OTHER_HOST.removesuffix("/table/#device=7c4f"),)
    host.sit_down()
    host.send("farewell", sentence="The host was stopped.", again=True, elsewhere=[PAGE_AT_OTHER_HOST])
    frame = host.wait_for_frame("enter", 2)
    assert (frame["device"], frame["watch"], frame["big"]) == ("7c4f", False, False)
    assert host.page.url == PAGE_AT_OTHER_HOST.partition("#")[0], "the ticket is not left in the address"
    host.send("entered", name="Ann", table="Café", encrypted=False)
    host.page.wait_for_selector("#table")
    host.page.reload()
    frame = host.wait_for_frame("enter", 3)
    assert (frame["name"], frame["device"]) == ("Ann", ""), "the ticket is used once"


def test_page_offers_another_host_when_its_own_does_not_answer(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE, place="club")
    host.watched.other_origins = (PAGE_AT_OTHER_HOST.removesuffix("/table/#device=7c4f"),)
    host.sit_down()
    host.send("entered", name="Ann", table="Café", encrypted=False, elsewhere=[PAGE_AT_OTHER_HOST])
    host.send("said", lines=["Welcome."])
    host.page.wait_for_selector("#said >> text=Welcome.")
    host.refuses_connections = True
    host.sockets[-1].close()
    host.page.wait_for_selector("#notice a")
    assert host.page.evaluate("document.documentElement.scrollWidth") <= PHONE_SIZE[0]
    box = host.page.locator("#notice a").bounding_box()
    assert box["height"] >= 40, "a finger hits it"
    host.refuses_connections = False
    host.page.tap("#notice a")
    host.watched.wait_until(lambda: host.frames_of_kind("enter")[-1]["device"] == "7c4f", "the ticket")


def test_reloaded_page_goes_back_to_the_table(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    host.page.reload()
    assert host.wait_for_frame("enter", 2)["name"] == "Ann"
    assert host.page.is_visible("#table")


@pytest.mark.parametrize("may_return", [True, False])
def test_page_shows_the_goodbye_of_the_host_and_a_button_to_return_if_that_is_possible(open_scripted_page, may_return):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    host.send("farewell", sentence="The host closed the table.", again=may_return)
    host.sockets[-1].close()
    host.page.wait_for_selector("#farewell")
    assert host.page.inner_text("#farewell-sentence") == "The host closed the table."
    assert host.page.is_visible("#come-back") is may_return
    assert not host.page.is_visible("#notice")
    assert len(host.frames_of_kind("enter")) == 1
    assert host.page.is_visible("#sit-again") is not may_return
    if may_return:
        host.page.tap("#come-back")
        host.wait_for_frame("enter", 2)
        return
    host.page.tap("#sit-again")
    host.page.wait_for_selector("#name-form")
    assert host.page.input_value("#name") == "Ann"
    assert len(host.sockets) == 1
    host.page.tap("#sit")
    assert host.wait_for_frame("enter", 2)["name"] == "Ann"


@parametrize("place", ["table", "club"], 1)
def test_page_of_a_closed_table_or_club_offers_no_choices_and_tries_once_for_each_tap(open_scripted_page, place):
    host = open_scripted_page(PHONE_SIZE, place=place)
    host.sit_down()
    host.send("choices", choices=[{"say": "1", "label": "Reveal", "card": ""}], hand=[], table=[], menu=1)
    host.page.wait_for_selector("#choices button")
    host.send("farewell", sentence="The host closed the table.", again=True)
    host.page.wait_for_selector("#farewell")
    assert not host.page.query_selector("#choices button")
    host.refuses_connections = True
    host.page.tap("#come-back")
    host.page.wait_for_selector(f"#farewell-sentence >> text=The {place} is still closed.")
    assert not host.page.is_visible("#notice")
    assert host.page.is_visible("#come-back")


def test_page_on_another_device_takes_the_seat_over_by_a_code(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    host.sit_down()
    host.page.tap("#menu summary")
    host.page.tap("#ask-device")
    host.wait_for_frame("device")
    host.send("device", code="K7QM2", seconds=120)
    host.page.wait_for_selector("#device-code >> text=K7QM2")
    other = open_scripted_page(ROTATED_PHONE_SIZE)
    other.page.tap("#other-device")
    other.page.fill("#device", "k7qm2")
    other.page.tap("#sit")  # without a name: the seat has one
    frame = other.wait_for_frame("enter")
    assert frame["device"] == "k7qm2"
    assert frame["name"] == ""
    other.send("entered", name="Ann", table="Ben’s table", encrypted=False)
    other.page.wait_for_selector("#table")


def test_page_copies_a_text_of_the_host_or_shows_it_in_a_box(open_scripted_page):
    host = open_scripted_page()
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.sit_down()
    host.wait_for_terminal()
    host.page.keyboard.press("c")
    host.send("copy", text="queens join 192.168.1.20")
    host.page.wait_for_selector("#notice >> text=Copied.")
    assert host.page.evaluate("navigator.clipboard.readText()") == "queens join 192.168.1.20"
    assert not host.page.is_visible("#copy-dialog")

    host.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")  # as over plain HTTP
    host.page.eval_on_selector("#notice", "(notice) => (notice.hidden = true)")
    host.send("copy", text="two lines\nof a result")
    host.page.wait_for_selector("#copy-dialog")
    assert host.page.evaluate("getSelection().toString() || document.activeElement.value") == "two lines\nof a result"
    assert host.page.evaluate("document.activeElement.selectionEnd") == len("two lines\nof a result")
    host.page.click("#copy")
    host.page.wait_for_selector("#notice >> text=Copied.")
    assert not host.page.is_visible("#copy-dialog")
    host.page.keyboard.type("x")  # the terminal has the keyboard again
    host.wait_for_typed(b"cx")


def test_page_shows_the_table_on_a_tv(open_scripted_page):
    host = open_scripted_page()
    host.page.click("#show-room")
    frame = host.wait_for_frame("enter")
    assert (frame["name"], frame["watch"], frame["big"], frame["view"]) == ("Big screen", True, True, "screen")
    host.page.wait_for_function("document.fullscreenElement === document.documentElement")
    host.send("entered", name="Big screen", table="Ben’s table", encrypted=False)
    host.send("keys", keys=KEY_BUTTONS_OF_FRAME)
    host.wait_for_terminal()
    assert not host.page.is_visible("#bar")
    host.page.evaluate("document.exitFullscreen()")  # a window that fills its screen has no other size
    for width, height in ((1920, 1080), LAPTOP_SIZE):
        host.page.set_viewport_size({"width": width, "height": height})
        host.watched.wait_until(
            lambda: host.page.eval_on_selector(".xterm-screen", FILLS_WINDOW_SCRIPT), "a screen that fills it"
        )
        shown = host.frames_of_kind("resize")[-1]
        assert 120 <= shown["columns"] <= 135, "letters for a room"
        assert shown["rows"] >= 34
    host.page.mouse.move(300, 300)
    host.page.wait_for_selector("#bar", state="visible")
    assert not host.page.is_visible("#keys")
    host.page.reload()
    assert host.wait_for_frame("enter", 2)["big"]

    player = open_scripted_page(fragment="#code=7KQ4-M2ZN")
    player.sit_down()
    player.page.click("#menu summary")
    player.page.evaluate("document.addEventListener('click', (event) => event.preventDefault())")
    player.page.click("#open-room")
    link = player.page.eval_on_selector("#open-room", "(link) => link.hash")
    other = open_scripted_page(fragment=link)
    frame = other.wait_for_frame("enter")
    assert frame["big"]
    assert frame["code"] == "7KQ4-M2ZN"


def test_page_can_be_added_to_the_home_screen_of_a_phone_and_fill_its_screen(open_scripted_page):
    host = open_scripted_page(PHONE_SIZE)
    devtools = host.page.context.new_cdp_session(host.page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert [one["errorId"] for one in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]] in (
        [],
        ["in-incognito"],
    )
    parsed = manifest["manifest"]
    assert (parsed["startUrl"], parsed["scope"], parsed["display"]) == (PAGE_ADDRESS, PAGE_ADDRESS, "kStandalone")
    host.sit_down()
    host.page.tap("#menu summary")
    host.page.tap("#full-screen")
    host.watched.wait_until(lambda: host.page.evaluate("document.fullscreenElement !== null"), "the full screen")
    host.page.tap("#menu summary")
    host.page.tap("#full-screen")
    host.watched.wait_until(lambda: host.page.evaluate("document.fullscreenElement === null"), "the window")


@parametrize("size", [ROTATED_PHONE_SIZE, LAPTOP_SIZE], 1, ids=str)
def test_composed_corrected_and_pasted_text_is_sent_once(open_scripted_page, size):
    host = open_scripted_page(size)
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.sit_down()
    host.wait_for_terminal()
    phone = size != LAPTOP_SIZE
    if phone:
        host.page.tap("#typed")
    keyboard = host.page.context.new_cdp_session(host.page)
    for so_far in ("n", "ni", "nih"):  # as a keyboard for Chinese, or one that guesses words, shows them
        keyboard.send("Input.imeSetComposition", {"text": so_far, "selectionStart": 1, "selectionEnd": len(so_far)})
    keyboard.send("Input.insertText", {"text": "你好"})
    if phone:
        assert not host.typed, "a line is sent when it is complete"
        host.page.keyboard.press("Enter")
    host.wait_for_typed("你好".encode() + (b"\r" if phone else b""))
    host.page.evaluate("navigator.clipboard.writeText('pasted 👑')")
    host.page.keyboard.press("Control+v")
    if phone:
        host.page.keyboard.press("Enter")
    host.wait_for_typed("pasted 👑".encode() + (b"\r" if phone else b""))


@parametrize("size", [PHONE_SIZE, ROTATED_PHONE_SIZE], 1, ids=str)
def test_page_asks_which_of_several_things_close_together_was_tapped(open_scripted_page, size):
    host = open_scripted_page(size)
    host.sit_down()
    if size == PHONE_SIZE:
        host.page.tap("#switch-view")
    host.wait_for_terminal()
    host.page.evaluate(ANSWER_AT_ONCE_SCRIPT)  # it is meant for the screen
    host.send("which", targets=["4 Jane 3 B", "5 Olga 0 by 4♠", "6 Hal 0"], number=3)
    question = host.page.locator("#which-dialog")
    host.page.wait_for_selector("#which-dialog >> text=Which one?")
    assert host.page.evaluate(SMALL_TARGETS_SCRIPT) == []
    host.page.wait_for_timeout(400)
    question.get_by_text("5 Olga").tap()
    assert host.wait_for_frame("pick") == {"kind": "pick", "place": 1, "number": 3}
    assert not question.is_visible()
    host.send("which", targets=["Cleo", "Dora"], number=4)
    host.page.wait_for_timeout(400)
    question.get_by_text("Back").tap()
    host.page.wait_for_function("!document.querySelector('#which-dialog').open")
    assert len(host.frames_of_kind("pick")) == 1
