"""The style sheet of guests' programs, parsed once for all programs that show the same colours."""

from __future__ import annotations

from typing import Final

from textual.css.model import RuleSet

from tui.guest.textual_internals import RuleCachingStylesheet

_PARSED_RULES: Final[dict[tuple[object, ...], list[RuleSet]]] = {}
"""Parsed rules by their source and colour variables; there are as many variants as looks."""


class SharedStylesheet(RuleCachingStylesheet):
    """A style sheet that shares its rules with every other one that has the same sources and variables.

    Parsing takes half of the time and a third of the memory that a program takes to start.
    """

    cache = _PARSED_RULES
