"""Private names of Textual that a guest's program needs, and why: Textual is pinned to one version for them.

tests/tui/guest/test_textual_internals.py checks every name and says what breaks without it. The names that also the
host's own program needs are in `tui.app.crash`.
"""

from __future__ import annotations

import sys
from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

from rich.console import RenderableType
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.filter import Monochrome, NoColor
from textual.message import Message
from textual.screen import Screen


class KeyParser(XTermParser):
    """Textual's parser of terminal input, without its class-wide cache.

    There `_parse_extended_key` is a cached method, so that the cache keeps a thousand parsers, and with each of them
    its program, alive for as long as the process runs.
    """

    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]

    def messages(self, text: str) -> Iterator[Message]:
        """Yield the messages that `text` stands for."""
        return iter(self.feed(text))

    def close(self) -> None:
        """End the parser's generator, which otherwise waits for input for ever and is never collected."""
        self._gen.close()


if TYPE_CHECKING:
    _AppBase = App[None]
else:
    _AppBase = object  # Textual follows the first base class that is an App, which must be the program's


class GuardedApp(_AppBase):
    """Mixin of an application that leaves the process's output alone and reports its faults to `fault_occurred`.

    Textual redirects `sys.stdout` and `sys.stderr` of the whole process, and prints the traceback of a fault on the
    process's own terminal, which is the host's.
    """

    @abstractmethod
    def fault_occurred(self, error: Exception) -> None:
        """Handle the first fault of this program, which ends it."""

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
        self._return_code = 1
        if self._exception is None:
            self.fault_occurred(error)
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
        """Show colours, or none, whatever the host's own terminal can show."""
        self.no_color = no_colour
        self._filters = [one for one in self._filters if not isinstance(one, Monochrome | NoColor)]
        if no_colour:
            self._filters.append(NoColor() if self.native_ansi_color else Monochrome())

    @property
    def top_screen(self) -> Screen[Any] | None:
        """The screen on top, or None while there is none; `App.screen` raises an error then."""
        return self._screen_stack[-1] if self._screen_stack else None


def stop_drawing(app: App[Any]) -> None:
    """Let an application draw nothing until `draw_again`."""
    app._begin_batch()


def draw_again(app: App[Any]) -> None:
    """Undo `stop_drawing`, and draw the whole screen."""
    app._end_batch()
    if app._running and app.screen_stack:
        app.screen.refresh()


class RuleCachingStylesheet(Stylesheet):
    """A style sheet whose parsed rules come from `cache`, which all sheets of the same kind may share."""

    cache: dict[tuple[object, ...], list[RuleSet]]

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        variables = tuple(sorted(self._variables.items()))
        key = (variables, css, read_from, is_default_rules, tie_breaker, scope)
        rules = self.cache.get(key)
        if rules is None:
            rules = self.cache[key] = super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
        return rules

    def reparse(self) -> None:
        """Parse with other variables; Textual's own does it in a copy, in case there are mistakes in the new ones."""
        self._rules_map = None
        self.parse()
