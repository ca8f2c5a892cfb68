"""The line mode: numbered choices and one sentence for each thing that happens, on any terminal or none.

`converse` lets somebody play at a table in lines, wherever they come from and go to; `tui.line_mode.main` does it on
standard input and output. What is said is what the screens say: the words of the games, of the boards and of
`tui.text.table`. Nothing here needs Textual, and no line holds anything but visible characters.
"""

from tui.line_mode.output import Manner
from tui.line_mode.session import converse

__all__ = ["Manner", "converse"]
