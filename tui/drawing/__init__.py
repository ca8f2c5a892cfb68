"""Drawing on canvases, for boards and screens: styles, a brush for text and badges (short texts on a coloured
background), buttons, the log, big letters.

Nothing in this folder needs Textual.
"""

from tui.drawing.banner import Banner, note_width, paint_banner, paint_note_line
from tui.drawing.big_letters import big_letter_rows, big_text_width
from tui.drawing.brush import Brush
from tui.drawing.button import Button
from tui.drawing.buttons import MIN_TOUCH_BUTTON_ROWS, paint_buttons, paint_large_buttons
from tui.drawing.log import Line, paint_log
from tui.drawing.picture import Picture
from tui.drawing.rect import BoardCommand, ClickArea, Rect
from tui.drawing.wrap import clip, narrowest_width, printable, wrap, wrap_first_fitting

__all__ = [
    "MIN_TOUCH_BUTTON_ROWS",
    "Banner",
    "BoardCommand",
    "Brush",
    "Button",
    "ClickArea",
    "Line",
    "Picture",
    "Rect",
    "big_letter_rows",
    "big_text_width",
    "clip",
    "narrowest_width",
    "note_width",
    "paint_banner",
    "paint_buttons",
    "paint_large_buttons",
    "paint_log",
    "paint_note_line",
    "printable",
    "wrap",
    "wrap_first_fitting",
]
