"""One person's conversation with a table: takes events and typed lines, and writes sentences.

Nothing in this file waits, reads or writes: `tui.line_mode.session` passes lines and events to it in order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core import Action, View, games
from core.engine.coach import Advice
from core.engine.english import english_list
from net.client.api import Client
from net.client.events import Event
from net.errors import NetError
from net.protocol.sanitize import find_name
from tui.boards.common.doubted_action import DoubtedAction
from tui.line_mode.context import NO_CONTEXT, ConversationContext
from tui.line_mode.event_text import EventText
from tui.line_mode.menus import Menus
from tui.line_mode.narrators.base import MAX_SCORES_WRITTEN, Narrator
from tui.line_mode.narrators.choices import BACK_COMMAND, NumberedChoice, NumberedMenu, parse_number
from tui.line_mode.output import DEFAULT_FORMAT, LineFormat, Output
from tui.line_mode.pending_reply import PendingReply
from tui.line_mode.plain_lines import UNKNOWN_COMMAND_SENTENCE, abbreviate_cards, printable_line
from tui.table.client_request import RequestSituation
from tui.table.event_reader import EventReader
from tui.table.hint import DecisionOver
from tui.text.hint import HEADING_BY_MARK, NO_HINT_SENTENCE, WORSE_MARK, hint_rows, sentences_on_worths
from tui.text.table import leave_question

SEND_SLIP_LABEL: Final = "Yes, do it"
"""The label of the answer that sends an action that is probably a slip."""

CHOOSE_OTHER_ACTION_LABEL: Final = "No, go back"
"""The label of the answer that does not send an action that is probably a slip."""

MAX_CHOICES_IN_HINT: Final = 6
"""A hint names at most this many choices: with more, the reason and the best choice scroll off a phone's screen."""

ALREADY_SO_SENTENCE: Final = "That is already so."
"""The reply to a request that would change nothing."""


FIGURES_SENTENCE: Final = "The figures: hint again."
"""The sentence after the reason of a hint, on how to read the figures."""


def _own_state(view: View) -> object:
    """Return what tells two decisions of the seat of a view apart: its choices, and the cards of its own piles."""
    own = {name: pile for name, pile in view.piles.items() if name.endswith(f"/{view.seat}")}
    return games[view.game].legal(view), own


class Conversation:
    """The conversation of one person with a table, over all its matches.

    `run_line` runs the command or action that a text names and returns False if it names none
    (`tui.line_mode.commands.run_line`). `solo` is whether no other person can join the table. `ending` is "" until the
    conversation is over, then ``left``, ``lost``, or ``open`` if a table hosted here stays open to the other players.
    `hint_is_wanted`, `analysis_is_wanted`, `browsers_are_wanted`: each is True from the moment when the person asks for
    a hint, for the analysis of the match that has ended, or that the table be open to browsers, until the session
    begins to do that. `client` is the person's client at the table, `write_line` writes one line to the terminal,
    `line_format` says how lines look, `saved_house_rules` are those of the context, and `context` is what the
    conversation knows of the program around it.
    """

    def __init__(
        self,
        client: Client,
        write_line: Callable[[str], None],
        run_line: Callable[[Conversation, str], bool],
        line_format: LineFormat = DEFAULT_FORMAT,
        context: ConversationContext = NO_CONTEXT,
    ) -> None:
        self.client = client
        self.solo = context.solo
        self.is_hosting = context.is_hosting
        self.ending = ""
        self.hint_is_wanted = False
        self._decision_explained: object = None
        self._advised: tuple[object, Action] | None = None
        self.analysis_is_wanted = False
        self.browsers_are_wanted = False
        self.saved_house_rules = context.saved_house_rules
        self._open_to_browsers = context.open_to_browsers
        self._asks_about_slips = context.asks_about_slips
        self._firsts_and_bests_sentence = context.firsts_and_bests_sentence
        self._doubted_action = DoubtedAction()
        self._typed_line_count = 0
        self.output = Output(write_line, line_format, context.save_format)
        self.reader: EventReader[None] = EventReader(client, context.save_token)
        self.menus = Menus(client, self.reader, self.output, solo=context.solo)
        self.pending_reply = PendingReply(client)
        self.events = EventText(client, self.reader, self.output, self.menus, self.pending_reply, context)
        self.reader.subscribe(self.events)
        self._run_line = run_line

    # Events

    @property
    def narrator(self) -> Narrator | None:
        """The narrator of the match played last; None before the first match."""
        return self.menus.narrator

    @property
    def is_playing(self) -> bool:
        """Whether a match is being played."""
        return self.reader.is_playing

    def write(self, *sentences: str) -> None:
        """Write sentences that the command ``log`` does not repeat."""
        self.output.write(*sentences)

    def begin(self, *, start: bool = True) -> None:
        """Write the state of the running match or of the table.

        With `start`, at a solo table without a match, start a match instead.
        """
        began = self.reader.read_present_state()
        if began is not None:
            self.events.on_match_began(began, under_way=True)
        elif self.solo and start:
            self.start_match()
        elif self.reader.result_still_shown is not None:
            self.events.write_result_still_shown(self.reader.result_still_shown)
        else:
            self.events.describe_table()
            self.output.write_news(*filter(None, [self.reader.missed_result_sentences]))
        self.events.on_questions(self.client.questions)

    def handle_event(self, event: Event) -> None:
        """Write the sentences for an event; the conversation is over if the host is lost."""
        self.reader.read(event)
        if self.reader.host_lost:
            self.ending = "lost"

    def send_and_refresh(self, now: float) -> None:
        """Write what has changed for the person, send the next queued action, and write the menu if it has changed.

        If that action is not legal any more, all queued actions are dropped. Call it when no event waits to be handled;
        `now` is in seconds.
        """
        self.events.write_own_changes()
        action = self.pending_reply.take_next_action()
        if action is not None:
            if self.narrator is not None and action in self.narrator.legal:
                self.menus.close_submenus()
                self.pending_reply.send_next_action(action)
            else:
                self.pending_reply.cancel()
        if self.is_ready_for_line and not self.ending:
            self.menus.refresh(now)

    def stop_waiting(self) -> None:
        """Stop waiting for a reply of the host, or for the rest of a result."""
        self.pending_reply.stop_waiting()
        self.events.stop_waiting_for_result()

    def write_hint(self, advice: Advice | None) -> None:
        """Write the hint that the person has asked for: first its reason, and if they ask once more, its figures, if it
        has some.

        If `advice` is None, write that no hint can be given.
        """
        view = self.client.view
        if advice is None or view is None:
            self.write(NO_HINT_SENTENCE)
            return
        words_by_mark = {**HEADING_BY_MARK, WORSE_MARK: "Or"}
        rows = list(hint_rows(games[view.game], advice, MAX_CHOICES_IN_HINT))
        decision = _own_state(view)
        self._advised = None if advice.best is None else (decision, advice.best.action)
        if rows and decision == self._decision_explained:
            self.write(*(f"{words_by_mark[mark]}: {text}." for mark, text in rows))
            if explanation := sentences_on_worths(advice):
                self.write(" ".join(explanation))
        else:
            self._decision_explained = decision
            self.write(advice.reason, *((FIGURES_SENTENCE,) if rows else ()))

    def leave(self, result: str = "left") -> None:
        """End the conversation with the `result` ``left``, ``open`` or ``lost``."""
        self.ending = result

    # Typed lines

    @property
    def is_ready_for_line(self) -> bool:
        """Whether the next typed line can be carried out: no reply of the host is awaited, and no rest of a result."""
        return not self.pending_reply.is_awaited and not self.events.is_result_due

    @property
    def expected_menu(self) -> NumberedMenu | None:
        """The menu that a line typed now refers to: for a person the latest one, for a script the next one.

        None if there is none.
        """
        if self.output.format.is_typed:
            return self.menus.latest_menu
        return self.menus.open_menu if self.is_ready_for_line else None

    async def write_analysis(self) -> None:
        """Analyse the match that has ended, and write the result; nothing if the next match begins meanwhile."""
        from tui.line_mode.past_match import record_analysis_sentences

        if self.menus.record is not None and self.narrator is not None:
            seat = self.narrator.view.seat
            self.write(*await record_analysis_sentences(self.menus.record, seat, self._check_no_match_is_played))

    async def write_story(self) -> None:
        """Write the course, moments and highlights of the match that has ended, and the person's firsts and bests.

        Nothing is written if the next match begins meanwhile.
        """
        from tui.line_mode.past_match import record_story_sentences

        if self.menus.record is not None and self.narrator is not None:
            seat = self.narrator.view.seat
            self.output.write_news(
                *await record_story_sentences(self.menus.record, seat, self._check_no_match_is_played)
            )
        if self._firsts_and_bests_sentence is not None and self.narrator is not None and self.client.seat is not None:
            sentence = await self._firsts_and_bests_sentence(self.narrator.game.slug)
            if not self.is_playing:
                self.output.write_news(*filter(None, [sentence]))

    @property
    def can_let_browsers_in(self) -> bool:
        """Whether this program could serve the table to browsers, but does not yet."""
        return self._open_to_browsers is not None

    async def let_browsers_in(self) -> None:
        """Begin to serve the table to browsers, and write where they come in, or why that fails; do nothing if it is
        served.
        """
        if self._open_to_browsers is not None:
            try:
                said = await self._open_to_browsers()
            except NetError as error:
                said = str(error)
            else:
                self._open_to_browsers = None
            self.write(said)

    def _check_no_match_is_played(self, share_done: float) -> None:
        """Raise `DecisionOver` if a match is being played, to end the analysis; `share_done` (0 to 1) of it is done."""
        if self.is_playing:
            raise DecisionOver

    def line_must_wait(self, line: str, shown_menu: NumberedMenu | None) -> bool:
        """Return whether a line of a script is a decision for which the match does not wait yet."""
        narrator = self.narrator
        if (
            not self.is_playing
            or self.client.seat is None
            or narrator is None
            or self.menus.open_menu
            or shown_menu is not None
        ):
            return False
        text = abbreviate_cards(line.strip())
        if not text:
            return line.strip("\r\n") in narrator.shortcuts
        return parse_number(text) is not None or narrator.parse(_expand_shortcut(narrator, text)) is not None

    def handle_line(self, line: str, typed_at: float, shown_menu: NumberedMenu | None) -> None:
        """Carry out a line typed at `typed_at` (seconds), when `shown_menu` was the menu on the screen.

        If a bot stands in for the person, it stops.
        """
        self.client.dismiss_stand_in()
        self._typed_line_count += 1
        text = abbreviate_cards(printable_line(line).strip())
        if not text:
            self._handle_blank_line(line)
            return
        choice = self.menus.find_choice(text.lower(), typed_at, shown_menu)
        if isinstance(choice, NumberedChoice):
            self._run_choice(choice)
        elif choice:
            self.write(choice)
            self.menus.print_again()
        elif text.lower() == BACK_COMMAND and self.menus.is_submenu_open:
            self.menus.go_back()
        elif not self._run_line(self, text):
            self.write(UNKNOWN_COMMAND_SENTENCE.format(text[:40]))

    def _handle_blank_line(self, line: str) -> None:
        """Run this game's command for a line of spaces; for any other blank line write the menu again.

        Ctrl+L is such a line: people type it to clear the screen.
        """
        narrator = self.narrator if self.is_playing else None
        command = narrator.shortcuts.get(" ", "") if narrator is not None and set(line.strip("\r\n")) == {" "} else ""
        if command:
            self._run_line(self, command)
        else:
            self.menus.print_again()

    def _run_choice(self, choice: NumberedChoice) -> None:
        """Do what a choice is for: open its submenu, go back, or run its command."""
        if choice.submenu:
            self.menus.open_submenu(choice)
        elif choice.command == BACK_COMMAND:
            self.menus.go_back()
        else:
            self._run_line(self, choice.command)

    def run_typed_action(self, text: str) -> bool:
        """Send a typed action, ask for what it lacks, or write why it is illegal.

        Return False if the text is no action.
        """
        narrator = self.narrator
        if not self.is_playing or narrator is None or not text.strip():
            return False
        parsed = narrator.parse(_expand_shortcut(narrator, text))
        if parsed is None:
            return False
        if parsed.actions:
            self._act_or_ask(narrator, parsed.actions)
        elif parsed.question is not None:
            self.menus.open_submenu(parsed.question)
        else:
            self.write(parsed.reason)
        return True

    def _act_or_ask(self, narrator: Narrator, actions: tuple[Action, ...]) -> None:
        """Send actions; if the first is probably a slip, ask first, and send them when it is chosen twice in a row.

        What the coach advises is no slip.
        """
        is_advised = self._advised == (_own_state(narrator.view), actions[0])
        question = narrator.slip_question(actions[0]) if self._asks_about_slips and not is_advised else ""
        progress_value = (question, narrator.legal)
        if question and not self._doubted_action.is_confirmed(actions[0], progress_value, self._typed_line_count):
            self.menus.open_question(question, SEND_SLIP_LABEL, CHOOSE_OTHER_ACTION_LABEL, str(actions[0]))
        else:
            self.act(actions)

    # Requests to the host

    @property
    def situation(self) -> RequestSituation | None:
        """The client at its table, for requests about the table; None before the table is known."""
        table = self.client.table
        return None if table is None else RequestSituation(self.client, table, self.is_playing, self.solo)

    def act(self, actions: tuple[Action, ...]) -> None:
        """Send actions one after the other, each after the host has answered the one before."""
        self.menus.close_submenus()
        self.pending_reply.send_actions(actions)

    def start_match(self) -> None:
        """Ask the host to begin a match, and wait for it before the next typed line."""
        self.menus.close_submenus()
        self.pending_reply.start_match()

    def change_table(self, request: Callable[[], None], *, is_already_so: bool) -> None:
        """Call `request`, which asks the host to change the table, and wait for the reply before the next typed line.

        `is_already_so`: the table is in the requested state, so that no reply is awaited.
        """
        if is_already_so:
            self.write(ALREADY_SO_SENTENCE)
            request()
        else:
            self.menus.close_submenus()
            self.pending_reply.change_table(request)

    # People at the table

    def find_person(self, abbreviation: str) -> str:
        """Return the name of the other person that a typed `abbreviation` means, "" if there is none or more than
        one."""
        return find_name(abbreviation, self._other_people())

    def unknown_name_sentence(self, name: str) -> str:
        """Return the error sentence for a name that no person at the table has, with the existing names."""
        others = self._other_people()
        if not others:
            return "Nobody else is here."
        named = [
            *others[:MAX_SCORES_WRITTEN],
            *([f"{len(others) - MAX_SCORES_WRITTEN} more"] if len(others) > MAX_SCORES_WRITTEN else []),
        ]
        return (
            f"Nobody else here is called {name[:40]}; here {'are' if len(named) > 1 else 'is'} {english_list(named)}."
        )

    def _other_people(self) -> list[str]:
        """Return the names of the other people at the table and of recent chat authors."""
        table = self.client.table
        sitting = [seat.name for seat in table.seats if seat.name and not seat.bot] if table is not None else []
        watching = table.spectators if table is not None else ()
        names = dict.fromkeys([*sitting, *watching, *self.events.speakers])
        return [name for name in names if name != self.client.name]

    @property
    def leave_question(self) -> str:
        """The question to ask before leaving, or "" if leaving costs nothing."""
        return leave_question(self.client, self.is_playing, self.is_hosting)


def _expand_shortcut(narrator: Narrator, text: str) -> str:
    """Return a text whose first word, if it is a shortcut of the game, is replaced by the command it stands for."""
    first, _, rest = text.partition(" ")
    return f"{narrator.shortcuts.get(first.lower(), first)} {rest}".strip()
