"""Playouts of other card game engines, as far as they are installed (the extra `bench`): random play from Python."""

from __future__ import annotations

import contextlib
import io
from importlib.util import find_spec
from random import Random
from typing import Any

from tests.bench.speed_measurement import Playout

OPEN_SPIEL_GAMES = ("hearts", "crazy_eights", "gin_rummy")
"""The games of OpenSpiel that are measured."""

NATIVE_PLAYOUT_GAME = "gin_rummy"
"""The name of the game of OpenSpiel that is also measured by OpenSpiel's own random play inside C++."""

GAMES_FOR_ESTIMATE = 200
"""Number of games played beforehand to estimate the decisions of a game, for playouts whose engine does not count them.
"""

GAMES_PER_NATIVE_PLAYOUT = 10
"""Number of games that one playout inside C++ plays."""


def playouts_of_installed_engines() -> dict[str, Playout]:
    """Return the playouts of every installed engine, by their printed names."""
    found: dict[str, Playout] = {}
    if find_spec("pyspiel"):
        found |= {f"OpenSpiel {name}, Python": _open_spiel_playout(name) for name in OPEN_SPIEL_GAMES}
        found[f"OpenSpiel {NATIVE_PLAYOUT_GAME}, C++"] = _open_spiel_native_playout(NATIVE_PLAYOUT_GAME)
    if find_spec("rlcard"):
        found["RLCard bridge"] = _rlcard_playout("bridge")
    return found


def _open_spiel_playout(name: str) -> Playout:
    """Return a function that plays one random game of OpenSpiel from Python and returns the number of decisions."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        """Play one game and return the number of decisions."""
        state = game.new_initial_state()
        choice = rng.choice
        actions = 0
        while not state.is_terminal():
            actions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        return actions

    return play


def _open_spiel_native_playout(name: str) -> Playout:
    """Return a function that plays random games of OpenSpiel inside C++ and returns an estimate of their decisions."""
    import pyspiel

    game = pyspiel.load_game(name)
    through_python = _open_spiel_playout(name)
    rng = Random(1)
    average = sum(through_python(rng) for _ in range(GAMES_FOR_ESTIMATE)) / GAMES_FOR_ESTIMATE
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    def play(rng: Random) -> int:
        """Play `GAMES_PER_NATIVE_PLAYOUT` games and return the estimated number of decisions."""
        for _ in range(GAMES_PER_NATIVE_PLAYOUT):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.getrandbits(30))
        return round(GAMES_PER_NATIVE_PLAYOUT * average)

    return play


def _rlcard_playout(name: str) -> Playout:
    """Return a function that plays one random game of RLCard and returns the number of decisions."""
    with contextlib.redirect_stdout(io.StringIO()):
        import rlcard

        env: Any = rlcard.make(name)

    def play(rng: Random) -> int:
        """Play one game and return the number of decisions."""
        state, _ = env.reset()
        choice = rng.choice
        actions = 0
        while not env.is_over():
            state, _ = env.step(choice(list(state["legal_actions"])))
            actions += 1
        return actions

    return play
