"""Join a table: where it is, and which name to go by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from net.limits import NAME_CELLS
from tui.plan import Plan, full_address, read_address
from tui.screens.keybar import Key
from tui.screens.menu import Choice, Menu
from tui.screens.room import Room
from tui.settings import clean_name


class Recent(Menu):
    """The tables joined lately; up from the first one leads back to the address."""

    def action_move(self, by: int) -> None:
        if by < 0 and self.index == 0:
            self.screen.query_one("#address").focus()
        else:
            super().action_move(by)


class Join(Room):
    """Asks for the address of a table; those joined lately are one key away."""

    CSS_PATH = "join.tcss"
    TITLE_IN_WORDS = "Join a table"
    ABOUT = (
        "Type the address that the host's lobby shows, such as 192.168.1.20, and Enter. A table that asks for a code "
        "shows that code to its host. Below are the tables you joined lately: arrow down and Enter."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "go(1)", show=False),
        Binding("up", "go(-1)", show=False),
    ]

    def __init__(self, plan: Plan | None = None) -> None:
        super().__init__()
        self._plan = plan or Plan("join")

    def contents(self) -> Iterable[Widget]:
        settings, plan = self.queens.settings, self._plan
        address = full_address(plan.address, plan.port) if plan.address else ""
        recent = Recent((Choice(address, "", address) for address in settings.addresses), id="recent")
        recent.display = bool(settings.addresses)
        earlier = Static("Joined lately", id="earlier", markup=False)
        earlier.display = bool(settings.addresses)
        page = Vertical(
            Static("Join a table", id="title", markup=False),
            Static("Address of the host", classes="label", markup=False),
            Input(address, placeholder="192.168.1.20", id="address", compact=True),
            Static("Your name", classes="label", markup=False),
            Input(settings.name, max_length=NAME_CELLS, id="name", compact=True),
            Static("Code of the table, if it has one", classes="label", markup=False),
            Input(plan.code, id="code", compact=True),
            earlier,
            recent,
            Static("", id="notice", markup=False),
            id="page",
        )
        yield Vertical(page, id="middle")

    def keys(self) -> Iterable[Key]:
        return (
            Key("Enter", "Join", "join", primary=True),
            Key("Tab", "Next", "app.focus_next"),
            Key("F1", "Help", "help"),
            Key("Esc", "Back", "back"),
        )

    def on_mount(self) -> None:
        self.query_one("#address").focus()

    def action_go(self, by: int) -> None:
        """Go down to the tables joined lately, or to the field above or below where there are none."""
        recent = self.query_one(Recent)
        if by > 0 and recent.display:
            recent.focus()
        elif by > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def say(self, sentence: str) -> None:
        """Show one sentence below the fields, or nothing."""
        self.query_one("#notice", Static).update(sentence)

    def on_input_submitted(self) -> None:
        self.action_join()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        self.query_one("#address", Input).value = message.name
        self.action_join()

    def action_join(self) -> None:
        """Go to the table at the address that was typed."""
        text = self.query_one("#address", Input).value.strip()
        name = clean_name(self.query_one("#name", Input).value)
        settings = self.queens.settings
        if name:
            settings.name = name
        if not text:
            self.say("Type the address of the host first; its lobby shows it.")
            return
        try:
            address, port = read_address(text)
        except ValueError as error:
            self.say(str(error))
            return
        self.queens.keep_settings()
        code = self.query_one("#code", Input).value.strip()
        self.queens.begin(replace(self._plan, address=address, port=port, code=code))
