"""Whatever people do in whatever order: the table holds together, and everybody sees exactly what they may."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import Action, games
from net.journal.entries import MatchEntry
from net.protocol.messages import Act, MatchAborted, MatchResult, MatchSnapshot, MatchUpdate, RequestSnapshot
from net.protocol.table_state import Terms
from net.table.inputs_effects import Journal, MatchBeganEntry, Send

PEOPLE = 4
OPS = ("come", "drop", "stop_reading", "read_on", "act", "act", "act", "act", "wrong", "again", "late", "sit", "stand")
OWNERS = ("configure", "bot", "unbot", "start", "start", "start")
NEW = ("leave", "ready", "kick", "pause", "go_on", "replace", "end", "hand", "terms", "kill")
STEPS = st.tuples(
    st.sampled_from((*OPS, *OWNERS, *NEW, "say", "look", "wait", "turn", "turn", "turn")),
    st.integers(0, PEOPLE - 1),
    st.integers(0, 5),
)


def do(w, people, op, who, number):
    player = people[who]
    slugs = list(games)
    match op:
        case "come":
            if not player.link:
                player.come()
        case "drop":
            player.drop()
        case "stop_reading" | "read_on":
            getattr(player, op)()
        case "act":
            running = w.table.playing
            if running is not None and player.view is not None and player.link:
                legal = games[player.view.game].legal(player.view)
                player.act(legal[number % len(legal)] if legal else Action(("reveal",)))
        case "wrong":
            player.act(Action(("nonsense", number)))
        case "again":
            player._send(Act(player._last_action_id, 1, 0, "reveal"))
        case "late":
            player._last_action_id += 1
            player._send(Act(player._last_action_id, number, number, "reveal"))
        case "sit":
            player.sit(number or None)
        case "stand" | "start":
            getattr(player, op)()
        case "configure":
            game = games[slugs[number % len(slugs)]]
            player.configure(game.slug, list(game.seats)[number % min(len(game.seats), 6)], {})
        case "bot":
            player.add_bot("", number)
        case "unbot":
            player.remove_bot(number)
        case "say":
            player.say("hello")
        case "look":
            player._send(RequestSnapshot())
        case "wait":
            w.now += number * 20
        case "turn":
            turn(w)
        case "kill":
            turn(w)
            before = w.facts()
            w.kill()
            assert w.facts() == before
        case _:
            arrange(w, player, op, people[number % PEOPLE], number)


def arrange(w, player, op, other, number):
    match op:
        case "leave":
            player.leave()
        case "ready":
            player.ready(number % 2 == 0)
        case "kick" if number == 5:
            player.kick(other.name)
        case "pause":
            player.pause()
        case "go_on":
            player.pause(False)
        case "replace":
            player.replace(number)
        case "end" if number > 3:
            player.end_match()
        case "hand":
            player.make_owner(other.name)
        case "terms":
            player.set_terms(Terms(number * 10, number * 7, number % 2 == 0))


def turn(w):
    check_order(w.turn())
    if w.table.running is not None:
        w.game = w.table.game
    w.check_mirrors()
    seating = w.table.seating
    everybody = [*seating.here.values(), *seating.away.values()]
    seated = [(person.seat, person) for person in everybody if person.seat is not None]
    chairs = [(seat, chair.person) for seat, chair in enumerate(seating.chairs) if chair.person is not None]
    assert sorted(seated, key=lambda pair: pair[0]) == chairs, "a seat holds who sits in it, and nobody sits twice"
    assert len(seating.chairs) in w.table.game.seats
    assert len({name.casefold() for name in seating.taken_names()}) == len(seating.taken_names())
    assert all(person.token == token and person.link < 0 for token, person in seating.away.items())
    assert w.table.owner is None or w.table.owner in seating.here.values()
    assert (w.table.owner is None) == (not seating.here)
    if w.table.playing is not None:
        match = w.table.playing.match
        assert sum(w.table.playing.steps) == sum(seat < match.seats for seat, _ in match.actions)
        assert not match.over
        graces = w.table.playing.graces
        assert all(held.ripe > w.now and not graces.lapsed(held, match) for held in graces.held)


def check_order(effects):
    """Whatever tells of something stands after what writes it down."""
    written = [n for n, effect in enumerate(effects) if isinstance(effect, Journal)]
    of_match = [n for n in written if isinstance(effects[n].entry, MatchEntry)]
    told = [n for n, effect in enumerate(effects) if isinstance(effect, Send)]
    assert all(n < min(told, default=n + 1) for n in written if n not in of_match)
    if len({effects[n].entry.match for n in of_match}) > 1:
        return  # one match was broken off and the next began in the same tick
    for n in told:
        match effects[n].message:
            case MatchUpdate() | MatchResult() | MatchAborted():
                assert n > max(of_match, default=-1)
            case MatchSnapshot() if any(isinstance(effects[m].entry, MatchBeganEntry) for m in of_match):
                assert n > next(m for m in of_match if isinstance(effects[m].entry, MatchBeganEntry))


TABLES = [
    *((slug, {}) for slug in games),
    ("big-queen", {"hand_size": 4, "catch_grace": 20, "max_rounds": 3}),
    ("queens-dungeon", {"reneging": "honour", "time_limit": 2, "target": 150}),
    ("mad-queens", {"visibility": "sealed"}),
]


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(TABLES), st.booleans(), st.sampled_from((0.0, 1.0)), st.lists(STEPS, max_size=80))
def test_any_interleaving(world, setting, begin, pace, steps):
    slug, options = setting
    game = games[slug]
    w = world(game=slug, seats=game.seats[0] if game.seats[0] > 1 else 3, bots=1, options=options, pace=pace)
    people = [w.player(f"P{number}") for number in range(PEOPLE)]
    if begin:
        people[0].start()
    for op, who, number in steps:
        do(w, people, op, who, number)
    turn(w)
    if w.table.standstill.is_paused:
        if not w.players:
            people[0].come()
            turn(w)
        for player in people:
            if player.owner and player.link:
                player.read_on()
                player.pause(False)
        turn(w)
    for player in people:
        player.read_on()
        if player.link:
            player.drop()
    turn(w)
    w.settle(50_000)
    assert w.table.phase == "lobby", "every match goes on whoever vanishes"
    turn(w)
