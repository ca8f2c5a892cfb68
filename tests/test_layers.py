"""The layers: tui stands on net, net on core, core on the standard library alone, without clock, chance or I/O."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = ("core", "net", "tui")
OURS = {*LAYERS, "tests"}

FORBIDDEN_IN_CORE = {"asyncio", "time", "random", "os", "socket", "secrets"}
"""What would let the rules know of a clock, of chance that is not the dealer's, or of the world outside."""

ENDS_THE_PROGRAM = {"tui/__main__.py", "tui/cli/main.py"}


def files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """Every (module, name) that a file imports anywhere, also within functions; the name of a module is empty."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots"
            yield from ((node.module or "", alias.name) for alias in node.names)


def packages(path: Path) -> set[str]:
    return {module.partition(".")[0] for module, _ in imports(path)}


def in_words(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", files("core"), ids=in_words)
def test_core_stands_on_the_standard_library_alone(path):
    assert packages(path) - {"core"} <= sys.stdlib_module_names
    assert not packages(path) & FORBIDDEN_IN_CORE


@pytest.mark.parametrize("path", files("core"), ids=in_words)
def test_core_reads_and_writes_nothing(path):
    calls = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not calls & {"open", "print", "input", "eval", "exec", "hash", "id"}


@pytest.mark.parametrize("path", files("net"), ids=in_words)
def test_net_knows_nothing_of_screens(path):
    assert not packages(path) & {"tui", "textual"}


@pytest.mark.parametrize("path", files("tui/cards"), ids=in_words)
def test_drawing_cards_needs_no_textual(path):
    assert "textual" not in packages(path)


@pytest.mark.parametrize("path", files("core", "net", "tui"), ids=in_words)
def test_only_the_ssh_screen_imports_asyncssh(path):
    if not in_words(path).startswith("tui/ssh"):
        assert "asyncssh" not in packages(path)


@pytest.mark.parametrize("path", files("tui"), ids=in_words)
def test_a_screen_never_holds_a_match(path):
    named = set(imports(path))
    assert not {(module, name) for module, name in named if module.startswith("core") and name.endswith("Match")}


@pytest.mark.parametrize("path", files("core", "net", "tui"), ids=in_words)
def test_only_the_command_line_ends_the_program(path):
    """Anywhere else, such as in a handler of a screen, that would end the host with everybody at its tables."""
    if in_words(path) in ENDS_THE_PROGRAM:
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not names & {"SystemExit", "exit", "quit", "sys.exit", "os._exit", "os.abort"}


@pytest.mark.parametrize("layer", LAYERS)
def test_nothing_that_is_used_imports_tests_or_a_layer_above(layer):
    above = {"core": {"net", "tui"}, "net": {"tui"}, "tui": set()}[layer] | {"tests"}
    for path in files(layer):
        assert not packages(path) & above, in_words(path)


def test_core_does_not_bring_the_world_in_by_the_back_door():
    """In a fresh interpreter, importing core loads neither our other layers nor what does networking."""
    program = (
        "import core, sys; print(sorted({'asyncio', 'socket', 'secrets', 'net', 'tui', 'textual'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("folder", LAYERS)
def test_every_file_says_what_it_is(folder):
    for path in files(folder):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), in_words(path)
