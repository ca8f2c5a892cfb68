"""The source of the project as data: its modules, what they import, and the classes and constants that they define."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

REPOSITORY_ROOT = Path(__file__).parents[2]
"""The root folder of the repository."""
LAYERS = ("core", "net", "tui")
"""Names of the packages of the program, from the lowest layer to the highest."""


def python_files(*folders: str) -> list[Path]:
    """Return every Python file below these folders of the project, sorted."""
    return sorted(path for folder in folders for path in (REPOSITORY_ROOT / folder).rglob("*.py"))


def relative_path(path: Path) -> str:
    """Return the path of a file relative to the project, with slashes."""
    return path.relative_to(REPOSITORY_ROOT).as_posix()


@cache
def syntax_tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def syntax_nodes(path: Path) -> Sequence[ast.AST]:
    """Return all nodes of the syntax tree of a file."""
    return tuple(ast.walk(syntax_tree(path)))


@cache
def imports_of(path: Path) -> Sequence[tuple[str, str]]:
    """Return (module, name) for every import of a file, also in functions; ``import module`` has an empty name.

    A relative import raises `AssertionError`.
    """
    found: list[tuple[str, str]] = []
    for node in syntax_nodes(path):
        if isinstance(node, ast.Import):
            found += ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by dots"
            found += ((node.module or "", alias.name) for alias in node.names)
    return found


def imported_packages(path: Path) -> set[str]:
    """Return the top-level packages that a file imports."""
    return {module.partition(".")[0] for module, _ in imports_of(path)}


@cache
def module_files() -> Mapping[str, Path]:
    """Return every module of core, net and tui by its dotted name."""
    return {
        ".".join(path.relative_to(REPOSITORY_ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in python_files(*LAYERS)
    }


@cache
def import_graph() -> Mapping[str, frozenset[str]]:
    """Map each of our modules to our modules that it imports, also only for types or inside functions."""
    known = module_files()
    graph = {}
    for module, path in known.items():
        wanted = set()
        for source, name in imports_of(path):
            whole = f"{source}.{name}"
            wanted |= {whole} if whole in known else {source} & known.keys()
        graph[module] = frozenset(wanted - {module})
    return graph


def folder_of(module: str) -> str:
    """Return the folder of a layer to which a module belongs, such as ``tui/screens``.

    A file directly in a layer counts as a folder (``net/limits``), and so does each subfolder with boards or narrators.
    """
    path = module_files()[module].relative_to(REPOSITORY_ROOT)
    depth = 3 if path.parts[:2] in (("tui", "boards"), ("tui", "line_mode")) and len(path.parts) > 3 else 2
    if len(path.parts) > depth:
        return "/".join(path.parts[:depth])
    return "/".join(path.parent.parts if path.stem == "__init__" or depth == 3 else path.with_suffix("").parts)


def top_level_classes(path: Path) -> list[ast.ClassDef]:
    """Return the classes that a file defines at its top level."""
    return [node for node in syntax_tree(path).body if isinstance(node, ast.ClassDef)]


def capitalised_names(path: Path) -> set[str]:
    """Return the capitalised names at the top level of a file (classes, constants and types), without the underscore of
    private ones.
    """
    names = {node.name for node in top_level_classes(path)}
    for node in syntax_tree(path).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        names |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return {bare for name in names if (bare := name.lstrip("_"))[:1].isupper()}
