"""Every word in backticks in a docstring names something that exists in the code near the docstring.

Words in double backticks are texts, such as the value of a parameter, and are not looked for.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from core import games
from tests.support.source_tree import REPOSITORY_ROOT, python_files, relative_path, syntax_nodes, syntax_tree

CHECKED_FOLDERS = ("core", "net", "tui", "tests")
"""The folders in which docstrings are checked; docstrings may use names of all these folders."""

WORD_IN_BACKTICKS_PATTERN = re.compile(r"(?<!`)`([A-Za-z_]\w*)`(?!`)")
"""Pattern of a single word in single backticks."""

WORD_PATTERN = re.compile(r"[A-Za-z_]\w*")
"""Pattern of a word within a text of the source, such as a key or a command line."""

Definition = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
"""A node of a syntax tree that has a body with docstrings."""


def is_docstring(node: ast.AST) -> bool:
    """Whether a node is a string that stands alone: the docstring of a definition, or of the constant above it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


@cache
def words_of(node: ast.AST) -> frozenset[str]:
    """Return the words that a piece of source uses: its names, attributes and parameters, and the words of its texts.

    Words of its docstrings are not among them.
    """
    words: set[str] = set()
    match node:
        case ast.Name(name) | ast.Attribute(attr=name) | ast.arg(name) | ast.keyword(str(name)):
            words.add(name)
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            words.add(name)
        case ast.MatchAs(name=str(name)) | ast.MatchStar(str(name)) | ast.ExceptHandler(name=str(name)):
            words.add(name)
        case ast.alias(name, other_name):
            words.update(name.split("."), [other_name] if other_name else [])
        case ast.Constant(str(text)):
            words.update(WORD_PATTERN.findall(text))
    for child in ast.iter_child_nodes(node):
        if not is_docstring(child):
            words |= words_of(child)
    return frozenset(words)


@cache
def classes_by_name() -> Mapping[str, list[ast.ClassDef]]:
    """Return every class of the project, by its name; several have the same name in different layers."""
    found: dict[str, list[ast.ClassDef]] = {}
    for path in python_files(*CHECKED_FOLDERS):
        for node in syntax_nodes(path):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


@cache
def words_of_class(name: str) -> frozenset[str]:
    """Return the words that the classes of this name use, and those that their bases use."""
    words: set[str] = set()
    for node in classes_by_name().get(name, ()):
        words |= words_of(node)
        for base in node.bases:
            words.update(*(words_of_class(part.id) for part in ast.walk(base) if isinstance(part, ast.Name)))
    return frozenset(words)


def names_defined_in(node: Definition | ast.If) -> set[str]:
    """Return the names that the body of a module defines or imports."""
    names: set[str] = set()
    for statement in node.body:
        match statement:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                names.add(name)
            case ast.Import(aliases) | ast.ImportFrom(names=aliases):
                names.update(*((alias.asname or alias.name).split(".") for alias in aliases))
            case ast.Assign(targets):
                names.update(part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
            case ast.AnnAssign(ast.Name(name)):
                names.add(name)
            case ast.If():
                names |= names_defined_in(statement)
    return names


@cache
def names_of_project() -> frozenset[str]:
    """Return the names that any docstring may use: those of folders, of modules, and of what modules define.

    They also include the names of Python's builtins and the words of the games (bots, levels, options, facts and
    actions).
    """
    names = set(dir(builtins)) | words_of_games()
    for path in python_files(*CHECKED_FOLDERS):
        names |= names_defined_in(syntax_tree(path)) | {path.stem, *path.relative_to(REPOSITORY_ROOT).parent.parts}
    return frozenset(names)


def words_of_games() -> set[str]:
    """Return the names of the bots, levels, options, piles, facts and actions of all games."""
    words: set[str] = set()
    for game in games.values():
        words |= {*game.bots, *game.levels, *game.options}
        words.update(pattern.partition(" ")[0] for pattern in game.patterns)
        for seats in (min(game.seats), max(game.seats)):
            layout = game.layout(seats, game.settings(seats, {}))
            words.update(place.name.partition("/")[0] for place in layout.piles)
            words.update(fact.name.partition("/")[0] for fact in layout.facts)
    return words


@cache
def classes_named_in(node: Definition) -> frozenset[str]:
    """Return the names in the bases of a class, and in the types of the parameters, results and fields of a
    definition."""
    expressions: list[ast.expr | None] = []
    for part in ast.walk(node):
        match part:
            case ast.ClassDef(bases=bases):
                expressions += bases
            case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation):
                expressions.append(annotation)
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                expressions.append(returns)
    return frozenset(part.id for one in expressions if one for part in ast.walk(one) if isinstance(part, ast.Name))


def is_known_in(node: Definition, word: str) -> bool:
    """Return whether a definition uses a word, or one of the classes that it names as bases or types uses it."""
    return word in words_of(node) or any(word in words_of_class(name) for name in classes_named_in(node))


def unknown_words(node: Definition, *enclosing_definitions: Definition) -> Iterator[tuple[int, str]]:
    """Yield the line and the word of each word in backticks in the docstrings of a definition that is not known there.

    A word is known if it is a name of the project, or is used by the definition or by one of those
    `enclosing_definitions` it. The module is around its own docstring and those of its constants alone: a function may
    not name what only another one has.
    """
    outer = enclosing_definitions if isinstance(node, ast.Module) else (node, *enclosing_definitions)
    for statement in node.body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            for word in WORD_IN_BACKTICKS_PATTERN.findall(str(statement.value.value)):
                if word not in names_of_project() and not any(
                    is_known_in(one, word) for one in (node, *enclosing_definitions)
                ):
                    yield statement.lineno, word
        elif isinstance(statement, Definition):
            yield from unknown_words(statement, *outer)


@pytest.mark.parametrize("folder", CHECKED_FOLDERS)
def test_every_word_in_backticks_in_a_docstring_names_something_near_it(folder):
    unknown = [
        f"{relative_path(path)}:{line} `{word}`"
        for path in python_files(folder)
        for line, word in unknown_words(syntax_tree(path))
    ]
    assert unknown == []


EXAMPLE_SOURCE = '''
LIMIT = 1
"""At most this many; `weigh` counts `grams`, and `LIMIT` is no `ceiling`."""

class Scale(Rect):
    """A scale that weighs in `stone`, as high as its `bottom`."""

    def weigh(self, grams, *, unit="stone"):
        """Return `grams` in `stone`, a `unit`; `tare` and ``ounces`` are not meant."""

def pour(rect: Rect):
    """Pour until the `bottom` of a `rect` has some `grams`."""
'''
"""A module with docstrings in which `ceiling`, `tare` and the last `grams` name nothing that is there."""


def test_invented_word_and_parameter_of_another_function_are_detected():
    tree = ast.parse(EXAMPLE_SOURCE)
    assert [word for _, word in unknown_words(tree)] == ["ceiling", "tare", "grams"]
