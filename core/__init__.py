"""The rules of the five games, pure: no clock, no input or output, no chance but the dealer's.

    from core import games
    match = games["mad-queens"].start(seats=3, seed=7)

`games` maps each game's name to the game. `match.legal` and `match.act` play a match of it, `match.view` returns what
one seat may know, `match.record` is the match as text, and `replay` plays a record again.
"""

from core.engine.action import Action
from core.engine.cards import Card, cards
from core.engine.dealer import Dealer
from core.engine.game import Bot, Game
from core.engine.match import Match
from core.engine.option import Option
from core.engine.piles import Change, Fact, FactChanged, Moved, Place, Remark, Shuffled, Value
from core.engine.record import Record
from core.engine.registry import games, replay
from core.engine.standings import Standing
from core.engine.view import View
from core.errors import BadNotation, BadOption, BadRecord, IllegalAction, RulesError

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
    "FactChanged",
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
