from __future__ import annotations

from tui.drawing import big


def test_big_letters_are_drawn_to_their_last_column() -> None:
    assert big("M") == ("█▄ ▄█", "█ ▀ █", "▀   ▀")
    assert big("IN") == ("▀█▀ █▄ █", " █  █ ▀█", "▀▀▀ ▀  ▀")


def test_big_words_have_rows_of_one_length() -> None:
    for word in ("CAUGHT", "MAD QUEENS", "10-7", "WWW"):
        assert len({len(row) for row in big(word)}) == 1


def test_big_words_in_ascii_are_letters_apart() -> None:
    assert big("OUT", ascii_only=True) == ("", "O U T", "")
