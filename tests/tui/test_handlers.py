"""Handlers of events in the classes of the interface."""

from __future__ import annotations

import ast

from tests.support.source_tree import files, name_of, nodes_of

ENTRIES_OF_TEXTUAL = {"on_event"}
"""Methods that Textual calls once, for all events, so that they have to call the method of the base class."""


def calls_of_base_handlers(path):
    """Return the names of the handlers that a file calls by ``super()``."""
    calls = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
    return {
        call.attr
        for call in calls
        if isinstance(call, ast.Attribute) and isinstance(call.value, ast.Call) and ast.unparse(call.value) == "super()"
        if call.attr.startswith("on_")
    } - ENTRIES_OF_TEXTUAL


def test_no_handler_calls_that_of_its_base_class_which_textual_calls_as_well():
    found = {name_of(path): calls for path in files("tui") if (calls := calls_of_base_handlers(path))}
    assert found == {}
