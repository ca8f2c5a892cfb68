"""`SeatSide`: everything that the board of one seat keeps in a match of Big Queen, for tests without a board widget."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from core import Action, Match, View, games
from tui.boards.big_queen.animation import BigQueenAnimator
from tui.boards.big_queen.commands import run_command
from tui.boards.big_queen.log_writer import BigQueenLogWriter
from tui.boards.big_queen.render import render
from tui.boards.big_queen.scene import BigQueenScene, RoundSummary
from tui.boards.big_queen.selection_update import initial_selection, updated_selection
from tui.drawing import BoardCommand

GAME = games["big-queen"]
"""The game of these tests: Big Queen."""

SEAT_NAMES = ("Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro", "Hana", "Ines", "Jo")
"""The names of the seats."""


class SeatSide:
    """Everything that the board of one seat keeps in a match (view, selection and log), without a board widget."""

    def __init__(self, match: Match, seat: int | None = 0, names: tuple[str, ...] = SEAT_NAMES) -> None:
        self.match = match
        self.seat = seat
        self.names = names[: match.seats]
        self.view: View = match.view(seat)
        self.selection = initial_selection(self.view)
        self.summary: RoundSummary | None = None
        self.log: list = []
        self.shown_frames: tuple = ()
        self.note = ""
        self.known: tuple = (None, ())

    def act(self, seat: int, action: Action | str) -> None:
        """Carry out an action of a seat, given as a text or an action, and show this object's seat the changes.

        Its log, summary, selection, view and frames of the animation are then those of the new state.
        """
        action = GAME.parse(action) if isinstance(action, str) else action
        changes = self.match.act(seat, action)
        seen = [known for change in changes if (known := change.seen_by(self.seat))]
        view = self.match.view(self.seat)
        self.shown_frames = BigQueenAnimator(self.view, BigQueenLogWriter(self.names, GAME.sentence)).frames(seen, view)
        for frame in self.shown_frames:
            self.log += frame.lines
            self.summary = frame.summary or self.summary
        self.selection = updated_selection(self.selection, self.view, view)
        self.view = view

    def scene(self, **replaced_fields: object) -> BigQueenScene:
        """Return the scene that the board shows, with the fields in `replaced_fields` replaced."""
        what = {
            "view": self.view,
            "names": self.names,
            "selection": self.selection,
            "summary": self.summary,
            "height": 23,
        }
        if self.known[0] is not self.view:
            self.known = (self.view, () if self.seat is None else GAME.legal(self.view))
        legal = self.known[1]
        return BigQueenScene(**{**what, "legal": legal, "log": tuple(self.log[-60:]), **replaced_fields})

    def run_commands(self, *commands: BoardCommand) -> tuple[Action, ...]:
        """Run commands of the board; return the actions that the last of them would send, without sending them."""
        actions: tuple[Action, ...] = ()
        scene = self.scene()
        for command in commands:
            step = run_command(scene, command)
            scene = replace(scene, selection=step.selection)
            self.selection, self.note, actions = step.selection, step.note, step.actions
        return actions

    def text(self, **replaced_fields: object) -> str:
        """Return the text that the board shows, with the fields of the scene in `replaced_fields` replaced."""
        return str(render(self.scene(**replaced_fields)).canvas)

    def copy(self) -> SeatSide:
        """Return a copy on which commands can be tried; it shares the match."""
        twin = object.__new__(SeatSide)
        twin.__dict__.update(self.__dict__)
        return twin

    def deal_hand(self, cards: str, pile: str = "", **melds: str) -> None:
        """Replace cards in the view: the hand, the discard pile (not if `pile` is ""), and sets of the seat's own team
        by rank (``r7="7♠ 7♦ 7♥"``).
        """
        from core import cards as parsed

        piles = dict(self.view.piles)
        piles[f"hand/{self.seat}"] = parsed(cards)
        if pile:
            piles["discard"] = parsed(pile)
        for name, laid in melds.items():
            piles[f"meld/{'AB'[(self.seat or 0) % 2]}/{name[1:]}"] = parsed(laid)
        before = self.view
        self.view = dataclasses.replace(self.view, piles=piles)
        self.selection = updated_selection(self.selection, before, self.view)

    def set_facts(self, **facts: object) -> None:
        """Replace facts in the view."""
        before = self.view
        self.view = dataclasses.replace(self.view, facts={**self.view.facts, **facts})
        self.selection = updated_selection(self.selection, before, self.view)


def play_by_bots(
    seats: int, seed: int, seat: int | None = 0, idle_chance: float = 0.0, **options: object
) -> Iterator[SeatSide]:
    """Play a match by bots that sometimes choose another legal action; before every action yield the `SeatSide` of
    `seat`. `idle_chance` is the probability that a bot only draws and discards, so that the discard pile grows.
    """
    match = GAME.start(seats=seats, seed=seed, options=options)
    chance = random.Random(seed)
    bot = next(iter(GAME.bots.values()))
    side = SeatSide(match, seat)
    while not match.over:
        yield side
        mover = chance.choice(sorted(match.waiting if chance.random() < 0.3 else match.awaited))
        legal = match.legal(mover)
        action = bot(match.view(mover)) if mover in match.awaited else legal[0]
        if chance.random() < idle_chance:
            action = next((one for one in legal if one.verb in ("draw", "discard")), action)
        elif chance.random() < 0.1:
            action = chance.choice(legal)
        elif action.verb == "discard" and len(action) == 3 and chance.random() < 0.5:
            action = Action(action[:2])
        side.act(mover, action)
    yield side


@pytest.fixture
def play_at_random() -> Callable[..., Iterator[SeatSide]]:
    """Fixture that returns the function `play_by_bots`, which plays a match of Big Queen."""
    return play_by_bots


@pytest.fixture
def side_on_turn() -> Callable[..., SeatSide]:
    """Fixture that returns a function, which starts a match and returns the `SeatSide` of the seat whose turn it is."""

    def make(phase: str = "play", seats: int = 4, seed: int = 3, **options: object) -> SeatSide:
        """Return seat 1 in its first turn: in ``draw`` before its first card, in ``play`` after it has drawn."""
        side = SeatSide(GAME.start(seats=seats, seed=seed, options=options), seat=1)
        side.act(0, "deal")
        if phase == "play":
            side.act(1, "draw")
        return side

    return make
