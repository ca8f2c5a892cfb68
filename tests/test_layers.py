"""Which folder may import which: tui imports net, net imports core, core only the standard library.

The rules in core use no clock, no chance but the dealer's, and no input or output.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache

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
    nodes_of,
    packages,
    tree_of,
)

FORBIDDEN_IN_CORE = {"asyncio", "time", "random", "os", "socket", "secrets"}
"""Modules that would give the rules a clock, chance that is not the dealer's, or input and output."""

MAY_EXIT = {"tui/__main__.py", "tui/cli/main.py"}
"""The files that may end the process."""


ENGINE = {"core/engine", "core/errors"}
"""What a game may import of core beside its own folder."""

TRICK_GAME = {*ENGINE, "core/trick_taking"}
"""What a trick-taking game may import of core beside its own folder."""

MAD_QUEENS_GAMES = {"mad-queens", "mad-queens-classic"}
"""Mad Queens, and Classic, which is built on it."""

CORE = {"core", *ENGINE, "core/fairness"}
"""What net and tui may import of core."""

NET_LEAVES = {"net/errors", "net/limits", "net/private_files"}
"""The files of net that import nothing else of net."""

NET_SHARED = {*NET_LEAVES, "net/protocol", "net/security", "net/transport"}
"""The folders of net that both host and client use."""

BOARD_IMPORTS = {*CORE, "net/client", "tui/cards", "tui/drawing", "tui/text", "tui/boards/common"}
"""What the board of any game may import."""

BOARDS = {"tui/boards/mad_queens", "tui/boards/big_queen", "tui/boards/tricks"}
"""The folders with the boards."""

GAMES_ON_BOARDS = {"core/mad_queens", "core/big_queen", "core/queens_dungeon", "core/queen_bees_ii"}
"""The games whose details their boards import."""

SCREEN_IMPORTS = {
    "tui/lessons",
    *CORE, *NET_SHARED, "net/client", "net/discovery", "net/journal",
    "tui/boards", "tui/boards/common", "tui/cards", "tui/connect", "tui/drawing", "tui/settings",
    "tui/table", "tui/text", "tui/widgets",
}  # fmt: skip
"""What the screens may import."""

ALLOWED = {
    "core/errors": set(),
    "core/engine": {"core/errors"},
    "core": {*ENGINE},
    "core/fairness": {*ENGINE},
    "core/trick_taking": {*ENGINE},
    "core/mad_queens": {*ENGINE},
    "core/mad_queens_classic": {*TRICK_GAME, "core/mad_queens"},
    **{f"core/{slug.replace('-', '_')}": TRICK_GAME for slug in games if slug not in MAD_QUEENS_GAMES},
    "net": set(),
    "net/errors": set(),
    "net/limits": set(),
    "net/private_files": {"net/errors"},
    "net/protocol": {*CORE, *NET_LEAVES},
    "net/security": {*NET_LEAVES},
    "net/transport": {*NET_LEAVES, "net/protocol", "net/security"},
    "net/journal": {*CORE, *NET_LEAVES, "net/protocol"},
    "net/table": {*CORE, *NET_LEAVES, "net/protocol", "net/security", "net/journal"},
    "net/club": {*CORE, *NET_LEAVES, "net/protocol", "net/security", "net/table"},
    "net/cluster": {*CORE, *NET_LEAVES, "net/protocol", "net/journal", "net/club"},
    "net/client": {*CORE, *NET_SHARED},
    "net/discovery": {*CORE, *NET_SHARED},
    "net/host": {
        *CORE, *NET_SHARED, "net/journal", "net/table", "net/club", "net/cluster", "net/client", "net/discovery",
    },
    "tui": set(),
    "tui/settings": {*NET_SHARED},
    "tui/crash_message": set(),
    "tui/cards": {*CORE},
    "tui/drawing": {*CORE, "tui/cards"},
    "tui/text": {*CORE, *NET_SHARED, "net/client", "net/discovery", "net/journal", "tui/settings"},
    "tui/lessons": {*CORE, "net/client"},
    "tui/table": {*CORE, *NET_LEAVES, "net/protocol", "net/client", "tui/text"},
    "tui/widgets": {*CORE, *NET_LEAVES, "net/protocol", "net/client", "tui/cards", "tui/drawing", "tui/text"},
    "tui/boards/common": {*CORE, "net/client", "tui/cards", "tui/drawing", "tui/text", "tui/widgets"},
    "tui/boards/mad_queens": {*BOARD_IMPORTS, "core/mad_queens", "core/mad_queens_classic"},
    "tui/boards/big_queen": {*BOARD_IMPORTS, "core/big_queen"},
    "tui/boards/tricks": {*BOARD_IMPORTS, "core/trick_taking", "core/queens_dungeon", "core/queen_bees_ii"},
    "tui/line_mode/narrators": {*BOARD_IMPORTS, "net/protocol", *BOARDS, *GAMES_ON_BOARDS},
    "tui/boards": {"core", "tui/boards/common", *BOARDS, "tui/line_mode/narrators"},
    "tui/connect": {
        "net/table",
        *CORE, *NET_SHARED, "net/client", "net/discovery", "net/host", "net/journal", "tui/settings", "tui/text",
    },
    "tui/screens": SCREEN_IMPORTS,
    "tui/app": {*SCREEN_IMPORTS, "tui/screens", "tui/crash_message"},
    "tui/line_mode": {*SCREEN_IMPORTS, "tui/line_mode/narrators", "tui/crash_message"} - {"tui/widgets"},
    "tui/guest": {*SCREEN_IMPORTS, "net/host", "tui/app", "tui/screens", "tui/crash_message", "tui/line_mode"},
    "tui/ssh": {*NET_SHARED, "tui/guest"},
    "tui/web": {
        *NET_SHARED, "net/host", "tui/guest", "tui/line_mode", "tui/line_mode/narrators", "tui/screens", "tui/widgets",
    },
    "tui/cli": {
        *CORE, *NET_SHARED, "net/client", "net/discovery", "net/journal", "net/host", "tui/app", "tui/cards",
        "tui/connect", "tui/crash_message", "tui/drawing", "tui/guest", "tui/lessons", "tui/line_mode", "tui/settings",
        "tui/ssh", "tui/text", "tui/web",
    },
    "tui/__main__": {"tui/cli"},
}  # fmt: skip
"""What each folder may import. Each entry names only folders that stand above it, so imports have no cycle."""


def test_folders_import_only_allowed_folders():
    found = {}
    for module, wanted in import_graph().items():
        here = folder_of(module)
        if wrong := sorted(one for one in wanted if folder_of(one) not in {here, *ALLOWED[here]}):
            found[module] = wrong
    assert found == {}


def test_each_folder_may_import_only_folders_above_it_in_the_table():
    seen = set()
    for folder, allowed in ALLOWED.items():
        assert allowed <= seen, folder
        seen.add(folder)


def test_every_folder_stands_in_the_table_of_allowed_imports():
    assert {folder_of(module) for module in import_graph()} == set(ALLOWED)


def test_core_imports_only_the_standard_library():
    for path in files("core"):
        assert packages(path) - {"core"} <= sys.stdlib_module_names, name_of(path)
        assert not packages(path) & FORBIDDEN_IN_CORE, name_of(path)


def test_core_does_no_input_or_output():
    for path in files("core"):
        calls = {
            node.func.id for node in nodes_of(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "print", "input", "eval", "exec", "hash", "id"}, name_of(path)


def test_net_imports_no_textual_and_no_tui():
    for path in files("net"):
        assert not packages(path) & {"tui", "textual"}, name_of(path)


def test_tui_cards_imports_no_textual():
    for path in files("tui/cards"):
        assert "textual" not in packages(path), name_of(path)


@pytest.mark.parametrize(
    ("folder", "package"), [("tui/ssh", "asyncssh"), ("tui/web", "aiohttp"), ("net/cluster/jetstream.py", "nats")]
)
def test_only_the_carrier_imports_the_package_of_its_protocol(folder, package):
    for path in files("core", "net", "tui"):
        if not name_of(path).startswith(folder):
            assert package not in packages(path), name_of(path)


MATCH_MAKERS = {"start", "new_match", "replay", "simulate"}
"""The names of the methods of a game and the functions of core that make or play a match."""

PLAYS_WITHOUT_A_TABLE = {"tui/cli/reports.py": {"simulate"}}
"""The files of tui that may play whole matches themselves: the command that simulates matches of bots."""


@cache
def match_classes():
    """Return the names of `Match` and of its subclasses in core."""
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
    """Return the names by which a file imports a class of match or a match maker from core, or starts a game."""
    imported = {name for module, name in imports(path) if module.partition(".")[0] == "core"}
    found = imported & (match_classes() | {"replay", "simulate"})
    for node in nodes_of(path):
        if isinstance(node, ast.Attribute) and node.attr in MATCH_MAKERS and is_game(node.value):
            found.add(node.attr)
    return found


def is_game(node):
    """Return whether an expression names a game: ``games[…]``, ``games.get(…)``, ``self._game`` or ``GAME``."""
    text = ast.unparse(node)
    return text.startswith("games") or text.rpartition(".")[2].strip("_").lower() == "game"


def test_interface_neither_makes_nor_holds_a_match():
    """The interface knows views only; a match would let it show what its person must not see."""
    for path in files("tui"):
        assert match_makers_in(path) <= PLAYS_WITHOUT_A_TABLE.get(name_of(path), set()), name_of(path)


@pytest.mark.parametrize(
    "line",
    [
        "games[slug].start(3)",
        "self._game.start(seats=2)",
        "GAME.new_match(GAME, 2, {}, dealer)",
        "games.get(slug).start(4)",
    ],
)
def test_match_makers_in_finds_every_way_to_start_a_match(line, tmp_path):
    path = tmp_path / "example.py"
    path.write_text(f"from core import games\n{line}\n", encoding="utf-8")
    assert match_makers_in(path)


@pytest.mark.parametrize("line", ["from core import Match", "from core.big_queen.match import BigQueenMatch"])
def test_match_makers_in_finds_imports_of_match_classes(line, tmp_path):
    path = tmp_path / "example.py"
    path.write_text(f"{line}\n", encoding="utf-8")
    assert match_makers_in(path)


def test_only_the_command_line_ends_the_program():
    """Anywhere else, such as in a handler of a screen, an exit would end the host for everybody at its tables."""
    for path in files("core", "net", "tui"):
        if name_of(path) in MAY_EXIT:
            continue
        names = {node.id for node in nodes_of(path) if isinstance(node, ast.Name)}
        names |= {ast.unparse(node) for node in nodes_of(path) if isinstance(node, ast.Attribute)}
        assert not names & {"SystemExit", "exit", "quit", "sys.exit", "os._exit", "os.abort"}, name_of(path)


@pytest.mark.parametrize("layer", LAYERS)
def test_no_layer_imports_tests_or_a_layer_above_it(layer):
    above = {"core": {"net", "tui"}, "net": {"tui"}, "tui": set()}[layer] | {"tests"}
    for path in files(layer):
        assert not packages(path) & above, name_of(path)


def test_importing_core_loads_no_network_module_and_no_other_layer():
    """In a fresh interpreter, importing core loads neither net nor tui nor a module that uses the network."""
    program = (
        "import core, sys; print(sorted({'asyncio', 'socket', 'secrets', 'net', 'tui', 'textual'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("folder", LAYERS)
def test_every_module_has_a_docstring(folder):
    for path in files(folder):
        assert ast.get_docstring(tree_of(path)), name_of(path)
