"""The trick-taking games in the real program and a real terminal: a whole match from the command line to the
standings.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.support.depth import parametrize

pytestmark = pytest.mark.slow

DECISION_PROMPT_PATTERN = re.compile(
    r"Enter: go on|Your turn|You lead|Name trump|change trump|(?:Play|Lead) (?:an?|any|no|[♣♦♥♠]) "
)
"""Pattern of what the first row of a board shows when it asks for a decision."""

DECISION_OFFER_PATTERN = re.compile(r"Enter (Play \S+|Name \w+|Go on)")
"""Pattern of what the key bar shows while the key Enter makes a decision."""


def offered_decision(text: str) -> str:
    """Return what Enter does, from the text of a screen: "Enter Play 7♣" or "Standings"; empty if it is not the
    person's turn.
    """
    if "Enter Standings" in text:
        return "Standings"
    offered = DECISION_OFFER_PATTERN.search(text)
    return offered[0] if offered and DECISION_PROMPT_PATTERN.search(text.split("\n")[0]) else ""


def hand_on_screen(text: str) -> set[tuple[int, str]]:
    """Return the cards of the person's hand at the bottom of a screen, and the tricks beside it, each with its
    column.
    """
    rows = text.rpartition("YOUR HAND")[2].partition("Enter ")[0].split("\n")
    return {(found.start(), found[0]) for row in rows for found in re.finditer(r"[0-9JQKA]+[♣♦♥♠]", row)}


def outcome_check(before: str) -> Callable[[str], str]:
    """Return a function of the text of a screen that returns what has become of the decision asked for on the screen
    `before`: "played" if the person's card has left the hand, "called" if the question is gone, "over" at the end of
    the match, else an empty string. The board shows the next card before it accepts the decision, and takes keys ahead:
    one Enter too many would go on to the result.
    """
    question = DECISION_PROMPT_PATTERN.search(before)
    assert question is not None

    def outcome_of_decision(text: str) -> str:
        """Return what has become of the decision, as this screen shows it."""
        if "Enter Standings" in text:
            return "over"
        if "Enter Play" in offered_decision(before):
            # the first card of the hand lies in the same column again if it has taken the trick
            now, then = ((hand_on_screen(one), re.findall(r"Trick \d+", one)) for one in (text, before))
            return "played" if now != then else ""
        return "called" if question[0] not in text.split("\n")[0] else ""

    return outcome_of_decision


def play_to_the_end(terminal) -> set[str]:
    """Press Enter for every decision until the match is over; return which of the expected words the screens have
    shown.
    """
    seen = set()
    while True:
        terminal.wait_until(offered_decision, "something to do")
        terminal.wait_until_settled()
        before = terminal.text
        offered = offered_decision(before)
        if offered == "Standings":
            return seen
        seen |= {
            arguments for arguments in (" trump, ", "trumps in every suit", "is over", "tricks") if arguments in before
        }
        if offered:
            terminal.press("\r")
            terminal.wait_until(outcome_check(before), "what comes of it")


@parametrize(
    ("game", "options", "expected_words"),
    [
        ("queens-dungeon", ("--bots", "3", "--set", "target=60"), {" trump, ", "tricks"}),
        ("queen-bees-ii", ("--bots", "2"), {"trumps in every suit", "tricks"}),
    ],
    1,
)
def test_match_of_each_trick_game_played_by_keys_reaches_its_standings(
    open_program, game, options, expected_words
) -> None:
    terminal = open_program("play", game, "--seed", "4", *options)
    assert play_to_the_end(terminal) >= expected_words
    terminal.press("\r")
    terminal.wait_for("Home")
    rows = re.findall(
        r"^\s*(?:\d+|=)\s+(?:\S )?(\S+)(?: \((?:you|bot)\))?\s+(-?\d+)(?:\s|$)", terminal.text, re.MULTILINE
    )
    assert len(rows) == (4 if game == "queens-dungeon" else 3)
    assert "Wanda" in dict(rows)
    scores = [int(score) for _, score in rows]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] >= (60 if game == "queens-dungeon" else 21)
    terminal.press("\x11")
    assert terminal.finish() == 0
