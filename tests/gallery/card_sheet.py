"""Draws a picture with every card in all sizes.

python -m tests.gallery.card_sheet [LOOK] [FILE]    writes FILE.svg and FILE.png, cards-LOOK by default
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from core.engine.cards import CARDS, QUEENS
from tui.cards import HUGE, LARGE, LOOKS, MID, MINI, Canvas, Look, State, face, fan, paint_fan, style

_DRAWN_CARD_SIZES: Final = (HUGE, LARGE, MID, MINI)
"""The sizes of cards that are drawn on the sheet."""


def draw_card_sheet(look: Look) -> Canvas:
    """Return a canvas with all cards in all sizes, and the Queens as overlapping cards, on the background of a card
    table.
    """
    courts_last = sorted(CARDS, key=lambda card: "JQK".find(card.rank) if card.suit else 3)
    width = 13 * (HUGE.width + 1) + 1
    canvas = Canvas(width, 160, style(look.palette.ink, look.palette.felt))
    y = 0
    for size in _DRAWN_CARD_SIZES:
        x = 1
        shown = [card for card in courts_last if card.rank not in "3456"] if size is HUGE else courts_last
        for card in shown:
            if x + size.width > width:
                x, y = 1, y + size.height + 1
            canvas.blit(x, y, face(card, size, look))
            x += size.width + 1
        y += size.height + 1
    x = 1
    hand = (*QUEENS, *CARDS[-6:], QUEENS[0])
    states = [State.NORMAL] * len(hand)
    states[2] = State.SELECTED
    states[4] = State.CAUGHT
    for size in (MINI, MID, LARGE):
        for step in (4, 5):
            columns = (len(hand) - 1) * step + size.width
            paint_fan(canvas, x, y, fan(len(hand), columns, size), hand, states, look)
            x += columns + 2
            if x + 60 > width:
                x, y = 1, y + size.height + 3
    for state in (State.CAUGHT, State.BANNED, State.DOUBLED, State.DIM):
        canvas.blit(x, y, face(QUEENS[2], LARGE, look, state))
        x += LARGE.width + 1
    short = Canvas(width, y + 10, style(look.palette.ink, look.palette.felt))
    short.blit_canvas(0, 0, canvas)
    return short


def main() -> None:
    """Write the picture of all cards as SVG and PNG."""
    import cairosvg

    name = sys.argv[1] if len(sys.argv) > 1 else "four"
    target = Path(sys.argv[2] if len(sys.argv) > 2 else f"cards-{name}")
    canvas = draw_card_sheet(LOOKS[name])
    console = Console(
        record=True, width=canvas.width, file=io.StringIO(), color_system="truecolor", force_terminal=True
    )
    for y in range(canvas.height):
        console.print(Text.assemble(*canvas.runs(y)), no_wrap=True)
    svg = console.export_svg(title="Cards").replace("Fira Code", "DejaVu Sans Mono")
    target.with_suffix(".svg").write_text(svg, encoding="utf-8")
    cairosvg.svg2png(bytestring=svg.encode(), write_to=str(target.with_suffix(".png")))


if __name__ == "__main__":
    main()
