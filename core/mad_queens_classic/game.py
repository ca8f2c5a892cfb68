"""The `Game` of Mad Queens Classic: its options, texts and functions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.game import Game
from core.engine.highlight import Highlight
from core.engine.rule_set import AMENDED
from core.mad_queens.coach import advise
from core.mad_queens.first_meetings import MAD_QUEENS_MEETINGS
from core.mad_queens.game import HOUSE_RULES, MAD_QUEENS_HIGHLIGHTS
from core.mad_queens.layout import bank_by_suits, layout
from core.mad_queens.levels import MAD_QUEENS_LEVELS
from core.mad_queens.log_text import deed
from core.mad_queens.memory import MadQueensMemory
from core.mad_queens.moments import MAD_QUEENS_SIGNS
from core.mad_queens.playout import next_action
from core.mad_queens_classic.bot import CLASSIC_BOTS
from core.mad_queens_classic.legal import legal
from core.mad_queens_classic.log_text import end_cause, sentence
from core.mad_queens_classic.match import ClassicMatch
from core.mad_queens_classic.moments import moment
from core.mad_queens_classic.refusals import why_not

CLASSIC_OPTIONS: Final = MappingProxyType(
    {name: option for name, option in HOUSE_RULES.items() if not name.startswith("exact_hit")}
)
"""The house rules of Mad Queens without those about exact hits, which Classic does not have."""

CLASSIC_HIGHLIGHTS: Final = (Highlight("banked", "best bank", value=0, unit="card"), *MAD_QUEENS_HIGHLIGHTS[1:])
"""What is told of a match when it is over: as in Mad Queens, but a bank is counted in cards."""

CLASSIC_GAME: Final = Game(
    slug="mad-queens-classic",
    title="Mad Queens Classic",
    tagline="Take your turn: reveal cards, bank in time, fear the Queens.",
    seats=range(1, 1001),
    usual_seats=4,
    options=CLASSIC_OPTIONS,
    patterns=("reveal", "bank", "bank CARD"),
    new_match=ClassicMatch,
    layout=layout,
    legal=legal,
    why_not=why_not,
    bots=CLASSIC_BOTS,
    sentence=sentence,
    highlights=CLASSIC_HIGHLIGHTS,
    moment=moment,
    moment_signs=MAD_QUEENS_SIGNS,
    first_meetings=MAD_QUEENS_MEETINGS,
    part=("Turn", "play"),
    deed=deed,
    revision=AMENDED,
    memory=MadQueensMemory,
    next_action=next_action,
    coach=advise,
    levels=MAD_QUEENS_LEVELS,
    score_unit="card",
    end_cause=end_cause,
    winnings=bank_by_suits,
    winnings_name="bank",
)
"""Mad Queens Classic, as the registry of games has it."""
