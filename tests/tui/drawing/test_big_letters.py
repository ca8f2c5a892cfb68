"""Texts in big letters."""

from __future__ import annotations

from tui.drawing import big_letter_rows


def test_big_letters_are_drawn_to_their_last_column() -> None:
    assert big_letter_rows("M") == ("█▄ ▄█", "█ ▀ █", "▀   ▀")
    assert big_letter_rows("IN") == ("▀█▀ █▄ █", " █  █ ▀█", "▀▀▀ ▀  ▀")


def test_rows_of_big_letters_have_equal_length() -> None:
    for word in ("CAUGHT", "MAD QUEENS", "10-7", "WWW"):
        assert len({len(row) for row in big_letter_rows(word)}) == 1


def test_big_letters_in_ascii_are_spaced_letters() -> None:
    assert big_letter_rows("OUT", ascii_only=True) == ("", "O U T", "")
