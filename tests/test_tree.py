"""How the source is laid out and named: what `.github/CONTRIBUTING.md` promises a reader who looks for something."""

from __future__ import annotations

import ast
import re
from collections import defaultdict

import pytest

from tests.support.source_tree import LAYERS, ROOT, files, import_graph, name_of, names_of_the_layer, tree_of

FILES_AT_LAYER_TOP = {
    "core": {"__init__", "errors"},
    "net": {"__init__", "errors", "limits", "private_files"},
    "tui": {"__init__", "__main__", "settings", "crash_message", "games"},
}
"""Which files lie in a layer itself and not in one of its folders."""

NAMES_MODULES = {"core/engine/registry.py": "a game costs its folder and one line: its slug is the name of its package"}
"""Which files name modules of ours in texts, so that `import_graph` does not see what they import, and why."""

MODULE_NAME = re.compile(r"(core|net|tui)\.[\w.]*(:\w+)?")

MAX_CLASS_DEPTH = 3
ENTRY_POINTS = {"GAME"}
"""The constant by which the registry finds every game in its package."""

MEANINGLESS_NAMES = {"words", "utils", "util", "helpers", "helper", "manager", "misc", "common_things"}
NOUNS_IN_ING = {"drawing", "scoring", "reneging", "standing", "trick_taking"}
"""Words of the field that end like an activity; reneging is the rulebook's word."""

BOUND = re.compile(r"_(?:SECONDS|MILLISECONDS|CELLS|(?<!_IS_)KEPT|TRACKED|ANNOUNCED|AT_ONCE|PER_[A-Z]+)$")
"""How the name of a bound ends: in time, width, a rate, or a number of things. Formats are in bytes, bits and signs."""


@pytest.mark.parametrize("layer", LAYERS)
def test_no_file_lies_loose_in_a_layer(layer):
    assert {path.stem for path in (ROOT / layer).glob("*.py")} == FILES_AT_LAYER_TOP[layer]


def test_no_file_or_folder_has_the_name_of_an_activity_or_a_meaningless_name():
    names = {part for path in files(*LAYERS) for part in path.relative_to(ROOT).with_suffix("").parts}
    assert not names & MEANINGLESS_NAMES
    assert {name for name in names if name.endswith("ing")} <= NOUNS_IN_ING


@pytest.mark.parametrize("layer", LAYERS)
def test_no_class_constant_or_type_has_the_name_of_another_one_in_its_layer(layer):
    homes = defaultdict(list)
    for path in files(layer):
        for name in names_of_the_layer(path) - ENTRY_POINTS:
            homes[name].append(name_of(path))
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}


def test_a_name_counts_whatever_it_stands_for_and_without_its_underscore(tmp_path):
    source = "A: Final = 1\n_B = 2\nC, _D = 3, 4\nclass _Ee: pass\nFf: TypeAlias = int\n_Gg = TypeVar('_Gg')\nh = 5\n"
    path = tmp_path / "example.py"
    path.write_text(source, encoding="utf-8")
    assert names_of_the_layer(path) == {"A", "B", "C", "D", "Ee", "Ff", "Gg"}


def test_bounds_of_net_stand_in_its_limits():
    outside = {
        (name_of(path), name)
        for path in files("net")
        for name in names_of_the_layer(path)
        if BOUND.search(name) and path.name != "limits.py"
    }
    assert outside == set()


def test_no_own_class_is_deeper_than_three():
    bases = defaultdict(set)
    for path in files(*LAYERS):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                parents = (base.value if isinstance(base, ast.Subscript) else base for base in node.bases)
                bases[node.name] |= {
                    parent.id if isinstance(parent, ast.Name) else parent.attr
                    for parent in parents
                    if isinstance(parent, ast.Name | ast.Attribute)
                }

    def depth(name: str) -> int:
        return 1 + max((depth(base) for base in bases[name] if base in bases), default=0)

    def is_error(name: str) -> bool:
        return any(base in ("Exception", "OSError") or (base in bases and is_error(base)) for base in bases[name])

    assert {name: depth(name) for name in list(bases) if depth(name) > MAX_CLASS_DEPTH and not is_error(name)} == {}


def test_no_import_cycle_between_modules():
    graph = import_graph()
    left = {module: set(wanted) for module, wanted in graph.items()}
    while leaves := {module for module, wanted in left.items() if not wanted}:
        left = {module: wanted - leaves for module, wanted in left.items() if module not in leaves}
    while tops := left.keys() - {one for wanted in left.values() for one in wanted}:
        left = {module: wanted for module, wanted in left.items() if module not in tops}
    assert sorted(left) == [], "these import one another in a circle, or lie between circles"


def modules_in_texts(path):
    """Return the texts of a file that name a module of ours or one of its classes, docstrings aside."""
    tree = tree_of(path)
    remarks = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [node.value for node in texts if id(node) not in remarks and MODULE_NAME.fullmatch(node.value)]


def test_modules_are_imported_and_not_named_in_texts():
    assert {name_of(path) for path in files(*LAYERS) if modules_in_texts(path)} == NAMES_MODULES.keys()
