"""The events of a seat in the present play: the row that it lost, what caught it, and the Queens that it turned up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from core import Card, Remark, View
from core.engine.cards import QUEENS
from core.engine.english import english_list
from core.mad_queens import card_points
from tui.boards.common.numbers import fact_number
from tui.boards.mad_queens.odds import seats_take_turns
from tui.cards.state import TEMPORARY_CARD_LABEL


class PointsPart(Struct, frozen=True):
    """Points that a play brought a seat, or cost it, beside those of the row that it banked."""

    source: str
    """Where they came from, ``exact hit``, ``exact hits`` or ``Joker hit``, or the Queens who took them, ``Q♦ Q♥``."""
    points: int
    """The number of points, below 0 if Queens took them."""

    def __str__(self) -> str:
        return f"{self.source} +{self.points}" if self.points > 0 else f"{self.points} to {self.source}"

    @property
    def short_text(self) -> str:
        """The part in fewer words: ``hit +2``, ``-3 to Q♦``."""
        return str(replace(self, source=self.source.removeprefix("exact ").removesuffix(" hit")))


class SeatPlay(Struct, frozen=True):
    """The events of a seat's play that are shown until the play ends."""

    row: tuple[Card, ...] = ()
    """The cards of the row that the seat has lost in this play, and the caught card."""
    caught_card: Card | None = None
    """The caught card of the lost row, None if no card was caught."""
    catcher: Card | None = None
    """The banned card that caught `caught_card`, None if no card was caught."""
    is_catcher_temporary: bool = False
    """Whether `catcher` was a temporary card of the seat, which lies at that seat alone."""
    queens: tuple[Card, ...] = ()
    """The Queens that the seat turned up."""
    cards_taken: int = 0
    """The number of cards that the Queens in `queens` took from the bank."""
    points_taken: int = 0
    """The points of the cards that the Queens in `queens` took from the bank."""
    end_cause: str = ""
    """Why the last of the Queens ended the seat's game: ``cannot pay``, ``fourth``, or "" if she did not."""
    exact_hits: int = 0
    """The number of exact hits."""
    points_of_hits: int = 0
    """The points of the exact hits."""
    points_of_joker: int = 0
    """The points of the cards banked because a Joker was drawn as a banned card."""
    joker_cards_banked: tuple[Card, ...] = ()
    """The cards of the deck that such a Joker turned and banked, as one of them was a hit."""
    joker_cards_lost: tuple[Card, ...] = ()
    """The cards of the deck that such a Joker turned and discarded, as none of them was a hit."""
    points_banked: int = 0
    """The points of the row that the seat has banked."""
    sentence: str = ""
    """The line of the log about the loss of the row."""
    between_turns: SeatPlay | None = None
    """In a game with turns, the events since the seat's last turn, with which its next turn begins; None for none."""

    @property
    def paid_queens(self) -> tuple[Card, ...]:
        """The Queens that took cards from the bank."""
        return self.queens[:-1] if self.end_cause == "cannot pay" else self.queens

    def with_remark(self, remark: Remark, view: View, sentence: str) -> SeatPlay:
        """Return the events of the play with those added that a remark (an entry of the match for its log) reports.

        `view` is the view before the remark, `sentence` the line of the log about it.
        """
        row = view.cards(f"shown/{remark.seat}")
        match remark.key, remark.particulars:
            case "caught", (Card() as card, Card() as catcher, _):
                is_temporary = catcher in view.cards(f"temp/{remark.seat}") and catcher not in view.cards("banned")
                return replace(
                    self,
                    row=row,
                    caught_card=card,
                    catcher=catcher,
                    is_catcher_temporary=is_temporary,
                    sentence=sentence,
                )
            case "exact", (_, int(points)):
                hits, won = self.exact_hits + 1, self.points_of_hits + points
                return replace(self, exact_hits=hits, points_of_hits=won)
            case "event scores", (tuple(turned), int(points)):
                banked = (*self.joker_cards_banked, *(card for card in turned if isinstance(card, Card)))
                return replace(self, points_of_joker=self.points_of_joker + points, joker_cards_banked=banked)
            case "event misses", (tuple(turned),):
                discarded = [card for card in turned if isinstance(card, Card)]
                return replace(self, joker_cards_lost=(*self.joker_cards_lost, *discarded))
            case "price", (Card() as queen, int(price), tuple(paid)):
                assert remark.seat is not None
                lost = points_in_bank(view, remark.seat, [card for card in paid if isinstance(card, Card)])
                queens, points_taken = (*self.queens, queen), self.points_taken + lost
                return replace(self, queens=queens, cards_taken=self.cards_taken + price, points_taken=points_taken)
            case "cannot pay", (Card() as queen, *_):
                met = replace(self, queens=(*self.queens, queen))
                return met._with_end(remark.key, row, sentence)
            case "fourth", (Card(),):  # her price comes before
                return self._with_end(remark.key, row, sentence)
            case "banked", (_, int(points)):
                return replace(self, row=(), sentence="", points_banked=points)
        return self

    def _with_end(self, cause: str, row: tuple[Card, ...], sentence: str) -> SeatPlay:
        """Return these events with the end of the game by the last Queen, who costs the seat its row."""
        return replace(self, row=row, caught_card=None, catcher=None, end_cause=cause, sentence=sentence)


def cards_that_count_double(view: View, seat: int) -> Collection[Card]:
    """Return the cards of a seat's bank that count double, as they were exact hits."""
    exact = view.facts[f"exact/{seat}"]
    return frozenset(card for card in exact if isinstance(card, Card)) if isinstance(exact, tuple) else ()


def points_in_bank(view: View, seat: int, cards: Iterable[Card]) -> int:
    """Return the points of these cards of a seat's bank, of which exact hits count double."""
    doubled = cards_that_count_double(view, seat)
    each = card_points(view)
    return sum(each[card] * (2 if card in doubled else 1) for card in cards)


SeatPlays = Mapping[int, SeatPlay]
"""Maps a seat to what has happened to it in its present play; a seat to which nothing has happened is missing."""


def plays_after_remark(plays: SeatPlays, remark: Remark, view: View, sentence: str) -> SeatPlays:
    """Return what has happened to each seat in its present play, with what a remark reports added.

    A remark is an entry of the match for its log; `view` is the view before it, and `sentence` the line of the log
    about it. If the remark begins a new play, what happened to all seats is cleared; in a game with turns, if it begins
    the turn of a seat, what happened to that seat in its last turn is cleared.
    """
    seat = remark.seat
    if remark.key == "play":
        return {}
    if seat is None:
        return plays
    if remark.key == "turn":
        others = {other: play for other, play in plays.items() if other != seat}
        begun = plays[seat].between_turns if seat in plays else None
        return others if begun is None else {**others, seat: begun}
    before = plays.get(seat, SeatPlay())
    after = before.with_remark(remark, view, sentence)
    if after != before and seats_take_turns(view) and view.facts["turn"] != seat:  # None before the first turn
        begun = (before.between_turns or SeatPlay()).with_remark(remark, view, sentence)
        after = replace(after, between_turns=begun)
    return plays if after == before else {**plays, seat: after}


def score_before_play(view: View, seat: int) -> int | None:
    """Return the score of a seat at the beginning of its present play; None if the view does not tell it.

    Where seats take turns it is that at the beginning of the seat's present turn, or of its next one.
    """
    turn = view.facts.get("turn")
    if isinstance(turn, int) and seat != turn:
        is_known = True
    else:
        # a Queen that is spent may have been paid in this play
        has_paid = any(card in QUEENS for card in view.cards(f"gone/{seat}")) and view.count(f"shown/{seat}")
        is_known = view.facts[f"status/{seat}"] == "playing" and not (has_paid or view.facts[f"hits/{seat}"])
    return fact_number(view, f"score/{seat}") if is_known else None


def play_sentence(play: SeatPlay, name: str) -> str:
    """Return a sentence on a seat's play: the row it lost, and what its Queens took; "" if nothing happened."""
    parts = [f"{name}: {play.sentence}"] if play.sentence else []
    parts += filter(None, [row_sentence(play.row, play.caught_card)])
    if play.paid_queens:
        parts.append(f"{queen_price_texts(play)[0]}.")
    return " ".join(parts)


def row_sentence(row: Sequence[Card], caught_card: Card | None, whose: str = "The") -> str:
    """Return the sentence that names the cards of a lost `row`, without the caught card; "" if there are none.

    `whose` is the word that the sentence begins with, such as ``Your``.
    """
    cards = list(row)
    if caught_card in cards:
        cards.remove(caught_card)
    return f"{whose} row was {english_list(cards)}." if cards else ""


def play_end_texts(play: SeatPlay, status: str) -> Sequence[str]:
    """Return texts that say how a seat's play ended, the longest first: ``caught by K♦``, ``by K♦``.

    A temporary card that caught the row is ``TEMP K♦``, as on its badge. Returns () if the play has not ended. `status`
    is the word for the seat's status (`seat_status`).
    """
    if status == "finished" and play.end_cause and play.queens:
        queen = play.queens[-1]
        why = "fourth Queen" if play.end_cause == "fourth" else f"{queen} unpaid"
        return (f"finished: {why}", f"by {queen}")
    if play.catcher is not None and play.row:
        by = f"by {f'{TEMPORARY_CARD_LABEL} ' if play.is_catcher_temporary else ''}{play.catcher}"
        return (f"caught {by}", by) if status != "finished" else (by,)
    return ()


def joker_cards_texts(play: SeatPlay, cards: Sequence[Card]) -> Sequence[str]:
    """Return texts on the cards that a banned Joker has turned for a seat, the longest first: ``Joker: no hit, 2
    lost``, ``Joker: hit, 2 banked``, or as long as that is not known, ``Joker turns 2``."""
    if has_joker_missed(play, cards):
        return (f"Joker: no hit, {len(cards)} lost", f"Joker: {len(cards)} lost", "no hit")
    if cards and play.joker_cards_banked[-len(cards) :] == tuple(cards):
        return (f"Joker: hit, {len(cards)} banked", f"Joker: {len(cards)} banked", "hit")
    return (f"Joker turns {len(cards)}", "Joker")


def has_joker_missed(play: SeatPlay, cards: Sequence[Card]) -> bool:
    """Return whether a banned Joker has turned these cards for a seat, and none of them was a hit."""
    return bool(cards) and play.joker_cards_lost[-len(cards) :] == tuple(cards)


def joker_loss_texts(cards: Sequence[Card]) -> Sequence[str]:
    """Return texts on the cards of a deck that a banned Joker has discarded, the longest first; () for none."""
    if not cards:
        return ()
    named = " ".join(map(str, cards))
    return (
        f"Joker: no hit, {named} lost",
        f"Joker: {named} lost",
        f"Joker: no hit, {len(cards)} lost",
        "Joker: no hit",
        f"Jk: {len(cards)} lost",
    )


def queen_price_texts(play: SeatPlay) -> Sequence[str]:
    """Return texts that say what a seat's Queens took from its bank, the longest first: ``Q♠ took 3 cards``,
    ``Q♠ took 3``, ``Q♠``."""
    if not play.paid_queens:
        return ()
    named = " ".join(map(str, play.paid_queens))
    took = f"{named} took {play.cards_taken}"
    return (f"{took} cards", took, named, str(play.paid_queens[-1]))


def points_parts(play: SeatPlay) -> tuple[PointsPart, ...]:
    """Return the points that a play brought and cost beside those of its row: of exact hits, of a banned Joker, and
    last what Queens took."""
    hits = "exact hits" if play.exact_hits > 1 else "exact hit"
    queens = " ".join(map(str, play.paid_queens))
    parts = ((hits, play.points_of_hits), ("Joker hit", play.points_of_joker), (queens, -play.points_taken))
    return tuple(PointsPart(source, points) for source, points in parts if points)
