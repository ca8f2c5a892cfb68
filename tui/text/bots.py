"""Texts about bots: the meaning of their levels, and their temperaments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from core import Game
from core.engine.english import count, english_list
from core.engine.temperament import BOLD, CAREFUL, QUEEN_LOVER, Temperament
from net.protocol.bot_names import temperament_of

LEVEL_MEANING_BY_NAME: Final[Mapping[str, str]] = MappingProxyType(
    {"easy": "makes mistakes", "normal": "plays well", "hard": "plays to win"}
)
"""Maps the name of a level to its meaning in a few words."""

_PREDICATES_BY_TEMPERAMENT: Final[Mapping[Temperament, tuple[str, str]]] = MappingProxyType(
    {
        CAREFUL: ("is careful", "are careful"),
        BOLD: ("is bold", "are bold"),
    }
)
"""Maps a temperament to the predicate for one bot that has it, and the one for several; plain bots have none, and those
of a bot that loves Queens are told by each game (`Game.queen_lover_predicates`)."""

MAX_BOTS_NAMED: Final = 8
"""At most this many bots are named with their temperament; if there are more, they are counted."""


def temperament_sentence(game: Game, bots: Iterable[tuple[str, str]]) -> str:
    """Return the temperaments of some bots, given as names and levels, in one sentence; "" if none has one.

    A bot that has no level, or a level without temperaments, is not mentioned.
    """
    predicates = {**_PREDICATES_BY_TEMPERAMENT, QUEEN_LOVER: game.queen_lover_predicates}
    names: dict[Temperament, list[str]] = {temperament: [] for temperament in predicates}
    for name, kind in bots:
        temperament, level = temperament_of(name), game.levels.get(kind)
        if level is not None and temperament in level.levels_by_temperament:
            names[temperament].append(name)
    counted = sum(map(len, names.values())) > MAX_BOTS_NAMED
    clauses = [
        f"{count(len(some), 'bot') if counted else english_list(some)} {verbs[len(some) > 1]}"
        for verbs, some in zip(predicates.values(), names.values(), strict=True)
        if some
    ]
    return f"{', '.join(clauses)}." if clauses else ""
