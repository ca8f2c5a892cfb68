"""The common part of rendering: the background of the card table, or the request for a larger window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tui.boards.common.background import is_too_small, paint_background, paint_request_for_larger_window
from tui.boards.common.scene import TableScene
from tui.drawing import Brush, ClickArea, Picture

SceneType = TypeVar("SceneType", bound=TableScene)
"""The type of the scenes of one board."""


def render_scene(
    scene: SceneType, awaited_text: Callable[[SceneType], str], paint: Callable[[Brush, SceneType], list[ClickArea]]
) -> Picture:
    """Return the picture of a scene.

    `paint` paints the table and returns its click areas. If the window is too small, the picture asks for a larger one
    and shows what `awaited_text` returns: a text with the awaited players.
    """
    brush = paint_background(scene)
    if is_too_small(scene.width, scene.height):
        paint_request_for_larger_window(brush, scene, awaited_text(scene))
        return Picture(brush.canvas, ())
    areas = tuple(paint(brush, scene))
    return Picture(brush.canvas, areas, brush.buttons)
