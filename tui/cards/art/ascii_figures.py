"""The figures of court cards and of the Joker in ASCII, as editable text; ``@`` stands for the letter of the suit."""

from __future__ import annotations

from typing import Final

LARGE_FIGURES: Final = {
    "Qc": r"""
 __A__
/MMMMM\
|o>|<o|
 \ = /
/##@##\ """,
    "Qd": r"""
  .^.
<VV@VV>
{ -, -}
8  __,8
 ~/@\~ """,
    "Qh": r"""
\|WWW|/
\\^ v//
/(O .)\
/ VVV \
// @ \\ """,
    "Qs": r"""
  /^\
/:WWW:\
/:-:-:\
/ ' _ \
/__@__\ """,
    "J": r"""
   __~
 _/__\_
 |. .|
  \_/
 /@|@\ """,
    "K": r"""
 \/+\/
 |===|
 |o o|
 {www}
 /@|@\ """,
    "": r"""
o_/^\_o
 \_Y_/
 (^ ^)
 \vvv/
 JOKER """,
}
"""Maps a Queen such as ``Qc``, ``J`` (all jacks), ``K`` (all kings) and "" (the Joker) to figures of at most seven
columns and five rows.
"""

MID_FIGURES: Final = {
    "Qc": r"""
/MAM\
|o|o|
\=@=/ """,
    "Qd": r"""
<V^V>
{-,-}
8\@/8 """,
    "Qh": r"""
\WWW/
#O .#
#V@V# """,
    "Qs": r"""
 /^\
/:-:\
/_@_\ """,
    "J": r"""
 __~
(. .)
 \@/ """,
    "K": r"""
\/+\/
|o o|
{w@w} """,
    "": r"""
o/^\o
(^v^)
JOKER """,
}
"""Maps a Queen such as ``Qc``, ``J`` (all jacks), ``K`` (all kings) and "" (the Joker) to figures of at most five
columns and three rows."""

SMALL_FIGURES: Final = {
    "Qc": "MAM\n|@|",
    "Qd": "V^V\n{@}",
    "Qh": "WWW\n#@#",
    "Qs": "/^\\\n:@:",
    "J": "_/~\n(@)",
    "K": "\\+/\n[@]",
    "": "/^\\\n^v^",
}
"""Maps a Queen such as ``Qc``, ``J`` (all jacks), ``K`` (all kings) and "" (the Joker) to figures of three columns and
two rows, for small cards and for cards that another one overlaps.
"""

LINE_FIGURES: Final = {"Q": "\\@/", "J": "(@)", "K": "[@]", "A": "-@-", "": "^v^"}
"""Maps a rank, or "" for the Joker, to a figure of one line of three columns, for the smallest card in outlines."""
