"""The documents for contributors, and the docstrings of the program, name only what exists in the source."""

from __future__ import annotations

import ast
import builtins
import re
from functools import cache
from pathlib import Path

import pytest

from tests.support.source_tree import nodes_of, tree_of

ROOT = Path(__file__).parent.parent
"""The root folder of the repository."""
LAYERS = ("core", "net", "tui")
"""The three folders of the source."""

DOCUMENTS = [
    path
    for path in (
        *(ROOT / layer / "README.md" for layer in LAYERS),
        *(ROOT / ".github" / name for name in ("CONTRIBUTING.md", "SECURITY.md")),
        ROOT / "README.md",
    )
    if path.exists()
]
"""The documents that are checked."""

PATH = re.compile(r"[\w.<>*-]+(?:/[\w.<>*-]+)+/?")
"""A path with at least one slash."""

FILE_NAME = re.compile(r"\w+\.(?:py|md|tcss)")
"""The name of a file of the source, without its folder."""

DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(\))?")
"""A dotted name, such as a module or the method of a class."""

CLASS_OR_CONSTANT = re.compile(r"(?:[A-Z][a-z0-9]+){2,}|[A-Z][A-Z0-9]*_[A-Z0-9_]+")
"""The name of a class of two words or more, or of a constant."""

OUR_PACKAGES = (*LAYERS, "tests")
"""The packages whose names the documents may use."""

EXAMPLE_GAME = "high_card"
"""The game that CONTRIBUTING adds as an example; it is not part of the program."""

ENVIRONMENT_VARIABLES = {"NO_COLOR", "QUEENS_DATA", "COLORTERM"}
"""The environment variables that the documents name."""

FOREIGN_SUFFIXES = {"pem", "json", "db", "log"}
"""The suffixes of files that the program writes; a dotted text that ends in one is the name of such a file."""


def code_spans(document: Path) -> set[str]:
    """Return what stands in backticks in the running text and tables of a document."""
    text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    return set(re.findall(r"`([^`\n]+)`", text))


@cache
def definitions() -> dict[str, set[str]]:
    """Return every class, function, constant and module of the source, with the names defined or assigned in it."""
    found: dict[str, set[str]] = {}
    bases: dict[str, set[str]] = {}
    for layer in LAYERS:
        for path in (ROOT / layer).rglob("*.py"):
            for node in nodes_of(path):
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).update(names_in(node))
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


def names_in(node: ast.AST) -> set[str]:
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
    """Return the file of a module, or None if there is none."""
    path = ROOT.joinpath(*parts)
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


def path_exists(text: str, document: Path) -> bool:
    """Whether a path exists below the root or the folder of the document.

    ``<game>`` and ``*`` stand for any name, and a module may be named without its suffix.
    """
    pattern = re.sub(r"<[^>]*>", "*", text).rstrip("/")
    spellings = [folder.glob(name) for folder in (ROOT, document.parent) for name in (pattern, f"{pattern}.py")]
    return any(next(found, None) is not None for found in spellings)


def file_exists(name: str) -> bool:
    """Whether there is a file with this name anywhere in the source."""
    return (ROOT / name).exists() or any(next((ROOT / folder).rglob(name), None) is not None for folder in OUR_PACKAGES)


def name_exists(text: str) -> bool:
    """Whether a name of the form ``module``, ``module.Name`` or ``Class.member`` exists in the source."""
    first, *rest = text.removesuffix("()").split(".")
    if first not in OUR_PACKAGES:
        known = definitions()
        return first in known and all(name in known[first] for name in rest)
    for end in range(len(rest), -1, -1):
        file = module_file([first, *rest[:end]])
        if file is not None:
            name, *members = rest[end:] or [""]
            return not name or (
                name in names_in(tree_of(file)) and all(member in definitions().get(name, ()) for member in members)
            )
    return (ROOT / first).joinpath(*rest).is_dir()


def is_ours(text: str) -> bool:
    """Whether a dotted text names a module or a class of this project, rather than of a library or a file."""
    first, _, rest = text.partition(".")
    if rest.rpartition(".")[2] in FOREIGN_SUFFIXES:
        return False
    return first in OUR_PACKAGES or first in definitions()


def exists(text: str, document: Path) -> bool:
    """Whether a text in backticks exists, if it is a path or a name of this project; true for any other text."""
    if EXAMPLE_GAME in text:
        return True
    if PATH.fullmatch(text):
        return path_exists(text, document)
    if FILE_NAME.fullmatch(text):
        return file_exists(text)
    if DOTTED.fullmatch(text) and is_ours(text):
        return name_exists(text)
    return (
        not CLASS_OR_CONSTANT.fullmatch(text)
        or text in definitions().keys() | ENVIRONMENT_VARIABLES
        or hasattr(builtins, text)
    )


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_path_and_name_in_a_document_exists(document):
    assert [text for text in sorted(code_spans(document)) if not exists(text, document)] == []


def cited_in_docstrings(path: Path) -> set[str]:
    """Return the dotted names of this project in backticks in the docstrings of a file."""
    texts = [
        node.value.value
        for node in nodes_of(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    ]
    spans = {span for text in texts for span in re.findall(r"`([^`\n]+)`", text)}
    return {span for span in spans if DOTTED.fullmatch(span) and span.partition(".")[0] in OUR_PACKAGES}


@pytest.mark.parametrize("layer", LAYERS)
def test_every_dotted_name_in_a_docstring_exists(layer):
    missing = {
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / layer).rglob("*.py")
        for name in cited_in_docstrings(path)
        if not name_exists(name)
    }
    assert missing == set()


def test_cited_in_docstrings_returns_only_dotted_names_of_ours(tmp_path):
    source = '"""See `core.Match.act`, ``a.b`` and `x.y`."""\nLIMIT = 1\n"""As in `net.limits.DEFAULT_PORT`."""\n'
    path = tmp_path / "example.py"
    path.write_text(source, encoding="utf-8")
    assert cited_in_docstrings(path) == {"core.Match.act", "net.limits.DEFAULT_PORT"}


def test_exists_tells_existing_from_missing_paths_and_names():
    assert path_exists("net/limits.py", ROOT / "net" / "README.md")
    assert path_exists("core/<game>", ROOT / "net" / "README.md")
    assert not path_exists("net/arriving.py", ROOT / "net" / "README.md")
    assert name_exists("net.limits.MAX_QUEUE_BYTES")
    assert name_exists("TableRunner.post_input")
    assert name_exists("net.protocol")
    assert not name_exists("net.limits.NO_SUCH_BOUND")
    assert not name_exists("net.arriving")
    assert name_exists("core.Match.act")
    assert not name_exists("core.Match.no_such_method")
    assert not name_exists("core.mad_queens.hit_masks.no_such_function")
