"""The session of a guest with the OpenSSH client: joining, playing, losing the connection, returning and leaving."""

from __future__ import annotations

import re

from net.client.events import ChatReceived
from tests.support.depth import parametrize
from tui.guest.colour_detection import COLOUR_QUERY

NO_TERMINAL_ANSWERS = b""
"""What a terminal answers to queries if it answers none: no bytes."""


async def test_guest_sits_down_plays_and_leaves_with_the_terminal_restored(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text("you")
    assert table.seat_names()[:2] == ["Olga", "ann"]
    assert guest.screen.alternate
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    program = next(session.app for session in table.server.sessions.values())
    await table.wait_until(lambda: program.screen.board.decision_counts)
    guest.press(" ")
    await table.wait_until(lambda: (1, "reveal") in actions_of_match(table))
    guest.press("\x1b")
    await guest.wait_for_text("Leave the match?")
    guest.press("y")
    assert await guest.wait_for_exit() == 0
    await guest.wait_for(lambda: not guest.screen.alternate)
    assert "You have left the table." in guest.text
    await table.wait_until(lambda: not table.server.connections)


def actions_of_match(table):
    """Return the actions of the match so far; empty while there is no match."""
    running = table.table.state.runner
    return () if running is None else running.match.record.actions


async def test_guest_name_is_the_cleaned_and_unique_login_name(ssh_table):
    table = await ssh_table.open()
    first = await table.join_with_openssh("olga")
    await first.wait_for_text("olga 2")
    await first.wait_for_text("Somebody here is already called olga")
    second = await table.join_with_asyncssh("[@click=app.quit]And so on")
    await second.wait_for_text("[@click=app.quit]And")
    assert table.seat_names() == ["Olga", "olga 2", "[@click=app.quit]And", ""]


@parametrize(
    ("answers", "expected_sequence"),
    [
        (b"\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?62;22c", rb"48;2;\d"),
        (b"\x1b[?62;22c", rb"48;5;\d"),
        (NO_TERMINAL_ANSWERS, rb"48;5;\d"),
    ],
    2,
    ids=["all", "256", "silent"],
)
async def test_terminal_of_a_guest_is_asked_for_its_colours(ssh_table, answers, expected_sequence):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", answers=answers)
    await guest.wait_for_text("you")
    screen = guest.data[guest.data.index(b"\x1b[?1049h") :]
    assert re.search(expected_sequence, screen)
    assert guest.data.count(COLOUR_QUERY) == 1
    other = rb"48;5;\d" if expected_sequence == rb"48;2;\d" else rb"48;2;\d"
    assert not re.search(other, screen)


@parametrize(
    ("sent_variable", "expected_sequence"),
    [("COLORTERM=truecolor", rb"48;2;\d"), ("LC_COLORTERM=truecolor", rb"48;2;\d"), ("LC_NO_COLOR=1", b"")],
    2,
)
async def test_colour_variables_of_the_client_are_used(ssh_table, sent_variable, expected_sequence):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", "-o", f"SetEnv={sent_variable}")
    await guest.wait_for_text("you")
    assert COLOUR_QUERY not in guest.data
    assert re.search(expected_sequence, guest.data) if expected_sequence else not re.search(rb"[34]8;[25];", guest.data)


async def test_program_is_drawn_in_sixteen_colours_for_a_terminal_of_sixteen_colours(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", term="xterm", answers=b"\x1b[?62;22c")
    await guest.wait_for_text("you")
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    for colour in (b"92", b"91", b"36", b"40", b"30;43"):
        assert re.search(rb"\x1b\[(?:\d+;)*" + colour + rb"[;m]", guest.data), colour
    screen = guest.data[guest.data.index(b"\x1b[?1049h") :]
    assert not re.search(rb"[34]8;[25];", screen)


async def test_late_answer_of_the_terminal_is_not_taken_for_keys(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", answers=b"")
    await guest.wait_for_text("you")
    guest.press("\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?62;22ct")
    await guest.wait_for_text("Enter Send")
    assert "Esc Close" not in guest.text


async def test_keys_typed_during_colour_detection_are_kept(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", answers=b"t\x1b[?62;22c")
    await guest.wait_for_text("Enter Send")


async def test_resized_window_of_an_ssh_guest_is_drawn_again(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text("you")
    guest.resize(50, 12)
    await guest.wait_for_text("Please make this window at least")
    guest.resize(120, 40)
    await guest.wait_for_text("Esc Leave")
    assert "Esc Leave" in guest.screen.display[39]


async def test_mouse_click_of_a_guest_reaches_the_program(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text("T Talk")
    row = next(y for y, line in enumerate(guest.screen.display) if "T Talk" in line)
    column = guest.screen.display[row].index("T Talk")
    guest.press(f"\x1b[<0;{column + 2};{row + 1}M\x1b[<0;{column + 2};{row + 1}m")
    await guest.wait_for_text("Enter Send")


async def test_non_ascii_letters_of_a_guest_arrive(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    heard: list[object] = []
    table.owner.set_listener(heard.append)
    await guest.wait_for_text("T Talk")
    guest.press("t")
    await guest.wait_for_text("Enter Send")
    guest.press("Grüße, 你好\r")
    await guest.wait_for_text("Grüße, 你")
    await table.wait_until(lambda: ChatReceived("ann", "Grüße, 你好") in heard)


async def test_guest_whose_terminal_has_no_utf8_is_shown_ascii(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", "-o", "SetEnv=LC_ALL=de_DE.ISO-8859-1")
    await guest.wait_for_text("you")
    drawn = guest.data[guest.data.index(b"\x1b[?1049h") :]
    assert drawn.isascii()


async def test_guest_who_lost_the_connection_gets_the_seat_back_by_their_key(ssh_table, private_key_file):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann", key=private_key_file)
    await guest.wait_for_text("you")
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    guest.kill()
    await table.wait_until(lambda: not table.table.info().seats[1].is_here)
    again = await table.join_with_openssh("ann", key=private_key_file)
    await again.wait_for_text("Space Reveal")
    assert table.table.info().seats[1].is_here
    assert table.seat_names()[1] == "ann"


async def test_seat_of_a_guest_without_a_key_is_played_by_a_bot_until_taken_over(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text("you")
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    guest.kill()
    await table.wait_until(lambda: table.table.info().seats[1].bot)
    bot = table.seat_names()[1]
    again = await table.join_with_openssh("ann")
    await again.wait_for_text("Press M")
    again.press("m")
    for above in ("Themes", "Olga"):
        await again.wait_for_text(f"▸ {above}")
        again.press("\x1b[B")
    await again.wait_for_text(f"▸ {bot}")
    again.press("\r")
    await again.wait_for_text(f"Sit down and take over from {bot}")
    again.press("\r")
    await table.wait_until(lambda: table.owner.questions)
    table.owner.answer_question(table.owner.questions[0], True)
    await table.wait_until(lambda: table.seat_names()[1] == "ann")


async def test_owner_gives_the_seat_to_its_person_who_comes_back_with_another_device_over_ssh(
    ssh_table, private_key_file
):
    table = await ssh_table.open()
    laptop = await table.join_with_openssh("ann", key=private_key_file)
    await laptop.wait_for_text("you")
    table.owner.start_match()
    await laptop.wait_for_text("Space Reveal")
    laptop.kill()
    await table.wait_until(lambda: not table.table.info().seats[1].is_here)
    phone = await table.join_with_openssh("ann")
    await phone.wait_for_text("Are you ann?")
    await table.wait_until(lambda: table.owner.questions)
    table.owner.answer_question(table.owner.questions[0], True)
    await phone.wait_for_text("Space Reveal")
    assert table.seat_names()[1] == "ann"
    again = await table.join_with_openssh("ann", key=private_key_file)
    await again.wait_for_text("called ann: you are")
    assert table.seat_names()[1] == "ann", "the former key holds no seat any more"


async def test_farewell_of_a_guest_without_a_key_explains_the_loss_of_the_seat(ssh_table):
    table = await ssh_table.open()
    guest = await table.join_with_openssh("ann")
    await guest.wait_for_text("you")
    table.owner.start_match()
    await guest.wait_for_text("Space Reveal")
    guest.press("\x1b")
    await guest.wait_for_text("Leave the match? Without an ssh key")
    await guest.wait_for_text("your seat goes to a bot.")
    guest.press("y")
    assert await guest.wait_for_exit() == 0
    await table.wait_until(lambda: table.table.info().seats[1].bot)
    assert "ann" not in table.seat_names()


async def test_second_login_with_the_same_key_takes_over_the_seat(ssh_table, private_key_file):
    table = await ssh_table.open()
    first = await table.join_with_openssh("ann", key=private_key_file)
    await first.wait_for_text("you")
    second = await table.join_with_openssh("ann", key=private_key_file)
    await second.wait_for_text("you")
    await first.wait_for(lambda: "this connection is closed" in first.text)
    assert table.seat_names() == ["Olga", "ann", "", ""]
