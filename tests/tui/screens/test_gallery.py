"""The pictures in screenshots/ are those that the program draws; ``python -m tests.gallery.draw`` draws them again."""

from __future__ import annotations

import pytest

from tests.gallery.draw import all_drawings, run_program
from tests.gallery.moments import is_row_caught
from tests.gallery.page_pictures import PAGE_PICTURES
from tests.gallery.pictures import PICTURES, SCREENSHOTS_FOLDER, script_to_mad_queens_moment
from tests.support.depth import IS_DEEP_RUN, sample_cases

NAMES_OF_SLOW_PICTURES = {"analysis", "match"}
"""Names of the pictures that take seconds: a whole analysis, and a recording."""

DRAWINGS = sample_cases(
    [drawing for drawing in all_drawings() if IS_DEEP_RUN or drawing[0] not in NAMES_OF_SLOW_PICTURES], 6
)
"""Name, file and drawing function of each picture, at each of its sizes."""


@pytest.mark.deep
@pytest.mark.parametrize(("path", "drawing"), [one[1:] for one in DRAWINGS], ids=[path.stem for _, path, _ in DRAWINGS])
async def test_picture_in_screenshots_is_what_the_program_draws(path, drawing) -> None:
    assert path.read_text(encoding="utf-8") == await drawing(), (
        f"{path.name} is not what is drawn now; if that is meant to be, run: python -m tests.gallery.draw"
    )


async def test_picture_of_the_big_queen_shows_her_banner() -> None:
    picture = next(picture for picture in PICTURES if picture.name == "big-queen-laid")
    rows = await run_program(picture.script, (120, 40))
    assert any("the big Queen: 100 for Team A." in "".join(part.text for part in row) for row in rows)


async def test_script_of_a_picture_fails_if_it_finds_no_frame_of_the_expected_kind() -> None:
    script = script_to_mad_queens_moment(is_row_caught, lambda board: False)
    with pytest.raises(AssertionError, match="no frame"):
        await run_program(script, (80, 24))


def test_gallery_folder_has_each_picture_and_no_other_files() -> None:
    assert set(SCREENSHOTS_FOLDER.glob("*.svg")) == {path for _, path, _ in all_drawings()}
    others = {path.name for path in SCREENSHOTS_FOLDER.iterdir() if path.suffix != ".svg"}
    assert others <= {picture.file for picture in PAGE_PICTURES}


def test_pictures_need_no_script_no_font_and_no_other_file() -> None:
    for path in SCREENSHOTS_FOLDER.glob("*.svg"):
        svg = path.read_text(encoding="utf-8")
        assert not any(word in svg for word in ("<script", "@font-face", "href", "url(")), path.name
        assert len(svg.encode()) <= 700_000, path.name
