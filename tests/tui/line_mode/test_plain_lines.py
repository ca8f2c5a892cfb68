"""Lines contain only printable characters and fit the width, with any name and any chat."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from core import Standing
from core.engine.cards import CARDS
from net.client.events import (
    ActionDelay,
    ChatReceived,
    ConnectionRestored,
    HostLost,
    HostRestarted,
    MatchEnded,
    MatchStopped,
    NoticeReceived,
    ReconnectAttempt,
    RefusalReceived,
    TableChanged,
    VerificationResult,
)
from net.protocol.table_state import SeatInfo, Total
from tests.support.scripted_terminal import ScriptedClient, ScriptedConversation, ScriptedMatch, table_info
from tui.line_mode.narrators.choices import NumberedChoice, NumberedMenu
from tui.line_mode.output import LineFormat, Output
from tui.line_mode.plain_lines import MIN_LINE_COLUMNS, abbreviate_cards, ascii_line, spell_out_cards, wrapped_lines

hostile_texts = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b[31m\x07\x9b\r\n\t\x00\u202e\u200b\ufe0f[]@♠Q1)家é")), max_size=40
)
"""Hypothesis strategy for texts with control characters, markup, wide and combining characters."""


SENTENCE_OF_TWO_LINES = " ".join(["ninecards"] * 8)
"""A sentence of eight words of nine letters, which takes two lines of 40 columns."""


def check_lines_fit(written: list[str], width: int = 0, ascii_only: bool = False) -> None:
    """Check that lines are printable, fit `width` columns (0: any width) and with `ascii_only` are ASCII."""
    for line in written:
        assert line.isprintable(), repr(line)
        assert line == line.rstrip()
        assert not ascii_only or line.isascii(), line
        assert not width or cell_len(line) <= max(width, MIN_LINE_COLUMNS), line


@given(hostile_texts, st.integers(0, 120), st.booleans())
def test_line_is_printable_and_fits_the_width(text, width, ascii_only) -> None:
    check_lines_fit(wrapped_lines(text, width, ascii_only), width, ascii_only)


@given(hostile_texts, hostile_texts, st.sampled_from([0, 20, 40, 80]), st.booleans(), st.booleans())
def test_control_characters_of_others_are_removed(name, text, width, ascii_only, words) -> None:
    seats = (SeatInfo(0, name), SeatInfo(1, text, is_ready=True), SeatInfo(2, name, bot="careful"))
    state = table_info(
        name=text, seats=seats, spectators=(name, text), spectator_count=5, totals=(Total(name, 2, 1, 30),), matches=2
    )
    client = ScriptedClient(state=state)
    scripted = ScriptedConversation(client, width=width, ascii_only=ascii_only, cards_in_words=words).begin()
    written = scripted.take_written()
    game = ScriptedMatch(scripted)
    written += game.news
    written += scripted.type(
        "who", "look", "log 99", text, f"say {text}", f"kick {name}", f"mute {name}", f"game {text}"
    )
    written += scripted.receive(
        ChatReceived(name, text),
        NoticeReceived(text),
        RefusalReceived(text),
        ActionDelay(3.0),
        ReconnectAttempt(60.0),
        ConnectionRestored(),
        VerificationResult(None, text),
        TableChanged(state),
        MatchStopped(text),
        MatchEnded((Standing(0, 3, 1), Standing(1, 2, 2)), (name, text)),
        HostRestarted(text),
        HostLost(text),
    )
    check_lines_fit(written, width, ascii_only)


@given(hostile_texts)
def test_no_typed_line_raises_an_error(line) -> None:
    for scripted in (ScriptedConversation().begin(), ScriptedConversation(is_typed=False).begin()):
        scripted.type(line)
        ScriptedMatch(scripted, "big-queen", seats=4)
        check_lines_fit(scripted.type(line, f"take {line}", f"lay {line}", f"discard {line}", f"{line} ♠"))


def test_ascii_format_writes_cards_as_letters_and_suits_as_words() -> None:
    assert ascii_line("10♥ Q♠, ♦ is trump… José “plays”") == '10h Qs, diamonds is trump... Jose "plays"'


def test_cards_can_be_written_and_typed_in_words() -> None:
    said = spell_out_cards("Your hand: 10♥ Q♠ Jk A♣; ♦ is trump. Play: 1) 2♣, 2) J♦.")
    assert said == (
        "Your hand: 10 of hearts, queen of spades, Joker, ace of clubs; diamonds is trump. "
        "Play: 1) 2 of clubs, 2) jack of diamonds."
    )
    assert abbreviate_cards("lay 10 of hearts Ten of Clubs 2 of spade") == "lay 10h 10c 2s"
    assert abbreviate_cards("say two of us") == "say two of us"


def test_command_words_saves_that_cards_are_written_in_words() -> None:
    preferred = []
    client = ScriptedClient()
    scripted = ScriptedConversation(client)
    scripted.conversation.output._save_format = preferred.append
    scripted.begin()
    ScriptedMatch(scripted, "big-queen", seats=4).act(0, "deal")
    assert scripted.type("words")[0].endswith("in words from now on, such as queen of spades.")
    assert " of " in scripted.type("hand")[0]
    assert "♠" in scripted.type("words off")[0]
    assert [manner.cards_in_words for manner in preferred] == [True, False]


@given(st.sampled_from(CARDS[:52]))
def test_every_card_in_words_can_be_typed(card) -> None:
    assert abbreviate_cards(spell_out_cards(str(card))) == card.ascii


def test_menu_is_broken_into_lines_only_between_choices() -> None:
    choices = [f"{number}) lay {card} as a new set" for number, card in enumerate(map(str, CARDS[:12]), 1)]
    for width in range(30, 120):
        written = wrapped_lines(f"Your move: {', '.join(choices)}.", width)
        check_lines_fit(written, width)
        assert all(any(choice in line for line in written) for choice in choices)
    for width in range(20, 60):
        for line in wrapped_lines("Play: 1) A♠, 2) J♠, 3) 10♠, 4) 5♠, 5) 4♠, 6) A♥, 7) 7♥, 10) 4♥, 11) 2♥.", width):
            assert not line.endswith(")")


def test_lines_follow_the_width_of_the_window() -> None:
    columns, written = [40], []
    output = Output(written.append, LineFormat(measure_width=lambda: columns[0]))
    output.write(SENTENCE_OF_TWO_LINES)
    columns[0] = 20
    output.write(SENTENCE_OF_TWO_LINES)
    assert [len(line) for line in written] == [39, 39, 19, 19, 19, 19]


def test_numbers_given_to_choices_skip_those_that_are_fixed() -> None:
    menu = NumberedMenu(
        [
            NumberedChoice("end", "end", number=3),
            NumberedChoice("a", "a"),
            NumberedChoice("b", "b"),
            NumberedChoice("c", "c"),
        ],
        with_back=True,
    )
    assert {number: choice.label for number, choice in menu.numbers.items()} == {
        3: "end",
        1: "a",
        2: "b",
        4: "c",
        0: "Back",
    }
