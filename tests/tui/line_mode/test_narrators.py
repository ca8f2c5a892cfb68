"""The narrators, which tell a match in lines: every legal action can be chosen and typed, and nothing hidden is
revealed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from core import Action, Dealer, cards, games
from core.engine.match import Match
from net.client.events import MatchChanged
from tui.boards.games import narrator_for
from tui.line_mode.narrators.base import Narrator
from tui.line_mode.narrators.choices import NumberedChoice

SEAT_NAMES = ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay")
"""The names of the seats."""

MATCHES_TO_PLAY = [
    ("mad-queens", 3, {"queen_choice": "player"}),
    ("mad-queens-classic", 2, {"queen_choice": "player"}),
    ("big-queen", 4, {"max_rounds": 2}),
    ("big-queen", 6, {"max_rounds": 1, "free_first_upcard": True}),
    ("queens-dungeon", 4, {"target": 60, "challenge": True}),
    ("queens-dungeon", 4, {"target": 30, "reneging": "honour"}),
    ("queens-dungeon", 4, {"target": 30, "switch": True}),
    ("queens-dungeon", 3, {"target": 30, "exchange": True}),
    ("queens-dungeon", 2, {"target": 30}),
    ("queen-bees-ii", 3, {}),
]
"""Game, number of seats and options of the matches that are played."""


def commands_of(choices: tuple[NumberedChoice, ...]) -> Iterator[str]:
    """Yield the commands of choices and of their submenus."""
    for choice in choices:
        if choice.submenu:
            yield from commands_of(choice.submenu)
        else:
            yield choice.command


def actions_by_numbers(narrator: Narrator) -> set[Action]:
    """Return the actions to which numbers of the menus lead, directly or through submenus."""
    found: set[Action] = set()
    commands = list(commands_of(narrator.choices()))
    while commands:
        command = commands.pop()
        reading = narrator.parse(command)
        assert reading is not None, command
        assert not reading.reason, (command, reading.reason)
        if reading.question is not None:
            commands += [one for one in commands_of(reading.question.submenu) if one != "back"]
        else:
            found.add(reading.actions[0])
    return found


def is_typed_only(narrator: Narrator, action: Action) -> bool:
    """Return whether an action has no number by design: a discard that leaves one card without announcing it, or an
    accusation out of turn.
    """
    if action.verb == "discard":
        return Action((*action, "announce")) in narrator.legal
    return action.verb == "accuse" and narrator.view.facts["turn"] != narrator.view.seat


def narrated_match(
    slug: str, seats: int, options: dict[str, object], seed: int
) -> Iterator[tuple[Match, Narrator, list[str]]]:
    """Play a random match, and yield after each action the match, the narrator of the first seat and its sentences."""
    chance = random.Random(seed)
    match = games[slug].start(seats, seed, options)
    narrator = narrator_for(match.view(0), SEAT_NAMES[:seats])
    told = narrator.opening_sentences(
        [seen for change in match.opening_changes if (seen := change.seen_by(0)) is not None]
    )
    yield match, narrator, told
    for _ in range(1500):
        if match.over:
            return
        seat = chance.choice(sorted(match.awaited))
        changes = match.act(seat, chance.choice(match.legal(seat)))
        seen = tuple(seen for change in changes if (seen := change.seen_by(0)) is not None)
        yield match, narrator, narrator.narrate(MatchChanged(seen, match.view(0)))


@pytest.mark.parametrize(("slug", "seats", "options"), MATCHES_TO_PLAY, ids=str)
def test_every_legal_action_is_reached_by_numbers_and_by_its_text(slug, seats, options) -> None:
    decisions = 0
    for match, narrator, _ in narrated_match(slug, seats, options, 5):
        assert narrator.legal == match.legal(0)
        if not narrator.legal or (decisions := decisions + 1) % 4:
            continue
        found = actions_by_numbers(narrator)
        assert found <= set(narrator.legal)
        assert {one for one in set(narrator.legal) - found if not is_typed_only(narrator, one)} == set()
        for action in random.Random(decisions).sample(narrator.legal, min(len(narrator.legal), 5)):
            reading = narrator.parse(match.game.text_of_action(action))
            if str(action) == "end":
                reading = narrator.parse("end for good")
            assert reading is not None
            announced = Action((*action, "announce"))
            assert reading.actions in ((action,), (announced,)), (str(action), reading)
    assert decisions > 4


@pytest.mark.parametrize(("slug", "seats", "options"), MATCHES_TO_PLAY, ids=str)
def test_narrators_write_only_visible_characters(slug, seats, options) -> None:
    told = 0
    for _, narrator, lines in narrated_match(slug, seats, options, 8):
        told += len(lines)
        for line in [*lines, *narrator.heading_sentences()]:
            assert line.isprintable()
            assert line == line.strip()
            assert line[-1] in ".!?:)", line
            assert "None" not in line
            assert "  " not in line
    assert told > 20


@pytest.mark.parametrize(("slug", "seats", "options"), MATCHES_TO_PLAY, ids=str)
def test_every_narrator_answers_questions_at_any_time(slug, seats, options) -> None:
    for number, (_, narrator, _) in enumerate(narrated_match(slug, seats, options, 3)):
        if number % 25 == 0:
            answers = [
                narrator.table_sentences(),
                narrator.hand_sentences(),
                narrator.other_players_sentences(),
                [narrator.scores_sentence(), narrator.waiting_sentence],
                narrator.help_sentences,
            ]
            answers += [answer() for _, answer in narrator.info_commands.values()]
            for lines in answers:
                assert lines
                assert all(line.isprintable() and line for line in lines)


@pytest.mark.parametrize("slug", games)
def test_spectator_gets_sentences_and_no_choices(slug) -> None:
    match = games[slug].start(games[slug].usual_seats, 3)
    narrator = narrator_for(match.view(None), SEAT_NAMES)
    narrator.opening_sentences(match.opening_changes)
    for _ in range(60):
        if match.over:
            break
        seat = min(match.awaited)
        changes = match.act(seat, match.default(seat))
        seen = tuple(seen for change in changes if (seen := change.seen_by(None)) is not None)
        narrator.narrate(MatchChanged(seen, match.view(None)))
        assert narrator.choices() == ()
        assert narrator.table_sentences()
        assert narrator.parse(str(match.game.patterns[0])) is not None


def test_narrator_for_any_game_narrates_every_game() -> None:
    match = games["big-queen"].start(4, 3)
    narrator = Narrator(match.view(0), SEAT_NAMES[:4])
    changes = match.act(0, match.legal(0)[0])
    seen = tuple(seen for change in changes if (seen := change.seen_by(0)) is not None)
    assert any("The dice show" in line for line in narrator.narrate(MatchChanged(seen, match.view(0))))
    assert narrator.table_sentences()
    assert narrator.choices() == ()


@pytest.mark.parametrize(("slug", "seats", "options"), MATCHES_TO_PLAY, ids=str)
def test_single_word_sends_an_action_opens_a_menu_or_is_refused_with_a_reason(slug, seats, options) -> None:
    game = games[slug]
    words = {
        *(pattern.split()[0] for pattern in game.patterns),
        "lay",
        "take Qs",
        "lay 2s to K",
        "discard 2s",
        "Qs",
        "4",
    }
    for number, (match, narrator, _) in enumerate(narrated_match(slug, seats, options, 11)):
        if number % 7:
            continue
        for word in [*words, *narrator.shortcuts]:
            reading = narrator.parse(narrator.shortcuts.get(word, word)) if word.strip() else None
            if reading is None:
                continue
            assert all(action in match.legal(0) for action in reading.actions[:1])
            assert (not reading.actions) == bool(reading.reason or reading.question), word
            if reading.question is not None:
                assert reading.question.heading
                assert reading.question.submenu
            if reading.reason:
                assert reading.reason[-1] in ".!"
                assert "\n" not in reading.reason


@pytest.mark.parametrize("slug", games)
def test_every_shortcut_stands_for_something_that_can_be_typed_in_its_game(slug) -> None:
    _, narrator, _ = next(iter(narrated_match(slug, games[slug].usual_seats, {}, 1)))
    typed = {form.split()[0] for form in narrator.action_forms}
    for shortcut, command in narrator.shortcuts.items():
        assert command in narrator.info_commands or command in typed, shortcut


def test_typed_accusation_counts_seats_from_1() -> None:
    match = games["queens-dungeon"].start(4, 1, {"reneging": "honour"})
    while not any(action.verb == "accuse" for action in match.legal(0)):
        for seat in sorted(match.awaited):
            match.act(seat, match.default(seat))
    narrator = narrator_for(match.view(0), SEAT_NAMES[:4])
    typed = narrator.parse("accuse 2")
    assert typed is not None
    assert typed.actions == (Action(("accuse", 1)),)
    unknown = narrator.parse("accuse 9")
    assert unknown is not None
    assert unknown.reason


@pytest.mark.parametrize("seat", range(4))
def test_new_hand_of_the_dungeon_says_what_the_dealer_needs(seat) -> None:
    match = games["queens-dungeon"].start(4, 5)
    narrator = narrator_for(match.view(seat), ("Ada", "Bea", "Cleo", "Dora"))
    opening = tuple(known for change in match.opening_changes if (known := change.seen_by(seat)) is not None)
    dealer, quota = match.view(seat).facts["dealer"], match.view(seat).facts["quota"]
    who = "You deal and need" if dealer == seat else f"{('Ada', 'Bea', 'Cleo', 'Dora')[dealer]} deals and needs"
    assert narrator.opening_sentences(opening)[-1] == f"{who} {quota} tricks."


def test_choices_to_lay_cards_say_in_which_set_of_big_queen() -> None:
    told = set()
    for _, narrator, _ in narrated_match("big-queen", 4, {"max_rounds": 3}, 6):
        listed = [choice for one in narrator.choices() for choice in (one, *one.submenu)]
        for choice in listed:
            cards = choice.command.removeprefix("lay ")
            if cards == choice.command:
                continue
            ranks = [word[:-1] for word in cards.split()]
            rank = next((rank for rank in ranks if rank != "2"), None)
            if choice.label.startswith("Lay"):
                assert choice.label == f"Lay {cards} as a new set"
                assert narrator.view.count(f"meld/A/{rank}") == 0
            else:
                set_rank = choice.label.removeprefix(f"Add {cards} to the set of rank ")
                assert rank in (None, set_rank)
                assert narrator.view.count(f"meld/A/{set_rank}") > 0
            told.add((choice.label[:3], rank is None))
    assert told == {("Lay", False), ("Add", False), ("Add", True)}


def test_narrator_says_once_that_a_joker_is_banned() -> None:
    told = 0
    for seed in range(30):
        match = games["mad-queens"].start(3, seed=seed)
        said = narrator_for(match.view(0), ("Ada", "Bea", "Cleo")).opening_sentences(match.opening_changes)
        bans = [sentence for sentence in said if "banned" in sentence]
        told += "A Joker lies among the banned cards: it bans nothing." in bans
        assert not any("Joker is banned" in sentence for sentence in bans)
        assert len(bans) == len({*bans})
    assert told


def test_note_about_a_catch_says_which_risk_the_player_took() -> None:
    game = games["mad-queens"]
    match = game.start(1, dealer=Dealer.scripted({"banned-deck": [cards("8♠ K♦")], "deck/0": [cards("6♥ 8♦")]}))
    narrator = narrator_for(match.view(0), ["Ann"])
    narrator.narrate(MatchChanged(match.act(0, game.parse("reveal")), match.view(0)))
    said = narrator.narrate(MatchChanged(match.act(0, game.parse("reveal")), match.view(0)))
    assert "You: 8♦ is caught by 8♠: the row of 1 card is lost. A 12% risk, with 2 points at stake." in said


def test_choice_to_bank_says_what_is_banked_also_if_the_row_is_empty() -> None:
    match = games["mad-queens"].start(1, seed=98)

    def bank_label() -> str:
        """Return the label of the choice to bank."""
        return next(one.label for one in narrator_for(match.view(0), ("Ada",)).choices() if one.command == "bank")

    match.act(0, Action(("reveal",)))
    assert not match.view(0).count("shown/0"), "an exact hit went to the bank at once"
    assert bank_label() == "bank an empty row"
    match.act(0, Action(("reveal",)))
    assert bank_label().startswith("bank 1 point")


def test_narrator_does_not_list_banned_cards_and_row_if_they_have_just_been_written() -> None:
    script = {"banned-deck": [cards("Q♠ K♦")], "deck/0": [cards("6♥")]}
    match = games["mad-queens"].start(1, dealer=Dealer.scripted(script))
    narrator = narrator_for(match.view(0), ("Ada",))
    assert narrator.heading_sentences() == ["Banned: Q♠ and K♦; all spades are banned."]
    narrator.piles_are_shown = True
    assert narrator.heading_sentences() == ["All spades are banned."]
    match.act(0, Action(("reveal",)))
    narrator.view = match.view(0)
    assert narrator.heading_sentences() == ["Your row: 2 points."]


@pytest.mark.parametrize("slug", games)
def test_status_of_a_match_names_the_game_first_and_last_whom_it_waits_for(slug):
    match = games[slug].start(4, 5)
    names = ("Ann", "Bea", "Cleo", "Dora")
    waited_for = set()
    for _ in range(60):
        seat = next(seat for seat in range(4) if games[slug].legal(match.view(seat)))
        for reader in (seat, None):
            texts = narrator_for(match.view(reader), names).status_texts()
            assert texts[0] == games[slug].title
            assert all(texts)
            assert sum(map(len, texts)) <= 160, "two lines of a phone"
            waited_for.add((reader == seat, texts[-1].startswith(("You", "Your"))))
        match.act(seat, next(iter(games[slug].bots.values()))(match.view(seat)))
    assert (False, True) not in waited_for


@pytest.mark.parametrize(("slug", "said"), [("queens-dungeon", "is trump"), ("queen-bees-ii", "trumps")])
def test_status_of_a_trick_game_says_trump_and_the_number_of_the_trick(slug, said):
    match = games[slug].start(4, 5)
    bot = next(iter(games[slug].bots.values()))
    while not match.view(0).cards("trick") or not games[slug].legal(match.view(0)):
        seat = next(seat for seat in range(4) if games[slug].legal(match.view(seat)))
        match.act(seat, bot(match.view(seat)))
    texts = narrator_for(match.view(0), ("Ann", "Bea", "Cleo", "Dora")).status_texts()
    assert said in texts[1]
    assert texts[2] in [f"Trick {number} of 13" for number in range(1, 14)]
    assert "play" in texts[3].lower()
