"""Rulebooks as plain text."""

from __future__ import annotations

from tui.text.rulebook import rulebook_text

MARKDOWN = """\
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
"""A rulebook with every kind of markup."""

PLAIN = """\
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
"""The rulebook of `MARKDOWN` as text of 19 columns."""


def test_rulebook_is_wrapped_without_markup() -> None:
    assert rulebook_text("Game", MARKDOWN, 19) == PLAIN
