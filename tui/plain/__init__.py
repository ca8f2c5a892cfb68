"""The line mode: numbered choices and one sentence for each thing that happens, on any terminal or none.

`converse` lets somebody play at a table in lines, wherever they come from and go to; `tui.plain.program` does it on
standard input and output. What is said is what the screens say: the words of the games, of the boards and of
`tui.sentences`. Nothing here needs Textual, and no line holds anything but visible characters.
"""

from tui.plain.converse import converse
from tui.plain.writing import Manner

__all__ = ["Manner", "converse"]
