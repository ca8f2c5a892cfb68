"""A match alone whose program was killed goes on with a plain ``queens play``."""

from __future__ import annotations

import os
import signal

import pytest


@pytest.mark.parametrize("how", ["killed", "left"])
def test_a_match_alone_goes_on_where_it_was(opened, how):
    with_game = ("play", "mad-queens", "--seats", "2", "--pace", "fast")
    first = opened(*with_game)
    first.wait_for("Space Reveal")
    before = first.text
    first.press(" ")
    first.wait_until(lambda text: text != before and ("Your move" in text or "Bank" in text), "a card turned")
    if how == "killed":
        os.killpg(first._process.pid, signal.SIGKILL)
        first.ended()
    else:
        first.press("\x11")
        first.wait_for("Leave the match?")
        first.press("\x11")
        assert first.finish() == 0
    again = opened("play", "--pace", "fast")
    again.play_to_the_end()
    assert [name for name, _ in again.standings()].count("Wanda") == 1
    again.press("\x11")
    assert again.finish() == 0
    history = opened("history")
    history.wait_for("Wanda")
    history.finish()
    assert history.text.count("Mad Queens") == 1
