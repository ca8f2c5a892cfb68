"""The private names of Textual that the program needs, each with the reason; Textual is pinned to one version.

tests/tui/app/test_textual_internals.py checks every name and says what fails without it. Private names that only a
crash or the terminal driver needs are in `tui.app.crash` and `tui.app.terminal_driver`.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from inspect import signature
from itertools import chain
from types import MethodType
from typing import TYPE_CHECKING, Any, Final, TextIO
from weakref import WeakSet

import textual._callback
import textual.message_pump
import textual.screen
from rich.console import Console, RenderableType
from rich.segment import Segment
from textual._callback import count_parameters
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import FIFOCache, LRUCache
from textual.color import Color
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.filter import Monochrome, NoColor
from textual.geometry import Region
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.timer import Timer
from textual.widget import Widget

from tui.drawing.screen_update import screen_update, styled_texts
from tui.widgets.canvas_view import CanvasView


class KeyParser(XTermParser):
    """Textual's parser of terminal input, without the cache that all its parsers share.

    The cache of `_parse_extended_key` would keep a thousand parsers, and with each its program, for the life of the
    process.
    """

    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]

    def messages(self, text: str) -> Iterator[Message]:
        """Yield the messages that the input `text` stands for."""
        return iter(self.feed(text))

    def close(self) -> None:
        """Close the generator of the parser, which otherwise waits for input for ever and is never collected."""
        self._gen.close()


class ChangedCellsUpdate(ChopsUpdate):
    """An update of the screen that sends only the changed cells of its rows.

    `pieces` are tuples of column, row and the cells from there on, in the order in which they are sent. `spans` has for
    each changed row a tuple of row, first changed column, and the column after the last changed one.
    """

    def __init__(self, spans: list[tuple[int, int, int]], pieces: Sequence[tuple[int, int, Strip]]) -> None:
        super().__init__([], spans, [])
        self.pieces = pieces

    def render_segments(self, console: Console) -> str:
        """Return the text, with control sequences, that changes the cells on the terminal."""
        colours = console._color_system
        return screen_update(text for x, y, strip in self.pieces for text in styled_texts(x, y, strip, colours))


class WholeScreenUpdate(LayoutUpdate):
    """An update that sends the whole screen."""

    def render_segments(self, console: Console) -> str:
        """Return the text, with control sequences, that paints the whole screen on the terminal."""
        rows = ((y, chain.from_iterable(strips)) for y, strips in enumerate(self.strips, self.region.y))
        colours = console._color_system
        return screen_update(text for y, row in rows for text in styled_texts(self.region.x, y, row, colours))


class ChangedCellsCompositor(Compositor):
    """The compositor of a screen that paints only widgets with changed cells, and sends only these cells, in few bytes.

    For each change Textual itself asks every visible widget for all its rows, and sends everything to the left of the
    change in the same widget: some 20 kB for a card that turns over.
    """

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        """Return the update that sends the whole screen; after it no widget has anything left to repaint.

        Textual would repaint all widgets of a new screen once more, because they have learnt their sizes.
        """
        update = super().render_full_update(simplify)
        for widget in self.visible_widgets:
            widget._repaint_regions.clear()
        return WholeScreenUpdate(update.strips, update.region)

    def render_partial_update(self) -> ChangedCellsUpdate | None:
        """Return the update for the regions that have changed, or None if nothing has changed."""
        regions, screen = self._dirty_regions.copy(), self.size.region
        self._dirty_regions.clear()
        spans = list(self._regions_to_spans(part for region in regions if (part := region.intersection(screen))))
        if not spans:
            return None
        pieces: list[tuple[int, int, Strip]] = []
        missing = spans
        for widget, (region, clip) in self.visible_widgets.items():  # those in front come first
            missing = _append_widget_cells(widget, region, region.intersection(clip), missing, pieces)
            if not missing:
                break
        pieces.sort(key=lambda piece: (piece[1], piece[0]))
        return ChangedCellsUpdate(spans, pieces)


def _append_widget_cells(
    widget: Widget,
    region: Region,
    visible: Region,
    spans: list[tuple[int, int, int]],
    pieces: list[tuple[int, int, Strip]],
) -> list[tuple[int, int, int]]:
    """Append to `pieces` the cells of `spans` that a widget shows; return the parts of the spans outside the widget.

    `region` is where the widget is on the screen, and `visible` the part of it that is not cut off. A span is a tuple
    of row, first column and the column after the last one; a piece is a tuple of column, row and the cells from there
    on.
    """
    x, y, right, bottom = visible.corners
    covered: list[tuple[int, int, int]] = []  # first column, column after the last one, and row of each span
    left_over = []
    for row, start, end in spans:
        if not (y <= row < bottom and start < right and end > x):
            left_over.append((row, start, end))
            continue
        begin, stop = max(start, x), min(end, right)
        covered.append((begin, stop, row))
        if start < begin:
            left_over.append((row, start, begin))
        if stop < end:
            left_over.append((row, stop, end))
    if isinstance(widget, CanvasView):
        crops = [Region(begin - region.x, row - region.y, stop - begin, 1) for begin, stop, row in covered]
        strips = widget.render_crops(crops)
        pieces += [(begin, row, strip) for (begin, _, row), strip in zip(covered, strips, strict=True)]
        return left_over
    while covered:  # rows that follow each other and change in the same columns are painted together
        begin, stop, first = covered[0]
        rows = next((rows for rows, span in enumerate(covered) if span != (begin, stop, first + rows)), len(covered))
        strips = widget.render_lines(Region(begin - region.x, first - region.y, stop - begin, rows))
        pieces += [(begin, row, strip) for row, strip in enumerate(strips, first)]
        del covered[:rows]
    return left_over


def send_changed_cells_only() -> None:
    """Make all screens of this process that are made from now on send changed cells only."""
    textual.screen.Compositor = ChangedCellsCompositor  # type: ignore[attr-defined]


def count_parameters_of_methods_once() -> None:
    """Make Textual count the parameters of each method once in this process, also of one in a `partial`.

    For a `partial` Textual counts them again at each call, so at each key and each painting.
    """
    textual._callback._count_parameters = _count_parameters  # type: ignore[assignment]


def _count_parameters(function: Callable[..., object]) -> int:
    """Return the number of parameters that a caller passes to a function or method; Textual keeps that of a method."""
    if isinstance(function, MethodType):
        return count_parameters(function)
    return len(signature(function).parameters)


class LateFiringTimer(Timer):
    """A timer; one that is to fire only once does so even if it is late.

    Textual's timers skip a call for which they are late, even their only one: then an animation stands still for ever.
    """

    def __init__(self, *arguments: Any, repeat: int | None = None, skip: bool = True, **options: Any) -> None:
        super().__init__(*arguments, repeat=repeat, skip=skip and repeat != 0, **options)


def use_late_firing_timers() -> None:
    """Make everything in this process that sets a timer from now on set a `LateFiringTimer`."""
    textual.message_pump.Timer = LateFiringTimer  # type: ignore[attr-defined]


def leave_out_toasts(app: App[Any]) -> None:
    """Remove from the screens of an application the toasts and tooltips, which nothing in the program shows.

    Textual lays out each screen once more to hide them.
    """
    app._disable_notifications = app._disable_tooltips = True


if TYPE_CHECKING:
    _AppBase = App[None]
else:
    _AppBase = object  # Textual follows the first base class that is an App, which must be the program's


class GuardedApp(_AppBase):
    """Mixin of an application that leaves `sys.stdout` and `sys.stderr` alone and reports crashes to `handle_crash`.

    Textual itself redirects both for the whole process, and prints the traceback of a crash on the terminal of the
    process, which is the host's.

    The application also keeps weak references to all widgets and screens that it has had, for `break_reference_cycles`.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._all_nodes: WeakSet[DOMNode] = WeakSet()
        super().__init__(*arguments, **options)

    @abstractmethod
    def handle_crash(self, error: Exception) -> None:
        """Report the first error that no other code has caught; it ends this program."""

    def _register_child(self, parent: DOMNode, child: Widget, before: int | None, after: int | None) -> None:
        self._all_nodes.add(child)
        super()._register_child(parent, child, before, after)

    def _start_widget(self, parent: Widget, widget: Widget) -> None:
        self._all_nodes.add(widget)
        super()._start_widget(parent, widget)

    def break_reference_cycles(self) -> None:
        """Free this program, which has ended, without Python's garbage collector; it cannot be used after that.

        Its widgets, styles and painted lines refer to each other in a thousand cycles. Without this, only a full
        garbage collection would free them: it examines the objects of all programs, and no key is answered meanwhile.
        So the references of each widget are removed here, which takes some milliseconds in all.
        """
        for node in [*self._all_nodes, self]:
            for styles in node._component_styles.values():
                if styles.node is not None:
                    vars(styles.node).clear()
            for value in vars(node).values():
                if isinstance(value, LRUCache):
                    _clear_entries(value)
            vars(node).clear()

    # Textual replaces `sys.stdout` by the value of this attribute: it gets the one that is in use.

    @property  # type: ignore[override]
    def _capture_stdout(self) -> TextIO:
        return sys.stdout

    @_capture_stdout.setter
    def _capture_stdout(self, capture: object) -> None:
        pass

    @property  # type: ignore[override]
    def _capture_stderr(self) -> TextIO:
        return sys.stderr

    @_capture_stderr.setter
    def _capture_stderr(self, capture: object) -> None:
        pass

    # Faults

    def _handle_exception(self, error: Exception) -> None:
        """Report the first error and end the program, without a traceback."""
        self._return_code = 1
        if self._exception is None:
            self.handle_crash(error)
            self._exception = error
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self._handle_exception(RuntimeError("The program has come to a stop."))

    def panic(self, *renderables: RenderableType) -> None:
        self._fatal_error()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    # Colours

    def replace_colour_filters(self, *, no_colour: bool) -> None:
        """Show colours, or none with `no_colour`, whatever the terminal of the host can show."""
        self.no_color = no_colour
        self._filters = [one for one in self._filters if not isinstance(one, Monochrome | NoColor)]
        if no_colour:
            self._filters.append(NoColor() if self.native_ansi_color else Monochrome())

    @property
    def top_screen(self) -> Screen[Any] | None:
        """The screen on top, or None if there is none; `App.screen` would raise an error."""
        return self._screen_stack[-1] if self._screen_stack else None


_textual_strip_init = Strip.__init__
"""Textual's own `Strip.__init__`, which `_init_line_without_caches` replaces."""
_textual_strip_divide = Strip.divide
"""Textual's own `Strip.divide`, which `_divide_without_cycle` uses."""
_textual_get_inner_outer = StylesCache.get_inner_outer
"""Textual's own `StylesCache.get_inner_outer`, which `_get_border_styles_by_colours` replaces."""


def make_textual_free_painted_lines() -> None:
    """Make Textual free the painted lines of widgets that have been removed, in every program of this process.

    Textual stores the colours of a border under the `StylesCache` of each widget, and so keeps a thousand of these,
    with all lines that they have painted, for the life of the process. It also stores a line that need not be cut in a
    cache of the line itself.
    """
    StylesCache.get_inner_outer = _get_border_styles_by_colours  # type: ignore[assignment, method-assign]
    Strip.divide = _divide_without_cycle  # type: ignore[assignment, method-assign]


_COLOUR_CACHE_SIZE: Final = 1024
"""The number of pairs of colours that are cached, the same as in Textual."""


@lru_cache(_COLOUR_CACHE_SIZE)
def _cached_border_styles(base_background: Color, background: Color) -> tuple[Style, Style]:
    """Return the styles inside and outside a border; cached, in place of Textual's `StylesCache.get_inner_outer`."""
    return Style(background=base_background + background), Style(background=base_background)


def _get_border_styles_by_colours(self: StylesCache, base_background: Color, background: Color) -> tuple[Style, Style]:
    """Return the styles inside and outside a border, stored by its two colours alone."""
    return _cached_border_styles(base_background, background)


def _divide_without_cycle(line: Strip, cuts: Iterable[int]) -> Sequence[Strip]:
    """Divide a painted line as Textual does, without keeping a line that need not be cut in a cache of its own.

    Each repainted line would be such a cycle, some kilobytes that only Python's garbage collector can free.
    """
    within = [cut for cut in cuts if cut <= line.cell_length]
    return [line] if within == [line.cell_length] else _textual_strip_divide(line, within)


_SIZES_OF_LINE_CACHES: Final = {
    "_divide_cache": 4,
    "_crop_cache": 16,
    "_style_cache": 16,
    "_filter_cache": 4,
    "_line_length_cache": 4,
    "_crop_extend_cache": 4,
    "_offsets_cache": 4,
}
"""Maps the name of a cache of a painted line to the number of entries for which it has room in Textual."""


def make_line_caches_when_used() -> None:
    """Give painted lines only the caches that something looks into, in every program of this process.

    Textual makes seven caches for each line that is painted, cut or coloured, and most lines use one or two of them.
    """
    Strip.__init__ = _init_line_without_caches  # type: ignore[assignment, method-assign]
    Strip.__getattr__ = _make_line_cache  # type: ignore[attr-defined]


def _init_line_without_caches(line: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    """Set the fields of a new line, in place of `Strip.__init__`: None where Textual would make caches."""
    line._segments = list(segments)
    line._cell_length = cell_length
    line._render_cache = None
    line._link_ids = None
    line._cell_count = None


def _make_line_cache(line: Strip, name: str) -> FIFOCache[Any, Any]:
    """Return a cache of a line that is used for the first time; other names raise an `AttributeError`."""
    size = _SIZES_OF_LINE_CACHES.get(name)
    if size is None:
        raise AttributeError(f"a painted line has no {name}")
    cache: FIFOCache[Any, Any] = FIFOCache(size)
    setattr(line, name, cache)
    return cache


def _clear_entries(cache: LRUCache[Any, Any]) -> None:
    """Clear a cache and break the circle of references among its entries, which `LRUCache.clear` leaves."""
    for entry in cache._cache.values():
        entry.clear()
    cache.clear()


def painted_rows(app: App[Any]) -> list[list[Segment]]:
    """Return the rows that an application shows, each as segments."""
    return [list(strip) for strip in app.screen._compositor.render_strips(app.size)]


def has_waiting_message(screen: Screen[Any]) -> bool:
    """Return whether a message waits that a screen has taken from its queue to look at it."""
    return screen._pending_message is not None


def key_is_active(screen: Screen[Any], key: str) -> bool:
    """Return whether a key is one of the active bindings of a screen, without asking of all others whether they have a
    use."""
    return any(
        screen.app._check_action_state(binding.action, node) is not False
        for node, bindings in screen._modal_binding_chain
        for binding in bindings.key_to_bindings.get(key, ())
    )


def stop_drawing(app: App[Any]) -> None:
    """Prevent an application from drawing until `draw_again` is called."""
    app._begin_batch()


def draw_again(app: App[Any]) -> None:
    """Undo `stop_drawing`, and draw the whole screen."""
    app._end_batch()
    if app._running and app.screen_stack:
        app.screen.refresh()


def write_to_terminal(app: App[Any], text: str) -> None:
    """Write a control sequence to the terminal of an application, if it has one."""
    if app._driver is not None:
        app._driver.write(text)


class RuleCachingStylesheet(Stylesheet):
    """A style sheet whose parsed rules come from `cache`, which all sheets of the same kind may share."""

    cache: dict[tuple[object, ...], list[RuleSet]]

    _known_variables: dict[str, str] | None = None
    """The variables from which `_variables_as_text` was made; None before that."""
    _variables_as_text = ""
    """The variables of the style sheet as one text, a part of the keys of `cache`."""

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        """Return the parsed rules of a source from the cache, or parse them."""
        if self._known_variables is not self._variables:  # Textual replaces the dictionary and never changes it
            self._known_variables = self._variables
            self._variables_as_text = repr(sorted(self._variables.items()))
        key = (self._variables_as_text, css, read_from, is_default_rules, tie_breaker, scope)
        rules = self.cache.get(key)
        if rules is None:
            rules = self.cache[key] = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
        return rules

    def reparse(self) -> None:
        """Parse the rules with new variables, without the copy that Textual makes in case of mistakes in them."""
        self._rules_map = None
        self.parse()
