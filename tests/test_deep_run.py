"""Every test that plays more matches with `QUEENS_DEEP=1` has the mark `deep`; without the mark the deep run would
leave it out.
"""

from __future__ import annotations

import ast

from tests.support.source_tree import REPOSITORY_ROOT

DEPTH_DEPENDENT_NAMES = {"count_for_depth", "sample_cases", "IS_DEEP_RUN", "IS_FULL_RUN", "GAMES_TO_START"}
"""Names in `tests.support.depth` whose values depend on the depth of the run (usual, deep or full)."""


def names_used_in(node: ast.AST) -> set[str]:
    """Return all names that a piece of code uses."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def unmarked_tests(source: str) -> list[str]:
    """Return the names of the tests in `source` that depend on the depth of the run, directly or by a constant, and are
    not marked as `deep`.
    """
    if "support.depth" not in source and not any(f"{name}(" in source for name in DEPTH_DEPENDENT_NAMES):
        return []
    tree = ast.parse(source)
    depth = set(DEPTH_DEPENDENT_NAMES)
    for statement in tree.body:
        if (
            isinstance(statement, ast.Assign | ast.AnnAssign)
            and statement.value
            and names_used_in(statement.value) & depth
        ):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            depth |= {name for target in targets for name in names_used_in(target)}
    marks = [statement for statement in tree.body if "pytestmark" in names_used_in(statement)]  # the last one counts
    if any("mark.deep" in ast.unparse(statement) for statement in marks[-1:]):
        return []
    return [
        test.name
        for test in tree.body
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef)
        and test.name.startswith("test_")
        and names_used_in(test) & depth
        and not any("mark.deep" in ast.unparse(decorator) for decorator in test.decorator_list)
    ]


def test_every_test_that_depends_on_the_depth_is_marked_as_deep():
    files = sorted(REPOSITORY_ROOT.glob("tests/**/test_*.py"))
    assert len(files) > 200
    found = {
        path.relative_to(REPOSITORY_ROOT).as_posix(): unmarked_tests(path.read_text(encoding="utf-8")) for path in files
    }
    assert {path: tests for path, tests in found.items() if tests} == {}


def test_search_for_unmarked_tests_finds_a_missing_mark_and_marks_that_are_overwritten():
    constant = "COUNT = count_for_depth(1, 2)\n"
    test = "def test_it():\n    assert COUNT\n"
    marks = "pytestmark = pytest.mark.deep\n", "pytestmark = pytest.mark.slow\n"
    assert unmarked_tests(constant + test) == ["test_it"]
    assert unmarked_tests(constant + "@pytest.mark.deep\n" + test) == []
    assert unmarked_tests(constant + marks[0] + test) == []
    assert unmarked_tests(constant + "".join(marks) + test) == ["test_it"]
