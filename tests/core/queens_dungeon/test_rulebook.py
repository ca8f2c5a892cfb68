"""The examples in the rulebook of Queen's Dungeon, played."""

from core import games

GAME = games["queens-dungeon"]
"""The game of these tests: Queen's Dungeon."""


def test_trick_in_the_example_of_the_rulebook_can_be_played(arrange_hand, play_cards):
    assert all(f"`{card}`" in GAME.rules for card in ("A♦", "Q♣", "K♦", "Q♦"))
    match = arrange_hand("A♦ 2♥", "Q♣ 3♥", "K♦ 4♥", "Q♦ 5♥", trump="♦", broken=True, dealer=3)
    play_cards(match, "A♦ Q♣ K♦ Q♦")
    facts = match.view(None).facts
    assert (facts["tricks/3"], facts["queens/3"]) == (1, 2)
    assert (facts["phase"], facts["turn"]) == ("change", 3)
    assert [str(action) for action in match.legal(3)] == ["trump ♣", "trump ♥", "trump ♠"]


def test_fall_into_the_dungeon_in_the_example_of_the_rulebook_can_be_played(arrange_hand, play_cards):
    match = arrange_hand("Q♥ 2♣", "Q♠ 3♣", "Q♦ 4♣", "2♥ 5♣", trump="♦", scores=(200, 150, 300, 90), dealer=0)
    play_cards(match, "Q♥ Q♠ Q♦ 2♥")
    assert match.score(2) == 89
    assert match.view(0).facts["condemned/2"] is True


def test_short_rules_say_for_whom_the_tricks_of_the_dummy_count(arrange_hand, play_cards):
    assert "a **dummy** plays along; what it takes counts for nobody." in GAME.rules.partition("\n## ")[0]
    match = arrange_hand("3♥ 2♣", "5♥ 3♣", dummy="4♦ 5♦", trump="♦")  # the dummy takes both tricks, and seat 1 deals
    play_cards(match, "3♥ 5♥ 3♣ 2♣")
    assert (match.score(0), match.score(1)) == (0, -50)
