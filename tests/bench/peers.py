"""Other engines, as far as they are installed (the extra `bench`), played at random through Python."""

from __future__ import annotations

import contextlib
import io
from importlib.util import find_spec
from random import Random
from typing import Any

from tests.bench.measure import Playout

SPIEL_GAMES = ("hearts", "crazy_eights", "gin_rummy")
ROLLOUT_GAME = "gin_rummy"
GAMES_AVERAGED = 200
"""How many games are played to learn how many decisions one has, where the engine does not say."""

GAMES_AT_ONCE = 10


def playouts() -> dict[str, Playout]:
    """Return what can be measured here."""
    found: dict[str, Playout] = {}
    if find_spec("pyspiel"):
        found |= {f"OpenSpiel {name}, Python": _open_spiel_playout(name) for name in SPIEL_GAMES}
        found[f"OpenSpiel {ROLLOUT_GAME}, C++"] = _open_spiel_rollout(ROLLOUT_GAME)
    if find_spec("rlcard"):
        found["RLCard bridge"] = _rlcard_playout("bridge")
    return found


def _open_spiel_playout(name: str) -> Playout:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: Random) -> int:
        state = game.new_initial_state()
        choice = rng.choice
        actions = 0
        while not state.is_terminal():
            actions += not state.is_chance_node()
            state.apply_action(choice(state.legal_actions()))
        return actions

    return play


def _open_spiel_rollout(name: str) -> Playout:
    """Return rollouts that never leave C++; a game counts as its average number of decisions."""
    import pyspiel

    game = pyspiel.load_game(name)
    through_python = _open_spiel_playout(name)
    rng = Random(1)
    average = sum(through_python(rng) for _ in range(GAMES_AVERAGED)) / GAMES_AVERAGED
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    def play(rng: Random) -> int:
        for _ in range(GAMES_AT_ONCE):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, rng.getrandbits(30))
        return round(GAMES_AT_ONCE * average)

    return play


def _rlcard_playout(name: str) -> Playout:
    with contextlib.redirect_stdout(io.StringIO()):
        import rlcard

        env: Any = rlcard.make(name)

    def play(rng: Random) -> int:
        state, _ = env.reset()
        choice = rng.choice
        actions = 0
        while not env.is_over():
            state, _ = env.step(choice(list(state["legal_actions"])))
            actions += 1
        return actions

    return play
