"""Makes all Textual applications in a test process share parsed style sheets, as a host does for its guests."""

from __future__ import annotations

import textual.app

from tui.app.stylesheet_cache import SharedStylesheet


def share_parsed_stylesheets() -> None:
    """Give every Textual application that is made after this call a style sheet whose parsed rules are shared."""
    textual.app.Stylesheet = SharedStylesheet  # type: ignore[misc, attr-defined]
