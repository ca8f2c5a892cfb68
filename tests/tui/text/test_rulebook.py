"""Rulebooks as text without markup."""

from __future__ import annotations

from core import games
from tui.text.rulebook import rulebook_text, short_rules, short_rules_at_table

MARKDOWN_RULEBOOK = """\
## In short

A **row** of *cards*
and a `9♣`.

1. First, which is long
   - inside
2. Then

| what | counts |
| --- | --- |
| a heart | two points for you |
"""
"""A rulebook in Markdown with every kind of markup that rulebooks have."""

PLAIN_RULEBOOK = """\
Game
====

In short
--------

A row of cards and
a 9♣.

1. First, which is
   long
   - inside
2. Then

what     counts
a heart  two points
         for you"""
"""The expected text of `MARKDOWN_RULEBOOK` at a width of 19 columns."""


def test_rulebook_is_wrapped_without_markup() -> None:
    assert rulebook_text("Game", MARKDOWN_RULEBOOK, 19) == PLAIN_RULEBOOK


def test_short_rules_begin_with_the_options_that_the_table_has_changed():
    game = games["queens-dungeon"]
    usual = short_rules(game.rules)
    assert short_rules_at_table(game, game.settings(4, {})) == usual
    assert short_rules_at_table(game, game.settings(4, {"target": 60})) == (
        f"**At this table**: Points to win: 60.\n\n{usual}"
    )
