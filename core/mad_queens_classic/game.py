"""The `Game` of Mad Queens Classic: its options, texts and functions."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from core.engine.highlight import Highlight
from core.mad_queens.game import MAD_QUEENS_GAME, MAD_QUEENS_HIGHLIGHTS, MAD_QUEENS_HOUSE_RULES
from core.mad_queens_classic.bot import CLASSIC_BOTS
from core.mad_queens_classic.legal import legal
from core.mad_queens_classic.log_text import end_cause, sentence
from core.mad_queens_classic.match import ClassicMatch
from core.mad_queens_classic.moments import moment_of_remark
from core.mad_queens_classic.refusals import why_not

CLASSIC_OPTIONS: Final = MappingProxyType(
    {name: option for name, option in MAD_QUEENS_HOUSE_RULES.items() if not name.startswith("exact_hit")}
)
"""The house rules of Mad Queens without those about exact hits, which Classic does not have, by name."""

CLASSIC_HIGHLIGHTS: Final = (
    Highlight("banked", "best row", value_index=0, unit="card"),
    *MAD_QUEENS_HIGHLIGHTS[1:],
)
"""The facts about a finished match of Classic that its summary gives: as in Mad Queens, but a bank is counted in
cards."""

CLASSIC_GAME: Final = replace(
    MAD_QUEENS_GAME,
    slug="mad-queens-classic",
    title="Mad Queens Classic",
    tagline="The older rules: take turns, hunt cards, and every card counts one.",
    options=CLASSIC_OPTIONS,
    patterns=("reveal", "bank", "bank CARD"),
    new_match=ClassicMatch,
    legal=legal,
    why_not=why_not,
    bots=CLASSIC_BOTS,
    sentence=sentence,
    highlights=CLASSIC_HIGHLIGHTS,
    moment=moment_of_remark,
    part_word_and_fact=("Turn", "play"),
    score_unit="card",
    end_cause=end_cause,
)
"""The game Mad Queens Classic, which the registry finds as `GAME` of this package."""
