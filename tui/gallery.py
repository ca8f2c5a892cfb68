"""The gallery: pictures of the screens from real seeded matches, the same on every machine.

    python -m tui.gallery              draws screenshots/ anew
    python -m tui.gallery --check      says which pictures are not up to date

Nothing here waits for a clock: animations stand still at the moment that a picture is of.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual.pilot import Pilot

from core import Action, Card, Change, Match, Remark, games
from core.big_queen.layout import BIG_QUEEN
from core.cards import RANKS
from core.piles import Moved
from tui.app import QueensApp
from tui.doors import Place
from tui.plan import Plan
from tui.settings import Settings, TableChoice
from tui.stage import StagedClient

if TYPE_CHECKING:
    from tui.boards.mad_queens import MadQueensBoard
    from tui.boards.telling import TellingBoard
    from tui.boards.trick_board import TrickBoard
    from tui.screens.match import MatchRoom

FOLDER: Final = Path(__file__).resolve().parent.parent / "screenshots"
SIZES: Final = ((80, 24), (120, 40))
NAMES: Final = ("You", "Ada", "Björn", "Chidi", "Dora", "Emeka", "Fatima", "Goro")
SEATS: Final = 4
ADDRESS: Final = "192.168.1.20"
TERMINAL: Final = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
STILL: Final = 1e6
"""A pace at which no moment of a board ever passes by itself."""
PLAYS_WANTED: Final = 4
"""A moment is taken from the play of this number or a later one, so that the table is not empty."""

Act = Callable[[QueensApp, Pilot[Any]], Awaitable[None]]


@dataclass(frozen=True)
class Picture:
    """One picture: its name, one line on what it shows, and what has to be done to get there."""

    name: str
    shows: str
    act: Act

    def files(self) -> Iterator[tuple[Path, tuple[int, int]]]:
        """Yield the SVG file of each size."""
        for width, height in SIZES:
            yield FOLDER / f"{self.name}-{width}x{height}.svg", (width, height)


# Where to find what is to be seen


@dataclass(frozen=True, slots=True)
class Find:
    """A match and how many of our actions lead to the moment wanted; the last of them makes it happen."""

    seed: str
    actions: tuple[Action, ...]


def find(wanted: Callable[[Match, tuple[Change, ...]], bool]) -> Find:
    """Return the first seeded match, played by bots, in which an action of seat 0 leads to what is wanted."""
    game = games["mad-queens"]
    bot = next(iter(game.bots.values()))
    for seed in range(1, 2000):
        match = game.start(SEATS, str(seed))
        mine: list[Action] = []
        while not match.over:
            others = sorted(match.waiting - {0})
            seat = others[0] if others else 0
            action = bot(match.view(seat))
            changes = match.act(seat, action)
            if seat == 0:
                mine.append(action)
                if _number(match, "play") >= PLAYS_WANTED and wanted(match, changes):
                    return Find(str(seed), tuple(mine))
    raise LookupError("no seeded match shows what is wanted")


def find_round(slug: str, seats: int, wanted: Callable[[Match, tuple[Change, ...]], bool]) -> Find:
    """Return the first seeded match in which our action and the answers to it lead to what is wanted."""
    game = games[slug]
    bot = next(iter(game.bots.values()))
    for seed in range(1, 2000):
        match = game.start(seats, str(seed))
        mine: list[Action] = []
        since: list[Change] = []
        while not match.over:
            others = sorted(match.waiting - {0})
            seat = others[0] if others else 0
            if seat == 0:
                if mine and wanted(match, tuple(since)):
                    return Find(str(seed), tuple(mine))
                since.clear()
            action = bot(match.view(seat))
            since += match.act(seat, action)
            if seat == 0:
                mine.append(action)
    raise LookupError("no seeded match shows what is wanted")


def _number(match: Match, name: str) -> int:
    return int(str(match.view(0).facts[name]))


def remarked(key: str, changes: tuple[Change, ...]) -> Remark | None:
    """Return the remark with this key about seat 0, or None."""
    for change in changes:
        if isinstance(change, Remark) and change.key == key and change.seat == 0:
            return change
    return None


def in_progress(match: Match, changes: tuple[Change, ...]) -> bool:
    """A row of three or more, something in the bank, and a card of ours that counts double."""
    view = match.view(0)
    return (
        len(view.cards("shown/0")) >= 3
        and len(view.cards("bank/0")) >= 4
        and view.facts["doubled/0"] != 0
        and view.facts["status/0"] == "playing"
        and _number(match, "play") >= PLAYS_WANTED
    )


def a_catch(match: Match, changes: tuple[Change, ...]) -> bool:
    """Our row of three or more is lost, and others are still playing or the play goes on."""
    caught = remarked("caught", changes)
    return caught is not None and isinstance(caught.particulars[2], int) and caught.particulars[2] >= 3


def a_queen(match: Match, changes: tuple[Change, ...]) -> bool:
    """A Queen takes three cards or more of our bank, which is not empty then."""
    price = remarked("price", changes)
    return price is not None and int(str(price.particulars[1])) >= 3 and bool(match.view(0).cards("bank/0"))


def behind_bars(board: TrickBoard) -> bool:
    """The bars are down and the score has fallen."""
    dungeon = board.scene.effect.dungeon
    return dungeon is not None and dungeon.score == dungeon.new


def an_exact_hit(match: Match, changes: tuple[Change, ...]) -> bool:
    """A heart of ours counts double."""
    exact = remarked("exact", changes)
    return exact is not None and exact.particulars[1] == 4


def the_barrier(match: Match, changes: tuple[Change, ...]) -> bool:
    """A play ends with our banking, and the banned cards change."""
    over = any(isinstance(change, Remark) and change.key == "play" for change in changes)
    replaced = any(isinstance(change, Remark) and change.key == "now banned" for change in changes)
    return over and replaced and remarked("banked", changes) is not None


def a_trick(match: Match, changes: tuple[Change, ...]) -> bool:
    """We are to follow where some of our cards may not, late enough for tricks and scores to differ."""
    view = match.view(0)
    plays, held = len(match.legal(0)), len(view.cards("hand/0"))
    behind = match.seats - 1 - len(view.cards("trick"))
    trumps = view.facts.get("trump") or view.facts.get("trumps")
    return bool(trumps) and behind <= 1 and 2 <= plays < held and _number(match, "hand") >= 2 and held >= 4


def a_dungeon(match: Match, changes: tuple[Change, ...]) -> bool:
    """Somebody goes to the dungeon who has something to lose."""
    return any(
        isinstance(change, Remark) and change.key == "dungeon" and int(str(change.particulars[1])) > 90
        for change in changes
    )


def a_take(match: Match, changes: tuple[Change, ...]) -> bool:
    """We may take a card that brings others along, in a later round, when both teams have laid much."""
    view = match.view(0)
    laid = [sum(view.count(f"meld/{team}/{rank}") > 0 for rank in RANKS[1:]) for team in "AB"]
    depths = [view.count("discard") - int(action[1]) for action in match.legal(0) if action.verb == "take"]
    return _number(match, "round") >= 2 and min(laid) >= 4 and max(depths, default=0) >= 2


def the_big_queen(match: Match, changes: tuple[Change, ...]) -> bool:
    """The Queen of spades is laid, in a later round."""
    laid = any(
        isinstance(change, Moved) and change.target.name == "meld/A/Q" and BIG_QUEEN in cards_of(change)
        for change in changes
    )
    return laid and _number(match, "round") >= 2


def cards_of(change: Moved) -> tuple[Card, ...]:
    """Return the cards that moved, as far as they are known."""
    return change.cards if isinstance(change.cards, tuple) else ()


# How to get there


async def home(app: QueensApp, pilot: Pilot[Any]) -> None:
    """The home screen is there from the beginning."""


async def lobby(app: QueensApp, pilot: Pilot[Any]) -> None:
    """A table with two people, a bot and a free seat."""
    app.begin(Plan("host", seats=4, bots=1))
    await pilot.pause()
    visit = app.visit
    assert visit is not None
    client = visit.client
    assert isinstance(client, StagedClient)
    client.people(("You", "Ada", "", "Chidi"), bots=(3,), watchers=("Dora",))
    client.hear("Ada", "Who else is coming?")
    client.hear("You", "Björn is on his way.")
    await pilot.pause()


def at(wanted: Callable[[Match, tuple[Change, ...]], bool], look: Callable[[MadQueensBoard], bool] | None) -> Act:
    """Return the way to a moment of a match: to the last action before it, and on to what `look` wants to see."""
    return _at(lambda: find(wanted), "mad-queens", SEATS, look)


def in_round(
    slug: str,
    seats: int,
    wanted: Callable[[Match, tuple[Change, ...]], bool],
    look: Callable[[TrickBoard], bool] | None = None,
) -> Act:
    """Return the way to our turn in a game of turns, or to what `look` wants to see on the way there."""
    return _at(lambda: find_round(slug, seats, wanted), slug, seats, look)


def the_queen_shows(board: Any) -> bool:
    """The big Queen shows herself large."""
    return bool(board.scene.effect.queen)


def pressing(way: Act, *keys: str) -> Act:
    """Return a way that goes on with some keys."""

    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        await way(app, pilot)
        await pilot.press(*keys)
        await pilot.pause()

    return act


def _at(finder: Callable[[], Find], slug: str, seats: int, look: Callable[[Any], bool] | None) -> Act:
    async def act(app: QueensApp, pilot: Pilot[Any]) -> None:
        found = finder()
        app.begin(Plan("play", game=slug, seats=seats, seed=found.seed))
        await pilot.pause()
        visit = app.visit
        assert visit is not None
        for action in found.actions[:-1]:
            visit.client.act(action)
        await pilot.pause()
        room: MatchRoom = app.screen  # type: ignore[assignment]
        board: TellingBoard[Any] = room.board  # type: ignore[assignment]
        if look is not None:
            board.animated, board.pace = True, STILL
        visit.client.act(found.actions[-1])
        await pilot.pause()
        if look is not None:
            while board.telling and not look(board):
                board._next_moment()
        await pilot.pause()

    return act


async def result(app: QueensApp, pilot: Pilot[Any]) -> None:
    """A whole match, to the standings."""
    app.begin(Plan("play", seed="3"))
    await pilot.pause()
    visit = app.visit
    assert visit is not None
    client = visit.client
    assert isinstance(client, StagedClient)
    client.play_on()
    await pilot.pause()
    await pilot.press("enter")
    await pilot.pause()


PICTURES: Final = (
    Picture("home", "the home screen", home),
    Picture("lobby", "a table before the match", lobby),
    Picture("play", "a play in progress", at(in_progress, None)),
    Picture("catch", "a card is caught", at(a_catch, lambda board: board.scene.effect.banner is not None)),
    Picture("queen", "a Queen takes her price", at(a_queen, lambda board: board.scene.effect.banner is not None)),
    Picture("exact", "an exact hit counts double", at(an_exact_hit, lambda b: b.scene.effect.banner is not None)),
    Picture("dungeon-play", "a trick of Queen's Dungeon", in_round("queens-dungeon", 8, a_trick)),
    Picture("dungeon-bars", "somebody goes to the dungeon", in_round("queens-dungeon", 4, a_dungeon, behind_bars)),
    Picture("bees-play", "a trick of Queen Bees II", in_round("queen-bees-ii", 4, a_trick)),
    Picture("big-queen-take", "what a take would bring", pressing(in_round("big-queen", 6, a_take), "f")),
    Picture("big-queen-laid", "the big Queen", in_round("big-queen", 4, the_big_queen, the_queen_shows)),
    Picture("barrier", "a play ends", at(the_barrier, None)),
    Picture("result", "the final standings", result),
)


# Drawing


async def draw(picture: Picture, size: tuple[int, int]) -> str:
    """Return one picture as SVG, the same text every time."""

    async def stage(plan: Plan, settings: Settings) -> Place:
        address = ADDRESS if plan.kind == "host" else ""
        return Place(StagedClient(plan.game, NAMES[: plan.seats], plan.seed or 7, address=address))

    settings = Settings(name="You", animation="none", table=TableChoice())
    with tempfile.TemporaryDirectory() as folder:
        app = QueensApp(settings, Path(folder), environment=TERMINAL, door=stage)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await picture.act(app, pilot)
            return steady(app.export_screenshot(title="Mad Queens"))


def steady(svg: str) -> str:
    """Return an SVG without what differs from run to run, and without fonts from elsewhere."""
    svg = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono")
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def write(picture: Picture) -> None:
    """Draw one picture in all sizes, as SVG and as PNG."""
    import cairosvg

    for path, size in picture.files():
        svg = asyncio.run(draw(picture, size))
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, encoding="utf-8")
        cairosvg.svg2png(bytestring=svg.encode(), write_to=str(path.with_suffix(".png")))


def outdated() -> Iterator[Path]:
    """Yield the pictures that are not what they would be if drawn now."""
    for picture in PICTURES:
        for path, size in picture.files():
            if not path.exists() or path.read_text(encoding="utf-8") != asyncio.run(draw(picture, size)):
                yield path


def main() -> int:
    """Draw the gallery anew, or check it; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tui.gallery", description="Draw the pictures in screenshots/ anew."
    )
    parser.add_argument("--check", action="store_true", help="only say which are not up to date")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these pictures")
    chosen = parser.parse_args()
    if chosen.check:
        paths = list(outdated())
        for path in paths:
            print(f"{path.name} is not up to date.", file=sys.stderr)
        return 1 if paths else 0
    for picture in PICTURES:
        if not chosen.names or picture.name in chosen.names:
            write(picture)
            print(f"{picture.name}: {picture.shows}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
