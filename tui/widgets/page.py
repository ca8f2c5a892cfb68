"""Page: a column of widgets that fits its screen; pictures and lists shrink first, then it scrolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.containers import Horizontal
from textual.geometry import Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.widget import Widget

from tui.widgets.canvas_view import CanvasView
from tui.widgets.scroll import Scroll

MIN_LIST_ROWS: Final = 3
"""Each list of a page that has at least this many rows keeps at least this many."""


class ShrinkablePicture(CanvasView):
    """A picture that is painted with fewer rows, or not at all, on a page without room for it."""

    SHRINKS_FIRST: ClassVar[bool] = False
    """Whether the picture loses its rows before other shrinkable pictures, and is the first to get some back if more
    have been removed than necessary.
    """

    GOES_LAST: ClassVar[bool] = False
    """Whether the picture keeps its least number of rows until all other shrinkable pictures have lost theirs."""

    def possible_row_counts(self, viewport: Size) -> Sequence[int]:
        """Return the numbers of rows in which it can be painted in a terminal of this size, the largest first."""
        return ()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.possible_row_counts(viewport)[0]


class ListRow(Horizontal):
    """A row of widgets on a page with a list among them; it loses rows as a list does."""

    LEAST_ROWS: ClassVar[int] = MIN_LIST_ROWS
    """It keeps at least this number of rows, if it has them."""


class PageLayout(VerticalLayout):
    """A vertical layout; if rows are missing, shrinkable pictures lose rows first, then the list with the most rows."""

    name = "page"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return the placements of the widgets, shortened if they do not fit the height."""
        placements = super().arrange(parent, children, size, greedy)
        missing = placements[-1].region.bottom + placements[-1].margin.bottom - size.height if placements else 0
        if size.height <= 0 or missing <= 0:
            return placements
        heights = {placement.widget: placement.region.height for placement in placements}
        pictures = [placement for placement in placements if isinstance(placement.widget, ShrinkablePicture)]
        pictures.sort(key=lambda placement: not _shrinks_first(placement))
        for placement in pictures:
            if missing > 0:
                keeps = _goes_last(placement)
                missing -= _shrink_picture(heights, placement, missing, parent.app.size, keep_least=keeps)
        for placement in filter(_goes_last, pictures):
            if missing > 0:
                missing -= _shrink_picture(heights, placement, missing, parent.app.size, keep_least=False)
        for placement in pictures:
            if missing < 0 and not heights[placement.widget]:
                missing += _restore_picture(heights, placement, -missing, parent.app.size)
        lists = [placement.widget for placement in placements if isinstance(placement.widget, (Scroll, ListRow))]
        while missing > 0 and (high := [widget for widget in lists if heights[widget] > _least_rows(widget)]):
            heights[max(high, key=heights.__getitem__)] -= 1
            missing -= 1
        return _close_gaps_between_widgets(placements, heights)


def _least_rows(widget: Widget) -> int:
    """Return the number of rows that a list keeps on a page without room for more."""
    return widget.LEAST_ROWS if isinstance(widget, ListRow) else MIN_LIST_ROWS


def _shrink_picture(
    heights: dict[Widget, int], placement: WidgetPlacement, missing_rows: int, viewport: Size, *, keep_least: bool
) -> int:
    """Give a picture the greatest height that saves `missing_rows` rows, else its least (`keep_least`) or 0; return the
    number of rows saved."""
    picture, before = placement.widget, heights[placement.widget]
    assert isinstance(picture, ShrinkablePicture)
    possible = picture.possible_row_counts(viewport)
    fitting = [height for height in possible if before - height >= missing_rows]
    heights[picture] = fitting[0] if fitting else possible[-1] if keep_least else 0
    margins = 0 if heights[picture] else placement.margin.height
    return before + margins - heights[picture]


def _goes_last(placement: WidgetPlacement) -> bool:
    """Return whether the widget of a placement keeps its least number of rows longest."""
    return isinstance(placement.widget, ShrinkablePicture) and placement.widget.GOES_LAST


def _shrinks_first(placement: WidgetPlacement) -> bool:
    """Return whether the widget of a placement loses its rows before other shrinkable pictures."""
    return isinstance(placement.widget, ShrinkablePicture) and placement.widget.SHRINKS_FIRST


def _restore_picture(heights: dict[Widget, int], placement: WidgetPlacement, spare_rows: int, viewport: Size) -> int:
    """Give a picture of height 0 the greatest height for which `spare_rows` rows are enough; return its rows."""
    picture, margins = placement.widget, placement.margin.height
    assert isinstance(picture, ShrinkablePicture)
    fitting = [height for height in picture.possible_row_counts(viewport) if 0 < height <= spare_rows - margins]
    heights[picture] = fitting[0] if fitting else 0
    return fitting[0] + margins if fitting else 0


def _close_gaps_between_widgets(placements: ArrangeResult, heights: dict[Widget, int]) -> ArrangeResult:
    """Return the placements with other heights, each below the one before; widgets of height 0 are left out."""
    moved: list[WidgetPlacement] = []
    freed = 0
    for placement in placements:
        region, height = placement.region, heights[placement.widget]
        if height or not region.height:
            placed = region.translate((0, -freed)).crop_size((region.width, height))
            moved.append(placement._replace(region=placed))
        else:
            freed += placement.margin.height
        freed += region.height - height
    return moved


PAGE_LAYOUT: Final = PageLayout()
"""The layout of all pages."""


class Page(Scroll, can_focus=False, inherit_bindings=False):
    """A column of widgets that keeps within its height.

    If its height is too small, shrinkable pictures lose rows first, then its lists (each in a `Scroll` or `ListRow`);
    if that is not enough, the whole page scrolls. The cursor of a menu or form stays visible
    (`CanvasView.scroll_cursor_into_view`).
    """

    DEFAULT_CSS = "Page { height: auto; max-height: 100%; }"

    @property
    def layout(self) -> Layout:
        return PAGE_LAYOUT
