"""The style sheet of a program, parsed once for all programs of this process with the same colours."""

from __future__ import annotations

from typing import Final

from textual.css.model import RuleSet

from tui.app.textual_internals import RuleCachingStylesheet

_PARSED_RULES: Final[dict[tuple[object, ...], list[RuleSet]]] = {}
"""The cache of parsed rules by their source and colour variables; each look has its own variables."""


class SharedStylesheet(RuleCachingStylesheet):
    """A style sheet that shares its rules with all others of the same sources and variables.

    Otherwise parsing would take half of the time and a third of the memory of the start of a guest's program. Textual
    also parses everything twice at the start, and again for each look that a person tries.
    """

    cache = _PARSED_RULES
