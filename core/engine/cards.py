"""Cards: the 52 cards of a French pack and the Joker, as small integers that print as the name of the card.

A `Card` *is* an ``int`` from 0 to 52, so the rules can index tables and shift masks with it, and there is
exactly one object for each card, so creating one allocates nothing. Suits follow each other in the order that
the rulings use to break ties (clubs, diamonds, hearts, spades); inside a suit the numbers rise from 2 to
ace. The two Jokers of a pack are the same card twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

from core.errors import BadNotation

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks, from the lowest to the highest."""
SUITS: Final = ("♣", "♦", "♥", "♠")
"""The suits in the order of their numbers."""

_SUIT_BY_LETTER: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
"""Maps each letter with which a suit can be typed to the suit."""
_CARD_NAMES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), "Jk")
"""The names of all cards, in the order of their numbers."""


class Card(int):
    """One card: an ``int`` from 0 to 52 that prints as its name.

    ``Card(10)`` is the queen of clubs and ``Card(52)`` a Joker; ``Card.parse("Q♣")`` gives the same object.
    Raises `BadNotation` for a number outside 0 to 52.
    """

    __slots__ = ()

    def __new__(cls, card_number: int) -> Self:
        if _CARD_BY_NUMBER:
            if 0 <= card_number < len(_CARD_NAMES):
                return _CARD_BY_NUMBER[card_number]  # type: ignore[return-value]
            raise BadNotation(f"{card_number} is not a card: a card's number is from 0 to 52.")
        return int.__new__(cls, card_number)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Return the card that `text` names: ``Q♠``, ``10♥``, ``Jk``, or in ASCII ``Qs``, ``10h``.

        Raises `BadNotation` if it names none.
        """
        card = _CARD_BY_NAME.get(text) or _CARD_BY_NAME.get(text.strip().lower())
        if card is None:
            raise BadNotation(f"{text[:20]!r} is not a card: write rank and suit, as in Q♠ or Qs, or Jk for a Joker.")
        return card

    @property
    def rank(self) -> str:
        """The rank of the card: ``2`` to ``10``, ``J``, ``Q``, ``K`` or ``A``; ``Jk`` for a Joker."""
        return RANKS[self % 13] if self < 52 else "Jk"

    @property
    def suit(self) -> str:
        """The symbol of the suit, one of ``♣♦♥♠``; an empty text for a Joker."""
        return SUITS[self // 13] if self < 52 else ""

    @property
    def ascii(self) -> str:
        """The name of the card in plain ASCII: ``Qs``, ``10h``, ``Jk``."""
        return self.rank + "cdhs"[self // 13] if self < 52 else "Jk"

    def __str__(self) -> str:
        return _CARD_NAMES[self]

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return format(_CARD_NAMES[self], spec)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


_CARD_BY_NUMBER: Final[list[Card]] = []
"""The one object of each card, at the index of its number; empty while this module creates the cards."""

_CARD_BY_NUMBER.extend([Card(number) for number in range(len(_CARD_NAMES))])
_CARD_BY_NAME: Final = {
    spelling.lower(): card
    for card in _CARD_BY_NUMBER
    for spelling in (str(card), card.ascii, *(("joker",) if card == 52 else ()))
} | {str(card): card for card in _CARD_BY_NUMBER}
"""Maps every way to write a card, as it prints and in lower case, to the card."""

CARDS: Final = tuple(_CARD_BY_NUMBER)
"""All fifty-three different cards; the index of a card is its number."""

JOKER: Final = CARDS[52]
"""The Joker, the same card for both that a pack may have."""
QUEENS: Final = tuple(CARDS[13 * suit + RANKS.index("Q")] for suit in range(4))
"""The four Queens in suit order."""


def cards(text: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Return the cards that a text names, as in ``cards("6♥ 2♠ Jk")``, or that an iterable of cards and names holds.

    Raises `BadNotation` at the first word that names no card.
    """
    words = text.split() if isinstance(text, str) else text
    return tuple(word if isinstance(word, Card) else Card.parse(word) for word in words)


def parse_suit(text: str) -> str:
    """Return the symbol of the suit that `text` names, as ``♥`` or in ASCII as ``h``. Raises `BadNotation` if it names
    none."""
    suit = _SUIT_BY_LETTER.get(text.lower(), text)
    if suit not in SUITS:
        raise BadNotation(f"{text[:20]!r} is not a suit: write one of ♣ ♦ ♥ ♠, or c d h s.")
    return suit


def pack(jokers: int = 0) -> list[Card]:
    """Return a new pack in order, 52 cards and `jokers` Jokers."""
    return [*CARDS[:52], *[JOKER] * jokers]
