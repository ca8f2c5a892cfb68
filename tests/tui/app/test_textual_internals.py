"""The private names of Textual that the program uses exist; each test says what breaks without its name.

If a test fails after an update of Textual, change `tui.app.textual_internals`, `tui.app.crash` or
`tui.app.terminal_driver`.
"""

from __future__ import annotations

import asyncio
import inspect
import sys
import weakref
from functools import partial
from itertools import count
from typing import ClassVar

import pytest
import textual._time
from rich.console import Console
from rich.segment import Segment
from textual._callback import invoke
from textual._parser import Parser
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.cache import FIFOCache, LRUCache
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tests.support.patience import PATIENCE_SECONDS
from tui.app.app import QueensApp
from tui.app.crash import QuietApp
from tui.app.textual_internals import (
    _SIZES_OF_LINE_CACHES,
    ChangedCellsCompositor,
    ChangedCellsUpdate,
    GuardedApp,
    KeyParser,
    RuleCachingStylesheet,
    _clear_entries,
    _textual_get_inner_outer,
    _textual_strip_divide,
    _textual_strip_init,
    count_parameters_of_methods_once,
    has_waiting_message,
    key_is_active,
    make_line_caches_when_used,
    make_textual_free_painted_lines,
    painted_rows,
    send_changed_cells_only,
    use_late_firing_timers,
)
from tui.settings import Settings

REASON_BY_OVERRIDDEN_METHOD = {
    "_fatal_error": "a crash prints a traceback with local variables, which are other people's cards",
    "_print_error_renderables": "a crash prints what Textual has collected about it",
    "_handle_exception": "a crash of a guest's program is not reported, and its farewell is wrong",
    "_close_messages_no_wait": "a program does not end after a crash",
    "_begin_batch": "drawing for a guest who reads nothing goes on, and fills the memory",
    "_end_batch": "nothing is drawn any more for a guest who has stopped reading for a while",
    "_register_child": "the widgets of a program that has ended are freed only by a full garbage collection",
    "_start_widget": "the scroll bars of a program that has ended are freed only by a full garbage collection",
}
"""Maps the name of a method of `App` that the program overrides to what goes wrong if Textual does not call it."""

REASON_BY_USED_ATTRIBUTE = {
    "_driver": "a person who looks at another window is not called to their turn",
    "_exception": "a crash is not noticed, and the exit status says that all is well",
    "_return_code": "a crash of a guest's program ends with exit status 0",
    "_exit_renderables": "what Textual has collected about a crash is printed",
    "_filters": "a guest's screen has the colours that the host's terminal can show",
    "_running": "a program that has ended is drawn again",
    "_screen_stack": "the first painting of a guest's program is not noticed",
}
"""Maps the name of an attribute of `App` that the program uses to what goes wrong without it."""


@pytest.mark.parametrize("name", REASON_BY_OVERRIDDEN_METHOD)
def test_method_of_textual_app_that_the_program_overrides_exists(name):
    assert inspect.isfunction(getattr(App, name, None)), f"without App.{name} {REASON_BY_OVERRIDDEN_METHOD[name]}"


@pytest.mark.parametrize("name", REASON_BY_USED_ATTRIBUTE)
def test_attribute_of_textual_app_that_the_program_uses_exists(name):
    assert hasattr(App(), name), f"without App.{name} {REASON_BY_USED_ATTRIBUTE[name]}"


def test_attributes_of_textual_that_switch_off_toasts_and_tooltips_exist():
    for name in ("_disable_notifications", "_disable_tooltips"):
        assert getattr(App(), name) is False, f"without App.{name} each new screen is laid out once more"


@pytest.mark.parametrize("name", ["_capture_stdout", "_capture_stderr"])
def test_textual_redirects_standard_output_to_an_attribute_of_the_app(name):
    assert hasattr(App(), name), f"without App.{name} the host's output goes to a guest's program"
    assert isinstance(vars(GuardedApp)[name], property)


def test_overriding_methods_have_the_parameters_of_the_methods_of_textual():
    for name in ("_fatal_error", "_print_error_renderables"):
        assert inspect.signature(getattr(QuietApp, name)) == inspect.signature(getattr(App, name))
    ours, textuals = (inspect.signature(one._handle_exception) for one in (GuardedApp, App))
    assert list(ours.parameters) == list(textuals.parameters)


def test_key_parser_of_textual_has_no_cache_that_keeps_programs_in_memory():
    assert hasattr(XTermParser._parse_extended_key, "__wrapped__"), "the cache is gone, and so KeyParser can go"
    assert not hasattr(KeyParser._parse_extended_key, "cache_info")


def test_program_frees_painted_lines_and_makes_their_caches_when_used(monkeypatch, tmp_path):
    monkeypatch.setattr(Strip, "__init__", _textual_strip_init)
    monkeypatch.setattr(StylesCache, "get_inner_outer", _textual_get_inner_outer)
    monkeypatch.setattr(Strip, "divide", _textual_strip_divide)
    QueensApp(Settings("Ann"), tmp_path)
    assert StylesCache.get_inner_outer is not _textual_get_inner_outer
    assert Strip.divide is not _textual_strip_divide
    assert Strip.__init__ is not _textual_strip_init


def test_cache_of_frame_colours_keeps_no_widgets_painted_lines():
    make_textual_free_painted_lines()
    assert hasattr(_textual_get_inner_outer, "cache_info"), "the cache of Textual is gone, and so ours can go"
    cache, colours = StylesCache(), (Color.parse("red"), Color.parse("blue").with_alpha(0.5))
    assert cache.get_inner_outer(*colours) == _textual_get_inner_outer.__wrapped__(cache, *colours)
    gone = weakref.ref(cache)
    del cache
    assert gone() is None


def test_painted_line_that_is_not_cut_does_not_refer_to_itself():
    make_textual_free_painted_lines()
    for cuts in ([5], [5, 9], [2, 5], [0, 5], [5, 5], [3], [7], []):
        line, other = Strip([Segment("hello")]), Strip([Segment("hello")])
        assert line.divide(cuts) == _textual_strip_divide(other, cuts), cuts
        assert not [one for cached in line._divide_cache._cache.values() for one in cached if one is line]
    uncut = Strip([Segment("hello")])
    _textual_strip_divide(uncut, [5])
    assert list(uncut._divide_cache._cache.values()) == [[uncut]], "Textual has no cycle any more, nor need we avoid it"


def test_painted_line_has_the_values_of_textual_and_its_caches_once_they_are_used():
    segments = [Segment("hello")]
    make_line_caches_when_used()
    line, other = Strip(segments, 5), object.__new__(Strip)
    assert not any(has_slot_value(line, name) for name in _SIZES_OF_LINE_CACHES), "a cache is made before it is used"
    _textual_strip_init(other, segments, 5)
    for name in Strip.__slots__:
        ours, theirs = getattr(line, name), getattr(other, name)
        if name in _SIZES_OF_LINE_CACHES:
            assert isinstance(theirs, FIFOCache), name
            assert (type(ours), ours._maxsize, len(ours)) == (FIFOCache, theirs._maxsize, 0), name
            assert getattr(line, name) is ours, name
        else:
            assert ours == theirs, name
    assert not hasattr(line, "_no_cache")


def has_slot_value(line: Strip, name: str) -> bool:
    """Return whether a line has a value for an attribute named in ``__slots__`` of its class."""
    try:
        getattr(Strip, name).__get__(line)
    except AttributeError:
        return False
    return True


def test_entries_of_an_lru_cache_of_textual_refer_to_each_other():
    cache: LRUCache[int, int] = LRUCache(4)
    for number in range(3):
        cache[number] = number
    entries = list(cache._cache.values())
    _clear_entries(cache)
    assert entries == [[], [], []], "without LRUCache._cache a program that has ended is kept for long"


def test_key_parser_of_textual_can_be_closed():
    parser = KeyParser()
    assert [type(message) for message in parser.messages("x")] == [Key]
    assert inspect.isgenerator(parser._gen), "without Parser._gen a closed parser is never collected"
    parser.close()
    assert issubclass(XTermParser, Parser)


def test_style_sheet_parses_its_rules_through_the_method_that_caches_them():
    ours = inspect.signature(RuleCachingStylesheet._parse_rules)
    assert list(ours.parameters) == list(inspect.signature(Stylesheet._parse_rules).parameters)

    class Cached(RuleCachingStylesheet):
        cache = {}  # noqa: RUF012  as in the class that is used

    sheets = [
        Cached(variables={"gold": "#ffd700"}),
        Cached(variables={"gold": "#ffd700"}),
        Cached(variables={"gold": "red"}),
    ]
    for sheet in sheets:
        sheet.add_source("Label { color: $gold; }")
        sheet.parse()
    assert sheets[0].rules[0] is sheets[1].rules[0], "without _parse_rules every guest's program parses all rules again"
    assert sheets[0].rules[0] is not sheets[2].rules[0], "without _variables one look has the colours of another"
    sheets[1].set_variables({"gold": "red"})
    sheets[1].reparse()
    assert sheets[1].rules[0] is sheets[2].rules[0], "a look that is changed keeps its old colours"


def test_style_sheet_can_be_parsed_again_with_other_variables():
    sheet = Stylesheet()
    assert hasattr(sheet, "_rules_map"), "without _rules_map a guest's look cannot change"


@pytest.mark.skipif(sys.platform == "win32", reason="the driver of POSIX systems")
def test_textual_driver_still_uses_the_decoder_and_the_writer_thread_that_the_program_replaces():
    from textual.drivers.linux_driver import LinuxDriver

    assert "getincrementaldecoder(" in inspect.getsource(LinuxDriver.run_input_thread), "a wrong byte ends the program"
    assert "WriterThread(self._file)" in inspect.getsource(LinuxDriver), "without a terminal the program never ends"


async def test_rows_of_a_screen_are_read_as_segments_for_recordings(make_program):
    app = make_program()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = painted_rows(app)
        assert len(rows) == 24, "without render_strips no replay can be recorded"
        assert all(sum(segment.cell_length for segment in row) == 80 for row in rows)


class LetterRows(Widget):
    """Shows a row of letters in each of its rows; `painted` are the rows that Textual has asked for."""

    def __init__(self, letters: str, css_class: str) -> None:
        super().__init__(classes=css_class)
        self.letters = letters
        self.painted: list[int] = []

    def render_line(self, y):
        self.painted.append(y)
        return Strip([Segment(self.letters)])


class LayeredApp(App[None]):
    """Shows a widget over the right side of another one, and a third one beside both."""

    CSS = """
    Screen { layers: below over; }
    .below { layer: below; width: 10; height: 2; }
    .over { layer: over; width: 3; height: 1; offset: 5 0; }
    .beside { layer: below; width: 10; height: 1; }
    """

    def compose(self):
        yield LetterRows("0123456789", "below")
        yield LetterRows("abc", "over")
        yield LetterRows("x" * 10, "beside")


async def test_timer_that_is_late_before_it_begins_fires_once(monkeypatch):
    use_late_firing_timers()
    seconds, now, fired = count(), textual._time.get_time, asyncio.Event()
    async with asyncio.timeout(PATIENCE_SECONDS), LayeredApp().run_test(size=(12, 4)) as pilot:
        timer = pilot.app.screen.set_timer(0.1, fired.set)

        def late_time():
            """Return the time, for the timer a second later at each call."""
            return float(next(seconds)) if asyncio.current_task() is timer._task else now()

        monkeypatch.setattr("textual._time.get_time", late_time)
        await fired.wait()


async def test_parameters_of_a_method_are_counted_once_also_in_partials(monkeypatch):
    counted = []

    def count_signature(function):
        counted.append(function)
        return inspect.signature(function)

    class Receiver:
        def receive(self, first, second):
            received.append((first, second))

    count_parameters_of_methods_once()
    monkeypatch.setattr("tui.app.textual_internals.signature", count_signature)
    received, receiver = [], Receiver()
    for number in range(3):
        await invoke(partial(receiver.receive, number), "two", "left out")
        await invoke(receiver.receive, number, "two", "left out")
    assert received == [(number, "two") for number in range(3) for _ in range(2)]
    assert counted == [Receiver.receive]


async def test_update_sends_the_changed_cells_of_a_row_and_paints_no_widget_without_changed_cells():
    send_changed_cells_only()
    async with LayeredApp().run_test(size=(12, 4)) as pilot:
        await pilot.pause()
        compositor = pilot.app.screen._compositor
        assert isinstance(compositor, ChangedCellsCompositor), "a small change sends everything to the left of it"
        below, over, beside = pilot.app.query(LetterRows)
        for widget in (below, over, beside):
            widget.painted.clear()
        below.refresh(Region(2, 0, 7, 1), Region(4, 1, 2, 1))
        compositor.update_widgets({below})
        update = compositor.render_update()
        assert isinstance(update, ChangedCellsUpdate)
        assert update.render_segments(Console(color_system=None)) == "\x1b[1;3H234abc8\x1b[2;5H45"
        assert (below.painted, over.painted, beside.painted) == ([0, 1], [], [])
        assert compositor.render_update() is None


async def test_message_that_is_looked_at_waits_and_a_key_has_a_binding_that_is_active():
    """Without these names a key is answered after the action that it sends, or a useless key gets no reply."""

    class BoundApp(App[None]):
        BINDINGS: ClassVar = [("a", "allowed", ""), ("b", "denied", "")]

        def check_action(self, action, parameters):
            return action != "denied"

    app = BoundApp()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert not has_waiting_message(app.screen)
        app.screen._pending_message = Key("a", "a")
        assert has_waiting_message(app.screen)
        app.screen._pending_message = None
        assert [key_is_active(app.screen, key) for key in "abz"] == [True, False, False]
