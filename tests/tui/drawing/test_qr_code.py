"""A QR code in half-block characters has the modules (dark and light squares) of the code, with a light margin."""

from __future__ import annotations

import segno

from tui.drawing.qr_code import QR_MARGIN_MODULES, qr_code_rows

MODULES_BY_HALF_BLOCK = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
"""Maps each character of a drawn QR code to its upper and its lower module; 1 is dark."""


def test_qr_code_has_the_modules_of_its_text_in_a_light_margin():
    text = "http://192.168.100.100:8222/#code=3C3EYX"
    rows = qr_code_rows(text)
    assert len({len(row) for row in rows}) == 1
    assert (len(rows[0]), len(rows)) == (33, 17), "it fits 80 columns by 24 rows"
    drawn = [[MODULES_BY_HALF_BLOCK[cell][half] for cell in row] for row in rows for half in (0, 1)]
    wanted = [list(row) for row in segno.make(text, error="l", micro=False).matrix]
    margin = QR_MARGIN_MODULES
    size = len(wanted)
    assert [row[margin:-margin] for row in drawn[margin : margin + size]] == wanted
    assert not any(sum(row) for row in [*drawn[:margin], *drawn[margin + size :]])
    assert not any(sum(row[:margin]) + sum(row[-margin:]) for row in drawn)
