"""The names of keys on the buttons of a board come from its key bindings."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from tui.boards.big_queen.board import BigQueenBoard
from tui.boards.big_queen.keys import key_name_of as big_queen_key
from tui.boards.common.keys import key_name_function
from tui.boards.mad_queens.board import MadQueensBoard
from tui.boards.mad_queens.keys import key_name_of as mad_queens_key
from tui.boards.tricks.board import TrickBoard
from tui.boards.tricks.keys import TRICK_KEYS
from tui.boards.tricks.keys import key_name_of as trick_key


def test_button_of_an_action_names_the_first_key_bound_to_it():
    key_name_of = key_name_function(
        [Binding("tab,right", "look"), Binding("r", "look"), Binding("up", "rise", key_display="↑")]
    )
    assert (key_name_of("look"), key_name_of("rise")) == ("Tab", "↑")
    with pytest.raises(KeyError):
        key_name_of("fall")


@pytest.mark.parametrize(
    ("board", "key_name_of", "actions"),
    [
        (MadQueensBoard, mad_queens_key, {"reveal": "Space", "bank": "B", "queen('♣')": "C", "answer(False)": "N"}),
        (BigQueenBoard, big_queen_key, {"take_or_lay": "Enter", "discard_silently": "Z", "answer(True)": "Y"}),
        (TrickBoard, trick_key, {"choose": "Enter", "hand_result": "R", "pick(-1)": "↑", "look(1)": "Tab"}),
    ],
)
def test_buttons_of_a_board_name_its_bound_keys(board, key_name_of, actions):
    bound = {binding.action for binding in board.BINDINGS}
    assert actions.keys() <= bound
    assert {action: key_name_of(action) for action in actions} == actions


def test_buttons_of_the_trick_games_name_both_arrow_keys() -> None:
    assert {binding.key_display for binding in TRICK_KEYS if binding.action == "move(-1)"} == {"←→"}
