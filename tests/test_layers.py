"""The layers: tui stands on net, net on core, core on the standard library alone, without clock, chance or I/O."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from core import games
from tests.support.source_tree import (
    LAYERS,
    ROOT,
    classes,
    files,
    folder_of,
    import_graph,
    imports,
    name_of,
    packages,
    tree_of,
)

FORBIDDEN_IN_CORE = {"asyncio", "time", "random", "os", "socket", "secrets"}
"""What would let the rules know of a clock, of chance that is not the dealer's, or of the world outside."""

MAY_EXIT = {"tui/__main__.py", "tui/cli/main.py"}


ENGINE = {"core/engine", "core/errors"}
GAME = {*ENGINE, "core/trick_taking"}
MAD_QUEENS_GAMES = {"mad-queens", "mad-queens-classic"}
"""The games of which one is made from the other; any other game stands on the engine, and on tricks if it has them."""

CORE = {"core", *ENGINE, "core/fairness"}
NET_LEAVES = {"net/errors", "net/limits", "net/private_files"}
NET_SHARED = {*NET_LEAVES, "net/protocol", "net/security", "net/transport"}
BOARD = {*CORE, "net/client", "tui/cards", "tui/drawing", "tui/text", "tui/boards/common"}
BOARDS = {"tui/boards/mad_queens", "tui/boards/big_queen", "tui/boards/tricks"}
GAMES_ON_BOARDS = {"core/mad_queens", "core/big_queen", "core/queens_dungeon", "core/queen_bees_ii"}
SCREEN = {
    *CORE, *NET_SHARED, "net/client", "net/discovery", "net/journal",
    "tui/boards", "tui/boards/common", "tui/cards", "tui/connect", "tui/drawing", "tui/games", "tui/settings",
    "tui/table", "tui/text", "tui/widgets",
}  # fmt: skip

ALLOWED = {
    "core/errors": set(),
    "core/engine": {"core/errors"},
    "core": {*ENGINE},
    "core/fairness": {*ENGINE},
    "core/trick_taking": {*ENGINE},
    "core/mad_queens": {*ENGINE},
    "core/mad_queens_classic": {*GAME, "core/mad_queens"},
    **{f"core/{slug.replace('-', '_')}": GAME for slug in games if slug not in MAD_QUEENS_GAMES},
    "net": set(),
    "net/errors": set(),
    "net/limits": set(),
    "net/private_files": {"net/errors"},
    "net/protocol": {*CORE, *NET_LEAVES},
    "net/security": {*NET_LEAVES},
    "net/transport": {*NET_LEAVES, "net/protocol", "net/security"},
    "net/journal": {*CORE, *NET_LEAVES, "net/protocol"},
    "net/table": {*CORE, *NET_LEAVES, "net/protocol", "net/security", "net/journal"},
    "net/client": {*CORE, *NET_SHARED},
    "net/discovery": {*CORE, *NET_SHARED},
    "net/host": {*CORE, *NET_SHARED, "net/journal", "net/table", "net/client", "net/discovery"},
    "tui": set(),
    "tui/settings": {*NET_SHARED},
    "tui/crash_message": set(),
    "tui/cards": {*CORE},
    "tui/drawing": {*CORE, "tui/cards"},
    "tui/text": {*CORE, *NET_SHARED, "net/client", "net/discovery", "net/journal", "tui/settings"},
    "tui/table": {*CORE, *NET_LEAVES, "net/protocol", "net/client", "tui/text"},
    "tui/widgets": {*CORE, *NET_LEAVES, "net/protocol", "net/client", "tui/cards", "tui/drawing", "tui/text"},
    "tui/boards/common": {*CORE, "net/client", "tui/cards", "tui/drawing", "tui/text", "tui/widgets"},
    "tui/boards": {"tui/boards/common"},
    "tui/boards/mad_queens": {*BOARD, "core/mad_queens", "core/mad_queens_classic"},
    "tui/boards/big_queen": {*BOARD, "core/big_queen"},
    "tui/boards/tricks": {*BOARD, "core/trick_taking", "core/queens_dungeon", "core/queen_bees_ii"},
    "tui/line_mode/narrators": {*BOARD, "net/protocol", *BOARDS, *GAMES_ON_BOARDS},
    "tui/games": {"core", "tui/boards/common", *BOARDS, "tui/line_mode/narrators"},
    "tui/connect": {
        "net/table",
        *CORE, *NET_SHARED, "net/client", "net/discovery", "net/host", "net/journal", "tui/settings", "tui/text",
    },
    "tui/screens": SCREEN,
    "tui/app": {*SCREEN, "tui/screens", "tui/crash_message"},
    "tui/line_mode": {*SCREEN, "tui/line_mode/narrators"} - {"tui/widgets"},
    "tui/guest": {*SCREEN, "tui/app", "tui/screens", "tui/crash_message"},
    "tui/ssh": {*NET_SHARED, "net/client", "net/host", "tui/connect", "tui/guest", "tui/line_mode", "tui/settings"},
    "tui/cli": {
        *CORE, *NET_SHARED, "net/client", "net/discovery", "net/journal", "net/host", "tui/app", "tui/connect",
        "tui/crash_message", "tui/line_mode", "tui/settings", "tui/ssh", "tui/text",
    },
    "tui/__main__": {"tui/cli"},
}  # fmt: skip
"""What each folder may import: only what stands above it here, so that imports never run in a circle."""


def test_folders_import_only_allowed_folders():
    found = {}
    for module, wanted in import_graph().items():
        here = folder_of(module)
        if wrong := sorted(one for one in wanted if folder_of(one) not in {here, *ALLOWED[here]}):
            found[module] = wrong
    assert found == {}


def test_the_table_of_allowed_imports_has_no_cycle():
    seen = set()
    for folder, allowed in ALLOWED.items():
        assert allowed <= seen, folder
        seen.add(folder)


def test_every_folder_stands_in_the_table_of_allowed_imports():
    assert {folder_of(module) for module in import_graph()} == set(ALLOWED)


@pytest.mark.parametrize("path", files("core"), ids=name_of)
def test_core_imports_only_the_standard_library(path):
    assert packages(path) - {"core"} <= sys.stdlib_module_names
    assert not packages(path) & FORBIDDEN_IN_CORE


@pytest.mark.parametrize("path", files("core"), ids=name_of)
def test_core_does_no_input_or_output(path):
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec", "hash", "id"}


@pytest.mark.parametrize("path", files("net"), ids=name_of)
def test_net_imports_no_textual_and_no_tui(path):
    assert not packages(path) & {"tui", "textual"}


@pytest.mark.parametrize("path", files("tui/cards"), ids=name_of)
def test_cards_import_no_textual(path):
    assert "textual" not in packages(path)


@pytest.mark.parametrize("path", files("core", "net", "tui"), ids=name_of)
def test_only_tui_ssh_imports_asyncssh(path):
    if not name_of(path).startswith("tui/ssh"):
        assert "asyncssh" not in packages(path)


MATCH_MAKERS = {"start", "new_match", "replay", "simulate"}
"""The names in core by which a match is made or played: of methods of a game, and of functions."""

PLAYS_WITHOUT_A_TABLE = {"tui/cli/reports.py": {"simulate"}}
"""The files of tui that play whole matches themselves: the simulation on the command line, which shows no match."""


def match_classes():
    """Return the names of `Match` and of all classes of core that are made from it."""
    found = {"Match"}
    while True:
        more = {
            one.name
            for path in files("core")
            for one in classes(path)
            if found & {base.id for base in one.bases if isinstance(base, ast.Name)}
        }
        if more <= found:
            return found
        found |= more


def match_makers_in(path):
    """Return by which names a file holds or makes a match: those it imports from core, and those it calls of games."""
    imported = {name for module, name in imports(path) if module.partition(".")[0] == "core"}
    found = imported & (match_classes() | {"replay", "simulate"})
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Attribute) and node.attr in MATCH_MAKERS and is_game(node.value):
            found.add(node.attr)
    return found


def is_game(node):
    """Return whether an expression names a game: ``games[…]``, ``games.get(…)``, ``self._game`` or ``GAME``."""
    text = ast.unparse(node)
    return text.startswith("games") or text.rpartition(".")[2].strip("_").lower() == "game"


@pytest.mark.parametrize("path", files("tui"), ids=name_of)
def test_interface_neither_makes_nor_holds_a_match(path):
    """What it knows of a match is a view; else it could show what its person must not see."""
    assert match_makers_in(path) <= PLAYS_WITHOUT_A_TABLE.get(name_of(path), set())


@pytest.mark.parametrize(
    "line",
    [
        "games[slug].start(3)",
        "self._game.start(seats=2)",
        "GAME.new_match(GAME, 2, {}, dealer)",
        "games.get(slug).start(4)",
    ],
)
def test_start_of_a_match_is_found_in_any_form(line, tmp_path):
    path = tmp_path / "example.py"
    path.write_text(f"from core import games\n{line}\n", encoding="utf-8")
    assert match_makers_in(path)


@pytest.mark.parametrize("line", ["from core import Match", "from core.big_queen.match import BigQueenMatch"])
def test_import_of_a_match_is_found(line, tmp_path):
    path = tmp_path / "example.py"
    path.write_text(f"{line}\n", encoding="utf-8")
    assert match_makers_in(path)


@pytest.mark.parametrize("path", files("core", "net", "tui"), ids=name_of)
def test_only_the_command_line_ends_the_program(path):
    """Anywhere else, such as in a handler of a screen, that would end the host with everybody at its tables."""
    if name_of(path) in MAY_EXIT:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not names & {"SystemExit", "exit", "quit", "sys.exit", "os._exit", "os.abort"}


@pytest.mark.parametrize("layer", LAYERS)
def test_no_layer_imports_tests_or_a_layer_above_it(layer):
    above = {"core": {"net", "tui"}, "net": {"tui"}, "tui": set()}[layer] | {"tests"}
    for path in files(layer):
        assert not packages(path) & above, name_of(path)


def test_importing_core_loads_no_network_module_and_no_other_layer():
    """In a fresh interpreter, importing core loads neither our other layers nor what does networking."""
    program = (
        "import core, sys; print(sorted({'asyncio', 'socket', 'secrets', 'net', 'tui', 'textual'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("folder", LAYERS)
def test_every_module_has_a_docstring(folder):
    for path in files(folder):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), name_of(path)
