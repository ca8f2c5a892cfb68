"""ChatBox: what has been said at a table or in a hall, and below it the input for a line of chat."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from net.client.events import ChatReceived
from tui.cards import Look
from tui.drawing.styles import styles_on
from tui.widgets.chat_line import ChatLine
from tui.widgets.scroll import Scroll


class ChatBox(Vertical):
    """Shows lines of chat, the latest at the bottom, above a `ChatLine`."""

    DEFAULT_CSS = """
    ChatBox #chat {
        height: 1fr;
        background: $panel;
        padding: 0 1;
    }
    ChatBox #said {
        height: auto;
        background: $panel;
    }
    ChatBox #line {
        height: 1;
        margin-top: 1;
        padding: 0 1;
        background: $panel;
        color: $ink;
    }
    """

    def compose(self) -> ComposeResult:
        yield Scroll(Static("", id="said", markup=False), id="chat", can_focus=False)
        yield ChatLine("T to say something")

    def show_lines(self, lines: Iterable[ChatReceived], look: Look) -> None:
        """Show these lines, and scroll to the last one; a line without a name is a notice."""
        styles = styles_on(look, "panel")
        said = (
            Text.assemble((f"{line.name}: ", styles.key), (line.text, styles.plain))
            if line.name
            else Text(line.text, styles.quiet)
            for line in lines
        )
        self.query_one("#said", Static).update(Text("\n").join(said))
        self.query_one("#chat", Scroll).scroll_end(animate=False)
