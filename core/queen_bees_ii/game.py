"""The `Game` of Queen Bees II: its options, texts and functions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.game import Game
from core.engine.highlight import Highlight
from core.engine.option import Option
from core.engine.rule_set import SECOND_REVISION
from core.queen_bees_ii.bot import QUEEN_BEES_BOTS
from core.queen_bees_ii.coach import advise
from core.queen_bees_ii.first_meetings import QUEEN_BEES_FIRST_MEETINGS
from core.queen_bees_ii.layout import layout, pack_sentence_of_bees
from core.queen_bees_ii.legal import legal
from core.queen_bees_ii.levels import QUEEN_BEES_LEVELS
from core.queen_bees_ii.log_text import deed, sentence
from core.queen_bees_ii.match import QueenBeesMatch
from core.queen_bees_ii.memory import BeesMemory
from core.queen_bees_ii.moments import moment_of_remark
from core.queen_bees_ii.playout import next_action
from core.queen_bees_ii.refusals import why_not

QUEEN_BEES_OPTIONS: Final = MappingProxyType(
    {
        "void_of_trump_free": Option(
            False, "Without a trump any card may follow when a trump is led.", label="Any card follows a trump lead"
        )
    }
)
"""All options of Queen Bees II, by name."""

QUEEN_BEES_HIGHLIGHTS: Final = (
    Highlight("points", "best deal", value_index=0, unit="trick"),
    Highlight("trumps", "deal in which trumps were made", "deals in which trumps were made"),
)
"""The facts about a finished match of Queen Bees II that its summary gives in one line."""

QUEEN_BEES_GAME: Final = Game(
    slug="queen-bees-ii",
    title="Queen Bees II",
    tagline="Every trick is a point; one trick of a deal sets its trumps.",
    seats=(3, 4),
    usual_seats=4,
    options=QUEEN_BEES_OPTIONS,
    patterns=("play CARD",),
    new_match=QueenBeesMatch,
    layout=layout,
    legal=legal,
    why_not=why_not,
    bots=QUEEN_BEES_BOTS,
    sentence=sentence,
    highlights=QUEEN_BEES_HIGHLIGHTS,
    moment=moment_of_remark,
    helpful_remarks=frozenset({"trick"}),
    first_meetings=QUEEN_BEES_FIRST_MEETINGS,
    pack_sentence=pack_sentence_of_bees,
    queen_lover_predicates=("likes to play Queens", "like to play Queens"),
    part_word_and_fact=("Deal", "hand"),
    deed=deed,
    revision=SECOND_REVISION,
    memory=BeesMemory,
    next_action=next_action,
    coach=advise,
    levels=QUEEN_BEES_LEVELS,
)
"""The game Queen Bees II, which the registry finds as `GAME` of this package."""
