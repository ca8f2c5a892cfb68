"""The heads of court cards and of the Joker on smaller cards, as editable text; the letters are those of `portraits`.

Each has one sign of its own. The Queens: helmet, headdress, mane, veil. The jacks: a hat with a feather, a beret over
hair cut round, a bare head over a collar, a hood and an eye patch. The kings: a round beard, a moustache, curls, heavy
brows. On a visible strip of a card the other jacks share a head, and so do all kings.
"""

from __future__ import annotations

from typing import Final

HEADS: Final = {
    "Q♣": """\
....oo....
o..oooo..o
oooooooooo
oo..oo..oo
oo.kook.oo
oo......oo""",
    "Q♦": """\
..o.oo.o..
..oo##oo..
..oooooo..
##......##
##.kk.kk##
oo...kk.oo""",
    "Q♥": """\
#.o.oo.o.#
##oooooo##
#.kkk..k.#
##kkk..k##
#..kkkk..#
##.kkkk.##""",
    "Q♠": """\
....oo....
..oooooo..
.########.
##------##
##......##
###.##.###""",
    "J♣": """\
......--..
..####--..
##########
..........
..k.kk.k..
...kkkk...""",
    # A beret over hair cut round.
    "J♦": """\
..######..
.########.
##########
kk......kk
kk.k..k.kk
kk..kk..kk""",
    # A bare head over a collar.
    "J♥": """\
..kkkkkk..
.kkkkkkkk.
.kk....kk.
.k.k..k.k.
....kk....
####..####""",
    # A hood and an eye patch.
    "J♠": """\
...####...
.########.
###....###
##.##.#.##
##.##...##
###.##.###""",
    # A round beard.
    "K♣": """\
#...##...#
##.####.##
##########
..kk..kk..
---....---
.--------.""",
    # A moustache.
    "K♦": """\
....##....
#..####..#
##########
kk......kk
k..k..k..k
..kkkkkk..""",
    # Curls.
    "K♥": """\
..##..##..
#.######.#
##########
kk......kk
kk.k..k.kk
kk..kk..kk""",
    # Heavy brows.
    "K♠": """\
#...##...#
##.####.##
##########
.##....##.
#..#..#..#
##.####.##""",
    "": """\
cccc..hhhh
ccccddhhhh
kk.k..k.kk
..kkkkkk..""",
}
"""Maps each court card such as ``Q♣``, and "" (the Joker), to a head five columns wide and three rows high; that of the
Joker is two rows high.
"""

MINI_HEADS: Final = {
    "Q♣": """\
o..oooo..o
oooooooooo
oo..oo..oo
oo.kook.oo""",
    "Q♦": """\
..oo##oo..
oooooooooo
##.kk.kk##
oo...kk.oo""",
    "Q♥": """\
#.o.oo.o.#
##oooooo##
#.kkk..k.#
#..kkkk..#""",
    "Q♠": """\
..oooooo..
.########.
##------##
##..##..##""",
    "J♣": """\
..####--..
##########
...k..k...
....kk....""",
    "J♦": """\
.########.
##########
kk.k..k.kk
kk..kk..kk""",
    "J♥": """\
.kkkkkkkk.
.kk....kk.
...k..k...
##..kk..##""",
    "J♠": """\
.########.
###....###
##.##.#.##
##.##...##""",
    "K♣": """\
#.######.#
##########
..kk..kk..
----------""",
    "K♦": """\
#..####..#
##########
k..k..k..k
..kkkkkk..""",
    "K♥": """\
..##..##..
##########
kk.k..k.kk
kk......kk""",
    "K♠": """\
##.####.##
##########
#.##..##.#
##.####.##""",
    "": """\
cccc..hhhh
ccccddhhhh
kk.k..k.kk
..kkkkkk..""",
}
"""Maps the keys of `HEADS` to heads five columns wide and two rows high, for small cards that are seen whole."""

SMALL_HEADS: Final = {
    "Q♣": """\
oo..oo
oooooo
o.kk.o
oo..oo""",
    "Q♦": """\
..oo..
oooooo
##..##
#.##.#""",
    "Q♥": """\
#.oo.#
##oo##
#k..k#
##kk##""",
    "Q♠": """\
..oo..
.oooo.
##--##
##..##""",
    "J♣": """\
..##--
######
.k..k.
..kk..""",
    "J": """\
.###--
######
.k..k.
..kk..""",
    "K": """\
#.##.#
######
kk..kk
------""",
    "": """\
cc..hh
ccddhh
.k..k.
..kk..""",
}
"""Maps a Queen such as ``Q♣``, ``J♣``, ``J`` (other jacks), ``K`` (all kings) and "" (the Joker) to heads three columns
wide and two rows high, for cards that another one overlaps.
"""
