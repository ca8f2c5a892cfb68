"""TableSetupScreen: the game of a table, its numbers of players and bots, and the options of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from secrets import token_bytes
from typing import ClassVar, Final

from msgspec import structs
from msgspec.structs import replace
from textual import events
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from core import BadOption, Game
from core.engine.english import count
from core.engine.game import NORMAL_LEVEL
from net.limits import DEFAULT_PORT, MAX_NAME_CELLS
from net.protocol.sanitize import clean_text
from net.security.table_code import new_secret
from tui.connect.remembered_table import setup_of_table
from tui.connect.request import TableRequest
from tui.screens.base import BaseScreen
from tui.screens.dialog import confirmation_dialog
from tui.screens.table_setup_fields import (
    ADMISSION_FIELD,
    ADMIT_WITH_CODE,
    BROWSERS_FIELD,
    LEVEL_FIELD,
    PURPOSES_WITH_ADMISSION,
    SetupPurpose,
    fields_of_game,
)
from tui.screens.text_question import TextQuestion
from tui.settings import MAX_HOUSE_RULES, MAX_RULES_NAME_CELLS, LastTableSetup
from tui.text.table import KEEP_RULES_LABEL, REPLACE_RULES_LABEL, lost_seats_warning, replace_rules_question
from tui.widgets.form import Field, Form
from tui.widgets.key_bar import listed_key
from tui.widgets.menu import LetterChoice, Menu
from tui.widgets.scroll import Scroll

SETUP_TITLE_BY_PURPOSE: Final[dict[SetupPurpose, str]] = {
    "play": "Set up a table",
    "host": "Host a table",
    "club": "Open a table",
    "change": "Change the game",
}
"""Maps the purpose of the form to the title of the screen."""

BEGIN_KEY_LABEL_BY_PURPOSE: Final[dict[SetupPurpose, str]] = {
    "play": "Play",
    "host": "Open the table",
    "club": "Open the table",
    "change": "Change",
}
"""Maps the purpose of the form to the description of the key that closes the form and opens or changes the table."""

HOUSE_RULES_CHOICE_PREFIX: Final = "="
"""The prefix of the name of a choice that stands for saved house rules."""

HOUSE_RULES_NAME_HINT: Final = "A digit picks them here; queens play --rules NAME plays by them."
"""The hint below the field for the name of a set of house rules: how the set is used."""
UNREADABLE_NAME_SENTENCE: Final = "The name needs at least one letter that can be seen."
"""The reply to a name, of a table or of a set of house rules, that has no visible character."""
TABLE_NAME_QUESTION: Final = "What is your table called?"
"""The question for the name of a table of a club."""
TABLE_NAME_HINT: Final = "So that others find it in the list; otherwise it goes by your name."
"""The hint below the field for the name of a table."""
TOO_MANY_HOUSE_RULES_SENTENCE: Final = (
    f"There is room for {MAX_HOUSE_RULES} sets of house rules: X deletes the one under the cursor."
)
"""The reply to a person who saves more sets of house rules than there is room for."""

SAVED_HOUSE_RULES_HELP: Final = (
    "What you choose is remembered. S saves it under a name, listed below the games; its digit picks it."
)
"""The help text about house rules, if settings are saved."""

MORE_OPTIONS_HINT: Final = "More options below."
"""The hint below a list of options that does not fit."""


class TableSetupScreen(BaseScreen):
    """The screen with the form in which a person sets up a table before playing or hosting, or changes its game.

    `open_in_club` is a function that opens a table of a club, given the choices, whether it has a code, and its name,
    which is "" if the person gave it none.
    """

    CSS_PATH = "table_setup.tcss"
    SCREEN_TITLE = "Table set-up"
    HELP_TEXT = (
        "On the left are the games, on the right the settings of the one you choose: the number of players and the "
        "house rules, with what is usual. Tab goes from one side to the other; left and right change a value, and a "
        "number can be typed at once. Page Up and Page Down move through the settings. Enter begins from either side."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        listed_key("enter", "begin", "Play", 0, primary=True, priority=True),
        listed_key("tab", "app.focus_next", "Options", 1),
        listed_key("d", "defaults", "Defaults", 2),
        listed_key("a", "name_table", "Name the table", 2),
        listed_key("s", "save_rules", "Save", 3),
        listed_key("n", "rename_rules", "Rename", 4),
        listed_key("x", "delete_rules", "Delete", 5),
        Binding("right", "options", show=False),
    ]

    def __init__(
        self, purpose: SetupPurpose, open_in_club: Callable[[LastTableSetup, bool, str], None] | None = None
    ) -> None:
        super().__init__()
        self.purpose: SetupPurpose = purpose
        self._open_in_club = open_in_club
        self._sentence = ""
        self._table_name = ""

    def explanation(self) -> str:
        """Return the description of the form; if settings are saved, also that of saved house rules."""
        return f"{self.HELP_TEXT} {SAVED_HOUSE_RULES_HELP}" if self.program.saves_settings else self.HELP_TEXT

    def contents(self) -> Iterable[Widget]:
        """Yield the list of games and the form of the options."""
        game = self.program.games[self._last_table.game]
        choice = self._initial_table(game)
        menu = Menu(self._entries(), id="games")
        menu.index = list(self.program.games).index(game.slug)
        yield Static(SETUP_TITLE_BY_PURPOSE[self.purpose], id="title", markup=False)
        yield Horizontal(
            Vertical(menu, Static(game.tagline, id="tagline", markup=False), id="left"),
            Scroll(Form(self._fields(choice), id="options"), id="right", can_focus=False),
        )
        yield Static("", id="notice", markup=False)

    def on_mount(self) -> None:
        self.query_one("#options" if self.purpose == "change" else "#games").focus()
        right = self.query_one("#right", Scroll)
        self.watch(right, "scroll_y", self._show_notice)
        self.watch(right, "virtual_size", self._show_notice)

    def key_description(self, active: ActiveBinding) -> str:
        """Return what the key bar writes about an active key on this screen at this moment."""
        if active.binding.action == "begin":
            return BEGIN_KEY_LABEL_BY_PURPOSE[self.purpose]
        if active.binding.action == "app.focus_next" and isinstance(self.focused, Form):
            return "Games"
        return super().key_description(active)

    def show_notice(self, sentence: str) -> None:
        """Show one sentence below the options, or none if it is empty."""
        self._sentence = sentence
        self._show_notice()

    def _show_notice(self) -> None:
        """Show the present notice; without one, a hint if there are options below the visible ones."""
        right, notice = self.query_one("#right", Scroll), self.query_one("#notice", Static)
        follows = right.max_scroll_y > right.scroll_target_y
        notice.update(self._sentence or (MORE_OPTIONS_HINT if follows else ""))
        notice.set_class(not self._sentence, "-hint")

    def _entries(self) -> Iterable[LetterChoice]:
        """Yield a choice for each game, and below them one for each saved set of house rules."""
        games = self.program.games
        yield from (LetterChoice(game.slug, "", game.title) for game in games.values())
        for digit, (name, choice) in enumerate(self.program.settings.house_rules.items(), 1):
            if choice.game in games:
                yield LetterChoice(f"{HOUSE_RULES_CHOICE_PREFIX}{name}", str(digit), name)

    @property
    def _house_rules_name(self) -> str:
        """The name of the saved house rules under the cursor; "" if the cursor is on a game."""
        pointed = self.query_one("#games", Menu).choice_at_cursor
        is_rules = pointed is not None and pointed.name.startswith(HOUSE_RULES_CHOICE_PREFIX)
        return pointed.label if is_rules and pointed is not None else ""

    @property
    def game(self) -> Game:
        """The game under the cursor, or the game of the saved house rules under it."""
        rules = self.program.settings.house_rules.get(self._house_rules_name)
        slug = next(iter(self.program.games)) if rules is None else rules.game
        pointed = self.query_one("#games", Menu).choice_at_cursor
        return self.program.games[slug if rules is not None or pointed is None else pointed.name]

    @property
    def _last_table(self) -> LastTableSetup:
        """The present table if it is to be changed, else the table that was set up last."""
        client = self.program.client()
        table = client.table if client is not None and self.purpose == "change" else None
        if table is None:
            return self.program.last_table
        return setup_of_table(table)

    def _usual_table(self, game: Game) -> LastTableSetup:
        """Return the default table of a game: without bots if others can join, else with bots in all seats but one."""
        return LastTableSetup(
            game.slug, game.usual_seats, 0 if self.purpose in PURPOSES_WITH_ADMISSION else game.usual_seats - 1
        )

    def _initial_table(self, game: Game) -> LastTableSetup:
        """Return the table that the form begins with.

        It is that of the house rules under the cursor, else the table that the person last set up for `game`, else the
        usual one.
        """
        rules = self.program.settings.house_rules.get(self._house_rules_name) if self.is_mounted else None
        if rules is not None:
            return replace(rules, bots=min(rules.bots, rules.seats - 1))
        last, usual = self._last_table, self._usual_table(game)
        kept = last if last.game == game.slug else self.program.settings.last_table_of_game(game.slug)
        return usual if kept is None else replace(kept, bots=min(usual.bots, kept.seats - 1))

    @property
    def choice(self) -> LastTableSetup:
        """The table that the form describes now."""
        values = {field.name: field.value for field in self.query_one(Form).fields}
        seats = int(values.pop("seats"))
        bots = int(values.pop("bots", seats - 1))
        values.pop(ADMISSION_FIELD, None)
        values.pop(BROWSERS_FIELD, None)
        level = values.pop(LEVEL_FIELD, "")
        return LastTableSetup(self.game.slug, seats, bots, values, "" if level == NORMAL_LEVEL else level)

    def _fields(self, choice: LastTableSetup, private: bool = False, browsers: bool | None = None) -> list[Field]:
        """Return the fields with the values of `choice`.

        `private`: the table asks for a code. `browsers`: it is served to browsers; None: as the table hosted last was.
        """
        browsers = self.program.tables.last_table_had_browsers if browsers is None else browsers
        return fields_of_game(self.program.games[choice.game], choice, self.purpose, private, browsers)

    @property
    def _has_code(self) -> bool:
        """Whether the table admits only people with its code."""
        return any(
            field.name == ADMISSION_FIELD and field.value == ADMIT_WITH_CODE for field in self.query_one(Form).fields
        )

    @property
    def _lets_browsers_in(self) -> bool:
        """Whether the table is served to browsers."""
        return any(field.name == BROWSERS_FIELD and field.value == "yes" for field in self.query_one(Form).fields)

    def on_menu_pointed(self, message: Menu.Pointed) -> None:
        game = self.game
        self.query_one("#tagline", Static).update(game.tagline)
        self.query_one(Form).show_fields(self._fields(self._initial_table(game)), from_first=True)
        self.show_notice("")
        self.refresh_bindings()

    def on_menu_chosen(self) -> None:
        if self._house_rules_name:  # everything is chosen, and another digit picks other house rules
            self.query_one("#games").focus()
        else:
            self.action_options()

    def on_key(self, event: events.Key) -> None:
        """Pick house rules by their digit also from a field that takes no number."""
        if event.character and event.character.isdigit() and self.query_one(Menu).choose_by_letter(event.character):
            event.stop()

    def action_options(self) -> None:
        """Focus the options of the game."""
        self.query_one("#options").focus()

    def on_form_changed(self, message: Form.Changed) -> None:
        self.show_notice("")
        client = self.program.client()
        table = client.table if client is not None and self.purpose == "change" else None
        if message.field.name == "seats":
            warning = lost_seats_warning(table, self.choice.seats) if table is not None else ""
            typed = self._typed_players_sentence(message.field.value) if message.typed else ""
            self.show_notice(warning or typed)
        option = self.game.options.get(message.field.name)
        may_change_pack = option is not None and isinstance(option.default, bool)  # which the text beside players tells
        if message.field.name in ("seats", "bots", LEVEL_FIELD) or may_change_pack:  # other fields depend on it
            choice = self.choice
            choice.bots = min(choice.bots, choice.seats - 1)
            message.form.show_fields(self._fields(choice, self._has_code, self._lets_browsers_in))

    def _typed_players_sentence(self, number: str) -> str:
        """Return the sentence that a typed digit was a number of players, if it stands for house rules in the list;
        else ""."""
        picked = next((one.label for one in self._entries() if one.letter == number), "")
        players = count(int(number), "player")
        return f"{players}. In the list of games, {number} picks {picked}." if picked else ""

    def on_form_refused(self, message: Form.Refused) -> None:
        self.show_notice(message.reason)

    def action_defaults(self) -> None:
        """Restore the default options."""
        game = self.game
        self.query_one(Form).show_fields(self._fields(self._usual_table(game)))

    def action_name_table(self) -> None:
        """Ask for the name of the table in the list of the club, and show it in the title."""

        def rename(name: str | None) -> None:
            """Give the table the typed name; None or "": the person has cancelled."""
            readable = clean_text(name or "", MAX_NAME_CELLS)
            if readable:
                self._table_name = readable
                self.query_one("#title", Static).update(f"{SETUP_TITLE_BY_PURPOSE[self.purpose]}: {readable}")
            self.show_notice(UNREADABLE_NAME_SENTENCE if name and not readable else "")

        self.app.push_screen(
            TextQuestion(TABLE_NAME_QUESTION, self._table_name, TABLE_NAME_HINT, MAX_NAME_CELLS), rename
        )

    # House rules under a name

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "name_table":
            return self.purpose == "club"
        if action == "save_rules":
            return self.program.saves_settings
        return not self.is_mounted or bool(self._house_rules_name) or action not in ("rename_rules", "delete_rules")

    def action_save_rules(self) -> None:
        """Ask for a name, and save the table of the form under it as house rules."""
        self._ask_for_rules_name("What are these house rules called?", self._house_rules_name)

    def action_rename_rules(self) -> None:
        """Ask for another name for the saved house rules under the cursor."""
        self._ask_for_rules_name(
            f"What should {self._house_rules_name} be called?", self._house_rules_name, self._house_rules_name
        )

    def _ask_for_rules_name(self, question: str, text: str, earlier_name: str = "") -> None:
        """Ask for a name, and save the table of the form under it, after a question if other house rules have it.

        The house rules called `earlier_name` are removed.
        """
        choice, settings = self.choice, self.program.settings

        def save(name: str) -> None:
            """Save the table of the form under a name, and show the list or why that is not possible."""
            kept = settings.save_house_rules(name, settings.house_rules.get(earlier_name, choice), earlier_name)
            if kept:
                self._show_house_rules(kept)
                self.show_notice(f"Saved as {kept}.")
            else:
                self.show_notice(
                    TOO_MANY_HOUSE_RULES_SENTENCE
                    if clean_text(name, MAX_RULES_NAME_CELLS)
                    else UNREADABLE_NAME_SENTENCE
                )

        def save_or_ask(name: str | None) -> None:
            """Save under the typed name if it is free, else after a question; None or "": the person has cancelled."""
            taken = settings.house_rules_in_the_way(name or "", earlier_name)
            if name and taken:
                dialog = confirmation_dialog(replace_rules_question(taken), REPLACE_RULES_LABEL, KEEP_RULES_LABEL)
                self.app.push_screen(dialog, lambda agreed: save(name) if agreed else None)
            elif name:
                save(name)

        self.app.push_screen(TextQuestion(question, text, HOUSE_RULES_NAME_HINT, MAX_RULES_NAME_CELLS), save_or_ask)

    def action_delete_rules(self) -> None:
        """Delete the saved house rules under the cursor, after a question."""
        name = self._house_rules_name

        def delete(agreed: bool | None) -> None:
            """Delete the house rules if the person has agreed."""
            if agreed and self.program.settings.house_rules.pop(name, None) is not None:
                self._show_house_rules("")
                self.show_notice(f"{name} is deleted.")

        self.app.push_screen(confirmation_dialog(f"Delete the house rules {name}?", "Delete", KEEP_RULES_LABEL), delete)

    def _show_house_rules(self, name: str) -> None:
        """Save the settings, and show and focus the list, with the cursor on the house rules of this name."""
        self.program.save_settings()
        menu = self.query_one("#games", Menu)
        menu.show_choices(self._entries())
        menu.point_at_neighbour()
        menu.point_at(f"{HOUSE_RULES_CHOICE_PREFIX}{name}")
        menu.focus()
        self.refresh_bindings()

    def action_begin(self) -> None:
        """Open or change the table, after the form has handled what was typed; invalid options are reported."""
        self.query_one(Form).call_later(self._open_or_change_table)

    def _open_or_change_table(self) -> None:
        """Store the table in the form as the last one, and open it or change the present table; or show why not."""
        refusal = self.query_one(Form).refusal
        if refusal:
            self.show_notice(refusal)
            return
        choice = self.choice
        try:
            self.game.settings(choice.seats, choice.options)
        except BadOption as error:
            self.show_notice(str(error))
            return
        self.program.settings.remember_table(choice)
        self.program.save_settings()
        session = self.program.session
        if self.purpose == "change" and session is not None:
            session.client.configure_table(choice.game, choice.seats, choice.options)
            self.program.call_after_current_screen(self.program.go_back)
            return
        if self._open_in_club is not None:
            self.program.call_after_current_screen(
                partial(self._leave_and_open, choice, self._has_code, self._table_name)
            )
            return
        if self.purpose == "host":
            code = new_secret(token_bytes(4)) if self._has_code else ""
            request = TableRequest(
                "host",
                choice.game,
                choice.seats,
                choice.bots,
                choice.options,
                bot_kinds=choice.bot_kinds,
                port=DEFAULT_PORT,
                any_port=True,
                code=code,
                is_game_named=True,
            )
            request = self.program.tables.request_like_last_table(request)
            port = (request.web_port or 0) if self._lets_browsers_in else None
            request = structs.replace(request, web_port=port)
        else:
            request = TableRequest(
                "play", choice.game, choice.seats, choice.bots, choice.options, bot_kinds=choice.bot_kinds
            )
        self.program.go_to_table(request)

    async def _leave_and_open(self, choice: LastTableSetup, private: bool, name: str) -> None:
        """Return to the hall, and open the table there."""
        await self.program.go_back()
        if self._open_in_club is not None:
            self._open_in_club(choice, private, name)
