"""The `Game` of Big Queen: its options, texts and functions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.big_queen.bot import BIG_QUEEN_BOTS, announcement_or_catch
from core.big_queen.coach import advise
from core.big_queen.first_meetings import BIG_QUEEN_FIRST_MEETINGS
from core.big_queen.layout import BIG_QUEEN_SEAT_COUNTS, TARGET_BY_SEATS, layout, sets_of_team, team_of
from core.big_queen.legal import legal
from core.big_queen.levels import BIG_QUEEN_LEVELS
from core.big_queen.log_text import deed, sentence
from core.big_queen.match import BigQueenMatch
from core.big_queen.melds import canonical_action
from core.big_queen.memory import BigQueenMemory
from core.big_queen.moments import BIG_QUEEN_MOMENT_SIGNS, moment_of_remark
from core.big_queen.playout import next_action
from core.big_queen.refusals import why_not
from core.engine.game import Game
from core.engine.highlight import Highlight
from core.engine.option import Option
from core.engine.rule_set import SECOND_REVISION

BIG_QUEEN_OPTIONS: Final = MappingProxyType(
    {
        "target": Option(
            0,
            "Points needed to win. Auto (0): 1000 for 4 players, 2000 for 6, 2500 for 8, 3000 for 10.",
            (),
            (0, 10_000),
            label="Points to win",
            value_of_zero=TARGET_BY_SEATS.__getitem__,
        ),
        "hand_size": Option(11, "Cards dealt to each player.", (), (3, 15), label="Cards dealt to each"),
        "free_first_upcard": Option(
            False, "The first card turned up may be taken without a set.", label="The first upcard is free"
        ),
        "losers_count_melds": Option(
            True,
            "The team that did not go out counts its sets, not only its hands.",
            label="Losers count their sets too",
        ),
        "max_reshuffles": Option(
            1, "How often the discard pile becomes a new stock in a round.", (), (0, 9), label="New stocks in a round"
        ),
        "max_rounds": Option(
            100, "The match ends after this many rounds, target or not.", (), (1, 1000), label="Rounds at most"
        ),
        "catch_grace": Option(
            2, "Seconds of grace before a silent player can be caught.", (), (0, 30), label="Seconds before a catch"
        ),
    }
)
"""Maps the name of each option of Big Queen to the option.

`hand_size` is eleven by default for every number of players, as the dice imply it for four (BQ-1). `max_rounds` is not
in the published rules: without it teams that only lose points would play for ever. `catch_grace` is used by the table,
which delays a catch until this time after the discard (RULINGS 4.4).
"""

BIG_QUEEN_HIGHLIGHTS: Final = (
    Highlight("scored", "most laid in a round:", value_index=1, unit="point"),
    Highlight("taken", "take from the discard pile", "takes from the discard pile"),
    Highlight("caught", "player caught with one card unannounced", "players caught with one card unannounced"),
)
"""The facts about a finished match of Big Queen that its summary gives in one line."""

BIG_QUEEN_GAME: Final = Game(
    slug="big-queen",
    title="Big Queen",
    tagline="Two teams, wild twos, an open discard pile, and a Queen worth a hundred.",
    seats=BIG_QUEEN_SEAT_COUNTS,
    usual_seats=4,
    options=BIG_QUEEN_OPTIONS,
    patterns=(
        "deal",
        "draw",
        "take NUMBER CARD CARD",
        "take NUMBER",
        "meld CARD CARD CARD",
        "add CARD",
        "add CARD to RANK",
        "ask",
        "yes",
        "no",
        "discard CARD",
        "discard CARD announce",
        "announce",
        "catch NUMBER",
    ),
    new_match=BigQueenMatch,
    layout=layout,
    legal=legal,
    why_not=why_not,
    bots=BIG_QUEEN_BOTS,
    sentence=sentence,
    highlights=BIG_QUEEN_HIGHLIGHTS,
    moment=moment_of_remark,
    moment_signs=BIG_QUEEN_MOMENT_SIGNS,
    helpful_remarks=frozenset({"melded", "added", "taken"}),
    first_meetings=BIG_QUEEN_FIRST_MEETINGS,
    part_word_and_fact=("Round", "round"),
    deed=deed,
    out_of_turn_action=announcement_or_catch,
    canonical=canonical_action,
    team_of=team_of,
    winnings=sets_of_team,
    winnings_name="sets",
    revision=SECOND_REVISION,
    memory=BigQueenMemory,
    next_action=next_action,
    coach=advise,
    levels=BIG_QUEEN_LEVELS,
    seat_verbs=("catch",),
)
"""The game Big Queen, which the registry finds as `GAME` of this package."""
