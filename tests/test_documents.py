"""The documents for contributors, and the docstrings of the program, name only what exists in the source."""

from __future__ import annotations

import ast
import builtins
import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.source_tree import syntax_nodes, syntax_tree

REPOSITORY_ROOT = Path(__file__).parent.parent
"""The root folder of the repository."""
LAYER_FOLDERS = ("core", "net", "tui")
"""Names of the three folders with the source of the program."""

CHECKED_DOCUMENTS = [
    path
    for path in (
        *(REPOSITORY_ROOT / layer / "README.md" for layer in LAYER_FOLDERS),
        *(REPOSITORY_ROOT / ".github" / name for name in ("CONTRIBUTING.md", "SECURITY.md")),
        REPOSITORY_ROOT / "README.md",
    )
    if path.exists()
]
"""Paths of the documents that are checked."""

PATH_PATTERN = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)+/?")
"""Pattern of a path with at least one slash."""

FILE_NAME_PATTERN = re.compile(r"\w+\.(?:py|md|tcss)")
"""Pattern of the name of a source file, without its folder."""

DOTTED_NAME_PATTERN = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(\))?")
"""Pattern of a dotted name, such as that of a module or of a method of a class."""

CLASS_OR_CONSTANT_PATTERN = re.compile(r"(?:[A-Z][a-z0-9]+){2,}|[A-Z][A-Z0-9]*_[A-Z0-9_]+")
"""Pattern of the name of a constant, or of a class whose name has at least two words."""

DOCUMENTED_PACKAGES = (*LAYER_FOLDERS, "tests")
"""Names of the packages whose names the documents may use."""

EXAMPLE_GAME = "high_card"
"""Name of the game that CONTRIBUTING adds as an example; it is not part of the program."""

DOCUMENTED_ENVIRONMENT_VARIABLES = {"NO_COLOR", "QUEENS_DATA", "COLORTERM"}
"""The environment variables that the documents name."""

SUFFIXES_OF_WRITTEN_FILES = {"pem", "json", "db", "log"}
"""Suffixes of files that the program writes; a dotted text with one of them is the name of such a file and not a name
in the source.
"""


def texts_in_backticks(document: Path) -> set[str]:
    """Return the texts in backticks in the running text and the tables of a document."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    return set(re.findall(r"`([^`\n]+)`", text))


@cache
def names_by_definition() -> dict[str, set[str]]:
    """Map the name of every class, function, constant and module of the source to the names that are defined in it."""
    found: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for layer in LAYER_FOLDERS:
        for path in (REPOSITORY_ROOT / layer).rglob("*.py"):
            for node in syntax_nodes(path):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).update(names_mentioned_in(node))
                    bases.setdefault(node.name, set()).update(
                        part.id for base in node.bases for part in ast.walk(base) if isinstance(part, ast.Name)
                    )
                elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    found.setdefault(node.name, set())
                elif isinstance(node, ast.Assign | ast.AnnAssign):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    for target in targets:
                        if isinstance(target, ast.Name):
                            found.setdefault(target.id, set())
    for _ in range(3):  # classes are at most three deep
        for name, parents in bases.items():
            found[name].update(*(found.get(parent, set()) for parent in parents))
    return found


def names_mentioned_in(node: ast.AST) -> set[str]:
    """Return every name that is defined, imported or assigned anywhere in a piece of source."""
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(part.name)
        elif isinstance(part, ast.alias):
            names.add(part.asname or part.name)
        elif isinstance(part, ast.Attribute | ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.attr if isinstance(part, ast.Attribute) else part.id)
    return names


def module_file(parts: list[str]) -> Path | None:
    """Return the path of the file of a module whose dotted name has these parts; None if there is none."""
    path = REPOSITORY_ROOT.joinpath(*parts)
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


def is_existing_path(text: str, document: Path) -> bool:
    """Return whether a path exists below the root of the repository or below the folder of the document.

    In it ``<game>`` and ``*`` stand for any name, and a module may be named without its suffix.
    """
    pattern = re.sub(r"<[^>]*>", "*", text).rstrip("/")
    spellings = [
        folder.glob(name) for folder in (REPOSITORY_ROOT, document.parent) for name in (pattern, f"{pattern}.py")
    ]
    return any(next(found, None) is not None for found in spellings)


def is_existing_file_name(name: str) -> bool:
    """Whether there is a file with this name anywhere in the source."""
    return (REPOSITORY_ROOT / name).exists() or any(
        next((REPOSITORY_ROOT / folder).rglob(name), None) is not None for folder in DOCUMENTED_PACKAGES
    )


def is_existing_name(text: str) -> bool:
    """Whether a name of the form ``module``, ``module.Name`` or ``Class.member`` exists in the source."""
    first, *rest = text.removesuffix("()").split(".")
    if first not in DOCUMENTED_PACKAGES:
        known = names_by_definition()
        return first in known and all(name in known[first] for name in rest)
    for end in range(len(rest), -1, -1):
        file = module_file([first, *rest[:end]])
        if file is not None:
            name, *members = rest[end:] or [""]
            return not name or (
                name in names_mentioned_in(syntax_tree(file))
                and all(member in names_by_definition().get(name, ()) for member in members)
            )
    return (REPOSITORY_ROOT / first).joinpath(*rest).is_dir()


def is_name_of_this_project(text: str) -> bool:
    """Whether a dotted text names a module or a class of this project, rather than of a library or a file."""
    first, _, rest = text.partition(".")
    if rest.rpartition(".")[2] in SUFFIXES_OF_WRITTEN_FILES:
        return False
    return first in DOCUMENTED_PACKAGES or first in names_by_definition()


def exists_if_of_this_project(text: str, document: Path) -> bool:
    """Return whether a path or name of this project exists; True for any text that is neither."""
    if EXAMPLE_GAME in text:
        return True
    if PATH_PATTERN.fullmatch(text):
        return is_existing_path(text, document)
    if FILE_NAME_PATTERN.fullmatch(text):
        return is_existing_file_name(text)
    if DOTTED_NAME_PATTERN.fullmatch(text) and is_name_of_this_project(text):
        return is_existing_name(text)
    return (
        not CLASS_OR_CONSTANT_PATTERN.fullmatch(text)
        or text in names_by_definition().keys() | DOCUMENTED_ENVIRONMENT_VARIABLES
        or hasattr(builtins, text)
    )


@pytest.mark.parametrize("document", CHECKED_DOCUMENTS, ids=lambda path: path.relative_to(REPOSITORY_ROOT).as_posix())
def test_every_path_and_name_in_a_document_exists(document):
    assert [
        text for text in sorted(texts_in_backticks(document)) if not exists_if_of_this_project(text, document)
    ] == []


def dotted_names_in_docstrings(path: Path) -> set[str]:
    """Return the dotted names of this project that stand in backticks in the docstrings of a file."""
    texts = [
        node.value.value
        for node in syntax_nodes(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    spans = {span for text in texts for span in re.findall(r"`([^`\n]+)`", text)}
    return {
        span for span in spans if DOTTED_NAME_PATTERN.fullmatch(span) and span.partition(".")[0] in DOCUMENTED_PACKAGES
    }


@pytest.mark.parametrize("layer", LAYER_FOLDERS)
def test_every_dotted_name_in_a_docstring_exists(layer):
    missing = {
        (path.relative_to(REPOSITORY_ROOT).as_posix(), name)
        for path in (REPOSITORY_ROOT / layer).rglob("*.py")
        for name in dotted_names_in_docstrings(path)
        if not is_existing_name(name)
    }
    assert missing == set()


def test_dotted_names_in_docstrings_are_only_those_of_this_project(tmp_path):
    source = '"""See `core.Match.act`, ``a.b`` and `x.y`."""\nLIMIT = 1\n"""As in `net.limits.DEFAULT_PORT`."""\n'
    path = tmp_path / "example.py"
    path.write_text(source, encoding="utf-8")
    assert dotted_names_in_docstrings(path) == {"core.Match.act", "net.limits.DEFAULT_PORT"}


def test_missing_path_or_name_in_backticks_is_detected():
    assert is_existing_path("net/limits.py", REPOSITORY_ROOT / "net" / "README.md")
    assert is_existing_path("core/<game>", REPOSITORY_ROOT / "net" / "README.md")
    assert not is_existing_path("net/arriving.py", REPOSITORY_ROOT / "net" / "README.md")
    assert is_existing_name("net.limits.MAX_QUEUE_BYTES")
    assert is_existing_name("TableRunner.post_input")
    assert is_existing_name("net.protocol")
    assert not is_existing_name("net.limits.NO_SUCH_BOUND")
    assert not is_existing_name("net.arriving")
    assert is_existing_name("core.Match.act")
    assert not is_existing_name("core.Match.no_such_method")
    assert not is_existing_name("core.mad_queens.hit_masks.no_such_function")
