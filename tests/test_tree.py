"""The layout of the source and the names in it follow the rules of `.github/CONTRIBUTING.md`."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import defaultdict

import pytest

from tests.support.source_tree import (
    LAYERS,
    REPOSITORY_ROOT,
    capitalised_names,
    import_graph,
    python_files,
    relative_path,
    syntax_nodes,
    syntax_tree,
)

FOLDERS_AT_TOP = {".ci", ".github", "core", "net", "screenshots", "tests", "tui"}
"""The folders that lie directly in the repository."""

FILES_AT_TOP = {".gitignore", "CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", "requirements.lock", "setup.py"}
"""The files that lie directly in the repository."""

FILES_ALLOWED_AT_LAYER_TOP = {
    "core": {"__init__", "errors"},
    "net": {"__init__", "errors", "limits", "private_files"},
    "tui": {"__init__", "__main__", "settings", "crash_message"},
}
"""Maps each layer to the names of the files that may lie directly in it and not in one of its folders."""

FILES_THAT_NAME_MODULES_IN_STRINGS = {
    "core/engine/registry.py": "a game costs its folder and one line: its slug is the name of its package"
}
"""Maps each file that may name our modules in strings, which `import_graph` does not see, to the reason why it may."""

MODULE_NAME_PATTERN = re.compile(r"(core|net|tui)\.[\w.]*(:\w+)?")
"""Pattern of the dotted name of one of our modules, perhaps followed by ``:`` and the name of a class."""

MAX_CLASS_DEPTH = 3
"""Largest number of our own classes in a chain in which each class is the base of the next."""

CONSTANTS_OF_EVERY_GAME = {"GAME"}
"""Names of constants that the package of every game has, because the registry reads them; every other name occurs only
once in a layer.
"""

MEANINGLESS_NAMES = {"words", "utils", "util", "helpers", "helper", "manager", "misc", "common_things"}
"""Names that no file or folder may have, because they say nothing about its content."""

NOUNS_ENDING_IN_ING = {"drawing", "opening", "recording", "reneging", "scoring", "standing", "trick_taking"}
"""Names in -ing that are allowed nevertheless, because they are nouns of the field, such as the rulebook's
"reneging".
"""

SENTENCE_PATTERN = re.compile(r"[A-Z].* .*[.!?]", re.DOTALL)
"""Pattern of a text that is a whole sentence."""

ENDS_OF_SENTENCE_NAMES = ("_SENTENCE", "_QUESTION", "_FAREWELL", "_NOTICE", "_TEXT", "_MESSAGE")
"""Ends of names that a constant of net may have whose value is a sentence that people read."""

LIMIT_NAME_PATTERN = re.compile(r"_(?:SECONDS|MILLISECONDS|CELLS|(?<!_IS_)KEPT|TRACKED|ANNOUNCED|AT_ONCE|PER_[A-Z]+)$")
"""Pattern of the end of the name of a limit: of time, width, rate or a number of things.

Sizes that a format fixes are no limits.
"""


def test_repository_has_only_the_folders_and_files_at_its_top_that_its_shape_names():
    try:
        listed = subprocess.run(["git", "ls-files"], cwd=REPOSITORY_ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this tree is no clone, or git is not installed")
    top = {path.split("/")[0] for path in listed.decode().splitlines()}
    assert top == FOLDERS_AT_TOP | FILES_AT_TOP


@pytest.mark.parametrize("layer", LAYERS)
def test_no_file_lies_loose_in_a_layer(layer):
    assert {path.stem for path in (REPOSITORY_ROOT / layer).glob("*.py")} == FILES_ALLOWED_AT_LAYER_TOP[layer]


def test_no_file_or_folder_has_the_name_of_an_activity_or_a_meaningless_name():
    parts = {
        part
        for path in python_files(*LAYERS, "tests")
        for part in path.relative_to(REPOSITORY_ROOT).with_suffix("").parts
    }
    names = {part.removeprefix("test_").removeprefix("oracle_") for part in parts}
    assert not names & MEANINGLESS_NAMES
    assert {name for name in names if name.endswith("ing")} <= NOUNS_ENDING_IN_ING


def test_names_of_constants_of_net_that_are_sentences_say_so():
    constants = (
        (node.target.id, node.value.value)
        for path in python_files("net")
        for node in syntax_tree(path).body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
    sentences = {name for name, value in constants if SENTENCE_PATTERN.fullmatch(value)}
    assert len(sentences) > 50
    assert {name for name in sentences if not name.endswith(ENDS_OF_SENTENCE_NAMES)} == set()


@pytest.mark.parametrize("layer", LAYERS)
def test_no_class_constant_or_type_has_the_name_of_another_one_in_its_layer(layer):
    homes = defaultdict(list)
    for path in python_files(layer):
        for name in capitalised_names(path) - CONSTANTS_OF_EVERY_GAME:
            homes[name].append(relative_path(path))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_search_for_capitalised_names_finds_all_kinds_without_their_underscore(tmp_path):
    source = "A: Final = 1\n_B = 2\nC, _D = 3, 4\nclass _Ee: pass\nFf: TypeAlias = int\n_Gg = TypeVar('_Gg')\nh = 5\n"
    path = tmp_path / "example.py"
    path.write_text(source, encoding="utf-8")
    assert capitalised_names(path) == {"A", "B", "C", "D", "Ee", "Ff", "Gg"}


def test_limits_of_net_are_defined_in_its_module_limits():
    outside = {
        (relative_path(path), name)
        for path in python_files("net")
        for name in capitalised_names(path)
        if LIMIT_NAME_PATTERN.search(name) and path.name != "limits.py"
    }
    assert outside == set()


def test_no_chain_of_own_classes_other_than_errors_is_longer_than_three():
    bases = defaultdict(set)
    for path in python_files(*LAYERS):
        for node in syntax_nodes(path):
            if isinstance(node, ast.ClassDef):
                parents = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
                bases[node.name] |= {
                    parent.id if isinstance(parent, ast.Name) else parent.attr
                    for parent in parents
                    if isinstance(parent, ast.Name | ast.Attribute)
                }

    def depth_of_class(name: str) -> int:
        return 1 + max((depth_of_class(base) for base in bases[name] if base in bases), default=0)

    def is_error(name: str) -> bool:
        return any(base in ("Exception", "OSError") or (base in bases and is_error(base)) for base in bases[name])

    assert {
        name: depth_of_class(name)
        for name in list(bases)
        if depth_of_class(name) > MAX_CLASS_DEPTH and not is_error(name)
    } == {}


def test_no_import_cycle_between_modules():
    graph = import_graph()
    left = {module: set(wanted) for module, wanted in graph.items()}
    while leaves := {module for module, wanted in left.items() if not wanted}:
        left = {module: wanted - leaves for module, wanted in left.items() if module not in leaves}
    while tops := left.keys() - {one for wanted in left.values() for one in wanted}:
        left = {module: wanted for module, wanted in left.items() if module not in tops}
    assert sorted(left) == [], "these import one another in a circle, or lie between circles"


def module_names_in_strings(path):
    """Return the strings of a file, except docstrings, that name one of our modules or its classes."""
    remarks = {id(node.value) for node in syntax_nodes(path) if isinstance(node, ast.Expr)}
    texts = [node for node in syntax_nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [node.value for node in texts if id(node) not in remarks and MODULE_NAME_PATTERN.fullmatch(node.value)]


def test_modules_are_imported_and_not_named_in_strings():
    assert {
        relative_path(path) for path in python_files(*LAYERS) if module_names_in_strings(path)
    } == FILES_THAT_NAME_MODULES_IN_STRINGS.keys()
