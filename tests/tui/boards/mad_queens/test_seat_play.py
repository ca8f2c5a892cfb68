"""What the board of Mad Queens shows of the play of other seats: lost rows, catches, prices of Queens."""

from __future__ import annotations

import dataclasses
import re
from itertools import product

import pytest
from msgspec.structs import replace

from core import Dealer, Remark, cards, games
from core.engine.piles import EVERYONE
from core.mad_queens import CAUGHT_FATE
from net.client.events import MatchBegan, MatchChanged
from tests.support.board_pictures import BOARD_SIZES as USUAL_SIZES
from tests.support.depth import sample_cases
from tui.boards.mad_queens.board import MadQueensBoard
from tui.boards.mad_queens.odds import Odds
from tui.boards.mad_queens.render import layout_of, render
from tui.boards.mad_queens.seat_play import SeatPlay, play_end_texts
from tui.boards.mad_queens.text import SYMBOL_BY_STATUS, risk_taken_text, sheet_help

GAME = games["mad-queens"]
"""The game of these tests: Mad Queens."""

SEAT_NAMES = ("Ada", "Björn", "Chidi", "Dora", "Ed", "Flo", "Gus")
"""The names of the seats."""

GAME_AUDIENCE_AND_VISIBILITY = list(product(["mad-queens", "mad-queens-classic"], [0, None], ["open", "sealed"]))
"""Triples of a game, a seat or None for a spectator, and open or sealed plays; in sealed ones others do not see the
cards until the play ends.
"""

BOARD_SIZES = [(60, 16), (60, 18), *USUAL_SIZES]
"""Widths and heights of boards in columns and rows."""


class BoardOfMatch:
    """A match with known cards, and the board of one audience of it (a seat or a spectator), without a running
    program.
    """

    def __init__(self, *decks, seats=4, seat=0, **scripts):
        orders = {f"deck/{number}": [cards(deck)] for number, deck in enumerate(decks)}
        dealer = Dealer.scripted({"banned-deck": [cards("8♠ K♦")], **orders, **scripts})
        self.match = GAME.start(seats, dealer=dealer)
        self.seat = seat
        self.board = MadQueensBoard(
            MatchBegan(self.match.view(seat), SEAT_NAMES[:seats], self.match.opening_changes), animate=False
        )

    def act(self, seat, *texts):
        """Carry out actions of a seat, given as texts, and show each of them on the board."""
        for text in texts:
            changes = [change.seen_by(self.seat) for change in self.match.act(seat, GAME.parse(text))]
            self.board.show_played(MatchChanged(tuple(filter(None, changes)), self.match.view(self.seat)))

    def frames_of_action(self, seat, text):
        """Carry out an action of a seat, and return the frames that show it."""
        changes = [change.seen_by(self.seat) for change in self.match.act(seat, GAME.parse(text))]
        return self.board.frames_of(MatchChanged(tuple(filter(None, changes)), self.match.view(self.seat)))

    def other_seats_text(self, width, height):
        """Return the text of the rows of the other seats."""
        scene = replace(self.board.scene, width=width, height=height)
        return "\n".join(str(render(scene).canvas).split("\n")[1 : 10 if height > 30 else 5])


@pytest.mark.parametrize("size", BOARD_SIZES, ids=str)
@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("seats", [4, 6])
def test_catch_of_another_seat_and_what_caught_it_are_shown_until_the_play_ends(size, seat, seats):
    if seats == 6 and size[1] < 22:
        pytest.skip("a ranking shows the leaders only")
    table = BoardOfMatch("6♥", "5♦ K♥", *["6♦"] * (seats - 2), seats=seats, seat=seat)
    table.act(0, "reveal")
    table.act(1, "reveal", "reveal")
    assert "K♦" in table.other_seats_text(*size)
    if size != (60, 16):
        assert "by K♦" in table.other_seats_text(*size)
        assert "K♥" in table.other_seats_text(*size)
    table.act(0, "bank")
    assert "K♦" in table.other_seats_text(*size), "the play goes on"
    for other in range(2, seats):
        table.act(other, "reveal", "bank")
    assert table.match.view(0).facts["play"] == 2
    assert "by K♦" not in table.other_seats_text(*size)


@pytest.mark.parametrize("size", BOARD_SIZES, ids=str)
def test_price_of_another_seats_queen_is_shown_until_the_play_ends(size):
    table = BoardOfMatch("6♥", **{"deck/1": [cards("2♣ 3♣"), cards("Q♠ 5♦")], "queens/1": [cards("Q♠")], "seats": 2})
    table.act(0, "reveal", "bank")
    table.act(1, "reveal", "reveal", "bank")
    table.act(1, "reveal")
    assert "Q♠" in table.other_seats_text(*size)
    if size[1] > 16:
        assert "Q♠ took 2 cards" in table.other_seats_text(*size)
    assert table.board.scene.play_of(1) == SeatPlay(queens=cards("Q♠"), cards_taken=2, points_taken=2)
    table.act(0, "reveal", "bank")
    table.act(1, "bank")
    assert table.board.scene.play_of(1) == SeatPlay()


@pytest.mark.parametrize(
    ("size", "bank", "price"), [((80, 23), "bank 8", ""), ((120, 39), "bank 8 cards", "Q♠ took 2")], ids=str
)
def test_bank_and_deck_are_shown_beside_a_queen_who_is_named_whole_or_not_at_all(size, bank, price):
    banked = [cards("2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 10♣ J♣ A♣"), cards("Q♠ 5♦ K♥")]
    others = {f"deck/{seat}": [cards("6♥")] for seat in (2, 3)}
    table = BoardOfMatch("6♥", **{"deck/1": banked, "queens/1": [cards("Q♠")], **others})
    table.act(1, *["reveal"] * 10, "bank")
    for other in (0, 2, 3):
        table.act(other, "reveal", "bank")
    table.act(1, "reveal", "reveal")
    text = table.other_seats_text(*size)
    assert bank in text
    whole = str(render(replace(table.board.scene, width=size[0], height=size[1])).canvas)
    assert re.search(r"deck 38|STANDINGS.* deck\b", whole, re.DOTALL)
    assert "by K♦" in text
    shown = text.splitlines()[1]
    assert price in shown
    assert ("Q♠" in shown) == bool(price), "no part of the sentence on the Queen stands alone"


@pytest.mark.parametrize("size", [(60, 17), (80, 23), (100, 29), (120, 39), (200, 59)], ids=str)
def test_cards_of_a_chain_that_lost_the_row_are_told_in_their_order(size):
    """One key turned a Queen, a Joker, and two cards, of which one was caught."""
    others = {f"deck/{seat}": [cards("2♣"), cards("4♥")] for seat in (1, 2, 3)}
    own = [cards("2♣ 3♣ 5♣ 6♣"), cards("2♦ 4♥ Q♦ Jk 4♣ 8♦")]
    table = BoardOfMatch(**{"deck/0": own, "queens/0": [cards("Q♦")], **others})
    table.act(0, "reveal", "reveal", "reveal", "reveal", "bank")
    for seat in (1, 2, 3):
        table.act(seat, "reveal", "bank")
    table.act(0, "reveal", "reveal", "reveal")

    def shown_text():
        return str(render(replace(table.board.scene, width=size[0], height=size[1])).canvas)

    assert "You turned Q♦," in shown_text(), "others still play: it stands beside the row"
    for seat in (1, 2, 3):
        table.act(seat, "reveal", "bank")
    assert "Results of play 2" in shown_text()
    assert "You turned Q♦, then Jk, 4♣ and 8♦." in shown_text()
    assert size[0] < 120 or "Your row was 2♦, 4♥, Jk and" in shown_text()


def test_row_that_a_game_ending_queen_has_cost_stays_on_the_table_with_the_reason():
    own = [cards("2♣ 3♣"), cards("2♦ 4♥ Jk Q♦ 5♥")]
    table = BoardOfMatch(**{"deck/0": own, "deck/1": [cards("2♣")], "queens/0": [cards("Q♦")], "seats": 2})
    table.act(0, "reveal", "reveal", "bank")
    table.act(1, "reveal", "bank")
    table.act(0, "reveal", "reveal", "reveal")
    assert table.board.scene.last_row.row == cards("2♦ 4♥ Jk 5♥")
    text = str(render(replace(table.board.scene, width=200, height=59)).canvas)
    said = "You turned Jk, then Q♦ and 5♥. Q♦ asks for 3 cards, but the bank holds 2. A Queen could not be paid"
    where = layout_of(replace(table.board.scene, width=200, height=59)).deck_and_row
    rows = [re.sub("[▀-▟]", " ", row[where.x : where.right])[80:] for row in text.splitlines()]
    assert said in " ".join(" ".join(rows[where.y : where.bottom]).split())


@pytest.mark.parametrize(("seats", "size"), [(2, (120, 39)), (4, (100, 29)), (4, (120, 39)), (4, (200, 59))], ids=str)
def test_row_and_bank_of_another_seat_are_named_above_their_cards(seats, size):
    others = {f"deck/{seat}": [cards("6♥")] for seat in range(2, seats)}
    table = BoardOfMatch("6♥", **{"deck/1": [cards("2♣ 3♣"), cards("4♦ 5♦ K♥")], "seats": seats, **others})
    table.act(1, "reveal", "reveal", "bank")
    for seat in (0, *range(2, seats)):
        table.act(seat, "reveal", "bank")
    table.act(1, "reveal", "reveal")
    labels, cards_below = table.other_seats_text(*size).splitlines()[1:3]
    assert 0 <= cards_below.index("4♦") - re.search("(playing, )?row of 2", labels).start() <= 1
    bank = re.search("bank 2( cards)?", labels)
    assert bank.start() - 8 < cards_below.index("3♣") < bank.end()
    table.act(1, "reveal")
    assert re.search(r"^ x (row )?caught by K♦", table.other_seats_text(*size).splitlines()[1])


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (200, 59)], ids=str)
def test_seat_that_a_queen_has_put_out_is_called_finished_like_any_other(size):
    table = BoardOfMatch("6♥", "2♣", "6♥", "6♥", **{"deck/1": [cards("2♣"), cards("Q♠ 5♦")], "queens/1": [cards("Q♠")]})
    table.act(1, "reveal", "bank")
    for seat in (0, 2, 3):
        table.act(seat, "reveal", "bank")
    table.act(1, "reveal")
    text = table.other_seats_text(*size)
    assert re.search(r"# finished(: Q♠ unpaid)?", text), text
    if size[0] >= 120:
        assert "# finished: Q♠ unpaid" in text


def test_joker_of_another_seat_stays_in_its_row():
    table = BoardOfMatch("6♥", "2♠ Jk 8♦ 9♥")
    table.act(1, "reveal", "reveal")
    play = table.board.scene.play_of(1)
    assert (play.row, play.caught_card, play.catcher) == (cards("2♠ Jk 8♦ 9♥"), *cards("8♦ 8♠"))
    assert "2♠  Jk  8♦x 9♥" in table.other_seats_text(80, 23)


def test_note_about_a_seat_says_how_its_row_was_lost():
    table = BoardOfMatch("6♥", "5♦ K♥")
    table.act(1, "reveal", "reveal")
    table.board._look_at(1)
    assert "Björn: K♥ is caught by K♦" in table.board.scene.note
    assert "The row was 5♦." in table.board.scene.note, "the caught card was never part of it"


def test_spectator_who_changes_to_a_caught_seat_sees_its_row():
    table = BoardOfMatch("6♥", "5♦ K♥", seat=None)
    table.act(1, "reveal", "reveal")
    table.board._look_at(1)
    picture = str(render(replace(table.board.scene, width=80, height=23)).canvas)
    assert "CAUGHT" in picture
    assert "K♥ is caught by K♦" in picture.replace("\n", " ")


def test_catch_that_ends_the_play_stays_on_the_screen_for_a_while():
    table = BoardOfMatch("6♥", "K♥", seats=2)
    table.act(0, "reveal", "bank")
    table.board.animation.enabled = True
    changes = [change.seen_by(0) for change in table.match.act(1, GAME.parse("reveal"))]
    frames = table.board.frames_of(MatchChanged(tuple(filter(None, changes)), table.match.view(0)))
    held = [frame.hold_seconds for frame in frames if frame.plays.get(1, SeatPlay()).catcher == cards("K♦")[0]]
    assert max(held) >= 0.9
    assert 1 not in frames[-1].plays


@pytest.mark.deep
@pytest.mark.parametrize(("slug", "audience", "visibility"), sample_cases(GAME_AUDIENCE_AND_VISIBILITY, 2))
def test_shown_events_of_all_seats_are_those_of_the_log(play_at_random, slug, audience, visibility):
    if slug == "mad-queens-classic" and visibility == "sealed":
        pytest.skip("this game has no such option")
    options = {"visibility": visibility} if slug == "mad-queens" else {}
    board = None
    before = {}
    told = {}
    for seed in range(6):
        board = None
        for match, _, changes in play_at_random(slug, 3, seed, **options):
            if board is None:
                start = games[slug].start(3, seed=seed, options=options)
                board = MadQueensBoard(
                    MatchBegan(start.view(audience), SEAT_NAMES[:3], start.opening_changes), animate=False
                )
                before, told = start.view(audience), {}
            seen = tuple(filter(None, (change.seen_by(audience) for change in changes)))
            for change in seen:
                if isinstance(change, Remark) and change.key == "caught":
                    told[change.seat] = (before.cards(f"shown/{change.seat}"), *change.particulars[:2])
                if isinstance(change, Remark) and change.key in ("cannot pay", "fourth"):
                    told.pop(change.seat, None)  # the Queen of an event between two turns
                if isinstance(change, Remark) and change.key in ("play", "turn"):
                    ended = range(3) if change.key == "play" else [change.seat]
                    told = {seat: value for seat, value in told.items() if seat not in ended}
                before = before.apply(change)
            board.show_played(MatchChanged(seen, match.view(audience)))
            shown = {
                s: (p.row, p.caught_card, p.catcher) for s, p in board.scene.plays.items() if p.caught_card is not None
            }
            assert shown == told


@pytest.mark.parametrize("card", ["K♥", "10♥"])
@pytest.mark.parametrize("queen_was_paid", [False, True])
def test_smallest_area_of_a_player_says_that_a_row_is_caught_and_shows_the_card(card, queen_was_paid):
    banned = cards("8♠ 10♦" if card == "10♥" else "8♠ K♦")
    decks = {
        "deck/1": [cards("2♣ 3♣"), cards(f"Q♠ 5♦ {card}" if queen_was_paid else f"5♦ {card}")],
        "queens/1": [cards("Q♠")],
    }
    decks |= {f"deck/{other}": [cards("6♦")] for other in (2, 3)}
    table = BoardOfMatch("6♥", **decks, **{"banned-deck": [banned]})
    table.act(0, "reveal", "bank")
    table.act(1, "reveal", "reveal", "bank")
    for other in (2, 3):
        table.act(other, "reveal", "bank")
    while table.board.scene.play_of(1).caught_card is None:
        table.act(1, "reveal")
    strip = table.other_seats_text(60, 17)
    assert f"caught by {banned[1]}" in strip
    assert card in strip


def test_caught_row_names_the_banned_card_that_caught_it():
    table = BoardOfMatch("6♥", "2♠ 8♦")
    table.act(1, "reveal", "reveal")
    play = table.board.scene.play_of(1)
    assert play_end_texts(play, "caught") == ("caught by 8♠", "by 8♠"), "a letter alone says nothing"


@pytest.mark.parametrize(
    ("revealed", "risk"),
    [(1, ""), (2, "A 12% risk, with 2 points at stake."), (3, "A 12% risk, with 3 points at stake.")],
)
def test_note_about_a_catch_says_which_risk_the_player_took(revealed, risk):
    safe = ["6♥", "2♠"][: revealed - 1]
    table = BoardOfMatch(" ".join([*safe, "8♦"]), seats=2)
    table.act(0, *["reveal"] * revealed)
    last = table.board.log_view.lines[-1].text
    assert last.endswith(f"lost. {risk}" if risk else "the row was empty.")
    beside_row = " ".join(str(render(replace(table.board.scene, width=120, height=39)).canvas).split())
    assert bool(risk) == ("% risk, with" in beside_row)


@pytest.mark.parametrize("size", USUAL_SIZES, ids=str)
@pytest.mark.parametrize(
    ("revealed", "long", "brief"),
    [
        (1, "8♦ caught by 8♠", "8♦ caught by 8♠"),
        (2, "8♦ caught by 8♠: row of 1 card lost", "8♦ caught by 8♠: row lost"),
    ],
)
def test_card_that_caught_mine_is_named_until_i_reveal_again(size, revealed, long, brief):
    own = " ".join([*["6♥"][: revealed - 1], "8♦", "5♣"])
    table = BoardOfMatch(own, *["6♥ 2♠ 3♣"] * 3)
    table.act(0, *["reveal"] * revealed)
    for other in (1, 2, 3):
        table.act(other, "reveal", "reveal", "bank")
    assert table.match.view(0).facts["play"] == 2
    for other in (1, 2, 3):
        table.act(other, "reveal")
    shown = str(render(replace(table.board.scene, width=size[0], height=size[1])).canvas)
    assert long in shown or (size[0] <= 80 and brief in shown)
    table.act(0, "reveal")
    assert "8♠" not in str(render(replace(table.board.scene, width=size[0], height=size[1], log=())).canvas)


def test_help_explains_the_symbol_of_each_status_and_none_is_that_of_a_tie():
    view = GAME.start(4, options={"visibility": "sealed"}).view(0)
    told = next(line for line in sheet_help(view).splitlines() if "At the other players" in line)
    assert all(f" {symbol} is " in told for symbol in SYMBOL_BY_STATUS.values())
    assert len({*SYMBOL_BY_STATUS.values(), "="}) == len(SYMBOL_BY_STATUS) + 1
    assert "hidden" not in sheet_help(GAME.start(4).view(0)).partition("At the other players")[2]


@pytest.mark.parametrize("option", ["event", "redraw"])
@pytest.mark.parametrize("slug", ["mad-queens", "mad-queens-classic"])
def test_help_tells_of_cards_turned_by_a_temporary_joker_only_if_it_turns_any(slug, option):
    told = sheet_help(games[slug].start(2, options={"temporary_joker": option}).view(0))
    assert "A Joker among the banned cards turns two cards of everybody" in told
    assert ("temporary one" in told) == (option == "event")


@pytest.mark.parametrize(("slug", "has_double"), [("mad-queens", True), ("mad-queens-classic", False)])
def test_help_on_the_number_below_a_banned_card_names_each_case(slug, has_double):
    told = next(line for line in sheet_help(games[slug].start(2).view(0)).splitlines() if "Below a banned" in line)
    assert "catches 4 or catch 4 says" in told
    assert "would catch (0 for none)" in told
    assert "While a Queen is banned, the suits" in told
    assert ("not counting the same card" in told) == has_double


@pytest.mark.parametrize("seat", [1, None])
def test_note_about_a_catch_does_not_tell_other_seats_the_risk(seat):
    table = BoardOfMatch("6♥ 8♦", seats=2, seat=seat)
    table.act(0, "reveal", "reveal")
    assert "8♦ is caught by 8♠" in table.board.log_view.lines[-1].text
    assert "risk" not in table.board.log_view.lines[-1].text


@pytest.mark.parametrize(
    ("caught", "total", "sentence"), [(4, 50, "An 8%"), (5, 50, "A 10%"), (9, 50, "An 18%"), (42, 50, "An 84%")]
)
def test_sentence_of_the_risk_has_the_article_that_fits_its_number(monkeypatch, caught, total, sentence):
    table = BoardOfMatch("6♥", seats=1)
    table.act(0, "reveal")
    odds = Odds(total, (caught, total - caught), bytes([CAUGHT_FATE, CAUGHT_FATE + 1]))
    monkeypatch.setattr("tui.boards.mad_queens.text.deck_odds", lambda view, seat: odds)
    assert risk_taken_text(table.match.view(0), 0) == f"{sentence} risk, with 2 points at stake."


@pytest.mark.parametrize("size", [(80, 23), (120, 39), (160, 49), (200, 59)], ids=str)
def test_temporary_card_of_another_seat_is_shown_there_and_named_as_such_where_it_catches(size):
    table = BoardOfMatch("6♥", "5♦ 9♥", seats=4)
    view = table.match.view(0)
    temporary = dataclasses.replace(view, piles={**view.piles, "temp/1": cards("9♠")})
    scene = replace(table.board.scene, view=temporary, width=size[0], height=size[1])
    seats = "\n".join(str(render(scene).canvas).split("\n")[1:5])
    assert re.search(r"TEMP 9♠,? (bank \d+( cards?)?, )?deck 50", seats)
    before = dataclasses.replace(temporary, piles={**temporary.piles, "shown/1": cards("5♦ 9♥")})
    remark = Remark(EVERYONE, "caught", 1, (*cards("9♥ 9♠"), 2))
    play = SeatPlay().with_remark(remark, before, "")
    assert play_end_texts(play, "caught") == ("caught by TEMP 9♠", "by TEMP 9♠")


def table_before_banned_joker(others_deck):
    """Return a table of two at which seat 0 ends the play by its next card: 8♦, which is caught. Then a Joker is drawn,
    and each seat turns two cards: seat 0 turns 2♥ and 3♣, which are no hit, and seat 1 those of `others_deck`."""
    script = {"deck/0": [cards("6♥ 8♦ 2♥ 3♣")], "deck/1": [cards("9♥"), cards(others_deck)]}
    table = BoardOfMatch(**script, seats=2, **{"banned-deck": [cards("8♠ K♦ Jk 4♥")]})
    table.act(0, "reveal")
    table.act(1, "reveal", "bank")
    return table


@pytest.mark.parametrize(
    ("others_deck", "told"),
    [("5♦ 9♠", "Joker: no hit, 2 lost|Joker: 2 lost|no hit"), ("5♦ K♠", "Joker: hit, 2 banked|Joker: 2 banked|hit")],
)
@pytest.mark.parametrize("size", [size for size in BOARD_SIZES if size[1] > 17], ids=str)
def test_seat_says_what_became_of_the_cards_that_a_banned_joker_turned(size, others_deck, told):
    table = table_before_banned_joker(others_deck)
    frames = table.frames_of_action(0, "reveal")
    turned = [frame for frame in frames if frame.view.cards("shown/1") == cards(others_deck)]
    assert turned
    for frame in turned:
        scene = replace(table.board.scene, view=frame.view, plays=frame.plays, width=size[0], height=size[1])
        text = "\n".join(str(render(scene).canvas).split("\n")[1 : 10 if size[1] > 30 else 5])
        assert re.search(told, text)
        assert not re.search(r"\+ banked|row of", text), "this is about the row that the seat banked before"


@pytest.mark.parametrize("size", [(60, 18), (80, 23), (120, 39)], ids=str)
def test_results_of_a_play_name_the_cards_that_a_banned_joker_discarded(size):
    table = table_before_banned_joker("5♦ 9♠")
    table.act(0, "reveal")
    text = str(render(replace(table.board.scene, width=size[0], height=size[1])).canvas)
    assert re.search("You +caught, Joker: no hit, 2♥ 3♣ lost", text)
    assert re.search(r"Björn +\+2 banked, Joker: no hit, 5♦ 9♠ lost", text)


@pytest.mark.parametrize("size", [(60, 18), (80, 23), (120, 39)], ids=str)
def test_result_of_the_own_play_does_not_stand_under_a_banned_joker_as_if_it_were_his(size):
    script = {"deck/0": [cards("6♥ 2♣"), cards("2♥ 3♣")], "deck/1": [cards("K♥ 5♦ 9♠")]}
    table = BoardOfMatch(**script, seats=2, **{"banned-deck": [cards("8♠ K♦ Jk 4♥")]})
    table.act(0, "reveal", "reveal", "bank")
    told = []
    for frame in table.frames_of_action(1, "reveal"):
        table.board.apply_frame(frame)
        scene = replace(table.board.scene, view=frame.view, width=size[0], height=size[1])
        text = str(render(scene).canvas)
        words = ("JOKER" if scene.shows_joker else "", *re.findall("BANKED |Results", text))
        told.append("".join(words))
        if frame.view.cards("shown/0"):
            assert "FROM YOUR DECK" in text
            assert "YOUR ROW" not in text
    assert "JOKER" in told
    assert "BANKED" not in told[told.index("JOKER") :]
    assert told[-1] == "Results"
