"""The pictures in screenshots/ are what the program draws; ``python -m tests.gallery.draw`` draws them again."""

from __future__ import annotations

import pytest

from tests.gallery.draw import draw, drawings
from tests.gallery.page_pictures import PAGE_PICTURES
from tests.gallery.pictures import FOLDER, PICTURES
from tests.support.depth import DEEP, some_of

DRAWN = some_of([picture for picture in PICTURES if DEEP or picture.name != "analysis"], 6)
"""The pictures that are drawn; a whole analysis, without the limits of the other tests, takes seconds."""


@pytest.mark.deep
@pytest.mark.parametrize("picture", DRAWN, ids=lambda picture: picture.name)
async def test_picture_in_screenshots_is_what_the_program_draws(picture) -> None:
    path, size = next(picture.files())
    assert path.read_text(encoding="utf-8") == await draw(picture, size), (
        f"{path.name} is not what is drawn now; if that is meant to be, run: python -m tests.gallery.draw"
    )


def test_gallery_folder_has_each_picture_and_no_other_files() -> None:
    assert set(FOLDER.glob("*.svg")) == {path for _, path, _ in drawings()}
    others = {path.name for path in FOLDER.iterdir() if path.suffix != ".svg"}
    assert others <= {picture.file for picture in PAGE_PICTURES}


def test_pictures_need_no_script_no_font_and_no_other_file() -> None:
    for path in FOLDER.glob("*.svg"):
        svg = path.read_text(encoding="utf-8")
        assert not any(word in svg for word in ("<script", "@font-face", "href", "url(")), path.name
        assert len(svg.encode()) <= 700_000, path.name
