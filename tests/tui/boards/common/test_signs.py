"""Every sign that a board draws is explained in the help of the board."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from core import games
from tests.support.board_app import BoardApp
from tests.support.board_pictures import render_function_of
from tui.boards.common.background import EARLIER_KEY_LABEL, LATER_KEY_LABEL
from tui.boards.common.keys import EARLIER_KEY, LATER_KEY
from tui.cards import ASCII, FOUR_COLOURS
from tui.cards.canvas import Canvas
from tui.cards.drawing import Sketch
from tui.cards.faces import face
from tui.widgets.key_bar import key_label

SIZES = [(48, 26), (60, 17), (80, 23), (120, 39), (200, 59)]
"""The sizes of the boards."""

SEAT_NAMES = ("Ada", "Bea", "Cleo", "Dora")
"""The names of the seats."""

CARD = re.compile(r"(?<!\w)(?:10|[2-9JQKA])[♣♦♥♠cdhs](?!\w)[.,]?")
"""A card, in colour or in ASCII."""

SUIT_ORDER = re.compile(r"(?<=[♠♥♦shd]) > (?=[♥♦♣hdc](?!\w))")
"""What stands between two suits in an order of suits."""

WORD = re.compile(r"[^\W\d_]{2}")
"""What makes a text say itself what it means: two letters."""

BAR_OR_FRAME = re.compile(r"\*+ {2,}|([=*·.-])\1{2,} *|\+-+\+|#(?:=+#)?|([·.]) +\2")
"""A bar, or the edge of a card or of a place for one."""

SIGN = re.compile(
    r"♠>♥>♦>♣|s>h>d>c"  # an order of suits
    r"|(?<!\w)[+-]\d|x\d|[◄<]\d|\d!"  # a sign with a number
    r"|(?<!\S)[xoT.-](?!\S)"
    r"|[^\w\s♣♦♥♠\u2500-\u259f…_|/\\,:;.()'\"`@&~%-]"
)
"""A sign: no word, card, number, line, block or punctuation."""

BADGE = re.compile(r" *(?:x|T|-) *")
"""A sign on a card of one row; other letters on it are its rank and suit."""


def signs_in(text: str) -> Iterator[str]:
    """Yield the signs in a painted text that has no words, with 5 for each number; ``or`` is a sign, too."""
    text = re.sub(r"\d+", "5", CARD.sub("", SUIT_ORDER.sub(">", text)))
    if text.strip() == "or":
        yield '"or"'
    elif not WORD.search(text) and not BAR_OR_FRAME.fullmatch(text):
        yield from SIGN.findall(text)


def explained_signs(help_text: str) -> set[str]:
    """Return the words of a list in Markdown, with 5 for each number and without the punctuation around them."""
    help_text = re.sub(r"^(?:-|##) ", "", help_text, flags=re.MULTILINE)
    text = re.sub(r"\d+", "5", SUIT_ORDER.sub(">", help_text))
    return {word if word == "." else word.strip("(),;:").removesuffix(".") for word in text.split()}


@pytest.mark.parametrize(
    ("slug", "seats", "among_them"),
    [
        ("mad-queens", 3, "▸ = · x ★ + +5 ◄5"),
        ("mad-queens-classic", 3, "▸ = · x + +5 -5 ◄5"),
        ("big-queen", 4, '▸ › ● ■ ▲ + • "or" -5 x5 +5 ♛'),
        ("queens-dungeon", 3, "▸ = ▲ + +5 T -"),
        ("queens-dungeon", 4, "▸ ◂ = + +5 -5"),
        ("queen-bees-ii", 3, "▸ = ◆ ◇ ? ♠>♥>♦>♣ +5"),
    ],
)
async def test_help_of_a_board_explains_every_sign_that_it_draws(monkeypatch, slug, seats, among_them):
    game = games[slug]
    match = game.start(seats, seed=11)
    bot = next(iter(game.bots.values()))
    app = BoardApp(match, SEAT_NAMES[:seats], seat=0)
    drawn = {look: {} for look in (FOUR_COLOURS, ASCII)}
    paint_text, put_text = Canvas.text, Sketch.put_text

    def draw(look):
        """Draw the board in a look at all sizes, and note each sign with a text that has it."""

        def record_text(self, x, y, text, *arguments, **named):
            drawn[look].update((sign, text) for sign in signs_in(text))
            return paint_text(self, x, y, text, *arguments, **named)

        def record_badge(self, x, y, text, *arguments):
            if self.height == 1 and BADGE.fullmatch(text):
                drawn[look][text.strip()] = text
            return put_text(self, x, y, text, *arguments)

        with monkeypatch.context() as patch:
            patch.setattr(Canvas, "text", record_text)
            patch.setattr(Sketch, "put_text", record_badge)
            for width, height in SIZES:
                scene = replace(app.board.scene, width=width, height=height, look=look)
                render_function_of(scene)(scene)

    face.cache_clear()  # a card that is not drawn anew shows no badge to this test
    async with app.run_test(size=(80, 24)):
        for number in range(150):
            if match.over:
                break
            seat = min(match.awaited)
            action = bot(match.view(seat))
            if seat == app.seat:
                takes = [one for one in app.board.legal if one.verb == "take"]  # the last has others instead of it
                app.board.point_at(max(takes, key=lambda take: take[1]) if takes else action)
            if number < 30 or number % 4 == 0:
                for look in drawn:
                    draw(look)
            app.act(seat, action)
        assert set(among_them.split()) <= set(drawn[FOUR_COLOURS])
        for look, found in drawn.items():
            app.board.use_look(look)
            explained = explained_signs(app.board.help_text)
            assert not {sign: text for sign, text in found.items() if sign not in explained}, look.name


def test_keys_beside_the_log_have_the_labels_of_the_keys_that_scroll_it():
    assert [key_label(key) for key in (EARLIER_KEY, LATER_KEY)] == [EARLIER_KEY_LABEL, LATER_KEY_LABEL]
