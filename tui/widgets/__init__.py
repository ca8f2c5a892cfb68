"""What boards and screens draw with: rectangles, a brush for text and badges, words broken into lines.

Nothing here needs Textual except `surface`, the widget that shows a painted canvas.
"""

from tui.widgets.brush import Brush
from tui.widgets.rect import Rect
from tui.widgets.wrapping import clip, wrap

__all__ = ["Brush", "Rect", "clip", "wrap"]
