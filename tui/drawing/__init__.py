"""What boards and screens draw with: a brush for text and badges, buttons, the log, big words, broken lines.

Nothing here needs Textual except `surface`, the widget that shows a painted canvas.
"""

from tui.drawing.banner import Banner, note_at, paint_banner
from tui.drawing.big_letters import big
from tui.drawing.brush import Brush
from tui.drawing.buttons import Button, paint_buttons
from tui.drawing.log import Line, paint_log
from tui.drawing.picture import Picture
from tui.drawing.rect import Rect
from tui.drawing.wrap import clip, printable, wrap

__all__ = [
    "Banner",
    "Brush",
    "Button",
    "Line",
    "Picture",
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
