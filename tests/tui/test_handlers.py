"""Handlers of events in the classes of the interface: none calls the base class's handler, which Textual calls as
well.
"""

from __future__ import annotations

import ast

from tests.support.source_tree import python_files, relative_path, syntax_nodes

METHODS_THAT_CALL_BASE_CLASS = {"on_event"}
"""Names of methods that Textual calls once, for all events, so that they have to call the method of the base class."""


def calls_of_base_handlers(path):
    """Return the names of the handlers that a file calls by ``super()``."""
    calls = [node.func for node in syntax_nodes(path) if isinstance(node, ast.Call)]
    return {
        call.attr
        for call in calls
        if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Call) and ast.unparse(call.value) == "super()"
        if call.attr.startswith("on_")
    } - METHODS_THAT_CALL_BASE_CLASS


def test_no_handler_calls_that_of_its_base_class_which_textual_calls_as_well():
    found = {relative_path(path): calls for path in python_files("tui") if (calls := calls_of_base_handlers(path))}
    assert found == {}
