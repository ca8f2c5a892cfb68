"""The program with which start and keys are compared: a minimal Textual program that shows a line and answers a key."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static


class TrivialApp(App[None]):
    """Shows a line that says how often the keys down and up were pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [("down,up", "count_press")]
    press_count = 0

    def compose(self) -> ComposeResult:
        yield Static("Ready 0")

    def action_count_press(self) -> None:
        """Add one to the presses, and show the number."""
        self.press_count += 1
        self.query_one(Static).update(f"Ready {self.press_count}")


if __name__ == "__main__":
    TrivialApp().run()
