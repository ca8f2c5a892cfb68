"""The trick games, the real program in a real terminal: from the command line to the final standings and out."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

pytestmark = pytest.mark.slow

ASKED = re.compile(r"Your turn|You lead|Name trump|change trump")
OFFERED = re.compile(r"Enter (Play \S+|Name \w+)")


def offer(text: str) -> str:
    """Return what Enter would do now, ``Standings`` at the end, or nothing while others play."""
    if "Enter Standings" in text:
        return "Standings"
    offered = OFFERED.search(text)
    return offered[0] if offered and ASKED.search(text.split("\n")[0]) else ""


def hand(text: str) -> set[str]:
    """Return the cards that the bottom of the screen shows as ours."""
    return set(re.findall(r"[0-9JQKA]+[♣♦♥♠]", text.rpartition("YOUR HAND")[2].partition("Enter ")[0]))


def answered(before: str) -> Callable[[str], str]:
    """Return what says whether our card has left the hand, or our call the question, that this screen showed.

    The board shows sooner which card comes next, and takes keys ahead; one Enter too many would go on to what
    comes after the match.
    """
    question = ASKED.search(before)
    assert question is not None

    def look(text: str) -> str:
        if "Enter Standings" in text:
            return "over"
        if "Enter Play" in offer(before):
            return "played" if hand(text) != hand(before) else ""
        return "called" if question[0] not in text.split("\n")[0] else ""

    return look


def play_to_the_end(terminal) -> set[str]:
    """Do what Enter offers until the match is over; return what was seen on the way."""
    seen = set()
    while True:
        terminal.wait_until(offer, "something to do")
        terminal.look()
        before = terminal.text
        offered = offer(before)
        if offered == "Standings":
            return seen
        seen |= {words for words in ("is trump", "trumps in every suit", "is over", "tricks") if words in before}
        if offered:
            terminal.press("\r")
            terminal.wait_until(answered(before), "what comes of it")


@pytest.mark.parametrize(
    ("game", "options", "wanted"),
    [
        ("queens-dungeon", ("--bots", "3", "--set", "target=60"), {"is trump", "tricks"}),
        ("queen-bees-ii", ("--bots", "2"), {"trumps in every suit", "tricks"}),
    ],
)
def test_a_whole_match_to_the_standings(opened, game, options, wanted) -> None:
    terminal = opened("play", game, "--seed", "4", *options)
    assert play_to_the_end(terminal) >= wanted
    terminal.press("\r")
    terminal.wait_for("Home")
    rows = re.findall(r"^\s*(?:\d+|=)\s+(\S+)(?: \(you\))?\s+(-?\d+)(?:\s|$)", terminal.text, re.MULTILINE)
    assert len(rows) == (4 if game == "queens-dungeon" else 3)
    assert "Wanda" in dict(rows)
    scores = [int(score) for _, score in rows]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] >= (60 if game == "queens-dungeon" else 21)
    terminal.press("\x11")
    assert terminal.finish() == 0
