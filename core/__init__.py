"""The rules of the five games, pure: no clock, no input or output, no chance but the dealer's.

    from core import games
    match = games["mad-queens"].start(seats=3, seed=7)

`games` maps each game's name to the game; a match of it is played by `match.legal` and `match.act`, seen
through `match.view`, kept as `match.record` and played again by `replay`.
"""

from core.action import Action
from core.cards import Card, cards
from core.dealer import Dealer
from core.errors import BadNotation, BadOption, BadRecord, IllegalAction, RulesError
from core.game import Bot, Game, Option, Standing
from core.match import Match
from core.piles import Change, Fact, FactSet, Moved, Place, Remark, Shuffled, Value
from core.record import Record
from core.registry import games, replay
from core.view import View

__all__ = [
    "Action",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Bot",
    "Card",
    "Change",
    "Dealer",
    "Fact",
    "FactSet",
    "Game",
    "IllegalAction",
    "Match",
    "Moved",
    "Option",
    "Place",
    "Record",
    "Remark",
    "RulesError",
    "Shuffled",
    "Standing",
    "Value",
    "View",
    "cards",
    "games",
    "replay",
]
