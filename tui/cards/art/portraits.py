"""The portraits of court cards and of the Joker, as editable text.

A picture is twice as wide and twice as high in dots as its card is in cells, so it has the right proportions in an
editor. A letter is a colour: ``.`` paper, ``#`` the suit's, ``o`` gold, ``k`` dark, ``-`` shade, and ``c``, ``d``,
``h``, ``s`` those of the four suits. A block of two by two dots, one cell, has at most two colours. Gold is the
Queens' alone. The two largest cards have their pictures mirrored as on a printed pack, and made of the smaller ones: on
a grand card of the figures of the huge one, on a vast card, which they do not fit, of the heads of the large one. On
the smaller cards nobody would know such halves.
"""

from __future__ import annotations

from functools import cache
from typing import Final

FACE: Final = "f"
"""The letter of a dot of a face in the pictures that the functions of this module return."""

PORTRAIT_BY_CARD: Final = {
    # The warrior: a helmet with a bar over the nose and guards over the cheeks.
    "Q♣": """\
........oo........
...o...oooo...o...
..oooooooooooooo..
..oooooooooooooo..
..ooo...oo...ooo..
..ooo.k.oo.k.ooo..
..oooo..oo..oooo..
...ooo.kkkk.ooo...
..####......####..
##################""",
    # The schemer: a jewel in the tiara, earrings, a glance to the side and half a smile.
    "Q♦": """\
........oo........
...o...o##o...o...
...oo.oooooo.oo...
....oooooooooo....
..##############..
..###.kk..kk.###..
..##...k...k..##..
..##........k.##..
..oo....kkkk..oo..
##oo##......##oo##""",
    # The mad tyrant: hair on end, one eye larger than the other, shouting.
    "Q♥": """\
.....o..oo..o.....
#....oo.oo.oo....#
##.#.oooooooo.#.##
.###.oooooooo.###.
.##..kk........##.
###.k..k..kk...###
.##..kk........##.
###..kkkkkkkk..###
.##..k.k..k.k..##.
###...kkkkkk...###""",
    # The widow: a long veil over head and eyes, lids lowered, lips closed.
    "Q♠": """\
........oo........
....o..oooo..o....
....oooooooooo....
..##############..
..##----------##..
..##-###--###-##..
.###..........###.
.###..........###.
####...####...####
######..oo..######""",
    # A knight of old: a round grey beard.
    "K♣": """\
........##........
..#...######...#..
..##....##....##..
..##############..
..--..........--..
..--..kk..kk..--..
..----......----..
..------kk------..
....----------....
####----------####""",
    # A duke: a tall crown, a moustache and a goatee.
    "K♦": """\
........##........
.......####.......
...##.######.##...
...############...
...kk........kk...
...kk.kk..kk.kk...
...k..........k...
....k.kkkkkk.k....
......k.kk.k......
######..kk..######""",
    # A gentle king: curls and no beard.
    "K♥": """\
......##..##......
..#...######...#..
..##...####...##..
..##############..
..kk..........kk..
.kkk..k....k..kkk.
.kkk..........kkk.
.kkk...kkkk...kkk.
..kk..........kk..
####....##....####""",
    # A stern king: heavy brows and a long moustache.
    "K♠": """\
........##........
..##...####...##..
..###.######.###..
..##############..
..#............#..
..#.###....###.#..
..#....#..#....#..
..##..######..##..
....###....###....
-----########-----""",
    # An archer: a hat with a feather.
    "J♣": """\
.............--...
......######--....
....##########....
..##############..
....kk......kk....
....k.k....k.k....
....k........k....
.....k......k.....
......k.kk.k......
..####......####..""",
    # A page: a beret over hair cut round.
    "J♦": """\
......########....
...#############..
..##############..
...############...
..kkk........kkk..
..kkk.k....k.kkk..
..kkk........kkk..
..kkk...kk...kkk..
..................
..####......####..""",
    # A lover: short hair, eyes closed, a smile.
    "J♥": """\
....kkkkkkkkkk....
..kkkkkkkkkkkkkk..
..kkk.kkkkkk.kkk..
..kk.k..kk..k.kk..
..k............k..
..k..kk....kkk.k..
..k............k..
..k...k....k...k..
.......kkkk.......
######......######""",
    # A rogue: a hood and an eye patch.
    "J♠": """\
......######......
....##########....
..##############..
..####......####..
..##..........##..
..##.####..#..##..
..##.####.....##..
..##..##......##..
..###...####.###..
######......######""",
    # A cap with two bells, slanting eyes and a smile from ear to ear.
    "": """\
...ccccc..hhhhh...
..cccccccchhhhhh..
..cc.dddddddd.hh..
..cc.dddddddd.hh..
.kk..k......k..kk.
.kk...kk..kk...kk.
...k..........k...
...kk........kk...
....kk......kk....
.....kkkkkkkk.....""",
}
"""Maps a court card such as ``Q♣``, and "" (the Joker), to its portrait on a large card: as wide as the card and five
rows high.
"""

HUGE_PORTRAIT_BY_CARD: Final = {
    "Q♣": """\
............oo.........-..
.......o...oooo...o...--..
......oooooooooooooo..--..
......oooooooooooooo..--..
......ooo...oo...ooo..--..
......ooo.k.oo.k.ooo..--..
......oooo..oo..oooo..--..
.......ooo.kkkk.ooo...oooo
......####......####...kk.
....##################.kk.
..#######-#-oo-#-#######..
.######-#-#-oo-#-#-######.
#########-#-oo-#-#########
#######-#-#-oo-#-#-#######""",
    "Q♦": """\
............oo............
.......o...o##o...o.......
.......oo.oooooo.oo.......
........oooooooooo........
......##############...##.
......###.kk..kk.###..####
......##...k...k..##..####
......##........k.##...##.
......oo....kkkk..oo...oo.
....##oo##......##oo##.oo.
..########oooooo########..
.#########.o##o.#########.
############oo############
##########################""",
    "Q♥": """\
.........o..oo..o.......--
....#....oo.oo.oo....#.---
....##.#.oooooooo.#.##.---
.....###.oooooooo.###...--
.....##..kk........##...kk
....###.k..k..kk...###..kk
.....##..kk........##...kk
....###..kkkkkkkk..###..kk
.....##..k.k..k.k..##...kk
....###...kkkkkk...###..kk
..####..............####..
.#####..............#####.
############oo############
############oo############""",
    "Q♠": """\
............oo.........#..
........o..oooo..o.....#..
........oooooooooo.....#..
......##############...#..
......##----------##..#..#
......##-###--###-##...##.
.....###..........###.####
.....###..........###..##.
....####...####...#####..#
....######..oo..######....
..##########oo##########..
.##########oooo##########.
############oo############
############oo############""",
    "K♣": """\
............##.........##.
......#...######...#..####
......##....##....##...##.
......##############...##.
......--..........--...##.
......--..kk..kk..--...##.
......----......----...##.
......------kk------...##.
........----------.....##.
....####----------####.##.
..########------########..
.##########----##########.
#########-..--..-#########
#########-..--..-#########""",
    "K♦": """\
............##........--kk
...........####.......--kk
.......##.######.##...--kk
.......############...--kk
.......kk........kk.....kk
.......kk.kk..kk.kk.....kk
.......k..........k.....kk
........k.kkkkkk.k......kk
..........k.kk.k........kk
....######..kk..######..kk
..#######-..kk..-#######..
.########-......-########.
#########-......-#########
#########-......-#########""",
    "K♥": """\
..........##..##.......-..
......#...######...#..--..
......##...####...##..--..
......##############..--..
......kk..........kk..--..
.....kkk..k....k..kkk.--..
.....kkk..........kkk.--..
.....kkk...kkkk...kkk.####
......kk..........kk...kk.
....####....##....####.kk.
..#######-..##..-#######..
.########-......-########.
#########-..kk..-#########
#########-......-#########""",
    "K♠": """\
............##.........-..
......##...####...##..--..
......###.######.###..--..
......##############..--..
......#............#..--..
......#.###....###.#..--..
......#....#..#....#..--..
......##..######..##..####
........###....###.....##.
....-----########-----.##.
..------##########------..
.--------########--------.
----------######----------
-----------####-----------""",
    "J♣": """\
.................--....kk.
..........######--....kkkk
........##########.....kk.
......##############...kk.
........kk......kk.....kk.
........k.k....k.k.....kk.
........k........k.....kk.
.........k......k......kk.
..........k.kk.k......####
......####......####..#..#
..########..kk..########..
.##########....##########.
############--############
############--############""",
    "J♦": """\
..........########....k###
.......#############..k###
......##############..k###
.......############...k###
......kkk........kkk..k...
......kkk.k....k.kkk..k...
......kkk........kkk..k...
......kkk...kk...kkk..k...
......................k...
......####......####..k...
..#######-......-#######..
.#########-....-#########.
###########----###########
###########-##-###########""",
    "J♥": """\
........kkkkkkkkkk.....##.
......kkkkkkkkkkkkkk..####
......kkk.kkkkkk.kkk..####
......kk.k..kk..k.kk...##.
......k............k...cc.
......k..kk....kkk.k..ccc.
......k............k...cc.
......k...k....k...k...ccc
...........kkkk........cc.
....######......######.cc.
..########......########..
.##########....##########.
############kk############
############kk############""",
    "J♠": """\
..........######..........
........##########........
......##############...-..
......####......####..--..
......##..........##..--..
......##.####..#..##..####
......##.####.....##...##.
......##..##......##...##.
......###...####.###......
....######......######.##.
..########......########..
.##########....##########.
########---####---########
########----##----########""",
    "": """\
.......ccccc..hhhhh....hh.
......cccccccchhhhhh..hhhh
......cc.dddddddd.hh..hhhh
......cc.dddddddd.hh...hh.
.....kk..k......k..kk..kk.
.....kk...kk..kk...kk..kk.
.......k..........k....kk.
.......kk........kk....kk.
........kk......kk.....kk.
.........kkkkkkkk......kk.
..cccccc..........hhhhhh..
.cccccccccc....hhhhhhhhhh.
ccdddcccddhhhhccddhhhddccc
cdddddcdddhhhhcccdhhdddddc""",
}
"""Maps a court card such as ``Q♣``, and "" (the Joker), to its portrait on a huge card: as wide as the card and seven
rows high.
"""

_DOT_ROWS_OF_GRAND_HALF: Final = 11
"""The number of rows of dots in each half of the portrait on a grand card."""

_VAST_DOT_COLUMNS: Final = 30
"""The width in dots of the portrait on a vast card."""

_FIRST_DOT_COLUMN_OF_EMBLEM: Final = 22
"""The first column of dots of what a figure on a huge card carries at its side."""


@cache
def mark_face(picture: str) -> str:
    """Return a picture with the letter `FACE` for each dot of a face: blank, with the figure above, to the left and to
    the right.
    """
    rows = picture.split("\n")
    covered = [False] * len(rows[0])
    faces = []
    for row in rows:
        left, right = len(row) - len(row.lstrip(".")), len(row.rstrip("."))
        faces.append(
            "".join(FACE if dot == "." and covered[x] and left < x < right else dot for x, dot in enumerate(row))
        )
        covered = [above or dot != "." for above, dot in zip(covered, row, strict=True)]
    return "\n".join(faces)


def large_portrait(key: str) -> str:
    """Return the portrait on a large card of a court card such as ``Q♣``, or of the Joker (""), with its face."""
    return mark_face(PORTRAIT_BY_CARD[key])


def huge_portrait(key: str) -> str:
    """Return the portrait on a huge card of a court card such as ``Q♣``, or of the Joker (""), with its face."""
    return mark_face(HUGE_PORTRAIT_BY_CARD[key])


@cache
def vast_portrait(key: str) -> str:
    """Return the portrait on a vast card, 15 columns by eleven rows of cells, as high as the card, of a court card such
    as ``Q♣``, or of the Joker (""): the head of the large card, with what the figure on the huge one carries, above the
    same, turned by half a turn.

    The last row of the head, without the dark dots of mouths and chins, is the belt between the two.
    """
    belt = PORTRAIT_BY_CARD[key].split("\n")[-1].replace("k", ".")
    figure = mark_face(f"{PORTRAIT_BY_CARD[key]}\n{belt}").split("\n")
    emblems = [row[_FIRST_DOT_COLUMN_OF_EMBLEM:] for row in HUGE_PORTRAIT_BY_CARD[key].split("\n")]
    carried = [*emblems[: len(figure) - 1], ""]
    left = "." * ((_VAST_DOT_COLUMNS - len(belt)) // 2)
    half = [(left + row + emblem).ljust(_VAST_DOT_COLUMNS, ".") for row, emblem in zip(figure, carried, strict=True)]
    return "\n".join((*half, *(row[::-1] for row in reversed(half))))


@cache
def grand_portrait(key: str) -> str:
    """Return the portrait on a grand card, 13 columns by eleven rows of cells, of a court card such as ``Q♣``, or of
    the Joker (""): the upper part of the figure on the huge card above the same, turned by half a turn.
    """
    half = huge_portrait(key).split("\n")[:_DOT_ROWS_OF_GRAND_HALF]
    return "\n".join((*half, *(row[::-1] for row in reversed(half))))
