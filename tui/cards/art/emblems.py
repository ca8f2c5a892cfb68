"""The heads of court cards and of the Joker on smaller cards, as editable text; the letters are those of `portraits`.

Each Queen has one sign of her own: helmet, headdress, mane, veil. The jack of clubs has a hat with a feather; the other
jacks share a head, and so do all kings.
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
    "J": """\
...####--.
.#######..
.kk....kk.
.k.k..k.k.
.k......k.
..kkkkkk..""",
    "K": """\
#...##...#
##.####.##
##########
..kk..kk..
---....---
.--------.""",
    "": """\
cccc..hhhh
ccccddhhhh
kk.k..k.kk
..kkkkkk..""",
}
"""Maps a Queen such as ``Q♣``, ``J♣``, ``J`` (other jacks), ``K`` (all kings) and "" (the Joker) to heads five columns
wide and three rows high; that of the Joker is two rows high.
"""

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
"""Maps the keys of `HEADS` to heads three columns wide and two rows high, for small cards and for cards that another
one overlaps.
"""
