"""The simple view of a seat in a browser: the sentences of the line mode, with its choices and cards as values for the
page.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from net.protocol.rate_limit import TokenBucket
from tui.guest.limits import LINES_AT_ONCE, LINES_PER_SECOND, MAX_LINE_CHARACTERS, MAX_UNTAKEN_LINES
from tui.line_mode.menus import CHOICE_CHANGED_SENTENCE

if TYPE_CHECKING:
    from tui.line_mode.conversation import Conversation
    from tui.line_mode.hall import HallConversation
    from tui.line_mode.menus import Menus
    from tui.line_mode.narrators.base import Narrator
    from tui.line_mode.narrators.choices import NumberedChoice


class SimpleView:
    """The lines from and to a page.

    `send` sends a frame, `pause_reading` stops or resumes reading from the page. `numbers` yields a new number for each
    set of choices. `last_line` is the last sentence that was sent.
    """

    def __init__(
        self, send: Callable[..., None], pause_reading: Callable[[bool], None], numbers: Iterator[int]
    ) -> None:
        self._send = send
        self._pause_reading = pause_reading
        self._loop = asyncio.get_running_loop()
        self._bucket = TokenBucket(LINES_PER_SECOND, LINES_AT_ONCE, self._loop.time())
        self._lines: deque[tuple[str, int | None]] = deque()
        self._line_arrived = asyncio.Event()
        self._input_ended = False
        self._unsent_lines: list[str] = []
        self.last_line = ""
        self._sent_values: dict[str, Any] | None = None
        self._menus: Menus | None = None
        self._numbers = numbers
        self._menu = 0

    def take_line(self, text: str, menu: int | None = None) -> None:
        """Queue a line that the page sent; while too many lines are queued, the page is not read."""
        self._lines.append((text[:MAX_LINE_CHARACTERS], menu))
        self._pause_reading(len(self._lines) >= MAX_UNTAKEN_LINES)
        self._line_arrived.set()

    async def read_line(self) -> str | None:
        """Return the next line, no faster than `LINES_PER_SECOND`; None at the end.

        A button of the newest choices counts at once, without the time for reading them; one of older choices is
        refused, and the page is sent a sentence about that.
        """
        while True:
            while not self._lines:
                if self._input_ended:
                    return None
                self._line_arrived.clear()
                await self._line_arrived.wait()
            line, menu = self._lines.popleft()
            self._pause_reading(len(self._lines) >= MAX_UNTAKEN_LINES)
            await asyncio.sleep(self._bucket.overdraw(1, self._loop.time()))
            if menu is None or self._menus is None:
                return line
            if menu == self._menu:
                self._menus.mark_seen()
                return line
            self.write_line(CHOICE_CHANGED_SENTENCE.format(line[:8]))

    def end(self) -> None:
        """End the input."""
        self._input_ended = True
        self._line_arrived.set()

    def write_line(self, line: str) -> None:
        """Queue a line for the page; the lines of one turn of the event loop are sent in one frame."""
        if not self._unsent_lines:
            self._loop.call_soon(self.send_lines)
        self._unsent_lines.append(line)
        self.last_line = line

    def send_lines(self) -> None:
        """Send the queued lines."""
        lines, self._unsent_lines = self._unsent_lines, []
        if lines:
            self._send("said", lines=lines)

    def show_choices(self, conversation: Conversation) -> None:
        """Send the choices and the cards of this moment at a table, if they have changed."""
        self._menus = conversation.menus
        self._send_if_changed(
            {
                "choices": _choices_of_page(conversation),
                "scores": _scores_sentence(conversation),
                "status": _status_texts(conversation),
                **_card_texts(conversation),
            }
        )

    def show_hall(self, conversation: HallConversation) -> None:
        """Send the choices of this moment in a hall, if they have changed; each label says which table it is about."""
        self._menus = None
        choices = [{"say": choice.line, "label": choice.label, "card": ""} for choice in conversation.choices]
        self._send_if_changed({"choices": choices, "scores": "", "status": [], "hand": [], "table": []})

    def _send_if_changed(self, shown: dict[str, Any]) -> None:
        """Send choices and cards, if they have changed."""
        if shown != self._sent_values:
            if self._sent_values is None or shown["choices"] != self._sent_values["choices"]:
                self._menu = next(self._numbers)
            self._sent_values = shown
            self.send_lines()
            self._send("choices", menu=self._menu, **shown)


def _choices_of_page(conversation: Conversation) -> list[dict[str, str]]:
    """Return the choices of the open menu as values for the page: its command, its label, and the card that it is
    about.
    """
    menu = conversation.menus.open_menu
    if menu is None:
        return []
    narrator = conversation.narrator if conversation.is_playing else None
    has_rows = len({choice.row for choice in menu.numbers.values()}) > 1
    return [
        {"say": str(number), "label": _label_of_choice(choice, has_rows), "card": _card_of(choice, narrator)}
        for number, choice in menu.numbers.items()
    ]


def _label_of_choice(choice: NumberedChoice, has_rows: bool) -> str:
    """Return the label of a choice; with `has_rows` the title of its row stands before it."""
    label = f"{choice.row}: {choice.label}" if choice.row and has_rows else choice.label
    return label[:1].upper() + label[1:]


def _card_of(choice: NumberedChoice, narrator: Narrator | None) -> str:
    """Return the card that a choice names, "" if it names none or more than one."""
    parsed = narrator.parse(choice.command) if narrator is not None and choice.command else None
    cards = parsed.actions[0].cards if parsed is not None and len(parsed.actions) == 1 else ()
    return str(cards[0]) if len(cards) == 1 else ""


def _scores_sentence(conversation: Conversation) -> str:
    """Return the sentence with the scores of the match, "" without a match."""
    narrator = conversation.narrator
    return narrator.scores_sentence() if narrator is not None and conversation.is_playing else ""


def _status_texts(conversation: Conversation) -> list[str]:
    """Return in a few texts where the match stands, the last one on whom it waits for; none without a match."""
    narrator = conversation.narrator
    return narrator.status_texts() if narrator is not None and conversation.is_playing else []


def _card_texts(conversation: Conversation) -> dict[str, Any]:
    """Return the cards of the person's own hand and those on the table as values for the page.

    Empty without a match.
    """
    narrator = conversation.narrator
    if narrator is None or not conversation.is_playing:
        return {"hand": [], "table": []}
    return {
        "hand": [str(card) for card in narrator.hand_cards()],
        "table": [
            {"name": name, "cards": [str(card) for card in cards]}
            for name, cards in narrator.cards_by_heading()
            if cards
        ],
    }
