"""Handlers of events in the classes of the interface: none calls the handler of its base class, because Textual calls
that as well.
"""

from __future__ import annotations

import ast

from tests.support.source_tree import python_files, relative_path, syntax_nodes

METHODS_THAT_CALL_BASE_CLASS = {"on_event"}
"""Names of methods that handle all events and that Textual calls only once, so they must call the method of the base
class.
"""


def calls_of_base_handlers(path):
    """Return the names of the handlers that a file calls by ``super()``."""
    calls = [node.func for node in syntax_nodes(path) if isinstance(node, ast.Call)]
    return {
        call.attr
        for call in calls
        if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Call) and ast.unparse(call.value) == "super()"
        if call.attr.startswith("on_")
    } - METHODS_THAT_CALL_BASE_CLASS


def test_no_event_handler_calls_the_handler_of_its_base_class():
    found = {relative_path(path): calls for path in python_files("tui") if (calls := calls_of_base_handlers(path))}
    assert found == {}
