"""The standings of a table of a trick game: rank, name and points of the seats, the leader first."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.common.standings import Standing, listed_seats
from tui.boards.tricks.scene import TrickScene
from tui.drawing import Rect


def standings_of(scene: TrickScene, rect: Rect) -> Sequence[Standing]:
    """Return the standings of the seats that fit into the zone `rect`, the leader first."""
    seats = range(scene.view.seats)
    order = sorted(seats, key=lambda seat: (-scene.score(seat), seat))
    return [
        Standing(
            1 + sum(scene.score(other) > scene.score(seat) for other in seats),
            scene.name(seat),
            scene.score(seat),
            is_front_seat=seat == scene.focus,
            is_awaited=seat == scene.awaited_seat,
        )
        for seat in listed_seats(order, scene.focus, rect)
    ]
