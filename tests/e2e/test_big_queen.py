"""Big Queen in the real program and a real terminal: a whole match up to the standings."""

from __future__ import annotations

import re

import pytest

from tests.support.depth import only_deep

pytestmark = pytest.mark.slow

STEP_BY_TEXT = {
    "Enter Standings": "over",
    "Your deal": "deal",
    "Your turn: draw": "draw",
    "Your turn: lay": "play",
    "go out?": "answer",
}
"""Maps each text by which the board asks for a decision to the step of a turn that the decision belongs to."""


def requested_step(text: str) -> str:
    """Return the step of the person's turn that the board asks for, or an empty string while others play.

    It is ``read`` while the result of a round waits for the person.
    """
    if "Enter Standings" in text:
        return "over"
    if "Enter Go on" in text:
        return "read"
    status = text.split("\n")[0]
    return next((name for arguments, name in STEP_BY_TEXT.items() if arguments in status), "")


def key_of_simple_player(step: str, text: str, has_asked: bool, has_searched_pile: bool) -> str:
    """Return the key that a simple player presses when the board asks for the decision of `step`.

    They look for a card to take, unless the player `has_searched_pile`, and take it or draw; they lay what can be laid,
    and ask their partner when few cards are left, unless the player `has_asked`.
    """
    held = re.search(r"▸You (\d+)", text)
    if step in ("draw", "play") and held and int(held[1]) <= 4 and not has_asked:
        return "a"
    if step == "draw":
        return "\r" if re.search(r"Take \S+, lay", text) else "d" if has_searched_pile else "f"
    if step == "play" and re.search(r"Enter: (lay|add)", text):
        return "\r"
    if step == "play":
        can_discard = re.search(r"X Discard \w+[♣♠♦♥]", text)
        has_searched = re.search("Nothing in your hand|Keep a card to", text)
        return "x" if can_discard else " " if has_searched else "f"
    return {"deal": "d", "answer": "y", "read": "\r"}[step]


def play_to_the_end(terminal) -> set[str]:
    """Press keys until the match is over; return which steps, and which other expected words, the screen has shown."""
    seen: set[str] = set()
    wanted = ("44 or 45 wins", "Enter: lay", "Take ", "go out?", "laid", "Waiting for", "You may go out")
    asked = searched = False
    while True:
        terminal.wait_until(requested_step, "something to do")
        terminal.wait_until_settled()
        text = terminal.text
        now = requested_step(text)
        seen |= {arguments for arguments in wanted if arguments in text}
        if now == "over":
            return seen
        if not now:  # others have acted meanwhile
            continue
        key = key_of_simple_player(now, text, asked, searched)
        asked = key == "a" or (asked and key != "x")
        searched = now == "draw" and (searched or key == "f")
        terminal.press(key)
        terminal.wait_until(lambda text, before=text: "changed" if text != before else "", "any change")


@only_deep
def test_match_of_big_queen_played_by_keys_reaches_its_standings(open_program) -> None:
    terminal = open_program("play", "big-queen", "--bots", "3", "--seed", "4", "--set", "target=300")
    assert play_to_the_end(terminal) >= {"44 or 45 wins", "Enter: lay", "Take ", "laid"}
    assert "is over" in terminal.text
    terminal.press("\r")
    terminal.wait_for("Home")
    rows = re.findall(r"^ *(?:\d+ +)?(?:[●■▲◆] )?(\S+) \((?:you|bot)\) +(-?\d+)\b", terminal.text, re.MULTILINE)
    assert len(rows) == 4
    assert "Wanda" in dict(rows)
    scores = [int(score) for _, score in rows]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == scores[1] >= 300
    terminal.press("\x11")
    assert terminal.finish() == 0
