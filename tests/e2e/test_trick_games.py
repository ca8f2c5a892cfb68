"""The trick games, the real program in a real terminal: from the command line to the final standings and out."""

from __future__ import annotations

import re

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


def play_to_the_end(terminal) -> set[str]:
    """Do what Enter offers until the match is over; return what was seen on the way."""
    seen = set()
    while True:
        offered = terminal.wait_until(offer, "something to do")
        if offered == "Standings":
            return seen
        seen |= {words for words in ("is trump", "trumps in every suit", "is over", "tricks") if words in terminal.text}
        terminal.press("\r")
        terminal.wait_until(lambda text, before=offered: offer(text) != before, "what comes next")


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
    rows = re.findall(r"^\s*(?:\d+|=)\s+(\S+)\s+(-?\d+)(?:\s|$)", terminal.text, re.MULTILINE)
    assert len(rows) == (4 if game == "queens-dungeon" else 3)
    assert "Wanda" in dict(rows)
    scores = [int(score) for _, score in rows]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] >= (60 if game == "queens-dungeon" else 21)
    terminal.press("\x11")
    assert terminal.finish() == 0
