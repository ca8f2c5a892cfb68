"""The line mode: numbered menus and a sentence for each event, on any terminal, pipe or screen reader.

Other folders import `converse`, which runs the line mode at an open table from any source of lines, and its arguments
`ConversationContext` and `LineFormat`. `tui.line_mode.main` runs it on standard input and output. Sentences are shared
with the screens (`core` log texts, `tui.boards`, `tui.text`). Nothing in this folder needs Textual, and all lines
consist of visible characters.
"""

from tui.line_mode.context import ConversationContext
from tui.line_mode.output import LineFormat
from tui.line_mode.session import converse

__all__ = ["ConversationContext", "LineFormat", "converse"]
