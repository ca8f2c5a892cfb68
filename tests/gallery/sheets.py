"""Pictures that show several things of one kind: all portraits, the output of ``queens doctor``, or screens side by
side.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.segment import Segment

from core.engine.cards import CARDS
from tests.gallery.played_history import OWN_NAME, write_history
from tui.app.replay_export import ENVIRONMENT_WITH_COLOURS
from tui.cards import FOUR_COLOURS, GRAND, VAST, Canvas, face, style, terminal_colours
from tui.cli.doctor import examine_folder
from tui.drawing import wrap
from tui.drawing.svg import svg_picture
from tui.settings import Settings
from tui.text.doctor import network_lines, terminal_lines

PORTRAITS_PER_ROW: Final = 6
"""Number of portraits in a row."""

SHOWN_FOLDER: Final = "~/.local/share/mad-queens"
"""The data folder that the picture names, in place of a temporary one."""

DOCTOR_PICTURE_WIDTH: Final = 80
"""Width in columns of the terminal in which the output of ``queens doctor`` is pictured."""


def draw_portrait_sheet() -> str:
    """Return an SVG of the twelve court cards in the two sizes in which they are mirrored."""
    courts = [card for suit in "♣♦♥♠" for card in CARDS if card.suit == suit and card.rank in "JQK"]
    look = FOUR_COLOURS
    rows = -(-len(courts) // PORTRAITS_PER_ROW)
    ground = style(look.palette.ink, look.palette.felt)
    height = rows * (GRAND.height + VAST.height + 2) + 1
    canvas = Canvas(PORTRAITS_PER_ROW * (GRAND.width + 2) + 2, height, ground)
    top = 1
    for size in (GRAND, VAST):
        for number, card in enumerate(courts):
            row, column = divmod(number, PORTRAITS_PER_ROW)
            x = 2 + column * (GRAND.width + 2) + (GRAND.width - size.width) // 2
            canvas.blit(x, top + row * (size.height + 1), face(card, size, look))
        top += rows * (size.height + 1)
    return svg_picture([canvas.segments(y) for y in range(canvas.height)], "The portraits of Mad Queens")


def draw_doctor_sheet() -> str:
    """Return an SVG of what ``queens doctor`` prints about a good terminal on a network with two tables."""
    lines = [
        "$ queens doctor",
        *terminal_lines(DOCTOR_PICTURE_WIDTH, 24, terminal_colours(ENVIRONMENT_WITH_COLOURS), 1, utf_8=True),
        "",
        *network_lines(2, ""),
        "",
        *_lines_on_folder_with_history(),
    ]
    palette = FOUR_COLOURS.palette
    ground = style(palette.ink, palette.felt)
    room = DOCTOR_PICTURE_WIDTH - 2
    rows = [row for line in lines for row in ([line] if len(line) <= room else wrap(line, room))]
    canvas = Canvas(DOCTOR_PICTURE_WIDTH, len(rows) + 2, ground)
    for y, row in enumerate(rows, 1):
        canvas.text(1, y, row, ground)
    return svg_picture([canvas.segments(y) for y in range(canvas.height)], "queens doctor")


def _lines_on_folder_with_history() -> list[str]:
    """Return what ``queens doctor`` says about the data folder of a person who has played for a while."""
    with TemporaryDirectory() as folder:
        write_history(Path(folder))
        Settings(name=OWN_NAME, named=True).save(Path(folder))
        report, _ = examine_folder(Path(folder))
        return report.replace(folder, SHOWN_FOLDER).splitlines()


def join_side_by_side(pictures: list[list[list[Segment]]], pictures_per_row: int) -> list[list[Segment]]:
    """Join pictures of one size to one picture, with `pictures_per_row` of them in a row; each picture is a list of
    rows of segments.
    """
    rows: list[list[Segment]] = []
    for start in range(0, len(pictures), pictures_per_row):
        beside = pictures[start : start + pictures_per_row]
        rows += [[segment for table in parts for segment in table] for parts in zip(*beside, strict=True)]
    return rows
