"""The moments of a match of Queen Bees II that are worth a sentence, and how remarkable each is, in tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.engine.cards import Card
from core.engine.english import SUIT_WORDS, count, english_list
from core.engine.piles import Change, Remark

RANKS_THAT_TAKE_ONLY_AS_TRUMPS: Final = ("2", "3")
"""The ranks whose cards can take a trick only as trumps, so that a trick that they take is worth a sentence."""


def moment_of_remark(remark: Remark, later_changes: Sequence[Change] = ()) -> tuple[float, str] | None:
    """Return the moment of a remark as (weight, text), or None if it is not worth a sentence.

    The weight is how remarkable it is, the text what its seat did, in the past tense and without a full stop.
    `later_changes` are the changes that the same action made after the remark.
    """
    match remark.key, remark.particulars:
        case "trumps", (str(suit), *ranks):
            return 4.0, f"a trick all of {SUIT_WORDS[suit]} made {english_list(ranks)} trumps"
        case "points", (int(tricks), _) if tricks:
            return tricks, f"took {count(tricks, 'trick')}"
        case "trick", (Card() as card,) if card.rank in RANKS_THAT_TAKE_ONLY_AS_TRUMPS:
            return 2.5, f"took a trick with {card}"
        case "tie", (int(top),):
            return 5.0, f"the lead was shared at {count(top, 'point')}"
    return None
