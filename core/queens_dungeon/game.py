"""The `Game` of Queen's Dungeon: its options, texts and functions."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.engine.game import Game
from core.engine.highlight import Highlight
from core.engine.option import Option
from core.engine.rule_set import SECOND_REVISION
from core.queens_dungeon.bot import DUNGEON_BOTS
from core.queens_dungeon.coach import advise
from core.queens_dungeon.deal_plan import check_combination, pack_sentence_of_dungeon, team_of
from core.queens_dungeon.first_meetings import DUNGEON_FIRST_MEETINGS
from core.queens_dungeon.layout import layout
from core.queens_dungeon.legal import legal
from core.queens_dungeon.levels import DUNGEON_LEVELS
from core.queens_dungeon.log_text import deed, sentence
from core.queens_dungeon.match import QueensDungeonMatch
from core.queens_dungeon.memory import DungeonMemory
from core.queens_dungeon.moments import DUNGEON_MOMENT_SIGNS, moment_of_remark
from core.queens_dungeon.playout import next_action
from core.queens_dungeon.refusals import why_not

DUNGEON_OPTIONS: Final = MappingProxyType(
    {
        "target": Option(500, "The score that ends the match.", bounds=(1, 100_000), label="Points to win"),
        "time_limit": Option(
            0,
            "Minutes after which the hand in play is the last; 0 for no limit.",
            bounds=(0, 1440),
            label="Minutes at most",
        ),
        "partners": Option(
            False, "Two teams of two, opposite each other, with one score each (4 players).", label="Partners"
        ),
        "switch": Option(
            False,
            "All the twos stay in; the dealer may swap cards for those left over (none with 4).",
            label="The dealer may swap leftovers",
        ),
        "exchange": Option(
            False,
            "The dealer may take a spare hand unseen, for one trick more (3 players).",
            label="A spare hand for the dealer",
        ),
        "challenge": Option(
            False,
            "When somebody has 400, the lowest may lead a trick to which all must play a Queen.",
            label="The Queen's Challenge",
        ),
        "reneging": Option(
            "refuse", "Wrong cards are refused, or left to your honour.", ("refuse", "honour"), label="Wrong cards"
        ),
        "change_resets_broken": Option(
            True, "After a change the new trump suit must be broken again.", label="New trump must be broken again"
        ),
        "condemned_dealer_pays": Option(
            True,
            "A dealer in the dungeon still loses 50 for missing the quota.",
            label="A dealer in the dungeon pays",
        ),
    }
)
"""All options of Queen's Dungeon, by name.

`target` is 500 for every number of players; a table may set a lower one (QD-21).
"""

DUNGEON_HIGHLIGHTS: Final = (
    Highlight("earned", "best hand", value_index=2, unit="point", other_key="dealer made"),
    Highlight("dungeon", "trip to the dungeon", "trips to the dungeon"),
    Highlight("challenge", "Queen's Challenge", "Queen's Challenges"),
    Highlight("two queens", "change of trump", "changes of trump"),
    Highlight("dealer missed", "quota missed", "quotas missed"),
)
"""The facts about a finished match of Queen's Dungeon that its summary gives in one line."""

QUEENS_DUNGEON_GAME: Final = Game(
    slug="queens-dungeon",
    title="Queen's Dungeon",
    tagline="Name trump before the deal, collect Queens, but never three in one trick.",
    seats=range(2, 9),
    usual_seats=4,
    options=DUNGEON_OPTIONS,
    patterns=(
        "play CARD",
        "trump SUIT",
        "keep",
        "exchange",
        "swap CARD CARD",
        "challenge",
        "take-back",
        "own-up",
        "accuse NUMBER",
        "time",
    ),
    new_match=QueensDungeonMatch,
    layout=layout,
    legal=legal,
    why_not=why_not,
    bots=DUNGEON_BOTS,
    sentence=sentence,
    highlights=DUNGEON_HIGHLIGHTS,
    moment=moment_of_remark,
    moment_signs=DUNGEON_MOMENT_SIGNS,
    helpful_remarks=frozenset({"two queens"}),  # to a taker without points, too: the others do not get the Queens
    first_meetings=DUNGEON_FIRST_MEETINGS,
    pack_sentence=pack_sentence_of_dungeon,
    part_word_and_fact=("Hand", "hand"),
    deed=deed,
    check_combination=check_combination,
    team_of=team_of,
    revision=SECOND_REVISION,
    memory=DungeonMemory,
    next_action=next_action,
    coach=advise,
    levels=DUNGEON_LEVELS,
    seat_verbs=("accuse",),
)
"""The game Queen's Dungeon, which the registry finds as `GAME` of this package."""
