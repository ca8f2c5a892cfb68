"""Parse each style sheet once for all programs that one worker of the tests starts, as a host does for its guests."""

from __future__ import annotations

import textual.app

from tui.guest.stylesheet_cache import SharedStylesheet


def install() -> None:
    """Give every application that is made from now on a style sheet that shares its rules."""
    textual.app.Stylesheet = SharedStylesheet  # type: ignore[misc, attr-defined]
