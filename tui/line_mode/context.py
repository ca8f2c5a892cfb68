"""`ConversationContext`: what a conversation knows of its table, and the functions of the program that it calls."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from msgspec import Struct

from tui.line_mode.house_rules import SavedHouseRules
from tui.line_mode.output import LineFormat
from tui.text.first_meeting_remarks import FirstMeetings


class ConversationContext(Struct, frozen=True, kw_only=True):
    """What a conversation knows of its table, and the functions of the program that it calls.

    `solo` is whether no other person can join the table. With `is_hosting` a person who leaves is asked whether the
    table stays open to the other players. `invitation` returns the sentences on how to join the table.

    `compare_with_best` takes the slug of a game and a solo score, and returns a sentence that compares this score with
    the best one before it; None if scores are not compared. `meetings` says what to remark on when it happens to the
    person for the first time, None for no remarks. `firsts_and_bests_sentence` takes the slug of a game, and returns a
    sentence on what was a first or a best for the person in the match that has just ended; None if this program keeps
    no matches of the table.

    `asks_about_slips`: whether an action that is probably a slip is sent only after a question. `save_token` is called
    after each reconnect, `save_format` when the person chooses another format. `open_to_browsers` serves the table to
    browsers and returns the sentence on it, or raises `NetError`; None if this program cannot. `saved_house_rules`
    are those of the person; None for a guest, whose settings are not kept.
    """

    solo: bool = False
    is_hosting: bool = False
    invitation: Callable[[], Sequence[str]] = tuple
    compare_with_best: Callable[[str, int], str] | None = None
    meetings: FirstMeetings | None = None
    firsts_and_bests_sentence: Callable[[str], Awaitable[str]] | None = None
    asks_about_slips: bool = False
    save_token: Callable[[], None] | None = None
    save_format: Callable[[LineFormat], None] | None = None
    open_to_browsers: Callable[[], Awaitable[str]] | None = None
    saved_house_rules: SavedHouseRules | None = None


NO_CONTEXT: Final = ConversationContext()
"""The context of a conversation about which nothing is known, and which calls no functions of a program."""
