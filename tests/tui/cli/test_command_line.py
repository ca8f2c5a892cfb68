"""The command line of ``queens``: requests made from it, errors, help, and the commands that print."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from core import games
from net.security.table_code import CODE_ALPHABET, SECRET_CHARACTERS
from tests.support.depth import GAMES_TO_START, parametrize
from tests.support.patience import PATIENCE_SECONDS
from tui.cli.arguments import parser
from tui.cli.main import main
from tui.cli.requests import load_settings, table_request
from tui.cli.run_interface import wants_line_mode
from tui.connect.address import parse_address, short_address
from tui.connect.request import TableRequest
from tui.settings import LastTableSetup, Settings


@pytest.fixture(autouse=True)
def use_empty_data_folder(tmp_path, monkeypatch) -> None:
    """Use an empty data folder and a terminal of 80 columns."""
    monkeypatch.setenv("QUEENS_DATA", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")


def request_of_command_line(*arguments: str) -> TableRequest | None:
    """Return the request for a table that a command line makes; None if it opens the home screen."""
    return table_request(parser().parse_args(arguments), Settings())


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ("", None),
        ("play mad-queens", TableRequest("play", seats=4, bots=3)),
        ("play Mad_Queens --bots 1", TableRequest("play", seats=2, bots=1)),
        ("play mad-queens --bots 0 --seed 7", TableRequest("play", seats=1, bots=0, seed="7")),
        ("play mad-queens --seats 6", TableRequest("play", seats=6, bots=5)),
        ("play mad-queens --set visibility=sealed", TableRequest("play", options={"visibility": "sealed"})),
        ("play mad-queens --bots Hard,normal", TableRequest("play", seats=3, bots=2, bot_kinds=("hard", "normal"))),
        ("play mad-queens --bots careful", TableRequest("play", seats=2, bots=1, bot_kinds=("careful",))),
        (
            "host --seats 5 --bots hard,easy",
            TableRequest("host", seats=5, bots=2, bot_kinds=("hard", "easy"), any_port=True),
        ),
        ("host", TableRequest("host", seats=4, bots=0, any_port=True)),
        ("host mad-queens --bots 5 --port 8000", TableRequest("host", seats=6, bots=5, port=8000, is_game_named=True)),
        (
            "host big-queen --bots 4",
            TableRequest("host", "big-queen", seats=6, bots=4, any_port=True, is_game_named=True),
        ),
        ("host --headless --seats 3 --bots 3", TableRequest("host", seats=3, bots=3, any_port=True)),
        (
            "host --seats 3 --code dragon --bind 10.0.0.1 --insecure",
            TableRequest("host", seats=3, bots=0, code="dragon", bind="10.0.0.1", any_port=True, insecure=True),
        ),
        ("host --web", TableRequest("host", bots=0, any_port=True, web_port=0)),
        ("host --web 9000 --ssh", TableRequest("host", bots=0, any_port=True, web_port=9000, ssh_port=0)),
        ("host --web-tls", TableRequest("host", bots=0, any_port=True, web_port=0, web_tls=True)),
        (
            "host --web-host games.example",
            TableRequest("host", bots=0, any_port=True, web_port=0, web_host="games.example"),
        ),
        (
            "host --certificate a.pem --key b.pem",
            TableRequest("host", bots=0, any_port=True, web_port=0, certificate="a.pem", certificate_key="b.pem"),
        ),
        ("join", None),
        ("join 10.0.0.7", TableRequest("join", address="10.0.0.7")),
        ("join [fe80::1%eth0]:8000", TableRequest("join", address="fe80::1%eth0", port=8000)),
        ("join fd00::2 --insecure", TableRequest("join", address="fd00::2", insecure=True)),
        ("join 10.0.0.7 --new-key", TableRequest("join", address="10.0.0.7", trusted_key="any")),
        (
            "join 10.0.0.7:8000 --code dragon --watch",
            TableRequest("join", address="10.0.0.7", port=8000, code="dragon", watch=True),
        ),
        ("join 10.0.0.7 --big", TableRequest("join", address="10.0.0.7", watch=True, is_big_screen=True)),
        ("join 10.0.0.7 --watch --big", TableRequest("join", address="10.0.0.7", watch=True, is_big_screen=True)),
    ],
)
def test_command_line_becomes_a_table_request(arguments, expected) -> None:
    assert request_of_command_line(*arguments.split()) == expected


def test_crash_prints_one_line_unless_a_traceback_is_asked_for(monkeypatch, capsys) -> None:
    monkeypatch.setattr("tui.cli.main._run_command", lambda args: {}["what others hold"])
    assert main(["rules"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("queens: Sorry:")
    assert said.count("\n") == 1
    assert "others hold" not in said
    monkeypatch.setenv("QUEENS_DEBUG", "1")
    with pytest.raises(KeyError):
        main(["rules"])


@pytest.mark.parametrize("arguments", ["--name Nora", "--name=Nora", "--name Nora host", "--name Ben host --name Nora"])
def test_option_name_may_stand_before_the_command(arguments) -> None:
    assert load_settings(parser().parse_or_exit(arguments.split())).name == "Nora"


def test_each_private_table_gets_its_own_code() -> None:
    codes = {request_of_command_line("host", "--private").code for _ in range(20)}
    assert len(codes) == 20
    assert all(len(code) == SECRET_CHARACTERS and set(code) <= set(CODE_ALPHABET) for code in codes)
    assert request_of_command_line("host", "--private", "--code", "dragon").code == "dragon"


@pytest.mark.parametrize(
    "arguments",
    [
        "dance",
        "play chess",
        "play mad-queens --bots x",
        "play mad-queens --bots -1",
        "play mad-queens --seats 3 --bots 1",
        "play mad-queens --seats 0",
        "play mad-queens --set visibility",
        "play mad-queens --set visibility=dark",
        "play mad-queens --set colour=red",
        "host --seats 2 --bots 2",
        "host --port 99999",
        "host --port -5 --headless",
        "host --code !!!",
        "host --code x",
        "host --code five5",
        "host --code thirteensigns",
        "find --seconds 0",
        "join host:port",
        "rules chess",
        "--name",
    ],
)
def test_wrong_command_line_prints_one_sentence_and_exits_with_status_2(arguments, capsys) -> None:
    assert main(arguments.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("queens: ")
    assert said.err.endswith((".\n", "?\n"))
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("ply", "There is no command 'ply'; did you mean play?"),
        ("mad-queens", "There is no command 'mad-queens'; queens play mad-queens plays that game."),
        ("play mad-quens", "There is no game called 'mad-quens'; did you mean mad-queens?"),
        ("rules bees", "There is no game called 'bees'; did you mean queen-bees-ii?"),
        ("--nmae Nora", "queens has no --nmae; did you mean --name?"),
        (
            "--name Nora --bots 2 play",
            "queens has no --bots, but queens play, queens host and queens simulate have it.",
        ),
        (
            "--name Nora rules mad-queens",
            "queens rules has no --name, but queens play, queens host, queens club, queens join and queens learn "
            "have it.",
        ),
        ("--name Nora --colour=red", "queens has no --colour; queens --help names its options."),
        ("play --sede 3", "queens play has no --sede; did you mean --seed?"),
        (
            "host --web mad-queens",
            "--web: 'mad-queens' is not a port; the game goes first: queens host mad-queens --web.",
        ),
        ("club --web Mozart", "--web: 'Mozart' is not a port; type queens club --web, or a number after it."),
        ("host --key b.pem", "--certificate and --key belong together: a certificate, and the key it was made for."),
        (
            "host --web-tls --certificate a.pem --key b.pem",
            "--web-tls is for those who have no certificate: leave it out, or --certificate and --key.",
        ),
        ("play --game mad-queens", "Leave out --game: queens play GAME."),
        ("join --address 1.2.3.4", "Leave out --address: queens join ADDRESS[:PORT]."),
        ("play --ssh", "queens play has no --ssh, but queens host and queens club have it."),
        ("play mad-queens --set visiblity=open", "Mad Queens has no option 'visiblity'; did you mean visibility?"),
        ("simulate mad-queens --bots stedy", "Mad Queens has no bot called 'stedy'; did you mean steady?"),
        ("play --name Wolfgangamadeusmozart", "--name is too long: a table has room for 20 characters of it."),
        ("simulate mad-queens --bots hrad", "Mad Queens has no bot called 'hrad'; did you mean hard?"),
        (
            "play mad-queens --bots x",
            "Mad Queens has no bot called 'x'; it has: easy, normal, hard, careful, steady.",
        ),
        ("play big-queen --bots hard,hal", "Big Queen has no bot called 'hal'; it has: easy, normal, hard, teammate."),
        ("play big-queen --bots hard,", "Big Queen has no bot called ''; it has: easy, normal, hard, teammate."),
        ("play mad-queens --bots -1", "--bots is a number from 0, or a list of levels such as hard,normal."),
        ("play big-queen --bots hard", "Big Queen is for 4, 6, 8 or 10 players, and you and 1 bot are 2."),
        ("play --bots", "--bots needs something after it."),
        ("play --pace quick", "--pace is fast, normal or slow, not 'quick'."),
        ("play big-queen --bots 4", "Big Queen is for 4, 6, 8 or 10 players, and you and 4 bots are 5."),
        ("simulate mad-queens --bots careful,steady,careful --seats 2", "3 bots do not fit into 2 seats."),
        ("club --name \x07", "--name needs at least one letter that can be seen."),
        ("club --name Wolfgangamadeusmozart", "--name is too long: there is room for 20 characters of it."),
        ("club --drain -1", "--drain takes a number of minutes, 1440 at most."),
        *(
            (
                f"club --address {wrong}",
                "--address takes an IP address of this machine, such as 192.168.1.20, without a port.",
            )
            for wrong in ("10.0.0.1:7433", "0.0.0.0", "camp.example")
        ),
        (
            "club import",
            "queens club import needs --cluster, to say where the club goes, or --table, to say which table comes into "
            "the club of this machine.",
        ),
        ("club --table 7433", "--table belongs to queens club import."),
        ("club --cluster nats://10.0.0.1", "--cluster needs --name: the hosts with the same name are one club."),
        (
            "club --name Camp --cluster 10.0.0.1",
            "--cluster takes the addresses of NATS, such as nats://10.0.0.1:4222, with commas between.",
        ),
        ("club --port 70000", "--port 70000 is not a port: it is a number from 1 to 65535."),
        ("club --code king", "--code: A code has 6 to 12 letters and digits: a shorter one is soon guessed."),
        ("club mad-queens", "'mad-queens' does not belong here; queens club --help says what does."),
        ("history first", "MATCH is a number, not 'first'."),
        ("history --last 0", "--last is a number from 1."),
        ("history --last -3", "--last is a number from 1."),
    ],
)
def test_error_of_a_wrong_command_line_says_what_would_be_right(arguments, sentence, capsys) -> None:
    assert main(arguments.split()) == 2
    assert capsys.readouterr().err == f"queens: {sentence}\n"


@pytest.mark.deep
@parametrize("slug", GAMES_TO_START, 1)
def test_wrong_number_of_seats_is_answered_with_the_numbers_that_the_game_has(slug, capsys) -> None:
    game = games[slug]
    for seats in {0, -1, min(game.seats) - 1, max(game.seats) + 1} - {*game.seats}:
        for bots in ("", "--bots 1", "--bots hard", "--bots hard,easy"):
            for command in ("play", "host", "simulate"):
                arguments = (
                    f"{command} {slug} --seats {seats} {bots if command != 'simulate' or '1' not in bots else ''}"
                )
                assert main(arguments.split()) == 2
                assert (
                    capsys.readouterr().err
                    == f"queens: {game.title} is for {game.seat_counts_in_words} players, not {seats}.\n"
                )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "play queen-bees-ii --seats 3 --bots 1",
            "3 seats are you and 2 bots, not 1 bot: leave out --bots or --seats.",
        ),
        (
            "play mad-queens --seats 1 --bots 1",
            "1 bot and you do not fit into 1 seat: leave out --seats, or have fewer bots.",
        ),
    ],
)
def test_too_many_bots_for_the_seats_are_answered_with_the_possible_number(arguments, sentence, capsys) -> None:
    assert main(arguments.split()) == 2
    assert capsys.readouterr().err == f"queens: {sentence}\n"


def test_interface_without_a_terminal_is_refused_in_a_whole_sentence(capsys) -> None:
    assert main(["join", "nowhere.invalid"]) == 1
    assert capsys.readouterr().err.startswith("queens: The interface needs a terminal")


@pytest.mark.parametrize("option", ["--code", "--bind"])
@pytest.mark.parametrize("value", ["", " "])
def test_empty_code_or_address_is_refused(option, value, capsys) -> None:
    assert main(["host", "--headless", option, value]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"queens: {option} is empty")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("arguments", ["", "play mad-queens", "join 10.0.0.7"])
def test_interface_without_a_terminal_is_refused_in_one_sentence(arguments, capsys) -> None:
    assert main(arguments.split()) == 1
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "terminal" in said.err


def test_help_has_examples_and_every_command(capsys) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    for word in ("play", "host", "join", "rules", "examples:"):
        assert word in text


@pytest.mark.parametrize("slug", games)
def test_rules_command_prints_the_rulebook_of_a_game(slug, capsys) -> None:
    assert main(["rules", slug]) == 0
    text = capsys.readouterr().out
    assert text.splitlines()[0] == games[slug].title
    assert all(len(line) <= 80 for line in text.splitlines())
    assert not any(mark in text for mark in ("**", "`", "| ", "## "))
    assert sorted(re.findall(r"\w+", text)) == sorted(re.findall(r"\w+", f"{games[slug].title} {games[slug].rules}"))


def test_option_version_prints_the_version(capsys) -> None:
    assert main(["--version"]) == 0
    assert re.fullmatch(r"queens \d+\.\d+\.\d+(\.dev\d+)?\n", capsys.readouterr().out)


def test_help_of_simulate_names_the_bots_of_every_game(capsys) -> None:
    assert main(["simulate", "--help"]) == 0
    text = re.sub(r"- ", "-", " ".join(capsys.readouterr().out.split()))  # a line may end within a game's name
    assert "easy, normal, hard" in text
    for game in games.values():
        assert re.search(rf"{', '.join(game.bots)} \([a-z, -]*{game.slug}[,)]", text)


def test_rules_without_a_game_lists_the_games(capsys) -> None:
    assert main(["rules"]) == 0
    text = capsys.readouterr().out
    assert all(slug in text for slug in games)


def test_python_m_tui_runs_the_command_line() -> None:
    done = subprocess.run([sys.executable, "-m", "tui", "rules", "chess"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("queens: There is no game called 'chess'")


def test_command_without_words_is_what_the_parser_makes_of_none(monkeypatch) -> None:
    seen = []
    monkeypatch.setattr("tui.cli.main._run_command", lambda args: seen.append(vars(args)) or 0)
    assert main([]) == 0
    assert seen == [vars(parser().parse_or_exit([]))]


def test_help_loads_neither_textual_nor_the_rules() -> None:
    heavy = ("textual", "core", "net.client.api", "net.protocol.messages", "msgpack", "asyncio")
    program = (
        f"import sys; from tui.cli.main import main; main(['--help']); print([n for n in {heavy} if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("host", ("host", 7433)),
        ("host:1", ("host", 1)),
        ("[::1]:9", ("::1", 9)),
        ("::1", ("::1", 7433)),
        ("[::1]", ("::1", 7433)),
    ],
)
def test_address_is_parsed_into_host_and_port(text, expected) -> None:
    assert parse_address(text) == expected


@pytest.mark.parametrize("text", ["", "a b", "host:", "host:0", "host:65536", "host:x", "[::1]x"])
def test_invalid_address_is_refused(text) -> None:
    with pytest.raises(ValueError, match=r"\w.*\."):
        parse_address(text)


def test_default_port_is_left_out_of_an_address() -> None:
    assert short_address("10.0.0.1:7433") == "10.0.0.1"
    assert short_address("10.0.0.1:8000") == "10.0.0.1:8000"


def test_simulation_with_the_same_seed_prints_the_same(capsys) -> None:
    arguments = ["simulate", "mad-queens", "--matches", "5", "--seats", "3", "--bots", "careful,steady", "--json"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert main(arguments) == 0
    assert capsys.readouterr().out == first
    result = json.loads(first)
    assert [seat["bot"] for seat in result["seats"]] == ["careful", "steady", "careful"]
    assert sum(seat["wins"] for seat in result["seats"]) == pytest.approx(5)
    for seat in result["seats"]:
        assert seat["points_a_match"] == seat["points"] / 5
        assert seat["win_share"] == seat["wins"] / 5
        for low, figure, high in (
            (seat["points_bounds"][0], seat["points_a_match"], seat["points_bounds"][1]),
            (seat["win_bounds"][0], seat["win_share"], seat["win_bounds"][1]),
        ):
            assert low < high
            assert low <= figure <= high


def test_simulation_prints_spread_and_bounds_of_the_figures_beside_them(capsys) -> None:
    arguments = ["simulate", "mad-queens", "--matches", "4", "--seats", "2", "--bots", "steady"]
    assert main([*arguments, "--json"]) == 0
    seats = json.loads(capsys.readouterr().out)["seats"]
    assert main(arguments) == 0
    head, *rows, _, meaning, remark = capsys.readouterr().out.splitlines()
    assert head.split() == ["seat", "bot", "points", "spread", "95", "%", "wins", "95", "%"]
    assert len(head) <= 80
    for row, seat in zip(rows, seats, strict=True):
        (low, high), (least, most) = seat["points_bounds"], seat["win_bounds"]
        assert row.endswith(f"{seat['win_share']:.1%} {f'{least:.1%} to {most:.1%}':>16}")
        assert f"{seat['points_a_match']:.2f} {seat['points_spread']:>7.2f} {f'{low:.2f} to {high:.2f}':>20} " in row
        assert len(row) == len(head)
    assert "standard deviation" in meaning
    assert remark.startswith("95 %: ")
    assert main(["simulate", "mad-queens", "--matches", "1", "--seats", "2"]) == 0
    assert " to " in capsys.readouterr().out, "the share of wins has bounds even after one match"


@pytest.mark.parametrize("is_terminal", [True, False])
def test_simulation_says_on_a_terminal_how_many_matches_are_played(is_terminal, monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal)
    assert main(["simulate", "mad-queens", "--matches", "3", "--seats", "2", "--bots", "steady"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ("\rMatch 1 of 3\rMatch 2 of 3\rMatch 3 of 3\n" if is_terminal else "")
    assert "Match" not in printed.out


@pytest.mark.parametrize("arguments", ["--bots hal", "--bots=,", "--matches 0", "--seats 0", "--set a=b"])
def test_invalid_simulation_is_refused(arguments, capsys) -> None:
    assert main(["simulate", "mad-queens", *arguments.split()]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_seed_of_several_words_is_refused(capsys) -> None:
    assert main(["play", "mad-queens", "--seed", "a b"]) == 2
    assert "seed" in capsys.readouterr().err


def test_ascii_option_is_read_before_and_after_the_command() -> None:
    assert parser().parse_args(["--ascii", "play", "mad-queens"]).ascii
    assert parser().parse_args(["play", "mad-queens", "--ascii"]).ascii


def test_big_screen_in_the_line_mode_is_refused_in_one_sentence(capsys) -> None:
    assert main(["join", "10.0.0.7", "--big", "--plain"]) == 2
    said = capsys.readouterr().err
    assert "--big" in said
    assert said.count("\n") == 1


def test_line_mode_is_chosen_by_option_or_terminal(monkeypatch) -> None:
    assert wants_line_mode(parser().parse_args(["play", "mad-queens", "--plain"]))
    assert wants_line_mode(parser().parse_args(["--plain"]))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for simple in ("dumb", "unknown", ""):
        monkeypatch.setenv("TERM", simple)
        assert wants_line_mode(parser().parse_args([]))
    monkeypatch.setenv("TERM", "xterm")
    assert not wants_line_mode(parser().parse_args([]))


def test_line_mode_loads_no_textual() -> None:
    program = "import sys, tui.line_mode.main, tui.line_mode.narrators.mad_queens, tui.line_mode.narrators.tricks"
    program += ", tui.line_mode.narrators.big_queen; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert (done.stdout.strip(), done.stderr) == ("False", "")


def test_play_uses_the_settings_remembered_for_the_game_unless_options_replace_them() -> None:
    settings = Settings()
    settings.remember_table(LastTableSetup("big-queen", 6, 5, {"target": "500"}, "hard"))
    settings.remember_table(LastTableSetup("queens-dungeon", 5, 2, {"time_limit": "1"}))
    settings.remember_table(LastTableSetup("mad-queens", 4000, 3999))

    def asked(*words: str) -> TableRequest:
        request = table_request(parser().parse_args(["play", *words]), settings)
        assert request is not None
        return request

    kept = asked("big-queen")
    assert (kept.seats, kept.bots, kept.options, kept.bot_kinds) == (6, 5, {"target": "500"}, ("hard",))
    assert kept.repeats_last_table
    typed = asked("big-queen", "--bots", "3", "--set", "target=200")
    assert (typed.seats, typed.bots, typed.options, typed.bot_kinds) == (4, 3, {"target": "200"}, ("hard",))
    assert asked("big-queen", "--bots", "easy,easy,easy").bot_kinds == ("easy",) * 3
    assert asked("queens-dungeon").bots == 4, "all others are bots"
    assert asked("mad-queens").seats == 4, "a table that the game does not allow is not used"
    seeded = asked("big-queen", "--seed", "7")
    assert (seeded.seats, seeded.options, seeded.bot_kinds, seeded.repeats_last_table) == (4, {}, (), False)


def test_option_rules_uses_the_house_rules_saved_under_that_name(tmp_path, capsys) -> None:
    assert main(["play", "--rules", "friday"]) == 2
    assert "There are no house rules called 'friday'; none are saved yet" in capsys.readouterr().err
    settings = Settings()
    settings.save_house_rules("Friday", LastTableSetup("big-queen", 6, 5, {"target": "500"}, "hard"))
    settings.save_house_rules("Kids", LastTableSetup())
    settings.save(tmp_path)

    def asked(*words: str) -> TableRequest | None:
        return table_request(parser().parse_args(words), Settings.load(tmp_path))

    made = asked("play", "--rules", "friday")
    assert (made.game, made.seats, made.bots, made.options, made.bot_kinds) == (
        *("big-queen", 6, 5, {"target": "500"}, ("hard",)),
    )
    assert asked("host", "--rules", "friday", "--set", "target=200").options == {"target": "200"}
    assert asked("host", "--rules", "friday", "--seats", "4").seats == 4
    hosted, usual = asked("host", "big-queen", "--rules", "friday"), asked("host", "big-queen")
    assert (hosted.seats, hosted.options, hosted.bot_kinds) == (6, {"target": "500"}, ("hard",))
    assert (hosted.bots, hosted.is_game_named) == (usual.bots, usual.is_game_named) == (0, True), "others can join"
    assert asked("host", "--rules", "friday").is_game_named, "no unfinished match of another game goes on"
    assert main(["play", "--rules", "monday"]) == 2
    assert capsys.readouterr().err == ("queens: There are no house rules called 'monday'; there are: Friday, Kids.\n")
    assert main(["play", "mad-queens", "--rules", "Friday"]) == 2
    assert "are house rules of Big Queen" in capsys.readouterr().err
    assert main(["rules"]) == 0
    assert re.search(r"Friday +Big Queen, target=500", capsys.readouterr().out)
