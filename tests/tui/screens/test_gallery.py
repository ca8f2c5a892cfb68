"""The pictures in screenshots/ are what the program draws; ``python -m tests.gallery.draw`` draws them again."""

from __future__ import annotations

import pytest

from tests.gallery.draw import draw, without_variable_parts
from tests.gallery.pictures import FOLDER, PICTURES, SIZES


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
async def test_picture_in_screenshots_is_what_the_program_draws(picture, size) -> None:
    path = {where: path for path, where in picture.files()}[size]
    assert path.read_text(encoding="utf-8") == await draw(picture, size), (
        f"{path.name} is not what is drawn now; if that is meant to be, run: python tests/gallery/draw.py"
    )
    assert path.with_suffix(".png").exists()


def test_gallery_folder_has_no_other_files() -> None:
    known = {
        path.with_suffix(suffix) for picture in PICTURES for path, _ in picture.files() for suffix in (".svg", ".png")
    }
    assert set(FOLDER.iterdir()) == known


def test_gallery_picture_has_no_random_names_and_no_external_fonts() -> None:
    svg = '<style>\n @font-face { src: url("https://x") }\n .terminal-123-r1 { font-family: Fira Code }</style>'
    assert without_variable_parts(svg) == "<style>\n .terminal-r1 { font-family: DejaVu Sans Mono }</style>\n"
