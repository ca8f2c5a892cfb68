"""BaseScreen: key bar, help, the way back, and a notice when the terminal is too small for the screen."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.messages import Prune
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Static

from tui.text.window_size import MIN_WINDOW_SIZES_TEXT, is_window_large_enough, is_window_narrow
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, HELP_KEY_POSITION, KeyBar, listed_key, listed_keys
from tui.widgets.scroll import Scroll
from tui.widgets.settle_time import TOO_QUICK_SENTENCE

if TYPE_CHECKING:
    from tui.screens.program import Program

TOO_QUICK_NOTICE_SECONDS: Final = 2.0
"""The notice that a key or a click came too quickly is shown for this many seconds."""

FOCUS_DELAY_SECONDS: Final = 0.6
"""A screen that opens by itself takes keys once no key has come for this many seconds; sooner ones were for another
screen."""


ONE_MOMENT_TEXT: Final = "One moment …"
"""The text that a screen shows instead of data that has not arrived yet."""


class BaseScreen(Screen[None]):
    """The base of all screens of the program.

    A subclass overrides `contents`, lists its keys in `BINDINGS`, and describes itself in `HELP_TEXT`, which F1 shows.
    """

    SCREEN_TITLE: ClassVar[str] = "Mad Queens"
    """The title of the screen in its help."""
    HELP_TEXT: ClassVar[str] = ""
    """The description of the screen in its help."""
    PAGED_BOX: ClassVar[str] = ""
    """The selector of the box that Page Up and Page Down scroll, or ""."""

    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("escape", "back", "Back", ESCAPE_KEY_POSITION),
        listed_key("f1", "help", "Help", HELP_KEY_POSITION),
        Binding("question_mark", "help", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._last_focused: Widget | None = None
        self._focus_delay: Timer | None = None
        self._is_complete = False

    def compose(self) -> ComposeResult:
        yield Static("", id="cramped", markup=False)
        yield from self.contents()
        yield KeyBar(self.key_description)

    def contents(self) -> Iterable[Widget]:
        """Return the widgets of this screen, from top to bottom."""
        return ()

    @property
    def program(self) -> Program:
        """The application that shows this screen."""
        return cast("Program", self.app)

    def explanation(self) -> str:
        """Return the description of this screen that F1 shows."""
        return self.HELP_TEXT

    def rules_summary(self) -> str:
        """Return the short rules of the game being played, in Markdown; an empty string on other screens."""
        return ""

    def rulebook_game(self) -> str:
        """Return the slug of the game whose rulebook the help key opens; empty for the game at the table."""
        return ""

    def key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar writes about an active key; "" if it does not list the key."""
        return active.binding.description

    def help_key_description(self, active: ActiveBinding) -> str:
        """Return what the help writes about an active key; "" if it does not list the key."""
        return self.key_description(active)

    def show_notice(self, sentence: str) -> None:
        """Show one sentence ("": none) in the line `#notice`; a screen without such a line shows nothing."""
        if self.query("#notice"):
            self.update_line("#notice", sentence)

    def on_menu_chosen_too_soon(self) -> None:
        """Say for a moment why a key or a click chose nothing, unless the line for notices says something else."""
        for line in self.query("#notice").results(Static):
            if not line.content:
                line.update(TOO_QUICK_SENTENCE)
                self.set_timer(TOO_QUICK_NOTICE_SECONDS, self._remove_too_quick_notice)

    def _remove_too_quick_notice(self) -> None:
        """Remove the notice that a key came too quickly, if it is still shown."""
        for line in self.query("#notice").results(Static):
            if line.content == TOO_QUICK_SENTENCE:
                line.update("")

    def update_line(self, selector: str, text: str | Text) -> None:
        """Update the widget `selector` if its text differs: every update makes Textual lay out the screen."""
        line = self.query_one(selector, Static)
        if line.content != text:
            line.update(text)

    def too_small_sentence(self) -> str:
        """Return the sentence that replaces the screen in a terminal that is too small."""
        wanted = f"Please make this window at least {MIN_WINDOW_SIZES_TEXT}."
        return self.program.small_window_sentence or wanted

    def on_resize(self, event: events.Resize) -> None:
        self.adapt_to_size(event.size.width, event.size.height)

    async def on_prune(self, event: Prune) -> None:
        """Stop the work that runs for this screen before its widgets, in which the work shows its result, are removed.

        Textual calls the method of `Widget` as well, which closes the screen.
        """
        self.workers.cancel_node(self)

    def on_screen_suspend(self) -> Awaitable[None] | None:
        """Clear the key bar, which would be visible below a dialog."""
        self._repaint_key_bar()
        return None

    def on_screen_resume(self) -> None:
        """Adapt to the size that the terminal got while another screen covered this one, and show the keys again."""
        if self.is_mounted:
            self.adapt_to_size(*self.app.size)
            self._repaint_key_bar()
        if not self._is_complete:
            self.app.call_later(self.begin_painting)  # behind what Textual does once all widgets are mounted

    @property
    def is_current(self) -> bool:
        """Whether Textual may paint this screen: only once it is complete, because it would be painted up to four times
        before.
        """
        return self._is_complete and super().is_current

    def on_idle(self, event: events.Idle) -> None:
        """Do nothing while a message waits, as it may say that a widget has changed: a call after the next painting
        would come before it.

        Textual takes a message from the queue to look at it, and then finds the queue empty.
        """
        if self.program.has_waiting_message(self):
            event.prevent_default()

    def begin_painting(self) -> None:
        """Paint this screen, which is complete now, and paint its changes from now on."""
        self._is_complete = True
        if self.is_attached:
            self.refresh()
            self._on_timer_update()

    def is_key_active(self, key: str) -> bool:
        """Return whether a key is one of the active bindings, without asking of all others whether they have a use."""
        return self.program.is_key_active(self, key)

    def _repaint_key_bar(self) -> None:
        """Paint the key bar again, because a dialog covers this screen now, or was closed."""
        for bar in self.query(KeyBar):
            bar.repaint()

    def adapt_to_size(self, width: int, height: int) -> None:
        """Show the screen at this size, or a request for a larger window; `width` and `height` in cells."""
        cramped = not is_window_large_enough(width, height)
        if cramped:
            self.query_one("#cramped", Static).update(self.too_small_sentence())
        elif self.has_class("-cramped"):
            self.call_after_refresh(self.restore_focus)
        self.set_class(cramped, "-cramped")
        self.set_class(is_window_narrow(width), "-narrow")
        if self.PAGED_BOX:
            self.call_after_refresh(self.refresh_bindings)

    def action_page(self, by: int) -> None:
        """Scroll the box `PAGED_BOX`, if the screen has one, `by` pages down, or up if negative."""
        for box in self._paged_boxes():
            box.scroll_relative(y=by * max(box.size.height - 2, 1), animate=False)

    def _paged_boxes(self) -> Iterable[Scroll]:
        """Yield the box `PAGED_BOX`, if the screen has it."""
        return self.query(self.PAGED_BOX).results(Scroll) if self.PAGED_BOX else ()

    @property
    def page_scrolls(self) -> bool:
        """Whether the box `PAGED_BOX` has more rows than it shows."""
        return any(box.max_scroll_y > 0 for box in self._paged_boxes())

    # Focus

    @property
    def default_focus(self) -> str:
        """The selector of the widgets that can get the focus if no widget has it: the first of them does.

        "" for none.
        """
        return "*" if self.AUTO_FOCUS is None else self.AUTO_FOCUS

    def watch_focused(self, earlier_widget: Widget | None, new_widget: Widget | None) -> None:
        """Give the focus back to a widget that lost it, because Textual takes it from a widget that is hidden."""
        self._last_focused = new_widget or earlier_widget
        if new_widget is None:
            self.call_after_refresh(self.restore_focus)
        else:
            self._stop_focus_delay()

    @property
    def focus_is_delayed(self) -> bool:
        """Whether no widget gets keys yet, because this screen came by itself and the person may still be typing."""
        return self._focus_delay is not None

    def delay_focus(self) -> None:
        """Take the focus from all widgets until no key has come for `FOCUS_DELAY_SECONDS`.

        Keys that come before were typed for another screen.
        """
        self._stop_focus_delay()
        self._focus_delay = self.set_timer(FOCUS_DELAY_SECONDS, self.end_focus_delay)
        self.set_focus(None)

    def end_focus_delay(self) -> None:
        """Give the focus to the default widget, so that this screen takes keys."""
        self._stop_focus_delay()
        self.restore_focus()

    def _stop_focus_delay(self) -> None:
        """Cancel the timer of the focus delay if it runs."""
        if self._focus_delay is not None:
            self._focus_delay.stop()
            self._focus_delay = None

    def on_key(self, event: events.Key) -> Awaitable[None] | None:
        """Restart a focus delay, because the person is still typing for the screen before."""
        if self._focus_delay is not None:
            self._focus_delay.reset()
        return None

    def restore_focus(self) -> None:
        """If no widget has the focus, give it to the one that had it last, or else to the default one."""
        if self.focused is not None or self.focus_is_delayed or not self.is_attached or self.has_class("-cramped"):
            return
        candidates = [self._last_focused, *(self.query(self.default_focus) if self.default_focus else ())]
        for widget in candidates:
            if widget is not None and widget in self.focus_chain:
                self.set_focus(widget)
                return

    async def action_back(self) -> None:
        """Return to the screen below."""
        self.program.call_after_current_screen(self.program.go_back)

    def action_help(self) -> None:
        """Open help: the description of this screen, and its keys."""
        from tui.screens.help import HelpScreen, HelpText

        text = HelpText(
            self.SCREEN_TITLE,
            self.explanation(),
            self.rules_summary(),
            tuple(key for key in listed_keys(self, self.help_key_description) if key.listing.in_help),
            self.rulebook_game(),
        )
        self.app.push_screen(HelpScreen(text))
