"""TableSettingsScreen: the terms of a table, for any game: decision clock, grace period, taking over seats, hints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.binding import BindingType
from textual.widget import Widget
from textual.widgets import Static

from net.limits import DECISION_CLOCK_SECONDS_RANGE, MAX_GRACE_SECONDS
from net.protocol.table_state import Terms
from tui.screens.base import BaseScreen
from tui.widgets.form import Field, Form
from tui.widgets.key_bar import ESCAPE_KEY_POSITION, listed_key
from tui.widgets.scroll import Scroll

NO_CLOCK_VALUE: Final = "none"
"""The value of the clock field for a table without a decision clock."""

CLOCK_VALUES: Final = (
    NO_CLOCK_VALUE,
    "10",
    "15",
    "20",
    "30",
    "45",
    "60",
    "90",
    "120",
    "180",
    "300",
    "600",
    "1800",
    "3600",
)
"""The decision clocks that the arrow keys step through, in seconds; any number between can be typed."""

GRACE_PERIOD_VALUES: Final = ("0", "10", "15", "20", "30", "45", "60", "90", "120", "180", "300", "600", "1800", "3600")
"""The grace periods that the arrow keys step through, in seconds; any number between can be typed."""

TAKE_OVER_VALUES: Final = ("off", "once", "often")
"""The values of the field for take-overs: how often a spectator may take over a bot's seat in one match."""

HINT_VALUES: Final[dict[str, bool | None]] = {"alone": None, "on": True, "off": False}
"""Maps a value of the form field for hints to the value of `Terms.hints`."""


def fields_of_terms(terms: Terms) -> list[Field]:
    """Return the form fields of a table's terms, with the values of `terms`."""
    clock = str(terms.clock) if terms.clock else NO_CLOCK_VALUE
    return [
        Field(
            "clock",
            "Seconds for a decision",
            clock,
            "Then the game decides for you; three in a row and you count as away.",
            values=CLOCK_VALUES,
            bounds=DECISION_CLOCK_SECONDS_RANGE,
            zero_value=NO_CLOCK_VALUE,
        ),
        Field(
            "grace",
            "Seconds to wait for absent players",
            str(terms.grace),
            "Then a bot plays for them until they are back. A number can be typed.",
            values=GRACE_PERIOD_VALUES,
            bounds=(0, MAX_GRACE_SECONDS),
        ),
        Field(
            "take_over",
            "Spectators may take over from a bot",
            TAKE_OVER_VALUES[terms.take_over + (terms.take_over and terms.take_over_often)],
            "Once: you are asked, and nobody sees a second hand of a match. Often: anybody, any seat.",
            values=TAKE_OVER_VALUES,
        ),
        Field(
            "hints",
            "Hints for those who play",
            next(word for word, hints in HINT_VALUES.items() if hints is terms.hints),
            "What the coach would do, on a key. Alone: while no other person plays at this table.",
            values=tuple(HINT_VALUES),
        ),
    ]


def terms_of_fields(fields: Iterable[Field]) -> Terms:
    """Return the terms with the values of these fields."""
    values = {field.name: field.value for field in fields}
    clock = 0 if values["clock"] == NO_CLOCK_VALUE else int(values["clock"])
    take_over = TAKE_OVER_VALUES.index(values["take_over"])
    return Terms(clock, int(values["grace"]), take_over > 0, take_over > 1, HINT_VALUES[values["hints"]])


class TableSettingsScreen(BaseScreen):
    """The form in which the owner changes the terms of the table."""

    CSS_PATH = "table_settings.tcss"
    SCREEN_TITLE = "Table settings"
    HELP_TEXT = (
        "These settings belong to the table and not to the game, so you can change them at any time; a new clock "
        "counts from the next decision. Left and right change a value, and a number can be typed. Enter sets all of "
        "it, Esc leaves it as it was."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "agree_to_settings", "Set", 0, primary=True, priority=True),
        listed_key("escape", "back", "Leave it as it was", ESCAPE_KEY_POSITION),
    ]

    def contents(self) -> Iterable[Widget]:
        """Yield the form of the terms."""
        client = self.program.client()
        terms = client.table.terms if client is not None and client.table is not None else Terms()
        yield Static(self.SCREEN_TITLE, id="title", markup=False)
        yield Scroll(Form(fields_of_terms(terms), id="options"), id="right", can_focus=False)
        yield Static("", id="notice", markup=False)

    def on_mount(self) -> None:
        self.query_one("#options").focus()

    def on_form_refused(self, message: Form.Refused) -> None:
        self.show_notice(message.reason)

    def on_form_changed(self) -> None:
        self.show_notice("")

    def action_agree_to_settings(self) -> None:
        """Request these terms from the host, after the form has handled what was typed."""
        self.query_one(Form).call_later(self._set_terms)

    def _set_terms(self) -> None:
        """Request the terms in the form from the host and close, or show why a value is refused."""
        form, client = self.query_one(Form), self.program.client()
        if form.refusal:
            self.show_notice(form.refusal)
        elif client is not None:
            client.set_terms(terms_of_fields(form.fields))
            self.program.call_after_current_screen(self.program.go_back)
