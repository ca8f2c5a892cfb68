"""What boards and screens draw with: a brush for text and badges, buttons, the log, big words, broken lines.

Nothing here needs Textual except `surface`, the widget that shows a painted canvas.
"""

from tui.widgets.banner import Banner, note_at, paint_banner
from tui.widgets.brush import Brush
from tui.widgets.buttons import Button, paint_buttons
from tui.widgets.letters import big
from tui.widgets.log import Line, paint_log
from tui.widgets.painting import Painting
from tui.widgets.rect import Rect
from tui.widgets.wrapping import clip, printable, wrap

__all__ = [
    "Banner",
    "Brush",
    "Button",
    "Line",
    "Painting",
    "Rect",
    "big",
    "clip",
    "note_at",
    "paint_banner",
    "paint_buttons",
    "paint_log",
    "printable",
    "wrap",
]
