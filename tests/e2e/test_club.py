"""A club as its people use it: one process with many tables, and programs in the line mode that come into its hall."""

from __future__ import annotations

import re
import signal
import time

import pytest

from tests.support.depth import only_deep
from tests.support.line_program import LineModeProgram, play_to_the_end
from tests.support.patience import PATIENCE_SECONDS
from tests.support.terminal import free_port

pytestmark = pytest.mark.slow


def open_club(start_program, port: str, *arguments: str) -> LineModeProgram:
    """Start a club at a port, and return its program once the club is open."""
    club = start_program("club", "club", "--bind", "127.0.0.1", "--port", port, "--pace", "fast", *arguments)
    club.wait_for(r"Ctrl\+C closes it")
    return club


def come_into_hall(start_program, port: str, name: str, *arguments: str, terminal: bool = False) -> LineModeProgram:
    """Return the program of a person who has come into the hall of a club and has read the list of its tables."""
    person = start_program(name, "join", f"127.0.0.1:{port}", "--plain", "--name", name, *arguments, terminal=terminal)
    person.wait_for("^Type the number of a table to sit down")
    return person


def opened_table_number(person: LineModeProgram) -> str:
    """Return the number of the table that has just been opened for a person, and at which they are now."""
    line = person.wait_for(r"^Your table is number \d+")
    person.wait_for("^In the hall it is table")
    return re.search(r"\d+", line)[0]


def read_list_until(person: LineModeProgram, expected_text: str) -> None:
    """Make a person in the hall read the list of tables again and again until a line of it matches; the hall sends
    changes only now and then.
    """
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        before = len(person.lines)
        person.type("list")
        person.wait_for("^Type the number of a table to sit down")
        if any(re.search(expected_text, line) for line in person.lines[before:]):
            return
    raise AssertionError(f"{expected_text!r} is not in the list:\n{person.text}")


@only_deep
def test_people_play_at_two_tables_of_a_club_and_meet_in_its_hall(start_program) -> None:
    port = free_port()
    club = open_club(start_program, port, "--name", "Café")
    ann, bob, cat = (
        come_into_hall(start_program, port, "Ann"),
        come_into_hall(start_program, port, "Bob", terminal=True),
        come_into_hall(start_program, port, "Cat"),
    )
    cat.type("say who plays?")
    ann.wait_for("^Cat: who plays")
    ann.type("open mad-queens 2")
    first = opened_table_number(ann)
    cat.type("open queen-bees-ii 3")
    second = opened_table_number(cat)
    assert first != second
    read_list_until(bob, f"^{first}\\) Ann's table, Mad Queens: ")
    read_list_until(bob, f"^{second}\\) Cat's table, Queen Bees II: ")
    bob.type(first)
    bob.wait_for("^Seat 2: Bob .you.")
    ann.wait_for("^Bob sits down")
    ann.type("start")
    cat.type("start")
    for person in (ann, bob):
        person.wait_for("^Mad Queens begins: ")
    cat.wait_for("^Queen Bees II begins: ")
    play_to_the_end(ann, bob, cat)
    for person in (ann, bob, cat):
        person.type("quit")
        person.wait_for(r"^Café: \d tables?, \d (person|people) here\.$")
    cat.type("matches")
    played = cat.wait_for(r"^\d+\) \d{4}-\d\d-\d\d \d\d:\d\d +Mad Queens: ")
    cat.type(f"replay {re.search('[0-9]+', played)[0]}")
    cat.wait_for("^No fault found: ")
    before = len(cat.lines)
    cat.type("ladder")
    cat.wait_for("^Everybody begins at 1000")
    rows = [line.split() for line in cat.lines[before:]]
    on_ladder = {row[1].removesuffix(":") for row in rows if row and row[0] in ("1.", "2.", "3.")}
    assert on_ladder == {"Ann", "Bob"}  # Cat has played against bots alone
    bob.type("leave")
    bob.wait_for("^You leave the club")
    assert bob.wait_for_exit() == 0
    club.process.send_signal(signal.SIGTERM)
    ann.wait_for("^The club is closed")
    assert club.wait_for_exit() == 0


def test_club_ordered_to_drain_ends_when_the_last_match_is_over(start_program) -> None:
    port = free_port()
    club = open_club(start_program, port, "--name", "Café", "--drain", "60")
    key = next(line for line in club.lines if "/run " in line)
    ann, cat = come_into_hall(start_program, port, "Ann"), come_into_hall(start_program, port, "Cat")
    ann.type(key.strip())
    ann.wait_for("^Café: You run the club")
    ann.type("open mad-queens 2")
    number = opened_table_number(ann)
    ann.type("start")
    ann.wait_for("^Mad Queens begins: ")
    read_list_until(cat, f"^{number}\\) Ann's table, Mad Queens: playing")
    club.process.send_signal(signal.SIGTERM)
    for person in (ann, cat):
        person.wait_for("^Café: The club closes when")
    club.wait_for("^No new match begins")
    ann.type("")  # the choices are written again
    play_to_the_end(ann)
    assert club.wait_for_exit() == 0
    ann.wait_for("^The host has closed the table")


@only_deep
def test_killed_and_restarted_club_has_its_tables_people_and_matches(start_program) -> None:
    port = free_port()
    club = open_club(start_program, port, "--name", "Café")
    ann, bob, cat = (
        come_into_hall(start_program, port, "Ann"),
        come_into_hall(start_program, port, "Bob"),
        come_into_hall(start_program, port, "Cat"),
    )
    ann.type("open mad-queens 2 private")
    line = ann.wait_for(r"^Your table is number \d+, and its code is ")
    number, code = re.search(r"number (\d+), and its code is (\w+)", line).groups()
    ann.wait_for("^In the hall it is table")
    bob.type(number)
    bob.wait_for("^That table asks for a code")
    bob.type(code)
    bob.wait_for("^Seat 2: Bob .you.")
    ann.wait_for("^Bob sits down")
    ann.type("start")
    for person in (ann, bob):
        person.wait_for("^Mad Queens begins: ")
    club.process.kill()
    club.process.wait()
    for person in (ann, bob, cat):
        person.wait_for("does not answer")
    again = start_program("club", "club", "--bind", "127.0.0.1", "--port", port, "--pace", "fast", "--name", "Café")
    again.wait_for("^1 table from before")
    cat.wait_for("^You are back in the hall")
    read_list_until(cat, f"^{number}\\) Ann's table, Mad Queens: playing, 2 people, needs a code")
    for person in (ann, bob):
        person.wait_for("^You are back at the table")
        person.type("")  # the choices are written again
    play_to_the_end(ann, bob)
    ann.type("quit")
    ann.wait_for("^Café: 1 table, ")
    late = start_program("Ann", "join", f"127.0.0.1:{port}", "--plain", "--name", "Ann")
    late.wait_for("^Somebody here is already called Ann: you are Ann 2")  # the other program of Ann still runs


def test_person_whose_program_was_killed_gets_their_name_and_seat_back(start_program) -> None:
    port = free_port()
    open_club(start_program, port)
    ann = come_into_hall(start_program, port, "Ann")
    ann.type("open mad-queens 2")
    number = opened_table_number(ann)
    ann.type("start")
    ann.wait_for("^Mad Queens begins: ")
    ann.process.kill()
    ann.process.wait()
    again = come_into_hall(start_program, port, "Ann")
    again.type(number)
    again.wait_for("^Your move|^You play on|^Mad Queens")
    play_to_the_end(again)


@only_deep
def test_private_club_admits_people_with_the_code(start_program) -> None:
    port = free_port()
    club = open_club(start_program, port, "--code", "mozart")
    command = next(line for line in club.lines if "queens join" in line)
    code = command.split("--code ")[1]
    stranger = start_program("Eve", "join", f"127.0.0.1:{port}", "--plain", "--name", "Eve")
    stranger.wait_for("^This club asks for a code")
    stranger.type("")
    assert stranger.wait_for_exit() == 1
    come_into_hall(start_program, port, "Ann", "--code", code)


def test_person_on_screens_meets_others_in_the_hall_plays_and_returns_to_it(start_program, open_program) -> None:
    port = free_port()
    open_club(start_program, port, "--name", "Café")
    cat = come_into_hall(start_program, port, "Cat")
    ann = open_program("join", f"127.0.0.1:{port}", "--name", "Ann", name="Ann")
    ann.wait_for("Café: 0 tables")
    ann.press("t")
    ann.press("anybody here?\r")
    cat.wait_for("^Ann: anybody here")
    cat.type("open mad-queens 2")
    number = opened_table_number(cat)
    ann.wait_until(lambda text: re.search(f"{number}  Cat's table, Mad Queens", text), "Cat's table in the list")
    ann.press("p")
    cat.wait_for("^Ann sits down")
    ann.wait_for("R Ready")
    cat.type("start")
    cat.wait_for("^Mad Queens begins: ")
    ann.wait_for("Space Reveal")
    ann.press("\x1b")
    ann.wait_for("Leave the match?")
    ann.press("y")
    ann.wait_for("Café: 1 table")
    cat.wait_for("^Ann ")
    ann.press("\x1b")
    ann.wait_for("Ctrl+Q Quit")
    ann.press("\x11")
    assert ann.finish() == 0
