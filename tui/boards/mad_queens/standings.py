"""The standings of a Mad Queens table: rank, name and points of the seats, the leader first, and the cards left in
their decks, by which the last can still win."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.common.standings import Standing, listed_seats
from tui.boards.mad_queens.scene import MadQueensScene
from tui.boards.mad_queens.text import awaited_seats, place_in_ranking, ranking
from tui.drawing import Rect


def standings_of(scene: MadQueensScene, rect: Rect) -> Sequence[Standing]:
    """Return the standings of the seats that fit into the zone `rect`, the leader first.

    Of several awaited seats only the one in front is marked as such, as two marks would be read as two turns.
    """
    waited = awaited_seats(scene.view)
    marked = waited if len(waited) == 1 else {scene.focus}.intersection(waited)
    return [
        Standing(
            place_in_ranking(scene.view, seat),
            scene.name(seat),
            scene.shown_score(seat),
            is_front_seat=seat == scene.focus,
            is_awaited=seat in marked,
            deck_text="over" if scene.view.facts[f"cause/{seat}"] else str(scene.view.count(f"deck/{seat}")),
        )
        for seat in listed_seats(ranking(scene.view), scene.focus, rect)
    ]
