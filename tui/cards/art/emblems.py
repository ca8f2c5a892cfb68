"""The small figures of court cards and of the Joker, as editable text: headgear, face and collar.

Five columns have no room for a face of blocks that anybody reads: eyes and mouth are characters. Headgear and collar
are pictures with the letters of `portraits`. A smaller figure leaves out the collar, the smallest the sides as well.
"""

from __future__ import annotations

from typing import Final

HEADGEAR_BY_CARD: Final = {
    # A helmet.
    "Q♣": """\
o..oooo..o
oooooooooo""",
    # A tiara with a jewel.
    "Q♦": """\
..oo##oo..
oooooooooo""",
    # A crown on hair that stands on end.
    "Q♥": """\
#.o.oo.o.#
##oooooo##""",
    # A crown on a veil.
    "Q♠": """\
..oooooo..
##########""",
    "K♣": """\
.##.##.##.
##########""",
    "K♦": """\
#.#.##.#.#
##########""",
    "K♥": """\
..#.##.#..
##########""",
    "K♠": """\
###.##.###
##########""",
    # A hat with a feather.
    "J♣": """\
..####--..
##########""",
    # A beret.
    "J♦": """\
.########.
##########""",
    # A bare head.
    "J♥": """\
.kkkkkkkk.
kkkkkkkkkk""",
    # A hood.
    "J♠": """\
..######..
##########""",
    # A cap with two bells.
    "": """\
cccc..hhhh
ccccddhhhh""",
}
"""Maps each court card such as ``Q♣``, and "" (the Joker), to what the person has on the head: five columns, one row.
"""

FACE_BY_CARD: Final = {
    "Q♣": "[•_•]",  # the warrior, between the guards of the helmet
    "Q♦": "(¬u¬)",  # the schemer: a glance to the side and half a smile
    "Q♥": "{O□o}",  # the mad tyrant, shouting, one eye larger than the other
    "Q♠": "▐-_-▌",  # the widow in her veil, lids lowered
    "K♣": "(•w•)",  # a knight of old: a round beard
    "K♦": "(•~•)",  # a duke: a moustache
    "K♥": "§•u•§",  # a gentle king: curls
    "K♠": "(ò_ó)",  # a stern king: heavy brows
    "J♣": "(-_•)",  # an archer, aiming
    "J♦": "(•o•)",  # a page
    "J♥": "(^u^)",  # a lover, eyes closed
    "J♠": "(■_•)",  # a rogue with an eye patch
    "": "(>u<)",
}
"""Maps each court card such as ``Q♣``, and "" (the Joker), to a face of five characters; the outer two are ears, hair
or a helmet.
"""

COLLAR_BY_CARD: Final = {
    "Q♣": """\
..##oo##..
###-oo-###""",
    "Q♦": """\
oo######oo
##########""",
    "Q♥": """\
#..####..#
##########""",
    "Q♠": """\
####oo####
####oo####""",
    "K♣": """\
..------..
##------##""",
    "K♦": """\
..######..
####kk####""",
    "K♥": """\
..##--##..
###----###""",
    "K♠": """\
--######--
----##----""",
    "J♣": """\
...####...
.########.""",
    "J♦": """\
..##..##..
.########.""",
    "J♥": """\
..######..
.########.""",
    "J♠": """\
..######..
##########""",
    "": """\
ccddddddhh
ccccddhhhh""",
}
"""Maps each court card such as ``Q♣``, and "" (the Joker), to what is seen of the person's clothes: five columns, one
row.
"""
