"""The `Game` of Mad Queens: its options, texts and functions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.game import Game
from core.engine.highlight import Highlight
from core.engine.option import Option
from core.engine.rule_set import SECOND_REVISION
from core.mad_queens.bot import MAD_QUEENS_BOTS
from core.mad_queens.coach import RISK_LABEL_BY_REMARKS, advise
from core.mad_queens.first_meetings import MAD_QUEENS_FIRST_MEETINGS
from core.mad_queens.layout import bank_by_suits, layout
from core.mad_queens.legal import legal
from core.mad_queens.levels import MAD_QUEENS_LEVELS
from core.mad_queens.log_text import deed, end_cause, sentence
from core.mad_queens.match import MadQueensMatch
from core.mad_queens.memory import MadQueensMemory
from core.mad_queens.moments import MAD_QUEENS_MOMENT_SIGNS, moment_of_remark
from core.mad_queens.playout import next_action
from core.mad_queens.refusals import why_not

MAD_QUEENS_HOUSE_RULES: Final = MappingProxyType(
    {
        "exact_hit_costs_queen": Option(
            False, "An exact hit puts a Queen into the deck, just as banking does.", label="An exact hit costs a Queen"
        ),
        "joker_event_costs_queen": Option(
            False,
            "When a banned Joker banks cards, a Queen goes into the deck.",
            label="A Joker's banking costs a Queen",
        ),
        "exact_hit_replaces": Option(
            True, "An exact hit also replaces the banned card.", label="An exact hit replaces the ban"
        ),
        "fourth_queen_keeps_row": Option(
            False,
            "The row is banked when the fourth Queen comes. Without this rule it is lost.",
            label="The fourth Queen keeps the row",
        ),
        "joker_ban_stops": Option(
            False, "A caught card cancels the cards turned after it.", label="A catch cancels the cards after it"
        ),
        "temporary_may_duplicate": Option(
            False, "A temporary card may repeat a banned value.", label="Temporary cards may repeat a ban"
        ),
        "temporary_joker": Option(
            "event",
            "What a Joker drawn as a temporary card does.",
            ("event", "redraw"),
            label="A Joker as temporary card",
        ),
        "queen_choice": Option(
            "random",
            "Who picks the Queen that goes into the deck.",
            ("random", "player"),
            label="Who chooses the Queen",
        ),
    }
)
"""The options of both Mad Queens games that turn a ruling over, by name."""

MAD_QUEENS_OPTIONS: Final = MappingProxyType(
    {
        "visibility": Option(
            "open",
            "Show the others' cards at once, or only after the play.",
            ("open", "sealed"),
            label="Others' cards",
        ),
        **MAD_QUEENS_HOUSE_RULES,
    }
)
"""All options of Mad Queens, by name.

With the value `sealed` of the option `visibility` a player's cards are hidden from the others until all have finished
the play, so that nobody gains by waiting for the others' actions (MQ-43).
"""

MAD_QUEENS_HIGHLIGHTS: Final = (
    Highlight("banked", "best row", value_index=1, unit="point"),
    Highlight("caught", "card caught", "cards caught"),
    Highlight("exact", "exact hit", "exact hits"),
    Highlight("price", "Queen paid", "Queens paid"),
)
"""The facts about a finished match of Mad Queens that its summary gives in one line, such as the best row."""

MAD_QUEENS_GAME: Final = Game(
    slug="mad-queens",
    title="Mad Queens",
    tagline="Everybody at once: reveal cards, bank in time, fear the Queens.",
    seats=range(1, 1001),
    usual_seats=4,
    options=MAD_QUEENS_OPTIONS,
    patterns=("reveal", "bank", "bank CARD", "end"),
    new_match=MadQueensMatch,
    layout=layout,
    legal=legal,
    why_not=why_not,
    bots=MAD_QUEENS_BOTS,
    sentence=sentence,
    highlights=MAD_QUEENS_HIGHLIGHTS,
    moment=moment_of_remark,
    moment_signs=MAD_QUEENS_MOMENT_SIGNS,
    risk_label_by_remarks=RISK_LABEL_BY_REMARKS,
    first_meetings=MAD_QUEENS_FIRST_MEETINGS,
    part_word_and_fact=("Play", "play"),
    deed=deed,
    end_cause=end_cause,
    winnings=bank_by_suits,
    winnings_name="bank",
    revision=SECOND_REVISION,
    memory=MadQueensMemory,
    next_action=next_action,
    coach=advise,
    levels=MAD_QUEENS_LEVELS,
)
"""The game Mad Queens, which the registry finds as `GAME` of this package."""
