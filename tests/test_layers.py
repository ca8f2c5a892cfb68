"""Which folder may import which: tui imports net, net imports core, and core imports only the standard library.

The rules in core use no clock, no chance except the dealer's, and no input or output.
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
    REPOSITORY_ROOT,
    folder_of,
    import_graph,
    imported_packages,
    imports_of,
    python_files,
    relative_path,
    syntax_nodes,
    syntax_tree,
    top_level_classes,
)

MODULES_FORBIDDEN_IN_CORE = {"asyncio", "time", "random", "os", "socket", "secrets"}
"""Names of modules that core may not import: with them the rules would have a clock, chance of their own, or input and
output.
"""

FILES_THAT_MAY_EXIT = {"tui/__main__.py", "tui/cli/main.py"}
"""Paths of the files that may end the process."""


GAME_IMPORTS = {"core/engine", "core/errors"}
"""Parts of core that every game may import beside its own folder."""

TRICK_GAME_IMPORTS = {*GAME_IMPORTS, "core/trick_taking"}
"""Parts of core that every trick-taking game may import beside its own folder."""

MAD_QUEENS_SLUGS = {"mad-queens", "mad-queens-classic"}
"""Slugs of Mad Queens and of Mad Queens Classic, which is built on it."""

CORE_API = {"core", *GAME_IMPORTS, "core/fairness"}
"""Parts of core that net and tui may import."""

NET_LEAF_FILES = {"net/errors", "net/limits", "net/private_files"}
"""Paths of the files of net that import nothing of net, or only one another."""

SHARED_NET_PATHS = {*NET_LEAF_FILES, "net/protocol", "net/security", "net/transport"}
"""Paths of the files and folders of net that both host and client use."""

BOARD_IMPORTS = {*CORE_API, "net/client", "tui/cards", "tui/drawing", "tui/text", "tui/boards/common"}
"""Parts of the source that the board of any game may import."""

BOARD_FOLDERS = {"tui/boards/mad_queens", "tui/boards/big_queen", "tui/boards/tricks"}
"""Folders that hold the boards, one for each kind of game."""

GAMES_IMPORTED_BY_BOARDS = {"core/mad_queens", "core/big_queen", "core/queens_dungeon", "core/queen_bees_ii"}
"""Folders of the games whose details their boards import."""

SCREEN_IMPORTS = {
    "tui/lessons",
    *CORE_API, *SHARED_NET_PATHS, "net/client", "net/discovery", "net/journal",
    "tui/boards", "tui/boards/common", "tui/cards", "tui/connect", "tui/drawing", "tui/settings",
    "tui/table", "tui/text", "tui/widgets",
}  # fmt: skip
"""Parts of the source that the screens may import."""

ALLOWED_IMPORTS_BY_FOLDER = {
    "core/errors": set(),
    "core/engine": {"core/errors"},
    "core": {*GAME_IMPORTS},
    "core/fairness": {*GAME_IMPORTS},
    "core/trick_taking": {*GAME_IMPORTS},
    "core/mad_queens": {*GAME_IMPORTS},
    "core/mad_queens_classic": {*TRICK_GAME_IMPORTS, "core/mad_queens"},
    **{f"core/{slug.replace('-', '_')}": TRICK_GAME_IMPORTS for slug in games if slug not in MAD_QUEENS_SLUGS},
    "net": set(),
    "net/errors": set(),
    "net/limits": set(),
    "net/private_files": {"net/errors"},
    "net/protocol": {*CORE_API, *NET_LEAF_FILES},
    "net/security": {*NET_LEAF_FILES},
    "net/transport": {*NET_LEAF_FILES, "net/protocol", "net/security"},
    "net/journal": {*CORE_API, *NET_LEAF_FILES, "net/protocol"},
    "net/table": {*CORE_API, *NET_LEAF_FILES, "net/protocol", "net/security", "net/journal"},
    "net/club": {*CORE_API, *NET_LEAF_FILES, "net/protocol", "net/security", "net/table"},
    "net/cluster": {*CORE_API, *NET_LEAF_FILES, "net/protocol", "net/journal", "net/club"},
    "net/client": {*CORE_API, *SHARED_NET_PATHS},
    "net/discovery": {*CORE_API, *SHARED_NET_PATHS},
    "net/host": {
        *CORE_API, *SHARED_NET_PATHS, "net/journal", "net/table", "net/club", "net/cluster", "net/client",
        "net/discovery",
    },
    "tui": set(),
    "tui/settings": {*SHARED_NET_PATHS},
    "tui/crash_message": set(),
    "tui/cards": {*CORE_API},
    "tui/drawing": {*CORE_API, "tui/cards"},
    "tui/text": {*CORE_API, *SHARED_NET_PATHS, "net/client", "net/discovery", "net/journal", "tui/settings"},
    "tui/lessons": {*CORE_API, "net/client"},
    "tui/table": {*CORE_API, *NET_LEAF_FILES, "net/protocol", "net/client", "tui/text"},
    "tui/widgets": {*CORE_API, *NET_LEAF_FILES, "net/protocol", "net/client", "tui/cards", "tui/drawing", "tui/text"},
    "tui/boards/common": {*CORE_API, "net/client", "tui/cards", "tui/drawing", "tui/text", "tui/widgets"},
    "tui/boards/mad_queens": {*BOARD_IMPORTS, "core/mad_queens", "core/mad_queens_classic"},
    "tui/boards/big_queen": {*BOARD_IMPORTS, "core/big_queen"},
    "tui/boards/tricks": {*BOARD_IMPORTS, "core/trick_taking", "core/queens_dungeon", "core/queen_bees_ii"},
    "tui/line_mode/narrators": {*BOARD_IMPORTS, "net/protocol", *BOARD_FOLDERS, *GAMES_IMPORTED_BY_BOARDS},
    "tui/boards": {"core", "tui/boards/common", *BOARD_FOLDERS, "tui/line_mode/narrators"},
    "tui/connect": {
        "net/table",
        *CORE_API, *SHARED_NET_PATHS, "net/client", "net/discovery", "net/host", "net/journal", "tui/settings",
        "tui/text",
    },
    "tui/screens": SCREEN_IMPORTS,
    "tui/app": {*SCREEN_IMPORTS, "tui/screens", "tui/crash_message"},
    "tui/line_mode": {*SCREEN_IMPORTS, "tui/line_mode/narrators", "tui/crash_message"} - {"tui/widgets"},
    "tui/guest": {*SCREEN_IMPORTS, "net/host", "tui/app", "tui/screens", "tui/crash_message", "tui/line_mode"},
    "tui/ssh": {*SHARED_NET_PATHS, "tui/guest"},
    "tui/web": {
        *SHARED_NET_PATHS, "net/host", "tui/guest", "tui/line_mode", "tui/line_mode/narrators", "tui/screens",
        "tui/widgets",
    },
    "tui/cli": {
        *CORE_API, *SHARED_NET_PATHS, "net/client", "net/discovery", "net/journal", "net/host", "tui/app", "tui/cards",
        "tui/connect", "tui/crash_message", "tui/drawing", "tui/guest", "tui/lessons", "tui/line_mode", "tui/settings",
        "tui/ssh", "tui/text", "tui/web",
    },
    "tui/__main__": {"tui/cli"},
}  # fmt: skip
"""Maps each folder to the folders that it may import. These stand above it in the table, so imports form no cycle."""


def test_folders_import_only_allowed_folders():
    found = {}
    for module, wanted in import_graph().items():
        here = folder_of(module)
        if wrong := sorted(one for one in wanted if folder_of(one) not in {here, *ALLOWED_IMPORTS_BY_FOLDER[here]}):
            found[module] = wrong
    assert found == {}


def test_each_folder_may_import_only_folders_above_it_in_the_table():
    seen = set()
    for folder, allowed in ALLOWED_IMPORTS_BY_FOLDER.items():
        assert allowed <= seen, folder
        seen.add(folder)


def test_every_folder_stands_in_the_table_of_allowed_imports():
    assert {folder_of(module) for module in import_graph()} == set(ALLOWED_IMPORTS_BY_FOLDER)


def test_core_imports_only_the_standard_library():
    for path in python_files("core"):
        assert imported_packages(path) - {"core"} <= sys.stdlib_module_names, relative_path(path)
        assert not imported_packages(path) & MODULES_FORBIDDEN_IN_CORE, relative_path(path)


def test_core_does_no_input_or_output():
    for path in python_files("core"):
        calls = {
            node.func.id
            for node in syntax_nodes(path)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "print", "input", "eval", "exec", "hash", "id"}, relative_path(path)


def test_net_imports_no_textual_and_no_tui():
    for path in python_files("net"):
        assert not imported_packages(path) & {"tui", "textual"}, relative_path(path)


def test_tui_cards_imports_no_textual():
    for path in python_files("tui/cards"):
        assert "textual" not in imported_packages(path), relative_path(path)


@pytest.mark.parametrize(
    ("places", "package"),
    [
        (("tui/ssh/",), "asyncssh"),
        (("tui/web/",), "aiohttp"),
        (("net/cluster/jetstream.py", "net/cluster/nats_client.py"), "nats"),
    ],
)
def test_only_the_place_of_a_carrier_imports_the_library_of_its_protocol(places, package):
    for path in python_files("core", "net", "tui"):
        if not relative_path(path).startswith(places):
            assert package not in imported_packages(path), relative_path(path)


MATCH_MAKER_NAMES = {"start", "new_match", "replay", "simulate"}
"""Names of the methods of a game and the functions of core that make or play a match."""

MATCH_MAKERS_ALLOWED_IN_TUI = {"tui/cli/reports.py": {"simulate"}}
"""Maps each file of tui that may play matches without a table to the names that it may use to make or play them."""


@cache
def match_class_names():
    """Return the names of `Match` and of its subclasses in core."""
    found = {"Match"}
    while True:
        more = {
            one.name
            for path in python_files("core")
            for one in top_level_classes(path)
            if found & {base.id for base in one.bases if isinstance(base, ast.Name)}
        }
        if more <= found:
            return found
        found |= more


def match_makers_in(path):
    """Return the names that a file uses to make or play a match: classes and functions that it imports from core, and
    methods of a game.
    """
    imported = {name for module, name in imports_of(path) if module.partition(".")[0] == "core"}
    found = imported & (match_class_names() | {"replay", "simulate"})
    for node in syntax_nodes(path):
        if isinstance(node, ast.Attribute) and node.attr in MATCH_MAKER_NAMES and is_expression_of_a_game(node.value):
            found.add(node.attr)
    return found


def is_expression_of_a_game(node):
    """Return whether an expression has a game as its value: ``games[…]``, ``games.get(…)``, ``self._game`` or
    ``GAME``.
    """
    text = ast.unparse(node)
    return text.startswith("games") or text.rpartition(".")[2].strip("_").lower() == "game"


def test_interface_neither_makes_nor_holds_a_match():
    """The interface may know only views: a match would let it show what its person must not see."""
    for path in python_files("tui"):
        assert match_makers_in(path) <= MATCH_MAKERS_ALLOWED_IN_TUI.get(relative_path(path), set()), relative_path(path)


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
    """Anywhere else, such as in a screen, an exit would end the host for everybody at its tables."""
    for path in python_files("core", "net", "tui"):
        if relative_path(path) in FILES_THAT_MAY_EXIT:
            continue
        names = {node.id for node in syntax_nodes(path) if isinstance(node, ast.Name)}
        names |= {ast.unparse(node) for node in syntax_nodes(path) if isinstance(node, ast.Attribute)}
        assert not names & {"SystemExit", "exit", "quit", "sys.exit", "os._exit", "os.abort"}, relative_path(path)


@pytest.mark.parametrize("layer", LAYERS)
def test_no_layer_imports_tests_or_a_layer_above_it(layer):
    above = {"core": {"net", "tui"}, "net": {"tui"}, "tui": set()}[layer] | {"tests"}
    for path in python_files(layer):
        assert not imported_packages(path) & above, relative_path(path)


def test_importing_core_loads_no_network_module_and_no_other_layer():
    """In a fresh interpreter, importing core loads neither net nor tui nor a module that uses the network."""
    program = (
        "import core, sys; print(sorted({'asyncio', 'socket', 'secrets', 'net', 'tui', 'textual'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], cwd=REPOSITORY_ROOT, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("folder", LAYERS)
def test_every_module_has_a_docstring(folder):
    for path in python_files(folder):
        assert ast.get_docstring(syntax_tree(path)), relative_path(path)
